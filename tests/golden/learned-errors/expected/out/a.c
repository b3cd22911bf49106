/* Steps until convergence, and a block in each of them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 10;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:19 */
    { long bsim_trips0 = BSIM_learned_int(0, BSIM_NO_KEY, n);
    while (bsim_trips0-- > 0) {
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:22 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    }
    MPI_Finalize();
    return 0;
}
