#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

/* The arguments: points, steps of rank 0, steps of each further rank beyond those of the rank before. */
int main(int argc, char **argv) {
    int rank, n = atoi(argv[1]), steps = atoi(argv[2]), more = atoi(argv[3]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int t = 0; t < steps + more * rank; t++) {
        BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:17 */
        MPI_Barrier(MPI_COMM_SELF);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
