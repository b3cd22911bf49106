/* fit_memory.c - how much of a block's time goes with the memory of its node, from samples with equal parameters and
 * different numbers of busy cores. bsim/cost/memory.h has the model. Knows nothing of formulas. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"
#include "bsim/platform/platform.h"

/* LEAST: pairs that a piece of the share must have. */
enum { LEAST = 3 };

/* The parts of the memory and of the processor must grow so differently from few busy cores to many. If they do not,
 * the share that the samples tell is mostly their noise. */
static const double LEAST_STRETCH = 0.3;
/* A share between these that is equal for all sizes may as well be a clock that is slower while more cores are busy,
 * unless the node's busy_speed is known. */
static const double surely_none = 0.05, surely_memory = 0.6;
/* A break of the share must lower its deviations to this part, and the shares must differ by so much. */
static const double break_gain = 0.7, least_step = 0.1;

/* How much longer the parts of a time on one core take with so many busy cores. */
struct parts {
    double processor, memory;
};

static struct parts stretch(const struct bsim_node_sharing *node, int busy) {
    if (busy == 0)
        return (struct parts){1, 1};
    return (struct parts){bsim_processor_stretch(node, busy), bsim_memory_stretch(node, busy)};
}

static double whole(struct parts part, double share) {
    return part.processor + share * (part.memory - part.processor);
}

/* The share that a pair of times tells, and the time on one core. */
struct told {
    double one_s, share;
};

static int by_time(const void *a, const void *b) {
    const struct told *p = a, *q = b;
    return (p->one_s > q->one_s) - (p->one_s < q->one_s);
}

/* The median of the shares of n pairs, within 0 to 1. *deviation: the sum of their distances from it. */
static double middle(const struct told *told, int n, double *deviation) {
    double *sorted = bsim_alloc((size_t)n * sizeof *sorted), sum = 0;
    for (int i = 0; i < n; i++)
        sorted[i] = told[i].share;
    gsl_sort(sorted, 1, (size_t)n);
    double median = gsl_stats_median_from_sorted_data(sorted, 1, (size_t)n);
    median = fmin(fmax(median, 0), 1);
    for (int i = 0; i < n; i++)
        sum += fabs(told[i].share - median);
    bsim_free(sorted);
    *deviation = sum;
    return median;
}

/* One share, or two with a break in between: data of shorter executions fit in a cache. told is sorted by time. */
static void choose(struct fit_memory *out, const struct told *told, int n) {
    double all, below, above, best, share = middle(told, n, &all);
    *out = (struct fit_memory){.known = true, .below_s = 0, .small = share, .large = share};
    best = break_gain * all;
    for (int cut = LEAST; cut + LEAST <= n; cut++) {
        double small = middle(told, cut, &below), large = middle(told + cut, n - cut, &above);
        if (below + above >= best || large - small < least_step || told[cut].one_s <= told[cut - 1].one_s)
            continue;
        best = below + above;
        *out = (struct fit_memory){
            .known = true, .below_s = sqrt(told[cut - 1].one_s * told[cut].one_s), .small = small, .large = large};
    }
}

/* Whether pairs of times grow by less with the number of busy cores than the clock alone would make them grow: by the
 * median, and most of them. Then the node's busy_speed is not that of the minutes in which the block was measured. */
static bool grow_less(const struct fit_pair *pair, int n, const struct bsim_node_sharing *node) {
    static const double clearly = 0.98, most = 0.7;
    double *part = bsim_alloc(((size_t)n + 1) * sizeof *part);
    int less = 0;
    for (int i = 0; i < n; i++) {
        double clock = stretch(node, pair[i].many).processor / stretch(node, pair[i].few).processor;
        part[i] = pair[i].many_s / pair[i].few_s / clock;
        less += part[i] < 1;
    }
    gsl_sort(part, 1, (size_t)n);
    bool result = n >= LEAST && less >= most * n && gsl_stats_median_from_sorted_data(part, 1, (size_t)n) < clearly;
    bsim_free(part);
    return result;
}

/* With r = many_s / few_s, the share m solves r * whole(few, m) = whole(many, m). */
struct fit_memory bsim_fit_memory(const struct fit_pair *pair, int n, const struct bsim_node_sharing *node) {
    struct fit_memory out = {0};
    struct told *told = bsim_alloc(((size_t)n + 1) * sizeof *told);
    int ntold = 0;
    for (int i = 0; i < n; i++) {
        const struct fit_pair *p = &pair[i];
        struct parts few = stretch(node, p->few), many = stretch(node, p->many);
        double ratio = p->many_s / p->few_s, processor = ratio * few.processor - many.processor;
        double memory = ratio * few.memory - many.memory;
        double differ = many.memory / few.memory - many.processor / few.processor;
        if (fabs(differ) < LEAST_STRETCH || (processor - memory) * differ <= 0)
            continue;
        double share = processor / (processor - memory);
        told[ntold++] = (struct told){p->few_s / whole(few, fmin(fmax(share, 0), 1)), share};
    }
    if (ntold >= LEAST) {
        qsort(told, (size_t)ntold, sizeof *told, by_time);
        choose(&out, told, ntold);
        if (node->busy_speed == 0 && out.below_s == 0 && out.large > surely_none && out.large < surely_memory)
            out = (struct fit_memory){0};
        out.less = out.known && out.small == 0 && out.large == 0 && grow_less(pair, n, node);
    }
    bsim_free(told);
    return out;
}

static double by_share(const struct fit_memory *memory, struct parts from, struct parts to, double time_s) {
    double share = memory->small, one_s = time_s / whole(from, share);
    if (one_s >= memory->below_s) {
        share = memory->large;
        one_s = time_s / whole(from, share);
    }
    return one_s * whole(to, share);
}

/* The time with block->busy[0] busy cores of an execution that took time_s with busy ones. */
static double with_fewest(const struct fit_block *block, const struct bsim_node_sharing *node, double time_s,
                          int busy) {
    int base = block->busy[0];
    if (busy == 0 || block->nbusy == 0 || busy == base)
        return time_s;
    struct parts from = stretch(node, busy), to = stretch(node, base);
    if (block->memory.known && !block->memory.less)
        return by_share(&block->memory, from, to, time_s);
    for (int i = 1; i < block->nbusy; i++)
        if (block->busy[i] == busy && block->slower[i] > 0)
            return time_s / block->slower[i];
    return time_s / from.processor * to.processor;
}

double bsim_fit_base_time(const struct fit_block *block, const struct bsim_node_sharing *node, double time_s, int busy,
                          const double *x) {
    return with_fewest(block, node, time_s / bsim_fit_cache_factor(block, x, busy), busy);
}
