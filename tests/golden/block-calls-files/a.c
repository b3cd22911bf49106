#include "part.h"
#include <mpi.h>
#include <stdlib.h>

static double work[4096];

static int helper(int n, int unused)
{
    (void)unused;
    return n % 7 ? n / 7 : n;
}

int main(int argc, char **argv)
{
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 100;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = part_begin(rank, size, n); i < part_begin(rank + 1, size, n); i++)
        work[i] += 0.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < part_size(rank, size, n); i++)
        work[i] += 1.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < at_least(n, 8); i++)
        work[i] += 2.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < helper(n, 3); i++)
        work[i] += 3.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    /* Another variable has the function's name. */
    {
        int many = helper(n, 4), helper = 5;
        MPI_Bcast(work, helper, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        for (int i = 0; i < many; i++)
            work[i] += 4.5 * i;
        MPI_Bcast(work, helper, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
