#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Receives of n doubles into memory that is new, new in the first step only, or touched before. */
int main(int argc, char **argv) {
    int rank, size, n = atoi(argv[1]), steps = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), s = 0;
    double *all = malloc((size_t)size * n * sizeof *all);
    int peer = rank ^ 1;
    MPI_Request r;
    MPI_Status ended[1];
    for (int i = 0; i < n; i++)
        b[i] = c[i] = i;
    MPI_Bcast(a, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int k = 0; k < steps; k++) {
        MPI_Iallgather(b, n, MPI_DOUBLE, all, n, MPI_DOUBLE, MPI_COMM_WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Sendrecv(b, n, MPI_DOUBLE, peer, 0, c, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double *d = aligned_alloc(4096, (size_t)n * sizeof *d + (64 << 20));
        MPI_Irecv(d, n, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &r);
        MPI_Send(b, n, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
        MPI_Waitall(1, &r, ended);
        for (int i = 0; i < n; i++)
            s += c[i] + d[i] + all[i] + a[i];
        free(d);
    }
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
