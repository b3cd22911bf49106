/* An element that the work reads only if its data say so: with another index there may be none. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double refined(double *x, const int *list, int k, int many) {
    double sum = 0;
    for (int i = 0; i < many; i++)
        sum += x[i] * 0.5;
    if (x[0] > 3) {
        int n = list[k];
        for (int i = 0; i < n; i++)
            sum += x[i % many] * 1.5;
    }
    return sum;
}

/* Here the index is one of another array in any case. */
static double flagged(double *x, const double *error, const int *list, int k, int many) {
    double sum = error[k];
    for (int i = 0; i < many; i++)
        sum += x[i];
    if (x[0] > 3)
        for (int i = 0; i < list[k]; i++)
            sum += x[i % many] * error[k];
    return sum;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), k = atoi(argv[2]);
    double *x = calloc((size_t)n, sizeof *x), all;
    int *list = malloc((size_t)n * sizeof *list);
    for (int i = 0; i < n; i++) {
        x[i] = i + 2;
        list[i] = i * 3 % n;
    }
    double sum = refined(x, list, k, n);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    int at = k % n;
    sum = flagged(x, x, list, at, n);
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, list[2] % size, MPI_COMM_WORLD);
    if (rank == list[2] % size)
        printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
