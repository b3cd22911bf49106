/* Steps until convergence, and a block in each of them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double relax(double *x, int n) {
    double change = 0;
    for (int i = 1; i < n - 1; i++) {
        double new = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
        change += (new - x[i]) * (new - x[i]);
        x[i] = new;
    }
    return change;
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 10;
    double *x = calloc(n, sizeof *x), all = 1;
    x[0] = 1;
    while (all > 1e-9) {
        double mine = relax(x, n);
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    printf("%g\n", x[1]);
    MPI_Finalize();
    return 0;
}
