/* coll_steps.c - the steps of a collective's members: a list of them, and their execution (coll_steps.h). */
#include "lmpi/coll/coll_steps.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_operation.h"
#include "lmpi/coll/coll_taking.h"
#include "lmpi/datatype/op.h"
#include "lmpi/p2p/wait.h"

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow" /* MPI_STATUSES_IGNORE */
#endif

static struct lmpi_coll_step *append(struct lmpi_coll_steps *steps) {
    if (steps->count == steps->room) {
        steps->room = steps->room ? 2 * steps->room : 8;
        steps->of = bsim_realloc(steps->of, (size_t)steps->room * sizeof *steps->of);
    }
    return &steps->of[steps->count++];
}

void lmpi_coll_step(lmpi_coll_run *run, int member, enum lmpi_coll_what what, int peer, int64_t bytes) {
    if (run->only_counts || (run->of_one && member != run->one))
        return;
    *append(&run->steps[run->of_one ? 0 : member]) =
        (struct lmpi_coll_step){.bytes = bytes, .peer = peer, .what = (int32_t)what};
}

void lmpi_coll_note_sendrecv(lmpi_coll_run *run, int member, int to, int64_t out, int from, int64_t in) {
    if (out >= 0 && in >= 0 && to == from && out == in) {
        lmpi_coll_step(run, member, LMPI_COLL_EXCHANGE, to, out);
        return;
    }
    if (out >= 0)
        lmpi_coll_step(run, member, in >= 0 ? LMPI_COLL_SENDRECV : LMPI_COLL_SEND, to, out);
    if (in >= 0)
        lmpi_coll_step(run, member, LMPI_COLL_RECV, from, in);
}

void lmpi_coll_note_exchange(lmpi_coll_run *run, int a, int b, int64_t bytes_ab, int64_t bytes_ba) {
    lmpi_coll_note_sendrecv(run, a, b, bytes_ab, b, bytes_ba);
    lmpi_coll_note_sendrecv(run, b, a, bytes_ba, a, bytes_ab);
}

void lmpi_coll_join_steps(lmpi_coll_run *run, const lmpi_coll_run *part, const int *member) {
    int lists = run->of_one ? 1 : part->n;
    for (int i = 0; i < lists; i++) {
        struct lmpi_coll_steps *from = &part->steps[i], *to = &run->steps[run->of_one ? 0 : member[i]];
        for (int s = 0; s < from->count; s++)
            from->of[s].peer = member[from->of[s].peer];
        if (to->count == 0) {
            bsim_free(to->of);
            *to = *from;
            continue;
        }
        for (int s = 0; s < from->count; s++)
            *append(to) = from->of[s];
        bsim_free(from->of);
    }
}

/* ---- a meeting of members ---- */

/* Changed by one rank at a time. */
struct lmpi_coll_meeting {
    double spent_s, last[BSIM_MAX_SCENARIOS]; /* last: of the members that have come */
    int expected, came;
    struct lmpi_coll_attendance *first; /* those that wait */
};

void lmpi_coll_note_meeting(lmpi_coll_run *run, double spent_s) {
    if (run->only_counts)
        return;
    struct lmpi_coll_meeting *meeting = bsim_alloc(sizeof *meeting);
    *meeting = (struct lmpi_coll_meeting){.spent_s = spent_s, .expected = run->n};
    for (int i = 0; i < run->n; i++) {
        lmpi_coll_step(run, i, LMPI_COLL_MEET, i, 0);
        run->steps[i].of[run->steps[i].count - 1].meeting = meeting;
    }
}

static void leave(const struct lmpi_coll_meeting *meeting, const struct lmpi_coll_attendance *member) {
    *member->wait_s += meeting->last[0] - member->came_s;
    bsim_clock_copy(member->clock, meeting->last);
    for (int k = 0; k < bsim_times(); k++)
        member->clock[k] += meeting->spent_s;
}

bool lmpi_coll_attend(struct lmpi_coll_meeting *meeting, struct lmpi_coll_attendance *self) {
    self->came_s = *self->clock;
    bsim_clock_raise(meeting->last, self->clock);
    if (++meeting->came < meeting->expected) {
        self->next = meeting->first;
        meeting->first = self;
        return false;
    }
    for (struct lmpi_coll_attendance *a = meeting->first, *next; a; a = next) {
        next = a->next;
        leave(meeting, a);
        a->go_on(a);
    }
    leave(meeting, self);
    bsim_free(meeting);
    return true;
}

static void wake(struct lmpi_coll_attendance *member) {
    bsim_ready(bsim_rank_of(member->rank));
}

/* ---- execution ---- */

lmpi_side lmpi_coll_side(const struct lmpi_coll_taking *t, const struct lmpi_coll_step *step) {
    return (lmpi_side){.type = MPI_BYTE,
                       .layout = MPI_BYTE,
                       .bytes = step->bytes,
                       .peer = lmpi_comm_world(t->comm, step->peer),
                       .local = step->peer,
                       .tag = t->tag,
                       .comm = &t->context,
                       .real = LMPI_TIMING,
                       .path = step->what == LMPI_COLL_SSEND ? LMPI_PATH_SYNC : LMPI_PATH_STANDARD};
}

lmpi_request *lmpi_coll_open_request(struct lmpi_coll_taking *t) {
    lmpi_request *r = lmpi_request_new();
    r->flags = 0;
    if (t->nopen == t->room && t->first > t->nopen / 2) {
        t->nopen -= t->first;
        memmove(t->open, t->open + t->first, (size_t)t->nopen * sizeof *t->open);
        t->first = 0;
    }
    if (t->nopen == t->room) {
        t->room = t->room ? 2 * t->room : 8;
        t->open = bsim_realloc(t->open, (size_t)t->room * sizeof *t->open);
    }
    t->open[t->nopen++] = lmpi_request_handle(r);
    return r;
}

static void wait_for_oldest(struct lmpi_coll_taking *t, int n) {
    lmpi_wait_all(&t->call, n, t->open + t->first, MPI_STATUSES_IGNORE, &t->wait_s);
    t->first += n;
    if (t->first == t->nopen)
        t->first = t->nopen = 0;
}

static void wait_for_newest(struct lmpi_coll_taking *t, int n) {
    t->nopen -= n;
    lmpi_wait_all(&t->call, n, t->open + t->nopen, MPI_STATUSES_IGNORE, &t->wait_s);
}

static void wait_for_open(struct lmpi_coll_taking *t) {
    wait_for_oldest(t, t->nopen - t->first);
}

static void wait_for_members(struct lmpi_coll_taking *t, struct lmpi_coll_meeting *meeting) {
    struct bsim_wait wait = {.call = t->call.name,
                             .site = t->site->address,
                             .peer = BSIM_PEER_NONE,
                             .tag = BSIM_TAG_NONE,
                             .comm = t->comm->id};
    BSIM_ALONE;
    struct lmpi_coll_attendance self = {
        .rank = bsim_self->id, .clock = bsim_clock(bsim_self->id), .wait_s = &t->wait_s, .go_on = wake};
    if (!lmpi_coll_attend(meeting, &self))
        bsim_block(&wait);
}

/* MPI_Sendrecv: the receive is posted first; of both at one time the send is completed first (p2p/sendrecv.c). */
static void send_and_receive(struct lmpi_coll_taking *t, const lmpi_side *out, const lmpi_side *in) {
    lmpi_request *send = lmpi_coll_open_request(t), *recv = lmpi_coll_open_request(t);
    lmpi_recv_start(in, recv, bsim_site_here(t->site));
    lmpi_send_start(out, send, bsim_site_here(t->site));
    wait_for_open(t);
}

/* Returns the number of steps that it took. */
static int take(struct lmpi_coll_taking *t, const struct lmpi_coll_step *step) {
    lmpi_side side = lmpi_coll_side(t, step), other;
    struct bsim_site *site = bsim_site_here(t->site);
    switch ((enum lmpi_coll_what)step->what) {
    case LMPI_COLL_SEND:
    case LMPI_COLL_SSEND:
        lmpi_send_blocking(&side, &t->call, site, &t->wait_s);
        return 1;
    case LMPI_COLL_RECV:
        lmpi_recv_blocking(&side, &t->call, site, MPI_STATUS_IGNORE, &t->wait_s);
        return 1;
    case LMPI_COLL_EXCHANGE:
        send_and_receive(t, &side, &side);
        return 1;
    case LMPI_COLL_SENDRECV:
        other = lmpi_coll_side(t, step + 1);
        send_and_receive(t, &side, &other);
        return 2;
    case LMPI_COLL_ISEND:
        lmpi_send_start(&side, lmpi_coll_open_request(t), site);
        return 1;
    case LMPI_COLL_IRECV:
        lmpi_recv_start(&side, lmpi_coll_open_request(t), site);
        return 1;
    case LMPI_COLL_WAIT:
        wait_for_open(t);
        return 1;
    case LMPI_COLL_WAIT_OLDEST:
        wait_for_oldest(t, (int)step->amount);
        return 1;
    case LMPI_COLL_WAIT_NEWEST:
        wait_for_newest(t, (int)step->amount);
        return 1;
    case LMPI_COLL_COMBINE:
        lmpi_coll_take_combination(t, step, bsim_clock(bsim_self->id));
        return 1;
    case LMPI_COLL_MEET:
        wait_for_members(t, step->meeting);
        return 1;
    }
    return 1;
}

void lmpi_coll_take_combination(struct lmpi_coll_taking *t, const struct lmpi_coll_step *step, double *clock) {
    double spent_s = lmpi_op_add_time(t->op, step->bytes, t->each, bsim_self->id, clock);
    if (spent_s > 0)
        bsim_time_add(&bsim_site_here(t->site)->combine, spent_s);
}

struct lmpi_coll_taking lmpi_coll_taking_of(const lmpi_comm *comm, const lmpi_coll_call *call) {
    struct lmpi_coll_taking t = {
        .comm = comm, .context = *comm, .site = call->site, .call = {call->site->call, call->site->address}};
    t.op = call->op;
    t.each = call->op ? lmpi_coll_size_of(call->recv_type) : 0;
    t.context.id = call->channel ? lmpi_coll_channel_context(call->channel) : LMPI_COMM_ID_STEPS - 2 * comm->id;
    return t;
}

void lmpi_coll_take_steps(const lmpi_comm *comm, lmpi_coll_call *call) {
    struct lmpi_coll_taking t = lmpi_coll_taking_of(comm, call);
    for (int i = 0; i < call->steps.count;)
        i += take(&t, &call->steps.of[i]);
    call->wait_s = t.wait_s;
    bsim_free(t.open);
    bsim_free(call->steps.of);
}
