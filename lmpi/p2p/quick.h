/* quick.h - the most frequent calls of programs, in few steps.
 *
 * A call is quick if its message is plain (plain_steps.h) and nothing but the engine looks at calls. Each function
 * makes a whole call if it is quick; else it has changed nothing, and the call takes the way of all calls. Times,
 * statistics and matching are the same. The functions are inlined into the entry functions, since most of their steps
 * become constants there. */
#ifndef LMPI_QUICK_H
#define LMPI_QUICK_H

#include "lmpi/p2p/plain_steps.h"
#include "lmpi/p2p/wait.h"

/* Some calls may be quick: there is one scenario, and no trace, record, checker, or time that receives add. */
extern bool lmpi_quick;
/* The path of a message depends on more than whether its ranks are on one node. */
extern bool lmpi_quick_by_distance;
/* Where memory of the program may be: from the lowest address on, so many bytes. */
extern uintptr_t lmpi_quick_lowest, lmpi_quick_addresses;
/* Before the first rank runs, after all that may look at calls has begun. */
void lmpi_quick_start(void);

static inline bool lmpi_may_be_quick(void) {
    return lmpi_quick && lmpi_self()->inside;
}

#define LMPI_QUICK_STEP static inline __attribute__((always_inline))

/* ---- arguments ---- */

/* One side of a message, as the program gives it. */
struct lmpi_quick_side {
    const void *buffer;
    int count;
    MPI_Datatype type;
    int peer, tag;
    int real; /* LMPI_TIMING or LMPI_DATA */
};

/* The size of the side's buffer; -1: the call is not quick, perhaps since an argument is wrong. */
LMPI_QUICK_STEP int64_t lmpi_quick_bytes(const struct lmpi_quick_side *side, const lmpi_comm *comm, int least_tag) {
    if (__builtin_expect(!LMPI_TYPE_IS_BUILTIN(side->type) || side->count < 0 ||
                             (unsigned)side->peer >= (unsigned)comm->peers->size || side->tag < least_tag,
                         0))
        return -1;
    int64_t bytes = lmpi_type_size(side->type) * side->count;
    bool is_memory = (uintptr_t)side->buffer - lmpi_quick_lowest < lmpi_quick_addresses;
    return __builtin_expect(side->real == LMPI_DATA && !is_memory, 0) ? -1 : bytes;
}

/* How long messages of some sizes take, by a hash of the key. */
enum { LMPI_QUICK_SIZES = 16 };
extern struct lmpi_quick_known {
    _Alignas(64) int64_t key; /* 0: none */
    struct bsim_eager eager;
} lmpi_quick_known[BSIM_MAX_SHARDS][LMPI_QUICK_SIZES]; /* each shard has its own */

/* near: both ranks are on one node. */
LMPI_QUICK_STEP int64_t lmpi_quick_key(bool near, int64_t bytes) {
    return near + 1 + 2 * bytes;
}

const struct bsim_eager *lmpi_quick_by_path(const bsim_rank *from, const bsim_rank *to, int64_t bytes);
const struct bsim_eager *lmpi_quick_learn(struct lmpi_quick_known *known, bool near, int64_t bytes);

/* How long a message between two ranks takes, valid until the next call and until the rank blocks. NULL: it is not
 * plain.
 */
LMPI_QUICK_STEP const struct bsim_eager *lmpi_quick_eager(const bsim_rank *from, const bsim_rank *to, bool near,
                                                          int64_t bytes) {
    if (__builtin_expect(lmpi_quick_by_distance, 0))
        return lmpi_quick_by_path(from, to, bytes);
    int64_t key = lmpi_quick_key(near, bytes);
    struct lmpi_quick_known *known = &lmpi_quick_known[bsim_shard_number][(uint32_t)key * 2654435769u >> 28];
    if (__builtin_expect(known->key == key, 1))
        return &known->eager;
    return lmpi_quick_learn(known, near, bytes);
}

/* ---- sends ---- */

LMPI_QUICK_STEP enum lmpi_given lmpi_quick_give(const struct lmpi_quick_side *side, int64_t bytes,
                                                const lmpi_comm *comm, struct bsim_site *site) {
    const lmpi_comm *there = comm->peers;
    bsim_rank *to = bsim_rank_of(lmpi_comm_world(there, side->peer));
    __builtin_prefetch(to->layer);
    bool near = lmpi_is_near(bsim_self, to);
    const struct bsim_eager *e = lmpi_quick_eager(bsim_self, to, near, bytes);
    if (__builtin_expect(!e, 0))
        return LMPI_NOT_GIVEN;
    struct lmpi_plain_out out = {side->buffer, bytes, side->tag, there->id, side->real};
    return lmpi_plain_give(&out, to, near, e, site);
}

/* Sends a message, and charges its site, which it returns; NULL: the call is not quick. */
LMPI_QUICK_STEP struct bsim_site *lmpi_quick_sent(const struct lmpi_quick_side *side, MPI_Comm handle,
                                                  const lmpi_call *call, enum lmpi_given *given) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    if (__builtin_expect(!lmpi_may_be_quick() || !comm, 0))
        return NULL;
    int64_t bytes = lmpi_quick_bytes(side, comm, 0);
    if (__builtin_expect(bytes < 0, 0))
        return NULL;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    *given = lmpi_quick_give(side, bytes, comm, site);
    if (__builtin_expect(*given == LMPI_NOT_GIVEN, 0))
        return NULL;
    site->calls++;
    lmpi_charge(site, start_s, 0);
    return site;
}

/* For the end of a call whose message is far ahead of its receiver. */
static __attribute__((noinline, cold, unused)) void lmpi_quick_yield(const struct lmpi_quick_side *out,
                                                                     MPI_Comm handle) {
    bsim_rank *to = bsim_rank_of(lmpi_comm_world(lmpi_comm_of(handle)->peers, out->peer));
    if (bsim_is_here(to) && lmpi_is_far_ahead(lmpi_rank_in(to)))
        lmpi_yield_to(to);
}

LMPI_QUICK_STEP bool lmpi_quick_send(const struct lmpi_quick_side *side, MPI_Comm handle, const lmpi_call *call) {
    enum lmpi_given given;
    if (!lmpi_quick_sent(side, handle, call, &given))
        return false;
    if (__builtin_expect(given == LMPI_GIVEN_AHEAD, 0))
        lmpi_quick_yield(side, handle);
    return true;
}

LMPI_QUICK_STEP bool lmpi_quick_isend(const struct lmpi_quick_side *side, MPI_Comm handle, MPI_Request *request,
                                      const lmpi_call *call) {
    enum lmpi_given given;
    struct bsim_site *site = lmpi_quick_sent(side, handle, call, &given);
    if (!site)
        return false;
    site->open++;
    *request = lmpi_sent_handle(site);
    if (__builtin_expect(given == LMPI_GIVEN_AHEAD, 0))
        lmpi_quick_yield(side, handle);
    return true;
}

/* ---- receives ---- */

/* A receive that looks for its message. */
struct lmpi_quick_search {
    lmpi_message *message, *before; /* NULL: it is not there */
    const struct bsim_eager *eager; /* of a message that is there */
    int source;                     /* world rank */
    bool near;
};

/* False: the receive is not quick. bytes: the room of its buffer. */
LMPI_QUICK_STEP bool lmpi_quick_look(struct lmpi_quick_search *s, const struct lmpi_quick_side *side, int64_t bytes,
                                     const lmpi_comm *comm) {
    lmpi_rank *rank = lmpi_self();
    s->message = NULL;
    if (__builtin_expect(!lmpi_plain_rank(rank), 0))
        return false;
    s->source = lmpi_comm_world(comm->peers, side->peer);
    if (!rank->nunexpected)
        return true;
    s->message = lmpi_unexpected_find(rank, comm->id, s->source, side->tag, &s->before);
    const lmpi_message *m = s->message;
    if (!m)
        return true;
    const bsim_rank *from = bsim_rank_of(s->source);
    s->near = lmpi_is_near(bsim_self, from);
    s->eager = lmpi_quick_eager(from, bsim_self, s->near, m->bytes);
    return m->protocol == BSIM_EAGER && m->real == side->real && m->path == LMPI_PATH_STANDARD && m->bytes <= bytes &&
           s->eager;
}

/* Takes the message that was found into the buffer. Returns when it is ready for a receive that was posted then. */
LMPI_QUICK_STEP double lmpi_quick_take(const struct lmpi_quick_search *s, void *buffer, int real, double posted_s) {
    lmpi_message *m = s->message;
    lmpi_unexpected_remove(lmpi_self(), m, s->before);
    if (real == LMPI_DATA)
        lmpi_copy_bytes(buffer, lmpi_message_data(m), (size_t)m->bytes);
    return lmpi_plain_ready(s->eager, posted_s, m->arrive[0]);
}

/* Posts a receive and waits for its message, to the end of the call. Returns an error code. */
int lmpi_quick_wait_message(const struct lmpi_quick_side *side, int64_t bytes, const lmpi_comm *comm, int source,
                            struct bsim_site *site, double start_s, MPI_Status *status, const lmpi_call *call);
/* The rest of MPI_Sendrecv, whose receive is not quick. */
int lmpi_quick_no_more(const struct lmpi_quick_side *side, int64_t bytes, const lmpi_comm *comm, struct bsim_site *site,
                       double start_s, MPI_Status *status, const lmpi_call *call);

/* Ends a blocking receive whose message is there. */
LMPI_QUICK_STEP void lmpi_quick_receive(const struct lmpi_quick_search *s, const struct lmpi_quick_side *side,
                                        struct bsim_site *site, double start_s, MPI_Status *status) {
    lmpi_message *m = s->message;
    double *clock = bsim_self->clock, since_s = clock[0];
    double ready_s = lmpi_quick_take(s, (void *)side->buffer, side->real, since_s);
    clock[0] = bsim_max(since_s, ready_s) + s->eager->recv_s;
    if (status != MPI_STATUS_IGNORE)
        lmpi_status_set(status, side->peer, m->tag, m->bytes);
    lmpi_charge(site, start_s, lmpi_waited(since_s, clock[0], m->sent_s));
    lmpi_message_free(m);
}

/* *error: what the call returns. */
LMPI_QUICK_STEP bool lmpi_quick_recv(const struct lmpi_quick_side *side, MPI_Comm handle, MPI_Status *status,
                                     const lmpi_call *call, int *error) {
    struct lmpi_quick_search s;
    const lmpi_comm *comm = lmpi_comm_of(handle);
    if (__builtin_expect(!lmpi_may_be_quick() || !comm, 0))
        return false;
    int64_t bytes = lmpi_quick_bytes(side, comm, MPI_ANY_TAG);
    if (__builtin_expect(bytes < 0 || !lmpi_quick_look(&s, side, bytes, comm), 0))
        return false;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    site->calls++;
    *error = MPI_SUCCESS;
    if (s.message)
        lmpi_quick_receive(&s, side, site, start_s, status);
    else
        *error = lmpi_quick_wait_message(side, bytes, comm, s.source, site, start_s, status, call);
    return true;
}

LMPI_QUICK_STEP bool lmpi_quick_irecv(const struct lmpi_quick_side *side, MPI_Comm handle, MPI_Request *request,
                                      const lmpi_call *call) {
    struct lmpi_quick_search s;
    const lmpi_comm *comm = lmpi_comm_of(handle);
    if (__builtin_expect(!lmpi_may_be_quick() || !comm, 0))
        return false;
    int64_t bytes = lmpi_quick_bytes(side, comm, MPI_ANY_TAG);
    if (__builtin_expect(bytes < 0 || !lmpi_quick_look(&s, side, bytes, comm), 0))
        return false;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    lmpi_request *r = lmpi_request_new();
    lmpi_plain_fill(r, side->type, bytes, s.source, side->tag, comm->id, side->real, 0, site);
    r->local = side->peer;
    r->count = side->count;
    r->keeps = LMPI_MAY_KEEP;
    r->buffer = (void *)side->buffer;
    r->times[0] = bsim_self->clock[0];
    site->calls++;
    lmpi_poll_interrupted();
    *request = lmpi_request_handle(r);
    if (!s.message) {
        lmpi_posted_add(lmpi_self(), r);
        return true;
    }
    r->times[1] = lmpi_quick_take(&s, r->buffer, side->real, r->times[0]);
    r->near = s.near;
    r->tag = s.message->tag;
    r->bytes = s.message->bytes;
    r->other_s = s.message->sent_s;
    r->state = LMPI_REQ_MATCHED;
    lmpi_message_free(s.message);
    return true;
}

/* A send, and the receive that follows it: both messages leave without their receives, so it does not matter which of
 * the two operations begins first. *error: what the call returns. */
LMPI_QUICK_STEP bool lmpi_quick_sendrecv(const struct lmpi_quick_side *out, const struct lmpi_quick_side *in,
                                         MPI_Comm handle, MPI_Status *status, const lmpi_call *call, int *error) {
    struct lmpi_quick_search s;
    const lmpi_comm *comm = lmpi_comm_of(handle);
    if (__builtin_expect(!lmpi_may_be_quick() || !comm, 0))
        return false;
    int64_t bytes = lmpi_quick_bytes(out, comm, 0), room = lmpi_quick_bytes(in, comm, MPI_ANY_TAG);
    if (__builtin_expect(bytes < 0 || room < 0, 0))
        return false;
    const bsim_rank *from = bsim_rank_of(lmpi_comm_world(comm->peers, in->peer));
    if (__builtin_expect(!lmpi_quick_eager(from, bsim_self, lmpi_is_near(bsim_self, from), room), 0))
        return false;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    enum lmpi_given given = lmpi_quick_give(out, bytes, comm, site);
    if (__builtin_expect(given == LMPI_NOT_GIVEN, 0))
        return false;
    site->calls++;
    *error = MPI_SUCCESS;
    if (__builtin_expect(!lmpi_quick_look(&s, in, room, comm), 0)) {
        *error = lmpi_quick_no_more(in, room, comm, site, start_s, status, call);
    } else if (s.message) {
        lmpi_quick_receive(&s, in, site, start_s, status);
    } else {
        *error = lmpi_quick_wait_message(in, room, comm, s.source, site, start_s, status, call);
    }
    if (__builtin_expect(given == LMPI_GIVEN_AHEAD, 0))
        lmpi_quick_yield(out, handle);
    return true;
}

/* ---- completions: MPI_Wait and MPI_Waitall ---- */

/* False: the call is not quick. *error: what it returns. */
bool lmpi_quick_wait(int count, MPI_Request *requests, MPI_Status *statuses, const lmpi_call *call, int *error);

#endif
