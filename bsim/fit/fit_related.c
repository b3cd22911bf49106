/* fit_related.c - pairs of parameters of which the samples never vary one without the other: the fit cannot tell on
 * which of them the time depends. */
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
    return r->inverse ? r->a / x[r->by] : r->a * x[r->by] + r->b;
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
    const struct fit_related forms[] = {{.of = of, .by = by, .a = high[by] != 0 ? high[of] / high[by] : 0},
                                        {.of = of, .by = by, .a = slope, .b = high[of] - slope * high[by]},
                                        {.of = of, .by = by, .a = high[of] * high[by], .inverse = true}};
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

void bsim_fit_related_make(struct fit_model *m, const struct fit_block *b) {
    m->nrelated = 0;
    for (int i = 1; i < b->nparam; i++)
        for (int j = 0; j < i; j++) {
            struct fit_related r;
            if (!(m->low[i] < m->high[i] && m->low[j] < m->high[j]) || !find(b, i, j, &r))
                continue;
            /* A formula without them is right if they grew together, but not if what one adds, the other took away. */
            bool opposite = r.inverse || r.a < 0;
            if (opposite || is_read(m, i) || is_read(m, j))
                m->related[m->nrelated++] = r;
            break; /* others of the same family are related to this one, too */
        }
}

char *bsim_fit_related_text(const struct fit_related *r, char *const *name, char *buf, size_t size) {
    const char *by = name[r->by];
    bool plain = by[strspn(by, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.->[]")] == '\0';
    const char *open = plain ? "" : "(", *close = plain ? "" : ")";
    const int digits = r->rounded ? 4 : 12;
    double b = fabs(r->b) <= exact * fabs(r->a) ? 0 : r->b;
    if (r->inverse) {
        snprintf(buf, size, "%.*g/%s%s%s", digits, r->a, open, by, close);
        return buf;
    }
    char term[120];
    double a = r->a < 0 && b > 0 ? -r->a : r->a; /* "b - a*x" */
    if (a == 1)
        snprintf(term, sizeof term, "%s%.80s%s", open, by, close);
    else
        snprintf(term, sizeof term, "%.*g*%s%.80s%s", digits, a, open, by, close);
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
    buf[0] = '\0';
    for (int i = 0; i < m->nrelated && at < size; i++) {
        const struct fit_related *r = &m->related[i];
        ratio = ratio && !r->inverse && r->b == 0;
        if (i < NAMED)
            at +=
                (size_t)snprintf(buf + at, size - at, "%s%.30s = %.40s%s", i ? ", " : "", b->param[r->of],
                                 bsim_fit_related_text(r, b->param, text, sizeof text), r->rounded ? " (rounded)" : "");
    }
    if (m->nrelated > NAMED && at < size)
        at += (size_t)snprintf(buf + at, size - at, " and %d more", m->nrelated - NAMED);
    if (m->nrelated > 0 && at < size)
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
    return bsim_related_factor(x[r->of], bsim_fit_related_value(r, x)) > BSIM_RELATED_SLACK;
}
