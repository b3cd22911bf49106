/* A macro makes several names of calls by ##, on one line. What two of them receive decides what is sent. */
#include <mpi.h>
#include <stdlib.h>
#define EACH(name, ...)                                                                                                \
    do {                                                                                                               \
        MPI_Request r;                                                                                                 \
        MPI_A##name(__VA_ARGS__, MPI_COMM_WORLD);                                                                      \
        MPI_Ia##name(__VA_ARGS__, MPI_COMM_WORLD, &r);                                                                 \
        MPI_Wait(&r, MPI_STATUS_IGNORE);                                                                               \
        MPI_A##name##_c(__VA_ARGS__, MPI_COMM_WORLD);                                                                  \
    } while (0)

int main(int argc, char **argv) {
    int rank, in[2] = {0, 1}, got[200] = {0};
    double *sums = calloc(200, sizeof *sums), *more = calloc(200, sizeof *more);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    in[0] = rank + 2;
    EACH(llgather, in, 2, MPI_INT, got, 2, MPI_INT);
    EACH(llreduce, sums, more, 100, MPI_DOUBLE, MPI_SUM);
    MPI_Bcast(sums, got[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    EACH(llreduce, in, got, 2, MPI_INT, MPI_MAX);
    MPI_Bcast(sums, got[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(sums), free(more);
    MPI_Finalize();
    return 0;
}
