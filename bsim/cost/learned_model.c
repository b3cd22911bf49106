/* learned_model.c - see learned_model.h. Knows nothing of ranks and draws. */
#include "bsim/cost/learned_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/config.h"
#include "bsim/base/json_read.h"
#include "bsim/base/warn.h"

bool bsim_learned_is_branch(const bsim_hint_info *h) {
    return h->learned == BSIM_LEARNED_BRANCH;
}

bool bsim_learned_fits(const bsim_hint_info *h, double x) {
    if (!isfinite(x))
        return false;
    switch (h->learned) {
    case BSIM_LEARNED_TRIPS:
        return x > -0.5 && x < 9e18;
    case BSIM_LEARNED_INTEGER:
        return fabs(x) < 9e18;
    case BSIM_LEARNED_BRANCH:
        return x >= 0 && x <= 1;
    default:
        return true;
    }
}

static bool read_histogram(struct bsim_learned_piece *p, const bsim_hint_info *h, struct bsim_jval v) {
    size_t n = bsim_jval_list(v) ? bsim_jval_size(v) : 0;
    p->value = bsim_alloc((n + 1) * sizeof *p->value);
    p->weight = bsim_alloc((n + 1) * sizeof *p->weight);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval pair = bsim_jval_at(v, i);
        if (!bsim_jval_list(pair) || bsim_jval_size(pair) != 2)
            return bsim_jval_error(pair, "must be a list of two numbers, [value, weight]");
        p->value[i] = bsim_jval_number(bsim_jval_at(pair, 0), -HUGE_VAL, HUGE_VAL);
        if (!bsim_learned_fits(h, p->value[i]))
            return bsim_jval_error(pair, "hint %s (%s:%d) cannot have this value: a number of trips is not negative",
                                   h->name, h->file, h->line);
        p->weight[i] = bsim_jval_number(bsim_jval_at(pair, 1), 0, 1e300);
        p->sum += p->weight[i];
        p->nvalue++;
    }
    return p->sum > 0 || bsim_jval_error(v, "needs a value with a weight above 0");
}

/* Reads a piece: "probability" for a branch, else either "value" or "histogram". */
static bool read_piece(struct bsim_learned *l, const bsim_hint_info *h, struct bsim_jval v, struct bsim_jval when) {
    struct bsim_jval value = bsim_jval_get(v, "value"), histogram = bsim_jval_get(v, "histogram"),
                     probability = bsim_jval_get(v, "probability");
    char what[300], where[256];
    snprintf(what, sizeof what, "hint %s", h->name);
    if (bsim_learned_is_branch(h)
            ? bsim_jval_present(value) || bsim_jval_present(histogram) || !bsim_jval_present(probability)
            : bsim_jval_present(probability) || bsim_jval_present(value) == bsim_jval_present(histogram))
        return bsim_jval_error(v, bsim_learned_is_branch(h)
                                      ? "the model of a branch needs \"probability\""
                                      : "needs either \"value\" (an expression) or \"histogram\" (a list of "
                                        "[value, weight])");
    struct bsim_jval model = bsim_learned_is_branch(h) ? probability : bsim_jval_present(value) ? value : histogram;
    struct bsim_learned_piece *p = &l->piece[l->npiece++];
    p->line = bsim_jval_line(model);
    p->where = bsim_strdup(bsim_jval_where(model, where, sizeof where));
    if (bsim_jval_present(when) && (p->when = bsim_vars_expr(&l->vars, when, what)) == NULL)
        return false;
    p->empty = json_is_null(model.json) && model.json != histogram.json;
    if (p->empty)
        return true;
    if (model.json == histogram.json)
        return read_histogram(p, h, model);
    p->text = bsim_strdup(json_is_string(model.json) ? json_string_value(model.json) : "the number");
    return (p->formula = bsim_vars_expr(&l->vars, model, what)) != NULL;
}

static bool read_pieces(struct bsim_learned *l, const bsim_hint_info *h, struct bsim_jval v) {
    static const char *const keys[] = {"when", "value", "histogram", "probability", NULL};
    struct bsim_jval pieces = bsim_jval_get(v, "pieces");
    size_t n = bsim_jval_present(pieces) ? bsim_jval_list(pieces) ? bsim_jval_size(pieces) : 0 : 1;
    if (n == 0)
        return bsim_jval_error(pieces, "needs at least one piece");
    l->piece = bsim_alloc(n * sizeof *l->piece);
    if (!bsim_jval_present(pieces))
        return read_piece(l, h, v, (struct bsim_jval){0});
    for (int i = 1; keys[i]; i++)
        if (bsim_jval_present(bsim_jval_get(v, keys[i])))
            return bsim_jval_error(v, "has both \"pieces\" and \"%s\"", keys[i]);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval p = bsim_jval_at(pieces, i);
        if (!bsim_jval_keys(p, keys) || !read_piece(l, h, p, bsim_jval_get(p, "when")))
            return false;
    }
    return true;
}

static void read_errors(struct bsim_learned *l, struct bsim_jval fit) {
    const json_t *median = json_object_get(fit.json, "error_median"), *most = json_object_get(fit.json, "error_max");
    l->fitted = bsim_jval_present(fit);
    l->samples = (int)json_integer_value(json_object_get(fit.json, "samples"));
    l->error_median = json_is_number(median) ? json_number_value(median) : NAN;
    l->error_max = json_is_number(most) ? json_number_value(most) : NAN;
}

static bool read_learned(struct bsim_learned *l, const bsim_hint_info *h, struct bsim_jval v) {
    static const char *const keys[] = {"place", "params",      "pieces", "value",   "histogram",
                                       "ranks", "probability", "fit",    "comment", NULL};
    static const char *const ranks[] = {"equal", "own", NULL};
    char what[400], where[256];
    if (!bsim_jval_keys(v, keys))
        return false;
    if (bsim_jval_present(bsim_jval_get(v, "place")))
        bsim_jval_string(bsim_jval_get(v, "place"));
    l->given = true;
    l->line = bsim_jval_line(v);
    l->where = bsim_strdup(bsim_jval_where(v, where, sizeof where));
    if (bsim_jval_present(bsim_jval_get(v, "ranks")))
        l->own = bsim_jval_choice(bsim_jval_get(v, "ranks"), ranks) == 1;
    read_errors(l, bsim_jval_get(v, "fit"));
    snprintf(what, sizeof what, "hint %s (%s:%d)", h->name, h->file, h->line);
    return bsim_vars_read(&l->vars, bsim_jval_get(v, "params"), what, h->nparam, h->params) && read_pieces(l, h, v) &&
           bsim_vars_read_range(&l->vars, bsim_jval_get(v, "fit"));
}

/* Tells a problem and makes room for the next; false: the reading ends with it. */
static bool told(const struct bsim_learned_models *models, struct bsim_error *err) {
    if (models->tell == NULL)
        return false;
    models->tell(models->tell_arg, err);
    *err = (struct bsim_error){0};
    return true;
}

/* Tells a problem that no reader has found, at the place of v. */
static void tell_at(const struct bsim_learned_models *models, struct bsim_jval v, const char *text, const char *name) {
    struct bsim_error problem = {0};
    char where[256];
    bsim_error_set(&problem, models->path, bsim_jval_line(v), bsim_jval_where(v, where, sizeof where), "%s%s", text,
                   name);
    models->tell(models->tell_arg, &problem);
}

/* A model that no hint takes: told to the check, or a warning of the run. */
static void tell_unused(const struct bsim_learned_models *models, struct bsim_jval v, const char *name,
                        struct bsim_jval section) {
    const char **left = bsim_alloc(((size_t)models->nhint + 1) * sizeof *left);
    int nleft = 0;
    for (int k = 0; k < models->nhint; k++)
        if (models->hint[k].learned && !json_object_get(section.json, models->hint[k].name))
            left[nleft++] = models->hint[k].name;
    const char *near = bsim_misspelt(name, left, NULL);
    if (models->tell)
        tell_at(models, v,
                near ? "the program has no such learned hint; nearest name: " : "the program has no such learned hint",
                near ? near : "");
    else
        bsim_warn("%s:%d: the program has no learned hint %.40s%s%.40s%s", models->path, bsim_jval_line(v), name,
                  near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    bsim_free(left);
}

/* Hints without a model, and values that are not filled in. */
static void tell_all(const struct bsim_learned_models *models, struct bsim_jval root, struct bsim_jval section) {
    for (int k = 0; k < models->nhint; k++) {
        const bsim_hint_info *h = &models->hint[k];
        if (!h->learned)
            continue;
        if (!json_object_get(section.json, h->name))
            tell_at(models, bsim_jval_present(section) ? section : root, "no model of the learned hint ", h->name);
        for (int i = 0; i < models->model[k].npiece; i++)
            if (models->model[k].piece[i].empty)
                tell_at(models, bsim_jval_get(section, h->name), "the value is not filled in", "");
    }
}

static bool read_file(struct bsim_learned_models *models, struct bsim_jval root, struct bsim_error *err) {
    struct bsim_jval section = bsim_jval_get(root, "learned");
    if (bsim_jval_present(section) && !bsim_jval_object(section))
        return told(models, err);
    size_t n = bsim_jval_size(section);
    models->names = bsim_alloc((n + 1) * sizeof *models->names);
    for (size_t i = 0; i < n; i++) {
        const char *name;
        struct bsim_jval v = bsim_jval_member(section, i, &name);
        models->names[i] = bsim_strdup(name);
        bool ok = bsim_jval_object(v), used = false;
        for (int k = 0; k < models->nhint && ok; k++)
            if (models->hint[k].learned && strcmp(models->hint[k].name, name) == 0) {
                used = true;
                ok = read_learned(&models->model[k], &models->hint[k], v);
            }
        if (!ok && !told(models, err))
            return false;
        if (ok && !used)
            tell_unused(models, v, name, section);
    }
    if (models->tell)
        tell_all(models, root, section);
    return true;
}

bool bsim_learned_load(struct bsim_learned_models *models, const char *path, const bsim_hint_info *hints, int nhints,
                       struct bsim_error *err) {
    models->hint = hints;
    models->nhint = nhints;
    models->model = bsim_alloc(((size_t)nhints + 1) * sizeof *models->model);
    if (path == NULL)
        return true;
    models->path = bsim_strdup(bsim_config_name(path));
    struct bsim_json *doc = bsim_json_load_as(path, models->path, err);
    bool ok = doc != NULL && read_file(models, bsim_json_root(doc), err) && !err->set;
    bsim_json_free(doc);
    return ok;
}

bool bsim_learned_check(const char *path, const bsim_hint_info *hints, int nhints, bsim_models_tell *tell, void *arg,
                        struct bsim_error *err) {
    struct bsim_learned_models models = {.tell = tell, .tell_arg = arg};
    bool ok = bsim_learned_load(&models, path, hints, nhints, err);
    bsim_learned_free(&models);
    return ok;
}

static void free_learned(struct bsim_learned *l) {
    for (int i = 0; i < l->npiece; i++) {
        struct bsim_learned_piece *p = &l->piece[i];
        bsim_expr_free(p->when);
        bsim_expr_free(p->formula);
        bsim_free(p->text);
        bsim_free(p->value);
        bsim_free(p->weight);
        bsim_free(p->where);
    }
    bsim_free(l->piece);
    bsim_free(l->where);
    bsim_vars_free(&l->vars);
}

void bsim_learned_free(struct bsim_learned_models *models) {
    for (int i = 0; models->model && i < models->nhint; i++)
        free_learned(&models->model[i]);
    for (int i = 0; models->names && models->names[i]; i++)
        bsim_free(models->names[i]);
    bsim_free(models->names);
    bsim_free(models->model);
    bsim_free(models->path);
    *models = (struct bsim_learned_models){0};
}
