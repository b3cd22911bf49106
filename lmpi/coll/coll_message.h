/* coll_message.h - inside of the times of collectives: one message between two members, in the parts that a program of
 * sends, receives and waits has (coll_program.c). Clocks are K numbers each. */
#ifndef LMPI_COLL_MESSAGE_H
#define LMPI_COLL_MESSAGE_H

#include "bsim/network/network.h"
#include "lmpi/coll/coll.h"

/* An operation that a member completes when it waits. */
typedef struct lmpi_pending {
    const struct bsim_path *path;
    double bytes;
    const double *ready; /* K times */
    enum bsim_done what;
} lmpi_pending;

/* A member's clock. */
static inline double *lmpi_coll_clock(const lmpi_coll_run *run, int member) {
    return run->t + (size_t)member * (size_t)bsim_context.nscen;
}

/* Counts a message of src. */
void lmpi_coll_count(lmpi_coll_run *run, int src, int64_t bytes);
/* Member src starts a send on its clock t, which goes on to the release; *arrive is as network.h says. Counts it. */
void lmpi_coll_start(lmpi_coll_run *run, int src, int dst, int64_t bytes, double *t, double *arrive);
/* Whether a send to dst is over at its release. */
bool lmpi_coll_is_eager(const lmpi_coll_run *run, int src, int dst, int64_t bytes);
/* The send has met its receive, which was posted at rpost. Sets what each side has to wait for; *ready is K times of
 * room for the receive, sready for the send, which matters if it is not eager. */
void lmpi_coll_meet(lmpi_coll_run *run, int src, int dst, int64_t bytes, const double *release, const double *arrive,
                    const double *rpost, double *sready, double *ready);
lmpi_pending lmpi_coll_pending(const lmpi_coll_run *run, int src, int dst, int64_t bytes, bool is_send,
                               const double *ready);
/* MPI_Waitall on clock t: each scenario completes operations in the order in which they are due; ties: the order
 * of the list. order has room for n numbers. */
void lmpi_coll_complete(const lmpi_pending *list, int n, int *order, double *t);

#endif
