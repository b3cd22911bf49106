/* stackless.h - point-to-point calls of ranks that wait without a stack (bsim/kernel/cursor.h).
 *
 * A call either is over when its function returns true, or waits: when the rank runs again, lmpi_stackless_end ends it.
 * What the call needs meanwhile is in a struct lmpi_waiting, which must not move. The calls have no data, check
 * nothing, and are not traced; the times and statistics are those of the MPI functions. */
#ifndef LMPI_STACKLESS_H
#define LMPI_STACKLESS_H

#include "lmpi/p2p/wait.h"

struct lmpi_waiting {
    struct bsim_site *site; /* NULL: no call has waited yet */
    double start_s;         /* the rank's clock when the call began */
    double since_s;         /* and when it began to wait for `request` */
    struct {
        int count;
        MPI_Request *requests;                                          /* NULL: it waits for `request` */
    } all;                                                              /* for which it waits */
    _Alignas(lmpi_request) unsigned char request[sizeof(lmpi_request)]; /* no lmpi_request: that ends with its times,
                                                                           of which it needs none here */
    MPI_Request both[2];                                                /* of MPI_Sendrecv */
};

/* Whether calls need be no others than these: nothing but the engine looks at them. */
bool lmpi_stackless_suffices(void);

bool lmpi_stackless_send(struct lmpi_waiting *w, const lmpi_side *side, const lmpi_call *call);
bool lmpi_stackless_recv(struct lmpi_waiting *w, const lmpi_side *side, const lmpi_call *call);
bool lmpi_stackless_sendrecv(struct lmpi_waiting *w, const lmpi_side *out, const lmpi_side *in, const lmpi_call *call);
/* MPI_Wait or MPI_Waitall. The requests must be the running rank's, or null; they must stay where they are. */
bool lmpi_stackless_wait(struct lmpi_waiting *w, int count, MPI_Request *requests, const lmpi_call *call);
void lmpi_stackless_end(struct lmpi_waiting *w);

/* Why the rank waits. */
struct bsim_wait lmpi_stackless_reason(const struct lmpi_waiting *w);

#endif
