#include <mpi.h>

static int exchange(double *x, int n, int root) {
    if (n > 3)
        return MPI_Bcast(x, n, MPI_DOUBLE, root, MPI_COMM_WORLD);
    return MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc + 4;
    double x[8];
    for (int i = 0; i < 8; i++)
        x[i] = i;
    if (exchange(x, n, 0))
        MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 7)
        return MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
