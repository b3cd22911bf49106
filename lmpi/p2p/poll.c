/* poll.c - polling loops: a poll that fails again at an unchanged clock jumps to the next event. */
#include "lmpi/p2p/poll.h"

#include <math.h>

#include "bsim/base/alloc.h"
#include "lmpi/p2p/wait.h"

/* A poll that has failed at the present time, and what it looks for. */
struct polled {
    const void *site;
    uint64_t object;
    int need_all;     /* all of its requests must be ready; else one */
    int first, count; /* its requests in lmpi_polls.requests; count 0: a message of comm, peer, tag */
    int comm, peer, tag;
};

struct lmpi_polls {
    double clock_s;
    int forgotten;     /* how often polls at clock_s were forgotten */
    int idle;          /* "not yet" answers since the last event, given because nothing else could run */
    double began_s;    /* the clock at the first of these */
    unsigned readings; /* readings of the clock at the first of these */
    int count, capacity;
    struct polled *polled;
    int nrequests, requests_capacity;
    MPI_Request *requests;
};

/* When no rank can run and nothing is under way, the polling ranks get the answer "not yet" in turn, since a program
 * may do work between two polls that leads to a message. A rank that has got this answer PATIENCE times waits for an
 * event, unless it reads the clock between its polls; then its clock advances. */
enum { PATIENCE = 10000 };
static double idle_turn_s(const struct lmpi_polls *polls) {
    return polls->idle < PATIENCE ? 1e300 * (1 + polls->idle) : HUGE_VAL;
}

/* With one-sided communication a program may poll until another rank has changed memory, which is no event here, while
 * other ranks go on for ever. So polls take time then: 100 ns, or a hundredth of what the program has waited in this
 * loop. After so many the loop would have waited for a year. */
bool lmpi_polls_take_time;
enum { POLLS_OF_A_YEAR = 3000 };

double lmpi_poll_step(double waited_s) {
    return bsim_max(1e-7, 0.01 * waited_s);
}

/* When a rank that polls in a loop gets the answer "not yet". */
static double turn_s(struct lmpi_polls *polls, double now_s) {
    if (!lmpi_polls_take_time)
        return idle_turn_s(polls);
    if (polls->idle == 0)
        polls->began_s = now_s;
    return polls->idle < POLLS_OF_A_YEAR ? now_s + lmpi_poll_step(now_s - polls->began_s) : HUGE_VAL;
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

void lmpi_poll_settle_requests(const lmpi_call *call, int count, const MPI_Request requests[]) {
    park_now(call, (struct lmpi_parked){.comm = -1, .open = lmpi_mark_all(count, requests)});
    lmpi_unmark_all(count, requests);
}

void lmpi_poll_settle_message(const lmpi_call *call, int comm, int peer, int tag) {
    park_now(call, (struct lmpi_parked){.comm = comm, .peer = peer, .tag = tag, .alone = true});
}

static struct lmpi_polls *polls_of(struct lmpi_rank_extension *more) {
    if (!more->polls) {
        more->polls = bsim_alloc(sizeof *more->polls);
        more->polls->clock_s = -1;
        __atomic_store_n(&lmpi_polled, true, __ATOMIC_RELAXED);
    }
    return more->polls;
}

static void add(struct lmpi_polls *polls, struct polled p, int count, const MPI_Request requests[]) {
    if (polls->count == polls->capacity) {
        polls->capacity = polls->capacity ? 2 * polls->capacity : 4;
        polls->polled = bsim_realloc(polls->polled, (size_t)polls->capacity * sizeof p);
    }
    p.first = polls->nrequests;
    for (int i = 0; i < count; i++) {
        if (!lmpi_active(requests[i]))
            continue;
        if (polls->nrequests == polls->requests_capacity) {
            polls->requests_capacity = polls->requests_capacity ? 2 * polls->requests_capacity : 4;
            polls->requests = bsim_realloc(polls->requests, (size_t)polls->requests_capacity * sizeof *polls->requests);
        }
        polls->requests[polls->nrequests++] = requests[i];
    }
    p.count = polls->nrequests - p.first;
    polls->polled[polls->count++] = p;
}

/* Removes the i-th poll. */
static void drop(struct lmpi_polls *polls, int i) {
    struct polled p = polls->polled[i];
    memmove(&polls->requests[p.first], &polls->requests[p.first + p.count],
            (size_t)(polls->nrequests - p.first - p.count) * sizeof *polls->requests);
    polls->nrequests -= p.count;
    memmove(&polls->polled[i], &polls->polled[i + 1], (size_t)(--polls->count - i) * sizeof p);
    for (; i < polls->count; i++)
        polls->polled[i].first -= p.count;
}

/* The request of a handle; NULL if it is complete by now. (Its place may hold a newer request of this rank.) */
static lmpi_request *request_of(MPI_Request handle) {
    lmpi_request *r = lmpi_request_of(handle);
    return r && r->state != LMPI_REQ_INACTIVE ? r : NULL;
}

/* The times at which a poll would succeed; false if that is not known yet. */
static bool event_of(lmpi_rank *rank, const struct lmpi_polls *polls, const struct polled *p, double *event) {
    const double *found = NULL;
    if (p->comm >= 0) {
        const lmpi_message *m = lmpi_unexpected_first(rank, p->comm, p->peer, p->tag);
        if (m)
            bsim_clock_copy(event, m->arrive);
        return m != NULL;
    }
    for (int k = 0; k < bsim_context.nscen; k++)
        event[k] = 0;
    for (int i = p->first; i < p->first + p->count; i++) {
        lmpi_request *r = request_of(polls->requests[i]);
        bool is_now = !r || (r->state == LMPI_REQ_MATCHED && lmpi_is_free(r));
        if (p->need_all) {
            if (r && r->state != LMPI_REQ_MATCHED)
                return false;
            if (!is_now)
                bsim_clock_raise(event, lmpi_request_ready(r));
        } else if (is_now) {
            return true;
        } else if (r->state == LMPI_REQ_MATCHED && (!found || lmpi_request_ready(r)[0] < found[0])) {
            found = lmpi_request_ready(r);
        }
    }
    if (found)
        bsim_clock_copy(event, found);
    return p->need_all || found;
}

/* The first event of all polls; false if none is known. *due: some poll would succeed at `now` already. Such polls are
 * removed: the program repeats them or has lost interest. */
static bool first_event(lmpi_rank *rank, struct lmpi_polls *polls, const double *now, double *first, bool *due) {
    bool any = false;
    double event[bsim_context.nscen];
    *due = false;
    for (int i = 0; i < polls->count;) {
        bool known = event_of(rank, polls, &polls->polled[i], event);
        if (known && event[0] <= now[0]) {
            *due = true;
            drop(polls, i);
            continue;
        }
        if (known && (!any || event[0] < first[0])) {
            any = true;
            bsim_clock_copy(first, event);
        }
        i++;
    }
    return any;
}

/* Marks the requests whose matching may end a poll and must resume the parked rank. If a poll needs all of its
 * requests, the last pending one is enough. */
static void mark(const struct lmpi_polls *polls) {
    for (int i = 0; i < polls->count; i++) {
        const struct polled *p = &polls->polled[i];
        for (int j = p->first + p->count - 1; j >= p->first; j--) {
            lmpi_request *r = request_of(polls->requests[j]);
            if (r)
                lmpi_mark(r);
            if (r && p->need_all && lmpi_is_open(r))
                break;
        }
    }
}

static void unmark(const struct lmpi_polls *polls) {
    for (int i = 0; i < polls->nrequests; i++) {
        lmpi_request *r = request_of(polls->requests[i]);
        if (r)
            lmpi_unmark(r);
    }
}

/* Whether any known event is also the first one: there is one poll, for one thing or for several that are all needed,
 * and no wildcard receive may take the message. */
static bool is_alone(const lmpi_rank *rank, const struct lmpi_polls *polls) {
    const struct polled *p = polls->polled;
    return polls->count == 1 && (p->comm >= 0 ? lmpi_first_decides(rank, p->peer) : p->need_all || p->count == 1);
}

/* Sets in parked the messages that may end a poll: a single (comm, peer, tag) that covers all of them. */
static void want_messages(const struct lmpi_polls *polls, struct lmpi_parked *parked) {
    for (int i = 0; i < polls->count; i++) {
        const struct polled *p = &polls->polled[i];
        if (p->comm < 0)
            continue;
        bool other = parked->comm >= 0;
        parked->any_comm |= other && parked->comm != p->comm;
        parked->comm = p->comm;
        parked->peer = other && parked->peer != p->peer ? MPI_ANY_SOURCE : p->peer;
        parked->tag = other && parked->tag != p->tag ? MPI_ANY_TAG : p->tag;
    }
}

/* What a loop of polls waits for: requests, and if there are none a message. */
static void reason_of(struct bsim_wait *why, const lmpi_call *call, const struct lmpi_polls *polls,
                      struct lmpi_request_list *list) {
    const struct polled *p = polls->polled;
    *list = (struct lmpi_request_list){polls->nrequests, polls->requests};
    if (polls->nrequests > 0) {
        lmpi_wait_reason(why, call, list);
        return;
    }
    reason(why, call);
    if (polls->count == 1 && p->comm >= 0) {
        why->peer = p->peer == MPI_ANY_SOURCE ? BSIM_PEER_ANY : p->peer;
        why->tag = p->tag == MPI_ANY_TAG ? BSIM_TAG_ANY : p->tag;
        why->comm = p->comm;
    }
}

/* Waits for the first event of all polls and advances the clock to it. */
static void jump(const lmpi_call *call, struct lmpi_polls *polls) {
    lmpi_rank *rank = lmpi_self();
    double *clock = bsim_self->clock, event[bsim_context.nscen];
    double settled_s = -1; /* everything that can happen before this time is known */
    bool idle_turn = false;
    for (;;) {
        bool due, known = first_event(rank, polls, clock, event, &due), alone = is_alone(rank, polls);
        if (!due && idle_turn && (!known || event[0] > settled_s)) {
            if (polls->idle++ == 0)
                polls->readings = bsim_clock_readings();
            if (lmpi_polls_take_time) {
                double step_s = settled_s - clock[0];
                for (int k = 0; k < bsim_times(); k++)
                    clock[k] += step_s;
                polls->clock_s = clock[0];
                return;
            }
            bsim_clock_poll(polls->idle >= PATIENCE && bsim_clock_readings() > polls->readings);
            return;
        }
        if (due || (known && (alone || event[0] <= settled_s))) {
            polls->idle = 0;
            if (!due)
                bsim_clock_raise(clock, event);
            return;
        }
        double idle_s = turn_s(polls, clock[0]);
        bool take_turn = !known || (lmpi_polls_take_time && idle_s < event[0]);
        struct lmpi_parked parked = {.now_s = clock[0],
                                     .time_s = take_turn ? idle_s : event[0],
                                     .comm = -1,
                                     .alone = alone,
                                     .is_poll = true,
                                     .open = alone};
        want_messages(polls, &parked);
        mark(polls);
        struct bsim_wait why;
        struct lmpi_request_list list;
        reason_of(&why, call, polls, &list);
        lmpi_park(&parked, &why);
        unmark(polls);
        settled_s = parked.early ? -1 : parked.time_s;
        idle_turn = take_turn && settled_s == idle_s && idle_s < HUGE_VAL;
    }
}

bool lmpi_polled;

/* At one time, polls are forgotten so often. */
enum { FORGOTTEN_AT_MOST = 10000 };

void lmpi_poll_forget(void) {
    const struct lmpi_rank_extension *more = lmpi_self()->extension;
    struct lmpi_polls *polls = more ? more->polls : NULL;
    if (polls && polls->count > 0 && polls->clock_s == bsim_self->clock[0] && polls->forgotten < FORGOTTEN_AT_MOST) {
        polls->count = polls->nrequests = 0;
        polls->forgotten++;
    }
}

bool lmpi_poll_failed(const lmpi_call *call, uint64_t object, bool need_all, int count, const MPI_Request requests[],
                      int comm, int peer, int tag) {
    struct lmpi_polls *polls = polls_of(lmpi_extension(lmpi_self()));
    double now_s = bsim_self->clock[0];
    lmpi_watch_until(bsim_self->id, bsim_self->clock);
    if (comm >= 0)
        lmpi_answered_without_message(bsim_self->id, comm, peer, tag, now_s, call->ret);
    else
        lmpi_answered_without_requests(bsim_self->id, now_s, call->ret);
    if (polls->clock_s != now_s)
        polls->count = polls->nrequests = polls->idle = polls->forgotten = 0;
    for (int i = 0; i < polls->count; i++) {
        if (polls->polled[i].site == call->ret && polls->polled[i].object == object) {
            jump(call, polls);
            return true;
        }
    }
    add(polls,
        (struct polled){
            .site = call->ret, .object = object, .need_all = need_all, .comm = comm, .peer = peer, .tag = tag},
        count, requests);
    polls->clock_s = now_s;
    return false;
}
