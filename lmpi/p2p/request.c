/* request.c - MPI_Request_free and MPI_Cancel. */
#include "lmpi/capture/capture.h"
#include "lmpi/p2p/partitioned.h"
#include "lmpi/p2p/poll.h"
#include "lmpi/p2p/wait.h"

int MPI_Request_free(MPI_Request *request) {
    LMPI_CAPTURE(MPI_Request_free, (request));
    lmpi_call call = {"MPI_Request_free", LMPI_SITE};
    lmpi_request *r = lmpi_request_of(*request);
    if (!r)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST,
                          "the request (%#x) is none of this rank's", (unsigned)*request);
    if (lmpi_is_partitioned(r))
        return lmpi_partitioned_free(&call, request);
    if (r->kind == LMPI_REQ_COLL && r->state == LMPI_REQ_INACTIVE) {
        struct lmpi_awaited *awaited = r->buffer;
        *request = MPI_REQUEST_NULL;
        bsim_site_at(call.ret, call.name)->calls++;
        awaited->drop(awaited);
        lmpi_request_recycle(r);
        return MPI_SUCCESS;
    }
    if (r->kind == LMPI_REQ_COLL)
        return lmpi_error(
            MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST,
            r->flags & LMPI_REQ_PERSISTENT
                ? "the request is of a persistent collective that is under way"
                : "the request is of a non-blocking collective, which must be completed by a wait or a test");
    if (r->kind == LMPI_REQ_GENERAL && r->state != LMPI_REQ_MATCHED)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST,
                          "a generalized request is freed before MPI_Grequest_complete, which is not supported");
    if (r->kind == LMPI_REQ_GENERAL)
        lmpi_general_end(r, MPI_STATUS_IGNORE);
    MPI_Request handle = *request;
    *request = MPI_REQUEST_NULL;
    bsim_site_at(call.ret, call.name)->calls++;
    if (r == &lmpi_sent) {
        bsim_site_numbered(handle & LMPI_HANDLE_INDEX)->open--;
        return MPI_SUCCESS;
    }
    if (r->kind == LMPI_REQ_BOTH) {
        lmpi_both_free(r);
        return MPI_SUCCESS;
    }
    if (lmpi_is_open(r)) {
        r->flags = (uint8_t)((r->flags & ~LMPI_REQ_PERSISTENT) | LMPI_REQ_FREED); /* freed when it is matched */
        return MPI_SUCCESS;
    }
    lmpi_take_kept(r);
    lmpi_request_recycle(r);
    return MPI_SUCCESS;
}

/* Cancels a pending receive if no message has matched it at the rank's time. Sends are not cancelled: they are under
 * way. */
int MPI_Cancel(MPI_Request *request) {
    LMPI_CAPTURE(MPI_Cancel, (request));
    lmpi_call call = {"MPI_Cancel", LMPI_SITE};
    int error = lmpi_requests_check(&call, 1, request);
    if (error)
        return error;
    lmpi_request *r = lmpi_active(*request);
    bsim_site_at(call.ret, call.name)->calls++;
    if (!r)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST, "the request is not active");
    if (r->kind == LMPI_REQ_GENERAL)
        return lmpi_general_cancel(r);
    if (r->kind == LMPI_REQ_COLL)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST,
                          "the request is of a non-blocking collective, which cannot be cancelled");
    if (lmpi_is_partitioned(r))
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST,
                          "the request is of partitioned communication, which cannot be cancelled");
    if (r->kind == LMPI_REQ_BOTH)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST,
                          "the request is of a send and a receive, which cannot be cancelled");
    if (r->kind != LMPI_REQ_RECV)
        return MPI_SUCCESS;
    if (r->state == LMPI_REQ_PENDING)
        lmpi_poll_settle_requests(&call, 1, request);
    BSIM_ALONE; /* receives that are no longer held back may meet sends of other shards */
    if (r->state != LMPI_REQ_PENDING)
        return MPI_SUCCESS;
    lmpi_rank *rank = lmpi_self();
    lmpi_posted_withdraw(rank, r);
    r->flags |= LMPI_REQ_CANCELLED;
    r->state = LMPI_REQ_MATCHED;
    if (r->peer == MPI_ANY_SOURCE) {
        rank->wildcards--;
        lmpi_release_posted(rank);
    }
    lmpi_decide_update(bsim_self->id);
    return MPI_SUCCESS;
}
