/* plain.c - see plain.h. */
#include "lmpi/p2p/plain.h"

#include "bsim/kernel/cursor.h"
#include "bsim/stat/traffic.h"
#include "lmpi/core/checker.h"
#include "lmpi/p2p/poll.h"

void lmpi_plain_init(struct lmpi_plain *plain, int count, MPI_Datatype type, int tag) {
    bool is_builtin = LMPI_TYPE_IS_BUILTIN(type);
    *plain = (struct lmpi_plain){.tag = tag, .type = type};
    plain->bytes = is_builtin ? lmpi_type_size(type) * count : 0;
    plain->may_be = is_builtin && bsim_context.nscen == 1 && !LMPI_CHECKED && !lmpi_receives_add();
    plain->is_known =
        plain->may_be && bsim_context.most_hops <= 1 && !bsim_context.paths_differ && !bsim_context.socket;
    for (int near = 0; plain->is_known && near < 2; near++) {
        const struct bsim_path *path = bsim_path_for(&lmpi_paths[!near][LMPI_PATH_STANDARD], (double)plain->bytes);
        plain->is_eager[near] = bsim_eager_of(path, (double)plain->bytes, &plain->eager[near]);
    }
}

/* ---- what is plain ---- */

/* How long a message takes; NULL: it is not plain. room: where that may be computed. */
static inline const struct bsim_eager *eager_of(const struct lmpi_plain *plain, const bsim_rank *from,
                                                const bsim_rank *to, bool near, struct bsim_eager *room) {
    if (__builtin_expect(plain->is_known, 1))
        return plain->is_eager[near] ? &plain->eager[near] : NULL;
    if (!plain->may_be)
        return NULL;
    const struct bsim_path *path = lmpi_path_of(from, to, LMPI_PATH_STANDARD, plain->bytes);
    return bsim_eager_of(path, (double)plain->bytes, room) ? room : NULL;
}

/* Not before MPI_Init, with calls whose answers depend on virtual time, nor with long queues. */
static inline bool is_plain_rank(const lmpi_rank *rank) {
    return (rank->wildcards | (rank->bits ^ LMPI_RANK_BEGUN)) == 0;
}

static inline bool is_plain_request(const lmpi_request *r, int64_t bytes) {
    enum { PLAIN = LMPI_REQ_BLOCKING | LMPI_REQ_WAITED };
    return bytes <= r->bytes && r->real == LMPI_TIMING && !(r->flags & ~PLAIN) && !r->parked &&
           LMPI_TYPE_IS_BUILTIN(r->type);
}

static inline bool is_plain_message(const lmpi_message *m, int64_t bytes) {
    return m->protocol == BSIM_EAGER && m->real == LMPI_TIMING && m->path == LMPI_PATH_STANDARD && m->bytes == bytes &&
           m->payload == NULL;
}

/* ---- sends ---- */

static inline double ready_s(const struct bsim_eager *e, double posted_s, double arrive_s) {
    return e->simple ? bsim_simple_ready(posted_s, arrive_s, e->transfer_s) : arrive_s;
}

/* The message of the running rank meets a receive, which has been removed from its queue. */
static inline void meet(lmpi_request *r, bsim_rank *owner, const struct bsim_eager *e, double arrive_s) {
    r->state = LMPI_REQ_MATCHED;
    if (r->flags & LMPI_REQ_BLOCKING) {
        double now_s = owner->clock[0];
        owner->clock[0] = bsim_max(now_s, ready_s(e, now_s, arrive_s)) + e->recv_s;
        if (owner->state == BSIM_BLOCKED)
            bsim_ready(owner);
        return;
    }
    r->times[1] = ready_s(e, r->times[0], arrive_s);
    if (r->flags & LMPI_REQ_WAITED) {
        r->flags = 0;
        if (--lmpi_rank_in(owner)->waiting == 0)
            bsim_ready(owner);
    }
}

static inline void enqueue(const struct lmpi_plain *out, lmpi_rank *rank, int comm, struct bsim_site *site,
                           double sent_s, double arrive_s) {
    lmpi_message *m = lmpi_message_new();
    m->source = bsim_self->id;
    m->tag = out->tag;
    m->comm = comm;
    m->real = LMPI_TIMING;
    m->protocol = BSIM_EAGER;
    m->path = LMPI_PATH_STANDARD;
    m->bytes = out->bytes;
    m->sent_s = sent_s;
    m->payload = NULL;
    m->site = site;
    m->arrive[0] = arrive_s;
    lmpi_unexpected_add(rank, m);
    if (__builtin_expect(lmpi_is_far_ahead(rank), 0))
        bsim_yield_soon();
}

/* Sends the message. False: it is not plain, and nothing has changed. */
static inline __attribute__((always_inline)) bool send(const struct lmpi_plain *out, int dest, int comm,
                                                       struct bsim_site *site) {
    struct bsim_eager room;
    bsim_rank *self = bsim_self, *to = bsim_rank_of(dest);
    lmpi_rank *rank = lmpi_rank_in(to);
    bool near = lmpi_is_near(self, to);
    const struct bsim_eager *e = eager_of(out, self, to, near, &room);
    if (__builtin_expect(!e || !bsim_is_here(to) || !is_plain_rank(rank), 0))
        return false;
    lmpi_request *before, *r = lmpi_posted_find(rank, comm, self->id, out->tag, &before);
    if (__builtin_expect(r && !is_plain_request(r, out->bytes), 0))
        return false;
    double sent_s = self->clock[0], release_s = sent_s + e->send_s, arrive_s = release_s + e->wire_s;
    lmpi_poll_interrupted();
    self->clock[0] = release_s;
    site->messages++;
    site->bytes += (uint64_t)out->bytes;
    if (__builtin_expect(out->bytes > bsim_context.traffic_above, 0))
        bsim_traffic_add(self->id, dest, out->bytes,
                         lmpi_path_of(self, to, LMPI_PATH_STANDARD, out->bytes)->link.gap_s_per_byte[0]);
    if (!r) {
        enqueue(out, rank, comm, site, sent_s, arrive_s);
        return true;
    }
    lmpi_posted_remove(rank, r, before);
    r->peer = self->id;
    r->near = near;
    r->tag = out->tag;
    r->bytes = out->bytes;
    r->other_s = sent_s;
    meet(r, to, e, arrive_s);
    return true;
}

enum lmpi_plainly lmpi_plain_send(const struct lmpi_plain *out, int dest, int comm, const lmpi_call *call) {
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    if (!send(out, dest, comm, site))
        return LMPI_NOT_PLAIN;
    site->calls++;
    lmpi_charge(site, start_s, 0);
    return LMPI_PLAIN_OVER;
}

MPI_Request lmpi_plain_isend(const struct lmpi_plain *out, int dest, int comm, const lmpi_call *call) {
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    if (!send(out, dest, comm, site))
        return MPI_REQUEST_NULL;
    site->calls++;
    site->open++;
    lmpi_charge(site, start_s, 0);
    return lmpi_sent_handle(site);
}

/* ---- receives ---- */

/* A receive that looks for its message. */
struct search {
    lmpi_message *message, *before; /* NULL: it is not there */
    const struct bsim_eager *eager; /* of a message that is there */
    struct bsim_eager room;
    bool near;
};

/* False: the receive is not plain. */
static inline bool look(struct search *s, const struct lmpi_plain *in, int source, int comm) {
    const bsim_rank *self = bsim_self;
    lmpi_rank *rank = lmpi_self();
    s->message = NULL;
    if (__builtin_expect(!in->may_be || !is_plain_rank(rank), 0))
        return false;
    if (!rank->nunexpected)
        return true;
    s->message = lmpi_unexpected_find(rank, comm, source, in->tag, &s->before);
    if (!s->message)
        return true;
    const bsim_rank *from = bsim_rank_of(source);
    s->near = lmpi_is_near(self, from);
    s->eager = eager_of(in, from, self, s->near, &s->room);
    return s->eager && is_plain_message(s->message, in->bytes);
}

static inline void fill(lmpi_request *r, const struct lmpi_plain *in, int source, int comm, int flags,
                        struct bsim_site *site) {
    r->peer = source;
    r->tag = in->tag;
    r->comm = comm;
    r->owner = bsim_self->id;
    r->kind = LMPI_REQ_RECV;
    r->state = LMPI_REQ_PENDING;
    r->real = LMPI_TIMING;
    r->protocol = BSIM_EAGER;
    r->flags = (uint8_t)flags;
    r->holds = 0;
    r->path = LMPI_PATH_STANDARD;
    r->parked = 0;
    r->type = in->type;
    r->bytes = in->bytes;
    r->site = site;
    r->other_s = 0;
}

/* Ends a blocking receive whose message is there, or posts it. */
static inline enum lmpi_plainly receive(struct lmpi_waiting *w, const struct search *s, const struct lmpi_plain *in,
                                        int source, int comm, struct bsim_site *site, double start_s) {
    double *clock = bsim_self->clock, since_s = clock[0];
    site->calls++;
    if (s->message) {
        lmpi_message *m = s->message;
        lmpi_unexpected_remove(lmpi_self(), m, s->before);
        clock[0] = bsim_max(since_s, ready_s(s->eager, since_s, m->arrive[0])) + s->eager->recv_s;
        lmpi_charge(site, start_s, lmpi_waited(since_s, clock[0], m->sent_s));
        lmpi_message_free(m);
        return LMPI_PLAIN_OVER;
    }
    lmpi_request *r = (lmpi_request *)(void *)w->request;
    fill(r, in, source, comm, LMPI_REQ_BLOCKING, site);
    lmpi_posted_add(lmpi_self(), r);
    w->site = site;
    w->start_s = start_s;
    w->since_s = since_s;
    w->all.requests = NULL;
    return LMPI_PLAIN_WAITS;
}

enum lmpi_plainly lmpi_plain_recv(struct lmpi_waiting *w, const struct lmpi_plain *in, int source, int comm,
                                  const lmpi_call *call) {
    struct search s;
    if (__builtin_expect(!look(&s, in, source, comm), 0))
        return LMPI_NOT_PLAIN;
    return receive(w, &s, in, source, comm, bsim_site_at(call->ret, call->name), bsim_self->clock[0]);
}

enum lmpi_plainly lmpi_plain_sendrecv(struct lmpi_waiting *w, const struct lmpi_plain *out, int dest,
                                      const struct lmpi_plain *in, int source, int comm, const lmpi_call *call) {
    struct bsim_eager room;
    struct search s;
    const bsim_rank *self = bsim_self, *from = bsim_rank_of(source);
    double start_s = self->clock[0];
    /* The send comes first; it does not change what the receive finds, unless the rank sends to itself. */
    if (__builtin_expect(dest == self->id || !look(&s, in, source, comm), 0) ||
        (!s.message && !eager_of(in, from, self, lmpi_is_near(self, from), &room)))
        return LMPI_NOT_PLAIN;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    if (__builtin_expect(!send(out, dest, comm, site), 0))
        return LMPI_NOT_PLAIN;
    return receive(w, &s, in, source, comm, site, start_s);
}

MPI_Request lmpi_plain_irecv(const struct lmpi_plain *in, int source, int local, int comm, const lmpi_call *call) {
    struct search s;
    if (__builtin_expect(!look(&s, in, source, comm), 0))
        return MPI_REQUEST_NULL;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    lmpi_request *r = lmpi_request_new();
    fill(r, in, source, comm, 0, site);
    r->local = local;
    r->count = 0; /* there are no data */
    r->buffer = NULL;
    r->times[0] = bsim_self->clock[0];
    site->calls++;
    lmpi_poll_interrupted();
    if (!s.message) {
        lmpi_posted_add(lmpi_self(), r);
        return lmpi_request_handle(r);
    }
    lmpi_message *m = s.message;
    lmpi_unexpected_remove(lmpi_self(), m, s.before);
    r->near = s.near;
    r->tag = m->tag;
    r->other_s = m->sent_s;
    r->times[1] = ready_s(s.eager, r->times[0], m->arrive[0]);
    r->state = LMPI_REQ_MATCHED;
    lmpi_message_free(m);
    return lmpi_request_handle(r);
}

/* ---- completions ---- */

enum { MOST = 32 }; /* requests of a plain call */

static inline lmpi_request *request_at(MPI_Request handle) {
    size_t index = (uint32_t)handle & LMPI_HANDLE_INDEX;
    return (lmpi_request *)(void *)(lmpi_request_base + index * lmpi_request_slot);
}

static inline bool needs_nothing(MPI_Request handle) {
    return lmpi_is_sent(handle) || handle == MPI_REQUEST_NULL;
}

/* The running rank's receive if its completion is, so far as it is known, that of an eager message; else NULL. */
static inline lmpi_request *plain_receive(MPI_Request handle) {
    lmpi_request *r = request_at(handle);
    bool is_plain = ((uint32_t)handle & ~(uint32_t)LMPI_HANDLE_INDEX) == LMPI_REQUEST_KIND &&
                    r->owner == bsim_self->id && r->kind == LMPI_REQ_RECV && r->protocol == BSIM_EAGER &&
                    r->flags == 0 && LMPI_TYPE_IS_BUILTIN(r->type);
    return __builtin_expect(is_plain, 1) ? r : NULL;
}

/* A receive in the order of completion: that of being ready, then that of the call. */
struct receive {
    double ready_s;
    lmpi_request *request;
};

static inline void insert(struct receive *list, int n, lmpi_request *r) {
    double ready_s = r->times[1];
    for (; n > 0 && list[n - 1].ready_s > ready_s; n--)
        list[n] = list[n - 1];
    list[n] = (struct receive){ready_s, r};
}

bool lmpi_plain_complete(int count, MPI_Request *requests, double *wait_s) {
    struct receive list[MOST];
    int n = 0;
    if (count > MOST || bsim_context.nscen != 1 || lmpi_receives_add())
        return false;
    for (int i = 0; i < count; i++) {
        if (needs_nothing(requests[i]))
            continue;
        lmpi_request *r = plain_receive(requests[i]);
        if (!r || r->state != LMPI_REQ_MATCHED)
            return false;
        insert(list, n++, r);
    }
    double *clock = bsim_self->clock;
    for (int i = 0; i < n; i++)
        *wait_s += lmpi_complete_eager(list[i].request, clock);
    for (int i = 0; i < count; i++) {
        if (lmpi_is_sent(requests[i]))
            bsim_site_numbered(requests[i] & LMPI_HANDLE_INDEX)->open--;
        else if (requests[i] != MPI_REQUEST_NULL)
            lmpi_request_recycle(request_at(requests[i]));
        requests[i] = MPI_REQUEST_NULL;
    }
    return true;
}

enum lmpi_plainly lmpi_plain_wait(struct lmpi_waiting *w, int count, MPI_Request *requests, const lmpi_call *call) {
    lmpi_request *open[MOST];
    uint32_t n = 0;
    double wait_s = 0;
    if (count > MOST)
        return LMPI_NOT_PLAIN;
    for (int i = 0; i < count; i++) {
        if (needs_nothing(requests[i]))
            continue;
        lmpi_request *r = plain_receive(requests[i]);
        if (!r)
            return LMPI_NOT_PLAIN;
        if (r->state != LMPI_REQ_MATCHED)
            open[n++] = r;
    }
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    if (n == 0) {
        if (!lmpi_plain_complete(count, requests, &wait_s))
            return LMPI_NOT_PLAIN;
        site->calls++;
        lmpi_charge(site, start_s, wait_s);
        return LMPI_PLAIN_OVER;
    }
    for (uint32_t i = 0; i < n; i++)
        open[i]->flags = LMPI_REQ_WAITED;
    lmpi_self()->waiting = n;
    site->calls++;
    w->site = site;
    w->start_s = start_s;
    w->all.count = count;
    w->all.requests = requests;
    return LMPI_PLAIN_WAITS;
}
