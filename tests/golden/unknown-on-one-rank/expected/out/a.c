/* The first rank has much more of the work than the others, who wait for it. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), first = atoi(argv[2]), rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int mine = rank == 0 ? first : n;
    BSIM_Add_time(BSIM_cost(0, mine)); /* main.1: a.c:12-13 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
