/* fit_below.c - formulas that follow the samples of a model as well as its own does, and differ from it below them:
 * loops over n - 1 or n - 2, and terms that grow more slowly, such as an edge beside a surface, are a small part of the
 * times of large sizes, and much of those of small ones. */
#include <math.h>
#include <string.h>

#include "bsim/fit/fit_field.h"

/* LOWER: terms that are tried besides; the basis has simple ones first. SHIFT: the most that a parameter is more or
 * less. */
enum { LOWER = 60, SHIFT = 2 };

/* Whether a term of the formula goes with variable v. */
static bool is_used(const struct fit_field *f, int v) {
    for (int j = 0; j < f->nown; j++) {
        const struct fit_term *t = &f->basis.term[f->own[j]];
        if (t->power[v] || t->log_var == v)
            return true;
    }
    return false;
}

/* A term is never below 0. */
static bool is_above(const struct fit_field *f, int term) {
    for (int i = 0; i < f->n; i++)
        if (!(bsim_fit_term_value(&f->basis, &f->basis.term[term], f->point[i]->x) >= 0))
            return false;
    return true;
}

/* The formula with its n variables from[] replaced by to[]. */
static void try_moved(struct fit_field *f, const int *from, const int *to, int n, struct fit_others *others) {
    int term[FIT_MAX_TERMS];
    for (int j = 0; j < f->nown; j++) {
        struct fit_term t = f->basis.term[f->own[j]];
        for (int k = 0; k < n; k++)
            t = bsim_fit_term_moved(t, from[k], to[k]);
        term[j] = bsim_fit_field_term(f, &t);
        if (!is_above(f, term[j]))
            return;
    }
    bsim_fit_field_try(f, term, f->nown, others);
}

/* Formulas with one parameter, or all of them, less or more a number. */
static void add_shifts(struct fit_field *f, struct fit_others *others) {
    for (int by = -SHIFT; by <= SHIFT; by++) {
        int from[FIT_MAX_VARS], to[FIT_MAX_VARS], n = 0, nvar = f->basis.nvar;
        for (int v = 0; v < nvar && by != 0 && f->basis.nvar < FIT_MAX_VARS; v++) {
            struct fit_var shifted = f->basis.var[v];
            shifted.shift += by;
            if (shifted.kind != FIT_PARAM || (f->basis.flags >> v & 1) || (f->basis.linear >> v & 1) || !is_used(f, v))
                continue;
            from[n] = v;
            to[n++] = f->basis.nvar;
            f->basis.var[f->basis.nvar++] = shifted;
        }
        for (int k = 0; k < n; k++)
            try_moved(f, from + k, to + k, 1, others);
        if (n > 1)
            try_moved(f, from, to, n, others);
    }
}

/* The sum of a term's powers, in twelfths. */
static int degree(const struct fit_field *f, const struct fit_term *t) {
    int sum = 0;
    for (int v = 0; v < f->basis.nvar; v++)
        sum += f->basis.flags >> v & 1 ? 0 : t->power[v];
    return sum;
}

/* Formulas with one term more, of no higher degree than the others. */
static void add_lower(struct fit_field *f, const struct fit_model *m, struct fit_others *others) {
    int most = 0, term[FIT_MAX_TERMS];
    for (int j = 0; j < f->nown; j++)
        most = degree(f, &f->basis.term[f->own[j]]) > most ? degree(f, &f->basis.term[f->own[j]]) : most;
    memcpy(term, f->own, sizeof term);
    for (int i = 0; i < m->basis.nterm && i < LOWER && f->nown < FIT_MAX_TERMS; i++) {
        const struct fit_term *t = &m->basis.term[i];
        if (t->log_var >= 0 || degree(f, t) > most)
            continue;
        term[f->nown] = bsim_fit_field_term(f, t);
        if (term[f->nown] >= f->nown && is_above(f, term[f->nown]))
            bsim_fit_field_try(f, term, f->nown + 1, others);
    }
}

/* Where work begins behind a number of rounds, "max(n-9,0)", and all samples are far behind it, it may as well go with
 * n below them: recursions by halves have such a law, and no size at which nothing is left. */
static void add_proportional(struct fit_field *f, struct fit_others *others) {
    for (int v = 0, nvar = f->basis.nvar; v < nvar && f->basis.nvar < FIT_MAX_VARS; v++) {
        struct fit_var below = f->basis.var[v];
        double low = HUGE_VAL;
        int to = f->basis.nvar;
        for (int i = 0; i < f->n; i++)
            low = fmin(low, f->point[i]->x[below.a]);
        if (below.kind != FIT_OVER || !is_used(f, v) || !(low > 2.0 * below.shift))
            continue;
        below.kind = FIT_FROM;
        below.b = (int)low;
        f->basis.var[f->basis.nvar++] = below;
        try_moved(f, &v, &to, 1, others);
    }
}

void bsim_fit_below(struct fit_field *f, const struct fit_model *m, struct fit_others *others) {
    add_proportional(f, others);
    add_lower(f, m, others);
    add_shifts(f, others);
}
