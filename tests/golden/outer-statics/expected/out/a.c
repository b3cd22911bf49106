#include <counter.h>
#include <mpi.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_Add_time(BSIM_cost(0, rank)); /* main.1: a.c:9-10 */
    for (int i = 0; i <= rank; i++)
        count();
    MPI_Barrier(MPI_COMM_WORLD);
    LMPI_Send(NULL, count(), MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
