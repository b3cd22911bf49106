/* fit_fewer.c - formulas without one of the parameters. Products of many parameters are too many to try all of them. A
 * parameter that goes with another one, as the rounds of a part of a loop go with those of the loop, takes the room of
 * products that matter, and stands in formulas that follow nothing. */
#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* Left-out samples of a model that is that far off have formulas without a parameter tried, which must lower the error
 * to this part. */
static const double far = 0.2, clearly = 0.5;
/* Parameters and points from which on there may be too many products. */
enum { PARAMS = 3, POINTS = 8 };

static int varying(const struct fit_model *m) {
    int n = 0;
    for (int v = 0; v < m->basis.nvar; v++)
        n += m->basis.var[v].kind == FIT_PARAM;
    return n;
}

/* Takes the formulas of the model without the parameter if these are nearer, and not farther from the sum of times. */
static void try_without(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point, int param,
                        double below) {
    struct fit_model next = *m;
    bsim_fit_basis_without(&next.basis, b, param);
    bsim_fit_pieces_make(&next, point, b->npoint);
    bool nearer = next.error_median < below &&
                  bsim_fit_error_of_sum(&next, point, b->npoint) <= bsim_fit_error_of_sum(m, point, b->npoint);
    bsim_fit_basis_free(nearer ? &m->basis : &next.basis);
    if (nearer)
        *m = next;
}

void bsim_fit_fewer(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    double error = m->error_median;
    int params[FIT_MAX_VARS], n = 0;
    if (b->npoint < POINTS || !(error > far) || varying(m) < PARAMS)
        return;
    for (int v = 0; v < m->basis.nvar; v++)
        if (m->basis.var[v].kind == FIT_PARAM && m->basis.var[v].a < b->nparam)
            params[n++] = m->basis.var[v].a;
    for (int i = 0; i < n; i++)
        try_without(m, b, point, params[i], m->error_median < error ? m->error_median : clearly * error);
}
