#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

/* Receives of n doubles into memory that is new, new in the first step only, or touched before. */
int main(int argc, char **argv) {
    int rank, n = atoi(argv[1]), steps = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = rank ^ 1;
    MPI_Request r;
    MPI_Status ended[1];
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:16-17 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int k = 0; k < steps; k++) {
        LMPI_Iallgather(NULL, n, MPI_DOUBLE, NULL, n, MPI_DOUBLE, MPI_COMM_WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        LMPI_Sendrecv(NULL, n, MPI_DOUBLE, peer, 0, NULL, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        LMPI_Irecv(NULL, n, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &r);
        LMPI_Send(NULL, n, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
        MPI_Waitall(1, &r, ended);
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:27-28 */
    }
    MPI_Finalize();
    return 0;
}
