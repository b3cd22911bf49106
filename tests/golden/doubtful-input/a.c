#include <mpi.h>
#include <stdlib.h>

double x[1000];

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    double y;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < n; i++)
        x[i % 1000] += 1.0 / (i + 1);
    if (n > 0)
        MPI_Allreduce(x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
