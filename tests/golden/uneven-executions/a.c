/* Data decide how long a step takes, on each rank for itself; then all wait for the longest. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), rank;
    double *u = malloc(n * sizeof *u), sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    srand(rank + 1);
    for (int step = 0; step < 1000; step++) {
        for (int i = 0; i < n; i++)
            u[i] = rand() / (double)RAND_MAX;
        for (double left = n * u[0]; left > 0; left -= 0.02)
            sum += sqrt(left);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
