/* What follows a poll by MPI_Request_get_status begins when the message is there: the loop stays. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, flag = 0, numbers[1000] = {0};
    MPI_Request request;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(numbers, 1000, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Request_get_status(request, &flag, &status);
        MPI_Send(numbers, 1, MPI_INT, 2, 2, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
    } else if (rank == 1) {
        MPI_Ssend(numbers, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
        MPI_Send(numbers, 1000, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Recv(numbers, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &status);
        MPI_Recv(numbers, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &status);
    }
    if (rank == 0)
        printf("%d\n", numbers[0]);
    MPI_Finalize();
    return 0;
}
