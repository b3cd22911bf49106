/* Data and a tolerance decide how often the loop runs. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:9 */
    double tolerance = atof(argv[2]);
    for (int step = 0; step < 10; step++) {
        BSIM_Add_time(BSIM_cost(1, tolerance, n)); /* main.2: a.c:12-16 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
