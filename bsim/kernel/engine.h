/* engine.h - the engine as the layer above it (lmpi) sees it: ranks, blocking, decisions, ends of a run.
 *
 * One process. A rank is a fiber that runs until it blocks; ranks run in one thread, or in as many as there are shards.
 * Nothing here knows MPI. */
#ifndef BSIM_ENGINE_H
#define BSIM_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/base/clock.h"
#include "bsim/base/config.h"
#include "bsim/base/error.h"

enum { BSIM_PEER_NONE = -1000000001, BSIM_PEER_ANY = -1000000002 };
enum { BSIM_TAG_NONE = -1000000001, BSIM_TAG_ANY = -1000000002 };

/* Why a rank is blocked; told in a deadlock report. Lives on the stack of the blocked fiber. */
struct bsim_wait {
    const char *call; /* "MPI_Recv" */
    const void *site; /* return address of the call */
    int peer;         /* world rank, or BSIM_PEER_* */
    int tag;          /* or BSIM_TAG_* */
    int comm;         /* the layer's number, for bsim_layer.comm_name; -1: none */
    /* Optional: writes more (what it still waits for), at most size bytes with the final zero. */
    void (*describe)(const struct bsim_wait *wait, int rank, char *buf, size_t size);
    /* Optional: the next rank that this one waits for, for the cycle in a deadlock report; -1 none. */
    int (*waits_for)(const struct bsim_wait *wait, int rank);
    const void *arg; /* for describe */
};

enum bsim_state { BSIM_NEW, BSIM_READY, BSIM_RUNNING, BSIM_BLOCKED, BSIM_FINISHED };

enum { BSIM_LAYER_BYTES = 64 };

/* A rank: two cache lines, the second for the layer above. */
typedef struct bsim_rank {
    _Alignas(128) void *context; /* saved stack pointer while not running */
    int32_t id;
    uint8_t state;                /* enum bsim_state */
    uint8_t shard;                /* which runs it */
    uint16_t group;               /* ranks that stay together in one shard (shard.h) */
    double calc_s;                /* scenario 0: time added by BSIM_Add_time */
    double wait_s;                /* scenario 0: time in communication calls spent waiting for another rank */
    const struct bsim_wait *wait; /* while BSIM_BLOCKED */
    int32_t block;                /* of the last bsim_cost, charged by the next BSIM_Add_time; -1: none */
    int32_t heap_index;           /* place in the heap of decisions; -1: none */
    uint64_t where;               /* network.h: bsim_where(id) */
    double *clock;                /* bsim_clock(id) */
    _Alignas(64) unsigned char layer[BSIM_LAYER_BYTES];
} bsim_rank;

/* A variable of which each shard has its own. A rank may go on in another shard than the one that it has left, so a
 * function must not keep its address over a call that blocks; for what has one (arrays) there is bsim_shard_number.
 * The runtime is part of the executable, so the place is known there. */
#define BSIM_OF_SHARD __thread __attribute__((tls_model("local-exec")))

extern int bsim_np;
extern bsim_rank *bsim_ranks;              /* see bsim_rank_of */
extern BSIM_OF_SHARD bsim_rank *bsim_self; /* the running rank; NULL on the host stack */

static inline bsim_rank *bsim_rank_of(int rank) {
    /* A hole behind each 32: ranks that run together are often a fixed step apart, such as 64, and would all fall into
     * the same sets of the first cache. */
    return &bsim_ranks[rank + (rank >> 5)];
}

/* Suspends the running rank until bsim_ready of it. *why must live until then. */
void bsim_block(const struct bsim_wait *why);
/* A blocked rank can run: it is the next one. */
void bsim_ready(bsim_rank *rank);
/* Lets the other runnable ranks go first. Virtual time does not notice. */
void bsim_yield(void);

/* Runs fn(arg) on the big stack of the process and returns; bsim_self stays what it was. Called from the host stack
 * it is a plain call. fn must not block. */
void bsim_on_host_stack(void (*fn)(void *arg), void *arg);

/* Decisions that depend on virtual time (wildcard receives, probes, tests). When no rank can run, the engine takes the
 * rank with the smallest time given here (ties: smallest rank), removes it, and calls bsim_layer.decide for it on the
 * host stack: nothing that any rank still does can happen before that time. Time is of scenario 0. A second call for
 * the same rank replaces the time. */
void bsim_decide_at(bsim_rank *rank, double time_s);
void bsim_decide_cancel(bsim_rank *rank);
/* As bsim_decide_at, unless an earlier time is set. */
void bsim_decide_before(bsim_rank *rank, double time_s);
static inline bool bsim_decide_pending(const bsim_rank *rank) {
    return rank->heap_index >= 0;
}

/* ---- shards (shard.h; at most BSIM_MAX_SHARDS) ---- */

extern int bsim_nshards;
extern BSIM_OF_SHARD int bsim_shard_number; /* of this one; also on the host stack */

/* Whether the running rank and another one are in one shard: what belongs to the other may then be touched. */
static inline bool bsim_is_here(const bsim_rank *rank) {
    return rank->shard == bsim_self->shard;
}

/* From here to the end of the block all other shards stand still between two of their ranks: what ranks share may be
 * changed, and what belongs to any rank touched. A rank may block meanwhile; the others then run until it goes on.
 * Costs a microsecond or more if there are several shards. */
#define BSIM_ALONE __attribute__((cleanup(bsim_alone_end), unused)) const int bsim_alone_ = bsim_alone_begin()
void bsim_alone_enter(void);
void bsim_alone_exit(void);
static inline int bsim_alone_begin(void) {
    if (bsim_nshards > 1)
        bsim_alone_enter();
    return bsim_nshards > 1;
}
static inline void bsim_alone_end(const int *several) {
    if (*several)
        bsim_alone_exit();
}
/* The same until the running rank lets another one run. */
void bsim_alone_until_switch(void);

/* From here to the end of the block no other shard is in such a block (or alone). For what is short, often and must not
 * block: other shards go on with everything else. */
#define BSIM_LOCKED __attribute__((cleanup(bsim_locked_end), unused)) const int bsim_locked_ = bsim_locked_begin()
int bsim_locked_enter(void);
void bsim_locked_exit(void);
static inline int bsim_locked_begin(void) {
    return bsim_nshards > 1 ? bsim_locked_enter() : 0;
}
static inline void bsim_locked_end(const int *taken) {
    if (*taken)
        bsim_locked_exit();
}

/* A message between shards; bsim_layer.deliver gets it in the shard of the rank that it is for. Those from one shard
 * are delivered in their order. */
struct bsim_mail {
    struct bsim_mail *next;
};
/* Where much is not yet delivered the receivers are given time: others may run meanwhile. */
void bsim_mail_send(const bsim_rank *to, struct bsim_mail *mail);
/* Memory of mail goes back to where it is taken from: the layer hands a free one to the sender's shard for each one
 * that it gets, and takes all that has come back. */
void bsim_mail_return(const bsim_rank *to, struct bsim_mail *mail);
struct bsim_mail *bsim_mail_returned(void);
/* Delivers all mail for the rank's shard at once. While alone. */
void bsim_mail_deliver(const bsim_rank *to);

/* What the layer above gives to the engine. Defined by lmpi. */
struct bsim_layer {
    void (*start)(void);                            /* before the first rank runs */
    void (*decide)(bsim_rank *rank, double time_s); /* as given to bsim_decide_at */
    void (*deliver)(struct bsim_mail *mail);        /* bsim_mail_send; in the shard that it was sent to */
    const char *(*comm_name)(int comm);
    /* NULL if the rank may end now, else why not: "before MPI_Finalize". */
    const char *(*unfinished)(const bsim_rank *rank);
    void (*finish)(void); /* all ranks have finished: leaks are warned of here */
};
extern const struct bsim_layer bsim_layer;

/* The scenario k would take another decision than scenario 0 at this call site: its times are not valid from here. */
void bsim_diverge(int scenario, const void *site);

/* Ends of a run, besides bsim_fatal (error.h): all write what is to be said, then leave the process with the code. */
/* "rank 3 at 1.25 s (file.c:12): ..." for the running rank. */
_Noreturn void bsim_fatal_at(int exit_code, const void *site, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for what is no call of MPI, and where memory may be in any state. SITE NULL: the place in the program that
 * led here. */
_Noreturn void bsim_fatal_near(int exit_code, const void *site, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* MPI_Abort: ends the run, exit code BSIM_EXIT_USER; the user's code is printed. */
_Noreturn void bsim_abort(const void *site, const char *call, int code);

/* An always-on check of the engine's own invariants. */
#define bsim_check(cond) ((cond) ? (void)0 : bsim_bug(#cond, __FILE__, __LINE__))
_Noreturn void bsim_bug(const char *what, const char *file, int line);

/* "file.c:12" of a call site, in the original program if bsim_sites[] knows it. Static buffers, good for the next
 * 31 other sites. Slow: starts addr2line. */
const char *bsim_site_name(const void *site);

#endif
