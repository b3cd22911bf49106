/* icoll_random.c - random programs: blocking and non-blocking collectives on three communicators, and messages around a
 * ring, all ranks in one order; each rank completes what it has started when and how it likes. No rank can be held up
 * for ever: the one that is behind all others waits only for what all have started. diff: record=no */
#include "diff.h"

enum { PENDING = 12, STEPS = 60, PROGRAMS = 6, MOST = 700 };

struct pending {
    double *in, *to;
    size_t n; /* elements of to */
    int *counts, *displs;
    int step;
};

struct rank {
    int world, size;
    unsigned all, own; /* states of random numbers: equal on all ranks, and not */
    MPI_Comm comm[3];
    MPI_Request request[PENDING];
    struct pending pending[PENDING];
};

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* The data of a completed operation are told in the order of the starts, not here. */
static void finish(struct pending *p, unsigned *sums) {
    sums[p->step] = sum_of(p->to, p->n * sizeof *p->to);
    free(p->in);
    free(p->to);
    free(p->counts);
    free(p->displs);
    p->in = NULL;
}

static void complete_some(struct rank *r, unsigned *sums, int all) {
    int index[PENDING], n = 0, flag;
    if (all) {
        MPI_Waitall(PENDING, r->request, MPI_STATUSES_IGNORE);
    } else {
        switch (next(&r->own) % 5) {
        case 0:
            MPI_Waitany(PENDING, r->request, index, MPI_STATUS_IGNORE);
            break;
        case 1:
            MPI_Waitsome(PENDING, r->request, &n, index, MPI_STATUSES_IGNORE);
            break;
        case 2:
            MPI_Testany(PENDING, r->request, index, &flag, MPI_STATUS_IGNORE);
            break;
        case 3:
            MPI_Testsome(PENDING, r->request, &n, index, MPI_STATUSES_IGNORE);
            break;
        case 4:
            MPI_Wait(&r->request[next(&r->own) % PENDING], MPI_STATUS_IGNORE);
            break;
        }
    }
    for (int i = 0; i < PENDING; i++)
        if (r->pending[i].in && r->request[i] == MPI_REQUEST_NULL)
            finish(&r->pending[i], sums);
}

static struct pending new_pending(const struct rank *r, int size, int count, int step) {
    struct pending p = {.n = (size_t)count * size, .step = step};
    p.in = malloc((p.n + 1) * sizeof *p.in);
    p.to = calloc(p.n + MOST, sizeof *p.to);
    p.counts = malloc(size * sizeof *p.counts);
    p.displs = malloc(size * sizeof *p.displs);
    for (size_t i = 0; i < p.n; i++)
        p.in[i] = number(r->world + step, (int)i);
    for (int i = 0; i < size; i++) {
        p.counts[i] = count;
        p.displs[i] = i * count;
    }
    return p;
}

#define EITHER(name, iname, ...)                                                                                       \
    if (starts)                                                                                                        \
        MPI_##iname(__VA_ARGS__, request);                                                                             \
    else                                                                                                               \
        MPI_##name(__VA_ARGS__);                                                                                       \
    break

static void collective(int what, int starts, const struct pending *p, int count, int root, MPI_Comm comm,
                       MPI_Request *request) {
    const double *in = p->in;
    double *to = p->to;
    MPI_Datatype t = MPI_DOUBLE;
    switch (what) {
    case 0:
        EITHER(Allgather, Iallgather, in, count, t, to, count, t, comm);
    case 1:
        EITHER(Allgatherv, Iallgatherv, in, count, t, to, p->counts, p->displs, t, comm);
    case 2:
        EITHER(Allreduce, Iallreduce, in, to, count, t, MPI_MAX, comm);
    case 3:
        EITHER(Alltoall, Ialltoall, in, count, t, to, count, t, comm);
    case 4:
        EITHER(Alltoallv, Ialltoallv, in, p->counts, p->displs, t, to, p->counts, p->displs, t, comm);
    case 5:
        EITHER(Barrier, Ibarrier, comm);
    case 6:
        EITHER(Bcast, Ibcast, to, count, t, root, comm);
    case 7:
        EITHER(Exscan, Iexscan, in, to, count, t, MPI_MIN, comm);
    case 8:
        EITHER(Gather, Igather, in, count, t, to, count, t, root, comm);
    case 9:
        EITHER(Gatherv, Igatherv, in, count, t, to, p->counts, p->displs, t, root, comm);
    case 10:
        EITHER(Reduce, Ireduce, in, to, count, t, MPI_MAX, root, comm);
    case 11:
        EITHER(Reduce_scatter, Ireduce_scatter, in, to, p->counts, t, MPI_MAX, comm);
    case 12:
        EITHER(Reduce_scatter_block, Ireduce_scatter_block, in, to, count, t, MPI_MIN, comm);
    case 13:
        EITHER(Scan, Iscan, in, to, count, t, MPI_MAX, comm);
    case 14:
        EITHER(Scatter, Iscatter, in, count, t, to, count, t, root, comm);
    case 15:
        EITHER(Scatterv, Iscatterv, in, p->counts, p->displs, t, to, count, t, root, comm);
    }
}

static int free_place(struct rank *r, unsigned *sums) {
    for (;;) {
        for (int i = 0; i < PENDING; i++)
            if (!r->pending[i].in)
                return i;
        complete_some(r, sums, 0);
    }
}

static void step(struct rank *r, unsigned *sums, int number_of_step) {
    int i = free_place(r, sums), what = next(&r->all) % 17, starts = next(&r->all) % 4 != 0, me, size;
    MPI_Comm comm = r->comm[next(&r->all) % 3];
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &size);
    int count = next(&r->all) % 3 ? (int)(next(&r->all) % 20) : (int)(next(&r->all) % MOST);
    int root = (int)(next(&r->all) % 720720) % size;
    struct pending *p = &r->pending[i];
    *p = new_pending(r, size, count, number_of_step);
    if (what == 6 && me == root)
        memcpy(p->to, p->in, count * sizeof *p->to);
    r->request[i] = MPI_REQUEST_NULL;
    if (what < 16) {
        collective(what, starts, p, count, root, comm, &r->request[i]);
    } else {
        MPI_Irecv(p->to, MOST, MPI_DOUBLE, (me + size - 1) % size, 3, comm, &r->request[i]);
        int j = free_place(r, sums); /* the receive may be over by then, and its place free */
        r->pending[j] = new_pending(r, size, count, STEPS);
        MPI_Isend(r->pending[j].in, count, MPI_DOUBLE, (me + 1) % size, 3, comm, &r->request[j]);
    }
    while (next(&r->own) % 2)
        complete_some(r, sums, 0);
}

static void program(int seed) {
    struct rank r = {.all = (unsigned)seed * 7919u + 17u};
    unsigned sums[STEPS + 1] = {0};
    MPI_Comm_rank(MPI_COMM_WORLD, &r.world);
    MPI_Comm_size(MPI_COMM_WORLD, &r.size);
    r.own = r.all + 31u * (unsigned)r.world;
    r.comm[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &r.comm[1]);
    MPI_Comm_split(MPI_COMM_WORLD, r.world % 2, -r.world, &r.comm[2]);
    for (int i = 0; i < PENDING; i++)
        r.request[i] = MPI_REQUEST_NULL;
    for (int i = 0; i < STEPS; i++)
        step(&r, sums, i);
    MPI_Comm_free(&r.comm[1]);
    complete_some(&r, sums, 1);
    MPI_Comm_free(&r.comm[2]);
    for (int i = 0; i < STEPS; i++)
        out("program %d step %d: %08x", seed, i, sums[i]);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int seed = 0; seed < PROGRAMS; seed++)
        program(seed);
    MPI_Finalize();
    return 0;
}
