/* rma.h - operations of one-sided communication, from their start at the origin to their end.
 *
 * An operation is a message from its origin to its target. When the message has come, an event (engine.h) moves the
 * data, so that operations of several ranks on one memory happen in the order of virtual time, whatever the order in
 * which ranks run. Data go back to the origin as a second message. Neither needs the target's processor. */
#ifndef LMPI_RMA_H
#define LMPI_RMA_H

#include "lmpi/rma/win.h"

enum lmpi_rma_kind {
    LMPI_RMA_PUT,
    LMPI_RMA_GET,
    LMPI_RMA_ACCUMULATE,
    LMPI_RMA_FETCH,
    LMPI_RMA_SWAP,
    LMPI_RMA_LOCK,
    LMPI_RMA_UNLOCK
};

/* times: K, when the message comes, or came, to the target; then when the operation is complete at the origin. */
struct lmpi_rma_op {
    struct bsim_event event;
    struct lmpi_rma_op *next; /* lmpi_rma_peer.waiting */
    lmpi_win *win;
    int origin, target;       /* ranks in the window's communicator */
    uint8_t kind;             /* enum lmpi_rma_kind */
    bool real;                /* it moves data */
    bool is_reply;            /* its second message is on its way */
    bool granted;             /* LMPI_RMA_LOCK: the answer has come */
    bool exclusive;           /* of the lock */
    double asked_s, waited_s; /* LMPI_RMA_LOCK: when it came to the target, and how long it waited there; scenario 0 */
    MPI_Op op;
    struct bsim_site *site;
    char *at; /* in the memory of the target; NULL: that does not exist */
    int64_t disp;
    int target_count, result_count;
    MPI_Datatype target_type, result_type;
    int64_t bytes, reply_bytes; /* what the two messages carry */
    void *result;
    void *data;  /* packed data of the origin; of LMPI_RMA_SWAP: the value, then what it is compared with */
    void *known; /* the checker's; null: nothing */
    lmpi_request *request;
    void (*came)(struct lmpi_rma_op *op); /* called by the event */
    double times[];
};

/* ---- rma_wire.c ---- */

/* A new operation of the running rank; zeroed. */
lmpi_rma_op *lmpi_rma_new(lmpi_win *win, int kind, int target, struct bsim_site *site);
void lmpi_rma_free(lmpi_rma_op *op);
/* Sends the message of an operation from the running rank, whose clock goes on to its release. came is called when it
 * has come, with the time in op->times. */
void lmpi_rma_send(lmpi_rma_op *op, void (*came)(lmpi_rma_op *op));
/* Sends so many bytes back from the target, at op->times, without its processor. came: as above. */
void lmpi_rma_reply(lmpi_rma_op *op, int64_t bytes, void (*came)(lmpi_rma_op *op));
/* Adds the latency from the target back to the origin to op->times: of an acknowledgement. */
void lmpi_rma_acknowledge(lmpi_rma_op *op);

/* lmpi_deliver_rma: the message of an operation has passed cards or links. */
void lmpi_rma_deliver(lmpi_message *m);

/* ---- rma_data.c ---- */

/* Moves the data of an operation that has come to its target. */
void lmpi_rma_move(lmpi_rma_op *op);
/* Memory for the data of an operation, whose content is not known; of so many bytes. */
void *lmpi_rma_data_new(size_t size);
void lmpi_rma_data_free(void *data, size_t size);
/* The bytes that count elements of a type take from an address on: from *low to before *high. */
void lmpi_rma_extent(MPI_Datatype type, int64_t count, int64_t *low, int64_t *high);

/* ---- rma_op.c ---- */

lmpi_rma_peer *lmpi_rma_peer_of(lmpi_win_member *member, int target);
/* NULL if there is nothing with this target. */
lmpi_rma_peer *lmpi_rma_peer_find(const lmpi_win_member *member, int target);
static inline double *lmpi_rma_done(lmpi_rma_peer *peer) {
    return peer->times;
}
static inline double *lmpi_rma_got(lmpi_rma_peer *peer) {
    return peer->times + bsim_context.nscen;
}
static inline double *lmpi_rma_came(lmpi_rma_peer *peer) {
    return peer->times + 2 * bsim_context.nscen;
}
/* The arguments of an operation. */
typedef struct lmpi_rma_args {
    const lmpi_call *call;
    int kind;
    bool real; /* MPI_*, else LMPI_* */
    const void *origin;
    int origin_count;
    MPI_Datatype origin_type;
    const void *compare;
    void *result;
    int result_count;
    MPI_Datatype result_type;
    int target;
    MPI_Aint disp;
    int target_count;
    MPI_Datatype target_type;
    MPI_Op op;
    MPI_Win win;
    MPI_Request *request;
} lmpi_rma_args;
/* Checks and starts an operation. Returns an MPI error code. */
int lmpi_rma_start(const lmpi_rma_args *args);
/* Goes on with an operation of MPI_Win_lock_all whose lock has been granted. */
void lmpi_rma_perform(lmpi_rma_op *op);

/* ---- rma_flush.c ---- */

enum { LMPI_RMA_ALL = -3, LMPI_RMA_NOTHING = -2 }; /* instead of a target; neither is MPI_PROC_NULL */
/* Blocks until the running rank's operations are complete (locally: those that return data): with one target, or with
 * all. Its clock goes on to their completion. Returns the seconds of that. */
double lmpi_rma_flush(lmpi_win *win, const lmpi_call *call, int target, bool locally);
/* An operation is complete: its origin may wait for it. */
void lmpi_rma_wake(lmpi_win *win, int origin);
/* Returns the code of an error that was found at a target meanwhile, which is reported. */
int lmpi_rma_late_error(lmpi_win *win, const lmpi_call *call);

/* ---- rma_lock.c ---- */

/* An operation of MPI_Win_lock_all has come to its target. True if the origin has the lock; else it waits. */
bool lmpi_rma_may_go(lmpi_rma_op *op);

/* ---- rma_poll.c ---- */

/* Set by what makes the calls of a trace: how often they were made tells of times only. */
extern bool lmpi_rma_ignores_polls;
/* The running rank has called a function that waits for nothing; limit: so many such calls at one time are a loop that
 * polls the window's memory. Then it waits for a change. */
void lmpi_rma_polls(lmpi_win *win, const lmpi_call *call, int limit);
/* The memory of a member has changed at the K times. */
void lmpi_rma_changed(lmpi_win *win, int target, const double *time);

#endif
