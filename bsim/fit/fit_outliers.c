/* fit_outliers.c - samples that took much longer than the formula gives, while the others follow it: disturbances, or
 * what no parameter tells. Their time is a part of the measured one that the formula leaves out. */
#include <math.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* A sample is outlying from so many times its formula's time on. No more than this part of the samples may be. */
static const double FAR = 3, MOST = 0.34;

/* Whether a parameter has a value whose time is known not to follow the formula (fit_groups.c). values: by parameter,
 * how many different ones it has, of those that have such a value. */
static bool is_away(const struct fit_model *m, const struct fit_block *b, const int *values,
                    const struct fit_point *p) {
    for (int k = 0; k < b->nparam; k++)
        if ((m->away >> k & 1) && bsim_fit_group_is_away(m, b, k, p->x[k], values[k]))
            return true;
    return false;
}

struct fit_outlying bsim_fit_outlying(const struct fit_model *m, const struct fit_block *b) {
    struct fit_outlying all = {0};
    double more_s = 0, sum_s = 0;
    int values[FIT_MAX_PARAMS];
    for (int k = 0; k < b->nparam; k++)
        if (m->away >> k & 1)
            bsim_free(bsim_fit_values(b, k, &values[k]));
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        double modelled_s = bsim_fit_model_counted_time(m, p->x), count = (double)p->count;
        double times = (p->time_s + FIT_FLOOR_S) / (modelled_s + FIT_FLOOR_S);
        sum_s += count * p->time_s;
        if (!(times >= FAR) || is_away(m, b, values, p))
            continue;
        more_s += count * (p->time_s - modelled_s);
        all.times = fmax(all.times, times);
        all.n++;
    }
    if (all.n == 0 || all.n > MOST * b->npoint || !(m->error_median < FAR - 1))
        return (struct fit_outlying){0};
    all.part = more_s / sum_s;
    return all;
}

/* The part of the time of all executions that the formula gives. */
static double part_given(const struct fit_model *m, const struct fit_block *b) {
    double modelled_s = 0, measured_s = 0;
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        double count = (double)p->count;
        modelled_s += count * (bsim_fit_model_counted_time(m, p->x) + FIT_FLOOR_S);
        measured_s += count * (p->time_s + FIT_FLOOR_S);
    }
    return modelled_s / measured_s;
}

void bsim_fit_outlying_note(const struct fit_model *m, const struct fit_block *b, char *buf, size_t size) {
    static const double much = 0.1, part = 0.5;
    struct fit_outlying o = bsim_fit_outlying(m, b);
    double given = part_given(m, b);
    buf[0] = '\0';
    if (o.part >= much)
        snprintf(
            buf, size,
            "%d of %d samples took up to %.3g times as long as the formula gives, and so %.0f %% of the measured time "
            "is left out: disturbances, or what no parameter tells",
            o.n, b->npoint, o.times, 100 * o.part);
    else if (o.n == 0 && (given < part || given > 1 / part))
        snprintf(buf, size,
                 "the formula gives %.3g times the time that all samples took together: their times depend on what is "
                 "no parameter",
                 given);
}
