#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int counts[4];

/* What rank 0 has read; only how many there are decides anything. */
static void give(int n)
{
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n; i += 10)
        LMPI_Bcast(NULL, n - i < 10 ? n - i : 10, MPI_INT, 0, MPI_COMM_WORLD);
}

static int *take(int *n)
{
    MPI_Bcast(n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < *n; i += 10)
        LMPI_Bcast(NULL, *n - i < 10 ? *n - i : 10, MPI_INT, 0, MPI_COMM_WORLD);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 25;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:33-34 */
        give(n);
    } else {
        take(&n);
    }
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:39-40 */
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    /* The first of two equal collectives decides, wherever it is called. */
    if (rank == 0) {
        BSIM_G(counts)[1] = 3;
        MPI_Bcast(&BSIM_G(counts)[1], 1, MPI_INT, 0, MPI_COMM_WORLD);
        LMPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(&BSIM_G(counts)[1], 1, MPI_INT, 0, MPI_COMM_WORLD);
        LMPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < BSIM_G(counts)[1]; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
