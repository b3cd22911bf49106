/* fit_rivals.c - formulas that follow the samples of a model as well as its own does, and differ from it beyond them.
 */
#include <math.h>

#include "bsim/fit/fit_field.h"

/* Formulas are compared so many factors of two beyond the samples. */
enum { DOUBLINGS = 2 };

/* Terms that grow a little faster or slower than one of the formula, which few samples do not tell from it. */
static void add_near(struct fit_field *f, const struct fit_block *b, struct fit_term t) {
    const struct fit_basis *basis = &f->basis;
    for (int v = 0; v < basis->nvar; v++) {
        struct fit_term other = t;
        bool plain = basis->var[v].kind == FIT_PARAM && !(basis->linear >> v & 1) &&
                     !((basis->flags >> v & 1) && bsim_fit_is_comparison(b->param[basis->var[v].a]));
        if (!plain || t.power[v] <= 0)
            continue;
        other.power[v] = (int8_t)(t.power[v] - FIT_WHOLE / 2);
        bsim_fit_field_term(f, &other);
        other.power[v] = (int8_t)(t.power[v] + FIT_WHOLE / 2);
        bsim_fit_field_term(f, &other);
        if (t.log_var >= 0)
            continue;
        other = t;
        other.log_var = (int8_t)v;
        other.log_power = 1;
        bsim_fit_field_term(f, &other);
    }
}

/* Adds the terms of rivals: those that read no other parameters than the formula. */
static void add_terms(struct fit_field *f, const struct fit_model *m, const struct fit_block *b) {
    unsigned used = 0;
    for (int j = 0; j < f->nown; j++)
        used |= bsim_fit_term_reads(&f->basis, &f->basis.term[f->own[j]]);
    for (int j = 0; j < f->nown; j++)
        add_near(f, b, f->basis.term[f->own[j]]);
    for (int i = 0; i < m->basis.nterm; i++)
        if (!(bsim_fit_term_reads(&m->basis, &m->basis.term[i]) & ~used))
            bsim_fit_field_term(f, &m->basis.term[i]);
}

/* The sample with the largest value of parameter k, of those that take the longest. */
static const struct fit_point *largest(const struct fit_field *f, int k) {
    const struct fit_point *at = f->point[0];
    for (int i = 1; i < f->n; i++)
        if (f->point[i]->x[k] > at->x[k] || (f->point[i]->x[k] == at->x[k] && f->point[i]->time_s > at->time_s))
            at = f->point[i];
    return at;
}

/* The power of parameter k with which parameter i grows in the samples; 0 where it hardly goes with k. */
static double goes_with(const struct fit_field *f, int i, int k) {
    static const double most = 0.5; /* of its variance */
    double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
    if (i == k)
        return 1;
    for (int j = 0; j < f->n; j++) {
        double x = log(f->point[j]->x[k]), y = log(f->point[j]->x[i]);
        if (!isfinite(x) || !isfinite(y))
            return 0;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
        syy += y * y;
    }
    sxx -= sx * sx / f->n;
    sxy -= sx * sy / f->n;
    syy -= sy * sy / f->n;
    return sxx > 0 && syy > 0 && sxy * sxy >= most * sxx * syy ? sxy / sxx : 0;
}

/* Where formulas are compared. */
struct far {
    int n, param[FIT_MAX_PARAMS];
    const struct fit_point *top[FIT_MAX_PARAMS];        /* the sample with the largest value of the parameter */
    double x[FIT_MAX_PARAMS][FIT_MAX_PARAMS];           /* values beyond it */
    double own[FIT_MAX_PARAMS], own_at[FIT_MAX_PARAMS]; /* the formula's time there, and at the sample */
};

/* Takes the formula with term t in place of its term j for a rival, if it follows the samples as well, and keeps how
 * far it is from the model's. */
static void compare(struct fit_field *f, const struct far *far, int j, int t, double *apart) {
    struct fit_linear fit;
    int term[FIT_MAX_TERMS], n = f->nown;
    if (!bsim_fit_field_rival(f, j, t, term, &fit))
        return;
    for (int i = 0; i < far->n; i++) {
        double there = bsim_fit_field_value(f, term, n, &fit, far->x[i]);
        double here = bsim_fit_field_value(f, term, n, &fit, far->top[i]->x);
        double ratio = fabs(log((there / here) / (far->own[i] / far->own_at[i])));
        if (isfinite(ratio))
            apart[far->param[i]] = fmax(apart[far->param[i]], ratio / DOUBLINGS);
    }
}

/* Goes DOUBLINGS beyond the largest value of each parameter that varies; parameters that go with it go along. fit: the
 * formula's coefficients. */
static void go_far(struct far *far, const struct fit_field *f, const struct fit_linear *fit, const struct fit_model *m,
                   int nparam) {
    for (int k = 0; k < nparam; k++) {
        const struct fit_point *at = largest(f, k);
        if (!(at->x[k] > 0) || m->low[k] == m->high[k])
            continue;
        for (int i = 0; i < nparam; i++)
            far->x[far->n][i] = at->x[i] * exp2(DOUBLINGS * goes_with(f, i, k));
        far->top[far->n] = at;
        far->own[far->n] = bsim_fit_field_value(f, f->own, f->nown, fit, far->x[far->n]);
        far->own_at[far->n] = bsim_fit_field_value(f, f->own, f->nown, fit, at->x);
        far->param[far->n++] = k;
    }
}

void bsim_fit_rivals(const struct fit_model *m, const struct fit_block *b, double *apart) {
    struct fit_field f;
    struct far far = {0};
    struct fit_linear fit;
    int nparam = b->nparam + b->ncount;
    for (int k = 0; k < nparam; k++)
        apart[k] = 0;
    if (b->npoint == 0 || m->npiece == 0)
        return;
    if (bsim_fit_field_make(&f, m, m->npiece - 1, b)) {
        add_terms(&f, m, b);
        bsim_fit_field_own(&f, &fit);
        go_far(&far, &f, &fit, m, nparam);
        for (int j = 0; j < f.nown && far.n > 0; j++)
            for (int t = 0; t < f.basis.nterm; t++)
                compare(&f, &far, j, t, apart);
    }
    bsim_fit_field_free(&f);
}
