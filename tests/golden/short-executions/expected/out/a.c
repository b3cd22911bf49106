/* Two blocks, of which one is executed as often as the second argument says. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:10-11 */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int s = 0; s < steps; s++) {
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:14-15 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
