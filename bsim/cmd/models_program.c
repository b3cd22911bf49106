/* models_program.c - the blocks of a program, from its skeleton.json or from files of models; opening such files. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bsim/base/alloc.h"
#include "bsim/base/vars.h"
#include "bsim/cmd/models.h"
#include "bsim/cost/learned_model.h"
#include "bsim/cost/model.h"

static const char **copy_names(struct bsim_jval list, int *n) {
    const char **names = bsim_alloc((BSIM_MAX_VARS + 1) * sizeof *names);
    *n = 0;
    for (size_t i = 0; i < bsim_jval_size(list) && i < BSIM_MAX_VARS; i++)
        names[(*n)++] = bsim_strdup(bsim_jval_string(bsim_jval_at(list, i)));
    return names;
}

/* "what (file:line)", of the first value that is no parameter; NULL if the list is empty. */
static char *first_missing(struct bsim_jval list) {
    char text[600];
    if (bsim_jval_size(list) == 0)
        return NULL;
    struct bsim_jval m = bsim_jval_at(list, 0);
    snprintf(text, sizeof text, "%.400s (%.150s:%lld)", bsim_jval_string(bsim_jval_need(m, "why")),
             bsim_jval_string(bsim_jval_need(m, "file")), bsim_jval_int(bsim_jval_need(m, "line"), 1, INT_MAX));
    return bsim_strdup(text);
}

static const char *copy_member(struct bsim_jval v, const char *key) {
    return bsim_strdup(bsim_jval_string(bsim_jval_need(v, key)));
}

static int line_of(struct bsim_jval v, const char *key) {
    return (int)bsim_jval_int(bsim_jval_need(v, key), 1, INT_MAX);
}

static bsim_block_info *add_block(struct bsim_program *p) {
    p->block = bsim_realloc(p->block, ((size_t)p->nblock + 1) * sizeof *p->block);
    p->kind = bsim_realloc(p->kind, ((size_t)p->nblock + 1) * sizeof *p->kind);
    p->kind[p->nblock] = NULL;
    return &p->block[p->nblock++];
}

static bsim_hint_info *add_hint(struct bsim_program *p) {
    p->hint = bsim_realloc(p->hint, ((size_t)p->nhint + 1) * sizeof *p->hint);
    return &p->hint[p->nhint++];
}

static void read_counts(struct bsim_program *p, struct bsim_jval list) {
    for (size_t i = 0; i < bsim_jval_size(list); i++) {
        p->count = bsim_realloc(p->count, ((size_t)p->ncount + 1) * sizeof *p->count);
        p->count[p->ncount++] =
            (bsim_count_info){.block = p->nblock - 1, .name = copy_member(bsim_jval_at(list, i), "name")};
    }
}

static void read_block(struct bsim_program *p, struct bsim_jval v) {
    int n;
    const char **params = copy_names(bsim_jval_need(v, "params"), &n);
    *add_block(p) = (bsim_block_info){.name = copy_member(v, "name"),
                                      .file = copy_member(v, "file"),
                                      .line = line_of(v, "line"),
                                      .end_line = line_of(v, "end_line"),
                                      .nparam = n,
                                      .params = params,
                                      .missing = first_missing(bsim_jval_get(v, "missing")),
                                      .label = copy_member(v, "label")};
    if (bsim_jval_present(bsim_jval_get(v, "kind")))
        p->kind[p->nblock - 1] = copy_member(v, "kind");
    read_counts(p, bsim_jval_get(v, "counts"));
}

/* The places of the calls. */
static void read_calls(struct bsim_program *p, struct bsim_jval calls) {
    p->call = bsim_alloc((bsim_jval_size(calls) + 1) * sizeof *p->call);
    for (size_t i = 0; i < bsim_jval_size(calls); i++) {
        struct bsim_jval call = bsim_jval_at(calls, i);
        char place[4400];
        snprintf(place, sizeof place, "%s:%lld", bsim_jval_string(bsim_jval_need(call, "file")),
                 bsim_jval_int(bsim_jval_need(call, "line"), 0, INT_MAX));
        p->call[i] = bsim_strdup(place);
    }
}

static void read_hint(struct bsim_program *p, struct bsim_jval v) {
    static const char *const kinds[] = {"", "trips", "integer", "number", "branch", NULL};
    if (!bsim_jval_present(bsim_jval_get(v, "learned")))
        return;
    int n;
    const char **params = copy_names(bsim_jval_get(v, "learned"), &n);
    *add_hint(p) = (bsim_hint_info){.name = copy_member(v, "name"),
                                    .file = copy_member(v, "file"),
                                    .line = line_of(v, "line"),
                                    .learned = bsim_jval_choice(bsim_jval_need(v, "kind"), kinds),
                                    .nparam = n,
                                    .params = params};
}

/* Where the skeleton.json is that belongs to path. */
static void find_json(const char *path, char *found, size_t size) {
    struct stat st;
    const char *slash = strrchr(path, '/');
    size_t len = strlen(path);
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        snprintf(found, size, "%s/skeleton.json", path);
    else if (len > 5 && strcmp(path + len - 5, ".json") == 0)
        snprintf(found, size, "%s", path);
    else
        snprintf(found, size, "%.*sskeleton.json", slash ? (int)(slash + 1 - path) : 0, path);
}

bool bsim_program_read(struct bsim_program *p, const char *path, struct bsim_error *err) {
    char found[PATH_MAX];
    find_json(path, found, sizeof found);
    struct bsim_json *doc = bsim_json_load(found, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc);
    if (bsim_jval_object(root) && bsim_jval_schema(root, "bsim-skeleton/1")) {
        struct bsim_jval blocks = bsim_jval_need(root, "blocks"), hints = bsim_jval_get(root, "hints");
        p->name = bsim_strdup(bsim_jval_string(bsim_jval_need(root, "program")));
        for (size_t i = 0; i < bsim_jval_size(blocks) && !err->set; i++)
            read_block(p, bsim_jval_at(blocks, i));
        for (size_t i = 0; i < bsim_jval_size(hints) && !err->set; i++)
            read_hint(p, bsim_jval_at(hints, i));
        read_calls(p, bsim_jval_get(root, "calls"));
        if (strcmp(bsim_jval_string(bsim_jval_need(root, "mode")), "full") == 0)
            bsim_jval_error(bsim_jval_get(root, "mode"), "is \"full\": such a program has no blocks and no models");
    }
    bsim_json_free(doc);
    return !err->set;
}

int bsim_program_block(const struct bsim_program *p, const char *name) {
    for (int i = 0; i < p->nblock; i++)
        if (strcmp(p->block[i].name, name) == 0)
            return i;
    return -1;
}

/* Adds the parameters that the member "params" of v names. */
static void add_params(const char *const *params, int *n, struct bsim_jval v) {
    const char **names = (const char **)params; /* the program's own */
    struct bsim_jval list = bsim_jval_get(v, "params");
    for (size_t i = 0; bsim_jval_present(list) && bsim_jval_object(list) && i < bsim_jval_size(list); i++) {
        const char *alias, *name = bsim_jval_string(bsim_jval_member(list, i, &alias));
        bool known = false;
        for (int k = 0; k < *n && !known; k++)
            known = strcmp(names[k], name) == 0;
        if (!known && *n < BSIM_MAX_VARS)
            names[(*n)++] = bsim_strdup(name);
        else if (!known)
            bsim_jval_error(list, "has more than %d parameters", BSIM_MAX_VARS);
    }
}

static bool is_branch(struct bsim_jval v) {
    struct bsim_jval first = bsim_jval_at(bsim_jval_get(v, "pieces"), 0);
    return bsim_jval_present(bsim_jval_get(v, "probability")) ||
           (bsim_jval_present(first) && bsim_jval_present(bsim_jval_get(first, "probability")));
}

bool bsim_program_add_models(struct bsim_program *p, struct bsim_jval root) {
    struct bsim_jval blocks = bsim_jval_need(root, "blocks"), learned = bsim_jval_get(root, "learned");
    const char *name, *file = bsim_json_path(root.doc);
    for (size_t i = 0; bsim_jval_object(blocks) && i < bsim_jval_size(blocks); i++) {
        struct bsim_jval v = bsim_jval_member(blocks, i, &name);
        int b = bsim_program_block(p, name), n = 0;
        if (!bsim_jval_object(v))
            return false;
        if (b < 0) {
            const char **params = copy_names((struct bsim_jval){0}, &n);
            b = p->nblock;
            *add_block(p) = (bsim_block_info){
                .name = bsim_strdup(name), .file = bsim_strdup(file), .line = bsim_jval_line(v), .params = params};
        }
        add_params(p->block[b].params, &p->block[b].nparam, v);
    }
    for (size_t i = 0; bsim_jval_present(learned) && bsim_jval_object(learned) && i < bsim_jval_size(learned); i++) {
        struct bsim_jval v = bsim_jval_member(learned, i, &name);
        int h = 0, n = 0;
        if (!bsim_jval_object(v))
            return false;
        while (h < p->nhint && strcmp(p->hint[h].name, name) != 0)
            h++;
        if (h == p->nhint) {
            const char **params = copy_names((struct bsim_jval){0}, &n);
            *add_hint(p) = (bsim_hint_info){.name = bsim_strdup(name),
                                            .file = bsim_strdup(file),
                                            .line = bsim_jval_line(v),
                                            .learned = is_branch(v) ? BSIM_LEARNED_BRANCH : BSIM_LEARNED_NUMBER,
                                            .params = params};
        }
        add_params(p->hint[h].params, &p->hint[h].nparam, v);
    }
    return true;
}

static void free_names(const char *const *names, int n) {
    for (int i = 0; i < n; i++)
        bsim_free((void *)names[i]);
    bsim_free((void *)names);
}

void bsim_program_free(struct bsim_program *p) {
    for (int i = 0; i < p->nblock; i++) {
        bsim_block_info *b = &p->block[i];
        free_names(b->params, b->nparam);
        bsim_free((void *)b->name);
        bsim_free((void *)b->file);
        bsim_free((void *)b->missing);
        bsim_free((void *)b->label);
        bsim_free((void *)p->kind[i]);
    }
    for (int i = 0; i < p->nhint; i++) {
        free_names(p->hint[i].params, p->hint[i].nparam);
        bsim_free((void *)p->hint[i].name);
        bsim_free((void *)p->hint[i].file);
    }
    for (int i = 0; i < p->ncount; i++)
        bsim_free((void *)p->count[i].name);
    bsim_free(p->block);
    bsim_free(p->kind);
    bsim_free(p->hint);
    for (int i = 0; p->call && p->call[i]; i++)
        bsim_free(p->call[i]);
    bsim_free(p->call);
    bsim_free(p->count);
    bsim_free(p->name);
    *p = (struct bsim_program){0};
}

bool bsim_models_file_open(struct bsim_models_file *file, const char *path, struct bsim_error *err) {
    *file = (struct bsim_models_file){.doc = bsim_json_load(path, err)};
    if (file->doc == NULL)
        return false;
    file->root = bsim_json_root(file->doc);
    return bsim_jval_object(file->root) && bsim_jval_schema(file->root, "bsim-models/1");
}

bool bsim_models_file_read(struct bsim_models_file *file, const char *path, const struct bsim_program *program,
                           struct bsim_error *err) {
    struct bsim_learned_models learned = {0};
    file->models = bsim_models_load(path, program->block, program->nblock, err);
    bool ok = file->models && bsim_learned_load(&learned, path, program->hint, program->nhint, err);
    bsim_learned_free(&learned);
    return ok;
}

void bsim_models_file_close(struct bsim_models_file *file) {
    bsim_models_free(file->models);
    bsim_json_free(file->doc);
    *file = (struct bsim_models_file){0};
}
