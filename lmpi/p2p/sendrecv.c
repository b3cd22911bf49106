/* sendrecv.c - MPI_Sendrecv and MPI_Sendrecv_replace: a send and a receive under way together. */
#include <limits.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/p2p/quick.h"

/* For a send that may be a rendezvous: starts both operations and waits for both. */
static int __attribute__((noinline)) both_waiting(const lmpi_call *call, const lmpi_side *out, const lmpi_side *in,
                                                  struct bsim_site *site, MPI_Status *status, double *wait_s) {
    MPI_Request handles[2];
    MPI_Status statuses[2];
    lmpi_request *send = lmpi_request_new(), *recv = lmpi_request_new();
    send->flags = recv->flags = 0;
    handles[0] = lmpi_request_handle(send);
    handles[1] = lmpi_request_handle(recv);
    lmpi_recv_start(in, recv, site);
    lmpi_send_start(out, send, site);
    int error = lmpi_wait_all(call, 2, handles, statuses, wait_s);
    if (status != MPI_STATUS_IGNORE) {
        int keep = status->MPI_ERROR;
        *status = statuses[1];
        status->MPI_ERROR = keep;
    }
    return error == MPI_ERR_IN_STATUS ? statuses[1].MPI_ERROR : error;
}

static inline bool always_eager(const lmpi_side *side) {
    if (side->peer < 0)
        return side->peer == MPI_PROC_NULL || side->bytes == 0;
    const bsim_rank *peer = bsim_rank_of(side->peer);
    const struct bsim_path *path =
        lmpi_path_without_latency(bsim_self, peer, lmpi_is_near(bsim_self, peer), side->path, side->bytes);
    return (double)side->bytes <= path->eager_all && !path->detached;
}

bool lmpi_always_eager(const lmpi_side *side) {
    return always_eager(side);
}

static inline int both(const lmpi_call *call, const lmpi_side *out, const lmpi_side *in, struct bsim_site *site,
                       MPI_Status *status) {
    double start_s = bsim_self->clock[0], wait_s = 0;
    int error;
    /* MPICH posts the receive first, then starts the send. If both messages are eager, and leave without their
     * receives, the order does not change the times. */
    if (always_eager(out) && always_eager(in)) {
        lmpi_send_blocking(out, call, site, &wait_s);
        error = lmpi_recv_blocking(in, call, site, status, &wait_s);
    } else {
        error = both_waiting(call, out, in, site, status, &wait_s);
    }
    lmpi_charge(site, start_s, wait_s);
    return error;
}

int lmpi_exchange(const lmpi_call *call, const lmpi_side *out, const lmpi_side *in) {
    return both(call, out, in, bsim_site_at(call->ret, call->name), MPI_STATUS_IGNORE);
}

static inline int exchange(const lmpi_call *call, const lmpi_side *out, const lmpi_side *in, MPI_Status *status) {
    lmpi_trace_side(call, out);
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    return both(call, out, in, site, status);
}

int lmpi_sides_check(lmpi_side *out, lmpi_side *in, const lmpi_call *call, const void *sendbuf, int sendcount,
                     MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                     int source, int recvtag, MPI_Comm comm, bool real) {
    int error =
        lmpi_side_check(out, call, sendbuf, sendcount, sendtype, dest, sendtag, comm, real, LMPI_PATH_STANDARD, false);
    if (!error)
        error = lmpi_side_check(in, call, recvbuf, recvcount, recvtype, source, recvtag, comm, real, LMPI_PATH_STANDARD,
                                true);
    return error;
}

int lmpi_sides_replace(lmpi_side *out, lmpi_side *in, const lmpi_call *call, void *buf, int count, MPI_Datatype type,
                       int dest, int sendtag, int source, int recvtag, MPI_Comm comm, bool real, void **copy) {
    int error =
        lmpi_sides_check(out, in, call, buf, count, type, dest, sendtag, buf, count, type, source, recvtag, comm, real);
    if (!error && out->bytes > INT_MAX)
        error = lmpi_error(comm, call->name, call->ret, MPI_ERR_COUNT,
                           "the message has %lld bytes: more than %d are not supported where the buffer is replaced",
                           (long long)out->bytes, INT_MAX);
    *copy = NULL;
    int64_t bytes = error || dest == MPI_PROC_NULL ? 0 : lmpi_data_bytes(out->real, out->bytes);
    if (bytes == 0)
        return error;
    *copy = bsim_alloc((size_t)bytes);
    if (bytes == out->bytes)
        lmpi_type_pack(out->buffer, count, type, *copy);
    else
        memcpy(*copy, out->buffer, (size_t)bytes);
    out->buffer = *copy;
    out->count = (int)out->bytes;
    out->type = MPI_BYTE;
    return error;
}

static int __attribute__((noinline)) entry(const lmpi_call *call, const void *sendbuf, int sendcount,
                                           MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount,
                                           MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                                           MPI_Status *status, bool real) {
    lmpi_side out, in;
    int error = lmpi_sides_check(&out, &in, call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                 recvtype, source, recvtag, comm, real);
    return error ? error : exchange(call, &out, &in, status);
}

static int entry_replace(const lmpi_call *call, void *buf, int count, MPI_Datatype type, int dest, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Status *status, bool real) {
    lmpi_side out, in;
    void *copy;
    int error =
        lmpi_sides_replace(&out, &in, call, buf, count, type, dest, sendtag, source, recvtag, comm, real, &copy);
    if (error)
        return error;
    error = exchange(call, &out, &in, status);
    bsim_free(copy);
    return error;
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    int error;
    struct lmpi_quick_side out = {sendbuf, sendcount, sendtype, dest, sendtag, LMPI_DATA};
    struct lmpi_quick_side in = {recvbuf, recvcount, recvtype, source, recvtag, LMPI_DATA};
    if (lmpi_quick_sendrecv(&out, &in, comm, status, LMPI_CALL(MPI_Sendrecv), &error))
        return error;
    LMPI_CAPTURE(MPI_Sendrecv, (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                                recvtag, comm, status));
    return entry(LMPI_CALL(MPI_Sendrecv), sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                 source, recvtag, comm, status, true);
}

int LMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    int error;
    struct lmpi_quick_side out = {sendbuf, sendcount, sendtype, dest, sendtag, LMPI_TIMING};
    struct lmpi_quick_side in = {recvbuf, recvcount, recvtype, source, recvtag, LMPI_TIMING};
    if (lmpi_quick_sendrecv(&out, &in, comm, status, LMPI_CALL(MPI_Sendrecv), &error))
        return error;
    LMPI_CAPTURE(LMPI_Sendrecv, (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                                 recvtag, comm, status));
    return entry(LMPI_CALL(MPI_Sendrecv), sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                 source, recvtag, comm, status, false);
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                         MPI_Comm comm, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Sendrecv_replace, (buf, count, datatype, dest, sendtag, source, recvtag, comm, status));
    return entry_replace(LMPI_CALL(MPI_Sendrecv_replace), buf, count, datatype, dest, sendtag, source, recvtag, comm,
                         status, true);
}

int LMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_Sendrecv_replace, (buf, count, datatype, dest, sendtag, source, recvtag, comm, status));
    return entry_replace(LMPI_CALL(MPI_Sendrecv_replace), buf, count, datatype, dest, sendtag, source, recvtag, comm,
                         status, false);
}
