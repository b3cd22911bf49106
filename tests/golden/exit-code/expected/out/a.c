#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void next(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

/* Refuses what does not fit the number of ranks, and says so by what it returns. */
static int loop(int n, int size) {
    next(n);
    if (n % size)
        return 1;
    next(100);
    return 0;
}

int main(int argc, char **argv) {
    int size, bad;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bad = loop(atoi(argv[1]), size);
    MPI_Finalize();
    return bad;
}
