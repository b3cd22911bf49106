/* jacobi.c - the program of the tutorial: Jacobi steps on a grid whose rows are divided among the ranks. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Exchanges the first and last row of this rank's part with its neighbours. */
static void exchange(double *u, int rows, int columns, int above, int below) {
    MPI_Sendrecv(u + columns, columns, MPI_DOUBLE, above, 1, u + (rows + 1) * columns, columns, MPI_DOUBLE, below, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + rows * columns, columns, MPI_DOUBLE, below, 2, u, columns, MPI_DOUBLE, above, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* One Jacobi step; returns the sum of the squared changes. */
static double relax(const double *u, double *v, int rows, int columns) {
    double sum = 0;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j < columns - 1; j++) {
            int k = i * columns + j;
            v[k] = 0.25 * (u[k - 1] + u[k + 1] + u[k - columns] + u[k + columns]);
            sum += (v[k] - u[k]) * (v[k] - u[k]);
        }
    return sum;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int rows = argc > 1 ? atoi(argv[1]) : 256; /* of each rank */
    int columns = argc > 2 ? atoi(argv[2]) : 256;
    int steps = argc > 3 ? atoi(argv[3]) : 100;
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    double *u = calloc((size_t)(rows + 2) * columns, sizeof(double));
    double *v = calloc((size_t)(rows + 2) * columns, sizeof(double));
    for (int i = 0; i < rows + 2; i++)
        u[i * columns] = v[i * columns] = 1;
    double change = 0;
    for (int step = 0; step < steps; step++) {
        exchange(u, rows, columns, above, below);
        double mine = relax(u, v, rows, columns);
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        double *w = u;
        u = v;
        v = w;
    }
    if (rank == 0)
        printf("%d steps, change %g\n", steps, sqrt(change));
    free(u);
    free(v);
    MPI_Finalize();
    return 0;
}
