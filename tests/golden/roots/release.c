/* The memory is there because its absence decides; when it is freed takes a computation. */
#include "roots.h"
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static double *table;

void release(int n) {
    double sum = 0;
    int *plain = malloc(n * sizeof(int));
    table = malloc(1000 * sizeof(double));
    if (!table || !plain)
        return;
    for (int i = 0; i < n; i++)
        plain[i] = i + 1;
    for (int i = 0; i < 1000; i++)
        table[i] = sin(i);
    for (int i = 0; i < 1000; i++)
        sum += table[i];
    MPI_Bcast(table, plain[n - 1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (sum > 3)
        free(table);
    free(plain);
}
