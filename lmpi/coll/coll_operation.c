/* coll_operation.c - which members have called a collective, and whether their arguments agree (coll_operation.h). A
 * communicator's state is made when first needed. Must not know times and data. */
#include "lmpi/coll/coll_operation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/hosts.h"
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
    int here, left;    /* of a channel: members that this host runs; those of them that have left it */
    int context;       /* of a channel: lmpi_coll_channel_context */
    uint32_t number;   /* of a channel, in its communicator */
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

void *lmpi_coll_channel_at(lmpi_comm *comm, uint32_t number) {
    static int contexts = 0;
    coll_state *state = state_of(comm);
    if (number >= state->channels) {
        state->channel = bsim_realloc(state->channel, (number + 1) * sizeof *state->channel);
        while (state->channels <= number)
            state->channel[state->channels++] = NULL;
    }
    if (!state->channel[number]) {
        coll_state *made = state->channel[number] = state_new(comm);
        made->context = LMPI_COMM_ID_CHANNEL + contexts++;
        made->number = number;
        made->here = comm->size;
        for (int i = 0; bsim_context.nhosts > 1 && i < comm->size; i++)
            made->here -= bsim_is_away(lmpi_comm_world(comm, i));
    }
    return state->channel[number];
}

void *lmpi_coll_channel(lmpi_comm *comm, int member) {
    coll_state *state = state_of(comm);
    if (!state->made)
        state->made = bsim_alloc((size_t)comm->size * sizeof *state->made);
    return lmpi_coll_channel_at(comm, state->made[member]++);
}

uint32_t lmpi_coll_channel_number(const void *channel) {
    return ((const coll_state *)channel)->number;
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
    if (++gone->left < gone->here)
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
    operation->first = NULL;
    operation->typed = NULL;
    operation->steps = NULL;
    operation->at_once = operation->all_called = false;
    bsim_free(operation->last);
    operation->last = NULL;
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

/* Calls of a collective in the order of virtual time. */
static bool is_before(const lmpi_coll_call *a, const lmpi_coll_call *b) {
    return a->entry_s != b->entry_s ? a->entry_s < b->entry_s : a->world < b->world;
}

static int compare_entries(const void *a, const void *b) {
    const lmpi_coll_call *const *x = a, *const *y = b;
    return is_before(*x, *y) ? -1 : is_before(*y, *x);
}

static const lmpi_coll_call *earliest(const lmpi_coll_operation *operation) {
    const lmpi_coll_call *found = NULL;
    for (int i = 0; i < operation->comm->size; i++)
        if (operation->call[i] && (!found || is_before(operation->call[i], found)))
            found = operation->call[i];
    return found;
}

void lmpi_coll_drop(lmpi_comm *comm) {
    coll_state *state = comm->coll;
    comm->coll = NULL;
    if (!state)
        return;
    if (state->count) {
        const lmpi_coll_operation *open = *place_of(state, 0);
        const lmpi_coll_call *first = earliest(open);
        bsim_fatal_of(
            first->world, first->entry_s, BSIM_EXIT_MISUSE,
            "all ranks of %s have freed it, but rank %d did not call a collective in which rank %d is: %s (%s)",
            lmpi_comm_label(comm), lmpi_coll_missing(open), first->world, first->site->call,
            bsim_site_name(first->site->address));
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

/* "collective calls do not match on ...: " of two members, and why. */
static void write_mismatch(const lmpi_comm *comm, const lmpi_coll_call *a, const lmpi_coll_call *b, const char *why,
                           char *text, size_t size) {
    const struct bsim_site *at = a->init ? a->init : a->site, *other = b->init ? b->init : b->site;
    snprintf(text, size, "collective calls do not match on %s: rank %d in %s (%s), rank %d in %s (%s): %s",
             lmpi_comm_label(comm), a->world, at->call, bsim_site_name(at->address), b->world, other->call,
             bsim_site_name(other->address), why);
}

void lmpi_coll_mismatch(const lmpi_comm *comm, const lmpi_coll_call *a, const lmpi_coll_call *b, const char *format,
                        ...) {
    char why[512], text[1536];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    if (LMPI_CHECKED)
        lmpi_checker->mismatch(comm, a, b, why);
    write_mismatch(comm, a, b, why, text, sizeof text);
    const lmpi_coll_call *first = is_before(b, a) ? b : a;
    bsim_fatal_of(first->world, first->entry_s, BSIM_EXIT_MISUSE, "%s", text);
}

enum difference { NO_DIFFERENCE, KINDS, BLOCKING, ROOTS, OPERATORS, BYTES, TYPES, REALITY };

/* Whether the types of a call's data are those of an earlier call's. */
static bool types_differ(const lmpi_coll_call *typed, const lmpi_coll_call *call, int i) {
    return call->kind->one_type && typed->type[0] && call->type[i] &&
           !lmpi_types_agree(typed->type[0], call->type[i], call->kind->reduces);
}

/* The first rule, of those that involve only two calls, that these two break. */
static enum difference difference(const lmpi_coll_call *a, const lmpi_coll_call *b) {
    const lmpi_coll_kind *kind = a->kind;
    if (kind != b->kind)
        return KINDS;
    if (!a->handle != !b->handle)
        return BLOCKING;
    if (kind->rooted && a->root != b->root)
        return ROOTS;
    if (kind->reduces && a->op != b->op)
        return OPERATORS;
    if (kind->same_bytes && a->bytes != b->bytes)
        return BYTES;
    if (a->real != b->real && !kind->constructs && a->bytes && b->bytes)
        return REALITY;
    return NO_DIFFERENCE;
}

static void explain(enum difference difference, const lmpi_coll_call *a, const lmpi_coll_call *b, char *why,
                    size_t size) {
    static const char *const rule[] = {
        [KINDS] = "all ranks of a communicator must call the same function",
        [BLOCKING] = "a blocking collective does not match a non-blocking one",
        [OPERATORS] = "the reduction operators differ",
        [REALITY] = "one moves data (MPI_), the other is timing-only (LMPI_)",
    };
    if (difference == ROOTS)
        snprintf(why, size, "the roots are %d and %d", a->root, b->root);
    else if (difference == BYTES)
        snprintf(why, size, "they give %lld and %lld bytes", (long long)a->bytes, (long long)b->bytes);
    else if (difference == TYPES)
        snprintf(why, size, "the data are %s and %s", lmpi_type_label(a->type[0]),
                 lmpi_type_label(b->type[types_differ(a, b, 1)]));
    else
        snprintf(why, size, "%s", rule[difference]);
}

static enum difference any_difference(const lmpi_coll_call *a, const lmpi_coll_call *b) {
    enum difference found = a == b ? NO_DIFFERENCE : difference(a, b);
    return found || !(types_differ(a, b, 0) || types_differ(a, b, 1)) ? found : TYPES;
}

/* Of an operation whose calls do not match, when no rank can run: the two members that are told. They are the earliest
 * two that differ, and so do not depend on the order in which the calls were made. */
static void tell_difference(const void *arg, char *text, size_t size) {
    const lmpi_coll_operation *operation = arg;
    int n = 0;
    const lmpi_coll_call **by_time = bsim_alloc((size_t)operation->comm->size * sizeof *by_time);
    for (int i = 0; i < operation->comm->size; i++)
        if (operation->call[i])
            by_time[n++] = operation->call[i];
    qsort(by_time, (size_t)n, sizeof *by_time, compare_entries);
    enum difference found = NO_DIFFERENCE;
    for (int i = 0; i < n && !found; i++)
        for (int j = i; j < n && !found; j++)
            if ((found = any_difference(by_time[i], by_time[j])) != NO_DIFFERENCE) {
                char why[512];
                explain(found, by_time[i], by_time[j], why, sizeof why);
                write_mismatch(operation->comm, by_time[i], by_time[j], why, text, size);
            }
    bsim_free(by_time);
}

/* A call does not match another one of its operation, which is never over then. The failure's time is that of the
 * operation's first call. */
_Noreturn static void differ(lmpi_coll_operation *operation, const lmpi_coll_call *other, const lmpi_coll_call *call,
                             enum difference found) {
    if (LMPI_CHECKED) {
        char why[512];
        explain(found, other, call, why, sizeof why);
        lmpi_coll_mismatch(operation->comm, other, call, "%s", why);
    }
    for (int i = 0; i < operation->comm->size && !operation->differs; i++)
        if (operation->call[i])
            bsim_fail_later(operation->call[i]->world, operation->call[i]->entry_s, BSIM_EXIT_MISUSE, tell_difference,
                            operation);
    operation->differs = true;
    operation->call[call->local] = (lmpi_coll_call *)call;
    bsim_fail_later(call->world, call->entry_s, BSIM_EXIT_MISUSE, tell_difference, operation);
    bsim_fail_stop();
}

/* Checks a call against those that were made before. */
static void agree(lmpi_coll_operation *operation, lmpi_coll_call *call) {
    const lmpi_coll_call *first = operation->first, *typed = operation->typed ? operation->typed : call;
    enum difference found = first ? difference(first, call) : NO_DIFFERENCE;
    if (__builtin_expect(found || operation->differs, 0))
        differ(operation, first, call, found);
    if (!call->type[0])
        return;
    if (__builtin_expect(types_differ(typed, call, 0) || types_differ(typed, call, 1), 0))
        differ(operation, typed, call, TYPES);
    operation->typed = typed;
}

const lmpi_coll_operation *lmpi_coll_next(const lmpi_comm *comm, const lmpi_coll_call *call) {
    const coll_state *state = call->channel ? call->channel : comm->coll;
    uint32_t ahead = state ? state->joined[call->local] - state->first : 0;
    return state && ahead < state->count ? *place_of(state, ahead) : NULL;
}

lmpi_coll_operation *lmpi_coll_entered(const lmpi_comm *comm, int member) {
    const coll_state *state = comm->coll;
    uint32_t ahead = state ? state->joined[member] - 1 - state->first : 0;
    return state && ahead < state->count ? *place_of(state, ahead) : NULL;
}

lmpi_coll_operation *lmpi_coll_enter(lmpi_comm *comm, lmpi_coll_call *call) {
    call->entry_s = bsim_self->clock[0];
    return lmpi_coll_enter_away(comm, call);
}

lmpi_coll_operation *lmpi_coll_enter_away(lmpi_comm *comm, lmpi_coll_call *call) {
    coll_state *state = call->channel ? call->channel : state_of(comm);
    uint32_t ahead = state->joined[call->local]++ - state->first;
    lmpi_coll_operation *operation = ahead < state->count ? *place_of(state, ahead) : append(comm, state);
    agree(operation, call);
    if (!operation->first)
        operation->first = call;
    else
        operation->one_site &= call->site->number == operation->first->site->number;
    bsim_check(!operation->call[call->local]);
    operation->call[call->local] = call;
    if (++operation->arrived == comm->size) { /* it is the first one, since all members have joined those before it */
        bsim_check(ahead == 0);
        state->first++;
        state->count--;
    }
    return operation;
}
