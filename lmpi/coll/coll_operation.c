/* coll_operation.c - which members have called a collective, and whether their arguments agree (coll_operation.h). A
 * communicator's state is made when first needed. Must not know times and data. */
#include "lmpi/coll/coll_operation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/datatype/type_class.h"

/* The operations that not all members have joined, in their order, are in a ring: open[first & (room - 1)] ... */
typedef struct coll_state {
    lmpi_coll_operation **open;
    uint32_t first, count, room; /* first: the number of the first open operation; room: a power of two, or 0 */
    lmpi_coll_operation *spare;  /* one that is over; null: none */
    struct coll_state **channel; /* of persistent requests, in the order of making; null where all have left */
    uint32_t channels;
    uint32_t *made;    /* by member: how many persistent requests it has made; null: none has */
    int left;          /* of a channel: members that have left it */
    int context;       /* of a channel: lmpi_coll_channel_context */
    uint32_t joined[]; /* by member: how many operations it has joined; these numbers wrap around */
} coll_state;

static coll_state *state_new(const lmpi_comm *comm) {
    return bsim_alloc(sizeof(coll_state) + (size_t)comm->size * sizeof(uint32_t));
}

static coll_state *state_of(lmpi_comm *comm) {
    if (!comm->coll)
        comm->coll = state_new(comm);
    return comm->coll;
}

void *lmpi_coll_channel(lmpi_comm *comm, int member) {
    coll_state *state = state_of(comm);
    if (!state->made)
        state->made = bsim_alloc((size_t)comm->size * sizeof *state->made);
    uint32_t number = state->made[member]++;
    if (number == state->channels) {
        state->channel = bsim_realloc(state->channel, ++state->channels * sizeof *state->channel);
        static int contexts = 0;
        state->channel[number] = state_new(comm);
        state->channel[number]->context = LMPI_COMM_ID_CHANNEL + contexts++;
    }
    return state->channel[number];
}

int lmpi_coll_channel_context(const void *channel) {
    return ((const coll_state *)channel)->context;
}

static void state_free(coll_state *state) {
    bsim_free(state->spare);
    bsim_free(state->open);
    bsim_free(state->channel);
    bsim_free(state->made);
    bsim_free(state);
}

void lmpi_coll_channel_leave(lmpi_comm *comm, void *channel) {
    coll_state *state = comm->coll, *gone = channel;
    if (++gone->left < comm->size)
        return;
    for (uint32_t i = 0; i < state->channels; i++)
        if (state->channel[i] == gone)
            state->channel[i] = NULL;
    state_free(gone);
}

static lmpi_coll_operation **place_of(const coll_state *state, uint32_t ahead) {
    return &state->open[(state->first + ahead) & (state->room - 1)];
}

static void grow(coll_state *state) {
    uint32_t room = state->room ? 2 * state->room : 1;
    lmpi_coll_operation **open = bsim_alloc(room * sizeof(lmpi_coll_operation *));
    for (uint32_t i = 0; i < state->count; i++)
        open[(state->first + i) & (room - 1)] = *place_of(state, i);
    bsim_free(state->open);
    state->open = open;
    state->room = room;
}

static lmpi_coll_operation *append(lmpi_comm *comm, coll_state *state) {
    lmpi_coll_operation *new = state->spare;
    if (state->count == state->room)
        grow(state);
    if (!new)
        new = bsim_alloc(sizeof *new + (size_t)comm->size * sizeof(lmpi_coll_call *));
    state->spare = NULL;
    new->comm = comm;
    new->state = state;
    new->number = state->first + state->count;
    new->one_site = true;
    *place_of(state, state->count++) = new;
    return new;
}

void lmpi_coll_operation_free(lmpi_coll_operation *operation) {
    coll_state *state = operation->state;
    memset(operation->call, 0, (size_t)operation->comm->size * sizeof(lmpi_coll_call *));
    operation->arrived = 0;
    operation->first = operation->typed = NULL;
    operation->steps = NULL;
    operation->all_called = false;
    operation->last_s = 0;
    if (!state->spare)
        state->spare = operation;
    else
        bsim_free(operation);
}

int lmpi_coll_missing(const lmpi_coll_operation *operation) {
    for (int i = 0; i < operation->comm->size; i++)
        if (!operation->call[i])
            return lmpi_comm_world(operation->comm, i);
    return -1;
}

void lmpi_coll_drop(lmpi_comm *comm) {
    coll_state *state = comm->coll;
    comm->coll = NULL;
    if (!state)
        return;
    if (state->count) {
        const lmpi_coll_operation *open = *place_of(state, 0);
        bsim_fatal(BSIM_EXIT_MISUSE,
                   "all ranks of %s have freed it, but rank %d did not call a collective in which rank %d is: %s (%s)",
                   lmpi_comm_label(comm), lmpi_coll_missing(open), open->first->world, open->first->site->call,
                   bsim_site_name(open->first->site->address));
    }
    for (uint32_t i = 0; i < state->channels; i++)
        if (state->channel[i])
            state_free(state->channel[i]);
    state_free(state);
}

static void check_left(const lmpi_comm *comm, const coll_state *state) {
    for (uint32_t i = 0; i < state->count; i++) {
        const lmpi_coll_operation *open = *place_of(state, i);
        for (int m = 0; m < comm->size; m++)
            if (open->call[m] && open->call[m]->has_left)
                bsim_fatal(BSIM_EXIT_MISUSE,
                           "all ranks have finished, but rank %d did not call a collective on %s in which rank %d was: "
                           "%s (%s)",
                           lmpi_coll_missing(open), lmpi_comm_label(comm), open->call[m]->world,
                           open->call[m]->site->call, bsim_site_name(open->call[m]->site->address));
    }
    for (uint32_t i = 0; i < state->channels; i++)
        if (state->channel[i])
            check_left(comm, state->channel[i]);
}

void lmpi_coll_finish(void) {
    for (int i = 0; i < lmpi_ncomms; i++)
        if (lmpi_comms[i] && lmpi_comms[i]->coll)
            check_left(lmpi_comms[i], lmpi_comms[i]->coll);
}

/* ---- agreement ---- */

void lmpi_coll_mismatch(const lmpi_comm *comm, const lmpi_coll_call *a, const lmpi_coll_call *b, const char *format,
                        ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (LMPI_CHECKED)
        lmpi_checker->mismatch(comm, a, b, text);
    const struct bsim_site *at = a->init ? a->init : a->site, *other = b->init ? b->init : b->site;
    bsim_fatal(BSIM_EXIT_MISUSE, "collective calls do not match on %s: rank %d in %s (%s), rank %d in %s (%s): %s",
               lmpi_comm_label(comm), a->world, at->call, bsim_site_name(at->address), b->world, other->call,
               bsim_site_name(other->address), text);
}

/* Checks the rules that involve only two calls. */
static void agree(const lmpi_comm *comm, const lmpi_coll_call *first, const lmpi_coll_call *call) {
    const lmpi_coll_kind *kind = first->kind;
    if (kind != call->kind)
        lmpi_coll_mismatch(comm, first, call, "all ranks of a communicator must call the same function");
    if (!first->handle != !call->handle)
        lmpi_coll_mismatch(comm, first, call, "a blocking collective does not match a non-blocking one");
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
static void agree_in_type(lmpi_coll_operation *operation, lmpi_coll_call *call) {
    const lmpi_coll_kind *kind = call->kind;
    const lmpi_coll_call *typed = operation->typed ? operation->typed : call;
    for (int i = 0; kind->one_type && i < 2 && call->type[i]; i++)
        if (!lmpi_types_agree(typed->type[0], call->type[i], kind->reduces))
            lmpi_coll_mismatch(operation->comm, typed, call, "the data are %s and %s", lmpi_type_label(typed->type[0]),
                               lmpi_type_label(call->type[i]));
    if (!operation->typed && call->type[0])
        operation->typed = call;
}

lmpi_coll_operation *lmpi_coll_enter(lmpi_comm *comm, lmpi_coll_call *call) {
    coll_state *state = call->channel ? call->channel : state_of(comm);
    uint32_t ahead = state->joined[call->local]++ - state->first;
    lmpi_coll_operation *operation = ahead < state->count ? *place_of(state, ahead) : append(comm, state);
    if (!operation->first) {
        operation->first = call;
    } else {
        agree(comm, operation->first, call);
        operation->one_site &= call->site->number == operation->first->site->number;
    }
    if (call->type[0])
        agree_in_type(operation, call);
    bsim_check(!operation->call[call->local]);
    operation->call[call->local] = call;
    if (++operation->arrived == comm->size) { /* it is the first one, since all members have joined those before it */
        bsim_check(ahead == 0);
        state->first++;
        state->count--;
    }
    return operation;
}
