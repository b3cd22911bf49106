/* a.c ELEMENTS LATE: the ranks of the second node add up LATE elements. Then two neighbours exchange a byte, in a
 * collective of all, and all add up so many more elements. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { RANKS = 8 };

static double sum(const double *a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(int argc, char **argv) {
    int rank, n = atoi(argv[1]), late = atoi(argv[2]), bytes[RANKS] = {0}, zero[RANKS] = {0};
    char out[1] = {0}, in[1];
    double total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *a = calloc((size_t)(n > late ? n : late) + 1, sizeof *a);
    bytes[rank ^ 1] = 1;
    if (rank >= RANKS / 2)
        total += sum(a, late);
    MPI_Alltoallv(out, bytes, zero, MPI_CHAR, in, bytes, zero, MPI_CHAR, MPI_COMM_WORLD);
    total += sum(a, n + in[0]);
    if (rank == 0)
        printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
