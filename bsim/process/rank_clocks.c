/* rank_clocks.c - clocks and pauses of a program: virtual seconds of its rank, since a fixed day. What counts the
 * processor time of a rank counts virtual time, too, since a rank that waits for messages polls for them. */
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/clock.h"
#include "bsim/kernel/engine.h"

enum { EPOCH = 1700000000 };

int __wrap_clock_gettime(clockid_t clock, struct timespec *t);
int __wrap_gettimeofday(struct timeval *t, void *zone);
time_t __wrap_time(time_t *t);
clock_t __wrap_clock(void);
unsigned __wrap_sleep(unsigned seconds);
int __wrap_usleep(useconds_t microseconds);
int __wrap_nanosleep(const struct timespec *wanted, struct timespec *rest);
int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *rest);
int __wrap_thrd_sleep(const struct timespec *wanted, struct timespec *rest);
int __wrap_timespec_get(struct timespec *t, int base);
clock_t __wrap_times(struct tms *t);
int __wrap_getrusage(int who, struct rusage *r);
int __wrap_select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *limit);
int __wrap_poll(struct pollfd *of, nfds_t n, int limit_ms);
int __wrap_pause(void);
int __real_pause(void) __attribute__((weak));
int __real_timespec_get(struct timespec *t, int base) __attribute__((weak));
clock_t __real_times(struct tms *t) __attribute__((weak));
int __real_getrusage(int who, struct rusage *r) __attribute__((weak));
int __real_clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *rest)
    __attribute__((weak));
int __real_select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *limit) __attribute__((weak));
int __real_poll(struct pollfd *of, nfds_t n, int limit_ms) __attribute__((weak));

int __wrap_clock_gettime(clockid_t clock, struct timespec *t) {
    if (!bsim_self)
        return (int)syscall(SYS_clock_gettime, clock, t);
    bsim_clock_asked();
    double now_s = bsim_self->clock[0], whole = floor(now_s);
    t->tv_sec = (time_t)whole + (clock == CLOCK_REALTIME ? EPOCH : 0);
    t->tv_nsec = (long)((now_s - whole) * 1e9);
    return 0;
}

int __wrap_gettimeofday(struct timeval *t, void *zone) {
    (void)zone;
    struct timespec now;
    __wrap_clock_gettime(CLOCK_REALTIME, &now);
    t->tv_sec = now.tv_sec;
    t->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t __wrap_time(time_t *t) {
    struct timespec now;
    __wrap_clock_gettime(CLOCK_REALTIME, &now);
    if (t)
        *t = now.tv_sec;
    return now.tv_sec;
}

clock_t __wrap_clock(void) {
    struct timespec now;
    __wrap_clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (clock_t)now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

/* A rank that does nothing but sleep waits for something that others do, MPI_Abort perhaps: after so many pauses it
 * goes on only when nothing else can happen before its time. */
enum { MANY_PAUSES = 1000 };
void (*bsim_pause_ends)(void);
static BSIM_OF_SHARD int pauses, pausing = -1; /* in turn, of which rank */

struct awake {
    struct bsim_event event;
    bsim_rank *rank;
};

static void wake(struct bsim_event *event) {
    bsim_ready(((struct awake *)event)->rank);
}

/* For something that is not in another rank's call. */
static struct bsim_wait wait_in(const char *name, const void *site) {
    return (struct bsim_wait){.call = name, .site = site, .peer = BSIM_PEER_NONE, .tag = BSIM_TAG_NONE, .comm = -1};
}

static void let_others_on(const char *name, const void *site) {
    bsim_rank *self = bsim_self;
    pauses = pausing == self->id ? pauses + 1 : 0;
    pausing = self->id;
    if (pauses >= MANY_PAUSES) {
        struct awake awake = {{self->clock[0], UINT64_MAX - 2 - (uint64_t)self->id, wake}, self};
        struct bsim_wait why = wait_in(name, site);
        bsim_event_add(&awake.event);
        bsim_block(&why);
    }
    if (bsim_pause_ends)
        bsim_pause_ends();
}

/* Advances the clocks by a pause, which no speed ratio shortens. In a child process it sleeps in real time. */
static void pause_for(double seconds, const char *name, const void *site) {
    if (!bsim_self) {
        double whole = floor(seconds);
        struct timespec real = {(time_t)whole, (long)((seconds - whole) * 1e9)};
        syscall(SYS_nanosleep, &real, NULL);
        return;
    }
    if (bsim_in_operator) {
        bsim_operator_time(name, site);
        return;
    }
    double *clock = bsim_self->clock;
    bsim_clock_pause();
    for (int k = 0; k < bsim_times(); k++)
        clock[k] += seconds;
    bsim_self->calc_s += seconds;
    let_others_on(name, site);
}

unsigned __wrap_sleep(unsigned seconds) {
    pause_for(seconds, "sleep", __builtin_return_address(0));
    return 0;
}

int __wrap_usleep(useconds_t microseconds) {
    pause_for(1e-6 * microseconds, "usleep", __builtin_return_address(0));
    return 0;
}

int __wrap_nanosleep(const struct timespec *wanted, struct timespec *rest) {
    pause_for((double)wanted->tv_sec + 1e-9 * (double)wanted->tv_nsec, "nanosleep", __builtin_return_address(0));
    if (rest)
        *rest = (struct timespec){0, 0};
    return 0;
}

/* Clocks of the processor time of other processes and threads are not known here, and do not pause. */
int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *rest) {
    if (!bsim_self)
        return __real_clock_nanosleep(clock, flags, wanted, rest);
    double seconds = (double)wanted->tv_sec + 1e-9 * (double)wanted->tv_nsec;
    if (flags & TIMER_ABSTIME)
        seconds -= bsim_self->clock[0] + (clock == CLOCK_REALTIME ? EPOCH : 0);
    else if (rest)
        *rest = (struct timespec){0, 0};
    if (seconds > 0)
        pause_for(seconds, "clock_nanosleep", __builtin_return_address(0));
    return 0;
}

/* No rank sends another one a signal: without a timer, whose signal comes in real time, it never ends. */
int __wrap_pause(void) {
    struct itimerval timer = {{0, 0}, {0, 0}};
    getitimer(ITIMER_REAL, &timer);
    if (!bsim_self || timer.it_value.tv_sec || timer.it_value.tv_usec)
        return __real_pause();
    struct bsim_wait why = wait_in("pause", __builtin_return_address(0));
    bsim_block(&why);
    return -1;
}

int __wrap_thrd_sleep(const struct timespec *wanted, struct timespec *rest) {
    return __wrap_nanosleep(wanted, rest);
}

int __wrap_timespec_get(struct timespec *t, int base) {
    if (!bsim_self || base != TIME_UTC)
        return __real_timespec_get(t, base);
    __wrap_clock_gettime(CLOCK_REALTIME, t);
    return base;
}

clock_t __wrap_times(struct tms *t) {
    if (!bsim_self)
        return __real_times(t);
    struct timespec now;
    __wrap_clock_gettime(CLOCK_MONOTONIC, &now);
    long ticks = sysconf(_SC_CLK_TCK);
    clock_t at = (clock_t)now.tv_sec * ticks + (clock_t)(now.tv_nsec / (1000000000 / ticks));
    *t = (struct tms){.tms_utime = at};
    return at;
}

/* The rank's part of what the process has used is not known, but for its time. */
int __wrap_getrusage(int who, struct rusage *r) {
    int code = __real_getrusage(who, r);
    if (!bsim_self || code != 0)
        return code;
    struct timespec now = {0};
    if (who != RUSAGE_CHILDREN)
        __wrap_clock_gettime(CLOCK_MONOTONIC, &now);
    r->ru_utime = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    r->ru_stime = (struct timeval){0, 0};
    return 0;
}

/* Without anything to wait for, they are pauses. */
int __wrap_select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *limit) {
    if (!bsim_self || !limit || in || out || other)
        return __real_select(n, in, out, other, limit);
    pause_for((double)limit->tv_sec + 1e-6 * (double)limit->tv_usec, "select", __builtin_return_address(0));
    *limit = (struct timeval){0, 0};
    return 0;
}

int __wrap_poll(struct pollfd *of, nfds_t n, int limit_ms) {
    if (!bsim_self || n > 0 || limit_ms < 0)
        return __real_poll(of, n, limit_ms);
    pause_for(1e-3 * limit_ms, "poll", __builtin_return_address(0));
    return 0;
}
