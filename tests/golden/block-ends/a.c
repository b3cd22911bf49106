/* Functions that run when the process ends, and a function of which one call stands in what could be a block: its time counts
 * once for each call. A comparison of memory. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int n;
static double x[1000];

static void at_exit(void) {
    for (int i = 0; i < n; i++)
        x[i] *= 1.1;
}

__attribute__((destructor)) static void at_end(void) {
    for (int i = 0; i < 2 * n; i++)
        x[i % 10] += 1.5;
}

static int pass(double *y, int many, int result) {
    for (int i = 0; i < many; i++)
        y[i] += 1.0;
    return result;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    n = atoi(argv[1]);
    atexit(at_exit);
    double *y = calloc((size_t)n, sizeof *y);
    MPI_Bcast(y, pass(y, n, 4), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    x[1] = memcmp(x, y, (size_t)n * sizeof *x); /* takes time by its bytes; a few take none */
    x[2] = memcmp(x, y, 16);
    MPI_Barrier(MPI_COMM_WORLD);
    int from[2] = {pass(y, n, 3), 4};
    MPI_Bcast(y, from[0] + (int)y[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
