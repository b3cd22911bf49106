/* Work that is done every few steps: the condition is a parameter, so that the model tells the two kinds of steps apart.
 * A rest by a variable is computed only if that is not 0, as in the program. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void smooth(double *x, int n) {
    for (int i = 1; i < n; i++)
        x[i] = 0.5 * (x[i] + x[i - 1]);
}

int main(int argc, char **argv) {
    double sum = 0;
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100, every = argc > 2 ? atoi(argv[2]) : 0;
    double *x = calloc((size_t)n, sizeof *x);
    for (int step = 0; step < 12; step++) {
        if (step % 5 == 0)
            smooth(x, n);
        MPI_Barrier(MPI_COMM_WORLD);
        if (every > 0 && (step + 1) % every == 0)
            smooth(x, n);
        MPI_Barrier(MPI_COMM_WORLD);
        if (step & 1)
            smooth(x, n);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Reduce(x, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
