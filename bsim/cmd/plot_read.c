/* plot_read.c - reads the table of a sweep, from JSON or CSV. Knows nothing of pictures. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/json_read.h"
#include "bsim/cmd/plot.h"
#include "bsim/platform/platform_keys.h"

enum { MOST_COLUMNS = 16, MOST_LINE = 65536 };

static void add_axis(struct plot_table *t, const char *key, size_t len) {
    struct plot_axis *more = realloc(t->axis, ((size_t)t->naxis + 1) * sizeof *more);
    if (more == NULL)
        return;
    bool structural;
    double most;
    t->axis = more;
    more = &t->axis[t->naxis++];
    *more = (struct plot_axis){.key = strndup(key, len)};
    if (!bsim_platform_key_unit(more->key, &more->unit, &structural, &most))
        more->unit = BSIM_UNIT_NONE;
}

/* The number of a value of an axis; adds it if it is new. */
static int value_number(struct plot_axis *a, const char *text) {
    for (int i = 0; i < a->n; i++)
        if (strcmp(a->text[i], text) == 0)
            return i;
    char **texts = realloc(a->text, ((size_t)a->n + 1) * sizeof *texts);
    double *values = realloc(a->value, ((size_t)a->n + 1) * sizeof *values);
    a->text = texts ? texts : a->text;
    a->value = values ? values : a->value;
    if (texts == NULL || values == NULL)
        return 0;
    char *end;
    a->value[a->n] = strtod(text, &end);
    a->is_text = a->is_text || end == text || *end;
    a->text[a->n] = strdup(text);
    return a->n++;
}

/* A row without values. */
static int add_row(struct plot_table *t, double time) {
    int *at = realloc(t->at, ((size_t)t->nrow + 1) * (size_t)t->naxis * sizeof *at);
    double *times = realloc(t->time, ((size_t)t->nrow + 1) * sizeof *times);
    t->at = at ? at : t->at;
    t->time = times ? times : t->time;
    if (at == NULL || times == NULL)
        return -1;
    t->time[t->nrow] = time;
    return t->nrow++;
}

/* ---- JSON ---- */

static bool read_json(struct plot_table *t, const char *path, struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc);
    if (bsim_jval_object(root) && bsim_jval_schema(root, "bsim-sweep/1")) {
        struct bsim_jval axes = bsim_jval_need(root, "axes"), rows = bsim_jval_need(root, "scenarios"),
                         program = bsim_jval_get(root, "program");
        t->title = json_is_string(program.json) ? strdup(bsim_jval_string(program)) : NULL;
        for (size_t a = 0; a < bsim_jval_size(axes); a++) {
            const char *key = bsim_jval_string(bsim_jval_need(bsim_jval_at(axes, a), "key"));
            add_axis(t, key, strlen(key));
        }
        for (size_t i = 0; i < bsim_jval_size(rows) && !err->set; i++) {
            struct bsim_jval row = bsim_jval_at(rows, i), set = bsim_jval_need(row, "set"),
                             time = bsim_jval_need(row, "predicted_time_s");
            int r = add_row(t, json_is_null(time.json) ? NAN : bsim_jval_number(time, 0, HUGE_VAL));
            for (int a = 0; a < t->naxis && r >= 0; a++) {
                struct bsim_jval v = bsim_jval_need(set, t->axis[a].key);
                char text[64];
                bool is_text = json_is_string(v.json);
                if (!is_text)
                    snprintf(text, sizeof text, "%.17g", bsim_jval_number(v, -HUGE_VAL, HUGE_VAL));
                t->at[r * t->naxis + a] = value_number(&t->axis[a], is_text ? bsim_jval_string(v) : text);
            }
        }
    }
    bsim_json_free(doc);
    return !err->set;
}

/* ---- CSV (RFC 4180, without line ends in fields) ---- */

/* Cuts a line into fields; returns their number. */
static int cut(char *line, char *field[MOST_COLUMNS]) {
    int n = 0;
    char *from = line, *to;
    while (n < MOST_COLUMNS) {
        bool quoted = *from == '"';
        from += quoted;
        field[n++] = to = from;
        while (*from && (quoted || *from != ',')) {
            if (quoted && *from == '"') {
                if (from[1] != '"') {
                    from++;
                    break;
                }
                from++;
            }
            *to++ = *from++;
        }
        bool more = *from == ',';
        from += *from != '\0';
        *to = '\0';
        if (!more)
            break;
    }
    return n;
}

static bool read_header(struct plot_table *t, const char *path, char *line, struct bsim_error *err) {
    static const char *const suffixes[] = {"_bytes_per_s", "_bytes", "_s"};
    char *field[MOST_COLUMNS];
    int n = cut(line, field), i = 0;
    for (; i < n && strcmp(field[i], "predicted_time_s") != 0; i++) {
        size_t len = strlen(field[i]);
        for (size_t s = 0; s < sizeof suffixes / sizeof suffixes[0]; s++) {
            size_t m = strlen(suffixes[s]);
            if (strchr(field[i], '.') && len > m && strcmp(field[i] + len - m, suffixes[s]) == 0) {
                len -= m;
                break;
            }
        }
        add_axis(t, field[i], len);
    }
    if (i == n || t->naxis == 0)
        return bsim_error_set(err, path, 1, NULL,
                              "is no table of bsim sweep: no column predicted_time_s behind the keys");
    return true;
}

static bool read_csv(struct plot_table *t, const char *path, FILE *f, struct bsim_error *err) {
    char *line = malloc(MOST_LINE), *field[MOST_COLUMNS];
    int number = 0;
    while (line && !err->set && fgets(line, MOST_LINE, f)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (++number == 1) {
            read_header(t, path, line, err);
            continue;
        }
        int n = cut(line, field);
        char *end = NULL;
        double time = n > t->naxis ? strtod(field[t->naxis], &end) : 0;
        if (n <= t->naxis || *end)
            bsim_error_set(err, path, number, NULL, "is no row of the table: no number under predicted_time_s");
        int r = err->set ? -1 : add_row(t, field[t->naxis][0] ? time : NAN);
        for (int a = 0; a < t->naxis && r >= 0; a++)
            t->at[r * t->naxis + a] = value_number(&t->axis[a], field[a]);
    }
    free(line);
    if (number == 0)
        bsim_error_set(err, path, 0, NULL, "is empty");
    return !err->set;
}

bool bsim_plot_read(struct plot_table *t, const char *path, struct bsim_error *err) {
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    int first = fgetc(f);
    while (first == ' ' || first == '\n')
        first = fgetc(f);
    rewind(f);
    bool ok = first == '{' ? read_json(t, path, err) : read_csv(t, path, f, err);
    fclose(f);
    return ok;
}

void bsim_plot_free(struct plot_table *t) {
    for (int a = 0; a < t->naxis; a++) {
        for (int i = 0; i < t->axis[a].n; i++)
            free(t->axis[a].text[i]);
        free(t->axis[a].text);
        free(t->axis[a].value);
        free(t->axis[a].key);
    }
    free(t->axis);
    free(t->at);
    free(t->time);
    free(t->title);
    *t = (struct plot_table){0};
}

int bsim_plot_axis(const struct plot_table *t, const char *key) {
    for (int a = 0; a < t->naxis; a++)
        if (strcmp(t->axis[a].key, key) == 0)
            return a;
    return -1;
}
