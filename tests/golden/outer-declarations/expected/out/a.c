/* What a header outside of the program declares first stays where the program defines it. */
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE int is_master;

int chosen(int rank) { return rank == 0; }

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_G(is_master) = chosen(rank);
    if (BSIM_G(is_master))
        LMPI_Send(NULL, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
