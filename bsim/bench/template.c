/* template.c - see template.h. */
#include "bsim/bench/template.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/json_read.h"

void bsim_bench_value_set(struct bench_values *v, const char *name, const char *fmt, ...) {
    int i = 0;
    va_list ap;
    while (i < v->n && strcmp(v->of[i].name, name) != 0)
        i++;
    if (i == BENCH_MAX_VALUES)
        return; /* the options cannot give so many */
    if (i == v->n)
        v->n++;
    v->of[i].name = name;
    va_start(ap, fmt);
    vsnprintf(v->of[i].text, sizeof v->of[i].text, fmt, ap);
    va_end(ap);
}

/* The length of "{name}" at text; 0: there is none. */
static int name_at(const char *text) {
    if (text[0] != '{')
        return 0;
    size_t len = strcspn(text + 1, "{}\n");
    return text[1 + len] == '}' && bsim_bench_name_ok(text + 1, (int)len) ? (int)len + 2 : 0;
}

static bool unknown(const char *name, const struct bench_values *v, const char *path, int line,
                    struct bsim_error *err) {
    const char *known[BENCH_MAX_VALUES + 1] = {0};
    char list[512] = "";
    for (int i = 0; i < v->n; i++) {
        size_t at = strlen(list);
        known[i] = v->of[i].name;
        snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", known[i]);
    }
    const char *near = bsim_nearest(name, known);
    return bsim_error_set(err, path, path ? line : 0, NULL,
                          "{%s}: neither --range nor --set gives a value to \"%s\"%s%s%s; known: %s", name, name,
                          near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "", list);
}

struct text {
    char *chars;
    size_t len, room;
};

static void append(struct text *t, const char *from, size_t n) {
    if (t->len + n + 1 > t->room) {
        t->room = 2 * (t->len + n + 1);
        t->chars = bsim_realloc(t->chars, t->room);
    }
    memcpy(t->chars + t->len, from, n);
    t->len += n;
    t->chars[t->len] = '\0';
}

char *bsim_bench_expand(const char *text, const struct bench_values *v, const char *path, struct bsim_error *err) {
    struct text out = {0};
    int line = 1;
    append(&out, "", 0);
    for (const char *p = text; *p;) {
        int len = name_at(p), i = 0;
        line += *p == '\n';
        if (len == 0) {
            append(&out, p, 1);
            p += p[0] == '{' && p[1] == '{' ? 2 : 1;
            continue;
        }
        char name[BENCH_NAME];
        snprintf(name, sizeof name, "%.*s", len - 2, p + 1);
        while (i < v->n && strcmp(v->of[i].name, name) != 0)
            i++;
        if (i == v->n) {
            unknown(name, v, path, line, err);
            bsim_free(out.chars);
            return NULL;
        }
        append(&out, v->of[i].text, strlen(v->of[i].text));
        p += len;
    }
    return out.chars;
}

char *bsim_bench_read(const char *path, struct bsim_error *err) {
    struct text out = {0};
    char part[4096];
    size_t n;
    FILE *f = fopen(path, "r");
    append(&out, "", 0);
    while (f && (n = fread(part, 1, sizeof part, f)) > 0)
        append(&out, part, n);
    if (f == NULL || ferror(f)) {
        bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
        bsim_free(out.chars);
        out.chars = NULL;
    }
    if (f)
        fclose(f);
    return out.chars;
}
