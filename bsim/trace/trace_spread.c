/* trace_spread.c - see trace_spread.h. */
#include "bsim/trace/trace_spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"
#include "bsim/trace/trace_stream.h"

#define UNIT 1e-6 /* of a share, in the file */
static const int64_t most_ns = INT64_MAX / 4;

/* ---- making ---- */

/* The number of the pair that ends with a call. */
static size_t pair_of(struct bsim_spread_times *t, int64_t call) {
    while (t->nhead <= (size_t)call) {
        size_t more = t->nhead ? 2 * t->nhead : 64;
        t->head = bsim_realloc(t->head, more * sizeof *t->head);
        memset(t->head + t->nhead, 0, (more - t->nhead) * sizeof *t->head);
        t->nhead = more;
    }
    for (size_t p = t->head[call]; p > 0; p = t->pair[p - 1].next)
        if (t->pair[p - 1].before == t->behind - 1)
            return p - 1;
    if (t->npair == t->pair_room) {
        t->pair_room = t->pair_room ? 2 * t->pair_room : 64;
        t->pair = bsim_realloc(t->pair, t->pair_room * sizeof *t->pair);
    }
    t->pair[t->npair] = (struct bsim_spread_made){.before = t->behind - 1, .call = call, .next = t->head[call]};
    return (t->head[call] = ++t->npair) - 1;
}

void bsim_spread_add(struct bsim_spread_times *t, int64_t call, int64_t gap_ns, int64_t inside_ns) {
    size_t pair = pair_of(t, call);
    struct bsim_spread_made *made = &t->pair[pair];
    t->behind = call + 1;
    made->inside_ns += inside_ns;
    if (made->n++ == 0) {
        made->first_ns = gap_ns;
        return;
    }
    if (t->n == t->room) {
        t->room = t->room ? 2 * t->room : 256;
        t->time = bsim_realloc(t->time, t->room * sizeof *t->time);
    }
    t->time[t->n++] = (struct bsim_spread_time){(int64_t)pair, gap_ns};
}

void bsim_spread_times_free(struct bsim_spread_times *t) {
    bsim_free(t->time);
    bsim_free(t->pair);
    bsim_free(t->head);
    *t = (struct bsim_spread_times){0};
}

void bsim_spread_shape_free(struct bsim_spread_shape *shape) {
    bsim_free(shape->pair);
    *shape = (struct bsim_spread_shape){0};
}

/* How many values the distribution of n calls has: as many as leave the fewest calls over, 20 to 40, so that all calls
 * together take as long as they did. */
static int values_of(int64_t n) {
    int best = BSIM_SPREAD_MOST;
    if (n <= BSIM_SPREAD_MOST)
        return n > 0 ? (int)n : 1;
    for (int k = BSIM_SPREAD_MOST; k >= BSIM_SPREAD_MOST / 2; k--)
        if (n % k < n % best)
            best = k;
    return best;
}

static int by_pair_and_gap(const void *a, const void *b) {
    const struct bsim_spread_time *x = a, *y = b;
    if (x->pair != y->pair)
        return x->pair < y->pair ? -1 : 1;
    return (x->gap_ns > y->gap_ns) - (x->gap_ns < y->gap_ns);
}

/* Adds the means of k parts with equal numbers of n sorted times, as shares of the mean of all. A time that lies in two
 * parts belongs to each of them in part. */
static void add_parts(struct bsim_spread_sum *pair, const struct bsim_spread_time *time, int64_t n, int64_t sum_ns) {
    int k = values_of(n);
    for (int64_t i = 0; i < n; i++) { /* time i covers i k to (i + 1) k of n k; part p covers p n to (p + 1) n */
        int64_t from = i * k, to = from + k;
        for (int64_t part = from / n; part * n < to; part++) {
            int64_t low = part * n > from ? part * n : from, high = (part + 1) * n < to ? (part + 1) * n : to;
            pair->sum[part] += (double)time[i].gap_ns * (double)(high - low) / (double)sum_ns;
        }
    }
    pair->nrank++;
}

void bsim_spread_end(struct bsim_spread_times *t, struct bsim_spread_shape *shape, struct bsim_bytes *out) {
    size_t i = 0;
    if (shape->pair == NULL) {
        shape->npair = t->npair;
        shape->pair = bsim_alloc((t->npair + 1) * sizeof *shape->pair);
    }
    if (t->n > 0)
        qsort(t->time, t->n, sizeof *t->time, by_pair_and_gap);
    for (size_t p = 0; p < t->npair; p++) {
        const struct bsim_spread_made *made = &t->pair[p];
        struct bsim_spread_sum *sum = &shape->pair[p];
        size_t first = i;
        int64_t gaps = 0;
        for (; i < t->n && t->time[i].pair == (int64_t)p; i++)
            gaps += t->time[i].gap_ns;
        sum->before = made->before;
        sum->call = made->call;
        sum->n = made->n;
        if (gaps > 0)
            add_parts(sum, t->time + first, made->n - 1, gaps);
        bsim_bytes_put(out, made->first_ns);
        bsim_bytes_put(out, gaps);
        bsim_bytes_put(out, made->inside_ns);
    }
}

void bsim_spread_put(const struct bsim_spread_shape *shape, struct bsim_bytes *out) {
    bsim_bytes_put(out, (int64_t)shape->npair);
    for (size_t p = 0; p < shape->npair; p++) {
        const struct bsim_spread_sum *pair = &shape->pair[p];
        int k = pair->nrank > 0 ? values_of(pair->n - 1) : 1;
        bsim_bytes_put(out, pair->before);
        bsim_bytes_put(out, pair->call);
        bsim_bytes_put(out, pair->n);
        bsim_bytes_put(out, k);
        for (int i = 0; i < k; i++)
            bsim_bytes_put(out, llround((pair->nrank > 0 ? pair->sum[i] / (double)pair->nrank : 1) / UNIT));
    }
}

/* ---- reading ---- */

/* Puts the values, which are sorted, into an order without meaning. */
static void shuffle(struct bsim_spread_pair *s, int pair) {
    for (int i = s->k - 1; i > 0; i--) {
        int j = (int)(bsim_random_bits(0, BSIM_DRAW_TRACE, (uint64_t)pair, (uint64_t)i, 1) % (unsigned)(i + 1));
        double value = s->share[i];
        s->share[i] = s->share[j];
        s->share[j] = value;
    }
}

static bool read_pair(struct bsim_spread *s, int p, int ncall, int64_t nevent, const unsigned char **at,
                      const unsigned char *end) {
    struct bsim_spread_pair *pair = &s->pair[p];
    int64_t before, call, k;
    if (!trace_get_in(at, end, &before, -1, ncall - 1) || !trace_get_in(at, end, &call, 0, ncall - 1) ||
        !trace_get_in(at, end, &pair->n, 1, nevent) || !trace_get_in(at, end, &k, 1, BSIM_SPREAD_MOST))
        return false;
    pair->before = (int)before;
    pair->next = s->head[call];
    pair->k = (int)k;
    s->head[call] = p;
    for (int i = 0; i < pair->k; i++) {
        int64_t value;
        if (!trace_get_in(at, end, &value, 0, llround(((double)k + 1) / UNIT))) /* their mean is 1 */
            return false;
        pair->share[i] = UNIT * (double)value;
    }
    shuffle(pair, p);
    return true;
}

bool bsim_spread_read(struct bsim_spread *s, int ncall, int64_t nevent, const unsigned char **at,
                      const unsigned char *end) {
    int64_t npair;
    *s = (struct bsim_spread){0};
    if (!trace_get_in(at, end, &npair, 0, (end - *at) / 5)) /* each has five numbers or more */
        return false;
    s->npair = (int)npair;
    s->pair = bsim_alloc(((size_t)npair + 1) * sizeof *s->pair);
    s->head = bsim_alloc(((size_t)ncall + 1) * sizeof *s->head);
    for (int c = 0; c < ncall; c++)
        s->head[c] = -1;
    for (int p = 0; p < s->npair; p++) {
        if (!read_pair(s, p, ncall, nevent, at, end))
            return false;
        nevent -= s->pair[p].n;
    }
    return nevent == 0;
}

void bsim_spread_free(struct bsim_spread *s) {
    bsim_free(s->pair);
    bsim_free(s->head);
    *s = (struct bsim_spread){0};
}

bool bsim_spread_check(const unsigned char *at, const unsigned char *end, int npair, bool *calculates) {
    *calculates = false;
    for (int i = 0; i < BSIM_SPREAD_SUMS * npair; i++) {
        int64_t sum_ns;
        if (!trace_get_in(&at, end, &sum_ns, 0, most_ns))
            return false;
        *calculates = *calculates || (i % BSIM_SPREAD_SUMS < 2 && sum_ns > 0);
    }
    return at == end;
}

static int common_divisor(int a, int b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

/* The i-th calculation behind the first one. */
static int64_t draw(const struct bsim_spread_pair *s, int64_t sum_ns, int rank, int pair, int64_t i) {
    double mean_ns = (double)sum_ns / (double)(s->n > 1 ? s->n - 1 : 1);
    if (i - i % s->k + s->k > s->n - 1) /* left over behind the last k */
        return llround(mean_ns);
    uint64_t who = (uint64_t)(unsigned)rank << 32 | (unsigned)pair;
    uint64_t bits = bsim_random_bits(0, BSIM_DRAW_TRACE, who, (uint64_t)(i / s->k), 0);
    int step = 1 + (int)((bits & UINT32_MAX) % (unsigned)(s->k > 1 ? s->k - 1 : 1)),
        first = (int)((bits >> 32) % (unsigned)s->k);
    while (common_divisor(step, s->k) > 1)
        step--;
    return llround(mean_ns * s->share[(first + (i % s->k) * step) % s->k]);
}

void bsim_spread_next(struct bsim_spread_walk *w, int call, int64_t *gap_ns, int64_t *inside_ns) {
    const struct bsim_spread *s = w->spread;
    int p = s->head[call];
    while (p >= 0 && s->pair[p].before != w->before)
        p = s->pair[p].next;
    w->before = call;
    *gap_ns = *inside_ns = 0;
    if (p < 0) /* only in a damaged trace */
        return;
    const struct bsim_spread_pair *pair = &s->pair[p];
    const int64_t *sums = w->sums + BSIM_SPREAD_SUMS * (int64_t)p;
    int64_t i = w->sums[BSIM_SPREAD_SUMS * (int64_t)s->npair + p]++;
    *inside_ns = sums[2] / pair->n;
    if (i == 0)
        *gap_ns = sums[0];
    else if (w->takes_means)
        *gap_ns = sums[1] / (pair->n > 1 ? pair->n - 1 : 1);
    else
        *gap_ns = draw(pair, sums[1], w->rank, p, i - 1);
}
