/* Work that is done every few steps: the condition is a parameter, so that the model tells the two kinds of steps apart.
 * A rest by a variable is computed only if that is not 0, as in the program. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100, every = argc > 2 ? atoi(argv[2]) : 0;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:16 */
    for (int step = 0; step < 12; step++) {
        BSIM_Add_time(BSIM_cost(1, step % 5 == 0, n)); /* main.2: a.c:18-19 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(2, every > 0, every != 0 && (long)(step + 1) % every == 0, n)); /* main.3: a.c:21-22 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(3, (step & 1) != 0, n)); /* main.4: a.c:24-25 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
