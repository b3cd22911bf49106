/* plan.c - see plan.h. What a damaged trace may lack makes a call that is not ready; the player tells it when it
 * decodes the call. */
#include "lmpi/player/plan.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/p2p/stackless.h"

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
    for (int i = 0; i < e->nargs; i++)
        r.ok = r.ok && e->args[i] == c->request + i;
    /* By its function, and not by its requests: a place has one name in the results. */
    c->waits_all = e->nargs > 1 || strstr(c->function->name, "all") || strstr(c->function->name, "some");
    return r.ok && c->request >= 0;
}

/* ---- stackless calls ---- */

/* The side whose count, type, peer and tag are the arguments from `first` on. False: the call must say what is wrong.
 */
static bool plan_side(struct plan_side *side, const struct plan_call *c, int first, bool receives) {
    *side = (struct plan_side){.count = c->arg[first],
                               .type = c->arg[first + 1],
                               .peer = c->arg[first + 2],
                               .tag = c->arg[first + 3],
                               .own_type = -1};
    for (int k = 0; k < PLAN_TYPES; k++)
        if (c->at_type[k] == first + 1)
            side->own_type = c->type[k];
    for (int k = 0; k < PLAN_PEERS; k++)
        side->is_relative = side->is_relative || c->at_peer[k] == first + 2;
    return side->count >= 0 && (side->tag >= 0 || (receives && side->tag == MPI_ANY_TAG));
}

/* How a ready call is made. A call whose place is not known is at its return address, so its function is called. */
static enum plan_way way_of(struct plan_call *c) {
    static const struct {
        const char *name, *mpi_name;
        enum plan_way way;
        enum lmpi_path path;
    } known[] = {{"Send", "MPI_Send", PLAN_SEND, LMPI_PATH_STANDARD},
                 {"Rsend", "MPI_Rsend", PLAN_SEND, LMPI_PATH_STANDARD},
                 {"Ssend", "MPI_Ssend", PLAN_SEND, LMPI_PATH_SYNC},
                 {"Isend", "MPI_Isend", PLAN_ISEND, LMPI_PATH_STANDARD},
                 {"Irsend", "MPI_Irsend", PLAN_ISEND, LMPI_PATH_STANDARD},
                 {"Issend", "MPI_Issend", PLAN_ISEND, LMPI_PATH_SYNC},
                 {"Recv", "MPI_Recv", PLAN_RECV, LMPI_PATH_STANDARD},
                 {"Irecv", "MPI_Irecv", PLAN_IRECV, LMPI_PATH_STANDARD},
                 {"Sendrecv", "MPI_Sendrecv", PLAN_SENDRECV, LMPI_PATH_STANDARD}};
    if (c->function->kind == PLAY_COMPLETE) {
        c->name = c->waits_all ? "MPI_Waitall" : "MPI_Wait";
        return PLAN_WAIT;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(c->function->name, known[i].name) != 0)
            continue;
        enum plan_way way = known[i].way;
        bool receives = way == PLAN_RECV || way == PLAN_IRECV, both = way == PLAN_SENDRECV;
        c->name = known[i].mpi_name;
        c->path = known[i].path;
        bool ok = (receives || plan_side(&c->out, c, 1, false)) && (!receives || plan_side(&c->in, c, 1, true)) &&
                  (!both || plan_side(&c->in, c, 6, true));
        return ok ? way : PLAN_CALL;
    }
    return PLAN_CALL;
}

struct plan_call *plan_structure(const struct bsim_trace *trace, int structure,
                                 const struct play_function *const *function, const char *sites) {
    int n = bsim_trace_structure_ncall(trace, structure);
    struct plan_call *calls = malloc(((size_t)n + 1) * sizeof *calls);
    if (calls)
        calls[n] = (struct plan_call){.way = PLAN_DECODE};
    for (int i = 0; calls && i < n; i++) {
        struct bsim_trace_event e;
        struct plan_call *c = &calls[i];
        bsim_trace_call(trace, structure, i, &e);
        *c = (struct plan_call){.function = function[e.function],
                                .site = sites + (size_t)e.site * (size_t)trace->nfunction + (size_t)e.function,
                                .amounts = e.amounts,
                                .namounts = e.namounts,
                                .at_comm = PLAN_SPARE,
                                .at_request = PLAN_SPARE,
                                .at_peer = {PLAN_SPARE, PLAN_SPARE},
                                .at_type = {PLAN_SPARE, PLAN_SPARE},
                                .type = {-1, -1}};
        if (c->function && c->function->kind == PLAY_COMMUNICATE)
            c->way = plan_communication(c, &e, trace) ? PLAN_CALL : PLAN_DECODE;
        else if (c->function && c->function->kind == PLAY_COMPLETE)
            c->way = plan_completion(c, &e) ? PLAN_CALL : PLAN_DECODE;
        if (c->way == PLAN_CALL)
            c->way = way_of(c);
    }
    return calls;
}

void plan_ready(struct plan_call *calls, int n) {
    for (struct plan_call *c = calls; c < calls + n; c++) {
        bool receives = c->way == PLAN_RECV || c->way == PLAN_IRECV || c->way == PLAN_SENDRECV;
        bool sends = c->way == PLAN_SEND || c->way == PLAN_ISEND || c->way == PLAN_SENDRECV;
        lmpi_plain_init(&c->out.plain, c->out.count, c->out.type, c->out.tag);
        lmpi_plain_init(&c->in.plain, c->in.count, c->in.type, c->in.tag);
        c->is_plain = c->way == PLAN_WAIT ? c->nrequest > 0
                                          : (sends || receives) && c->path == LMPI_PATH_STANDARD &&
                                                (!sends || (c->out.plain.may_be && c->out.own_type < 0)) &&
                                                (!receives || (c->in.plain.may_be && c->in.own_type < 0));
    }
}
