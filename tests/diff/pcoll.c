/* pcoll.c - persistent collectives: each of them, started several times, in another order on each rank, with other
 * collectives between. MPICH 4.0.2 gives wrong results from the second start on and ends with
 * errors, so that it starts non-blocking ones instead. diff: record=run trace=no */
#include "diff.h"

#if __has_include(<lmpi/lmpi.h>)
#define OPERATION(name, start, ...) MPI_##name##_init(__VA_ARGS__, comm, MPI_INFO_NULL, r)
#define PLAIN(name, start) MPI_##name##_init(comm, MPI_INFO_NULL, r)
static const int persistent = 1;
#else
#define OPERATION(name, start, ...) MPI_##start(__VA_ARGS__, comm, r)
#define PLAIN(name, start) MPI_##start(comm, r)
static const int persistent = 0;
#endif

enum { KINDS = 17, N = 5, ROUNDS = 3 };

static void tell(const char *what, const void *data, size_t n) {
    out("%s %08x", what, sum_of(data, n));
}

struct work {
    int in[16 * N], result[16 * N], counts[16], displs[16];
    MPI_Datatype types[16];
};

static void make(int kind, struct work *w, int rank, int size, MPI_Request *r) {
    MPI_Comm comm = MPI_COMM_WORLD;
    int root = kind % size;
    for (int i = 0; i < size; i++) {
        w->counts[i] = 2;
        w->displs[i] = kind == 5 ? (int)sizeof(int) * 3 * i : 3 * i;
        w->types[i] = MPI_INT;
    }
    switch (kind) {
    case 0:
        OPERATION(Allgather, Iallgather, w->in, N, MPI_INT, w->result, N, MPI_INT);
        break;
    case 1:
        OPERATION(Allgatherv, Iallgatherv, w->in, 2, MPI_INT, w->result, w->counts, w->displs, MPI_INT);
        break;
    case 2:
        OPERATION(Allreduce, Iallreduce, w->in, w->result, N, MPI_INT, MPI_SUM);
        break;
    case 3:
        OPERATION(Alltoall, Ialltoall, w->in, N, MPI_INT, w->result, N, MPI_INT);
        break;
    case 4:
        OPERATION(Alltoallv, Ialltoallv, w->in, w->counts, w->displs, MPI_INT, w->result, w->counts, w->displs,
                  MPI_INT);
        break;
    case 5:
        OPERATION(Alltoallw, Ialltoallw, w->in, w->counts, w->displs, w->types, w->result, w->counts, w->displs,
                  w->types);
        break;
    case 6:
        PLAIN(Barrier, Ibarrier);
        break;
    case 7:
        OPERATION(Bcast, Ibcast, rank == root ? w->in : w->result, N, MPI_INT, root);
        break;
    case 8:
        OPERATION(Exscan, Iexscan, w->in, w->result, N, MPI_INT, MPI_MAX);
        break;
    case 9:
        OPERATION(Gather, Igather, w->in, N, MPI_INT, w->result, N, MPI_INT, root);
        break;
    case 10:
        OPERATION(Gatherv, Igatherv, w->in, 2, MPI_INT, w->result, w->counts, w->displs, MPI_INT, root);
        break;
    case 11:
        OPERATION(Reduce, Ireduce, w->in, w->result, N, MPI_INT, MPI_BXOR, root);
        break;
    case 12:
        OPERATION(Reduce_scatter, Ireduce_scatter, w->in, w->result, w->counts, MPI_INT, MPI_SUM);
        break;
    case 13:
        OPERATION(Reduce_scatter_block, Ireduce_scatter_block, w->in, w->result, 2, MPI_INT, MPI_SUM);
        break;
    case 14:
        OPERATION(Scan, Iscan, w->in, w->result, N, MPI_INT, MPI_SUM);
        break;
    case 15:
        OPERATION(Scatter, Iscatter, w->in, N, MPI_INT, w->result, N, MPI_INT, root);
        break;
    default:
        OPERATION(Scatterv, Iscatterv, w->in, w->counts, w->displs, MPI_INT, w->result, 2, MPI_INT, root);
    }
}

static void start(int kind, struct work *w, int rank, int size, MPI_Request *r) {
    if (persistent)
        MPI_Start(r);
    else
        make(kind, w, rank, size, r);
}

static void fill(struct work *w, int rank, int kind, int round) {
    memset(w->result, 0, sizeof w->result);
    for (int i = 0; i < 16 * N; i++)
        w->in[i] = 1000 * round + 100 * rank + 7 * kind + i;
}

/* One after the other. */
static void in_turn(struct work *w, MPI_Request *r, int rank, int size) {
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < KINDS; k++) {
            fill(&w[k], rank, k, round);
            start(k, &w[k], rank, size, &r[k]);
            MPI_Wait(&r[k], MPI_STATUS_IGNORE);
            tell("result", w[k].result, sizeof w[k].result);
        }
}

/* All together; each rank starts with another one, but after the same barrier. */
static void together(struct work *w, MPI_Request *r, int rank, int size) {
    int flag = 0;
    for (int k = 0; k < KINDS; k++)
        fill(&w[k], rank, k, 9);
    for (int k = 0; k < KINDS; k++) {
        int next = persistent ? (k + rank) % KINDS : k;
        start(next, &w[next], rank, size, &r[next]);
    }
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Waitall(KINDS - 1, r, MPI_STATUSES_IGNORE);
    while (!flag)
        MPI_Test(&r[KINDS - 1], &flag, MPI_STATUS_IGNORE);
    out("sum %d", sum);
    for (int k = 0; k < KINDS; k++)
        tell("result", w[k].result, sizeof w[k].result);
    if (persistent)
        MPI_Startall(KINDS, r);
    for (int k = 0; !persistent && k < KINDS; k++)
        start(k, &w[k], rank, size, &r[k]);
    MPI_Waitall(KINDS, r, MPI_STATUSES_IGNORE);
    for (int k = 0; k < KINDS; k++)
        tell("result", w[k].result, sizeof w[k].result);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct work *w = malloc(KINDS * sizeof *w);
    MPI_Request r[KINDS];
    for (int k = 0; persistent && k < KINDS; k++)
        make(k, &w[k], rank, size, &r[k]);
    in_turn(w, r, rank, size);
    together(w, r, rank, size);
    for (int k = 0; persistent && k < KINDS; k++)
        MPI_Request_free(&r[k]);
    out("freed %d", r[0] == MPI_REQUEST_NULL);
    free(w);
    MPI_Finalize();
    return 0;
}
