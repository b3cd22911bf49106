/* Files that the program writes and reads again decide the lengths of its messages. Others that it writes decide nothing. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
    const char *restart, *in, *out;
};

/* A word of the command line comes through a member. */
static void save_restart(const struct options *o, int n)
{
    FILE *f = fopen(o->restart, "w");
    fprintf(f, "%d\n", n);
    fclose(f);
}

static int load_restart(const char *path)
{
    int n = 0;
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%d", &n) != 1)
        n = 0;
    if (f)
        fclose(f);
    return n;
}

/* Two buffers hold the same text. */
static void save_parts(int rank, int n)
{
    char name[40];
    snprintf(name, sizeof name, "/tmp/file-names.%d", rank);
    FILE *f = fopen(name, "w");
    fprintf(f, "%d\n", n);
    fclose(f);
}

static int load_parts(int rank)
{
    char base[40], path[60];
    int n = 0;
    strcpy(base, "file-names");
    sprintf(path, "/tmp/%s.%d", base, rank);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%d", &n) != 1)
        n = 0;
    if (f)
        fclose(f);
    remove(path);
    return n;
}

/* Texts that cannot be equal, and what the user calls by another word. */
static void report(const struct options *o, const char *log, const double *v, int rank)
{
    char name[40];
    snprintf(name, sizeof name, "/tmp/file-names-%d.txt", rank);
    FILE *f = fopen(name, "w");
    fprintf(f, "%g\n", v[0]);
    fclose(f);
    remove(name);
    f = fopen(log, "w");
    fprintf(f, "%g\n", v[1]);
    fclose(f);
    if (o->out) {
        f = fopen(o->out, "w");
        fprintf(f, "%g\n", v[2]);
        fclose(f);
    }
}

static int read_input(const char *path)
{
    int n = 5;
    FILE *f = path ? fopen(path, "r") : NULL;
    if (f && fscanf(f, "%d", &n) != 1)
        n = 5;
    if (f)
        fclose(f);
    return n;
}

int main(int argc, char **argv)
{
    struct options o = {NULL, NULL, NULL};
    int rank, c;
    double v[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    optind = 3;
    while ((c = getopt(argc, argv, "+i:o:")) != -1)
        switch (c) {
        case 'i':
            o.in = optarg;
            break;
        case 'o':
            o.out = optarg;
            break;
        }
    o.restart = argv[1];
    for (int i = 0; i < 64; i++)
        v[i] = i * 0.5;
    report(&o, argv[2], v, rank);
    if (rank == 0)
        save_restart(&o, 7);
    MPI_Barrier(MPI_COMM_WORLD);
    save_parts(rank, 11 + rank);
    int n = load_restart(argv[1]);
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    n = load_parts(rank);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    n = read_input(o.in);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
