/* fit_groups.c - parameters of few values, at one of which all samples are away from the formula: a truth value that
 * one run had, or a mode whose short times weigh little beside the others. */
#include <gsl/gsl_sort.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/quantile.h"
#include "bsim/fit/fit_select.h"

/* LEAST: points that are needed. VALUES: different values that are few. TRIED: of these, those that may become terms.
 * ALONE: if a parameter has no more values, one sample tells that its value is another matter. BOTH: samples that tell
 * it in both directions. */
enum { LEAST = 8, VALUES = 32, TRIED = 8, ALONE = 2, BOTH = 3 };
/* Times are away from the formula by this factor and by so many times the error of the others, as logarithms. */
static const double AWAY = 0.223, OFTEN = 4;
/* And more than this part of the points of other values, of which there are so many near the times. */
static const double MOST = 0.9, OTHERS = 10;

/* How far the times at a value are from the formula of a piece, as a logarithm: the least if all are longer, or all
 * shorter, and else the median, since another formula may be nearer at some sizes. *n: their number. */
static double away(const struct fit_model *m, const struct fit_block *b, int piece, int param, double value, int *n) {
    double *far = bsim_alloc(((size_t)b->npoint + 1) * sizeof *far);
    int longer = 0;
    *n = 0;
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        if (p->x[param] != value || bsim_fit_piece_of(m, p->x) != piece)
            continue;
        double d = log((p->time_s + FIT_FLOOR_S) / (bsim_fit_model_counted_time(m, p->x) + FIT_FLOOR_S));
        far[(*n)++] = fabs(d);
        longer += d > 0;
    }
    gsl_sort(far, 1, (size_t)*n);
    bool one_way = longer == 0 || longer == *n;
    double result = *n == 0 ? HUGE_VAL : one_way ? far[0] : *n >= BOTH ? far[(*n - 1) / 2] : 0;
    bsim_free(far);
    return result;
}

/* How far the times at other values are from the formula where it gives such times as at the value: the median
 * distance, as a logarithm. 0: there are too few. Short times are farther from it than long ones, whatever the value
 * is. */
static double others_away(const struct fit_model *m, const struct fit_block *b, int param, double value) {
    double *far = bsim_alloc(2 * ((size_t)b->npoint + 1) * sizeof *far), *weight = far + b->npoint + 1;
    size_t *order = bsim_alloc(((size_t)b->npoint + 1) * sizeof *order);
    double at = 0, all = 0, result = 0;
    int own = 0, n = 0;
    for (int i = 0; i < b->npoint; i++)
        if (b->point[i].x[param] == value) {
            at += log(bsim_fit_model_counted_time(m, b->point[i].x) + FIT_FLOOR_S);
            own++;
        }
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        double modelled_s = bsim_fit_model_counted_time(m, p->x) + FIT_FLOOR_S;
        if (p->x[param] == value)
            continue;
        far[n] = fabs(log((p->time_s + FIT_FLOOR_S) / modelled_s));
        weight[n] = bsim_fit_near_weight(modelled_s, exp(at / own));
        all += weight[n++];
    }
    if (all >= OTHERS) {
        gsl_sort_index(order, far, 1, (size_t)n);
        result = bsim_weighted_quantile(MOST, far, weight, order, (size_t)n);
    }
    bsim_free(order);
    bsim_free(far);
    return result;
}

bool bsim_fit_group_is_away(const struct fit_model *m, const struct fit_block *b, int param, double value, int values) {
    double error = isnan(m->error_median) ? 0 : log1p(m->error_median);
    for (int i = 0; i < m->npiece; i++) {
        int n;
        double far = away(m, b, i, param, value, &n);
        bool counts = n > 1 || (n == 1 && m->npiece == 1 && values <= ALONE);
        if (counts && 2 * n < b->npoint && far > fmax(AWAY, OFTEN * error) && far > others_away(m, b, param, value))
            return true;
    }
    return false;
}

/* How many of the values are away. 0: there are too many different ones. */
static int count_away(const struct fit_model *m, const struct fit_block *b, int param, const double *value, int n) {
    int count = 0;
    for (int k = 0; k < n && n <= VALUES; k++)
        count += bsim_fit_group_is_away(m, b, param, value[k], n);
    return count;
}

/* Whether the time grows with the parameter, which has many values: a size, of which others lie between those of the
 * samples, and whose own errors are in those near a time. */
static bool is_size(const struct fit_model *m, int param, int values) {
    if (values <= TRIED)
        return false;
    for (int i = 0; i < m->npiece; i++)
        for (int j = 0; j < m->piece[i].nterm; j++)
            for (int v = 0; v < m->basis.nvar; v++)
                if (m->piece[i].var[v].kind == FIT_PARAM && m->piece[i].var[v].a == param &&
                    m->piece[i].term[j].power[v] > 0)
                    return true;
    return false;
}

void bsim_fit_groups(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    m->away = 0;
    for (int p = 0; p < b->nparam && b->npoint >= LEAST; p++) {
        int n;
        double *value = bsim_fit_values(b, p, &n);
        int count = n > 1 && !is_size(m, p, n) ? count_away(m, b, p, value, n) : 0;
        if (count > 0 && n <= TRIED && bsim_fit_kinds_used(m, (struct fit_var[1]){{0}}, 1) == 0) {
            struct fit_var var[TRIED];
            bool whole = true;
            for (int k = 0; k < n; k++) {
                whole = whole && value[k] == rint(value[k]) && fabs(value[k]) < 1e9;
                var[k] = (struct fit_var){.kind = FIT_IS, .a = p, .shift = whole ? (int)value[k] : 0};
            }
            if (whole && bsim_fit_try_variables(m, b, point, var, n))
                count = count_away(m, b, p, value, n);
        }
        bsim_free(value);
        m->away |= count > 0 ? 1U << p : 0;
    }
}
