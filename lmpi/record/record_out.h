/* record_out.h - inside of libbsim-record.so: the raw stream of this process (bsim/trace/trace_stream.h). */
#ifndef LMPI_RECORD_OUT_H
#define LMPI_RECORD_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An event that has not been written yet. args: owned. open: arguments that are not known yet. */
struct record_event {
    int function, nargs, open;
    int64_t site, gap, inside;
    int64_t *args;
};

/* Makes FOLDER/rank-R.part. functions: names and roles by number. Ends the program with a message if the file cannot be
 * written. */
void record_out_open(const char *folder, int rank, int size, const char *const (*functions)[2], int n);
void record_out_close(bool complete);
bool record_out_is_open(void);

/* Writes what is there to the file once in a second. now_ns: any clock. */
void record_out_tick(int64_t now_ns);

/* Writes an event, after all events before it. Returns a number for record_out_fix, if `open` is not 0. */
int64_t record_out_event(int function, int64_t site, const int64_t *args, int nargs, int64_t gap, int64_t inside,
                         int open);
/* Sets argument `index` of an event that was open, or keeps it (index -1), and closes it by one. */
void record_out_fix(int64_t event, int index, int64_t value, int closes);

/* The numbers of a datatype and of a place; they are written when they are first used. */
int64_t record_out_type(int64_t builtin, int64_t size, int64_t extent, int contiguous);
int64_t record_out_site(const void *address);
/* Tells what the trace lacks, once for each text. */
void record_out_note(const char *text);

void *record_grow(void *array, size_t used, size_t *room, size_t each);
_Noreturn void record_fail(const char *what);

#endif
