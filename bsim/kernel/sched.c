/* sched.c - the scheduler: queues of runnable ranks, and switches from fiber to fiber.
 *
 * Owns the ranks. A fiber that blocks switches directly to the next runnable fiber of its shard. The shard's thread
 * uses its own stack only when no rank can run, and for bsim_on_host_stack. Within a column, the rank that was made
 * runnable last runs first: its data are in the cache, and ranks that exchange messages run one after the other. Ranks
 * of other columns wait until none of this one can run (shard.h). Without columns all ranks are as of one. */
#include "bsim/kernel/sched.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/cursor.h"
#include "bsim/kernel/balance.h"
#include "bsim/kernel/fiber.h"
#include "bsim/kernel/hosts.h"
#include "bsim/kernel/private.h"
#include "bsim/kernel/shard.h"

BSIM_OF_SHARD bsim_rank *bsim_self;
BSIM_OF_SHARD struct bsim_work bsim_work;
BSIM_OF_SHARD bool bsim_sched_mail;

enum { LINE = 64, STACK_LINES = 14 };

static BSIM_OF_SHARD void (*host_fn)(void *arg);
static BSIM_OF_SHARD void *host_arg;
static BSIM_OF_SHARD bool on_host = true;
static jmp_buf host_loop[BSIM_MAX_SHARDS]; /* where the function on the thread's stack was called */
static BSIM_OF_SHARD bool host_fn_stopped; /* the rank has failed in it, and stops */
static void (*rank_entry)(void), (*cursor_entry)(void);
static size_t ranks_bytes, clocks_bytes;
static uint32_t *places; /* runnable.h; NULL: there is one shard */

static void queue_init(struct bsim_shard *s) {
    bsim_runnable_init(&s->runnable, bsim_context.np, places);
    s->last = -1;
    atomic_store(&s->running, 1);
}

/* Reserves *bytes, for all ranks; of many ranks as whole huge pages, which *bytes is then, unless most of a page would
 * be left over. */
static void *reserve_for_ranks(size_t *bytes) {
    if (bsim_context.np < BSIM_MANY_RANKS || *bytes < BSIM_HUGE_PAGE / 4)
        return bsim_reserve(*bytes);
    *bytes = (*bytes + BSIM_HUGE_PAGE - 1) / BSIM_HUGE_PAGE * BSIM_HUGE_PAGE;
    return bsim_reserve_huge(*bytes);
}

void bsim_sched_init(int np, void (*entry)(void)) {
    bsim_context.np = np;
    rank_entry = entry;
    ranks_bytes = ((size_t)np + (size_t)(np >> 5)) * sizeof *bsim_context.ranks;
    clocks_bytes = (size_t)np * (size_t)bsim_context.nscen * sizeof *bsim_context.clocks;
    bsim_context.ranks = reserve_for_ranks(&ranks_bytes);
    bsim_context.clocks = reserve_for_ranks(&clocks_bytes);
    bsim_clock_init(np);
    places = bsim_context.nshards > 1 ? bsim_alloc((size_t)np * sizeof *places) : NULL;
    for (int i = 0; i < bsim_context.nshards; i++)
        queue_init(&bsim_shards[i]);
    if (bsim_context.nhosts > 1)
        queue_init(&bsim_shards[BSIM_SHARD_AWAY]);
    for (int r = np - 1; r >= 0; r--) {
        bsim_rank *rank = bsim_rank_of(r);
        rank->id = r;
        rank->clock = bsim_clock(r);
        rank->state = BSIM_NEW;
        rank->block = rank->heap_index = -1;
        bsim_balance_place(rank);
        if (bsim_is_away(r)) {
            rank->shard = BSIM_SHARD_AWAY;
            continue;
        }
        bsim_runnable_add(&bsim_shards[rank->shard].runnable, r);
    }
}

void bsim_sched_fini(void) {
    bsim_unreserve(bsim_context.ranks, ranks_bytes);
    bsim_unreserve(bsim_context.clocks, clocks_bytes);
    bsim_clock_fini();
    for (int i = 0; i < bsim_context.nshards; i++) {
        struct bsim_shard *s = &bsim_shards[i];
        bsim_runnable_fini(&s->runnable);
        bsim_heap_fini(s);
        bsim_event_fini(s);
        s->finished = 0;
    }
    bsim_free(places);
    places = NULL;
    bsim_context.ranks = NULL;
    bsim_context.clocks = NULL;
}

bool bsim_sched_on_host(void) {
    return on_host;
}

void bsim_sched_in_child(void) {
    bsim_self = NULL;
    on_host = true;
}

int bsim_sched_finished(void) {
    int finished = 0;
    for (int i = 0; i < bsim_context.nshards; i++)
        finished += bsim_shards[i].finished;
    return finished;
}

/* For tests (bsim_sched_disorder): the state of a random number generator; 0: off. */
static BSIM_OF_SHARD uint32_t disorder;
static uint32_t disorder_seed;

static void swap_next(struct bsim_runnable *q) {
    disorder = disorder * 1664525u + 1013904223u;
    uint32_t other = q->head + (disorder >> 8) % (q->tail - q->head);
    int32_t a = q->ring[other & q->mask], b = bsim_runnable_next(q);
    if (a == BSIM_RUNNABLE_HOLE)
        return;
    bsim_runnable_set(q, other, b);
    bsim_runnable_set(q, q->tail - 1, a);
}

void bsim_sched_disorder(uint32_t seed) {
    disorder = disorder_seed = seed | 1;
    for (int i = 0; i < bsim_context.nshards; i++) {
        struct bsim_runnable *q = &bsim_shards[i].runnable;
        uint32_t end = q->tail;
        for (q->tail = q->head; q->tail != end;) {
            q->tail++;
            swap_next(q);
        }
    }
}

/* Functions that only prefetch have no effect that gcc knows: it drops calls that it has not inlined at once. */
#define FETCHES static inline __attribute__((always_inline))

/* Prefetches the innermost frames of a rank that is not running: those of a blocking call, and a part of its caller's.
 */
FETCHES void fetch_stack(const bsim_rank *rank) {
    const char *stack = rank->context;
    for (int i = 0; i < STACK_LINES; i++)
        __builtin_prefetch(stack + (size_t)i * LINE);
}

/* Prefetches what the next switches of a shard will touch: the stack of the next rank, whose own data came two switches
 * before, and the data of a later one. With thousands of ranks little of them is in the cache, and without this each
 * switch waits for memory. */
FETCHES void fetch_ahead(const struct bsim_runnable *q) {
    if (q->tail - q->head < 4)
        return;
    fetch_stack(bsim_rank_of(bsim_runnable_next(q)));
    int32_t third = q->ring[(q->tail - 3) & q->mask];
    if (__builtin_expect(third == BSIM_RUNNABLE_HOLE, 0))
        return;
    const bsim_rank *later = bsim_rank_of(third);
    __builtin_prefetch(later);
    __builtin_prefetch(later->layer);
    __builtin_prefetch(bsim_clock(later->id));
}

void bsim_ready(bsim_rank *rank) {
    struct bsim_runnable *q = &bsim_shards[rank->shard].runnable;
    rank->state = BSIM_READY;
    fetch_stack(rank);
    if (__builtin_expect(bsim_sched_mail || (bsim_self && rank->group != bsim_self->group), 0))
        bsim_runnable_add_last(q, rank->id);
    else
        bsim_runnable_add(q, rank->id);
    if (__builtin_expect(disorder, 0))
        swap_next(q);
}

static bsim_rank *take_next(struct bsim_shard *s) {
    return bsim_rank_of(bsim_runnable_take(&s->runnable));
}

/* What a switch does after attention (mail, other shards that want to be alone) was handled. */
enum then {
    THEN_SWITCHES,
    THEN_STAYS,  /* the rank that was about to leave has become runnable meanwhile and is the next one: it continues */
    THEN_GATHERS /* to the thread's own stack */
};
static enum then __attribute__((noinline)) attend(struct bsim_shard *s, int from) {
    on_host = from < 0;
    bsim_shard_attend(s);
    if (bsim_shards_gather())
        return THEN_GATHERS;
    on_host = false;
    if (from < 0 || !bsim_shard_has_work(s) || bsim_runnable_next(&s->runnable) != from)
        return THEN_SWITCHES;
    take_next(s)->state = BSIM_RUNNING;
    return THEN_STAYS;
}

/* ---- ranks with cursors ---- */

const struct bsim_cursors *bsim_cursors;
BSIM_OF_SHARD struct bsim_yield bsim_yield_wanted;

/* The stacks that are free, besides those that no rank has had yet. */
static int *free_stacks, nfree_stacks, nstacks;
static atomic_flag stacks_taken = ATOMIC_FLAG_INIT;
static BSIM_OF_SHARD int stack_here;     /* on which the shard stands, or stood last */
static BSIM_OF_SHARD int left_last = -1; /* the last one that a rank has left for good; -1: none */

static void lock_stacks(void) {
    while (atomic_flag_test_and_set_explicit(&stacks_taken, memory_order_acquire))
        sched_yield();
}

static void unlock_stacks(void) {
    atomic_flag_clear_explicit(&stacks_taken, memory_order_release);
}

static int take_stack(void) {
    lock_stacks();
    bool is_new = nfree_stacks == 0;
    int i = is_new ? nstacks++ : free_stacks[--nfree_stacks];
    unlock_stacks();
    if (is_new)
        bsim_fiber_guard(i);
    return i;
}

/* The shard leaves its stack for good. It stands there for a moment more, so the one that it left before becomes free.
 */
static void give_up_stack(void) {
    if (left_last >= 0) {
        lock_stacks();
        free_stacks[nfree_stacks++] = left_last;
        unlock_stacks();
    }
    left_last = stack_here;
}

static void note_stack(int from, int to) {
    (void)from;
    if (to >= 0)
        stack_here = bsim_fiber_number(bsim_rank_of(to)->context);
}

int bsim_sched_stacks(int np) {
    return bsim_cursors ? np + 3 * bsim_context.nshards : np; /* each shard leaves one, and stands on one */
}

void bsim_sched_cursors(void (*entry)(void)) {
    cursor_entry = entry;
    free_stacks = bsim_reserve((size_t)bsim_sched_stacks(bsim_context.np) * sizeof *free_stacks);
    bsim_context.at_switch = note_stack; /* nothing else of a rank with a cursor is to be exchanged */
}

int bsim_sched_stack(void) {
    return bsim_cursors ? stack_here : bsim_self->id;
}

/* A rank that has paused has no stack: its context is the address of its cursor, made odd. */
static inline bool has_paused(const bsim_rank *rank) {
    return (uintptr_t)rank->context & 1;
}

static inline char *cursor_of(int rank) {
    return bsim_cursors->states + (size_t)rank * bsim_cursors->stride;
}

/* A stack for a rank that has none. */
static void __attribute__((noinline)) give_stack(bsim_rank *rank) {
    bool is_new = rank->state == BSIM_NEW;
    if (is_new)
        bsim_private_start(rank->id);
    rank->context = bsim_fiber_new(bsim_cursors ? take_stack() : rank->id, is_new ? rank_entry : cursor_entry);
}

/* Switches to the next runnable rank, or to the thread's own stack if there is none or all shards gather. The context
 * of the side that is left goes to *save. */
static inline void leave(void **save, int from) {
    struct bsim_shard *s = bsim_shard_here;
    enum then then = THEN_SWITCHES;
    if (__builtin_expect(atomic_load_explicit(&s->attention, memory_order_relaxed), 0)) {
        then = attend(s, from);
        if (then == THEN_STAYS || (then == THEN_GATHERS && from < 0))
            return;
    }
    void *context = s->host_context;
    int to = -1;
    if (__builtin_expect(!bsim_shard_has_work(s) || then == THEN_GATHERS, 0)) {
        if (from >= 0)
            s->last = from;
        atomic_signal_fence(memory_order_release); /* the handler of interrupts tells of the last rank if none runs */
        bsim_self = NULL;
        on_host = true;
    } else {
        bsim_rank *next = take_next(s);
        if (__builtin_expect(next->state == BSIM_NEW || has_paused(next), 0))
            give_stack(next);
        next->state = BSIM_RUNNING;
        s->switches++;
        bsim_self = next;
        bsim_private_switch(next->id);
        context = next->context;
        to = next->id;
        fetch_ahead(&s->runnable);
    }
    if (__builtin_expect(bsim_context.at_switch != NULL, 0))
        bsim_context.at_switch(from, to);
    bsim_fiber_switch(save, context);
}

/* leave() for several shards: gives up the locks that the rank holds, and takes them again when it continues. */
static void __attribute__((noinline)) leave_others(bsim_rank *self) {
    struct bsim_held held = bsim_held_leave();
    leave(&self->context, self->id);
    if (held.alone || held.locked)
        bsim_held_again(held);
}

static BSIM_OF_SHARD bool ends; /* by an overflow, whose message may come to the check again, or by a signal */

void bsim_sched_is_on_signal_stack(void) {
    ends = true;
}

static void __attribute__((noinline, cold)) overflowed(void) {
    if (ends)
        return;
    ends = true;
    bsim_fatal_near(BSIM_EXIT_CRASH, NULL, "stack overflow: the rank has %zu KB of stack; raise it with --stack-size",
                    bsim_fiber_stack_size() >> 10);
}

/* Called before other ranks run, since an overflow may have damaged their stacks. */
static inline void check_stack(const bsim_rank *self) {
    if (__builtin_expect(bsim_fiber_is_below(self->id), 0) && (!bsim_cursors || bsim_fiber_is_below(stack_here)))
        overflowed();
}

static inline void leave_rank(bsim_rank *self) {
    check_stack(self);
    if (__builtin_expect(bsim_context.nshards > 1, 0))
        leave_others(self);
    else
        leave(&self->context, self->id);
}

void bsim_block(const struct bsim_wait *why) {
    bsim_rank *self = bsim_self;
    if (__builtin_expect(bsim_hosts_delivers || bsim_in_operator, 0)) /* bsim_hosts_run_as */
        bsim_fatal_at(BSIM_EXIT_MISUSE, why->site, "%s was called in an operator of the program", why->call);
    self->state = BSIM_BLOCKED;
    self->wait = why;
    leave_rank(self);
}

/* Puts the running rank, which gives way, into the queue, if others can run first. False: none can.
 *
 * With one shard it goes behind all others: there, the order in which ranks become runnable makes their receivers come
 * soon. With several, ranks at the borders get their messages at any time; ranks in between come out of step, and a
 * receiver may be behind many that all send too little to it. So the receiver runs next. A rank that has many messages
 * to receive itself goes on right after that, since it keeps others from sending; one with few of them waits for more.
 */
static bool give_way(struct bsim_shard *s, bsim_rank *self, const struct bsim_yield *yield) {
    struct bsim_runnable *q = &s->runnable;
    const bsim_rank *to = yield->to;
    if (!bsim_shard_has_work(s))
        return false;
    bool comes_next = q->places && to->shard == self->shard && (to->state == BSIM_READY || to->state == BSIM_NEW);
    if (comes_next)
        bsim_runnable_remove(q, to->id);
    if (comes_next && yield->has_work)
        bsim_runnable_add(q, self->id);
    else
        bsim_runnable_add_last(q, self->id);
    if (comes_next)
        bsim_runnable_add(q, to->id);
    self->state = BSIM_READY;
    return true;
}

void bsim_yield(struct bsim_yield yield) {
    bsim_rank *self = bsim_self;
    if (!bsim_hosts_delivers && !bsim_in_operator && give_way(bsim_shard_here, self, &yield))
        leave_rank(self);
}

_Noreturn void bsim_sched_finish(void) {
    bsim_rank *self = bsim_self;
    self->state = BSIM_FINISHED;
    bsim_shard_here->finished++;
    if (bsim_cursors)
        give_up_stack();
    leave_rank(self);
    bsim_bug("a finished rank was resumed", __FILE__, __LINE__);
}

/* Goes on with the next rank: on this stack, or where that one has a stack. The running rank has paused. */
static void __attribute__((noinline)) pause_rank(const struct bsim_yield *yield) {
    static void *nowhere[BSIM_MAX_SHARDS]; /* the context of a stack that is left for good */
    struct bsim_shard *s = bsim_shard_here;
    bsim_rank *self = bsim_self;
    bool gathers = false;
    if (yield && !give_way(s, self, yield))
        return;
    self->context = cursor_of(self->id) + 1;
    self->wait = NULL;
    if (!yield)
        self->state = BSIM_BLOCKED;
    if (__builtin_expect(bsim_context.nshards > 1, 0)) {
        struct bsim_held held = bsim_held_leave();
        bsim_check(!held.alone && !held.locked);
        if (atomic_load_explicit(&s->attention, memory_order_relaxed)) {
            enum then then = attend(s, self->id);
            if (then == THEN_STAYS)
                return;
            gathers = then == THEN_GATHERS; /* attention is set: it is handled again below */
        }
    }
    bsim_rank *next = !bsim_shard_has_work(s) || gathers ? NULL : bsim_rank_of(bsim_runnable_next(&s->runnable));
    if (__builtin_expect(next && next->state != BSIM_NEW && has_paused(next), 1)) {
        take_next(s);
        next->state = BSIM_RUNNING;
        s->switches++;
        bsim_self = next;
        bsim_private_switch(next->id);
        return;
    }
    give_up_stack();
    leave(&nowhere[bsim_shard_number],
          self->id); /* returns only if the rank has become the next one before it was left */
    left_last = -1;
}

void bsim_cursors_run(void) {
    for (;;) {
        enum bsim_pause pause = bsim_cursors->play();
        if (pause == BSIM_PAUSE_ENDS)
            return;
        struct bsim_yield yield = bsim_yield_wanted;
        bsim_yield_wanted.to = NULL;
        pause_rank(pause == BSIM_PAUSE_YIELDS ? &yield : NULL);
    }
}

void bsim_decide(bsim_rank *rank, double time_s) {
    bsim_work = (struct bsim_work){rank, rank->wait ? rank->wait->site : NULL};
    bsim_layer.decide(rank, time_s);
    bsim_work = (struct bsim_work){0};
}

void bsim_on_host_stack(void (*fn)(void *arg), void *arg) {
    if (on_host) {
        fn(arg);
        return;
    }
    bsim_rank *self = bsim_self;
    check_stack(self);
    host_fn = fn;
    host_arg = arg;
    on_host = true;
    bsim_fiber_switch(&self->context, bsim_shard_here->host_context);
    if (__builtin_expect(host_fn_stopped, 0)) {
        host_fn_stopped = false;
        bsim_sched_stop();
    }
}

_Noreturn void bsim_sched_stop(void) {
    static const struct bsim_wait failed = {
        .call = "a call that failed", .peer = BSIM_PEER_NONE, .tag = BSIM_TAG_NONE, .comm = -1};
    bsim_in_operator = false;
    if (on_host) {
        host_fn_stopped = bsim_self != NULL && !bsim_hosts_delivers;
        longjmp(host_loop[bsim_shard_number], 1);
    }
    for (;;) /* what it had begun may make it runnable again */
        bsim_block(&failed);
}

/* Runs ranks until none of the shard can run. Executes the functions of bsim_on_host_stack meanwhile. */
static void run_ranks(struct bsim_shard *s) {
    on_host = false;
    leave(&s->host_context, -1);
    while (host_fn) {
        void (*fn)(void *) = host_fn;
        host_fn = NULL;
        if (_setjmp(host_loop[bsim_shard_number]) == 0)
            fn(host_arg);
        on_host = false;
        bsim_fiber_switch(&s->host_context, bsim_self->context);
    }
}

static bool run_one_shard(void) {
    struct bsim_shard *s = bsim_shard_here;
    while (s->finished < bsim_context.np) {
        if (bsim_shard_has_work(s)) {
            run_ranks(s);
            continue;
        }
        double time_s = s->heap_count ? s->heap[0].time_s : HUGE_VAL;
        if (bsim_event_run(fmin(time_s, bsim_context.failed_s)))
            continue;
        if (time_s >= bsim_context.failed_s)
            return false;
        bsim_rank *rank = bsim_heap_pop(s, &time_s);
        if (!rank)
            return false;
        bsim_decide(rank, time_s);
    }
    return bsim_context.failed_s == HUGE_VAL;
}

static void run_shard(struct bsim_shard *s) {
    do
        if (bsim_shard_has_work(s))
            run_ranks(s);
    while (bsim_shard_idle(s));
}

static const struct bsim_shard_hooks *hooks;

static void *shard_main(void *shard) {
    bsim_shard_here = shard;
    bsim_shard_number = (int)(bsim_shard_here - bsim_shards);
    bsim_shard_near = (uint8_t)bsim_shard_number;
    disorder = disorder_seed;
    if (hooks)
        hooks->begin();
    run_shard(shard);
    if (hooks)
        hooks->end();
    return NULL;
}

bool bsim_sched_run(const struct bsim_shard_hooks *of_threads) {
    if (bsim_context.nhosts > 1)
        return bsim_hosts_run(run_ranks, host_loop[0]);
    if (bsim_context.nshards == 1)
        return run_one_shard();
    pthread_t threads[BSIM_MAX_SHARDS];
    hooks = of_threads;
    for (int i = 1; i < bsim_context.nshards; i++)
        if (pthread_create(&threads[i], NULL, shard_main, &bsim_shards[i]))
            bsim_fatal(BSIM_EXIT_USAGE, "no thread could be made for shard %d of %d", i + 1, bsim_context.nshards);
    run_shard(&bsim_shards[0]);
    for (int i = 1; i < bsim_context.nshards; i++)
        pthread_join(threads[i], NULL);
    return bsim_context.all_finished;
}
