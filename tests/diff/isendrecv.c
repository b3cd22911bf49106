/* isendrecv.c - MPI_Isendrecv and MPI_Isendrecv_replace: in rings, short and long, with a plain partner, and completed
 * by each kind of wait. MPICH 4.0.2 gives empty statuses, and fails for MPI_PROC_NULL: these are in
 * tests/unit/times_partitioned.c. diff: ranks=1,3 */
#include "diff.h"

enum { LONG = 5000 };

static void tell(const char *what, const int *data, int n) {
    out("%s: %08x", what, sum_of(data, (size_t)n * sizeof *data));
}

static void rings(int rank, int size, int n) {
    int to = (rank + 1) % size, from = (rank + size - 1) % size, which;
    int *sent = malloc((size_t)n * sizeof *sent), *got = calloc((size_t)n, sizeof *got);
    MPI_Request r, more[2];
    MPI_Status status, both[2];
    for (int i = 0; i < n; i++)
        sent[i] = 1000 * rank + i;
    MPI_Isendrecv(sent, n, MPI_INT, to, 3, got, n, MPI_INT, from, 3, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, &status);
    tell("waited", got, n);
    MPI_Barrier(MPI_COMM_WORLD);
    out("null: %d", r == MPI_REQUEST_NULL);
    MPI_Isendrecv(sent, n - 1, MPI_INT, to, rank, got, n, MPI_INT, from, from, MPI_COMM_WORLD, &r);
    MPI_Waitall(1, &r, &status);
    tell("waited for all", got, n);
    MPI_Isendrecv_replace(sent, n, MPI_INT, to, 4, from, 4, MPI_COMM_WORLD, &more[0]);
    MPI_Isendrecv_replace(got, n, MPI_INT, from, 5, to, 5, MPI_COMM_WORLD, &more[1]);
    MPI_Waitany(1, more, &which, &status);
    tell("replaced", sent, n);
    MPI_Waitall(2, more, both);
    tell("and back", got, n);
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
        MPI_Wait(r, status);
        tell("both", got, n);
    } else if (rank == 1) {
        MPI_Irecv(got, n, MPI_INT, 0, 1, MPI_COMM_WORLD, &r[0]);
        MPI_Isend(sent, n, MPI_INT, 0, 2, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, status);
        tell("each", got, n);
    }
    free(sent);
    free(got);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rings(rank, size, 3);
    rings(rank, size, LONG);
    if (size > 1) {
        mixed(rank, 3);
        mixed(rank, LONG);
    }
    MPI_Finalize();
    return 0;
}
