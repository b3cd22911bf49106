/* fit_terms.c - variables and candidate terms of a fit: products of powers and logarithms of parameters, and their
 * text. Knows nothing of least squares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

enum { MAX_CANDIDATES = 1200, MAX_WITH_KINDS = 2400, MAX_QUANTITIES = 16 };
/* Points needed to tell a logarithm from a power, with one parameter (ENOUGH) and with more of them (MANY), and a
 * square from a product (SOME). */
enum { ENOUGH = 5, MANY = 8, SOME = 4 };
/* A point is the mean of several runs mostly: how far it is off, in parts of how far a run is. */
static const double of_several_runs = 0.5;

double bsim_fit_var_value(const struct fit_var *v, const double *x) {
    switch (v->kind) {
    case FIT_PARAM:
        return x[v->a] - v->shift;
    case FIT_DIFFERENCE:
        return fmax(x[v->a] - x[v->b], 0);
    case FIT_LEAST:
        return fmin(x[v->a], x[v->b]);
    case FIT_MOST:
        return fmax(x[v->a], x[v->b]);
    case FIT_ONCE:
        return fmin(x[v->a], 1);
    case FIT_INVERSE:
        return 1 / fmax(x[v->a], 1);
    case FIT_OVER:
        return fmax(x[v->a] - v->shift, 0);
    case FIT_FROM:
        return fmax(x[v->a] - v->shift, x[v->a] * (v->b - v->shift) / v->b);
    case FIT_LEVELS:
        return ceil(log2(fmax(x[v->a], 1)));
    case FIT_NOT:
        return v->shift ? fmax(1 - x[v->a], 0) : 1 - x[v->a];
    case FIT_IS:
        return x[v->a] == v->shift;
    case FIT_REST:
        return fmod(x[v->a], v->b);
    case FIT_REST_IS:
        return fmod(x[v->a], v->b) == v->shift;
    case FIT_REST_NOT:
        return fmod(x[v->a], v->b) != v->shift;
    case FIT_REST_FROM:
        return fmod(x[v->a], v->b) >= v->shift;
    case FIT_REST_BELOW:
        return fmod(x[v->a], v->b) < v->shift;
    case FIT_EXPONENTIAL:
        return exp(1e-3 * v->shift * x[v->a]);
    case FIT_EITHER:
        return x[v->a] > 0 || x[v->b] > 0;
    case FIT_BESIDE:
        return fmax(x[v->a] - fmax(x[v->b], x[v->shift]), 0);
    }
    return 0;
}

/* v to a power in twelfths; whole powers and square roots are exact. */
static double power_of(double v, int power) {
    int whole = power / FIT_WHOLE, rest = power % FIT_WHOLE;
    double value = 1;
    for (int i = 0; i < whole; i++)
        value *= v;
    if (rest == FIT_WHOLE / 2)
        value *= sqrt(fmax(v, 0));
    else if (rest)
        value *= pow(fmax(v, 0), (double)rest / FIT_WHOLE);
    return value;
}

double bsim_fit_term_value(const struct fit_basis *basis, const struct fit_term *term, const double *x) {
    double value = 1;
    for (int i = 0; i < basis->nvar; i++) {
        if (term->power[i] == 0 && term->log_var != i)
            continue;
        double v = bsim_fit_var_value(&basis->var[i], x);
        value *= power_of(v, term->power[i]);
        for (int k = 0; term->log_var == i && k < term->log_power; k++)
            value *= log2(1 + fmax(v, 0));
    }
    return value;
}

static char *var_text(const struct fit_var *v, char *const *alias, bool alone, char *buf, size_t size) {
    static const char *const compares[] = {"==", "!=", ">=", "<"};
    const char *open = alone ? "" : "(", *close = alone ? "" : ")";
    switch (v->kind) {
    case FIT_DIFFERENCE:
        snprintf(buf, size, "max(%s-%s,0)", alias[v->a], alias[v->b]);
        break;
    case FIT_LEAST:
    case FIT_MOST:
        snprintf(buf, size, "%s(%s,%s)", v->kind == FIT_LEAST ? "min" : "max", alias[v->a], alias[v->b]);
        break;
    case FIT_FROM:
        snprintf(buf, size, "max(%s-%d,%.6g*%s)", alias[v->a], v->shift, (double)(v->b - v->shift) / v->b, alias[v->a]);
        break;
    case FIT_OVER:
        snprintf(buf, size, "max(%s-%d,0)", alias[v->a], v->shift);
        break;
    case FIT_LEVELS:
        snprintf(buf, size, "ceil(log2(max(%s,1)))", alias[v->a]);
        break;
    case FIT_NOT:
        if (v->shift)
            snprintf(buf, size, "max(1-%s,0)", alias[v->a]);
        else
            snprintf(buf, size, "%s1-%s%s", open, alias[v->a], close);
        break;
    case FIT_ONCE:
        snprintf(buf, size, "min(%s,1)", alias[v->a]);
        break;
    case FIT_IS:
        snprintf(buf, size, "(%s==%d)", alias[v->a], v->shift);
        break;
    case FIT_REST:
        snprintf(buf, size, "mod(%s,%d)", alias[v->a], v->b);
        break;
    case FIT_REST_IS:
    case FIT_REST_NOT:
    case FIT_REST_FROM:
    case FIT_REST_BELOW:
        snprintf(buf, size, "(mod(%s,%d)%s%d)", alias[v->a], v->b, compares[v->kind - FIT_REST_IS], v->shift);
        break;
    case FIT_EXPONENTIAL:
        snprintf(buf, size, "exp(%g*%s)", 1e-3 * v->shift, alias[v->a]);
        break;
    case FIT_EITHER:
        snprintf(buf, size, "(max(%s,%s)>0)", alias[v->a], alias[v->b]);
        break;
    case FIT_BESIDE:
        snprintf(buf, size, "max(%s-max(%s,%s),0)", alias[v->a], alias[v->b], alias[v->shift]);
        break;
    case FIT_INVERSE: /* behind a factor, or a 1 */
        snprintf(buf, size, "/max(%s,1)", alias[v->a]);
        break;
    case FIT_PARAM:
        if (v->shift)
            snprintf(buf, size, "%s%s%+d%s", open, alias[v->a], -v->shift, close);
        else
            snprintf(buf, size, "%s", alias[v->a]);
    }
    return buf;
}

char *bsim_fit_term_text(const struct fit_basis *basis, const struct fit_term *term, char *const *alias, char *buf,
                         size_t size) {
    size_t at = 0;
    char name[160];
    buf[0] = '\0';
    for (int i = 0; i < basis->nvar && at < size; i++) {
        int p = term->power[i];
        if (p == 0)
            continue;
        const char *before = basis->var[i].kind == FIT_INVERSE ? (at ? "" : "1") : at ? "*" : "";
        at += (size_t)snprintf(buf + at, size - at, "%s%s", before,
                               var_text(&basis->var[i], alias, false, name, sizeof name));
        if (p == FIT_WHOLE || at >= size)
            continue;
        if (2 * p % FIT_WHOLE == 0)
            at += (size_t)snprintf(buf + at, size - at, "^%g", (double)p / FIT_WHOLE);
        else
            at += (size_t)snprintf(buf + at, size - at, "^(%d/3)", 3 * p / FIT_WHOLE);
    }
    if (term->log_var >= 0 && at < size) {
        at += (size_t)snprintf(
            buf + at, size - at, "%slog2(1+%s)", at ? "*" : "",
            var_text(&basis->var[term->log_var], alias, basis->var[term->log_var].shift == 0, name, sizeof name));
        if (term->log_power > 1 && at < size)
            snprintf(buf + at, size - at, "^%d", term->log_power);
    }
    if (buf[0] == '\0')
        snprintf(buf, size, "1");
    return buf;
}

int bsim_fit_term_oddity(const struct fit_basis *basis, const struct fit_term *term) {
    int odd = term->log_power + (term->log_power > 1);
    for (int i = 0; i < basis->nvar; i++) {
        int part = term->power[i] % FIT_WHOLE;
        odd += term->power[i] && (basis->var[i].kind == FIT_LEAST || basis->var[i].kind == FIT_MOST ||
                                  basis->var[i].kind == FIT_EXPONENTIAL || basis->var[i].kind == FIT_OVER ||
                                  basis->var[i].kind == FIT_LEVELS);
        odd += part == 0 ? 0 : part == FIT_WHOLE / 2 ? 2 : 3;
    }
    return odd;
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

bool bsim_fit_is_comparison(const char *param) {
    static const char signs[] = "=!&|<>";
    if (param && strstr(param, "rounds "))
        return false;
    for (const char *p = param ? strpbrk(param, signs) : NULL; p; p = strpbrk(p, signs)) {
        size_t n = strspn(p, signs);
        bool member = *p == '>' && p > param && p[-1] == '-';
        bool bits = n == 1 ? *p == '&' || *p == '|' : n == 2 && p[0] == p[1] && (*p == '<' || *p == '>');
        if (!member && !bits)
            return true;
        p += n;
    }
    return false;
}

/* Whether a parameter is a truth value: 0 or 1 in all samples. */
bool bsim_fit_is_flag(const struct fit_block *b, int param) {
    for (int k = 0; k < b->npoint; k++)
        if (b->point[k].x[param] != 0 && b->point[k].x[param] != 1)
            return false;
    return true;
}

bool bsim_fit_is_number_to_one(const struct fit_block *b, int param) {
    return bsim_fit_is_flag(b, param) && !bsim_fit_is_comparison(b->param[param]);
}

/* Whether a - b can help as a variable: one of them is no truth value if the other is none; it is never negative, it
 * varies, and b varies too (else a shift of a would do).
 */
static bool useful_difference(const struct fit_block *b, const struct fit_var *v) {
    bool varies = false, differs_from_a = false;
    double first = 0;
    if (bsim_fit_is_flag(b, v->a) != bsim_fit_is_flag(b, v->b))
        return false;
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

/* Whether the smaller or larger of two parameters can help as a variable: each of them is the smaller one in a sixth of
 * the points. */
static bool useful_extreme(const struct fit_block *b, int i, int j) {
    int below = 0, above = 0;
    if (bsim_fit_is_flag(b, i) != bsim_fit_is_flag(b, j))
        return false;
    for (int k = 0; k < b->npoint; k++) {
        below += b->point[k].x[i] < b->point[k].x[j];
        above += b->point[k].x[i] > b->point[k].x[j];
    }
    return 6 * below >= b->npoint && 6 * above >= b->npoint;
}

static void add_var(struct fit_basis *basis, struct fit_var v) {
    if (basis->nvar < MAX_QUANTITIES)
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

/* The powers of the n parameters r in the power law that is nearest to the times, by least squares of logarithms. False
 * if the samples do not tell them, or a parameter has values below 1. */
static bool power_law(const struct fit_block *b, const struct ranked *r, int n, double *power) {
    enum { MOST = 8 };
    double a[MOST + 1][MOST + 2] = {{0}}, row[MOST + 2];
    for (int k = 0; k < b->npoint; k++) {
        row[0] = 1;
        for (int i = 0; i < n; i++)
            row[1 + i] = log(b->point[k].x[r[i].var.a]);
        row[1 + n] = log(b->point[k].time_s + FIT_FLOOR_S);
        for (int i = 0; i <= n; i++)
            for (int j = 0; j <= n + 1; j++)
                a[i][j] += row[i] * row[j];
    }
    for (int i = 0; i <= n; i++) { /* Gauss and Jordan; the matrix is positive definite */
        double pivot = a[i][i];
        if (!(pivot > 1e-6 * b->npoint) || !isfinite(pivot))
            return false;
        for (int j = 0; j <= n + 1; j++)
            a[i][j] /= pivot;
        for (int k = 0; k <= n; k++)
            for (int j = n + 1; k != i && j >= i; j--)
                a[k][j] -= a[k][i] * a[i][j];
    }
    for (int i = 0; i < n; i++)
        power[i] = a[1 + i][n + 1];
    return true;
}

/* Variables that are made of two parameters. */
static void add_pairs(struct fit_basis *basis, const struct fit_block *b, const struct ranked *r, int n) {
    for (int i = 0; i < n && n <= 6; i++)
        for (int j = 0; j < n; j++) {
            struct fit_var v = {FIT_DIFFERENCE, r[i].var.a, r[j].var.a, 0};
            if (i != j && useful_difference(b, &v))
                add_var(basis, v);
        }
    for (int i = 0; i < n && n <= 3; i++)
        for (int j = 0; j < i; j++)
            if (useful_extreme(b, r[i].var.a, r[j].var.a)) {
                add_var(basis, (struct fit_var){FIT_LEAST, r[j].var.a, r[i].var.a, 0});
                add_var(basis, (struct fit_var){FIT_MOST, r[j].var.a, r[i].var.a, 0});
            }
}

/* Whether a parameter is 1 or more in all samples. */
static bool is_divisor(const struct fit_block *b, int param) {
    for (int k = 0; k < b->npoint; k++)
        if (b->point[k].x[param] < 1)
            return false;
    return true;
}

/* 1 by each parameter with which the times clearly fall: a share of something. Those that are 0, as the number of a
 * rank, are no part of the power law that tells it. */
static void add_inverses(struct fit_basis *basis, const struct fit_block *b, const struct ranked *r, int n) {
    static const double falls = -0.3;
    struct ranked divisor[FIT_MAX_PARAMS];
    double power[8];
    int many = 0;
    for (int i = 0; i < n; i++)
        if (is_divisor(b, r[i].var.a))
            divisor[many++] = r[i];
    if (many == 0 || !power_law(b, divisor, many, power))
        return;
    for (int i = 0; i < many; i++)
        if (power[i] < falls)
            add_var(basis, (struct fit_var){FIT_INVERSE, divisor[i].var.a, 0, 0});
}

bool bsim_fit_var_has_two(const struct fit_var *v) {
    return v->kind == FIT_DIFFERENCE || v->kind == FIT_LEAST || v->kind == FIT_MOST || v->kind == FIT_EITHER ||
           v->kind == FIT_BESIDE;
}

unsigned bsim_fit_term_reads(const struct fit_basis *basis, const struct fit_term *t) {
    unsigned all = 0;
    for (int v = 0; v < basis->nvar; v++) {
        const struct fit_var *var = &basis->var[v];
        if (t->power[v] || t->log_var == v)
            all |= 1u << var->a | (bsim_fit_var_has_two(var) ? 1u << var->b : 0) |
                   (var->kind == FIT_BESIDE ? 1u << var->shift : 0);
    }
    return all;
}

/* Whether a variable is a small number that had two values, as that of ranks in runs with one and with two. Any power
 * of it follows the samples then, and they are far apart at eight. */
static bool is_one_of_two(const struct fit_block *b, const struct fit_var *v) {
    enum { SMALL = 2 };
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < b->npoint; i++) {
        low = fmin(low, bsim_fit_var_value(v, b->point[i].x));
        high = fmax(high, bsim_fit_var_value(v, b->point[i].x));
    }
    for (int i = 0; i < b->npoint; i++) {
        double value = bsim_fit_var_value(v, b->point[i].x);
        if (value != low && value != high)
            return false;
    }
    return low > 0 && low <= SMALL;
}

/* without: a parameter that is left out, or -1. */
static void make_vars(struct fit_basis *basis, const struct fit_block *b, int without) {
    struct ranked r[FIT_MAX_PARAMS];
    int n = 0;
    basis->noise = isnan(b->spread_median) ? 0 : of_several_runs * b->spread_median;
    for (int i = 0; i < b->nparam + b->ncount; i++) {
        struct fit_var v = {FIT_PARAM, i, 0, 0};
        double low = 0, high = 0;
        range_of(b, &v, &low, &high);
        if (low < high && i != without) /* a constant parameter explains nothing */
            r[n++] = (struct ranked){v, relevance(b, &v)};
    }
    qsort(r, (size_t)n, sizeof *r, more_relevant);
    if (n > 8)
        n = 8;
    for (int i = 0; i < n; i++)
        add_var(basis, r[i].var);
    if (b->npoint >= MANY) {
        add_inverses(basis, b, r, n);
        add_pairs(basis, b, r, n);
    }
    for (int i = 0; i < n; i++)
        if (bsim_fit_is_flag(b, r[i].var.a))
            add_var(basis, (struct fit_var){FIT_NOT, r[i].var.a, 0, bsim_fit_is_number_to_one(b, r[i].var.a)});
    for (int i = 0; i < basis->nvar; i++)
        if (basis->var[i].kind == FIT_NOT || (basis->var[i].kind == FIT_PARAM && bsim_fit_is_flag(b, basis->var[i].a)))
            basis->flags |= 1u << i;
    for (int i = 0; i < basis->nvar; i++)
        if (is_one_of_two(b, &basis->var[i]))
            basis->few |= 1u << i;
    for (int i = 0; i < basis->nvar && b->varies; i++) {
        const struct fit_var *v = &basis->var[i];
        if (v->a >= b->nparam || (bsim_fit_var_has_two(v) && v->b >= b->nparam))
            basis->linear |= 1u << i;
    }
}

/* Whether the term is linear in the variables in which it has to be, or has none of them. The smaller or larger of two
 * and 1 by a parameter are not linear. */
static bool is_linear(const struct fit_basis *basis, const struct fit_term *t) {
    int power = 0;
    for (int v = 0; v < basis->nvar; v++)
        if (basis->linear & 1u << v && (t->power[v] || t->log_var == v)) {
            int kind = basis->var[v].kind;
            if (t->log_var == v || kind == FIT_LEAST || kind == FIT_MOST || kind == FIT_INVERSE)
                return false;
            power += t->power[v];
        }
    return power == 0 || power == FIT_WHOLE;
}

/* Whether a term is usable: its values are finite, at least 0, and one is positive; and no root or logarithm is taken
 * of a negative value, for which its text (bsim_fit_term_text) would have no value. */
static bool usable(const struct fit_basis *basis, const struct fit_block *b, const struct fit_term *t) {
    bool positive = false;
    if (!is_linear(basis, t))
        return false;
    for (int i = 0; i < b->npoint; i++) {
        for (int k = 0; k < basis->nvar; k++)
            if ((t->power[k] % FIT_WHOLE || t->log_var == k) && bsim_fit_var_value(&basis->var[k], b->point[i].x) < 0)
                return false;
        double v = bsim_fit_term_value(basis, t, b->point[i].x);
        if (!(v >= 0) || !isfinite(v))
            return false;
        positive = positive || v > 0;
    }
    return positive;
}

/* Whether the term is nothing but 1 by a parameter: such times are no shares of anything, but fall for another reason.
 */
static bool only_inverse(const struct fit_basis *basis, const struct fit_term *t) {
    bool inverse = false, other = t->log_var >= 0;
    for (int i = 0; i < basis->nvar; i++)
        *(basis->var[i].kind == FIT_INVERSE ? &inverse : &other) |= t->power[i] != 0;
    return inverse && !other;
}

static void add_term(struct fit_basis *basis, const struct fit_block *b, const struct fit_term *t) {
    if (basis->nterm < basis->room && !only_inverse(basis, t) && usable(basis, b, t))
        basis->term[basis->nterm++] = *t;
}

/* The greatest power of variable i in the products of a term so far: a variable of two parameters, and 1 by a
 * parameter, go with other parameters only. */
static int highest_power(const struct fit_basis *basis, const struct fit_term *t, int i) {
    const struct fit_var *v = &basis->var[i];
    bool extreme = v->kind == FIT_LEAST || v->kind == FIT_MOST;
    if (basis->flags & 1u << i || basis->few & 1u << i)
        return 1;
    if (!extreme && v->kind != FIT_INVERSE)
        return 3;
    for (int k = 0; k < i; k++) {
        const struct fit_var *u = &basis->var[k];
        if (t->power[k] && (u->a == v->a || (extreme && u->kind != FIT_INVERSE && u->a == v->b)))
            return 0;
    }
    return 1;
}

/* Adds all products of `distinct` variables, from number first to end, with whole powers up to 3 and the given
 * total degree. */
static void add_products(struct fit_basis *basis, const struct fit_block *b, int degree, int distinct, int first,
                         int end, struct fit_term *t) {
    if (degree == 0 || distinct == 0) {
        if (degree == 0 && distinct == 0)
            add_term(basis, b, t);
        return;
    }
    for (int i = first; i < end; i++)
        for (int p = 1; p <= degree - (distinct - 1) && p <= highest_power(basis, t, i); p++) {
            t->power[i] = (int8_t)(p * FIT_WHOLE);
            add_products(basis, b, degree - p, distinct - 1, i + 1, end, t);
            t->power[i] = 0;
        }
}

static bool has_term(const struct fit_basis *basis, const struct fit_term *t) {
    for (int i = 0; i < basis->nterm; i++)
        if (memcmp(basis->term[i].power, t->power, sizeof t->power) == 0)
            return true;
    return false;
}

/* Truth values say whether a part of the work is done, and are no part of its degree: each square or cube of the other
 * variables also goes with one of them, and with two of different parameters. */
static void add_flagged(struct fit_basis *basis, const struct fit_block *b) {
    int plain = basis->nterm;
    for (int i = 0; i < plain; i++) {
        int degree = 0;
        bool flagged = false;
        for (int v = 0; v < basis->nvar; v++) {
            degree += basis->term[i].power[v];
            flagged |= basis->term[i].power[v] && basis->flags & 1u << v;
        }
        for (int v = 0; v < basis->nvar && !flagged && degree >= 2 * FIT_WHOLE; v++)
            for (int w = v; w < basis->nvar && basis->flags & 1u << v; w++) {
                struct fit_term t = basis->term[i];
                t.power[v] = t.power[w] = FIT_WHOLE;
                if (basis->flags & 1u << w && (v == w || basis->var[v].a != basis->var[w].a) && !has_term(basis, &t))
                    add_term(basis, b, &t);
            }
    }
}

/* Adds log2(1 + v) of each variable, its square, and each term so far times such a logarithm: of one of its variables,
 * or, with few variables, of another parameter (a search among v of them for each). */
static void add_logarithms(struct fit_basis *basis, const struct fit_block *b) {
    int plain = basis->nterm;
    for (int i = 0; i < plain; i++)
        for (int v = 0; v < basis->nvar; v++) {
            struct fit_term t = basis->term[i];
            int degree = 0, distinct = 0;
            for (int k = 0; k < basis->nvar; k++) {
                degree += t.power[k];
                distinct += t.power[k] > 0;
            }
            bool other = t.power[v] == 0 && distinct > 0;
            if (other && (basis->nvar > 4 || degree > 2 * FIT_WHOLE || basis->var[v].kind != FIT_PARAM))
                continue;
            if (t.power[v] > 2 * FIT_WHOLE || basis->var[v].kind == FIT_NOT || basis->var[v].kind == FIT_INVERSE)
                continue;
            t.log_var = (int8_t)v;
            t.log_power = 1;
            add_term(basis, b, &t);
            t.log_power = 2;
            if (distinct <= 1 && !other)
                add_term(basis, b, &t);
        }
}

/* Adds roots and other powers that are not whole: 1/2 and 3/2, and thirds, relate numbers of points to lengths,
 * surfaces and volumes. */
static void add_roots(struct fit_basis *basis, const struct fit_block *b) {
    static const int power[] = {6, 18, 4, 8, 16, 20};
    for (size_t p = 0; p < sizeof power / sizeof *power; p++)
        for (int v = 0; v < basis->nvar; v++) {
            struct fit_term t = {.log_var = -1};
            t.power[v] = (int8_t)power[p];
            if ((basis->var[v].kind == FIT_PARAM || basis->var[v].kind == FIT_DIFFERENCE) && !(basis->few & 1u << v))
                add_term(basis, b, &t);
        }
}

/* Whether a variable has values that differ by a factor of eight: in less, few points cannot tell a logarithm from a
 * power or a shift. */
static bool is_wide(const struct fit_block *b, const struct fit_var *v) {
    double low = 0, high = 0;
    range_of(b, v, &low, &high);
    return high >= 8 * low;
}

void bsim_fit_basis_make(struct fit_basis *basis, const struct fit_block *block) {
    bsim_fit_basis_for(basis, block, -1, false);
}

void bsim_fit_basis_for(struct fit_basis *basis, const struct fit_block *block, int without, bool high) {
    *basis = (struct fit_basis){.room = MAX_CANDIDATES, .term = bsim_alloc(MAX_CANDIDATES * sizeof *basis->term)};
    struct fit_term t = {.log_var = -1};
    make_vars(basis, block, without);
    bool single = basis->nvar == 1;
    int simple = basis->nvar; /* variables of large products */
    while (basis->nvar > 6 && simple > 0 && basis->var[simple - 1].kind != FIT_PARAM)
        simple--;
    add_term(basis, block, &t);
    for (int degree = 1; degree <= 3; degree++)
        for (int distinct = degree; distinct >= 1; distinct--)
            if ((degree < 3 || distinct == 3 || basis->nvar <= 8) &&
                (block->npoint >= SOME - single || distinct == degree))
                add_products(basis, block, degree, distinct, 0, basis->nvar, &t);
    for (int degree = 4; degree <= 5 && simple <= 6; degree++)
        for (int distinct = degree; distinct >= (high ? 2 : degree); distinct--)
            if (distinct <= simple)
                add_products(basis, block, degree, distinct, 0, simple, &t);
    if (block->npoint >= SOME)
        add_flagged(basis, block);
    if (block->npoint >= MANY || (single && block->npoint >= ENOUGH && is_wide(block, &basis->var[0]))) {
        add_logarithms(basis, block);
        add_roots(basis, block);
    }
}

/* Whether a term has whole powers alone. */
static bool is_plain(const struct fit_basis *basis, const struct fit_term *t) {
    bool plain = t->log_var < 0;
    for (int v = 0; v < basis->nvar; v++)
        plain = plain && t->power[v] % FIT_WHOLE == 0;
    return plain;
}

void bsim_fit_basis_kinds(struct fit_basis *basis, const struct fit_block *block, const struct fit_var *var, int n) {
    enum { SIMPLE = 60, SIMPLEST = 12 }; /* terms that are tried with each value, and with each two of them */
    int first = basis->nvar, plain = 0, simple[SIMPLE];
    for (int i = 0; i < basis->nterm && plain < SIMPLE; i++)
        if (is_plain(basis, &basis->term[i]))
            simple[plain++] = i;
    for (int k = 0; k < n && basis->nvar < FIT_MAX_VARS; k++) {
        bool flag = var[k].kind == FIT_IS || var[k].kind > FIT_REST;
        basis->flags |= flag ? 1u << basis->nvar : 0;
        basis->var[basis->nvar++] = var[k];
    }
    basis->room = MAX_WITH_KINDS;
    basis->term = bsim_realloc(basis->term, MAX_WITH_KINDS * sizeof *basis->term);
    for (int i = 0; i < plain; i++)
        for (int v = first; v < basis->nvar; v++)
            for (int w = v; w < basis->nvar && (w == v || i < SIMPLEST); w++) {
                struct fit_term t = basis->term[simple[i]];
                t.power[v] = t.power[w] = FIT_WHOLE;
                if (v == w || basis->var[v].a != basis->var[w].a)
                    add_term(basis, block, &t);
            }
}

void bsim_fit_basis_free(struct fit_basis *basis) {
    bsim_free(basis->term);
    *basis = (struct fit_basis){0};
}
