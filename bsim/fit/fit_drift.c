/* fit_drift.c - executions of a block that become shorter or longer as the program goes on: a table that fills, a list
 * that grows, a search that starts where the last one ended. Their mean is that of as many executions as were measured.
 */
#include <gsl/gsl_sort.h>
#include <math.h>

#include "bsim/base/alloc.h"
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
        found.low = n == 0 || s->n < found.low ? s->n : found.low;
        found.high = s->n > found.high ? s->n : found.high;
        n++;
    }
    if (n >= LEAST_PROCESSES) {
        double factor = median_of(later, n), correlation = median_of(order, n);
        bool shorter = factor < 1 / changes && correlation < -in_order;
        bool longer = factor > changes && correlation > in_order;
        found.later = fmin(factor, FIT_DRIFT_MOST);
        if (shorter || longer)
            b->drift = found;
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
