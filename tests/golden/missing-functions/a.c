/* Functions that the runtime does not have, from two families, and one that it has. */
#include <mpi.h>
int main(int argc, char **argv) {
    MPI_Comm copy;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Close_port("x");
    MPI_Finalize();
    return 0;
}
