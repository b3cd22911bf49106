/* trace.h - inside of the bsim command: what the commands about traces share. */
#ifndef BSIM_CMD_TRACE_H
#define BSIM_CMD_TRACE_H

#include <stdbool.h>
#include <stdio.h>

#include "bsim/base/error.h"

struct bsim_trace;

/* record.c: the path of a library of bsim; path has room for PATH_MAX bytes. */
bool bsim_trace_library(const char *name, char *path, struct bsim_error *err);

/* trace_info.c: what a trace holds, for people. */
void bsim_trace_print(const struct bsim_trace *trace, FILE *out);

/* trace_export.c, trace_matrix.c */
int bsim_trace_export_command(int argc, char **argv);
int bsim_trace_matrix_command(int argc, char **argv);

#endif
