/* watch.c - a timer for each shard that checks what runs there, and the handler of interrupts. */
#include "bsim/process/watch.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bsim/process/crash.h"
#include "bsim/kernel/cursor.h"
#include "bsim/kernel/engine.h"
#include "bsim/process/place.h"
#include "bsim/process/process_signal.h"
#include "bsim/kernel/shard.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { LOOKS_A_LIMIT = 2 };

/* One for each shard. Only the signal handlers of its thread touch it, except for `thread` and the atomic members. */
static struct watched {
    pthread_t thread;
    atomic_bool there, asked, told;
    bool has_timer;
    timer_t timer;
    double clock_s; /* clock of the rank that ran at the last look */
    uint32_t switches;
    unsigned looks; /* consecutive looks at which this rank ran with this clock */
} watched[BSIM_MAX_SHARDS];
static double look_s; /* seconds between two looks; 0: no looks */

/* Prints without stdio, since the signal may have interrupted a function of stdio. */
static void __attribute__((format(printf, 1, 2))) say(const char *fmt, ...) {
    char text[BSIM_PLACE_BYTES + 512];
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    for (int done = 0; done < n && done < (int)sizeof text;) {
        ssize_t wrote = write(STDERR_FILENO, text + done, (size_t)(n - done));
        if (wrote <= 0)
            return;
        done += (int)wrote;
    }
}

/* The place of a rank. In the middle of a switch only the call that has blocked is known. */
static void find_place(const bsim_rank *rank, const void *context, char *place, size_t size) {
    if (!(bsim_place_of_signal(context, place, size) & BSIM_PLACE_FOUND) && rank->wait)
        bsim_place_of_site(rank->wait->site, place, size);
}

/* ---- notes ---- */

static void look(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    struct watched *w = &watched[bsim_shard_number];
    uint32_t switches = bsim_shard_here->switches;
    double clock_s = bsim_self ? bsim_self->clock[0] : -1;
    if (!bsim_self || switches != w->switches || clock_s != w->clock_s) {
        w->switches = switches;
        w->clock_s = clock_s;
        w->looks = 0;
        return;
    }
    if (++w->looks != LOOKS_A_LIMIT)
        return;
    char place[BSIM_PLACE_BYTES];
    find_place(bsim_self, context, place, sizeof place);
    say("bsim: note: rank %d at %.9g s (%s) has been running for %.4g s, and no virtual time has passed\n",
        bsim_self->id, clock_s, place, w->looks * look_s);
}

static void start_timer(struct watched *w) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMAX - 2};
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    time_t whole = (time_t)look_s;
    struct timespec every = {whole, (long)((look_s - (double)whole) * 1e9)};
    if (look_s > 0 && timer_create(CLOCK_MONOTONIC, &event, &w->timer) == 0) {
        timer_settime(w->timer, 0, &(struct itimerspec){every, every}, NULL);
        w->has_timer = true;
    }
}

/* ---- interrupts ---- */

static atomic_bool ends, some_ran;
static _Thread_local bool is_shard;

/* The rank that has run last in this shard, if it has blocked since; else NULL. No rank runs, so it is where it has
 * blocked even if it may go on by now. */
static const bsim_rank *last_here(void) {
    const struct bsim_shard *s = bsim_shard_here;
    const bsim_rank *rank = s->last >= 0 && bsim_context.ranks ? bsim_rank_of(s->last) : NULL;
    return rank && (rank->wait || bsim_cursors) && rank->state != BSIM_FINISHED ? rank : NULL;
}

/* Prints what runs in this shard, once. */
static void tell_here(int number, const void *context) {
    struct watched *w = &watched[bsim_shard_number];
    char place[BSIM_PLACE_BYTES];
    if (atomic_exchange(&w->asked, true))
        return;
    const bsim_rank *rank = bsim_self, *last = last_here();
    if (rank)
        find_place(rank, context, place, sizeof place);
    else if (last && bsim_context.nshards == 1) /* no rank runs for a moment: this one may be polling */
        bsim_place_of_site(bsim_wait_of(rank = last).site, place, sizeof place);
    if (rank) {
        say("bsim: rank %d at %.9g s (%s): ended by signal %d (%s)\n", rank->id, rank->clock[0], place, number,
            strsignal(number));
        atomic_store(&some_ran, true);
    }
    atomic_store(&w->told, true);
}

static void wait_until_told(const struct watched *w) {
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; i < 3000 && !atomic_load(&w->told); i++)
        syscall(SYS_nanosleep, &moment, NULL); /* the function nanosleep is wrapped: it takes virtual time */
}

/* The handler. The first shard that gets the signal makes the others print one after the other, and ends the run. */
static void interrupted(int number, siginfo_t *info, void *context) {
    (void)info;
    bool is_first = !atomic_exchange(&ends, true);
    if (is_first) /* whatever has been interrupted: an interrupt ends the run, with or without a place */
        bsim_leave_at_latest(20, 128 + number);
    if (is_shard) /* a thread of the program's own runs no rank */
        tell_here(number, context);
    if (!is_first)
        return;
    for (struct watched *w = watched; w < watched + BSIM_MAX_SHARDS; w++)
        if (atomic_load(&w->there) && (atomic_load(&w->asked) || pthread_kill(w->thread, number) == 0))
            wait_until_told(w);
    if (!atomic_load(&some_ran))
        say("bsim: ended by signal %d (%s) while no rank was running\n", number, strsignal(number));
    bsim_leave_at_latest(2, 128 + number);
    bsim_leave(128 + number);
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART}, before;
    bsim_sigaction(number, NULL, &before);
    if (before.sa_handler != SIG_IGN) /* a background command, say, ignores interrupts */
        bsim_sigaction(number, &action, NULL);
}

/* ---- begin, end ---- */

void bsim_watch_shard_begin(void) {
    struct watched *w = &watched[bsim_shard_number];
    w->thread = pthread_self();
    is_shard = true;
    start_timer(w);
    atomic_store(&w->there, true);
}

void bsim_watch_shard_end(void) {
    struct watched *w = &watched[bsim_shard_number];
    atomic_store(&w->there, false);
    if (w->has_timer)
        timer_delete(w->timer);
    w->has_timer = false;
}

void bsim_watch_init(double quiet_limit_s) {
    look_s = quiet_limit_s / LOOKS_A_LIMIT;
    handle(SIGRTMAX - 2, look);
    handle(SIGINT, interrupted);
    handle(SIGTERM, interrupted);
    bsim_watch_shard_begin();
}
