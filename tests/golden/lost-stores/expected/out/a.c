/* Addresses that come from outside: what is stored there cannot be followed, and that is said. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv)
{
    int n = 1;
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:25-26 */
    LMPI_Bcast(NULL, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
