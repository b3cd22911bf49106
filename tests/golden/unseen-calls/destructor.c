/* A destructor that communicates is refused. */
#include <mpi.h>

__attribute__((destructor)) static void last(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    return 0;
}
