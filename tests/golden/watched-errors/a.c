/* Error paths: what the arguments decide stays watched, what the computation decides does not. */
#include <math.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int size = 1000, steps = 10;

static void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static int parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--size") == 0 && i + 1 < argc) {
            size = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc) {
            steps = atoi(argv[++i]);
        } else {
            fprintf(stderr, "usage: a [--size N] [--steps N]\n");
            return -1;
        }
    }
    return 0;
}

static double *vector(int n)
{
    double *v = malloc(n * sizeof *v);
    if (!v)
        die("no memory for %d numbers\n", n);
    for (int i = 0; i < n; i++) {
        v[i] = sin(i);
        if (v[i] > 1)
            die("sin(%d) is %g\n", i, v[i]);
    }
    return v;
}

int main(int argc, char **argv)
{
    int ranks;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (parse(argc, argv) != 0) {
        MPI_Finalize();
        return 1;
    }
    if (size % ranks != 0)
        die("%d ranks do not divide %d\n", ranks, size);
    double *v = vector(size);
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < size; i++)
            sum += v[i] * k;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (isnan(sum))
            die("diverged in step %d\n", k);
    }
    MPI_Finalize();
    free(v);
    return 0;
}
