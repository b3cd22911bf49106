/* Functions that run when the process ends, and a function of which one call stands in what could be a block: its time counts
 * once for each call. A comparison of memory. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int n;

static int pass(double *y, int many, int result) {
    BSIM_Add_time(BSIM_cost(0, many)); /* pass.1: a.c:21-22 */
    for (int i = 0; i < many; i++)
        y[i] += 1.0;
    return result;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    BSIM_G(n) = atoi(argv[1]);
    double *y = calloc((size_t)BSIM_G(n), sizeof *y);
    MPI_Bcast(y, pass(y, BSIM_G(n), 4), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, BSIM_G(n))); /* main.1: a.c:32 */
    MPI_Barrier(MPI_COMM_WORLD);
    int from[2] = {pass(y, BSIM_G(n), 3), 4};
    LMPI_Bcast(NULL, from[0] + (int)y[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    BSIM_Add_time(BSIM_cost(2, 2 * BSIM_G(n), BSIM_G(n))); /* main.2: a.c:38 */
    return 0;
}
