/* win.h - windows of one-sided communication: the objects behind MPI_Win, their members, and errors.
 *
 * A window is one object with one handle for all members of its communicator. Functions of lmpi/rma run alone
 * (engine.h), and what happens at a target happens in events, while no rank runs. So nothing here needs locks. */
#ifndef LMPI_WIN_H
#define LMPI_WIN_H

#include "bsim/kernel/users.h"
#include "lmpi/coll/coll_meet.h"
#include "lmpi/match/match.h"

typedef struct lmpi_win lmpi_win;
typedef struct lmpi_rma_op lmpi_rma_op; /* rma.h */

/* What a member is in the middle of, as an origin. READY: a fence has begun an epoch in which nothing was done yet. */
enum lmpi_epoch {
    LMPI_EPOCH_NONE,
    LMPI_EPOCH_READY,
    LMPI_EPOCH_FENCE,
    LMPI_EPOCH_START,
    LMPI_EPOCH_LOCK,
    LMPI_EPOCH_ALL
};

/* How an origin holds the lock of a target. ASKED: it is on its way there, or waits there. */
enum lmpi_held { LMPI_HELD_NOT, LMPI_HELD_ASKED, LMPI_HELD_SHARED, LMPI_HELD_EXCLUSIVE, LMPI_HELD_UNCHECKED };

/* What an origin has with one target. done, got and came are K times each. */
typedef struct lmpi_rma_peer {
    struct lmpi_rma_peer *next;          /* of the same slot, see lmpi_win_member.peers */
    int target;                          /* rank in the window's communicator */
    uint8_t held;                        /* enum lmpi_held */
    bool lazy;                           /* MPI_Win_lock_all: the first operation asks for the lock */
    bool started;                        /* it is in the group of MPI_Win_start */
    int open, open_gets;                 /* operations that are not complete; those of them that return data */
    lmpi_rma_op *waiting, *waiting_last; /* have come to the target, which has not granted the lock yet */
    double times[]; /* done: all operations are complete; got: those that return data; came: the last one */
} lmpi_rma_peer;

/* A request for the lock of a member, or its holder. */
typedef struct lmpi_rma_ask {
    struct lmpi_rma_ask *next;
    int origin; /* rank in the window's communicator */
    bool exclusive;
    lmpi_rma_op *op; /* blocking: granted when the lock is; NULL: see lmpi_rma_peer.lazy */
    double times[];  /* K: when it came */
} lmpi_rma_ask;

/* Memory of a dynamic window. */
typedef struct lmpi_region {
    char *base;
    int64_t size;
} lmpi_region;

typedef struct lmpi_win_member {
    char *base;
    MPI_Aint size;
    int disp_unit;
    lmpi_region *regions; /* of a dynamic window, in the order of attaching */
    int nregions;
    void *owned; /* memory that belongs to the window */
    MPI_Info info;
    int error; /* of an operation of this member, found at its target; told at the next call */
    char *error_text;
    bool open; /* not freed */
    /* as an origin */
    uint8_t epoch;         /* enum lmpi_epoch */
    int locks;             /* targets that it has locked one by one */
    int open_ops;          /* of all peers */
    lmpi_rma_peer **peers; /* hash table by target; 2^peer_bits slots */
    int npeers, peer_bits;
    int waits_for;      /* while it is blocked: the target whose operations must be complete; or LMPI_RMA_* */
    bool waits_locally; /* only those that return data */
    lmpi_group *access; /* of MPI_Win_start */
    /* as a target */
    bool exposed;
    int exposed_to;         /* origins of MPI_Win_post */
    MPI_Request *completes; /* receives of their completion */
    int holders, holder;    /* of its lock: how many, and one of them */
    bool exclusive;
    lmpi_rma_ask *asks, *asks_last;
    struct bsim_user asked; /* the last request for the lock; */
    bool asked_exclusive;   /* whether it was for the lock alone */
    double *free_s;         /* K: when the lock was given up last, exclusively and by anyone (2 K); NULL: never */
    double *changed_s;      /* K: when an operation last changed its memory; NULL: never */
    uint64_t changes;
    /* polling (rma_poll.c) */
    struct {
        const void *site;
        double clock_s, began_s;
        uint64_t changes;
        int count, idle;
        bool parked;
    } poll;
} lmpi_win_member;

struct lmpi_win {
    MPI_Win handle;
    int index; /* in the table */
    int flavor;
    lmpi_comm *comm;         /* its own */
    int users;               /* members that have not freed it */
    int64_t under_way;       /* operations that exist; the window ends after the last of them */
    bool is_shared;          /* MPI_Win_allocate_shared */
    lmpi_win_member *member; /* by rank of the communicator */
};

/* NULL if the handle is no window of the running rank. */
lmpi_win *lmpi_win_of(MPI_Win handle);
/* The running rank in the window's communicator, and its part. */
static inline int lmpi_win_rank(const lmpi_win *win) {
    return lmpi_comm_rank(win->comm, bsim_self->id);
}
static inline lmpi_win_member *lmpi_win_self(const lmpi_win *win) {
    return &win->member[lmpi_win_rank(win)];
}

/* MPI_ERR_ARG if an assertion has more than the allowed bits (MPI-4.0, 12.5.5); else MPI_SUCCESS. */
int lmpi_win_check_assert(lmpi_win *win, const lmpi_call *call, int assert, int allowed);
/* Reports an error to the handler of a window; of MPI_COMM_WORLD if win is NULL. Returns the code. The default handler
 * is MPI_ERRORS_ARE_FATAL. */
int lmpi_win_error(lmpi_win *win, const lmpi_call *call, int error_class, const char *format, ...)
    __attribute__((format(printf, 4, 5), cold));
int lmpi_win_bad(const lmpi_call *call, MPI_Win handle);

/* Defines `variable`, or reports that the handle is not valid and returns. call: an lmpi_call. */
#define LMPI_WIN_OR_FAIL(variable, handle, the_call)                                                                   \
    lmpi_win *variable = lmpi_win_of(handle);                                                                          \
    if (!variable)                                                                                                     \
    return lmpi_win_bad(the_call, handle)

/* An operation of the window has ended. */
void lmpi_win_op_over(lmpi_win *win);

/* win_info.c: deletes the attributes of the running rank as the window is freed. */
int lmpi_win_delete_attributes(const lmpi_win *win);

#endif
