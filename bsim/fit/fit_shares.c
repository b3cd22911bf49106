/* fit_shares.c - formulas of a whole and of a rank's share of it, of which the samples had two shares, as with one rank
 * and with two. Sums of whole*share, whole^2 and share^2 then follow one another but for what remainders make of them,
 * and are far apart at the share of the ninth rank. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_field.h"

/* NEAR: shares that are nearer count as one. FOLLOWS: how far a formula may be from the samples, in the mean. What
 * remainders make of a product is no more than this. SIMPLE: how far one with fewer terms may be to be taken instead.
 */
static const double NEAR = 1.15, FOLLOWS = 0.05, SIMPLE = 0.03;
/* DEGREE: of products of the two. COMBINATIONS: formulas that are tried. */
enum { DEGREE = 3, COMBINATIONS = 256 };

/* Whether parameter b is one of two shares of parameter a in each sample, and both occur. */
static bool has_two_shares(const struct fit_field *f, int a, int b) {
    double low = HUGE_VAL, high = 0;
    for (int i = 0; i < f->n; i++) {
        const double *x = f->point[i]->x;
        if (!(x[a] > 0) || !(x[b] > 0) || x[b] > x[a])
            return false;
        low = fmin(low, x[b] / x[a]);
        high = fmax(high, x[b] / x[a]);
    }
    for (int i = 0; i < f->n; i++) {
        double share = f->point[i]->x[b] / f->point[i]->x[a];
        if (share > low * NEAR && share < high / NEAR)
            return false;
    }
    return high > low * NEAR * NEAR;
}

/* The variable that is the parameter itself, less a small number or not; -1: there is none. */
static int variable_of(const struct fit_basis *basis, int param) {
    for (int v = 0; v < basis->nvar; v++)
        if (basis->var[v].kind == FIT_PARAM && basis->var[v].a == param)
            return v;
    return -1;
}

/* Whether a variable is made of the two parameters alone. */
static bool is_of(const struct fit_var *v, int a, int b) {
    bool one = v->kind == FIT_PARAM && (v->a == a || v->a == b);
    return one || (v->kind == FIT_DIFFERENCE && ((v->a == a && v->b == b) || (v->a == b && v->b == a)));
}

/* The degree of a term in the two parameters together; -1: it is not whole, or a logarithm has one of them. */
static int degree_of(const struct fit_basis *basis, const struct fit_term *t, int a, int b) {
    int sum = 0;
    for (int v = 0; v < basis->nvar; v++) {
        if (!is_of(&basis->var[v], a, b))
            continue;
        if (t->power[v] < 0 || t->power[v] % FIT_WHOLE != 0 || t->log_var == v)
            return -1;
        sum += t->power[v] / FIT_WHOLE;
    }
    return sum;
}

/* The term with the first of the two variables to the power i, and the second to what is left of the degree. */
static struct fit_term split(const struct fit_basis *basis, struct fit_term t, const int *var, int degree, int i) {
    for (int v = 0; v < basis->nvar; v++)
        if (is_of(&basis->var[v], basis->var[var[0]].a, basis->var[var[1]].a))
            t.power[v] = 0;
    t.power[var[0]] = (int8_t)(i * FIT_WHOLE);
    t.power[var[1]] = (int8_t)((degree - i) * FIT_WHOLE);
    return t;
}

/* How many terms, or pairs of them, may be in the place of one of that degree. */
static int ways(int degree) {
    return degree > 0 ? (degree + 1) * (degree + 2) / 2 : 1;
}

/* The powers of the first variable in way number w; the second one is below 0 if it is a single term. */
static void powers_of(int degree, int w, int *power) {
    if (w <= degree) {
        power[0] = w;
        power[1] = -1;
        return;
    }
    w -= degree + 1;
    for (power[0] = 0; w >= degree - power[0]; power[0]++)
        w -= degree - power[0];
    power[1] = power[0] + 1 + w;
}

static int add_term(int *term, int n, int t) {
    for (int k = 0; k < n; k++)
        if (term[k] == t)
            return n;
    term[n] = t;
    return n + 1;
}

/* Formulas whose terms have other powers of the two, of the same degree, or two of them. */
static void try_shares(struct fit_field *f, const int *var, struct fit_others *others) {
    int degree[FIT_MAX_TERMS], all = 1, most = 0;
    for (int j = 0; j < f->nown; j++) {
        degree[j] = degree_of(&f->basis, &f->basis.term[f->own[j]], f->basis.var[var[0]].a, f->basis.var[var[1]].a);
        most = degree[j] > most ? degree[j] : most;
        all *= all > COMBINATIONS ? 1 : ways(degree[j]);
    }
    for (int c = 0; c < all && most > 1 && most <= DEGREE && all <= COMBINATIONS; c++) {
        int term[2 * FIT_MAX_TERMS], n = 0;
        for (int j = 0, rest = c; j < f->nown; j++) {
            int power[2] = {-1, -1};
            if (degree[j] > 0)
                powers_of(degree[j], rest % ways(degree[j]), power);
            else
                n = add_term(term, n, f->own[j]);
            rest /= ways(degree[j]);
            for (int k = 0; k < 2 && power[k] >= 0; k++) {
                struct fit_term t = split(&f->basis, f->basis.term[f->own[j]], var, degree[j], power[k]);
                n = add_term(term, n, bsim_fit_field_term(f, &t));
            }
        }
        if (n <= FIT_MAX_TERMS)
            bsim_fit_field_try_within(f, term, n, FOLLOWS, others);
    }
}

void bsim_fit_shares(struct fit_field *f, const struct fit_block *b, struct fit_others *others) {
    for (int whole = 0; whole < b->nparam; whole++)
        for (int share = 0; share < b->nparam; share++) {
            const int var[] = {variable_of(&f->basis, whole), variable_of(&f->basis, share)};
            if (whole != share && var[0] >= 0 && var[1] >= 0 && has_two_shares(f, whole, share))
                try_shares(f, var, others);
        }
}

/* The terms of a formula that count. */
static int terms_of(const struct fit_linear *fit) {
    int n = 0;
    for (int j = 0; j < fit->n; j++)
        n += fit->coef[j] > 0;
    return n;
}

void bsim_fit_simpler_shares(struct fit_model *m, const struct fit_block *b) {
    for (int i = 0; i < m->npiece && b->nparam > 1; i++) {
        struct fit_field f;
        struct fit_linear fit;
        struct fit_others others = {0};
        if (bsim_fit_field_make(&f, m, i, b)) {
            const struct fit_other *best = NULL;
            bsim_fit_field_own(&f, &fit);
            bsim_fit_shares(&f, b, &others);
            for (int k = 0; k < others.n; k++)
                if (terms_of(&others.at[k].fit) < terms_of(&fit) && others.at[k].error <= SIMPLE &&
                    (best == NULL || others.at[k].error < best->error))
                    best = &others.at[k];
            if (best) {
                m->piece[i] = bsim_fit_field_formula(&f, best, &m->piece[i]);
                bsim_fit_own_errors(m, b);
            }
        }
        bsim_free(others.at);
        bsim_fit_field_free(&f);
    }
}
