/* Sums of a vector on each rank, and one message. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:12-15 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
