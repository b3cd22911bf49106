/* wait.h - completion of requests, for waiting, testing and persistent calls. */
#ifndef LMPI_WAIT_H
#define LMPI_WAIT_H

#include "lmpi/p2p/p2p.h"

int lmpi_requests_check(const lmpi_call *call, int count, const MPI_Request requests[]);

/* The status of a request that is no receive: of an access to a file with its bytes. */
static inline void lmpi_status_other(const lmpi_request *r, MPI_Status *status) {
    lmpi_status_empty(status);
    if (r && r->kind == LMPI_REQ_FILE && status != MPI_STATUS_IGNORE)
        lmpi_status_set(status, status->MPI_SOURCE, status->MPI_TAG, r->bytes);
}

/* grequest.c: a generalized request is complete: its query and free functions run, and the error code of one of them is
 * returned; only the query function, for MPI_Request_get_status; its cancel function. */
int lmpi_general_end(lmpi_request *r, MPI_Status *status);
int lmpi_general_status(const lmpi_request *r, MPI_Status *status);
int lmpi_general_cancel(const lmpi_request *r);

/* sendrecv.c: whether a message of MPI_Sendrecv is surely eager, and leaves without its receive. */
bool lmpi_always_eager(const lmpi_side *side);

/* The two sides of MPI_Sendrecv and MPI_Isendrecv. MPI_SUCCESS, or the code of the error that was reported.
 */
int lmpi_sides_check(lmpi_side *out, lmpi_side *in, const lmpi_call *call, const void *sendbuf, int sendcount,
                     MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                     int source, int recvtag, MPI_Comm comm, bool real);
/* The same where one buffer is replaced: the data are sent from *copy, since the receive may overwrite the buffer
 * first. NULL: there are none; else to be freed when the send is complete. */
int lmpi_sides_replace(lmpi_side *out, lmpi_side *in, const lmpi_call *call, void *buf, int count, MPI_Datatype type,
                       int dest, int sendtag, int source, int recvtag, MPI_Comm comm, bool real, void **copy);

/* isendrecv.c: a request for a send and a receive is complete: sets the status, and frees its halves; it is freed
 * before that. */
int lmpi_both_end(lmpi_request *r, const lmpi_call *call, MPI_Status *status);
void lmpi_both_status(const lmpi_request *r, MPI_Status *status);
void lmpi_both_free(lmpi_request *r);

/* The request if it is active, else NULL. The handle must have been checked. */
lmpi_request *lmpi_active(MPI_Request handle);

/* Whether the completion of a matched request takes no time: eager sends, MPI_PROC_NULL, cancelled requests. */
static inline bool lmpi_is_free(const lmpi_request *r) {
    return r->flags & LMPI_REQ_CANCELLED || (r->kind == LMPI_REQ_SEND && r->protocol != BSIM_RENDEZVOUS) ||
           r->protocol == BSIM_MIXED;
}

static inline double lmpi_ready_s(lmpi_request *r) {
    return lmpi_is_free(r) ? 0 : lmpi_request_ready(r)[0];
}

/* Whether the request is matched and ready at these times. Scenario 0 decides; scenarios that differ diverge. */
static inline bool lmpi_is_ready(lmpi_request *r, const double *now, const lmpi_call *call) {
    bsim_decides();
    if (r->state != LMPI_REQ_MATCHED)
        return false;
    if (lmpi_is_free(r))
        return true;
    const double *ready = lmpi_request_ready(r);
    bool answer = ready[0] <= now[0];
    for (int k = 1; k < bsim_context.nscen; k++)
        if ((ready[k] <= now[k]) != answer)
            bsim_diverge(k, call->ret);
    return answer;
}

/* The index of the active request that is ready first in scenario k; of those that are ready now, the lowest index. -1
 * if none is known. *unknown: some active requests are not matched. */
int lmpi_ready_first(int count, const MPI_Request requests[], const double *now, int k, bool *unknown);

/* Marks a request, if its times are not known: its matching resumes its parked owner. Returns how many it has marked.
 * lmpi_sent is never pending, and several threads share it, so it is left alone. */
static inline int lmpi_mark(lmpi_request *r) {
    if (r == &lmpi_sent || r->parked & LMPI_MARKED || !lmpi_is_open(r))
        return 0;
    r->parked |= LMPI_MARKED;
    return 1;
}
static inline void lmpi_unmark(lmpi_request *r) {
    if (r != &lmpi_sent)
        r->parked = lmpi_is_open(r) ? LMPI_ASKED : 0;
}
int lmpi_mark_all(int count, const MPI_Request requests[]);
void lmpi_unmark_all(int count, const MPI_Request requests[]);

/* Completes a matched request, advances the clock, and frees the request or makes it inactive. Returns its error code.
 */
int lmpi_retire(lmpi_request *r, const lmpi_call *call, MPI_Request *handle, MPI_Status *status, double *clock,
                double *wait_s);

/* Completes all requests that are ready at the times `until`, in the order of the array. */
int lmpi_retire_ready(const lmpi_call *call, int count, MPI_Request requests[], int *outcount, int indices[],
                      MPI_Status statuses[], const double *until, double *wait_s);

/* MPI_Waitall without the check of its requests, and its two parts. The first one: whether the running rank must block,
 * which the caller then does. */
int lmpi_wait_all(const lmpi_call *call, int count, MPI_Request requests[], MPI_Status *statuses, double *wait_s);

bool lmpi_must_wait_all(int count, const MPI_Request requests[]);
int lmpi_complete_all(const lmpi_call *call, int count, MPI_Request requests[], MPI_Status *statuses, double *wait_s);

/* MPI_Testall without the check of its requests. */
int lmpi_test_all(const lmpi_call *call, int count, MPI_Request requests[], int *flag, MPI_Status *statuses);

/* Fills why for a wait on requests. list: a struct lmpi_request_list, or one like it. */
struct lmpi_request_list {
    int count;
    const MPI_Request *requests;
};
void lmpi_wait_reason(struct bsim_wait *why, const lmpi_call *call, const void *list);

#endif
