/* coll_program.c - performs programs of sends, receives and waits (coll_program.h).
 *
 * Members take turns in an order that does not depend on times, so that all scenarios have one order: a member runs
 * until it waits for an operation that has not met its other side. Over shared links programs are noted as steps
 * instead (coll_steps.h). */
#include "lmpi/coll/coll_program.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "lmpi/coll/coll_message.h"
#include "lmpi/coll/coll_steps.h"

/* A send or a receive that has been started. */
typedef struct operation {
    struct operation *next; /* in a queue of its receiver, or in the free list */
    int member, peer;
    int64_t bytes;
    bool is_send, eager, met;
    bool awaited;   /* the member waits for it now */
    double other_s; /* when the other side started, scenario 0 */
    double time[];  /* K each: release or post; arrive of a send; ready */
} operation;

typedef struct queue {
    operation *first, **end;
} queue;

typedef struct performer {
    int64_t step;
    operation **started; /* a ring of room places; count of them are used, from first on */
    int first, count, room;
    int missing;              /* of the operations that it waits for, those that have not met their other side */
    queue posted, unexpected; /* receives of this member, and sends to it */
} performer;

typedef struct performance {
    lmpi_coll_run *run;
    lmpi_coll_program *program;
    const void *what;
    performer *of;
    operation *free;
    int *turn, turns, first_turn; /* a ring of n members that can go on */
    lmpi_pending *list;
    operation **waited;
    int *order, room;
} performance;

static double *times(operation *o, int which) {
    return o->time + (size_t)which * (size_t)bsim_context.nscen;
}

static operation *operation_new(performance *p) {
    operation *o = p->free;
    size_t size = sizeof *o + 3 * (size_t)bsim_context.nscen * sizeof(double);
    if (o)
        p->free = o->next;
    else
        o = lmpi_coll_scratch(size);
    return o;
}

static void operation_free(performance *p, operation *o) {
    o->next = p->free;
    p->free = o;
}

static void push(queue *q, operation *o) {
    if (q->first == NULL)
        q->end = &q->first;
    o->next = NULL;
    *q->end = o;
    q->end = &o->next;
}

/* Removes the first operation of the queue whose side of the message is this member; NULL: there is none. */
static operation *take(queue *q, int member, bool is_send) {
    for (operation **at = &q->first; *at; at = &(*at)->next) {
        operation *o = *at;
        if ((is_send ? o->member : o->peer) != member)
            continue;
        *at = o->next;
        if (q->end == &o->next)
            q->end = at;
        return o;
    }
    return NULL;
}

static void go_on(performance *p, int member) {
    int n = p->run->n;
    p->turn[(p->first_turn + p->turns++) % n] = member;
}

/* One side of a message has met the other. */
static void mark(performance *p, operation *o, double other_s) {
    o->met = true;
    o->other_s = other_s;
    if (o->awaited && --p->of[o->member].missing == 0)
        go_on(p, o->member);
}

static void meet(performance *p, operation *send, operation *receive) {
    lmpi_coll_meet(p->run, send->member, receive->member, send->bytes, times(send, 0), times(send, 1),
                   times(receive, 0), times(send, 2), times(receive, 2));
    receive->bytes = send->bytes;
    mark(p, receive, *times(send, 0));
    if (send->eager)
        operation_free(p, send);
    else
        mark(p, send, *times(receive, 0));
}

/* The list of a member's operations has room for one more. */
static void reserve(performer *own) {
    if (own->count < own->room)
        return;
    int room = own->room ? 2 * own->room : 8;
    operation **longer = lmpi_coll_scratch((size_t)room * sizeof *longer);
    for (int i = 0; i < own->count; i++)
        longer[i] = own->started[(own->first + i) % own->room];
    own->started = longer;
    own->first = 0;
    own->room = room;
}

/* Starts a send or posts a receive. An eager send is over at once: its place in the list is NULL. */
static void start(performance *p, int member, const lmpi_step *step) {
    performer *own = &p->of[member];
    operation *o = operation_new(p);
    bool is_send = step->kind == LMPI_STEP_SEND;
    *o = (operation){.member = member, .peer = step->peer, .bytes = step->amount, .is_send = is_send};
    double *t = lmpi_coll_clock(p->run, member);
    if (is_send) {
        o->eager = lmpi_coll_is_eager(p->run, member, step->peer, step->amount);
        lmpi_coll_start(p->run, member, step->peer, step->amount, t, times(o, 1));
    }
    bsim_clock_copy(times(o, 0), t);
    reserve(own);
    own->started[(own->first + own->count++) % own->room] = is_send && o->eager ? NULL : o;
    queue *others = is_send ? &p->of[step->peer].posted : &own->unexpected;
    operation *other = is_send ? take(others, member, false) : take(others, step->peer, true);
    if (other == NULL)
        push(is_send ? &p->of[step->peer].unexpected : &own->posted, o);
    else if (is_send)
        meet(p, o, other);
    else
        meet(p, other, o);
}

static operation *awaited(const performer *own, const lmpi_step *step, int i) {
    int from = step->kind == LMPI_STEP_WAIT_OLDEST ? 0 : own->count - (int)step->amount;
    return own->started[(own->first + from + i) % own->room];
}

/* All operations of the wait have met their other sides. */
static void finish_wait(performance *p, int member, const lmpi_step *step) {
    performer *own = &p->of[member];
    int n = (int)step->amount, pendings = 0;
    double *t = lmpi_coll_clock(p->run, member), start_s = *t, latest_s = *t;
    if (n > p->room) {
        p->room = 2 * n;
        p->list = lmpi_coll_scratch((size_t)p->room * sizeof *p->list);
        p->waited = lmpi_coll_scratch((size_t)p->room * sizeof *p->waited);
        p->order = lmpi_coll_scratch((size_t)p->room * sizeof *p->order);
    }
    for (int i = 0; i < n; i++) {
        operation *o = awaited(own, step, i);
        if (o == NULL)
            continue;
        latest_s = bsim_max(latest_s, o->other_s);
        p->waited[pendings] = o;
        p->list[pendings++] = lmpi_coll_pending(p->run, o->is_send ? member : o->peer, o->is_send ? o->peer : member,
                                                o->bytes, o->is_send, times(o, 2));
    }
    lmpi_coll_complete(p->list, pendings, p->order, t);
    p->run->wait_s[member] += bsim_max(0, (latest_s < *t ? latest_s : *t) - start_s);
    for (int i = 0; i < pendings; i++)
        operation_free(p, p->waited[i]);
    own->count -= n;
    if (step->kind == LMPI_STEP_WAIT_OLDEST && own->room)
        own->first = (own->first + n) % own->room;
}

/* True: the member goes on. */
static bool wait(performance *p, int member, const lmpi_step *step) {
    performer *own = &p->of[member];
    bsim_check(step->amount <= own->count);
    own->missing = 0;
    for (int i = 0; i < (int)step->amount; i++) {
        operation *o = awaited(own, step, i);
        if (o && !o->met) {
            o->awaited = true;
            own->missing++;
        }
    }
    if (own->missing == 0)
        finish_wait(p, member, step);
    return own->missing == 0;
}

/* Runs a member until it has to wait or has ended. */
static bool turn(performance *p, int member) {
    performer *own = &p->of[member];
    for (;; own->step++) {
        lmpi_step step = p->program(p->what, member, own->step);
        switch (step.kind) {
        case LMPI_STEP_END:
            bsim_check(own->count == 0);
            return true;
        case LMPI_STEP_NONE:
            break;
        case LMPI_STEP_SEND:
        case LMPI_STEP_RECEIVE:
            start(p, member, &step);
            break;
        case LMPI_STEP_COMBINE:
            lmpi_coll_combine(p->run, member, step.amount);
            break;
        default:
            if (!wait(p, member, &step))
                return false;
        }
    }
}

/* Over shared links: notes the program of a member. A receive takes what comes. */
static void note(lmpi_coll_run *run, lmpi_coll_program *program, const void *what, int member) {
    for (int64_t i = 0;; i++) {
        lmpi_step step = program(what, member, i);
        switch (step.kind) {
        case LMPI_STEP_END:
            return;
        case LMPI_STEP_NONE:
            break;
        case LMPI_STEP_SEND:
            lmpi_coll_count(run, member, step.amount);
            lmpi_coll_step(run, member, LMPI_COLL_ISEND, step.peer, step.amount);
            break;
        case LMPI_STEP_RECEIVE:
            lmpi_coll_step(run, member, LMPI_COLL_IRECV, step.peer, INT64_MAX);
            break;
        case LMPI_STEP_WAIT_OLDEST:
            lmpi_coll_step(run, member, LMPI_COLL_WAIT_OLDEST, member, step.amount);
            break;
        case LMPI_STEP_WAIT_NEWEST:
            lmpi_coll_step(run, member, LMPI_COLL_WAIT_NEWEST, member, step.amount);
            break;
        case LMPI_STEP_COMBINE:
            lmpi_coll_combine(run, member, step.amount);
            break;
        }
    }
}

void lmpi_coll_perform(lmpi_coll_run *run, lmpi_coll_program *program, const void *what) {
    if (run->steps) {
        for (int i = lmpi_coll_noted_from(run); i < lmpi_coll_noted_to(run); i++)
            note(run, program, what, i);
        return;
    }
    void *mark_of_memory = lmpi_coll_scratch_mark();
    performance p = {.run = run, .program = program, .what = what};
    int ended = 0;
    p.of = lmpi_coll_scratch((size_t)run->n * sizeof *p.of);
    p.turn = lmpi_coll_scratch((size_t)run->n * sizeof *p.turn);
    for (int i = 0; i < run->n; i++)
        go_on(&p, i);
    while (p.turns > 0) {
        int member = p.turn[p.first_turn];
        p.first_turn = (p.first_turn + 1) % run->n;
        p.turns--;
        ended += turn(&p, member);
    }
    bsim_check(ended == run->n);
    lmpi_coll_scratch_free(mark_of_memory);
}
