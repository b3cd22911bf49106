/* coll_start.c - non-blocking and persistent collectives: a member starts one, and its request is complete when the
 * operation is.
 *
 * The operation begins for a member with its call, and goes on without its processor: its exit times are those of the
 * blocking form with the same entry times. The processor pays for the call as for the start of an empty message. When
 * the last member has called the data move, and the times are known. With network cards, which serve messages in the
 * order of virtual time, the times are found by an event at the first member's call, or the members take the steps of
 * the algorithm as messages, as they do over shared links (lmpi_coll_goes_at_once). A start of a persistent request is
 * the call of a non-blocking one. */
#include <stddef.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/first_messages.h"
#include "lmpi/coll/coll_operation.h"
#include "lmpi/coll/coll_steps.h"
#include "lmpi/datatype/op.h"
#include "lmpi/core/hosts.h"
#include "lmpi/match/match.h"
#include "lmpi/match/transfer.h"
#include "lmpi/p2p/p2p.h"
#include "lmpi/p2p/poll.h"
#include "lmpi/trace/trace.h"
#include "lmpi/trace/trace_peers.h"

/* A member's call and what belongs to it, until the operation is over. */
struct started {
    struct lmpi_awaited awaited;
    lmpi_coll_call call;
    lmpi_coll_operation *operation;
    lmpi_comm *comm;     /* persistent: its communicator */
    lmpi_coll_line line; /* persistent, with a trace */
};

static struct started *started_of(lmpi_coll_call *call) {
    return (struct started *)(void *)((char *)call - offsetof(struct started, call));
}

/* ---- a deadlock report's view ---- */

static void describe(const struct lmpi_awaited *awaited, char *buf, size_t size) {
    const struct started *s = (const struct started *)(const void *)awaited;
    const struct bsim_site *site = s->call.init ? s->call.init : s->call.site;
    snprintf(buf, size, "for %s on %s (%s), with %d of its %d ranks there; rank %d is not", site->call,
             lmpi_comm_label(s->operation->comm), bsim_site_name(site->address), s->operation->arrived,
             s->operation->comm->size, lmpi_coll_missing(s->operation));
}

static int missing(const struct lmpi_awaited *awaited) {
    return lmpi_coll_missing(((const struct started *)(const void *)awaited)->operation);
}

/* ---- the end ---- */

/* Enters the exit times of all members, which are in the posts of their requests. last: K times, the last call. */
static void enter_times(lmpi_coll_operation *operation, const double *last, const double *entry) {
    for (int i = 0; i < operation->comm->size; i++) {
        lmpi_request *r = operation->call[i]->request;
        r->other_s = entry[i] + operation->call[i]->wait_s;
        bsim_clock_copy(lmpi_request_ready(r), last);
        bsim_clock_raise(lmpi_request_ready(r), r->times);
    }
}

/* The K times at which the last member has called. */
static void last_call(const lmpi_coll_operation *operation, double *last) {
    bsim_clock_copy(last, operation->call[0]->request->times);
    for (int i = 1; i < operation->comm->size; i++)
        bsim_clock_raise(last, operation->call[i]->request->times);
}

static void find_times(lmpi_coll_operation *operation, lmpi_coll_run *run) {
    int n = operation->comm->size;
    double last[BSIM_MAX_SCENARIOS], *entry = bsim_alloc((size_t)n * sizeof *entry);
    last_call(operation, last);
    for (int i = 0; i < n; i++)
        entry[i] = operation->call[i]->request->times[0];
    lmpi_coll_find_times(run);
    enter_times(operation, last, entry);
    bsim_free(entry);
}

/* A member's part is over: it may free its lists of counts and types as soon as it knows. */
static void release_types(struct started *s) {
    if (!s->call.persists)
        lmpi_coll_release_types(&s->call);
}

/* The operation is over, and the types of the member are released. A persistent request keeps what it has, for its next
 * start. */
static void free_released(struct started *s) {
    if (s->call.persists)
        return;
    lmpi_op_release(s->call.op);
    bsim_free(s);
}

static void free_started(struct started *s) {
    release_types(s);
    free_released(s);
}

/* The requests of all members are complete. */
static void end(lmpi_coll_operation *operation) {
    lmpi_comm *comm = operation->comm;
    for (int i = 0; i < comm->size; i++) {
        struct started *s = started_of(operation->call[i]);
        lmpi_request *r = s->call.request;
        if (bsim_is_away(s->call.world)) {
            lmpi_hosts_free_call(&s->call);
            bsim_free(s);
            continue;
        }
        free_started(s);
        lmpi_deliver_collective(r);
    }
    lmpi_coll_operation_free(operation);
}

/* With network cards or links: the communicator may have been freed by all its members meanwhile. */
static void let_go(lmpi_comm *comm) {
    if (comm->id > LMPI_COMM_ID_SELF && --comm->users == 0)
        lmpi_comm_end(comm);
}

/* As messages: all members have left. Frees what is left of their calls, the copy of the first one last. */
static void free_calls(lmpi_coll_operation *operation) {
    lmpi_coll_call *first = NULL;
    for (int i = 0; i < operation->comm->size; i++)
        if (operation->call[i] == operation->first && operation->call[i]->has_left)
            first = operation->first;
    for (int i = 0; i < operation->comm->size; i++) {
        lmpi_coll_call *call = operation->call[i];
        if (call && !call->has_left)
            free_released(started_of(call));
        else if (call && call != first)
            lmpi_coll_unkeep(call, first ? first : call);
    }
    if (first)
        lmpi_coll_unkeep(first, first);
}

/* As messages: the steps of a member are over, and all members have called. */
static void leave(lmpi_coll_call *call) {
    struct started *s = started_of(call);
    lmpi_coll_operation *operation = s->operation;
    lmpi_comm *comm = operation->comm;
    lmpi_request *r = call->request;
    if (call->persists) /* it may be started again before the others are over */
        operation->call[call->local] = NULL;
    release_types(s);
    lmpi_deliver_collective(r);
    if (--operation->arrived > 0)
        return;
    free_calls(operation);
    bsim_free(operation->steps);
    lmpi_coll_operation_free(operation);
    let_go(comm);
}

/* As messages: the steps of a member are over, and its rank waits for it. The rank goes on if it can, though some
 * have not called: what it does next takes its part of the links in time. */
static void leave_early(lmpi_coll_call *call) {
    struct started *s = started_of(call);
    lmpi_request *r = call->request;
    if (!lmpi_coll_leave(s->operation, call))
        return;
    release_types(s);
    free_released(s);
    lmpi_deliver_collective(r);
}

static void begin_wait(struct lmpi_awaited *awaited) {
    struct started *s = (struct started *)(void *)awaited;
    BSIM_ALONE; /* it uses the calls of all members */
    if (s->call.is_over && !s->operation->all_called)
        leave_early(&s->call);
}

/* As messages: the steps of a member are over. Its ready time is its entry, or the last call, so far, and other_s
 * its entry. */
static void member_over(lmpi_coll_call *call) {
    lmpi_request *r = call->request;
    r->other_s += call->wait_s;
    bsim_clock_raise(lmpi_request_ready(r), r->times);
    call->is_over = true;
    if (started_of(call)->operation->all_called)
        leave(call);
    else if (r->flags & LMPI_REQ_WAITED)
        leave_early(call);
}

static void take_steps(lmpi_coll_operation *operation, lmpi_coll_run *run) {
    int n = operation->comm->size;
    double last[BSIM_MAX_SCENARIOS];
    last_call(operation, last);
    operation->all_called = true;
    lmpi_coll_find_times(run);
    for (int i = 0; i < n; i++) {
        lmpi_request *r = operation->call[i]->request;
        bsim_clock_copy(lmpi_request_ready(r), last);
        r->other_s = r->times[0];
        lmpi_coll_take_steps_late(operation->comm, operation->call[i], operation->number, member_over);
    }
}

/* With network cards or links: an event. */
static void evaluate_late(struct bsim_event *event) {
    lmpi_coll_operation *operation =
        (lmpi_coll_operation *)(void *)((char *)event - offsetof(lmpi_coll_operation, event));
    lmpi_comm *comm = operation->comm;
    lmpi_coll_run run = lmpi_coll_begin(comm, operation->call, operation->one_site);
    run.as_messages = lmpi_coll_is_late(&run);
    if (run.as_messages) {
        take_steps(operation, &run);
        return;
    }
    find_times(operation, &run);
    end(operation);
    let_go(comm);
}

static void set_due(lmpi_coll_operation *operation) {
    lmpi_comm *comm = operation->comm;
    operation->event.run = evaluate_late;
    operation->event.time_s = operation->call[0]->request->times[0];
    for (int i = 1; i < comm->size; i++)
        if (operation->call[i]->request->times[0] < operation->event.time_s)
            operation->event.time_s = operation->call[i]->request->times[0];
    comm->users += comm->id > LMPI_COMM_ID_SELF;
    bsim_event_add(&operation->event);
}

/* As messages, where the steps of a member follow from its call alone: it begins them at once. */
static void begin_steps(lmpi_comm *comm, struct started *s) {
    lmpi_coll_operation *operation = s->operation;
    lmpi_request *r = s->call.request;
    BSIM_ALONE; /* it uses scratch memory, and at the end the requests and buffers of all members */
    if (operation->arrived == 1) {
        comm->users += comm->id > LMPI_COMM_ID_SELF;
        operation->last = bsim_alloc((size_t)bsim_context.nscen * sizeof *operation->last);
    }
    lmpi_coll_note_steps(operation, &s->call);
    r->other_s = r->times[0];
    bsim_clock_copy(lmpi_request_ready(r), r->times);
    bsim_clock_raise(operation->last, r->times);
    lmpi_coll_take_steps_late(comm, &s->call, operation->number, member_over);
    if (operation->arrived < comm->size)
        return;
    lmpi_coll_run run = lmpi_coll_begin(comm, operation->call, operation->one_site);
    lmpi_coll_move_data(&run);
    operation->all_called = true;
    for (int i = 0; i < comm->size; i++) /* the calling member's steps are not over */
        if (operation->call[i]->has_left)
            operation->arrived--;
        else
            bsim_clock_raise(lmpi_request_ready(operation->call[i]->request), operation->last);
    for (int i = 0; i < comm->size; i++)
        if (operation->call[i] && !operation->call[i]->has_left && operation->call[i]->is_over)
            leave(operation->call[i]);
}

/* The last member has called. */
static void all_are_there(lmpi_coll_operation *operation) {
    BSIM_ALONE; /* it uses the requests, buffers and sites of all members */
    lmpi_coll_run run = lmpi_coll_begin(operation->comm, operation->call, operation->one_site);
    if (!bsim_context.cards)
        find_times(operation, &run);
    lmpi_coll_move_data(&run);
    if (bsim_context.cards)
        set_due(operation);
    else
        end(operation);
}

/* ---- the start ---- */

static void fill_request(lmpi_request *r, struct started *s, const lmpi_comm *comm) {
    lmpi_request_fill_own(r, LMPI_REQ_COLL, &s->awaited, s->call.site);
    r->flags = s->call.persists ? LMPI_REQ_PERSISTENT : 0;
    r->comm = comm->id;
    r->want_bytes = (int64_t)lmpi_coll_received(comm, &s->call);
}

/* Starting the operation takes the processor as long as starting an empty message to the next member. */
static void pay_overhead(const lmpi_comm *comm, const lmpi_coll_call *call) {
    double arrive[BSIM_MAX_SCENARIOS], *clock = bsim_self->clock;
    if (!lmpi_coll_has_messages(comm, call))
        return;
    const bsim_rank *next = bsim_rank_of(lmpi_comm_world(comm, (call->local + 1) % comm->size));
    bsim_context.net->send(lmpi_path_of_send(next, LMPI_PATH_STANDARD, 0), 0, clock, clock, arrive);
}

/* The whole operation of a communicator of one rank. */
static void perform_alone(lmpi_comm *comm, struct started *s) {
    lmpi_coll_call *call = &s->call;
    lmpi_coll_run run = lmpi_coll_begin(comm, &call, true);
    lmpi_coll_find_times(&run);
    lmpi_coll_move_data(&run);
    bsim_clock_copy(lmpi_request_ready(call->request), call->request->times);
    call->request->other_s = call->request->times[0];
    lmpi_request *r = call->request;
    free_started(s);
    lmpi_deliver_collective(r);
}

/* A non-blocking constructor gives its communicator before the operation is over. */
static void make_early(lmpi_comm *comm, struct started *s, const lmpi_coll_call *first) {
    if (!s->call.kind->make)
        return;
    s->call.made = first == &s->call ? s->call.kind->make(comm) : first->made;
    *s->call.made_at = s->call.made;
}

/* The request is filled. */
static void start(lmpi_comm *comm, struct started *s) {
    struct bsim_site *site = s->call.site;
    double start_s = bsim_self->clock[0];
    if (__builtin_expect(bsim_context.work->copies, 0)) {
        lmpi_coll_copy_own(comm, &s->call, bsim_self->clock);
        bsim_clock_copy(s->call.request->times, bsim_self->clock); /* its messages begin then */
    }
    if (comm->size == 1) {
        make_early(comm, s, &s->call);
        perform_alone(comm, s);
        return;
    }
    if (__builtin_expect(bsim_first_messages_on, 0)) {
        lmpi_coll_first(comm, &s->call);
        bsim_clock_copy(s->call.request->times, bsim_self->clock); /* its messages begin then */
    }
    pay_overhead(comm, &s->call);
    lmpi_message_counts_begin(s->call.world, &s->call.counts);
    if (lmpi_hosts_spans(comm))
        lmpi_hosts_join(comm, &s->call, s->call.request->times);
    bool at_once = lmpi_coll_goes_at_once(comm, &s->call);
    s->operation = lmpi_coll_enter(comm, &s->call);
    make_early(comm, s, s->operation->first);
    if (at_once) {
        s->operation->at_once = true;
        begin_steps(comm, s);
        lmpi_charge(site, start_s, 0);
        return;
    }
    if (bsim_context.cards && s->call.local == 0)
        s->operation->event.order = lmpi_transfer_order(bsim_self->id);
    if (s->operation->arrived == comm->size)
        all_are_there(s->operation);
    lmpi_charge(site, start_s, 0);
}

int lmpi_coll_start_async(lmpi_comm *comm, const lmpi_coll_call *call) {
    lmpi_poll_interrupted();
    struct started *s = bsim_alloc(sizeof *s);
    *s = (struct started){.awaited = {.describe = describe, .missing = missing, .wait = begin_wait}, .call = *call};
    s->call.request = lmpi_request_new();
    fill_request(s->call.request, s, comm);
    *call->handle = lmpi_request_handle(s->call.request);
    lmpi_coll_hold(&s->call);
    start(comm, s);
    return MPI_SUCCESS;
}

void lmpi_coll_start_away(lmpi_comm *comm, const lmpi_coll_call *call) {
    struct started *s = bsim_alloc(sizeof *s);
    *s = (struct started){.call = *call};
    s->operation = lmpi_coll_enter_away(comm, &s->call);
    if (s->operation->arrived == comm->size)
        all_are_there(s->operation);
}

/* ---- persistent requests ---- */

static void restart(struct lmpi_awaited *awaited, lmpi_request *r, struct bsim_site *site) {
    struct started *s = (struct started *)(void *)awaited;
    BSIM_LOCKED;
    s->call.site = site;
    s->call.steps = (struct lmpi_coll_steps){0};
    s->call.wait_s = 0;
    s->call.is_over = false;
    fill_request(r, s, s->comm);
    if (lmpi_trace_on && s->call.line)
        lmpi_trace_p2p(s->call.kind->name, s->line.root, LMPI_TRACE_NONE, s->line.bytes, s->line.comm);
    start(s->comm, s);
}

static void drop(struct lmpi_awaited *awaited) {
    struct started *s = (struct started *)(void *)awaited;
    BSIM_ALONE;
    s->call.persists = false;
    lmpi_coll_channel_leave(s->comm, s->call.channel);
    lmpi_comm *comm = s->comm;
    free_started(s);
    let_go(comm);
}

int lmpi_coll_make_persistent(lmpi_comm *comm, const lmpi_coll_call *call) {
    struct started *s = bsim_alloc(sizeof *s);
    *s = (struct started){
        .awaited = {.describe = describe, .missing = missing, .wait = begin_wait, .start = restart, .drop = drop},
        .call = *call,
        .comm = comm};
    lmpi_request *r = lmpi_request_new();
    s->call.request = r;
    s->call.init = call->site;
    s->call.channel = lmpi_coll_channel(comm, call->local);
    if (call->line) {
        s->line = *call->line;
        s->call.line = &s->line;
    }
    comm->users += comm->id > LMPI_COMM_ID_SELF;
    lmpi_coll_hold(&s->call);
    fill_request(r, s, comm);
    r->state = LMPI_REQ_INACTIVE;
    r->mode = LMPI_MODE_COLL;
    *call->handle = lmpi_request_handle(r);
    return MPI_SUCCESS;
}
