/* rank_extension.h - what only some ranks need: an undecided wildcard, a parked call, an attached buffer. */
#ifndef LMPI_RANK_EXTENSION_H
#define LMPI_RANK_EXTENSION_H

#include "lmpi/core/lmpi_internal.h"

/* A call whose answer depends on virtual time (probe, test, wait for any) has parked its rank until time_s; then the
 * rank goes on and looks. Lives on the rank's stack. */
struct lmpi_parked {
    double now_s;        /* clock of the rank */
    double time_s;       /* of the decision; HUGE_VAL: nothing is known yet that could end it */
    int comm, peer, tag; /* a message of this kind that comes in ends it too; comm -1: none */
    bool any_comm;       /* of this kind, in any communicator */
    bool alone;          /* the first such message, or the one request marked, is the answer whenever it comes */
};

struct lmpi_rank_extension {
    struct lmpi_parked *parked;
    struct lmpi_polls *polls; /* poll.c: what was polled for without success at this clock */
    void *attached;           /* Buffer_attach */
    int attached_bytes;
    struct lmpi_posted_index *posted_index;         /* index_posted.c; NULL until a queue was long */
    struct lmpi_unexpected_index *unexpected_index; /* index_unexpected.c */
    double *watch; /* K > 1: a message that arrives before this would have changed an answer given already */
};

struct lmpi_rank_extension *lmpi_rank_extension_new(lmpi_rank *rank);
static inline struct lmpi_rank_extension *lmpi_extension(lmpi_rank *rank) {
    return rank->extension ? rank->extension : lmpi_rank_extension_new(rank);
}

#endif
