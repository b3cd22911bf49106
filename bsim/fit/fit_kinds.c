/* fit_kinds.c - parameters that are kinds: each of their values has a time of its own, as of an operation, a direction,
 * or the first of all steps. Tried where no formula of quantities comes near the times. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* LEAST: points that are needed. VALUES: different values of a kind. TRIED: of these, those that may become terms of
 * one parameter. KNOWN: values that are listed. KINDS: parameters. FEW: of values that are not consecutive. */
enum { LEAST = 10, VALUES = 32, KNOWN = 512, TRIED = 8, KINDS = 2, FEW = 8 };

/* A model is bad if its times are so far from the measured ones, all together. With a kind this error, and that of
 * samples that were left out, must fall to the part BETTER. */
static const double BAD = 0.2, BETTER = 0.5, EXPLAINED = 0.15, MOST_OFF = 3, MONOTONE = 0.6;

bool bsim_fit_is_case(const char *param) {
    static const char start[] = "BSIM_CASE(";
    return param && strncmp(param, start, sizeof start - 1) == 0 && param[strlen(param) - 1] == ')';
}

/* Whether n values, rising, are those of a quantity: none is negative, there are others between them, and there are
 * many of them, or the times of the block rise or fall with them (Spearman's rank correlation; of three values in each
 * step). */
static bool is_quantity(const struct fit_block *b, int param, const double *value, int n) {
    double mean[FEW], squares = 0;
    if (value[0] < 0 || value[n - 1] - value[0] == n - 1)
        return false;
    if (n > FEW)
        return true;
    for (int k = 0; k < n; k++) {
        double sum = 0, count = 0;
        for (int i = 0; i < b->npoint; i++)
            if (b->point[i].x[param] == value[k]) {
                sum += log(b->point[i].time_s + FIT_FLOOR_S);
                count++;
            }
        mean[k] = sum / count;
    }
    for (int k = 0; k < n; k++) {
        int below = 0;
        for (int i = 0; i < n; i++)
            below += mean[i] < mean[k];
        squares += (k - below) * (k - below);
    }
    return fabs(1 - 6 * squares / (n * (n * n - 1.0))) >= MONOTONE;
}

/* The different values of a parameter, rising; their number, or 0 if it is no kind: a number that is not whole, too
 * many values, a truth value, and, unless its name says that it chooses, a quantity, or most of its values occur only
 * once. */
static int values_of(const struct fit_block *b, int param, double *value) {
    double *all = bsim_alloc((size_t)b->npoint * sizeof *all);
    bool chooses = bsim_fit_is_case(b->param[param]);
    int n = 0, single = 0;
    bool whole = true;
    for (int i = 0; i < b->npoint; i++) {
        all[i] = b->point[i].x[param];
        whole = whole && all[i] == rint(all[i]) && fabs(all[i]) < 1e9;
    }
    gsl_sort(all, 1, (size_t)b->npoint);
    for (int i = 0, next; i < b->npoint && n <= VALUES; i = next) {
        for (next = i + 1; next < b->npoint && all[next] == all[i];)
            next++;
        single += next == i + 1;
        if (n < VALUES)
            value[n] = all[i];
        n++;
    }
    bool truth = n == 2 && value[0] == 0 && value[1] == 1;
    bsim_free(all);
    bool few = whole && n > 1 && n <= VALUES && !truth;
    return few && (chooses || (2 * single <= n && !is_quantity(b, param, value, n))) ? n : 0;
}

struct group {
    double value, off;
};

static int farthest_first(const void *a, const void *b) {
    const struct group *p = a, *q = b;
    if (p->off != q->off)
        return p->off > q->off ? -1 : 1;
    return (p->value > q->value) - (p->value < q->value);
}

/* Writes the values of the parameter from which the times of the model are farthest, as variables; their number. None
 * if the values explain little of how far the times are from the model: the part EXPLAINED of the squares
 * of the logarithms. */
static int variables(const struct fit_model *m, const struct fit_block *b, int param, struct fit_var *var) {
    double value[VALUES];
    struct group group[VALUES];
    int n = values_of(b, param, value);
    double squares = 0, sum = 0, between = 0;
    for (int k = 0; k < n; k++) {
        double off = 0, count = 0;
        for (int i = 0; i < b->npoint; i++) {
            const struct fit_point *p = &b->point[i];
            if (p->x[param] != value[k])
                continue;
            double d = log((bsim_fit_model_counted_time(m, p->x) + FIT_FLOOR_S) / (p->time_s + FIT_FLOOR_S));
            d = fmin(fmax(d, -MOST_OFF), MOST_OFF);
            off += d;
            squares += d * d;
            count++;
        }
        sum += off;
        between += off * off / count;
        group[k] = (struct group){value[k], fabs(off) / count};
    }
    double mean = sum * sum / b->npoint;
    if (n == 0 || between - mean < EXPLAINED * (squares - mean))
        return 0;
    qsort(group, (size_t)n, sizeof *group, farthest_first);
    n = n < TRIED ? n : TRIED;
    for (int k = 0; k < n; k++)
        var[k] = (struct fit_var){.kind = FIT_IS, .a = param, .shift = (int)group[k].value};
    return n;
}

/* A kind, a remainder, or what fit_offsets.c has found. */
static bool is_whole(const struct fit_var *v) {
    return v->kind == FIT_IS || v->kind >= FIT_REST || v->kind == FIT_OVER || v->kind == FIT_LEVELS;
}

int bsim_fit_kinds_used(const struct fit_model *m, struct fit_var *var, int room) {
    int n = 0;
    for (int v = 0; v < m->basis.nvar && n < room; v++) {
        bool used = false;
        for (int i = 0; i < m->npiece; i++)
            for (int j = 0; j < m->piece[i].nterm; j++)
                used = used || m->piece[i].term[j].power[v] != 0;
        if (used && is_whole(&m->basis.var[v]))
            var[n++] = m->basis.var[v];
    }
    return n;
}

/* Replaces m by the best model with one kind more; false if none is so much better. */
static bool add_kind(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_model best = {0};
    double before = bsim_fit_error_of_sum(m, point, b->npoint), least = BETTER * before;
    struct fit_var var[KINDS * TRIED];
    int used = bsim_fit_kinds_used(m, var, TRIED);
    for (int p = 0; p < b->nparam; p++) {
        bool there = false;
        for (int k = 0; k < used; k++)
            there = there || var[k].a == p;
        int n = there ? 0 : variables(m, b, p, var + used);
        if (n == 0)
            continue;
        struct fit_model next = bsim_fit_with_vars(m, b, point, var, used + n);
        double off = bsim_fit_error_of_sum(&next, point, b->npoint);
        bool better = off < least && next.error_median < BETTER * m->error_median;
        if (better) {
            bsim_fit_basis_free(&best.basis);
            best = next;
            least = off;
        } else {
            bsim_fit_basis_free(&next.basis);
        }
    }
    if (best.npiece == 0)
        return false;
    bsim_fit_basis_free(&m->basis);
    *m = best;
    return true;
}

void bsim_fit_kinds(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    for (int k = 0; k < KINDS && b->npoint >= LEAST; k++)
        if (!(bsim_fit_error_of_sum(m, point, b->npoint) > BAD) || !add_kind(m, b, point))
            return;
}

/* The parameter is a kind of the model. */
static bool is_kind(const struct fit_model *m, int param) {
    struct fit_var var[FIT_MAX_VARS];
    int n = bsim_fit_kinds_used(m, var, FIT_MAX_VARS);
    for (int k = 0; k < n; k++)
        if (var[k].kind == FIT_IS && var[k].a == param)
            return true;
    return false;
}

double *bsim_fit_values(const struct fit_block *b, int param, int *n) {
    double *all = bsim_alloc((size_t)b->npoint * sizeof *all);
    for (int i = 0; i < b->npoint; i++)
        all[i] = b->point[i].x[param];
    gsl_sort(all, 1, (size_t)b->npoint);
    *n = 0;
    for (int i = 0; i < b->npoint; i++)
        if (i == 0 || all[i] != all[*n - 1])
            all[(*n)++] = all[i];
    return all;
}

/* It holds for others too, if there are too many of a parameter whose remainder counts. */
double *bsim_fit_kinds_known(const struct fit_model *m, const struct fit_block *b, int param, int *n) {
    bool is_case = bsim_fit_is_case(b->param[param]) || is_kind(m, param), away = m->away >> param & 1;
    if (!is_case && !away && !(m->by_value >> param & 1))
        return NULL;
    double *value = bsim_fit_values(b, param, n);
    int all = *n;
    *n = 0;
    for (int k = 0; k < all; k++)
        if (!away || !bsim_fit_group_is_away(m, b, param, value[k], all))
            value[(*n)++] = value[k];
    if (is_case || *n <= KNOWN)
        return value;
    bsim_free(value);
    return NULL;
}

static json_t *values_json(const double *value, int n) {
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, bsim_fit_number(value[i]));
    return list;
}

json_t *bsim_fit_kinds_json(const struct fit_model *m, const struct fit_block *b) {
    json_t *all = NULL;
    for (int p = 0; p < b->nparam; p++) {
        int n;
        double *value = bsim_fit_kinds_known(m, b, p, &n);
        if (!value)
            continue;
        if (all == NULL)
            all = json_object();
        json_object_set_new(all, b->alias[p], values_json(value, n));
        bsim_free(value);
    }
    return all;
}

static int compare_values(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool bsim_fit_kinds_has(const double *known, int n, double value) {
    return known == NULL || bsearch(&value, known, (size_t)n, sizeof *known, compare_values) != NULL;
}
