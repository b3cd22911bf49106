#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double *a, *b;

static void stream(int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 0.5 * b[i];
}

static double polynomial(int n)
{
    double x = 1;
    for (int i = 0; i < n; i++)
        x = 1 + 0.5 * x;
    return x;
}

static double settle(double x, int n)
{
    while (x > 1e-3)
        x *= 1 - 1.0 / n;
    return x;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    a = malloc((size_t)n * sizeof *a);
    b = calloc((size_t)n, sizeof *b);
    MPI_Barrier(MPI_COMM_WORLD);
    stream(n);
    MPI_Barrier(MPI_COMM_WORLD);
    b[0] = polynomial(n);
    MPI_Barrier(MPI_COMM_WORLD);
    b[1] = settle(b[0], n);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        b[0] += a[i];
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g %g\n", b[0], b[1]);
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
