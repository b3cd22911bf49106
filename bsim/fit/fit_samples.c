/* fit_samples.c - the samples of each block, and their joining to points. Owns fit_data; knows nothing of files and
 * formulas. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/block_label.h"
#include "bsim/base/expr.h"
#include "bsim/fit/fit.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/fit/fit_operators.h"
#include "bsim/fit/fit_receives.h"

/* Shorter ones tell nothing of the memory. */
static const double PAIR_FROM_S = 10 * FIT_FLOOR_S;

struct fit_block *bsim_fit_block_named(const struct fit_data *data, const char *name, const struct fit_block *after) {
    for (int i = after ? (int)(after - data->block) + 1 : 0; i < data->nblock; i++)
        if (strcmp(data->block[i].name, name) == 0)
            return &data->block[i];
    return NULL;
}

static struct fit_block *find_block(struct fit_data *data, const char *name, int nparam, int ncount,
                                    const char *const *param) {
    struct fit_block *b = bsim_fit_block_named(data, name, NULL);
    if (b)
        return b;
    data->block = bsim_realloc(data->block, (size_t)(data->nblock + 1) * sizeof *data->block);
    b = &data->block[data->nblock++];
    *b = (struct fit_block){.name = bsim_strdup(name),
                            .nparam = nparam,
                            .ncount = ncount,
                            .varied_median = NAN,
                            .varied_max = NAN,
                            .noise = NAN,
                            .spread_median = NAN,
                            .spread_max = NAN};
    for (int i = 0; i < nparam + ncount; i++)
        b->param[i] = bsim_strdup(param[i]);
    return b;
}

bool bsim_fit_data_add(struct fit_data *data, const char *name, int nparam, const char *const *param, const double *x,
                       double time_s, double noise, uint64_t count, int busy) {
    return bsim_fit_data_add_counted(data, name, nparam, 0, param, x, time_s, noise, count, busy);
}

bool bsim_fit_data_add_counted(struct fit_data *data, const char *name, int nparam, int ncount,
                               const char *const *param, const double *x, double time_s, double noise, uint64_t count,
                               int busy) {
    if (ncount > FIT_MAX_COUNTS || nparam > FIT_MAX_GIVEN)
        return false;
    struct fit_block *b = find_block(data, name, nparam, ncount, param);
    if (b->nparam != nparam || b->ncount != ncount)
        return false;
    for (int i = 0; i < nparam + ncount; i++)
        if (strcmp(b->param[i], param[i]) != 0)
            return false;
    b->timer_s = fmax(b->timer_s, data->timer_s);
    if (b->npoint == b->room) {
        b->room = b->room ? 2 * b->room : 16;
        b->point = bsim_realloc(b->point, (size_t)b->room * sizeof *b->point);
    }
    struct fit_point *p = &b->point[b->npoint++];
    *p = (struct fit_point){.time_s = time_s,
                            .noise = noise,
                            .count = count,
                            .file = data->nfile,
                            .busy = busy,
                            .run = data->run_number,
                            .rank = data->rank,
                            .ranks = data->ranks,
                            .waited = data->waited};
    for (int i = 0; i < nparam + ncount; i++)
        p->x[i] = x[i];
    for (int i = 0; i < ncount; i++)
        p->counted[i] = x[nparam + i];
    return true;
}

void bsim_fit_data_waited(struct fit_data *data) {
    data->waited = true;
    for (int b = 0; b < data->nblock; b++) {
        struct fit_block *block = &data->block[b];
        for (int i = block->npoint - 1; i >= 0 && block->point[i].file == data->nfile; i--)
            block->point[i].waited = true;
    }
}

int bsim_fit_compare_given(const struct fit_point *p, const struct fit_point *q, int nparam) {
    for (int k = 0; k < nparam; k++)
        if (p->x[k] != q->x[k])
            return p->x[k] < q->x[k] ? -1 : 1;
    return 0;
}

int bsim_fit_compare_params(const struct fit_point *p, const struct fit_point *q) {
    return bsim_fit_compare_given(p, q, FIT_MAX_PARAMS);
}

static int compare_points(const void *a, const void *b) {
    const struct fit_point *p = a, *q = b;
    int order = bsim_fit_compare_params(p, q);
    return order ? order : (p->time_s > q->time_s) - (p->time_s < q->time_s);
}

static bool same_params(const struct fit_point *p, const struct fit_point *q) {
    return memcmp(p->x, q->x, sizeof p->x) == 0;
}

/* A sample of a single execution whose parameters occur in other such samples too. */
struct equal {
    int file;
    double mean_s;    /* mean of the samples with these parameters */
    double deviation; /* from this mean, relative */
};

/* Sums over all parameters, weighted by time. */
struct noise {
    double squares; /* of relative deviations */
    double weight;
    struct equal *equal;
    int nequal;
    double freedom; /* degrees of freedom: the number of equals minus that of means */
};

/* Adds the variation at one vector of parameters: that within each sample of several executions, and that between
 * samples of one execution. The means of samples of several executions are not compared, since a rank on a slower core
 * does not differ by chance. */
static void add_noise(struct noise *noise, const struct fit_point *p, int n) {
    double sum = 0;
    int first = noise->nequal;
    for (int i = 0; i < n; i++) {
        double t = p[i].time_s, freedom = (double)p[i].count - 1;
        if (t < FIT_STEADY_S || !bsim_fit_is_near(p, n, i))
            continue;
        if (p[i].count == 1) {
            noise->equal[noise->nequal++] =
                (struct equal){.file = p[i].file, .deviation = t}; /* until the mean is known */
            sum += t;
        } else if (!isnan(p[i].noise)) {
            noise->squares += freedom * t * p[i].noise * p[i].noise;
            noise->weight += freedom * t;
        }
    }
    int single = noise->nequal - first;
    if (single < 2) {
        noise->nequal = first;
        return;
    }
    for (struct equal *e = &noise->equal[first]; e < &noise->equal[noise->nequal]; e++) {
        e->mean_s = sum / single;
        e->deviation = e->deviation / e->mean_s - 1;
    }
    noise->freedom += single - 1;
}

/* Adds the variation between samples of one execution. The mean deviation of each file is subtracted first, since some
 * ranks and runs are faster than others. */
static void add_equals(struct noise *noise, int nfile) {
    double *deviation = bsim_alloc(2 * ((size_t)nfile + 1) * sizeof *deviation), *weight = deviation + nfile + 1;
    double squares = 0, total = 0;
    int files = 0;
    for (int i = 0; i < noise->nequal; i++) {
        struct equal *e = &noise->equal[i];
        files += weight[e->file] == 0;
        deviation[e->file] += e->mean_s * e->deviation;
        weight[e->file] += e->mean_s;
    }
    for (int i = 0; i < noise->nequal; i++) {
        struct equal *e = &noise->equal[i];
        double d = e->deviation - deviation[e->file] / weight[e->file];
        squares += e->mean_s * d * d;
        total += e->mean_s;
    }
    double left = noise->freedom - (files - 1);
    if (noise->nequal > 0 && left > 0) { /* each mean costs a degree of freedom */
        noise->squares += squares;
        noise->weight += total * left / noise->nequal;
    }
    bsim_free(deviation);
}

/* The differences between the samples of each vector of parameters. They are what the block's parameters do not tell:
 * slower cores, and all that the time depends on besides. */
struct spread {
    double *deviation; /* relative, from the mean of the samples with these parameters */
    int n;
};

static void add_spread(struct fit_block *block, struct spread *spread, const struct fit_point *p, int n) {
    double mean = bsim_fit_mean(p, n, FIT_TIME).mean;
    for (int i = 0; i < n && n > 1; i++) {
        double d = fabs(p[i].time_s - mean) / (mean + FIT_FLOOR_S);
        spread->deviation[spread->n++] = d;
        if (isnan(block->spread_max) || d > block->spread_max) {
            block->spread_max = d;
            block->spread_low_s = p[0].time_s; /* sorted by time */
            block->spread_high_s = p[n - 1].time_s;
        }
    }
}

static void set_spread(struct fit_block *block, struct spread *spread) {
    if (spread->n == 0)
        return;
    gsl_sort(spread->deviation, 1, (size_t)spread->n);
    block->spread_median = spread->deviation[spread->n / 2];
    block->spread_upper = spread->deviation[spread->n * 9 / 10];
}

/* ---- executions that are left out ---- */

void bsim_fit_data_left_out(struct fit_data *data, const char *name, double left_out_s) {
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));) {
        b->all_s += fmax(left_out_s, 0);
        b->left_out_s += fmax(left_out_s, 0);
    }
}

/* Samples far from others with equal parameters are left out, too: of a rank that does more than the others, say. */
static void count_samples(struct fit_block *block, const struct fit_point *p, int n, double joined_s) {
    double all_s = 0, counted_s = 0;
    for (int i = 0; i < n; i++) {
        all_s += (double)p[i].count * p[i].time_s;
        counted_s += (double)p[i].count * joined_s;
    }
    block->all_s += all_s;
    block->left_out_s += fmax(all_s - counted_s, 0);
}

double bsim_fit_left_out(const struct fit_block *block) {
    return block->all_s > 0 ? block->left_out_s / block->all_s : 0;
}

/* ---- busy cores ---- */

static int compare_busy(const void *a, const void *b) {
    const struct fit_point *p = a, *q = b;
    int order = bsim_fit_compare_params(p, q);
    return order ? order : p->busy != q->busy ? p->busy - q->busy : compare_points(a, b);
}

static void list_busy(struct fit_block *block) {
    for (int i = 0; i < block->npoint; i++) {
        int busy = block->point[i].busy, at = 0;
        while (at < block->nbusy && block->busy[at] < busy)
            at++;
        if (busy == 0 || (at < block->nbusy && block->busy[at] == busy) || block->nbusy == FIT_MAX_BUSY)
            continue;
        memmove(&block->busy[at + 1], &block->busy[at], (size_t)(block->nbusy - at) * sizeof *block->busy);
        block->busy[at] = busy;
        block->nbusy++;
    }
}

/* The number of points from the first one with its parameters and number of busy cores. */
static int equally_busy(const struct fit_point *p, int n) {
    int i = 1;
    while (i < n && same_params(p, &p[i]) && p[i].busy == p->busy)
        i++;
    return i;
}

/* The points of equal parameters and busy cores as one each, but those whose busy cores are not known. The block's are
 * sorted by compare_busy. */
static int join_busy(const struct fit_block *block, struct fit_joining how, struct fit_point *joined) {
    int n = 0;
    for (int i = 0, len; i < block->npoint; i += len) {
        len = equally_busy(&block->point[i], block->npoint - i);
        joined[n] = bsim_fit_join(how, &block->point[i], len);
        n += joined[n].busy > 0;
    }
    return n;
}

/* The times of equal parameters with the fewest and with each other number of busy cores, of n joined points. A cache
 * that cores share does not count. Returns the number of pairs. */
static int make_pairs(const struct fit_block *block, const struct fit_point *joined, int n, struct fit_pair *pair) {
    const struct fit_point *few = NULL;
    int m = 0;
    for (int i = 0; i < n; i++) {
        const struct fit_point *p = &joined[i];
        if (p->time_s < PAIR_FROM_S)
            continue;
        if (few && same_params(few, p))
            pair[m++] =
                (struct fit_pair){few->busy, p->busy, few->time_s / bsim_fit_cache_factor(block, few->x, few->busy),
                                  p->time_s / bsim_fit_cache_factor(block, p->x, p->busy)};
        else
            few = p;
    }
    return m;
}

/* The median of many_s / few_s of the pairs with so many and so few busy cores; NAN if there are none. */
static double median_ratio(const struct fit_pair *pair, int n, int few, int many) {
    double *ratio = bsim_alloc(((size_t)n + 1) * sizeof *ratio);
    int m = 0;
    for (int i = 0; i < n; i++)
        if (pair[i].few == few && pair[i].many == many)
            ratio[m++] = pair[i].many_s / pair[i].few_s;
    gsl_sort(ratio, 1, (size_t)m);
    double median = m == 0 ? NAN : gsl_stats_median_from_sorted_data(ratio, 1, (size_t)m);
    bsim_free(ratio);
    return median;
}

/* Sets a cache that cores share, and the block's memory share, and brings all times to those with the fewest busy
 * cores. */
static void share_memory(struct fit_block *block, const struct bsim_node_sharing *node) {
    list_busy(block);
    if (block->nbusy < 2)
        return;
    qsort(block->point, (size_t)block->npoint, sizeof *block->point, compare_points);
    struct fit_joining how = bsim_fit_joining_of(block);
    qsort(block->point, (size_t)block->npoint, sizeof *block->point, compare_busy);
    struct fit_point *joined = bsim_alloc(((size_t)block->npoint + 1) * sizeof *joined);
    struct fit_pair *pair = bsim_alloc(((size_t)block->npoint + 1) * sizeof *pair);
    int n = join_busy(block, how, joined);
    bsim_fit_cache_shared(block, joined, n);
    n = make_pairs(block, joined, n, pair);
    for (int i = 0; i < block->nbusy; i++)
        block->slower[i] = i == 0 ? 1 : median_ratio(pair, n, block->busy[0], block->busy[i]);
    block->memory = bsim_fit_memory(pair, n, node);
    bsim_free(pair);
    bsim_free(joined);
    for (int i = 0; i < block->npoint; i++) {
        struct fit_point *p = &block->point[i];
        p->time_s = bsim_fit_base_time(block, node, p->time_s, p->busy, p->x);
    }
}

void bsim_fit_data_join(struct fit_data *data) {
    for (int b = 0; b < data->nblock; b++) {
        struct fit_block *block = &data->block[b];
        bsim_fit_sizes_set(block, data->nrun);
        if (!block->first.known)
            bsim_fit_once(block);
        bsim_fit_first_split(block);
        bsim_fit_ranks_find(block);
        bsim_fit_counts_bucket(block);
        share_memory(block, &data->node);
        bsim_fit_between_runs(block);
        bsim_fit_drift_find(data, block);
        bsim_fit_first_base(block, &data->node);
        bsim_fit_counts_between(block);
        struct noise noise = {.equal = bsim_alloc(((size_t)block->npoint + 1) * sizeof *noise.equal)};
        struct spread spread = {.deviation = bsim_alloc(((size_t)block->npoint + 1) * sizeof *spread.deviation)};
        int n = 0;
        if (block->npoint > 0)
            qsort(block->point, (size_t)block->npoint, sizeof *block->point, compare_points);
        bsim_fit_hidden_keep(block);
        struct fit_joining how = bsim_fit_joining_of(block);
        for (int i = 0, j; i < block->npoint; i = j) {
            for (j = i + 1; j < block->npoint && same_params(&block->point[i], &block->point[j]); j++)
                ;
            add_noise(&noise, &block->point[i], j - i);
            add_spread(block, &spread, &block->point[i], j - i);
            struct fit_point joined = bsim_fit_join(how, &block->point[i], j - i);
            count_samples(block, &block->point[i], j - i, joined.time_s);
            block->point[n++] = joined;
        }
        block->npoint = n;
        bsim_fit_counts_joined(block);
        add_equals(&noise, data->nfile);
        set_spread(block, &spread);
        bsim_free(noise.equal);
        bsim_free(spread.deviation);
        block->noise = noise.weight > 0 ? sqrt(noise.squares / noise.weight) : NAN;
    }
    bsim_fit_together_find(data);
    bsim_fit_io_joined(data);
}

const char *bsim_fit_data_label(struct fit_data *data, const char *name, const char *place, const char *label) {
    const char *other = NULL;
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));) {
        if (b->label && bsim_is_other_block(name, place, label, b->place, b->label))
            other = b->label;
        if (b->label)
            continue;
        b->place = bsim_strdup(place);
        b->label = bsim_strdup(label);
    }
    return other;
}

void bsim_fit_data_unsampled(struct fit_data *data, const char *name, double executions, double time_s) {
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));) {
        b->unsampled += executions;
        b->unsampled_s += time_s;
    }
}

void bsim_fit_data_kind(struct fit_data *data, const char *name, const char *kind) {
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));)
        if (b->kind == NULL)
            b->kind = bsim_strdup(kind);
}

void bsim_fit_data_free(struct fit_data *data) {
    for (int b = 0; b < data->nblock; b++) {
        struct fit_block *block = &data->block[b];
        for (int i = 0; i < block->nparam + block->ncount; i++) {
            bsim_free(block->param[i]);
            bsim_free(block->alias[i]);
        }
        bsim_free(block->name);
        bsim_free(block->place);
        bsim_free(block->label);
        bsim_free(block->kind);
        bsim_free(block->point);
        bsim_free(block->sizes);
        bsim_free(block->of_run);
        bsim_fit_sequences_free(block);
        bsim_fit_together_free(block);
        bsim_free(block->first.point);
    }
    bsim_fit_runs_free(data);
    bsim_fit_files_free(data);
    bsim_free(data->block);
    bsim_free(data->machine);
    bsim_free(data->program);
    if (data->hints)
        bsim_fit_hints_free(data->hints);
    bsim_free(data->hints);
    bsim_fit_receives_free(data->receives);
    bsim_fit_operators_free(data->operators);
    *data = (struct fit_data){0};
}

enum { NAME_ROOM = 32 };

/* Writes the last identifier of a path of members into room, as nx of "g->nx" and of "BSIM_CASE(g->nx)". NULL if it is
 * too long, or text is anything else, as "(*g).n[2]". */
static const char *last_name(const char *text, char room[NAME_ROOM]) {
    bool chooses = bsim_fit_is_case(text);
    const char *name = text, *end = text + strlen(text) - chooses;
    for (const char *p = chooses ? strchr(text, '(') + 1 : text; p < end;) {
        if (isalpha((unsigned char)*p) || *p == '_') {
            name = p;
            while (isalnum((unsigned char)*p) || *p == '_')
                p++;
            if (p == end && p - name < NAME_ROOM) {
                snprintf(room, NAME_ROOM, "%.*s", (int)(p - name), name);
                return room;
            }
        } else if (*p == '.') {
            p++;
        } else if (p[0] == '-' && p[1] == '>') {
            p += 2;
        } else {
            return NULL;
        }
    }
    return NULL;
}

/* p1, p2, ... are reserved for parameters without a name of their own, count1, count2, ... for counts. */
static bool is_reserved(const char *name) {
    return (name[0] == 'p' && isdigit((unsigned char)name[1])) ||
           (strncmp(name, "count", 5) == 0 && isdigit((unsigned char)name[5]));
}

void bsim_fit_aliases(struct fit_block *block) {
    int n = block->nparam + block->ncount;
    for (int i = 0; i < n; i++) {
        char number[24], room[NAME_ROOM], others[NAME_ROOM];
        const char *name = last_name(block->param[i], room);
        bool good = name && bsim_expr_name_ok(name) && !is_reserved(name);
        for (int j = 0; good && j < n; j++) {
            const char *other = last_name(block->param[j], others);
            if (j != i && other && strcmp(other, name) == 0)
                good = false;
        }
        if (i < block->nparam)
            snprintf(number, sizeof number, "p%d", i + 1);
        else
            snprintf(number, sizeof number, "count%d", i - block->nparam + 1);
        bsim_free(block->alias[i]);
        block->alias[i] = bsim_strdup(good ? name : number);
    }
}
