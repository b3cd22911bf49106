/* fit_reach.c - whether the mean time over a parameter goes with how far the parameter reaches. A position whose work
 * grows from one end to the other is a size: a run that goes farther has another mean. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* VALUES: different ones of the parameter in a group, at least. A group: points with equal other parameters. */
enum { VALUES = 8 };
/* The greatest reach over the least, beside powers of the other parameters, at least: less tells nothing. */
static const double wide = 1.25;
/* Halves of a reach take equally long if they differ by less than this part of their sum, as where times go with a
 * power of 0.2 of the position. */
static const double halves = 0.12;
/* A mean goes with this power of the reach, or a greater one. */
static const double power = 0.2;

struct group {
    const struct fit_point *others;
    double reach, time; /* logarithms */
};

static int by_group(const void *a, const void *b) {
    const struct fit_place *p = a, *q = b;
    int order = bsim_fit_compare_given(&p->others, &q->others, FIT_MAX_GIVEN);
    return order ? order : (p->at > q->at) - (p->at < q->at);
}

struct fit_place *bsim_fit_places(const struct fit_block *b, unsigned params, int k) {
    struct fit_place *p = bsim_alloc(((size_t)b->npoint + 1) * sizeof *p);
    for (int i = 0; i < b->npoint; i++) {
        p[i] = (struct fit_place){b->point[i], b->point[i].x[k]};
        for (int j = 0; j < FIT_MAX_GIVEN; j++)
            if (j >= b->nparam || (params >> j & 1))
                p[i].others.x[j] = 0;
    }
    qsort(p, (size_t)b->npoint, sizeof *p, by_group);
    return p;
}

int bsim_fit_places_alike(const struct fit_place *p, int n) {
    int alike = 1;
    while (alike < n && bsim_fit_compare_given(&p->others, &p[alike].others, FIT_MAX_GIVEN) == 0)
        alike++;
    return alike;
}

static double mean_of(const struct fit_place *p, int from, int to) {
    double sum = 0, executions = 0;
    for (int i = from; i < to; i++) {
        sum += p[i].others.time_s * (double)p[i].others.count;
        executions += (double)p[i].others.count;
    }
    return executions > 0 ? sum / executions : 0;
}

/* The n points of a group begin at p. Adds how much longer its upper half takes. False: it has too few values. */
static bool add_group(struct group *g, const struct fit_place *p, int n, double *longer, double *all) {
    int values = 1, middle = n / 2;
    double mean = mean_of(p, 0, n);
    for (int i = 1; i < n; i++)
        values += p[i].at != p[i - 1].at;
    if (values < VALUES || !(mean > 0))
        return false;
    *g = (struct group){&p->others, log(p[n - 1].at - p[0].at), log(mean)};
    *longer += n * (mean_of(p, n - middle, n) - mean_of(p, 0, middle)) / mean;
    *all += n * (mean_of(p, n - middle, n) + mean_of(p, 0, middle)) / mean;
    return true;
}

/* ---- the groups beside each other ---- */

static double product(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Leaves of v, of n numbers, what the m columns do not tell. They are orthogonal. */
static void leave(double *v, const double *column, int m, int n) {
    for (int c = 0; c < m; c++) {
        const double *by = column + (size_t)c * (size_t)n;
        double part = product(v, by, n) / product(by, by, n);
        for (int i = 0; i < n; i++)
            v[i] -= part * by[i];
    }
}

/* Sets column c from parameter j: logarithms, or values if some are not above 0. False: the others tell the same. */
static bool set_column(double *column, int c, const struct group *g, int n, int j) {
    double *v = column + (size_t)c * (size_t)n, before, mean = 0;
    bool above = true;
    for (int i = 0; i < n; i++)
        above = above && g[i].others->x[j] > 0;
    for (int i = 0; i < n; i++) {
        v[i] = above ? log(g[i].others->x[j]) : g[i].others->x[j];
        mean += v[i] / n;
    }
    for (int i = 0; i < n; i++)
        v[i] -= mean;
    before = product(v, v, n);
    leave(v, column, c, n);
    return product(v, v, n) > 1e-6 * before && before > 0;
}

/* The power of the reach with which the means go, beside powers of the other parameters, and what it may be off by. */
static void set_power(struct fit_reach *r, const struct group *g, int n, int nparam) {
    double *column = bsim_alloc(((size_t)nparam + 3) * ((size_t)n + 1) * sizeof *column);
    int m = 1;
    for (int i = 0; i < n; i++)
        column[i] = 1;
    for (int j = 0; j < nparam && m < n; j++)
        m += set_column(column, m, g, n, j);
    double *reach = column + (size_t)m * (size_t)n, *time = reach + n;
    for (int i = 0; i < n; i++) {
        reach[i] = g[i].reach;
        time[i] = g[i].time;
    }
    leave(reach, column, m, n);
    leave(time, column, m, n);
    double own = product(reach, reach, n), low = HUGE_VAL, high = -HUGE_VAL;
    int free = n - m - 1;
    for (int i = 0; i < n; i++) {
        low = fmin(low, reach[i]);
        high = fmax(high, reach[i]);
    }
    if (free >= 2 && high - low > log(wide)) {
        r->power = product(time, reach, n) / own;
        double left = product(time, time, n) - r->power * r->power * own;
        /* Nearly the quantile of Student's distribution for 95 %. */
        r->off = (2 + 4.0 / free) * sqrt(fmax(left, 0) / free / own);
    }
    bsim_free(column);
}

struct fit_reach bsim_fit_reach(const struct fit_block *b, unsigned params, int k) {
    struct fit_place *p = bsim_fit_places(b, params, k);
    struct group *g = bsim_alloc(((size_t)b->npoint + 1) * sizeof *g);
    struct fit_reach r = {.off = HUGE_VAL};
    double longer = 0, all = 0;
    int m = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_places_alike(p + i, b->npoint - i);
        m += add_group(&g[m], p + i, n, &longer, &all);
    }
    set_power(&r, g, m, b->nparam);
    bool alike = all > 0 && fabs(longer)<halves * all, rises = fabs(r.power)> r.off && r.power * longer > 0;
    r.goes = fabs(r.power) - r.off > power || (!alike && rises && fabs(r.power) > power);
    r.stays = fabs(r.power) + r.off < power || (alike && !r.goes);
    bsim_free(g);
    bsim_free(p);
    return r;
}
