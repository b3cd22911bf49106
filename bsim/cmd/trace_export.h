/* trace_export.h - inside of bsim trace export: one function for each format. */
#ifndef BSIM_CMD_TRACE_EXPORT_H
#define BSIM_CMD_TRACE_EXPORT_H

#include <stdbool.h>

#include "bsim/base/error.h"

struct bsim_trace;

/* Trace events as JSON, which Perfetto's and Chrome's viewers read, into a file. */
bool bsim_export_perfetto(const struct bsim_trace *trace, const char *output, struct bsim_error *err);

/* Perfetto's own binary format, into a file. */
bool bsim_export_pftrace(const struct bsim_trace *trace, const char *output, struct bsim_error *err);

/* SimGrid's time-independent traces: a folder with a file for each rank, and the list of them, list.txt. flops: of the
 * calculation, in a second. */
bool bsim_export_ti(const struct bsim_trace *trace, const char *output, double flops, struct bsim_error *err);

/* GOAL schedules as text, for LogGOPSim, into a file. */
bool bsim_export_goal(const struct bsim_trace *trace, const char *output, struct bsim_error *err);

/* The three files of Paraver, OUTPUT.prv and the like. */
bool bsim_export_paraver(const struct bsim_trace *trace, const char *output, struct bsim_error *err);

/* The Open Trace Format 2: a new folder with the anchor file traces.otf2. */
bool bsim_export_otf2(const struct bsim_trace *trace, const char *output, struct bsim_error *err);

#endif
