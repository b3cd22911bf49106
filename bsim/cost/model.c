/* model.c - see model.h. Reads the models of a run and evaluates them; knows nothing of ranks and clocks. */
#include "bsim/cost/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/config.h"
#include "bsim/base/json_read.h"
#include "bsim/base/related.h"
#include "bsim/base/steady.h"
#include "bsim/base/vars.h"
#include "bsim/base/warn.h"
#include "bsim/cost/model_private.h"

static void free_model(struct model *m) {
    bsim_model_formula_free(&m->formula);
    bsim_model_kinds_free(m);
    bsim_model_io_free(m);
    bsim_model_first_free(m);
    bsim_free(m->name);
    bsim_free(m->elsewhere);
    bsim_free(m->zero);
    bsim_free(m->zero_text);
    bsim_free(m->transition);
    bsim_expr_free(m->cache_of);
    bsim_model_related_free(m);
    bsim_model_rivals_free(m);
    bsim_model_hidden_free(m);
    bsim_model_ranks_free(m);
    bsim_model_counts_free(m);
    bsim_vars_free(&m->vars);
    bsim_noise_model_free(&m->noise);
    bsim_noise_source_free(&m->uneven);
    bsim_free(m->where);
    *m = (struct model){0};
}

void bsim_models_free(struct bsim_models *models) {
    if (models == NULL)
        return;
    for (int i = 0; i < models->nblock; i++)
        free_model(&models->model[i]);
    for (int i = 0; models->unused && models->unused[i]; i++)
        bsim_free(models->unused[i]);
    bsim_free(models->unused);
    bsim_receive_models_free(&models->receives);
    bsim_operator_models_free(&models->operators);
    bsim_rest_model_free(&models->rest);
    bsim_model_arguments_free(models);
    bsim_free(models->model);
    bsim_free(models->path);
    bsim_free(models->machine);
    bsim_free(models);
}

struct bsim_models *bsim_models_none(const bsim_block_info *blocks, int nblocks) {
    struct bsim_models *models = bsim_alloc(sizeof *models);
    models->model = bsim_alloc(((size_t)nblocks + 1) * sizeof *models->model);
    models->block = blocks;
    models->nblock = nblocks;
    models->processors = 1;
    models->scale = bsim_scale_none();
    return models;
}

static bool is_constant(const struct model *m) {
    const struct piece *p = m->formula.piece;
    if (m->nkind > 0 || m->nrelated > 0 || m->nrival > 0 || m->nmeasured > 0 || m->nrank > 0 || m->between_runs > 1 ||
        m->formula.npiece != 1 || p->when || !p->time || !bsim_expr_is_constant(p->time))
        return false;
    for (int i = 0; i < m->vars.n; i++)
        if (!isinf(m->vars.low[i]) || !isinf(m->vars.high[i]))
            return false;
    return true;
}

static bool read_model(struct model *m, const char *name, struct bsim_jval v, const bsim_block_info *block) {
    static const char *const keys[] = {"place",        "label", "params",  "counts",  "pieces",  "time",        "first",
                                       "memory_share", "noise", "fit",     "by_kind", "by_rank", "up_to_ranks", "io",
                                       "uneven",       "where", "comment", "cache",   NULL};
    m->name = bsim_strdup(name);
    if (!bsim_jval_keys(v, keys))
        return false;
    m->elsewhere = bsim_model_elsewhere(v, block);
    for (int i = 0; i < 2; i++) /* for people */
        if (bsim_jval_present(bsim_jval_get(v, keys[i])))
            bsim_jval_string(bsim_jval_get(v, keys[i]));
    if (block->nparam > MAX_PARAMS)
        return bsim_jval_error(v, "block %s has %d parameters; at most %d are supported", name, block->nparam,
                               MAX_PARAMS);
    char what[400];
    snprintf(what, sizeof what, "block %s (%s:%d)", block->name, block->file, block->line);
    if (!bsim_vars_read(&m->vars, bsim_jval_get(v, "params"), what, block->nparam, block->params) ||
        !bsim_model_counts_read(m, v, what, block->nparam, block->params) ||
        !bsim_model_formula_read(m, &m->formula, v) || !bsim_model_kinds_read(m, v) || !bsim_model_ranks_read(m, v) ||
        !bsim_model_io_read(m, v) || !bsim_vars_read_range(&m->vars, bsim_jval_get(v, "fit")) ||
        !bsim_model_related_read(m, bsim_jval_get(v, "fit")) || !bsim_model_rivals_read(m, bsim_jval_get(v, "fit")) ||
        !bsim_model_hidden_read(m, bsim_jval_get(v, "fit")))
        return false;
    if (!bsim_model_errors_read(m, bsim_jval_get(v, "fit")) ||
        !bsim_memory_share_read(&m->memory, bsim_jval_get(v, "memory_share")) ||
        !bsim_model_cache_read(m, bsim_jval_get(v, "cache")))
        return false;
    m->errors.memory_known = m->memory.n > 0;
    snprintf(what, sizeof what, "block %s", m->name);
    if (!bsim_model_first_read(m, v, what))
        return false;
    m->constant = is_constant(m) && m->cache_of == NULL;
    /* No formula of what is drawn has been read yet. */
    m->time_reads_spot = m->vars.reads_spot || m->given.reads_spot || m->nkind > 0 || m->nrank > 0;
    struct bsim_jval uneven = bsim_jval_get(v, "uneven");
    if (bsim_jval_present(uneven) && !bsim_noise_source_read(&m->uneven, &m->vars, uneven, what))
        return false;
    m->errors.uneven_known = bsim_jval_present(uneven);
    if (!bsim_model_where_read(m, v))
        return false;
    return bsim_noise_model_read(&m->noise, &m->vars, bsim_jval_get(v, "noise"), what);
}

/* Warns of models that no block of the program takes: their names are probably misspelt, and the blocks that are meant
 * take the time of other_blocks, or none. */
static void warn_unused(const struct bsim_models *models) {
    char text[600] = "";
    size_t at = 0;
    const char **left = bsim_models_unmodelled(models);
    for (int i = 0; models->unused[i] && i < 6 && at < sizeof text; i++) {
        const char *name = models->unused[i], *near = bsim_misspelt(name, left, (const char *const *)models->unused);
        at += (size_t)(i == 5 ? snprintf(text + at, sizeof text - at, ", ...")
                              : snprintf(text + at, sizeof text - at, "%s%.40s%s%.40s%s", i ? ", " : "", name,
                                         near ? " (did you mean " : "", near ? near : "", near ? "?)" : ""));
    }
    if (at)
        bsim_warn("%s: the program has no block %s", models->path, text);
    bsim_free(left);
}

/* Warns of blocks that were measured as others of the same name: in another program, or before it was changed. */
static void warn_elsewhere(const struct bsim_models *models) {
    int n = 0;
    const char *first = NULL;
    for (int i = 0; i < models->nblock; i++)
        if (models->model[i].elsewhere) {
            n++;
            first = first ? first : models->model[i].elsewhere;
        }
    if (n > 0)
        bsim_warn(
            "%s: %d block%s of another program, or of another version of this one, such as: %s. Measure this program, "
            "or correct \"place\" and \"label\"",
            models->path, n, n == 1 ? "" : "s", first);
}

/* Tells a problem and makes room for the next; false: the reading ends with it. */
static bool told(const struct bsim_models *models, struct bsim_error *err) {
    if (models->tell == NULL)
        return false;
    models->tell(models->tell_arg, err);
    *err = (struct bsim_error){0};
    return true;
}

static bool read_others(struct bsim_models *models, struct bsim_jval others) {
    if (!bsim_jval_present(others))
        return true;
    for (int b = 0; b < models->nblock; b++)
        if (models->model[b].name == NULL &&
            !read_model(&models->model[b], models->block[b].name, others, &models->block[b]))
            return false;
    return bsim_jval_object(others);
}

/* The models of the blocks that are called name. *used: there are any. */
static bool read_named(struct bsim_models *models, const char *name, struct bsim_jval v, bool *used) {
    bool ok = bsim_jval_object(v);
    *used = false;
    for (int b = 0; ok && b < models->nblock; b++)
        if (strcmp(models->block[b].name, name) == 0) { /* several places may share a kernel's model */
            *used = true;
            ok = read_model(&models->model[b], name, v, &models->block[b]);
        }
    return ok;
}

/* "scale" and "processors" */
static bool read_numbers(struct bsim_models *models, struct bsim_jval root) {
    struct bsim_jval processors = bsim_jval_get(root, "processors");
    if (bsim_jval_present(processors))
        models->processors = bsim_jval_number(processors, 1, 1e6);
    return models->processors >= 1 && bsim_scale_read(&models->scale, bsim_jval_get(root, "scale"));
}

static bool read_rest(struct bsim_models *models, struct bsim_jval v, struct bsim_error *err) {
    if (!bsim_rest_model_read(&models->rest, v))
        return false;
    const char *name = models->rest.block;
    for (int b = 0; name && b < models->nblock; b++)
        if (strcmp(models->block[b].name, name) == 0)
            return true;
    if (name == NULL || models->nblock == 0 || models->tell == NULL) /* bsim_rest_init warns */
        return true;
    bsim_error_set(err, models->path, bsim_jval_line(v), "$.rest.block", "the program has no block \"%s\"", name);
    return told(models, err);
}

static bool read_file(struct bsim_models *models, struct bsim_jval root, struct bsim_error *err) {
    static const char *const keys[] = {"schema",  "blocks",     "other_blocks", "learned",   "node",
                                       "runs",    "scale",      "receives",     "operators", "provenance",
                                       "comment", "processors", "arguments",    "rest",      NULL};
    if (!bsim_jval_object(root) || !bsim_jval_schema(root, "bsim-models/1") || !bsim_jval_keys(root, keys))
        return false;
    if (!bsim_measured_node_read(&models->node, bsim_jval_get(root, "node")) ||
        !bsim_whole_runs_read(&models->runs, bsim_jval_get(root, "runs")) || !read_numbers(models, root) ||
        !bsim_model_arguments_read(models, bsim_jval_get(root, "arguments")) ||
        !bsim_receive_models_read(&models->receives, bsim_jval_get(root, "receives")) ||
        !bsim_operator_models_read(&models->operators, bsim_jval_get(root, "operators")) ||
        !read_rest(models, bsim_jval_get(root, "rest"), err))
        return false;
    const char *machine = json_string_value(json_object_get(bsim_jval_get(root, "provenance").json, "machine"));
    models->machine = machine ? bsim_strdup(machine) : NULL;
    struct bsim_jval blocks = bsim_jval_need(root, "blocks");
    if (!bsim_jval_present(blocks) || !bsim_jval_object(blocks))
        return false;
    size_t n = bsim_jval_size(blocks);
    models->unused = bsim_alloc((n + 1) * sizeof *models->unused);
    int nunused = 0;
    for (size_t i = 0; i < n; i++) {
        const char *name;
        struct bsim_jval v = bsim_jval_member(blocks, i, &name);
        bool used;
        if (!read_named(models, name, v, &used) && !told(models, err))
            return false;
        if (!used)
            models->unused[nunused++] = bsim_strdup(name);
    }
    if (models->tell)
        bsim_models_tell_all(models, blocks, bsim_jval_present(bsim_jval_get(root, "other_blocks")));
    else {
        warn_unused(models);
        warn_elsewhere(models);
    }
    return read_others(models, bsim_jval_get(root, "other_blocks")) || told(models, err);
}

/* path: the file; models->path: its name in messages. False and *err if the file is bad as a whole. */
static bool load(struct bsim_models *models, const char *path, struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load_as(path, models->path, err);
    bool ok = doc != NULL && read_file(models, bsim_json_root(doc), err) && !err->set;
    bsim_json_free(doc);
    return ok;
}

struct bsim_models *bsim_models_load(const char *path, const bsim_block_info *blocks, int nblocks,
                                     struct bsim_error *err) {
    struct bsim_models *models = bsim_models_none(blocks, nblocks);
    models->path = bsim_strdup(bsim_config_name(path));
    if (load(models, path, err))
        return models;
    bsim_models_free(models);
    return NULL;
}

bool bsim_models_check(const char *path, const bsim_block_info *blocks, int nblocks, bsim_models_tell *tell, void *arg,
                       struct bsim_error *err) {
    struct bsim_models *models = bsim_models_none(blocks, nblocks);
    models->path = bsim_strdup(bsim_config_name(path));
    models->tell = tell;
    models->tell_arg = arg;
    bool ok = load(models, path, err);
    bsim_models_free(models);
    return ok;
}

char *bsim_model_list_others(const struct bsim_models *models, int block, bool (*wanted)(const struct model *m),
                             const char *text, char *buf, size_t size) {
    size_t at = 0;
    buf[0] = '\0';
    for (int i = 0; i < models->nblock && at < size; i++)
        if (i != block && wanted(&models->model[i]) && strcmp(models->block[i].name, models->block[block].name) != 0)
            at += (size_t)snprintf(buf + at, size - at, "%s%s", at ? ", " : text, models->block[i].name);
    if (at >= size)
        snprintf(buf + size - 4, 4, "...");
    return buf;
}

static bool is_missing(const struct model *m) {
    return m->name == NULL;
}

bool bsim_model_is_empty(const struct model *m) {
    bool any = false;
    for (int i = 0; i < m->formula.npiece; i++)
        any |= m->formula.piece[i].empty;
    for (int i = 0; i < m->ncount; i++)
        any |= m->count[i].empty;
    return any;
}

static double fail_missing(struct bsim_models *models, int block, struct bsim_error *err) {
    const bsim_block_info *b = &models->block[block];
    char others[300];
    const char **left = bsim_models_unmodelled(models);
    const char *near = bsim_misspelt(b->name, (const char *const *)models->unused, left);
    bsim_free(left);
    bsim_error_set(err, models->path, 0, "$.blocks",
                   "no model of block %s (%s:%d), which the program reached%s%s%s; measure it and run bsim fit, "
                   "or add \"%s\": {\"time\": \"...\"}",
                   b->name, b->file, b->line, near ? "; nearest name: " : "", near ? near : "",
                   bsim_model_list_others(models, block, is_missing, "; also missing: ", others, sizeof others),
                   b->name);
    return NAN;
}

static void check_range(struct bsim_models *models, struct model *m, const bsim_block_info *b) {
    int i = bsim_vars_outside(&m->vars);
    if (i < 0)
        return;
    char name[400]; /* as models.json has it, and what it stands for */
    const char *alias = m->vars.alias[i];
    int source = m->vars.source[i]; /* -1: a count */
    const char *of = source >= 0 && source < b->nparam ? b->params[source] : alias;
    bool plain = strcmp(alias, of) == 0;
    snprintf(name, sizeof name, "%s%s%s%s", alias, plain ? "" : " (", plain ? "" : of, plain ? "" : ")");
    m->warned = true;
    double value = m->vars.value[i], low = m->vars.low[i], high = m->vars.high[i];
    bool unseen = m->errors.fitted && bsim_related_unseen(value, low, high);
    if (unseen && low == high)
        bsim_warn(
            "%s:%d: block %s (%s:%d): %s = %.10g, and all its samples had %.10g: how its time depends on it is not "
            "known; measure other values",
            models->path, m->formula.line, b->name, b->file, b->line, name, value, low);
    else if (unseen)
        bsim_warn("%s:%d: block %s (%s:%d): %s = %.10g, and it was %s in all its samples, %.10g to %.10g: what such a "
                  "value does is not known; measure some",
                  models->path, m->formula.line, b->name, b->file, b->line, name, value, bsim_related_sign(low, high),
                  low, high);
    else
        bsim_warn("%s:%d: block %s (%s:%d): %s = %.10g is outside of the fitted range %.10g to %.10g; its time is "
                  "extrapolated",
                  models->path, m->formula.line, b->name, b->file, b->line, name, value, low, high);
}

/* Notes that a fit gives 0 s, as max(a - b, 0) does where its samples do not tell a from b. A size of 0 may take no
 * time. The least values are kept, so that their order does not count. */
static void note_zero(struct bsim_models *models, struct model *m, const bsim_block_info *b) {
    char values[512];
    size_t bytes = (size_t)m->vars.n * sizeof *m->zero;
    const struct formula *f = &m->formula;
    int i = 0;
    if (m->vars.n == 0 || (f->npiece == 1 && bsim_expr_is_constant(f->piece[0].time)))
        return; /* the samples were 0 */
    if (bsim_model_has_no_work(m))
        return;
    if (!m->zero_told && bsim_vars_outside(&m->vars) < 0) { /* check_range has warned of others */
        m->zero_told = true;
        bsim_vars_list(&m->vars, values, sizeof values);
        bsim_warn("%s:%d: the fitted time of block %s (%s:%d) is 0 s at %s: samples near there would tell it",
                  models->path, m->formula.line, b->name, b->file, b->line, values);
    }
    while (m->zero && i < m->vars.n && m->vars.value[i] == m->zero[i])
        i++;
    if (m->zero && (i == m->vars.n || m->vars.value[i] > m->zero[i]))
        return;
    bsim_vars_list(&m->vars, values, sizeof values);
    if (m->zero == NULL)
        m->zero = bsim_alloc(bytes);
    memcpy(m->zero, m->vars.value, bytes);
    bsim_free(m->zero_text);
    m->zero_text = bsim_strdup(values);
}

/* The time on one busy core, for the values of the variables. */
static double time_of(struct bsim_models *models, struct model *m, const struct kind_model *kind,
                      const bsim_block_info *b, struct bsim_error *err) {
    m->near_error = NAN;
    m->last_apart = 0;
    if (kind && kind->speed == 0)
        return bsim_model_evaluate(models, m, &kind->formula, false, b, err);
    bsim_vars_note(&m->vars);
    if (!m->warned)
        check_range(models, m, b);
    bsim_model_related_check(models, m, b);
    double seconds = bsim_model_evaluate(models, m, &m->formula, true, b, err);
    m->near_error = bsim_near_at(m->near, m->nnear, seconds);
    m->last_apart = bsim_model_rivals_apart(m, b, seconds);
    if (seconds == 0 && m->errors.fitted)
        note_zero(models, m, b);
    seconds *= bsim_model_cache_factor(m);
    seconds = bsim_time_on_one_core(&models->node, &m->memory, seconds, m->base_busy);
    return kind ? seconds / kind->speed : seconds;
}

double bsim_models_time(struct bsim_models *models, int block, int nparam, const double *param,
                        struct bsim_error *err) {
    return bsim_models_time_at(models, block, NULL, nparam, param, err);
}

double bsim_models_time_at(struct bsim_models *models, int block, const struct bsim_spot *spot, int nparam,
                           const double *param, struct bsim_error *err) {
    if (block < 0 || block >= models->nblock) {
        bsim_error_set(err, NULL, 0, NULL, "the program names block %d; its table has %d blocks", block,
                       models->nblock);
        return NAN;
    }
    struct model *m = &models->model[block];
    size_t bytes = (size_t)nparam * sizeof *param;
    struct bsim_spot read = spot && m->time_reads_spot ? *spot : (struct bsim_spot){0};
    if (m->cached && m->io.bytes == NULL && (bytes == 0 || memcmp(m->last, param, bytes) == 0) &&
        memcmp(&m->last_spot, &read, sizeof read) == 0)
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
    bsim_model_counts_set(m, param, spot);
    double seconds = time_of(models, m, bsim_model_kind(m, (int)read.kind), b, err) * bsim_model_rank_part(m, spot);
    seconds *= bsim_scale_at(&models->scale, seconds);
    bsim_model_related_runs(m, spot);
    m->last_passing = m->passing;
    m->cached = !isnan(seconds);
    m->last_time = seconds;
    if (bytes > 0) /* param may be null */
        memcpy(m->last, param, bytes);
    m->last_spot = read;
    return seconds;
}

bool bsim_models_reads_spot(const struct bsim_models *models, int block) {
    return models->model[block].time_reads_spot;
}

double bsim_models_formula(struct bsim_models *models, int block, const double *param, const struct bsim_spot *spot) {
    struct model *m = &models->model[block];
    const struct kind_model *kind = bsim_model_kind(m, spot ? (int)spot->kind : 0);
    bsim_model_counts_set(m, param, spot);
    if (kind && kind->speed == 0)
        return bsim_model_formula_of(&kind->formula);
    return bsim_model_formula_of(&m->formula) * bsim_model_cache_factor(m) / (kind ? kind->speed : 1);
}

bool bsim_models_has_kind(const struct bsim_models *models, int block, int kind) {
    return bsim_model_kind(&models->model[block], kind) != NULL;
}

/* By how much, relative, the time of the present values grows if a count is larger by its spread; 0: not known. */
static double effect_of(const struct model *m, const struct count *c) {
    double *value = &m->vars.value[c->var], kept = *value, before = bsim_model_formula_of(&m->formula);
    *value *= 1 + c->spread;
    double after = bsim_model_formula_of(&m->formula);
    *value = kept;
    return before > 0 && isfinite(after) ? fabs(after / before - 1) : 0;
}

/* What a computed variable counts. */
static const char *count_name(const struct model *m, int var) {
    for (int i = 0; i < m->ncount; i++)
        if (m->count[i].var == var && m->count[i].of)
            return m->count[i].of;
    return m->vars.alias[var];
}

/* Rounds of a loop that all samples had, though one of several parameters may have differed: what decides them was the
 * same in all of them. */
static void find_steady(const struct model *m, struct bsim_model_errors *errors) {
    for (int i = 0; i < m->ncount && !errors->steady; i++) {
        double low = m->vars.low[m->count[i].var], high = m->vars.high[m->count[i].var];
        if (!m->count[i].of || !bsim_steady_rounds(m->count[i].of, low, high))
            continue;
        errors->steady = m->count[i].of;
        errors->steady_low = low;
        errors->steady_high = high;
    }
}

/* The count that tells best why executions differ, and by how much the time does. */
static void find_effect(const struct model *m, struct bsim_model_errors *errors) {
    const struct count *most = NULL;
    for (int i = 0; i < m->ncount; i++) {
        const struct count *c = &m->count[i];
        double effect = effect_of(m, c);
        if (i == 0 || effect > errors->count_effect) {
            errors->count_effect = effect;
            errors->count_spread = c->spread;
            errors->count = count_name(m, c->var);
        }
        most = most == NULL || c->spread > most->spread ? c : most;
    }
    if (most == NULL || errors->uneven <= errors->count_effect)
        return;
    errors->count_effect = errors->uneven; /* the formula is one of the mean */
    errors->count_spread = most->spread;
    errors->count = count_name(m, most->var);
}

void bsim_models_errors(const struct bsim_models *models, int block, struct bsim_model_errors *errors) {
    const struct model *m = &models->model[block];
    *errors = m->errors;
    errors->zero = m->zero_text;
    errors->transition = m->transition;
    errors->apart = m->apart_text;
    errors->related = m->broken.text;
    errors->related_factor = m->broken.text ? m->broken.factor : 1;
    errors->related_bounded = m->broken.bounded;
    errors->io = m->io.bytes != NULL;
    errors->io_share = m->io.share;
    errors->io_part = bsim_model_io_part(m, bsim_model_formula_of(&m->formula));
    errors->first_error = m->first ? m->first->error : 0;
    int place = m->nwhere > 0 ? m->where[0].var : -1, source = place < 0 ? -1 : m->vars.source[place];
    errors->place = place < 0 ? NULL : source >= 0 ? models->block[block].params[source] : m->vars.alias[place];
    find_effect(m, errors);
    find_steady(m, errors);
    errors->up_to_ranks = m->up_to_ranks;
    errors->nfar = bsim_vars_far(&m->vars, errors->far);
    for (int k = 0; k < errors->nfar; k++) {
        int i = errors->far[k].var, of = m->vars.source[i];
        errors->parameter[k] = of >= 0 ? models->block[block].params[of] : count_name(m, i);
    }
    int odd = bsim_vars_odd(&m->vars), of = odd < 0 ? -1 : m->vars.source[odd];
    if (odd < 0)
        return;
    errors->stepped = of >= 0 ? models->block[block].params[of] : count_name(m, odd);
    errors->step = m->vars.step[odd];
    errors->odd = m->vars.odd[odd];
}

double bsim_models_memory_share(const struct bsim_models *models, int block, int kind, double time_s) {
    const struct model *m = &models->model[block];
    const struct kind_model *k = bsim_model_kind(m, kind);
    if (k && k->speed == 0)
        return bsim_memory_share_at(&k->memory, time_s);
    return bsim_memory_share_at(&m->memory, k ? time_s * k->speed : time_s);
}

const struct bsim_operator_models *bsim_models_operators(const struct bsim_models *models) {
    return &models->operators;
}

const struct bsim_receive_models *bsim_models_receives(const struct bsim_models *models) {
    return &models->receives;
}

const struct bsim_rest_model *bsim_models_rest(const struct bsim_models *models) {
    return &models->rest;
}

double bsim_models_scale(const struct bsim_models *models, double time_s) {
    return bsim_scale_at(&models->scale, time_s);
}

const char *bsim_models_machine(const struct bsim_models *models) {
    return models->machine;
}

double bsim_models_processors(const struct bsim_models *models) {
    return models->processors;
}

const struct bsim_whole_runs *bsim_models_runs(const struct bsim_models *models) {
    return &models->runs;
}

const struct bsim_node_sharing *bsim_models_node(const struct bsim_models *models) {
    return &models->node;
}

bool bsim_models_has_noise(const struct bsim_models *models, int block, int level) {
    return models->model[block].noise.level[level].kind != BSIM_NOISE_NONE;
}

bool bsim_models_has_noise_formulas(const struct bsim_models *models, int block) {
    return models->model[block].noise.has_formulas;
}

/* Sets the variables of what is drawn for an execution, and the block's text for messages. */
static void before_draw(struct bsim_models *models, int block, const double *param, const struct bsim_spot *spot,
                        char *what, size_t size) {
    const bsim_block_info *b = &models->block[block];
    snprintf(what, size, "block %s (%s:%d)", b->name, b->file, b->line);
    if (param)
        bsim_model_counts_set(&models->model[block], param, spot);
}

bool bsim_models_noise(struct bsim_models *models, int block, const double *param, const struct bsim_spot *spot,
                       double strength, struct bsim_noise_law *laws, struct bsim_error *err) {
    struct model *m = &models->model[block];
    char what[400];
    before_draw(models, block, param, spot, what, sizeof what);
    return bsim_noise_model_laws(&m->noise, &m->vars, strength, models->path, what, laws, err);
}

bool bsim_models_has_uneven_formulas(const struct bsim_models *models, int block) {
    return bsim_noise_source_has_formula(&models->model[block].uneven);
}

struct bsim_noise_law bsim_models_uneven(struct bsim_models *models, int block, const double *param,
                                         const struct bsim_spot *spot, struct bsim_error *err) {
    struct model *m = &models->model[block];
    char what[400];
    before_draw(models, block, param, spot, what, sizeof what);
    return bsim_noise_source_law(&m->uneven, &m->vars, 1, models->path, what, err);
}

bool bsim_models_constant(const struct bsim_models *models, int block) {
    return models->model[block].constant;
}
