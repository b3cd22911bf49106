/* fit_tail.c - a few samples with the largest values of one size that take longer than the formula of all others says,
 * by one factor: rows that a cache no longer holds, where the measured sizes end. They are too few for a formula of
 * their own; without them, it bends that of the others. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* REST: samples that the formula must have left; of FEWEST to MOST at the end, in at most two values of the size. */
enum { REST = 10, FEWEST = 2, MOST = 3, VALUES = 2 };
/* The samples at the end take longer by this factor, and their factors are this near to each other. */
static const double longer = 1.15, alike = 1.1;
/* All of them must then be so much nearer to the formulas, in the mean, if the one formula is off by so much. */
static const double much_nearer = 0.67, off = 0.03;

double bsim_fit_distance(const struct fit_model *m, const struct fit_point *const *point, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fmin(bsim_fit_log_error(bsim_fit_model_counted_time(m, point[i]->x), point[i]->time_s), 0.5);
    return sum / n;
}

/* The points in the order of their values of a parameter. To be freed. */
static const struct fit_point **sorted_by(const struct fit_point *const *point, int n, int param) {
    const struct fit_point **out = bsim_alloc(((size_t)n + 1) * sizeof *out);
    double *value = bsim_alloc(((size_t)n + 1) * sizeof *value);
    size_t *order = bsim_alloc(((size_t)n + 1) * sizeof *order);
    for (int i = 0; i < n; i++)
        value[i] = point[i]->x[param];
    gsl_sort_index(order, value, 1, (size_t)n);
    for (int i = 0; i < n; i++)
        out[i] = point[order[i]];
    bsim_free(order);
    bsim_free(value);
    return out;
}

/* The points in front of the last values of the parameter; 0: there are none that may be the end. */
static int without_last(const struct fit_point *const *point, int n, int param, int values) {
    int rest = n;
    for (int k = 0; k < values && rest > 0; k++) {
        double last = point[rest - 1]->x[param];
        while (rest > 0 && point[rest - 1]->x[param] == last)
            rest--;
    }
    return rest >= REST && n - rest >= FEWEST && n - rest <= MOST ? rest : 0;
}

/* The factor by which the points from rest on take longer than the model says; 0: they have none in common. */
static double factor_of(const struct fit_model *m, const struct fit_point *const *point, int rest, int n) {
    double sum = 0, low = HUGE_VAL, high = 0;
    for (int i = rest; i < n; i++) {
        double part = point[i]->time_s / bsim_fit_model_counted_time(m, point[i]->x);
        sum += log(part);
        low = fmin(low, part);
        high = fmax(high, part);
    }
    return low > longer && high < alike * low ? exp(sum / (n - rest)) : 0;
}

/* *out: the model of the points without the last values of variable v, and one more piece for these. False: these do
 * not take longer by one factor. */
static bool with_end(const struct fit_model *m, const struct fit_point *const *point, int n, int v, int rest,
                     struct fit_model *out) {
    int param = m->basis.var[v].a;
    *out = bsim_fit_pieces_by(m, v, point, rest);
    double factor = out->npiece < FIT_MAX_PIECES ? factor_of(out, point, rest, n) : 0;
    if (factor == 0)
        return false;
    bsim_fit_pieces_validate(out, point, rest);
    struct fit_piece *first = &out->piece[out->npiece - 1], *last = &out->piece[out->npiece];
    *last = *first;
    for (int j = 0; j < last->nterm; j++)
        last->coef[j] *= factor;
    first->has_break = true;
    first->from = point[rest - 1]->x[param];
    first->to = point[rest]->x[param];
    first->break_value = sqrt(first->from * first->to);
    out->npiece++;
    return true;
}

void bsim_fit_tail(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_var used[1];
    int n = b->npoint;
    if (n < REST + FEWEST || m->npiece == FIT_MAX_PIECES || bsim_fit_kinds_used(m, used, 1) > 0)
        return;
    struct fit_model best = *m;
    double before = bsim_fit_distance(m, point, n), least = much_nearer * before;
    for (int v = 0; v < m->basis.nvar && before > off; v++) {
        if (!bsim_fit_single_size(m, b, v))
            continue;
        int param = m->basis.var[v].a;
        const struct fit_point **sorted = sorted_by(point, n, param);
        for (int values = 1; values <= VALUES; values++) {
            struct fit_model next;
            int rest = without_last(sorted, n, param, values);
            if (rest == 0 || !(sorted[rest - 1]->x[param] > 0) || !with_end(m, sorted, n, v, rest, &next))
                continue;
            double apart = bsim_fit_distance(&next, point, n);
            if (apart < least) {
                least = apart;
                best = next;
            }
        }
        bsim_free(sorted);
    }
    *m = best;
}
