/* json_read.h - a typed reader over Jansson that knows the line and the JSON path of each value.
 *
 * Errors go to the document's bsim_error, where the first one wins: a reader may read a whole file and check once at
 * the end. After an error the functions return harmless values (0, "", an absent value). */
#ifndef BSIM_JSON_READ_H
#define BSIM_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "bsim/base/error.h"
#include "bsim/base/notes.h"
#include "bsim/base/units.h"

struct bsim_json; /* a document: text, values, positions */

/* A value in a document. An absent value has json == NULL, and node is the object that lacks it. Valid as long as the
 * document. */
struct bsim_jval {
    struct bsim_json *doc;
    const json_t *json;
    int node;
};

/* Reads a file. NULL and *err on failure: no file, bad syntax, a key given twice. err must outlive the document. */
struct bsim_json *bsim_json_load(const char *path, struct bsim_error *err);
/* Reads a file that messages call by name. */
struct bsim_json *bsim_json_load_as(const char *path, const char *name, struct bsim_error *err);
/* Reads a text of len bytes; path is its name in messages. */
struct bsim_json *bsim_json_parse(const char *path, const char *text, size_t len, struct bsim_error *err);
void bsim_json_free(struct bsim_json *doc);

struct bsim_jval bsim_json_root(struct bsim_json *doc);
/* The name that messages give the document. */
const char *bsim_json_path(const struct bsim_json *doc);

/* Position of a value: its line in the file and its path, "$.blocks[\"sweep.1\"].pieces[0].time". */
int bsim_jval_line(struct bsim_jval v);
char *bsim_jval_where(struct bsim_jval v, char *buf, size_t size);
/* Sets the document's error with the position of v. Returns false. */
bool bsim_jval_error(struct bsim_jval v, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Adds a note with the position of v to those of the document (notes.h). */
void bsim_jval_note(struct bsim_jval v, const char *alike, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The notes of the document so far, which the caller may move away. */
struct bsim_notes *bsim_json_notes(struct bsim_json *doc);

/* Sets an error unless v is an object whose keys are all in accepted (NULL-terminated). The error suggests the nearest
 * accepted key. */
bool bsim_jval_keys(struct bsim_jval v, const char *const *accepted);

static inline bool bsim_jval_present(struct bsim_jval v) {
    return v.json != NULL;
}
/* A member of an object; absent if there is none or v is absent. An error if v is not an object. */
struct bsim_jval bsim_jval_get(struct bsim_jval v, const char *key);
/* A member of an object; an error if it is missing. */
struct bsim_jval bsim_jval_need(struct bsim_jval v, const char *key);
/* The number of members of an object or elements of an array; 0 if absent. bsim_jval_list and bsim_jval_object set an
 * error and return false unless v is of that type. */
size_t bsim_jval_size(struct bsim_jval v);
bool bsim_jval_list(struct bsim_jval v);
bool bsim_jval_object(struct bsim_jval v);
struct bsim_jval bsim_jval_at(struct bsim_jval v, size_t i);
/* Members in the order of the text; *key belongs to the document. */
struct bsim_jval bsim_jval_member(struct bsim_jval v, size_t i, const char **key);

/* Readers of single values. An absent value sets an error and gives 0 or "". Strings belong to the document. */
const char *bsim_jval_string(struct bsim_jval v);
bool bsim_jval_bool(struct bsim_jval v);
long long bsim_jval_int(struct bsim_jval v, long long min, long long max);
double bsim_jval_number(struct bsim_jval v, double min, double max);
/* A quantity of at least 0, with a unit; a JSON number is in SI units, and a string needs its unit. positive: 0 is an
 * error too. */
double bsim_jval_quantity(struct bsim_jval v, enum bsim_unit unit, bool positive);
/* The index of the string in names (NULL-terminated). The error for another string lists the names. */
int bsim_jval_choice(struct bsim_jval v, const char *const *names);
/* Sets an error and returns false unless the member "schema" of v equals schema. */
bool bsim_jval_schema(struct bsim_jval v, const char *schema);

/* The name in names (NULL-terminated) nearest to word by edit distance; NULL if none is near. */
const char *bsim_nearest(const char *word, const char *const *names);
/* The name in names of which word is probably a misspelling, or the other way round: they differ in few letters, and in
 * no number at the end ("main.3" is another block than "main.4"). NULL if there is none, or if a name in rivals (which
 * may be NULL) is nearer to it than word. */
const char *bsim_misspelt(const char *word, const char *const *names, const char *const *rivals);

#endif
