/* poll.c - polling loops take no host time: a poll that fails again at the same clock jumps to the next event. */
#include "lmpi/poll.h"

#include <math.h>

#include "bsim/alloc.h"
#include "lmpi/wait.h"

/* What the program has polled for without success at one clock. */
struct polled {
    const void *site;
    uint64_t object;
    MPI_Request request; /* MPI_REQUEST_NULL: a message, of comm, peer, tag */
    int comm, peer, tag;
};

struct lmpi_polls {
    double clock_s;
    int count, capacity;
    int idle; /* answers since the last event that nothing but patience brought about */
    struct polled polled[];
};

/* Where nothing is under way and no rank can run, those that poll are told "not yet" in turn: a program may do work
 * between two polls that leads to a message. A rank that has been told so too often only waits for an event. */
enum { PATIENCE = 10000 };
static double idle_turn_s(const struct lmpi_polls *polls) {
    return polls->idle < PATIENCE ? 1e300 * (1 + polls->idle) : HUGE_VAL;
}

static void reason(struct bsim_wait *why, const lmpi_call *call) {
    *why = (struct bsim_wait){
        .call = call->name, .site = call->ret, .peer = BSIM_PEER_NONE, .tag = BSIM_TAG_NONE, .comm = -1};
}

static void park_now(const lmpi_call *call, struct lmpi_parked parked) {
    parked.now_s = parked.time_s = bsim_self->clock[0];
    struct bsim_wait why;
    reason(&why, call);
    lmpi_park(&parked, &why);
}

void lmpi_poll_settle(const lmpi_call *call) {
    park_now(call, (struct lmpi_parked){.comm = -1});
}

void lmpi_poll_settle_one(const lmpi_call *call, lmpi_request *request, int comm, int peer, int tag) {
    if (request)
        request->parked = 1;
    park_now(call, (struct lmpi_parked){.comm = comm, .peer = peer, .tag = tag, .alone = true});
    if (request)
        request->parked = 0;
}

static void add(struct lmpi_rank_more *more, struct polled p) {
    struct lmpi_polls *polls = more->polls;
    if (!polls || polls->count == polls->capacity) {
        int capacity = polls ? 2 * polls->capacity : 4;
        int count = polls ? polls->count : 0;
        int idle = polls ? polls->idle : 0;
        double clock_s = polls ? polls->clock_s : -1;
        polls = more->polls = bsim_realloc(polls, sizeof *polls + (size_t)capacity * sizeof p);
        *polls = (struct lmpi_polls){.clock_s = clock_s, .count = count, .capacity = capacity, .idle = idle};
    }
    polls->polled[polls->count++] = p;
}

static lmpi_request *request_of(const struct polled *p) {
    if (p->request == MPI_REQUEST_NULL)
        return NULL;
    lmpi_request *r = lmpi_request_of(p->request);
    return r && r->state != LMPI_REQ_INACTIVE ? r : NULL;
}

/* The times of the event that P stands for; NULL if nothing is known of it. */
static const double *event_of(lmpi_rank *rank, const struct polled *p) {
    if (p->request == MPI_REQUEST_NULL) {
        const lmpi_message *m = lmpi_unexpected_first(rank, p->comm, p->peer, p->tag);
        return m ? m->arrive : NULL;
    }
    lmpi_request *r = request_of(p);
    return r && r->state == LMPI_REQ_MATCHED && !lmpi_is_free(r) ? lmpi_request_ready(r) : NULL;
}

static const double *first_event(lmpi_rank *rank, const struct lmpi_polls *polls) {
    const double *first = NULL;
    for (int i = 0; i < polls->count; i++) {
        const double *event = event_of(rank, &polls->polled[i]);
        if (event && (!first || event[0] < first[0]))
            first = event;
    }
    return first;
}

static void mark(const struct lmpi_polls *polls, bool on) {
    for (int i = 0; i < polls->count; i++) {
        lmpi_request *r = request_of(&polls->polled[i]);
        if (r)
            lmpi_set_parked(r, on);
    }
}

/* Whether the first event of what was polled for is known as soon as any is: of one thing, unless a wildcard may take
 * the message. */
static bool is_alone(const lmpi_rank *rank, const struct lmpi_polls *polls) {
    const struct polled *p = polls->polled;
    return polls->count == 1 && (p->request != MPI_REQUEST_NULL || lmpi_first_decides(rank, p->peer));
}

/* Waits for the first event of all that was polled for, and moves the clock there. */
static void jump(const lmpi_call *call, struct lmpi_polls *polls) {
    lmpi_rank *rank = lmpi_self();
    double *clock = bsim_self->clock;
    const double *event = first_event(rank, polls);
    bool alone = is_alone(rank, polls);
    if (event && alone) {
        polls->idle = 0;
        bsim_clock_raise(clock, event);
        return;
    }
    struct lmpi_parked parked = {.now_s = clock[0],
                                 .time_s = event ? bsim_max(clock[0], event[0]) : idle_turn_s(polls),
                                 .comm = -1,
                                 .alone = alone};
    for (int i = 0; i < polls->count; i++) {
        const struct polled *p = &polls->polled[i];
        if (p->request != MPI_REQUEST_NULL)
            continue;
        bool other = parked.comm >= 0;
        parked.any_comm |= other && parked.comm != p->comm;
        parked.comm = p->comm;
        parked.peer = other && parked.peer != p->peer ? MPI_ANY_SOURCE : p->peer;
        parked.tag = other && parked.tag != p->tag ? MPI_ANY_TAG : p->tag;
    }
    mark(polls, true);
    struct bsim_wait why;
    reason(&why, call);
    lmpi_park(&parked, &why);
    mark(polls, false);
    event = first_event(rank, polls);
    polls->idle = event ? 0 : polls->idle + 1;
    if (event)
        bsim_clock_raise(clock, event);
}

bool lmpi_poll_failed(const lmpi_call *call, uint64_t object, int count, const MPI_Request requests[], int comm,
                      int peer, int tag) {
    struct lmpi_rank_more *more = lmpi_more(lmpi_self());
    double now_s = bsim_self->clock[0];
    if (bsim_nscen > 1)
        lmpi_watch_until(bsim_self->id, bsim_self->clock);
    struct lmpi_polls *polls = more->polls;
    if (polls && polls->clock_s != now_s)
        polls->count = polls->idle = 0;
    for (int i = 0; polls && i < polls->count; i++) {
        if (polls->polled[i].site == call->ret && polls->polled[i].object == object) {
            jump(call, polls);
            return true;
        }
    }
    struct polled p = {
        .site = call->ret, .object = object, .request = MPI_REQUEST_NULL, .comm = comm, .peer = peer, .tag = tag};
    for (int i = 0; i < count; i++) {
        if (!lmpi_active(requests[i]))
            continue;
        p.request = requests[i];
        add(more, p);
    }
    if (comm >= 0)
        add(more, p);
    more->polls->clock_s = now_s;
    return false;
}
