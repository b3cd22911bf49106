#include <lmpi/lmpi.h>
   BSIM_PRIVATE static int steps = 3;
#include <mpi.h>
#include "marked.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < BSIM_G(steps); i++) {
        BSIM_Add_time(BSIM_cost(0)); /* main.1: marked.c:9-10 */
        LMPI_Bcast(NULL, number(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
