/* Two blocks, of which one is executed as often as the second argument says. */
#include <mpi.h>
#include <stdlib.h>

static double a[100000], b[100000];

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    for (int i = 0; i < 100000; i++)
        a[i] = i * 0.5 + a[i];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int s = 0; s < steps; s++) {
        for (int k = 0; k < n; k++)
            b[k] = b[k] * 2 + 1;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
