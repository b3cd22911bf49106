/* inter.c - inter-communicators: made from halves of the world, their messages, each of their collectives (blocking and
 * non-blocking), duplicates, and their merges. diff: ranks=2,3,4,7 */
#include "inter.h"

enum { N = 6, LONG = 900 };

static void tell(const char *what, const void *data, size_t n) {
    out("%s %08x", what, sum_of(data, n));
}

/* Ranks of the smaller group's size exchange; the rest gets from rank 0. */
static void messages(MPI_Comm comm) {
    int rank, size, remote, value[LONG], got[LONG];
    MPI_Status status;
    MPI_Request request;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_remote_size(comm, &remote);
    for (int i = 0; i < LONG; i++)
        value[i] = 100 * rank + size + i;
    if (rank < remote) {
        MPI_Sendrecv(value, 1, MPI_INT, rank, 1, got, 1, MPI_INT, rank, 1, comm, &status);
        out("exchanged %d from %d", got[0], status.MPI_SOURCE);
        MPI_Isend(value, LONG, MPI_INT, rank, 2, comm, &request);
        MPI_Probe(MPI_ANY_SOURCE, 2, comm, &status);
        MPI_Recv(got, LONG, MPI_INT, MPI_ANY_SOURCE, 2, comm, &status);
        out("any %d from %d", got[LONG - 1], status.MPI_SOURCE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        for (int i = size; i < remote; i++)
            MPI_Send(value, 2, MPI_INT, i, 3, comm);
    if (rank >= remote) {
        MPI_Recv(got, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
        out("rest %d from %d", got[1], status.MPI_SOURCE);
    }
}

#define CALL(name, lower, ...)                                                                                         \
    do {                                                                                                               \
        memset(in, 0, sizeof in);                                                                                      \
        if (later) {                                                                                                   \
            MPI_I##lower(__VA_ARGS__, comm, &request);                                                                 \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                                                                     \
        } else {                                                                                                       \
            MPI_##name(__VA_ARGS__, comm);                                                                             \
        }                                                                                                              \
        tell(#name, in, sizeof in);                                                                                    \
    } while (0)

static void collectives(MPI_Comm comm, int left, int later) {
    int rank, size, remote, in[16 * LONG], counts[16], displs[16], offsets[16], own[16], *send = malloc(sizeof in);
    MPI_Datatype types[16];
    MPI_Request request;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_remote_size(comm, &remote);
    for (int i = 0; i < 16 * LONG; i++)
        send[i] = 1000 * rank + 77 * left + i;
    for (int i = 0; i < 16; i++) {
        counts[i] = 2;
        displs[i] = 5 * i;
        offsets[i] = (int)sizeof(int) * 4 * i;
        types[i] = MPI_INT;
        own[i] = remote; /* of a reduction: size times remote is the same on both sides */
    }
    if (later) {
        MPI_Ibarrier(comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(comm);
    }
    for (int n = N; n <= LONG; n += LONG - N)
        for (int side = 0; side < 2;
             side++) { /* the last of one group is the root; MPICH's MPI_Ibcast needs the first */
            int mine = later ? 0 : size - 1, theirs = later ? 0 : remote - 1;
            int root = side != left ? theirs : rank == mine ? MPI_ROOT : MPI_PROC_NULL;
            CALL(Bcast, bcast, root == MPI_ROOT ? send : in, n, MPI_INT, root);
            CALL(Gather, gather, send, n, MPI_INT, in, n, MPI_INT, root);
            CALL(Scatter, scatter, send, n, MPI_INT, in, n, MPI_INT, root);
            CALL(Reduce, reduce, send, in, n, MPI_INT, MPI_SUM, root);
            CALL(Gatherv, gatherv, send, 2, MPI_INT, in, counts, displs, MPI_INT, root);
            CALL(Scatterv, scatterv, send, counts, displs, MPI_INT, in, 2, MPI_INT, root);
        }
    for (int n = N; n <= LONG; n += LONG - N) {
        CALL(Allgather, allgather, send, n, MPI_INT, in, n, MPI_INT);
        CALL(Alltoall, alltoall, send, n, MPI_INT, in, n, MPI_INT);
        CALL(Allreduce, allreduce, send, in, n, MPI_INT, MPI_MAX);
    }
    CALL(Allgatherv, allgatherv, send, 2, MPI_INT, in, counts, displs, MPI_INT);
    CALL(Alltoallv, alltoallv, send, counts, displs, MPI_INT, in, counts, displs, MPI_INT);
    CALL(Alltoallw, alltoallw, send, counts, offsets, types, in, counts, offsets, types);
    CALL(Reduce_scatter, reduce_scatter, send, in, own, MPI_INT, MPI_SUM);
    CALL(Reduce_scatter_block, reduce_scatter_block, send, in, remote, MPI_INT, MPI_SUM);
    free(send);
}

static void derived(MPI_Comm comm, int left) {
    MPI_Comm made, merged;
    int result;
    MPI_Comm_dup(comm, &made);
    describe("dup", made);
    MPI_Comm_compare(comm, made, &result);
    out("congruent %d", result == MPI_CONGRUENT);
    MPI_Barrier(made);
    MPI_Comm_free(&made);
    for (int high = 0; high < 2; high++) {
        MPI_Intercomm_merge(comm, high ? left : !left, &merged);
        describe("merged", merged);
        int sum;
        MPI_Allreduce(&left, &sum, 1, MPI_INT, MPI_SUM, merged);
        out("sum %d", sum);
        MPI_Comm_free(&merged);
    }
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Comm half, comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank < (size + 1) / 2, other = left ? (size + 1) / 2 : 0;
    MPI_Comm_split(MPI_COMM_WORLD, left, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, other, 12, &comm);
    describe("made", comm);
    messages(comm);
    collectives(comm, left, 0);
    collectives(comm, left, 1);
    derived(comm, left);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
