/* trace_transform_replay.c - new times of the calls of a trace (Mendes, "Performance prediction by trace
 * transformation", 1993):
 *
 *   computation  C2 = K * C1
 *   send         S2 = f2(b) / f1(b) * S1
 *   receive      R2 = g2(b), T_R^end = max(T_R^begin + R2, T_S^end)
 *
 * A wait for receives is their receive. Ranks go on one after the other, each until it needs the end of a send that has
 * none yet. */
#include <math.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/trace_transform.h"

/* ---- what the calls do ---- */

struct collect {
    struct bsim_transform *x;
    int64_t nsend, nreceive; /* of the rank */
    int64_t *by_send;        /* messages by sender and order, and where each rank's begin */
    int64_t *by_receive;
    size_t send_at, receive_at;
};

static bool enter(struct bsim_trace_walk *w, void *data) {
    struct collect *c = data;
    struct bsim_transform_rank *r = &c->x->rank[w->rank];
    if (r->ncall == r->call_room) {
        r->call_room = r->call_room ? 2 * r->call_room : 256;
        r->call = bsim_realloc(r->call, r->call_room * sizeof *r->call);
    }
    r->call[r->ncall++] =
        (struct bsim_transform_call){w->event->gap_ns, w->event->inside_ns, w->event->site, r->naction, 0};
    return true;
}

static void act(struct collect *c, int rank, int kind, int64_t pair) {
    struct bsim_transform_rank *r = &c->x->rank[rank];
    if (r->naction == r->action_room) {
        r->action_room = r->action_room ? 2 * r->action_room : 256;
        r->action = bsim_realloc(r->action, r->action_room * sizeof *r->action);
    }
    r->action[r->naction].kind = kind;
    r->action[r->naction++].pair = pair;
    r->call[r->ncall - 1].naction++;
}

static bool start(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct collect *c = data;
    const struct bsim_trace_pairs *p = c->x->pairs;
    if (o->kind == BSIM_TRACE_COLLECTIVE)
        return o->nmember == 1 ||
               bsim_trace_refuse(w, "is a collective, for which there is no formula (bsim simulate)");
    bool receives = o->kind == BSIM_TRACE_RECEIVE;
    int64_t number = receives ? c->nreceive++ : c->nsend++;
    o->mark = -1;
    if (o->peer < 0)
        return true;
    size_t *at = receives ? &c->receive_at : &c->send_at;
    const int64_t *sorted = receives ? c->by_receive : c->by_send;
    const struct bsim_trace_pair *m = *at < p->n ? &p->pair[sorted[*at]] : NULL;
    if (m == NULL || (receives ? m->to : m->from) != w->rank || (receives ? m->receive : m->send) != number)
        return bsim_trace_refuse(w, "has a message whose other side the trace does not have");
    o->mark = sorted[(*at)++];
    if (!receives)
        act(c, w->rank, BSIM_TRANSFORM_SEND, o->mark);
    return true;
}

static bool complete(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct collect *c = data;
    if (o->kind == BSIM_TRACE_COLLECTIVE || o->mark < 0)
        return true;
    if (o->kind == BSIM_TRACE_RECEIVE)
        act(c, w->rank, BSIM_TRANSFORM_RECEIVED, o->mark);
    else if (o->id)
        act(c, w->rank, BSIM_TRANSFORM_SENT, o->mark);
    return true;
}

static bool make(struct bsim_trace_walk *w, int parent, int context, void *data) {
    (void)context, (void)data;
    return (parent >= 0 && w->contexts->context[parent].n == 1) ||
           bsim_trace_refuse(w, "is collective, for which there is no formula (bsim simulate)");
}

static int by_send(const void *a, const void *b, void *pairs) {
    const struct bsim_trace_pair *p = pairs, *x = &p[*(const int64_t *)a], *y = &p[*(const int64_t *)b];
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->send != y->send ? (x->send < y->send ? -1 : 1) : 0;
}

static int by_receive(const void *a, const void *b, void *pairs) {
    const struct bsim_trace_pair *p = pairs, *x = &p[*(const int64_t *)a], *y = &p[*(const int64_t *)b];
    return x->to != y->to             ? (x->to < y->to ? -1 : 1)
           : x->receive != y->receive ? (x->receive < y->receive ? -1 : 1)
                                      : 0;
}

static int64_t *sorted(const struct bsim_trace_pairs *p, int (*compare)(const void *, const void *, void *)) {
    int64_t *list = bsim_alloc((p->n + 1) * sizeof *list);
    for (size_t i = 0; i < p->n; i++)
        list[i] = (int64_t)i;
    qsort_r(list, p->n, sizeof *list, compare, p->pair);
    return list;
}

static bool collect(struct bsim_transform *x, struct bsim_trace_contexts *contexts, struct bsim_error *err) {
    static const struct bsim_trace_visitor visitor = {.purpose = "transformed",
                                                      .is_strict = true,
                                                      .is_plain = true,
                                                      .enter = enter,
                                                      .start = start,
                                                      .complete = complete,
                                                      .make = make};
    struct collect c = {.x = x, .by_send = sorted(x->pairs, by_send), .by_receive = sorted(x->pairs, by_receive)};
    bool ok = true;
    x->rank = bsim_alloc((size_t)x->trace->nrank * sizeof *x->rank);
    for (int r = 0; ok && r < x->trace->nrank; r++) {
        c.nsend = c.nreceive = 0;
        ok = bsim_trace_walk(x->trace, r, contexts, &visitor, &c, err);
    }
    bsim_free(c.by_send);
    bsim_free(c.by_receive);
    return ok;
}

/* ---- new times ---- */

/* K. */
static double ratio_of(const struct bsim_transform *x, int rank, int site) {
    if (x->site_ratio && x->site_ratio[site] >= 0)
        return x->site_ratio[site];
    return x->ratio >= 0 ? x->ratio : x->from->speed[rank] / x->to->speed[rank];
}

static bool no_ratio(const struct bsim_transform *x, int64_t pair, struct bsim_error *err) {
    return bsim_error_set(
        err, x->trace->folder, 0, NULL,
        "cannot be transformed: a send of %lld bytes takes no time on the machine of --from, but %g s on "
        "that of --to, so there is no ratio of them",
        (long long)x->pairs->pair[pair].bytes, x->to->send_s[pair]);
}

/* What a call sends and waits for. */
struct sums {
    double f1_s, f2_s, g2_s;
    double sent_ns;  /* the latest end of the sends of what it receives */
    int64_t missing; /* a message that it receives, whose send has no end yet; -1: none */
    int64_t unknown; /* a message whose send takes no time on the old machine, but does on the new one; -1: none */
    int nbegun, nended, nreceived;
};

static struct sums add_up(const struct bsim_transform *x, const struct bsim_transform_rank *r,
                          const struct bsim_transform_call *call) {
    struct sums s = {.missing = -1, .unknown = -1};
    for (int i = 0; i < call->naction; i++) {
        const struct bsim_transform_action *a = &r->action[call->action + (size_t)i];
        if (a->kind == BSIM_TRANSFORM_RECEIVED) {
            s.nreceived++;
            s.g2_s += x->to->receive_s[a->pair];
            s.sent_ns = fmax(s.sent_ns, x->sent_ns[a->pair]);
            s.missing = x->sent_ns[a->pair] < 0 ? a->pair : s.missing;
            continue;
        }
        s.nbegun += a->kind == BSIM_TRANSFORM_SEND;
        s.nended += a->kind == BSIM_TRANSFORM_SENT;
        s.f1_s += x->from->send_s[a->pair];
        s.f2_s += x->to->send_s[a->pair];
        s.unknown = x->from->send_s[a->pair] <= 0 && x->to->send_s[a->pair] > 0 ? a->pair : s.unknown;
    }
    return s;
}

/* The end of a call's sends. One that also receives has no time of its own for them: they take f2. */
static double end_of_sends(const struct sums *s, const struct bsim_transform_call *call, double begin_ns) {
    if (s->nreceived > 0)
        return begin_ns + (s->nbegun > 0 ? 1e9 * s->f2_s : 0);
    return begin_ns + (s->f1_s > 0 ? s->f2_s / s->f1_s : 1) * (double)call->inside_ns;
}

/* Tells the ends of the sends of a call, and gives back the first of the ranks that wait for one. */
static int end_sends(struct bsim_transform *x, const struct bsim_transform_rank *r,
                     const struct bsim_transform_call *call, double sent_ns, int ready) {
    for (int i = 0; i < call->naction; i++) {
        const struct bsim_transform_action *a = &r->action[call->action + (size_t)i];
        if (a->kind != BSIM_TRANSFORM_SEND || x->sent_ns[a->pair] >= 0)
            continue;
        x->sent_ns[a->pair] = sent_ns;
        for (int waiting = x->waits[a->pair]; waiting >= 0;) {
            int next = x->rank[waiting].next;
            x->rank[waiting].next = ready;
            ready = waiting;
            waiting = next;
        }
        x->waits[a->pair] = -1;
    }
    return ready;
}

/* Goes on with a rank. *ready: the ranks that can go on, a list. */
static bool go_on(struct bsim_transform *x, int rank, int *ready, struct bsim_error *err) {
    struct bsim_transform_rank *r = &x->rank[rank];
    for (; r->at < r->ncall; r->at++) {
        struct bsim_transform_call *call = &r->call[r->at];
        double k = ratio_of(x, rank, call->site), begin_ns = r->now_ns + k * (double)call->gap_ns,
               end_ns = begin_ns + k * (double)call->inside_ns;
        struct sums s = add_up(x, r, call);
        if (s.unknown >= 0 && s.nreceived == 0)
            return no_ratio(x, s.unknown, err);
        double sent_ns = end_of_sends(&s, call, begin_ns);
        *ready = end_sends(x, r, call, sent_ns, *ready);
        s = add_up(x, r, call); /* it may send to itself */
        if (s.missing >= 0) {
            r->next = x->waits[s.missing];
            x->waits[s.missing] = rank;
            return true;
        }
        if (s.nreceived > 0)
            end_ns = fmax(sent_ns + 1e9 * s.g2_s, s.sent_ns);
        else if (s.nbegun + s.nended > 0)
            end_ns = sent_ns;
        call->gap_ns = llround(begin_ns) - llround(r->now_ns);
        call->inside_ns = llround(end_ns) - llround(begin_ns);
        r->now_ns = end_ns;
    }
    return true;
}

bool bsim_transform_replay(struct bsim_transform *x, struct bsim_trace_contexts *contexts, struct bsim_error *err) {
    size_t n = x->pairs->n;
    int ready = -1;
    if (!collect(x, contexts, err))
        return false;
    x->sent_ns = bsim_alloc((n + 1) * sizeof *x->sent_ns);
    x->waits = bsim_alloc((n + 1) * sizeof *x->waits);
    for (size_t i = 0; i < n; i++) {
        x->sent_ns[i] = -1;
        x->waits[i] = -1;
    }
    for (int r = x->trace->nrank - 1; r >= 0; r--) {
        x->rank[r].next = ready;
        ready = r;
    }
    while (ready >= 0) {
        int rank = ready;
        ready = x->rank[rank].next;
        if (!go_on(x, rank, &ready, err))
            return false;
    }
    for (int r = 0; r < x->trace->nrank; r++)
        if (x->rank[r].at < x->rank[r].ncall)
            return bsim_error_set(err, x->trace->folder, 0, NULL,
                                  "cannot be transformed: rank %d waits for messages that are never sent", r);
    return true;
}

void bsim_transform_end(struct bsim_transform *x) {
    for (int r = 0; x->rank && r < x->trace->nrank; r++) {
        bsim_free(x->rank[r].call);
        bsim_free(x->rank[r].action);
    }
    bsim_free(x->rank);
    bsim_free(x->sent_ns);
    bsim_free(x->waits);
}
