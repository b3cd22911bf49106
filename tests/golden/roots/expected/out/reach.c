/* fill() writes what it is given: the sizes here, a table there. */
#include "roots.h"
#include <mpi.h>
#include <lmpi/lmpi.h>

static void fill(int *list, int n) {
    for (int i = 0; i < n; i++)
        list[i] = i * n;
}

void reach(void) {
    int sizes[3];
    BSIM_Add_time(BSIM_cost(2)); /* reach.1: reach.c:22 */
    fill(sizes, 3);
    BSIM_Add_time(BSIM_cost(3)); /* reach.2: reach.c:23 */
    LMPI_Bcast(NULL, sizes[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
