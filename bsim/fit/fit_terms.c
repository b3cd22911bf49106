/* fit_terms.c - variables and candidate terms of a fit: products of powers and logarithms of parameters, and their
 * text. Knows nothing of least squares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

enum { MAX_CANDIDATES = 1200 };
/* Points needed to tell a logarithm from a power (MANY), and a square from a product (SOME). */
enum { MANY = 8, SOME = 4 };

double bsim_fit_var_value(const struct fit_var *v, const double *x) {
    switch (v->kind) {
    case FIT_PARAM:
        return x[v->a] - v->shift;
    case FIT_DIFFERENCE:
        return fmax(x[v->a] - x[v->b], 0);
    case FIT_NOT:
        return 1 - x[v->a];
    }
    return 0;
}

double bsim_fit_term_value(const struct fit_basis *basis, const struct fit_term *term, const double *x) {
    double value = 1;
    for (int i = 0; i < basis->nvar; i++) {
        if (term->power2[i] == 0 && term->log_var != i)
            continue;
        double v = bsim_fit_var_value(&basis->var[i], x);
        if (term->power2[i] % 2)
            value *= sqrt(fmax(v, 0)) * pow(v, term->power2[i] / 2);
        else if (term->power2[i])
            value *= pow(v, term->power2[i] / 2);
        if (term->log_var == i)
            value *= log2(1 + fmax(v, 0));
    }
    return value;
}

static char *var_text(const struct fit_var *v, char *const *alias, bool alone, char *buf, size_t size) {
    if (v->kind == FIT_DIFFERENCE)
        snprintf(buf, size, "max(%s-%s,0)", alias[v->a], alias[v->b]);
    else if (v->kind == FIT_NOT)
        snprintf(buf, size, "%s1-%s%s", alone ? "" : "(", alias[v->a], alone ? "" : ")");
    else if (v->shift)
        snprintf(buf, size, "%s%s%+d%s", alone ? "" : "(", alias[v->a], -v->shift, alone ? "" : ")");
    else
        snprintf(buf, size, "%s", alias[v->a]);
    return buf;
}

char *bsim_fit_term_text(const struct fit_basis *basis, const struct fit_term *term, char *const *alias, char *buf,
                         size_t size) {
    size_t at = 0;
    char name[160];
    buf[0] = '\0';
    for (int i = 0; i < basis->nvar && at < size; i++) {
        int p = term->power2[i];
        if (p != 0) {
            at += (size_t)snprintf(buf + at, size - at, "%s%s", at ? "*" : "",
                                   var_text(&basis->var[i], alias, false, name, sizeof name));
            if (p != 2 && at < size)
                at += (size_t)snprintf(buf + at, size - at, "^%g", 0.5 * p);
        }
    }
    if (term->log_var >= 0 && at < size) {
        const struct fit_var *v = &basis->var[term->log_var];
        if (v->kind == FIT_PARAM && v->shift == 0)
            snprintf(buf + at, size - at, "%slog2(1+%s)", at ? "*" : "", alias[v->a]);
        else
            snprintf(buf + at, size - at, "%slog2(1+%s)", at ? "*" : "", var_text(v, alias, false, name, sizeof name));
    }
    if (buf[0] == '\0')
        snprintf(buf, size, "1");
    return buf;
}

static void range_of(const struct fit_block *b, const struct fit_var *v, double *low, double *high) {
    for (int i = 0; i < b->npoint; i++) {
        double x = bsim_fit_var_value(v, b->point[i].x);
        if (i == 0 || x < *low)
            *low = x;
        if (i == 0 || x > *high)
            *high = x;
    }
}

/* The correlation of the logarithms of variable and time, used to rank the variables. */
static double relevance(const struct fit_block *b, const struct fit_var *v) {
    double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0, n = b->npoint;
    for (int i = 0; i < b->npoint; i++) {
        double x = log(1 + fabs(bsim_fit_var_value(v, b->point[i].x))), y = log(b->point[i].time_s + FIT_FLOOR_S);
        sx += x, sy += y, sxx += x * x, syy += y * y, sxy += x * y;
    }
    double d = (n * sxx - sx * sx) * (n * syy - sy * sy);
    return d > 0 ? fabs(n * sxy - sx * sy) / sqrt(d) : 0;
}

/* Whether a - b can help as a variable: it is never negative, it varies, and b varies too (else a shift of a would do).
 */
static bool useful_difference(const struct fit_block *b, const struct fit_var *v) {
    bool varies = false, differs_from_a = false;
    double first = 0;
    for (int i = 0; i < b->npoint; i++) {
        const double *x = b->point[i].x;
        double d = x[v->a] - x[v->b];
        if (d < 0)
            return false;
        if (i == 0)
            first = d;
        varies = varies || d != first;
        differs_from_a = differs_from_a || x[v->b] != b->point[0].x[v->b];
    }
    return varies && differs_from_a;
}

static void add_var(struct fit_basis *basis, struct fit_var v) {
    if (basis->nvar < FIT_MAX_VARS)
        basis->var[basis->nvar++] = v;
}

struct ranked {
    struct fit_var var;
    double relevance;
};

static int more_relevant(const void *a, const void *b) {
    const struct ranked *p = a, *q = b;
    if (fabs(p->relevance - q->relevance) > 1e-9)
        return p->relevance < q->relevance ? 1 : -1;
    return p->var.a - q->var.a;
}

static void make_vars(struct fit_basis *basis, const struct fit_block *b) {
    struct ranked r[FIT_MAX_PARAMS];
    int n = 0;
    for (int i = 0; i < b->nparam + b->ncount; i++) {
        struct fit_var v = {FIT_PARAM, i, 0, 0};
        double low = 0, high = 0;
        range_of(b, &v, &low, &high);
        if (low < high) /* a constant parameter explains nothing */
            r[n++] = (struct ranked){v, relevance(b, &v)};
    }
    qsort(r, (size_t)n, sizeof *r, more_relevant);
    if (n > 8)
        n = 8;
    for (int i = 0; i < n; i++)
        add_var(basis, r[i].var);
    for (int i = 0; i < n && n <= 6 && b->npoint >= MANY; i++)
        for (int j = 0; j < n; j++) {
            struct fit_var v = {FIT_DIFFERENCE, r[i].var.a, r[j].var.a, 0};
            if (i != j && useful_difference(b, &v))
                add_var(basis, v);
        }
    for (int i = 0; i < n; i++) {
        bool flag = true;
        for (int k = 0; k < b->npoint; k++)
            flag = flag && (b->point[k].x[r[i].var.a] == 0 || b->point[k].x[r[i].var.a] == 1);
        if (flag)
            add_var(basis, (struct fit_var){FIT_NOT, r[i].var.a, 0, 0});
    }
    for (int i = 0; i < basis->nvar && b->varies; i++) {
        const struct fit_var *v = &basis->var[i];
        if (v->a >= b->nparam || (v->kind == FIT_DIFFERENCE && v->b >= b->nparam))
            basis->linear |= 1u << i;
    }
}

/* Whether the term is linear in the variables in which it has to be, or has none of them. */
static bool is_linear(const struct fit_basis *basis, const struct fit_term *t) {
    int power2 = 0;
    for (int v = 0; v < basis->nvar; v++)
        if (basis->linear & 1u << v) {
            power2 += t->power2[v];
            if (t->log_var == v)
                return false;
        }
    return power2 == 0 || power2 == 2;
}

/* Whether a term is usable: its values are finite, at least 0, and one is positive; and no root or logarithm is taken
 * of a negative value, for which its text (bsim_fit_term_text) would have no value. */
static bool usable(const struct fit_basis *basis, const struct fit_block *b, const struct fit_term *t) {
    bool positive = false;
    if (!is_linear(basis, t))
        return false;
    for (int i = 0; i < b->npoint; i++) {
        for (int k = 0; k < basis->nvar; k++)
            if ((t->power2[k] % 2 || t->log_var == k) && bsim_fit_var_value(&basis->var[k], b->point[i].x) < 0)
                return false;
        double v = bsim_fit_term_value(basis, t, b->point[i].x);
        if (!(v >= 0) || !isfinite(v))
            return false;
        positive = positive || v > 0;
    }
    return positive;
}

static void add_term(struct fit_basis *basis, const struct fit_block *b, const struct fit_term *t) {
    if (basis->nterm < MAX_CANDIDATES && usable(basis, b, t))
        basis->term[basis->nterm++] = *t;
}

/* Adds all products of `distinct` variables, from number first on, with whole powers up to 3 and the given total
 * degree. */
static void add_products(struct fit_basis *basis, const struct fit_block *b, int degree, int distinct, int first,
                         struct fit_term *t) {
    if (degree == 0 || distinct == 0) {
        if (degree == 0 && distinct == 0)
            add_term(basis, b, t);
        return;
    }
    for (int i = first; i < basis->nvar; i++)
        for (int p = 1; p <= degree - (distinct - 1) && p <= 3; p++) {
            t->power2[i] = (int8_t)(2 * p);
            add_products(basis, b, degree - p, distinct - 1, i + 1, t);
            t->power2[i] = 0;
        }
}

/* Adds each term so far times log2(1 + v) of one of its variables, and log2(1 + v) alone. */
static void add_logarithms(struct fit_basis *basis, const struct fit_block *b) {
    int plain = basis->nterm;
    for (int i = 0; i < plain; i++)
        for (int v = 0; v < basis->nvar; v++) {
            struct fit_term t = basis->term[i];
            bool constant = true;
            for (int k = 0; k < basis->nvar; k++)
                constant = constant && t.power2[k] == 0;
            if (t.power2[v] == 0 && !constant)
                continue;
            if (t.power2[v] > 4 || basis->var[v].kind == FIT_NOT)
                continue;
            t.log_var = (int8_t)v;
            add_term(basis, b, &t);
        }
}

/* Adds powers 1/2 and 3/2, which relate numbers of points to lengths, surfaces and volumes. */
static void add_halves(struct fit_basis *basis, const struct fit_block *b) {
    for (int v = 0; v < basis->nvar; v++)
        for (int p = 1; p <= 3; p += 2) {
            struct fit_term t = {.log_var = -1};
            t.power2[v] = (int8_t)p;
            add_term(basis, b, &t);
        }
}

void bsim_fit_basis_make(struct fit_basis *basis, const struct fit_block *block) {
    *basis = (struct fit_basis){.term = bsim_alloc(MAX_CANDIDATES * sizeof *basis->term)};
    struct fit_term t = {.log_var = -1};
    make_vars(basis, block);
    add_term(basis, block, &t);
    for (int degree = 1; degree <= 3; degree++)
        for (int distinct = degree; distinct >= 1; distinct--)
            if ((degree < 3 || distinct == 3 || basis->nvar <= 8) && (block->npoint >= SOME || distinct == degree))
                add_products(basis, block, degree, distinct, 0, &t);
    for (int degree = 4; degree <= 5 && degree <= basis->nvar && basis->nvar <= 6; degree++)
        add_products(basis, block, degree, degree, 0, &t);
    if (block->npoint >= MANY) {
        add_halves(basis, block);
        add_logarithms(basis, block);
    }
}

void bsim_fit_basis_free(struct fit_basis *basis) {
    bsim_free(basis->term);
    *basis = (struct fit_basis){0};
}
