/* coll.c - joining a collective: arrival of the members, agreement of their arguments, evaluation, accounting.
 *
 * Members block until the operation is over, so a communicator has at most one collective under way. Its state belongs
 * to the communicator and is made when first needed. Members arrive one at a time, also with several shards, and the
 * last one evaluates while all other shards stand still. Must not know algorithms and data. */
#include "lmpi/coll/coll.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_steps.h"
#include "lmpi/coll/coll_time.h"
#include "lmpi/datatype/op.h"
#include "lmpi/datatype/type_class.h"
#include "lmpi/match/match.h"

typedef struct coll_state {
    int arrived;
    bool one_site;          /* all calls so far are from one call site */
    lmpi_coll_call *first;  /* the first call of this operation */
    lmpi_coll_call *typed;  /* the first call with data; null: none yet */
    struct lmpi_parked due; /* with network cards or shared links: until when member 0 waits to evaluate */
    lmpi_coll_call *call[]; /* of each member; null: not there yet */
} coll_state;

static coll_state *state_of(lmpi_comm *comm) {
    if (!comm->coll)
        comm->coll = bsim_alloc(sizeof(coll_state) + (size_t)comm->size * sizeof(lmpi_coll_call *));
    return comm->coll;
}

void lmpi_coll_drop(lmpi_comm *comm) {
    bsim_free(comm->coll);
    comm->coll = NULL;
}

int lmpi_coll_error(const lmpi_coll_call *call, MPI_Comm comm, int error_class, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return lmpi_error(comm, call->site->call, call->site->address, error_class, "%s", text);
}

int lmpi_coll_prepare(lmpi_coll_call *call, const lmpi_coll_place *place, const lmpi_coll_kind *kind, MPI_Comm comm,
                      lmpi_comm **object) {
    lmpi_comm *c = lmpi_comm_of(comm);
    if (!lmpi_self()->initialized || lmpi_self()->finalized)
        return lmpi_error(MPI_COMM_WORLD, place->name, place->address, MPI_ERR_OTHER, "called %s",
                          lmpi_self()->finalized ? "after MPI_Finalize" : "before MPI_Init");
    if (!c)
        return lmpi_error(MPI_COMM_WORLD, place->name, place->address, MPI_ERR_COMM,
                          "communicator handle 0x%x is not valid", (unsigned)comm);
    call->kind = kind;
    call->site = bsim_site_at(place->address, place->name);
    call->world = bsim_self->id;
    call->local = lmpi_comm_rank(c, bsim_self->id);
    call->real = place->real;
    if (call->local < 0)
        return lmpi_coll_error(call, comm, MPI_ERR_COMM, "the calling rank is not a member of the communicator");
    *object = c;
    return MPI_SUCCESS;
}

void lmpi_coll_mismatch(const lmpi_comm *comm, const lmpi_coll_call *a, const lmpi_coll_call *b, const char *format,
                        ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    bsim_fatal(BSIM_EXIT_MISUSE, "collective calls do not match on %s: rank %d in %s (%s), rank %d in %s (%s): %s",
               lmpi_comm_label(comm), a->world, a->kind->name, bsim_site_name(a->site->address), b->world,
               b->kind->name, bsim_site_name(b->site->address), text);
}

/* Checks the rules that involve only two calls. */
static void agree(const lmpi_comm *comm, const lmpi_coll_call *first, const lmpi_coll_call *call) {
    const lmpi_coll_kind *kind = first->kind;
    if (kind != call->kind)
        lmpi_coll_mismatch(comm, first, call, "all ranks of a communicator must call the same function");
    if (kind->rooted && first->root != call->root)
        lmpi_coll_mismatch(comm, first, call, "the roots are %d and %d", first->root, call->root);
    if (kind->reduces && first->op != call->op)
        lmpi_coll_mismatch(comm, first, call, "the reduction operators differ");
    if (kind->same_bytes && first->bytes != call->bytes)
        lmpi_coll_mismatch(comm, first, call, "they give %lld and %lld bytes", (long long)first->bytes,
                           (long long)call->bytes);
    if (first->real != call->real && !kind->constructs && first->bytes && call->bytes)
        lmpi_coll_mismatch(comm, first, call, "one moves data (MPI_), the other is timing-only (LMPI_)");
}

/* Checks the types of a call's data against those of earlier calls. */
static void agree_in_type(const lmpi_comm *comm, coll_state *state, lmpi_coll_call *call) {
    const lmpi_coll_kind *kind = call->kind;
    const lmpi_coll_call *typed = state->typed ? state->typed : call;
    for (int i = 0; kind->one_type && i < 2 && call->type[i]; i++)
        if (!lmpi_types_agree(typed->type[0], call->type[i], kind->reduces))
            lmpi_coll_mismatch(comm, typed, call, "the data are %s and %s", lmpi_type_label(typed->type[0]),
                               lmpi_type_label(call->type[i]));
    if (!state->typed && call->type[0])
        state->typed = call;
}

/* ---- a deadlock report's view of a blocked member ---- */

static int first_missing(const lmpi_comm *comm) {
    const coll_state *state = comm->coll;
    for (int i = 0; state && i < comm->size; i++)
        if (!state->call[i])
            return lmpi_group_world(comm->group, i);
    return -1;
}

static void describe(const struct bsim_wait *wait, int rank, char *buf, size_t size) {
    (void)rank;
    const lmpi_comm *comm = wait->arg;
    const coll_state *state = comm->coll;
    snprintf(buf, size, "with %d of its %d ranks there; rank %d is not", state->arrived, comm->size,
             first_missing(comm));
}

static int waits_for(const struct bsim_wait *wait, int rank) {
    (void)rank;
    return first_missing(wait->arg);
}

/* ---- evaluation ---- */

static const int32_t *nodes_of(const lmpi_coll_run *run) {
    if (run->comm->id == LMPI_COMM_ID_WORLD)
        return bsim_context.node;
    int32_t *node = lmpi_coll_scratch((size_t)run->n * sizeof *node);
    for (int i = 0; i < run->n; i++)
        node[i] = bsim_context.node[run->call[i]->world];
    return node;
}

static void gather_clocks(lmpi_coll_run *run) {
    size_t k = (size_t)bsim_context.nscen;
    run->node = nodes_of(run);
    if (run->comm->id == LMPI_COMM_ID_WORLD) {
        run->t = bsim_context.clocks;
    } else {
        run->t = lmpi_coll_scratch((size_t)run->n * k * sizeof *run->t);
        for (int i = 0; i < run->n; i++)
            memcpy(run->t + (size_t)i * k, bsim_clock(run->call[i]->world), k * sizeof(double));
    }
    run->wait_s = lmpi_coll_scratch((size_t)run->n * sizeof *run->wait_s);
    if (!bsim_context.cards)
        return;
    run->entry = lmpi_coll_scratch(k * sizeof *run->entry);
    memcpy(run->entry, run->t, k * sizeof *run->entry);
    for (size_t i = 1; i < (size_t)run->n; i++)
        for (size_t j = 0; j < k; j++)
            run->entry[j] = run->t[i * k + j] < run->entry[j] ? run->t[i * k + j] : run->entry[j];
}

static void scatter_clocks(lmpi_coll_run *run) {
    size_t k = (size_t)bsim_context.nscen;
    for (int i = 0; run->comm->id != LMPI_COMM_ID_WORLD && i < run->n; i++)
        memcpy(bsim_clock(run->call[i]->world), run->t + (size_t)i * k, k * sizeof(double));
    for (int i = 0; i < run->n; i++)
        run->call[i]->wait_s = run->wait_s[i];
}

static void add_totals(lmpi_coll_run *run) {
    bsim_run.messages += run->messages;
    bsim_run.bytes += run->bytes;
    bsim_run.collectives++;
    if (run->steps) /* they are counted at the sites when they are sent */
        return;
    if (run->sent_messages) {
        for (int i = 0; i < run->n; i++) {
            run->call[i]->site->messages += run->sent_messages[i];
            run->call[i]->site->bytes += run->sent_bytes[i];
        }
    } else {
        run->call[0]->site->messages += run->messages;
        run->call[0]->site->bytes += run->bytes;
    }
}

static void run_time(void *argument) {
    lmpi_coll_run *run = argument;
    const coll_state *state = run->comm->coll;
    gather_clocks(run);
    if (!state->one_site) {
        run->sent_messages = lmpi_coll_scratch((size_t)run->n * sizeof *run->sent_messages);
        run->sent_bytes = lmpi_coll_scratch((size_t)run->n * sizeof *run->sent_bytes);
    }
    if (run->call[0]->kind->time)
        run->call[0]->kind->time(run);
    scatter_clocks(run);
    add_totals(run);
    lmpi_coll_scratch_free(NULL);
}

/* Notes the steps of all members. */
static void run_steps(void *argument) {
    lmpi_coll_run *run = argument;
    run->node = nodes_of(run);
    run->steps = lmpi_coll_scratch((size_t)run->n * sizeof *run->steps);
    if (run->call[0]->kind->time)
        run->call[0]->kind->time(run);
    for (int i = 0; i < run->n; i++)
        run->call[i]->steps = run->steps[i];
    add_totals(run);
    lmpi_coll_scratch_free(NULL);
}

static void run_data(void *argument) {
    lmpi_coll_run *run = argument;
    run->call[0]->kind->data(run);
    lmpi_coll_scratch_free(NULL);
}

static int evaluate(lmpi_comm *comm, lmpi_coll_call **calls) {
    lmpi_coll_run run = {.comm = comm, .n = comm->size, .call = calls, .code = MPI_SUCCESS};
    const lmpi_coll_kind *kind = calls[0]->kind;
    if (kind->check)
        kind->check(&run);
    if (comm->size > 1)
        bsim_on_host_stack(bsim_context.links ? run_steps : run_time, &run);
    else
        bsim_run.collectives++;
    if (kind->data && (kind->constructs || calls[0]->real)) {
        if (kind->reduces && lmpi_op_is_user(calls[0]->op))
            run_data(&run); /* the program's own function runs on a rank's stack */
        else
            bsim_on_host_stack(run_data, &run);
    }
    return run.code;
}

/* Evaluates the operation, and lets the other members go on. */
static int evaluate_for_all(lmpi_comm *comm, const lmpi_coll_call *own) {
    coll_state *state = comm->coll;
    BSIM_ALONE; /* it uses the clocks, buffers and sites of all members */
    int code = evaluate(comm, state->call);
    for (int i = 0; i < comm->size; i++) {
        lmpi_coll_call *member = state->call[i];
        state->call[i] = NULL;
        if (member != own)
            bsim_ready(bsim_rank_of(member->world));
    }
    state->arrived = 0;
    return code;
}

/* Network cards and links serve messages in the order of virtual time. So the operation is not evaluated when its last
 * member has come, which depends on the order in which ranks run, but by member 0, when nothing earlier than its first
 * entry can happen. */
static void set_due(const lmpi_comm *comm, coll_state *state) {
    double first_s = HUGE_VAL;
    for (int i = 0; i < comm->size; i++)
        first_s = fmin(first_s, *bsim_clock(state->call[i]->world));
    int world = state->call[0]->world;
    lmpi_rank *rank = lmpi_rank_at(world);
    state->due = (struct lmpi_parked){.now_s = first_s, .time_s = first_s, .comm = -1};
    lmpi_extension(rank)->parked = &state->due;
    rank->alert = 1;
    lmpi_decide_update(world);
}

/* Blocks until the operation is over, or its steps are known; member 0, with network cards or links, until it is to
 * evaluate it. */
static void wait_for_others(lmpi_comm *comm, const lmpi_coll_call *call, bool is_last) {
    struct bsim_wait wait = {.call = call->kind->name,
                             .site = call->site->address,
                             .peer = BSIM_PEER_NONE,
                             .tag = BSIM_TAG_NONE,
                             .comm = comm->id,
                             .describe = describe,
                             .waits_for = waits_for,
                             .arg = comm};
    if (is_last) {
        BSIM_ALONE;
        set_due(comm, comm->coll);
    }
    bsim_block(&wait);
}

int lmpi_coll_join(lmpi_comm *comm, lmpi_coll_call *call) {
    double start_s = *bsim_clock(call->world);
    int code = MPI_SUCCESS;
    call->site->calls++;
    if (comm->size == 1) {
        lmpi_coll_call *alone = call;
        code = evaluate(comm, &alone);
        lmpi_charge(call->site, start_s, 0);
        return code;
    }
    coll_state *state = state_of(comm);
    if (state->arrived == 0) {
        state->first = call;
        state->typed = NULL;
        state->one_site = true;
    } else {
        agree(comm, state->first, call);
        state->one_site &= call->site->number == state->first->site->number;
    }
    agree_in_type(comm, state, call);
    bsim_check(!state->call[call->local]);
    state->call[call->local] = call;
    bool is_last = ++state->arrived == comm->size;
    if (is_last && !bsim_context.cards)
        code = evaluate_for_all(comm, call);
    else
        wait_for_others(comm, call, is_last);
    /* Only member 0 may use the state here, with network cards: members that continued earlier may have begun the next
     * collective. */
    if (bsim_context.cards && call->local == 0)
        code = evaluate_for_all(comm, call);
    if (bsim_context.links)
        lmpi_coll_take_steps(comm, call);
    lmpi_charge(call->site, start_s, call->wait_s);
    return code;
}
