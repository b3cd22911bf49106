/* fit_related.c - parameters of which the samples never vary one without another, or without one of two others: the fit
 * cannot tell on which of them the time depends. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/related.h"
#include "bsim/fit/fit.h"

/* Where whole numbers were rounded (n/3), the relation holds within 1. That tells something only if they differ by much
 * more. */
static const double exact = 1e-9, rounding = 1, much_more = 50;

/* NAMED: relations that a note tells. */
enum { NAMED = 3 };

static double least_of(const struct fit_block *b, int k) {
    double least = HUGE_VAL;
    for (int i = 0; i < b->npoint; i++)
        least = fmin(least, b->point[i].x[k]);
    return least;
}

static double most_of(const struct fit_block *b, int k) {
    double most = -HUGE_VAL;
    for (int i = 0; i < b->npoint; i++)
        most = fmax(most, b->point[i].x[k]);
    return most;
}

static bool whole(const struct fit_block *b, int k) {
    for (int i = 0; i < b->npoint; i++)
        if (b->point[i].x[k] != rint(b->point[i].x[k]))
            return false;
    return true;
}

double bsim_fit_related_value(const struct fit_related *r, const double *x) {
    switch (r->is) {
    case FIT_IS_LINEAR:
        return r->a * x[r->by] + r->b;
    case FIT_IS_INVERSE:
        return r->a / x[r->by];
    case FIT_IS_PRODUCT:
        return r->a * x[r->by] * x[r->by2];
    case FIT_IS_QUOTIENT:
        return r->a * x[r->by] / x[r->by2];
    case FIT_IS_SUM:
        return r->a * x[r->by] + r->c * x[r->by2] + r->b;
    }
    return NAN;
}

/* Whether r holds at all points, within slack beside rounding errors. */
static bool holds(const struct fit_block *b, const struct fit_related *r, double slack) {
    for (int i = 0; i < b->npoint; i++) {
        double y = b->point[i].x[r->of], z = bsim_fit_related_value(r, b->point[i].x);
        if (!(fabs(y - z) <= slack + exact * fmax(fabs(y), fabs(r->b))))
            return false;
    }
    return true;
}

/* Finds a relation of parameters of and by, both of which vary: the first of a*x, a*x + b and a/x that holds. */
static bool find(const struct fit_block *b, int of, int by, struct fit_related *r) {
    const double *low = b->point[0].x, *high = low;
    for (int i = 0; i < b->npoint; i++) {
        low = b->point[i].x[by] < low[by] ? b->point[i].x : low;
        high = b->point[i].x[by] > high[by] ? b->point[i].x : high;
    }
    double slope = (high[of] - low[of]) / (high[by] - low[by]);
    const struct fit_related forms[] = {
        {.is = FIT_IS_LINEAR, .of = of, .by = by, .by2 = -1, .a = high[by] != 0 ? high[of] / high[by] : 0},
        {.is = FIT_IS_LINEAR, .of = of, .by = by, .by2 = -1, .a = slope, .b = high[of] - slope * high[by]},
        {.is = FIT_IS_INVERSE, .of = of, .by = by, .by2 = -1, .a = high[of] * high[by]}};
    bool wide = whole(b, of) && whole(b, by) && most_of(b, of) - least_of(b, of) >= much_more &&
                most_of(b, by) - least_of(b, by) >= much_more;
    for (int pass = 0; pass < 1 + wide; pass++)
        for (int i = 0; i < (pass ? 2 : 3); i++) {
            *r = forms[i];
            r->rounded = pass == 1;
            if (r->a != 0 && isfinite(r->a) && holds(b, r, pass ? rounding : 0))
                return true;
        }
    return false;
}

/* ---- three parameters ---- */

/* A number that is whole up to rounding errors. */
static double tidy(double v) {
    return fabs(v - rint(v)) <= exact * fmax(1, fabs(v)) ? rint(v) : v;
}

/* The plane of least squares over the values of two parameters; false if these lie on a line. */
static bool plane(const struct fit_block *b, struct fit_related *r) {
    double n = b->npoint, mx = 0, my = 0, mz = 0, xx = 0, yy = 0, xy = 0, xz = 0, yz = 0;
    for (int i = 0; i < b->npoint; i++) {
        mx += b->point[i].x[r->by] / n;
        my += b->point[i].x[r->by2] / n;
        mz += b->point[i].x[r->of] / n;
    }
    for (int i = 0; i < b->npoint; i++) {
        double x = b->point[i].x[r->by] - mx, y = b->point[i].x[r->by2] - my, z = b->point[i].x[r->of] - mz;
        xx += x * x;
        yy += y * y;
        xy += x * y;
        xz += x * z;
        yz += y * z;
    }
    double det = xx * yy - xy * xy;
    if (!(det > 1e-6 * xx * yy))
        return false;
    r->a = tidy((xz * yy - yz * xy) / det);
    r->c = tidy((yz * xx - xz * xy) / det);
    r->b = tidy(mz - r->a * mx - r->c * my);
    return r->a != 0 && r->c != 0;
}

/* Finds a relation of parameter of with x and y. It has up to three coefficients, so many more points must agree. */
static bool find_of_two(const struct fit_block *b, int of, int x, int y, struct fit_related *r) {
    enum { POINTS_AT_LEAST = 8 };
    const double *at = b->point[0].x;
    if (b->npoint < POINTS_AT_LEAST || at[x] == 0 || at[y] == 0)
        return false;
    const struct fit_related forms[] = {
        {.is = FIT_IS_PRODUCT, .of = of, .by = x, .by2 = y, .a = tidy(at[of] / (at[x] * at[y]))},
        {.is = FIT_IS_QUOTIENT, .of = of, .by = x, .by2 = y, .a = tidy(at[of] * at[y] / at[x])},
        {.is = FIT_IS_QUOTIENT, .of = of, .by = y, .by2 = x, .a = tidy(at[of] * at[x] / at[y])},
        {.is = FIT_IS_SUM, .of = of, .by = x, .by2 = y}};
    for (int i = 0; i < 4; i++) {
        *r = forms[i];
        if (r->is == FIT_IS_SUM && !plane(b, r))
            continue;
        if (r->a != 0 && isfinite(r->a) && holds(b, r, 0))
            return true;
    }
    return false;
}

/* Whether the model reads the parameter. Counts are computed from all parameters. */
static bool is_read(const struct fit_model *m, int k) {
    if (m->ncount > 0)
        return true;
    for (int i = 0; i < m->npiece; i++) {
        const struct fit_piece *p = &m->piece[i];
        for (int v = 0; v < m->basis.nvar; v++) {
            const struct fit_var *var = &p->var[v];
            bool two = var->kind == FIT_DIFFERENCE || var->kind == FIT_LEAST || var->kind == FIT_MOST;
            bool used = i + 1 < m->npiece && (m->break_term.power[v] != 0 || m->break_term.log_var == v);
            for (int j = 0; j < p->nterm; j++)
                used = used || p->term[j].power[v] != 0 || (p->term[j].log_power != 0 && p->term[j].log_var == v);
            if (used && (var->a == k || (two && var->b == k)))
                return true;
        }
    }
    return false;
}

/* A formula without the parameters is right if they grew together, but not if what one adds, another took away. */
static void keep(struct fit_model *m, const struct fit_related *r) {
    bool opposite = r->is == FIT_IS_INVERSE || r->is == FIT_IS_QUOTIENT || r->a < 0 || r->c < 0;
    if (opposite || is_read(m, r->of) || is_read(m, r->by) || (r->by2 >= 0 && is_read(m, r->by2)))
        m->related[m->nrelated++] = *r;
}

/* Relations of parameters that no pair explains. One for each parameter is enough. */
static void make_of_two(struct fit_model *m, const struct fit_block *b, const bool *follows) {
    enum { PARAMETERS_AT_MOST = 12 };
    for (int i = 2; i < b->nparam && i < PARAMETERS_AT_MOST; i++) {
        bool found = follows[i] || m->low[i] == m->high[i];
        for (int j = 1; j < i && !found; j++)
            for (int k = 0; k < j && !found; k++) {
                struct fit_related r;
                bool varied = m->low[j] < m->high[j] && m->low[k] < m->high[k];
                found = varied && !follows[j] && !follows[k] && find_of_two(b, i, k, j, &r);
                if (found)
                    keep(m, &r);
            }
    }
}

void bsim_fit_related_make(struct fit_model *m, const struct fit_block *b) {
    bool follows[FIT_MAX_GIVEN] = {false};
    m->nrelated = 0;
    for (int i = 1; i < b->nparam; i++)
        for (int j = 0; j < i && !follows[i]; j++) {
            struct fit_related r;
            follows[i] = m->low[i] < m->high[i] && m->low[j] < m->high[j] && find(b, i, j, &r);
            if (follows[i]) /* others of the same family are related to this one, too */
                keep(m, &r);
        }
    make_of_two(m, b, follows);
}

/* The name in a formula. */
static const char *name_text(const char *name, char *buf, size_t size) {
    bool plain = name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.->[]")] == '\0';
    snprintf(buf, size, plain ? "%.80s" : "(%.80s)", name);
    return buf;
}

/* "x" or "2*x" */
static const char *term_text(double a, int digits, const char *x, char *buf, size_t size) {
    if (a == 1)
        snprintf(buf, size, "%s", x);
    else
        snprintf(buf, size, "%.*g*%s", digits, a, x);
    return buf;
}

/* The formula of two parameters; y: the second. */
static void two_text(const struct fit_related *r, const char *x, const char *y, char *buf, size_t size) {
    enum { DIGITS = 12 };
    char first[140], second[140];
    term_text(r->a, DIGITS, x, first, sizeof first);
    if (r->is != FIT_IS_SUM) {
        snprintf(buf, size, "%s%c%s", first, r->is == FIT_IS_PRODUCT ? '*' : '/', y);
        return;
    }
    term_text(fabs(r->c), DIGITS, y, second, sizeof second);
    int n = snprintf(buf, size, "%s %c %s", first, r->c < 0 ? '-' : '+', second);
    if (r->b != 0 && n > 0 && (size_t)n < size)
        snprintf(buf + n, size - (size_t)n, " %c %.*g", r->b < 0 ? '-' : '+', DIGITS, fabs(r->b));
}

char *bsim_fit_related_text(const struct fit_related *r, char *const *name, char *buf, size_t size) {
    const int digits = r->rounded ? 4 : 12;
    char term[120], by[100], by2[100];
    double b = fabs(r->b) <= exact * fabs(r->a) ? 0 : r->b;
    name_text(name[r->by], by, sizeof by);
    if (r->by2 >= 0) {
        two_text(r, by, name_text(name[r->by2], by2, sizeof by2), buf, size);
        return buf;
    }
    if (r->is == FIT_IS_INVERSE) {
        snprintf(buf, size, "%.*g/%s", digits, r->a, by);
        return buf;
    }
    double a = r->a < 0 && b > 0 ? -r->a : r->a; /* "b - a*x" */
    term_text(a, digits, by, term, sizeof term);
    if (b == 0)
        snprintf(buf, size, "%s", term);
    else if (a != r->a)
        snprintf(buf, size, "%.*g - %s", digits, b, term);
    else
        snprintf(buf, size, "%s %c %.*g", term, b < 0 ? '-' : '+', digits, fabs(b));
    return buf;
}

void bsim_fit_related_note(const struct fit_model *m, const struct fit_block *b, char *buf, size_t size) {
    char text[200];
    size_t at = 0;
    bool ratio = true;
    int pairs = 0;
    buf[0] = '\0';
    while (pairs < m->nrelated && m->related[pairs].by2 < 0) /* they come first */
        pairs++;
    for (int i = 0; i < pairs && at < size; i++) {
        const struct fit_related *r = &m->related[i];
        ratio = ratio && r->is == FIT_IS_LINEAR && r->b == 0;
        if (i < NAMED)
            at +=
                (size_t)snprintf(buf + at, size - at, "%s%.30s = %.40s%s", i ? ", " : "", b->param[r->of],
                                 bsim_fit_related_text(r, b->param, text, sizeof text), r->rounded ? " (rounded)" : "");
    }
    if (pairs > NAMED && at < size)
        at += (size_t)snprintf(buf + at, size - at, " and %d more", pairs - NAMED);
    if (pairs > 0 && at < size)
        snprintf(buf + at, size - at,
                 " in all samples: on which of them the time depends is not known; measure a size %s",
                 ratio ? "with another ratio" : "for which this does not hold");
}

json_t *bsim_fit_related_json(const struct fit_model *m, char *const *alias) {
    char text[200];
    json_t *all = m->nrelated > 0 ? json_object() : NULL;
    for (int i = 0; i < m->nrelated; i++)
        json_object_set_new(all, alias[m->related[i].of],
                            json_string(bsim_fit_related_text(&m->related[i], alias, text, sizeof text)));
    return all;
}

bool bsim_fit_related_broken(const struct fit_related *r, const double *x) {
    bool sum = r->is == FIT_IS_LINEAR || r->is == FIT_IS_SUM;
    double terms = sum ? fabs(r->a * x[r->by]) + fabs(r->b) + (r->by2 >= 0 ? fabs(r->c * x[r->by2]) : 0) : 0;
    return bsim_related_factor(x[r->of], bsim_fit_related_value(r, x), terms) > BSIM_RELATED_SLACK;
}
