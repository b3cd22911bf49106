/* model_first.c - the first executions of a block on a rank, where a model tells them apart: pages that nobody has
 * touched yet, cold caches, work that is done once. Knows nothing of ranks. */
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/model_private.h"
#include "bsim/stat/trust.h"

/* More is taken for a mistake, as a factor and as seconds. */
static const double MOST = 1e9;

/* A factor, or seconds. */
static bool read_number(struct model *m, struct bsim_jval v, struct bsim_expr **to, const char *what) {
    struct first *f = m->first;
    char where[256];
    f->line = bsim_jval_line(v);
    f->where = bsim_strdup(bsim_jval_where(v, where, sizeof where));
    f->text = bsim_strdup(json_is_string(v.json) ? json_string_value(v.json) : "the number");
    if (json_is_number(v.json) && bsim_jval_number(v, 0, MOST) != json_number_value(v.json))
        return false;
    return (*to = bsim_vars_expr(&m->vars, v, what)) != NULL;
}

/* A list of three numbers, for people. */
static void check_three(struct bsim_jval v, double least) {
    if (!bsim_jval_present(v) || !bsim_jval_list(v))
        return;
    if (bsim_jval_size(v) != 3)
        bsim_jval_error(v, "accepted: [least, median, greatest]");
    for (size_t i = 0; i < bsim_jval_size(v); i++)
        bsim_jval_number(bsim_jval_at(v, i), least, HUGE_VAL);
}

/* For people. */
static void check_fit(struct bsim_jval fit) {
    struct bsim_jval executions = bsim_jval_get(fit, "executions");
    if (bsim_jval_present(executions))
        bsim_jval_int(executions, 0, INT_MAX);
    check_three(bsim_jval_get(fit, "counts"), 1);
}

/* The least and the greatest ratio to later executions. */
static void read_ratio(struct first *f, struct bsim_jval ratio) {
    check_three(ratio, 0);
    f->least = json_number_value(json_array_get(ratio.json, 0));
    f->most = json_number_value(json_array_get(ratio.json, 2));
}

double bsim_model_error_read(struct bsim_jval fit) {
    double error[2] = {NAN, NAN};
    static const char *const keys[] = {"error_median", "error_max"};
    for (int i = 0; i < 2; i++) {
        struct bsim_jval v = bsim_jval_get(fit, keys[i]);
        if (bsim_jval_present(v) && !json_is_null(v.json))
            error[i] = bsim_jval_number(v, 0, HUGE_VAL);
    }
    return isnan(error[0]) ? NAN : bsim_trust_within(error[0], error[1]);
}

/* Only the errors and the ratio have an effect. */
static bool read_fit(struct first *f, struct bsim_jval fit) {
    if (!bsim_jval_present(fit))
        return true;
    if (!bsim_jval_object(fit))
        return false;
    f->error = bsim_model_error_read(fit);
    check_fit(fit);
    read_ratio(f, bsim_jval_get(fit, "ratio"));
    return true;
}

bool bsim_model_first_read(struct model *m, struct bsim_jval v, const char *what) {
    static const char *const keys[] = {"executions", "from_s", "from_ranks", "factor",  "extra",
                                       "time",       "pieces", "fit",        "comment", NULL};
    struct bsim_jval first = bsim_jval_get(v, "first");
    if (!bsim_jval_present(first))
        return true;
    if (!bsim_jval_object(first) || !bsim_jval_keys(first, keys))
        return false;
    m->first = bsim_alloc(sizeof *m->first);
    struct bsim_jval executions = bsim_jval_get(first, "executions");
    m->first->executions =
        bsim_jval_present(executions) ? (int)bsim_jval_int(executions, 1, BSIM_MOST_FIRST_EXECUTIONS) : 1;
    struct bsim_jval from_s = bsim_jval_get(first, "from_s");
    m->first->from_s = bsim_jval_present(from_s) ? bsim_jval_number(from_s, 0, HUGE_VAL) : 0;
    struct bsim_jval ranks = bsim_jval_get(first, "from_ranks");
    m->first->from_ranks = bsim_jval_present(ranks) ? (int)bsim_jval_int(ranks, 1, INT_MAX) : 1;
    struct bsim_jval factor = bsim_jval_get(first, "factor"), extra = bsim_jval_get(first, "extra"),
                     time = bsim_jval_get(first, "time"), pieces = bsim_jval_get(first, "pieces");
    if (bsim_jval_present(factor) + bsim_jval_present(extra) + bsim_jval_present(time) + bsim_jval_present(pieces) != 1)
        return bsim_jval_error(first,
                               "needs one of \"factor\" (how many times as long as later ones), \"extra\" (how many "
                               "seconds longer), \"time\" (an expression) and \"pieces\" (a list of {\"when\", "
                               "\"time\"})");
    return (bsim_jval_present(factor)  ? read_number(m, factor, &m->first->factor, what)
            : bsim_jval_present(extra) ? read_number(m, extra, &m->first->extra, what)
                                       : bsim_model_formula_read(m, &m->first->formula, first)) &&
           read_fit(m->first, bsim_jval_get(first, "fit"));
}

void bsim_model_first_free(struct model *m) {
    if (m->first == NULL)
        return;
    bsim_expr_free(m->first->factor);
    bsim_expr_free(m->first->extra);
    bsim_free(m->first->text);
    bsim_free(m->first->where);
    bsim_model_formula_free(&m->first->formula);
    bsim_free(m->first);
}

int bsim_models_first_executions(const struct bsim_models *models, int block, int ranks) {
    const struct first *first = models->model[block].first;
    return first && ranks >= first->from_ranks ? first->executions : 0;
}

/* The value of the factor or of the extra seconds; NAN and *err if it is none. */
static double number_of(struct bsim_models *models, struct model *m, const bsim_block_info *b, struct bsim_error *err) {
    const struct first *f = m->first;
    double value = bsim_expr_eval(f->factor ? f->factor : f->extra);
    if (value >= 0 && value <= MOST)
        return value;
    char values[512];
    bsim_vars_list(&m->vars, values, sizeof values);
    bsim_error_set(err, models->path, f->line, f->where,
                   "block %s (%s:%d): \"%s\" gives the %s %g of a first execution for %s; accepted: 0 to %g", b->name,
                   b->file, b->line, f->text, f->factor ? "factor" : "extra seconds", value, values, MOST);
    return NAN;
}

/* A formula says little of sizes above the measured ones: a power that the rise of the ratio to later executions gives,
 * where the least sizes have memory that is touched already, would go on without end. There the ratio is one of those
 * that were seen. */
static double within_ratio(const struct model *m, double first_s, double later_s) {
    if (!(m->first->most > 0) || !bsim_vars_above(&m->vars))
        return first_s;
    return fmin(fmax(first_s, m->first->least * later_s), m->first->most * later_s);
}

double bsim_models_first_at(struct bsim_models *models, int block, const struct bsim_spot *spot, int nparam,
                            const double *param, bool *differs, struct bsim_error *err) {
    double later_s = bsim_models_time_at(models, block, spot, nparam, param, err);
    struct model *m = &models->model[block];
    const bsim_block_info *b = &models->block[block];
    *differs = later_s >= m->first->from_s;
    if (!*differs)
        return later_s;
    bsim_model_counts_set(m, param, spot); /* a time that was remembered has not set them */
    if (m->first->factor)
        return number_of(models, m, b, err) * later_s;
    double first_s = m->first->extra ? number_of(models, m, b, err)
                                     : bsim_model_evaluate(models, m, &m->first->formula, false, b, err);
    first_s *= bsim_scale_at(&models->scale, first_s);
    const struct kind_model *kind = bsim_model_kind(m, spot ? (int)spot->kind : 0);
    double speed = kind && kind->speed > 0 ? kind->speed : 1, cache = bsim_model_cache_factor(m);
    if (m->first->extra)
        return first_s * cache / speed + later_s;
    first_s *= cache;
    first_s = bsim_time_on_one_core(&models->node, &m->memory, first_s, m->base_busy) * bsim_model_rank_part(m, spot);
    return within_ratio(m, first_s / speed, later_s);
}
