/* The work goes with the square of how many particles a cell has, which stand in memory that has no name in front of the
 * block. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), cells = atoi(argv[2]);
    BSIM_Add_time(BSIM_cost(0, n, cells)); /* main.1: a.c:10-12 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, cells)); /* main.2: a.c:14-17 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
