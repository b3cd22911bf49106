/* fit_uneven.c - executions of a block that differ at equal parameters, since their counts do: how far, and how much of
 * that is each rank's own. Ranks that wait for each other wait for the longest. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"
#include "bsim/fit/weighted.h"

/* Steps of the ranks of a run that tell enough; and how alike neighbouring ones may be, as a correlation, to take each
 * for drawn anew. */
enum { LEAST_STEPS = 32, LEAST_EXECUTIONS = 8 };
static const double drawn_anew = 0.3;
/* A formula of the deviation is taken if it errs by at most this part of what one number for all sizes does. */
static const double clearly_better = 0.5, differs = 0.2;
enum { LINE = 8192 };

void bsim_fit_data_sequence(struct fit_data *data, const char *name, const double *part, int n) {
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));) {
        b->sequence = bsim_realloc(b->sequence, ((size_t)b->nsequence + 1) * sizeof *b->sequence);
        struct fit_sequence *s = &b->sequence[b->nsequence++];
        *s = (struct fit_sequence){data->run_number, n, bsim_alloc(((size_t)n + 1) * sizeof *s->part)};
        memcpy(s->part, part, (size_t)n * sizeof *part);
    }
}

void bsim_fit_sequences_free(struct fit_block *b) {
    for (int i = 0; i < b->nsequence; i++)
        bsim_free(b->sequence[i].part);
    bsim_free(b->sequence);
    b->sequence = NULL;
    b->nsequence = 0;
}

/* ---- the ranks of a run beside each other ---- */

struct sums {
    double steps, all, own; /* squares of deviations: from the rank's mean; of these from what all ranks have */
    double next;            /* products of the latter with the next step's */
};

static double mean_of(const struct fit_sequence *s) {
    double sum = 0;
    for (int k = 0; k < s->n; k++)
        sum += s->part[k];
    return sum / s->n;
}

/* Adds the ranks of a run, at least two, whose sequences are equally long. */
static void add_run(struct sums *sums, const struct fit_sequence *rank, int n) {
    double *mean = bsim_alloc((size_t)n * sizeof *mean), *before = bsim_alloc((size_t)n * sizeof *before);
    for (int r = 0; r < n; r++)
        mean[r] = mean_of(&rank[r]);
    for (int k = 0; k < rank->n; k++) {
        double common = 0;
        for (int r = 0; r < n; r++)
            common += (rank[r].part[k] - mean[r]) / n;
        for (int r = 0; r < n; r++) {
            double from_mean = rank[r].part[k] - mean[r], own = from_mean - common;
            sums->all += from_mean * from_mean / n;
            sums->own += own * own / (n - 1); /* the common part has a share of each rank's own */
            sums->next += k > 0 ? own * before[r] / (n - 1) : 0;
            before[r] = own;
        }
    }
    sums->steps += rank->n;
    bsim_free(mean);
    bsim_free(before);
}

/* The part of the variance of executions that is each rank's own, drawn anew in each of them; NAN: not known. */
static double own_part(const struct fit_block *b) {
    struct sums sums = {0};
    for (int i = 0, n; i < b->nsequence; i += n) {
        bool equal = true;
        for (n = 1; i + n < b->nsequence && b->sequence[i + n].run == b->sequence[i].run; n++)
            equal = equal && b->sequence[i + n].n == b->sequence[i].n;
        if (n > 1 && equal && b->sequence[i].n > 0)
            add_run(&sums, &b->sequence[i], n);
    }
    if (sums.steps < LEAST_STEPS || !(sums.all > 0))
        return NAN;
    double own = fmin(sums.own / sums.all, 1);
    if (own < 0.05)
        return 0;
    return fabs(sums.next / sums.own) < drawn_anew ? own : NAN;
}

/* ---- how executions with equal parameters differ ---- */

/* Of the mean, half of the range that nine tenths of the executions of n points have around it, in standard deviations
 * of a normal one: a few long executions, which a host may have disturbed, do not count. */
static double uneven_of(const struct fit_point *p, int n, struct fit_weighted *room, double *executions) {
    struct fit_mean of = bsim_fit_mean(p, n, FIT_TIME);
    double below = 0, low = NAN, high = NAN;
    *executions = of.executions;
    for (int k = 0; k < n; k++)
        room[k] = (struct fit_weighted){p[k].time_s, (double)p[k].count};
    qsort(room, (size_t)n, sizeof *room, bsim_fit_by_value);
    for (int k = 0; k < n; k++) {
        below += room[k].weight;
        low = isnan(low) && below >= 0.05 * *executions ? room[k].value : low;
        high = isnan(high) && below >= 0.95 * *executions ? room[k].value : high;
    }
    return of.mean > 0 ? (high - low) / (2 * BSIM_WITHIN_NINETY) / of.mean : 0;
}

/* The times of executions over their means at equal parameters, as values of equal probability with mean 1; the
 * deviations are multiplied by the factor. */
static void set_values(struct fit_uneven *u, const struct fit_block *b, struct fit_weighted *room, double factor) {
    double all = 0;
    int m = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_equal_points(b, i);
        struct fit_mean of = bsim_fit_mean(&b->point[i], n, FIT_TIME);
        for (int k = i; k < i + n && of.mean > 0 && of.executions >= LEAST_EXECUTIONS; k++) {
            room[m++] = (struct fit_weighted){b->point[k].time_s / of.mean, (double)b->point[k].count};
            all += (double)b->point[k].count;
        }
    }
    qsort(room, (size_t)m, sizeof *room, bsim_fit_by_value);
    double left = room[0].weight, each = all / FIT_UNEVEN_VALUES;
    for (int v = 0, k = 0; v < FIT_UNEVEN_VALUES && m > 0; v++) {
        double sum = 0, need = each;
        while (need > 0 && k < m) {
            double take = fmin(need, left);
            sum += take * room[k].value;
            need -= take;
            left -= take;
            if (left <= 0 && ++k < m)
                left = room[k].weight;
        }
        u->value[v] = fmax(1 + factor * (sum / each - 1), 0);
    }
    u->drawn = m > 0;
}

/* Takes a formula of the deviation by the parameters, if it goes with them. */
static void set_formula(struct fit_uneven *u, const struct fit_block *b, double factor) {
    struct fit_block of = *b;
    struct fit_count formula = {0};
    double sum = 0, squares = 0;
    of.ncount = of.npoint = 0;
    of.io = false;
    of.point = bsim_alloc(((size_t)b->npoint + 1) * sizeof *of.point);
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_equal_points(b, i);
        struct fit_mean time = bsim_fit_mean(&b->point[i], n, FIT_TIME);
        double deviation = time.mean > 0 ? sqrt(time.variance) / time.mean : 0;
        if (time.executions < LEAST_EXECUTIONS)
            continue;
        struct fit_point *p = &of.point[of.npoint++];
        *p = (struct fit_point){.time_s = factor * deviation, .count = (uint64_t)time.executions};
        memcpy(p->x, b->point[i].x, (size_t)b->nparam * sizeof *p->x);
        u->most = fmax(u->most, factor * deviation);
        sum += deviation;
        squares += deviation * deviation;
    }
    double mean = sum / of.npoint, spread = sqrt(fmax(squares / of.npoint - mean * mean, 0)) / mean;
    if (of.npoint >= 6 && b->nparam > 0 && spread > differs) {
        bsim_fit_values_make(&formula, &of);
        bool one_piece = formula.sum == NULL || formula.sum->npiece == 1;
        if (one_piece && formula.error_median <= clearly_better * spread) {
            u->formula = bsim_alloc(sizeof *u->formula);
            *u->formula = formula;
        } else {
            bsim_fit_count_free(&formula);
        }
    }
    bsim_free(of.point);
}

/* How far executions with equal parameters differ, over all of them. */
static double deviation_of(const struct fit_block *b, struct fit_weighted *room) {
    double sum = 0, all = 0, executions;
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_equal_points(b, i);
        double uneven = uneven_of(&b->point[i], n, room, &executions);
        sum += uneven * executions;
        all += executions;
    }
    return all > 0 ? sum / all : 0;
}

void bsim_fit_uneven_make(struct fit_model *m, const struct fit_block *b) {
    struct fit_weighted *room = bsim_alloc(((size_t)b->npoint + 1) * sizeof *room);
    struct fit_uneven *u = &m->uneven;
    u->deviation = deviation_of(b, room);
    u->own = u->deviation >= FIT_UNEVEN ? own_part(b) : NAN;
    if (u->own > 0) {
        set_values(u, b, room, sqrt(u->own));
        if (u->drawn)
            set_formula(u, b, sqrt(u->own));
    }
    bsim_free(room);
}

void bsim_fit_uneven_where(struct fit_model *m, const struct fit_block *b) {
    struct fit_weighted *room = bsim_alloc(((size_t)b->npoint + 1) * sizeof *room);
    struct fit_uneven *u = &m->uneven;
    bsim_fit_uneven_free(u);
    *u = (struct fit_uneven){.deviation = deviation_of(b, room), .own = 1};
    set_values(u, b, room, 1);
    bsim_free(room);
}

void bsim_fit_uneven_free(struct fit_uneven *u) {
    if (u->formula)
        bsim_fit_count_free(u->formula);
    bsim_free(u->formula);
    u->formula = NULL;
}

/* ---- text ---- */

static json_t *histogram_json(const struct fit_uneven *u) {
    json_t *list = json_array();
    for (int v = 0; v < FIT_UNEVEN_VALUES; v++)
        json_array_append_new(list, json_pack("[f, i]", rint(u->value[v] * 1e4) / 1e4, 1));
    return json_pack("{s:o}", "histogram", list);
}

json_t *bsim_fit_uneven_json(const struct fit_model *m, const struct fit_block *b) {
    const struct fit_uneven *u = &m->uneven;
    char formula[LINE], text[LINE + 40];
    if (u->deviation < FIT_UNEVEN || isnan(u->own))
        return NULL;
    if (!u->drawn) /* all ranks have the same ones */
        return json_integer(0);
    if (u->formula == NULL)
        return histogram_json(u);
    bsim_fit_count_formula(u->formula, m->nparam, 0, b->alias, formula, sizeof formula);
    snprintf(text, sizeof text, "min(max(%s, 0), %.4g)", formula, u->most);
    return json_string(text);
}
