#include <mpi.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc + 4;
    double work[n];
    for (int i = 0; i < n; i++)
        work[i] = i;
    MPI_Bcast(work, sizeof work / sizeof *work, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return MPI_Finalize();
}
