/* needs.c - see needs.h. */
#include "bsim/bench/needs.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/json_read.h"

/* A value that is null is not finite: no model knows it. */
static double value_of(struct bsim_jval v) {
    return json_is_null(v.json) ? NAN : bsim_jval_number(v, -HUGE_VAL, HUGE_VAL);
}

static void read_vectors(struct bench_need *b, struct bsim_jval list) {
    b->nvector = bsim_jval_list(list) ? (int)bsim_jval_size(list) : 0;
    b->value = bsim_alloc(((size_t)b->nvector * (size_t)b->nparam + 1) * sizeof *b->value);
    b->executed = bsim_alloc(((size_t)b->nvector + 1) * sizeof *b->executed);
    double sum = 0;
    for (int i = 0; i < b->nvector; i++) {
        struct bsim_jval v = bsim_jval_at(list, (size_t)i), values = bsim_jval_need(v, "values");
        if (!bsim_jval_list(values) || bsim_jval_size(values) != (size_t)b->nparam) {
            bsim_jval_error(values, "must have a value for each of the %d parameters", b->nparam);
            return;
        }
        for (int k = 0; k < b->nparam; k++)
            b->value[i * b->nparam + k] = value_of(bsim_jval_at(values, (size_t)k));
        sum += b->executed[i] = bsim_jval_number(bsim_jval_need(v, "calls"), 1, 1e300);
    }
    for (int i = 0; i < b->nvector && sum > 0; i++)
        b->executed[i] *= b->calls / sum;
}

static void read_block(struct bench_need *b, struct bsim_jval v, double ranks) {
    struct bsim_jval params = bsim_jval_need(v, "parameters");
    b->name = bsim_strdup(bsim_jval_string(bsim_jval_need(v, "name")));
    b->file = bsim_strdup(bsim_jval_string(bsim_jval_need(v, "file")));
    b->line = (int)bsim_jval_int(bsim_jval_need(v, "line"), 0, 1000000000);
    b->calls = bsim_jval_number(bsim_jval_need(v, "calls"), 1, 1e300);
    b->each = b->calls / ranks;
    struct bsim_jval missing = bsim_jval_get(v, "missing");
    b->missing = bsim_jval_present(missing) ? bsim_strdup(bsim_jval_string(missing)) : NULL;
    int n = bsim_jval_list(params) ? (int)bsim_jval_size(params) : 0;
    b->param = bsim_alloc(((size_t)n + 1) * sizeof *b->param);
    b->low = bsim_alloc(((size_t)n + 1) * sizeof *b->low);
    b->high = bsim_alloc(((size_t)n + 1) * sizeof *b->high);
    for (; b->nparam < n; b->nparam++) {
        struct bsim_jval p = bsim_jval_at(params, (size_t)b->nparam);
        b->param[b->nparam] = bsim_strdup(bsim_jval_string(bsim_jval_need(p, "name")));
        b->low[b->nparam] = value_of(bsim_jval_need(p, "least"));
        b->high[b->nparam] = value_of(bsim_jval_need(p, "greatest"));
    }
    read_vectors(b, bsim_jval_need(v, "vectors"));
}

/* The texts of a list, ended by NULL; NULL: there is none. */
static char **texts_of(struct bsim_jval list) {
    if (!bsim_jval_present(list) || !bsim_jval_list(list))
        return NULL;
    size_t n = bsim_jval_size(list);
    char **text = bsim_alloc((n + 1) * sizeof *text);
    for (size_t i = 0; i < n; i++)
        text[i] = bsim_strdup(bsim_jval_string(bsim_jval_at(list, i)));
    return text;
}

static void texts_free(char **text) {
    for (int i = 0; text && text[i]; i++)
        bsim_free(text[i]);
    bsim_free(text);
}

static void read_places(struct bench_needs *needs, struct bsim_jval list) {
    if (!bsim_jval_present(list) || !bsim_jval_list(list))
        return;
    size_t n = bsim_jval_size(list);
    needs->read = bsim_alloc((n + 1) * sizeof *needs->read);
    for (size_t i = 0; i < n; i++)
        needs->read[i] = (int)bsim_jval_int(bsim_jval_at(list, i), 0, INT_MAX);
    needs->read[n] = -1;
}

bool bsim_bench_needs_read(struct bench_needs *needs, const char *path, struct bsim_error *err) {
    *needs = (struct bench_needs){0};
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc);
    bsim_jval_schema(root, "bsim-parameters/1");
    needs->argument = texts_of(bsim_jval_get(root, "arguments"));
    read_places(needs, bsim_jval_get(root, "read_arguments"));
    needs->left = texts_of(bsim_jval_get(root, "left_options"));
    double ranks = bsim_jval_number(bsim_jval_need(root, "ranks"), 1, 1e300);
    struct bsim_jval blocks = bsim_jval_need(root, "blocks");
    int n = bsim_jval_list(blocks) ? (int)bsim_jval_size(blocks) : 0;
    needs->block = bsim_alloc(((size_t)n + 1) * sizeof *needs->block);
    while (needs->n < n && !err->set) {
        read_block(&needs->block[needs->n], bsim_jval_at(blocks, (size_t)needs->n), ranks);
        needs->n++;
    }
    bsim_json_free(doc);
    return !err->set;
}

void bsim_bench_needs_free(struct bench_needs *needs) {
    for (int i = 0; i < needs->n; i++) {
        struct bench_need *b = &needs->block[i];
        for (int k = 0; k < b->nparam; k++)
            bsim_free(b->param[k]);
        bsim_free(b->param);
        bsim_free(b->low);
        bsim_free(b->high);
        bsim_free(b->value);
        bsim_free(b->executed);
        bsim_free(b->missing);
        bsim_free(b->name);
        bsim_free(b->file);
    }
    texts_free(needs->argument);
    bsim_free(needs->read);
    texts_free(needs->left);
    bsim_free(needs->block);
    *needs = (struct bench_needs){0};
}

const struct bench_need *bsim_bench_need(const struct bench_needs *needs, const char *name) {
    for (int i = 0; i < needs->n; i++)
        if (strcmp(needs->block[i].name, name) == 0)
            return &needs->block[i];
    return NULL;
}
