/* persistent.c - persistent requests: MPI_Send_init and its like, MPI_Start, MPI_Startall. */
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/p2p/partitioned.h"
#include "lmpi/p2p/wait.h"

static int make(const lmpi_call *call, const void *buf, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                MPI_Request *request, bool real, enum lmpi_mode mode) {
    static const uint8_t paths[] = {[LMPI_MODE_SEND] = LMPI_PATH_STANDARD,
                                    [LMPI_MODE_BSEND] = LMPI_PATH_BUFFERED,
                                    [LMPI_MODE_SSEND] = LMPI_PATH_SYNC,
                                    [LMPI_MODE_RSEND] = LMPI_PATH_STANDARD,
                                    [LMPI_MODE_RECV] = LMPI_PATH_STANDARD};
    lmpi_side side;
    int error =
        lmpi_side_check(&side, call, buf, count, type, peer, tag, comm, real, paths[mode], mode == LMPI_MODE_RECV);
    if (error)
        return error;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    lmpi_request *r = lmpi_request_new();
    r->kind = mode == LMPI_MODE_RECV ? LMPI_REQ_RECV : LMPI_REQ_SEND;
    r->state = LMPI_REQ_INACTIVE;
    r->flags = LMPI_REQ_PERSISTENT;
    r->owner = bsim_self->id;
    r->comm = side.comm->id;
    r->real = side.real;
    r->path = side.path;
    r->count = count;
    r->type = side.type;
    r->buffer = side.buffer;
    r->site = site;
    r->want_peer = side.peer;
    r->local = side.local;
    r->want_tag = tag;
    r->want_bytes = side.bytes;
    r->mode = mode;
    lmpi_request_hold_type(r);
    *request = lmpi_request_handle(r);
    return MPI_SUCCESS;
}

/* Starts a request. site: that of MPI_Start or MPI_Startall, which is charged with the time. */
static int start(const lmpi_call *call, lmpi_request *r, struct bsim_site *site) {
    static const char *const names[] = {[LMPI_MODE_SEND] = "MPI_Send",
                                        [LMPI_MODE_BSEND] = "MPI_Bsend",
                                        [LMPI_MODE_SSEND] = "MPI_Ssend",
                                        [LMPI_MODE_RSEND] = "MPI_Rsend",
                                        [LMPI_MODE_RECV] = "MPI_Recv"};
    static const uint8_t paths[] = {[LMPI_MODE_BSEND] = LMPI_PATH_BUFFERED,
                                    [LMPI_MODE_SSEND] = LMPI_PATH_SYNC,
                                    [LMPI_MODE_RECV] = LMPI_PATH_STANDARD};
    if (!(r->flags & LMPI_REQ_PERSISTENT) || r->state != LMPI_REQ_INACTIVE)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST,
                          r->flags & LMPI_REQ_PERSISTENT ? "the request is active already"
                                                         : "the request is not a persistent one");
    if (r->mode == LMPI_MODE_COLL) {
        struct lmpi_awaited *awaited = r->buffer;
        awaited->start(awaited, r, site);
        return MPI_SUCCESS;
    }
    if (lmpi_is_partitioned(r)) {
        lmpi_partitioned_start(call, r, site);
        return MPI_SUCCESS;
    }
    if (r->mode == LMPI_MODE_BSEND) { /* the buffer may be attached after MPI_Bsend_init */
        int error = lmpi_buffer_check(call, r->count, r->type, lmpi_comms[r->comm]->handle);
        if (error)
            return error;
    }
    lmpi_side side = {.buffer = r->buffer,
                      .count = r->count,
                      .type = r->type,
                      .layout = r->type,
                      .bytes = r->want_bytes,
                      .peer = r->want_peer,
                      .local = r->local,
                      .tag = r->want_tag,
                      .comm = lmpi_comms[r->comm],
                      .real = r->real,
                      .path = paths[r->mode]};
    lmpi_trace_side(&(lmpi_call){names[r->mode], call->ret}, &side);
    if (r->mode == LMPI_MODE_RECV)
        lmpi_recv_start(&side, r, site);
    else
        lmpi_send_start(&side, r, site);
    return MPI_SUCCESS;
}

static int start_all(const lmpi_call *call, int count, MPI_Request requests[]) {
    int error = lmpi_requests_check(call, count, requests);
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    site->calls++;
    for (int i = 0; i < count && !error; i++) {
        lmpi_request *r = requests[i] == MPI_REQUEST_NULL ? NULL : lmpi_request_of(requests[i]);
        site = bsim_site_here(site); /* a send may let other ranks run, and this one may move to another shard */
        error =
            r ? start(call, r, site)
              : lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST, "request %d is MPI_REQUEST_NULL", i);
    }
    lmpi_charge(site, start_s, 0);
    return error;
}

int MPI_Start(MPI_Request *request) {
    LMPI_CAPTURE(MPI_Start, (request));
    return start_all(LMPI_CALL(MPI_Start), 1, request);
}

int MPI_Startall(int count, MPI_Request array_of_requests[]) {
    LMPI_CAPTURE(MPI_Startall, (count, array_of_requests));
    return start_all(LMPI_CALL(MPI_Startall), count, array_of_requests);
}

int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                  MPI_Request *request) {
    LMPI_CAPTURE(MPI_Send_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Send_init), buf, count, datatype, dest, tag, comm, request, true, LMPI_MODE_SEND);
}

int LMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Send_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Send_init), buf, count, datatype, dest, tag, comm, request, false, LMPI_MODE_SEND);
}

int MPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request) {
    LMPI_CAPTURE(MPI_Bsend_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Bsend_init), buf, count, datatype, dest, tag, comm, request, true, LMPI_MODE_BSEND);
}

int LMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Bsend_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Bsend_init), buf, count, datatype, dest, tag, comm, request, false, LMPI_MODE_BSEND);
}

int MPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ssend_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Ssend_init), buf, count, datatype, dest, tag, comm, request, true, LMPI_MODE_SSEND);
}

int LMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ssend_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Ssend_init), buf, count, datatype, dest, tag, comm, request, false, LMPI_MODE_SSEND);
}

int MPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request) {
    LMPI_CAPTURE(MPI_Rsend_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Rsend_init), buf, count, datatype, dest, tag, comm, request, true, LMPI_MODE_RSEND);
}

int LMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Rsend_init, (buf, count, datatype, dest, tag, comm, request));
    return make(LMPI_CALL(MPI_Rsend_init), buf, count, datatype, dest, tag, comm, request, false, LMPI_MODE_RSEND);
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                  MPI_Request *request) {
    LMPI_CAPTURE(MPI_Recv_init, (buf, count, datatype, source, tag, comm, request));
    return make(LMPI_CALL(MPI_Recv_init), buf, count, datatype, source, tag, comm, request, true, LMPI_MODE_RECV);
}

int LMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Recv_init, (buf, count, datatype, source, tag, comm, request));
    return make(LMPI_CALL(MPI_Recv_init), buf, count, datatype, source, tag, comm, request, false, LMPI_MODE_RECV);
}
