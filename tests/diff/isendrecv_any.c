/* isendrecv_any.c - MPI_Isendrecv that receives from any source. MPICH 4.0.2 gives empty statuses, so that a recording
 * does not have the source. diff: replay=no ranks=1,3 record=run */
#include "diff.h"

static void ring(int rank, int size, int n) {
    int to = (rank + 1) % size;
    int *sent = malloc((size_t)n * sizeof *sent), *got = calloc((size_t)n, sizeof *got);
    MPI_Request r;
    MPI_Status status;
    for (int i = 0; i < n; i++)
        sent[i] = 1000 * rank + i;
    MPI_Isendrecv(sent, n - 1, MPI_INT, to, rank, got, n, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, &status);
    out("waited: %08x", sum_of(got, (size_t)n * sizeof *got));
    MPI_Barrier(MPI_COMM_WORLD); /* the wildcards may not get the messages below */
    free(sent);
    free(got);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ring(rank, size, 3);
    ring(rank, size, 5000);
    MPI_Finalize();
    return 0;
}
