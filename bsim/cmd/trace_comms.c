/* trace_comms.c - the communicators of a rank of a trace. */
#include "bsim/cmd/trace_comms.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

enum { MOST_NUMBER = 1 << 24 };

const struct bsim_trace_comm *bsim_trace_comms_find(const struct bsim_trace_comms *c, int64_t number) {
    static const struct bsim_trace_comm none;
    return number < 0 || number >= c->n ? &none : &c->comm[number];
}

int bsim_trace_comms_world(const struct bsim_trace_comms *c, int64_t number, int64_t peer) {
    const struct bsim_trace_comm *comm = bsim_trace_comms_find(c, number);
    const int *world = comm->is_inter ? comm->remote.world : comm->world;
    int64_t to = comm->own + peer;
    return world && to >= 0 && to < (comm->is_inter ? comm->remote.n : comm->n) ? world[to] : -1;
}

static void set_comm(struct bsim_trace_comms *c, int64_t number, struct bsim_trace_comm comm) {
    if (number >= c->n) {
        c->comm = bsim_realloc(c->comm, ((size_t)number + 1) * sizeof *c->comm);
        for (; c->n <= number; c->n++)
            c->comm[c->n] = (struct bsim_trace_comm){0};
    }
    bsim_free(c->comm[number].world);
    c->comm[number] = comm;
}

/* A list of n ranks, and of `more` behind them. NULL: not known. */
static int *members(const int *world, int n, const int *more, int nmore) {
    if (world == NULL || (nmore > 0 && more == NULL))
        return NULL;
    int *all = bsim_alloc(((size_t)n + (size_t)nmore) * sizeof *all);
    memcpy(all, world, (size_t)n * sizeof *all);
    if (nmore > 0)
        memcpy(all + n, more, (size_t)nmore * sizeof *all);
    return all;
}

/* Duplicates have the groups of their parent. Those of other ones are not told. */
static void make_of_inter(struct bsim_trace_comms *c, const struct bsim_trace_event *e,
                          const struct bsim_trace_comm *parent, bool copies) {
    struct bsim_trace_comm made = {.own = (int)e->args[2], .is_inter = true};
    if (copies) {
        made.n = parent->n;
        made.world = members(parent->world, parent->n, NULL, 0);
        made.remote = parent->remote;
    }
    set_comm(c, e->args[1], made);
}

static void join_groups(struct bsim_trace_comms *c, const struct bsim_trace_event *e) {
    const struct bsim_trace_comm *own = bsim_trace_comms_find(c, e->args[0]);
    struct bsim_trace_comm made = {.own = (int)e->args[2], .is_inter = true};
    made.remote = bsim_trace_remotes_find(c->remotes, c->rank, c->njoined++);
    if (c->remotes->n > 0) {
        made.n = own->n;
        made.world = members(own->world, own->n, NULL, 0);
    }
    set_comm(c, e->args[1], made);
}

/* The groups follow each other, that of the calling rank first if its number is that in its group. */
static void merge_groups(struct bsim_trace_comms *c, const struct bsim_trace_event *e) {
    const struct bsim_trace_comm *from = bsim_trace_comms_find(c, e->args[0]);
    struct bsim_trace_comm made = {.own = (int)e->args[2]};
    if (from->world && from->remote.world) {
        bool is_first = from->own == made.own;
        made.n = from->n + from->remote.n;
        made.world = is_first ? members(from->world, from->n, from->remote.world, from->remote.n)
                              : members(from->remote.world, from->remote.n, from->world, from->n);
    }
    set_comm(c, e->args[1], made);
}

/* The members are runs of ranks of the parent: first one, stride, number. */
static void make_comm(struct bsim_trace_comms *c, const struct bsim_trace_event *e, bool copies) {
    if (e->nargs < 3 || e->args[1] == TRACE_NONE || e->args[1] < 0 || e->args[1] > MOST_NUMBER)
        return;
    const struct bsim_trace_comm parent = *bsim_trace_comms_find(c, e->args[0]);
    if (parent.is_inter) {
        make_of_inter(c, e, &parent, copies);
        return;
    }
    int n = 0, *world = parent.world ? bsim_alloc((size_t)parent.n * sizeof *world) : NULL;
    for (int i = 3; world && i + 2 < e->nargs; i += 3)
        for (int64_t k = 0; k < e->args[i + 2] && n < parent.n; k++) {
            int64_t rank = e->args[i] + k * e->args[i + 1];
            if (rank >= 0 && rank < parent.n)
                world[n++] = parent.world[rank];
        }
    set_comm(c, e->args[1], (struct bsim_trace_comm){.own = (int)e->args[2], .n = n, .world = world});
}

void bsim_trace_comms_start(struct bsim_trace_comms *c, const struct bsim_trace *t, int rank,
                            const struct bsim_trace_remotes *remotes) {
    int n = t->nrank, *world = bsim_alloc((size_t)n * sizeof *world), *self = bsim_alloc(sizeof *self);
    static const struct bsim_trace_remotes none;
    *c = (struct bsim_trace_comms){.rank = rank, .remotes = remotes ? remotes : &none};
    for (int i = 0; i < n; i++)
        world[i] = i;
    *self = rank;
    set_comm(c, 0, (struct bsim_trace_comm){.own = rank, .n = n, .world = world});
    set_comm(c, 1, (struct bsim_trace_comm){.n = 1, .world = self});
}

void bsim_trace_comms_visit(struct bsim_trace_comms *c, const struct bsim_trace *t, const struct bsim_trace_event *e) {
    const char *name = t->function[e->function];
    if (strcmp(name, "Comm_free") == 0) {
        if (e->nargs > 0 && e->args[0] > 1 && e->args[0] < c->n)
            set_comm(c, e->args[0], (struct bsim_trace_comm){0});
    } else if (strncmp(name, "Intercomm_", 10) == 0) {
        if (e->nargs > 2 && e->args[1] >= 0 && e->args[1] <= MOST_NUMBER)
            (strcmp(name, "Intercomm_merge") == 0 ? merge_groups : join_groups)(c, e);
    } else if (trace_makes_comm(name, t->roles[e->function])) {
        make_comm(c, e, strncmp(name, "Comm_dup", 8) == 0 || strncmp(name, "Comm_idup", 9) == 0);
    }
}

void bsim_trace_comms_end(struct bsim_trace_comms *c) {
    for (int i = 0; i < c->n; i++)
        bsim_free(c->comm[i].world);
    bsim_free(c->comm);
}
