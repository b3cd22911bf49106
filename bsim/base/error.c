/* error.c - see error.h. Owns nothing; knows nothing of JSON or of the engine. */
#include "bsim/base/error.h"

#include <stdarg.h>
#include <string.h>

static void copy(char *to, size_t size, const char *from) {
    if (from == NULL)
        from = "";
    snprintf(to, size, "%s", from);
}

/* A path that is too long loses its beginning: the end says more. */
static void copy_path(char *to, size_t size, const char *path) {
    size_t len = path ? strlen(path) : 0;
    if (len < size)
        copy(to, size, path);
    else
        snprintf(to, size, "...%s", path + len - (size - 4));
}

bool bsim_error_set(struct bsim_error *err, const char *path, int line, const char *where, const char *fmt, ...) {
    if (err == NULL || err->set)
        return false;
    err->set = true;
    err->line = line;
    copy_path(err->path, sizeof err->path, path);
    copy(err->where, sizeof err->where, where);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    return false;
}

char *bsim_error_format(const struct bsim_error *err, char *buf, size_t size) {
    char line[16] = "";
    if (err->line > 0)
        snprintf(line, sizeof line, ":%d", err->line);
    snprintf(buf, size, "%s%s%s%s%s%s", err->path, err->path[0] ? line : "", err->path[0] ? ": " : "", err->where,
             err->where[0] ? ": " : "", err->text);
    return buf;
}

void bsim_error_print(const struct bsim_error *err, FILE *out) {
    char buf[2048];
    fprintf(out, "bsim: error: %s\n", bsim_error_format(err, buf, sizeof buf));
}
