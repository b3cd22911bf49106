/* fit_rest.c - parameters whose remainder decides the time: a loop with n % 8 last rounds, an operation for each even
 * number, rows whose length is a multiple of 64. Looked for in how far the times are from the model, or from each other
 * as they are. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* LEAST: different values of the parameter. EACH: of these, where one remainder is beside all others. FREE: of these,
 * more than remainders, and half as many more. SMALL: up to it all divisors are tried, and up to LARGE the powers of
 * two. TRIED: remainders that become terms. WIDEST: of a parameter. */
enum { LEAST = 8, EACH = 3, FREE = 6, SMALL = 64, LARGE = 1024, TRIED = 8, MOST_POWERS = 8 };
/* The weight of the points of a remainder near a time, at least, for them to tell an error. */
static const double SOME = 1;
static const double WIDEST = 1e9;

/* The probability of so clear an effect by chance, over all that is tried; the part of the squares that it explains;
 * what the times differ by, as a logarithm, at least; and what remainders that differ clearly differ by, of all. If two
 * numbers explain as much but for MUCH, the samples do not tell which one it is. */
static const double CHANCE = 0.01, EXPLAINED = 0.4, DIFFERS = 0.1, CLEARLY = 0.25, MUCH = 0.02, MOST_OFF = 3;
/* To what a model with remainders must reduce the distances, and by how much it may predict left-out times worse. */
static const double BETTER = 0.6, NO_WORSE = 1.05, GOOD = 0.05;

/* How much faster the times at a value of the parameter are: logarithms, beside the model and beside a power law of all
 * parameters; and the distance from a straight line over the parameter, by the mean time. */
enum { MODEL, POWER, LINE, WAYS };
struct at {
    double value, faster[WAYS];
    int n;
};

struct found {
    int param, by;
    bool divides;     /* multiples differ from all others; else each remainder has its own time */
    int way;          /* in which it is seen */
    bool all_seen;    /* the samples have all remainders */
    bool several;     /* other divisors explain the times as well */
    double explained; /* of the squares; by 0: nothing was found */
};

static int by_value(const void *a, const void *b) {
    const struct at *p = a, *q = b;
    return (p->value > q->value) - (p->value < q->value);
}

static double distance(const struct fit_model *m, const struct fit_point *p) {
    double d = log((bsim_fit_model_counted_time(m, p->x) + FIT_FLOOR_S) / (p->time_s + FIT_FLOOR_S));
    return fmin(fmax(d, -MOST_OFF), MOST_OFF);
}

/* The logarithms of how much faster the points are than the power law that is nearest to them. */
static double *beside_power_law(const struct fit_block *b) {
    size_t n = (size_t)b->npoint, terms = 1;
    int with[MOST_POWERS];
    double *faster = bsim_alloc((n + 1) * sizeof *faster), off;
    for (int p = 0; p < b->nparam && terms <= MOST_POWERS; p++)
        with[terms++ - 1] = p;
    if (n <= terms)
        return faster;
    gsl_matrix *x = gsl_matrix_alloc(n, terms), *covariance = gsl_matrix_alloc(terms, terms);
    gsl_vector *y = gsl_vector_alloc(n), *c = gsl_vector_alloc(terms), *rest = gsl_vector_alloc(n);
    gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(n, terms);
    for (size_t i = 0; i < n; i++) {
        gsl_vector_set(y, i, -log(b->point[i].time_s + FIT_FLOOR_S));
        gsl_matrix_set(x, i, 0, 1);
        for (size_t k = 1; k < terms; k++)
            gsl_matrix_set(x, i, k, log(1 + fmax(b->point[i].x[with[k - 1]], 0)));
    }
    gsl_multifit_linear(x, y, c, covariance, &off, w);
    gsl_multifit_linear_residuals(x, y, c, rest);
    for (size_t i = 0; i < n; i++)
        faster[i] = gsl_vector_get(rest, i);
    gsl_multifit_linear_free(w);
    gsl_vector_free(rest);
    gsl_vector_free(c);
    gsl_vector_free(y);
    gsl_matrix_free(covariance);
    gsl_matrix_free(x);
    return faster;
}

/* Replaces the times at the values by how far they are below their line. */
static void take_line(struct at *at, int n) {
    double x = 0, y = 0, squares = 0, products = 0;
    for (int i = 0; i < n; i++) {
        x += at[i].value / n;
        y += at[i].faster[LINE] / n;
    }
    for (int i = 0; i < n; i++) {
        squares += (at[i].value - x) * (at[i].value - x);
        products += (at[i].value - x) * (at[i].faster[LINE] - y);
    }
    for (int i = 0; i < n; i++) {
        double line = y + (squares > 0 ? products / squares * (at[i].value - x) : 0);
        at[i].faster[LINE] = y > 0 ? (line - at[i].faster[LINE]) / y : 0;
    }
}

/* Writes the different values of a parameter, rising, with the means of their times; their number, or 0 if it is no
 * whole number of at least 0. */
static int values_of(const struct fit_model *m, const struct fit_block *b, const double *of_power, int param,
                     struct at *at) {
    int n = 0;
    for (int i = 0; i < b->npoint; i++) {
        double x = b->point[i].x[param];
        if (x != rint(x) || x < 0 || x > WIDEST)
            return 0;
        double time_s = b->point[i].time_s;
        at[i] = (struct at){x, {distance(m, &b->point[i]), of_power[i], time_s}, 1};
    }
    qsort(at, (size_t)b->npoint, sizeof *at, by_value);
    for (int i = 0, next; i < b->npoint; i = next) {
        struct at sum = at[i];
        for (next = i + 1; next < b->npoint && at[next].value == sum.value; next++, sum.n++)
            for (int k = 0; k < WAYS; k++)
                sum.faster[k] += at[next].faster[k];
        for (int k = 0; k < WAYS; k++)
            sum.faster[k] /= sum.n;
        at[n++] = sum;
    }
    take_line(at, n);
    return n;
}

static int group_of(const struct found *f, double value) {
    int rest = (int)fmod(value, f->by);
    return f->divides ? rest != 0 : rest;
}

/* The means of the values of each remainder. Returns the number of remainders that there are; *within: the squares of
 * the distances from the means. */
static int means_of(const struct found *f, const struct at *at, int n, double *mean, int *count, double *within) {
    int groups = f->divides ? 2 : f->by, seen = 0;
    for (int g = 0; g < groups; g++)
        mean[g] = count[g] = 0;
    for (int i = 0; i < n; i++) {
        mean[group_of(f, at[i].value)] += at[i].faster[f->way];
        count[group_of(f, at[i].value)]++;
    }
    for (int g = 0; g < groups; g++) {
        seen += count[g] > 0;
        mean[g] = count[g] > 0 ? mean[g] / count[g] : 0;
    }
    *within = 0;
    for (int i = 0; i < n; i++)
        *within += pow(at[i].faster[f->way] - mean[group_of(f, at[i].value)], 2);
    return seen;
}

/* Whether so many of the values are far from the others that it is no chance which ones these are. */
static bool are_many(const struct found *f, const struct at *at, int n, double middle, double chance) {
    int below = 0;
    for (int i = 0; i < n; i++)
        below += at[i].faster[f->way] < middle;
    return gsl_sf_lnchoose((unsigned)n, (unsigned)below) >= -log(chance);
}

/* The part of the squares that the remainders explain, beyond what as many groups do by chance; 0: not clearly. Values
 * that are alone with their remainder do not count. */
static double explained_by(struct found *f, const struct at *at, int n, double chance) {
    double mean[LARGE], within, all = 0, sum = 0, least = HUGE_VAL, most = -HUGE_VAL;
    int count[LARGE], seen = means_of(f, at, n, mean, count, &within), groups = 0, values = 0;
    f->all_seen = f->divides || seen == f->by;
    if (f->divides ? seen < 2 || count[0] < EACH || count[1] < EACH : 5 * seen < 4 * f->by || 2 * n < 3 * seen)
        return 0;
    for (int g = 0; g < (f->divides ? 2 : f->by); g++) {
        if (count[g] < 2)
            continue;
        groups++;
        values += count[g];
        sum += count[g] * mean[g];
        least = fmin(least, mean[g]);
        most = fmax(most, mean[g]);
    }
    for (int i = 0; i < n; i++)
        all += count[group_of(f, at[i].value)] < 2 ? 0 : pow(at[i].faster[f->way] - sum / values, 2);
    if (groups < 2 || values - groups < FREE || all < values * DIFFERS * DIFFERS ||
        !are_many(f, at, n, 0.5 * (least + most), chance))
        return 0;
    double ratio = (all - within) / (groups - 1) / fmax(within / (values - groups), 1e-9 * all);
    double by_chance = gsl_cdf_fdist_Q(ratio, groups - 1, values - groups);
    return by_chance < chance ? 1 - within / (values - groups) / (all / (values - 1)) : 0;
}

/* Sets *best to what the times at the values of a parameter go with, if that explains more: the smallest divisor of
 * `of` that does, or for 0, of all numbers, the one that explains most. */
static void look_at(struct found *best, const struct at *at, int n, int param, int of, double chance) {
    for (int by = 2; by <= (of > 0 ? of : LARGE); by += by < SMALL ? 1 : by)
        for (int way = 0; way < (by > SMALL ? WAYS : 2 * WAYS); way++) {
            struct found f = {.param = param, .by = by, .divides = way < WAYS, .way = way % WAYS};
            f.explained = of > 0 && of % by != 0 ? 0 : explained_by(&f, at, n, chance);
            if (f.explained <= best->explained)
                continue;
            *best = f;
            if (of > 0)
                return;
        }
}

static struct found best_of(const struct at *at, int n, int param, double least, double chance) {
    struct found most = {.explained = least}, simple;
    look_at(&most, at, n, param, 0, chance);
    simple = (struct found){.explained = most.explained - MUCH};
    if (most.by > 0)
        look_at(&simple, at, n, param, most.by, chance);
    return most.by > 0 ? simple : most;
}

/* Whether other divisors explain the times as well: the samples do not tell which one it is. */
static bool is_one_of_several(const struct found *best, const struct at *at, int n, double chance) {
    for (int by = 2; by <= LARGE; by += by < SMALL ? 1 : by)
        for (int divides = by > SMALL; divides < 2; divides++) {
            struct found f = *best;
            bool finer = by % best->by == 0 && !divides; /* tells the same, and more */
            f.by = by;
            f.divides = divides;
            if (by != best->by && !finer && explained_by(&f, at, n, chance) > best->explained - MUCH)
                return true;
        }
    return false;
}

static struct found find(const struct fit_model *m, const struct fit_block *b, const double *of_power, struct at *at) {
    struct found best = {.explained = EXPLAINED};
    double chance = CHANCE / (2 * WAYS * (SMALL + 4) * fmax(b->nparam, 1));
    for (int p = 0; p < b->nparam; p++) {
        int n = values_of(m, b, of_power, p, at);
        struct found f = n >= LEAST ? best_of(at, n, p, best.explained, chance) : (struct found){0};
        if (f.by == 0)
            continue;
        best = f;
        best.several = is_one_of_several(&f, at, n, chance);
    }
    return best;
}

/* Where the slow remainders are the first or the last ones, the variable of these; else of kind FIT_PARAM. *between:
 * the samples lack remainders next to the first slow or fast one, so that it may be one of these. */
static struct fit_var range_of_slow(const struct found *f, const bool *slow, const int *count, bool *between) {
    int changes = 0, at = 0;
    for (int g = 1; g < f->by; g++)
        if (slow[g] != slow[g - 1]) {
            changes++;
            at = g;
        }
    if (changes != 1)
        return (struct fit_var){FIT_PARAM, 0, 0, 0};
    *between = count[at - 1] == 0;
    return (struct fit_var){slow[0] ? FIT_REST_BELOW : FIT_REST_FROM, f->param, f->by, at};
}

/* Writes what the terms may have: whether it is a multiple; whether the remainder is one of the slow ones, by their
 * range or one by one. Returns the number, 0 if there are too many. */
static int variables(struct found *f, const struct at *at, int n, struct fit_var *var) {
    double mean[LARGE], within, least = HUGE_VAL, most = -HUGE_VAL;
    int count[LARGE], slow_ones = 0;
    bool slow[LARGE];
    means_of(f, at, n, mean, count, &within);
    if (f->divides) {
        var[0] = (struct fit_var){mean[0] < mean[1] ? FIT_REST_IS : FIT_REST_NOT, f->param, f->by, 0};
        return 1;
    }
    for (int g = 0; g < f->by; g++) {
        least = count[g] > 0 ? fmin(least, mean[g]) : least;
        most = count[g] > 0 ? fmax(most, mean[g]) : most;
    }
    for (int g = 0; g < f->by; g++) {
        slow[g] = count[g] > 0 ? most - mean[g] >= CLEARLY * (most - least) : g > 0 && slow[g - 1];
        if (slow[g] && slow_ones++ < TRIED)
            var[slow_ones - 1] = (struct fit_var){FIT_REST_IS, f->param, f->by, g};
    }
    bool between = false;
    struct fit_var range = range_of_slow(f, slow, count, &between);
    f->several = f->several || between;
    if (range.kind != FIT_PARAM)
        var[0] = range;
    return range.kind != FIT_PARAM ? 1 : f->all_seen && slow_ones <= TRIED ? slow_ones : 0;
}

/* The distances of all points from the model. */
static double distance_of_all(const struct fit_model *m, const struct fit_block *b) {
    double squares = 0;
    for (int i = 0; i < b->npoint; i++)
        squares += pow(distance(m, &b->point[i]), 2);
    return sqrt(squares / b->npoint);
}

bool bsim_fit_try_variables(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point,
                            const struct fit_var *more, int n) {
    struct fit_var var[FIT_MAX_VARS];
    int used = bsim_fit_kinds_used(m, var, FIT_MAX_VARS - n);
    for (int k = 0; k < n; k++)
        var[used + k] = more[k];
    struct fit_model next = bsim_fit_with_vars(m, b, point, var, used + n);
    bool better = distance_of_all(&next, b) < BETTER * distance_of_all(m, b) &&
                  next.error_median <= fmax(NO_WORSE * m->error_median, GOOD);
    bsim_fit_basis_free(better ? &m->basis : &next.basis);
    if (better)
        *m = next;
    return better;
}

/* The greatest of the mean squares of the distances that points of one remainder have from the model near a time, as an
 * error that nine tenths are within; 0: there are none. Longer times may go less with the remainder. */
static double doubt_near(const struct fit_model *m, const struct fit_block *b, const struct found *f, double at_s) {
    double sum[LARGE] = {0}, squares[LARGE] = {0}, most = 0;
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        double weight = bsim_fit_near_weight(bsim_fit_model_counted_time(m, p->x), at_s);
        int g = group_of(f, p->x[f->param]);
        sum[g] += weight;
        squares[g] += weight * pow(distance(m, p), 2);
    }
    for (int g = 0; g < LARGE; g++)
        if (sum[g] >= SOME)
            most = fmax(most, squares[g] / sum[g]);
    return expm1(BSIM_WITHIN_NINETY * sqrt(most));
}

/* Most times may be near the model, and those with other remainders are not. */
static void doubt(struct fit_model *m, const struct fit_block *b, const struct found *f) {
    double error = expm1(distance_of_all(m, b));
    if (isnan(m->error_median) || m->error_median >= error)
        return;
    m->error_max = fmax(m->error_max, error);
    if (m->nnear < 2) {
        m->error_median = error;
        m->nnear = 0;
    }
    for (int i = 0; i < m->nnear; i++)
        m->near[i].error = fmax(m->near[i].error, doubt_near(m, b, f, m->near[i].time_s));
}

void bsim_fit_rests(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point, char *note,
                    size_t size) {
    struct at *at = bsim_alloc(((size_t)b->npoint + 1) * sizeof *at);
    double *of_power = beside_power_law(b);
    struct found f = find(m, b, of_power, at);
    note[0] = '\0';
    if (f.by > 0) {
        struct fit_var var[TRIED], rest = {FIT_REST, f.param, f.by, 0};
        int n = variables(&f, at, values_of(m, b, of_power, f.param, at), var);
        bool known = !f.divides && bsim_fit_try_variables(m, b, point, &rest, 1);
        known = (n > 0 && bsim_fit_try_variables(m, b, point, var, n)) || known;
        m->by_value = known && !f.several ? m->by_value : m->by_value | 1U << f.param;
        if (!known)
            doubt(m, b, &f);
        const char *what = known && !f.several ? ""
                           : known      ? ", or another number, which the samples do not tell: measure more sizes "
                                          "that are no round numbers"
                           : f.all_seen ? ", which no formula follows: measure more sizes"
                                        : ", of which the samples do not have all remainders: measure more sizes";
        snprintf(note, size, "its time goes with %.80s modulo %d%s", b->param[f.param], f.by, what);
    }
    bsim_free(of_power);
    bsim_free(at);
}
