/* json_read.c - see json_read.h. Owns documents; knows nothing of platforms or models. */
#include "bsim/base/json_read.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/json_pos.h"

struct bsim_json {
    char *path;
    json_t *root;
    struct bsim_json_pos pos;
    struct bsim_error *err;
    struct bsim_notes notes;
};

/* The whole of a file, NUL-terminated. */
static char *read_text(const char *path, const char *name, size_t *len, struct bsim_error *err) {
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0, count = 0;
    if (f == NULL) {
        bsim_error_set(err, name, 0, NULL, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    for (;;) {
        if (room - count < 4097) {
            room = room ? 2 * room : 16384;
            text = bsim_realloc(text, room);
        }
        size_t got = fread(text + count, 1, room - count - 1, f);
        count += got;
        if (got == 0) {
            if (ferror(f))
                bsim_error_set(err, name, 0, NULL, "cannot be read: %s", strerror(errno));
            break;
        }
    }
    fclose(f);
    if (err->set) {
        bsim_free(text);
        return NULL;
    }
    text[count] = '\0';
    *len = count;
    return text;
}

struct bsim_json *bsim_json_load(const char *path, struct bsim_error *err) {
    return bsim_json_load_as(path, path, err);
}

struct bsim_json *bsim_json_load_as(const char *path, const char *name, struct bsim_error *err) {
    size_t len;
    char *text = read_text(path, name, &len, err);
    if (text == NULL)
        return NULL;
    struct bsim_json *doc = bsim_json_parse(name, text, len, err);
    bsim_free(text);
    return doc;
}

struct bsim_json *bsim_json_parse(const char *path, const char *text, size_t len, struct bsim_error *err) {
    json_error_t jerr;
    struct bsim_json *doc = bsim_alloc(sizeof *doc);
    doc->path = bsim_strdup(path);
    doc->err = err;
    const char *zero = memchr(text, '\0', len); /* Jansson skips some, which JSON has not */
    if (zero) {
        int line = 1;
        for (const char *p = text; p < zero; p++)
            line += *p == '\n';
        bsim_error_set(err, path, line, NULL, "is not valid JSON: a byte is 0");
        goto fail;
    }
    doc->root = json_loadb(text, len, JSON_DECODE_ANY, &jerr);
    if (doc->root == NULL) {
        bsim_error_set(err, path, jerr.line > 0 ? jerr.line : 1, NULL, "is not valid JSON, column %d: %s", jerr.column,
                       jerr.text);
        goto fail;
    }
    bsim_json_pos_scan(&doc->pos, text, len);
    if (doc->pos.duplicate >= 0) {
        char where[256];
        bsim_error_set(err, path, doc->pos.node[doc->pos.duplicate].key_line,
                       bsim_json_pos_path(&doc->pos, doc->pos.duplicate, where, sizeof where),
                       "this key stands here a second time; the first is on line %d",
                       doc->pos.node[doc->pos.first].key_line);
        goto fail;
    }
    return doc;
fail:
    bsim_json_free(doc);
    return NULL;
}

void bsim_json_free(struct bsim_json *doc) {
    if (doc == NULL)
        return;
    json_decref(doc->root);
    bsim_json_pos_free(&doc->pos);
    bsim_notes_free(&doc->notes);
    bsim_free(doc->path);
    bsim_free(doc);
}

struct bsim_jval bsim_json_root(struct bsim_json *doc) {
    return (struct bsim_jval){doc, doc->root, 0};
}

const char *bsim_json_path(const struct bsim_json *doc) {
    return doc->path;
}

int bsim_jval_line(struct bsim_jval v) {
    return v.doc ? v.doc->pos.node[v.node].line : 0;
}

char *bsim_jval_where(struct bsim_jval v, char *buf, size_t size) {
    if (v.doc == NULL) {
        buf[0] = '\0';
        return buf;
    }
    return bsim_json_pos_path(&v.doc->pos, v.node, buf, size);
}

bool bsim_jval_error(struct bsim_jval v, const char *fmt, ...) {
    char text[900], where[256];
    if (v.doc == NULL || v.doc->err->set)
        return false;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return bsim_error_set(v.doc->err, v.doc->path, bsim_jval_line(v), bsim_jval_where(v, where, sizeof where), "%s",
                          text);
}

void bsim_jval_note(struct bsim_jval v, const char *alike, const char *fmt, ...) {
    char text[900], where[256], whole[1500];
    struct bsim_error at = {0};
    if (v.doc == NULL)
        return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    bsim_error_set(&at, v.doc->path, bsim_jval_line(v), bsim_jval_where(v, where, sizeof where), "%s", text);
    bsim_notes_add(&v.doc->notes, bsim_error_format(&at, whole, sizeof whole), alike);
}

struct bsim_notes *bsim_json_notes(struct bsim_json *doc) {
    return &doc->notes;
}

static const char *type_name(const json_t *json) {
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        return "null";
    }
    return "?";
}

/* Sets an error for a value of the wrong type. An absent value may have set an error before, which then stays. */
static bool wrong_type(struct bsim_jval v, const char *accepted) {
    if (v.json)
        return bsim_jval_error(v, "is %s; accepted: %s", type_name(v.json), accepted);
    return bsim_jval_error(v, "a value is missing here; accepted: %s", accepted);
}

/* An absent value in the place of v. */
static struct bsim_jval nothing_in(struct bsim_jval v) {
    return (struct bsim_jval){v.doc, NULL, v.node};
}

static int min3(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

/* Levenshtein distance. 1000 if a word has more than 63 characters. */
static int edit_distance(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    int row[64];
    if (n > 63 || m > 63)
        return 1000;
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int old = row[j];
            row[j] = min3(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = old;
        }
    }
    return row[m];
}

const char *bsim_nearest(const char *word, const char *const *names) {
    const char *best = NULL;
    int best_distance = (int)strlen(word) / 2 + 1;
    for (; *names; names++) {
        int d = edit_distance(word, *names);
        if (d < best_distance) {
            best_distance = d;
            best = *names;
        }
    }
    return best;
}

/* The number at the end of a name, behind a dot, such as "main.12"; "" if there is none. */
static const char *ordinal_of(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1) ? dot + 1 : "";
}

/* How far a name is from one that it may be a misspelling of; 1000: it is none. Names with other numbers are those of
 * other things, unless a digit was typed twice or left out. */
static int misspelling(const char *a, const char *b) {
    const char *of_a = ordinal_of(a), *of_b = ordinal_of(b);
    int len = (int)strlen(a), most = len / 3 > 2 ? len / 3 : 2, d = edit_distance(a, b);
    if (strcmp(of_a, of_b) != 0 && (strlen(of_a) == strlen(of_b) || d > 1))
        return 1000;
    return d <= most && 2 * d <= len ? d : 1000;
}

const char *bsim_misspelt(const char *word, const char *const *names, const char *const *rivals) {
    const char *best = NULL;
    int least = 1000;
    for (; *names; names++) {
        int d = misspelling(word, *names);
        if (d < least) {
            least = d;
            best = *names;
        }
    }
    for (; best && rivals && *rivals; rivals++)
        if (edit_distance(*rivals, best) < least)
            return NULL;
    return best;
}

static void list_names(const char *const *names, char *buf, size_t size) {
    size_t at = 0;
    buf[0] = '\0';
    for (; *names && at < size; names++)
        at += (size_t)snprintf(buf + at, size - at, "%s%s", at ? ", " : "", *names);
}

bool bsim_jval_keys(struct bsim_jval v, const char *const *accepted) {
    if (!bsim_jval_object(v))
        return false;
    for (size_t i = 0; i < bsim_jval_size(v); i++) {
        const char *key = NULL;
        struct bsim_jval member = bsim_jval_member(v, i, &key);
        bool known = false;
        for (const char *const *a = accepted; *a && !known; a++)
            known = strcmp(*a, key) == 0;
        if (!known) {
            char names[512];
            const char *near = bsim_nearest(key, accepted);
            list_names(accepted, names, sizeof names);
            return bsim_jval_error(member, "unknown key \"%s\"%s%s%s; accepted here: %s", key,
                                   near ? ", did you mean \"" : "", near ? near : "", near ? "\"?" : "", names);
        }
    }
    return true;
}

bool bsim_jval_object(struct bsim_jval v) {
    return json_is_object(v.json) || wrong_type(v, "an object {...}");
}

bool bsim_jval_list(struct bsim_jval v) {
    return json_is_array(v.json) || wrong_type(v, "a list [...]");
}

struct bsim_jval bsim_jval_get(struct bsim_jval v, const char *key) {
    if (v.json == NULL || !bsim_jval_object(v))
        return nothing_in(v);
    struct bsim_jval member = {v.doc, json_object_get(v.json, key), v.node};
    if (member.json)
        member.node = bsim_json_pos_member(&v.doc->pos, v.node, key);
    return member;
}

struct bsim_jval bsim_jval_need(struct bsim_jval v, const char *key) {
    struct bsim_jval member = bsim_jval_get(v, key);
    if (member.json == NULL && v.json != NULL)
        bsim_jval_error(v, "the key \"%s\" is missing", key);
    return member;
}

size_t bsim_jval_size(struct bsim_jval v) {
    return json_is_array(v.json) ? json_array_size(v.json) : json_object_size(v.json);
}

struct bsim_jval bsim_jval_at(struct bsim_jval v, size_t i) {
    if (!json_is_array(v.json) || i >= json_array_size(v.json))
        return nothing_in(v);
    return (struct bsim_jval){v.doc, json_array_get(v.json, i), bsim_json_pos_at(&v.doc->pos, v.node, i)};
}

struct bsim_jval bsim_jval_member(struct bsim_jval v, size_t i, const char **key) {
    *key = "";
    if (!json_is_object(v.json) || i >= json_object_size(v.json))
        return nothing_in(v);
    int node = bsim_json_pos_at(&v.doc->pos, v.node, i);
    *key = v.doc->pos.node[node].key;
    return (struct bsim_jval){v.doc, json_object_get(v.json, *key), node};
}

const char *bsim_jval_string(struct bsim_jval v) {
    if (!json_is_string(v.json)) {
        wrong_type(v, "a string");
        return "";
    }
    return json_string_value(v.json);
}

bool bsim_jval_bool(struct bsim_jval v) {
    if (!json_is_boolean(v.json))
        return wrong_type(v, "true, false");
    return json_is_true(v.json);
}

long long bsim_jval_int(struct bsim_jval v, long long min, long long max) {
    char accepted[96];
    if (max == LLONG_MAX)
        snprintf(accepted, sizeof accepted, "an integer of at least %lld", min);
    else
        snprintf(accepted, sizeof accepted, "an integer from %lld to %lld", min, max);
    long long value = json_integer_value(v.json);
    double real = json_real_value(v.json); /* 4096.0 and 1e6 are integers too */
    if (json_is_real(v.json) && real == rint(real) && fabs(real) < 9e15)
        value = (long long)real;
    else if (json_is_real(v.json))
        return bsim_jval_error(v, "is %g; accepted: %s", real, accepted);
    else if (!json_is_integer(v.json))
        return wrong_type(v, accepted);
    if (value < min || value > max) {
        bsim_jval_error(v, "is %lld; accepted: %s", value, accepted);
        return min;
    }
    return value;
}

double bsim_jval_number(struct bsim_jval v, double min, double max) {
    char accepted[96];
    if (max == HUGE_VAL)
        snprintf(accepted, sizeof accepted, "a number of at least %g", min);
    else
        snprintf(accepted, sizeof accepted, "a number from %g to %g", min, max);
    if (!json_is_number(v.json)) {
        wrong_type(v, accepted);
        return min;
    }
    double value = json_number_value(v.json);
    if (!(value >= min && value <= max)) {
        bsim_jval_error(v, "is %g; accepted: %s", value, accepted);
        return min;
    }
    return value;
}

double bsim_jval_quantity(struct bsim_jval v, enum bsim_unit unit, bool positive) {
    double value = 0;
    if (json_is_number(v.json)) {
        value = json_number_value(v.json);
    } else if (json_is_string(v.json)) {
        const char *text = json_string_value(v.json);
        if (!bsim_unit_parse(text, unit, &value)) {
            bsim_jval_error(v, "\"%s\" is %s%s; accepted: %s", text, bsim_unit_wrong(text, unit), bsim_unit_name(unit),
                            bsim_unit_accepted(unit));
            return 0;
        }
    } else {
        wrong_type(v, bsim_unit_accepted(unit));
        return 0;
    }
    if (value < 0 || (positive && value == 0)) {
        bsim_jval_error(v, "is %g; it must %s", value, positive ? "be above 0" : "not be negative");
        return 0;
    }
    return value;
}

int bsim_jval_choice(struct bsim_jval v, const char *const *names) {
    char accepted[512];
    list_names(names, accepted, sizeof accepted);
    if (!json_is_string(v.json)) {
        wrong_type(v, accepted);
        return 0;
    }
    const char *text = json_string_value(v.json);
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    bsim_jval_error(v, "\"%s\" is unknown; accepted: %s", text, accepted);
    return 0;
}

bool bsim_jval_schema(struct bsim_jval v, const char *schema) {
    struct bsim_jval member = bsim_jval_need(v, "schema");
    if (member.json == NULL)
        return false;
    const char *text = bsim_jval_string(member);
    if (strcmp(text, schema) != 0)
        return bsim_jval_error(member, "\"%s\" is not the schema of this kind of file; accepted: \"%s\"", text, schema);
    return true;
}
