/* fit_fewer.c - formulas without one of the parameters, and with higher products. Products of many parameters are too
 * many to try all of them. A parameter that goes with another one, as the rounds of a part of a loop go with those of
 * the loop, takes the room of products that matter, and stands in formulas that follow nothing. Work on small matrices,
 * such as n^3*rows, is one of few products of a high degree, of which each can look like the effect of a cache. And
 * pairs and triples of terms, where no single one is near. */
#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* Left-out samples of a model that is that far off have formulas without a parameter tried, which must lower the error
 * to this part. */
static const double far = 0.2, clearly = 0.5;
/* A model that is farther off than exact has higher products tried. They must come so near to the samples that neither
 * noise nor caches decide, and be no worse, where a coefficient or a piece more counts as so much of the error. */
static const double exact = 1e-3, near = 0.02, by_coefficient = 0.15;
/* Parameters and points from which on there may be too many products; and points that higher products need. */
enum { PARAMS = 3, POINTS = 8 };

/* How bad a model is. */
static double cost(const struct fit_model *m) {
    return m->error_median * (1 + by_coefficient * (m->npiece - 1 + bsim_fit_model_terms(m)));
}

/* The model by other terms, if it is not farther from the sum of times; else false. */
static bool try_other(const struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point,
                      int without, bool high, struct fit_model *next) {
    *next = *m;
    bsim_fit_basis_for(&next->basis, b, without, high);
    bsim_fit_pieces_make(next, point, b->npoint);
    if (bsim_fit_error_of_sum(next, point, b->npoint) <= bsim_fit_error_of_sum(m, point, b->npoint))
        return true;
    bsim_fit_basis_free(&next->basis);
    return false;
}

/* Tries pairs and triples of terms that are much nearer than single ones, though not near: terms that are added one by
 * one end at the first that is alone no better than others. */
static void try_loose(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_model next = *m;
    bsim_fit_basis_for(&next.basis, b, -1, false);
    next.basis.loose = true;
    bsim_fit_pieces_make(&next, point, b->npoint);
    next.basis.loose = false;
    bool nearer = next.error_median < clearly * m->error_median &&
                  bsim_fit_error_of_sum(&next, point, b->npoint) <= bsim_fit_error_of_sum(m, point, b->npoint);
    bsim_fit_basis_free(nearer ? &m->basis : &next.basis);
    if (nearer)
        *m = next;
    m->loose = nearer;
}

/* Takes the next model if it is nearer. */
static void take_if(bool nearer, struct fit_model *m, struct fit_model *next) {
    bsim_fit_basis_free(nearer ? &m->basis : &next->basis);
    if (nearer)
        *m = *next;
}

/* Whether products of a degree above 3 may be in the times: a term is one of degree 3, or grows as no product does. */
static bool is_steep(const struct fit_model *m) {
    for (int i = 0; i < m->npiece; i++)
        for (int j = 0; j < m->piece[i].nterm; j++) {
            const struct fit_term *t = &m->piece[i].term[j];
            int degree = 0;
            for (int v = 0; v < m->basis.nvar; v++)
                degree += m->basis.flags >> v & 1 ? 0 : t->power[v];
            if (degree >= 3 * FIT_WHOLE || (degree >= 2 * FIT_WHOLE && bsim_fit_term_oddity(&m->basis, t) > 0))
                return true;
        }
    return false;
}

void bsim_fit_fewer(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_model next;
    int params[FIT_MAX_VARS], n = 0, given = 0;
    for (int v = 0; v < m->basis.nvar; v++)
        if (m->basis.var[v].kind == FIT_PARAM) {
            n++;
            if (m->basis.var[v].a < b->nparam)
                params[given++] = m->basis.var[v].a;
        }
    if (b->npoint < POINTS || n < 2)
        return;
    if (m->error_median > exact && is_steep(m) && try_other(m, b, point, -1, true, &next))
        take_if(next.error_median < near && cost(&next) < cost(m), m, &next);
    if (!(m->error_median > far))
        return;
    double most = clearly * m->error_median;
    for (int i = 0; i < given && n >= PARAMS; i++)
        if (try_other(m, b, point, params[i], false, &next)) {
            bool nearer = next.error_median < most;
            most = nearer ? next.error_median : most;
            take_if(nearer, m, &next);
        }
    if (m->error_median > far)
        try_loose(m, b, point);
}
