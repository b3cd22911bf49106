/* fit_where.c - parameters that only say where the work is, as the first row of a strip of a picture or the state of a
 * random generator: times differ from each of their values to the next one, and no formula follows that. Their mean is
 * a matter of the other parameters. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* VALUES: different ones that a parameter must have, for each vector of the others too. GROUPS: such vectors that a
 * formula needs. MOST: parameters that are tried one by one. FEW: points that show that a formula is bad. */
enum { VALUES = 8, GROUPS = 4, MOST = 4, FEW = 100 };

/* A formula with the parameter is bad from this error on. The mean over it has at most the second one, and this part of
 * the first. */
static const double bad = 0.2, good = 0.15, clearly_better = 0.5;
/* Of the squares of the distances from that mean, what a formula with the parameter leaves at least: else it follows
 * the times, though badly, as those of a matrix that shrinks. */
static const double left_over = 0.5;
/* Times at values that are so far apart that they are less alike, as a correlation, are no longer alike. Of a wave that
 * passes through all of a distribution and back at one speed, this is a fifth of the period. */
static const double alike = 0.3, periods = 5;
/* Neighbours are alike by chance with a correlation of this over the root of their number. */
static const double chance = 2.5;
/* Periods in what a run has of the parameter, at least: the mean over a part of a period is another one. */
enum { WAVES = 4 };
/* Runs whose values reach so many times as far as those of others can show that the mean does not go with it. */
static const double wider = 1.5;

static bool has(unsigned params, int k) {
    return params >> k & 1;
}

/* ---- which parameters ---- */

static int different_values(const struct fit_block *b, int k, double *room) {
    int n = 0;
    for (int i = 0; i < b->npoint; i++)
        room[i] = b->point[i].x[k];
    gsl_sort(room, 1, (size_t)b->npoint);
    for (int i = 0; i < b->npoint; i++)
        n += i == 0 || room[i] != room[i - 1];
    return n;
}

/* The parameters that have several values in most runs that reached the block, by bit. */
static unsigned moving(const struct fit_block *b) {
    double *room = bsim_alloc(((size_t)b->npoint + 1) * sizeof *room);
    unsigned params = 0;
    for (int k = 0; k < b->nparam; k++) {
        if (bsim_fit_is_case(b->param[k])) /* an unmeasured value is no other place */
            continue;
        int runs = 0, moves = 0;
        for (int run = 0; run < b->nsizes; run++) {
            const struct fit_range *of = bsim_fit_sizes(b, run);
            runs += of != NULL;
            moves += of && of[k].low < of[k].high;
        }
        if (2 * moves > runs && different_values(b, k, room) >= VALUES)
            params |= 1U << k;
    }
    bsim_free(room);
    return params;
}

/* Whether the widths of a parameter's ranges differ between the runs. */
static bool is_anywhere(const struct fit_block *b, int k) {
    double least = HUGE_VAL, most = 0;
    for (int run = 0; run < b->nsizes; run++) {
        const struct fit_range *of = bsim_fit_sizes(b, run);
        if (of == NULL || of[k].low == of[k].high)
            continue;
        least = fmin(least, of[k].high - of[k].low);
        most = fmax(most, of[k].high - of[k].low);
    }
    return most >= wider * least;
}

/* ---- the block without them ---- */

static int by_params_and_time(const void *a, const void *b) {
    const struct fit_point *p = a, *q = b;
    int order = bsim_fit_compare_params(p, q);
    return order ? order : (p->time_s > q->time_s) - (p->time_s < q->time_s);
}

static struct fit_point *without(const struct fit_point *point, int n, unsigned params) {
    struct fit_point *out = bsim_alloc(((size_t)n + 1) * sizeof *out);
    if (n > 0)
        memcpy(out, point, (size_t)n * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < FIT_MAX_GIVEN; k++)
            if (has(params, k))
                out[i].x[k] = 0;
    qsort(out, (size_t)n, sizeof *out, by_params_and_time);
    return out;
}

/* The block with one value of these parameters, so that no formula has them; their points are to be freed. */
static struct fit_block block_without(const struct fit_block *b, unsigned params) {
    struct fit_block out = *b;
    out.point = without(b->point, b->npoint, params);
    out.first.point = without(b->first.point, b->first.npoint, params);
    out.varies = b->ncount > 0;
    return out;
}

static void block_free(struct fit_block *b) {
    bsim_free(b->point);
    bsim_free(b->first.point);
}

/* Of a block that counts nothing: one point for each vector, the mean. */
static void join_equal(struct fit_block *b) {
    int m = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        struct fit_point mean = b->point[i];
        n = bsim_fit_equal_points(b, i);
        struct fit_mean time = bsim_fit_mean(&b->point[i], n, FIT_TIME);
        mean.time_s = time.mean;
        mean.io[0] = bsim_fit_mean(&b->point[i], n, FIT_IO_BYTES).mean;
        mean.io[1] = bsim_fit_mean(&b->point[i], n, FIT_IO_CALLS).mean;
        mean.count = (uint64_t)time.executions;
        mean.weight = time.executions / (time.executions + 2);
        b->point[m++] = mean;
    }
    b->npoint = m;
}

struct fit_block bsim_fit_where_means(const struct fit_block *b, unsigned params) {
    struct fit_block means = block_without(b, params);
    if (b->ncount == 0)
        join_equal(&means);
    return means;
}

void bsim_fit_where_means_free(struct fit_block *means) {
    block_free(means);
}

/* Whether there are enough vectors of the other parameters, with enough values of these in most of them. */
static bool has_groups(const struct fit_block *b) {
    int groups = 0, wide = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_equal_points(b, i);
        groups++;
        wide += n >= VALUES ? n : 0;
    }
    return groups >= GROUPS && 2 * wide > b->npoint;
}

/* ---- what they do to the time ---- */

/* Of the squares of the distances from the means without these parameters, what the model with them leaves. */
static double left_by(const struct fit_model *m, const struct fit_block *b, unsigned params) {
    struct fit_block means = block_without(b, params);
    double left = 0, all = 0;
    means.ncount = 0;
    join_equal(&means);
    for (int i = 0; i < b->npoint; i++) {
        struct fit_point p = b->point[i];
        double modelled_s = bsim_fit_model_time(m, p.x), w = (double)p.count;
        for (int k = 0; k < b->nparam; k++)
            p.x[k] = has(params, k) ? 0 : p.x[k];
        int at = 0;
        while (at < means.npoint && bsim_fit_compare_given(&means.point[at], &p, b->nparam) != 0)
            at++;
        if (at == means.npoint)
            continue;
        left += w * pow(p.time_s - modelled_s, 2);
        all += w * pow(p.time_s - means.point[at].time_s, 2);
    }
    block_free(&means);
    return all > 0 ? left / all : 0;
}

/* Writes the mean times at different values. Returns their number. */
static int join_values(const struct fit_place *p, int n, double *time_s) {
    int m = 0;
    for (int i = 0, j; i < n; i = j) {
        double sum = 0;
        for (j = i; j < n && p[j].at == p[i].at; j++)
            sum += p[j].others.time_s;
        time_s[m++] = sum / (j - i);
    }
    return m;
}

/* How many places on the times are no longer alike; n: as far as there are places. */
static int alike_for(const double *time_s, int n) {
    double mean = 0, all = 0;
    for (int i = 0; i < n; i++)
        mean += time_s[i] / n;
    for (int i = 0; i < n; i++)
        all += pow(time_s[i] - mean, 2);
    for (int lag = 1; lag < n; lag++) {
        double together = 0;
        for (int i = 0; i + lag < n; i++)
            together += (time_s[i] - mean) * (time_s[i + lag] - mean);
        if (together < fmax(alike, lag == 1 ? chance / sqrt(n) : 0) * all)
            return lag;
    }
    return n;
}

/* The period of parameter k, for the vector of the other parameters that has most values of it; 0: times at values next
 * to each other are not alike. */
static double period_of(const struct fit_block *b, unsigned params, int k) {
    struct fit_place *place = bsim_fit_places(b, params, k);
    double *time_s = bsim_alloc(((size_t)b->npoint + 1) * sizeof *time_s), period = 0;
    int most = 0;
    for (int i = 0, n; i < b->npoint; i += n) {
        n = bsim_fit_places_alike(&place[i], b->npoint - i);
        if (n <= most)
            continue;
        most = n;
        int m = join_values(&place[i], n, time_s), next = m < VALUES ? 1 : alike_for(time_s, m);
        double range = place[i + n - 1].at - place[i].at;
        period = next > 1 ? fmin(periods * next / (m - 1), 1.0 / WAVES) * range : 0;
    }
    bsim_free(time_s);
    bsim_free(place);
    return period;
}

/* The mean over one of the parameters goes with how far it reaches: it is a size. */
static bool has_size(const struct fit_block *b, unsigned params) {
    for (int k = 0; k < b->nparam; k++)
        if (has(params, k) && bsim_fit_reach(b, params, k).goes)
            return true;
    return false;
}

static struct fit_where where_of(const struct fit_block *b, unsigned params) {
    struct fit_where out = {.known = true, .params = params};
    for (int k = 0; k < b->nparam; k++)
        if (has(params, k)) {
            out.period[k] = period_of(b, params, k);
            out.anywhere |= (unsigned)(is_anywhere(b, k) && bsim_fit_reach(b, params, k).stays) << k;
        }
    return out;
}

/* ---- the model ---- */

/* Tells of the ranges that the block has, also of parameters which the model is without. */
static void take_ranges(struct fit_model *m, const struct fit_block *b, struct fit_where where) {
    for (int k = 0; k < b->nparam; k++)
        for (int i = 0; i < b->npoint; i++) {
            m->low[k] = i == 0 ? b->point[i].x[k] : fmin(m->low[k], b->point[i].x[k]);
            m->high[k] = i == 0 ? b->point[i].x[k] : fmax(m->high[k], b->point[i].x[k]);
        }
    m->where = where;
}

/* The model without the parameters. False: there is too little to make one. */
static bool make_without(struct fit_model *m, const struct fit_block *b, unsigned params) {
    struct fit_block all = block_without(b, params), means = bsim_fit_where_means(b, params);
    bool enough = has_groups(&all);
    if (enough) {
        bsim_fit_model_plain(m, &means);
        bsim_fit_uneven_where(m, &all);
    }
    block_free(&all);
    bsim_fit_where_means_free(&means);
    return enough;
}

/* Makes the model without the parameters that the block has as such. */
static bool make_given(struct fit_model *m, const struct fit_block *b) {
    if (b->where.params == 0 || !make_without(m, b, b->where.params))
        return false;
    take_ranges(m, b, b->where);
    return true;
}

/* The block with at most FEW of its points: they tell whether a formula follows the times at all. */
static struct fit_block few_of(const struct fit_block *b) {
    struct fit_block few = *b;
    few.point = bsim_alloc(((size_t)FEW + 1) * sizeof *few.point);
    few.npoint = 0;
    for (int i = 0; i < FEW && i < b->npoint; i++)
        few.point[few.npoint++] = b->point[b->npoint <= FEW ? i : (long)i * b->npoint / FEW];
    return few;
}

/* Of the sets of parameters, the one whose mean has the smallest error, if a model with all parameters has a much
 * larger one, and leaves enough. False: there is none. */
static bool choose(struct fit_model *best, const struct fit_block *b, const unsigned *set, int n,
                   const struct fit_model *with) {
    unsigned chosen = 0;
    for (int i = 0; i < n; i++) {
        struct fit_model other;
        if (has_size(b, set[i]) || !make_without(&other, b, set[i]))
            continue;
        double limit = chosen ? best->error_median : fmin(good, clearly_better * with->error_median);
        if (!(other.error_median <= limit) || left_by(with, b, set[i]) < left_over) {
            bsim_fit_model_free(&other);
            continue;
        }
        if (chosen)
            bsim_fit_model_free(best);
        *best = other;
        chosen = set[i];
    }
    if (chosen)
        take_ranges(best, b, where_of(b, chosen));
    return chosen != 0;
}

bool bsim_fit_where_make(struct fit_model *m, const struct fit_block *b) {
    unsigned all = b->where.known ? 0 : moving(b), set[MOST + 1];
    struct fit_model with;
    int n = 0;
    if (b->where.known)
        return make_given(m, b);
    if (all == 0 || b->npoint < GROUPS * VALUES)
        return false;
    set[n++] = all;
    for (int k = 0; k < b->nparam && n <= MOST && all != (all & -all); k++)
        if (has(all, k))
            set[n++] = 1U << k;
    struct fit_block few = few_of(b);
    bsim_fit_model_plain(&with, &few);
    bool made = with.error_median >= bad && choose(m, b, set, n, &with);
    if (!made && few.npoint == b->npoint) {
        *m = with;
        made = true;
    } else {
        bsim_fit_model_free(&with);
    }
    bsim_free(few.point);
    return made;
}

/* Three digits. */
static double rounded(double value) {
    double unit = value > 0 ? pow(10, 2 - floor(log10(value))) : 1;
    return rint(value * unit) / unit;
}

json_t *bsim_fit_where_json(const struct fit_model *m, const struct fit_block *b) {
    json_t *where = m->where.params ? json_object() : NULL;
    for (int k = 0; k < b->nparam; k++)
        if (has(m->where.params, k))
            json_object_set_new(where, b->alias[k], bsim_fit_number(rounded(m->where.period[k])));
    return where;
}
