/* trace_distance.c - see trace_distance.h. */
#include "bsim/cmd/trace_distance.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/fnv.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace_calls.h"

/* Ranks that differ in more calls are told to differ in at least so many. */
enum { MOST_EDITS = 20000 };

/* Numbers of calls that both traces share: equal calls have equal numbers. */
struct numbers {
    struct number {
        uint64_t hash;
        const struct bsim_trace *trace;
        struct bsim_trace_event call;
    } *number;               /* owned */
    int n, *bucket, nbucket; /* by hash: number + 1; 0: free */
};

/* Equal calls have equal texts, which may be cut. */
static uint64_t hash_of(const struct bsim_trace *t, const struct bsim_trace_event *e) {
    char text[1024];
    bsim_trace_describe(t, e, text, sizeof text);
    uint64_t hash = bsim_fnv_bytes(BSIM_FNV_START, text, strlen(text));
    return hash ^ hash >> 32;
}

static int number_of(struct numbers *s, const struct bsim_trace *t, const struct bsim_trace_event *e) {
    uint64_t hash = hash_of(t, e);
    if (2 * (s->n + 1) > s->nbucket) {
        bsim_free(s->bucket);
        s->nbucket = s->nbucket ? 2 * s->nbucket : 1024;
        s->bucket = bsim_alloc((size_t)s->nbucket * sizeof *s->bucket);
        for (int i = 0; i < s->n; i++) {
            int at = (int)(s->number[i].hash % (uint64_t)s->nbucket);
            while (s->bucket[at])
                at = (at + 1) % s->nbucket;
            s->bucket[at] = i + 1;
        }
    }
    int at = (int)(hash % (uint64_t)s->nbucket);
    for (; s->bucket[at]; at = (at + 1) % s->nbucket) {
        const struct number *same = &s->number[s->bucket[at] - 1];
        if (same->hash == hash && bsim_trace_same_call(same->trace, &same->call, t, e))
            return s->bucket[at] - 1;
    }
    s->number = bsim_realloc(s->number, ((size_t)s->n + 1) * sizeof *s->number);
    s->number[s->n] = (struct number){hash, t, *e};
    s->bucket[at] = ++s->n;
    return s->n - 1;
}

/* A poll that found nothing is no event: how many there are tells of times only. */
static bool found_nothing(const struct bsim_trace *t, const struct bsim_trace_event *e) {
    return trace_found_nothing(t->function[e->function], e->nargs, e->args);
}

/* The calls of a rank, as numbers, and their places. */
struct sequence {
    int64_t n;
    int *number, *site, *function; /* owned */
};

static struct sequence calls_of(struct numbers *s, const struct bsim_trace *t, int rank) {
    size_t room = (size_t)t->nevent[rank] + 1;
    struct sequence q = {0, bsim_alloc(room * sizeof(int)), bsim_alloc(room * sizeof(int)),
                         bsim_alloc(room * sizeof(int))};
    int *known = bsim_alloc(((size_t)bsim_trace_ncall(t, rank) + 1) * sizeof *known); /* number + 1 */
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    bsim_trace_cursor_start(&c, t, rank);
    while (bsim_trace_next(&c, &e)) {
        if (found_nothing(t, &e))
            continue;
        if (known[e.call] == 0)
            known[e.call] = number_of(s, t, &e) + 1;
        q.number[q.n] = known[e.call] - 1;
        q.function[q.n] = e.function;
        q.site[q.n++] = e.site;
    }
    bsim_trace_cursor_end(&c);
    bsim_free(known);
    return q;
}

static void free_sequence(struct sequence *q) {
    bsim_free(q->number);
    bsim_free(q->site);
    bsim_free(q->function);
}

/* The fewest calls to take out of a and to put in from b (Myers, Algorithmica 1, 1986); MOST_EDITS + 1: more. The
 * longest common subsequence has (n + m - edits) / 2 calls. */
static int64_t edits_between(const int *a, int64_t n, const int *b, int64_t m) {
    int64_t most = n + m < MOST_EDITS ? n + m : MOST_EDITS;
    int64_t *memory = bsim_alloc((2 * (size_t)most + 3) * sizeof *memory), *reach = memory + most + 1, edits = 0;
    for (; edits <= most; edits++)
        for (int64_t k = -edits; k <= edits; k += 2) {
            int64_t x = k == -edits || (k != edits && reach[k - 1] < reach[k + 1]) ? reach[k + 1] : reach[k - 1] + 1,
                    y = x - k;
            while (x < n && y < m && a[x] == b[y])
                x++, y++;
            reach[k] = x;
            if (x >= n && y >= m) {
                bsim_free(memory);
                return edits;
            }
        }
    bsim_free(memory);
    return MOST_EDITS + 1;
}

/* ---- places ---- */

/* The calls of one place, in order, as one number. */
struct string {
    char *place;          /* of the trace */
    const char *function; /* of the first call there */
    uint64_t hash[2];     /* in the two traces */
};

struct strings {
    struct string *of;
    int n;
};

static void add_to_strings(struct strings *s, const struct bsim_trace *t, const struct sequence *q, int which) {
    int *known = bsim_alloc(((size_t)t->nsite + 1) * sizeof *known); /* by site: index + 1 */
    for (int64_t i = 0; i < q->n; i++) {
        int *at = &known[q->site[i]];
        for (int k = 0; *at == 0 && k < s->n; k++)
            if (strcmp(s->of[k].place, t->site[q->site[i]]) == 0)
                *at = k + 1;
        if (*at == 0) {
            s->of = bsim_realloc(s->of, ((size_t)s->n + 1) * sizeof *s->of);
            s->of[s->n++] = (struct string){t->site[q->site[i]], t->function[q->function[i]], {0, 0}};
            *at = s->n;
        }
        uint64_t *hash = &s->of[*at - 1].hash[which];
        *hash = (*hash ^ ((uint64_t)q->number[i] + 1)) * 0x9e3779b97f4a7c15u;
        *hash ^= *hash >> 29;
    }
    bsim_free(known);
}

static void add_place(struct bsim_trace_distance *d, const char *place, const char *function) {
    for (int i = 0; i < d->nplace; i++)
        if (strcmp(d->place[i].place, place) == 0)
            return;
    d->place = bsim_realloc(d->place, ((size_t)d->nplace + 1) * sizeof *d->place);
    d->place[d->nplace++] = (struct bsim_trace_place){bsim_strdup(place), bsim_strdup(function)};
}

/* Adds the places of a rank whose calls differ. */
static void add_places(struct bsim_trace_distance *d, const struct bsim_trace *a, const struct sequence *x,
                       const struct bsim_trace *b, const struct sequence *y) {
    struct strings s = {0};
    add_to_strings(&s, a, x, 0);
    add_to_strings(&s, b, y, 1);
    for (int i = 0; i < s.n; i++)
        if (s.of[i].hash[0] != s.of[i].hash[1])
            add_place(d, s.of[i].place, s.of[i].function);
    bsim_free(s.of);
}

void bsim_trace_distance(const struct bsim_trace *a, const struct bsim_trace *b, struct bsim_trace_distance *d) {
    struct numbers s = {0};
    *d = (struct bsim_trace_distance){0};
    for (int r = 0; r < a->nrank; r++) {
        struct sequence x = calls_of(&s, a, r), y = calls_of(&s, b, r);
        int64_t larger = x.n > y.n ? x.n : y.n, edits = edits_between(x.number, x.n, y.number, y.n);
        int64_t apart = larger - (x.n + y.n - edits) / 2;
        bool at_least = edits > MOST_EDITS;
        d->at_least = d->at_least || at_least;
        d->calls += larger;
        d->apart += apart;
        if (edits > 0 && d->nrank < BSIM_DISTANCE_SHOWN)
            d->shown[d->nrank] = (struct bsim_rank_distance){r, larger, apart, at_least};
        d->nrank += edits > 0;
        if (edits > 0)
            add_places(d, a, &x, b, &y);
        free_sequence(&x);
        free_sequence(&y);
    }
    bsim_free(s.number);
    bsim_free(s.bucket);
}

void bsim_trace_distance_free(struct bsim_trace_distance *d) {
    for (int i = 0; i < d->nplace; i++) {
        bsim_free(d->place[i].place);
        bsim_free(d->place[i].function);
    }
    bsim_free(d->place);
    *d = (struct bsim_trace_distance){0};
}
