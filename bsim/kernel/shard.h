/* shard.h - shards: threads of the process, each of which runs a part of the ranks; inside of the engine, but for what
 * engine.h declares of them.
 *
 * What only a shard's own ranks touch (their queues, requests, counters) needs no lock. A message for another shard
 * goes into that shard's mail. Whatever touches more runs alone (engine.h): while all other shards stand still. When no
 * shard can run and no mail is under way, one of them takes the next decision for all. A shard that has nothing to run
 * takes groups of ranks from one that has more than one to run. With one shard there is no thread and nothing of this
 * but a test of a flag at each switch. */
#ifndef BSIM_SHARD_H
#define BSIM_SHARD_H

#include <stdatomic.h>

#include "bsim/kernel/engine.h"

struct bsim_decision {
    double time_s;
    int32_t rank;
};

struct bsim_shard {
    _Alignas(128) int32_t *queue; /* ring of rank numbers, each at most once; the last one is next */
    uint32_t head, tail, mask;
    uint32_t switches;          /* to another rank; for those that watch (watch.c) */
    int finished;               /* ranks that have finished here */
    int32_t last;               /* rank that ran when none could run any more (watch.c); -1: none yet */
    void *host_context;         /* the thread's own stack */
    struct bsim_decision *heap; /* heap.c: a binary heap by (time, rank) */
    int heap_count, heap_capacity;
    /* While it stands still: */
    bool idle;
    bool at_switch; /* it does so where a rank leaves (leaving; -1: none), not in the middle of a call. Changed by the
                       shard while it runs, and under the world's lock */
    int leaving;
    struct bsim_mail *inbox; /* mail that was taken and is not yet delivered, the first one first */
    /* What other shards write. */
    _Alignas(128) atomic_int attention; /* there is mail, something to run, or somebody wants to be alone */
    atomic_int running;                 /* 0: it stands still, and others may touch what is its own */
    _Atomic(struct bsim_mail *) mail;   /* the last one first */
    _Atomic(struct bsim_mail *)
        returns;                 /* mail whose memory is free again, for the shards that send (bsim_mail_return) */
    atomic_uint sent, delivered; /* mail for this shard */
};

extern struct bsim_shard bsim_shards[BSIM_MAX_SHARDS];
extern BSIM_OF_SHARD struct bsim_shard *bsim_shard_here;

/* How ranks are divided into groups. Ranks of a group are always in one shard, and run before those of other groups as
 * long as one of them can: a long chain of messages within a group does not wait for work that others could take, and
 * the data of a group stays in the cache. As a grid with COLUMNS columns (at most BSIM_MAX_GROUPS), filled row by row,
 * a column is a group; 0: groups of ranks in a row, with one shard a single group. Before bsim_sched_init. */
void bsim_shards_divide(int np, int shards, int columns);
int bsim_group_of(int rank);
/* Where the ranks of a group begin. */
int bsim_shard_of_group(int group);

static inline bool bsim_shard_has_work(const struct bsim_shard *s) {
    return s->head != s->tail;
}

/* At a switch, where the shard's attention is wanted: stands still while others are alone, delivers mail. */
void bsim_shard_attend(struct bsim_shard *s);

/* The shard has nothing to run: waits, takes decisions where it is its turn. False: the run is over. */
bool bsim_shard_idle(struct bsim_shard *s);
/* Whether the run is over since all ranks have finished (else since none can run). */
extern bool bsim_shards_finished;

/* The running rank leaves, maybe while it is alone or has the short lock (in an error handler of the program, say):
 * gives both up, and takes them again when it goes on. */
struct bsim_held {
    int alone, locked;
};
struct bsim_held bsim_held_leave(void);
void bsim_held_again(struct bsim_held held);

#endif
