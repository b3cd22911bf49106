/* isendrecv_polled.c - MPI_Isendrecv that is polled for. A trace is simulated with a wait in place of the poll, which
 * ends the half that is ready first while the other one is not. diff: ranks=1,3 record=no */
#include "isendrecv.h"

static void poll_for(MPI_Request *r, MPI_Status *status) {
    for (int flag = 0; !flag;)
        MPI_Test(r, &flag, status);
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
    ring(rank, size, 3, "tested", poll_for);
    ring(rank, size, 5000, "tested", poll_for);
    for (int n = 3; size > 1 && n <= 5000; n += 4997)
        mixed(rank, n);
    MPI_Finalize();
    return 0;
}
