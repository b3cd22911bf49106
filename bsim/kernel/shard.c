/* shard.c - shards: running alone, mail between shards, decisions for all shards, and gathering.
 *
 * The lock `world` is held by a shard while it is alone, and for a moment by a shard that begins to run or goes idle. A
 * shard that waits for the lock counts as standing still. A shard that wants to be alone takes the lock and waits until
 * all others stand still; none of them can run again before the lock is free. */
#include "bsim/kernel/shard.h"

#include <math.h>

#include "bsim/kernel/balance.h"
#include "bsim/kernel/sched.h"
#include "bsim/kernel/waiting.h"

struct bsim_shard bsim_shards[BSIM_MAX_SHARDS];
BSIM_OF_SHARD struct bsim_shard *bsim_shard_here = &bsim_shards[0];
BSIM_OF_SHARD int bsim_shard_number;

enum { GROUPS_OF_A_SHARD = 64 };
static atomic_int world;        /* a lock; see above */
static int idle_shards;         /* guarded by world */
static bool over;               /* guarded by world */
static BSIM_OF_SHARD int depth; /* nesting of BSIM_ALONE in the running rank */
static BSIM_OF_SHARD bool until_switch;

void bsim_shards_divide(int np, int shards, int columns) {
    bsim_context.nshards = shards;
    bsim_balance_init(bsim_division_of(np, shards == 1 ? 1 : shards * GROUPS_OF_A_SHARD, columns), !columns);
}

struct bsim_shards_report bsim_shards_report(void) {
    struct bsim_shards_report all = {0};
    for (const struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++) {
        all.mails += atomic_load(&s->mails);
        all.stops += atomic_load(&s->stops);
        all.sleeps += atomic_load(&s->sleeps);
        all.waited_s += 1e-9 * (double)atomic_load(&s->waited_ns);
    }
    bsim_balance_report(&all);
    return all;
}

static void notify(struct bsim_shard *s) {
    if (atomic_load(&s->attention) != 1 && atomic_exchange(&s->attention, 1) == 2)
        bsim_wake(s);
}

static void lock_world(struct bsim_shard *s) {
    atomic_store_explicit(&s->running, 0, memory_order_release);
    struct bsim_pause pause = {0};
    int none = 0;
    while (!atomic_compare_exchange_weak_explicit(&world, &none, 1, memory_order_acquire, memory_order_relaxed)) {
        none = 0;
        bsim_pause_on(&pause);
    }
    bsim_pause_end(&pause, s);
}

static void unlock_world(void) {
    atomic_store_explicit(&world, 0, memory_order_release);
}

static void run_again(struct bsim_shard *s) {
    atomic_store_explicit(&s->running, 1, memory_order_relaxed);
    unlock_world();
}

/* ---- alone ---- */

static void stop_others(struct bsim_shard *s) {
    lock_world(s);
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        if (other != s && atomic_load_explicit(&other->running, memory_order_acquire))
            notify(other);
    struct bsim_pause pause = {0};
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        while (other != s && atomic_load_explicit(&other->running, memory_order_acquire))
            bsim_pause_on(&pause);
    bsim_pause_end(&pause, s);
    bsim_count(&s->stops);
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
    struct bsim_pause pause = {0};
    int none = 0;
    while (lock_depth == 0 &&
           !atomic_compare_exchange_weak_explicit(&lock, &none, 1, memory_order_acquire, memory_order_relaxed)) {
        none = 0;
        if (atomic_load_explicit(&world, memory_order_relaxed)) {
            lock_world(bsim_shard_here);
            run_again(bsim_shard_here);
        }
        bsim_pause_on(&pause);
    }
    bsim_pause_end(&pause, bsim_shard_here);
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

enum { FAR_AHEAD = 4096, TURNS_FOR_MAIL = 2000 };

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

/* Stands still until the other shard has delivered most of its mail, or for a while: the other shard may be in a long
 * calculation. Its mail must not grow without bound, and what is far ahead falls out of the caches. */
static void wait_for_delivery(const struct bsim_shard *other) {
    struct bsim_shard *s = bsim_shard_here;
    struct bsim_pause pause = {0};
    if (depth || lock_depth)
        return; /* the other shard may need the lock that this one holds */
    while (is_far_ahead(other) && pause.count < TURNS_FOR_MAIL && !bsim_shards_gather()) {
        bsim_pause_on(&pause);
        if (atomic_load_explicit(&s->attention, memory_order_relaxed))
            bsim_shard_attend(s);
    }
    bsim_pause_end(&pause, s);
}

void bsim_mail_send(const bsim_rank *to, struct bsim_mail *mail) {
    struct bsim_shard *s = &bsim_shards[to->shard];
    atomic_fetch_add_explicit(&s->sent, 1, memory_order_relaxed);
    push(&s->mail, mail);
    bsim_count(&bsim_shard_here->mails);
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
    bsim_sched_mail = true;
    while (s->inbox) {
        struct bsim_mail *first = s->inbox;
        s->inbox = first->next;
        atomic_fetch_add_explicit(&s->delivered, 1, memory_order_relaxed);
        bsim_layer.deliver(first);
    }
    bsim_sched_mail = false;
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

/* ---- gathering ---- */

static atomic_bool gathering;   /* changed under world */
static int gathered;            /* shards that have come; guarded by world */
static unsigned meetings;       /* that are over, or were called off; guarded by world */
enum { PATIENCE_NS = 1000000 }; /* of a shard that could run ranks meanwhile */

bool bsim_shards_gather(void) {
    return atomic_load_explicit(&gathering, memory_order_relaxed);
}

static void notify_others(const struct bsim_shard *s) {
    for (struct bsim_shard *other = bsim_shards; other < bsim_shards + bsim_context.nshards; other++)
        if (other != s)
            notify(other);
}

static void end_meeting(const struct bsim_shard *s) {
    gathered = 0;
    meetings++;
    atomic_store(&gathering, false);
    notify_others(s);
}

/* Looks whether it is time to gather. The caller has the lock world and stands at a switch. */
static void look(const struct bsim_shard *s) {
    if (bsim_shards_gather() || !bsim_balance_look(s))
        return;
    atomic_store(&gathering, true);
    notify_others(s);
}

static bool has_mail(const struct bsim_shard *s);
static void deliver(struct bsim_shard *s);

/* All shards stand on their threads' own stacks. */
static void change(void) {
    depth = 1;
    for (struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++)
        deliver(s); /* so that no mail is under way to a rank that moves */
    bsim_balance_change();
    depth = 0;
}

/* Waits until all shards have come; the last one to come moves ranks. The lock world is held before and after. */
static void gather(struct bsim_shard *s) {
    unsigned present = meetings;
    int64_t since_ns = bsim_now_ns();
    if (++gathered == bsim_context.nshards) {
        change();
        end_meeting(s);
    }
    while (meetings == present) {
        unlock_world();
        bsim_sleep(s, false);
        lock_world(s);
        atomic_store(&s->attention, 0);
        bool could_run = bsim_shard_has_work(s) || has_mail(s);
        if (meetings == present && could_run && bsim_now_ns() - since_ns > PATIENCE_NS)
            end_meeting(s);
    }
    bsim_waited(s, bsim_now_ns() - since_ns);
    bsim_balance_watch();
}

void bsim_shard_attend(struct bsim_shard *s) {
    atomic_store(&s->attention, 0);
    lock_world(s);
    look(s);
    run_again(s);
    deliver(s);
    if (bsim_shards_gather())
        atomic_store(&s->attention, 1); /* in the middle of a call: it gathers at the next switch */
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
    bsim_decide(rank, time_s);
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

/* ---- idle ---- */

bool bsim_shard_idle(struct bsim_shard *s) {
    for (;;) {
        lock_world(s);
        atomic_store(&s->attention, 0);
        if (s->idle) {
            s->idle = false;
            idle_shards--;
        }
        if (over) {
            unlock_world(); /* running stays 0: no shard waits for one that has ended */
            return false;
        }
        look(s);
        if (bsim_shards_gather())
            gather(s);
        if (bsim_shard_has_work(s) || has_mail(s)) {
            run_again(s);
            deliver(s);
            if (bsim_shard_has_work(s)) {
                s->waits = false;
                return true;
            }
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
        int64_t since_ns = bsim_now_ns();
        if (s->waits || bsim_balance_is_spare(s))
            bsim_sleep(s, bsim_balance_is_spare(s));
        else
            s->waits = !bsim_is_notified_soon(s);
        bsim_waited(s, bsim_now_ns() - since_ns);
    }
}
