/* wavefront - a pipeline over a 2-D process grid: 8 bytes from west and north, then to east and south.
 * usage: wavefront ITERATIONS
 *
 * Messages: ((x-1)*y + x*(y-1)) * iterations on a grid of x * y ranks. Plain MPI, so that other simulators run it too.
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size, dims[2] = {0, 0};
    double west = 0.0, north = 0.0;

    MPI_Init(&argc, &argv);
    int iterations = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    int x = rank % dims[0], y = rank / dims[0];
    for (int i = 0; i < iterations; i++) {
        if (x > 0)
            MPI_Recv(&west, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (y > 0)
            MPI_Recv(&north, 1, MPI_DOUBLE, rank - dims[0], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (x < dims[0] - 1)
            MPI_Send(&west, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
        if (y < dims[1] - 1)
            MPI_Send(&north, 1, MPI_DOUBLE, rank + dims[0], 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
