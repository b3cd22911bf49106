/* provenance.c - which version, program and inputs a result comes from: with the names of the files, their contents'
 * SHA-256. Digests are made by sha256sum, which every Debian has. */
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "bsim/base/config.h"
#include "bsim/base/output.h"
#include "bsim/base/spawn.h"
#include "bsim/cmd/cmd.h"

enum { DIGEST = 64 }; /* hexadecimal digits */

/* NULL if the file cannot be read. */
static const char *digest(const char *path, char text[DIGEST + 1]) {
    char *const argv[] = {"sha256sum", "--zero", "--", (char *)path, NULL};
    struct bsim_spawn child;
    if (!bsim_spawn_start(&child, argv, -1, true))
        return NULL;
    size_t n = fread(text, 1, DIGEST, child.out);
    text[n] = '\0';
    return bsim_spawn_end(&child) == 0 && n == DIGEST ? text : NULL;
}

/* The path of a program as execvp finds it. NULL if there is none. */
static const char *find_program(const char *name, char path[PATH_MAX]) {
    if (strchr(name, '/'))
        return name;
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t n = strcspn(at, ":");
        snprintf(path, PATH_MAX, "%.*s/%s", (int)n, at, name);
        if (access(path, X_OK) == 0)
            return path;
        at += n + (at[n] == ':');
    }
    return NULL;
}

static json_t *file_json(const char *path, const char *name) {
    char text[DIGEST + 1];
    const char *sum = path ? digest(path, text) : NULL;
    return name ? json_pack("{s:o, s:s?}", "file", bsim_output_text(name), "sha256", sum) : json_null();
}

/* A trace: the digests of its files. */
static json_t *trace_json(const char *folder) {
    static const char *const files[] = {"trace.json", "calls.zst", "times.zst"};
    char path[PATH_MAX + 16], text[DIGEST + 1];
    json_t *sums = json_object();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        json_object_set_new(sums, files[i], json_pack("s?", digest(path, text)));
    }
    return json_pack("{s:o, s:o}", "folder", bsim_output_text(folder), "sha256", sums);
}

/* --replayed: files, and folders of files. */
static json_t *replayed_json(const struct bsim_option_list *list) {
    json_t *all = json_array();
    for (int i = 0; i < list->count; i++) {
        char *files = NULL;
        if (asprintf(&files, "%s/*.json", list->item[i]) < 0)
            continue;
        glob_t found = {0};
        if (glob(files, 0, NULL, &found) == 0)
            for (size_t k = 0; k < found.gl_pathc; k++)
                json_array_append_new(all, file_json(found.gl_pathv[k], found.gl_pathv[k]));
        else
            json_array_append_new(all, file_json(list->item[i], list->item[i]));
        globfree(&found);
        free(files);
    }
    return all;
}

/* The trace that is simulated, and where its calculation comes from. */
static void add_trace(json_t *root, const struct bsim_launch *l) {
    if (l->trace == NULL)
        return;
    json_object_set_new(root, "trace", trace_json(l->trace));
    if (l->calculation)
        json_object_set_new(root, "skeleton", json_loads(l->calculation, 0, NULL));
    else if (l->times)
        json_object_set_new(root, "times", trace_json(l->times));
    if (l->replayed.count > 0)
        json_object_set_new(root, "replayed", replayed_json(&l->replayed));
}

/* Options that change how messages share the network. */
static void add_options(json_t *root, const struct bsim_launch *launch) {
    const struct {
        bool given;
        const char *name;
    } option[] = {{launch->collective_messages, "--collective-messages"},
                  {launch->whole_collectives, "--whole-collectives"},
                  {launch->without_cards, "--without-cards"}};
    json_t *given = json_array();
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        if (option[i].given)
            json_array_append_new(given, json_string(option[i].name));
    if (json_array_size(given) > 0)
        json_object_set(root, "options", given);
    json_decref(given);
}

char *bsim_provenance(const struct bsim_launch *launch) {
    char path[PATH_MAX];
    const char *models = launch->models;
    json_t *root = json_pack("{s:s, s:o, s:o, s:o}", "made_by", "bsim " BSIM_VERSION, "program",
                             file_json(find_program(launch->argv[0], path), launch->argv[0]), "platform",
                             file_json(launch->platform, bsim_config_name(launch->platform)), "models",
                             file_json(models, models ? bsim_config_name(models) : NULL));
    json_t *collectives = json_array();
    for (int i = 0; i < launch->collectives.count; i++)
        json_array_append_new(collectives, bsim_output_text(launch->collectives.item[i]));
    if (json_array_size(collectives) > 0)
        json_object_set(root, "collectives", collectives);
    json_decref(collectives);
    add_options(root, launch);
    add_trace(root, launch);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    return text;
}
