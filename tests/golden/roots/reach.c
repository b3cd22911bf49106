/* fill() writes what it is given: the sizes here, a table there. */
#include "roots.h"
#include <mpi.h>

static void fill(int *list, int n) {
    for (int i = 0; i < n; i++)
        list[i] = i * n;
}

static double work(int n) {
    int table[1000];
    double sum = 0;
    fill(table, 1000);
    for (int i = 0; i < 1000; i++)
        sum += table[i] * 0.5 * n;
    return sum;
}

void reach(int n) {
    int sizes[3];
    double result, buffer[100];
    fill(sizes, 3);
    result = work(n);
    buffer[0] = result;
    MPI_Bcast(buffer, sizes[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
