/* Sums of a vector on each rank, and one message. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, n = argc > 1 ? atoi(argv[1]) : 10;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = rank + i;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[n - 1 - i];
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);
    free(v);
    MPI_Finalize();
    return 0;
}
