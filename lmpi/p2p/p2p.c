/* p2p.c - blocking and non-blocking sends and receives: entry functions MPI_* (with data) and LMPI_* (timing only). */
#include "lmpi/capture/capture.h"
#include "lmpi/p2p/p2p.h"

#include <string.h>

#include "bsim/bsim.h"
#include "bsim/stat/traffic.h"
#include "bsim/kernel/cursor.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/hosts.h"
#include "lmpi/lmpi.h"
#include "lmpi/match/message_number.h"
#include "lmpi/match/transfer.h"
#include "lmpi/p2p/poll.h"
#include "lmpi/p2p/quick.h"
#include "lmpi/p2p/too_long.h"

int lmpi_side_error(const lmpi_call *call, int count, MPI_Datatype type, int peer, int tag, MPI_Comm handle,
                    bool recv) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    if (!comm)
        return lmpi_error(handle, call->name, call->ret, MPI_ERR_COMM, "no such communicator (%#x)", (unsigned)handle);
    if (count < 0)
        return lmpi_error(handle, call->name, call->ret, MPI_ERR_COUNT, "count is %d", count);
    bool none = type == MPI_DATATYPE_NULL && count == 0; /* MPICH takes it */
    if (lmpi_type_size(type) < 0 && !none)
        return lmpi_error(handle, call->name, call->ret, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)type);
    if (lmpi_type_size_committed(type) < 0 && !none)
        return lmpi_error(handle, call->name, call->ret, MPI_ERR_TYPE, "the datatype is not committed");
    if ((peer < 0 || peer >= comm->peers->size) && peer != MPI_PROC_NULL && !(recv && peer == MPI_ANY_SOURCE))
        return lmpi_error(handle, call->name, call->ret, MPI_ERR_RANK, "%s is %d; the %s has %d ranks",
                          recv ? "source" : "destination", peer, comm->all ? "remote group" : "communicator",
                          comm->peers->size);
    if (tag < 0 && !(recv && tag == MPI_ANY_TAG))
        return lmpi_error(handle, call->name, call->ret, MPI_ERR_TAG, "tag is %d", tag);
    return MPI_SUCCESS;
}

int lmpi_side_empty(const lmpi_call *call, const void *buffer, MPI_Comm comm) {
    if (buffer == MPI_IN_PLACE)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_BUFFER, "the buffer cannot be MPI_IN_PLACE");
    if (lmpi_is_skeleton())
        return MPI_SUCCESS;
    return lmpi_error(comm, call->name, call->ret, MPI_ERR_BUFFER, "the buffer is null");
}

void lmpi_status_empty(MPI_Status *status) {
    lmpi_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}

void lmpi_status_null(MPI_Status *status) {
    lmpi_status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

int lmpi_recv_error(const lmpi_request *r, const lmpi_call *call) {
    if (lmpi_too_long_counts) {
        lmpi_too_long_note(r, call);
        return MPI_SUCCESS;
    }
    return lmpi_error(lmpi_comms[r->comm]->handle, call->name, call->ret, MPI_ERR_TRUNCATE,
                      "the message of rank %d with tag %d has %lld bytes, more than the receive buffer", r->peer,
                      r->tag, (long long)r->bytes);
}

void lmpi_received(const lmpi_request *r) {
    bsim_received(r->site, (double)r->bytes);
    if (bsim_first_messages_on && r->peer >= 0)
        bsim_first_message(bsim_site_here(r->site), true, lmpi_is_near(bsim_self, bsim_rank_of(r->peer)),
                           (double)r->bytes);
}

/* ---- sends ---- */

/* An eager message, or the envelope of a rendezvous, for which no receive is posted. */
static lmpi_message *message_new(const lmpi_side *side, int source, double sent_s, struct bsim_site *site) {
    lmpi_message *m = lmpi_message_new();
    m->source = source;
    m->tag = side->tag;
    m->comm = side->comm->id;
    m->real = side->real;
    m->path = side->path;
    m->bytes = side->bytes;
    m->sent_s = sent_s;
    m->site = site;
    if (LMPI_CHECKED)
        lmpi_checker->sent(m, side);
    return m;
}

static inline void keep_payload(lmpi_message *m, const lmpi_side *side, bool away) {
    int64_t bytes = lmpi_data_bytes(side->real, side->bytes);
    if (bytes == 0)
        return;
    void *to = lmpi_payload_new(m, bytes, away);
    if (LMPI_TYPE_IS_BUILTIN(side->type))
        lmpi_copy_bytes(to, side->buffer, (size_t)bytes);
    else
        lmpi_type_pack(side->buffer, side->count, side->type, to);
}

/* Numbers a message that will pass network cards when it is matched. */
static inline void number(lmpi_message *m, const struct bsim_path *path) {
    if (__builtin_expect(path->through_cards, 0))
        *lmpi_message_order(m) = lmpi_transfer_order(m->source);
}

/* Numbers the running rank's message if it varies, and adds what its crossing of the network takes longer. m: the
 * message if it goes into a queue. late: gets what its latency takes longer. */
static void __attribute__((noinline)) vary(lmpi_message *m, const struct bsim_path *path, int64_t bytes, double *arrive,
                                           double *late) {
    struct bsim_message_id id = lmpi_message_next(bsim_self->id);
    bsim_message_noise_sent(path, (double)bytes, id, arrive, late);
    if (m)
        *lmpi_message_number(m) = id.number;
}

static inline void vary_sent(lmpi_message *m, const struct bsim_path *path, int64_t bytes, double *arrive) {
    if (__builtin_expect(path->laws != NULL, 0)) {
        double late[BSIM_MAX_SCENARIOS];
        vary(m, path, bytes, arrive, late);
    }
}

void lmpi_request_fill_for(lmpi_request *r, int owner, int kind, struct bsim_site *site) {
    r->kind = (uint8_t)kind;
    r->state = LMPI_REQ_PENDING;
    r->flags = 0;
    r->parked = 0;
    r->keeps = LMPI_KEEPS_NONE;
    r->protocol = BSIM_RENDEZVOUS; /* its completion may take time */
    r->peer = MPI_PROC_NULL;
    r->tag = MPI_ANY_TAG;
    r->comm = LMPI_COMM_ID_WORLD;
    r->owner = owner;
    r->real = LMPI_TIMING;
    r->type = MPI_BYTE;
    r->count = 0;
    r->bytes = 0;
    r->buffer = NULL;
    r->site = site;
}

void lmpi_request_fill_own(lmpi_request *r, int kind, void *buffer, struct bsim_site *site) {
    lmpi_request_fill_for(r, bsim_self->id, kind, site);
    r->buffer = buffer;
    bsim_clock_copy(r->times, bsim_self->clock);
}

static void request_fill(lmpi_request *r, const lmpi_side *side, int kind, struct bsim_site *site) {
    r->peer = side->peer;
    r->local = side->local;
    r->tag = side->tag;
    r->comm = side->comm->id;
    r->owner = bsim_self->id;
    r->kind = (uint8_t)kind;
    r->state = LMPI_REQ_PENDING;
    r->real = side->real;
    r->protocol = BSIM_EAGER;
    r->parked = 0;
    r->keeps = LMPI_KEEPS_NONE;
    r->path = side->path;
    r->count = side->count;
    r->type = side->type;
    r->buffer = side->buffer;
    r->bytes = side->bytes;
    r->site = site;
    r->other_s = 0;
}

/* Finds the posted receive that takes the message now and removes it from its queue; NULL if there is none. */
static inline lmpi_request *take_posted(lmpi_rank *dest, int comm, int source, int tag) {
    lmpi_request *before, *r = lmpi_posted_find(dest, comm, source, tag, &before);
    if (!r)
        return NULL;
    if (__builtin_expect(dest->wildcards, 0)) {
        /* The receive is an undecided wildcard receive, or an earlier message of this source waits for a decision. */
        lmpi_message *earlier;
        if (r->peer == MPI_ANY_SOURCE || lmpi_unexpected_find(dest, comm, source, r->tag, &earlier))
            return NULL;
    }
    lmpi_posted_remove(dest, r, before);
    return r;
}

/* A message meets a posted receive of a rank. */
static inline void compare_posted(const lmpi_rank *dest, const lmpi_request *r, int source, int tag,
                                  const double *arrive, const struct bsim_site *site) {
    if (__builtin_expect(dest->alert, 0))
        lmpi_late_message(r->owner, r->comm, source, tag, arrive, site, !(r->flags & LMPI_REQ_BLOCKING));
}

static inline void enqueue(lmpi_rank *dest, int dest_rank, lmpi_message *m) {
    lmpi_unexpected_add(dest, m);
    if (__builtin_expect(dest->wildcards || dest->alert, 0))
        lmpi_decide_on_message(dest_rank, m);
}

/* Sends an eager message to a rank of another shard, as mail; lmpi_deliver continues there. */
static void __attribute__((noinline)) send_eager_away(const lmpi_side *side, const bsim_rank *dest,
                                                      const struct bsim_path *path, struct bsim_site *site) {
    double *clock = bsim_self->clock;
    lmpi_message *m = message_new(side, bsim_self->id, clock[0], site);
    m->protocol = BSIM_EAGER;
    bsim_eager_send(path, (double)side->bytes, clock, clock, m->arrive);
    vary_sent(m, path, side->bytes, m->arrive);
    keep_payload(m, side, true);
    number(m, path);
    *lmpi_message_dest(m) = dest->id;
    if (bsim_context.nhosts > 1)
        lmpi_hosts_send(m, dest->id);
    else
        bsim_mail_send(dest, (struct bsim_mail *)(void *)m);
}

/* Sends a message through the network cards of two nodes; lmpi_deliver continues when it has come. clock: the sender's,
 * at its release. m->arrive, without noise, and what belongs to the protocol are set. */
static void send_through_cards(lmpi_message *m, int dest, const struct bsim_path *path, const double *clock) {
    double late[BSIM_MAX_SCENARIOS];
    *lmpi_message_dest(m) = dest;
    if (path->laws)
        vary(m, path, m->bytes, m->arrive, late);
    lmpi_transfer_message(m, dest, path, clock, path->laws ? late : NULL);
}

static void __attribute__((noinline)) send_eager_through_cards(const lmpi_side *side, const bsim_rank *dest,
                                                               const struct bsim_path *path, struct bsim_site *site) {
    double *clock = bsim_self->clock;
    lmpi_message *m = message_new(side, bsim_self->id, clock[0], site);
    m->protocol = BSIM_EAGER;
    bsim_context.net->send(path, (double)side->bytes, clock, clock, m->arrive);
    keep_payload(m, side, bsim_context.nshards > 1);
    if (path->detached)
        number(m, path);
    send_through_cards(m, dest->id, path, clock);
}

/* Whether a message, or its request, passes the cards before it is matched. */
static inline bool passes_cards_first(const struct bsim_path *path) {
    return __builtin_expect(path->through_cards, 0) && !bsim_leaves_when_met(path);
}

/* Whether an eager message is matched in an event: if it passes the cards first, or is detached and so may be sent
 * while one before it is at the cards. */
static inline bool is_matched_late(const struct bsim_path *path) {
    return __builtin_expect(path->through_cards, 0) && (path->detached || !bsim_leaves_when_met(path));
}

void (*lmpi_deliver_rma)(lmpi_message *m);

void lmpi_deliver(struct bsim_mail *mail) {
    lmpi_message *m = (lmpi_message *)(void *)mail;
    lmpi_message *free_one = bsim_context.nshards > 1 ? lmpi_message_spare() : NULL;
    if (free_one)
        bsim_mail_return(bsim_rank_of(m->source), (struct bsim_mail *)(void *)free_one);
    if (m->comm == LMPI_COMM_ID_RMA) {
        lmpi_deliver_rma(m);
        return;
    }
    int dest = *lmpi_message_dest(m);
    lmpi_rank *rank = lmpi_rank_at(dest);
    lmpi_request *r = take_posted(rank, m->comm, m->source, m->tag);
    if (r) {
        compare_posted(rank, r, m->source, m->tag, m->arrive, m->site);
        lmpi_deliver_unexpected(r, m);
    } else
        enqueue(rank, dest, m);
}

static inline void __attribute__((always_inline)) send_eager(const lmpi_side *side, bsim_rank *dest_rank,
                                                             const struct bsim_path *path, struct bsim_site *site) {
    static double arrives[BSIM_MAX_SHARDS][BSIM_MAX_SCENARIOS]; /* the rank does not block while it uses them */
    double *arrive = arrives[bsim_self->shard];
    if (is_matched_late(path)) {
        send_eager_through_cards(side, dest_rank, path, site);
        return;
    }
    if (__builtin_expect(!bsim_is_here(dest_rank), 0) && bsim_is_elsewhere(dest_rank)) {
        send_eager_away(side, dest_rank, path, site);
        return;
    }
    int self = bsim_self->id;
    double *clock = bsim_self->clock, sent_s = clock[0];
    lmpi_rank *dest = lmpi_rank_in(dest_rank);
    lmpi_request *r = take_posted(dest, side->comm->id, self, side->tag);
    if (r) {
        bsim_eager_send(path, (double)side->bytes, clock, clock, arrive);
        vary_sent(NULL, path, side->bytes, arrive);
        compare_posted(dest, r, self, side->tag, arrive, site);
        lmpi_deliver_eager(r, dest_rank, side, sent_s, site, arrive);
        return;
    }
    lmpi_message *m = message_new(side, self, sent_s, site);
    m->protocol = BSIM_EAGER;
    bsim_eager_send(path, (double)side->bytes, clock, clock, m->arrive);
    vary_sent(m, path, side->bytes, m->arrive);
    keep_payload(m, side, false);
    number(m, path);
    enqueue(dest, side->peer, m);
    if (__builtin_expect(lmpi_is_far_ahead(dest), 0))
        lmpi_yield_to(dest_rank);
}

static void rendezvous(const lmpi_side *side, const struct bsim_path *path, lmpi_request *send,
                       struct bsim_site *site) {
    double *clock = bsim_self->clock, arrive[bsim_context.nscen];
    send->other_s = clock[0];
    send->protocol = BSIM_RENDEZVOUS;
    bsim_context.net->send(path, (double)side->bytes, clock, clock, arrive);
    if (!(send->flags & LMPI_REQ_BLOCKING))
        bsim_clock_copy(send->times, clock);
    bool cards_first = passes_cards_first(path);
    if (path->through_cards)
        send->order = lmpi_transfer_order(send->owner);
    lmpi_rank *dest = lmpi_rank_at(side->peer);
    lmpi_request *r = cards_first ? NULL : take_posted(dest, side->comm->id, send->owner, side->tag);
    if (r) {
        vary_sent(NULL, path, side->bytes, arrive);
        if (LMPI_CHECKED)
            lmpi_checker->met(r, NULL, side);
        compare_posted(dest, r, send->owner, side->tag, arrive, site);
        lmpi_deliver_rendezvous(send, r, arrive, path->laws ? lmpi_message_last(send->owner).number : 0);
        return;
    }
    lmpi_message *m = message_new(side, send->owner, send->other_s, site);
    m->protocol = BSIM_RENDEZVOUS;
    m->sender = send;
    bsim_clock_copy(m->arrive, arrive);
    if (cards_first) {
        send_through_cards(m, side->peer, path, clock);
        return;
    }
    vary_sent(m, path, side->bytes, m->arrive);
    enqueue(dest, side->peer, m);
}

/* To a rank of another host, with its data. */
static void rendezvous_away(const lmpi_side *side, const struct bsim_path *path, lmpi_request *send,
                            struct bsim_site *site) {
    double *clock = bsim_self->clock;
    send->other_s = clock[0];
    send->protocol = BSIM_RENDEZVOUS;
    lmpi_message *m = message_new(side, send->owner, send->other_s, site);
    m->protocol = BSIM_RENDEZVOUS;
    m->sender = send;
    bsim_context.net->send(path, (double)side->bytes, clock, clock, m->arrive);
    if (!(send->flags & LMPI_REQ_BLOCKING))
        bsim_clock_copy(send->times, clock);
    vary_sent(m, path, side->bytes, m->arrive);
    lmpi_hosts_send_rendezvous(m, side->peer);
}

static void __attribute__((noinline)) send_rendezvous(const lmpi_side *side, const struct bsim_path *path,
                                                      lmpi_request *send, struct bsim_site *site) {
    const bsim_rank *dest = bsim_rank_of(side->peer);
    if (bsim_is_away(side->peer)) {
        rendezvous_away(side, path, send, site);
        return;
    }
    if (__builtin_expect(!bsim_is_here(dest), 0) && !passes_cards_first(path) && bsim_is_elsewhere(dest)) {
        BSIM_ALONE;
        bsim_mail_deliver(dest); /* earlier messages must be matched first */
        rendezvous(side, path, send, site);
        return;
    }
    rendezvous(side, path, send, site);
}

static void __attribute__((noinline)) add_traffic(const lmpi_side *side) {
    const struct bsim_path *path = lmpi_path_of_send(bsim_rank_of(side->peer), side->path, side->bytes);
    bsim_traffic_add(bsim_self->id, side->peer, side->bytes, path->link.gap_s_per_byte[0]);
}

/* Counts a message, and packs its data if that takes time. A first one takes its processor longer. */
static inline void begin_message(struct bsim_site *site, const lmpi_side *side) {
    if (__builtin_expect(side->bytes > bsim_context.traffic_above, 0))
        add_traffic(side);
    site->messages++;
    site->bytes += (uint64_t)side->bytes;
    if (side->comm->id >= 0) /* not of a collective */
        lmpi_poll_interrupted();
    lmpi_packed(side->layout, side->bytes, bsim_self->clock);
    if (__builtin_expect(bsim_first_messages_on, 0) && side->comm->id >= 0)
        bsim_first_message(site, false, lmpi_is_near(bsim_self, bsim_rank_of(side->peer)), (double)side->bytes);
}

void lmpi_send_start(const lmpi_side *side, lmpi_request *request, struct bsim_site *site) {
    request_fill(request, side, LMPI_REQ_SEND, site);
    if (side->peer == MPI_PROC_NULL) {
        request->state = LMPI_REQ_MATCHED;
        return;
    }
    begin_message(site, side);
    bsim_rank *dest = bsim_rank_of(side->peer);
    const struct bsim_path *path = lmpi_path_of_send(dest, side->path, side->bytes);
    if ((double)side->bytes > path->eager_all) {
        send_rendezvous(side, path, request, site);
        return;
    }
    send_eager(side, dest, path, site);
    request->state = LMPI_REQ_MATCHED;
    if (!(request->flags & LMPI_REQ_BLOCKING)) {
        bsim_clock_copy(request->times, bsim_self->clock);
        bsim_clock_copy(lmpi_request_ready(request), request->times);
    }
}

static void send_eager_late(const lmpi_side *side, const bsim_rank *dest_rank, const struct bsim_path *path,
                            struct bsim_site *site) {
    double arrive[BSIM_MAX_SCENARIOS], *clock = bsim_self->clock, sent_s = clock[0];
    lmpi_rank *dest = lmpi_rank_at(dest_rank->id);
    lmpi_request *r = take_posted(dest, side->comm->id, bsim_self->id, side->tag);
    bsim_eager_send(path, (double)side->bytes, clock, clock, arrive);
    if (r) {
        vary_sent(NULL, path, side->bytes, arrive);
        compare_posted(dest, r, bsim_self->id, side->tag, arrive, site);
        lmpi_deliver_eager(r, bsim_rank_of(dest_rank->id), side, sent_s, site, arrive);
        return;
    }
    lmpi_message *m = message_new(side, bsim_self->id, sent_s, site);
    m->protocol = BSIM_EAGER;
    bsim_clock_copy(m->arrive, arrive);
    vary_sent(m, path, side->bytes, m->arrive);
    keep_payload(m, side, bsim_context.nshards > 1);
    number(m, path);
    enqueue(dest, dest_rank->id, m);
}

void lmpi_send_late(const lmpi_side *side, lmpi_request *request, struct bsim_site *site) {
    const bsim_rank *dest = bsim_rank_of(side->peer);
    const struct bsim_path *path = lmpi_path_of_send(dest, side->path, side->bytes);
    request_fill(request, side, LMPI_REQ_SEND, site);
    begin_message(site, side);
    if ((double)side->bytes > path->eager_all) {
        rendezvous(side, path, request, site);
        return;
    }
    if (is_matched_late(path))
        send_eager_through_cards(side, dest, path, site);
    else
        send_eager_late(side, dest, path, site);
    request->state = LMPI_REQ_MATCHED;
    bsim_clock_copy(request->times, bsim_self->clock);
    bsim_clock_copy(lmpi_request_ready(request), request->times);
}

/* Blocks on a request that is on this stack. */
static void block_on(const lmpi_side *side, const lmpi_call *call) {
    struct bsim_wait why = {.call = call->name,
                            .site = call->ret,
                            .peer = side->peer == MPI_ANY_SOURCE ? BSIM_PEER_ANY : side->peer,
                            .tag = side->tag == MPI_ANY_TAG ? BSIM_TAG_ANY : side->tag,
                            .comm = side->comm->id};
    bsim_block(&why);
}

/* The part of the time since start_s that was waiting for the other side. */
static inline double waited(double start_s, double other_s) {
    return lmpi_waited(start_s, bsim_self->clock[0], other_s);
}

static void __attribute__((noinline)) send_blocking_rendezvous(const lmpi_side *side, const struct bsim_path *path,
                                                               const lmpi_call *call, struct bsim_site *site,
                                                               double *wait_s) {
    lmpi_request request;
    request.flags = LMPI_REQ_BLOCKING;
    double start_s = bsim_self->clock[0];
    request_fill(&request, side, LMPI_REQ_SEND, site);
    send_rendezvous(side, path, &request, site);
    if (request.state != LMPI_REQ_MATCHED)
        block_on(side, call);
    *wait_s += waited(start_s, request.other_s);
}

static inline void __attribute__((always_inline)) send_any(const lmpi_side *side, const lmpi_call *call,
                                                           struct bsim_site *site, double *wait_s) {
    if (side->peer == MPI_PROC_NULL)
        return;
    begin_message(site, side);
    bsim_rank *dest = bsim_rank_of(side->peer);
    const struct bsim_path *path = lmpi_path_of_send(dest, side->path, side->bytes);
    if (__builtin_expect((double)side->bytes <= path->eager_all, 1))
        send_eager(side, dest, path, site);
    else
        send_blocking_rendezvous(side, path, call, site, wait_s);
}

void lmpi_send_blocking(const lmpi_side *side, const lmpi_call *call, struct bsim_site *site, double *wait_s) {
    send_any(side, call, site, wait_s);
}

bool lmpi_send_eager(const lmpi_side *side, struct bsim_site *site) {
    bsim_rank *dest = bsim_rank_of(side->peer);
    const struct bsim_path *path = lmpi_path_of_send(dest, side->path, side->bytes);
    if ((double)side->bytes > path->eager_all)
        return false;
    begin_message(site, side);
    send_eager(side, dest, path, site);
    return true;
}

/* Prefetches the receiver's data that a send will touch. */
static inline void fetch(const lmpi_side *side) {
    const bsim_rank *dest = bsim_rank_of(side->peer >= 0 ? side->peer : 0);
    __builtin_prefetch(dest->layer);
    __builtin_prefetch(dest);
}

static int __attribute__((noinline)) entry_send(const lmpi_call *call, const void *buf, int count, MPI_Datatype type,
                                                int dest, int tag, MPI_Comm comm, bool real, int path) {
    lmpi_side side;
    int error = lmpi_side_check(&side, call, buf, count, type, dest, tag, comm, real, path, false);
    if (error)
        return error;
    fetch(&side);
    lmpi_trace_side(call, &side);
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    double start_s = bsim_self->clock[0], wait_s = 0;
    send_any(&side, call, site, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return MPI_SUCCESS;
}

/* Starts a send without checks and trace. */
static inline MPI_Request isend(const lmpi_side *side, const lmpi_call *call) {
    MPI_Request request;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    double start_s = bsim_self->clock[0];
    bsim_rank *other = bsim_rank_of(side->peer < 0 ? 0 : side->peer);
    const struct bsim_path *to = side->peer < 0 ? NULL : lmpi_path_of_send(other, side->path, side->bytes);
    if (__builtin_expect((!to || (double)side->bytes <= to->eager_all) && !lmpi_checker, 1)) {
        site->open++; /* before the send, which may let other ranks run */
        if (to) {
            begin_message(site, side);
            send_eager(side, other, to, site);
        }
        request = lmpi_sent_handle(site);
    } else {
        lmpi_request *r = lmpi_request_new();
        r->flags = 0;
        lmpi_send_start(side, r, site);
        lmpi_request_hold_type(r);
        request = lmpi_request_handle(r);
    }
    lmpi_charge(site, start_s, 0);
    return request;
}

MPI_Request lmpi_isend(const lmpi_side *side, const lmpi_call *call) {
    return isend(side, call);
}

static int __attribute__((noinline)) entry_isend(const lmpi_call *call, const void *buf, int count, MPI_Datatype type,
                                                 int dest, int tag, MPI_Comm comm, MPI_Request *request, bool real,
                                                 int path) {
    lmpi_side side;
    int error = lmpi_side_check(&side, call, buf, count, type, dest, tag, comm, real, path, false);
    if (error)
        return error;
    lmpi_trace_side(call, &side);
    *request = isend(&side, call);
    return MPI_SUCCESS;
}

/* ---- receives ---- */

bool lmpi_recv_start(const lmpi_side *side, lmpi_request *request, struct bsim_site *site) {
    request_fill(request, side, LMPI_REQ_RECV, site);
    if (side->peer == MPI_PROC_NULL) {
        request->state = LMPI_REQ_MATCHED;
        request->protocol = BSIM_MIXED; /* marks a receive that costs nothing (lmpi_is_free) */
        request->tag = MPI_ANY_TAG;
        request->bytes = 0;
        return true;
    }
    if (!(request->flags & LMPI_REQ_BLOCKING)) {
        bsim_clock_copy(request->times, bsim_self->clock);
        if (side->comm->id >= 0)
            lmpi_poll_interrupted();
    }
    return lmpi_receive(lmpi_self(), request);
}

bool lmpi_recv_matched(const lmpi_side *side, lmpi_request *request, struct bsim_site *site, lmpi_message *message) {
    request_fill(request, side, LMPI_REQ_RECV, site);
    if (!(request->flags & LMPI_REQ_BLOCKING))
        bsim_clock_copy(request->times, bsim_self->clock);
    lmpi_deliver_unexpected(request, message);
    return request->state == LMPI_REQ_MATCHED;
}

static inline int recv_any(const lmpi_side *side, const lmpi_call *call, struct bsim_site *site, MPI_Status *status,
                           double *wait_s) {
    if (side->peer == MPI_PROC_NULL) {
        lmpi_status_null(status);
        return MPI_SUCCESS;
    }
    lmpi_request request;
    request.flags = LMPI_REQ_BLOCKING;
    double start_s = bsim_self->clock[0];
    if (!lmpi_recv_start(side, &request, site))
        block_on(side, call);
    *wait_s += waited(start_s, request.other_s);
    return lmpi_recv_result(&request, call, status);
}

int lmpi_recv_blocking(const lmpi_side *side, const lmpi_call *call, struct bsim_site *site, MPI_Status *status,
                       double *wait_s) {
    return recv_any(side, call, site, status, wait_s);
}

static int __attribute__((noinline)) entry_recv(const lmpi_call *call, void *buf, int count, MPI_Datatype type,
                                                int source, int tag, MPI_Comm comm, MPI_Status *status, bool real) {
    lmpi_side side;
    int error = lmpi_side_check(&side, call, buf, count, type, source, tag, comm, real, LMPI_PATH_STANDARD, true);
    if (error)
        return error;
    lmpi_trace_side(call, &side);
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    double start_s = bsim_self->clock[0], wait_s = 0;
    error = recv_any(&side, call, site, status, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return error;
}

/* Starts a receive without checks and trace. */
static inline MPI_Request irecv(const lmpi_side *side, const lmpi_call *call) {
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    lmpi_request *r = lmpi_request_new();
    r->flags = 0;
    lmpi_recv_start(side, r, site);
    lmpi_request_hold_type(r);
    return lmpi_request_handle(r);
}

MPI_Request lmpi_irecv(const lmpi_side *side, const lmpi_call *call) {
    return irecv(side, call);
}

static int __attribute__((noinline)) entry_irecv(const lmpi_call *call, void *buf, int count, MPI_Datatype type,
                                                 int source, int tag, MPI_Comm comm, MPI_Request *request, bool real) {
    lmpi_side side;
    int error = lmpi_side_check(&side, call, buf, count, type, source, tag, comm, real, LMPI_PATH_STANDARD, true);
    if (error)
        return error;
    lmpi_trace_side(call, &side);
    *request = irecv(&side, call);
    return MPI_SUCCESS;
}

/* ---- entry functions ---- */

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_DATA};
    if (lmpi_quick_send(&side, comm, LMPI_CALL(MPI_Send)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(MPI_Send, (buf, count, datatype, dest, tag, comm));
    return entry_send(LMPI_CALL(MPI_Send), buf, count, datatype, dest, tag, comm, true, LMPI_PATH_STANDARD);
}

int LMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_TIMING};
    if (lmpi_quick_send(&side, comm, LMPI_CALL(MPI_Send)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(LMPI_Send, (buf, count, datatype, dest, tag, comm));
    return entry_send(LMPI_CALL(MPI_Send), buf, count, datatype, dest, tag, comm, false, LMPI_PATH_STANDARD);
}

int MPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_DATA};
    if (lmpi_quick_send(&side, comm, LMPI_CALL(MPI_Rsend)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(MPI_Rsend, (buf, count, datatype, dest, tag, comm));
    return entry_send(LMPI_CALL(MPI_Rsend), buf, count, datatype, dest, tag, comm, true, LMPI_PATH_STANDARD);
}

int LMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_TIMING};
    if (lmpi_quick_send(&side, comm, LMPI_CALL(MPI_Rsend)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(LMPI_Rsend, (buf, count, datatype, dest, tag, comm));
    return entry_send(LMPI_CALL(MPI_Rsend), buf, count, datatype, dest, tag, comm, false, LMPI_PATH_STANDARD);
}

int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Ssend, (buf, count, datatype, dest, tag, comm));
    return entry_send(LMPI_CALL(MPI_Ssend), buf, count, datatype, dest, tag, comm, true, LMPI_PATH_SYNC);
}

int LMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Ssend, (buf, count, datatype, dest, tag, comm));
    return entry_send(LMPI_CALL(MPI_Ssend), buf, count, datatype, dest, tag, comm, false, LMPI_PATH_SYNC);
}

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_DATA};
    if (lmpi_quick_isend(&side, comm, request, LMPI_CALL(MPI_Isend)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(MPI_Isend, (buf, count, datatype, dest, tag, comm, request));
    return entry_isend(LMPI_CALL(MPI_Isend), buf, count, datatype, dest, tag, comm, request, true, LMPI_PATH_STANDARD);
}

int LMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_TIMING};
    if (lmpi_quick_isend(&side, comm, request, LMPI_CALL(MPI_Isend)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(LMPI_Isend, (buf, count, datatype, dest, tag, comm, request));
    return entry_isend(LMPI_CALL(MPI_Isend), buf, count, datatype, dest, tag, comm, request, false, LMPI_PATH_STANDARD);
}

int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_DATA};
    if (lmpi_quick_isend(&side, comm, request, LMPI_CALL(MPI_Irsend)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(MPI_Irsend, (buf, count, datatype, dest, tag, comm, request));
    return entry_isend(LMPI_CALL(MPI_Irsend), buf, count, datatype, dest, tag, comm, request, true, LMPI_PATH_STANDARD);
}

int LMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request) {
    struct lmpi_quick_side side = {buf, count, datatype, dest, tag, LMPI_TIMING};
    if (lmpi_quick_isend(&side, comm, request, LMPI_CALL(MPI_Irsend)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(LMPI_Irsend, (buf, count, datatype, dest, tag, comm, request));
    return entry_isend(LMPI_CALL(MPI_Irsend), buf, count, datatype, dest, tag, comm, request, false,
                       LMPI_PATH_STANDARD);
}

int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    LMPI_CAPTURE(MPI_Issend, (buf, count, datatype, dest, tag, comm, request));
    return entry_isend(LMPI_CALL(MPI_Issend), buf, count, datatype, dest, tag, comm, request, true, LMPI_PATH_SYNC);
}

int LMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Issend, (buf, count, datatype, dest, tag, comm, request));
    return entry_isend(LMPI_CALL(MPI_Issend), buf, count, datatype, dest, tag, comm, request, false, LMPI_PATH_SYNC);
}

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) {
    int error;
    struct lmpi_quick_side side = {buf, count, datatype, source, tag, LMPI_DATA};
    if (lmpi_quick_recv(&side, comm, status, LMPI_CALL(MPI_Recv), &error))
        return error;
    LMPI_CAPTURE(MPI_Recv, (buf, count, datatype, source, tag, comm, status));
    return entry_recv(LMPI_CALL(MPI_Recv), buf, count, datatype, source, tag, comm, status, true);
}

int LMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) {
    int error;
    struct lmpi_quick_side side = {buf, count, datatype, source, tag, LMPI_TIMING};
    if (lmpi_quick_recv(&side, comm, status, LMPI_CALL(MPI_Recv), &error))
        return error;
    LMPI_CAPTURE(LMPI_Recv, (buf, count, datatype, source, tag, comm, status));
    return entry_recv(LMPI_CALL(MPI_Recv), buf, count, datatype, source, tag, comm, status, false);
}

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) {
    struct lmpi_quick_side side = {buf, count, datatype, source, tag, LMPI_DATA};
    if (lmpi_quick_irecv(&side, comm, request, LMPI_CALL(MPI_Irecv)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(MPI_Irecv, (buf, count, datatype, source, tag, comm, request));
    return entry_irecv(LMPI_CALL(MPI_Irecv), buf, count, datatype, source, tag, comm, request, true);
}

int LMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) {
    struct lmpi_quick_side side = {buf, count, datatype, source, tag, LMPI_TIMING};
    if (lmpi_quick_irecv(&side, comm, request, LMPI_CALL(MPI_Irecv)))
        return MPI_SUCCESS;
    LMPI_CAPTURE(LMPI_Irecv, (buf, count, datatype, source, tag, comm, request));
    return entry_irecv(LMPI_CALL(MPI_Irecv), buf, count, datatype, source, tag, comm, request, false);
}

/* Buffered sends: the message is always eager. */
int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Bsend, (buf, count, datatype, dest, tag, comm));
    int error = lmpi_buffer_check(LMPI_CALL(MPI_Bsend), count, datatype, comm);
    return error ? error
                 : entry_send(LMPI_CALL(MPI_Bsend), buf, count, datatype, dest, tag, comm, true, LMPI_PATH_BUFFERED);
}

int LMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Bsend, (buf, count, datatype, dest, tag, comm));
    int error = lmpi_buffer_check(LMPI_CALL(MPI_Bsend), count, datatype, comm);
    return error ? error
                 : entry_send(LMPI_CALL(MPI_Bsend), buf, count, datatype, dest, tag, comm, false, LMPI_PATH_BUFFERED);
}

int MPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ibsend, (buf, count, datatype, dest, tag, comm, request));
    int error = lmpi_buffer_check(LMPI_CALL(MPI_Ibsend), count, datatype, comm);
    return error ? error
                 : entry_isend(LMPI_CALL(MPI_Ibsend), buf, count, datatype, dest, tag, comm, request, true,
                               LMPI_PATH_BUFFERED);
}

int LMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ibsend, (buf, count, datatype, dest, tag, comm, request));
    int error = lmpi_buffer_check(LMPI_CALL(MPI_Ibsend), count, datatype, comm);
    return error ? error
                 : entry_isend(LMPI_CALL(MPI_Ibsend), buf, count, datatype, dest, tag, comm, request, false,
                               LMPI_PATH_BUFFERED);
}
