/* rank_extension.h - state that only some ranks need: parked calls, polls, an attached buffer, indexes of long queues.
 */
#ifndef LMPI_RANK_EXTENSION_H
#define LMPI_RANK_EXTENSION_H

#include "lmpi/core/lmpi_internal.h"

/* A parked call: its answer depends on virtual time (probe, test, wait for any), so it has suspended its rank until
 * time_s. Then the rank continues and looks again. Lives on the rank's stack.
 *
 * A call that finds its answer known does not park. Whether it does depends on the order in which ranks run, so a
 * parked call must also continue as soon as it would not have parked: `alone`, `open` and `is_poll` say when that is.
 * Else it would wait for the next decision by virtual time, and how many decisions are taken before it continues would
 * depend on the order. */
struct lmpi_parked {
    double now_s;        /* clock of the rank */
    double time_s;       /* when the decision is due; HUGE_VAL: nothing is known yet that could answer the call */
    int comm, peer, tag; /* an incoming message that matches these ends the parking too; comm -1: none does */
    bool any_comm;       /* comm matches any communicator */
    bool alone;          /* the first such message is the answer whenever it comes */
    bool is_poll;        /* anything that it looks for and that is there by now_s ends the parking */
    bool early;          /* the call continues before time_s */
    int open;            /* > 0: when so many of the marked requests are matched, the answer is known */
};

struct lmpi_rank_extension {
    struct lmpi_parked *parked;
    struct lmpi_polls *polls; /* poll.c: polls without success at this time */
    void *attached;           /* MPI_Buffer_attach */
    int64_t attached_bytes;
    struct lmpi_posted_index *posted_index;         /* index_posted.c; NULL until a queue was long */
    struct lmpi_unexpected_index *unexpected_index; /* index_unexpected.c */
    struct lmpi_matched *matched;                   /* probe.c: messages of matched probes, by their handles */
    int matched_room;
    int tool_inits; /* MPI_T_init_thread less MPI_T_finalize */
    int sessions;   /* MPI_Session_init less MPI_Session_finalize */
    int duplicates; /* calls of MPI_Type_dup */
    double *watch;  /* K > 1: a message that arrives before these times would have changed an answer already given */
    const struct lmpi_coll_taken *collective; /* coll.c: whose steps the rank takes; NULL: none */
    struct lmpi_answers *answers;             /* match_late.c: what was answered, by virtual time */
};

struct lmpi_rank_extension *lmpi_rank_extension_new(lmpi_rank *rank);
static inline struct lmpi_rank_extension *lmpi_extension(lmpi_rank *rank) {
    return rank->extension ? rank->extension : lmpi_rank_extension_new(rank);
}

#endif
