/* fit_bound.c - how often a branch can be taken at most. A branch in loops of n * m rounds runs n * m times at most,
 * but a formula of its counts, as far as they were seen, may grow faster: its share of the rounds rises with the
 * parameters, and not beyond 1. The samples do not tell which loops stand around a branch. So its bound is the sum of
 * all products of parameters that can be their rounds in the time that was measured, or what is counted of loops. Knows
 * nothing of files. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"
#include "bsim/fit/fit_select.h"

/* No round with a branch on data takes less. */
static const double ROUND_S = 1e-10;
/* DEGREE: of products. SCALES: a formula is looked at up to 2^SCALES beyond the samples. */
enum { DEGREE = 3, SCALES = 20 };

static bool is_branch(const char *of) {
    return bsim_begins(of, "taken ") || bsim_begins(of, "else ") || bsim_begins(of, "passed ");
}

/* ---- the bound ---- */

static double product(const signed char *power, int nparam, const double *x) {
    double value = 1;
    for (int k = 0; k < nparam; k++)
        for (int i = 0; i < power[k]; i++)
            value *= fmax(x[k], 1); /* a size of 0 belongs to a loop of no rounds */
    return value;
}

/* Whether loops of so many rounds fit into all times that were measured, and the counted branch into the loops. */
static bool is_possible(const struct fit_block *b, int count, const signed char *power) {
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        double rounds = product(power, b->nparam, p->x);
        if (rounds * ROUND_S > p->time_s + FIT_FLOOR_S || p->counted[count] > rounds)
            return false;
    }
    return true;
}

/* Whether every factor of a is one of b. */
static bool divides(const signed char *a, const signed char *b, int nparam) {
    for (int k = 0; k < nparam; k++)
        if (a[k] > b[k])
            return false;
    return true;
}

/* Adds a product, unless it divides another one; removes those that divide it. False if there are too many. */
static bool add_product(struct fit_bound *bound, const signed char *power, int nparam) {
    int n = 0;
    for (int i = 0; i < bound->n; i++)
        if (divides(power, bound->power[i], nparam))
            return true;
    for (int i = 0; i < bound->n; i++)
        if (!divides(bound->power[i], power, nparam))
            memmove(bound->power[n++], bound->power[i], FIT_MAX_GIVEN);
    bound->n = n;
    if (n == FIT_MAX_BOUNDS)
        return false;
    memcpy(bound->power[bound->n++], power, FIT_MAX_GIVEN);
    return true;
}

/* Adds the possible products of the parameters from `from` on, times power. */
static bool add_products(struct fit_bound *bound, const struct fit_block *b, int count, signed char *power, int from,
                         int degree) {
    bool ok = true;
    for (int k = from; k < b->nparam && ok; k++) {
        power[k]++;
        if (is_possible(b, count, power))
            ok = add_product(bound, power, b->nparam);
        if (ok && degree > 1)
            ok = add_products(bound, b, count, power, k, degree - 1);
        power[k]--;
    }
    return ok;
}

/* Adds the counted loops that the branch may be in. False if the formula of one has a break. */
static bool add_rounds(struct fit_bound *bound, const struct fit_model *m, const struct fit_block *b, int count) {
    for (int k = 0; k < b->ncount; k++) {
        bool around = bsim_begins(b->param[b->nparam + k], "rounds ");
        for (int i = 0; i < b->npoint && around; i++)
            around = b->point[i].counted[k] >= b->point[i].counted[count];
        if (around && m->count[k].sum && m->count[k].sum->npiece > 1)
            return false;
        bound->rounds |= around ? 1U << k : 0;
    }
    return true;
}

double bsim_fit_bound_value(const struct fit_model *m, const struct fit_bound *bound, const double *x) {
    double sum = 0;
    for (int i = 0; i < bound->n; i++)
        sum += product(bound->power[i], m->nparam, x);
    for (int k = 0; k < m->ncount; k++)
        if (bound->rounds >> k & 1)
            sum += bsim_fit_count_value(m, &m->count[k], x);
    return fmax(sum, bound->seen);
}

/* Whether the formula exceeds the bound somewhere beyond the samples, as one parameter grows or all do. */
static bool is_exceeded(const struct fit_model *m, const struct fit_bound *bound, int count) {
    for (int k = 0; k <= m->nparam; k++)
        for (int scale = 0; scale <= SCALES; scale++) {
            double x[FIT_MAX_PARAMS] = {0};
            for (int i = 0; i < m->nparam; i++)
                x[i] = m->high[i] * (i == k || k == m->nparam ? exp2(scale) : 1);
            if (bsim_fit_count_value(m, &m->count[count], x) > bsim_fit_bound_value(m, bound, x))
                return true;
        }
    return false;
}

void bsim_fit_bound_make(struct fit_model *m, const struct fit_block *b, int count) {
    struct fit_bound bound = {0};
    signed char power[FIT_MAX_GIVEN] = {0};
    bool ok = is_branch(b->param[b->nparam + count]) && b->npoint > 1;
    for (int k = 0; k < b->nparam; k++)
        ok = ok && m->low[k] >= 0; /* a loop may begin below 0 */
    ok = ok && add_products(&bound, b, count, power, 0, DEGREE) && bound.n > 0 && add_rounds(&bound, m, b, count);
    for (int i = 0; i < b->npoint; i++)
        bound.seen = fmax(bound.seen, b->point[i].counted[count]);
    if (!ok || !is_exceeded(m, &bound, count))
        return;
    m->count[count].bound = bsim_alloc(sizeof bound);
    *m->count[count].bound = bound;
}

char *bsim_fit_bound_text(const struct fit_model *m, const struct fit_bound *bound, char *const *alias, char *buf,
                          size_t size) {
    size_t at = 0;
    char rounds[2048];
    buf[0] = '\0';
    for (int i = 0; i < bound->n; i++) {
        const char *sign = i ? " + " : "";
        for (int k = 0; k < m->nparam && at < size; k++) {
            if (bound->power[i][k] == 0)
                continue;
            at += (size_t)snprintf(buf + at, size - at, m->low[k] < 1 ? "%smax(%s, 1)" : "%s%s", sign, alias[k]);
            if (bound->power[i][k] > 1 && at < size)
                at += (size_t)snprintf(buf + at, size - at, "^%d", bound->power[i][k]);
            sign = "*";
        }
    }
    for (int k = 0; k < m->ncount && at < size; k++)
        if (bound->rounds >> k & 1)
            at += (size_t)snprintf(buf + at, size - at, " + %s",
                                   bsim_fit_count_formula(&m->count[k], m->nparam, 0, alias, rounds, sizeof rounds));
    return buf;
}

/* ---- the time ---- */

static bool reads_count(const struct fit_basis *basis, const struct fit_term *t, int nparam) {
    for (int v = 0; v < basis->nvar; v++)
        if ((t->power[v] || t->log_var == v) &&
            (basis->var[v].a >= nparam || (bsim_fit_var_has_two(&basis->var[v]) && basis->var[v].b >= nparam)))
            return true;
    return false;
}

/* Whether the term, of parameters alone, is more rounds than fit into the times. */
static bool is_beyond(const struct fit_basis *basis, const struct fit_term *t, const struct fit_block *b) {
    for (int i = 0; i < b->npoint; i++)
        if (bsim_fit_term_value(basis, t, b->point[i].x) * ROUND_S > b->point[i].time_s + FIT_FLOOR_S)
            return !reads_count(basis, t, b->nparam);
    return false;
}

bool bsim_fit_bound_time(struct fit_model *out, const struct fit_model *m, const struct fit_block *b) {
    bool bounded = false;
    for (int k = 0; k < m->ncount; k++)
        bounded = bounded || m->count[k].bound;
    if (!bounded)
        return false;
    const struct fit_point **point = bsim_alloc((size_t)b->npoint * sizeof *point);
    int n = 0;
    for (int i = 0; i < b->npoint; i++)
        point[i] = &b->point[i];
    *out = *m;
    bsim_fit_basis_make(&out->basis, b);
    for (int t = 0; t < out->basis.nterm; t++)
        if (!is_beyond(&out->basis, &out->basis.term[t], b))
            out->basis.term[n++] = out->basis.term[t];
    out->basis.nterm = n;
    bsim_fit_pieces_make(out, point, b->npoint);
    bsim_free(point);
    return true;
}
