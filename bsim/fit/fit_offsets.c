/* fit_offsets.c - times with a part that begins behind a number of rounds, as of loops in `if (k > 8)`, and times with
 * whole logarithms, as those of a merge sort, whose rounds are ceil(log2(n)). No sum of products with positive
 * coefficients follows them: what is near in the samples is far beyond them. Tried where the formula leaves an error
 * that one more term of this kind takes away. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* LEAST: samples. VALUES: different ones of the parameter, and of one that has an offset. MOST: variables that are
 * tried. SHIFTS: offsets that all variables are tried with (fit_select.c). */
enum { LEAST = 6, VALUES = 3, OFFSET_VALUES = 5, MOST = 8, SHIFTS = 2 };
/* Nothing is sought where the error is below exact. A term must leave the part `clearly` of it. */
static const double exact = 2e-3, clearly = 0.5;
/* An offset that is less of the smallest value counts nowhere. */
static const double little = 0.05;
/* Of models that are as near, the one with fewer terms is taken; nearer than simply is near enough. */
static const double simply = 1e-3, by_term = 0.1;

/* The formula of a model with one piece, and its samples. */
struct formula {
    const struct fit_model *m;
    const struct fit_block *b;
    struct fit_basis basis; /* its terms are not owned */
    double *time_s, *weight, *column[FIT_MAX_TERMS];
    int n;
    double error;
};

static double value_of(const struct formula *f, const struct fit_term *t, int sample) {
    return bsim_fit_term_value(&f->basis, t, f->b->point[sample].x);
}

/* Fits n columns; returns the mean error. */
static double fit_columns(const struct formula *f, int n, struct fit_linear *fit) {
    return bsim_fit_quick(fit, n, f->column, f->b->npoint, f->time_s, f->weight);
}

/* plain: with the parameters as they are. Other offsets may stand for the one that is sought. */
static void take(struct formula *f, const struct fit_model *m, const struct fit_block *b, bool plain) {
    const struct fit_piece *p = &m->piece[0];
    struct fit_linear fit;
    size_t room = (size_t)b->npoint + 1;
    *f = (struct formula){.m = m, .b = b, .basis = m->basis, .n = p->nterm};
    if (!plain)
        memcpy(f->basis.var, p->var, sizeof f->basis.var);
    f->time_s = bsim_alloc((2 + FIT_MAX_TERMS) * room * sizeof *f->time_s);
    f->weight = f->time_s + room;
    for (int j = 0; j < FIT_MAX_TERMS; j++)
        f->column[j] = f->time_s + (size_t)(2 + j) * room;
    for (int i = 0; i < b->npoint; i++) {
        f->time_s[i] = b->point[i].time_s;
        f->weight[i] = b->point[i].weight;
        for (int j = 0; j < f->n; j++)
            f->column[j][i] = value_of(f, &p->term[j], i);
    }
    f->error = fit_columns(f, f->n, &fit);
}

static int values_of(const struct fit_block *b, int param) {
    int n;
    bsim_free(bsim_fit_values(b, param, &n));
    return n;
}

/* Whether whole numbers from 1 on, of which none chooses code. */
static bool is_size(const struct fit_block *b, int param) {
    int n;
    double *value = bsim_fit_values(b, param, &n);
    bool size = n >= VALUES && value[0] >= 1 && !bsim_fit_is_case(b->param[param]);
    for (int i = 0; i < n; i++)
        size = size && value[i] == rint(value[i]);
    bsim_free(value);
    return size;
}

static void set_column(struct formula *f, int column, const struct fit_term *t, double factor) {
    for (int i = 0; i < f->b->npoint; i++)
        f->column[column][i] = factor * value_of(f, t, i);
}

/* The number from which on term j, which goes with variable v, would have to count that: the formula with what it then
 * has less. A logarithm of v may only have stood for that. 0: the samples are no nearer. */
static double offset_of(struct formula *f, int j, int v) {
    const struct fit_term *own = &f->m->piece[0].term[j];
    struct fit_term whole = *own, less;
    struct fit_linear fit;
    if (own->power[v] < FIT_WHOLE)
        return 0;
    if (own->log_var == v)
        whole.log_var = -1, whole.log_power = 0;
    less = whole;
    less.power[v] = (int8_t)(less.power[v] - FIT_WHOLE);
    set_column(f, j, &whole, 1);
    set_column(f, f->n, &less, -1);
    double error = fit_columns(f, f->n + 1, &fit);
    set_column(f, j, own, 1);
    if (error > clearly * f->error || !(fit.coef[j] > 0))
        return 0;
    return fit.coef[f->n] / fit.coef[j] + f->basis.var[v].shift;
}

/* Whether the samples are nearer to the formula if a term goes with the whole logarithm of parameter p. */
static bool has_levels(struct formula *f, int p) {
    struct fit_var levels = {.kind = FIT_LEVELS, .a = p};
    for (int j = 0; j < f->n; j++) {
        struct fit_term t = f->m->piece[0].term[j];
        struct fit_linear fit;
        if (t.log_var >= 0 && f->basis.var[t.log_var].a == p)
            t.log_var = -1, t.log_power = 0;
        for (int i = 0; i < f->b->npoint; i++)
            f->column[f->n][i] = value_of(f, &t, i) * bsim_fit_var_value(&levels, f->b->point[i].x);
        if (fit_columns(f, f->n + 1, &fit) <= clearly * f->error)
            return true;
    }
    return false;
}

/* Adds a variable to n ones, if there is room; their number. */
static int add(struct fit_var *var, int n, struct fit_var v) {
    for (int k = 0; k < n; k++)
        if (memcmp(&var[k], &v, sizeof v) == 0)
            return n;
    if (n < MOST)
        var[n++] = v;
    return n;
}

/* Adds the variables of parameter p that are worth a trial to n ones; their number. */
static int variables(struct formula *f, int p, struct fit_var *var, int n) {
    if (has_levels(f, p))
        n = add(var, n, (struct fit_var){.kind = FIT_LEVELS, .a = p});
    for (int v = 0; v < f->basis.nvar && values_of(f->b, p) >= OFFSET_VALUES; v++)
        for (int j = 0; j < f->n && f->basis.var[v].kind == FIT_PARAM && f->basis.var[v].a == p; j++) {
            double from = floor(offset_of(f, j, v));
            for (int more = 0; more < 2; more++)
                if (from + more > fmax(SHIFTS, little * f->m->low[p]) && from + more < f->m->high[p])
                    n = add(var, n, (struct fit_var){.kind = FIT_OVER, .a = p, .shift = (int)from + more});
        }
    return n;
}

/* How far a model is from the left-out samples; a term more must lower it. */
static double badness(const struct fit_model *m) {
    return (m->error_median + simply) * (1 + by_term * bsim_fit_model_terms(m));
}

/* Gives a model the errors of the one that it replaces. It was chosen of several by the samples that are to tell its
 * errors, so these tell them only where it is exact. */
static void keep_errors(struct fit_model *m, const struct fit_model *before) {
    m->error_median = before->error_median;
    m->error_max = fmax(m->error_max, before->error_max);
    m->nnear = before->nnear;
    memcpy(m->near, before->near, sizeof m->near);
}

/* Replaces m by the best model with one of the variables besides, if it is much nearer. */
static void try_each(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point,
                     const struct fit_var *var, int n) {
    struct fit_model best = {0};
    for (int k = 0; k < n; k++) {
        struct fit_model next = bsim_fit_with_vars(m, b, point, &var[k], 1);
        bool nearer = next.error_median < clearly * m->error_median &&
                      bsim_fit_error_of_sum(&next, point, b->npoint) <= bsim_fit_error_of_sum(m, point, b->npoint);
        if (nearer && (best.npiece == 0 || badness(&next) < badness(&best))) {
            bsim_fit_basis_free(&best.basis);
            best = next;
        } else {
            bsim_fit_basis_free(&next.basis);
        }
    }
    if (best.npiece == 0)
        return;
    if (best.error_median > exact)
        keep_errors(&best, m);
    bsim_fit_basis_free(&m->basis);
    *m = best;
}

void bsim_fit_offsets(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_var var[MOST];
    struct formula f;
    int n = 0;
    if (b->npoint < LEAST || m->npiece != 1 || m->piece[0].nterm == 0 || m->piece[0].nterm == FIT_MAX_TERMS ||
        !(m->error_median > exact))
        return;
    for (int plain = 0; plain < 2; plain++) {
        take(&f, m, b, plain);
        for (int p = 0; p < b->nparam; p++)
            n = is_size(b, p) ? variables(&f, p, var, n) : n;
        bsim_free(f.time_s);
    }
    try_each(m, b, point, var, n);
}
