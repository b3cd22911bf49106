#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Its rounds depend on data, so that the instrumented program counts them. */
static double halve(double x) {
    double sum = 0;
    while (x > 1) {
        x /= 1 + 1e-5;
        sum += x;
    }
    return sum;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), most = 0, rank;
    double sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < n; i++)
        sum += halve(2 + i);
    MPI_Allreduce(&n, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d: %.6g\n", most, sum);
    MPI_Finalize();
    return 0;
}
