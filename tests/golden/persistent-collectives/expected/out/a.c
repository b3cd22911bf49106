/* Two persistent reductions: one ends the loop, so that its data and what they are made of stay; the other decides
 * nothing. */
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int rank, done = 0, all = 0, step = 0;
    MPI_Request ends, adds;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce_init(&done, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, MPI_INFO_NULL, &ends);
    LMPI_Allreduce_init(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &adds);
    while (!all) {
        BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:21 */
        MPI_Start(&adds);
        step++;
        done = step > 3 + rank;
        MPI_Start(&ends);
        MPI_Wait(&ends, MPI_STATUS_IGNORE);
        MPI_Wait(&adds, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&ends);
    MPI_Request_free(&adds);
    MPI_Finalize();
    return 0;
}
