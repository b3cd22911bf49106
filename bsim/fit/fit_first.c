/* fit_first.c - the first executions of a block in a process, which may take longer than the later ones: pages that
 * nobody has touched yet, cold caches, work that is done once. Decides from the samples whether they differ, and makes
 * a factor or a formula of it. Knows nothing of files. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* PAIRS: processes that must tell it, each with later executions of the same parameters; fewer where there are no more,
 * if each of them is sure, with SURE_LATER later executions. FORMULA: different parameters for a formula. */
enum { PAIRS = 3, SURE_LATER = 5, FORMULA = 4 };

/* Shorter executions say little, since a cold timer costs some of that, and matter little, since there is one a rank.
 */
static const double FIRST_FROM_S = 10e-6;
/* The median ratio must be so far from 1, and four fifths of the pairs beyond these: of the later executions'
 * standard deviation, and of their time. */
static const double LEAST_RATIO = 1.1, DEVIATIONS = 2, LEAST_STEP = 0.05;
/* A pair that is sure: the ratio, and how many standard deviations of the later executions lie between. */
static const double SURE_RATIO = 2, SURE_DEVIATIONS = 10;
/* The noise of later executions where no sample has enough of them. */
static const double SOME_NOISE = 0.1;
/* Factors within this of each other, in the median, are equal; a formula must lower the error to this part. */
static const double EQUAL = 0.15, BETTER = 0.8;

void bsim_fit_data_told(struct fit_data *data, const char *name, const struct fit_told *told) {
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));)
        b->point[b->npoint - 1].told = *told;
}

/* Sorts. NAN if there are none. */
static double median(double *v, int n) {
    gsl_sort(v, 1, (size_t)n);
    return n == 0 ? NAN : gsl_stats_median_from_sorted_data(v, 1, (size_t)n);
}

static bool is_pair(const struct fit_told *t) {
    return t->first_s > 0 && t->later_s > 0 && fmax(t->first_s, t->later_s) >= FIRST_FROM_S;
}

static double ratio_of(const struct fit_told *t) {
    return (t->first_s + FIT_FLOOR_S) / (t->later_s + FIT_FLOOR_S);
}

/* The relative standard deviation of later executions: the median of samples that have two of them or more. */
static double usual_noise(const struct fit_block *b, double *room) {
    int n = 0;
    for (int i = 0; i < b->npoint; i++)
        if (is_pair(&b->point[i].told) && b->point[i].count > b->point[i].told.first_count + 1)
            room[n++] = b->point[i].told.later_noise;
    return n > 0 ? median(room, n) : SOME_NOISE;
}

/* Of a process: its first executions, how many of them are among the first fit_first.executions (taken), what the
 * others take longer than later ones, all together, and what those that are taken would take as later ones. */
struct process {
    int count, taken;
    double rest_s, later_s;
};

/* What is looked at: a block's samples, the process of each file, how many first executions of each sample are taken,
 * and the later executions' relative standard deviation. */
struct view {
    struct fit_block *b;
    struct process *process;
    int nfile, *taken;
    double noise;
    double *room; /* for a number of each sample or file */
};

static void view_init(struct view *v, struct fit_block *b) {
    *v = (struct view){.b = b};
    for (int i = 0; i < b->npoint; i++)
        v->nfile = b->point[i].file >= v->nfile ? b->point[i].file + 1 : v->nfile;
    v->process = bsim_alloc(((size_t)v->nfile + 1) * sizeof *v->process);
    v->taken = bsim_alloc(((size_t)b->npoint + 1) * sizeof *v->taken);
    v->room = bsim_alloc(((size_t)b->npoint + (size_t)v->nfile + 1) * sizeof *v->room);
    v->noise = usual_noise(b, v->room);
}

static void view_fini(struct view *v) {
    bsim_free(v->process);
    bsim_free(v->taken);
    bsim_free(v->room);
}

/* First executions of such a time, or of a sample whose later ones have it, may take another time in runs of so many
 * ranks. */
static bool is_within(const struct fit_first *f, const struct fit_told *t, int ranks) {
    return ranks >= f->from_ranks && (t->later_s > 0 ? t->later_s : t->first_s / fmax(f->factor, 1)) >= f->from_s;
}

/* Whether the sample has first executions that may take another time. */
static bool has_firsts(const struct fit_first *f, const struct fit_point *p) {
    return p->told.first_s > 0 && is_within(f, &p->told, p->ranks);
}

/* Sets f->executions to that of most processes. */
static void set_executions(struct view *v, struct fit_first *f) {
    int n = 0;
    for (int i = 0; i < v->nfile; i++)
        v->process[i] = (struct process){0};
    for (int i = 0; i < v->b->npoint; i++)
        if (has_firsts(f, &v->b->point[i]))
            v->process[v->b->point[i].file].count += (int)v->b->point[i].told.first_count;
    for (int i = 0; i < v->nfile; i++)
        if (v->process[i].count > 0)
            v->room[n++] = v->process[i].count;
    f->executions = n > 0 ? (int)median(v->room, n) : 1;
    f->least = n > 0 ? (int)v->room[0] : 1;
    f->most = n > 0 ? (int)v->room[n - 1] : 1;
}

/* Takes the first f->executions of each process. Samples of a file are in the order in which its process came to them.
 */
static void take_first(struct view *v, const struct fit_first *f) {
    for (int i = 0; i < v->b->npoint; i++) {
        const struct fit_point *p = &v->b->point[i];
        struct process *of = &v->process[p->file];
        int all = has_firsts(f, p) ? (int)p->told.first_count : 0, room = f->executions - of->taken;
        v->taken[i] = all < room ? all : room;
        of->taken += v->taken[i];
        if (all > 0 && p->told.later_s > 0) {
            of->rest_s += (all - v->taken[i]) * (p->told.first_s - p->told.later_s);
            of->later_s += v->taken[i] * p->told.later_s;
        }
    }
}

/* Whether other first executions of its process stand for those of the sample. */
static bool is_left(const struct view *v, const struct fit_first *f, int i) {
    const struct fit_point *p = &v->b->point[i];
    return has_firsts(f, p) && v->taken[i] == 0 && p->told.later_s > 0 && p->count > p->told.first_count;
}

/* What the sample tells if the first f->executions of its process are all that take another time: these take as much
 * longer as all first ones together. What the others took longer is divided by the times of these, as they may be of
 * other sizes; a process with fewer first executions has f->executions that take it. */
static struct fit_told scaled(const struct view *v, const struct fit_first *f, int i) {
    const struct fit_point *p = &v->b->point[i];
    const struct process *of = &v->process[p->file];
    struct fit_told t = p->told;
    if (is_left(v, f, i))
        return (struct fit_told){0};
    if (v->taken[i] == 0 || t.later_s == 0)
        return t;
    double longer_s = t.first_s - t.later_s + of->rest_s * (t.later_s / of->later_s);
    t.first_s = fmax(t.later_s + longer_s * of->taken / f->executions, 0);
    return t;
}

/* Whether the first execution of a sample is farther from the later ones than these are from each other. */
static bool is_beyond(const struct view *v, const struct fit_point *p, struct fit_told t, bool longer) {
    double own = p->count > t.first_count + 1 ? fmax(t.later_noise, v->noise) : v->noise;
    double step = fmax(DEVIATIONS * own, LEAST_STEP) * t.later_s + FIT_FLOOR_S;
    return longer ? t.first_s > t.later_s + step : t.first_s < t.later_s - step;
}

/* Whether the sample leaves no doubt: a disturbance that strikes the first of many executions, and is as long as they
 * are, is rare, and counts once a rank. */
static bool is_sure(const struct fit_point *p) {
    const struct fit_told *t = &p->told;
    return p->count >= t->first_count + SURE_LATER && t->first_s >= SURE_RATIO * t->later_s &&
           t->first_s - t->later_s >= SURE_DEVIATIONS * t->later_noise * t->later_s;
}

static bool most_of(int part, int all) {
    return part >= all - all / 5;
}

/* Samples too short for a pair whose first executions are no longer than their later ones, though these take as long as
 * those of a pair: it was a disturbance that made the pair's first execution longer. */
static int against(const struct view *v, const struct fit_first *f) {
    static const double alike = 0.5;
    double least_s = HUGE_VAL;
    int n = 0;
    for (int i = 0; i < v->b->npoint; i++) {
        struct fit_told t = scaled(v, f, i);
        if (is_pair(&t) && is_within(f, &t, v->b->point[i].ranks))
            least_s = fmin(least_s, t.later_s);
    }
    for (int i = 0; i < v->b->npoint; i++) {
        const struct fit_point *p = &v->b->point[i];
        const struct fit_told *t = &p->told;
        n += t->first_s > 0 && t->later_s >= alike * least_s && !is_pair(t) && is_within(f, t, p->ranks) &&
             !is_beyond(v, p, *t, true);
    }
    return n;
}

/* Sets the ratios of the pairs from f->from_s on. False if first and later executions do not differ clearly. */
static bool differs(struct view *v, struct fit_first *f) {
    const struct fit_block *b = v->b;
    int beyond = 0, sure = 0;
    set_executions(v, f);
    take_first(v, f);
    f->npair = 0;
    for (int i = 0; i < b->npoint; i++) {
        struct fit_told t = scaled(v, f, i);
        if (is_pair(&t) && is_within(f, &t, b->point[i].ranks))
            v->room[f->npair++] = ratio_of(&t);
    }
    f->factor = median(v->room, f->npair);
    if (f->npair > 0) {
        f->low = v->room[0];
        f->high = v->room[f->npair - 1];
    }
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        struct fit_told t = scaled(v, f, i);
        bool counts = is_pair(&t) && is_within(f, &t, p->ranks);
        beyond += counts && is_beyond(v, p, t, f->factor > 1);
        sure += counts && is_sure(p);
    }
    int all = f->npair + (f->factor > 1 ? against(v, f) : 0);
    if (f->npair > 0 && f->npair < PAIRS)
        return sure == all;
    return beyond >= PAIRS && most_of(beyond, all) && fabs(log(f->factor)) >= log(LEAST_RATIO);
}

/* A pair, as it was measured. */
struct pair {
    double later_s;
    bool beyond; /* the first execution is longer */
};

static int by_time(const void *a, const void *b) {
    double x = ((const struct pair *)a)->later_s, y = ((const struct pair *)b)->later_s;
    return (x > y) - (x < y);
}

/* Memory of small data may be touched already when a block begins, and that of large data not. The time of later
 * executions from which on first ones are longer, while they are not below it: where most pairs are on their side. 0:
 * there is none. */
static double longer_from(const struct view *v) {
    const struct fit_block *b = v->b;
    struct pair *pair = bsim_alloc(((size_t)b->npoint + 1) * sizeof *pair);
    int n = 0, above = 0, all, best = -1;
    double from_s = 0;
    for (int i = 0; i < b->npoint; i++)
        if (is_pair(&b->point[i].told))
            pair[n++] = (struct pair){b->point[i].told.later_s, is_beyond(v, &b->point[i], b->point[i].told, true)};
    qsort(pair, (size_t)n, sizeof *pair, by_time);
    for (int i = 0; i < n; i++)
        above += pair[i].beyond;
    all = above;
    for (int k = 1; k < n; k++) {
        above -= pair[k - 1].beyond;
        int below = k - (all - above); /* that are not longer */
        if (pair[k].later_s > pair[k - 1].later_s && above >= PAIRS && most_of(above, n - k) && below >= PAIRS &&
            most_of(below, k) && above + below > best) {
            best = above + below;
            from_s = sqrt(pair[k - 1].later_s * pair[k].later_s);
        }
    }
    bsim_free(pair);
    return from_s;
}

/* The next larger number of ranks of the samples' runs; 0: there is none. */
static int next_ranks(const struct fit_block *b, int ranks) {
    int next = 0;
    for (int i = 0; i < b->npoint; i++)
        if (b->point[i].ranks > ranks && (next == 0 || b->point[i].ranks < next))
            next = b->point[i].ranks;
    return next;
}

/* A rank alone may have touched memory that others get for messages. The least number of ranks from which on first
 * executions differ, while most in runs of fewer ranks do not. 0: there is none. */
static int differs_from_ranks(struct view *v) {
    const struct fit_block *b = v->b;
    for (int ranks = next_ranks(b, 1); ranks > 0; ranks = next_ranks(b, ranks)) {
        struct fit_first f = {.from_ranks = ranks};
        int below = 0, equal = 0;
        if (!differs(v, &f))
            continue;
        for (int k = 0; k < b->npoint; k++) {
            const struct fit_point *p = &b->point[k];
            bool counts = is_pair(&p->told) && p->ranks < ranks;
            below += counts;
            equal += counts && !is_beyond(v, p, p->told, f.factor > 1);
        }
        if (below >= PAIRS && most_of(equal, below))
            return ranks;
    }
    return 0;
}

/* What is left out of the block's measured time, without what was left out of first executions. */
static void count_left_out(struct fit_block *b, const struct fit_told *t) {
    b->all_s += fmax(t->later_left_out_s, 0) - fmax(t->left_out_s, 0);
    b->left_out_s += fmax(t->later_left_out_s, 0) - fmax(t->left_out_s, 0);
}

/* Makes the sample one of its later executions; it has some. */
static void leave_first(struct fit_block *b, struct fit_point *p, const struct fit_told *t) {
    count_left_out(b, t);
    p->time_s = t->later_s;
    p->noise = t->later_noise;
    p->count -= t->first_count;
}

/* Sets f from the samples, and brings their first times to f->executions. False: first executions take no other time.
 */
static bool find(struct view *v, struct fit_first *f) {
    *f = (struct fit_first){.known = true};
    bool found = differs(v, f);
    if (!found) {
        *f = (struct fit_first){.known = true, .from_s = longer_from(v)};
        found = f->from_s > 0 && differs(v, f);
    }
    if (!found) {
        *f = (struct fit_first){.known = true, .from_ranks = differs_from_ranks(v)};
        found = f->from_ranks > 0 && differs(v, f);
    }
    if (!found) {
        *f = (struct fit_first){.known = true};
        return false;
    }
    for (int i = 0; i < v->b->npoint; i++) {
        struct fit_told t = scaled(v, f, i);
        if (is_left(v, f, i))
            leave_first(v->b, &v->b->point[i], &v->b->point[i].told);
        v->b->point[i].told = t;
    }
    return true;
}

/* The errors of the factor for first executions, from the later ones, and between which later times it was seen. */
static void set_errors(const struct fit_block *b, struct fit_first *f) {
    double *off = bsim_alloc(((size_t)b->npoint + 1) * sizeof *off);
    int n = 0;
    f->seen_from_s = HUGE_VAL;
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_told *t = &b->point[i].told;
        if (!is_pair(t) || !is_within(f, t, b->point[i].ranks))
            continue;
        off[n++] = fabs(f->factor / ratio_of(t) - 1);
        f->seen_from_s = fmin(f->seen_from_s, t->later_s);
        f->seen_to_s = fmax(f->seen_to_s, t->later_s);
    }
    f->error_median = median(off, n);
    f->error_max = off[n - 1];
    bsim_free(off);
}

/* Whether the factor holds for a later time: as far beyond those at which it was seen as these are apart. */
static bool is_seen(const struct fit_first *f, double later_s) {
    double apart = (1 + EQUAL) * f->seen_to_s / f->seen_from_s;
    return later_s >= f->seen_from_s / apart && later_s <= f->seen_to_s * apart;
}

/* Keeps the sample's first executions apart, and makes it one of later ones. False: there are none. */
static bool take_apart(struct fit_block *b, struct fit_point *p) {
    struct fit_first *f = &b->first;
    struct fit_told t = p->told;
    p->told = (struct fit_told){0};
    if (t.first_s == 0 || !is_within(f, &t, p->ranks))
        return true;
    struct fit_point *first = &f->point[f->npoint++];
    *first = *p;
    first->time_s = t.first_s;
    first->noise = NAN;
    first->count = t.first_count;
    if (p->count > t.first_count) {
        leave_first(b, p, &t);
        return true;
    }
    count_left_out(b, &t);
    p->time_s = t.first_s / f->factor;
    return f->error_median <= EQUAL && is_seen(f, p->time_s);
}

void bsim_fit_first_split(struct fit_block *b) {
    struct fit_first *f = &b->first;
    struct view v;
    int n = 0;
    if (f->known)
        return;
    view_init(&v, b);
    bool found = find(&v, f);
    view_fini(&v);
    if (!found)
        return;
    set_errors(b, f);
    f->point = bsim_alloc((size_t)b->npoint * sizeof *f->point);
    for (int i = 0; i < b->npoint; i++) {
        struct fit_point p = b->point[i];
        if (take_apart(b, &p))
            b->point[n++] = p;
    }
    b->npoint = n;
}

void bsim_fit_first_base(struct fit_block *b, const struct bsim_node_sharing *node) {
    for (int i = 0; i < b->first.npoint; i++) {
        struct fit_point *p = &b->first.point[i];
        p->time_s = bsim_fit_base_time(b, node, p->time_s, p->busy, p->x);
        p->busy = 0;
    }
}

/* The first executions as a block of its own, without counts. */
static void as_block(struct fit_data *data, const struct fit_block *b) {
    for (int i = 0; i < b->first.npoint; i++) {
        const struct fit_point *p = &b->first.point[i];
        bsim_fit_data_add(data, b->name, b->nparam, (const char *const *)b->param, p->x, p->time_s, NAN, 1, 0);
    }
    bsim_fit_data_join(data);
}

/* The time of the sample's first executions by what is known of them, from that of later ones. */
static double first_time(const struct fit_model *m, const struct fit_block *b, const struct fit_point *p) {
    double later_s = bsim_fit_model_time(m, p->x);
    if (m->first)
        return bsim_fit_model_time(m->first, p->x);
    return m->extra.time_s > 0 ? later_s + m->extra.time_s : b->first.factor * later_s;
}

/* All seconds by which these times are off. First executions are few, so that the long ones of them count. */
static double seconds_off(const struct fit_model *m, const struct fit_block *b) {
    double sum_s = 0;
    for (int i = 0; i < b->first.npoint; i++) {
        const struct fit_point *p = &b->first.point[i];
        sum_s += (double)p->count * fabs(first_time(m, b, p) - p->time_s);
    }
    return sum_s;
}

/* Work that is done once, such as a library's start, takes its time whatever the block works on. A factor of a short
 * execution, taken to a long one, is far from that. */
static void make_extra(struct fit_model *m, const struct fit_block *b) {
    const struct fit_first *f = &b->first;
    double *v = bsim_alloc(((size_t)f->npoint + 1) * sizeof *v), by_factor_s = seconds_off(m, b);
    for (int i = 0; i < f->npoint; i++)
        v[i] = f->point[i].time_s - bsim_fit_model_time(m, f->point[i].x);
    m->extra.time_s = fmax(median(v, f->npoint), 0);
    if (!(seconds_off(m, b) < BETTER * by_factor_s))
        m->extra.time_s = 0;
    for (int i = 0; i < f->npoint; i++)
        v[i] = fabs(first_time(m, b, &f->point[i]) / (f->point[i].time_s + FIT_FLOOR_S) - 1);
    m->extra.error_median = median(v, f->npoint);
    m->extra.error_max = v[f->npoint - 1];
    bsim_free(v);
}

/* A formula of the parameters. */
static void make_formula(struct fit_model *m, const struct fit_block *b) {
    struct fit_data data = {0};
    double without_s = seconds_off(m, b), error = m->extra.time_s > 0 ? m->extra.error_median : b->first.error_median;
    as_block(&data, b);
    struct fit_model *own = bsim_alloc(sizeof *own);
    bsim_fit_model_plain(own, &data.block[0]);
    m->first = own;
    if (own->npoint < FORMULA || !(own->error_median < BETTER * error) || !(seconds_off(m, b) < without_s))
        bsim_fit_first_free(m);
    bsim_fit_data_free(&data);
}

void bsim_fit_first_make(struct fit_model *m, const struct fit_block *b) {
    m->extra = (struct fit_extra){0};
    if (b->first.npoint == 0)
        return;
    make_extra(m, b);
    if (b->first.error_median > EQUAL && b->first.npoint >= FORMULA && b->nparam > 0)
        make_formula(m, b);
}

void bsim_fit_first_free(struct fit_model *m) {
    if (m->first)
        bsim_fit_model_free(m->first);
    bsim_free(m->first);
    m->first = NULL;
}

/* Three digits: the factor varies by more. */
static double rounded(double x) {
    double unit = pow(10, floor(log10(x)) - 2);
    return rint(x / unit) * unit;
}

json_t *bsim_fit_first_json(const struct fit_model *m, const struct fit_block *b) {
    const struct fit_first *f = &b->first;
    if (f->npoint == 0)
        return NULL;
    json_t *out = json_object(), *fit = json_object();
    if (f->executions > 1)
        json_object_set_new(out, "executions", json_integer(f->executions));
    if (f->from_s > 0)
        json_object_set_new(out, "from_s", json_real(rounded(f->from_s)));
    if (f->from_ranks > 0)
        json_object_set_new(out, "from_ranks", json_integer(f->from_ranks));
    if (m->first)
        json_object_set_new(out, "pieces", bsim_fit_pieces_json(m->first, b->alias));
    else if (m->extra.time_s > 0)
        json_object_set_new(out, "extra", json_real(rounded(m->extra.time_s)));
    else
        json_object_set_new(out, "factor", json_real(rounded(f->factor)));
    json_object_set_new(fit, "executions", json_integer(f->npoint));
    if (f->most > 1)
        json_object_set_new(fit, "counts", json_pack("[i, i, i]", f->least, f->executions, f->most));
    json_object_set_new(fit, "ratio", json_pack("[f, f, f]", f->low, f->factor, f->high));
    bool adds = !m->first && m->extra.time_s > 0;
    double error_median = m->first ? m->first->error_median
                          : adds   ? m->extra.error_median
                                   : f->error_median,
           error_max = m->first ? m->first->error_max
                       : adds   ? m->extra.error_max
                                : f->error_max;
    json_object_set_new(fit, "error_median", bsim_fit_number(error_median));
    json_object_set_new(fit, "error_max", bsim_fit_number(error_max));
    json_object_set_new(out, "fit", fit);
    return out;
}
