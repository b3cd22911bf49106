/* trace_export_goal.c - GOAL schedules as text, which LogGOPSim's txt2bin reads: calculation, sends and receives of
 * each rank, and which of them wait for which. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/cmd/trace_export.h"
#include "bsim/cmd/trace_goal.h"
#include "bsim/cmd/trace_pairs.h"
#include "bsim/trace/trace.h"

/* ---- tags ---- */

/* The format's messages have a tag and no communicator. Tags of MPI_COMM_WORLD stay; others, and collectives, get
 * numbers from OTHER_TAGS on. */
enum { OTHER_TAGS = 1 << 30 };

struct tag {
    int context;
    bool is_coll;
    int64_t value; /* of the message; of a collective 0, of a non-blocking one its number */
    uint32_t number;
};
struct tags {
    struct tag *tag; /* by hash; number 0: free */
    size_t room, n;
};

static struct tag *find_tag(const struct tags *t, int context, bool is_coll, int64_t value) {
    uint64_t hash = ((uint64_t)context * 2 + is_coll) * 0x9e3779b97f4a7c15u + (uint64_t)value;
    hash *= 0xbf58476d1ce4e5b9u;
    size_t at = (size_t)(hash >> 20) % t->room;
    while (t->tag[at].number &&
           (t->tag[at].context != context || t->tag[at].is_coll != is_coll || t->tag[at].value != value))
        at = at + 1 == t->room ? 0 : at + 1;
    return &t->tag[at];
}

static uint32_t tag_number(struct tags *t, int context, bool is_coll, int64_t value) {
    if (context == 0 && !is_coll && value >= 0 && value < OTHER_TAGS)
        return (uint32_t)value;
    if (2 * (t->n + 1) > t->room) {
        struct tags larger = {.room = t->room ? 2 * t->room : 256, .n = t->n};
        larger.tag = bsim_alloc(larger.room * sizeof *larger.tag);
        for (size_t i = 0; i < t->room; i++)
            if (t->tag[i].number)
                *find_tag(&larger, t->tag[i].context, t->tag[i].is_coll, t->tag[i].value) = t->tag[i];
        bsim_free(t->tag);
        *t = larger;
    }
    struct tag *tag = find_tag(t, context, is_coll, value);
    if (tag->number == 0)
        *tag = (struct tag){context, is_coll, value, OTHER_TAGS + (uint32_t)t->n++};
    return tag->number;
}

/* ---- operations ---- */

void bsim_goal_front_add(struct bsim_goal_front *f, int64_t label) {
    if (f->n == f->room) {
        f->room = f->room ? 2 * f->room : 16;
        f->label = bsim_realloc(f->label, (size_t)f->room * sizeof *f->label);
    }
    f->label[f->n++] = label;
}

void bsim_goal_front_set(struct bsim_goal_front *f, int64_t label) {
    f->n = 0;
    bsim_goal_front_add(f, label);
}

/* Behind an operation that has been written. */
static int64_t follow(struct bsim_goal *g, const struct bsim_goal_front *f) {
    for (int i = 0; i < f->n; i++)
        fprintf(g->out, "l%" PRId64 " %srequires l%" PRId64 "\n", g->nlabel, f->label[i] < 0 ? "i" : "",
                f->label[i] < 0 ? -f->label[i] : f->label[i]);
    return g->nlabel;
}

int64_t bsim_goal_calc(struct bsim_goal *g, int64_t ns, const struct bsim_goal_front *f) {
    fprintf(g->out, "l%" PRId64 ": calc %" PRId64 "\n", ++g->nlabel, ns);
    return follow(g, f);
}

/* LogGOPSim counts bytes behind the first one, so there must be one. */
static int64_t at_least_one(int64_t bytes) {
    return bytes > 0 ? bytes : 1;
}

int64_t bsim_goal_send(struct bsim_goal *g, int to, int64_t bytes, uint32_t tag, const struct bsim_goal_front *f) {
    fprintf(g->out, "l%" PRId64 ": send %" PRId64 "b to %d tag %" PRIu32 "\n", ++g->nlabel, at_least_one(bytes), to,
            tag);
    return follow(g, f);
}

int64_t bsim_goal_receive(struct bsim_goal *g, int from, int64_t bytes, uint32_t tag, const struct bsim_goal_front *f) {
    fprintf(g->out, "l%" PRId64 ": recv %" PRId64 "b from %d tag %" PRIu32 "\n", ++g->nlabel, at_least_one(bytes), from,
            tag);
    return follow(g, f);
}

/* ---- calls ---- */

struct export {
    struct bsim_goal goal;
    struct tags tags;
    struct bsim_goal_front front; /* of what the rank does next */
    int64_t *begun;               /* non-blocking collectives of this rank, by communicator */
    int nbegun;
    struct bsim_trace_pairs pairs; /* by receiver, and by the order of its receives */
    size_t pair;                   /* of the next message that is received */
    int64_t receive;               /* the order of the next receive of this rank */
};

static int by_receiver(const void *a, const void *b) {
    const struct bsim_trace_pair *x = a, *y = b;
    return x->to != y->to             ? (x->to < y->to ? -1 : 1)
           : x->receive != y->receive ? (x->receive < y->receive ? -1 : 1)
                                      : 0;
}

/* The bytes of the message that the next receive of a rank takes. A receive tells what it has room for; LogGOPSim takes
 * that for the size of the message. */
static int64_t received_bytes(struct export *x, int rank, int64_t room) {
    const struct bsim_trace_pair *p = x->pairs.pair;
    int64_t receive = x->receive++;
    while (x->pair < x->pairs.n && (p[x->pair].to < rank || (p[x->pair].to == rank && p[x->pair].receive < receive)))
        x->pair++;
    bool is_there = x->pair < x->pairs.n && p[x->pair].to == rank && p[x->pair].receive == receive;
    return is_there ? p[x->pair].bytes : room;
}

static bool enter(struct bsim_trace_walk *w, void *data) {
    struct export *x = data;
    if (w->event->gap_ns > 0)
        bsim_goal_front_set(&x->front, bsim_goal_calc(&x->goal, w->event->gap_ns, &x->front));
    return true;
}

static uint32_t tag_of_collective(struct export *x, const struct bsim_trace_operation *o) {
    if (o->id == 0)
        return tag_number(&x->tags, o->context, true, 0);
    if (o->context >= x->nbegun) {
        int n = o->context + 1;
        x->begun = bsim_realloc(x->begun, (size_t)n * sizeof *x->begun);
        memset(x->begun + x->nbegun, 0, (size_t)(n - x->nbegun) * sizeof *x->begun);
        x->nbegun = n;
    }
    return tag_number(&x->tags, o->context, true, ++x->begun[o->context]);
}

static bool collective(struct bsim_trace_walk *w, struct bsim_trace_operation *o, struct export *x) {
    struct bsim_goal_front front = {0};
    uint32_t tag = tag_of_collective(x, o);
    int64_t begin = bsim_goal_calc(&x->goal, 0, &x->front);
    bsim_goal_front_set(&front, begin);
    bool ok = bsim_goal_collective(&x->goal, o, tag, &front) ||
              bsim_trace_refuse(w, "is a collective that bsim cannot write as messages");
    if (ok)
        o->mark = bsim_goal_calc(&x->goal, 0, &front);
    bsim_goal_front_set(&x->front, o->id ? begin : o->mark);
    bsim_free(front.label);
    return ok;
}

static bool start(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct export *x = data;
    if (o->kind == BSIM_TRACE_COLLECTIVE)
        return collective(w, o, x);
    int64_t bytes = o->kind == BSIM_TRACE_SEND ? o->bytes[0] : received_bytes(x, w->rank, o->bytes[0]);
    if (o->peer < 0)
        return true;
    uint32_t tag = tag_number(&x->tags, o->context, false, o->tag);
    o->mark = o->kind == BSIM_TRACE_SEND ? bsim_goal_send(&x->goal, o->peer, bytes, tag, &x->front)
                                         : bsim_goal_receive(&x->goal, o->peer, bytes, tag, &x->front);
    bsim_goal_front_set(&x->front, o->id ? -o->mark : o->mark);
    return true;
}

static bool complete(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct export *x = data;
    (void)w;
    if (o->id && o->mark)
        bsim_goal_front_add(&x->front, o->mark);
    return true;
}

bool bsim_export_goal(const struct bsim_trace *t, const char *output, struct bsim_error *err) {
    static const struct bsim_trace_visitor visitor = {.purpose = "written as goal",
                                                      .is_strict = true,
                                                      .has_neighbours = true,
                                                      .enter = enter,
                                                      .start = start,
                                                      .complete = complete};
    struct bsim_trace_contexts contexts;
    struct bsim_output out;
    struct export x = {.goal = {.trace = t, .contexts = &contexts}};
    bool ok = true;
    if (t->ncut > 0)
        return bsim_error_set(err, t->folder, 0, NULL, "is not whole: rank %d was cut off", t->cut[0]);
    if (!bsim_output_open(&out, output, err))
        return false;
    x.goal.out = out.file;
    bsim_trace_contexts_start(&contexts, t);
    struct bsim_error unpaired = {0};
    bool has_pairs = bsim_trace_pairs_find(&x.pairs, t, &contexts, &unpaired);
    if (x.pairs.n > 0)
        qsort(x.pairs.pair, x.pairs.n, sizeof *x.pairs.pair, by_receiver);
    fprintf(out.file, "num_ranks %d\n", t->nrank);
    for (int r = 0; ok && r < t->nrank; r++) {
        x.goal.nlabel = 0;
        x.front.n = 0;
        x.receive = 0;
        for (int i = 0; i < x.nbegun; i++)
            x.begun[i] = 0;
        fprintf(out.file, "\nrank %d {\n", r);
        ok = bsim_trace_walk(t, r, &contexts, &visitor, &x, err);
        if (x.goal.nlabel == 0) /* a rank without operations is none */
            fputs("l1: calc 0\n", out.file);
        fputs("}\n", out.file);
    }
    if (ok && !has_pairs) {
        *err = unpaired;
        ok = false;
    }
    bsim_trace_contexts_end(&contexts);
    bsim_trace_pairs_end(&x.pairs);
    bsim_free(x.tags.tag);
    bsim_free(x.front.label);
    bsim_free(x.begun);
    if (ok)
        return bsim_output_commit(&out, err);
    bsim_output_abandon(&out);
    return false;
}
