/* wait.h - what waiting, testing and persistent calls share about requests. */
#ifndef LMPI_WAIT_H
#define LMPI_WAIT_H

#include "lmpi/p2p/p2p.h"

int lmpi_requests_check(const lmpi_call *call, int count, const MPI_Request requests[]);

/* The request if it is active, else NULL. The handle must have been checked. */
lmpi_request *lmpi_active(MPI_Request handle);

/* A matched request that costs nothing and has no time of its own: eager sends, MPI_PROC_NULL, cancelled. */
static inline bool lmpi_is_free(const lmpi_request *r) {
    return r->flags & LMPI_REQ_CANCELLED || (r->kind == LMPI_REQ_SEND && r->protocol != BSIM_RENDEZVOUS) ||
           r->protocol == BSIM_MIXED;
}

static inline double lmpi_ready_s(lmpi_request *r) {
    return lmpi_is_free(r) ? 0 : lmpi_request_ready(r)[0];
}

/* Whether the request is matched and ready at these times (scenario 0 decides; others that differ diverge). */
static inline bool lmpi_is_ready(lmpi_request *r, const double *now, const lmpi_call *call) {
    if (r->state != LMPI_REQ_MATCHED)
        return false;
    if (lmpi_is_free(r))
        return true;
    const double *ready = lmpi_request_ready(r);
    bool answer = ready[0] <= now[0];
    for (int k = 1; k < bsim_nscen; k++)
        if ((ready[k] <= now[k]) != answer)
            bsim_diverge(k, call->ret);
    return answer;
}

/* The index of the active request that is ready first in scenario K, the lowest among those ready now; -1 if none is
 * known. *unknown: there are active ones that are not matched. */
int lmpi_ready_first(int count, const MPI_Request requests[], const double *now, int k, bool *unknown);

/* A request tells the parked rank when it is matched (on, if it is not yet), or no longer. What all eager sends share
 * is matched, and several threads read it. */
static inline void lmpi_set_parked(lmpi_request *r, bool on) {
    if (r != &lmpi_sent)
        r->parked = on && r->state == LMPI_REQ_PENDING;
}
void lmpi_mark_parked(int count, const MPI_Request requests[], bool on);

/* Completes a matched request on CLOCK and frees it, or makes it inactive. */
int lmpi_retire(lmpi_request *r, const lmpi_call *call, MPI_Request *handle, MPI_Status *status, double *clock,
                double *wait_s);

/* Retires all that are ready at the times UNTIL, in the order of the array. */
int lmpi_retire_ready(const lmpi_call *call, int count, MPI_Request requests[], int *outcount, int indices[],
                      MPI_Status statuses[], const double *until, double *wait_s);

int lmpi_wait_all(const lmpi_call *call, int count, MPI_Request requests[], MPI_Status statuses[], double *wait_s);

/* Fills WHY for a wait on requests. list points to {int count; const MPI_Request *requests}. */
void lmpi_wait_reason(struct bsim_wait *why, const lmpi_call *call, const void *list);

#endif
