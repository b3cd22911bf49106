/* design.c - see design.h. Knows nothing of what the factors are.
 *
 * Factors are vectors over GF(2). A set of factors has a constant product if their vectors add up to 0; the resolution
 * is the size of the smallest such set. */
#include "bsim/cmd/design.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* sums[j]: the vectors that are sums of at most j factors, a bit each. */
struct span {
    uint64_t sums[BSIM_DESIGN_MOST_BASIC + 2];
};

/* All vectors of a set, each plus one vector. */
static uint64_t moved(uint64_t set, unsigned by) {
    uint64_t to = 0;
    for (unsigned v = 0; v < BSIM_DESIGN_MOST_RUNS; v++)
        if (set >> v & 1)
            to |= UINT64_C(1) << (v ^ by);
    return to;
}

static void span_add(struct span *s, unsigned vector) {
    for (int j = BSIM_DESIGN_MOST_BASIC + 1; j > 0; j--)
        s->sums[j] |= moved(s->sums[j - 1], vector);
}

/* Before: whether vector a is tried before b. An odd number of factors first, since three odd vectors never add up to
 * 0; then more factors first. */
static bool is_before(unsigned a, unsigned b) {
    int x = __builtin_popcount(a), y = __builtin_popcount(b);
    if ((x & 1) != (y & 1))
        return x & 1;
    return x != y ? x > y : a < b;
}

static void order(unsigned *list, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && is_before(list[j], list[j - 1]); j--) {
            unsigned swap = list[j];
            list[j] = list[j - 1];
            list[j - 1] = swap;
        }
}

/* Takes each vector that keeps the resolution. */
static bool fill(struct bsim_design *d, int resolution) {
    struct span span = {.sums = {1}};
    unsigned list[BSIM_DESIGN_MOST_RUNS];
    int n = d->nbasic, runs = 1 << n;
    for (int j = 1; j <= BSIM_DESIGN_MOST_BASIC + 1; j++)
        span.sums[j] = 1;
    for (int i = 0; i < d->nbasic; i++)
        span_add(&span, d->generator[i] = 1u << i);
    for (int v = 1; v < runs; v++)
        list[v - 1] = (unsigned)v;
    order(list, runs - 1);
    for (int i = 0; i < runs - 1 && n < d->nfactor; i++)
        if (!(span.sums[resolution - 2] >> list[i] & 1)) {
            d->generator[n++] = list[i];
            span_add(&span, list[i]);
        }
    return n == d->nfactor;
}

bool bsim_design_make(struct bsim_design *d, int n, int most_runs) {
    *d = (struct bsim_design){.nfactor = n};
    while (d->nbasic < n && d->nbasic < BSIM_DESIGN_MOST_BASIC && 2 << d->nbasic <= most_runs)
        d->nbasic++;
    if (n > (1 << d->nbasic) - 1)
        return false;
    if (d->nbasic == n) {
        for (int i = 0; i < n; i++)
            d->generator[i] = 1u << i;
        return true;
    }
    for (d->resolution = d->nbasic + 1; d->resolution >= 3; d->resolution--)
        if (fill(d, d->resolution))
            return true;
    return false;
}

int bsim_design_runs(const struct bsim_design *d) {
    return 1 << d->nbasic;
}

bool bsim_design_has(const struct bsim_design *d, int run, int factor) {
    return __builtin_popcount((unsigned)run & d->generator[factor]) & 1;
}

void bsim_design_means(const struct bsim_design *d, int factor, const double *y, double *with, double *without) {
    int runs = bsim_design_runs(d);
    *with = *without = 0;
    for (int r = 0; r < runs; r++)
        *(bsim_design_has(d, r, factor) ? with : without) += y[r];
    *with /= runs / 2;
    *without /= runs / 2;
}

char *bsim_design_generator(const struct bsim_design *d, int factor, char *buf, size_t size) {
    unsigned g = d->generator[factor];
    snprintf(buf, size, "%s", __builtin_popcount(g) & 1 ? "" : "-");
    for (int i = 0, first = 1; i < d->nbasic; i++)
        if (g >> i & 1) {
            size_t at = strlen(buf);
            snprintf(buf + at, size - at, "%s%d", first ? "" : "*", i + 1);
            first = 0;
        }
    return buf;
}

const char *bsim_design_roman(int resolution) {
    static const char *const roman[] = {"", "I", "II", "III", "IV", "V", "VI", "VII"};
    return resolution >= 0 && resolution < 8 ? roman[resolution] : "?";
}
