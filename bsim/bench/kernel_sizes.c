/* kernel_sizes.c - the sizes with which a kernel is measured. Those that test the fit come from another sequence than
 * those of the fit, and lie within the range.
 *
 * A quarter of both is in the upper part of all ranges: only there do data fit in no cache, and most of a program's
 * time is spent on large sizes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/bench/kernels.h"

/* By the number of parameters: sizes of the fit besides the corners of the range, and sizes that test it. */
static const int fitted[] = {0, 44, 44, 72}, tested[] = {0, 14, 16, 24};

/* One size of so many is in the upper part of the ranges. */
enum { NTH_UPPER = 4 };
static const double upper_part = 0.3;

static bool is_smooth(double x) {
    static const int factor[] = {2, 3, 5};
    uint64_t v = (uint64_t)x;
    for (int i = 0; i < 3; i++)
        while (v % (uint64_t)factor[i] == 0)
            v /= (uint64_t)factor[i];
    return v == 1;
}

/* The nearest product of 2, 3 and 5 within the range; x itself if there is none. */
static double smooth(const struct bench_axis *a, double x) {
    for (double d = 0; d <= a->high - a->low; d++) {
        if (x - d >= a->low && x - d >= 1 && is_smooth(x - d))
            return x - d;
        if (x + d <= a->high && is_smooth(x + d))
            return x + d;
    }
    return x;
}

static void add(struct bench_kernel *k, const struct bench_input *in, bool held_out) {
    struct kernel_size *s = &k->size[k->nsize];
    if (k->nsize == KERNEL_MOST_SIZES)
        return;
    for (int i = 0; i < k->space.naxis; i++)
        s->x[i] = k->smooth ? smooth(&k->space.axis[i], in->x[i]) : in->x[i];
    for (int i = 0; i < k->nsize; i++)
        if (memcmp(k->size[i].x, s->x, sizeof s->x) == 0)
            return;
    s->held_out = held_out;
    k->nsize++;
}

/* Grows with the time of an execution. */
static double effort(const struct kernel_size *s) {
    double product = 1;
    for (int i = 0; i < BENCH_MAX_AXES; i++)
        product *= s->x[i] > 0 ? s->x[i] : 1;
    return product;
}

static int by_effort(const void *a, const void *b) {
    double x = effort(a), y = effort(b);
    return (x > y) - (x < y);
}

/* Adds so many sizes of a sequence. */
static void fill(struct bench_kernel *k, int count, uint64_t seed, bool held_out) {
    struct bench_space upper = k->space;
    for (int i = 0; i < upper.naxis; i++)
        upper.axis[i].low = bsim_bench_axis_at(&k->space.axis[i], 1 - upper_part);
    int n = k->nsize + count;
    for (int i = 0; i < 4 * count && k->nsize < n; i++) { /* small ranges have few different sizes */
        bool high = i % NTH_UPPER == 0; /* of each sequence, what comes next: a beginning fills the range evenly */
        int next = high ? i / NTH_UPPER : i - i / NTH_UPPER - 1;
        struct bench_input in = bsim_bench_sequence(high ? &upper : &k->space, next, seed + high);
        add(k, &in, held_out);
    }
}

void bsim_kernel_sizes(struct bench_kernel *k, uint64_t seed) {
    int d = k->space.naxis < 3 ? k->space.naxis : 3;
    k->size = bsim_alloc(((size_t)KERNEL_MOST_SIZES + 1) * sizeof *k->size);
    for (unsigned corner = 0; corner < 1u << d; corner++) {
        struct bench_input in = {.ranks = 1};
        for (int i = 0; i < k->space.naxis; i++)
            in.x[i] = bsim_bench_axis_at(&k->space.axis[i], corner >> i & 1);
        add(k, &in, false);
    }
    fill(k, fitted[d], seed, false);
    fill(k, tested[d], seed + 77, true);
    qsort(k->size, (size_t)k->nsize, sizeof *k->size, by_effort);
}
