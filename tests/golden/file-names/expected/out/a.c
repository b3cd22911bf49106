/* Files that the program writes and reads again decide the lengths of its messages. Others that it writes decide nothing. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <lmpi/lmpi.h>

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
    return n;
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

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    optind = 3;
    while ((c = getopt(argc, argv, "+i:o:")) != -1)
        switch (c) {
        case 'i':
            o.in = optarg;
            break;
        case 'o':
            break;
        }
    o.restart = argv[1];
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:105-106 */
    if (rank == 0)
        save_restart(&o, 7);
    MPI_Barrier(MPI_COMM_WORLD);
    save_parts(rank, 11 + rank);
    int n = load_restart(argv[1]);
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    n = load_parts(rank);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    n = read_input(o.in);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
