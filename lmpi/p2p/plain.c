/* plain.c - see plain.h. */
#include "lmpi/p2p/plain.h"

#include "lmpi/core/checker.h"
#include "lmpi/p2p/plain_steps.h"

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

static inline bool is_plain_message(const lmpi_message *m, int64_t bytes) {
    return m->protocol == BSIM_EAGER && m->real == LMPI_TIMING && m->path == LMPI_PATH_STANDARD && m->bytes == bytes &&
           m->kept == LMPI_PAYLOAD_NONE;
}

/* ---- sends ---- */

/* Sends the message. False: it is not plain, and nothing has changed. */
static inline __attribute__((always_inline)) bool send(const struct lmpi_plain *out, int dest, int comm,
                                                       struct bsim_site *site) {
    struct bsim_eager room;
    bsim_rank *self = bsim_self, *to = bsim_rank_of(dest);
    bool near = lmpi_is_near(self, to);
    const struct bsim_eager *e = eager_of(out, self, to, near, &room);
    struct lmpi_plain_out message = {.bytes = out->bytes, .tag = out->tag, .comm = comm, .real = LMPI_TIMING};
    enum lmpi_given given = e ? lmpi_plain_give(&message, to, near, e, site) : LMPI_NOT_GIVEN;
    if (__builtin_expect(given == LMPI_GIVEN_AHEAD, 0))
        lmpi_yield_to(to);
    return given != LMPI_NOT_GIVEN;
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
    if (__builtin_expect(!in->may_be || !lmpi_plain_rank(rank), 0))
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

/* Ends a blocking receive whose message is there, or posts it. */
static inline enum lmpi_plainly receive(struct lmpi_waiting *w, const struct search *s, const struct lmpi_plain *in,
                                        int source, int comm, struct bsim_site *site, double start_s) {
    double *clock = bsim_self->clock, since_s = clock[0];
    site->calls++;
    if (s->message) {
        lmpi_message *m = s->message;
        lmpi_unexpected_remove(lmpi_self(), m, s->before);
        clock[0] = bsim_max(since_s, lmpi_plain_ready(s->eager, since_s, m->arrive[0])) + s->eager->recv_s;
        lmpi_charge(site, start_s, lmpi_waited(since_s, clock[0], m->sent_s));
        lmpi_message_free(m);
        return LMPI_PLAIN_OVER;
    }
    lmpi_request *r = (lmpi_request *)(void *)w->request;
    lmpi_plain_fill(r, in->type, in->bytes, source, in->tag, comm, LMPI_TIMING, LMPI_REQ_BLOCKING, site);
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
    lmpi_plain_fill(r, in->type, in->bytes, source, in->tag, comm, LMPI_TIMING, 0, site);
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
    r->times[1] = lmpi_plain_ready(s.eager, r->times[0], m->arrive[0]);
    r->state = LMPI_REQ_MATCHED;
    lmpi_message_free(m);
    return lmpi_request_handle(r);
}

/* ---- completions ---- */

bool lmpi_plain_complete(int count, MPI_Request *requests, double *wait_s) {
    struct lmpi_plain_list list;
    list.n = 0;
    if (count > LMPI_PLAIN_MOST || bsim_context.nscen != 1 || lmpi_receives_add())
        return false;
    for (int i = 0; i < count; i++) {
        if (lmpi_plain_needs_nothing(requests[i]))
            continue;
        lmpi_request *r = lmpi_plain_receive(requests[i]);
        if (!r || r->state != LMPI_REQ_MATCHED)
            return false;
        lmpi_plain_insert(&list, r, i);
    }
    double *clock = bsim_self->clock;
    for (int i = 0; i < list.n; i++)
        *wait_s += lmpi_complete_eager(list.of[i].request, clock);
    for (int i = 0; i < count; i++) {
        if (lmpi_is_sent(requests[i]))
            bsim_site_numbered(requests[i] & LMPI_HANDLE_INDEX)->open--;
        else if (requests[i] != MPI_REQUEST_NULL)
            lmpi_request_recycle(lmpi_plain_request_at(requests[i]));
        requests[i] = MPI_REQUEST_NULL;
    }
    return true;
}

enum lmpi_plainly lmpi_plain_wait(struct lmpi_waiting *w, int count, MPI_Request *requests, const lmpi_call *call) {
    lmpi_request *open[LMPI_PLAIN_MOST];
    uint32_t n = 0;
    double wait_s = 0;
    if (count > LMPI_PLAIN_MOST)
        return LMPI_NOT_PLAIN;
    for (int i = 0; i < count; i++) {
        if (lmpi_plain_needs_nothing(requests[i]))
            continue;
        lmpi_request *r = lmpi_plain_receive(requests[i]);
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
