/* plan.c - see plan.h. What a damaged trace may lack makes a call that is not ready; the player tells it when it
 * decodes the call. */
#include "lmpi/player/plan.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

/* The arguments of a call that are left. */
struct rest {
    const int64_t *at, *end;
    bool ok; /* nothing was missing, and all values were of those that a plan can have */
};

static int64_t next(struct rest *r) {
    if (r->at == r->end) {
        r->ok = false;
        return 0;
    }
    return *r->at++;
}

static int32_t small(struct rest *r, int64_t value) {
    r->ok = r->ok && value >= INT32_MIN && value <= INT32_MAX;
    return (int32_t)value;
}

/* The next of some places; more of them than there are make no plan. */
static void place(struct rest *r, int8_t *places, int most, int i) {
    for (int k = 0; k < most; k++)
        if (places[k] == PLAN_SPARE) {
            places[k] = (int8_t)i;
            return;
        }
    r->ok = false;
}

static void plan_peer(struct plan_call *c, struct rest *r, int i, int64_t value) {
    c->arg[i] = value == TRACE_ANY ? MPI_ANY_SOURCE : value == TRACE_PROC_NULL ? MPI_PROC_NULL : small(r, value);
    if (value != TRACE_ANY && value != TRACE_PROC_NULL)
        place(r, c->at_peer, PLAN_PEERS, i);
}

static void plan_type(struct plan_call *c, struct rest *r, int i, int64_t value, const struct bsim_trace *trace) {
    if (value == TRACE_NONE) { /* not significant, but checked */
        c->arg[i] = MPI_BYTE;
    } else if (value < 0 || value >= trace->ntype) {
        r->ok = false;
    } else if (trace->type[value].builtin) {
        c->arg[i] = (MPI_Datatype)trace->type[value].builtin;
    } else {
        place(r, c->at_type, PLAN_TYPES, i);
        for (int k = 0; k < PLAN_TYPES; k++)
            if (c->at_type[k] == i)
                c->type[k] = (int)value;
    }
}

static void plan_argument(struct plan_call *c, struct rest *r, int i, char role, bool is_coll,
                          const struct bsim_trace *trace) {
    int64_t value = trace_has_number(role, is_coll) ? next(r) : 0;
    switch (role) {
    case 'n':
    case 'k':
        c->arg[i] = value == TRACE_NONE ? 0 : small(r, value);
        break;
    case 'g':
        c->arg[i] = value == TRACE_ANY ? MPI_ANY_TAG : small(r, value);
        break;
    case 'p':
        plan_peer(c, r, i, value);
        break;
    case 't':
        plan_type(c, r, i, value, trace);
        break;
    case 'c':
        c->at_comm = (int8_t)i;
        c->comm = small(r, value);
        break;
    case 'o':
        r->ok = r->ok && value != TRACE_USER_OP && value != TRACE_ORDERED_OP;
        c->arg[i] = (int32_t)value; /* handles may have the highest bit */
        break;
    case 'R':
        c->at_request = (int8_t)i;
        c->request = small(r, value);
        break;
    case 'b':
    case 'r':
    case 'x':
        c->arg[i] = value == TRACE_IN_PLACE ? (int32_t)(intptr_t)MPI_IN_PLACE : 0;
        break;
    case 'S':
        c->arg[i] = (int32_t)(intptr_t)MPI_STATUS_IGNORE;
        break;
    default:
        break;
    }
}

/* A send, a receive or a collective without lists. */
static bool plan_communication(struct plan_call *c, const struct bsim_trace_event *e, const struct bsim_trace *trace) {
    const char *roles = c->function->roles;
    struct rest r = {e->args, e->args + e->nargs, true};
    if (strlen(roles) > PLAN_ARGS || strpbrk(roles, "vw") || trace_is_of_neighbours(c->function->name))
        return false;
    for (int i = 0; roles[i]; i++)
        plan_argument(c, &r, i, roles[i], trace_is_collective(roles), trace);
    return r.ok && c->at_comm != PLAN_SPARE;
}

static bool plan_completion(struct plan_call *c, const struct bsim_trace_event *e) {
    struct rest r = {e->args, e->args + e->nargs, true};
    c->nrequest = e->nargs;
    c->request = e->nargs ? small(&r, e->args[0]) : 0;
    c->is_one_range = true;
    for (int i = 0; i < e->nargs; i++)
        c->is_one_range = c->is_one_range && e->args[i] == c->request + i;
    return r.ok && c->is_one_range && c->request >= 0;
}

const struct plan_call *plan_structure(const struct bsim_trace *trace, int structure,
                                       const struct play_function *const *function, const char *sites) {
    int n = bsim_trace_structure_ncall(trace, structure);
    struct plan_call *calls = malloc(((size_t)n + 1) * sizeof *calls);
    for (int i = 0; calls && i < n; i++) {
        struct bsim_trace_event e;
        struct plan_call *c = &calls[i];
        bsim_trace_call(trace, structure, i, &e);
        *c = (struct plan_call){.function = function[e.function],
                                .site = e.site > 0 ? sites + e.site : NULL,
                                .amounts = e.amounts,
                                .namounts = e.namounts,
                                .at_comm = PLAN_SPARE,
                                .at_request = PLAN_SPARE,
                                .at_peer = {PLAN_SPARE, PLAN_SPARE},
                                .at_type = {PLAN_SPARE, PLAN_SPARE},
                                .type = {-1, -1}};
        if (c->function && c->function->kind == PLAY_COMMUNICATE)
            c->is_ready = plan_communication(c, &e, trace);
        else if (c->function && c->function->kind == PLAY_COMPLETE)
            c->is_ready = plan_completion(c, &e);
    }
    return calls;
}
