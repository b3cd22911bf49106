/* trace_goal_coll.c - collectives as messages, for GOAL, which has none: one well-known algorithm for each.
 *
 * Barrier: dissemination. Bcast, Reduce: binomial trees. Allreduce: recursive doubling. Allgather: a ring. Alltoall:
 * all messages at once. Gather, Scatter: directly with the root. Scan, Exscan: a chain. Reduce_scatter: pairs.
 * Collectives of neighbours: all messages at once. Combining data takes no time. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/trace_goal.h"
#include "bsim/trace/trace_stream.h"

struct coll {
    struct bsim_goal *goal;
    const struct bsim_trace_operation *o;
    const int *world; /* of the members */
    int me, n;
    uint32_t tag;
    struct bsim_goal_front *front;
};

static int64_t sends(struct coll *c, int to, int64_t bytes) {
    return bsim_goal_send(c->goal, c->world[to], bytes, c->tag, c->front);
}

static int64_t receives(struct coll *c, int from, int64_t bytes) {
    return bsim_goal_receive(c->goal, c->world[from], bytes, c->tag, c->front);
}

/* The next operations follow these. */
static void then(struct coll *c, int64_t label) {
    bsim_goal_front_set(c->front, label);
}

static void exchange(struct coll *c, int to, int64_t bytes_to, int from, int64_t bytes_from) {
    int64_t sent = sends(c, to, bytes_to), received = receives(c, from, bytes_from);
    bsim_goal_front_set(c->front, sent);
    bsim_goal_front_add(c->front, received);
}

/* The bytes of the whole, of which the call may tell only one side. */
static int64_t whole(const struct coll *c) {
    return c->o->bytes[0] > c->o->bytes[1] ? c->o->bytes[0] : c->o->bytes[1];
}

/* The block for or from a member; of a call in place, where one side is not given, the other side's. */
static int64_t block(const struct coll *c, int side, int member) {
    const struct bsim_trace_operation *o = c->o;
    bool given = o->counts[side] || o->types[side] || (o->bytes[side] > 0 && !o->counts[1 - side]);
    return bsim_trace_block(c->goal->trace, o, given ? side : 1 - side, member);
}

static void barrier(struct coll *c) {
    for (int d = 1; d < c->n; d *= 2)
        exchange(c, (c->me + d) % c->n, 0, (c->me - d + c->n) % c->n, 0);
}

static void bcast(struct coll *c) {
    int rank = (c->me - c->o->root + c->n) % c->n, mask = 1;
    for (; mask < c->n; mask *= 2)
        if (rank & mask) {
            then(c, receives(c, (c->me - mask + c->n) % c->n, whole(c)));
            break;
        }
    for (mask /= 2; mask > 0; mask /= 2)
        if (rank + mask < c->n)
            then(c, sends(c, (c->me + mask) % c->n, whole(c)));
}

static void reduce(struct coll *c) {
    int rank = (c->me - c->o->root + c->n) % c->n;
    for (int mask = 1; mask < c->n; mask *= 2) {
        if (rank & mask) {
            then(c, sends(c, (c->me - mask + c->n) % c->n, whole(c)));
            return;
        }
        if (rank + mask < c->n)
            then(c, receives(c, (c->me + mask) % c->n, whole(c)));
    }
}

/* The first 2 * rest ranks are pairs, of which the odd one takes part in the doubling. */
static void allreduce(struct coll *c) {
    int power = 1, rank;
    while (2 * power <= c->n)
        power *= 2;
    int rest = c->n - power;
    if (c->me < 2 * rest && c->me % 2 == 0) {
        then(c, sends(c, c->me + 1, whole(c)));
        then(c, receives(c, c->me + 1, whole(c)));
        return;
    }
    if (c->me < 2 * rest)
        then(c, receives(c, c->me - 1, whole(c)));
    rank = c->me < 2 * rest ? c->me / 2 : c->me - rest;
    for (int mask = 1; mask < power; mask *= 2) {
        int other = rank ^ mask, member = other < rest ? 2 * other + 1 : other + rest;
        exchange(c, member, whole(c), member, whole(c));
    }
    if (c->me < 2 * rest)
        then(c, sends(c, c->me - 1, whole(c)));
}

static void allgather(struct coll *c) {
    for (int step = 0; step < c->n - 1; step++) {
        int mine = (c->me - step + c->n) % c->n, theirs = (c->me - step - 1 + c->n) % c->n;
        exchange(c, (c->me + 1) % c->n, block(c, 1, mine), (c->me - 1 + c->n) % c->n, block(c, 1, theirs));
    }
}

static void alltoall(struct coll *c) {
    struct bsim_goal_front ends = {0};
    for (int d = 1; d < c->n; d++) {
        int to = (c->me + d) % c->n, from = (c->me - d + c->n) % c->n;
        bsim_goal_front_add(&ends, receives(c, from, block(c, 1, from)));
        bsim_goal_front_add(&ends, sends(c, to, block(c, 0, to)));
    }
    if (c->n > 1) {
        bsim_free(c->front->label);
        *c->front = ends;
    }
}

/* side: 0 if the root sends to all, 1 if it receives from all. */
static void with_root(struct coll *c, int side) {
    struct bsim_goal_front ends = {0};
    if (c->me != c->o->root) {
        int64_t bytes = c->o->bytes[1 - side] > 0 ? c->o->bytes[1 - side] : 0;
        then(c, side == 1 ? sends(c, c->o->root, bytes) : receives(c, c->o->root, bytes));
        return;
    }
    for (int i = 0; i < c->n; i++)
        if (i != c->me) {
            int64_t bytes = bsim_trace_block(c->goal->trace, c->o, side, i);
            bsim_goal_front_add(&ends, side == 1 ? receives(c, i, bytes) : sends(c, i, bytes));
        }
    if (c->n > 1) {
        bsim_free(c->front->label);
        *c->front = ends;
    }
}

static void gather(struct coll *c) {
    with_root(c, 1);
}

static void scatter(struct coll *c) {
    with_root(c, 0);
}

static void scan(struct coll *c) {
    if (c->me > 0)
        then(c, receives(c, c->me - 1, whole(c)));
    if (c->me < c->n - 1)
        then(c, sends(c, c->me + 1, whole(c)));
}

static void reduce_scatter(struct coll *c) {
    for (int d = 1; d < c->n; d++) {
        int to = (c->me + d) % c->n, from = (c->me - d + c->n) % c->n;
        exchange(c, to, block(c, 0, to), from, block(c, 0, c->me));
    }
}

static void with_neighbours(struct coll *c) {
    struct bsim_goal_front ends = {0};
    for (int side = 1; side >= 0; side--)
        for (int i = 0; i < c->o->nnear[side]; i++) {
            int64_t other = c->o->near[side][i];
            if (other == TRACE_PROC_NULL || c->me + other < 0 || c->me + other >= c->n)
                continue;
            int member = c->me + (int)other;
            bsim_goal_front_add(&ends, side == 1 ? receives(c, member, bsim_trace_block(c->goal->trace, c->o, side, i))
                                                 : sends(c, member, bsim_trace_block(c->goal->trace, c->o, side, i)));
        }
    if (ends.n > 0) {
        bsim_free(c->front->label);
        *c->front = ends;
    }
}

bool bsim_goal_collective(struct bsim_goal *goal, const struct bsim_trace_operation *o, uint32_t tag,
                          struct bsim_goal_front *front) {
    static const struct {
        const char *name;
        void (*write)(struct coll *);
    } known[] = {{"Barrier", barrier},
                 {"Bcast", bcast},
                 {"Reduce", reduce},
                 {"Allreduce", allreduce},
                 {"Allgather", allgather},
                 {"Allgatherv", allgather},
                 {"Alltoall", alltoall},
                 {"Alltoallv", alltoall},
                 {"Alltoallw", alltoall},
                 {"Gather", gather},
                 {"Gatherv", gather},
                 {"Scatter", scatter},
                 {"Scatterv", scatter},
                 {"Scan", scan},
                 {"Exscan", scan},
                 {"Reduce_scatter", reduce_scatter},
                 {"Reduce_scatter_block", reduce_scatter},
                 {"Neighbor_allgather", with_neighbours},
                 {"Neighbor_allgatherv", with_neighbours},
                 {"Neighbor_alltoall", with_neighbours},
                 {"Neighbor_alltoallv", with_neighbours},
                 {"Neighbor_alltoallw", with_neighbours}};
    struct coll c = {.goal = goal,
                     .o = o,
                     .world = goal->contexts->context[o->context].world,
                     .me = o->own,
                     .n = o->nmember,
                     .tag = tag,
                     .front = front};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, o->name) == 0) {
            known[i].write(&c);
            return true;
        }
    return false;
}
