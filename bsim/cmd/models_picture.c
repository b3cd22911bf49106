/* models_picture.c - the picture of a block's samples and model. Chooses what to draw; chart.c draws it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/kinds.h"
#include "bsim/cmd/chart.h"
#include "bsim/cmd/models_plot.h"

enum { MOST_SERIES = CHART_COLOURS, CURVE = 160, MOST_SMALL = 1500, MOST_SPOTS = CHART_COLOURS };

/* What a picture shows. */
struct view {
    const struct plot_block *b;
    int x;                                          /* the parameter of the x axis; -1: the number of the sample */
    bool other[BSIM_MAX_VARS];                      /* parameters that tell series apart */
    int nseries;                                    /* above MOST_SERIES: too many to show */
    struct plot_point *first[MOST_SERIES];          /* a point of each series */
    double low[BSIM_MAX_VARS], high[BSIM_MAX_VARS]; /* of the samples */
    struct bsim_spot spot[MOST_SPOTS];              /* where the model gives other times; the first: rank 0, alone */
    int nspot;
};

static void bounds(struct view *v) {
    for (int k = 0; k < v->b->info->nparam; k++) {
        v->low[k] = HUGE_VAL;
        v->high[k] = -HUGE_VAL;
        for (int i = 0; i < v->b->nmean; i++) {
            v->low[k] = fmin(v->low[k], v->b->mean[i].param[k]);
            v->high[k] = fmax(v->high[k], v->b->mean[i].param[k]);
        }
    }
}

static double between(double low, double high, double at) {
    return low > 0 ? low * pow(high / low, at) : low + (high - low) * at;
}

/* The logarithm of the factor by which the model's time changes over the samples' range of a parameter, with the others
 * in the middle of theirs. */
static double influence(const struct view *v, int param) {
    double least = HUGE_VAL, most = 0, at[BSIM_MAX_VARS] = {0};
    for (int k = 0; k < v->b->info->nparam; k++)
        at[k] = between(v->low[k], v->high[k], 0.5);
    for (int i = 0; i <= 8; i++) {
        at[param] = between(v->low[param], v->high[param], i / 8.0);
        double t = bsim_models_formula(v->b->models, v->b->index, at, NULL);
        least = fmin(least, t); /* fmin and fmax ignore a NAN */
        most = fmax(most, t);
    }
    return least > 0 && most > least ? log(most / least) : 0;
}

/* Chooses the parameter of the x axis, and those that tell series apart: all others that differ in the samples, or
 * those that change the model's time. */
static void choose_axis(struct view *v, bool all) {
    double best = 0;
    v->x = -1;
    for (int k = 0; k < v->b->info->nparam; k++) {
        if (v->high[k] <= v->low[k])
            continue;
        double weight = influence(v, k);
        v->other[k] = all || weight > 0.001;
        if (weight + 1e-9 > best) {
            best = weight + 1e-9;
            v->x = k;
        }
    }
    if (v->x >= 0)
        v->other[v->x] = false;
}

static bool same_series(const struct view *v, const struct plot_point *p, const struct plot_point *q) {
    for (int k = 0; k < v->b->info->nparam; k++)
        if (v->other[k] && p->param[k] != q->param[k])
            return false;
    return true;
}

static int by_params(const void *a, const void *b) {
    const struct plot_point *p = *(struct plot_point *const *)a, *q = *(struct plot_point *const *)b;
    for (int k = 0; k < BSIM_MAX_VARS; k++)
        if (p->param[k] != q->param[k])
            return p->param[k] < q->param[k] ? -1 : 1;
    return 0;
}

/* Finds the combinations of the other parameters, as far as they can be shown, in ascending order. */
static void find_series(struct view *v) {
    for (int i = 0; i < v->b->nmean && v->nseries <= MOST_SERIES; i++) {
        bool known = false;
        for (int s = 0; s < v->nseries && !known; s++)
            known = same_series(v, v->first[s], &v->b->mean[i]);
        if (!known && v->nseries < MOST_SERIES)
            v->first[v->nseries] = &v->b->mean[i];
        v->nseries += !known;
    }
    if (v->nseries <= MOST_SERIES)
        qsort(v->first, (size_t)v->nseries, sizeof *v->first, by_params);
}

static int series_of(const struct view *v, const struct plot_point *p) {
    for (int s = 0; s < v->nseries; s++)
        if (same_series(v, v->first[s], p))
            return s;
    return 0;
}

/* What formulas call a parameter of the block; its own name if they do not use it. */
static const char *alias_of(const struct plot_block *b, int param) {
    struct bsim_jval params = bsim_jval_get(b->model, "params");
    for (size_t i = 0; i < bsim_jval_size(params); i++) {
        const char *alias, *name = bsim_jval_string(bsim_jval_member(params, i, &alias));
        if (strcmp(name, b->info->params[param]) == 0)
            return alias;
    }
    return b->info->params[param];
}

/* "ny = 256, flag = 1" */
static void series_text(const struct view *v, const struct plot_point *p, char *buf, size_t size) {
    size_t at = 0;
    buf[0] = '\0';
    for (int k = 0; k < v->b->info->nparam && at < size; k++)
        if (v->other[k])
            at += (size_t)snprintf(buf + at, size - at, "%s%s = %.6g", at ? ", " : "", alias_of(v->b, k), p->param[k]);
}

static void include(struct chart_axis *a, double value) {
    if (!isfinite(value))
        return;
    a->low = fmin(a->low, value);
    a->high = fmax(a->high, value);
}

/* The range of a parameter that the model was fitted to; false if the file tells none. */
static bool fitted_range(const struct plot_block *b, int param, double *low, double *high) {
    struct bsim_jval params = bsim_jval_get(b->model, "params");
    struct bsim_jval range = bsim_jval_get(bsim_jval_get(b->model, "fit"), "range");
    for (size_t i = 0; i < bsim_jval_size(params); i++) {
        const char *alias, *name = bsim_jval_string(bsim_jval_member(params, i, &alias));
        struct bsim_jval r = bsim_jval_get(range, alias);
        if (strcmp(name, b->info->params[param]) != 0 || !bsim_jval_present(r))
            continue;
        *low = json_number_value(bsim_jval_at(r, 0).json);
        *high = json_number_value(bsim_jval_at(r, 1).json);
        return true;
    }
    return false;
}

static double x_of(const struct view *v, const struct plot_point *p) {
    return v->x >= 0 ? p->param[v->x] : (double)(p - v->b->sample) + 1;
}

/* The model over the x axis, with the other parameters of a point. */
static void model_curve(const struct view *v, const struct plot_point *p, const struct bsim_spot *spot, double low,
                        double high, double *x, double *y) {
    double param[BSIM_MAX_VARS];
    memcpy(param, p->param, sizeof param);
    for (int i = 0; i < CURVE; i++) {
        x[i] = between(low, high, i / (CURVE - 1.0));
        if (v->x >= 0)
            param[v->x] = x[i];
        y[i] = bsim_models_formula(v->b->models, v->b->index, param, spot);
    }
}

/* Adds a spot if the model gives other times there than on those before, for the first series. */
static void try_spot(struct view *v, struct bsim_spot spot, double low, double high) {
    double x[CURVE], y[CURVE], before[CURVE];
    if (v->nspot == MOST_SPOTS)
        return;
    model_curve(v, v->first[0], &spot, low, high, x, y);
    for (int s = 0; s < v->nspot; s++) {
        model_curve(v, v->first[0], &v->spot[s], low, high, x, before);
        bool same = true;
        for (int i = 0; i < CURVE; i++)
            same = same && (y[i] == before[i] || (isnan(y[i]) && isnan(before[i])));
        if (same)
            return;
    }
    v->spot[v->nspot++] = spot;
}

/* Chooses where the model is drawn: on rank 0, alone on its node; and if the model reads where it is evaluated, on each
 * kind of node that it names, on further ranks, and with more ranks on the node, as far as the times differ there. */
static void choose_spots(struct view *v, double low, double high) {
    static const int ranks[] = {1, 8, 64}, shared[] = {2, 8, 32};
    v->spot[0] = (struct bsim_spot){.ranks_per_node = 1};
    v->nspot = 1;
    if (v->nseries == 0 || !bsim_models_reads_spot(v->b->models, v->b->index))
        return;
    for (int k = 1; k <= bsim_kind_count(); k++)
        try_spot(v, (struct bsim_spot){.ranks_per_node = 1, .kind = k}, low, high);
    for (int i = 0; i < 3; i++) {
        try_spot(v, (struct bsim_spot){ranks[i], ranks[i], 1, 0, 0}, low, high);
        try_spot(v, (struct bsim_spot){.ranks_per_node = shared[i]}, low, high);
    }
}

/* "rank 8, node 8", "on old" */
static void spot_text(const struct bsim_spot *spot, char *buf, size_t size) {
    if (spot->kind > 0)
        snprintf(buf, size, "on kind %s", bsim_kind_name((int)spot->kind));
    else if (spot->ranks_per_node > 1)
        snprintf(buf, size, "%g ranks on the node", spot->ranks_per_node);
    else
        snprintf(buf, size, "rank %g, node %g", spot->rank, spot->node);
}

/* How far held-out points are from the model; and the places of the dashed curves beside those of several series:
 * "dashed: rank 1, node 1; on kind old". NULL: nothing is to be said. Else buf. */
static const char *note_text(const struct view *v, char *buf, size_t size) {
    char median[24], most[24];
    size_t at = 0;
    buf[0] = '\0';
    if (v->b->nheld_out)
        at = (size_t)snprintf(buf, size, "held out: off by %s (median), %s (greatest)",
                              bsim_format_percent(median, sizeof median, v->b->held_median),
                              bsim_format_percent(most, sizeof most, v->b->held_max));
    bool dashed = v->nseries > 1 && v->nspot > 1;
    if (dashed && at < size)
        at += (size_t)snprintf(buf + at, size - at, "%ssolid: rank 0, alone on node 0; dashed:", at ? "; " : "");
    for (int s = 1; dashed && s < v->nspot && at < size; s++) {
        char text[100];
        spot_text(&v->spot[s], text, sizeof text);
        at += (size_t)snprintf(buf + at, size - at, "%s %s", s > 1 ? ";" : "", text);
    }
    return buf[0] ? buf : NULL;
}

/* The curves of the model: for each series, and for each spot. Several spots of one series have colours of their own,
 * else further spots are dashed. */
static void draw_models(const struct view *v, struct chart *c, double (*x)[CURVE], double (*y)[CURVE]) {
    for (int s = 0; s < v->nseries; s++)
        for (int p = 0; p < v->nspot; p++)
            bsim_chart_curve(c, CURVE, x[s * MOST_SPOTS + p], y[s * MOST_SPOTS + p], v->nseries > 1 ? s : p,
                             v->nseries > 1 && p > 0);
}

static void draw_legend(const struct view *v, struct chart *c) {
    char legend[200];
    for (int s = 0; v->nseries > 1 && s < v->nseries; s++) {
        series_text(v, v->first[s], legend, sizeof legend);
        bsim_chart_legend(c, legend, s, false);
    }
    for (int p = 0; v->nseries <= 1 && v->nspot > 1 && p < v->nspot; p++) {
        spot_text(&v->spot[p], legend, sizeof legend);
        bsim_chart_legend(c, legend, p, false);
    }
    if (v->b->nheld_out)
        bsim_chart_legend(c, "held out of the fit", -1, true);
}

static bool in_a_series(const struct view *v, const struct plot_point *p) {
    for (int s = 0; s < v->nseries; s++)
        if (same_series(v, v->first[s], p))
            return true;
    return false;
}

static void draw_points(const struct view *v, struct chart *c) {
    const struct plot_block *b = v->b;
    int every = b->nsample / MOST_SMALL + 1;
    for (int i = 0; i < b->nsample; i += every)
        bsim_chart_dot(c, x_of(v, &b->sample[i]), b->sample[i].time_s,
                       b->sample[i].busy > b->busy ? -1 : series_of(v, &b->sample[i]), v->x >= 0);
    for (int i = 0; v->x >= 0 && i < b->nmean; i++)
        bsim_chart_dot(c, x_of(v, &b->mean[i]), b->mean[i].time_s, series_of(v, &b->mean[i]), false);
    for (int i = 0; i < b->nheld_out; i++) {
        const struct plot_point *p = &b->held_out[i];
        bsim_chart_ring(c, v->x >= 0 ? p->param[v->x] : 0.5 * (b->nsample + 1), p->time_s,
                        in_a_series(v, p) ? series_of(v, p) : -1);
    }
}

/* Time against a parameter, or against the number of the sample. */
static void draw_curves(struct view *v, struct chart *c, const char *title, const char *text) {
    const struct plot_block *b = v->b;
    double low, high, (*x)[CURVE] = bsim_alloc(MOST_SERIES * MOST_SPOTS * sizeof *x),
                      (*y)[CURVE] = bsim_alloc(MOST_SERIES * MOST_SPOTS * sizeof *y);
    char note[400];
    bool range = v->x >= 0 && fitted_range(b, v->x, &low, &high);
    c->x = (struct chart_axis){
        .label = v->x >= 0 ? b->info->params[v->x] : "sample", .linear = v->x < 0, .low = HUGE_VAL, .high = -HUGE_VAL};
    c->y = (struct chart_axis){.label = "time of one execution",
                               .unit = BSIM_UNIT_TIME,
                               .low = HUGE_VAL,
                               .high = -HUGE_VAL,
                               .from_zero = true};
    for (int i = 0; i < b->nsample; i++) {
        include(&c->x, x_of(v, &b->sample[i]));
        include(&c->y, b->sample[i].time_s);
    }
    for (int i = 0; i < b->nheld_out; i++) {
        if (v->x >= 0)
            include(&c->x, b->held_out[i].param[v->x]);
        include(&c->y, b->held_out[i].time_s);
    }
    if (range) {
        include(&c->x, low);
        include(&c->x, high);
    }
    choose_spots(v, c->x.low, c->x.high);
    for (int s = 0; s < v->nseries; s++)
        for (int p = 0; p < v->nspot; p++) {
            double *cx = x[s * MOST_SPOTS + p], *cy = y[s * MOST_SPOTS + p];
            model_curve(v, v->first[s], &v->spot[p], c->x.low, c->x.high, cx, cy);
            for (int i = 0; i < CURVE; i++)
                if (cy[i] > 0)
                    include(&c->y, cy[i]);
        }
    c->note = note_text(v, note, sizeof note);
    bsim_chart_begin(c, title, text, v->nseries > 1 || v->nspot > 1 || b->nheld_out);
    if (range)
        bsim_chart_range(c, low, high);
    draw_models(v, c, x, y);
    draw_points(v, c);
    draw_legend(v, c);
    bsim_chart_end(c);
    bsim_free(x);
    bsim_free(y);
}

/* Measured against modelled time. */
static void draw_scatter(const struct view *v, struct chart *c, const char *title, const char *text) {
    const struct plot_block *b = v->b;
    struct chart_axis axis = {.unit = BSIM_UNIT_TIME, .low = HUGE_VAL, .high = -HUGE_VAL};
    char note[400];
    double x[2], y[2];
    for (int i = 0; i < b->nmean; i++) {
        include(&axis, b->mean[i].time_s);
        if (b->mean[i].model_s > 0)
            include(&axis, b->mean[i].model_s);
    }
    for (int i = 0; i < b->nheld_out; i++) {
        include(&axis, b->held_out[i].time_s);
        if (b->held_out[i].model_s > 0)
            include(&axis, b->held_out[i].model_s);
    }
    const char *held = note_text(v, note, sizeof note);
    size_t at = strlen(note);
    if (bsim_models_reads_spot(b->models, b->index))
        snprintf(note + at, sizeof note - at, "%sthe model's times are those of rank 0, alone on node 0",
                 held ? "; " : "");
    c->note = note[0] ? note : NULL;
    c->x = c->y = axis;
    c->x.label = "time by the model";
    c->y.label = "measured time";
    bsim_chart_begin(c, title, text, b->nheld_out > 0);
    for (int i = -1; i <= 1; i++) {
        x[0] = c->x.log || i == 0 ? c->x.low : fmax(c->x.low, 0);
        x[1] = c->x.high;
        y[0] = x[0] * (i < 0 ? 1 / 1.1 : i > 0 ? 1.1 : 1);
        y[1] = x[1] * (i < 0 ? 1 / 1.1 : i > 0 ? 1.1 : 1);
        for (int e = 0; e < 2; e++) { /* lines end at the border */
            double factor = y[e] > c->y.high ? c->y.high / y[e] : y[e] < c->y.low && y[e] > 0 ? c->y.low / y[e] : 1;
            x[e] *= factor;
            y[e] *= factor;
        }
        bsim_chart_curve(c, 2, x, y, i == 0 ? 0 : -1, false);
    }
    for (int i = 0; i < b->nmean; i++)
        bsim_chart_dot(c, b->mean[i].model_s, b->mean[i].time_s, 1, false);
    for (int i = 0; i < b->nheld_out; i++)
        bsim_chart_ring(c, b->held_out[i].model_s, b->held_out[i].time_s, 1);
    if (b->nheld_out)
        bsim_chart_legend(c, "held out of the fit", 1, true);
    bsim_chart_end(c);
}

void bsim_plot_block(const struct plot_block *b, FILE *f) {
    struct view v = {.b = b};
    struct chart c = {.file = f};
    char title[400], text[600], *formula = bsim_models_formula_text(b->model);
    const char *label = bsim_models_label(b->model);
    bounds(&v);
    choose_axis(&v, true);
    find_series(&v);
    if (v.nseries > MOST_SERIES) {
        memset(v.other, 0, sizeof v.other);
        v.nseries = 0;
        choose_axis(&v, false);
        find_series(&v);
    }
    bool many = v.nseries > MOST_SERIES;
    snprintf(title, sizeof title, "%s%s%s", b->info->name, strcmp(label, "-") ? ": " : "",
             strcmp(label, "-") ? label : "");
    snprintf(text, sizeof text, "%s%s", many ? "dashed: 10 % above and below; seconds = " : "seconds = ", formula);
    if (many)
        draw_scatter(&v, &c, title, text);
    else
        draw_curves(&v, &c, title, text);
    free(formula);
}
