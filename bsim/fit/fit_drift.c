/* fit_drift.c - executions of a block that become shorter or longer as the program goes on: a table that fills, a list
 * that grows, a search that starts where the last one ended. Their mean is that of as many executions as were measured.
 */
#include <gsl/gsl_sort.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/related.h"
#include "bsim/fit/fit.h"

/* Processes that tell enough, and executions of each; how long the later half of the executions is at least, or at most
 * its inverse, beside the earlier half; and the rank correlation (Kendall) with the order of executions. */
enum { LEAST_PROCESSES = 3, LEAST_EXECUTIONS = 8, LEAST_NUMBERED = 16, MOST_NUMBERED = 512 };
static const double changes = 1.25, in_order = 0.5;

/* How long executions took one after the other, n of them, a step of `stride` numbers apart. */
struct course {
    const double *part;
    size_t stride;
    int n;
};

static double part_of(const struct course *c, int k) {
    return c->part[(size_t)k * c->stride];
}

/* How long an execution of the later half takes beside one of the earlier half. NAN: not known. */
static double later_of(const struct course *c) {
    double early = 0, late = 0;
    for (int k = 0; k < c->n / 2; k++) {
        early += part_of(c, k);
        late += part_of(c, c->n - c->n / 2 + k);
    }
    return early > 0 || late > 0 ? late / early : NAN;
}

/* Kendall's rank correlation of the executions with their order. */
static double order_of(const struct course *c) {
    double sum = 0, pairs = 0;
    for (int i = 0; i < c->n; i++)
        for (int k = i + 1; k < c->n; k++) {
            sum += (part_of(c, k) > part_of(c, i)) - (part_of(c, k) < part_of(c, i));
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
static void set_executions(struct fit_drift *d, const struct fit_block *b, double most_told) {
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
        double executions = fmin(most.executions, most_told);
        d->low = runs == 0 || executions < d->low ? (int)executions : d->low;
        d->high = runs == 0 || executions > d->high ? (int)executions : d->high;
        runs++;
    }
    bsim_free(all);
}

/* The executions of processes. */
struct courses {
    struct course *of;
    double *value; /* room */
    int n;
};

static void add(struct courses *all, const double *part, size_t stride, int n) {
    struct course c = {part, stride, n};
    if (!isnan(later_of(&c)))
        all->of[all->n++] = c;
}

static double median_by(struct courses *all, double (*value_of)(const struct course *c)) {
    for (int i = 0; i < all->n; i++)
        all->value[i] = value_of(&all->of[i]);
    return median_of(all->value, all->n);
}

/* How long later executions take, if they become clearly longer or shorter in most of the processes; else 0. */
static double change_of(struct courses *all) {
    double factor = all->n >= LEAST_PROCESSES ? median_by(all, later_of) : 1;
    if (factor <= changes && factor >= 1 / changes)
        return 0;
    double correlation = median_by(all, order_of);
    return (factor > 1 ? correlation > in_order : correlation < -in_order) ? fmin(factor, FIT_DRIFT_MOST) : 0;
}

/* By the first executions of blocks that count, of all runs; the very first one is left out, since new memory makes it
 * longer. */
static double change_in_sequences(const struct fit_block *b, struct courses *all) {
    all->n = 0;
    for (int i = 0; i < b->nsequence; i++)
        if (b->sequence[i].n >= LEAST_EXECUTIONS)
            add(all, b->sequence[i].part + 1, 1, b->sequence[i].n - 1);
    return change_of(all);
}

static bool is_same_input(const struct fit_data *data, int run, int other) {
    const char *a = data->run[run].call, *b = data->run[other].call;
    return run == other || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* By executions with their numbers, of the runs with equal arguments in which they change most: short runs may end
 * before they do. */
static double change_in_numbered(const struct fit_data *data, const struct fit_block *b, struct courses *all) {
    static const size_t stride = sizeof(struct fit_execution) / sizeof(double);
    double found = 0;
    for (int i = 0; i < b->ntogether; i++) {
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first = is_first && !is_same_input(data, b->together[k].run, b->together[i].run);
        all->n = 0;
        for (int k = i; k < b->ntogether && is_first; k++) {
            const struct fit_together *t = &b->together[k];
            int n = t->n < MOST_NUMBERED ? t->n : MOST_NUMBERED;
            if (n >= LEAST_NUMBERED && is_same_input(data, t->run, b->together[i].run))
                add(all, &t->execution->part, stride, n);
        }
        double change = change_of(all);
        if (change > 0 && (found == 0 || fabs(log(change)) > fabs(log(found))))
            found = change;
    }
    return found;
}

void bsim_fit_drift_find(const struct fit_data *data, struct fit_block *b) {
    size_t room = (size_t)b->nsequence + (size_t)b->ntogether + 1;
    struct courses all = {bsim_alloc(room * sizeof *all.of), bsim_alloc(room * sizeof *all.value), 0};
    struct fit_drift found = {.later = change_in_sequences(b, &all)};
    double most = BSIM_RELATED_ORDERED;
    if (found.later == 0) {
        found.later = change_in_numbered(data, b, &all);
        most = INT_MAX;
    }
    if (found.later > 0) {
        set_executions(&found, b, most);
        b->drift = found;
    }
    bsim_free(all.of);
    bsim_free(all.value);
}

json_t *bsim_fit_drift_json(const struct fit_block *b) {
    const struct fit_drift *d = &b->drift;
    if (d->high == 0)
        return NULL;
    return json_pack("{s:[i, i], s:o}", "executions", d->low, d->high, "later", bsim_fit_number(d->later));
}
