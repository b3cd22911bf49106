/* shard.c - shards: running alone, mail between shards, decisions for all shards, and stealing of work.
 *
 * The lock `world` is held by a shard while it is alone, and for a moment by a shard that begins to run or goes idle. A
 * shard that waits for the lock counts as standing still. A shard that wants to be alone takes the lock and waits until
 * all others stand still; none of them can run again before the lock is free. */
#include "bsim/kernel/shard.h"

#include <linux/futex.h>
#include <math.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bsim/kernel/fiber.h"
#include "bsim/kernel/sched.h"

struct bsim_shard bsim_shards[BSIM_MAX_SHARDS];
BSIM_OF_SHARD struct bsim_shard *bsim_shard_here = &bsim_shards[0];
BSIM_OF_SHARD int bsim_shard_number;

enum { GROUPS_OF_A_SHARD = 64 };
static int groups = 1;          /* number of groups */
static int in_a_row;            /* 0: rank r is in group r % groups; else in group r / in_a_row */
static atomic_int world;        /* a lock; see above */
static int idle_shards;         /* guarded by world */
static bool over;               /* guarded by world */
static BSIM_OF_SHARD int depth; /* nesting of BSIM_ALONE in the running rank */
static BSIM_OF_SHARD bool until_switch;

void bsim_shards_divide(int np, int shards, int columns) {
    bsim_context.nshards = shards;
    int most = shards == 1 ? 1 : shards * GROUPS_OF_A_SHARD;
    in_a_row = columns ? 0 : (np + most - 1) / most;
    groups = columns ? columns : (np + in_a_row - 1) / in_a_row;
}

int bsim_group_of(int rank) {
    return in_a_row ? rank / in_a_row : rank % groups;
}

int bsim_shard_of_group(int group) {
    return (int)((int64_t)group * bsim_context.nshards / groups);
}

/* ---- waiting: spins for a moment, then yields the processor; idle shards then sleep ---- */

enum { SPINS = 1000, TURNS = 20, SLEEP_NS = 200000 };

static void pause_a_moment(int *count) {
    if (++*count < SPINS) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    } else {
        sched_yield();
    }
}

static void notify(struct bsim_shard *s) {
    if (atomic_load(&s->attention) != 1 && atomic_exchange(&s->attention, 1) == 2)
        syscall(SYS_futex, &s->attention, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* Whether the shard is notified within a moment. */
static bool is_notified_soon(struct bsim_shard *s) {
    for (int count = 0; count < SPINS + TURNS; pause_a_moment(&count))
        if (atomic_load_explicit(&s->attention, memory_order_relaxed))
            return true;
    return false;
}

/* Sleeps until the shard is notified, or for SLEEP_NS. Attention is 2 meanwhile. */
static void sleep_a_while(struct bsim_shard *s) {
    const struct timespec most = {.tv_nsec = SLEEP_NS};
    int none = 0, asleep = 2;
    if (!atomic_compare_exchange_strong(&s->attention, &none, 2))
        return;
    syscall(SYS_futex, &s->attention, FUTEX_WAIT_PRIVATE, 2, &most, NULL, 0);
    atomic_compare_exchange_strong(&s->attention, &asleep, 0);
}

static void lock_world(struct bsim_shard *s) {
    atomic_store_explicit(&s->running, 0, memory_order_release);
    int count = 0, none = 0;
    while (!atomic_compare_exchange_weak_explicit(&world, &none, 1, memory_order_acquire, memory_order_relaxed)) {
        none = 0;
        pause_a_moment(&count);
    }
}

static void unlock_world(void) {
    atomic_store_explicit(&world, 0, memory_order_release);
}

/* Takes the lock world at a switch: a rank leaves, or none runs. */
static void lock_world_at_switch(struct bsim_shard *s) {
    if (!s->at_switch) { /* else it still stands at an earlier switch */
        s->leaving = bsim_self ? bsim_self->id : -1;
        s->at_switch = true;
    }
    lock_world(s);
}

static void run_again(struct bsim_shard *s) {
    s->at_switch = false;
    atomic_store_explicit(&s->running, 1, memory_order_relaxed);
    unlock_world();
}

/* ---- alone ---- */

static void stop_others(struct bsim_shard *s) {
    lock_world(s);
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        if (other != s && atomic_load_explicit(&other->running, memory_order_acquire))
            notify(other);
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        for (int count = 0; other != s && atomic_load_explicit(&other->running, memory_order_acquire);)
            pause_a_moment(&count);
    atomic_store_explicit(&s->running, 1, memory_order_relaxed);
}

/* Lets the other shards go on, and notifies those that have got work meanwhile. */
static void release_others(struct bsim_shard *s) {
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        if (other != s && bsim_shard_has_work(other))
            notify(other);
    unlock_world();
}

void bsim_alone_enter(void) {
    if (depth++ == 0)
        stop_others(bsim_shard_here);
}

void bsim_alone_exit(void) {
    if (--depth == 0)
        release_others(bsim_shard_here);
}

void bsim_alone_until_switch(void) {
    if (bsim_context.nshards == 1 || until_switch)
        return;
    bsim_alone_enter();
    until_switch = true;
}

/* ---- the short lock ---- */

static atomic_int lock;
static BSIM_OF_SHARD int lock_depth;

/* Takes the short lock; returns 0 if the shard is alone and needs no lock. While it waits the shard stands still for
 * shards that want to be alone, since the holder of the short lock may be one of them. */
int bsim_locked_enter(void) {
    if (depth)
        return 0;
    int count = 0, none = 0;
    while (lock_depth == 0 &&
           !atomic_compare_exchange_weak_explicit(&lock, &none, 1, memory_order_acquire, memory_order_relaxed)) {
        none = 0;
        if (atomic_load_explicit(&world, memory_order_relaxed)) {
            lock_world(bsim_shard_here);
            run_again(bsim_shard_here);
        }
        pause_a_moment(&count);
    }
    lock_depth++;
    return 1;
}

void bsim_locked_exit(void) {
    if (--lock_depth == 0)
        atomic_store_explicit(&lock, 0, memory_order_release);
}

/* ---- giving both up when a rank blocks ---- */

struct bsim_held bsim_held_leave(void) {
    struct bsim_held held = {depth - until_switch, lock_depth};
    if (lock_depth) {
        lock_depth = 1;
        bsim_locked_exit();
    }
    until_switch = false;
    if (depth)
        release_others(bsim_shard_here);
    depth = 0;
    return held;
}

void bsim_held_again(struct bsim_held held) {
    if (held.locked) {
        bsim_locked_enter();
        lock_depth = held.locked;
    }
    if (held.alone)
        stop_others(bsim_shard_here);
    depth = held.alone;
}

/* ---- mail ---- */

static void push(_Atomic(struct bsim_mail *) *list, struct bsim_mail *mail) {
    struct bsim_mail *last = atomic_load_explicit(list, memory_order_relaxed);
    do
        mail->next = last;
    while (!atomic_compare_exchange_weak(list, &last, mail));
}

enum { FAR_AHEAD = 4096, TURNS_FOR_MAIL = 1000 };

static bool is_far_ahead(const struct bsim_shard *s) {
    return atomic_load_explicit(&s->sent, memory_order_relaxed) -
               atomic_load_explicit(&s->delivered, memory_order_relaxed) >
           FAR_AHEAD;
}

void bsim_mail_return(const bsim_rank *to, struct bsim_mail *mail) {
    push(&bsim_shards[to->shard].returns, mail);
}

struct bsim_mail *bsim_mail_returned(void) {
    return atomic_exchange_explicit(&bsim_shard_here->returns, NULL, memory_order_acquire);
}

/* Lets other ranks run, or yields the processor, until the other shard has delivered most of its mail. */
static void wait_for_delivery(const struct bsim_shard *other) {
    struct bsim_shard *s = bsim_shard_here;
    if (depth || lock_depth)
        return; /* the other shard may need the lock that this one holds */
    for (int turn = 0; turn < TURNS_FOR_MAIL && is_far_ahead(other); turn++) {
        if (bsim_shard_has_work(s)) {
            bsim_yield();
            return;
        }
        sched_yield();
        bsim_shard_attend(s);
    }
}

void bsim_mail_send(const bsim_rank *to, struct bsim_mail *mail) {
    struct bsim_shard *s = &bsim_shards[to->shard];
    atomic_fetch_add_explicit(&s->sent, 1, memory_order_relaxed);
    push(&s->mail, mail);
    notify(s);
    if (is_far_ahead(s))
        wait_for_delivery(s);
}

static bool has_mail(const struct bsim_shard *s) {
    return s->inbox || atomic_load(&s->mail) != NULL;
}

/* The inbox is kept in the shard: while this shard stands still in the middle of a delivery, a shard that is alone may
 * deliver the rest. */
static void deliver_taken(struct bsim_shard *s) {
    while (s->inbox) {
        struct bsim_mail *first = s->inbox;
        s->inbox = first->next;
        atomic_fetch_add_explicit(&s->delivered, 1, memory_order_relaxed);
        bsim_layer.deliver(first);
    }
}

/* Delivers the mail that is there now. New mail may arrive meanwhile and is left. */
static void deliver(struct bsim_shard *s) {
    deliver_taken(s);
    if (!has_mail(s))
        return;
    struct bsim_mail *mail = atomic_exchange_explicit(&s->mail, NULL, memory_order_acquire);
    while (mail) {
        struct bsim_mail *next = mail->next;
        mail->next = s->inbox;
        s->inbox = mail;
        mail = next;
    }
    deliver_taken(s);
}

void bsim_mail_deliver(const bsim_rank *to) {
    bsim_check(depth > 0);
    deliver(&bsim_shards[to->shard]);
}

void bsim_shard_attend(struct bsim_shard *s) {
    atomic_store(&s->attention, 0);
    lock_world_at_switch(s);
    run_again(s);
    deliver(s);
}

/* ---- decisions ---- */

/* Takes the earliest decision of all shards, or ends the run. All shards are idle, so nothing can happen before it. */
static void decide(void) {
    int finished = 0;
    struct bsim_shard *first = NULL;
    for (struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++) {
        finished += s->finished;
        if (s->heap_count && (!first || bsim_heap_is_earlier(s, first)))
            first = s;
    }
    double next_s = first ? first->heap[0].time_s : HUGE_VAL;
    depth = 1;
    bool has_run = finished < bsim_context.np && bsim_event_run(fmin(next_s, bsim_context.failed_s));
    depth = 0;
    if (has_run)
        return;
    if (finished == bsim_context.np || next_s >= bsim_context.failed_s || !first) {
        bsim_context.all_finished = finished == bsim_context.np && bsim_context.failed_s == HUGE_VAL;
        over = true;
        return;
    }
    double time_s;
    bsim_rank *rank = bsim_heap_pop(first, &time_s);
    depth = 1;
    bsim_layer.decide(rank, time_s);
    depth = 0;
}

static bool nothing_under_way(void) {
    if (idle_shards < bsim_context.nshards)
        return false;
    for (struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++)
        if (has_mail(s) || bsim_shard_has_work(s))
            return false;
    return true;
}

/* ---- taking work from others ---- */

/* Ranks may not move to another thread under sanitizers, whose code keeps addresses of thread-local variables over
 * calls. */
#ifdef BSIM_FIBER_INLINE
enum { MAY_MOVE = 1 };
#else
enum { MAY_MOVE = 0 };
#endif

static int ready(const struct bsim_shard *s) {
    return (int)(s->tail - s->head);
}

/* The shard with the most runnable ranks, of those that stand at a switch and have more than one. NULL: none. */
static struct bsim_shard *richest(const struct bsim_shard *self) {
    struct bsim_shard *best = NULL;
    for (struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++)
        if (s != self && s->at_switch && ready(s) > 1 && (!best || ready(s) > ready(best)))
            best = s;
    return best;
}

/* Moves the ranks of a group and their pending decisions to another shard. Runnable ranks keep their order. Returns the
 * number of runnable ranks. */
static int move_group(struct bsim_shard *from, struct bsim_shard *to, int group) {
    int first = in_a_row ? group * in_a_row : group, step = in_a_row ? 1 : groups;
    int end = in_a_row && first + in_a_row < bsim_context.np ? first + in_a_row : bsim_context.np;
    for (int r = first; r < end; r += step) {
        bsim_rank *rank = bsim_rank_of(r);
        int at = rank->heap_index;
        double time_s = at < 0 ? 0 : from->heap[at].time_s;
        bsim_decide_cancel(rank);
        rank->shard = (uint8_t)(to - bsim_shards);
        if (at >= 0)
            bsim_decide_at(rank, time_s);
    }
    uint32_t kept = from->head, before = to->tail;
    for (uint32_t i = from->head; i != from->tail; i++) {
        int r = from->queue[i & from->mask];
        if (bsim_rank_of(r)->group == group)
            to->queue[to->tail++ & to->mask] = r;
        else
            from->queue[kept++ & from->mask] = r;
    }
    from->tail = kept;
    return (int)(to->tail - before);
}

/* Steals about half of the runnable ranks of another shard, in whole groups, beginning with those that it would run
 * last. The victim keeps at least one group: that of the rank at its switch, on whose stack its thread stands. False if
 * nothing was taken. */
static bool steal(struct bsim_shard *s) {
    bool may_be_some = false; /* a first look while the others run; checked again below */
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        may_be_some |=
            other != s &&
            __atomic_load_n(&other->tail, __ATOMIC_RELAXED) - __atomic_load_n(&other->head, __ATOMIC_RELAXED) > 1;
    if (!may_be_some)
        return false;
    stop_others(s);
    depth = 1;
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        if (other == s || other->at_switch)
            deliver(other); /* so that no mail is under way to a rank that moves */
    struct bsim_shard *from = richest(s);
    int stays = from && from->leaving >= 0 ? bsim_rank_of(from->leaving)->group : -1,
        wanted = from ? ready(from) / 2 : 0;
    for (uint32_t i = 0; from && wanted > 0 && i < (uint32_t)ready(from);) {
        int group = bsim_rank_of(from->queue[(from->head + i) & from->mask])->group;
        if (stays < 0)
            stays = bsim_rank_of(from->queue[(from->tail - 1) & from->mask])->group;
        if (group == stays)
            i++;
        else
            wanted -= move_group(from, s, group);
    }
    depth = 0;
    bool taken = bsim_shard_has_work(s);
    atomic_store_explicit(&s->running, 0, memory_order_release);
    release_others(s);
    return taken;
}

/* ---- idle ---- */

bool bsim_shard_idle(struct bsim_shard *s) {
    for (;;) {
        lock_world_at_switch(s);
        atomic_store(&s->attention, 0);
        if (s->idle) {
            s->idle = false;
            idle_shards--;
        }
        if (over) {
            unlock_world(); /* running stays 0: no shard waits for one that has ended */
            return false;
        }
        if (bsim_shard_has_work(s) || has_mail(s)) {
            run_again(s);
            deliver(s);
            if (bsim_shard_has_work(s))
                return true;
            continue;
        }
        s->idle = true;
        idle_shards++;
        while (!over && nothing_under_way())
            decide();
        for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
            if (over || (!atomic_load_explicit(&other->running, memory_order_acquire) && bsim_shard_has_work(other)))
                notify(other);
        unlock_world();
        if (!is_notified_soon(s) && !(MAY_MOVE && steal(s)))
            sleep_a_while(s);
    }
}
