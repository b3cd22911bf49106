/* p2p.h - argument checks and starts of operations, for the entry functions of point-to-point calls. */
#ifndef LMPI_P2P_H
#define LMPI_P2P_H

#include "bsim/cost/first_messages.h"
#include "bsim/cost/receives.h"
#include "lmpi/match/match.h"
#include "lmpi/trace/trace.h"
#include "lmpi/trace/trace_peers.h"

/* A call of an MPI function. */
typedef struct lmpi_call {
    const char *name; /* "MPI_Send" */
    const void *ret;  /* return address */
} lmpi_call;

/* The call of the entry function in which it is used. */
#define LMPI_CALL(name) (&(const lmpi_call){#name, LMPI_SITE})

/* Reports what is wrong with these arguments. MPI_SUCCESS if they are legal (MPI_ANY_SOURCE, MPI_PROC_NULL, ...). */
int lmpi_side_error(const lmpi_call *call, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, bool recv);

/* Reports an MPI_ call whose buffer has no memory. MPI_SUCCESS in a skeleton. */
int lmpi_side_empty(const lmpi_call *call, const void *buffer, MPI_Comm comm);

/* Checks the arguments and fills side. MPI_SUCCESS, or the code of the error that was reported. */
static inline int lmpi_side_check(lmpi_side *side, const lmpi_call *call, const void *buffer, int count,
                                  MPI_Datatype type, int peer, int tag, MPI_Comm handle, bool real, int path,
                                  bool recv) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    int64_t size = lmpi_type_size_committed(type);
    if (__builtin_expect(!comm || count < 0 || size < 0 || (unsigned)peer >= (unsigned)comm->peers->size || tag < 0,
                         0)) {
        int error = lmpi_side_error(call, count, type, peer, tag, handle, recv);
        if (error)
            return error;
        if (type == MPI_DATATYPE_NULL)
            type = MPI_BYTE;
    }
    int leading = lmpi_leading(&buffer);
    side->buffer = (void *)buffer;
    side->count = count;
    side->type = side->layout = type;
    side->bytes = size * count;
    side->peer = peer >= 0 ? lmpi_comm_world(comm->peers, peer) : peer;
    side->local = peer;
    side->tag = tag;
    side->comm = recv ? comm : comm->peers;
    side->real = real ? LMPI_DATA : LMPI_TIMING;
    if (__builtin_expect(lmpi_is_nowhere(buffer), 0) && real && side->bytes > 0 &&
        (buffer == MPI_IN_PLACE || !lmpi_type_has_memory(buffer, type))) {
        int error = lmpi_side_empty(call, buffer, handle);
        if (error)
            return error;
        side->real = LMPI_EMPTY;
    } else if (__builtin_expect(leading, 0) && real && leading < side->bytes && LMPI_TYPE_IS_BUILTIN(type)) {
        side->real = (uint8_t)(LMPI_LEADING + leading);
    }
    side->path = (uint8_t)path;
    return MPI_SUCCESS;
}

static inline void lmpi_trace_side(const lmpi_call *call, const lmpi_side *side) {
    if (__builtin_expect(lmpi_trace_on, 0))
        lmpi_trace_p2p(call->name, lmpi_trace_peer(side->peer), lmpi_trace_tag(side->tag), side->bytes,
                       side->comm->handle);
}

/* Starts a send and advances the running rank's clock to its release. request->state says whether it is matched. */
void lmpi_send_start(const lmpi_side *side, lmpi_request *request, struct bsim_site *site);
/* As lmpi_send_start, in an event: no rank runs and no mail is under way, so nothing must be locked, and nobody lets
 * others run. bsim_self is the sender. */
void lmpi_send_late(const lmpi_side *side, lmpi_request *request, struct bsim_site *site);
/* Starts a receive; true if it is matched already. */
bool lmpi_recv_start(const lmpi_side *side, lmpi_request *request, struct bsim_site *site);

/* Starts a receive of a message that its rank has taken from the queue; true if its times are known. Frees the message.
 */
bool lmpi_recv_matched(const lmpi_side *side, lmpi_request *request, struct bsim_site *site, lmpi_message *message);

/* probe.c: calls fn for each message of the rank that a matched probe has taken and nobody has received. */
void lmpi_matched_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg);

/* bsim_layer.deliver: an eager message has come from another shard, or through network cards. */
void lmpi_deliver(struct bsim_mail *mail);
/* Gets messages of LMPI_COMM_ID_RMA, which have passed cards or links. NULL before the first window. */
extern void (*lmpi_deliver_rma)(lmpi_message *m);

/* Blocking operations without trace and accounting. Waiting time is added to *wait_s. lmpi_recv_blocking returns
 * MPI_SUCCESS, or reports MPI_ERR_TRUNCATE and returns its code. */
void lmpi_send_blocking(const lmpi_side *side, const lmpi_call *call, struct bsim_site *site, double *wait_s);
int lmpi_recv_blocking(const lmpi_side *side, const lmpi_call *call, struct bsim_site *site, MPI_Status *status,
                       double *wait_s);

/* MPI_Sendrecv without checks and trace, as a part of a call that has been counted. */
int lmpi_exchange(const lmpi_call *call, const lmpi_side *out, const lmpi_side *in);

/* A send to a rank: sends the message if it is eager, else false. Without checks, trace and accounting. */
bool lmpi_send_eager(const lmpi_side *side, struct bsim_site *site);
/* MPI_Isend and MPI_Irecv without checks and trace. */
MPI_Request lmpi_isend(const lmpi_side *side, const lmpi_call *call);
MPI_Request lmpi_irecv(const lmpi_side *side, const lmpi_call *call);

/* Fills a request of the running rank that is no message of its own: pending, and posted now. kind: LMPI_REQ_COLL,
 * LMPI_REQ_GENERAL, LMPI_REQ_BOTH. */
void lmpi_request_fill_for(lmpi_request *r, int owner, int kind, struct bsim_site *site);
void lmpi_request_fill_own(lmpi_request *r, int kind, void *buffer, struct bsim_site *site);

int lmpi_recv_error(const lmpi_request *r, const lmpi_call *call);

/* The running rank has completed a receive: what that takes its processor besides the message's overhead, if
 * anything (lmpi_receives_add). */
void lmpi_received(const lmpi_request *r);
static inline bool lmpi_receives_add(void) {
    return bsim_receives_on || bsim_first_messages_on;
}

/* Sets the status of a completed receive and returns its error code. */
static inline int lmpi_recv_result(const lmpi_request *r, const lmpi_call *call, MPI_Status *status) {
    if (__builtin_expect(lmpi_receives_add(), 0) && r->comm >= 0) /* not of a collective */
        lmpi_received(r);
    if (status != MPI_STATUS_IGNORE)
        lmpi_status_set(status,
                        r->local == MPI_ANY_SOURCE ? lmpi_comm_rank(lmpi_comms[r->comm]->peers, r->peer) : r->local,
                        r->tag, r->bytes);
    return __builtin_expect(r->flags & LMPI_REQ_TRUNCATED, 0) ? lmpi_recv_error(r, call) : MPI_SUCCESS;
}

/* buffer.c: MPI_SUCCESS if a buffered message fits into the attached buffer, else reports an error. */
int lmpi_buffer_check(const lmpi_call *call, int count, MPI_Datatype type, MPI_Comm comm);

/* The status of an operation with MPI_PROC_NULL, and of an inactive request. */
void lmpi_status_null(MPI_Status *status);
void lmpi_status_empty(MPI_Status *status);

#endif
