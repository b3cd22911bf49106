/* check.h - inside of the checker of bsim check: calls, findings, requests, what the sources of lmpi/check share.
 *
 * The checker stands between a program and the layer: a program that bsimcc --check links calls __wrap_MPI_X (wrap.c),
 * which looks at the arguments, calls MPI_X, and looks at the result. What no single call shows comes through
 * lmpi/core/checker.h. A run of bsim check has one shard, so nothing here is locked. */
#ifndef LMPI_CHECK_H
#define LMPI_CHECK_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lmpi/core/checker.h"

/* ---- calls ---- */

enum check_family {
#define MPI_FAMILY(family) CHECK_FAMILY_##family,
#define MPI_CALL(...)
#define MPI_FACT(...)
#include "lmpi/mpi_calls.def"
#undef MPI_CALL
#undef MPI_FACT
};

enum check_id {
#define MPI_FACT(...)
#define MPI_CALL(ret, name, params, args, family, roles) CHECK_##name,
#include "lmpi/mpi_calls.def"
#undef MPI_CALL
#undef MPI_FACT
    CHECK_CALLS
};

/* An MPI function: "MPI_Send", a letter for each parameter (mpi_calls.def), "(const void *buf, int count, ...)". */
typedef struct check_function {
    const char *name, *roles;
    enum check_family family;
    const char *parameters;
} check_function;
extern const check_function lmpi_check_functions[CHECK_CALLS];

enum { CHECK_ARGUMENTS = 16, CHECK_REQUESTS_SEEN = 64 };

/* A call under way, on the stack of its rank. */
typedef struct check_call {
    enum check_id id;
    const void *site;
    const intptr_t *a; /* the arguments, as numbers */
    bool live;         /* it is looked at: not one that another MPI function made */
    int nseen;         /* requests that a completion got */
    MPI_Request *seen; /* owned; their handles before the call */
    bool told;         /* what the layer will say of it */
    intptr_t freed;    /* the handle that it frees */
    bool is_large;     /* it is MPI_X_c: its lists have elements of MPI_Count */
} check_call;

static inline const check_function *check_function_of(const check_call *call) {
    return &lmpi_check_functions[call->id];
}

/* The argument with the n-th occurrence (from 0) of a role; -1: there is none. */
int lmpi_check_place(const check_call *call, char role, int n);

/* Whether a program runs, and no call of MPI. */
bool lmpi_check_in_program(void);
/* Before and after the function itself. */
void lmpi_check_enter(check_call *call);
void lmpi_check_leave(check_call *call, int result);
void lmpi_check_calls_program(lmpi_in_program *outer, bool combines);
void lmpi_check_program_returns(const lmpi_in_program *outer);

/* The address under which other ranks reach private static data of the running rank; other addresses are unchanged. */
intptr_t lmpi_check_alias(const check_call *call, intptr_t address);
intptr_t lmpi_check_shared_address(intptr_t address);
intptr_t lmpi_check_shared_address_of(int rank, intptr_t address);

/* ---- findings ---- */

enum check_category {
    CHECK_INVALID_PARAMETER,
    CHECK_RESOURCE_LEAK,
    CHECK_REQUEST_LIFECYCLE,
    CHECK_LOCAL_CONCURRENCY,
    CHECK_PARAMETER_MATCHING,
    CHECK_MESSAGE_RACE,
    CHECK_CALL_ORDERING,
    CHECK_EPOCH_LIFECYCLE,
    CHECK_GLOBAL_CONCURRENCY,
    CHECK_CRASH,
    CHECK_CATEGORIES
};

/* A call that takes part in a finding. */
typedef struct check_place {
    int rank;
    const char *call; /* "MPI_Send" */
    const void *site;
} check_place;
/* Of a call of the running rank. */
static inline check_place lmpi_check_here(const check_call *call) {
    return (check_place){bsim_self->id, check_function_of(call)->name, call->site};
}
enum { CHECK_PLACES = 16 };

/* Adds a finding. error: "type-mismatch"; findings with equal error and equal call sites are one, with a count. */
void lmpi_check_found(enum check_category category, const char *error, int nplaces, const check_place *places,
                      const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Where the program crashed, if that is no call: "file.c:12". Must stay there. */
void lmpi_check_crashed_at(const char *place);
/* Whether a finding has these two places, in any order. */
bool lmpi_check_has_told(const check_place places[2]);
/* As lmpi_check_found for the call under way of the running rank. */
#define CHECK_FOUND(call, category, error, ...)                                                                        \
    lmpi_check_found(category, error, 1, &(check_place){bsim_self->id, check_function_of(call)->name, (call)->site},   \
                     __VA_ARGS__)
/* Ends the run after a finding with which it cannot go on. */
_Noreturn void lmpi_check_stop(const check_call *call, const char *why);

/* The error that may end the run with this text has been told. */
void lmpi_check_explains(const char *text);

/* Writes the findings to the file that bsim check has named (BSIM_CHECK). */
void lmpi_check_write(void);
/* What the file says besides: decisions of wildcard receives, and whether the program asked for the time. */
void lmpi_check_decided(int alternatives);
extern bool lmpi_check_asked_time;
/* What the program does may depend on which rank is first: it has a window, or looks whether something is there. */
extern bool lmpi_check_in_any_order;

/* ---- datatypes (types.c) ---- */

/* The basic types of one element in order: runs of equal ones. */
typedef struct check_signature {
    struct check_basics {
        MPI_Datatype type;
        int64_t count;
    } *at; /* owned */
    int count, room;
    bool unknown; /* too long to be looked at */
} check_signature;

/* Adds count elements of a datatype. */
void lmpi_check_signature(check_signature *s, int64_t count, MPI_Datatype type);
void lmpi_check_signature_free(check_signature *s);
/* Whether data of signature `sent` may be received into `wanted`: equal, or its beginning if `prefix`. */
bool lmpi_check_fits(const check_signature *sent, const check_signature *wanted, bool prefix);
/* Adds the elements that some bytes of the data of a signature are, behind others. The last one may be there in part.
 * Returns false if they do not begin with an element. */
bool lmpi_check_signature_part(check_signature *part, const check_signature *of, int64_t skip, int64_t bytes);
/* "4 MPI_INT, 2 MPI_DOUBLE". */
char *lmpi_check_signature_text(const check_signature *s, char *text, size_t size);

/* ---- memory that a call reads or writes (spans.c) ---- */

typedef struct check_span {
    uintptr_t begin, end;
} check_span;
typedef struct check_spans {
    check_span *at; /* owned; sorted by begin */
    int count, room;
    bool unknown;  /* too many to be looked at */
    bool overlaps; /* two of them overlap */
} check_spans;

/* What a call reads (role b or x), or writes (r or x) (buffers.c). */
void lmpi_check_spans_of_call(const check_call *call, bool writes, check_spans *spans);
/* Adds what so many elements of a type take at an address; when all are added they must be sorted. */
void lmpi_check_spans_add(check_spans *spans, intptr_t address, int64_t count, MPI_Datatype type);
void lmpi_check_spans_sort(check_spans *spans);
/* Adds a piece to sorted spans that do not overlap, if they are not more than `most` then. Returns false if it was
 * there already. */
bool lmpi_check_spans_cover(check_spans *spans, uintptr_t begin, uintptr_t end, int most);
/* Takes one piece of memory out of sorted spans. */
void lmpi_check_spans_remove(check_spans *spans, check_span piece);
/* What so many elements of a type take at an address. */
void lmpi_check_spans_of_data(check_spans *spans, intptr_t address, int64_t count, MPI_Datatype type);
/* The first address that both have; 0: they have none in common. */
uintptr_t lmpi_check_spans_common(const check_spans *a, const check_spans *b);
bool lmpi_check_spans_meet(const check_spans *a, const check_spans *b);
uint64_t lmpi_check_spans_digest(const check_spans *spans);
void lmpi_check_spans_free(check_spans *spans);
check_spans lmpi_check_spans_copy(const check_spans *spans);

/* ---- which of many operations use a piece of memory (ranges.c) ---- */

/* An index of spans and their owners. An empty one is zero. */
typedef struct check_ranges {
    struct check_range *root; /* owned */
} check_ranges;

/* Adds the spans of an owner, which are sorted; takes the same spans out again. number: differs between owners, and is
 * higher for newer ones. */
void lmpi_check_ranges_add(check_ranges *ranges, const check_spans *spans, uint64_t number, void *owner);
void lmpi_check_ranges_remove(check_ranges *ranges, const check_spans *spans, uint64_t number);
/* Calls visit for all owners that have memory in common with the spans, until it returns false: for some of them more
 * than once, and for some that only have memory nearby. visit must not change the index. */
typedef bool check_visit(void *owner, void *context);
void lmpi_check_ranges_visit(const check_ranges *ranges, const check_spans *spans, check_visit *visit, void *context);

/* Whether a call has a root, and the given rank is not it (buffers.c). */
bool lmpi_check_is_other_than_root(const check_call *call, int world);

/* ---- requests (requests.c) ---- */

/* A message that was sent and has not met its receive, as long as *is is the number. */
typedef struct check_waiting {
    const uint64_t *is;
    uint64_t number;
} check_waiting;

typedef struct check_request {
    struct check_request *next, *previous;
    struct check_request *same; /* with the same hash of the handle */
    MPI_Request handle;         /* 0: of a one-sided operation without one */
    MPI_Win win;                /* of a one-sided operation: its window, and the target */
    int target;
    bool is_of_window; /* it is a one-sided operation with a request */
    check_call call;   /* that made it; its arguments are in argument */
    intptr_t argument[CHECK_ARGUMENTS];
    const void *started; /* call site of its start; of a persistent one the last MPI_Start */
    bool persistent, active, ever;
    bool told;       /* a use of its memory by the program, at its place */
    bool lost;       /* told at MPI_Finalize, where it was not complete */
    bool freed, met; /* freed while active; its message has met its other side since */
    int other;       /* met: that rank, and the time at which it was */
    uint32_t time;
    check_waiting message;       /* that it has sent last */
    bool told_open;              /* that it was not complete when its file was closed */
    check_spans reads, writes;   /* while it is active */
    uint64_t number;             /* of its memory in the index */
    uint64_t looked;             /* the look at users of memory that has met it last (overlaps.c) */
    struct check_access *access; /* of MPI_Rget and its like: of the target's memory, while it is open; not owned */
    check_spans given[2];        /* of a persistent collective, whose lists of counts may be gone when it starts */
    uint64_t digest;             /* of reads when it started, or of writes */
} check_request;

/* ---- ranks ---- */

enum { CHECK_RECENT = 64 };

typedef struct check_rank {
    int depth; /* MPI calls of the rank that are under way, within each other, since the last callback began */
    const check_call *current;
    bool combines; /* it is in an operator of the program, which works on buffers of operations under way */
    check_request *requests;
    check_request **by_handle; /* hash table of requests (requests.c) */
    int nslots, nhandles;
    int nunnamed, nof_windows;     /* requests without a handle; those of one-sided operations */
    check_ranges reading, writing; /* memory of active requests (overlaps.c) */
    struct check_object *objects;
    struct check_object *freed;      /* the latest, by handle (objects.c) */
    struct check_epoch *epochs;      /* that it has begun (epochs.c) */
    struct check_packed *packed;     /* in its memory (packed.c) */
    struct check_group_call *groups; /* groups.c */
    uint32_t *clock, *arriving;      /* clocks.c: of all ranks; what messages have brought and no call has taken yet */
    struct check_brought *brought;   /* clocks.c: what comes with requests */
    struct check_access *open;       /* windows.c: operations that are not complete */
    struct check_access *recent[CHECK_RECENT]; /* accesses by the program, by call site */
    struct check_doubt *doubts;                /* polls.c: loads that may be polls */
    uint32_t calls, progress;                  /* polls.c: calls of MPI and pauses; those that wait for others */
    int active;                                /* requests with spans */
    check_span watched;                        /* from the first to the last address that any of them has */
    int nfreed;                                /* those that were freed while active */
    check_waiting sent;                        /* the last message of the current call */
    int truncated; /* messages that were too long, and told as such; the layer reports each later */
} check_rank;
extern check_rank *lmpi_check_ranks; /* by world rank */

void lmpi_check_requests_enter(check_call *call);
void lmpi_check_requests_leave(check_call *call, int result);
void lmpi_check_requests_at_finalize(void);
check_request *lmpi_check_request_of(int world, MPI_Request handle);
/* The running rank calls MPI_Finalize, or ends without it after its last session: what it has left. */
void lmpi_check_rank_is_over(void);
/* A message of a rank has met its receive. */
void lmpi_check_send_met(int rank, uint64_t number, int receiver);
/* Forgets freed requests whose operations the running rank knows to be over. */
void lmpi_check_requests_known(void);
/* The memory of an active request becomes the operation's, or is no longer its: around each change of reads and writes.
 */
void lmpi_check_memory_taken(check_request *r);
void lmpi_check_memory_left(const check_request *r);
/* The active requests of the running rank that use memory, each once, until visit, which gets a check_request, returns
 * false. only_writers: those that write. */
void lmpi_check_users_of(const check_spans *spans, bool only_writers, check_visit *visit, void *context);
/* Tells the active requests with which a call or request of the running rank must not share this memory. */
void lmpi_check_overlap(const check_spans *reads, const check_spans *writes, const char *name, const void *site);
/* Looks for another operation under way with memory of this call, or of a persistent request that it starts. */
void lmpi_check_overlaps(const check_call *call);
void lmpi_check_start_overlaps(const check_call *call, const check_request *started);
/* A receive of a request gets its message: its buffer must be as it was. */
void lmpi_check_receive_untouched(const lmpi_request *receive);
/* Looks whether the memory that an operation under way only reads is as it was. */
void lmpi_check_unchanged(const check_request *r);
/* Partitions are ready, or one has arrived (partitions.c). */
void lmpi_check_partitions(const check_call *call);
/* The program itself reads or writes memory: any (access.c); it may be a buffer of an operation under way. */
void lmpi_check_look(const void *address, size_t size, bool writes, const void *site);
bool lmpi_check_is_looking(void); /* false: that looks at nothing now */
void lmpi_check_access(uintptr_t address, size_t size, bool writes, const void *site);

/* Whether the memory that a call names is there (memory.c). */
void lmpi_check_memory(const check_call *call);
/* How memory that MPI uses ends, as findings tell it. */
typedef struct check_leaving {
    const char *what; /* "the function returns" */
    const char *buffer_error, *buffer_text;
    const char *window_error, *window_text;
} check_leaving;
/* A function of the program returns, whose stack frame ends at an address. */
void lmpi_check_frame_left(uintptr_t end, const void *site);
/* The program frees a block of malloc, or resizes it; then it is elsewhere. */
void lmpi_check_block_freed(const void *memory, size_t bytes, const void *site);
void lmpi_check_block_moved(const void *memory, size_t bytes);

/* ---- one-sided communication (clocks.c, windows.c, epochs.c) ---- */

/* The clocks are kept from the first window or file on, or the first request that is freed while active. */
extern bool lmpi_check_has_clocks;
void lmpi_check_clocks_start(void);
/* The time of a rank: it goes on when others may learn of it. */
uint32_t lmpi_check_now(int rank);
/* Whether a rank has seen the end of another one's time. */
bool lmpi_check_has_seen(int rank, int other, uint32_t time);
/* A clock that knows nothing yet; owned by the caller. */
uint32_t *lmpi_check_clock_new(void);
/* What a rank has seen goes into a clock, and the rank's next time begins. */
void lmpi_check_release(int rank, uint32_t *into);
/* A rank gets to know what a clock has seen: now; or when its call returns (MPI_REQUEST_NULL) or a request is complete.
 * from may be null then. */
void lmpi_check_acquire(int rank, const uint32_t *from);
void lmpi_check_arrives(int rank, const uint32_t *from, MPI_Request handle);
/* A message goes from a rank to another one at once. */
void lmpi_check_message(int from, int to, MPI_Request handle);
/* A request of the running rank is over. known: the rank knows it now. */
void lmpi_check_request_brings(MPI_Request handle, bool known);
void lmpi_check_clocks_leave(const check_call *call);
void lmpi_check_clocks_meet(const struct lmpi_coll_run *run);

extern bool lmpi_check_has_windows;
/* Takes the memory of a window that all ranks have freed, and keeps it for a while, so that uses of it are told. */
void lmpi_check_window_memory(void *memory, int64_t size);
/* Memory of the running rank from begin to end is no longer there: whether a window was, which is then told. */
bool lmpi_check_regions_left(uintptr_t begin, uintptr_t end, const check_leaving *how, const void *site);
/* The program reads or writes memory that may be a window's. orders: by a variable that is volatile or atomic. */
void lmpi_check_window_access(uintptr_t address, size_t size, bool does_write, bool orders, const char *call,
                              const void *site);
/* A one-sided operation without a request uses its buffers; then it is complete at the origin. target: -1 for all. */
void lmpi_check_request_of_window(const check_call *call, MPI_Win win, int target);
void lmpi_check_requests_of_window_end(MPI_Win win, int target);
void lmpi_check_epochs_enter(check_call *call);
void lmpi_check_epochs_leave(check_call *call);
void lmpi_check_epochs_at_finalize(void);
/* The operation of a request, which its wait completes at the target, too. */
void lmpi_check_request_is_over(struct check_access *access);
void lmpi_check_buffers_in_windows(const check_call *call);
/* polls.c: the running rank calls MPI, or pauses (CHECK_FAMILY_LOCAL). */
void lmpi_check_polls_call(enum check_family family);

/* ---- the rest ---- */

void lmpi_check_arguments(const check_call *call);
void lmpi_check_objects_leave(const check_call *call);
void lmpi_check_objects_enter(check_call *call);
void lmpi_check_objects_at_finalize(void);
void lmpi_check_files_enter(check_call *call);
void lmpi_check_files_leave(const check_call *call);
/* The running rank accesses a file, before a read is cut at its end; has opened it; or synchronizes its data with it,
 * and perhaps closes it (file_data.c). */
struct lmpi_access;
struct lmpi_rma_op;
struct lmpi_rma_args;
struct lmpi_file;
void lmpi_check_file_access(const struct lmpi_access *access);
void lmpi_check_operation_begins(struct lmpi_rma_op *op, const struct lmpi_rma_args *args); /* packed_moves.c */
void lmpi_check_operation_moves(struct lmpi_rma_op *op);
void lmpi_check_file_opened(const struct lmpi_file *file);
void lmpi_check_file_synced(const struct lmpi_file *file, bool closes);
/* The program has opened a file by a function of the C library (openings.c). */
void lmpi_check_opened(const char *path, const char *mode, const char *call, const void *site);
/* The streams and descriptors of the program are looked at; a stream is open now (streams.c). */
void lmpi_check_streams_start(void);
void lmpi_check_stream_opened(const char *path, const char *mode, FILE *stream);
/* Handles of objects that the rank has freed, or that are not complete yet: the run ends then (handles.c). */
void lmpi_check_handles(const check_call *call);
/* The construction of a type that a call is given and the rank has not committed; false: there is none. */
bool lmpi_check_uncommitted(const check_call *call, check_place *made);
void lmpi_check_sent(lmpi_message *m, const struct lmpi_side *side);
void lmpi_check_met(const lmpi_request *receive, const lmpi_message *m, const struct lmpi_side *side);
int lmpi_check_choose(int rank, const struct bsim_site *site, bool probes, lmpi_message *const *messages, int n);
void lmpi_check_collective(const struct lmpi_coll_run *run);
void lmpi_check_pair(const struct lmpi_coll_call *from, lmpi_coll_data sent, const struct lmpi_coll_call *to,
                     lmpi_coll_data received);
/* Where a member called a collective; of a persistent one, where its request was made. */
check_place lmpi_check_member(const struct lmpi_coll_call *member);
/* Where a waiting message was sent. */
check_place lmpi_check_sender(const lmpi_message *m);
void lmpi_check_unreceived(void);
void lmpi_check_deadlock(void);
/* Calls that pack, unpack, or write what was packed; packed data of a rank that are no longer there (packed.c). */
void lmpi_check_packed_enter(const check_call *call);
void lmpi_check_packed_leave(const check_call *call);
void lmpi_check_packed_forget(int rank, uintptr_t begin, uintptr_t end);
/* The running rank copies memory, or frees a block, or has resized it: it is elsewhere then. */
void lmpi_check_packed_copied(void *to, const void *from, size_t bytes, const void *site);
void lmpi_check_packed_block_freed(const void *memory, size_t bytes);
void lmpi_check_packed_block_moved(const void *memory, size_t bytes);
/* A call of MPI_Comm_create_group or its like, and at a deadlock whether members that wait in it differ, which is then
 * told. */
void lmpi_check_groups_enter(const check_call *call);
bool lmpi_check_groups_differ(void);
/* In which order ranks come: "first" or "last" are slow (BSIM_CHECK_PACE; pace.c); and a wait behind a call. */
void lmpi_check_pace_start(const char *text);
void lmpi_check_pace(const check_call *call);
/* Reads the decisions to take (BSIM_CHECK_CHOICES). */
void lmpi_check_choices(const char *text);
/* Gives each rank its own copy of the static data of objects that bsimcc --check has compiled. */
void lmpi_check_statics_start(void);

#endif
