/* trace.h - traces of MPI programs: a folder with trace.json, calls.zst and times.zst (docs/reference/trace.md).
 *
 * The calls of a rank are a grammar (trace_fold.h); ranks with equal calls share it. Every function that can fail sets
 * *err and leaves nothing behind. */
#ifndef BSIM_TRACE_H
#define BSIM_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/trace/trace_fold.h"
#include "bsim/trace/trace_spread.h"

#define BSIM_TRACE_SCHEMA "bsim-trace/1"
#define BSIM_TRACE_SCHEMA_SITES "bsim-trace/2" /* times are distributions, which version 1 did not have */
#define BSIM_TRACE_SCHEMA_WINDOW                                                                                       \
    "bsim-trace/3" /* calls outside of a window have no times, which version 2 did not have */

struct bsim_trace_type {
    int64_t builtin; /* MPICH's handle of a predefined datatype; 0: made by the program */
    int64_t size_bytes, extent_bytes;
    bool is_contiguous;
};

struct bsim_trace_structure; /* the calls of ranks with equal calls */

/* What a partial recording left without times (trace_repeat.h), of all ranks. All zero: nothing. */
struct bsim_trace_partial {
    double enough;
    int64_t calls, untimed_calls;         /* all; without times */
    int64_t open_calls;                   /* without times, and without a sample behind them */
    int64_t iterations, timed_iterations; /* of loops of which some iterations have no times */
    double apart;                         /* how far samples before and behind are apart at most, as a share */
    double recording_s, full_recording_s; /* what recording took; what it would have taken with all times */
    int64_t written_bytes, full_bytes;    /* that the recorders wrote; that they would have written */
};

/* The part of the run in which calls have times (bsim record --window). All zero: the whole run. */
struct bsim_trace_window {
    char *what;    /* as it was given: "10s-60s"; NULL: there is no window */
    int64_t calls; /* in it, of all ranks */
    /* Of each rank: the numbers, from 0, of its first call in the window and of the first one behind it. -1: the window
     * never opens. One that opens several times is the whole from its first opening to its last closing. */
    struct bsim_trace_window_rank {
        int64_t first, behind;
    } *rank;
};

struct bsim_trace {
    char *folder;
    char *program; /* as it was recorded; never NULL */
    int nrank;
    int nfunction;
    char **function; /* names without MPI_ */
    char **roles;    /* of the functions (mpi_calls.def) */
    int ntype;
    struct bsim_trace_type *type;
    int nsite;
    char **site; /* "app.c:12"; site 0 is "?" */
    int nnote;
    char **note; /* what the trace lacks */
    int ncut;
    int *cut;                       /* ranks whose recording ends before MPI_Finalize */
    double calculation_s, polled_s; /* of all ranks; the second one directly behind polls that found nothing */
    const char *clock;              /* of the calculation: "cpu", "wall", "virtual", or "none": there are no times */
    bool is_exact;                  /* events have amounts */
    bool is_by_site;                /* times are distributions (trace_spread.h), from which a walk draws */
    bool takes_means;               /* set behind the opening: a walk gives means instead */
    struct bsim_trace_partial partial;
    struct bsim_trace_window window;
    char *recording; /* the name that the logs of contents have (trace_content.h); NULL: there are none */
    int nstructure;
    struct bsim_trace_structure *structure;
    int *structure_of; /* of each rank */
    int64_t *nevent;   /* of each rank */
    bool *calculates;  /* of each rank: there is time between its calls */
    unsigned char *times;
    int64_t *times_at; /* of each rank, nrank + 1 */
    int64_t bytes;     /* of the files */
};

bool bsim_trace_open(struct bsim_trace *trace, const char *folder, struct bsim_error *err);
/* Only what trace.json says: all members up to `nstructure`. */
bool bsim_trace_open_head(struct bsim_trace *trace, const char *folder, struct bsim_error *err);
void bsim_trace_close(struct bsim_trace *trace);

/* A call. args: trace_calls.h; valid as long as the trace. call: its number in the rank's structure. amounts: pairs,
 * the bits of a double in seconds and how often it is added: the calculation before the call, exactly; none: gap_ns
 * tells it. */
struct bsim_trace_event {
    int function, site, call;
    int nargs, namounts;
    const int64_t *args, *amounts;
    int64_t gap_ns, inside_ns;
};

/* What must be known to whoever uses the times, as a clause: means in a partial recording, distributions, none
 * outside of a window. False: each call has its own. */
bool bsim_trace_tells_times(const struct bsim_trace *trace, char *text, size_t size);

/* How many different calls a rank makes, or the ranks of a structure make. */
int bsim_trace_ncall(const struct bsim_trace *trace, int rank);
int bsim_trace_structure_ncall(const struct bsim_trace *trace, int structure);
/* One of these calls, without times. */
void bsim_trace_call(const struct bsim_trace *trace, int structure, int call, struct bsim_trace_event *event);

/* A position in the calls of a rank. It must not be moved. What a step needs is in the first line of a cache. */
enum { BSIM_TRACE_LEVELS = 4 };
struct bsim_trace_cursor {
    const struct bsim_fold_node *node; /* of the structure's grammar */
    struct bsim_trace_level {
        int32_t node, behind;
        int64_t left;
    } *stack; /* `few`, or owned */
    int depth, room;
    bool calculates;
    struct bsim_trace_level few[BSIM_TRACE_LEVELS];
    const struct bsim_trace_structure *structure;
    const unsigned char *at;
    int64_t *last; /* gap of each call the last time, and behind all of them what each one took; owned */
    struct bsim_spread_walk spread; /* over distributions, if there are any; `last` has its sums */
};
void bsim_trace_cursor_start(struct bsim_trace_cursor *cursor, const struct bsim_trace *trace, int rank);
/* False at the end of the rank's calls. */
bool bsim_trace_next(struct bsim_trace_cursor *cursor, struct bsim_trace_event *event);
/* As bsim_trace_next, but tells only the number of the call, -1 at the end, and the calculation before it. A cursor
 * that has moved by the one cannot go on by the other. */
static inline int bsim_trace_step(struct bsim_trace_cursor *cursor, int64_t *gap_ns);
void bsim_trace_cursor_end(struct bsim_trace_cursor *cursor);

/* bsim_trace_step where it enters or leaves a rule, or there are times. */
int bsim_trace_step_far(struct bsim_trace_cursor *cursor, int64_t *gap_ns);
static inline int bsim_trace_step(struct bsim_trace_cursor *cursor, int64_t *gap_ns) {
    if (__builtin_expect(cursor->depth == 0 || cursor->calculates, 0))
        return bsim_trace_step_far(cursor, gap_ns);
    struct bsim_trace_level *top = &cursor->stack[cursor->depth - 1];
    int32_t at = top->node;
    int64_t left = top->left;
    if (left == 0) {
        if (++at == top->behind)
            return bsim_trace_step_far(cursor, gap_ns);
        left = cursor->node[at].count;
    }
    int32_t symbol = cursor->node[at].symbol;
    if (symbol < 0 || left == 0)
        return bsim_trace_step_far(cursor, gap_ns);
    top->node = at;
    top->left = left - 1;
    *gap_ns = 0;
    return symbol;
}

/* What a recording says of itself besides its calls. */
struct bsim_trace_about {
    char *const *argv;     /* the command, NULL at its end */
    const char *clock;     /* "cpu", "wall", "virtual", "none" */
    bool is_by_site;       /* times become distributions */
    const char *recording; /* NULL; or there are logs of contents, which move from the parts to the trace */
    /* NULL; or the parts are of a recording with a window. `rank` NULL: the parts tell where it is, else `rank` does.
     */
    const struct bsim_trace_window *window;
};
/* Makes the trace `folder` from the parts in the folder `parts` (trace_stream.h). The folder must not exist, or be a
 * trace, which is replaced. */
bool bsim_trace_merge(const char *parts, const char *folder, const struct bsim_trace_about *about,
                      struct bsim_error *err);

/* As bsim_trace_merge, from parts that are made one after the other. part: the bytes of the part of a rank, valid until
 * the next call; false and *err on failure. name: of the whole, for messages. */
struct bsim_trace_source {
    const char *name;
    bool (*part)(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err);
    void *data;
};
bool bsim_trace_merge_source(const struct bsim_trace_source *source, const char *folder,
                             const struct bsim_trace_about *about, struct bsim_error *err);

/* trace_capture.c: as bsim_trace_merge, from what the runtime has written about simulated ranks (trace_capture.h). */
bool bsim_trace_from_capture(const char *capture, const char *folder, char *const *argv, struct bsim_error *err);

#endif
