/* trace_vector.h - the computation vector of one rank that was replayed (docs/reference/bsim-replay.md): the
 * calculation before each of its calls. */
#ifndef BSIM_TRACE_VECTOR_H
#define BSIM_TRACE_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"

struct bsim_trace;

#define BSIM_VECTOR_SCHEMA "bsim-replayed/1"

struct bsim_vector {
    char *program, *recording, *host, *date; /* owned; recording: of the trace */
    const char *clock;                       /* "cpu" or "wall" */
    int rank, nrank;
    int64_t n, *gap_ns; /* owned; of each call */
    int64_t nreplayed;  /* the first calls, which were replayed; that of the others is scaled (bsim_vector_scale) */
    int64_t received_bytes;
    double recorded_s, replayed_s; /* calculation; recorded_s: 0 if the trace has no times */
};

/* Makes the vector of the part that a replayed rank wrote. Its calls must be those of the trace. */
bool bsim_vector_from_part(struct bsim_vector *vector, const char *part, const struct bsim_trace *trace, int rank,
                           struct bsim_error *err);
bool bsim_vector_write(const struct bsim_vector *vector, const char *path, struct bsim_error *err);
/* Reads a file, and checks that it belongs to the trace. */
bool bsim_vector_read(struct bsim_vector *vector, const char *path, const struct bsim_trace *trace,
                      struct bsim_error *err);
void bsim_vector_free(struct bsim_vector *vector);

/* Writes the trace `folder`: that of `trace`, in which the calculation of each rank is that of vector_of[rank]. argv:
 * what the new trace tells as its command. */
bool bsim_trace_replace(const struct bsim_trace *trace, const struct bsim_vector *const *vector_of, const char *folder,
                        char *const *argv, struct bsim_error *err);

#endif
