/* fit_learned.c - see fit_learned.h. Owns the recorded values and chooses the form of their models; fit_pieces.c makes
 * the formulas. Knows nothing of files.
 *
 * If all ranks of each run saw equal values in equal order, the ranks of a skeleton must too: loops must end on all
 * ranks together. The model then uses only parameters that were equal on all ranks. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_learned.h"

enum { MAX_PARAMS = 12, LEAST_GROUPS = 4, MAX_CASES = 8, MAX_BINS = 40 };

/* The median and the largest relative error that a formula may have for values left out of its fit. */
static const double good_median = 0.10, good_max = 0.40;
/* If values at equal parameters vary more than this relative to their mean, the model draws them. */
static const double steady = 0.1;

struct count {
    double value;
    uint64_t count;
};

struct seen { /* the values recorded with one vector of parameters */
    double x[MAX_PARAMS];
    struct count *count;
    int n, room;
};

struct order { /* the order of values in one run */
    int run;
    bool known[MAX_PARAMS + 1];
    uint64_t count[MAX_PARAMS + 1], hash[MAX_PARAMS + 1];
};

struct fit_hint {
    char *name, *place;
    enum fit_hint_kind kind;
    int nparam;
    char *param[MAX_PARAMS];
    struct seen *seen;
    int nseen, room;
    struct order *order;
    int norder;
    bool differs[MAX_PARAMS + 1]; /* ranks of a run differ in the value (0) or a parameter (1, 2, ...) */
};

/* ---- gathering ---- */

static struct fit_hint *find(struct fit_hints *hints, const char *name) {
    for (int i = 0; i < hints->n; i++)
        if (strcmp(hints->hint[i].name, name) == 0)
            return &hints->hint[i];
    return NULL;
}

static void add_count(struct seen *s, double value, uint64_t count) {
    for (int i = 0; i < s->n; i++)
        if (s->count[i].value == value) {
            s->count[i].count += count;
            return;
        }
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 4;
        s->count = bsim_realloc(s->count, (size_t)s->room * sizeof *s->count);
    }
    s->count[s->n++] = (struct count){value, count};
}

/* The entry of these parameters; makes it if there is none. */
static struct seen *entry(struct seen **seen, int *n, int *room, int nparam, const double *x) {
    for (int i = 0; i < *n; i++)
        if (memcmp((*seen)[i].x, x, (size_t)nparam * sizeof *x) == 0)
            return &(*seen)[i];
    if (*n == *room) {
        *room = *room ? 2 * *room : 16;
        *seen = bsim_realloc(*seen, (size_t)*room * sizeof **seen);
    }
    struct seen *s = &(*seen)[(*n)++];
    *s = (struct seen){0};
    memcpy(s->x, x, (size_t)nparam * sizeof *x);
    return s;
}

bool bsim_fit_hint_add(struct fit_hints *hints, const char *name, const char *place, enum fit_hint_kind kind,
                       int nparam, const char *const *param, const double *x, double value, uint64_t count) {
    struct fit_hint *h = find(hints, name);
    if (nparam > MAX_PARAMS)
        return false;
    if (h == NULL) {
        hints->hint = bsim_realloc(hints->hint, (size_t)(hints->n + 1) * sizeof *hints->hint);
        h = &hints->hint[hints->n++];
        *h = (struct fit_hint){.name = bsim_strdup(name), .place = bsim_strdup(place), .kind = kind, .nparam = nparam};
        for (int i = 0; i < nparam; i++)
            h->param[i] = bsim_strdup(param[i]);
    }
    if (h->kind != kind || h->nparam != nparam)
        return false;
    for (int i = 0; i < nparam; i++)
        if (strcmp(h->param[i], param[i]) != 0)
            return false;
    add_count(entry(&h->seen, &h->nseen, &h->room, nparam, x), value, count);
    return true;
}

static int run_number(struct fit_hints *hints, const char *run) {
    for (int i = 0; i < hints->nrun; i++)
        if (strcmp(hints->run[i], run) == 0)
            return i;
    hints->run = bsim_realloc(hints->run, (size_t)(hints->nrun + 1) * sizeof *hints->run);
    hints->run[hints->nrun] = bsim_strdup(run);
    return hints->nrun++;
}

void bsim_fit_hint_order(struct fit_hints *hints, const char *run, const char *name, int number, uint64_t count,
                         uint64_t hash) {
    struct fit_hint *h = find(hints, name);
    if (h == NULL || number < 0 || number > h->nparam)
        return;
    int r = run_number(hints, run);
    struct order *o = NULL;
    for (int i = 0; i < h->norder; i++)
        if (h->order[i].run == r)
            o = &h->order[i];
    if (o == NULL) {
        h->order = bsim_realloc(h->order, (size_t)(h->norder + 1) * sizeof *h->order);
        o = &h->order[h->norder++];
        *o = (struct order){.run = r};
    }
    if (o->known[number] && (o->count[number] != count || o->hash[number] != hash))
        h->differs[number] = true;
    o->known[number] = true;
    o->count[number] = count;
    o->hash[number] = hash;
}

void bsim_fit_hint_ranks(struct fit_hints *hints, int ranks) {
    if (ranks <= 0)
        return;
    if (hints->least_ranks == 0 || ranks < hints->least_ranks)
        hints->least_ranks = ranks;
    if (ranks > hints->most_ranks)
        hints->most_ranks = ranks;
}

static void free_seen(struct seen *seen, int n) {
    for (int i = 0; i < n; i++)
        bsim_free(seen[i].count);
    bsim_free(seen);
}

void bsim_fit_hints_free(struct fit_hints *hints) {
    for (int i = 0; i < hints->n; i++) {
        struct fit_hint *h = &hints->hint[i];
        bsim_free(h->name);
        bsim_free(h->place);
        for (int k = 0; k < h->nparam; k++)
            bsim_free(h->param[k]);
        free_seen(h->seen, h->nseen);
        bsim_free(h->order);
    }
    for (int i = 0; i < hints->nrun; i++)
        bsim_free(hints->run[i]);
    bsim_free(hints->hint);
    bsim_free(hints->run);
    *hints = (struct fit_hints){0};
}

/* ---- choosing ---- */

/* The recorded values, grouped by the parameters that a model may use. */
struct groups {
    const struct fit_hint *hint;
    int nparam;
    int source[MAX_PARAMS]; /* number in the hint of each usable parameter */
    struct fit_block block; /* the usable parameters and their aliases */
    struct seen *seen;      /* one entry for each vector of usable parameters */
    int n, room;
    struct seen all; /* all values together, without parameters */
    char note[600];
};

struct moments {
    double count, mean, variance, low, high;
};

static struct moments moments_of(const struct seen *s) {
    struct moments m = {.low = HUGE_VAL, .high = -HUGE_VAL};
    double square = 0;
    for (int i = 0; i < s->n; i++) {
        double c = (double)s->count[i].count, v = s->count[i].value;
        m.count += c;
        m.mean += c * v;
        m.low = fmin(m.low, v);
        m.high = fmax(m.high, v);
    }
    m.mean /= m.count;
    for (int i = 0; i < s->n; i++)
        square += (double)s->count[i].count * (s->count[i].value - m.mean) * (s->count[i].value - m.mean);
    m.variance = square / m.count;
    return m;
}

/* The mean variance at equal parameters, weighted by count. */
static double variance_within(const struct groups *g, const struct moments *all) {
    double within = 0;
    for (int i = 0; i < g->n; i++) {
        struct moments m = moments_of(&g->seen[i]);
        within += m.count * m.variance / all->count;
    }
    return within;
}

static void note(struct groups *g, const char *text, const char *what) {
    size_t at = strlen(g->note);
    snprintf(g->note + at, sizeof g->note - at, "%s%s%s", at ? "; " : "", what, text);
}

static void make_groups(struct groups *g, const struct fit_hint *h) {
    *g = (struct groups){.hint = h};
    bool own = h->differs[0];
    for (int i = 0; i < h->nparam; i++) {
        if (!own && h->differs[i + 1]) {
            note(g, " differs between ranks where the value does not: not used", h->param[i]);
            continue;
        }
        g->block.param[g->nparam] = h->param[i];
        g->source[g->nparam++] = i;
    }
    g->block.nparam = g->nparam;
    bsim_fit_aliases(&g->block);
    for (int i = 0; i < h->nseen; i++) {
        double x[MAX_PARAMS] = {0};
        for (int k = 0; k < g->nparam; k++)
            x[k] = h->seen[i].x[g->source[k]];
        struct seen *s = entry(&g->seen, &g->n, &g->room, g->nparam, x);
        for (int k = 0; k < h->seen[i].n; k++) {
            add_count(s, h->seen[i].count[k].value, h->seen[i].count[k].count);
            add_count(&g->all, h->seen[i].count[k].value, h->seen[i].count[k].count);
        }
    }
}

static void free_groups(struct groups *g) {
    for (int i = 0; i < g->nparam; i++)
        bsim_free(g->block.alias[i]);
    bsim_free(g->block.point);
    free_seen(g->seen, g->n);
    bsim_free(g->all.count);
}

/* Factor from values to the "seconds" of the fit, which treats FIT_FLOOR_S (50 ns) as noise. For counts this is half an
 * iteration. */
static double scale_of(const struct fit_hint *h, const struct moments *all) {
    if (h->kind == FIT_NUMBER)
        return all->mean > 0 ? 1e-3 / all->mean : 1;
    return h->kind == FIT_BRANCH ? 1e-6 : 1e-7;
}

static void add_points(struct groups *g, double scale) {
    g->block.point = bsim_alloc((size_t)g->n * sizeof *g->block.point);
    for (int i = 0; i < g->n; i++) {
        struct moments m = moments_of(&g->seen[i]);
        struct fit_point *p = &g->block.point[g->block.npoint++];
        *p = (struct fit_point){.time_s = m.mean * scale, .count = (uint64_t)m.count};
        p->weight = m.count / (m.count + 2);
        memcpy(p->x, g->seen[i].x, sizeof g->seen[i].x);
    }
}

static bool is_constant(const struct fit_model *m) {
    static const struct fit_term one = {.log_var = -1};
    return m->npiece == 1 &&
           (m->piece[0].nterm == 0 ||
            (m->piece[0].nterm == 1 && memcmp(m->piece[0].term[0].power, one.power, sizeof one.power) == 0 &&
             m->piece[0].term[0].log_var < 0));
}

static const char *value_key(const struct fit_hint *h) {
    return h->kind == FIT_BRANCH ? "probability" : "value";
}

/* A formula's errors as one number. */
static double weight_of(double median, double max) {
    return median + 0.3 * max;
}

/* Whether to prefer the power law to the sum of products. A sum with breaks, which are meant for caches, must be twice
 * as good as the power law. */
static bool is_power_better(const struct fit_power *p, const struct fit_model *m) {
    double sum = weight_of(m->error_median, m->error_max), power = weight_of(p->error_median, p->error_max);
    if (!isfinite(sum) || is_constant(m))
        return true;
    return power < (m->npiece > 1 ? 2 : 1) * sum;
}

static json_t *formula_piece(const struct fit_hint *h, const char *text) {
    char bounded[2200];
    snprintf(bounded, sizeof bounded, h->kind == FIT_BRANCH ? "min(1, %s)" : "%s", text);
    return json_pack("{s:s}", value_key(h), bounded);
}

static json_t *sum_pieces(struct groups *g, struct fit_model *m, double scale) {
    json_t *pieces = json_array();
    char text[2100], when[512];
    for (int i = 0; i < m->npiece; i++) {
        for (int t = 0; t < m->piece[i].nterm; t++)
            m->piece[i].coef[t] /= scale;
        json_t *piece = formula_piece(g->hint, bsim_fit_piece_text(m, i, g->block.alias, text, sizeof text));
        if (bsim_fit_piece_when(m, i, g->block.alias, when, sizeof when)[0])
            json_object_set_new(piece, "when", json_string(when));
        json_array_append_new(pieces, piece);
    }
    return pieces;
}

/* A formula, if one predicts left-out values well; else NULL. */
static json_t *formula(struct groups *g, const struct moments *all, json_t *fit) {
    double scale = scale_of(g->hint, all);
    struct fit_model model;
    struct fit_power power;
    char text[2100], why[160];
    if (g->n < LEAST_GROUPS || all->low < 0)
        return NULL;
    add_points(g, scale);
    bsim_fit_model_make(&model, &g->block);
    bool by_power = bsim_fit_power(&power, &g->block) && is_power_better(&power, &model);
    double median = by_power ? power.error_median : model.error_median;
    double max = by_power ? power.error_max : model.error_max;
    bool good = median <= good_median && max <= good_max && (by_power || !is_constant(&model));
    json_t *pieces = NULL;
    if (!good) {
        snprintf(why, sizeof why, "no formula fits");
        if (isfinite(median))
            snprintf(why, sizeof why, "no formula fits (the best one's error is %.0f %%, at most %.0f %%)",
                     100 * median, 100 * max);
        note(g, why, "");
    }
    if (good) {
        json_object_set_new(fit, "error_median", bsim_fit_number(median));
        json_object_set_new(fit, "error_max", bsim_fit_number(max));
        if (model.note[0])
            note(g, model.note, "");
    }
    if (good && by_power) {
        power.factor /= scale;
        pieces = json_pack("[o]", formula_piece(g->hint, bsim_fit_power_text(&power, &g->block, text, sizeof text)));
    } else if (good) {
        pieces = sum_pieces(g, &model, scale);
    }
    bsim_fit_model_free(&model);
    return pieces;
}

static int by_value(const void *a, const void *b) {
    const struct count *p = a, *q = b;
    return (p->value > q->value) - (p->value < q->value);
}

/* A list of pairs [value, share]. If there are more than MAX_BINS values, they are divided into bins with equal shares,
 * and each bin is given by its median. */
static json_t *histogram(struct seen *s) {
    json_t *list = json_array();
    double total = moments_of(s).count, part = 0, done = 0;
    qsort(s->count, (size_t)s->n, sizeof *s->count, by_value);
    for (int i = 0, start = 0; i < s->n; i++) {
        part += (double)s->count[i].count;
        if (s->n > MAX_BINS && i + 1 < s->n && done + part < total * (json_array_size(list) + 1.0) / MAX_BINS)
            continue;
        double below = 0;
        int middle = start;
        while (middle < i && (below += (double)s->count[middle].count) < part / 2)
            middle++;
        json_array_append_new(
            list, json_pack("[o, o]", bsim_fit_number(s->count[middle].value), bsim_fit_number(part / total)));
        done += part;
        part = 0;
        start = i + 1;
    }
    return list;
}

/* Adds the values to a piece as a constant, a probability or a histogram. */
static void drawn(const struct fit_hint *h, struct seen *s, json_t *piece) {
    struct moments m = moments_of(s);
    if (h->kind == FIT_BRANCH || m.variance == 0)
        json_object_set_new(piece, value_key(h), bsim_fit_number(m.mean));
    else
        json_object_set_new(piece, "histogram", histogram(s));
}

/* A piece for each vector of parameters; NULL unless there are 2 to MAX_CASES of them. */
static json_t *cases(struct groups *g) {
    if (g->n < 2 || g->n > MAX_CASES)
        return NULL;
    json_t *pieces = json_array();
    for (int i = 0; i < g->n; i++) {
        char when[1024] = "";
        size_t at = 0;
        for (int k = 0; k < g->nparam && at < sizeof when; k++)
            at += (size_t)snprintf(when + at, sizeof when - at, "%s%s == %.17g", k ? " && " : "", g->block.alias[k],
                                   g->seen[i].x[k]);
        json_t *piece = json_pack("{s:s}", "when", when);
        drawn(g->hint, &g->seen[i], piece);
        json_array_append_new(pieces, piece);
    }
    json_t *other = json_object();
    drawn(g->hint, &g->all, other);
    json_array_append_new(pieces, other);
    note(g, "a value for each measured vector of parameters; the last piece is for all others", "");
    return pieces;
}

/* Whether the values of the groups differ significantly (between-group chi-squared). */
static bool groups_differ(const struct groups *g, const struct moments *all) {
    double chi = 0;
    if (g->n < 2 || all->variance == 0)
        return false;
    if (variance_within(g, all) < 0.5 * all->variance)
        return true;
    for (int i = 0; i < g->n; i++) {
        struct moments m = moments_of(&g->seen[i]);
        chi += m.count * (m.mean - all->mean) * (m.mean - all->mean) / all->variance;
    }
    return chi > g->n - 1 + 4 * sqrt(2.0 * (g->n - 1));
}

/* The spread of values at equal parameters, relative to the mean. */
static double spread_of(const struct groups *g, const struct moments *all) {
    double within = variance_within(g, all);
    return all->mean != 0 ? sqrt(within) / fabs(all->mean) : within > 0 ? HUGE_VAL : 0;
}

static void choose(struct groups *g, json_t *model, json_t *fit) {
    const struct fit_hint *h = g->hint;
    struct moments all = moments_of(&g->all);
    double spread = spread_of(g, &all);
    json_t *pieces = NULL;
    if (groups_differ(g, &all)) {
        pieces = formula(g, &all, fit);
        if (pieces && h->kind != FIT_BRANCH && spread > steady)
            note(g, "values vary at equal parameters; the formula gives their mean", "");
        if (pieces == NULL)
            pieces = cases(g);
    }
    if (pieces && json_array_size(pieces) > 1) {
        json_object_set_new(model, "pieces", pieces);
        return;
    }
    if (pieces) {
        json_object_update(model, json_array_get(pieces, 0));
        json_decref(pieces);
        return;
    }
    double total = all.mean != 0 ? sqrt(all.variance) / fabs(all.mean) : HUGE_VAL;
    if (h->kind != FIT_BRANCH && all.variance > 0 && total <= steady) {
        char text[80];
        snprintf(text, sizeof text, "the mean of values from %.10g to %.10g", all.low, all.high);
        note(g, text, "");
        json_object_set_new(model, "value", bsim_fit_number(h->kind == FIT_NUMBER ? all.mean : rint(all.mean)));
        return;
    }
    drawn(h, &g->all, model);
}

static json_t *model_of(const struct fit_hints *hints, const struct fit_hint *h) {
    struct groups g;
    make_groups(&g, h);
    json_t *model = json_object(), *fit = json_object(), *params = json_object(), *range = json_object();
    json_object_set_new(model, "place", json_string(h->place));
    for (int k = 0; k < g.nparam; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < g.n; i++) {
            low = fmin(low, g.seen[i].x[k]);
            high = fmax(high, g.seen[i].x[k]);
        }
        json_object_set_new(params, g.block.alias[k], json_string(g.block.param[k]));
        json_object_set_new(range, g.block.alias[k], json_pack("[o, o]", bsim_fit_number(low), bsim_fit_number(high)));
    }
    json_object_set_new(model, "params", params);
    json_object_set_new(fit, "samples", json_integer(g.n));
    json_object_set_new(fit, "executions", json_integer((json_int_t)moments_of(&g.all).count));
    json_object_set_new(fit, "runs", json_integer(h->norder));
    choose(&g, model, fit);
    json_object_set_new(model, "ranks", json_string(h->differs[0] ? "own" : "equal"));
    bool depends = json_object_get(model, "pieces") || json_is_string(json_object_get(model, "value")) ||
                   json_is_string(json_object_get(model, "probability"));
    if (depends && hints->most_ranks > 0) {
        json_object_set_new(fit, "ranks", json_pack("[i, i]", hints->least_ranks, hints->most_ranks));
        if (hints->least_ranks == hints->most_ranks)
            note(&g, "all runs had equally many ranks: a parameter may stand for what changes with their number", "");
    }
    json_object_set_new(fit, "range", range);
    if (g.note[0])
        json_object_set_new(fit, "note", json_string(g.note));
    json_object_set_new(model, "fit", fit);
    free_groups(&g);
    return model;
}

json_t *bsim_fit_hints_json(const struct fit_hints *hints, void (*show)(const char *name, const json_t *model)) {
    json_t *out = json_object();
    for (int i = 0; i < hints->n; i++) {
        json_t *model = model_of(hints, &hints->hint[i]);
        if (show)
            show(hints->hint[i].name, model);
        json_object_set_new(out, hints->hint[i].name, model);
    }
    return out;
}
