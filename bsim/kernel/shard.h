/* shard.h - shards: threads of the process, each of which runs a part of the ranks. For the engine only; engine.h
 * declares what other parts may use.
 *
 * Data that only a shard's own ranks touch (their queues, requests, counters) needs no lock. A message for a rank of
 * another shard goes into that shard's mail. Work on other data runs alone (engine.h), while all other shards stand
 * still. When no shard can run and no mail is under way, one shard takes the next decision for all. A shard with
 * nothing to run takes groups of ranks from a shard with more than one runnable rank. With one shard there is no
 * further thread, and all this costs is the test of a flag at each switch. */
#ifndef BSIM_SHARD_H
#define BSIM_SHARD_H

#include <stdatomic.h>

#include "bsim/kernel/engine.h"

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
    _Alignas(128) int32_t *queue; /* ring of runnable ranks, each at most once; the one before tail runs next */
    uint32_t head, tail, mask;
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
    bool at_switch;          /* it stands at a switch between ranks, not in the middle of a call */
    int leaving;             /* at a switch: the rank that leaves; -1: none */
    struct bsim_mail *inbox; /* mail that was taken and is not yet delivered, oldest first */
    /* Written by other shards. */
    _Alignas(128) atomic_int attention; /* 1: there is mail or work, or a shard wants to be alone. 2: asleep. 0: none */
    atomic_int running;                 /* 0: it stands still, and other shards may touch its data */
    _Atomic(struct bsim_mail *) mail;   /* mail for this shard, newest first */
    _Atomic(struct bsim_mail *) returns; /* free memory of mail that this shard has sent (bsim_mail_return) */
    atomic_uint sent, delivered;         /* numbers of mails for this shard */
};

extern struct bsim_shard bsim_shards[BSIM_MAX_SHARDS];
extern BSIM_OF_SHARD struct bsim_shard *bsim_shard_here;

/* Divides the ranks into groups; called before bsim_sched_init. All ranks of a group are in one shard, and a shard runs
 * a group as long as one of its ranks can run. So a long chain of messages within a group does not wait for other work,
 * and the data of the group stay in the cache. columns > 0: the ranks form a grid with so many columns (at most
 * BSIM_MAX_GROUPS), filled row by row, and each column is a group. columns 0: groups of consecutive ranks; a single
 * group if there is one shard. */
void bsim_shards_divide(int np, int shards, int columns);
int bsim_group_of(int rank);
/* The shard in which a group begins. */
int bsim_shard_of_group(int group);

static inline bool bsim_shard_has_work(const struct bsim_shard *s) {
    return s->head != s->tail;
}

/* Called at a switch when attention is set: stands still while another shard is alone, and delivers mail. */
void bsim_shard_attend(struct bsim_shard *s);

/* Called when the shard has nothing to run: waits for work, takes decisions for all shards, or steals groups. False if
 * the run is over. */
bool bsim_shard_idle(struct bsim_shard *s);

/* The running rank blocks, perhaps while it is alone or has the short lock (in an error handler of the program, say).
 * bsim_held_leave gives both up; bsim_held_again takes them again when the rank continues. */
struct bsim_held {
    int alone, locked;
};
struct bsim_held bsim_held_leave(void);
void bsim_held_again(struct bsim_held held);

#endif
