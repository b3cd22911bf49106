#include <mpi.h>
#include <stdlib.h>

static double a[100000], b[100000];

static void relax(int n) {
    for (int i = 1; i < n - 1; i++)
        a[i] = 0.5 * (b[i - 1] + b[i + 1]);
}

/* The arguments: points, steps of rank 0, steps of each further rank beyond those of the rank before. */
int main(int argc, char **argv) {
    int rank, n = atoi(argv[1]), steps = atoi(argv[2]), more = atoi(argv[3]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int t = 0; t < steps + more * rank; t++) {
        relax(n);
        MPI_Barrier(MPI_COMM_SELF);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
