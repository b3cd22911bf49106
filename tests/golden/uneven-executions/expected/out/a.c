/* Data decide how long a step takes, on each rank for itself; then all wait for the longest. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    for (int step = 0; step < 1000; step++) {
        BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:13-16 */
        LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
