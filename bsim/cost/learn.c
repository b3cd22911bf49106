/* learn.c - learned values: read from the section "learned" of models.json, given to the running rank.
 *
 * A formula gives equal values for equal parameters. A drawn value is a hash of the hint's seed and of the key, or
 * without a key of the number of values that the rank has drawn. By default the k-th value is therefore equal on all
 * ranks, so that a loop that ends on all ranks together still does. "ranks": "own" adds the rank to the hash. Knows
 * nothing of communication. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/bsim.h"
#include "bsim/base/config.h"
#include "bsim/kernel/engine.h"
#include "bsim/cost/hint.h"
#include "bsim/base/vars.h"
#include "bsim/base/warn.h"

#pragma weak bsim_hints
#pragma weak bsim_nhints

struct piece {
    struct bsim_expr *when;    /* NULL: always */
    struct bsim_expr *formula; /* of the value or the probability; NULL: a histogram */
    char *text;                /* of the formula */
    int nvalue;
    double *value, *weight, sum;
    char *where;
    int line;
};

struct learned {
    bool given;
    bool own; /* each rank draws its own values */
    bool warned;
    char *where;
    int line;
    struct bsim_vars vars;
    struct piece *piece;
    int npiece;
    /* The last call: formulas are pure functions. */
    bool cached;
    double last[BSIM_MAX_LEARNED_PARAMS];
    const struct piece *chosen;
    double result;
};

static char *path; /* NULL: no models */
static struct learned *learned;
static char **names;    /* names in the file, for messages; NULL-terminated */
static uint32_t *asked; /* by rank and hint: values drawn without a key */

static int nhint(void) {
    return &bsim_nhints ? bsim_nhints : 0;
}

static bool is_branch(const bsim_hint_info *h) {
    return h->learned == BSIM_LEARNED_BRANCH;
}

/* Whether a hint of this kind can have the value; for a branch the value is its probability. */
static bool fits(const bsim_hint_info *h, double x) {
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

/* ---- reading ---- */

static bool read_histogram(struct piece *p, const bsim_hint_info *h, struct bsim_jval v) {
    size_t n = bsim_jval_list(v) ? bsim_jval_size(v) : 0;
    p->value = bsim_alloc((n + 1) * sizeof *p->value);
    p->weight = bsim_alloc((n + 1) * sizeof *p->weight);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval pair = bsim_jval_at(v, i);
        if (!bsim_jval_list(pair) || bsim_jval_size(pair) != 2)
            return bsim_jval_error(pair, "must be a list of two numbers, [value, weight]");
        p->value[i] = bsim_jval_number(bsim_jval_at(pair, 0), -HUGE_VAL, HUGE_VAL);
        if (!fits(h, p->value[i]))
            return bsim_jval_error(pair, "hint %s (%s:%d) cannot have this value: a number of trips is not negative",
                                   h->name, h->file, h->line);
        p->weight[i] = bsim_jval_number(bsim_jval_at(pair, 1), 0, 1e300);
        p->sum += p->weight[i];
        p->nvalue++;
    }
    return p->sum > 0 || bsim_jval_error(v, "needs a value with a weight above 0");
}

/* Reads a piece: "probability" for a branch, else either "value" or "histogram". */
static bool read_piece(struct learned *l, const bsim_hint_info *h, struct bsim_jval v, struct bsim_jval when) {
    struct bsim_jval value = bsim_jval_get(v, "value"), histogram = bsim_jval_get(v, "histogram"),
                     probability = bsim_jval_get(v, "probability");
    char what[300], where[256];
    snprintf(what, sizeof what, "hint %s", h->name);
    if (is_branch(h) ? bsim_jval_present(value) || bsim_jval_present(histogram) || !bsim_jval_present(probability)
                     : bsim_jval_present(probability) || bsim_jval_present(value) == bsim_jval_present(histogram))
        return bsim_jval_error(v, is_branch(h) ? "the model of a branch needs \"probability\""
                                               : "needs either \"value\" (an expression) or \"histogram\" (a list of "
                                                 "[value, weight])");
    struct bsim_jval model = is_branch(h) ? probability : bsim_jval_present(value) ? value : histogram;
    struct piece *p = &l->piece[l->npiece++];
    p->line = bsim_jval_line(model);
    p->where = bsim_strdup(bsim_jval_where(model, where, sizeof where));
    if (bsim_jval_present(when) && (p->when = bsim_vars_expr(&l->vars, when, what)) == NULL)
        return false;
    if (model.json == histogram.json)
        return read_histogram(p, h, model);
    p->text = bsim_strdup(json_is_string(model.json) ? json_string_value(model.json) : "the number");
    return (p->formula = bsim_vars_expr(&l->vars, model, what)) != NULL;
}

static bool read_pieces(struct learned *l, const bsim_hint_info *h, struct bsim_jval v) {
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

static bool read_learned(struct learned *l, const bsim_hint_info *h, struct bsim_jval v) {
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
    snprintf(what, sizeof what, "hint %s (%s:%d)", h->name, h->file, h->line);
    return bsim_vars_read(&l->vars, bsim_jval_get(v, "params"), what, h->nparam, h->params) && read_pieces(l, h, v) &&
           bsim_vars_read_range(&l->vars, bsim_jval_get(v, "fit"));
}

static bool read_file(struct bsim_jval root) {
    struct bsim_jval section = bsim_jval_get(root, "learned");
    if (bsim_jval_present(section) && !bsim_jval_object(section))
        return false;
    size_t n = bsim_jval_size(section);
    names = bsim_alloc((n + 1) * sizeof *names);
    for (size_t i = 0; i < n; i++) {
        const char *name;
        struct bsim_jval v = bsim_jval_member(section, i, &name);
        names[i] = bsim_strdup(name);
        if (!bsim_jval_object(v))
            return false;
        for (int k = 0; k < nhint(); k++)
            if (bsim_hints[k].learned && strcmp(bsim_hints[k].name, name) == 0 &&
                !read_learned(&learned[k], &bsim_hints[k], v))
                return false;
    }
    return true;
}

bool bsim_learned_init(const char *models, struct bsim_error *err) {
    bool any = false;
    for (int i = 0; i < nhint(); i++)
        any |= bsim_hints[i].learned != BSIM_LEARNED_NOT;
    if (!any)
        return true;
    learned = bsim_alloc((size_t)nhint() * sizeof *learned);
    if (models == NULL)
        return true;
    path = bsim_strdup(bsim_config_name(models));
    struct bsim_json *doc = bsim_json_load_as(models, path, err);
    bool ok = doc != NULL && read_file(bsim_json_root(doc)) && !err->set;
    bsim_json_free(doc);
    return ok;
}

static void free_learned(struct learned *l) {
    for (int i = 0; i < l->npiece; i++) {
        struct piece *p = &l->piece[i];
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

void bsim_learned_fini(void) {
    for (int i = 0; learned && i < nhint(); i++)
        free_learned(&learned[i]);
    for (int i = 0; names && names[i]; i++)
        bsim_free(names[i]);
    bsim_free(names);
    bsim_free(learned);
    bsim_free(asked);
    bsim_free(path);
    names = NULL;
    learned = NULL;
    asked = NULL;
    path = NULL;
}

/* ---- values ---- */

struct request {
    int hint;
    const double *param;
    struct bsim_error err;
};

static bool fail_missing(const bsim_hint_info *h, struct bsim_error *err) {
    const char *example = is_branch(h) ? "\"probability\": 0.5" : "\"value\": 100";
    if (path == NULL)
        return bsim_error_set(
            err, NULL, 0, NULL,
            "hint %s (%s:%d) is learned, but no models are given: bsim run --models FILE, where FILE "
            "is made by bsim fit from the samples of skeletonize --instrument with the same hints, "
            "or by hand: {\"schema\": \"bsim-models/1\", \"blocks\": {}, \"learned\": {\"%s\": {%s}}}",
            h->name, h->file, h->line, h->name, example);
    const char *near = bsim_nearest(h->name, (const char *const *)names);
    return bsim_error_set(err, path, 0, "$.learned",
                          "no model of the learned hint %s (%s:%d), which the program reached%s%s; run the program of "
                          "skeletonize --instrument with the same hints, so that it gets there, and bsim fit with its "
                          "samples, or add \"%s\": {%s}",
                          h->name, h->file, h->line, near ? "; nearest name: " : "", near ? near : "", h->name,
                          example);
}

static void check_range(struct learned *l, const bsim_hint_info *h) {
    int i = bsim_vars_outside(&l->vars);
    if (i < 0)
        return;
    l->warned = true;
    bsim_warn("%s:%d: hint %s (%s:%d): %s = %.10g is outside of the learned range %.10g to %.10g; its value is "
              "extrapolated",
              path, l->line, h->name, h->file, h->line, l->vars.alias[i], l->vars.value[i], l->vars.low[i],
              l->vars.high[i]);
}

static bool evaluate(const struct request *r, struct bsim_error *err) {
    const bsim_hint_info *h = &bsim_hints[r->hint];
    struct learned *l = &learned[r->hint];
    char values[512];
    if (!l->given)
        return fail_missing(h, err);
    bsim_vars_set(&l->vars, r->param);
    if (!l->warned)
        check_range(l, h);
    for (int i = 0; i < l->npiece; i++) {
        const struct piece *p = &l->piece[i];
        if (p->when && bsim_expr_eval(p->when) == 0)
            continue;
        l->chosen = p;
        l->result = p->formula ? bsim_expr_eval(p->formula) : 0;
        if (!p->formula || fits(h, l->result))
            return true;
        bsim_vars_list(&l->vars, values, sizeof values);
        return bsim_error_set(err, path, p->line, p->where, "hint %s (%s:%d): \"%s\" gives %g for %s; %s", h->name,
                              h->file, h->line, p->text, l->result, values,
                              is_branch(h)                       ? "a probability is between 0 and 1"
                              : h->learned == BSIM_LEARNED_TRIPS ? "a number of trips is finite and not negative"
                                                                 : "a value must be finite, and an integer fit in a "
                                                                   "long");
    }
    bsim_vars_list(&l->vars, values, sizeof values);
    return bsim_error_set(err, path, l->line, l->where,
                          "hint %s (%s:%d): no piece applies to %s; give the last one no \"when\"", h->name, h->file,
                          h->line, values);
}

static void evaluate_request(void *arg) {
    struct request *r = arg;
    evaluate(r, &r->err);
}

/* A uniform number for the running rank's next value, 0 <= number < 1. */
static double draw(int hint, long key) {
    const struct learned *l = &learned[hint];
    long seed = bsim_hints[hint].seed;
    if (key != BSIM_NO_KEY && key != BSIM_EACH_RANK)
        return bsim_hint_unit(bsim_hint_bits(seed, BSIM_DRAW_KEY, (uint64_t)key, 0, 0));
    if (asked == NULL)
        asked = bsim_alloc((size_t)bsim_context.np * (size_t)nhint() * sizeof *asked);
    uint64_t count = ++asked[(size_t)bsim_self->id * (size_t)nhint() + (size_t)hint];
    bool own = l->own || key == BSIM_EACH_RANK;
    return bsim_hint_unit(
        bsim_hint_bits(seed, own ? BSIM_DRAW_RANK : BSIM_DRAW_ALL, own ? (uint64_t)bsim_self->id : 0, count, 0));
}

static double value(int hint, long key, int nparam, const double *param, const void *site) {
    int n = nhint();
    if (hint < 0 || hint >= n || !bsim_hints[hint].learned || learned == NULL)
        bsim_fatal_at(BSIM_EXIT_USAGE, site, "hint %d is not among the learned ones of the program's %d hints", hint,
                      n);
    BSIM_ALONE; /* the last value is kept for all ranks */
    const bsim_hint_info *h = &bsim_hints[hint];
    if (nparam != h->nparam || nparam > BSIM_MAX_LEARNED_PARAMS)
        bsim_fatal_at(BSIM_EXIT_USAGE, site, "hint %s (%s:%d) is given %d parameters; the table has %d, at most %d",
                      h->name, h->file, h->line, nparam, h->nparam, BSIM_MAX_LEARNED_PARAMS);
    struct learned *l = &learned[hint];
    size_t bytes = (size_t)nparam * sizeof *param;
    if (!l->cached || memcmp(l->last, param, bytes) != 0) {
        /* Formulas and errors would touch more than the first page of a rank's stack, so they run on the host stack. */
        static struct request r;
        memset(&r, 0, sizeof r);
        r.hint = hint;
        r.param = param;
        bsim_on_host_stack(evaluate_request, &r);
        if (r.err.set) {
            char text[1900];
            bsim_fatal_at(BSIM_EXIT_USAGE, site, "%s", bsim_error_format(&r.err, text, sizeof text));
        }
        memcpy(l->last, param, bytes);
        l->cached = true;
    }
    const struct piece *p = l->chosen;
    if (is_branch(h))
        return draw(hint, key) < l->result;
    if (p->formula)
        return l->result;
    double at = draw(hint, key) * p->sum;
    for (int i = 0; i < p->nvalue; i++)
        if ((at -= p->weight[i]) < 0)
            return p->value[i];
    return p->value[p->nvalue - 1];
}

double bsim_learned(int hint, long key, int nparam, const double *param) {
    return value(hint, key, nparam, param, __builtin_return_address(0));
}

long bsim_learned_int(int hint, long key, int nparam, const double *param) {
    return lrint(value(hint, key, nparam, param, __builtin_return_address(0)));
}
