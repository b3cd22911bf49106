/* coll_late.c - over shared links: the steps of a member of a non-blocking collective, which its rank does not wait
 * for.
 *
 * They are taken in events, when no rank runs. Where the member has to wait, the last of the requests that it waits for
 * makes an event, at the time at which all of them are ready. While the steps are taken the rank's clock is that of the
 * operation. */
#include <stddef.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_taking.h"
#include "lmpi/datatype/op.h"
#include "lmpi/match/transfer.h"
#include "lmpi/p2p/wait.h"

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow" /* MPI_STATUSES_IGNORE */
#endif

struct late {
    struct lmpi_continued continued; /* of the requests that it waits for */
    struct lmpi_coll_attendance attendance;
    struct bsim_event event;
    struct lmpi_coll_taking t;
    lmpi_coll_call *member;
    int next;         /* step */
    int from, wanted; /* it waits for open[from] ... open[from + wanted - 1] */
    int unmatched;    /* of these */
    bool meets;       /* it waits for other members */
    void (*over)(lmpi_coll_call *call);
};

static void want(struct late *l, int from, int n) {
    l->from = from;
    l->wanted = n;
}

static void send_with(struct late *l, const struct lmpi_coll_step *step, lmpi_request *request) {
    lmpi_side side = lmpi_coll_side(&l->t, step);
    side.buffer = &l->continued;
    lmpi_send_late(&side, request, bsim_site_here(l->t.site));
}

static void receive_with(struct late *l, const struct lmpi_coll_step *step, lmpi_request *request) {
    lmpi_side side = lmpi_coll_side(&l->t, step);
    side.buffer = &l->continued;
    lmpi_recv_start(&side, request, bsim_site_here(l->t.site));
}

static void send(struct late *l, const struct lmpi_coll_step *step) {
    send_with(l, step, lmpi_coll_open_request(&l->t));
}

static void receive(struct late *l, const struct lmpi_coll_step *step) {
    receive_with(l, step, lmpi_coll_open_request(&l->t));
}

/* As MPI_Sendrecv (coll_steps.c). */
static void send_and_receive(struct late *l, const struct lmpi_coll_step *out, const struct lmpi_coll_step *in) {
    lmpi_request *send = lmpi_coll_open_request(&l->t), *recv = lmpi_coll_open_request(&l->t);
    receive_with(l, in, recv);
    send_with(l, out, send);
}

/* Begins the next step, and notes what is to be waited for before the one behind it. */
static void begin(struct late *l) {
    const struct lmpi_coll_step *step = &l->member->steps.of[l->next++];
    struct lmpi_coll_taking *t = &l->t;
    switch ((enum lmpi_coll_what)step->what) {
    case LMPI_COLL_SEND:
    case LMPI_COLL_SSEND:
        send(l, step);
        want(l, t->nopen - 1, 1);
        break;
    case LMPI_COLL_RECV:
        receive(l, step);
        want(l, t->nopen - 1, 1);
        break;
    case LMPI_COLL_EXCHANGE:
    case LMPI_COLL_SENDRECV:
        send_and_receive(l, step, step->what == LMPI_COLL_SENDRECV ? step + 1 : step);
        l->next += step->what == LMPI_COLL_SENDRECV;
        want(l, t->first, t->nopen - t->first);
        break;
    case LMPI_COLL_ISEND:
        send(l, step);
        break;
    case LMPI_COLL_IRECV:
        receive(l, step);
        break;
    case LMPI_COLL_WAIT:
        want(l, t->first, t->nopen - t->first);
        break;
    case LMPI_COLL_WAIT_OLDEST:
        want(l, t->first, (int)step->amount);
        break;
    case LMPI_COLL_WAIT_NEWEST:
        want(l, t->nopen - (int)step->amount, (int)step->amount);
        break;
    case LMPI_COLL_COMBINE:
        lmpi_coll_take_combination(t, step, bsim_self->clock);
        break;
    case LMPI_COLL_MEET:
        l->meets = !lmpi_coll_attend(step->meeting, &l->attendance);
        break;
    }
}

/* Completes what is waited for; false if not all of it is matched, and the step goes on later. */
static bool complete(struct late *l) {
    MPI_Request *wanted = l->t.open + l->from;
    for (int i = 0; i < l->wanted; i++) {
        lmpi_request *r = lmpi_request_of(wanted[i]);
        if (lmpi_is_open(r)) {
            r->parked = LMPI_CONTINUES;
            l->unmatched++;
        }
    }
    if (l->unmatched)
        return false;
    lmpi_wait_all(&l->t.call, l->wanted, wanted, MPI_STATUSES_IGNORE, &l->t.wait_s);
    if (l->from == l->t.first)
        l->t.first += l->wanted;
    else
        l->t.nopen -= l->wanted;
    if (l->t.first == l->t.nopen)
        l->t.first = l->t.nopen = 0;
    l->wanted = 0;
    return true;
}

static bool take(struct late *l) {
    for (;;) {
        if (l->meets || (l->wanted && !complete(l)))
            return false;
        if (l->next == l->member->steps.count)
            return true;
        begin(l);
    }
}

static void go_on(struct bsim_event *event) {
    struct late *l = (struct late *)(void *)((char *)event - offsetof(struct late, event));
    bsim_rank *self = bsim_self, *owner = bsim_rank_of(l->member->world);
    double *clock = owner->clock;
    owner->clock = l->member->request->times;
    bsim_self = owner;
    lmpi_message_counts_swap(owner->id, &l->member->counts);
    bool is_over = take(l);
    lmpi_message_counts_swap(owner->id, &l->member->counts);
    bsim_self = self;
    owner->clock = clock;
    if (!is_over)
        return;
    l->member->wait_s = l->t.wait_s;
    bsim_free(l->member->steps.of);
    bsim_free(l->t.open);
    lmpi_coll_call *member = l->member;
    void (*over)(lmpi_coll_call *) = l->over;
    bsim_free(l);
    over(member);
}

static void due_at(struct late *l, double time_s) {
    l->event.time_s = time_s;
    bsim_event_add(&l->event);
}

static void matched(struct lmpi_continued *continued) {
    struct late *l = (struct late *)(void *)continued;
    if (--l->unmatched)
        return;
    double ready_s = l->member->request->times[0];
    for (int i = 0; i < l->wanted; i++) {
        uint32_t index = (uint32_t)l->t.open[l->from + i] & LMPI_HANDLE_INDEX;
        lmpi_request *r = (lmpi_request *)(void *)(lmpi_request_base + (size_t)index * lmpi_request_slot);
        ready_s = bsim_max(ready_s, lmpi_ready_s(r));
    }
    due_at(l, ready_s);
}

static void met(struct lmpi_coll_attendance *member) {
    struct late *l = (struct late *)(void *)((char *)member - offsetof(struct late, attendance));
    l->meets = false;
    due_at(l, *member->clock);
}

void lmpi_coll_take_steps_late(const lmpi_comm *comm, lmpi_coll_call *call, uint32_t number,
                               void (*over)(lmpi_coll_call *call)) {
    struct late *l = bsim_alloc(sizeof *l);
    l->continued.matched = matched;
    l->t = lmpi_coll_taking_of(comm, call);
    l->t.tag = (int)(1 + (number & 0x3fffffff));
    l->member = call;
    l->over = over;
    l->attendance = (struct lmpi_coll_attendance){
        .rank = call->world, .clock = call->request->times, .wait_s = &l->t.wait_s, .go_on = met};
    l->event.order = lmpi_transfer_order(call->world);
    l->event.run = go_on;
    due_at(l, call->request->times[0]);
}
