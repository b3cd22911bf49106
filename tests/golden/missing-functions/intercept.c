/* A program may call MPI by its other name, which is MPICH's here. */
#include <mpi.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    PMPI_Barrier(MPI_COMM_WORLD);
    int (*finalize)(void) = PMPI_Finalize;
    return finalize();
}
