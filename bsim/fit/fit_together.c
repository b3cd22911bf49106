/* fit_together.c - how much of a block's noise the ranks of a node have in common. Ranks that wait for each other wait
 * for what is each rank's own, and not for what makes all of them longer at the same time: a shared cache, memory or
 * clock, or what else the node does. Compares executions of equal number on the ranks of runs on one node. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/quantile.h"
#include "bsim/fit/fit.h"

/* Pairs of executions that tell enough: of two ranks; of all ranks of all runs. */
enum { LEAST_COMMON = 12, LEAST_PAIRS = 64 };

void bsim_fit_data_together(struct fit_data *data, const char *name, const struct fit_execution *execution, int n) {
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));) {
        b->together = bsim_realloc(b->together, ((size_t)b->ntogether + 1) * sizeof *b->together);
        struct fit_together *t = &b->together[b->ntogether++];
        *t = (struct fit_together){data->run_number, n, bsim_alloc(((size_t)n + 1) * sizeof *t->execution)};
        memcpy(t->execution, execution, (size_t)n * sizeof *execution);
    }
}

void bsim_fit_together_free(struct fit_block *b) {
    for (int i = 0; i < b->ntogether; i++)
        bsim_free(b->together[i].execution);
    bsim_free(b->together);
    b->together = NULL;
    b->ntogether = 0;
}

/* What each two ranks of runs have in common, as parts of the variance, weighted by the pairs of executions. */
struct parts {
    double *value, *weight;
    int n;
};

/* Parts above this are disturbances, as the samples have them (instrument/table.c): their noise does not count them. */
static double limit_of(const struct fit_together *t) {
    double *part = bsim_alloc(((size_t)t->n + 1) * sizeof *part);
    for (int i = 0; i < t->n; i++)
        part[i] = t->execution[i].part;
    gsl_sort(part, 1, (size_t)t->n);
    double lower = gsl_stats_quantile_from_sorted_data(part, 1, (size_t)t->n, 0.25);
    double upper = gsl_stats_quantile_from_sorted_data(part, 1, (size_t)t->n, 0.75);
    bsim_free(part);
    return 1.5 * (upper + 5 * (upper - lower));
}

/* Adds what the executions that two ranks of a run both have tell, each beside the mean of its rank. */
static void add_pair(struct parts *parts, const struct fit_together *a, const struct fit_together *b) {
    double(*part)[2] = bsim_alloc(((size_t)a->n + 1) * sizeof *part), mean[2] = {0, 0};
    double most[2] = {limit_of(a), limit_of(b)}, common = 0, all = 0;
    int n = 0;
    for (int i = 0, j = 0; i < a->n; i++) {
        while (j < b->n && b->execution[j].number < a->execution[i].number)
            j++;
        const struct fit_execution *e = &a->execution[i], *other = &b->execution[j];
        if (j == b->n || other->number != e->number || e->part > most[0] || other->part > most[1])
            continue;
        part[n][0] = e->part;
        part[n][1] = other->part;
        mean[0] += e->part;
        mean[1] += other->part;
        n++;
    }
    for (int i = 0; i < n; i++) {
        double x = part[i][0] - mean[0] / n, y = part[i][1] - mean[1] / n;
        common += x * y;
        all += 0.5 * (x * x + y * y);
    }
    bsim_free(part);
    if (n < LEAST_COMMON || !(all > 0))
        return;
    parts->value = bsim_realloc(parts->value, ((size_t)parts->n + 1) * sizeof *parts->value);
    parts->weight = bsim_realloc(parts->weight, ((size_t)parts->n + 1) * sizeof *parts->weight);
    parts->value[parts->n] = fmin(fmax(common / all, 0), 1);
    parts->weight[parts->n++] = n;
}

/* Adds all pairs of ranks of the runs that were on one node, with a core for each rank. */
static void add_block(struct parts *parts, const struct fit_data *data, const struct fit_block *b) {
    for (int i = 0; i < b->ntogether; i++) {
        const struct fit_run *run = &data->run[b->together[i].run];
        for (int j = i + 1; j < b->ntogether && run->ranks > 1 && run->busy == run->ranks; j++)
            if (b->together[j].run == b->together[i].run)
                add_pair(parts, &b->together[i], &b->together[j]);
    }
}

/* The median of the parts from `from` on, which a run that something else disturbed does not change; NAN: there are too
 * few pairs of executions. */
static double middle(const struct parts *parts, int from) {
    int n = parts->n - from;
    if (n == 0)
        return NAN;
    const double *value = parts->value + from, *weight = parts->weight + from;
    double pairs = 0, median = NAN;
    for (int i = 0; i < n; i++)
        pairs += weight[i];
    if (pairs >= LEAST_PAIRS) {
        size_t *order = bsim_alloc((size_t)n * sizeof *order);
        gsl_sort_index(order, value, 1, (size_t)n);
        median = bsim_weighted_quantile(0.5, value, weight, order, (size_t)n);
        bsim_free(order);
    }
    return median;
}

void bsim_fit_together_find(struct fit_data *data) {
    struct parts parts = {0};
    for (int i = 0; i < data->nblock; i++) {
        int from = parts.n;
        add_block(&parts, data, &data->block[i]);
        data->block[i].noise_together = middle(&parts, from);
    }
    double of_all = middle(&parts, 0);
    for (int i = 0; i < data->nblock; i++)
        if (isnan(data->block[i].noise_together))
            data->block[i].noise_together = of_all;
    bsim_free(parts.value);
    bsim_free(parts.weight);
}

/* As people write it, and to four digits. */
static json_t *deviation(double square) {
    return json_real(rint(sqrt(square) * 1e4) / 1e4);
}

json_t *bsim_fit_noise_json(const struct fit_block *b) {
    static const double little = 0.01;
    if (isnan(b->noise))
        return NULL;
    double square = b->noise * b->noise;
    if (!(b->noise_together >= little) || b->noise == 0)
        return deviation(square);
    json_t *noise = json_object();
    if (1 - b->noise_together >= little)
        json_object_set_new(noise, "execution", deviation((1 - b->noise_together) * square));
    json_object_set_new(noise, "together", deviation(b->noise_together * square));
    return noise;
}
