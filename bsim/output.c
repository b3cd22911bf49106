/* output.c - see output.h. Owns the names of aside files; knows nothing of what is written. */
#include "bsim/output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bsim/alloc.h"

bool bsim_output_open(struct bsim_output *out, const char *path, struct bsim_error *err) {
    size_t size = strlen(path) + 32;
    *out = (struct bsim_output){.path = bsim_strdup(path), .aside = bsim_alloc(size)};
    snprintf(out->aside, size, "%s.tmp.%ld", path, (long)getpid());
    out->file = fopen(out->aside, "w");
    if (out->file == NULL) {
        bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
        out->aside[0] = '\0';
        bsim_output_abandon(out);
        return false;
    }
    return true;
}

bool bsim_output_probe(const char *path, struct bsim_error *err) {
    struct bsim_output out;
    if (path == NULL)
        return true;
    if (!bsim_output_open(&out, path, err))
        return false;
    bsim_output_abandon(&out);
    return true;
}

bool bsim_output_commit(struct bsim_output *out, struct bsim_error *err) {
    bool ok = !ferror(out->file);
    ok = fclose(out->file) == 0 && ok;
    out->file = NULL;
    ok = ok && rename(out->aside, out->path) == 0;
    if (!ok)
        bsim_error_set(err, out->path, 0, NULL, "cannot be written: %s", strerror(errno));
    else
        out->aside[0] = '\0';
    bsim_output_abandon(out);
    return ok;
}

void bsim_output_abandon(struct bsim_output *out) {
    if (out->file)
        fclose(out->file);
    if (out->aside && out->aside[0])
        unlink(out->aside);
    bsim_free(out->aside);
    bsim_free(out->path);
    *out = (struct bsim_output){0};
}

bool bsim_output_json(const char *path, const json_t *json, struct bsim_error *err) {
    return bsim_output_json_digits(path, json, 17, err);
}

bool bsim_output_json_digits(const char *path, const json_t *json, int digits, struct bsim_error *err) {
    struct bsim_output out;
    if (json == NULL)
        return bsim_error_set(err, path, 0, NULL, "out of memory");
    if (!bsim_output_open(&out, path, err))
        return false;
    if (json_dumpf(json, out.file, JSON_INDENT(2) | JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits)) != 0 ||
        fputc('\n', out.file) == EOF) {
        bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
        bsim_output_abandon(&out);
        return false;
    }
    return bsim_output_commit(&out, err);
}
