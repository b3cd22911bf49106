/* sched.c - run until block: the queue of runnable ranks, direct switches from fiber to fiber, the process's stack.
 *
 * Owns the ranks. A blocked fiber switches to the next runnable one itself; the process's stack is needed only where no
 * rank can run, and for bsim_on_host_stack. The rank that was made runnable last runs first: what it needs is in the
 * cache, and ranks that talk to each other run close together. */
#include "bsim/sched.h"

#include <string.h>

#include "bsim/alloc.h"
#include "bsim/fiber.h"
#include "bsim/private.h"

int bsim_np;
int bsim_nscen = 1;
bsim_rank *bsim_ranks;
bsim_rank *bsim_self;
double *bsim_clocks;
int bsim_sched_finished;
uint64_t bsim_sched_switches;

enum { HUGE_PAGE = 2 << 20 };

static int32_t *queue; /* ring of rank numbers, each at most once; the last one is next, the first one yields */
static uint32_t queue_head, queue_tail, queue_mask;
static void *host_context;
static void (*host_fn)(void *arg);
static void *host_arg;
static bool on_host = true;
static void (*rank_entry)(void);
static size_t ranks_bytes, clocks_bytes;

void bsim_sched_init(int np, void (*entry)(void)) {
    bsim_np = np;
    rank_entry = entry;
    ranks_bytes = ((size_t)np + (size_t)(np >> 5)) * sizeof *bsim_ranks;
    clocks_bytes = (size_t)np * (size_t)bsim_nscen * sizeof *bsim_clocks;
    bsim_ranks = bsim_reserve(ranks_bytes);
    bsim_clocks = bsim_reserve(clocks_bytes);
    if (ranks_bytes >= HUGE_PAGE)
        bsim_reserve_dense(bsim_ranks, ranks_bytes);
    if (clocks_bytes >= HUGE_PAGE)
        bsim_reserve_dense(bsim_clocks, clocks_bytes);
    uint32_t size = 16;
    while (size < (uint32_t)np + 8)
        size *= 2;
    queue = bsim_alloc(size * sizeof *queue);
    queue_mask = size - 1;
    queue_head = 0;
    for (int r = 0; r < np; r++) {
        bsim_rank *rank = bsim_rank_of(r);
        rank->id = r;
        rank->clock = bsim_clock(r);
        rank->state = BSIM_NEW;
        rank->block = rank->heap_index = -1;
        queue[np - 1 - r] = r;
    }
    queue_tail = (uint32_t)np;
}

void bsim_sched_fini(void) {
    bsim_unreserve(bsim_ranks, ranks_bytes);
    bsim_unreserve(bsim_clocks, clocks_bytes);
    bsim_free(queue);
    bsim_heap_fini();
    bsim_ranks = NULL;
    bsim_clocks = NULL;
}

bool bsim_sched_on_host(void) {
    return on_host;
}

/* For tests: 0, or the state of a generator that changes the order of the queue. */
static uint32_t disorder;

static void swap_last(void) {
    disorder = disorder * 1664525u + 1013904223u;
    uint32_t other = queue_head + (disorder >> 8) % (queue_tail - queue_head);
    int32_t *a = &queue[other & queue_mask], *b = &queue[(queue_tail - 1) & queue_mask], t = *a;
    *a = *b;
    *b = t;
}

void bsim_sched_disorder(uint32_t seed) {
    disorder = seed | 1;
    uint32_t end = queue_tail;
    for (queue_tail = queue_head; queue_tail != end;) {
        queue_tail++;
        swap_last();
    }
}

void bsim_ready(bsim_rank *rank) {
    rank->state = BSIM_READY;
    const char *stack = rank->context;
    __builtin_prefetch(stack);
    __builtin_prefetch(stack + 64);
    __builtin_prefetch(stack + 128);
    __builtin_prefetch(stack + 192);
    __builtin_prefetch(stack + 256);
    queue[queue_tail++ & queue_mask] = rank->id;
    if (__builtin_expect(disorder, 0))
        swap_last();
}

static bsim_rank *take_next(void) {
    return bsim_rank_of(queue[--queue_tail & queue_mask]);
}

/* Goes to the next runnable rank, or to the process's stack if there is none. save: where the context of the side that
 * is left is kept. */
static inline void leave(void **save, int from) {
    bsim_sched_switches++;
    void *context = host_context;
    int to = -1;
    if (__builtin_expect(queue_head == queue_tail, 0)) {
        bsim_self = NULL;
        on_host = true;
    } else {
        bsim_rank *next = take_next();
        if (__builtin_expect(next->state == BSIM_NEW, 0)) {
            bsim_private_start(next->id);
            next->context = bsim_fiber_new(next->id, rank_entry);
        }
        next->state = BSIM_RUNNING;
        bsim_self = next;
        bsim_private_switch(next->id);
        context = next->context;
        to = next->id;
    }
    bsim_fiber_switch(save, from, context, to);
}

void bsim_block(const struct bsim_wait *why) {
    bsim_rank *self = bsim_self;
    self->state = BSIM_BLOCKED;
    self->wait = why;
    leave(&self->context, self->id);
}

void bsim_yield(void) {
    if (queue_head == queue_tail)
        return;
    bsim_rank *self = bsim_self;
    self->state = BSIM_READY;
    queue[--queue_head & queue_mask] = self->id;
    leave(&self->context, self->id);
}

_Noreturn void bsim_sched_finish(void) {
    bsim_rank *self = bsim_self;
    self->state = BSIM_FINISHED;
    bsim_sched_finished++;
    leave(&self->context, self->id);
    bsim_bug("a finished rank was resumed", __FILE__, __LINE__);
}

void bsim_on_host_stack(void (*fn)(void *arg), void *arg) {
    if (on_host) {
        fn(arg);
        return;
    }
    bsim_rank *self = bsim_self;
    host_fn = fn;
    host_arg = arg;
    on_host = true;
    bsim_fiber_switch(&self->context, self->id, host_context, -1);
}

bool bsim_sched_run(void) {
    while (bsim_sched_finished < bsim_np) {
        if (queue_head != queue_tail) {
            on_host = false;
            leave(&host_context, -1);
            while (host_fn) {
                void (*fn)(void *) = host_fn;
                host_fn = NULL;
                fn(host_arg);
                on_host = false;
                bsim_fiber_switch(&host_context, -1, bsim_self->context, bsim_self->id);
            }
            continue;
        }
        double time_s;
        bsim_rank *rank = bsim_heap_pop(&time_s);
        if (!rank)
            return false;
        bsim_layer.decide(rank, time_s);
    }
    return true;
}
