/* trace_part.h - the part of a rank, as a recorder writes it (trace_stream.h), for traces that are made of other files
 * or of other traces: bsim_trace_merge_source makes a trace of the parts. */
#ifndef BSIM_TRACE_PART_H
#define BSIM_TRACE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/trace/trace.h"
#include "bsim/trace/trace_bytes.h"

/* What all ranks have in common. */
struct bsim_trace_head {
    int nrank;
    const char *program;
    int nfunction;
    char *const *function, *const *roles; /* mpi_calls.def */
    bool is_exact;                        /* calls have amounts */
};
/* Records of a part. A site is its place as people read it. */
void bsim_trace_put_head(struct bsim_bytes *bytes, const struct bsim_trace_head *head, int rank);
void bsim_trace_put_type(struct bsim_bytes *bytes, const struct bsim_trace_type *type);
void bsim_trace_put_site(struct bsim_bytes *bytes, const char *text);
void bsim_trace_put_note(struct bsim_bytes *bytes, const char *text);

struct bsim_trace_part {
    struct bsim_bytes bytes;
    const struct bsim_trace_head *head;
    int ntype, nsite;
    /* The calls that are there: their numbers in `text`, one behind the other. */
    struct bsim_trace_part_call {
        size_t at, n;
        uint64_t hash;
        int next; /* in the bucket; -1: none */
    } *call;
    int ncall, *bucket, nbucket;
    int64_t *text;
    size_t ntext, text_room;
};
/* Begins the part of a rank. The struct starts zeroed; it can be used for a rank after another. */
void bsim_trace_part_start(struct bsim_trace_part *part, const struct bsim_trace_head *head, int rank);
/* Each gives the number that calls name it by. */
int bsim_trace_part_type(struct bsim_trace_part *part, const struct bsim_trace_type *type);
int bsim_trace_part_site(struct bsim_trace_part *part, const char *text);
void bsim_trace_part_note(struct bsim_trace_part *part, const char *text);
/* A call, and its times. Its member `call` is not looked at. */
void bsim_trace_part_call(struct bsim_trace_part *part, const struct bsim_trace_event *event);
/* The rank has called MPI_Finalize. */
void bsim_trace_part_complete(struct bsim_trace_part *part);
void bsim_trace_part_end(struct bsim_trace_part *part);

#endif
