/* parameters.c - counts the vectors of parameters with which each block of a run is executed, and writes them
 * (docs/reference/parameters.md).
 *
 * A block may have more vectors than memory should hold. Then a sample of them is kept: those whose hash begins with so
 * many zero bits that at most BSIM_PARAMETERS_KEPT are left. This number of bits follows from the set of all vectors
 * and not from their order, so that the file is the same for any number of shards. Calls, least and greatest values
 * count all executions. */
#include "bsim/cost/parameters.h"

#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/bsim.h"
#include "bsim/cost/model.h"
#include "bsim/kernel/engine.h"

#pragma weak bsim_read_arguments
#pragma weak bsim_left_options

struct vector {
    uint64_t hash, calls;
    double *param; /* NULL: an empty slot */
};

struct table {
    uint64_t calls;
    int nparam;
    double *low, *high; /* nparam each; NULL before the first execution */
    struct vector *slot;
    uint32_t size, used; /* size: 0 or a power of two */
    double longest_s;    /* of its executions, by its model */
    int level;           /* zero bits that the hash of a kept vector begins with */
};

static const char *path;
static const bsim_block_info *block_info;
static int nblocks;
static BSIM_OF_SHARD struct table *tables;  /* by block */
static struct table *left[BSIM_MAX_SHARDS]; /* tables of shards whose thread has ended */

void bsim_parameters_init(const char *to, const bsim_block_info *blocks, int n) {
    path = to;
    block_info = blocks;
    nblocks = n;
    bsim_context.records_parameters = path != NULL;
}

void bsim_parameters_shard_begin(void) {
    if (bsim_context.records_parameters)
        tables = bsim_alloc(((size_t)nblocks + 1) * sizeof *tables);
}

void bsim_parameters_shard_end(void) {
    left[bsim_shard_number] = tables;
    tables = NULL;
}

static uint64_t mix(uint64_t h) {
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    h ^= h >> 29;
    h *= 0x9fb21c651e98df25u;
    return h ^ h >> 32;
}

static uint64_t hash_of(int n, const double *param) {
    uint64_t h = 0x2545f4914f6cdd1du;
    for (int i = 0; i < n; i++) {
        double x = param[i] + 0.0; /* one zero for both signs */
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        h = mix(h + bits * 0x9e3779b97f4a7c15u + 1);
    }
    return h;
}

static bool is_kept(const struct table *t, uint64_t hash) {
    return t->level == 0 || hash >> (64 - t->level) == 0;
}

static struct vector *slot_of(const struct table *t, uint64_t hash, const double *param) {
    for (uint64_t i = hash;; i++) {
        struct vector *v = &t->slot[i & (t->size - 1)];
        if (v->param == NULL)
            return v;
        bool same = v->hash == hash;
        for (int k = 0; same && k < t->nparam; k++)
            same = v->param[k] == param[k] || (isnan(v->param[k]) && isnan(param[k]));
        if (same)
            return v;
    }
}

/* Moves the vectors that are still kept to a table of another size. */
static void resize(struct table *t, uint32_t size) {
    struct vector *old = t->slot;
    uint32_t n = t->size;
    t->slot = bsim_alloc(size * sizeof *t->slot);
    t->size = size;
    t->used = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (old[i].param == NULL)
            continue;
        if (is_kept(t, old[i].hash)) {
            *slot_of(t, old[i].hash, old[i].param) = old[i];
            t->used++;
        } else {
            bsim_free(old[i].param);
        }
    }
    bsim_free(old);
}

static void count(struct table *t, uint64_t hash, const double *param, uint64_t calls) {
    if (!is_kept(t, hash))
        return;
    if (2 * t->used >= t->size)
        resize(t, t->size ? 2 * t->size : 16);
    struct vector *v = slot_of(t, hash, param);
    if (v->param == NULL) {
        v->hash = hash;
        v->param = bsim_alloc(((size_t)t->nparam + 1) * sizeof *v->param);
        if (t->nparam > 0)
            memcpy(v->param, param, (size_t)t->nparam * sizeof *param);
        t->used++;
    }
    v->calls += calls;
    while (t->used > BSIM_PARAMETERS_KEPT) {
        t->level++;
        resize(t, t->size);
    }
}

static void widen(struct table *t, int nparam, const double *low, const double *high) {
    bool first = t->low == NULL;
    if (first) {
        t->nparam = nparam;
        t->low = bsim_alloc(((size_t)nparam + 1) * sizeof *t->low);
        t->high = bsim_alloc(((size_t)nparam + 1) * sizeof *t->high);
    }
    for (int i = 0; i < t->nparam; i++) {
        t->low[i] = first ? low[i] : fmin(t->low[i], low[i]);
        t->high[i] = first ? high[i] : fmax(t->high[i], high[i]);
    }
}

void bsim_parameters_add(int block, int nparam, const double *param) {
    struct table *t = &tables[block];
    t->calls++;
    widen(t, nparam, param, param);
    count(t, hash_of(t->nparam, param), param, 1);
}

void bsim_parameters_longest(int block, double seconds) {
    tables[block].longest_s = fmax(tables[block].longest_s, seconds);
}

static void table_free(struct table *t) {
    for (uint32_t i = 0; i < t->size; i++)
        bsim_free(t->slot[i].param);
    bsim_free(t->slot);
    bsim_free(t->low);
    bsim_free(t->high);
    *t = (struct table){0};
}

static void join(struct table *to, struct table *from) {
    if (from->calls == 0)
        return;
    to->calls += from->calls;
    to->longest_s = fmax(to->longest_s, from->longest_s);
    widen(to, from->nparam, from->low, from->high);
    if (from->level > to->level) {
        to->level = from->level;
        if (to->size > 0)
            resize(to, to->size);
    }
    for (uint32_t i = 0; i < from->size; i++)
        if (from->slot[i].param)
            count(to, from->slot[i].hash, from->slot[i].param, from->slot[i].calls);
}

static void gather(void) {
    for (int s = 0; s < BSIM_MAX_SHARDS; s++) {
        for (int b = 0; left[s] && b < nblocks; b++) {
            join(&tables[b], &left[s][b]);
            table_free(&left[s][b]);
        }
        bsim_free(left[s]);
        left[s] = NULL;
    }
}

/* ---- the file ---- */

struct entry {
    const struct vector *vector;
    int nparam;
    double time_s; /* of one execution; NAN: not known */
};

static double weight_of(const struct entry *e) {
    return (double)e->vector->calls * (isnan(e->time_s) ? 1 : e->time_s);
}

/* The heaviest first; vectors of equal weight by their values. */
static int by_weight(const void *a, const void *b) {
    const struct entry *p = a, *q = b;
    double x = weight_of(p), y = weight_of(q);
    if (x != y)
        return x > y ? -1 : 1;
    for (int i = 0; i < p->nparam; i++)
        if (p->vector->param[i] != q->vector->param[i])
            return p->vector->param[i] < q->vector->param[i] ? -1 : 1;
    return 0;
}

static json_t *number(double x) {
    if (!isfinite(x))
        return json_null();
    return x == rint(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x) : json_real(x);
}

/* NAN: not known; there are no models, or the ranks differ. */
static double time_of(struct bsim_models *models, int block, int nparam, const double *param) {
    struct bsim_error err = {0};
    if (models && bsim_models_reads_spot(models, block))
        return NAN;
    double time_s = models ? bsim_models_time(models, block, nparam, param, &err) : NAN;
    return err.set ? NAN : time_s;
}

static json_t *vectors_json(const struct table *t, const struct entry *e) {
    json_t *vectors = json_array();
    for (uint32_t i = 0; i < t->used; i++) {
        json_t *values = json_array();
        for (int k = 0; k < t->nparam; k++)
            json_array_append_new(values, number(e[i].vector->param[k]));
        json_array_append_new(vectors, json_pack("{s:o, s:I, s:o}", "values", values, "calls",
                                                 (json_int_t)e[i].vector->calls, "time_s", number(e[i].time_s)));
    }
    return vectors;
}

static json_t *block_json(struct bsim_models *models, int block) {
    const struct table *t = &tables[block];
    const bsim_block_info *info = &block_info[block];
    struct entry *e = bsim_alloc(((size_t)t->used + 1) * sizeof *e);
    json_t *params = json_array();
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->size; i++)
        if (t->slot[i].param)
            e[n++] = (struct entry){&t->slot[i], t->nparam, time_of(models, block, t->nparam, t->slot[i].param)};
    qsort(e, n, sizeof *e, by_weight);
    for (int k = 0; k < t->nparam; k++)
        json_array_append_new(params,
                              json_pack("{s:s, s:o, s:o, s:o}", "name", k < info->nparam ? info->params[k] : "?",
                                        "least", number(t->low[k]), "greatest", number(t->high[k]), "heaviest",
                                        n > 0 ? number(e[0].vector->param[k]) : json_null()));
    json_t *out = json_pack("{s:s, s:s, s:i, s:i, s:I, s:o, s:b, s:o}", "name", info->name, "file", info->file, "line",
                            info->line, "end_line", info->end_line, "calls", (json_int_t)t->calls, "parameters", params,
                            "all_vectors", t->level == 0, "vectors", vectors_json(t, e));
    if (models)
        json_object_set_new(out, "longest_s", json_real(t->longest_s));
    if (info->missing)
        json_object_set_new(out, "missing", bsim_output_text(info->missing));
    bsim_free(e);
    return out;
}

bool bsim_parameters_write(struct bsim_models *models, const char *exe, char **arguments, int np,
                           struct bsim_error *err) {
    json_t *blocks = json_array(), *args = json_array(), *read = json_array();
    gather();
    for (char **a = arguments; a && *a; a++)
        json_array_append_new(args, bsim_output_text(*a));
    for (int b = 0; b < nblocks; b++)
        if (tables[b].calls > 0)
            json_array_append_new(blocks, block_json(models, b));
    json_t *root = json_pack("{s:s, s:o, s:o, s:i, s:o}", "schema", "bsim-parameters/1", "exe", bsim_output_text(exe),
                             "arguments", args, "ranks", np, "blocks", blocks);
    for (const int *place = bsim_read_arguments; place && *place >= 0; place++)
        json_array_append_new(read, json_integer(*place));
    if (bsim_read_arguments)
        json_object_set(root, "read_arguments", read);
    json_decref(read);
    json_t *left = json_array();
    for (const char *const *option = bsim_left_options; option && *option; option++)
        json_array_append_new(left, bsim_output_text(*option));
    if (bsim_left_options)
        json_object_set(root, "left_options", left);
    json_decref(left);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

void bsim_parameters_fini(void) {
    for (int b = 0; tables && b < nblocks; b++)
        table_free(&tables[b]);
    bsim_free(tables);
    tables = NULL;
    bsim_context.records_parameters = false;
}
