/* json_read.h - a typed reader over Jansson that knows the line and the JSON path of each value.
 *
 * Errors go to the document's bsim_error (first one wins), so a reader may read a whole file and look once at the end.
 * After an error the functions return harmless values (0, "", an absent value). */
#ifndef BSIM_JSON_READ_H
#define BSIM_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "bsim/base/error.h"
#include "bsim/base/units.h"

struct bsim_json; /* a document: text, values, positions */

/* A value in a document, or the absence of one (json == NULL; node is then the object it would stand in). Valid as long
 * as the document. */
struct bsim_jval {
    struct bsim_json *doc;
    const json_t *json;
    int node;
};

/* Reads a file. NULL and *err on failure: no file, bad syntax, a key given twice. err must outlive the document. */
struct bsim_json *bsim_json_load(const char *path, struct bsim_error *err);
/* The same; name is for messages. */
struct bsim_json *bsim_json_load_as(const char *path, const char *name, struct bsim_error *err);
/* The same from a text; path is for messages. */
struct bsim_json *bsim_json_parse(const char *path, const char *text, size_t len, struct bsim_error *err);
void bsim_json_free(struct bsim_json *doc);

struct bsim_jval bsim_json_root(struct bsim_json *doc);
const char *bsim_json_path(const struct bsim_json *doc);

/* Position of a value: its line in the file and its path, "$.blocks[\"sweep.1\"].pieces[0].time". */
int bsim_jval_line(struct bsim_jval v);
char *bsim_jval_where(struct bsim_jval v, char *buf, size_t size);
/* Sets the document's error at the place of v. Returns false. */
bool bsim_jval_error(struct bsim_jval v, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* v must be an object whose keys are all in accepted (NULL-terminated); otherwise an error names the nearest key. */
bool bsim_jval_keys(struct bsim_jval v, const char *const *accepted);

static inline bool bsim_jval_present(struct bsim_jval v) {
    return v.json != NULL;
}
/* Member of an object; absent if there is none or v is absent. An error if v is no object. */
struct bsim_jval bsim_jval_get(struct bsim_jval v, const char *key);
/* The same; an error if it is missing. */
struct bsim_jval bsim_jval_need(struct bsim_jval v, const char *key);
/* Number of members of an object or elements of an array; 0 if absent. bsim_jval_list checks that v is an array. */
size_t bsim_jval_size(struct bsim_jval v);
bool bsim_jval_list(struct bsim_jval v);
bool bsim_jval_object(struct bsim_jval v);
struct bsim_jval bsim_jval_at(struct bsim_jval v, size_t i);
/* Members in the order of the text; *key belongs to the document. */
struct bsim_jval bsim_jval_member(struct bsim_jval v, size_t i, const char **key);

/* Readers of single values. An absent value gives an error and 0 or "". Strings belong to the document. */
const char *bsim_jval_string(struct bsim_jval v);
bool bsim_jval_bool(struct bsim_jval v);
long long bsim_jval_int(struct bsim_jval v, long long min, long long max);
double bsim_jval_number(struct bsim_jval v, double min, double max);
/* A quantity with a unit, not below 0; a number is SI. positive: 0 is an error too. */
double bsim_jval_quantity(struct bsim_jval v, enum bsim_unit unit, bool positive);
/* Index of the string in names (NULL-terminated); the error lists them. */
int bsim_jval_choice(struct bsim_jval v, const char *const *names);
/* schema must equal the member "schema" of v. */
bool bsim_jval_schema(struct bsim_jval v, const char *schema);

/* The name nearest to word by edit distance, NULL if none is near. */
const char *bsim_nearest(const char *word, const char *const *names);

#endif
