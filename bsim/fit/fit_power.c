/* fit_power.c - a power law for a learned value: c * a^i * b^j * ..., with exponents in steps of 1/2.
 *
 * The iterations of a solver often grow or shrink as a power of the problem's sizes. A sum of products (fit_terms.c)
 * has no negative powers. All combinations of exponents are tried; the factor is the geometric mean of value over
 * product, without the tenth of the points at either end, which may be of another kind (a simulation that has become
 * unstable). Errors are those of points left out of this mean. Knows nothing of samples. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_learned.h"

enum { HIGHEST = 6, MOST_VARIABLES = 3, MOST_POINTS = 200 }; /* HIGHEST: twice the largest exponent */

struct search {
    const struct fit_block *block;
    double *log_x; /* npoint rows of nparam */
    double *log_v;
    double *error, *rest; /* scratch, npoint */
    int power2[FIT_MAX_PARAMS];
    struct fit_power best;
    double best_score;
};

static double rest_of(const struct search *s, int point) {
    double rest = s->log_v[point];
    for (int k = 0; k < s->block->nparam; k++)
        if (s->power2[k])
            rest -= 0.5 * s->power2[k] * s->log_x[point * s->block->nparam + k];
    return rest;
}

/* Scores the present exponents and keeps them if they are the best so far. A further variable makes the score 15 %
 * worse. */
static void try_powers(struct search *s, int variables) {
    int n = s->block->npoint, ends = n / 10, inner = n - 2 * ends;
    double sum = 0;
    for (int i = 0; i < n; i++)
        s->rest[i] = rest_of(s, i);
    gsl_sort(s->rest, 1, (size_t)n);
    for (int i = ends; i < n - ends; i++)
        sum += s->rest[i];
    for (int i = 0; i < n; i++) {
        bool is_inner = i >= ends && i < n - ends;
        double without = is_inner ? (sum - s->rest[i]) / (inner - 1) : sum / inner;
        s->error[i] = expm1(fabs(s->rest[i] - without));
    }
    gsl_sort(s->error, 1, (size_t)n);
    double median = gsl_stats_median_from_sorted_data(s->error, 1, (size_t)n);
    double score = (median + 0.3 * s->error[n - 1 - ends] + 1e-3) * pow(1.15, variables);
    if (score >= s->best_score)
        return;
    s->best_score = score;
    s->best.factor = exp(sum / inner);
    s->best.error_median = median;
    s->best.error_max = s->error[n - 1];
    memcpy(s->best.power2, s->power2, sizeof s->power2);
}

/* Tries all exponents of the parameters from first on. variables: parameters that have one so far; total: the sum of
 * the absolute values of their exponents, doubled. */
static void search(struct search *s, int first, int variables, int total) {
    if (variables > 0)
        try_powers(s, variables);
    /* With few points a further variable would fit by chance. */
    if (variables == MOST_VARIABLES || 2 * (variables + 1) + 2 > s->block->npoint)
        return;
    for (int k = first; k < s->block->nparam; k++) {
        for (int p = -HIGHEST; p <= HIGHEST; p++) {
            if (p == 0 || total + abs(p) > 2 * HIGHEST)
                continue;
            s->power2[k] = p;
            search(s, k + 1, variables + 1, total + abs(p));
        }
        s->power2[k] = 0;
    }
}

/* Whether a parameter can have an exponent: it is positive and takes at least three values. */
static bool usable(const struct fit_block *b, int param) {
    double first = 0, second = 0;
    int found = 0;
    for (int i = 0; i < b->npoint; i++) {
        double x = b->point[i].x[param];
        if (!(x > 0))
            return false;
        if (found == 0 || (found == 1 && x != first) || (found == 2 && x != first && x != second)) {
            if (found++ == 0)
                first = x;
            else
                second = x;
        }
        if (found == 3)
            return true;
    }
    return false;
}

bool bsim_fit_power(struct fit_power *out, const struct fit_block *block) {
    struct fit_block narrow = *block; /* with usable parameters only, and every stride-th point */
    int source[FIT_MAX_PARAMS], stride = (block->npoint + MOST_POINTS - 1) / MOST_POINTS;
    narrow.nparam = 0;
    for (int k = 0; k < block->nparam; k++)
        if (usable(block, k))
            source[narrow.nparam++] = k;
    *out = (struct fit_power){.error_median = HUGE_VAL, .error_max = HUGE_VAL};
    for (int i = 0; i < block->npoint; i++)
        if (!(block->point[i].time_s > 0))
            return false;
    if (narrow.nparam == 0 || block->npoint < 4)
        return false;
    narrow.npoint = (block->npoint + stride - 1) / stride;
    struct search s = {.block = &narrow, .best_score = HUGE_VAL};
    s.log_x = bsim_alloc((size_t)(narrow.npoint * narrow.nparam) * sizeof *s.log_x);
    s.log_v = bsim_alloc((size_t)narrow.npoint * sizeof *s.log_v);
    s.error = bsim_alloc((size_t)narrow.npoint * sizeof *s.error);
    s.rest = bsim_alloc((size_t)narrow.npoint * sizeof *s.rest);
    for (int i = 0; i < narrow.npoint; i++) {
        s.log_v[i] = log(block->point[i * stride].time_s);
        for (int k = 0; k < narrow.nparam; k++)
            s.log_x[i * narrow.nparam + k] = log(block->point[i * stride].x[source[k]]);
    }
    search(&s, 0, 0, 0);
    out->factor = s.best.factor;
    out->error_median = s.best.error_median;
    out->error_max = s.best.error_max;
    for (int k = 0; k < narrow.nparam; k++)
        out->power2[source[k]] = s.best.power2[k];
    bsim_free(s.log_x);
    bsim_free(s.log_v);
    bsim_free(s.error);
    bsim_free(s.rest);
    return isfinite(s.best_score);
}

char *bsim_fit_power_text(const struct fit_power *power, const struct fit_block *block, char *buf, size_t size) {
    size_t at = (size_t)snprintf(buf, size, "%.6g", power->factor);
    for (int k = 0; k < block->nparam && at < size; k++) {
        int p = power->power2[k];
        const char *name = block->alias[k], *sign = p < 0 ? "/" : "*";
        if (p == 0)
            continue;
        if (abs(p) == 1)
            at += (size_t)snprintf(buf + at, size - at, "%ssqrt(%s)", sign, name);
        else if (abs(p) == 2)
            at += (size_t)snprintf(buf + at, size - at, "%s%s", sign, name);
        else
            at += (size_t)snprintf(buf + at, size - at, "%s%s^%.4g", sign, name, 0.5 * abs(p));
    }
    return buf;
}
