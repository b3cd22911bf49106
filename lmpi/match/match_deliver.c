/* match_deliver.c - delivers a message to its receive: copies the data, sets the times, resumes the ranks. Must not
 * know queues or formulas. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/hosts.h"
#include "lmpi/match/match.h"
#include "lmpi/match/message_number.h"
#include "lmpi/match/transfer.h"

struct bsim_path (*lmpi_paths)[LMPI_PATHS];

/* Copies a path with the paths of its pieces. limit: K eager limits for all of them; NULL: their own. */
static void copy_path(struct bsim_path *to, const struct bsim_path *from, double *limit) {
    *to = *from;
    if (limit) {
        to->link.eager_limit_bytes = limit;
        to->eager_all = limit[0];
    }
    if (!from->next)
        return;
    struct bsim_path *next = bsim_alloc(sizeof *next);
    copy_path(next, from->next, limit);
    to->next = next;
}

void lmpi_paths_init(void) {
    static double never[BSIM_MAX_SCENARIOS], always[BSIM_MAX_SCENARIOS];
    bool synchronous = LMPI_CHECKED && lmpi_checker->synchronous;
    for (int k = 0; k < BSIM_MAX_SCENARIOS; k++) {
        never[k] = -1;
        always[k] = __builtin_huge_val();
    }
    for (int r = 0; r < bsim_context.np; r++)
        bsim_rank_of(r)->where = bsim_where(r);
    lmpi_paths = bsim_alloc((size_t)bsim_context.npath * sizeof *lmpi_paths);
    for (int i = 0; i < bsim_context.npath; i++) {
        struct bsim_path *p = lmpi_paths[i];
        copy_path(&p[LMPI_PATH_STANDARD], &bsim_context.paths[i], synchronous ? never : NULL);
        copy_path(&p[LMPI_PATH_SYNC], &bsim_context.paths[i], never);
        copy_path(&p[LMPI_PATH_BUFFERED], &bsim_context.paths[i], always);
    }
}

/* The receiver fails, though it may not be the running rank. */
static void kinds_differ(const lmpi_request *r, int64_t bytes, int sender_real, const struct bsim_site *sender,
                         int source, double sent_s) {
    bsim_fail_of(
        r->owner, sent_s, BSIM_EXIT_MISUSE,
        "rank %d receives with %s%s (%s) what rank %d sent with %s%s (%s), %lld bytes: one of them moves data, "
        "the other does not",
        r->owner, r->real ? "" : "L", r->site->call, bsim_site_name(r->site->address), source, sender_real ? "" : "L",
        sender->call, bsim_site_name(sender->address), (long long)bytes);
}

/* Enters the properties of the matched message in the receive. */
static inline void learn(lmpi_request *r, const bsim_rank *owner, const bsim_rank *source, int tag, int64_t bytes,
                         double sent_s, int path, int protocol) {
    r->peer = source->id;
    r->near = lmpi_is_near(owner, source);
    r->tag = tag;
    if (__builtin_expect(bytes > r->bytes, 0))
        r->flags |= LMPI_REQ_TRUNCATED;
    r->bytes = bytes;
    r->other_s = sent_s;
    r->path = (uint8_t)path;
    r->protocol = (uint8_t)protocol;
}

/* The number of bytes to copy: the leading bytes of the message that both sides have. A timing-only side cannot match
 * one with data. */
static inline int64_t bytes_to_move(const lmpi_request *r, int real, int64_t bytes, const struct bsim_site *site,
                                    int source, double sent_s) {
    int64_t moved = lmpi_data_bytes(real, bytes);
    if (__builtin_expect(real != r->real, 0) && bytes > 0) {
        if (real == LMPI_TIMING || r->real == LMPI_TIMING) {
            kinds_differ(r, bytes, real, site, source, sent_s);
            return 0;
        }
        int64_t here = lmpi_data_bytes(r->real, bytes);
        return here < moved ? here : moved;
    }
    return moved;
}

/* Copies `moved` of the `bytes` bytes of a message. A side with only leading bytes has a basic type. */
static inline void copy(const void *from, int count, MPI_Datatype type, int64_t bytes, int64_t moved,
                        const lmpi_request *r, int64_t room) {
    if (LMPI_TYPE_IS_BUILTIN(type) && LMPI_TYPE_IS_BUILTIN(r->type))
        lmpi_copy_bytes(r->buffer, from, (size_t)(moved < room ? moved : room));
    else if (moved == bytes)
        lmpi_type_copy(from, count, type, r->buffer, r->count, r->type);
    else if (LMPI_TYPE_IS_BUILTIN(type))
        lmpi_type_copy(from, moved, MPI_BYTE, r->buffer, r->count, r->type);
    else
        lmpi_type_copy(from, count, type, r->buffer, moved < room ? moved : room, MPI_BYTE);
}

static void settle_whole(lmpi_request *whole, bsim_rank *owner);

/* A half is matched. When both are, the request is, which is ready when both are. */
static void __attribute__((noinline)) half_done(const lmpi_request *half, bsim_rank *owner) {
    lmpi_request *whole = half->whole;
    struct lmpi_both *both = whole->buffer;
    if (both->send->state != LMPI_REQ_MATCHED || both->recv->state != LMPI_REQ_MATCHED)
        return;
    lmpi_both_times(whole);
    settle_whole(whole, owner);
}

/* Marks a request as matched, when its times are known, and resumes its owner if it waits for nothing else. */
static inline void settle(lmpi_request *r, bsim_rank *owner) {
    r->state = LMPI_REQ_MATCHED;
    if (r->flags & LMPI_REQ_BLOCKING) {
        if (owner->state == BSIM_BLOCKED)
            bsim_ready(owner);
        return;
    }
    lmpi_rank *rank = lmpi_rank_in(owner);
    if (__builtin_expect(rank->alert, 0))
        lmpi_late_request(r);
    if (r->flags & LMPI_REQ_WAITED) {
        r->flags &= (uint8_t)~LMPI_REQ_WAITED;
        if (--rank->waiting == 0)
            bsim_ready(owner);
    } else if (__builtin_expect(r->parked == LMPI_CONTINUES, 0)) {
        struct lmpi_continued *continued = r->buffer;
        r->parked = 0;
        continued->matched(continued);
    } else if (__builtin_expect(r->parked & LMPI_MARKED, 0)) {
        struct lmpi_parked *p = rank->extension->parked;
        r->parked = 0;
        if (p)
            lmpi_parked_matched(p, r);
    } else if (__builtin_expect(r->flags & LMPI_REQ_FREED, 0)) {
        lmpi_request_recycle(r);
    } else if (__builtin_expect(r->flags & LMPI_REQ_HALF, 0)) {
        half_done(r, owner);
    }
}

static void settle_whole(lmpi_request *whole, bsim_rank *owner) {
    settle(whole, owner);
}

/* Whether an eager message passes the network cards now that it is matched; lmpi_deliver_data continues. */
static inline bool passes_cards_now(const struct bsim_path *path) {
    return __builtin_expect(path->through_cards, 0) && bsim_leaves_when_met(path);
}

/* id: of a message that varies. */
static void __attribute__((noinline)) pass_cards(lmpi_request *r, int source, const struct bsim_path *path,
                                                 const double *arrive, uint64_t order, struct bsim_message_id id) {
    double late[BSIM_MAX_SCENARIOS];
    const double *post = lmpi_request_post(r);
    double ready[BSIM_MAX_SCENARIOS], start[BSIM_MAX_SCENARIOS];
    r->state = LMPI_REQ_MOVING;
    bsim_context.net->data_start(path, (double)r->bytes, arrive, post, start);
    bsim_context.net->recv_ready(path, (double)r->bytes, post, arrive, ready);
    if (path->laws)
        bsim_message_noise_ready(path, (double)r->bytes, id, ready, late);
    lmpi_transfer_data(order, NULL, r, source, path, start, NULL, ready, path->laws ? late : NULL);
}

/* What an eager message that varies is later than the network model says. */
static void __attribute__((noinline)) vary_ready(const struct bsim_path *path, int64_t bytes, struct bsim_message_id id,
                                                 double *ready) {
    double late[BSIM_MAX_SCENARIOS];
    bsim_message_noise_ready(path, (double)bytes, id, ready, late);
}

/* Sets the K times of an eager receive. If the receive is blocking, advances its owner's clock and overwrites arrive.
 * id: of a message that varies. */
static inline void time_eager(lmpi_request *r, const bsim_rank *owner, const struct bsim_path *path, int64_t bytes,
                              double *arrive, struct bsim_message_id id) {
    if (r->flags & LMPI_REQ_BLOCKING) {
        double *clock = owner->clock;
        bsim_eager_ready(path, (double)bytes, clock, arrive, arrive);
        if (__builtin_expect(path->laws != NULL, 0))
            vary_ready(path, bytes, id, arrive);
        bsim_eager_done(path, (double)bytes, clock, arrive, clock);
        lmpi_packed(r->type, bytes, clock);
    } else {
        bsim_eager_ready(path, (double)bytes, r->times, arrive, lmpi_request_ready(r));
        if (__builtin_expect(path->laws != NULL, 0))
            vary_ready(path, bytes, id, lmpi_request_ready(r));
    }
}

void lmpi_deliver_eager(lmpi_request *r, bsim_rank *owner, const lmpi_side *side, double sent_s,
                        const struct bsim_site *site, double *arrive) {
    const bsim_rank *source = bsim_self;
    if (LMPI_CHECKED)
        lmpi_checker->met(r, NULL, side);
    int64_t room = r->bytes;
    int64_t moved = bytes_to_move(r, side->real, side->bytes, site, source->id, sent_s);
    if (__builtin_expect(moved != 0, 0))
        copy(side->buffer, side->count, side->type, side->bytes, moved, r, room);
    learn(r, owner, source, side->tag, side->bytes, sent_s, side->path, BSIM_EAGER);
    const struct bsim_path *path = lmpi_path_of_receive(source, owner, r->near, r->path, r->bytes);
    struct bsim_message_id id = {0};
    if (__builtin_expect(path->laws != NULL, 0))
        id = lmpi_message_last(source->id);
    if (passes_cards_now(path)) {
        pass_cards(r, source->id, path, arrive, lmpi_transfer_order(source->id), id);
        return;
    }
    time_eager(r, owner, path, side->bytes, arrive, id);
    settle(r, owner);
}

void lmpi_deliver_unexpected(lmpi_request *r, lmpi_message *m) {
    if (LMPI_CHECKED)
        lmpi_checker->met(r, m, NULL);
    if (m->protocol != BSIM_EAGER) {
        lmpi_deliver_rendezvous(m->sender, r, m->arrive, bsim_message_noise_any() ? *lmpi_message_number(m) : 0);
        lmpi_message_free(m);
        return;
    }
    int64_t moved = bytes_to_move(r, m->real, m->bytes, m->site, m->source, m->sent_s);
    if (moved) {
        int64_t bytes = moved < r->bytes ? moved : r->bytes;
        if (LMPI_TYPE_IS_BUILTIN(r->type))
            lmpi_copy_bytes(r->buffer, lmpi_message_data(m), (size_t)bytes);
        else
            lmpi_type_unpack(lmpi_message_data(m), bytes, r->buffer, r->count, r->type);
    }
    bsim_rank *owner = bsim_rank_of(r->owner), *source = bsim_rank_of(m->source);
    learn(r, owner, source, m->tag, m->bytes, m->sent_s, m->path, BSIM_EAGER);
    const struct bsim_path *path = lmpi_path_of_receive(source, owner, r->near, r->path, r->bytes);
    struct bsim_message_id id = {0};
    if (__builtin_expect(path->laws != NULL, 0))
        id = lmpi_message_id(m);
    if (passes_cards_now(path)) {
        pass_cards(r, source->id, path, m->arrive, *lmpi_message_order(m), id);
        lmpi_message_free(m);
        return;
    }
    time_eager(r, owner, path, m->bytes, m->arrive, id);
    lmpi_message_free(m);
    settle(r, owner);
}

void lmpi_deliver_sent(lmpi_request *send, const struct bsim_path *path, const double *sready) {
    if (bsim_is_away(send->owner)) {
        lmpi_hosts_tell_sent(send, sready);
        return;
    }
    double *release = lmpi_request_post(send);
    if (send->flags & LMPI_REQ_BLOCKING)
        bsim_context.net->rendezvous_send_done(path, (double)send->bytes, release, sready, release);
    else
        bsim_clock_copy(lmpi_request_ready(send), sready);
    settle(send, bsim_rank_of(send->owner));
}

void lmpi_deliver_data(lmpi_request *r, const struct bsim_path *path, const double *rready) {
    double *post = lmpi_request_post(r);
    if (!(r->flags & LMPI_REQ_BLOCKING))
        bsim_clock_copy(lmpi_request_ready(r), rready);
    else if (r->protocol == BSIM_EAGER)
        bsim_context.net->recv_done(path, (double)r->bytes, post, rready, post);
    else
        bsim_context.net->rendezvous_recv_done(path, (double)r->bytes, post, rready, post);
    if (r->flags & LMPI_REQ_BLOCKING)
        lmpi_packed(r->type, r->bytes, post);
    settle(r, bsim_rank_of(r->owner));
}

void lmpi_deliver_collective(lmpi_request *r) {
    settle(r, bsim_rank_of(r->owner));
}

static void deliver_rendezvous(lmpi_request *send, lmpi_request *r, const double *arrive, uint64_t number) {
    int64_t room = r->bytes, bytes = send->bytes;
    int64_t moved = bytes_to_move(r, send->real, bytes, send->site, send->owner, send->other_s);
    if (moved)
        copy(send->buffer, send->count, send->type, bytes, moved, r, room);
    double *release = lmpi_request_post(send), *post = lmpi_request_post(r);
    bsim_rank *source = bsim_rank_of(send->owner), *owner = bsim_rank_of(r->owner);
    learn(r, owner, source, send->tag, bytes, send->other_s, send->path, BSIM_RENDEZVOUS);
    send->near = r->near;
    send->other_s = post[0];
    const struct bsim_path *path = lmpi_path_of(source, owner, send->path, bytes);
    double sready[bsim_context.nscen], rready[bsim_context.nscen];
    double start[bsim_context.nscen], late[bsim_context.nscen];
    bool passes =
        path->through_cards && !path->acknowledged; /* the data of such a message have come with its request */
    if (__builtin_expect(passes, 0))
        bsim_context.net->data_start(path, (double)bytes, arrive, post, start);
    bsim_context.net->rendezvous(path, (double)bytes, release, arrive, post, sready, rready);
    if (path->laws)
        bsim_message_noise_met(path, (double)bytes, (struct bsim_message_id){send->owner, number},
                               passes ? start : NULL, sready, rready, late);
    if (__builtin_expect(!passes, 1)) {
        lmpi_deliver_sent(send, path, sready);
        lmpi_deliver_data(r, path, rready);
        return;
    }
    send->state = r->state = LMPI_REQ_MOVING;
    lmpi_transfer_data(send->order, send, r, source->id, path, start, sready, rready, path->laws ? late : NULL);
}

void lmpi_deliver_rendezvous(lmpi_request *send, lmpi_request *r, const double *arrive, uint64_t number) {
    if (bsim_rank_of(send->owner)->shard == bsim_rank_of(r->owner)->shard) {
        deliver_rendezvous(send, r, arrive, number);
        return;
    }
    BSIM_ALONE;
    deliver_rendezvous(send, r, arrive, number);
}

bool lmpi_receive_decided(lmpi_rank *rank, lmpi_request *r) {
    lmpi_message *before;
    if (r->peer == MPI_ANY_SOURCE) {
        rank->wildcards++;
        lmpi_posted_add(rank, r);
        lmpi_decide_update(r->owner);
        return false;
    }
    lmpi_message *m = lmpi_unexpected_find(rank, r->comm, r->peer, r->tag, &before);
    if (!m) {
        lmpi_posted_add(rank, r);
        return false;
    }
    lmpi_request *ahead;
    if (rank->wildcards && lmpi_posted_find(rank, m->comm, m->source, m->tag, &ahead)) {
        lmpi_posted_add(rank, r);
        lmpi_decide_update(r->owner);
        return false;
    }
    lmpi_unexpected_remove(rank, m, before);
    lmpi_deliver_unexpected(r, m);
    return r->state == LMPI_REQ_MATCHED;
}

static inline enum bsim_done done_of(const lmpi_request *r) {
    if (r->kind == LMPI_REQ_SEND)
        return BSIM_DONE_RENDEZVOUS_SEND;
    return r->protocol == BSIM_EAGER ? BSIM_DONE_RECV : BSIM_DONE_RENDEZVOUS_RECV;
}

static bool takes_no_time(const lmpi_request *r) {
    return r->protocol == BSIM_MIXED || (r->kind == LMPI_REQ_SEND && r->protocol != BSIM_RENDEZVOUS);
}

void lmpi_both_times(lmpi_request *whole) {
    const struct lmpi_both *both = whole->buffer;
    lmpi_request *const half[] = {both->send, both->recv};
    double *ready = lmpi_request_ready(whole);
    for (int k = 0; k < bsim_context.nscen; k++)
        ready[k] = 0;
    for (int i = 0; i < 2; i++)
        if (!takes_no_time(half[i]))
            bsim_clock_raise(ready, lmpi_request_ready(half[i]));
}

/* Whether the send is completed before the receive, in scenario k: the half that is due first. */
static bool is_send_first(const struct lmpi_both *both, int k) {
    return takes_no_time(both->recv) ||
           (!takes_no_time(both->send) && lmpi_due(both->send, k) <= lmpi_due(both->recv, k));
}

static double complete_both_one(const struct lmpi_both *both, double *clock, int k) {
    bool send_first = is_send_first(both, k);
    lmpi_request *const half[] = {send_first ? both->send : both->recv, send_first ? both->recv : both->send};
    double wait_s = 0;
    for (int i = 0; i < 2; i++)
        if (!takes_no_time(half[i]))
            wait_s += lmpi_complete_one(half[i], clock, k);
    return wait_s;
}

/* A clock with slopes. */
static double complete_both_with_slopes(const struct lmpi_both *both, double *clock) {
    bool send_first = is_send_first(both, 0);
    lmpi_request *const half[] = {send_first ? both->send : both->recv, send_first ? both->recv : both->send};
    double wait_s = 0;
    for (int i = 0; i < 2; i++)
        if (!takes_no_time(half[i]))
            wait_s += lmpi_complete(half[i], clock);
    return wait_s;
}

static double complete_both(const struct lmpi_both *both, double *clock) {
    if (__builtin_expect(bsim_context.slopes, 0))
        return complete_both_with_slopes(both, clock);
    double wait_s = complete_both_one(both, clock, 0);
    for (int k = 1; k < bsim_times(); k++)
        complete_both_one(both, clock, k);
    return wait_s;
}

double lmpi_complete(lmpi_request *r, double *clock) {
    if (r->kind == LMPI_REQ_BOTH)
        return complete_both(r->buffer, clock);
    if (r->kind == LMPI_REQ_FILE || r->kind == LMPI_REQ_RMA || r->kind == LMPI_REQ_GENERAL) {
        bsim_clock_raise(clock, lmpi_request_ready(r));
        return 0;
    }
    if (done_of(r) == BSIM_DONE_RECV)
        return lmpi_complete_eager(r, clock);
    double start_s = clock[0];
    if (r->kind == LMPI_REQ_COLL) {
        bsim_clock_raise(clock, r->times);
        return lmpi_waited(start_s, clock[0], r->other_s);
    }
    const double *ready = lmpi_request_ready(r);
    const struct bsim_path *path = lmpi_path_of_matched(r);
    if (r->kind == LMPI_REQ_RECV) {
        bsim_context.net->rendezvous_recv_done(path, (double)r->bytes, clock, ready, clock);
        lmpi_packed(r->type, r->bytes, clock);
    } else
        bsim_context.net->rendezvous_send_done(path, (double)r->bytes, clock, ready, clock);
    return lmpi_waited(start_s, clock[0], r->other_s);
}

double lmpi_complete_one(lmpi_request *r, double *clock, int k) {
    double start_s = clock[k];
    if (r->kind == LMPI_REQ_BOTH)
        return complete_both_one(r->buffer, clock, k);
    if (r->kind == LMPI_REQ_COLL) {
        clock[k] = bsim_max(start_s, r->times[k]);
        return lmpi_waited(start_s, clock[k], r->other_s);
    }
    if (r->kind == LMPI_REQ_FILE || r->kind == LMPI_REQ_RMA || r->kind == LMPI_REQ_GENERAL) {
        clock[k] = bsim_max(clock[k], lmpi_request_ready(r)[k]);
        return 0;
    }
    const struct bsim_path *path = lmpi_path_of_matched(r);
    clock[k] = bsim_context.net->done_one(path, done_of(r), (double)r->bytes, k, start_s, lmpi_request_ready(r)[k]);
    if (__builtin_expect(!LMPI_TYPE_IS_BUILTIN(r->type) && r->kind == LMPI_REQ_RECV, 0))
        clock[k] += lmpi_packing_s(r->type, r->bytes, k);
    return lmpi_waited(start_s, clock[k], r->other_s);
}
