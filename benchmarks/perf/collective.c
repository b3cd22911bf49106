/* collective - one collective among all ranks, with data. usage: collective bcast|scatter|gather|allgather|alltoall
 * BYTES
 *
 * BYTES: of the broadcast, or of each part. Prints the time at which the last rank ends and the mean over ranks, in
 * seconds. Has no global data, so that simulators without private data run it too. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void perform(const char *name, char *out, char *in, int bytes) {
    if (strcmp(name, "bcast") == 0)
        MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (strcmp(name, "scatter") == 0)
        MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (strcmp(name, "gather") == 0)
        MPI_Gather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (strcmp(name, "allgather") == 0)
        MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
    else
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int bytes = atoi(argv[2]);
    char *out = calloc((size_t)size, (size_t)bytes), *in = calloc((size_t)size, (size_t)bytes);
    if (!out || !in)
        MPI_Abort(MPI_COMM_WORLD, 1);
    double begin = MPI_Wtime();
    perform(argv[1], out, in, bytes);
    double own = MPI_Wtime() - begin, last, sum;
    MPI_Reduce(&own, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("last %.9g mean %.9g\n", last, sum / size);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
