/* isendrecv_polled.c - MPI_Isendrecv that is polled for. A trace is simulated with a wait in place of the poll, which
 * ends the half that is ready first while the other one is not. diff: replay=no ranks=1,3 record=no */
#include "diff.h"

static void ring(int rank, int size, int n) {
    int to = (rank + 1) % size, flag = 0;
    int *sent = malloc((size_t)n * sizeof *sent), *got = calloc((size_t)n, sizeof *got);
    MPI_Request r;
    MPI_Status status;
    for (int i = 0; i < n; i++)
        sent[i] = 1000 * rank + i;
    MPI_Isendrecv(sent, n - 1, MPI_INT, to, rank, got, n, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
    while (!flag)
        MPI_Test(&r, &flag, &status);
    out("tested: %08x", sum_of(got, (size_t)n * sizeof *got));
    MPI_Barrier(MPI_COMM_WORLD); /* the wildcards may not get the messages below */
    free(sent);
    free(got);
}

/* One side has two calls. */
static void mixed(int rank, int n) {
    int *sent = calloc((size_t)n, sizeof *sent), *got = calloc((size_t)n, sizeof *got);
    MPI_Request r[2];
    MPI_Status status[2];
    sent[0] = rank + 10;
    if (rank == 0) {
        MPI_Isendrecv(sent, n, MPI_INT, 1, 1, got, n, MPI_INT, 1, 2, MPI_COMM_WORLD, r);
        for (int flag = 0; !flag;)
            MPI_Request_get_status(r[0], &flag, &status[0]);
        MPI_Wait(r, status);
        out("both: %08x", sum_of(got, (size_t)n * sizeof *got));
    } else if (rank == 1) {
        MPI_Irecv(got, n, MPI_INT, 0, 1, MPI_COMM_WORLD, &r[0]);
        MPI_Isend(sent, n, MPI_INT, 0, 2, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, status);
        out("each: %08x", sum_of(got, (size_t)n * sizeof *got));
    }
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
    for (int n = 3; size > 1 && n <= 5000; n += 4997)
        mixed(rank, n);
    MPI_Finalize();
    return 0;
}
