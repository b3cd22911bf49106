/* record.h - a recorded call under way, and what records it. Shared by libbsim-record.so (record.c), which records a
 * program under the real MPI, and the runtime (lmpi/capture/), which records a program on simulated ranks. */
#ifndef LMPI_RECORD_H
#define LMPI_RECORD_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "lmpi/record/record_handles.h"
#include "lmpi/record/record_queue.h"

/* The functions of mpi_calls.def, by their place there. */
#define MPI_CALL(ret, name, params, args, family, roles) RECORD_##name,
enum record_function {
#include "lmpi/mpi_calls.def"
    RECORD_FUNCTIONS
};

enum { RECORD_MOST_ARGS = 16 };

/* A recorded process, or a simulated rank. */
struct record_state {
    struct record_handles handles;
    struct record_queue queue;
    int64_t *numbers; /* owned: the arguments of the present call */
    size_t nnumbers, numbers_room;
    MPI_Request *before;  /* owned: the requests of the present call before it */
    MPI_Status *statuses; /* owned: of the present call, if the program ignores them */
    int *near;            /* owned: neighbours */
    size_t before_room, statuses_room, near_room;
};

struct record_call {
    struct record_state *in; /* NULL: the call is not recorded */
    int function;
    const char *name, *roles; /* name: without MPI_ */
    const void *site;
    int64_t arg[RECORD_MOST_ARGS]; /* as they were given; pointers as numbers */
    int64_t gap, entry_ns;         /* nanoseconds */
    uint64_t mark;                 /* of a partial recording: equal if all arguments are that are no addresses */
    bool is_large;                 /* a function MPI_X_c: lists are of MPI_Count and MPI_Aint */
    bool is_untimed;               /* expected by a partial recording: only `gap` is known, by the time of day */
    bool is_outside;               /* of the window (record_window.h): it has no times */
};

/* An argument that is a pointer. */
static inline void *record_argument(const struct record_call *call, int i) {
    return (void *)(uintptr_t)call->arg[i];
}

#endif
