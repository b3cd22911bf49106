/* The memory is there because its absence decides; when it is freed takes a computation. */
#include "roots.h"
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static double *table;

void release(int n) {
    int *plain = malloc(n * sizeof(int));
    BSIM_G(table) = malloc(1000 * sizeof(double));
    if (!BSIM_G(table))
        return;
    BSIM_Add_time(BSIM_cost(0, n)); /* release.1: release.c:15-16 */
    for (int i = 0; i < n; i++)
        plain[i] = i + 1;
    BSIM_Add_time(BSIM_cost(1)); /* release.2: release.c:17-20 */
    LMPI_Bcast(NULL, plain[n - 1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(plain);
}
