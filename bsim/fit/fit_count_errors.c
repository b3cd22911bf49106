/* fit_count_errors.c - what the errors of counts add to those of a block's time, near the times of its samples and
 * beyond their parameters. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/fit/fit.h"

/* Counts that vary more than this at equal parameters, or whose formula is worse, are not known from them. */
static const double steady = 0.1;

double bsim_fit_count_ninety(const struct fit_count *c, int points) {
    int terms = c->sum ? bsim_fit_model_terms(c->sum) : 1;
    return expm1(bsim_fit_further_by_median(points, terms) * log1p(bsim_trust_within(c->error_median, c->error_max)));
}

/* "not known from n: "; nothing for a block without parameters. */
static const char *not_from(const struct fit_block *b, char *buf, size_t size) {
    if (b->nparam == 0)
        buf[0] = '\0';
    else if (b->nparam == 1)
        snprintf(buf, size, "not known from %.60s: ", b->param[0]);
    else if (b->nparam == 2)
        snprintf(buf, size, "not known from %.60s and %.60s: ", b->param[0], b->param[1]);
    else
        snprintf(buf, size, "not known from its parameters: ");
    return buf;
}

/* By how much the time at x differs if a count differs by this relative error. */
static double effect_of(const struct fit_model *m, const double *x, int count, double error) {
    double other[FIT_MAX_PARAMS], time_s;
    memcpy(other, x, sizeof other);
    time_s = bsim_fit_model_counted_time(m, other);
    other[m->nparam + count] *= 1 + error;
    return fabs(bsim_fit_model_counted_time(m, other) - time_s) / (time_s + FIT_FLOOR_S);
}

/* Tells that a count is not known from the parameters, if it matters for the time at x. */
static void note_count(struct fit_model *m, const struct fit_block *b, const double *x, int count) {
    struct fit_count *c = &m->count[count];
    char from[160];
    bool negative = false;
    for (int i = 0; i < b->npoint; i++)
        negative = negative || b->point[i].counted[count] < 0;
    not_from(b, from, sizeof from);
    if (negative)
        snprintf(c->note, sizeof c->note, "was negative in some executions: means below 0 are taken as 0");
    else if (c->spread > steady && !(c->error_median > c->spread) && effect_of(m, x, count, c->spread) > steady)
        snprintf(c->note, sizeof c->note, "%svaries by %.0f %% between executions with equal parameters", from,
                 100 * c->spread);
    else if (c->error_median > steady && effect_of(m, x, count, c->error_median) > steady)
        snprintf(c->note, sizeof c->note, "%sthe best formula's error is %.0f %%, at most %.0f %%", from,
                 100 * c->error_median, 100 * c->error_max);
}

/* Writes the parameters of a sample, and the counts that their models give. */
static void values_at(const struct fit_model *m, const struct fit_point *p, double *x) {
    memset(x, 0, FIT_MAX_PARAMS * sizeof *x);
    memcpy(x, p->x, (size_t)m->nparam * sizeof *x);
    bsim_fit_counts_set(m, x);
}

/* The sample whose modelled time is nearest. */
static void nearest(const struct fit_model *m, const struct fit_block *b, double time_s, double *x) {
    double least = HUGE_VAL, here[FIT_MAX_PARAMS];
    values_at(m, &b->point[0], x);
    for (int i = 0; i < b->npoint; i++) {
        values_at(m, &b->point[i], here);
        double far = fabs(log(fmax(bsim_fit_model_counted_time(m, here), 1e-9) / time_s));
        if (far < least) {
            least = far;
            memcpy(x, here, sizeof here);
        }
    }
}

/* The error that nine tenths of left-out means are within, near the values at x. */
static double error_at(const struct fit_model *m, const struct fit_count *c, const double *x) {
    double near = c->sum ? bsim_near_at(c->sum->near, c->sum->nnear, bsim_fit_count_value(m, c, x)) : NAN;
    return isnan(near) ? c->ninety : near;
}

/* Errors are taken as independent. */
static double with_counts(const struct fit_model *m, const struct fit_block *b, const struct bsim_near *near) {
    double x[FIT_MAX_PARAMS], error = near->error;
    nearest(m, b, near->time_s, x);
    for (int k = 0; k < m->ncount; k++) {
        double effect = effect_of(m, x, k, error_at(m, &m->count[k], x));
        error = isnan(effect) ? error : hypot(error, effect);
    }
    return error;
}

/* Beyond the largest value of a parameter the time is as far off as its counts are. */
static void add_beyond(struct fit_model *m, const double *x, int count) {
    const struct fit_model *sum = m->count[count].sum;
    for (int k = 0; sum && k < m->nparam; k++) {
        double effect = effect_of(m, x, count, sum->beyond[k]);
        if (effect > 0 && isfinite(effect))
            m->beyond[k] = expm1(hypot(log1p(m->beyond[k]), log1p(effect)));
    }
}

void bsim_fit_count_errors(struct fit_model *m, const struct fit_block *b) {
    double x[FIT_MAX_PARAMS] = {0}, most = 0, median = m->error_median, max = m->error_max;
    for (int i = 0; i < b->npoint; i++)
        if (b->point[i].time_s * (double)b->point[i].count >= most) {
            most = b->point[i].time_s * (double)b->point[i].count;
            values_at(m, &b->point[i], x);
        }
    for (int i = 0; i < m->nnear; i++)
        m->near[i].error = with_counts(m, b, &m->near[i]);
    for (int k = 0; k < m->ncount; k++) {
        median = hypot(median, effect_of(m, x, k, m->count[k].error_median));
        max = hypot(max, effect_of(m, x, k, m->count[k].error_max));
        add_beyond(m, x, k);
        note_count(m, b, x, k);
    }
    m->error_median = median;
    m->error_max = max;
}
