/* A stencil on a ring: the borders go by a neighbourhood collective, whose data decide nothing; the number of steps does. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 1000 };

static void relax(const double *old, double *new, int n) {
    for (int i = 1; i <= n; i++)
        new[i] = (old[i - 1] + old[i] + old[i + 1]) / 3;
}

int main(int argc, char **argv) {
    int size, rank, periodic = 1, steps = argc > 1 ? atoi(argv[1]) : 5;
    double a[CELLS + 2], b[CELLS + 2], out[2], in[2], sum = 0;
    MPI_Comm ring;
    MPI_Request wait;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Comm_rank(ring, &rank);
    for (int i = 0; i < CELLS + 2; i++)
        a[i] = rank + 0.001 * i;
    for (int step = 0; step < steps; step++) {
        out[0] = a[1];
        out[1] = a[CELLS];
        if (step % 2) {
            MPI_Neighbor_alltoall(out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, ring);
        } else {
            MPI_Ineighbor_alltoall(out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, ring, &wait);
            MPI_Wait(&wait, MPI_STATUS_IGNORE);
        }
        a[0] = in[0];
        a[CELLS + 1] = in[1];
        relax(a, b, CELLS);
        for (int i = 1; i <= CELLS; i++)
            a[i] = b[i];
    }
    for (int i = 1; i <= CELLS; i++)
        sum += a[i];
    printf("%d: %g\n", rank, sum);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
