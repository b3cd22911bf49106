/* trace.h - inside of the bsim command: what the commands about traces share. */
#ifndef BSIM_CMD_TRACE_H
#define BSIM_CMD_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bsim/base/error.h"

struct bsim_option_list;
struct bsim_trace;
struct bsim_trace_comms;
struct bsim_trace_event;

/* record.c: the path of a library of bsim; path has room for PATH_MAX bytes. */
bool bsim_trace_library(const char *name, char *path, struct bsim_error *err);

/* record.c: adds libraries to LD_PRELOAD. */
bool bsim_record_preload(const char *libraries, struct bsim_error *err);
/* record.c: runs a program to its end; prepare: what its process does before. Returns the exit code, -1 and *err if
 * there is no process. */
int bsim_record_start(char **argv, bool (*prepare)(const void *data, struct bsim_error *err), const void *data,
                      struct bsim_error *err);
/* record_window.c: --window. out: what libbsim-record.so reads (lmpi/record/record_window.h). */
bool bsim_record_window(const char *text, char *out, size_t size, struct bsim_error *err);
/* record.c: checks the value of --clock; NULL: none is given. */
bool bsim_record_clock(const char *clock, bool may_be_none, struct bsim_error *err);
/* record.c: removes a folder of parts. */
void bsim_record_remove_parts(const char *folder);

/* replayed.c: makes a trace, in a folder that goes when the process ends, in which the ranks of *trace calculate as the
 * ranks do that were replayed; its path becomes *trace. cut: NULL: the default (clusters.h). */
bool bsim_replayed_trace(char **trace, const struct bsim_option_list *replayed, const char *cut,
                         struct bsim_error *err);

/* trace_info.c: what a trace holds, for people. */
void bsim_trace_print(const struct bsim_trace *trace, FILE *out);

/* trace_call_bytes.c: the bytes of the buffer that a call gives, as in communication traces: what it sends, or of a
 * pure receive what it has room for; 0 for others. comms: those of the calling rank before the call. -1: the number of
 * ranks counts, and is not known. */
int64_t bsim_trace_bytes(const struct bsim_trace *trace, const struct bsim_trace_event *event,
                         const struct bsim_trace_comms *comms);

/* Sums and products of bytes. What does not fit, since a trace is damaged, is INT64_MAX. */
static inline int64_t bsim_trace_sum(int64_t a, int64_t b) {
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}
static inline int64_t bsim_trace_product(int64_t a, int64_t b) {
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/* trace_diff.c: a call as a text, "MPI_Send(1000, 4 bytes, +1, 3, 0)". */
void bsim_trace_describe(const struct bsim_trace *trace, const struct bsim_trace_event *event, char *text, size_t size);
/* trace_diff.c: whether calls of two traces are equal, without their places and times. */
bool bsim_trace_same_call(const struct bsim_trace *a, const struct bsim_trace_event *x, const struct bsim_trace *b,
                          const struct bsim_trace_event *y);

/* trace_diff.c, trace_export.c, trace_timeline.c, trace_matrix.c */
int bsim_trace_timeline_command(int argc, char **argv);
int bsim_trace_diff_command(int argc, char **argv);
int bsim_trace_export_command(int argc, char **argv);
int bsim_trace_matrix_command(int argc, char **argv);
/* trace_import.c, trace_transform.c */
int bsim_trace_import_command(int argc, char **argv);
int bsim_trace_transform_command(int argc, char **argv);

#endif
