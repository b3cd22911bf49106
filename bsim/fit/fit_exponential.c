/* fit_exponential.c - parameters with which a time or a count grows exponentially, as the depth of a search or the
 * number of elements of which all subsets are looked at. Tried where no formula of products comes near. */
#include <math.h>

#include "bsim/fit/fit_select.h"

/* LEAST: points, DISTINCT: values of the parameter. Its values are whole numbers of WIDEST at most: with larger ones
 * nothing grows exponentially that also ends. */
enum { LEAST = 5, DISTINCT = 4, WIDEST = 64, THOUSAND = 1000 };

/* A model is bad if left-out points are so far off. With an exponential that must fall to the part BETTER. What grows
 * by less than GROWS over all values may be anything. */
static const double BAD = 0.3, BETTER = 0.5, GROWS = 8;

/* The rate of all points, and others near it: rates often change slowly. Those must lower the error to this part. */
static const double near[] = {1, 0.85, 0.925, 1.075, 1.15}, CLEARLY = 0.6;

static bool may_be_exponent(const struct fit_model *m, const struct fit_block *b, int param) {
    int n = 0;
    double seen[DISTINCT];
    if (m->low[param] < 0 || m->high[param] > WIDEST)
        return false;
    for (int i = 0; i < b->npoint; i++) {
        double x = b->point[i].x[param];
        bool known = false;
        if (x != rint(x))
            return false;
        for (int k = 0; k < n; k++)
            known = known || seen[k] == x;
        if (!known && n < DISTINCT)
            seen[n++] = x;
    }
    return n == DISTINCT;
}

/* Whether two points are equal but for a parameter. */
static bool alike(const struct fit_block *b, int i, int j, int param) {
    for (int k = 0; k < b->nparam; k++)
        if (k != param && b->point[i].x[k] != b->point[j].x[k])
            return false;
    return true;
}

/* The slope of ln(time) over a parameter, from pairs of points that differ in it alone, or else from all pairs. */
static double rate_of(const struct fit_block *b, int param) {
    for (int all = 0; all < 2; all++) {
        double squares = 0, products = 0;
        for (int i = 0; i < b->npoint; i++)
            for (int j = 0; j < i; j++) {
                double dx = b->point[i].x[param] - b->point[j].x[param];
                if (dx == 0 || !(all || alike(b, i, j, param)))
                    continue;
                squares += dx * dx;
                products += dx * log((b->point[i].time_s + FIT_FLOOR_S) / (b->point[j].time_s + FIT_FLOOR_S));
            }
        if (squares > 0)
            return products / squares;
    }
    return 0;
}

void bsim_fit_exponential(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_model best = {0};
    double least = BETTER * m->error_median;
    if (b->npoint < LEAST || !(m->error_median > BAD))
        return;
    for (int p = 0; p < b->nparam; p++) {
        double rate = may_be_exponent(m, b, p) ? rate_of(b, p) : 0;
        if (rate * (m->high[p] - m->low[p]) < log(GROWS))
            continue;
        for (size_t k = 0; k < sizeof near / sizeof *near; k++) {
            struct fit_var var = {.kind = FIT_EXPONENTIAL, .a = p, .shift = (int)lround(THOUSAND * near[k] * rate)};
            struct fit_model next = bsim_fit_with_vars(m, b, point, &var, 1);
            if (next.error_median < (k && best.npiece ? CLEARLY : 1) * least) {
                bsim_fit_basis_free(&best.basis);
                best = next;
                least = next.error_median;
            } else {
                bsim_fit_basis_free(&next.basis);
            }
        }
    }
    if (best.npiece == 0)
        return;
    bsim_fit_basis_free(&m->basis);
    *m = best;
}
