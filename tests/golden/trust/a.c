#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double a[1 << 16];

static void work(int n)
{
    for (int i = 0; i < n; i++)
        a[i % (1 << 16)] += 0.5 * i;
}

int main(int argc, char **argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 100;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        work(n);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t i = 0; i < strcspn(argv[0], " "); i++)
        a[i] += 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", a[0]);
    MPI_Finalize();
    return 0;
}
