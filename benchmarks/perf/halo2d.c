/* halo2d - each rank of a periodic 2-D process grid exchanges 8 bytes with its four neighbours, non-blocking.
 * usage: halo2d ITERATIONS
 *
 * Messages: 4 * ranks * iterations. Plain MPI, so that other simulators run it too. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size, dims[2] = {0, 0};
    double out[4] = {0}, in[4] = {0};
    MPI_Request request[8];

    MPI_Init(&argc, &argv);
    int iterations = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    int x = rank % dims[0], y = rank / dims[0];
    int west = (x + dims[0] - 1) % dims[0] + y * dims[0], east = (x + 1) % dims[0] + y * dims[0];
    int north = x + (y + dims[1] - 1) % dims[1] * dims[0], south = x + (y + 1) % dims[1] * dims[0];
    int to[4] = {west, east, north, south}, from[4] = {east, west, south, north};
    for (int i = 0; i < iterations; i++) {
        for (int d = 0; d < 4; d++)
            MPI_Irecv(&in[d], 1, MPI_DOUBLE, from[d], d, MPI_COMM_WORLD, &request[d]);
        for (int d = 0; d < 4; d++)
            MPI_Isend(&out[d], 1, MPI_DOUBLE, to[d], d, MPI_COMM_WORLD, &request[4 + d]);
        MPI_Waitall(8, request, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
