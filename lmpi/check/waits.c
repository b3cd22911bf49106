/* waits.c - what waits at the end of a run: messages without a receive, ranks in a deadlock. */
#include <stdio.h>
#include <string.h>

#include "lmpi/check/check.h"
#include "lmpi/match/match.h"
#include "lmpi/p2p/partitioned.h"

static int receiver; /* of the messages that are gone over */

static bool unreceived(lmpi_message *m, void *unused) {
    (void)unused;
    check_place place = lmpi_check_sender(m);
    if (m->comm == LMPI_COMM_ID_RMA)
        return true;
    lmpi_check_found(CHECK_CALL_ORDERING, "message-not-received", 1, &place,
                     "a message to rank %d with tag %d is never received", receiver,
                     lmpi_partitioned_tag(m->comm, m->tag));
    return true;
}

void lmpi_check_unreceived(void) {
    for (receiver = 0; receiver < bsim_context.np; receiver++)
        lmpi_unexpected_each(lmpi_rank_at(receiver), unreceived, NULL);
}

/* ---- a deadlock: a receive and a message that differ in the tag, or in the communicator ---- */

typedef struct wanted {
    int source, tag, comm; /* of a receive that waits */
    check_place place;
    bool found;
} wanted;

static bool compare(lmpi_message *m, void *arg) {
    wanted *w = arg;
    bool source = w->source == m->source || w->source < 0, tag = w->tag == m->tag || w->tag < 0;
    bool comm = w->comm == m->comm;
    if (!source || tag == comm) /* both fit: another receive takes it */
        return true;
    check_place places[] = {lmpi_check_sender(m), w->place};
    w->found = true;
    if (!tag)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "tags-differ", 2, places,
                         "the message has tag %d, its receiver waits for tag %d", m->tag, w->tag);
    else
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "communicators-differ", 2, places,
                         "the message is sent on another communicator than that of the receive which waits");
    return true;
}

/* Looks for such messages to a blocked rank. */
static bool find_differences(int r) {
    const bsim_rank *rank = bsim_rank_of(r);
    const struct bsim_wait *w = rank->wait;
    bool found = false;
    if (strstr(w->call, "Recv") || strstr(w->call, "Probe")) {
        wanted one = {w->peer, w->tag, w->comm, {r, w->call, w->site}, false};
        lmpi_unexpected_each(lmpi_rank_at(r), compare, &one);
        found |= one.found;
    }
    for (const check_request *q = lmpi_check_ranks[r].requests; q; q = q->next) {
        if (!q->handle)
            continue;
        const lmpi_request *request =
            (const lmpi_request *)(lmpi_request_base + ((uint32_t)q->handle & LMPI_HANDLE_INDEX) * lmpi_request_slot);
        if (!q->active || request->kind != LMPI_REQ_RECV || request->state != LMPI_REQ_PENDING)
            continue;
        wanted one = {
            request->peer, request->tag, request->comm, {r, check_function_of(&q->call)->name, q->started}, false};
        lmpi_unexpected_each(lmpi_rank_at(r), compare, &one);
        found |= one.found;
    }
    return found;
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

static void find_comms(void) {
    for (int r = 0; r < bsim_context.np; r++)
        for (int q = r + 1; q < bsim_context.np && collective_of(r); q++)
            if (tell_comms(r, q))
                return;
}

static void describe(int r, char *text, size_t size) {
    const struct bsim_wait *w = bsim_rank_of(r)->wait;
    size_t used = (size_t)snprintf(text, size, "rank %d waits", r);
    if (w->peer >= 0)
        used += (size_t)snprintf(text + used, size - used, " for rank %d", w->peer);
    else if (w->peer == BSIM_PEER_ANY)
        used += (size_t)snprintf(text + used, size - used, " for any rank");
    if (w->tag >= 0)
        used += (size_t)snprintf(text + used, size - used, ", tag %d", w->tag);
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
    bool found = false;
    for (int r = 0; r < bsim_context.np; r++) {
        const bsim_rank *rank = bsim_rank_of(r);
        find_unstarted(r);
        if (rank->state != BSIM_BLOCKED || !rank->wait)
            continue;
        found |= find_differences(r);
        if (n == CHECK_PLACES)
            continue;
        places[n++] = (check_place){r, rank->wait->call, rank->wait->site};
        describe(r, one, sizeof one);
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "; " : "", one);
    }
    find_comms();
    lmpi_check_found(found ? CHECK_PARAMETER_MATCHING : CHECK_CALL_ORDERING, "deadlock", n, places, "deadlock%s: %s",
                     lmpi_checker->synchronous ? " if sends wait for their receives, as MPI allows" : "", text);
}
