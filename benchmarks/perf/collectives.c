/* collectives - one collective again and again. usage: collectives NAME BYTES ITERATIONS
 *
 * NAME: bcast, allreduce, allgather, alltoall, reduce. Prints the time of one iteration on the rank that is last,
 * between barriers that do not count. Plain MPI, so that other simulators run it too. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int rank, n;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    const char *name = argc > 1 ? argv[1] : "bcast";
    int bytes = argc > 2 ? atoi(argv[2]) : 8, iterations = argc > 3 ? atoi(argv[3]) : 1, count = bytes / 8;
    double *from = calloc((size_t)count * n + 1, 8), *to = calloc((size_t)count * n + 1, 8), sum = 0;
    for (int i = 0; i < iterations; i++) {
        double spent, longest;
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        if (strcmp(name, "bcast") == 0)
            MPI_Bcast(from, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        else if (strcmp(name, "allreduce") == 0)
            MPI_Allreduce(from, to, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else if (strcmp(name, "reduce") == 0)
            MPI_Reduce(from, to, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        else if (strcmp(name, "allgather") == 0)
            MPI_Allgather(from, count, MPI_DOUBLE, to, count, MPI_DOUBLE, MPI_COMM_WORLD);
        else if (strcmp(name, "alltoall") == 0)
            MPI_Alltoall(from, count, MPI_DOUBLE, to, count, MPI_DOUBLE, MPI_COMM_WORLD);
        spent = MPI_Wtime() - start;
        MPI_Allreduce(&spent, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        sum += longest;
    }
    if (rank == 0)
        printf("collective %.9g\n", sum / iterations);
    free(from);
    free(to);
    MPI_Finalize();
    return 0;
}
