/* record_out.h - inside of libbsim-record.so: the raw stream of this process (bsim/trace/trace_stream.h). */
#ifndef LMPI_RECORD_OUT_H
#define LMPI_RECORD_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lmpi/record/record_queue.h"

/* Makes FOLDER/rank-R.part. functions: names and roles by number. Ends the program with a message if the file cannot be
 * written. */
void record_out_open(const char *folder, int rank, int size, const char *const (*functions)[2], int n);
void record_out_close(bool complete);
bool record_out_is_open(void);

/* From here on a thread writes what is there to the file twice in a second, also while the recorded one waits. */
void record_out_watch(void);
/* Writes what is there to the file once in a second. now_ns: any clock. */
void record_out_tick(int64_t now_ns);

/* Only the iterations of loops that are needed get their times (bsim/trace/trace_repeat.h). */
void record_out_be_partial(double enough, int64_t reading_ns);
/* Whether calls are left without times at present. */
bool record_out_leaves_times(void);
/* Whether the next call needs no times, if it is this one. ahead: events that were not written yet. mark: as of
 * record_event. */
bool record_out_expects(size_t ahead, int function, const void *site, uint64_t mark);
/* The nanoseconds that recording a call takes: with times, without. */
void record_out_cost(const int64_t ns[2]);

/* What the run has had, for a window in which there is no call: nanoseconds, calls of the window's function. */
void record_out_ran(int64_t ran_ns, int64_t ncall);

/* Writes an event (struct record_queue.write). */
void record_out_event(void *unused, const struct record_event *event);

/* The numbers of a datatype and of a place; they are written when they are first used. */
int64_t record_out_type(int64_t builtin, int64_t size, int64_t extent, int contiguous);
int64_t record_out_site(const void *address);
/* Tells what the trace lacks, once for each text. */
void record_out_note(const char *text);

_Noreturn void record_fail(const char *what);

#endif
