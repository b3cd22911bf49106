/* match.h - matching: the posted receive queue and the unexpected message queue of a rank, and what happens when a
 * message meets its receive. Receives are in the order of posting; messages of one source are in the order of sending.
 * Must not know MPI functions. */
#ifndef LMPI_MATCH_H
#define LMPI_MATCH_H

#include "bsim/kernel/cursor.h"
#include "lmpi/match/index.h"
#include "lmpi/core/pool.h"
#include "lmpi/core/rank_extension.h"
#include "lmpi/datatype/packing.h"

static inline bool lmpi_matches(const lmpi_request *r, int comm, int source, int tag) {
    return r->comm == comm && (r->peer == source || r->peer == MPI_ANY_SOURCE) &&
           (r->tag == tag || r->tag == MPI_ANY_TAG);
}

static inline bool lmpi_wants(int comm, int source, int tag, const lmpi_message *m) {
    return m->comm == comm && (source == m->source || source == MPI_ANY_SOURCE) &&
           (tag == m->tag || tag == MPI_ANY_TAG);
}

/* By arrival in scenario 0, then by source. */
static inline bool lmpi_is_earlier(const lmpi_message *a, const lmpi_message *b) {
    return a->arrive[0] < b->arrive[0] || (a->arrive[0] == b->arrive[0] && a->source < b->source);
}

/* A queue that grows longer than this is indexed (index.h). */
enum { LMPI_LONG_QUEUE = 32 };

/* Finds the first posted receive that a message matches, without removing it; NULL if there is none. *before: the
 * receive in front of it in a short queue, for lmpi_posted_remove. */
static inline lmpi_request *lmpi_posted_find(lmpi_rank *rank, int comm, int source, int tag, lmpi_request **before) {
    *before = NULL;
    if (__builtin_expect(rank->posted_indexed, 0))
        return lmpi_index_posted_find(rank, comm, source, tag);
    lmpi_request *last = NULL;
    for (lmpi_request *r = rank->posted; r; last = r, r = r->next) {
        if (lmpi_matches(r, comm, source, tag)) {
            *before = last;
            return r;
        }
    }
    return NULL;
}

static inline void lmpi_posted_add(lmpi_rank *rank, lmpi_request *r) {
    if (__builtin_expect(++rank->nposted > LMPI_LONG_QUEUE || rank->posted_indexed, 0)) {
        lmpi_index_posted_add(rank, r);
        return;
    }
    r->next = NULL;
    if (rank->posted)
        rank->posted_last->next = r;
    else
        rank->posted = r;
    rank->posted_last = r;
}

static inline void lmpi_posted_remove(lmpi_rank *rank, lmpi_request *r, lmpi_request *before) {
    rank->nposted--;
    if (__builtin_expect(rank->posted_indexed, 0)) {
        lmpi_index_posted_remove(rank, r);
        return;
    }
    if (before)
        before->next = r->next;
    else
        rank->posted = r->next;
    if (rank->posted_last == r)
        rank->posted_last = before;
}

/* Removes a posted receive without knowing its predecessor. */
void lmpi_posted_withdraw(lmpi_rank *rank, lmpi_request *r);

/* Finds the first message of a source (not MPI_ANY_SOURCE), without removing it; NULL if there is none. */
static inline lmpi_message *lmpi_unexpected_find(lmpi_rank *rank, int comm, int source, int tag,
                                                 lmpi_message **before) {
    *before = NULL;
    if (__builtin_expect(rank->unexpected_indexed, 0))
        return lmpi_index_unexpected_find(rank, comm, source, tag);
    lmpi_message *last = NULL;
    for (lmpi_message *m = rank->unexpected; m; last = m, m = m->next) {
        if (lmpi_wants(comm, source, tag, m)) {
            *before = last;
            return m;
        }
    }
    return NULL;
}

static inline void lmpi_unexpected_add(lmpi_rank *rank, lmpi_message *m) {
    if (__builtin_expect(++rank->nunexpected > LMPI_LONG_QUEUE || rank->unexpected_indexed, 0)) {
        lmpi_index_unexpected_add(rank, m);
        return;
    }
    m->next = NULL;
    if (rank->unexpected) {
        rank->in_a_row = rank->unexpected_last->source == m->source ? rank->in_a_row + 1 : 1;
        rank->unexpected_last->next = m;
    } else {
        rank->in_a_row = 1;
        rank->unexpected = m;
    }
    rank->unexpected_last = m;
}

/* Whether the sender of the last message of the queue is so far ahead that it lets other ranks run, to keep queues
 * short and in the cache. */
static inline bool lmpi_is_far_ahead(const lmpi_rank *rank) {
    enum { MANY = 12, ALL = LMPI_LONG_QUEUE - 4 };
    return rank->nunexpected > MANY && (rank->in_a_row > MANY || rank->nunexpected > ALL);
}

/* For the end of a call in which the running rank has come far ahead of its receiver. */
static inline void lmpi_yield_to(const bsim_rank *to) {
    enum { SEVERAL = 4 };
    bsim_yield_soon((struct bsim_yield){to, lmpi_self()->nunexpected >= SEVERAL});
}

static inline void lmpi_unexpected_remove(lmpi_rank *rank, lmpi_message *m, lmpi_message *before) {
    rank->nunexpected--;
    if (__builtin_expect(rank->unexpected_indexed, 0)) {
        lmpi_index_unexpected_remove(rank, m);
        return;
    }
    if (before)
        before->next = m->next;
    else
        rank->unexpected = m->next;
    if (rank->unexpected_last == m)
        rank->unexpected_last = before;
}

/* Finds the message that arrives first (scenario 0; ties: the lower source) among the first matching messages of all
 * sources, without removing it. tag may be MPI_ANY_TAG. */
lmpi_message *lmpi_unexpected_earliest(lmpi_rank *rank, int comm, int tag, lmpi_message **before);

/* Calls fn for each message until it returns false; messages of one source come in the order of sending. fn must not
 * change the queue. */
void lmpi_unexpected_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg);
/* Calls fn for each posted receive, in any order. fn must not change the queue. */
void lmpi_posted_each(lmpi_rank *rank, void (*fn)(lmpi_request *r, void *arg), void *arg);
/* Calls fn for each posted receive that names its source, in the order of posting. fn may remove its receive. */
void lmpi_posted_each_named(lmpi_rank *rank, void (*fn)(lmpi_rank *rank, lmpi_request *r, lmpi_request *before));
/* Iterates over the (comm, tag) of posted wildcard receives. *at is NULL at first. False if there are no more. Values
 * may repeat. */
bool lmpi_posted_any_source_kind(const lmpi_rank *rank, const void **at, int *comm, int *tag);

/* ---- delivery: match_deliver.c ---- */

extern struct bsim_path (*lmpi_paths)[LMPI_PATHS]; /* indexed by bsim_path_number, then enum lmpi_path */

/* Each of these gives the path of a message of so many bytes from rank a to rank b. */
static inline const struct bsim_path *lmpi_path_of(const bsim_rank *a, const bsim_rank *b, int kind, int64_t bytes) {
    int number = bsim_hops_between_words(a->where, b->where);
    if (__builtin_expect(bsim_context.socket != NULL, 0))
        number = bsim_path_number(number, bsim_context.socket[a->id], bsim_context.socket[b->id]);
    return bsim_path_for(&lmpi_paths[number][kind], (double)bytes);
}

static inline bool lmpi_is_near(const bsim_rank *a, const bsim_rank *b) {
    return a->where == b->where;
}

/* A path between two ranks, which are on one node (near) or not, for functions that do not use the latency, so that the
 * hops need not be counted unless paths differ in more. */
static inline const struct bsim_path *lmpi_path_without_latency(const bsim_rank *a, const bsim_rank *b, bool near,
                                                                int kind, int64_t bytes) {
    if (__builtin_expect(bsim_context.paths_differ, 0))
        return lmpi_path_of(a, b, kind, bytes);
    return bsim_path_for(&lmpi_paths[!near][kind], (double)bytes);
}

/* The path with which the running rank starts a send. */
static inline const struct bsim_path *lmpi_path_of_send(const bsim_rank *dest, int kind, int64_t bytes) {
    if (__builtin_expect(bsim_context.most_hops > 1, 0) && !bsim_context.net->receiver_pays_latency)
        return lmpi_path_of(bsim_self, dest, kind, bytes);
    return lmpi_path_without_latency(bsim_self, dest, lmpi_is_near(bsim_self, dest), kind, bytes);
}

/* The path with which an eager receive becomes ready. */
static inline const struct bsim_path *lmpi_path_of_receive(const bsim_rank *source, const bsim_rank *dest, bool near,
                                                           int kind, int64_t bytes) {
    const struct bsim_path *path = lmpi_path_without_latency(source, dest, near, kind, bytes);
    if (__builtin_expect(bsim_context.most_hops > 1, 0) && (bsim_context.net->receiver_pays_latency || path->detached))
        return lmpi_path_of(source, dest, kind, bytes);
    return path;
}

void lmpi_paths_init(void);

/* The arguments of one side of a message, checked and translated to world ranks. */
typedef struct lmpi_side {
    void *buffer;
    int count;
    MPI_Datatype type;
    MPI_Datatype layout; /* whose packing takes time: type, or that of the data of which buffer has a packed copy */
    int64_t bytes;
    int peer;  /* world rank, MPI_PROC_NULL, MPI_ANY_SOURCE */
    int local; /* peer as a rank of the communicator */
    int tag;
    const lmpi_comm *comm;
    uint8_t real, path;
} lmpi_side;

/* Delivers an eager message of the running rank to a posted receive, which the caller has removed from owner's queue.
 * sent_s: the sender's clock at the call; arrive: K times, which are overwritten. */
void lmpi_deliver_eager(lmpi_request *r, bsim_rank *owner, const lmpi_side *side, double sent_s,
                        const struct bsim_site *site, double *arrive);
/* Delivers an unexpected message, which the caller has removed from its queue, to a receive. Frees the message. */
void lmpi_deliver_unexpected(lmpi_request *r, lmpi_message *m);
/* Matches a rendezvous send with a receive. A side that is blocking is completed on its owner's clock. number: that of
 * the message, if it varies (message_number.h). */
void lmpi_deliver_rendezvous(lmpi_request *send, lmpi_request *r, const double *arrive, uint64_t number);

/* The times of one side of a matched message are known: a rendezvous send, and a receive. */
void lmpi_deliver_sent(lmpi_request *send, const struct bsim_path *path, const double *sready);
void lmpi_deliver_data(lmpi_request *r, const struct bsim_path *path, const double *rready);

/* The times of a collective are known: its request is matched, and its owner goes on if it waits for nothing else. */
void lmpi_deliver_collective(lmpi_request *r);

/* The buffer of a request for a send and a receive (p2p/isendrecv.c), which have a request each. */
struct lmpi_both {
    lmpi_request *send, *recv;
    void *copy; /* owned: of the data of MPI_Isendrecv_replace; or NULL */
};
/* Both halves are matched: sets the times at which the request is ready. */
void lmpi_both_times(lmpi_request *whole);

/* Matches a receive now if the match does not depend on virtual time, else posts it. True if its times are known. */
bool lmpi_receive_decided(lmpi_rank *rank, lmpi_request *r);
/* As lmpi_receive_decided, with the most frequent case inlined. */
static inline bool lmpi_receive(lmpi_rank *rank, lmpi_request *r) {
    if (rank->nunexpected || r->peer == MPI_ANY_SOURCE)
        return lmpi_receive_decided(rank, r);
    lmpi_posted_add(rank, r);
    return false;
}

/* The part of the time from start_s to end_s before the other side's post, other_s: the waiting time. */
static inline double lmpi_waited(double start_s, double end_s, double other_s) {
    double spent = end_s - start_s, behind = other_s - start_s;
    return behind <= 0 ? 0 : behind < spent ? behind : spent;
}

/* The path of a matched request, without its latency. */
static inline const struct bsim_path *lmpi_path_of_matched(const lmpi_request *r) {
    if (__builtin_expect(bsim_context.paths_differ, 0))
        return r->kind == LMPI_REQ_SEND
                   ? lmpi_path_of(bsim_rank_of(r->owner), bsim_rank_of(r->peer), r->path, r->bytes)
                   : lmpi_path_of(bsim_rank_of(r->peer), bsim_rank_of(r->owner), r->path, r->bytes);
    return lmpi_path_without_latency(NULL, NULL, r->near, r->path, r->bytes);
}

/* From when on its rank has work with its completion, in scenario k (bsim_done_due). */
static inline double lmpi_due(lmpi_request *r, int k) {
    double ready_s = lmpi_request_ready(r)[k];
    if (r->kind != LMPI_REQ_SEND)
        return ready_s;
    return bsim_done_due(lmpi_path_of_matched(r), BSIM_DONE_RENDEZVOUS_SEND, (double)r->bytes, k, ready_s);
}

/* Advances a clock (K times) over the completion of a matched request. Returns the waiting time of scenario 0. */
double lmpi_complete(lmpi_request *r, double *clock);
/* lmpi_complete for an eager receive. */
static inline double lmpi_complete_eager(lmpi_request *r, double *clock) {
    double start_s = clock[0];
    const struct bsim_path *path = lmpi_path_of_matched(r);
    bsim_eager_done(path, (double)r->bytes, clock, lmpi_request_ready(r), clock);
    lmpi_packed(r->type, r->bytes, clock);
    return lmpi_waited(start_s, clock[0], r->other_s);
}

/* lmpi_complete for scenario k only. */
double lmpi_complete_one(lmpi_request *r, double *clock, int k);

/* ---- decisions by virtual time: match_decide.c ---- */

/* The message that a probe sees: the earliest (scenario 0; ties: the lower source) among the first matching messages of
 * the sources, without those that an undecided wildcard receive may take. source may be MPI_ANY_SOURCE. */
lmpi_message *lmpi_unexpected_first(lmpi_rank *rank, int comm, int source, int tag);
/* bsim check: the message that a wildcard probe of the running rank finds, `first` or another that is there. */
lmpi_message *lmpi_probe_choose(int comm, int tag, const struct bsim_site *site, lmpi_message *first);
/* Whether the first message from source that comes is the answer to a probe, whenever it comes. Not for MPI_ANY_SOURCE,
 * where an earlier message may still come, nor while undecided wildcard receives may take the message. */
static inline bool lmpi_first_decides(const lmpi_rank *rank, int source) {
    return source != MPI_ANY_SOURCE && !rank->wildcards;
}
/* K > 1: notes the times of an answer. A scenario diverges if a message arrives later that is earlier than its time. */
void lmpi_watch_until(int rank, const double *time);

/* ---- what comes too late for an answer: match_late.c ---- */

/* Notes that a call of the rank was answered without a message of comm, peer and tag (also "any") that arrives before
 * time_s, or without requests (marked LMPI_ASKED) that are ready before it. */
void lmpi_answered_without_message(int rank, int comm, int peer, int tag, double time_s, const void *site);
void lmpi_answered_without_requests(int rank, double time_s, const void *site);
/* A message arrives at a rank that has got answers. is_posted: it meets a receive that is not blocking, and is compared
 * again when this is matched. */
void lmpi_late_message(int dest, int comm, int source, int tag, const double *arrive, const struct bsim_site *site,
                       bool is_posted);
/* A request of a rank that has got answers is matched. */
void lmpi_late_request(lmpi_request *r);
/* Warns of messages that came too late. */
void lmpi_late_report(void);

/* Called when a message has come to a rank that has undecided wildcard receives or a parked call. */
void lmpi_decide_on_message(int dest, const lmpi_message *m);
/* Recomputes the time at which the rank's next decision is due. */
void lmpi_decide_update(int rank);
/* Called after a decision: receives that name their source take the messages that no earlier wildcard receive may take.
 */
void lmpi_release_posted(lmpi_rank *rank);
/* bsim_layer.decide: takes the decision of a rank that is due at time_s. */
void lmpi_decide(bsim_rank *rank, double time_s);
/* Suspends the running rank until its parked call can be answered. */
void lmpi_park(struct lmpi_parked *parked, const struct bsim_wait *why);
/* A request that a parked call waits for has been matched: the rank goes on, or its decision may be due earlier. */
void lmpi_parked_matched(struct lmpi_parked *parked, lmpi_request *r);
/* Resumes a parked rank, whose call can be answered. */
void lmpi_unpark(int rank);

#endif
