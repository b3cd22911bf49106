/* isendrecv.c - MPI_Isendrecv and MPI_Isendrecv_replace: a send and a receive with one request.
 *
 * Each has a request of its own, a half, that the program does not see. The request is matched when both are, and waits
 * for it complete the half first that is ready first. */
#include <limits.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/p2p/wait.h"

static lmpi_request *whole_new(struct lmpi_both *both, struct bsim_site *site) {
    lmpi_request *r = lmpi_request_new();
    r->kind = LMPI_REQ_BOTH;
    r->state = LMPI_REQ_PENDING;
    r->flags = 0;
    r->parked = 0;
    r->protocol = BSIM_RENDEZVOUS; /* its completion may take time */
    r->peer = MPI_PROC_NULL;
    r->tag = MPI_ANY_TAG;
    r->comm = LMPI_COMM_ID_WORLD;
    r->owner = bsim_self->id;
    r->real = LMPI_TIMING;
    r->type = MPI_BYTE;
    r->count = 0;
    r->bytes = 0;
    r->buffer = both;
    r->site = site;
    r->other_s = bsim_self->clock[0];
    bsim_clock_copy(r->times, bsim_self->clock);
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
    int error =
        lmpi_side_check(&out, call, sendbuf, sendcount, sendtype, dest, sendtag, comm, real, LMPI_PATH_STANDARD, false);
    if (!error)
        error = lmpi_side_check(&in, call, recvbuf, recvcount, recvtype, source, recvtag, comm, real,
                                LMPI_PATH_STANDARD, true);
    if (!error)
        start(call, &out, &in, NULL, request);
    return error;
}

/* Sends from a copy of the data, since the receive may overwrite the buffer first. */
static int entry_replace(const lmpi_call *call, void *buf, int count, MPI_Datatype type, int dest, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Request *request, bool real) {
    lmpi_side out, in;
    int error = lmpi_side_check(&out, call, buf, count, type, dest, sendtag, comm, real, LMPI_PATH_STANDARD, false);
    if (!error)
        error = lmpi_side_check(&in, call, buf, count, type, source, recvtag, comm, real, LMPI_PATH_STANDARD, true);
    if (!error && out.bytes > INT_MAX)
        error = lmpi_error(comm, call->name, call->ret, MPI_ERR_COUNT,
                           "the message has %lld bytes: more than %d are not supported where the buffer is replaced",
                           (long long)out.bytes, INT_MAX);
    if (error)
        return error;
    int64_t bytes = dest == MPI_PROC_NULL ? 0 : lmpi_data_bytes(out.real, out.bytes);
    void *copy = bytes ? bsim_alloc((size_t)bytes) : NULL;
    if (copy && bytes == out.bytes)
        lmpi_type_pack(out.buffer, count, type, copy);
    else if (copy)
        memcpy(copy, out.buffer, (size_t)bytes);
    if (copy) {
        out.buffer = copy;
        out.count = (int)out.bytes;
        out.type = MPI_BYTE;
    }
    start(call, &out, &in, copy, request);
    return MPI_SUCCESS;
}

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Isendrecv);
    return entry(LMPI_CALL(MPI_Isendrecv), sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                 source, recvtag, comm, request, true);
}

int LMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Isendrecv);
    return entry(LMPI_CALL(MPI_Isendrecv), sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                 source, recvtag, comm, request, false);
}

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Isendrecv_replace);
    return entry_replace(LMPI_CALL(MPI_Isendrecv_replace), buf, count, datatype, dest, sendtag, source, recvtag, comm,
                         request, true);
}

int LMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                           MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Isendrecv_replace);
    return entry_replace(LMPI_CALL(MPI_Isendrecv_replace), buf, count, datatype, dest, sendtag, source, recvtag, comm,
                         request, false);
}
