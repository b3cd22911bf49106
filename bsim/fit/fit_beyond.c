/* fit_beyond.c - how far a model may be off beyond the values of a parameter in its samples: its formulas, fitted again
 * without the samples that have the largest values, are asked for the times of these. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* LEAST: samples that tell something, and of these left-out ones whose median counts. */
enum { LEAST = 6, LEAST_OUT = 2 };
/* The left-out values are so many factors of two above the others, at least: nearer ones tell of noise alone. */
static const double NEAREST = 0.25;

bool bsim_fit_piece_again(struct fit_piece *p, const struct fit_model *m, int piece,
                          const struct fit_point *const *point, int n) {
    double *column[FIT_MAX_TERMS], *time_s = bsim_alloc(2 * ((size_t)n + 1) * sizeof *time_s), *weight = time_s + n + 1;
    struct fit_basis basis = m->basis;
    struct fit_linear fit;
    int own = 0;
    memcpy(basis.var, p->var, sizeof basis.var);
    for (int j = 0; j < p->nterm; j++)
        column[j] = bsim_alloc(((size_t)n + 1) * sizeof *column[j]);
    for (int i = 0; i < n; i++) {
        if (bsim_fit_piece_of(m, point[i]->x) != piece)
            continue;
        for (int j = 0; j < p->nterm; j++)
            column[j][own] = bsim_fit_term_value(&basis, &p->term[j], point[i]->x);
        time_s[own] = point[i]->time_s;
        weight[own++] = point[i]->weight;
    }
    bool enough = own > p->nterm && p->nterm > 0;
    if (enough) {
        bsim_fit_solve(&fit, p->nterm, column, own, time_s, weight, NULL, FIT_PRECISE);
        memcpy(p->coef, fit.coef, sizeof p->coef);
    }
    for (int j = 0; j < p->nterm; j++)
        bsim_free(column[j]);
    bsim_free(time_s);
    return enough;
}

/* The model by n points alone. Where they tell nothing of a piece, the one before goes on. False: there is none. */
static bool without_largest(struct fit_model *out, const struct fit_model *m, const struct fit_point *const *point,
                            int n) {
    *out = *m;
    for (int i = 0; i < m->npiece; i++) {
        struct fit_piece *p = &out->piece[i];
        if (bsim_fit_piece_again(p, m, i, point, n))
            continue;
        if (i == 0)
            return false;
        *p = out->piece[i - 1];
        p->has_break = m->piece[i].has_break;
        p->break_value = m->piece[i].break_value;
        p->from = p->to = 0;
    }
    return true;
}

/* The first of n points, sorted by parameter k, that is left out: a third is, and equal values stay together. 0: none.
 */
static int first_left_out(const struct fit_point *const *point, int n, int k) {
    int first = n - n / 3;
    while (first > 0 && point[first - 1]->x[k] == point[first]->x[k])
        first--;
    if (first < LEAST - LEAST_OUT || n - first < LEAST_OUT || !(point[first - 1]->x[k] > 0))
        return 0;
    return log2(point[n - 1]->x[k] / point[first - 1]->x[k]) >= NEAREST ? first : 0;
}

/* The median of how far off n points are for each factor of two above a value of parameter k, besides an error that all
 * have. */
static double off(const struct fit_model *m, const struct fit_point *const *point, int n, int k, double above,
                  double error) {
    double *each = bsim_alloc(((size_t)n + 1) * sizeof *each);
    for (int i = 0; i < n; i++) {
        double modelled = bsim_fit_model_counted_time(m, point[i]->x);
        double distance = bsim_fit_log_error(modelled, point[i]->time_s);
        double more = sqrt(fmax(distance * distance - error * error, 0));
        each[i] = more / fmax(log2(point[i]->x[k] / above), NEAREST);
    }
    gsl_sort(each, 1, (size_t)n);
    double median = gsl_stats_median_from_sorted_data(each, 1, (size_t)n);
    bsim_free(each);
    return median;
}

void bsim_fit_beyond_make(struct fit_model *m, const struct fit_block *b) {
    int n = b->npoint;
    const struct fit_point **point = bsim_alloc(((size_t)n + 1) * sizeof *point);
    double *key = bsim_alloc(((size_t)n + 1) * sizeof *key);
    size_t *order = bsim_alloc(((size_t)n + 1) * sizeof *order);
    double apart[FIT_MAX_PARAMS];
    bsim_fit_rivals(m, b, apart);
    for (int k = 0; k < b->nparam + b->ncount; k++) {
        m->beyond[k] = expm1(apart[k]);
        for (int i = 0; i < n; i++)
            key[i] = b->point[i].x[k];
        gsl_sort_index(order, key, 1, (size_t)n);
        for (int i = 0; i < n; i++)
            point[i] = &b->point[order[i]];
        struct fit_model less;
        int first = n >= LEAST ? first_left_out(point, n, k) : 0;
        if (first == 0 || isnan(m->error_median) || !without_largest(&less, m, point, first))
            continue;
        double above = point[first - 1]->x[k], error = FIT_TO_NINETY * log1p(m->error_median);
        int half = first + (n - first) / 2;
        m->beyond[k] = fmax(m->beyond[k], expm1(fmax(off(&less, point + first, n - first, k, above, error),
                                                     off(&less, point + half, n - half, k, above, error))));
    }
    bsim_free(order);
    bsim_free(key);
    bsim_free(point);
}

json_t *bsim_fit_beyond_json(const struct fit_model *m, const struct fit_block *b) {
    json_t *all = json_object();
    for (int k = 0; k < b->nparam + b->ncount; k++)
        if (m->beyond[k] >= BSIM_ERROR_BEYOND && !(m->where.anywhere >> k & 1))
            json_object_set_new(all, b->alias[k], json_real(rint(fmin(m->beyond[k], 1e3) * 1e3) / 1e3));
    if (json_object_size(all) > 0)
        return all;
    json_decref(all);
    return NULL;
}
