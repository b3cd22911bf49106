/* output.h - output files written under another name and renamed: readers see whole files, and a failed run leaves the
 * old file untouched. A device or a pipe is written to directly. */
#ifndef BSIM_OUTPUT_H
#define BSIM_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <jansson.h>

#include "bsim/base/error.h"

struct bsim_output {
    FILE *file;   /* write here */
    char *path;   /* as given */
    char *target; /* path with symbolic links resolved */
    char *aside;  /* a temporary file in the folder of target; NULL: target itself is written */
};

/* Opens a temporary file beside path, or path itself if it is a device or a pipe. False and *err on failure. */
bool bsim_output_open(struct bsim_output *out, const char *path, struct bsim_error *err);
/* The same of a picture: path is a device or a pipe, or its name ends in ".svg". */
bool bsim_output_open_picture(struct bsim_output *out, const char *path, struct bsim_error *err);
/* Whether path can be written; called before a long run. True for NULL. Leaves no file behind. */
bool bsim_output_probe(const char *path, struct bsim_error *err);
/* Whether path is a device or a pipe, which is written to directly. */
bool bsim_output_is_stream(const char *path);
/* Flushes and closes the temporary file and renames it to path. On failure it is removed and path is untouched. */
bool bsim_output_commit(struct bsim_output *out, struct bsim_error *err);
/* Closes and removes the temporary file; harmless after a commit. */
void bsim_output_abandon(struct bsim_output *out);
/* Writes the contents of the file from to path. */
bool bsim_output_copy(const char *path, const char *from, struct bsim_error *err);
/* Writes the rest of a stream. *any (may be NULL): whether it held any bytes. */
bool bsim_output_stream(struct bsim_output *out, FILE *from, bool *any);

/* Removes a folder and all that is in it, as far as it can be removed. */
void bsim_output_remove_folder(const char *path);

/* Writes a JSON value, indented. Doubles have 17 digits, so that they read back bit-identical. NULL json counts as out
 * of memory. */
bool bsim_output_json(const char *path, const json_t *json, struct bsim_error *err);
/* As bsim_output_json, with fewer digits, for files that people read. */
bool bsim_output_json_digits(const char *path, const json_t *json, int digits, struct bsim_error *err);
/* A JSON string of any text: bytes that are not UTF-8 become U+FFFD. NULL gives the JSON value null. */
json_t *bsim_output_text(const char *text);

#endif
