/* isendrecv.c - MPI_Isendrecv and MPI_Isendrecv_replace: a send and a receive with one request.
 *
 * Each has a request of its own, a half, that the program does not see. The request is matched when both are, and waits
 * for it complete the half first that is ready first. */
#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/p2p/wait.h"

static lmpi_request *whole_new(struct lmpi_both *both, struct bsim_site *site) {
    lmpi_request *r = lmpi_request_new();
    lmpi_request_fill_own(r, LMPI_REQ_BOTH, both, site);
    r->other_s = bsim_self->clock[0];
    return r;
}

static lmpi_request *half_new(lmpi_request *whole) {
    lmpi_request *r = lmpi_request_new();
    r->flags = LMPI_REQ_HALF;
    r->state = LMPI_REQ_PENDING;
    r->whole = whole;
    return r;
}

/* MPICH posts the receive first, then starts the send. copy: what out sends from, owned by the request; or NULL. */
static void start(const lmpi_call *call, const lmpi_side *out, const lmpi_side *in, void *copy, MPI_Request *request) {
    lmpi_trace_side(call, out);
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    site->calls++;
    struct lmpi_both *both = bsim_alloc(sizeof *both);
    lmpi_request *whole = whole_new(both, site);
    *both = (struct lmpi_both){.send = half_new(whole), .recv = half_new(whole), .copy = copy};
    lmpi_recv_start(in, both->recv, site);
    lmpi_request_hold_type(both->recv);
    lmpi_send_start(out, both->send, site);
    lmpi_request_hold_type(both->send);
    /* A half that begins as a matched one does not say so. */
    if (both->send->state == LMPI_REQ_MATCHED && both->recv->state == LMPI_REQ_MATCHED) {
        lmpi_both_times(whole);
        whole->state = LMPI_REQ_MATCHED;
    }
    *request = lmpi_request_handle(whole);
    lmpi_charge(site, start_s, 0);
}

static void discard(lmpi_request *half) {
    if (lmpi_is_open(half))
        half->flags = LMPI_REQ_FREED;
    else
        lmpi_request_recycle(half);
}

int lmpi_both_end(lmpi_request *r, const lmpi_call *call, MPI_Status *status) {
    struct lmpi_both *both = r->buffer;
    int error = lmpi_recv_result(both->recv, call, status);
    lmpi_request_recycle(both->send);
    lmpi_request_recycle(both->recv);
    bsim_free(both->copy);
    bsim_free(both);
    return error;
}

void lmpi_both_status(const lmpi_request *r, MPI_Status *status) {
    const lmpi_request *recv = ((const struct lmpi_both *)r->buffer)->recv;
    int local = recv->local == MPI_ANY_SOURCE ? lmpi_comm_rank(lmpi_comms[recv->comm]->peers, recv->peer) : recv->local;
    lmpi_status_set(status, local, recv->tag, recv->bytes);
}

/* The data of an open send may be read later. */
void lmpi_both_free(lmpi_request *r) {
    struct lmpi_both *both = r->buffer;
    if (!lmpi_is_open(both->send))
        bsim_free(both->copy);
    discard(both->send);
    discard(both->recv);
    bsim_free(both);
    lmpi_request_recycle(r);
}

static int entry(const lmpi_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                 int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Request *request, bool real) {
    lmpi_side out, in;
    int error = lmpi_sides_check(&out, &in, call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                 recvtype, source, recvtag, comm, real);
    if (!error)
        start(call, &out, &in, NULL, request);
    return error;
}

static int entry_replace(const lmpi_call *call, void *buf, int count, MPI_Datatype type, int dest, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Request *request, bool real) {
    lmpi_side out, in;
    void *copy;
    int error =
        lmpi_sides_replace(&out, &in, call, buf, count, type, dest, sendtag, source, recvtag, comm, real, &copy);
    if (!error)
        start(call, &out, &in, copy, request);
    return error;
}

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Isendrecv, (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                                 recvtag, comm, request));
    return entry(LMPI_CALL(MPI_Isendrecv), sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                 source, recvtag, comm, request, true);
}

int LMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Isendrecv, (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                                  recvtag, comm, request));
    return entry(LMPI_CALL(MPI_Isendrecv), sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                 source, recvtag, comm, request, false);
}

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Isendrecv_replace, (buf, count, datatype, dest, sendtag, source, recvtag, comm, request));
    return entry_replace(LMPI_CALL(MPI_Isendrecv_replace), buf, count, datatype, dest, sendtag, source, recvtag, comm,
                         request, true);
}

int LMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                           MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Isendrecv_replace, (buf, count, datatype, dest, sendtag, source, recvtag, comm, request));
    return entry_replace(LMPI_CALL(MPI_Isendrecv_replace), buf, count, datatype, dest, sendtag, source, recvtag, comm,
                         request, false);
}
