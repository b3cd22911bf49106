/* trace.h - inside of the bsim command: what the commands about traces share. */
#ifndef BSIM_CMD_TRACE_H
#define BSIM_CMD_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bsim/base/error.h"

struct bsim_trace;
struct bsim_trace_event;

/* record.c: the path of a library of bsim; path has room for PATH_MAX bytes. */
bool bsim_trace_library(const char *name, char *path, struct bsim_error *err);

/* trace_info.c: what a trace holds, for people. */
void bsim_trace_print(const struct bsim_trace *trace, FILE *out);

/* trace_info.c: the bytes that a call sends, or of a receive those that it has room for; 0 for others. */
int64_t bsim_trace_bytes(const struct bsim_trace *trace, const struct bsim_trace_event *event);

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
