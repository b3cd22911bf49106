/* plain_steps.h - what becomes of a plain message, step by step; for plain.c and quick.h.
 *
 * Plain are eager messages of predefined datatypes on paths without variation and shared cards (bsim_path.inlined),
 * between ranks of one shard whose queues are short and hold no wildcard. Both sides have all data or none. A step that
 * returns false has changed nothing. */
#ifndef LMPI_PLAIN_STEPS_H
#define LMPI_PLAIN_STEPS_H

#include "bsim/kernel/cursor.h"
#include "bsim/stat/traffic.h"
#include "lmpi/p2p/poll.h"

/* ---- what is plain ---- */

/* Not with calls whose answers depend on virtual time, nor with long queues. */
static inline bool lmpi_plain_rank(const lmpi_rank *rank) {
    return (rank->wildcards | (rank->bits & (LMPI_RANK_INDEXED | LMPI_RANK_ALERT))) == 0;
}

static inline bool lmpi_plain_request(const lmpi_request *r, int64_t bytes, int real) {
    enum { PLAIN = LMPI_REQ_BLOCKING | LMPI_REQ_WAITED };
    return bytes <= r->bytes && r->real == real && !(r->flags & ~PLAIN) && !r->parked && LMPI_TYPE_IS_BUILTIN(r->type);
}

/* ---- sends ---- */

static inline double lmpi_plain_ready(const struct bsim_eager *e, double posted_s, double arrive_s) {
    return e->simple ? bsim_simple_ready(posted_s, arrive_s, e->transfer_s) : arrive_s;
}

/* The message of the running rank meets a receive, which has been removed from its queue. */
static inline void lmpi_plain_meet(lmpi_request *r, bsim_rank *owner, const struct bsim_eager *e, double arrive_s) {
    r->state = LMPI_REQ_MATCHED;
    if (r->flags & LMPI_REQ_BLOCKING) {
        double now_s = owner->clock[0];
        owner->clock[0] = bsim_max(now_s, lmpi_plain_ready(e, now_s, arrive_s)) + e->recv_s;
        if (owner->state == BSIM_BLOCKED)
            bsim_ready(owner);
        return;
    }
    r->times[1] = lmpi_plain_ready(e, r->times[0], arrive_s);
    if (r->flags & LMPI_REQ_WAITED) {
        r->flags = 0;
        if (--lmpi_rank_in(owner)->waiting == 0)
            bsim_ready(owner);
    }
}

/* A message of the running rank, as its call gives it. */
struct lmpi_plain_out {
    const void *buffer;
    int64_t bytes;
    int32_t tag, comm;
    int real; /* LMPI_TIMING or LMPI_DATA */
};

static inline void lmpi_plain_enqueue(const struct lmpi_plain_out *out, lmpi_rank *rank, struct bsim_site *site,
                                      double sent_s, double arrive_s) {
    lmpi_message *m = lmpi_message_new();
    m->source = bsim_self->id;
    m->tag = out->tag;
    m->comm = out->comm;
    m->real = (uint8_t)out->real;
    m->protocol = BSIM_EAGER;
    m->path = LMPI_PATH_STANDARD;
    m->bytes = out->bytes;
    m->sent_s = sent_s;
    m->site = site;
    m->arrive[0] = arrive_s;
    if (out->real == LMPI_DATA && out->bytes > 0)
        lmpi_copy_bytes(lmpi_payload_new(m, out->bytes, false), out->buffer, (size_t)out->bytes);
    lmpi_unexpected_add(rank, m);
}

/* LMPI_GIVEN_AHEAD: the sender is far ahead of the receiver, so that the call should end with lmpi_yield_to. */
enum lmpi_given { LMPI_NOT_GIVEN, LMPI_GIVEN, LMPI_GIVEN_AHEAD };

/* Sends a message to a rank. e: how long it takes; near: both ranks are on one node. */
static inline __attribute__((always_inline)) enum lmpi_given lmpi_plain_give(const struct lmpi_plain_out *out,
                                                                             bsim_rank *to, bool near,
                                                                             const struct bsim_eager *e,
                                                                             struct bsim_site *site) {
    bsim_rank *self = bsim_self;
    lmpi_rank *rank = lmpi_rank_in(to);
    if (__builtin_expect(!bsim_is_here(to) || !lmpi_plain_rank(rank), 0))
        return LMPI_NOT_GIVEN;
    lmpi_request *before, *r = lmpi_posted_find(rank, out->comm, self->id, out->tag, &before);
    if (__builtin_expect(r && !lmpi_plain_request(r, out->bytes, out->real), 0))
        return LMPI_NOT_GIVEN;
    double sent_s = self->clock[0], release_s = sent_s + e->send_s, arrive_s = release_s + e->wire_s;
    lmpi_poll_interrupted();
    self->clock[0] = release_s;
    site->messages++;
    site->bytes += (uint64_t)out->bytes;
    if (__builtin_expect(out->bytes > bsim_context.traffic_above, 0))
        bsim_traffic_add(self->id, to->id, out->bytes,
                         lmpi_path_of(self, to, LMPI_PATH_STANDARD, out->bytes)->link.gap_s_per_byte[0]);
    if (!r) {
        lmpi_plain_enqueue(out, rank, site, sent_s, arrive_s);
        return __builtin_expect(lmpi_is_far_ahead(rank), 0) ? LMPI_GIVEN_AHEAD : LMPI_GIVEN;
    }
    lmpi_posted_remove(rank, r, before);
    if (out->real == LMPI_DATA && r->keeps == LMPI_MAY_KEEP && out->bytes <= (int64_t)sizeof r->word) {
        lmpi_copy_bytes(r->word, out->buffer, (size_t)out->bytes);
        r->keeps = LMPI_KEEPS_WORD;
    } else if (out->real == LMPI_DATA) {
        lmpi_copy_bytes(r->buffer, out->buffer, (size_t)out->bytes);
    }
    r->peer = self->id;
    r->near = near;
    r->tag = out->tag;
    r->bytes = out->bytes;
    r->other_s = sent_s;
    lmpi_plain_meet(r, to, e, arrive_s);
    return LMPI_GIVEN;
}

/* ---- receives ---- */

/* Fills a receive of the running rank but for what only data and non-blocking calls need. */
static inline void lmpi_plain_fill(lmpi_request *r, MPI_Datatype type, int64_t bytes, int source, int tag, int comm,
                                   int real, int flags, struct bsim_site *site) {
    r->peer = source;
    r->tag = tag;
    r->comm = comm;
    r->owner = bsim_self->id;
    r->kind = LMPI_REQ_RECV;
    r->state = LMPI_REQ_PENDING;
    r->real = (uint8_t)real;
    r->protocol = BSIM_EAGER;
    r->flags = (uint8_t)flags;
    r->holds = 0;
    r->path = LMPI_PATH_STANDARD;
    r->parked = 0;
    r->keeps = LMPI_KEEPS_NONE;
    r->type = type;
    r->bytes = bytes;
    r->site = site;
    r->other_s = 0;
}

/* ---- completions ---- */

enum { LMPI_PLAIN_MOST = 32 }; /* requests of a plain call */

static inline lmpi_request *lmpi_plain_request_at(MPI_Request handle) {
    size_t index = (uint32_t)handle & LMPI_HANDLE_INDEX;
    return (lmpi_request *)(void *)(lmpi_request_base + index * lmpi_request_slot);
}

static inline bool lmpi_plain_needs_nothing(MPI_Request handle) {
    return lmpi_is_sent(handle) || handle == MPI_REQUEST_NULL;
}

/* The running rank's receive if its completion is, so far as it is known, that of an eager message; else NULL. */
static inline lmpi_request *lmpi_plain_receive(MPI_Request handle) {
    lmpi_request *r = lmpi_plain_request_at(handle);
    bool is_plain = ((uint32_t)handle & ~(uint32_t)LMPI_HANDLE_INDEX) == LMPI_REQUEST_KIND &&
                    r->owner == bsim_self->id && r->kind == LMPI_REQ_RECV && r->protocol == BSIM_EAGER &&
                    r->flags == 0 && LMPI_TYPE_IS_BUILTIN(r->type);
    return __builtin_expect(is_plain, 1) ? r : NULL;
}

/* Receives in the order of completion: that of being ready, then that of the call. */
struct lmpi_plain_list {
    int n;
    struct lmpi_plain_due {
        double ready_s;
        lmpi_request *request;
        int place; /* in the call */
    } of[LMPI_PLAIN_MOST];
};

/* Adds a matched receive. */
static inline void lmpi_plain_insert(struct lmpi_plain_list *list, lmpi_request *r, int place) {
    double ready_s = r->times[1];
    struct lmpi_plain_due *at = &list->of[list->n++];
    for (; at > list->of && (at[-1].ready_s > ready_s || (at[-1].ready_s == ready_s && at[-1].place > place)); at--)
        *at = at[-1];
    *at = (struct lmpi_plain_due){ready_s, r, place};
}

#endif
