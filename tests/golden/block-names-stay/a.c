/* Two functions with several blocks each; an assertion, a copy whose call depends on _FORTIFY_SOURCE. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* more */
void relax(int n, double *x, double *y);
void relax(int n, double *x, double *y) {
    assert(n > 0);
    for (int i = 1; i < n; i++)
        x[i] = 0.5 * (x[i] + x[i - 1]);
    MPI_Barrier(MPI_COMM_WORLD);
    memcpy(y, x, n * sizeof *x);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        y[i] *= x[i];
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i;
    /* call */
    relax(n, x, y);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        x[i] += y[i];
    printf("%g\n", x[0]);
    MPI_Finalize();
    return 0;
}
