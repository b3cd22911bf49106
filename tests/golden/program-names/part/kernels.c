#include <mpi.h>

void relax(int n, double *x);
void relax(int n, double *x) {
    for (int i = 1; i < n - 1; i++)
        x[i] = 0.5 * (x[i - 1] + x[i + 1]);
    MPI_Barrier(MPI_COMM_WORLD);
}
