/* trace_pairs.c - the messages of a trace: puts sends and receives together.
 *
 * A recorded receive has the source and the tag of the message that it took. Messages of a sender with one tag in one
 * communicator do not overtake each other, and are taken by the receives that fit in the order in which those are
 * posted. So the k-th such send belongs to the k-th such receive. */
#include "bsim/cmd/trace_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace.h"

struct half {
    int from, to, context;
    int64_t tag, order, bytes, begin_ns, end_ns;
};
struct halves {
    struct half *half;
    size_t n, room;
};

struct collect {
    struct halves side[2]; /* sends, receives */
    int64_t n[2];          /* of the rank */
};

static struct half *add(struct halves *h) {
    if (h->n == h->room) {
        h->room = h->room ? 2 * h->room : 1024;
        h->half = bsim_realloc(h->half, h->room * sizeof *h->half);
    }
    return &h->half[h->n++];
}

static bool start(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct collect *c = data;
    if (o->kind == BSIM_TRACE_COLLECTIVE)
        return true;
    bool receives = o->kind == BSIM_TRACE_RECEIVE;
    int64_t order = c->n[receives]++;
    if (o->peer < 0)
        return true;
    struct halves *h = &c->side[receives];
    *add(h) = (struct half){.from = receives ? o->peer : w->rank,
                            .to = receives ? w->rank : o->peer,
                            .context = o->context,
                            .tag = o->tag,
                            .order = order,
                            .bytes = o->bytes[0],
                            .begin_ns = w->begin_ns,
                            .end_ns = w->end_ns};
    o->mark = (int64_t)h->n - 1;
    return true;
}

static bool complete(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct collect *c = data;
    if (o->kind == BSIM_TRACE_RECEIVE && o->peer >= 0)
        c->side[1].half[o->mark].end_ns = w->end_ns;
    return true;
}

/* Calls of files and windows are no messages. */
static bool pass(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    (void)w, (void)o, (void)data;
    return true;
}

static int compare_keys(const struct half *x, const struct half *y) {
    return x->from != y->from         ? (x->from < y->from ? -1 : 1)
           : x->to != y->to           ? (x->to < y->to ? -1 : 1)
           : x->context != y->context ? (x->context < y->context ? -1 : 1)
           : x->tag != y->tag         ? (x->tag < y->tag ? -1 : 1)
                                      : 0;
}

static int by_key(const void *a, const void *b) {
    const struct half *x = a, *y = b;
    int keys = compare_keys(x, y);
    return keys ? keys : x->order != y->order ? (x->order < y->order ? -1 : 1) : 0;
}

static int by_time(const void *a, const void *b) {
    const struct bsim_trace_pair *x = a, *y = b;
    return x->send_ns[0] != y->send_ns[0] ? (x->send_ns[0] < y->send_ns[0] ? -1 : 1)
           : x->from != y->from           ? (x->from < y->from ? -1 : 1)
           : x->to != y->to               ? (x->to < y->to ? -1 : 1)
           : x->receive != y->receive     ? (x->receive < y->receive ? -1 : 1)
                                          : 0;
}

static void join(struct bsim_trace_pairs *p, const struct halves *sends, const struct halves *receives) {
    size_t s = 0, r = 0;
    p->pair = bsim_alloc((sends->n + 1) * sizeof *p->pair);
    while (s < sends->n && r < receives->n) {
        const struct half *x = &sends->half[s], *y = &receives->half[r];
        int keys = compare_keys(x, y);
        s += keys <= 0;
        r += keys >= 0;
        if (keys != 0)
            continue;
        p->pair[p->n++] = (struct bsim_trace_pair){.from = x->from,
                                                   .to = x->to,
                                                   .context = x->context,
                                                   .tag = x->tag,
                                                   .bytes = x->bytes,
                                                   .send_ns = {x->begin_ns, x->end_ns},
                                                   .receive_ns = {y->begin_ns, y->end_ns},
                                                   .send = x->order,
                                                   .receive = y->order};
        p->early += y->end_ns < x->begin_ns;
    }
    p->unmatched = sends->n + receives->n - 2 * p->n;
}

bool bsim_trace_pairs_find(struct bsim_trace_pairs *p, const struct bsim_trace *t, struct bsim_trace_contexts *contexts,
                           struct bsim_error *err) {
    static const struct bsim_trace_visitor visitor = {
        .purpose = "read", .has_neighbours = true, .start = start, .complete = complete, .object = pass};
    struct collect c = {0};
    bool ok = true;
    *p = (struct bsim_trace_pairs){0};
    for (int r = 0; ok && r < t->nrank; r++) {
        c.n[0] = c.n[1] = 0;
        ok = bsim_trace_walk(t, r, contexts, &visitor, &c, err);
    }
    for (int i = 0; ok && i < 2; i++)
        if (c.side[i].n > 0)
            qsort(c.side[i].half, c.side[i].n, sizeof *c.side[i].half, by_key);
    if (ok) {
        join(p, &c.side[0], &c.side[1]);
        if (p->n > 0)
            qsort(p->pair, p->n, sizeof *p->pair, by_time);
    }
    for (int i = 0; i < 2; i++)
        bsim_free(c.side[i].half);
    return ok;
}

void bsim_trace_pairs_tell(const struct bsim_trace_pairs *p, const struct bsim_trace *t) {
    if (p->unmatched > 0)
        fprintf(stderr, "bsim: warning: %s: %zu sends and receives are left out: the trace lacks their other side\n",
                t->folder, p->unmatched);
    if (p->early > 0)
        fprintf(
            stderr,
            "bsim: warning: %s: %zu messages arrive before they are sent: the trace has calculation on the %s clock, "
            "and its ranks begin together\n",
            t->folder, p->early, t->clock);
}

void bsim_trace_pairs_end(struct bsim_trace_pairs *p) {
    bsim_free(p->pair);
}
