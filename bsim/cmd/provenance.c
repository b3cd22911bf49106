/* provenance.c - which version, program and inputs a result comes from: with the names of the files, their contents'
 * SHA-256. Digests are made by sha256sum, which every Debian has. */
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
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    return text;
}
