/* wild.c - answers that virtual time gives: which message a receive from any source takes, when a parked call goes on.
 *
 * While a rank has undecided wildcards, messages that may fit one wait in the unexpected queue, and so do receives from
 * one source behind a wildcard that may take their message (held). When no rank can run, the message that arrives first
 * is given to the first posted receive that it fits: receives prefer earlier messages and messages earlier receives, so
 * this is the one matching that the order of times gives. */
#include <math.h>

#include "bsim/alloc.h"

#include "lmpi/match.h"

/* Whether an earlier message of the same source fits the same receive: then this one is not the next. */
static bool is_overtaking(const lmpi_rank *rank, const lmpi_message *m, const lmpi_request *r) {
    for (const lmpi_message *e = rank->unexpected; e != m; e = e->next)
        if (e->source == m->source && lmpi_matches(r, e->comm, e->source, e->tag))
            return true;
    return false;
}

struct pair {
    lmpi_message *m, *m_before;
    lmpi_request *r, *r_before;
    double time_s; /* when they are together: HUGE_VAL if there is no pair */
};

static bool earlier(const lmpi_message *a, const lmpi_message *b) {
    return a->arrive[0] < b->arrive[0] || (a->arrive[0] == b->arrive[0] && a->source < b->source);
}

static struct pair next_pair(lmpi_rank *rank) {
    struct pair best = {.time_s = HUGE_VAL};
    if (!rank->wild)
        return best;
    lmpi_message *before = NULL;
    for (lmpi_message *m = rank->unexpected; m; before = m, m = m->next) {
        if (best.m && !earlier(m, best.m))
            continue;
        lmpi_request *r_before, *r = lmpi_posted_find(rank, m->comm, m->source, m->tag, &r_before);
        if (r && !is_overtaking(rank, m, r))
            best = (struct pair){m, before, r, r_before, 0};
    }
    if (best.m)
        best.time_s = bsim_max(lmpi_request_post(best.r)[0], best.m->arrive[0]);
    return best;
}

static void schedule(int rank, double pair_s) {
    const struct lmpi_rank_more *more = lmpi_rank_at(rank)->more;
    double parked_s = more && more->parked ? more->parked->time_s : HUGE_VAL;
    double time_s = pair_s < parked_s ? pair_s : parked_s;
    if (time_s < HUGE_VAL)
        bsim_decide_at(bsim_rank_of(rank), time_s);
    else
        bsim_decide_cancel(bsim_rank_of(rank));
}

void lmpi_wild_update(int rank) {
    schedule(rank, next_pair(lmpi_rank_at(rank)).time_s);
}

void lmpi_wild_message(int dest, const lmpi_message *m) {
    lmpi_rank *rank = lmpi_rank_at(dest);
    struct lmpi_parked *p = rank->more ? rank->more->parked : NULL;
    lmpi_request *before;
    if (rank->wild && lmpi_posted_find(rank, m->comm, m->source, m->tag, &before)) {
        lmpi_wild_update(dest);
    } else if (p && p->comm >= 0 && lmpi_wants(p->any_comm ? m->comm : p->comm, p->peer, p->tag, m)) {
        double time_s = bsim_max(p->now_s, m->arrive[0]);
        if (time_s < p->time_s)
            p->time_s = time_s;
        lmpi_wild_update(dest);
    }
    if (rank->more && rank->more->watch)
        for (int k = 1; k < bsim_nscen; k++)
            if (m->arrive[k] <= rank->more->watch[k])
                bsim_diverge(k, m->site->address);
}

/* Scenarios that would have taken another message for the receive, among those that are here. */
static void compare_scenarios(const lmpi_rank *rank, const struct pair *pair) {
    for (const lmpi_message *m = rank->unexpected; m; m = m->next) {
        if (m->source == pair->m->source || !lmpi_matches(pair->r, m->comm, m->source, m->tag))
            continue;
        for (int k = 1; k < bsim_nscen; k++) {
            double t = m->arrive[k], chosen = pair->m->arrive[k];
            if (t < chosen || (t == chosen && m->source < pair->m->source))
                bsim_diverge(k, pair->r->site->address);
        }
    }
}

void lmpi_release_posted(lmpi_rank *rank) {
    lmpi_request *before = NULL, *next;
    for (lmpi_request *r = rank->posted; r; r = next) {
        next = r->next;
        lmpi_message *m_before, *m = lmpi_unexpected_find(rank, r->comm, r->peer, r->tag, &m_before);
        r->held = 0;
        if (!m) {
            before = r;
            continue;
        }
        lmpi_posted_remove(rank, r, before);
        lmpi_unexpected_remove(rank, m, m_before);
        lmpi_meet_unexpected(r, m);
    }
}

void lmpi_watch_until(int rank, const double *time) {
    struct lmpi_rank_more *more = lmpi_more(lmpi_rank_at(rank));
    if (bsim_nscen == 1)
        return;
    if (!more->watch)
        more->watch = bsim_alloc((size_t)bsim_nscen * sizeof *more->watch);
    bsim_clock_raise(more->watch, time);
}

void lmpi_decide(bsim_rank *engine_rank, double time_s) {
    lmpi_rank *rank = lmpi_rank_at(engine_rank->id);
    struct lmpi_rank_more *more = rank->more;
    struct pair pair = next_pair(rank);
    double parked_s = more && more->parked ? more->parked->time_s : HUGE_VAL;
    double due_s = pair.time_s < parked_s ? pair.time_s : parked_s;
    if (due_s > time_s) { /* a message that was counted on has been taken meanwhile */
        schedule(engine_rank->id, pair.time_s);
        return;
    }
    if (pair.time_s <= parked_s) {
        if (bsim_nscen > 1) {
            compare_scenarios(rank, &pair);
            lmpi_watch_until(engine_rank->id, pair.m->arrive);
        }
        bool wild = pair.r->peer == MPI_ANY_SOURCE;
        pair.r->held = 0;
        lmpi_posted_remove(rank, pair.r, pair.r_before);
        lmpi_unexpected_remove(rank, pair.m, pair.m_before);
        if (wild)
            rank->wild--;
        lmpi_meet_unexpected(pair.r, pair.m);
        if (wild && !rank->wild)
            lmpi_release_posted(rank);
        lmpi_wild_update(engine_rank->id);
        return;
    }
    more->parked = NULL;
    lmpi_wild_update(engine_rank->id);
    bsim_ready(engine_rank);
}

void lmpi_park(struct lmpi_parked *parked, const struct bsim_wait *why) {
    lmpi_rank *rank = lmpi_self();
    lmpi_more(rank)->parked = parked;
    lmpi_wild_update(bsim_self->id);
    bsim_block(why);
}

bool lmpi_is_claimed(lmpi_rank *rank, const lmpi_message *m) {
    lmpi_request *before;
    return rank->wild && lmpi_posted_find(rank, m->comm, m->source, m->tag, &before);
}

lmpi_message *lmpi_unexpected_first(lmpi_rank *rank, int comm, int source, int tag) {
    lmpi_message *best = NULL;
    for (lmpi_message *m = rank->unexpected; m; m = m->next) {
        if (!lmpi_wants(comm, source, tag, m) || lmpi_is_claimed(rank, m))
            continue;
        bool first = true;
        for (const lmpi_message *e = rank->unexpected; e != m && first; e = e->next)
            first = !(e->source == m->source && lmpi_wants(comm, source, tag, e));
        if (first && (!best || earlier(m, best)))
            best = m;
    }
    return best;
}
