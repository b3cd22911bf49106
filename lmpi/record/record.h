/* record.h - inside of libbsim-record.so: a call under way, and its arguments as numbers of the trace. */
#ifndef LMPI_RECORD_H
#define LMPI_RECORD_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "lmpi/record/record_handles.h"

/* The functions of mpi_calls.def, by their place there. */
#define MPI_CALL(ret, name, params, args, family, roles) RECORD_##name,
enum record_function {
#include "lmpi/mpi_calls.def"
    RECORD_FUNCTIONS
};

enum { RECORD_MOST_ARGS = 16 };

struct record_call {
    int function;
    const char *name, *roles; /* name: without MPI_ */
    const void *site;
    int64_t arg[RECORD_MOST_ARGS]; /* as they were given; pointers as numbers */
    int64_t gap, entry_ns;         /* nanoseconds */
    bool is_on;                    /* the call is recorded */
};

/* Puts the numbers of a call's arguments (bsim/trace/trace_calls.h), without requests, into the list of numbers.
 * *source_at, *tag_at: where the list says that any source or tag will do; else -1. */
void record_encode(const struct record_call *call, int *source_at, int *tag_at);

/* The list of numbers. */
void record_numbers_clear(void);
void record_number(int64_t value);
int64_t *record_numbers(int *n);

/* What the trace lacks: the function's name without MPI_, and the rest of the clause. */
void record_lacks(const char *name, const char *why);

#endif
