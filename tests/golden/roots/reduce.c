/* One helper reduces counts, which decide, and times, which do not. */
#include "roots.h"
#include <math.h>
#include <mpi.h>
#include <string.h>

static void combine(void *values, int size, MPI_Datatype type, MPI_Op op) {
    double copy[16], result[16];
    memcpy(copy, values, 8 * (size_t)size);
    MPI_Allreduce(copy, result, size, type, op, MPI_COMM_WORLD);
    memcpy(values, result, 8 * (size_t)size);
}

void reduce(int n) {
    int count[2] = {n, 0};
    double error[1] = {0};
    for (int i = 0; i < 1000; i++)
        error[0] += sqrt(i);
    combine(count, 1, MPI_INT, MPI_SUM);
    combine(error, 1, MPI_DOUBLE, MPI_MAX);
    if (count[0] > 3)
        MPI_Barrier(MPI_COMM_WORLD);
}
