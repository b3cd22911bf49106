/* fit_counts.c - what a block's executions count (rounds and branches that data decide), from the block's parameters.
 *
 * A block's time is a model of its parameters and its counts, or of its parameters alone if that is the better one.
 * Each count is a model of the parameters: a sum of products or a power law of its means. How much it varies between
 * executions with equal parameters stands beside it.
 * Knows nothing of files. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/fit/weighted.h"
#include "bsim/instrument/buckets.h"

/* The fit takes 50 ns for noise (FIT_FLOOR_S); of counts this is half of one. */
static const double scale = 1e-7;

void bsim_fit_counts_bucket(struct fit_block *b) {
    for (int i = 0; i < b->npoint; i++)
        for (int k = 0; k < b->ncount; k++)
            b->point[i].x[b->nparam + k] = bsim_count_bucket(b->point[i].counted[k]);
}

static int by_params_and_file(const void *a, const void *b) {
    const struct fit_point *p = a, *q = b;
    int order = bsim_fit_compare_params(p, q);
    return order ? order : p->file - q->file;
}

/* The block's samples without their counts: one for each process and vector of parameters, the mean of its executions,
 * sorted. The caller frees the points. */
static struct fit_block processes_of(const struct fit_block *b) {
    struct fit_block of = *b;
    of.npoint = 0;
    of.point = bsim_alloc(((size_t)b->npoint + 1) * sizeof *of.point);
    for (int i = 0; i < b->npoint; i++) {
        struct fit_point *p = &of.point[i];
        *p = (struct fit_point){.time_s = b->point[i].time_s, .count = b->point[i].count, .file = b->point[i].file};
        memcpy(p->x, b->point[i].x, (size_t)b->nparam * sizeof *p->x);
    }
    qsort(of.point, (size_t)b->npoint, sizeof *of.point, by_params_and_file);
    for (int i = 0; i < b->npoint; i++) {
        struct fit_point *last = &of.point[of.npoint - 1], *p = &of.point[i];
        if (of.npoint == 0 || by_params_and_file(last, p) != 0) {
            of.point[of.npoint++] = *p;
            continue;
        }
        uint64_t count = last->count + p->count;
        last->time_s =
            (last->time_s * (double)last->count + p->time_s * (double)p->count) / (double)(count > 0 ? count : 1);
        last->count = count;
    }
    return of;
}

/* Sets how far times are from the mean at equal parameters: the median, by executions, and the greatest. NAN if no two
 * points have equal parameters. */
static void set_varied(const struct fit_block *b, double *median, double *max) {
    struct fit_weighted *all = bsim_alloc(((size_t)b->npoint + 1) * sizeof *all);
    double total = 0, below = 0;
    int m = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_equal_points(b, i);
        struct fit_mean of = bsim_fit_mean(&b->point[i], n, FIT_TIME);
        for (int k = i; k < i + n && n > 1; k++)
            all[m++] = (struct fit_weighted){fabs(b->point[k].time_s - of.mean) / (of.mean + FIT_FLOOR_S),
                                             (double)b->point[k].count};
        total += n > 1 ? of.executions : 0;
    }
    qsort(all, (size_t)m, sizeof *all, bsim_fit_by_value);
    *median = *max = m > 0 ? all[m - 1].value : NAN;
    for (int i = 0; i < m && below < total / 2; i++) {
        below += all[i].weight;
        *median = all[i].value;
    }
    bsim_free(all);
}

void bsim_fit_counts_between(struct fit_block *b) {
    if (b->ncount == 0)
        return;
    struct fit_block processes = processes_of(b);
    set_varied(&processes, &b->varied_median, &b->varied_max);
    bsim_free(processes.point);
}

void bsim_fit_counts_joined(struct fit_block *b) {
    if (b->ncount == 0)
        return;
    for (int i = 0; i < b->npoint; i++)
        memcpy(&b->point[i].x[b->nparam], b->point[i].counted, (size_t)b->ncount * sizeof *b->point[i].counted);
    for (int i = 0, n; i < b->npoint && !b->varies; i += n)
        b->varies = (n = bsim_fit_equal_points(b, i)) > 1;
    if (isnan(b->varied_median)) /* each vector in one process alone: its mean may be off by what its executions are */
        set_varied(b, &b->varied_median, &b->varied_max);
}

/* ---- models ---- */

/* The means of a count, or of the others (bsim_fit_mean), for each vector of parameters, as the times of a block
 * without counts. All but times are multiplied by scale. *spread: the relative standard deviation at equal parameters.
 */
static struct fit_block means_of(const struct fit_block *b, int which, double *spread) {
    struct fit_block means = *b;
    double squares = 0, executions = 0;
    means.ncount = means.npoint = 0;
    means.io = false;
    means.point = bsim_alloc(((size_t)b->npoint + 1) * sizeof *means.point);
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_equal_points(b, i);
        struct fit_mean of = bsim_fit_mean(&b->point[i], n, which);
        double times = of.executions;
        if (of.mean != 0)
            squares += times * of.variance / (of.mean * of.mean);
        executions += times;
        struct fit_point *p = &means.point[means.npoint++];
        *p = (struct fit_point){.time_s = fmax(of.mean, 0) * (which == FIT_TIME ? 1 : scale),
                                .count = (uint64_t)times,
                                .weight = times / (times + 2)};
        memcpy(p->x, b->point[i].x, (size_t)b->nparam * sizeof *p->x);
    }
    *spread = executions > 0 ? sqrt(squares / executions) : 0;
    if (*spread < 1e-9)
        *spread = 0;
    return means;
}

static double weight_of(double median, double max) {
    return median + 0.3 * max;
}

static bool is_power_better(const struct fit_power *p, const struct fit_model *m) {
    double sum = weight_of(m->error_median, m->error_max);
    return !isfinite(sum) || weight_of(p->error_median, p->error_max) < (m->npiece > 1 ? 2 : 1) * sum;
}

/* Takes the mean of all executions for a count whose formula is far from it. Formulas follow the usual value: of a
 * branch that is taken at a few vectors of parameters alone they make none at all, and no part of its time is left. The
 * errors are of the vectors' means, as parts of the mean of all. */
static void keep_total(struct fit_count *c, const struct fit_block *means) {
    static const double far = 2;
    const struct fit_model of = {.nparam = means->nparam};
    double counted = 0, given = 0, executions = 0, *error, seen = 0;
    int n = means->npoint;
    for (int i = 0; i < n; i++) {
        double times = (double)means->point[i].count;
        executions += times;
        counted += times * means->point[i].time_s / scale;
        given += times * fmax(bsim_fit_count_value(&of, c, means->point[i].x), 0);
    }
    if (counted <= 0 || (given * far >= counted && given <= far * counted))
        return;
    bsim_fit_count_free(c);
    memset(c->power2, 0, sizeof c->power2);
    c->factor = counted / executions;
    error = bsim_alloc((size_t)n * sizeof *error);
    for (int i = 0; i < n; i++) {
        error[i] = fabs(means->point[i].time_s / scale - c->factor) / c->factor;
        seen = fmax(seen, error[i]);
    }
    gsl_sort(error, 1, (size_t)n);
    c->error_median = error[n / 2];
    c->error_max = seen;
    bsim_free(error);
}

/* The formula that predicts left-out means best, a sum of products or a power law. */
static void fit_count(struct fit_count *c, const struct fit_block *means) {
    struct fit_power power;
    c->sum = bsim_alloc(sizeof *c->sum);
    bsim_fit_model_plain(c->sum, means);
    c->error_median = c->sum->error_median;
    c->error_max = c->sum->error_max;
    if (bsim_fit_power(&power, means) && is_power_better(&power, c->sum)) {
        c->factor = power.factor / scale;
        memcpy(c->power2, power.power2, sizeof c->power2);
        c->error_median = power.error_median;
        c->error_max = power.error_max;
        bsim_fit_model_free(c->sum);
        bsim_free(c->sum);
        c->sum = NULL;
        return;
    }
    for (int i = 0; i < c->sum->npiece; i++)
        for (int t = 0; t < c->sum->piece[i].nterm; t++)
            c->sum->piece[i].coef[t] /= scale;
    for (int i = 0; i < c->sum->nnear; i++)
        c->sum->near[i].time_s /= scale;
}

void bsim_fit_count_make(struct fit_count *c, const struct fit_block *b, int count) {
    struct fit_block means = means_of(b, count, &c->spread);
    bool equal = true;
    for (int i = 1; i < means.npoint; i++)
        equal = equal && fabs(means.point[i].time_s - means.point[0].time_s) <= 1e-9 * means.point[0].time_s;
    if (equal) {
        c->factor = means.point[0].time_s / scale;
    } else {
        fit_count(c, &means);
        keep_total(c, &means);
    }
    if (means.npoint == 1)
        c->error_median = c->error_max = c->spread;
    c->error_median = c->error_median < 1e-9 ? 0 : c->error_median;
    c->error_max = c->error_max < 1e-9 ? 0 : c->error_max;
    c->ninety = bsim_fit_count_ninety(c, means.npoint);
    bsim_free(means.point);
}

void bsim_fit_values_make(struct fit_count *c, const struct fit_block *values) {
    struct fit_block scaled = *values;
    scaled.point = bsim_alloc(((size_t)values->npoint + 1) * sizeof *scaled.point);
    for (int i = 0; i < values->npoint; i++) {
        scaled.point[i] = values->point[i];
        scaled.point[i].time_s *= scale;
    }
    fit_count(c, &scaled);
    bsim_free(scaled.point);
}

double bsim_fit_count_value(const struct fit_model *m, const struct fit_count *c, const double *x) {
    double value = c->factor;
    if (c->sum)
        return bsim_fit_model_counted_time(c->sum, x);
    for (int k = 0; k < m->nparam; k++)
        if (c->power2[k])
            value *= pow(x[k], 0.5 * c->power2[k]);
    return value;
}

struct fit_rival *bsim_fit_count_rivals(const struct fit_model *m, const struct fit_block *b, int count, int *n) {
    const struct fit_count *c = &m->count[count];
    double spread;
    *n = 0;
    if (c->sum == NULL || c->sum->npiece > 1)
        return NULL;
    struct fit_block means = means_of(b, count, &spread);
    struct fit_rival *all = bsim_fit_aside(c->sum, &means, n);
    for (int i = 0; i < *n; i++)
        for (int t = 0; t < all[i].formula.nterm; t++)
            all[i].formula.coef[t] /= scale;
    bsim_free(means.point);
    return all;
}

void bsim_fit_counts_set(const struct fit_model *m, double *x) {
    for (int k = 0; k < m->ncount; k++) {
        const struct fit_count *c = &m->count[k];
        double value = bsim_fit_count_value(m, c, x);
        x[m->nparam + k] = c->bound ? fmin(value, bsim_fit_bound_value(m, c->bound, x)) : value;
    }
}

/* Takes the formula of the time with its basis, and its errors. */
static void take_time(struct fit_model *m, const struct fit_model *from) {
    bsim_fit_basis_free(&m->basis);
    m->basis = from->basis;
    m->break_term = from->break_term;
    m->higher = from->higher;
    m->npiece = from->npiece;
    memcpy(m->piece, from->piece, sizeof m->piece);
    m->error_median = from->error_median;
    m->error_max = from->error_max;
    m->nnear = from->nnear;
    memcpy(m->near, from->near, sizeof m->near);
    memcpy(m->beyond, from->beyond, sizeof m->beyond);
    m->noutlier = from->noutlier;
}

/* Takes the model of the time from the parameters alone, if that predicts samples which it has not seen clearly better.
 */
static void prefer_parameters(struct fit_model *m, const struct fit_block *b) {
    struct fit_model alone;
    double spread;
    struct fit_block means = means_of(b, FIT_TIME, &spread);
    bsim_fit_model_plain(&alone, &means);
    double counted = weight_of(m->error_median, m->error_max), plain = weight_of(alone.error_median, alone.error_max);
    if (isfinite(plain) && !(counted <= 1.1 * plain + 0.01)) {
        take_time(m, &alone);
    } else {
        bsim_fit_model_free(&alone);
    }
    bsim_free(means.point);
}

/* Makes the mean over the vectors of parameters of measured to modelled time one: of times that vary by much, the fit
 * follows the smaller ones, since its errors are relative. Vectors whose ratio is more than a factor 2 from the median
 * do not count: there the formula is wrong, as one without a constant is for the smallest sizes. */
static void keep_mean(struct fit_model *m, const struct fit_block *b) {
    double *ratio = bsim_alloc(((size_t)b->npoint + 1) * sizeof *ratio), sum = 0;
    int vectors = 0, counted = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        double measured = 0, modelled = 0;
        n = bsim_fit_equal_points(b, i);
        for (int k = i; k < i + n; k++) {
            measured += b->point[k].time_s * (double)b->point[k].count;
            modelled += bsim_fit_model_counted_time(m, b->point[k].x) * (double)b->point[k].count;
        }
        if (modelled > 0 && measured > 0)
            ratio[vectors++] = measured / modelled;
    }
    gsl_sort(ratio, 1, (size_t)vectors);
    for (int i = 0; i < vectors; i++)
        if (ratio[i] >= 0.5 * ratio[vectors / 2] && ratio[i] <= 2 * ratio[vectors / 2]) {
            sum += ratio[i];
            counted++;
        }
    for (int i = 0; i < m->npiece && counted > 0; i++)
        for (int t = 0; t < m->piece[i].nterm; t++)
            m->piece[i].coef[t] *= sum / counted;
    bsim_free(ratio);
}

/* Of what is made from points alone. */
static void follow_mean(struct fit_model *m, const struct fit_block *b) {
    if (!b->varies)
        return;
    keep_mean(m, b);
    bsim_fit_own_errors(m, b);
}

/* Takes a time that follows a count with a bound, if that is hardly worse within the samples: beyond them the others
 * grow on. */
static bool follow_bound(struct fit_model *m, const struct fit_block *b) {
    struct fit_model other;
    if (!bsim_fit_bound_time(&other, m, b))
        return false;
    follow_mean(&other, b);
    bsim_fit_beyond_make(&other, b);
    if (!(weight_of(other.error_median, other.error_max) <= 1.5 * weight_of(m->error_median, m->error_max) + 0.02)) {
        bsim_fit_basis_free(&other.basis);
        return false;
    }
    take_time(m, &other);
    return true;
}

void bsim_fit_counts_make(struct fit_model *m, const struct fit_block *b) {
    if (b->ncount == 0)
        return;
    follow_mean(m, b);
    m->count = bsim_alloc((size_t)b->ncount * sizeof *m->count);
    for (int k = 0; k < b->ncount; k++)
        bsim_fit_count_make(&m->count[k], b, k);
    for (int k = 0; k < b->ncount; k++)
        bsim_fit_bound_make(m, b, k);
    bool bounded = follow_bound(m, b);
    bsim_fit_count_errors(m, b);
    m->npoint = 0;
    for (int i = 0; i < b->npoint; i += bsim_fit_equal_points(b, i))
        m->npoint++;
    if (m->npoint > 1 && !bounded)
        prefer_parameters(m, b);
    bsim_fit_uneven_make(m, b);
}

void bsim_fit_count_free(struct fit_count *c) {
    if (c->sum)
        bsim_fit_model_free(c->sum);
    bsim_free(c->sum);
    bsim_free(c->bound);
    c->sum = NULL;
    c->bound = NULL;
}

void bsim_fit_counts_free(struct fit_model *m) {
    for (int k = 0; k < m->ncount && m->count; k++)
        bsim_fit_count_free(&m->count[k]);
    bsim_free(m->count);
    m->count = NULL;
    bsim_fit_uneven_free(&m->uneven);
}

/* ---- text ---- */

/* A formula of a count, with its bound. */
static char *with_bound(const struct fit_model *m, int count, const char *formula, char *const *alias, char *buf,
                        size_t size) {
    const struct fit_bound *bound = m->count[count].bound;
    char most[900];
    if (bound == NULL)
        snprintf(buf, size, "%s", formula);
    else
        snprintf(buf, size, "min(%s, max(%s, %.6g))", formula, bsim_fit_bound_text(m, bound, alias, most, sizeof most),
                 bound->seen);
    return buf;
}

char *bsim_fit_count_text(const struct fit_model *m, int count, int piece, char *const *alias, char *buf, size_t size) {
    char formula[1024];
    return with_bound(m, count,
                      bsim_fit_count_formula(&m->count[count], m->nparam, piece, alias, formula, sizeof formula), alias,
                      buf, size);
}

char *bsim_fit_count_rival_text(const struct fit_model *m, int count, const struct fit_rival *rival, char *const *alias,
                                char *buf, size_t size) {
    char formula[1024];
    bsim_fit_formula_text(&m->count[count].sum->basis, &rival->formula, alias, formula, sizeof formula);
    return with_bound(m, count, formula, alias, buf, size);
}

char *bsim_fit_count_formula(const struct fit_count *c, int nparam, int piece, char *const *alias, char *buf,
                             size_t size) {
    struct fit_power power = {.factor = c->factor};
    struct fit_block named = {.nparam = nparam};
    if (c->sum)
        return bsim_fit_piece_text(c->sum, piece, alias, buf, size);
    memcpy(power.power2, c->power2, sizeof power.power2);
    memcpy(named.alias, alias, (size_t)nparam * sizeof *alias);
    return bsim_fit_power_text(&power, &named, buf, size);
}

static json_t *count_json(const struct fit_model *m, const struct fit_block *b, int count) {
    const struct fit_count *c = &m->count[count];
    int n = c->sum ? c->sum->npiece : 1;
    json_t *pieces = json_array(), *fit = json_object(), *out;
    char text[2048], when[512];
    for (int i = 0; i < n; i++) {
        json_t *piece = json_pack("{s:s}", "value", bsim_fit_count_text(m, count, i, b->alias, text, sizeof text));
        if (c->sum && bsim_fit_piece_when(c->sum, i, b->alias, when, sizeof when)[0])
            json_object_set_new(piece, "when", json_string(when));
        json_array_append_new(pieces, piece);
    }
    json_object_set_new(fit, "error_median", bsim_fit_number(c->error_median));
    json_object_set_new(fit, "error_max", bsim_fit_number(c->error_max));
    if (c->note[0])
        json_object_set_new(fit, "note", json_string(c->note));
    out = json_pack("{s:s}", "of", b->param[b->nparam + count]);
    if (n > 1)
        json_object_set(out, "pieces", pieces);
    else
        json_object_update(out, json_array_get(pieces, 0));
    json_object_set_new(out, "spread", json_real(rint(c->spread * 1e4) / 1e4));
    json_object_set_new(out, "fit", fit);
    json_decref(pieces);
    return out;
}

json_t *bsim_fit_counts_json(const struct fit_model *m, const struct fit_block *b) {
    json_t *counts = m->ncount > 0 ? json_object() : NULL;
    for (int k = 0; k < m->ncount; k++)
        json_object_set_new(counts, b->alias[b->nparam + k], count_json(m, b, k));
    return counts;
}
