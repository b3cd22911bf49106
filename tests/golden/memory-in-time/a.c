/* a.c ELEMENTS BYTES FIRST: ranks from FIRST on add up their elements, while rank 0 sends BYTES to rank 1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double sum(const double *a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(int argc, char **argv) {
    int rank, n = atoi(argv[1]), bytes = atoi(argv[2]), first = atoi(argv[3]);
    double total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *a = calloc((size_t)n, sizeof *a);
    char *data = calloc((size_t)bytes + 1, 1);
    if (rank >= first)
        total = sum(a, n);
    if (rank == 0 && bytes > 0)
        MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1 && bytes > 0)
        MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == first)
        printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
