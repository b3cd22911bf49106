/* What follows a poll by MPI_Request_get_status begins when the message is there: the loop stays. */
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int rank, flag = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        LMPI_Irecv(NULL, 1000, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Request_get_status(request, &flag, &status);
        LMPI_Send(NULL, 1, MPI_INT, 2, 2, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
    } else if (rank == 1) {
        LMPI_Ssend(NULL, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
        LMPI_Send(NULL, 1000, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else if (rank == 2) {
        LMPI_Recv(NULL, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &status);
        LMPI_Recv(NULL, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &status);
    }
    MPI_Finalize();
    return 0;
}
