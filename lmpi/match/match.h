/* match.h - queues of a rank: posted receives in the order of posting, unexpected messages in the order of sending for
 * each source. Searching, and what happens when the two sides meet. Must not know MPI functions. */
#ifndef LMPI_MATCH_H
#define LMPI_MATCH_H

#include "lmpi/match/index.h"
#include "lmpi/core/pool.h"
#include "lmpi/core/rank_extension.h"

static inline bool lmpi_matches(const lmpi_request *r, int comm, int source, int tag) {
    return r->comm == comm && (r->peer == source || r->peer == MPI_ANY_SOURCE) &&
           (r->tag == tag || r->tag == MPI_ANY_TAG);
}

static inline bool lmpi_wants(int comm, int source, int tag, const lmpi_message *m) {
    return m->comm == comm && (source == m->source || source == MPI_ANY_SOURCE) &&
           (tag == m->tag || tag == MPI_ANY_TAG);
}

/* Arrival in scenario 0, then the lower source. */
static inline bool lmpi_is_earlier(const lmpi_message *a, const lmpi_message *b) {
    return a->arrive[0] < b->arrive[0] || (a->arrive[0] == b->arrive[0] && a->source < b->source);
}

/* A queue longer than this is indexed: a search then takes the same time however long it is. */
enum { LMPI_LONG_QUEUE = 32 };

/* The first posted receive that a message matches, not removed; NULL. *before: the one in front of it in a short queue,
 * for lmpi_posted_remove. */
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

/* Takes it out wherever it is. */
void lmpi_posted_withdraw(lmpi_rank *rank, lmpi_request *r);

/* The first message of one source (source must not be MPI_ANY_SOURCE), not removed. */
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
    if (rank->unexpected)
        rank->unexpected_last->next = m;
    else
        rank->unexpected = m;
    rank->unexpected_last = m;
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

/* Of the messages from any source with a tag (or any), that which arrives first (scenario 0; the lower source among
 * equals), of each source only its first; not removed. */
lmpi_message *lmpi_unexpected_earliest(lmpi_rank *rank, int comm, int tag, lmpi_message **before);

/* Calls fn for each message, those of one source in their order, until it gives false. It must not change the queue. */
void lmpi_unexpected_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg);
/* Calls fn for each posted receive that names its source, in the order of posting. fn may remove the one that it is
 * given. */
void lmpi_posted_each_named(lmpi_rank *rank, void (*fn)(lmpi_rank *rank, lmpi_request *r, lmpi_request *before));
/* The kinds (comm, tag) of posted receives from any source: the i-th; false if there are no more. Kinds may repeat. *at
 * starts as NULL. */
bool lmpi_posted_any_source_kind(const lmpi_rank *rank, const void **at, int *comm, int *tag);

/* ---- meeting: match_deliver.c ---- */

extern struct bsim_path (*lmpi_paths)[LMPI_PATHS]; /* by hops */

static inline const struct bsim_path *lmpi_path_of(const bsim_rank *a, const bsim_rank *b, int kind) {
    return &lmpi_paths[bsim_hops_between_words(a->where, b->where)][kind];
}

static inline bool lmpi_is_near(const bsim_rank *a, const bsim_rank *b) {
    return a->where == b->where;
}

/* For what does not depend on the latency: the hops need not be counted. */
static inline const struct bsim_path *lmpi_path_without_latency(bool near, int kind) {
    return &lmpi_paths[!near][kind];
}

/* For the start of the running rank's send. */
static inline const struct bsim_path *lmpi_path_of_send(const bsim_rank *dest, int kind) {
    if (__builtin_expect(bsim_most_hops > 1, 0) && !bsim_net->receiver_pays_latency)
        return lmpi_path_of(bsim_self, dest, kind);
    return lmpi_path_without_latency(lmpi_is_near(bsim_self, dest), kind);
}

/* For when an eager receive is ready, and where it is done at once. */
static inline const struct bsim_path *lmpi_path_of_receive(const bsim_rank *source, const bsim_rank *dest, bool near,
                                                           int kind) {
    if (__builtin_expect(bsim_most_hops > 1, 0) && bsim_net->receiver_pays_latency)
        return lmpi_path_of(source, dest, kind);
    return lmpi_path_without_latency(near, kind);
}

void lmpi_paths_init(void);

/* The arguments of one side of a message, checked and translated. */
typedef struct lmpi_side {
    void *buffer;
    int count;
    MPI_Datatype type;
    int64_t bytes;
    int peer;  /* world rank, MPI_PROC_NULL, MPI_ANY_SOURCE */
    int local; /* the same in the communicator */
    int tag;
    const lmpi_comm *comm;
    uint8_t real, path;
} lmpi_side;

/* An eager message of the running rank, which entered the call at sent_s, has met a posted receive of OWNER, which has
 * left its queue. arrive: K times; used up. */
void lmpi_deliver_eager(lmpi_request *r, bsim_rank *owner, const lmpi_side *side, double sent_s,
                        const struct bsim_site *site, double *arrive);
/* A receive takes an unexpected message (removed from its queue; freed here). */
void lmpi_deliver_unexpected(lmpi_request *r, lmpi_message *m);
/* A rendezvous send meets a receive; either may be blocking and is then completed on its owner's clock. */
void lmpi_deliver_rendezvous(lmpi_request *send, lmpi_request *r, const double *arrive);

/* Matches R at once if virtual time has no say in it, else leaves it among the posted (true: it is matched). */
bool lmpi_receive_decided(lmpi_rank *rank, lmpi_request *r);
/* The same; what most receives do is here. */
static inline bool lmpi_receive(lmpi_rank *rank, lmpi_request *r) {
    if (rank->nunexpected || r->peer == MPI_ANY_SOURCE)
        return lmpi_receive_decided(rank, r);
    lmpi_posted_add(rank, r);
    return false;
}

/* Part of the time from start_s to end_s that was spent behind the other side. */
static inline double lmpi_waited(double start_s, double end_s, double other_s) {
    double spent = end_s - start_s, behind = other_s - start_s;
    return behind <= 0 ? 0 : behind < spent ? behind : spent;
}

/* Moves CLOCK over the completion of a matched request; gives the waiting time of scenario 0. */
double lmpi_complete(lmpi_request *r, double *clock);
/* The same for an eager receive. */
static inline double lmpi_complete_eager(lmpi_request *r, double *clock) {
    double start_s = clock[0];
    const struct bsim_path *path = lmpi_path_without_latency(r->near, r->path);
    bsim_eager_done(path, clock, lmpi_request_ready(r), clock);
    return lmpi_waited(start_s, clock[0], r->other_s);
}

/* The same for one scenario. */
double lmpi_complete_one(lmpi_request *r, double *clock, int k);

/* ---- decisions by virtual time: match_decide.c ---- */

/* The message of SOURCE, or of any, that arrives first (scenario 0; the lower source among equals), of each source only
 * the first; none that an undecided receive may take. For probes. */
lmpi_message *lmpi_unexpected_first(lmpi_rank *rank, int comm, int source, int tag);
/* Whether the first message of SOURCE that comes answers a call that asks for one, now or later: of any source an
 * earlier one may still come, and an undecided receive may take it. */
static inline bool lmpi_first_decides(const lmpi_rank *rank, int source) {
    return source != MPI_ANY_SOURCE && !rank->wildcards;
}
/* K > 1: what arrives before these times would have changed an answer that was given at them. */
void lmpi_watch_until(int rank, const double *time);

/* A message has come to a rank that has undecided wildcards or a parked call. */
void lmpi_decide_on_message(int dest, const lmpi_message *m);
/* Recomputes when the rank's next decision is due. */
void lmpi_decide_update(int rank);
/* After a decision: receives that name their source take the messages that no wildcard in front of them may take. */
void lmpi_release_posted(lmpi_rank *rank);
void lmpi_decide(bsim_rank *rank, double time_s);
/* Suspends the running rank until its parked call can be answered. */
void lmpi_park(struct lmpi_parked *parked, const struct bsim_wait *why);
/* A parked rank goes on: its call can be answered. */
void lmpi_unpark(int rank);

#endif
