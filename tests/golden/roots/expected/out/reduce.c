/* One helper reduces counts, which decide, and times, which do not. */
#include "roots.h"
#include <math.h>
#include <mpi.h>
#include <string.h>
#include <bsim/bsim.h>

static void combine(void *values, int size, MPI_Datatype type, MPI_Op op) {
    double copy[16], result[16];
    BSIM_Add_time(BSIM_cost(4, size)); /* combine.1: reduce.c:9 */
    memcpy(copy, values, 8 * (size_t)size);
    MPI_Allreduce(copy, result, size, type, op, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, size)); /* combine.2: reduce.c:11 */
    memcpy(values, result, 8 * (size_t)size);
}

void reduce(int n) {
    int count[2] = {n, 0};
    double error[1];
    BSIM_Add_time(BSIM_cost(6)); /* reduce.1: reduce.c:17-18 */
    combine(count, 1, MPI_INT, MPI_SUM);
    combine(error, 1, MPI_DOUBLE, MPI_MAX);
    if (count[0] > 3)
        MPI_Barrier(MPI_COMM_WORLD);
}
