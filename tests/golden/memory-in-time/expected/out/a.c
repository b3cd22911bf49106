/* a.c ELEMENTS BYTES FIRST: ranks from FIRST on add up their elements, while rank 0 sends BYTES to rank 1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int rank, n = atoi(argv[1]), bytes = atoi(argv[2]), first = atoi(argv[3]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_Add_time(BSIM_cost(0, rank >= first, n, bytes)); /* main.1: a.c:18-21 */
    if (rank == 0 && bytes > 0)
        LMPI_Send(NULL, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1 && bytes > 0)
        LMPI_Recv(NULL, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
