#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_sizes(const char *path, int *sizes, double *weights)
{
    char line[80];
    int n = 0;
    FILE *in = fopen(path, "r"), *log = fopen("sizes.log", "w");

    if (!in) {
        fprintf(stderr, "no %s\n", path);
        exit(1);
    }
    fseek(in, 4, SEEK_SET);
    while (n < 8 && fgets(line, sizeof line, in)) {
        if (sscanf(line, "%d %lf", &sizes[n], &weights[n]) != 2)
            break;
        fprintf(log, "size %d\n", sizes[n]);
        n++;
    }
    fclose(in);
    fclose(log);
    return n;
}

static void report(FILE *out, const double *v, int n)
{
    for (int i = 0; i < n; i++)
        fprintf(out, "%d %g\n", i, v[i]);
    fflush(out);
}

int main(int argc, char **argv)
{
    int sizes[8], n, rank;
    double weights[8], field[64] = {0};
    char name[32];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    n = read_sizes(argc > 1 ? argv[1] : "sizes.txt", sizes, weights);
    snprintf(name, sizeof name, "out.%d", rank);
    FILE *out = fopen(name, "w");
    for (int i = 0; i < n; i++) {
        field[i] = weights[i] * 2;
        MPI_Bcast(field, sizes[i], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    report(out, field, 64);
    report(stdout, weights, n);
    fclose(out);
    MPI_Finalize();
    return 0;
}
