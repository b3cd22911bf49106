/* waits.c - what waits at the end of a run: messages without a receive, ranks in a deadlock. */
#include <stdio.h>
#include <string.h>

#include "lmpi/check/check.h"
#include "lmpi/coll/coll.h"
#include "lmpi/match/match.h"
#include "lmpi/p2p/partitioned.h"

static int receiver; /* of the messages that are gone over */

static void tell_unreceived(const lmpi_message *m, const char *how) {
    check_place place = lmpi_check_sender(m);
    lmpi_check_found(CHECK_CALL_ORDERING, "message-not-received", 1, &place,
                     "a message to rank %d with tag %d is %snever received", receiver,
                     lmpi_partitioned_tag(m->comm, m->tag), how);
}

static bool unreceived(lmpi_message *m, void *unused) {
    (void)unused;
    if (m->comm != LMPI_COMM_ID_RMA)
        tell_unreceived(m, "");
    return true;
}

static bool matched(lmpi_message *m, void *unused) {
    (void)unused;
    tell_unreceived(m, "found by MPI_Mprobe or MPI_Improbe, but ");
    return true;
}

void lmpi_check_unreceived(void) {
    for (receiver = 0; receiver < bsim_context.np; receiver++) {
        lmpi_unexpected_each(lmpi_rank_at(receiver), unreceived, NULL);
        lmpi_matched_each(lmpi_rank_at(receiver), matched, NULL);
    }
}

/* ---- a deadlock: a receive and a message that differ in the tag, or in the communicator ---- */

typedef struct wanted {
    int source, tag, comm; /* of a receive or probe that waits */
    check_place place;
    bool found, sure;
} wanted;

/* found: there is such a message; explains: it is what a rank waits for now, and its sender will send no other one
 * before. */
typedef struct differences {
    bool found, explains;
} differences;

/* Whether a rank has ended, or is in the call that has sent a message. */
static bool sends_no_more(const check_place *sender) {
    const check_call *call = lmpi_check_ranks[sender->rank].current;
    return bsim_rank_of(sender->rank)->state == BSIM_FINISHED || (call && call->site == sender->site);
}

/* The message differs from what is waited for in one thing. If it fits, another receive takes it. */
static bool compare(lmpi_message *m, void *arg) {
    wanted *w = arg;
    int sent = lmpi_partitioned_tag(m->comm, m->tag), tag = lmpi_partitioned_tag(w->comm, w->tag);
    bool fits = sent == tag || tag < 0, in_parts = m->comm == LMPI_COMM_ID_PARTITIONED;
    if ((w->source != m->source && w->source >= 0) || m->comm == LMPI_COMM_ID_RMA)
        return true;
    check_place places[] = {lmpi_check_sender(m), w->place};
    if (in_parts != (w->comm == LMPI_COMM_ID_PARTITIONED) && fits)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "partitioned-differs", 2, places,
                         "the %s is of MPI_P%s_init, and matches no ordinary %s", in_parts ? "message" : "receive",
                         in_parts ? "send" : "recv", in_parts ? "receive" : "message");
    else if (m->comm == w->comm && !fits)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "tags-differ", 2, places,
                         "the message has tag %d, its receiver waits for tag %d", sent, tag);
    else if (m->comm != w->comm && m->comm >= 0 && w->comm >= 0 && fits)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "communicators-differ", 2, places,
                         "the message is sent on another communicator than that of the receive which waits");
    else
        return true;
    w->found = true;
    w->sure = sends_no_more(&places[0]);
    return false;
}

/* Whether the call in which a rank is blocked waits for a posted receive. */
static bool is_awaited(const lmpi_request *r) {
    const check_call *call = lmpi_check_ranks[r->owner].current;
    enum check_family family = call ? check_function_of(call)->family : CHECK_FAMILY_LOCAL;
    for (int i = 0; call && i < call->nseen; i++)
        if (!(r->flags & LMPI_REQ_BLOCKING) && call->seen[i] == lmpi_request_handle(r))
            return true;
    return r->flags & LMPI_REQ_BLOCKING || family == CHECK_FAMILY_P2P_SENDRECV;
}

/* A receive that waits for its message: of a call that blocks, or of a request. */
static void compare_receive(lmpi_request *r, void *arg) {
    differences *d = arg;
    wanted one = {r->peer, r->tag, r->comm, {r->owner, r->site->call, r->site->address}, false, false};
    const check_request *q =
        r->flags & LMPI_REQ_BLOCKING ? NULL : lmpi_check_request_of(r->owner, lmpi_request_handle(r));
    if (q)
        one.place = (check_place){r->owner, check_function_of(&q->call)->name, q->started};
    lmpi_unexpected_each(lmpi_rank_at(r->owner), compare, &one);
    d->found |= one.found;
    d->explains |= one.sure && is_awaited(r);
}

/* Looks for such messages to a blocked rank. Where sends wait for their receives, the run in which they do not has
 * shown that each message has its receive, or told which ones have none. */
static void find_differences(int r, differences *d) {
    const check_call *call = lmpi_check_ranks[r].current;
    if (lmpi_checker->synchronous)
        return;
    lmpi_posted_each(lmpi_rank_at(r), compare_receive, d);
    bool probes = call && check_function_of(call)->family == CHECK_FAMILY_PROBE;
    const lmpi_comm *c = probes ? lmpi_comm_of((MPI_Comm)call->a[2]) : NULL;
    if (c && c->id != LMPI_COMM_ID_SELF) {
        int source = (int)call->a[0];
        wanted one = {source < 0 ? source : lmpi_comm_world(c->peers, source), (int)call->a[1], c->id,
                      {r, check_function_of(call)->name, call->site},          false,           false};
        lmpi_unexpected_each(lmpi_rank_at(r), compare, &one);
        d->found |= one.found;
        d->explains |= one.sure;
    }
}

/* ---- a deadlock: one collective, called on several communicators ---- */

/* The collective that a blocked rank is in, or has started and not completed. Null: none. */
static const check_call *collective_of(int r) {
    const check_rank *rank = &lmpi_check_ranks[r];
    const bsim_rank *blocked = bsim_rank_of(r);
    if (blocked->state != BSIM_BLOCKED || !blocked->wait)
        return NULL;
    if (rank->current && check_function_of(rank->current)->family == CHECK_FAMILY_COLL)
        return rank->current;
    for (const check_request *q = rank->requests; q; q = q->next)
        if (q->active && check_function_of(&q->call)->family == CHECK_FAMILY_ICOLL)
            return &q->call;
    return NULL;
}

static const lmpi_comm *comm_of(const check_call *call) {
    int place = lmpi_check_place(call, 'c', 0);
    return place < 0 ? NULL : lmpi_comm_of((MPI_Comm)call->a[place]);
}

/* Whether two ranks wait in one collective on two communicators that have both as members. */
static bool tell_comms(int r, int q) {
    const check_call *a = collective_of(r), *b = collective_of(q);
    if (!a || !b || a->id != b->id)
        return false;
    const lmpi_comm *one = comm_of(a), *other = comm_of(b);
    if (!one || !other || one == other || lmpi_comm_rank(one, q) < 0 || lmpi_comm_rank(other, r) < 0)
        return false;
    check_place places[] = {{r, check_function_of(a)->name, a->site}, {q, check_function_of(b)->name, b->site}};
    lmpi_check_found(CHECK_PARAMETER_MATCHING, "collective-communicators-differ", 2, places,
                     "two ranks wait in the same collective, each on another communicator");
    return true;
}

static bool find_comms(void) {
    for (int r = 0; r < bsim_context.np; r++)
        for (int q = r + 1; q < bsim_context.np && collective_of(r); q++)
            if (tell_comms(r, q))
                return true;
    return false;
}

static void describe(int r, char *text, size_t size) {
    const struct bsim_wait *w = bsim_rank_of(r)->wait;
    size_t used = (size_t)snprintf(text, size, "rank %d waits in %s", r, w->call);
    if (w->peer >= 0)
        used += (size_t)snprintf(text + used, size - used, " for rank %d", w->peer);
    else if (w->peer == BSIM_PEER_ANY)
        used += (size_t)snprintf(text + used, size - used, " for any rank");
    if (w->tag >= 0)
        used += (size_t)snprintf(text + used, size - used, ", tag %d", w->tag);
    if (w->comm >= 0 && lmpi_comms[w->comm] && (w->peer == BSIM_PEER_NONE || w->comm != LMPI_COMM_ID_WORLD))
        used += (size_t)snprintf(text + used, size - used, "%s %s", w->peer == BSIM_PEER_NONE ? " on" : ",",
                                 lmpi_comm_label(lmpi_comms[w->comm]));
    if (w->describe) {
        text[used++] = ' ';
        text[used] = 0;
        w->describe(w, r, text + used, size - used);
    }
}

/* A persistent request that is not started, for whose message another rank may wait. */
static void find_unstarted(int r) {
    for (const check_request *q = lmpi_check_ranks[r].requests; q; q = q->next)
        if (q->persistent && !q->ever)
            lmpi_check_found(CHECK_REQUEST_LIFECYCLE, "request-not-started", 1,
                             &(check_place){r, check_function_of(&q->call)->name, q->call.site},
                             "the persistent request is never started, and ranks wait");
}

void lmpi_check_deadlock(void) {
    check_place places[CHECK_PLACES];
    char text[900] = "", one[400];
    size_t used = 0;
    int n = 0;
    differences differ = {false, false};
    for (int r = 0; r < bsim_context.np; r++) {
        const bsim_rank *rank = bsim_rank_of(r);
        find_unstarted(r);
        if (rank->state != BSIM_BLOCKED || !rank->wait)
            continue;
        find_differences(r, &differ);
        if (n == CHECK_PLACES)
            continue;
        places[n++] = (check_place){r, rank->wait->call, rank->wait->site};
        describe(r, one, sizeof one);
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "; " : "", one);
    }
    if (find_comms() || lmpi_check_groups_differ() || differ.explains) /* told with its cause */
        return;
    lmpi_check_found(differ.found ? CHECK_PARAMETER_MATCHING : CHECK_CALL_ORDERING, "deadlock", n, places,
                     "deadlock%s: %s",
                     lmpi_checker->synchronous ? " if sends wait for their receives, as MPI allows" : "", text);
}
