/* fit_drift.c - executions of a block that become shorter or longer as the program goes on: a table that fills, a list
 * that grows, a search that starts where the last one ended. Their mean is that of as many executions as were measured.
 */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/base/related.h"
#include "bsim/fit/fit.h"

/* Processes that tell enough; how long the later half of the executions is at least, or at most its inverse, beside the
 * earlier half; and the rank correlation (Kendall) with the order of executions. */
enum { LEAST_PROCESSES = 3, LEAST_EXECUTIONS = 8 };
static const double changes = 1.25, in_order = 0.5;

static double sum_of(const double *part, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += part[k];
    return sum;
}

/* How long an execution of the later half takes beside one of the earlier half; the first execution of all is left out,
 * since new memory makes it longer. NAN: not known. */
static double later_of(const struct fit_sequence *s) {
    int n = s->n - 1, half = n / 2;
    double early = sum_of(s->part + 1, half), late = sum_of(s->part + 1 + n - half, half);
    return early > 0 || late > 0 ? late / early : NAN;
}

/* Kendall's rank correlation of the executions with their order. */
static double order_of(const struct fit_sequence *s) {
    double sum = 0, pairs = 0;
    for (int i = 1; i < s->n; i++)
        for (int k = i + 1; k < s->n; k++) {
            sum += (s->part[k] > s->part[i]) - (s->part[k] < s->part[i]);
            pairs++;
        }
    return pairs > 0 ? sum / pairs : 0;
}

static double median_of(double *value, int n) {
    gsl_sort(value, 1, (size_t)n);
    return value[n / 2];
}

/* What a rank of a run executed. */
struct rank {
    int run, rank;
    double executions, time_s;
};

static int by_rank(const void *a, const void *b) {
    const struct rank *p = a, *q = b;
    return p->run != q->run ? p->run - q->run : p->rank - q->rank;
}

/* A file that does not tell its rank is a run for itself. */
static int add_points(struct rank *to, const struct fit_point *p, int n) {
    for (int i = 0; i < n; i++)
        to[i] = (struct rank){p[i].ranks > 0 ? p[i].run : -1 - p[i].file, p[i].rank, (double)p[i].count,
                              (double)p[i].count * p[i].time_s};
    return n;
}

/* The executions on the rank that has most of the block's time in each run, with which a prediction compares its own:
 * the least and the greatest of them over the runs. Ranks that have other parts of the program execute it more often or
 * more rarely, and take no time for it. */
static void set_executions(struct fit_drift *d, const struct fit_block *b) {
    struct rank *all = bsim_alloc(((size_t)b->npoint + (size_t)b->first.npoint + 1) * sizeof *all);
    int n = add_points(all, b->point, b->npoint), runs = 0;
    n += add_points(all + n, b->first.point, b->first.npoint);
    qsort(all, (size_t)n, sizeof *all, by_rank);
    for (int i = 0, next; i < n; i = next) {
        struct rank most = {0};
        for (next = i; next < n && all[next].run == all[i].run;) {
            struct rank sum = all[next];
            while (++next < n && by_rank(&all[next], &sum) == 0) {
                sum.executions += all[next].executions;
                sum.time_s += all[next].time_s;
            }
            most = sum.time_s >= most.time_s ? sum : most;
        }
        double executions = fmin(most.executions, BSIM_RELATED_ORDERED);
        d->low = runs == 0 || executions < d->low ? (int)executions : d->low;
        d->high = runs == 0 || executions > d->high ? (int)executions : d->high;
        runs++;
    }
    bsim_free(all);
}

void bsim_fit_drift_find(struct fit_block *b) {
    double *later = bsim_alloc(((size_t)b->nsequence + 1) * sizeof *later);
    double *order = bsim_alloc(((size_t)b->nsequence + 1) * sizeof *order);
    struct fit_drift found = {0};
    int n = 0;
    for (int i = 0; i < b->nsequence; i++) {
        const struct fit_sequence *s = &b->sequence[i];
        double of = s->n >= LEAST_EXECUTIONS ? later_of(s) : NAN;
        if (isnan(of))
            continue;
        later[n] = of;
        order[n] = order_of(s);
        n++;
    }
    if (n >= LEAST_PROCESSES) {
        double factor = median_of(later, n), correlation = median_of(order, n);
        bool shorter = factor < 1 / changes && correlation < -in_order;
        bool longer = factor > changes && correlation > in_order;
        found.later = fmin(factor, FIT_DRIFT_MOST);
        if (shorter || longer) {
            set_executions(&found, b);
            b->drift = found;
        }
    }
    bsim_free(later);
    bsim_free(order);
}

json_t *bsim_fit_drift_json(const struct fit_block *b) {
    const struct fit_drift *d = &b->drift;
    if (d->high == 0)
        return NULL;
    return json_pack("{s:[i, i], s:o}", "executions", d->low, d->high, "later", bsim_fit_number(d->later));
}
