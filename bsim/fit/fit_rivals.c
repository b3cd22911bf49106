/* fit_rivals.c - formulas that follow the samples of a model as well as its own does, and differ from it beyond them.
 */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* Of n samples, a rival's errors may be exp(LIKELY / n) times those of the formula: the likelihood of errors that are
 * distributed as Laplace's is then 1 / exp(LIKELY) of the formula's. */
static const double LIKELY = 3.0;
/* Errors of the times below this say nothing. */
static const double LEAST_ERROR = 0.002;
/* Formulas are compared so many factors of two beyond the samples. */
enum { DOUBLINGS = 2 };

/* A formula in the last piece of a model, and the samples of that piece. */
struct field {
    struct fit_basis basis; /* with the terms of rivals; its terms are owned */
    const struct fit_point **point;
    int n;
    double *time_s, *weight;
    double **column; /* of each term */
    int own[FIT_MAX_TERMS], nown;
    double error; /* of the formula */
};

static double *column_of(const struct field *f, int term) {
    if (f->column[term] == NULL) {
        f->column[term] = bsim_alloc((size_t)f->n * sizeof **f->column);
        for (int i = 0; i < f->n; i++)
            f->column[term][i] = bsim_fit_term_value(&f->basis, &f->basis.term[term], f->point[i]->x);
    }
    return f->column[term];
}

/* Fits these terms; returns their mean error. */
static double fit_terms(const struct field *f, const int *term, int n, struct fit_linear *fit) {
    double *column[FIT_MAX_TERMS], sum = 0, all = 0;
    for (int j = 0; j < n; j++)
        column[j] = column_of(f, term[j]);
    bsim_fit_solve(fit, n, column, f->n, f->time_s, f->weight, NULL, FIT_QUICK);
    for (int i = 0; i < f->n; i++) {
        double time_s = 0;
        for (int j = 0; j < n; j++)
            time_s += fit->coef[j] * column[j][i];
        sum += f->weight[i] * fmin(fabs(log((time_s + FIT_FLOOR_S) / (f->time_s[i] + FIT_FLOOR_S))), 1);
        all += f->weight[i];
    }
    return all > 0 ? sum / all : 0;
}

static double value_of(const struct field *f, const int *term, int n, const struct fit_linear *fit, const double *x) {
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += fit->coef[j] * bsim_fit_term_value(&f->basis, &f->basis.term[term[j]], x);
    return sum;
}

/* The parameters, by bit, that a term reads. */
static unsigned reads(const struct fit_basis *basis, const struct fit_term *t) {
    unsigned all = 0;
    for (int v = 0; v < basis->nvar; v++)
        if (t->power[v] || t->log_var == v)
            all |= 1u << basis->var[v].a | (bsim_fit_var_has_two(&basis->var[v]) ? 1u << basis->var[v].b : 0);
    return all;
}

static int find_term(struct fit_basis *basis, const struct fit_term *t) {
    for (int i = 0; i < basis->nterm; i++)
        if (memcmp(&basis->term[i], t, sizeof *t) == 0)
            return i;
    basis->term[basis->nterm] = *t;
    return basis->nterm++;
}

/* Terms that grow a little faster or slower than one of the formula, which few samples do not tell from it. */
static void add_near(struct fit_basis *basis, const struct fit_term *t) {
    for (int v = 0; v < basis->nvar; v++) {
        struct fit_term other = *t;
        bool plain = basis->var[v].kind == FIT_PARAM && !(basis->flags >> v & 1) && !(basis->linear >> v & 1);
        if (!plain || t->power[v] <= 0)
            continue;
        other.power[v] = (int8_t)(t->power[v] - FIT_WHOLE / 2);
        find_term(basis, &other);
        other.power[v] = (int8_t)(t->power[v] + FIT_WHOLE / 2);
        find_term(basis, &other);
        if (t->log_var >= 0)
            continue;
        other = *t;
        other.log_var = (int8_t)v;
        other.log_power = 1;
        find_term(basis, &other);
    }
}

/* The samples of a piece, and the terms of its rivals: those that read no other parameters. */
static bool make_field(struct field *f, const struct fit_model *m, int piece, const struct fit_block *b) {
    const struct fit_piece *p = &m->piece[piece];
    const struct fit_point **mine = bsim_alloc(((size_t)b->npoint + 1) * sizeof *mine);
    unsigned used = 0;
    *f = (struct field){.basis = m->basis};
    for (int i = 0; i < b->npoint; i++)
        if (bsim_fit_piece_of(m, b->point[i].x) == piece)
            mine[f->n++] = &b->point[i];
    f->point = bsim_fit_thin(mine, &f->n);
    bsim_free(mine);
    f->basis.term =
        bsim_alloc((size_t)(m->basis.nterm + FIT_MAX_TERMS + FIT_MAX_TERMS * 3 * FIT_MAX_VARS) * sizeof *f->basis.term);
    f->basis.nterm = 0;
    memcpy(f->basis.var, p->var, sizeof f->basis.var);
    for (int j = 0; j < p->nterm; j++)
        used |= reads(&f->basis, &p->term[j]);
    for (int j = 0; j < p->nterm; j++)
        f->own[f->nown++] = find_term(&f->basis, &p->term[j]);
    for (int j = 0; j < p->nterm; j++)
        add_near(&f->basis, &p->term[j]);
    for (int i = 0; i < m->basis.nterm; i++)
        if (!(reads(&m->basis, &m->basis.term[i]) & ~used))
            find_term(&f->basis, &m->basis.term[i]);
    f->time_s = bsim_alloc((size_t)(f->n + 1) * sizeof *f->time_s);
    f->weight = bsim_alloc((size_t)(f->n + 1) * sizeof *f->weight);
    f->column = bsim_alloc((size_t)f->basis.nterm * sizeof *f->column);
    for (int i = 0; i < f->n; i++) {
        f->time_s[i] = f->point[i]->time_s;
        f->weight[i] = f->point[i]->weight;
    }
    return f->nown > 0 && f->n > f->nown;
}

static void free_field(struct field *f) {
    for (int t = 0; t < f->basis.nterm; t++)
        bsim_free(f->column[t]);
    bsim_free(f->column);
    bsim_free(f->weight);
    bsim_free(f->time_s);
    bsim_free(f->basis.term);
    bsim_free(f->point);
}

/* The sample with the largest value of parameter k, of those that take the longest. */
static const struct fit_point *largest(const struct field *f, int k) {
    const struct fit_point *at = f->point[0];
    for (int i = 1; i < f->n; i++)
        if (f->point[i]->x[k] > at->x[k] || (f->point[i]->x[k] == at->x[k] && f->point[i]->time_s > at->time_s))
            at = f->point[i];
    return at;
}

/* The power of parameter k with which parameter i grows in the samples; 0 where it hardly goes with k. */
static double goes_with(const struct field *f, int i, int k) {
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
static void compare(const struct field *f, const struct far *far, int j, int t, double *apart) {
    struct fit_linear fit;
    int term[FIT_MAX_TERMS], n = f->nown;
    memcpy(term, f->own, sizeof term);
    for (int i = 0; i < n; i++)
        if (term[i] == t)
            return;
    term[j] = t;
    double error = fit_terms(f, term, n, &fit);
    if (!(error <= fmax(f->error, LEAST_ERROR) * exp(LIKELY / f->n)))
        return;
    for (int i = 0; i < far->n; i++) {
        double there = value_of(f, term, n, &fit, far->x[i]), here = value_of(f, term, n, &fit, far->top[i]->x);
        double ratio = fabs(log((there / here) / (far->own[i] / far->own_at[i])));
        if (isfinite(ratio))
            apart[far->param[i]] = fmax(apart[far->param[i]], ratio / DOUBLINGS);
    }
}

/* Goes DOUBLINGS beyond the largest value of each parameter that varies; parameters that go with it go along. */
static void go_far(struct far *far, const struct field *f, const struct fit_model *m, int nparam) {
    struct fit_linear fit;
    fit_terms(f, f->own, f->nown, &fit);
    for (int k = 0; k < nparam; k++) {
        const struct fit_point *at = largest(f, k);
        if (!(at->x[k] > 0) || m->low[k] == m->high[k])
            continue;
        for (int i = 0; i < nparam; i++)
            far->x[far->n][i] = at->x[i] * exp2(DOUBLINGS * goes_with(f, i, k));
        far->top[far->n] = at;
        far->own[far->n] = value_of(f, f->own, f->nown, &fit, far->x[far->n]);
        far->own_at[far->n] = value_of(f, f->own, f->nown, &fit, at->x);
        far->param[far->n++] = k;
    }
}

void bsim_fit_rivals(const struct fit_model *m, const struct fit_block *b, double *apart) {
    struct field f;
    struct far far = {0};
    struct fit_linear fit;
    int nparam = b->nparam + b->ncount;
    for (int k = 0; k < nparam; k++)
        apart[k] = 0;
    if (b->npoint == 0 || m->npiece == 0)
        return;
    if (make_field(&f, m, m->npiece - 1, b)) {
        f.error = fit_terms(&f, f.own, f.nown, &fit);
        go_far(&far, &f, m, nparam);
        for (int j = 0; j < f.nown && far.n > 0; j++)
            for (int t = 0; t < f.basis.nterm; t++)
                compare(&f, &far, j, t, apart);
    }
    free_field(&f);
}
