/* models_template.c - bsim models template: a file of models whose times are to be filled in. */
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models.h"
#include "bsim/fit/fit.h"

struct options {
    const char *output;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE", "where to write the models; a file that exists is not replaced", 1),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct options, output), "FILE"), BSIM_OPTION_ALIAS("o"), BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "SKELETON -o MODELS.json",
    .doc = "Writes a file of models (docs/reference/models.md) with every block and learned value of a skeleton: its "
           "place, label, parameters and counts, and null for its time and each count. A run that reaches a block "
           "whose time is still null "
           "ends with an error. SKELETON is the folder that skeletonize wrote, the program in it, or its "
           "skeleton.json."};

static json_t *place_of(const char *file, int line) {
    char text[600];
    snprintf(text, sizeof text, "%.500s:%d", file, line);
    return bsim_output_text(text);
}

/* {"nx": "g->nx"}, with variables named as bsim fit names them. */
static json_t *params_of(int n, const char *const *params) {
    struct fit_block named = {.nparam = n};
    json_t *out = json_object();
    for (int i = 0; i < n; i++)
        named.param[i] = (char *)params[i]; /* is only read */
    bsim_fit_aliases(&named);
    for (int i = 0; i < n; i++) {
        json_object_set_new(out, named.alias[i], json_string(params[i]));
        bsim_free(named.alias[i]);
    }
    return out;
}

/* {"count1": {"of": "rounds a.c:27", "value": null}}, named as bsim fit names them; NULL if the block counts nothing.
 */
static json_t *counts_of(const struct bsim_program *p, int block) {
    json_t *out = NULL;
    char name[24];
    for (int i = 0, n = 0; i < p->ncount; i++) {
        if (p->count[i].block != block)
            continue;
        out = out ? out : json_object();
        snprintf(name, sizeof name, "count%d", ++n);
        json_object_set_new(out, name, json_pack("{s:o, s:n}", "of", bsim_output_text(p->count[i].name), "value"));
    }
    return out;
}

/* Of the blocks of one name; more than one if it is a kernel's. */
static int count_places(const struct bsim_program *p, const char *name) {
    int n = 0;
    for (int i = 0; i < p->nblock; i++)
        n += strcmp(p->block[i].name, name) == 0;
    return n;
}

static json_t *block_json(const struct bsim_program *p, const bsim_block_info *b) {
    char text[800] = "";
    int places = count_places(p, b->name);
    json_t *model = json_pack("{s:o, s:o, s:o, s:o*, s:n}", "place", place_of(b->file, b->line), "label",
                              bsim_output_text(b->label), "params", params_of(b->nparam, b->params), "counts",
                              counts_of(p, (int)(b - p->block)), "time");
    const char *kind = p->kind[b - p->block];
    if (kind && (strcmp(kind, "memory") == 0 || strcmp(kind, "compute") == 0 || strcmp(kind, "io") == 0))
        json_object_set_new(model, "memory_share", json_integer(strcmp(kind, "memory") == 0));
    if (places > 1)
        snprintf(text, sizeof text, "%d places in the program", places);
    if (b->missing)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%sno parameter stands for %s, on which the time depends", text[0] ? "; " : "", b->missing);
    if (text[0])
        json_object_set_new(model, "comment", bsim_output_text(text));
    return model;
}

static json_t *hint_json(const bsim_hint_info *h) {
    return json_pack("{s:o, s:o, s:n}", "place", place_of(h->file, h->line), "params", params_of(h->nparam, h->params),
                     h->learned == BSIM_LEARNED_BRANCH ? "probability" : "value");
}

static json_t *template_json(const struct bsim_program *p) {
    json_t *blocks = json_object(), *learned = json_object();
    for (int i = 0; i < p->nblock; i++)
        if (bsim_program_block(p, p->block[i].name) == i)
            json_object_set_new(blocks, p->block[i].name, block_json(p, &p->block[i]));
    for (int i = 0; i < p->nhint; i++)
        json_object_set_new(learned, p->hint[i].name, hint_json(&p->hint[i]));
    json_t *root = json_pack("{s:s, s:{s:s, s:s}, s:s, s:o}", "schema", "bsim-models/1", "provenance", "made_by",
                             "bsim models template " BSIM_VERSION, "program", p->name, "comment",
                             "fill in each null: a formula in seconds, over the variables of params and counts, rank, "
                             "node and ranks_per_node; of a count, what an execution counts, over the others of these; "
                             "or remove the block or count",
                             "blocks", blocks);
    if (p->nhint)
        json_object_set(root, "learned", learned);
    json_decref(learned);
    return root;
}

/* A file that people have filled in must not be lost. */
static bool may_write(const char *path, struct bsim_error *err) {
    struct stat st;
    if (path == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "where to write the models is missing: -o FILE");
    if (stat(path, &st) == 0 && !bsim_output_is_stream(path))
        return bsim_error_set(err, path, 0, NULL, "exists already; choose another name, or remove it");
    return true;
}

int bsim_models_template(int argc, char **argv) {
    struct options o = {0};
    struct bsim_error err = {0};
    struct bsim_program program = {0};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    char **operand = argv + first;
    if (!err.set && (operand[0] == NULL || operand[1] != NULL))
        bsim_error_set(&err, NULL, 0, NULL, "one skeleton is wanted (bsim models template --help)");
    if (!err.set && may_write(o.output, &err) && bsim_program_read(&program, operand[0], &err)) {
        json_t *root = template_json(&program);
        bsim_output_json(o.output, root, &err);
        json_decref(root);
    }
    bsim_program_free(&program);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
