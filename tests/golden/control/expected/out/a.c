#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static int kind(int rank)
{
    switch (rank % 4) {
    case 0:
    case 1:
        return 1;
    case 2: {
        return 2;
    }
    default:
        break;
    }
    return 3;
}

int main(int argc, char **argv)
{
    int rank, size, rounds = 3;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0, rank == 0, rank == 1)); /* main.1: a.c:47-53 */
    while (rounds > 0) {
        rounds--;
        if (rounds == 1)
            continue;
        if (size == 1)
            break;
        if (rank == 0) {
            LMPI_Send(NULL, 1, MPI_INT, size - 1, 5, MPI_COMM_WORLD);
        } else if (rank == size - 1)
            LMPI_Recv(NULL, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    BSIM_Add_time(BSIM_cost(1, kind(rank) == 1, kind(rank) == 2, kind(rank) == 3)); /* main.2: a.c:70-80 */
    switch (rounds) {
    case 0:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 1:
        break;
    default:
        ;
    }
    if (size > 100)
        goto done;
    MPI_Barrier(MPI_COMM_WORLD);
done:
unused:
    MPI_Finalize();
    if (argc > 1000)
        goto unused;
    return 0;
}
