/* fit_cache.c - a block whose data outgrow a cache (bsim/base/cache_limit.h).
 *
 * With n the amount of work, times are those of a n + b + c n f, where f is the part of the data that the cache does
 * not hold: it takes longer. Sizes are products of up to three parameters. Mostly the data are as many as the work; but
 * a sweep over nx ny points needs some rows of nx at a time, and of n^2 numbers n^3 products may be made. Where samples
 * look like that, the block is fitted twice: with their times, and with what they would be if the cache held all. The
 * same law holds for memory that the system gives from some size on.
 *
 * Cores that are busy together may share the cache: then each has size / busy of it. Samples of equal parameters with
 * few and many busy cores tell that: they differ where the data of few are in the cache, and those of many are not. */
#include <math.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* STEPS: sizes of the cache that are tried. LEAST: samples. BESIDE: of them, on both sides of it. SIZES: parameters
 * that may be sizes. PAIRS: of equal parameters, which tell a cache that cores share. */
enum { STEPS = 24, LEAST = 10, BESIDE = 3, SIZES = 6, FACTORS = 3, COLUMNS = 3, BITS = 32, PAIRS = 2 };
/* Samples that tell data that are not as many as the work; and how many amounts of work are tried with them. */
enum { MANY = 14, WORKS = 2 };
/* Shorter executions are mostly noise of the timer. The data must differ by this factor. */
static const double FROM_S = 2e-6, RANGE = 8;
/* It must leave this part of the error of one size with a logarithm, and be so near. */
static const double LOOKS = 0.7, NEAR = 0.12;
/* Data that are not as many as the work must leave this part of the error of data that are, and a cache must hold so
 * many of them: that of a few is none. */
static const double OTHERWISE = 0.85, NUMBERS = 256;
/* Nothing is sought where formulas are nearer than this. With a cache they must leave `clearly` of their error. */
static const double exact = 0.015, clearly = 0.67, mostly = 1.25;
/* A cache that cores share must leave so much less of the error, at least. */
static const double MATTERS = 0.02;
/* Executions without the cache take longer by so much at least, and by so much at most. */
static const double LEAST_SLOWER = 0.1, MOST_SLOWER = 8;

/* Of the ends of caches that are tried; 0: an edge. */
static const double powers[] = {0, 4};

/* Samples of a block. */
struct samples {
    const struct fit_block *block;
    const struct fit_point **point;
    double *time_s, *weight, *column[COLUMNS];
    double *work, *size; /* of each: the amount of work; of data */
    double least, most;  /* of the data of all cores that have a cache together */
    double *sharing;     /* cores with as much data, that have the cache together */
    int n;
};

/* A product of parameters, by bit; of these, one may be squared. */
struct product {
    unsigned params, squared;
};

struct found {
    struct fit_cache cache;
    struct product work;
    double error;
};

static double value_of(struct product product, const double *x) {
    double value = 1;
    for (int k = 0; k < BITS && product.params >> k; k++) {
        value *= product.params >> k & 1 ? x[k] : 1;
        value *= product.squared >> k & 1 ? x[k] : 1;
    }
    return value;
}

static struct product data_of(const struct fit_cache *cache) {
    return (struct product){cache->params, cache->squared};
}

double bsim_fit_cache_factor(const struct fit_block *block, const double *x, int busy) {
    const struct fit_cache *c = &block->cache;
    int together = busy < c->sharing ? busy : c->sharing;
    return c->limit.size > 0 ? bsim_cache_factor(&c->limit, (together > 1 ? together : 1) * value_of(data_of(c), x))
                             : 1;
}

/* Whether a parameter is a number of things that differs between samples. */
static bool is_size(const struct samples *s, int param) {
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < s->n; i++) {
        double x = s->point[i]->x[param];
        if (x != rint(x) || x < 1)
            return false;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    return most > 1.5 * least;
}

/* Fits all columns; returns the mean error. */
static double fit(const struct samples *s, struct fit_linear *linear) {
    return bsim_fit_quick(linear, COLUMNS, s->column, s->n, s->time_s, s->weight);
}

/* What samples tell without a cache: the size, also with a logarithm. */
static double error_without(const struct samples *s) {
    struct fit_linear linear;
    for (int i = 0; i < s->n; i++)
        s->column[2][i] = s->work[i] * log2(1 + s->work[i]);
    return fit(s, &linear);
}

/* Whether enough samples are inside and outside of a cache of this size, and these clearly. */
static bool on_both_sides(const struct samples *s, double size) {
    static const double outside_from = 1.3;
    int inside = 0, outside = 0;
    for (int i = 0; i < s->n; i++) {
        inside += s->sharing[i] * s->size[i] <= size;
        outside += s->sharing[i] * s->size[i] >= outside_from * size;
    }
    return inside >= BESIDE && outside >= BESIDE;
}

/* Sets the amounts of work and of data. False: the data are too alike. */
static bool set_sizes(struct samples *s, struct product work, struct product data) {
    s->least = HUGE_VAL, s->most = 0;
    for (int i = 0; i < s->n; i++) {
        s->work[i] = s->column[0][i] = value_of(work, s->point[i]->x);
        s->size[i] = value_of(data, s->point[i]->x);
        s->column[1][i] = 1;
        s->least = fmin(s->least, s->sharing[i] * s->size[i]);
        s->most = fmax(s->most, s->sharing[i] * s->size[i]);
    }
    return s->most >= RANGE * s->least;
}

/* Tries caches of all sizes, whose ends have this power. */
static void try_power(struct samples *s, struct product work, struct product data, double power, double bound,
                      struct found *best) {
    for (int step = 0; step < STEPS; step++) {
        struct fit_linear linear;
        double size = s->least * pow(s->most / s->least, (step + 0.5) / STEPS);
        struct bsim_cache_limit limit = {size, 0, power};
        if (!on_both_sides(s, size))
            continue;
        for (int i = 0; i < s->n; i++)
            s->column[2][i] = s->work[i] * bsim_cache_outside(&limit, s->sharing[i] * s->size[i]);
        double error = fit(s, &linear), slower = linear.coef[2] / linear.coef[0];
        if (linear.coef[0] > 0 && slower >= LEAST_SLOWER && slower <= MOST_SLOWER && error < fmin(bound, best->error))
            *best = (struct found){{{size, slower, power}, data.params, data.squared, 1}, work, error};
    }
}

/* Tries caches of all sizes and ends. */
static void try_sizes(struct samples *s, struct product work, struct product data, double bound, struct found *best) {
    for (size_t k = 0; k < sizeof powers / sizeof *powers; k++)
        try_power(s, work, data, powers[k], bound, best);
}

/* Samples of the points that are long enough, each with a cache of its own; free_samples() frees them. */
static struct samples samples_of(const struct fit_block *b, const struct fit_point *point, int n) {
    struct samples s = {.block = b};
    size_t room = (size_t)n + 1;
    s.point = bsim_alloc(room * sizeof *s.point);
    s.time_s = bsim_alloc((5 + COLUMNS) * room * sizeof *s.time_s);
    s.weight = s.time_s + room;
    s.work = s.weight + room;
    s.size = s.work + room;
    s.sharing = s.size + room;
    for (int j = 0; j < COLUMNS; j++)
        s.column[j] = s.sharing + (size_t)(1 + j) * room;
    for (int i = 0; i < n; i++)
        if (point[i].time_s >= FROM_S) {
            s.point[s.n] = &point[i];
            s.time_s[s.n] = point[i].time_s;
            s.sharing[s.n] = 1;
            s.weight[s.n++] = point[i].weight;
        }
    return s;
}

static void free_samples(struct samples *s) {
    bsim_free(s->time_s);
    bsim_free(s->point);
}

/* The products of up to three of the parameters that are sizes, those of different ones first; their number, and that
 * of these. */
struct products {
    struct product of[1 << SIZES | SIZES * SIZES];
    int n, plain;
};

static struct products products_of(const struct samples *s) {
    struct products all = {.n = 0};
    const struct fit_block *b = s->block;
    int size[SIZES], n = 0;
    for (int k = 0; k < b->nparam && k < BITS && n < SIZES; k++)
        if (is_size(s, k))
            size[n++] = k;
    for (unsigned some = 1; some < 1u << n; some++) {
        unsigned params = 0;
        for (int k = 0; k < n; k++)
            params |= (some >> k & 1) << size[k];
        if (__builtin_popcount(some) <= FACTORS)
            all.of[all.n++] = (struct product){params, 0};
    }
    all.plain = all.n;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            all.of[all.n++] = (struct product){1u << size[i] | 1u << size[k], 1u << size[i]};
    return all;
}

/* The products that follow times best without a cache: the amounts of work to try with other data. */
static int likely_work(struct samples *s, const struct products *all, struct product *work) {
    double error[WORKS];
    int n = 0;
    for (int i = 0; i < all->n; i++) {
        double e = set_sizes(s, all->of[i], all->of[i]) ? error_without(s) : HUGE_VAL;
        int at = n;
        while (at > 0 && e < error[at - 1])
            at--;
        if (at == WORKS || isinf(e))
            continue;
        n += n < WORKS;
        for (int k = n - 1; k > at; k--)
            error[k] = error[k - 1], work[k] = work[k - 1];
        error[at] = e, work[at] = all->of[i];
    }
    return n;
}

static double looks_like(struct samples *s) {
    return fmin(NEAR, LOOKS * error_without(s));
}

/* The best cache for data that are as many as the work. */
static struct found seek(struct samples *s) {
    struct found best = {.error = HUGE_VAL};
    struct products all = products_of(s);
    for (int i = 0; i < all.plain && s->n >= LEAST; i++)
        if (set_sizes(s, all.of[i], all.of[i]))
            try_sizes(s, all.of[i], all.of[i], looks_like(s), &best);
    return best;
}

/* The best cache for other data, if it is clearly better than that. */
static struct found seek_other(struct samples *s, struct found best) {
    struct found other = {.error = HUGE_VAL};
    struct product work[WORKS];
    struct products all = products_of(s);
    int works = s->n >= MANY ? likely_work(s, &all, work) : 0;
    for (int w = 0; w < works; w++)
        for (int i = 0; i < all.n; i++)
            if (set_sizes(s, work[w], all.of[i]))
                try_sizes(s, work[w], all.of[i], looks_like(s), &other);
    return other.error < OTHERWISE * best.error && other.cache.limit.size >= NUMBERS ? other : best;
}

/* ---- a cache that cores share ---- */

/* Pairs of equal parameters of which many busy cores take clearly longer than few, by the cache. The samples are sorted
 * by parameters. */
static int telling_pairs(const struct samples *s, const struct fit_cache *cache) {
    static const double clear = 1.1;
    int pairs = 0, few = 0;
    for (int i = 1; i < s->n; i++) {
        if (bsim_fit_compare_params(s->point[few], s->point[i]) != 0) {
            few = i;
            continue;
        }
        double n = value_of(data_of(cache), s->point[i]->x);
        pairs += bsim_cache_factor(&cache->limit, s->sharing[i] * n) >
                 clear * bsim_cache_factor(&cache->limit, s->sharing[few] * n);
    }
    return pairs;
}

/* The least errors if each core has a cache of its own, and if there is none, and busy cores slow each other down alike
 * for all sizes. */
static void other_errors(struct samples *s, const struct found *shared, double *own, double *none) {
    static const double slowed[] = {1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6};
    *own = *none = HUGE_VAL;
    for (int i = 0; i < s->n; i++)
        s->sharing[i] = 1;
    for (size_t k = 0; k < sizeof slowed / sizeof *slowed; k++) {
        struct found found = {.error = HUGE_VAL};
        for (int i = 0; i < s->n; i++)
            s->time_s[i] = s->point[i]->time_s * (s->point[i]->busy > s->block->busy[0] ? slowed[k] : 1);
        if (!set_sizes(s, shared->work, data_of(&shared->cache)))
            continue;
        *none = fmin(*none, error_without(s));
        try_sizes(s, shared->work, data_of(&shared->cache), HUGE_VAL, &found);
        *own = fmin(*own, found.error);
    }
}

void bsim_fit_cache_shared(struct fit_block *b, const struct fit_point *point, int n) {
    struct samples s = samples_of(b, point, n);
    double own, none;
    for (int i = 0; i < s.n; i++)
        s.sharing[i] = fmax(1, s.point[i]->busy);
    struct found found = seek(&s);
    if (!isinf(found.error) && telling_pairs(&s, &found.cache) >= PAIRS) {
        other_errors(&s, &found, &own, &none);
        if (found.error <= own && found.error < LOOKS * none && none - found.error > MATTERS) {
            b->cache = found.cache;
            b->cache.sharing = b->busy[b->nbusy - 1];
        }
    }
    free_samples(&s);
}

/* ---- one that each core has ---- */

/* Brings times to those with all data in the cache, or back. */
static void normalise(struct fit_block *b, struct fit_point *point, int n, bool back) {
    for (int i = 0; i < n; i++) {
        double factor = bsim_fit_cache_factor(b, point[i].x, 1);
        point[i].time_s *= back ? factor : 1 / factor;
    }
}

/* How odd the terms of a model are, all together. */
static int oddity_of(const struct fit_model *m) {
    int oddity = 0;
    for (int i = 0; i < m->npiece; i++)
        for (int j = 0; j < m->piece[i].nterm; j++)
            oddity += bsim_fit_term_oddity(&m->basis, &m->piece[i].term[j]);
    return oddity;
}

/* Whether formulas are clearly nearer with the cache, and the greatest error is no more, mostly. A cache explains what
 * is odd in times: one that needs odder terms beside it is none. */
static bool is_nearer(const struct fit_model *with, const struct fit_model *without) {
    return oddity_of(with) <= oddity_of(without) && with->error_median < clearly * without->error_median &&
           with->error_max <= mostly * without->error_max;
}

static void find(struct fit_block *b) {
    if (b->cache.limit.size > 0) /* which cores share */
        return;
    struct samples s = samples_of(b, b->point, b->npoint);
    struct found found = seek_other(&s, seek(&s));
    struct fit_model without, with;
    free_samples(&s);
    if (isinf(found.error))
        return;
    bsim_fit_model_plain(&without, b);
    if (without.error_median > exact) {
        b->cache = found.cache;
        normalise(b, b->point, b->npoint, false);
        bsim_fit_model_plain(&with, b);
        if (is_nearer(&with, &without)) {
            normalise(b, b->first.point, b->first.npoint, false);
        } else {
            normalise(b, b->point, b->npoint, true);
            b->cache = (struct fit_cache){0};
        }
        bsim_fit_model_free(&with);
    }
    bsim_fit_model_free(&without);
}

static void find_of(void *data, int i) {
    find(&((struct fit_data *)data)->block[i]);
}

void bsim_fit_caches_find(struct fit_data *data) {
    bsim_fit_each(data->nblock, find_of, data);
}

json_t *bsim_fit_cache_json(const struct fit_block *block) {
    const struct fit_cache *c = &block->cache;
    char of[1000] = "";
    size_t at = 0;
    if (c->limit.size == 0)
        return NULL;
    for (int k = 0; k < block->nparam && k < BITS; k++)
        if (c->params >> k & 1 && at < sizeof of)
            at += (size_t)snprintf(of + at, sizeof of - at, "%s%s%s", at ? "*" : "", block->alias[k],
                                   c->squared >> k & 1 ? "^2" : "");
    if (c->sharing > 1 && at < sizeof of)
        snprintf(of + at, sizeof of - at, "*min(ranks_per_node, %d)", c->sharing);
    json_t *json = json_pack("{s:s, s:f, s:f}", "of", of, "size", rint(c->limit.size), "slower",
                             rint(c->limit.slower * 1e4) / 1e4);
    if (c->limit.power > 0)
        json_object_set_new(json, "power", json_real(c->limit.power));
    return json;
}
