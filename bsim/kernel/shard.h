/* shard.h - shards: threads of the process, each of which runs a part of the ranks. For the engine only; engine.h
 * declares what other parts may use.
 *
 * Data that only a shard's own ranks touch (their queues, requests, counters) needs no lock. A message for a rank of
 * another shard goes into that shard's mail. Work on other data runs alone (engine.h), while all other shards stand
 * still. When no shard can run and no mail is under way, one shard takes the next decision for all. From time to time
 * all shards gather: then ranks move between them (balance.h). With one shard there is no further thread, and all this
 * costs is the test of a flag at each switch. */
#ifndef BSIM_SHARD_H
#define BSIM_SHARD_H

#include <stdatomic.h>

#include "bsim/kernel/engine.h"
#include "bsim/kernel/runnable.h"

struct bsim_decision {
    double time_s;
    int32_t rank;
};

/* An event with a copy of what it is ordered by. */
struct bsim_due {
    double time_s;
    uint64_t order;
    struct bsim_event *event;
};

struct bsim_shard {
    _Alignas(128) struct bsim_runnable runnable;
    uint32_t switches;          /* number of switches to a rank (watch.c) */
    int finished;               /* ranks that have finished here */
    int32_t last;               /* the last rank that ran before none could run (watch.c); -1: none yet */
    void *host_context;         /* the thread's own stack */
    struct bsim_decision *heap; /* heap.c: a binary heap by (time, rank) */
    int heap_count, heap_capacity;
    struct bsim_due *events; /* event.c: a binary heap by (time, order) */
    int event_count, event_room;
    /* The state in which the shard stands still. The shard sets it while it runs, or under the lock `world`. */
    bool idle;
    struct bsim_mail *inbox; /* mail that was taken and is not yet delivered, oldest first */
    /* Written by other shards. */
    _Alignas(128) atomic_int attention; /* 1: there is mail or work, or a shard wants to be alone. 2: asleep. 0: none */
    atomic_int running;                 /* 0: it stands still, and other shards may touch its data */
    _Atomic(struct bsim_mail *) mail;   /* mail for this shard, newest first */
    _Atomic(struct bsim_mail *) returns; /* free memory of mail that this shard has sent (bsim_mail_return) */
    atomic_uint sent, delivered;         /* numbers of mails for this shard */
    /* Written by the shard, read by others: what it has spent on the other shards. */
    _Alignas(128) _Atomic int64_t waited_ns; /* host time in which it has waited for them */
    _Atomic uint64_t mails, stops, sleeps;   /* mails sent; times it was alone; times it has slept */
    bool waits;                              /* it has had nothing to run for some time */
    int patience;                            /* for how long it spins before it sleeps */
};

extern struct bsim_shard bsim_shards[BSIM_MAX_SHARDS];
extern BSIM_OF_SHARD struct bsim_shard *bsim_shard_here;

/* Divides the ranks into groups; called before bsim_sched_init. All ranks of a group are in one shard. columns > 0: the
 * ranks form a grid with so many columns (at most BSIM_MAX_GROUPS), filled row by row, and each column is a group. A
 * shard runs a column as long as one of its ranks can run. So a long chain of messages within it does not wait for
 * other work, and its data stay in the cache. columns 0: groups of consecutive ranks, which run in any order, or those
 * that the messages suggest later on; a single group if there is one shard. */
void bsim_shards_divide(int np, int shards, int columns);

static inline bool bsim_shard_has_work(const struct bsim_shard *s) {
    return bsim_runnable_any(&s->runnable);
}

/* Called at a switch when attention is set: stands still while another shard is alone, and delivers mail. */
void bsim_shard_attend(struct bsim_shard *s);

/* Whether all shards are to gather: at the next switch a shard goes to its thread's own stack and calls
 * bsim_shard_idle.
 */
bool bsim_shards_gather(void);

/* Called on the thread's own stack, when the shard has nothing to run or all shards gather: waits for work or for the
 * other shards, or takes decisions for all. False if the run is over. */
bool bsim_shard_idle(struct bsim_shard *s);

/* What several shards have spent on each other, in all. */
struct bsim_shards_report {
    uint64_t mails, stops, sleeps;
    double waited_s;
    uint64_t divisions, steals, shifts, folds;
    int columns; /* of the grid into which the ranks are divided at the end; 0: consecutive ranks */
};
struct bsim_shards_report bsim_shards_report(void);

/* The running rank blocks, perhaps while it is alone or has the short lock (in an error handler of the program, say).
 * bsim_held_leave gives both up; bsim_held_again takes them again when the rank continues. */
struct bsim_held {
    int alone, locked;
};
struct bsim_held bsim_held_leave(void);
void bsim_held_again(struct bsim_held held);

#endif
