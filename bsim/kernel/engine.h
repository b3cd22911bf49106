/* engine.h - the engine as the layer above it (lmpi) sees it: ranks, blocking, decisions, ends of a run.
 *
 * A run is one process. A rank is a fiber that runs until it blocks. Each shard is a thread that runs a part of the
 * ranks. Nothing here knows MPI. */
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

/* Why a rank is blocked, for the deadlock report. Lives on the stack of the blocked fiber. */
struct bsim_wait {
    const char *call; /* "MPI_Recv" */
    const void *site; /* return address of the call */
    int peer;         /* world rank, or BSIM_PEER_* */
    int tag;          /* or BSIM_TAG_* */
    int comm;         /* number of the communicator, for bsim_layer.comm_name; -1: none */
    /* Optional: describes what the rank still waits for, in at most size bytes with the final zero. */
    void (*describe)(const struct bsim_wait *wait, int rank, char *buf, size_t size);
    /* Optional: a rank that this one waits for, to find the cycle of a deadlock; -1: none. */
    int (*waits_for)(const struct bsim_wait *wait, int rank);
    const void *arg; /* for describe */
};

enum bsim_state { BSIM_NEW, BSIM_READY, BSIM_RUNNING, BSIM_BLOCKED, BSIM_FINISHED };

enum { BSIM_LAYER_BYTES = 64 };
/* From so many ranks on, what all of them have is in huge pages. */
enum { BSIM_MANY_RANKS = 1024 };

/* A rank: two cache lines, the second of them for the layer above. */
typedef struct bsim_rank {
    _Alignas(128) void *context; /* saved stack pointer while not running */
    int32_t id;
    uint8_t state;                /* enum bsim_state */
    uint8_t shard;                /* number of the shard that runs it */
    uint16_t group;               /* ranks that run one after the other: a column (shard.h); else 0 */
    double calc_s;                /* scenario 0: time added by BSIM_Add_time */
    double wait_s;                /* scenario 0: time in communication calls spent waiting for another rank */
    const struct bsim_wait *wait; /* while BSIM_BLOCKED */
    int32_t block;                /* block of the last bsim_cost; the next BSIM_Add_time is charged to it. -1: none */
    int32_t heap_index;           /* index in the heap of decisions; -1: none */
    uint64_t where;               /* network.h: bsim_where(id) */
    double *clock;                /* bsim_clock(id) */
    _Alignas(64) unsigned char layer[BSIM_LAYER_BYTES];
} bsim_rank;

/* Declares a variable that each shard has for itself. While a rank is blocked it may move to another shard, so a
 * function must not keep the address of such a variable over a call that blocks; it can keep an index into an array and
 * use bsim_shard_number. The TLS model is local-exec because the runtime is linked into the executable. */
#define BSIM_OF_SHARD __thread __attribute__((tls_model("local-exec")))

extern BSIM_OF_SHARD bsim_rank *bsim_self; /* the running rank; NULL on the host stack */

static inline bsim_rank *bsim_rank_of(int rank) {
    /* Every 33rd entry is unused. Ranks that run together are often a fixed step apart, such as 64, and would otherwise
     * all map to a few sets of the L1 cache. */
    return &bsim_context.ranks[rank + (rank >> 5)];
}

/* An operator of the program combines vectors inside of a collective, on the rank that came last on the host. What it
 * does is no work of that rank: the time that it adds does not count, and it must not block. */
extern BSIM_OF_SHARD bool bsim_in_operator;
/* Warns of the first time that an operator takes by a call. */
void bsim_operator_time(const char *call, const void *site);

/* Suspends the running rank until bsim_ready is called for it. *why must live until then. */
void bsim_block(const struct bsim_wait *why);
/* Makes a blocked rank runnable. It runs next, unless it is in another group than the running rank: then it runs after
 * all ranks of the shard that are runnable now. */
void bsim_ready(bsim_rank *rank);
/* The running rank is far ahead of a rank to which it sends, and lets that one run first. */
struct bsim_yield {
    const bsim_rank *to;
    bool has_work; /* the running rank has much to do already, and goes on soon; else after all others */
};
/* Takes no virtual time. */
void bsim_yield(struct bsim_yield yield);

/* Runs fn(arg) on the large stack of the shard's thread; bsim_self does not change. On that stack it is a plain call.
 * fn must not block. */
void bsim_on_host_stack(void (*fn)(void *arg), void *arg);

/* While the runtime touches the program's memory on the stack of the thread: the call for which it does, and the call's
 * rank. NULL: it does not, or the stack tells. A crash is then one of that call. */
struct bsim_work {
    const bsim_rank *rank;
    const void *site;
};
extern BSIM_OF_SHARD struct bsim_work bsim_work;

/* Requests a decision that depends on virtual time (wildcard receives, probes, tests). When no rank can run, the engine
 * takes the request with the smallest time (ties: smallest rank), removes it, and calls bsim_layer.decide for its rank
 * on the host stack. Nothing that any rank still does can happen before that time. Times are those of scenario 0. A
 * second call for a rank replaces the time. */
void bsim_decide_at(bsim_rank *rank, double time_s);
void bsim_decide_cancel(bsim_rank *rank);
/* As bsim_decide_at, but keeps an earlier time that is set. */
void bsim_decide_before(bsim_rank *rank, double time_s);
static inline bool bsim_decide_pending(const bsim_rank *rank) {
    return rank->heap_index >= 0;
}

/* Something that happens at a virtual time. When no rank can run, the engine calls run(event) for the event with the
 * smallest (time_s, order), on the host stack, if no decision is earlier; it comes before a decision of equal time.
 * Nothing that any rank still does can happen before time_s, except after a collective in which the rank waits for
 * later members (lmpi/match/match_late.c). order must not depend on the order in which ranks run, and differ between
 * events of one time. */
struct bsim_event {
    double time_s;
    uint64_t order;
    void (*run)(struct bsim_event *event);
};
/* The event must live until it runs; it may add itself again then. */
void bsim_event_add(struct bsim_event *event);
/* For run(event), before it lets ranks run: the time before which nothing else happens, which is that of the next event
 * or decision. HUGE_VAL: there is none. */
double bsim_event_horizon(void);

/* ---- calculation (cost.c) ---- */

/* If set, it is told of each calculation time of a rank, after its clock was advanced by `spent` seconds: the time as
 * the program gave it to BSIM_Add_time, at speed 1; negative where the clock was advanced by more than the speed. */
extern void (*bsim_calculated)(bsim_rank *rank, double seconds, double spent);
/* The speed by which times of no block are divided for a rank, in scenario 0. */
double bsim_speed_of(const bsim_rank *rank);

/* Whether calls of the layer are delayed (bsim/platform/delays.h). Then it tells each call that communicates, before
 * that begins, with its return address: the running rank's clock advances by the delays that it has. */
extern bool bsim_delays_calls;
void bsim_delay_call(const void *site);

/* ---- shards (shard.h; at most BSIM_MAX_SHARDS) ---- */

extern BSIM_OF_SHARD int bsim_shard_number; /* the present shard; also valid on the host stack */

/* Whether a rank to which the running rank sends is in its shard, as far as can be told at once: the running rank may
 * then touch the data of that rank. While messages are watched this is never so; bsim_is_elsewhere then tells. */
extern BSIM_OF_SHARD uint8_t bsim_shard_near; /* the number of the shard; BSIM_MAX_SHARDS: messages are watched */
static inline bool bsim_is_here(const bsim_rank *rank) {
    return rank->shard == bsim_shard_near;
}
/* Whether a rank, to which the running rank sends a message, is in another shard. */
bool bsim_is_elsewhere(const bsim_rank *to);

/* From here to the end of the C block all other shards stand still, each between two ranks. The running rank may then
 * change shared data and the data of any rank. If it blocks, the others run until it goes on. Costs a microsecond or
 * more if there are several shards. */
#define BSIM_ALONE __attribute__((cleanup(bsim_alone_end), unused)) const int bsim_alone_ = bsim_alone_begin()
void bsim_alone_enter(void);
void bsim_alone_exit(void);
static inline int bsim_alone_begin(void) {
    if (bsim_context.nshards > 1)
        bsim_alone_enter();
    return bsim_context.nshards > 1;
}
static inline void bsim_alone_end(const int *several) {
    if (*several)
        bsim_alone_exit();
}
/* As BSIM_ALONE, but until the running rank switches to another one. */
void bsim_alone_until_switch(void);

/* A lock from here to the end of the C block: no other shard is in such a block or alone. For short and frequent work,
 * which should not block. Other shards go on with everything else. */
#define BSIM_LOCKED __attribute__((cleanup(bsim_locked_end), unused)) const int bsim_locked_ = bsim_locked_begin()
int bsim_locked_enter(void);
void bsim_locked_exit(void);
static inline int bsim_locked_begin(void) {
    return bsim_context.nshards > 1 ? bsim_locked_enter() : 0;
}
static inline void bsim_locked_end(const int *taken) {
    if (*taken)
        bsim_locked_exit();
}

/* A message between shards. bsim_layer.deliver gets it in the shard of the receiving rank. Mail from one shard to
 * another is delivered in the order of sending. */
struct bsim_mail {
    struct bsim_mail *next;
};
/* Sends mail. If much mail is undelivered the call gives the receiving shard time, and other ranks may run meanwhile.
 */
void bsim_mail_send(const bsim_rank *to, struct bsim_mail *mail);
/* The memory of mail circulates: for each mail that it receives, the layer returns a free one to the sender's shard,
 * which takes all that was returned to it. */
void bsim_mail_return(const bsim_rank *to, struct bsim_mail *mail);
struct bsim_mail *bsim_mail_returned(void);
/* Delivers all mail for the rank's shard now. The caller must be alone. */
void bsim_mail_deliver(const bsim_rank *to);

struct bsim_wire; /* hosts.h */

/* The functions that the layer above gives to the engine. Defined by lmpi. */
struct bsim_layer {
    void (*start)(void);                            /* before the first rank runs */
    void (*decide)(bsim_rank *rank, double time_s); /* as given to bsim_decide_at */
    void (*deliver)(struct bsim_mail *mail);        /* mail has arrived; called in the receiving shard */
    const char *(*comm_name)(int comm);             /* "communicator MPI_COMM_WORLD" */
    /* True if a blocked rank waits for a part of a call, such as a message of a collective: *wait is what the call as a
     * whole waits for. Called by signal handlers, too. */
    bool (*waits_in)(const bsim_rank *rank, struct bsim_wait *wait);
    /* NULL if the rank may end now, else why not: "before MPI_Finalize". */
    const char *(*unfinished)(const bsim_rank *rank);
    void (*finish)(void);         /* all ranks have finished: warns of leaks */
    uint64_t (*calls)(void);      /* that ranks have made so far, about; any shard may ask */
    const struct bsim_wire *wire; /* between the hosts of a run */
};
extern const struct bsim_layer bsim_layer;

/* Notes that a scenario would decide otherwise than scenario 0 at this call site. Its times are not valid from here on.
 */
void bsim_diverge(int scenario, const void *site);
/* A decision is taken that another scenario may take otherwise, whether or not it does. With several shards it depends
 * on the host which decisions can be compared. So none is compared then: if there is one, all other scenarios count as
 * if they decided otherwise. */
void bsim_decisions_differ(void);
static inline void bsim_decides(void) {
    if (__builtin_expect(bsim_context.nshards > 1 && bsim_context.nscen > 1, 0))
        bsim_decisions_differ();
}

/* A rank fails with a message and an exit code. It stops, and the other ranks go on as far as they can before the
 * virtual time of its failure. Then the run ends with the earliest failure (bsim/process/failure.h). If no rank runs,
 * the run ends at once. The message begins with the running rank: "rank 3 at 1.25 s (FILE:LINE): ...". */
_Noreturn void bsim_fatal_at(int exit_code, const void *site, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* For errors that are not the running rank's, or are found while another one's state is looked at: notes that a rank
 * fails at a virtual time, and returns. What is found must not depend on the order in which ranks run, nor may rank and
 * time. The message is the text alone. bsim_fail_later: tell() writes it, if it is needed, when no rank can run. */
/* bsim_fatal_of: the running rank, if one runs, stops. */
void bsim_fail_of(int rank, double time_s, int exit_code, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
_Noreturn void bsim_fatal_of(int rank, double time_s, int exit_code, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* The running rank, whose failure is noted, stops. */
_Noreturn void bsim_fail_stop(void);
typedef void bsim_failure_text(const void *arg, char *text, size_t size);
void bsim_fail_later(int rank, double time_s, int exit_code, bsim_failure_text *tell, const void *arg);

/* The following end a run at once, as bsim_fatal (error.h) does: they print a message and exit with the code. */
_Noreturn void bsim_fatal_now(int exit_code, const void *site, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* As bsim_fatal_now, for errors outside of MPI calls, when the heap may be corrupt. site NULL: finds the place in the
 * program that led here. */
_Noreturn void bsim_fatal_near(int exit_code, const void *site, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* MPI_Abort: bsim_fatal_at with exit code BSIM_EXIT_USER; the user's code is printed. */
_Noreturn void bsim_abort(const void *site, const char *call, int code);

/* An always-on check of the engine's own invariants. */
#define bsim_check(cond) ((cond) ? (void)0 : bsim_bug(#cond, __FILE__, __LINE__))
_Noreturn void bsim_bug(const char *what, const char *file, int line);

/* "FILE:LINE" of a call site, in the original program if bsim_sites[] knows it. The text is in a static buffer, valid
 * until 31 other sites have been asked for. Slow: starts addr2line. */
const char *bsim_site_name(const void *site);

#endif
