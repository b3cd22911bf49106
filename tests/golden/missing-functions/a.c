/* Functions that the runtime does not have, from two families, and one that it has. */
#include <mpi.h>
int main(int argc, char **argv) {
    MPI_Comm copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_join(0, &copy);
    MPI_Comm_accept("", MPI_INFO_NULL, 0, MPI_COMM_WORLD, &copy);
    MPI_Finalize();
    return 0;
}
