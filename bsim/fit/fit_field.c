/* fit_field.c - see fit_field.h. */
#include "bsim/fit/fit_field.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"

/* Of n samples, a rival's errors may be exp(LIKELY / n) times those of the formula: the likelihood of errors that are
 * distributed as Laplace's is then 1 / exp(LIKELY) of the formula's. */
static const double LIKELY = 3.0;
/* Errors of the times below this say nothing. */
static const double LEAST_ERROR = 0.002;

int bsim_fit_field_term(struct fit_field *f, const struct fit_term *t) {
    struct fit_basis *basis = &f->basis;
    for (int i = 0; i < basis->nterm; i++)
        if (memcmp(&basis->term[i], t, sizeof *t) == 0)
            return i;
    if (basis->nterm == basis->room) {
        basis->room = 2 * basis->room + 16;
        basis->term = bsim_realloc(basis->term, (size_t)basis->room * sizeof *basis->term);
        f->column = bsim_realloc(f->column, (size_t)basis->room * sizeof *f->column);
    }
    basis->term[basis->nterm] = *t;
    f->column[basis->nterm] = NULL;
    return basis->nterm++;
}

static double *column_of(const struct fit_field *f, int term) {
    if (f->column[term] == NULL) {
        f->column[term] = bsim_alloc((size_t)f->n * sizeof **f->column);
        for (int i = 0; i < f->n; i++)
            f->column[term][i] = bsim_fit_term_value(&f->basis, &f->basis.term[term], f->point[i]->x);
    }
    return f->column[term];
}

/* Fits these terms; returns their mean error. */
static double fit_terms(const struct fit_field *f, const int *term, int n, struct fit_linear *fit) {
    double *column[FIT_MAX_TERMS];
    for (int j = 0; j < n; j++)
        column[j] = column_of(f, term[j]);
    return bsim_fit_quick(fit, n, column, f->n, f->time_s, f->weight);
}

double bsim_fit_field_value(const struct fit_field *f, const int *term, int n, const struct fit_linear *fit,
                            const double *x) {
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += fit->coef[j] * bsim_fit_term_value(&f->basis, &f->basis.term[term[j]], x);
    return sum;
}

void bsim_fit_field_own(struct fit_field *f, struct fit_linear *fit) {
    f->error = fit_terms(f, f->own, f->nown, fit);
}

/* The mean error up to which a formula follows the samples as well as the model's own. */
static double enough_for_rival(const struct fit_field *f) {
    return fmax(f->error, LEAST_ERROR) * exp(LIKELY / f->n);
}

bool bsim_fit_field_rival(struct fit_field *f, int j, int t, int *term, struct fit_linear *fit) {
    for (int i = 0; i < f->nown; i++)
        if (f->own[i] == t)
            return false;
    memcpy(term, f->own, sizeof f->own);
    term[j] = t;
    return fit_terms(f, term, f->nown, fit) <= enough_for_rival(f);
}

struct fit_term bsim_fit_term_moved(struct fit_term t, int from, int to) {
    int8_t power = (int8_t)(from == to ? 0 : t.power[from]);
    t.power[to] = (int8_t)(t.power[to] + power);
    t.power[from] = (int8_t)(t.power[from] - power);
    t.log_var = t.log_var == from ? (int8_t)to : t.log_var;
    return t;
}

struct fit_piece bsim_fit_field_formula(const struct fit_field *f, const struct fit_other *other,
                                        const struct fit_piece *piece) {
    struct fit_piece formula = *piece;
    memcpy(formula.var, f->basis.var, sizeof formula.var);
    formula.nterm = 0;
    for (int j = 0; j < other->n; j++) {
        formula.term[formula.nterm] = f->basis.term[other->term[j]];
        formula.coef[formula.nterm] = other->fit.coef[j];
        formula.nterm += other->fit.coef[j] > 0;
    }
    return formula;
}

void bsim_fit_field_try_within(struct fit_field *f, const int *term, int n, double error, struct fit_others *others) {
    struct fit_other other = {.n = n};
    memcpy(other.term, term, (size_t)n * sizeof *term);
    if (n >= f->n)
        return;
    other.error = fit_terms(f, term, n, &other.fit);
    if (!(other.error <= error))
        return;
    if (others->n == others->room) {
        others->room = 2 * others->room + 8;
        others->at = bsim_realloc(others->at, (size_t)others->room * sizeof *others->at);
    }
    others->at[others->n++] = other;
}

void bsim_fit_field_try(struct fit_field *f, const int *term, int n, struct fit_others *others) {
    bsim_fit_field_try_within(f, term, n, enough_for_rival(f), others);
}

bool bsim_fit_field_make(struct fit_field *f, const struct fit_model *m, int piece, const struct fit_block *b) {
    const struct fit_piece *p = &m->piece[piece];
    const struct fit_point **mine = bsim_alloc(((size_t)b->npoint + 1) * sizeof *mine);
    *f = (struct fit_field){.basis = m->basis};
    for (int i = 0; i < b->npoint; i++)
        if (bsim_fit_piece_of(m, b->point[i].x) == piece)
            mine[f->n++] = &b->point[i];
    f->point = bsim_fit_thin(mine, &f->n);
    bsim_free(mine);
    f->basis.term = NULL;
    f->basis.nterm = f->basis.room = 0;
    memcpy(f->basis.var, p->var, sizeof f->basis.var);
    for (int j = 0; j < p->nterm; j++)
        f->own[f->nown++] = bsim_fit_field_term(f, &p->term[j]);
    f->time_s = bsim_alloc((size_t)(f->n + 1) * sizeof *f->time_s);
    f->weight = bsim_alloc((size_t)(f->n + 1) * sizeof *f->weight);
    for (int i = 0; i < f->n; i++) {
        f->time_s[i] = f->point[i]->time_s;
        f->weight[i] = f->point[i]->weight;
    }
    return f->nown > 0 && f->n > f->nown;
}

void bsim_fit_field_free(struct fit_field *f) {
    for (int t = 0; t < f->basis.nterm; t++)
        bsim_free(f->column[t]);
    bsim_free(f->column);
    bsim_free(f->weight);
    bsim_free(f->time_s);
    bsim_free(f->basis.term);
    bsim_free(f->point);
}
