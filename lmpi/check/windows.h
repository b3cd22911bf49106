/* windows.h - accesses of windows' memory (windows.c), and the calls that make and end them (epochs.c). */
#ifndef LMPI_CHECK_WINDOWS_H
#define LMPI_CHECK_WINDOWS_H

#include "lmpi/check/check.h"

enum check_access_kind { CHECK_PUT, CHECK_GET, CHECK_ACCUMULATE, CHECK_SWAP, CHECK_LOAD, CHECK_STORE };
/* How the memory's lock is held by the rank that accesses it. */
enum check_lock { CHECK_UNLOCKED, CHECK_SHARED, CHECK_EXCLUSIVE };

/* An access of a window's memory: by an operation, or by the program itself. */
typedef struct check_access {
    struct check_access *next;            /* of the same memory */
    struct check_access *open, **open_at; /* operations of the same origin that are not complete; what points to this */
    int rank;                             /* that accesses; world rank */
    int world;                            /* whose memory it is */
    enum check_access_kind kind;
    bool returns;     /* it returns data, so it is over when they are there */
    bool passive;     /* in an epoch of a lock */
    bool orders;      /* by the program: of a volatile or atomic variable */
    uint32_t written; /* an operation that may set a flag: the flag's number of writes (flags.c) */
    enum check_lock lock;
    MPI_Op op;
    MPI_Datatype basic; /* of accumulating ones; 0: several */
    MPI_Win win;
    int target;               /* rank in the window's communicator */
    MPI_Request handle;       /* of MPI_Rget and its like, whose wait completes it, or 0 */
    uint32_t begun, done;     /* times of the rank (clocks.c) */
    uint32_t seen;            /* by the program: it was compared with so many operations */
    uint32_t calls, progress; /* by the program: those of its rank at the last load (polls.c) */
    check_place place;
    check_spans spans; /* owned */
    check_span nearby; /* by the program: what the index has for it, which is more than its spans (windows.c) */
    uint64_t number;   /* in the index */
    uint64_t looked;   /* the access with which it was compared last */
} check_access;

/* A rank (that of the place) opens memory to a window, and the running rank closes it. base: null for all of the
 * window. made: the layer has made the memory, which ends with the window: lmpi_check_regions_freed; it may be told
 * again, with the rank's own place. */
void lmpi_check_region_add(MPI_Win win, const void *base, int64_t size, check_place place, bool made);
void lmpi_check_regions_freed(MPI_Win win, check_place place);
/* Memory of the running rank that is this window's already; null: there is none. */
const check_place *lmpi_check_region_at(MPI_Win win, const void *base, int64_t size);
void lmpi_check_region_remove(MPI_Win win, const void *base);
/* The running rank synchronizes a window: where it has changed its memory since it did so last. call null: nowhere. */
check_place lmpi_check_region_synchronized(MPI_Win win);
/* What a finding tells of two accesses: whose memory it is, what they do with it, and where in it. */
typedef struct check_conflict {
    int world;
    const char *first, *second; /* "written" */
    long long offset;
} check_conflict;
void lmpi_check_conflict_found(const check_place places[2], const check_conflict *what);
/* polls.c: a load of the program came before another access that nothing orders: a poll perhaps. The running rank loads
 * memory again, maybe in a poll. Those that a rank has not repeated are told when it frees the window (MPI_WIN_NULL:
 * all). */
void lmpi_check_poll_begins(const check_access *load, const check_access *other, check_conflict what, uintptr_t at);
void lmpi_check_poll_repeats(uintptr_t begin, uintptr_t end, const void *site);
void lmpi_check_polls_end(int rank, MPI_Win win);
/* An operation on the memory of a rank has begun. Its spans become the list's. */
void lmpi_check_operation(check_access *operation);
/* Operations of the running rank with a target (-1: all) are complete there. only_reads: only those that return data.
 */
void lmpi_check_operations_done(MPI_Win win, int target, bool only_reads);
struct lmpi_win;
/* asserts.c: what a call asserts, or what it does against an assertion. */
void lmpi_check_asserts(const check_call *call, const struct lmpi_win *win);
void lmpi_check_asserts_forget(MPI_Win win);
/* flags.c: whether an operation may set a flag: it changes one element, or as few bytes. */
bool lmpi_check_may_be_flag(const check_access *operation);
/* An operation may have set a flag; a rank has set one in shared memory; it has read memory that may be one.
 */
void lmpi_check_flag_written(check_access *operation);
uint32_t lmpi_check_flag_set(int rank, const check_spans *spans);
/* A rank has stored a plain variable that may be a flag; whether so many were that no more are noted. */
void lmpi_check_plain_flag_set(int rank, const check_spans *spans);
bool lmpi_check_plain_flags_are_many(void);
/* An atomic operation of a rank has read memory that may be a flag; whether one did so after an operation had set it.
 */
void lmpi_check_flag_seen(int rank, const check_spans *spans);
bool lmpi_check_flag_was_seen(int rank, const check_access *operation);
void lmpi_check_flag_read(int rank, const check_spans *spans);
/* epochs.c: whether ranks have called MPI_Win_sync, by which they order loads and stores with flags of their own. */
bool lmpi_check_window_is_synced(MPI_Win win);
/* Whether it is so, and ranks share the memory: stores of plain variables may set flags. */
bool lmpi_check_window_has_plain_flags(MPI_Win win);
/* Whether all atomic operations at a time have one operator, without MPI_NO_OP (the hint accumulate_ops). */
bool lmpi_check_window_has_one_op(MPI_Win win);
/* epochs.c: the lock that the running rank holds of the memory of a rank. */
enum check_lock lmpi_check_own_lock(MPI_Win win, int world);

#endif
