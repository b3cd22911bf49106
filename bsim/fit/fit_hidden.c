/* fit_hidden.c - sizes of other blocks of the same runs with which a block's times go, though none of its own
 * parameters tells them: the number of points of the tree that it searches. Knows nothing of what the run does. */
#include <gsl/gsl_fit.h>
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* RUNS: that tell something. DISTINCT: values of a size in them. */
enum { RUNS = 5, DISTINCT = 4, MOST_SAMPLES = 1 << 14 };
/* A size has values that are so many factors of two apart, at least. */
static const double APART = 1;

/* Adds a sample to the run's own one with these parameters, among those from `from` on. */
static void add(struct fit_block *b, const struct fit_point *p, int from) {
    int i = from;
    while (i < b->nof_run && b->of_run[i].run != p->run)
        i++;
    if (i == b->nof_run) {
        b->of_run[b->nof_run++] = *p;
        return;
    }
    struct fit_point *q = &b->of_run[i];
    double n = (double)(q->count + p->count);
    q->time_s = (q->time_s * (double)q->count + p->time_s * (double)p->count) / n;
    q->count += p->count;
}

void bsim_fit_hidden_keep(struct fit_block *b) {
    if (b->sizes == NULL || b->of_run || b->npoint > MOST_SAMPLES || b->nsizes < RUNS)
        return;
    b->of_run = bsim_alloc(((size_t)b->npoint + 1) * sizeof *b->of_run);
    for (int i = 0, from = 0; i < b->npoint; i++) {
        if (i > 0 && bsim_fit_compare_given(&b->point[i - 1], &b->point[i], b->nparam) != 0)
            from = b->nof_run;
        add(b, &b->point[i], from);
    }
}

/* The logarithm of measured by modelled time, by run; NAN: the run did not reach the block. */
static double *distances(const struct fit_model *m, const struct fit_block *b) {
    double *sum = bsim_alloc(2 * (size_t)b->nsizes * sizeof *sum), *modelled = sum + b->nsizes;
    for (int i = 0; i < b->nof_run; i++) {
        const struct fit_point *p = &b->of_run[i];
        sum[p->run] += (double)p->count * (p->time_s + FIT_FLOOR_S);
        modelled[p->run] +=
            (double)p->count * (bsim_fit_model_time(m, p->x) * bsim_fit_cache_factor(b, p->x, p->busy) + FIT_FLOOR_S);
    }
    for (int run = 0; run < b->nsizes; run++)
        sum[run] = modelled[run] > 0 ? log(sum[run] / modelled[run]) : NAN;
    return sum;
}

/* The binary logarithm of a block's parameter in a run; NAN: it is not above 0, or not known. */
static double size_of(const struct fit_block *b, int k, int run) {
    const struct fit_range *of = bsim_fit_sizes(b, run);
    return of && of[k].low > 0 ? log2(of[k].low * of[k].high) / 2 : NAN;
}

/* Whether the two are proportional in all runs that have both. */
static bool are_alike(const struct fit_block *a, int i, const struct fit_block *b, int k, int nrun) {
    static const double alike = 0.02; /* what is rounded to whole numbers */
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int run = 0; run < nrun; run++) {
        double apart = size_of(a, i, run) - size_of(b, k, run);
        low = fmin(low, apart); /* ignores a NAN */
        high = fmax(high, apart);
    }
    return high - low <= alike;
}

static bool is_own(const struct fit_block *own, const struct fit_block *b, int k) {
    for (int i = 0; i < own->nparam; i++)
        if (are_alike(own, i, b, k, own->nsizes))
            return true;
    return false;
}

/* A straight line of the distances over a size. */
struct line {
    int n, distinct;
    double slope, error, least, most; /* error: of the slope, one standard deviation */
};

static struct line line_of(const double *distance, const struct fit_block *b, int k, int nrun) {
    struct line l = {0, 0, 0, HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    double *x = bsim_alloc(2 * (size_t)nrun * sizeof *x), *y = x + nrun, unused, variance;
    for (int run = 0; run < nrun; run++) {
        double size = size_of(b, k, run);
        bool seen = false;
        if (isnan(size) || isnan(distance[run]))
            continue;
        for (int i = 0; i < l.n && !seen; i++)
            seen = x[i] == size;
        l.distinct += !seen;
        l.least = fmin(l.least, size);
        l.most = fmax(l.most, size);
        x[l.n] = size;
        y[l.n++] = distance[run];
    }
    if (l.n >= RUNS && l.distinct >= DISTINCT && l.most - l.least >= APART) {
        gsl_fit_linear(x, 1, y, 1, (size_t)l.n, &unused, &l.slope, &unused, &unused, &variance, &unused);
        l.error = sqrt(variance);
    }
    bsim_free(x);
    return l;
}

/* Whether one size tells more than another. What differs by rounding is equal: then the order of the names decides. */
static bool tells_more(const struct fit_hidden *a, const struct fit_hidden *b, const struct fit_data *data) {
    static const double equal = 1e-9;
    if (fabs(a->by - b->by) > equal * fmax(a->by, b->by))
        return a->by > b->by;
    const struct fit_block *of_a = &data->block[a->block], *of_b = &data->block[b->block];
    int order = strcmp(of_a->name, of_b->name);
    return order != 0 ? order < 0 : strcmp(of_a->param[a->param], of_b->param[b->param]) < 0;
}

/* Keeps those that tell most, one for each size: blocks have the sizes of others. */
static void keep(struct fit_model *m, const struct fit_data *data, struct fit_hidden h, int nrun) {
    int at = 0;
    for (; at < m->nhidden; at++)
        if (are_alike(&data->block[h.block], h.param, &data->block[m->hidden[at].block], m->hidden[at].param, nrun))
            break;
    if (at == m->nhidden && m->nhidden < FIT_MAX_HIDDEN)
        m->hidden[m->nhidden++] = h;
    else if (at < m->nhidden && tells_more(&h, &m->hidden[at], data))
        m->hidden[at] = h;
    else if (at == m->nhidden) {
        int least = 0;
        for (int i = 1; i < m->nhidden; i++)
            least = tells_more(&m->hidden[least], &m->hidden[i], data) ? i : least;
        if (tells_more(&h, &m->hidden[least], data))
            m->hidden[least] = h;
    }
}

void bsim_fit_hidden_make(struct fit_model *m, const struct fit_data *data, int block) {
    const struct fit_block *own = &data->block[block];
    m->nhidden = 0;
    if (own->nof_run == 0)
        return;
    double *distance = distances(m, own);
    for (int i = 0; i < data->nblock; i++) {
        const struct fit_block *b = &data->block[i];
        for (int k = 0; k < b->nparam && i != block && b->sizes; k++) {
            if (bsim_fit_is_comparison(b->param[k]) || bsim_fit_is_case(b->param[k]) || is_own(own, b, k))
                continue;
            struct line l = line_of(distance, b, k, own->nsizes);
            double within = BSIM_WITHIN_NINETY * bsim_fit_further(l.n - 2) * l.error;
            struct fit_hidden h = {i, k, expm1(fabs(l.slope) + within), fabs(l.slope) > within};
            if (isfinite(h.by) && h.by >= BSIM_ERROR_BEYOND)
                keep(m, data, h, own->nsizes);
        }
    }
    bsim_free(distance);
}

json_t *bsim_fit_hidden_json(const struct fit_model *m, const struct fit_data *data) {
    json_t *list = m->nhidden > 0 ? json_array() : NULL;
    for (int i = 0; i < m->nhidden; i++) {
        const struct fit_hidden *h = &m->hidden[i];
        const struct fit_block *b = &data->block[h->block];
        json_array_append_new(list, json_pack("{s:s, s:s, s:f, s:b}", "block", b->name, "param", b->alias[h->param],
                                              "beyond", rint(fmin(h->by, 1e3) * 1e3) / 1e3, "clear", h->clear));
    }
    return list;
}
