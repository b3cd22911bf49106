/* calibrate_local.c - what a rank does on its own in collectives, from what benchmarks/calibrate measures: the
 * arithmetic of reductions, and copies.
 *
 * time of a reduction = latency + elements * element_time + bytes / bandwidth, none of them negative: a library whose
 * loops the compiler made vector instructions of takes its time by bytes, one without by elements. */
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdio.h>

#include "bsim/base/units.h"
#include "bsim/cmd/calibrate.h"

enum { TERMS = 3 }; /* of a time: one, elements, bytes */

/* Fits the terms of `set`, a bit for each, by least squares of the relative errors. False: one of them is negative. */
static bool fit(const struct calibrate_data *d, unsigned set, double *value, double *error) {
    size_t n = (size_t)d->nreduction, p = (size_t)__builtin_popcount(set);
    gsl_matrix *x = gsl_matrix_alloc(n, p), *covariance = gsl_matrix_alloc(p, p);
    gsl_vector *y = gsl_vector_alloc(n), *c = gsl_vector_alloc(p);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(n, p);
    for (size_t i = 0; i < n; i++) {
        const struct calibrate_local *r = &d->reduction[i];
        const double term[TERMS] = {1, r->bytes / r->element_bytes, r->bytes};
        for (size_t k = 0, j = 0; k < TERMS; k++)
            if (set & 1U << k)
                gsl_matrix_set(x, i, j++, term[k] / r->time_s);
        gsl_vector_set(y, i, 1);
    }
    gsl_multifit_linear(x, y, c, covariance, error, work);
    bool ok = isfinite(*error);
    for (size_t k = 0, j = 0; k < TERMS; k++) {
        value[k] = set & 1U << k ? gsl_vector_get(c, j++) : 0;
        ok = ok && value[k] >= 0;
    }
    gsl_multifit_linear_free(work);
    gsl_vector_free(c);
    gsl_vector_free(y);
    gsl_matrix_free(covariance);
    gsl_matrix_free(x);
    return ok;
}

/* Whether different elements were measured: with doubles alone nothing tells elements from bytes. */
static bool has_elements(const struct calibrate_data *d) {
    for (int i = 1; i < d->nreduction; i++)
        if (d->reduction[i].element_bytes != d->reduction[0].element_bytes)
            return true;
    return false;
}

static void set_reduction(struct calibrate_collectives *c, const struct calibrate_data *d) {
    const unsigned elements = 2, all = (1U << TERMS) - 1;
    double best = HUGE_VAL;
    c->reduces = false;
    c->reduction_s = c->reduction_s_per_byte = c->reduction_s_per_element = 0;
    for (unsigned set = 2; set <= all; set++) { /* the least number of terms first */
        double value[TERMS], error;
        if (d->nreduction < __builtin_popcount(set) || d->nreduction < 2 || ((set & elements) && !has_elements(d)))
            continue;
        if (!fit(d, set, value, &error) || !(error < best))
            continue;
        best = error;
        c->reduces = true;
        c->reduction_s = value[0];
        c->reduction_s_per_element = value[1];
        c->reduction_s_per_byte = value[2];
    }
}

/* A copy: latency + bytes / bandwidth. */
static void set_copy(struct calibrate_collectives *c, const struct calibrate_data *d) {
    struct calibrate_sums sums = {0};
    for (int i = 0; i < d->ncopy; i++)
        bsim_calibrate_sum(&sums, d->copy[i].bytes, d->copy[i].time_s, 1 / (d->copy[i].time_s * d->copy[i].time_s));
    double slope = d->ncopy > 1 ? bsim_calibrate_slope(&sums) : 0;
    c->copy_s_per_byte = slope > 0 ? slope : 0;
    c->copy_s = slope > 0 ? fmax(0, (sums.wy - slope * sums.wx) / sums.w) : 0;
}

void bsim_calibrate_local(struct calibrate_collectives *c, const struct calibrate_data *d) {
    set_reduction(c, d);
    set_copy(c, d);
}

void bsim_calibrate_print_local(const struct calibrate_collectives *c) {
    char latency[24], each[24], rate[24];
    if (c->reduces)
        printf("  arithmetic of a reduction: %s", bsim_format_time(latency, sizeof latency, c->reduction_s));
    if (c->reduces && c->reduction_s_per_element > 0)
        printf(", %s for each element", bsim_format_time(each, sizeof each, c->reduction_s_per_element));
    if (c->reduces && c->reduction_s_per_byte > 0)
        printf(", %s", bsim_format_rate(rate, sizeof rate, 1 / c->reduction_s_per_byte));
    if (c->reduces)
        printf("\n");
    if (c->copy_s_per_byte > 0)
        printf("  copies of a collective within a rank: %s, %s\n", bsim_format_time(latency, sizeof latency, c->copy_s),
               bsim_format_rate(rate, sizeof rate, 1 / c->copy_s_per_byte));
}
