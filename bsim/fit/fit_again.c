/* fit_again.c - the errors of times through counts whose formulas are chosen again without each vector of parameters.
 * Of few samples a formula that was chosen of hundreds follows the left-out one, too, since it was chosen by that. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* LEAST, MOST: vectors. More tell the errors of a formula well enough. */
enum { LEAST = 5, MOST = 16 };
/* Counts that are known as well as this are not chosen again, and neither are those of times that no formula follows:
 * that is told. */
static const double exact = 0.02, none = 0.3;

static bool is_near(const struct fit_model *m) {
    for (int k = 0; k < m->ncount; k++)
        if (m->count[k].error_median > exact)
            return false;
    return true;
}

/* The time that counts of formulas without n samples from the first one on give. */
static double time_without(const struct fit_model *m, const struct fit_block *b, int first, int n) {
    double x[FIT_MAX_PARAMS] = {0};
    struct fit_block others = *b;
    others.npoint = b->npoint - n;
    others.point = bsim_alloc(((size_t)others.npoint + 1) * sizeof *others.point);
    memcpy(others.point, b->point, (size_t)first * sizeof *others.point);
    memcpy(others.point + first, b->point + first + n, (size_t)(others.npoint - first) * sizeof *others.point);
    memcpy(x, b->point[first].x, (size_t)b->nparam * sizeof *x);
    for (int k = 0; k < m->ncount; k++) {
        struct fit_count c = {0};
        bsim_fit_count_make(&c, &others, k);
        x[b->nparam + k] = fmax(bsim_fit_count_value(m, &c, x), 0);
        bsim_fit_count_free(&c);
    }
    bsim_free(others.point);
    return bsim_fit_model_counted_time(m, x);
}

static void add_errors(struct fit_model *m, const struct fit_block *b) {
    double modelled_s[MOST], time_s[MOST] = {0}, error[MOST], sorted[MOST];
    struct fit_model again = {0}; /* no terms: what is left out was not fitted */
    int n = 0;
    for (int i = 0, equal; i < b->npoint; i += equal) {
        equal = bsim_fit_equal_points(b, i);
        time_s[n] = bsim_fit_mean(&b->point[i], equal, FIT_TIME).mean;
        modelled_s[n] = time_without(m, b, i, equal);
        error[n] = sorted[n] = expm1(bsim_fit_log_error(modelled_s[n], time_s[n]));
        n++;
    }
    double median = bsim_fit_typical_error(sorted, time_s, n), most = fmin(sorted[n - 1], FIT_TO_NINETY * median);
    for (int i = 0; i < n; i++) /* a formula may be far off at one vector, whatever it is elsewhere */
        error[i] = fmin(error[i], most);
    bsim_fit_near_set(&again, modelled_s, error, n);
    for (int i = 0; i < m->nnear; i++)
        m->near[i].error = fmax(m->near[i].error, bsim_near_at(again.near, again.nnear, m->near[i].time_s));
    m->error_median = fmax(m->error_median, median);
    m->error_max = fmax(m->error_max, most);
}

void bsim_fit_again(struct fit_model *m, const struct fit_block *b) {
    if (m->ncount == 0 || m->npoint < LEAST || m->npoint > MOST || m->error_median >= none || is_near(m))
        return;
    if (m->where.params == 0) {
        add_errors(m, b);
        return;
    }
    struct fit_block means = bsim_fit_where_means(b, m->where.params);
    add_errors(m, &means);
    bsim_fit_where_means_free(&means);
}
