/* output.h - output files written aside and renamed: a reader never sees half a file, and a run that fails leaves the
 * old file as it was. What is no regular file (a device, a pipe) is written to as it is. */
#ifndef BSIM_OUTPUT_H
#define BSIM_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <jansson.h>

#include "bsim/base/error.h"

struct bsim_output {
    FILE *file;   /* write here */
    char *path;   /* as it was given */
    char *target; /* the file that path leads to, through symbolic links */
    char *aside;  /* a new file beside target; NULL: target itself is written */
};

/* Opens a new file beside PATH, or PATH itself if it is no regular file. */
bool bsim_output_open(struct bsim_output *out, const char *path, struct bsim_error *err);
/* Whether PATH can be written: to be known before a long run. NULL is fine. Leaves nothing. */
bool bsim_output_probe(const char *path, struct bsim_error *err);
/* Whether PATH is written to as it is. */
bool bsim_output_is_stream(const char *path);
/* Flushes, closes and renames it to PATH. On failure the aside file is removed and PATH untouched. */
bool bsim_output_commit(struct bsim_output *out, struct bsim_error *err);
/* Closes and removes the aside file; harmless after a commit. */
void bsim_output_abandon(struct bsim_output *out);
/* Writes all of a file to PATH. */
bool bsim_output_copy(const char *path, const char *from, struct bsim_error *err);
/* Writes all that is still to be read; *any: there was something (may be NULL). */
bool bsim_output_stream(struct bsim_output *out, FILE *from, bool *any);

/* Writes a JSON value, indented, doubles with 17 digits (they read back bit-identical). NULL json: out of memory. */
bool bsim_output_json(const char *path, const json_t *json, struct bsim_error *err);
/* The same with fewer digits, for files that people read. */
bool bsim_output_json_digits(const char *path, const json_t *json, int digits, struct bsim_error *err);
/* A JSON string of any text: bytes that are no UTF-8 become U+FFFD. NULL: null. */
json_t *bsim_output_text(const char *text);

#endif
