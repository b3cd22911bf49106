/* model.c - see model.h. Owns the models of a run; knows nothing of ranks and clocks. */
#include "bsim/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/alloc.h"
#include "bsim/expr.h"
#include "bsim/json_read.h"
#include "bsim/warn.h"

enum { MAX_PARAMS = 32 };

struct piece {
    struct bsim_expr *when; /* NULL: always */
    struct bsim_expr *time;
    char *text;
    char *where; /* JSON path of the formula */
    int line;
};

struct model {
    char *name;
    char *where; /* JSON path of the model */
    int line;
    int nvar;
    char **alias;       /* names in formulas, nvar of them */
    int *source;        /* index of each variable in the block's parameters */
    double *value;      /* what the formulas read */
    double *low, *high; /* the fit's range; -inf and inf where there is none */
    struct piece *piece;
    int npiece;
    bool warned;
    bool cached;
    double last_time;
    double last[MAX_PARAMS]; /* the block's parameters of the last evaluation */
};

struct bsim_models {
    char *path; /* NULL: no models */
    const bsim_block_info *block;
    int nblock;
    struct model *model; /* one for each block; name == NULL: the file has none */
    char **names;        /* of all models in the file, for messages; NULL-terminated */
    bool warned;
};

static void free_model(struct model *m) {
    for (int i = 0; i < m->nvar; i++)
        bsim_free(m->alias[i]);
    for (int i = 0; i < m->npiece; i++) {
        bsim_expr_free(m->piece[i].when);
        bsim_expr_free(m->piece[i].time);
        bsim_free(m->piece[i].text);
        bsim_free(m->piece[i].where);
    }
    bsim_free(m->name);
    bsim_free(m->where);
    bsim_free(m->alias);
    bsim_free(m->source);
    bsim_free(m->value);
    bsim_free(m->low);
    bsim_free(m->high);
    bsim_free(m->piece);
    *m = (struct model){0};
}

void bsim_models_free(struct bsim_models *models) {
    if (models == NULL)
        return;
    for (int i = 0; i < models->nblock; i++)
        free_model(&models->model[i]);
    for (int i = 0; models->names && models->names[i]; i++)
        bsim_free(models->names[i]);
    bsim_free(models->names);
    bsim_free(models->model);
    bsim_free(models->path);
    bsim_free(models);
}

struct bsim_models *bsim_models_none(const bsim_block_info *blocks, int nblocks) {
    struct bsim_models *models = bsim_alloc(sizeof *models);
    models->model = bsim_alloc(((size_t)nblocks + 1) * sizeof *models->model);
    models->block = blocks;
    models->nblock = nblocks;
    return models;
}

static int find_param(const bsim_block_info *block, const char *expression) {
    for (int i = 0; i < block->nparam; i++)
        if (strcmp(block->params[i], expression) == 0)
            return i;
    return -1;
}

/* "params": {"nx": "g->nx"}: alias and the C expression that skeletonize names. */
static bool read_params(struct model *m, struct bsim_jval v, const bsim_block_info *block) {
    size_t n = bsim_jval_size(v);
    m->alias = bsim_alloc((n + 1) * sizeof *m->alias);
    m->source = bsim_alloc((n + 1) * sizeof *m->source);
    m->value = bsim_alloc((n + 1) * sizeof *m->value);
    m->low = bsim_alloc((n + 1) * sizeof *m->low);
    m->high = bsim_alloc((n + 1) * sizeof *m->high);
    for (size_t i = 0; i < n; i++) {
        const char *alias;
        struct bsim_jval p = bsim_jval_member(v, i, &alias);
        if (!bsim_expr_name_ok(alias))
            return bsim_jval_error(p,
                                   "\"%s\" cannot be the name of a variable: a letter, then letters, digits and _, "
                                   "and no name of a function",
                                   alias);
        const char *expression = bsim_jval_string(p);
        m->source[i] = find_param(block, expression);
        if (m->source[i] < 0) {
            char known[400] = "";
            size_t at = 0;
            for (int k = 0; k < block->nparam && at < sizeof known; k++)
                at += (size_t)snprintf(known + at, sizeof known - at, "%s\"%s\"", k ? ", " : "", block->params[k]);
            return bsim_jval_error(p, "block %s (%s:%d) has no parameter \"%s\"; it has: %s", block->name, block->file,
                                   block->line, expression, block->nparam ? known : "none");
        }
        m->low[i] = -HUGE_VAL;
        m->high[i] = HUGE_VAL;
        m->value[i] = 1; /* for the evaluation that compiles */
        m->alias[i] = bsim_strdup(alias);
        m->nvar++;
    }
    return true;
}

static struct bsim_expr *read_expr(struct model *m, struct bsim_jval v) {
    char why[640], number[40];
    const char *text = number;
    if (json_is_number(v.json))
        snprintf(number, sizeof number, "%.17g", json_number_value(v.json));
    else
        text = bsim_jval_string(v);
    if (text[0] == '\0') {
        bsim_jval_error(v, "is empty; accepted: an expression over the parameters, or a number");
        return NULL;
    }
    struct bsim_expr *expr = bsim_expr_compile(text, m->nvar, (const char *const *)m->alias, m->value, why, sizeof why);
    if (expr == NULL)
        bsim_jval_error(v, "block %s: \"%s\" is no expression: %s", m->name, text, why);
    return expr;
}

static bool read_piece(struct model *m, struct bsim_jval when, struct bsim_jval time) {
    char where[256];
    struct piece *p = &m->piece[m->npiece++];
    if (bsim_jval_present(when) && (p->when = read_expr(m, when)) == NULL)
        return false;
    if ((p->time = read_expr(m, time)) == NULL)
        return false;
    p->line = bsim_jval_line(time);
    p->where = bsim_strdup(bsim_jval_where(time, where, sizeof where));
    p->text = bsim_strdup(json_is_string(time.json) ? json_string_value(time.json) : "the number");
    return true;
}

static bool read_pieces(struct model *m, struct bsim_jval v) {
    static const char *const keys[] = {"when", "time", NULL};
    struct bsim_jval pieces = bsim_jval_get(v, "pieces"), time = bsim_jval_get(v, "time");
    if (bsim_jval_present(pieces) == bsim_jval_present(time))
        return bsim_jval_error(v,
                               "needs either \"time\" (an expression) or \"pieces\" (a list of {\"when\", \"time\"})");
    size_t n = bsim_jval_present(time) ? 1 : bsim_jval_size(pieces);
    if (bsim_jval_present(pieces) && (!bsim_jval_list(pieces) || n == 0))
        return bsim_jval_error(pieces, "needs at least one piece {\"time\": \"...\"}");
    m->piece = bsim_alloc(n * sizeof *m->piece);
    if (bsim_jval_present(time))
        return read_piece(m, (struct bsim_jval){0}, time);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval p = bsim_jval_at(pieces, i);
        struct bsim_jval t = bsim_jval_need(p, "time");
        if (!bsim_jval_keys(p, keys) || !bsim_jval_present(t) || !read_piece(m, bsim_jval_get(p, "when"), t))
            return false;
    }
    return true;
}

/* The fit's provenance is for people, except for the range. */
static bool read_range(struct model *m, struct bsim_jval fit) {
    if (!bsim_jval_present(fit))
        return true;
    struct bsim_jval range = bsim_jval_get(fit, "range");
    for (size_t i = 0; bsim_jval_present(range) && i < bsim_jval_size(range); i++) {
        const char *alias;
        struct bsim_jval r = bsim_jval_member(range, i, &alias);
        int var = -1;
        for (int k = 0; k < m->nvar; k++)
            if (strcmp(m->alias[k], alias) == 0)
                var = k;
        if (var < 0)
            return bsim_jval_error(r, "\"%s\" is none of this block's params", alias);
        if (!bsim_jval_list(r) || bsim_jval_size(r) != 2)
            return bsim_jval_error(r, "must be a list of two numbers, [lowest, highest]");
        m->low[var] = bsim_jval_number(bsim_jval_at(r, 0), -HUGE_VAL, HUGE_VAL);
        m->high[var] = bsim_jval_number(bsim_jval_at(r, 1), -HUGE_VAL, HUGE_VAL);
    }
    return !bsim_jval_present(range) || bsim_jval_object(range);
}

static bool read_model(struct model *m, const char *name, struct bsim_jval v, const bsim_block_info *block) {
    static const char *const keys[] = {"params", "pieces", "time", "fit", "comment", NULL};
    if (!bsim_jval_keys(v, keys))
        return false;
    if (block->nparam > MAX_PARAMS)
        return bsim_jval_error(v, "block %s has %d parameters; at most %d are supported", name, block->nparam,
                               MAX_PARAMS);
    char where[256];
    m->line = bsim_jval_line(v);
    m->where = bsim_strdup(bsim_jval_where(v, where, sizeof where));
    m->name = bsim_strdup(name);
    struct bsim_jval params = bsim_jval_get(v, "params");
    if (bsim_jval_present(params) && !bsim_jval_object(params))
        return false;
    return read_params(m, params, block) && read_pieces(m, v) && read_range(m, bsim_jval_get(v, "fit"));
}

static bool read_file(struct bsim_models *models, struct bsim_jval root) {
    static const char *const keys[] = {"schema", "blocks", "other_blocks", "provenance", "comment", NULL};
    if (!bsim_jval_object(root) || !bsim_jval_schema(root, "bsim-models/1") || !bsim_jval_keys(root, keys))
        return false;
    struct bsim_jval blocks = bsim_jval_need(root, "blocks");
    if (!bsim_jval_present(blocks) || !bsim_jval_object(blocks))
        return false;
    size_t n = bsim_jval_size(blocks);
    models->names = bsim_alloc((n + 1) * sizeof *models->names);
    for (size_t i = 0; i < n; i++) {
        const char *name;
        struct bsim_jval v = bsim_jval_member(blocks, i, &name);
        models->names[i] = bsim_strdup(name);
        bool used = false;
        for (int b = 0; b < models->nblock; b++)
            if (strcmp(models->block[b].name, name) == 0) { /* several places may share a kernel's model */
                used = true;
                if (!read_model(&models->model[b], name, v, &models->block[b]))
                    return false;
            }
        if (!used && !bsim_jval_object(v))
            return false;
    }
    struct bsim_jval others = bsim_jval_get(root, "other_blocks");
    if (!bsim_jval_present(others))
        return true;
    for (int b = 0; b < models->nblock; b++)
        if (models->model[b].name == NULL &&
            !read_model(&models->model[b], models->block[b].name, others, &models->block[b]))
            return false;
    return bsim_jval_object(others);
}

struct bsim_models *bsim_models_load(const char *path, const bsim_block_info *blocks, int nblocks,
                                     struct bsim_error *err) {
    struct bsim_models *models = bsim_models_none(blocks, nblocks);
    models->path = bsim_strdup(path);
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL || !read_file(models, bsim_json_root(doc)) || err->set) {
        bsim_json_free(doc);
        bsim_models_free(models);
        return NULL;
    }
    bsim_json_free(doc);
    return models;
}

static double fail_missing(struct bsim_models *models, int block, struct bsim_error *err) {
    const bsim_block_info *b = &models->block[block];
    char others[300] = "";
    size_t at = 0;
    int missing = 0;
    for (int i = 0; i < models->nblock; i++)
        if (i != block && models->model[i].name == NULL) {
            missing++;
            if (at < sizeof others)
                at += (size_t)snprintf(others + at, sizeof others - at, "%s%s", at ? ", " : "", models->block[i].name);
        }
    const char *near = bsim_nearest(b->name, (const char *const *)models->names);
    bsim_error_set(err, models->path, 0, "$.blocks",
                   "no model of block %s (%s:%d), which the program reached%s%s%s%s%s; measure it and run bsim fit, "
                   "or add \"%s\": {\"time\": \"...\"}",
                   b->name, b->file, b->line, near ? "; nearest name: " : "", near ? near : "",
                   missing ? "; also missing: " : "", others, at >= sizeof others ? "..." : "", b->name);
    return NAN;
}

static void list_values(const struct model *m, char *buf, size_t size) {
    size_t at = 0;
    buf[0] = '\0';
    for (int i = 0; i < m->nvar && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%s = %.10g", i ? ", " : "", m->alias[i], m->value[i]);
}

static void check_range(struct bsim_models *models, struct model *m, const bsim_block_info *b) {
    for (int i = 0; i < m->nvar; i++)
        if (m->value[i] < m->low[i] || m->value[i] > m->high[i]) {
            m->warned = true;
            bsim_warn("%s:%d: block %s (%s:%d): %s = %.10g is outside of the fitted range %.10g to %.10g; its time is "
                      "extrapolated",
                      models->path, m->line, b->name, b->file, b->line, m->alias[i], m->value[i], m->low[i],
                      m->high[i]);
            return;
        }
}

static double evaluate(struct bsim_models *models, struct model *m, const bsim_block_info *b, struct bsim_error *err) {
    char values[512];
    for (int i = 0; i < m->npiece; i++) {
        struct piece *p = &m->piece[i];
        if (p->when && bsim_expr_eval(p->when) == 0)
            continue;
        double seconds = bsim_expr_eval(p->time);
        if (seconds >= 0 && isfinite(seconds))
            return seconds;
        list_values(m, values, sizeof values);
        bsim_error_set(err, models->path, p->line, p->where,
                       "block %s (%s:%d): \"%s\" gives %g seconds for %s; a time must be finite and not negative",
                       b->name, b->file, b->line, p->text, seconds, m->nvar ? values : "no parameters");
        return NAN;
    }
    list_values(m, values, sizeof values);
    bsim_error_set(err, models->path, m->line, m->where,
                   "block %s (%s:%d): no piece applies to %s; give the last one no \"when\"", b->name, b->file, b->line,
                   m->nvar ? values : "no parameters");
    return NAN;
}

double bsim_models_time(struct bsim_models *models, int block, int nparam, const double *param,
                        struct bsim_error *err) {
    if (block < 0 || block >= models->nblock) {
        bsim_error_set(err, NULL, 0, NULL, "the program names block %d; its table has %d blocks", block,
                       models->nblock);
        return NAN;
    }
    struct model *m = &models->model[block];
    size_t bytes = (size_t)nparam * sizeof *param;
    if (m->cached && memcmp(m->last, param, bytes) == 0)
        return m->last_time;
    const bsim_block_info *b = &models->block[block];
    if (models->path == NULL) {
        if (!models->warned)
            bsim_warn("no cost models (--models): all blocks take no time");
        models->warned = true;
        return 0;
    }
    if (m->name == NULL)
        return fail_missing(models, block, err);
    if (nparam != b->nparam) {
        bsim_error_set(err, NULL, 0, NULL, "block %s (%s:%d) is given %d parameters; the block table has %d", b->name,
                       b->file, b->line, nparam, b->nparam);
        return NAN;
    }
    for (int i = 0; i < m->nvar; i++)
        m->value[i] = param[m->source[i]];
    if (!m->warned)
        check_range(models, m, b);
    double seconds = evaluate(models, m, b, err);
    m->cached = !isnan(seconds);
    m->last_time = seconds;
    memcpy(m->last, param, bytes);
    return seconds;
}
