/* allreduce - a sum of 8 bytes over all ranks. usage: allreduce ITERATIONS
 *
 * Messages of the algorithm, recursive doubling: ranks * log2(ranks) * iterations where ranks is a power of two. Plain
 * MPI, so that other simulators run it too. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    double mine = 1.0, sum = 0.0;

    MPI_Init(&argc, &argv);
    int iterations = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < iterations; i++)
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
