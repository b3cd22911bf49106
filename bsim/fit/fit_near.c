/* fit_near.c - the errors of a model by the times that it gives: a formula that follows times of milliseconds within 3
 * % may be 40 % off at a microsecond. A run is doubted by the errors near the times that it uses. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/quantile.h"
#include "bsim/fit/fit.h"

/* LEAST: points that tell any error. ENOUGH: that tell more than one for all times. */
enum { LEAST = 3, ENOUGH = 6 };

/* Points count by their distance in the logarithm of the time, as a normal distribution with this standard deviation: a
 * factor of two. Those with less than a tenth of the greatest weight do not give the greatest error there. */
static const double WIDTH = 0.7, NEAR = 0.1;
/* The median, and what all but the greatest are within, tell the width of a distribution as well as the mean square of
 * half as many points. */
static const double BY_MEDIAN = 0.5;

/* n errors with weights; order: sorted by error. */
struct errors {
    const double *error;
    const size_t *order;
    double *weight;
    int n;
};

/* Nine tenths of the errors are within it; of less than ten, all but one. */
static double most_of(const struct errors *e) {
    double all = 0, squares = 0, sum = 0;
    int i = 0;
    for (int k = 0; k < e->n; k++) {
        all += e->weight[k];
        squares += e->weight[k] * e->weight[k];
    }
    double part = 1 - fmax(0.1, squares / (all * all)); /* so many of equal weight are as good */
    while (i < e->n - 1 && (sum += e->weight[e->order[i]]) < (part - 1e-9) * all)
        i++;
    return e->error[e->order[i]];
}

/* Nine tenths of normal errors with the median that they have; at most the greatest near there. */
static double ninety(const struct errors *e) {
    double most = 0, greatest = 0;
    for (int k = 0; k < e->n; k++)
        most = fmax(most, e->weight[k]);
    for (int k = 0; k < e->n; k++)
        if (e->weight[k] >= NEAR * most)
            greatest = fmax(greatest, e->error[k]);
    return fmin(FIT_TO_NINETY * bsim_weighted_quantile(0.5, e->error, e->weight, e->order, (size_t)e->n), greatest);
}

double bsim_fit_near_weight(double time_s, double at_s) {
    double distance = log(fmax(time_s, 1e-9) / at_s) / WIDTH;
    return exp(-0.5 * distance * distance);
}

/* Nine tenths of the errors near a time, as normal ones or, if more of them are far off than of normal ones, as they
 * are. What is known of all times counts as one more point. */
static double near_time(struct errors *e, const double *time_s, double at_s, double of_all) {
    double sum = 0, squares = 0;
    for (int k = 0; k < e->n; k++) {
        e->weight[k] = bsim_fit_near_weight(time_s[k], at_s);
        sum += e->weight[k];
        squares += e->weight[k] * e->weight[k];
    }
    double points = squares > 0 ? sum * sum / squares : 0; /* so many of equal weight are as good */
    return points > 0 ? (points * fmax(ninety(e), most_of(e)) + of_all) / (points + 1) : of_all;
}

double bsim_fit_further(double points) {
    return gsl_cdf_tdist_Pinv(0.95, fmax(points, 1)) / BSIM_WITHIN_NINETY;
}

double bsim_fit_further_by_median(int points, int terms) {
    return bsim_fit_further(BY_MEDIAN * (points - terms));
}

int bsim_fit_model_terms(const struct fit_model *m) {
    int terms = 0;
    for (int i = 0; i < m->npiece; i++)
        terms += m->piece[i].nterm;
    return terms;
}

/* The error of few points, whose greatest is no bound: of three, every fourth further one exceeds it. */
static double of_few(const double *error, int n) {
    double squares = 0;
    for (int i = 0; i < n; i++)
        squares += pow(log1p(error[i]), 2) / n;
    return BSIM_WITHIN_NINETY * sqrt(squares);
}

void bsim_fit_near_set(struct fit_model *m, const double *modelled_s, const double *error, int n) {
    int terms = bsim_fit_model_terms(m);
    double more = n < ENOUGH ? bsim_fit_further(n - terms) : bsim_fit_further_by_median(n, terms);
    m->nnear = 0;
    if (n < LEAST)
        return;
    if (n < ENOUGH) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += log(fmax(modelled_s[i], 1e-9)) / n;
        m->near[m->nnear++] = (struct bsim_near){exp(sum), expm1(more * of_few(error, n))};
        return;
    }
    double *time_s = bsim_alloc((size_t)n * sizeof *time_s), low = HUGE_VAL, high = 0;
    struct errors e = {.error = error, .n = n, .weight = bsim_alloc((size_t)n * sizeof *e.weight)};
    size_t *order = bsim_alloc((size_t)n * sizeof *order);
    gsl_sort_index(order, error, 1, (size_t)n);
    e.order = order;
    for (int k = 0; k < n; k++) {
        time_s[k] = fmax(modelled_s[k], 1e-9);
        low = fmin(low, time_s[k]);
        high = fmax(high, time_s[k]);
        e.weight[k] = 1;
    }
    double of_all = ninety(&e), wide = ceil(log2(high / low));
    m->nnear = wide < 1 ? 1 : wide < FIT_MAX_NEAR - 1 ? (int)wide + 1 : FIT_MAX_NEAR;
    for (int i = 0; i < m->nnear; i++) {
        double at_s = m->nnear == 1 ? sqrt(low * high) : low * pow(high / low, (double)i / (m->nnear - 1));
        m->near[i] = (struct bsim_near){at_s, expm1(more * log1p(near_time(&e, time_s, at_s, of_all)))};
    }
    bsim_free(order);
    bsim_free(e.weight);
    bsim_free(time_s);
}

/* Three digits. */
static double rounded(double value) {
    if (!(value > 0))
        return 0;
    double unit = pow(10, 2 - floor(log10(value)));
    return rint(value * unit) / unit;
}

json_t *bsim_fit_near_json(const struct fit_model *m) {
    if (m->nnear == 0)
        return NULL;
    json_t *list = json_array();
    for (int i = 0; i < m->nnear; i++)
        json_array_append_new(list, json_pack("[f, f]", rounded(m->near[i].time_s), rounded(m->near[i].error)));
    return list;
}
