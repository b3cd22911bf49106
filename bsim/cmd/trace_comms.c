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
    int64_t to = comm->own + peer;
    return comm->world && to >= 0 && to < comm->n ? comm->world[to] : -1;
}

static void set_comm(struct bsim_trace_comms *c, int64_t number, int own, int n, int *world) {
    if (number >= c->n) {
        c->comm = bsim_realloc(c->comm, ((size_t)number + 1) * sizeof *c->comm);
        for (; c->n <= number; c->n++)
            c->comm[c->n] = (struct bsim_trace_comm){0};
    }
    bsim_free(c->comm[number].world);
    c->comm[number] = (struct bsim_trace_comm){n, own, world};
}

/* The members are runs of ranks of the parent: first one, stride, number. */
static void make_comm(struct bsim_trace_comms *c, const struct bsim_trace_event *e) {
    if (e->nargs < 3 || e->args[1] == TRACE_NONE || e->args[1] < 0 || e->args[1] > MOST_NUMBER)
        return;
    const struct bsim_trace_comm parent = *bsim_trace_comms_find(c, e->args[0]);
    int n = 0, *world = parent.world ? bsim_alloc((size_t)parent.n * sizeof *world) : NULL;
    for (int i = 3; world && i + 2 < e->nargs; i += 3)
        for (int64_t k = 0; k < e->args[i + 2] && n < parent.n; k++) {
            int64_t rank = e->args[i] + k * e->args[i + 1];
            if (rank >= 0 && rank < parent.n)
                world[n++] = parent.world[rank];
        }
    set_comm(c, e->args[1], (int)e->args[2], n, world);
}

void bsim_trace_comms_start(struct bsim_trace_comms *c, const struct bsim_trace *t, int rank) {
    int n = t->nrank, *world = bsim_alloc((size_t)n * sizeof *world), *self = bsim_alloc(sizeof *self);
    *c = (struct bsim_trace_comms){0};
    for (int i = 0; i < n; i++)
        world[i] = i;
    *self = rank;
    set_comm(c, 0, rank, n, world);
    set_comm(c, 1, 0, 1, self);
}

void bsim_trace_comms_visit(struct bsim_trace_comms *c, const struct bsim_trace *t, const struct bsim_trace_event *e) {
    const char *name = t->function[e->function];
    if (strcmp(name, "Comm_free") == 0) {
        if (e->nargs > 0 && e->args[0] > 1 && e->args[0] < c->n)
            set_comm(c, e->args[0], 0, 0, NULL);
    } else if (strncmp(name, "Intercomm_", 10) == 0) { /* its members are not told */
        if (e->nargs > 2 && e->args[1] >= 0 && e->args[1] <= MOST_NUMBER)
            set_comm(c, e->args[1], (int)e->args[2], 0, NULL);
    } else if (trace_makes_comm(name, t->roles[e->function])) {
        make_comm(c, e);
    }
}

void bsim_trace_comms_end(struct bsim_trace_comms *c) {
    for (int i = 0; i < c->n; i++)
        bsim_free(c->comm[i].world);
    bsim_free(c->comm);
}
