/* grequest.c - generalized requests: the program completes them itself. One is ready at the time of
 * MPI_Grequest_complete. */
#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/p2p/wait.h"

struct lmpi_general {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra;
};

int MPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                       MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request) {
    LMPI_ENTER;
    struct bsim_site *site = bsim_site_at(LMPI_SITE, "MPI_Grequest_start");
    site->calls++;
    struct lmpi_general *g = bsim_alloc(sizeof *g);
    *g = (struct lmpi_general){query_fn, free_fn, cancel_fn, extra_state};
    lmpi_request *r = lmpi_request_new();
    lmpi_request_fill_own(r, LMPI_REQ_GENERAL, g, site);
    *request = lmpi_request_handle(r);
    return MPI_SUCCESS;
}

int MPI_Grequest_complete(MPI_Request request) {
    LMPI_ENTER;
    lmpi_call call = {"MPI_Grequest_complete", LMPI_SITE};
    lmpi_request *r = request == MPI_REQUEST_NULL ? NULL : lmpi_request_of(request);
    if (!r || r->kind != LMPI_REQ_GENERAL || r->state == LMPI_REQ_MATCHED)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_REQUEST,
                          "the request (%#x) is none that MPI_Grequest_start gave, or is complete", (unsigned)request);
    bsim_site_at(call.ret, call.name)->calls++;
    bsim_clock_copy(lmpi_request_ready(r), bsim_self->clock);
    r->other_s = bsim_self->clock[0];
    lmpi_deliver_collective(r);
    return MPI_SUCCESS;
}

int lmpi_general_end(lmpi_request *r, MPI_Status *status) {
    struct lmpi_general *g = r->buffer;
    MPI_Status own, *at = status == MPI_STATUS_IGNORE ? &own : status;
    lmpi_status_empty(at);
    LMPI_IN_PROGRAM(false);
    int error = g->query ? g->query(g->extra, at) : MPI_SUCCESS, freed = g->free ? g->free(g->extra) : MPI_SUCCESS;
    bsim_free(g);
    return error ? error : freed;
}

int lmpi_general_status(const lmpi_request *r, MPI_Status *status) {
    const struct lmpi_general *g = r->buffer;
    MPI_Status own, *at = status == MPI_STATUS_IGNORE ? &own : status;
    lmpi_status_empty(at);
    LMPI_IN_PROGRAM(false);
    return g->query ? g->query(g->extra, at) : MPI_SUCCESS;
}

int lmpi_general_cancel(const lmpi_request *r) {
    const struct lmpi_general *g = r->buffer;
    LMPI_IN_PROGRAM(false);
    return g->cancel ? g->cancel(g->extra, r->state == LMPI_REQ_MATCHED) : MPI_SUCCESS;
}
