/* Functions that the runtime does not have, from two families, and one that it has. */
#include <mpi.h>
int main(int argc, char **argv) {
    int one = 1, sum = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Close_port("x");
    MPI_Finalize();
    return 0;
}
