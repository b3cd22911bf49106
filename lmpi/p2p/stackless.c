/* stackless.c - see stackless.h. What a call does before it waits, and what behind it, is what p2p.c, sendrecv.c and
 * wait.c do around bsim_block. */
#include "lmpi/p2p/stackless.h"

#include "lmpi/capture/capture.h"
#include "lmpi/core/checker.h"
#include "lmpi/p2p/plain.h"

bool lmpi_stackless_suffices(void) {
    return !lmpi_capture_on && !lmpi_trace_on && !LMPI_CHECKED;
}

static inline lmpi_request *request_of(struct lmpi_waiting *w) {
    return (lmpi_request *)(void *)w->request;
}

static lmpi_call call_of(const struct lmpi_waiting *w) {
    return (lmpi_call){w->site->call, w->site->address};
}

static inline struct bsim_site *begin(const lmpi_call *call) {
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    return site;
}

static inline void end_one(struct lmpi_waiting *w, struct bsim_site *site, double start_s, double since_s) {
    double wait_s = lmpi_waited(since_s, bsim_self->clock[0], request_of(w)->other_s);
    const lmpi_request *r = request_of(w);
    if (__builtin_expect(lmpi_receives_add() || r->flags & LMPI_REQ_TRUNCATED, 0) && r->kind == LMPI_REQ_RECV) {
        lmpi_call call = {site->call, site->address};
        lmpi_recv_result(request_of(w), &call, MPI_STATUS_IGNORE);
    }
    lmpi_charge(site, start_s, wait_s);
}

/* The operation of w->request, which began at since_s, has started. */
static inline bool is_over(struct lmpi_waiting *w, struct bsim_site *site, double start_s, double since_s, bool over) {
    if (over) {
        end_one(w, site, start_s, since_s);
        return true;
    }
    w->site = site;
    w->start_s = start_s;
    w->since_s = since_s;
    w->all.requests = NULL;
    return false;
}

static bool __attribute__((noinline)) send_rendezvous(struct lmpi_waiting *w, const lmpi_side *side,
                                                      struct bsim_site *site, double start_s) {
    lmpi_side packed = *side;
    lmpi_packed(side->layout, side->bytes, bsim_self->clock);
    packed.layout = MPI_BYTE; /* the time of packing is no waiting */
    double since_s = bsim_self->clock[0];
    request_of(w)->flags = LMPI_REQ_BLOCKING;
    lmpi_send_start(&packed, request_of(w), site);
    return is_over(w, site, start_s, since_s, request_of(w)->state == LMPI_REQ_MATCHED);
}

bool lmpi_stackless_send(struct lmpi_waiting *w, const lmpi_side *side, const lmpi_call *call) {
    struct bsim_site *site = begin(call);
    double start_s = bsim_self->clock[0];
    if (side->peer != MPI_PROC_NULL && !lmpi_send_eager(side, site))
        return send_rendezvous(w, side, site, start_s);
    lmpi_charge(site, start_s, 0);
    return true;
}

static inline bool receive(struct lmpi_waiting *w, const lmpi_side *side, struct bsim_site *site, double start_s) {
    if (side->peer == MPI_PROC_NULL) {
        lmpi_charge(site, start_s, 0);
        return true;
    }
    double since_s = bsim_self->clock[0];
    request_of(w)->flags = LMPI_REQ_BLOCKING;
    return is_over(w, site, start_s, since_s, lmpi_recv_start(side, request_of(w), site));
}

bool lmpi_stackless_recv(struct lmpi_waiting *w, const lmpi_side *side, const lmpi_call *call) {
    struct bsim_site *site = begin(call);
    return receive(w, side, site, bsim_self->clock[0]);
}

static bool wait_all(struct lmpi_waiting *w, int count, MPI_Request *requests, struct bsim_site *site, double start_s) {
    w->site = site;
    w->start_s = start_s;
    w->all.count = count;
    w->all.requests = requests;
    if (lmpi_must_wait_all(count, requests))
        return false;
    lmpi_stackless_end(w);
    return true;
}

static bool __attribute__((noinline)) both_waiting(struct lmpi_waiting *w, const lmpi_side *out, const lmpi_side *in,
                                                   struct bsim_site *site, double start_s) {
    lmpi_request *send = lmpi_request_new(), *recv = lmpi_request_new();
    send->flags = recv->flags = 0;
    w->both[0] = lmpi_request_handle(send);
    w->both[1] = lmpi_request_handle(recv);
    lmpi_recv_start(in, recv, site);
    lmpi_send_start(out, send, site);
    return wait_all(w, 2, w->both, site, start_s);
}

bool lmpi_stackless_sendrecv(struct lmpi_waiting *w, const lmpi_side *out, const lmpi_side *in, const lmpi_call *call) {
    struct bsim_site *site = begin(call);
    double start_s = bsim_self->clock[0];
    if (!lmpi_always_eager(out) || !lmpi_always_eager(in))
        return both_waiting(w, out, in, site, start_s);
    if (out->peer != MPI_PROC_NULL && !lmpi_send_eager(out, site))
        bsim_bug("a message that is surely eager is not", __FILE__, __LINE__);
    return receive(w, in, site, start_s);
}

bool lmpi_stackless_wait(struct lmpi_waiting *w, int count, MPI_Request *requests, const lmpi_call *call) {
    struct bsim_site *site = begin(call);
    return wait_all(w, count, requests, site, bsim_self->clock[0]);
}

void lmpi_stackless_end(struct lmpi_waiting *w) {
    struct bsim_site *site = bsim_site_here(w->site);
    if (w->all.requests == NULL) {
        end_one(w, site, w->start_s, w->since_s);
        return;
    }
    double wait_s = 0;
    if (__builtin_expect(!lmpi_plain_complete(w->all.count, w->all.requests, &wait_s), 0)) {
        lmpi_call call = call_of(w);
        lmpi_complete_all(&call, w->all.count, w->all.requests, MPI_STATUSES_IGNORE, &wait_s);
    }
    lmpi_charge(site, w->start_s, wait_s);
}

struct bsim_wait lmpi_stackless_reason(const struct lmpi_waiting *w) {
    const lmpi_request *r = (const lmpi_request *)(const void *)w->request;
    struct bsim_wait why = {.peer = BSIM_PEER_NONE, .tag = BSIM_TAG_NONE, .comm = -1};
    if (w->site == NULL)
        return why;
    lmpi_call call = call_of(w);
    if (w->all.requests != NULL) {
        lmpi_wait_reason(&why, &call, &w->all);
        return why;
    }
    why.call = call.name;
    why.site = call.ret;
    why.peer = r->peer == MPI_ANY_SOURCE ? BSIM_PEER_ANY : r->peer;
    why.tag = r->tag == MPI_ANY_TAG ? BSIM_TAG_ANY : r->tag;
    why.comm = r->comm;
    return why;
}
