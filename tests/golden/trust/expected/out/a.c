#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <bsim/bsim.h>

int main(int argc, char **argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 100;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_Add_time(BSIM_cost(0, rank == 0, n)); /* main.1: a.c:20-21 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:23-24 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2)); /* main.3: a.c:26-27 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
