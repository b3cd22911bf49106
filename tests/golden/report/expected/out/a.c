#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv)
{
    int n = 10;

    MPI_Init(&argc, &argv);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:20 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
