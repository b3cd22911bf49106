/* coll.c - joining a collective: evaluation, accounting.
 *
 * Members arrive one at a time, also with several shards, and the last one evaluates while all other shards stand
 * still. Must not know algorithms and data. */
#include "lmpi/coll/coll.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/operators.h"
#include "bsim/cost/first_messages.h"
#include "bsim/cost/receives.h"
#include "bsim/base/warn.h"
#include "bsim/network/card.h"
#include "lmpi/coll/coll_operation.h"
#include "lmpi/coll/coll_steps.h"
#include "lmpi/coll/coll_time.h"
#include "lmpi/core/checker.h"
#include "lmpi/datatype/op.h"
#include "lmpi/core/hosts.h"
#include "lmpi/match/match.h"

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
    if (!c)
        return lmpi_error(MPI_COMM_WORLD, place->name, place->address, MPI_ERR_COMM,
                          "communicator handle 0x%x is not valid", (unsigned)comm);
    call->kind = kind;
    call->site = bsim_site_at(place->address, place->name);
    call->world = bsim_self->id;
    call->local = lmpi_comm_rank(c->all ? c->all : c, bsim_self->id);
    call->real = place->real;
    call->handle = place->request;
    call->line = place->line;
    call->persists = place->persists;
    call->send_parts = call->recv_parts = c->size;
    if (place->starts && !place->request)
        return lmpi_coll_error(call, comm, MPI_ERR_ARG, "the address of the request is null");
    if (call->local < 0)
        return lmpi_coll_error(call, comm, MPI_ERR_COMM, "the calling rank is not a member of the communicator");
    *object = c;
    return MPI_SUCCESS;
}

/* ---- a deadlock report's view of a blocked member ---- */

static void describe(const struct bsim_wait *wait, int rank, char *buf, size_t size) {
    (void)rank;
    const lmpi_coll_operation *operation = wait->arg;
    snprintf(buf, size, "with %d of its %d ranks there; rank %d is not", operation->arrived, operation->comm->size,
             lmpi_coll_missing(operation));
}

static int waits_for(const struct bsim_wait *wait, int rank) {
    (void)rank;
    return lmpi_coll_missing(wait->arg);
}

static struct bsim_wait reason(lmpi_coll_operation *operation, const lmpi_coll_call *call) {
    return (struct bsim_wait){.call = call->kind->name,
                              .site = call->site->address,
                              .peer = BSIM_PEER_NONE,
                              .tag = BSIM_TAG_NONE,
                              .comm = operation->comm->id,
                              .describe = describe,
                              .waits_for = waits_for,
                              .arg = operation};
}

/* The collective whose steps a rank takes. On its stack. */
struct lmpi_coll_taken {
    const lmpi_comm *comm;
    const lmpi_coll_call *call;
};

bool lmpi_coll_waits_in(const bsim_rank *rank, struct bsim_wait *wait) {
    const struct lmpi_rank_extension *more = lmpi_rank_at(rank->id)->extension;
    const struct lmpi_coll_taken *taken = more ? more->collective : NULL;
    lmpi_coll_operation *operation = taken ? lmpi_coll_entered(taken->comm, taken->call->local) : NULL;
    if (!operation)
        return false;
    *wait = reason(operation, taken->call);
    return true;
}

static void take_steps(lmpi_comm *comm, lmpi_coll_call *call) {
    struct lmpi_coll_taken taken = {comm, call};
    lmpi_extension(lmpi_self())->collective = &taken;
    lmpi_coll_take_steps(comm, call);
    lmpi_self()->extension->collective = NULL;
}

/* ---- evaluation ---- */

/* The values of the members, from those of all ranks. */
static const int32_t *of_members(const lmpi_coll_run *run, const int32_t *by_rank) {
    if (run->comm->id == LMPI_COMM_ID_WORLD || !by_rank)
        return by_rank;
    int32_t *of_member = lmpi_coll_scratch((size_t)run->n * sizeof *of_member);
    for (int i = 0; i < run->n; i++)
        of_member[i] = by_rank[lmpi_comm_world(run->comm, i)];
    return of_member;
}

static void find_places(lmpi_coll_run *run) {
    run->node = of_members(run, bsim_context.node);
    run->socket = of_members(run, bsim_context.socket);
}

/* Whether the clocks of the ranks are the members' clocks, in their order. */
static bool is_in_place(const lmpi_coll_run *run) {
    return run->comm->id == LMPI_COMM_ID_WORLD && !run->call[0]->request && bsim_context.nhosts == 1;
}

static double *times_of(const lmpi_coll_call *call) {
    return call->request ? call->request->times : bsim_clock(call->world);
}

static void gather_clocks(lmpi_coll_run *run) {
    size_t k = (size_t)bsim_context.nscen;
    find_places(run);
    if (is_in_place(run)) {
        run->t = bsim_context.clocks;
    } else {
        run->t = lmpi_coll_scratch((size_t)run->n * k * sizeof *run->t);
        for (int i = 0; i < run->n; i++)
            memcpy(run->t + (size_t)i * k, times_of(run->call[i]), k * sizeof(double));
    }
    run->wait_s = lmpi_coll_scratch((size_t)run->n * sizeof *run->wait_s);
    if (bsim_operators_on)
        run->combine_s = lmpi_coll_scratch((size_t)run->n * sizeof *run->combine_s);
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
    for (int i = 0; !is_in_place(run) && i < run->n; i++)
        memcpy(times_of(run->call[i]), run->t + (size_t)i * k, k * sizeof(double));
    for (int i = 0; i < run->n; i++)
        run->call[i]->wait_s = run->wait_s[i];
    for (int i = 0; run->combine_s && i < run->n; i++)
        bsim_time_add(&run->call[i]->site->combine, run->combine_s[i]);
}

/* Of the hosts of an operation that of its first member counts it. */
static void add_totals(lmpi_coll_run *run) {
    if (bsim_is_away(run->call[0]->world))
        return;
    bsim_run.messages += run->messages;
    bsim_run.bytes += run->bytes;
    bsim_run.collectives += !run->of_one && !run->call[0]->kind->continues;
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
    gather_clocks(run);
    if (!run->one_site) {
        run->sent_messages = lmpi_coll_scratch((size_t)run->n * sizeof *run->sent_messages);
        run->sent_bytes = lmpi_coll_scratch((size_t)run->n * sizeof *run->sent_bytes);
    }
    if (run->call[0]->kind->time)
        run->call[0]->kind->time(run);
    scatter_clocks(run);
    add_totals(run);
    lmpi_coll_scratch_free(NULL);
}

/* Notes the steps of all members, in run->steps if this is set, else in their calls; or only counts their messages. */
static void run_steps(void *argument) {
    lmpi_coll_run *run = argument;
    bool in_calls = !run->steps && !run->only_counts;
    if (!run->of_one)
        find_places(run);
    if (!run->steps)
        run->steps = lmpi_coll_scratch((size_t)run->n * sizeof *run->steps);
    if (run->call[0]->kind->time)
        run->call[0]->kind->time(run);
    for (int i = 0; in_calls && i < run->n; i++) {
        run->call[i]->steps = run->steps[i];
        run->call[i]->has_steps = true;
    }
    if (!run->only_counts)
        add_totals(run);
    lmpi_coll_scratch_free(NULL);
}

/* The buffers may be no memory: then the program's line is that of the running rank's call. */
static void run_data(void *argument) {
    lmpi_coll_run *run = argument;
    int i = run->n - 1;
    while (i > 0 && !(bsim_self && run->call[i]->world == bsim_self->id))
        i--;
    bsim_work =
        (struct bsim_work){bsim_rank_of(run->call[i]->world), run->call[i]->site ? run->call[i]->site->address : NULL};
    run->call[0]->kind->data(run);
    bsim_work = (struct bsim_work){0};
    lmpi_coll_scratch_free(NULL);
}

lmpi_coll_run lmpi_coll_begin(lmpi_comm *comm, lmpi_coll_call **call, bool one_site) {
    lmpi_coll_run run = {.comm = comm, .n = comm->size, .call = call, .one_site = one_site, .code = MPI_SUCCESS};
    run.as_messages = bsim_context.links;
    run.counts_traffic = bsim_context.counts_traffic && !bsim_is_away(call[0]->world);
    if (LMPI_CHECKED)
        lmpi_checker->collective(&run);
    if (call[0]->kind->check)
        call[0]->kind->check(&run);
    bool own_operator = call[0]->kind->reduces && lmpi_op_is_user(call[0]->op);
    if (own_operator && call[0]->real && call[0]->bytes > 0 && lmpi_hosts_spans(comm))
        lmpi_hosts_lay_out(&run);
    return run;
}

void lmpi_coll_find_times(lmpi_coll_run *run) {
    if (!bsim_context.work->copies)
        lmpi_coll_tell_copies(run);
    if (run->n > 1)
        bsim_on_host_stack(run->as_messages ? run_steps : run_time, run);
    else
        bsim_run.collectives += !run->call[0]->kind->continues;
}

/* Whether a function of the program combines the data. Of an inter-communicator's MPI_Reduce some members give no
 * operator. */
static bool applies_own_operator(const lmpi_coll_run *run) {
    if (run->call[0]->kind->reduces)
        return lmpi_op_is_user(run->call[0]->op);
    for (int i = 0; run->comm->left && i < run->n; i++)
        if (run->call[i]->op && lmpi_op_is_user(run->call[i]->op))
            return true;
    return false;
}

/* The first member that this host runs. */
static int first_here(const lmpi_coll_run *run) {
    int i = 0;
    while (bsim_is_away(run->call[i]->world))
        i++;
    return run->call[i]->world;
}

void lmpi_coll_move_data(lmpi_coll_run *run) {
    const lmpi_coll_call *first = run->call[0];
    const lmpi_coll_kind *kind = first->kind;
    if (!kind->data || !(kind->constructs || first->real))
        return;
    if (!applies_own_operator(run))
        bsim_on_host_stack(run_data, run);
    else if (bsim_self)
        run_data(run); /* the program's own function runs on a rank's stack */
    else
        bsim_hosts_run_as(first_here(run), run_data, run);
}

/* ---- as messages, or as a whole ---- */

/* Of a ring among 4096 members. Their steps take half a gigabyte. */
enum { MOST_MESSAGES = 1 << 24 };

double lmpi_coll_all_pairs(const lmpi_comm *comm) {
    return (double)comm->size * comm->size;
}

static void tell_too_many(void) {
    static bool told = false;
    if (!told)
        bsim_warn(
            "collectives of more than %d messages share network cards as with --whole-collectives, to save memory: "
            "messages that begin later do not delay theirs",
            MOST_MESSAGES);
    told = true;
}

/* Whether the members' own calls tell their steps, and only all of them how many there are. */
static bool is_counted_by_all(const lmpi_coll_kind *kind) {
    return kind->most_messages && kind->by_own() && bsim_context.cards && !bsim_context.links &&
           !bsim_context.whole_collectives && !LMPI_CHECKED;
}

bool lmpi_coll_is_late(const lmpi_coll_run *run) {
    const lmpi_coll_kind *kind = run->call[0]->kind;
    if (!is_counted_by_all(kind) || kind->most_messages(run->comm) <= MOST_MESSAGES)
        return run->as_messages;
    lmpi_coll_run count = *run;
    count.only_counts = true;
    bsim_on_host_stack(run_steps, &count);
    if (count.messages <= MOST_MESSAGES)
        return true;
    tell_too_many();
    return false;
}

static int evaluate(lmpi_comm *comm, lmpi_coll_call **call, bool one_site) {
    lmpi_coll_run run = lmpi_coll_begin(comm, call, one_site);
    run.as_messages = lmpi_coll_is_late(&run);
    lmpi_coll_find_times(&run);
    lmpi_coll_move_data(&run);
    return run.code;
}

/* Evaluates the operation, and lets the other members go on. own: the call of the running rank; NULL: none runs. */
static int evaluate_for_all(lmpi_coll_operation *operation, const lmpi_coll_call *own) {
    BSIM_ALONE; /* it uses the clocks, buffers and sites of all members */
    int code = evaluate(operation->comm, operation->call, operation->one_site);
    for (int i = 0; i < operation->comm->size; i++) {
        lmpi_coll_call *member = operation->call[i];
        if (bsim_is_away(member->world)) {
            lmpi_hosts_free_call(member);
            bsim_free(member);
        } else if (member != own) {
            bsim_ready(bsim_rank_of(member->world));
        }
    }
    lmpi_coll_operation_free(operation);
    return code;
}

/* Network cards and links serve messages in the order of virtual time. So the operation is not evaluated when its last
 * member has come, which depends on the order in which ranks run, but by member 0, when nothing earlier than its first
 * entry can happen. */
static void set_due(lmpi_coll_operation *operation) {
    double first_s = HUGE_VAL;
    for (int i = 0; i < operation->comm->size; i++)
        first_s = fmin(first_s, *bsim_clock(operation->call[i]->world));
    int world = operation->call[0]->world;
    lmpi_rank *rank = lmpi_rank_at(world);
    operation->due = (struct lmpi_parked){.now_s = first_s, .time_s = first_s, .comm = -1};
    lmpi_extension(rank)->parked = &operation->due;
    rank->alert = 1;
    lmpi_decide_update(world);
}

/* Blocks until the operation is over, or its steps are known; member 0, with network cards or links, until it is to
 * evaluate it. */
static void wait_for_others(lmpi_coll_operation *operation, const lmpi_coll_call *call, bool is_last) {
    struct bsim_wait wait = reason(operation, call);
    if (is_last) {
        BSIM_ALONE;
        set_due(operation);
    }
    bsim_block(&wait);
}

/* ---- members that do not wait for the others ---- */

/* Whether some message of the operation may be longer than a packet, which network cards divide, so that later ones
 * delay it. All members say the same. */
static bool may_be_long(const lmpi_comm *comm, const lmpi_coll_call *call) {
    if (!call->kind->same_bytes)
        return call->kind->by_own || call->recv_counts;
    return (double)call->bytes * (call->kind->parts ? comm->size : 1) > BSIM_PACKET_BYTES;
}

/* Notes or counts the steps that follow from one call. Returns the number of their messages. */
static uint64_t note_steps(lmpi_comm *comm, lmpi_coll_call *from, lmpi_coll_run run) {
    run.comm = comm;
    run.n = comm->size;
    run.call = bsim_alloc((size_t)run.n * sizeof *run.call);
    run.one_site = true;
    for (int i = 0; i < run.n; i++)
        run.call[i] = from;
    bsim_on_host_stack(run_steps, &run);
    bsim_free(run.call);
    return run.messages;
}

/* Whether an operation has so many messages that the lists of all steps would take much memory. The first member
 * to come finds out; if only all of them can, it may have (lmpi_coll_is_late). */
static bool has_too_many(lmpi_comm *comm, lmpi_coll_call *call) {
    if (lmpi_coll_all_pairs(comm) <= MOST_MESSAGES)
        return false;
    BSIM_ALONE; /* it uses scratch memory */
    const lmpi_coll_operation *operation = lmpi_coll_next(comm, call);
    if (operation)
        return !operation->at_once;
    if (!call->kind->by_one)
        return call->kind->most_messages && call->kind->most_messages(comm) > MOST_MESSAGES;
    if (note_steps(comm, call, (lmpi_coll_run){.only_counts = true}) <= MOST_MESSAGES)
        return false;
    tell_too_many();
    return true;
}

bool lmpi_coll_goes_at_once(lmpi_comm *comm, lmpi_coll_call *call) {
    bool has_steps = call->kind->by_one || (call->kind->by_own && call->kind->by_own());
    if (!has_steps || LMPI_CHECKED)
        return false;
    if (bsim_context.links || (bsim_context.collective_messages && !call->handle))
        return true;
    return bsim_context.cards && !bsim_context.whole_collectives && may_be_long(comm, call) &&
           !has_too_many(comm, call);
}

void lmpi_coll_note_steps(lmpi_coll_operation *operation, lmpi_coll_call *call) {
    if (!call->kind->by_one) {
        bsim_run.collectives += operation->arrived == 1 && !call->kind->continues;
        note_steps(operation->comm, call, (lmpi_coll_run){.steps = &call->steps, .of_one = true, .one = call->local});
        return;
    }
    if (!operation->steps) {
        operation->steps = bsim_alloc((size_t)operation->comm->size * sizeof *operation->steps);
        note_steps(operation->comm, operation->first, (lmpi_coll_run){.steps = operation->steps});
    }
    call->steps = operation->steps[call->local];
}

/* The last member has come: checks the rules that involve all calls, and moves the data. */
static void end_for_all(lmpi_coll_operation *operation) {
    lmpi_coll_run run = lmpi_coll_begin(operation->comm, operation->call, operation->one_site);
    lmpi_coll_move_data(&run);
    lmpi_coll_call *first = operation->first;
    for (int i = 0; i < operation->comm->size; i++) {
        lmpi_coll_call *member = operation->call[i];
        member->is_over = true;
        if (member->waits)
            bsim_ready(bsim_rank_of(member->world));
        if (member->has_left && member != first)
            lmpi_coll_unkeep(member, first);
    }
    if (first->has_left)
        lmpi_coll_unkeep(first, first);
    bsim_free(operation->steps);
    lmpi_coll_operation_free(operation);
}

/* A member whose data are needed stays until the last one has come, if there can be no copy of them
 * (lmpi_coll_kind.leave). */
static void join_at_once(lmpi_comm *comm, lmpi_coll_call *call) {
    lmpi_coll_call *entered = call;
    bool stays = call->real && call->kind->data;
    if (!stays) {
        entered = bsim_alloc(sizeof *entered);
        *entered = *call;
    }
    lmpi_coll_operation *operation = lmpi_coll_enter(comm, entered);
    operation->at_once = true;
    if (!stays)
        lmpi_coll_keep(entered, operation->first);
    bool is_last = operation->arrived == comm->size;
    if (call->kind->by_one && operation->steps) {
        call->steps = operation->steps[call->local];
    } else {
        BSIM_ALONE; /* it uses scratch memory */
        lmpi_coll_note_steps(operation, call);
    }
    if (is_last) {
        BSIM_ALONE; /* it uses the buffers of all members */
        end_for_all(operation);
    }
    take_steps(comm, call);
    if (stays && !is_last) {
        BSIM_ALONE;
        if (!call->is_over && !lmpi_coll_leave(operation, call)) {
            struct bsim_wait wait = reason(operation, call);
            call->waits = true;
            bsim_block(&wait);
        }
    }
}

/* A blocking call ends. */
static void leave(const lmpi_comm *comm, const lmpi_coll_call *call, double start_s, double wait_s) {
    if (__builtin_expect(bsim_receives_on, 0))
        bsim_received(call->site, lmpi_coll_received(comm, call));
    if (__builtin_expect(bsim_first_messages_on, 0))
        lmpi_coll_first(comm, call);
    lmpi_charge(call->site, start_s, wait_s);
}

int lmpi_coll_join(lmpi_comm *comm, lmpi_coll_call *call) {
    double start_s = *bsim_clock(call->world);
    int code = MPI_SUCCESS;
    comm = comm->all ? comm->all : comm;
    call->site->calls += !call->kind->continues;
    if (call->persists)
        return lmpi_coll_make_persistent(comm, call);
    if (call->handle)
        return lmpi_coll_start_async(comm, call);
    if (__builtin_expect(bsim_context.work->copies, 0))
        lmpi_coll_copy_own(comm, call, bsim_clock(call->world));
    if (comm->size == 1) {
        lmpi_coll_call *alone = call;
        code = evaluate(comm, &alone, true);
        leave(comm, call, start_s, 0);
        return code;
    }
    if (lmpi_coll_goes_at_once(comm, call)) {
        join_at_once(comm, call);
        leave(comm, call, start_s, call->wait_s);
        return code;
    }
    lmpi_message_counts_lend(call->world, &call->counts);
    if (lmpi_hosts_spans(comm))
        lmpi_hosts_join(comm, call, bsim_self->clock);
    lmpi_coll_operation *operation = lmpi_coll_enter(comm, call);
    bool is_last = operation->arrived == comm->size;
    if (is_last && !bsim_context.cards)
        code = evaluate_for_all(operation, call);
    else
        wait_for_others(operation, call, is_last);
    /* With network cards member 0 evaluates. For the others the operation is over when they go on. */
    if (bsim_context.cards && call->local == 0)
        code = evaluate_for_all(operation, call);
    lmpi_message_counts_take_back(call->world, &call->counts);
    if (call->has_steps)
        take_steps(comm, call);
    leave(comm, call, start_s, call->wait_s);
    return code;
}

void lmpi_coll_join_away(lmpi_comm *comm, const lmpi_coll_call *call) {
    lmpi_coll_call *entered = bsim_alloc(sizeof *entered);
    *entered = *call;
    lmpi_coll_operation *operation = lmpi_coll_enter_away(comm, entered);
    if (operation->arrived == comm->size)
        evaluate_for_all(operation, NULL);
}
