/* match_decide.c - decisions by virtual time: the message that a wildcard receive takes, and when a parked call
 * continues.
 *
 * While a rank has posted wildcard receives, a message that matches one of them waits in the unexpected message queue.
 * A receive that names its source also waits if an earlier wildcard receive may take its message. When no rank can run,
 * the message that arrives first goes to the first posted receive that it matches. Receives prefer earlier messages and
 * messages prefer earlier receives, so this is the only matching in the order of virtual time. */
#include <math.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/match/match.h"

struct pair {
    lmpi_message *m, *m_before;
    lmpi_request *r, *r_before;
    double time_s; /* the later of arrival and post; HUGE_VAL: there is no pair */
};

/* The earliest message that a wildcard receive takes, and the receive. A message is skipped if an earlier one of its
 * source also matches the receive, since messages of one source must not overtake each other; the earlier one is itself
 * a candidate. */
static struct pair next_pair(lmpi_rank *rank) {
    struct pair best = {.time_s = HUGE_VAL};
    if (!rank->wildcards || !rank->nunexpected)
        return best;
    const void *at = NULL;
    int comm, tag, last_comm = -1, last_tag = 0;
    while (lmpi_posted_any_source_kind(rank, &at, &comm, &tag)) {
        if (comm == last_comm && tag == last_tag)
            continue;
        last_comm = comm;
        last_tag = tag;
        lmpi_message *m_before = NULL, *first_before, *m = lmpi_unexpected_earliest(rank, comm, tag, &m_before);
        if (!m || (best.m && !lmpi_is_earlier(m, best.m)))
            continue;
        lmpi_request *r_before = NULL, *r = lmpi_posted_find(rank, m->comm, m->source, m->tag, &r_before);
        if (lmpi_unexpected_find(rank, r->comm, m->source, r->tag, &first_before) == m)
            best = (struct pair){m, m_before, r, r_before, 0};
    }
    if (best.m)
        best.time_s = bsim_max(lmpi_request_post(best.r)[0], best.m->arrive[0]);
    return best;
}

static void schedule(int rank, double pair_s) {
    const struct lmpi_rank_extension *more = lmpi_rank_at(rank)->extension;
    double parked_s = more && more->parked ? more->parked->time_s : HUGE_VAL;
    double time_s = pair_s < parked_s ? pair_s : parked_s;
    if (time_s < HUGE_VAL)
        bsim_decide_at(bsim_rank_of(rank), time_s);
    else
        bsim_decide_cancel(bsim_rank_of(rank));
}

void lmpi_decide_update(int rank) {
    schedule(rank, next_pair(lmpi_rank_at(rank)).time_s);
}

/* Something that a parked call looks for is there at time_s. If it is the answer the rank goes on (HUGE_VAL), else its
 * decision is due then at the latest: returns this time. */
static double came(int rank, struct lmpi_parked *p, double time_s, bool is_answer) {
    time_s = bsim_max(p->now_s, time_s);
    if (is_answer || (p->is_poll && time_s == p->now_s)) {
        p->early = true;
        lmpi_unpark(rank);
        return HUGE_VAL;
    }
    if (time_s < p->time_s)
        p->time_s = time_s;
    return time_s;
}

void lmpi_decide_on_message(int dest, const lmpi_message *m) {
    lmpi_rank *rank = lmpi_rank_at(dest);
    struct lmpi_rank_extension *more = rank->extension;
    struct lmpi_parked *p = more ? more->parked : NULL;
    lmpi_request *before;
    double time_s = HUGE_VAL;
    lmpi_request *r = rank->wildcards ? lmpi_posted_find(rank, m->comm, m->source, m->tag, &before) : NULL;
    if (r) { /* an early bound is enough, since the decision looks again */
        time_s = bsim_max(lmpi_request_post(r)[0], m->arrive[0]);
    } else if (p && p->comm >= 0 && lmpi_wants(p->any_comm ? m->comm : p->comm, p->peer, p->tag, m)) {
        time_s = came(dest, p, m->arrive[0], p->alone);
    }
    if (time_s < HUGE_VAL)
        bsim_decide_before(bsim_rank_of(dest), time_s);
    if (more)
        lmpi_late_message(dest, m->comm, m->source, m->tag, m->arrive, m->site, false);
}

/* Notes the scenarios that would have given this message, instead of the chosen one, to the receive. */
static bool compare_scenarios(lmpi_message *m, void *arg) {
    const struct pair *pair = arg;
    if (m->source == pair->m->source || !lmpi_matches(pair->r, m->comm, m->source, m->tag))
        return true;
    for (int k = 1; k < bsim_context.nscen; k++) {
        double t = m->arrive[k], chosen = pair->m->arrive[k];
        if (t < chosen || (t == chosen && m->source < pair->m->source))
            bsim_diverge(k, pair->r->site->address);
    }
    return true;
}

static void release(lmpi_rank *rank, lmpi_request *r, lmpi_request *before) {
    lmpi_message *m_before;
    lmpi_request *r_before;
    lmpi_message *m = lmpi_unexpected_find(rank, r->comm, r->peer, r->tag, &m_before);
    if (!m || lmpi_posted_find(rank, m->comm, m->source, m->tag, &r_before) != r)
        return;
    lmpi_posted_remove(rank, r, before);
    lmpi_unexpected_remove(rank, m, m_before);
    lmpi_deliver_unexpected(r, m);
}

void lmpi_release_posted(lmpi_rank *rank) {
    if (rank->nposted > rank->wildcards && rank->nunexpected)
        lmpi_posted_each_named(rank, release);
}

/* ---- bsim check: another message than the earliest ---- */

struct others {
    lmpi_rank *rank;
    const lmpi_request *r; /* a receive; null: a probe */
    int comm, tag;         /* of the probe */
    lmpi_message **messages;
    int n;
};

/* Whether the receive may take a message, or the probe find it. */
static bool is_other(const struct others *o, const lmpi_message *m) {
    lmpi_request *before, *r = lmpi_posted_find(o->rank, m->comm, m->source, m->tag, &before);
    return r == o->r &&
           (r ? lmpi_matches(r, m->comm, m->source, m->tag) : lmpi_wants(o->comm, MPI_ANY_SOURCE, o->tag, m));
}

/* Adds the first message of each source that may be the one. */
static bool add_other(lmpi_message *m, void *arg) {
    struct others *o = arg;
    if (!is_other(o, m))
        return true;
    for (int i = 0; i < o->n; i++)
        if (o->messages[i]->source == m->source)
            return true;
    int at = o->n++;
    for (; at > 0 && lmpi_is_earlier(m, o->messages[at - 1]); at--)
        o->messages[at] = o->messages[at - 1];
    o->messages[at] = m;
    return true;
}

static void choose(lmpi_rank *rank, struct pair *pair) {
    struct others o = {.rank = rank, .r = pair->r};
    o.messages = bsim_alloc((size_t)rank->nunexpected * sizeof(lmpi_message *));
    lmpi_unexpected_each(rank, add_other, &o);
    lmpi_message *m = o.messages[lmpi_checker->choose(pair->r->owner, pair->r->site, false, o.messages, o.n)];
    bsim_free(o.messages);
    if (lmpi_unexpected_find(rank, m->comm, m->source, pair->r->tag, &pair->m_before) == m)
        pair->m = m;
}

lmpi_message *lmpi_probe_choose(int comm, int tag, const struct bsim_site *site, lmpi_message *first) {
    lmpi_rank *rank = lmpi_self();
    struct others o = {.rank = rank, .comm = comm, .tag = tag};
    o.messages = bsim_alloc((size_t)rank->nunexpected * sizeof(lmpi_message *));
    lmpi_unexpected_each(rank, add_other, &o);
    lmpi_message *m = o.n ? o.messages[lmpi_checker->choose(bsim_self->id, site, true, o.messages, o.n)] : first;
    bsim_free(o.messages);
    return m;
}

void lmpi_decide(bsim_rank *engine_rank, double time_s) {
    lmpi_rank *rank = lmpi_rank_at(engine_rank->id);
    struct lmpi_rank_extension *more = rank->extension;
    struct pair pair = next_pair(rank);
    double parked_s = more && more->parked ? more->parked->time_s : HUGE_VAL;
    double due_s = pair.time_s < parked_s ? pair.time_s : parked_s;
    if (due_s > time_s) { /* the expected message has been taken meanwhile, or follows another of its source */
        schedule(engine_rank->id, pair.time_s);
        return;
    }
    if (pair.time_s <= parked_s) {
        if (LMPI_CHECKED && pair.r->peer == MPI_ANY_SOURCE)
            choose(rank, &pair);
        if (bsim_context.nscen > 1) {
            lmpi_unexpected_each(rank, compare_scenarios, &pair);
            lmpi_watch_until(engine_rank->id, pair.m->arrive);
        }
        if (pair.r->peer == MPI_ANY_SOURCE)
            lmpi_answered_without_message(engine_rank->id, pair.r->comm, MPI_ANY_SOURCE, pair.r->tag, pair.m->arrive[0],
                                          pair.r->site->address);
        lmpi_posted_remove(rank, pair.r, pair.r_before);
        lmpi_unexpected_remove(rank, pair.m, pair.m_before);
        if (pair.r->peer == MPI_ANY_SOURCE)
            rank->wildcards--;
        lmpi_deliver_unexpected(pair.r, pair.m);
        lmpi_release_posted(rank);
        lmpi_decide_update(engine_rank->id);
        return;
    }
    lmpi_unpark(engine_rank->id);
}

void lmpi_unpark(int rank) {
    lmpi_rank *self = lmpi_rank_at(rank);
    self->extension->parked = NULL;
    self->alert = self->extension->watch || self->extension->answers;
    lmpi_decide_update(rank);
    bsim_ready(bsim_rank_of(rank));
}

void lmpi_parked_matched(struct lmpi_parked *p, lmpi_request *r) {
    bool is_answer = p->open > 0 && --p->open == 0;
    if (came(r->owner, p, lmpi_request_ready(r)[0], is_answer) < HUGE_VAL)
        lmpi_decide_update(r->owner);
}

void lmpi_watch_until(int rank, const double *time) {
    struct lmpi_rank_extension *more = lmpi_extension(lmpi_rank_at(rank));
    if (bsim_context.nscen == 1)
        return;
    bsim_decides();
    if (!more->watch) {
        more->watch = bsim_alloc((size_t)bsim_context.nscen * sizeof *more->watch);
        lmpi_rank_at(rank)->alert = 1;
    }
    bsim_clock_raise(more->watch, time);
}

void lmpi_park(struct lmpi_parked *parked, const struct bsim_wait *why) {
    lmpi_rank *rank = lmpi_self();
    lmpi_extension(rank)->parked = parked;
    rank->alert = 1;
    lmpi_decide_update(bsim_self->id);
    bsim_block(why);
}

/* ---- what a probe sees ---- */

struct probe {
    lmpi_rank *rank;
    int comm, source, tag;
    lmpi_message *best;
};

static bool is_claimed(lmpi_rank *rank, const lmpi_message *m) {
    lmpi_request *before;
    return rank->wildcards && lmpi_posted_find(rank, m->comm, m->source, m->tag, &before);
}

struct earlier_one {
    const lmpi_message *m;
    const struct probe *probe;
    bool exists;
};

static bool look_earlier(lmpi_message *e, void *arg) {
    struct earlier_one *x = arg;
    if (e == x->m)
        return false;
    x->exists = e->source == x->m->source && lmpi_wants(x->probe->comm, x->probe->source, x->probe->tag, e);
    return !x->exists;
}

static bool consider(lmpi_message *m, void *arg) {
    struct probe *p = arg;
    if (!lmpi_wants(p->comm, p->source, p->tag, m) || is_claimed(p->rank, m) ||
        (p->best && !lmpi_is_earlier(m, p->best)))
        return true;
    struct earlier_one x = {m, p, false};
    lmpi_unexpected_each(p->rank, look_earlier, &x);
    if (!x.exists)
        p->best = m;
    return true;
}

lmpi_message *lmpi_unexpected_first(lmpi_rank *rank, int comm, int source, int tag) {
    lmpi_message *before;
    struct probe p = {rank, comm, source, tag, NULL};
    if (rank->wildcards)
        lmpi_unexpected_each(rank, consider, &p);
    else if (source == MPI_ANY_SOURCE)
        p.best = lmpi_unexpected_earliest(rank, comm, tag, &before);
    else
        p.best = lmpi_unexpected_find(rank, comm, source, tag, &before);
    return p.best;
}
