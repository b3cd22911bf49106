/* waiting.c - see waiting.h. */
#include "bsim/kernel/waiting.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SPINS = 500, FEW_SPINS = 16, YIELDS = 50, NOTED = 64, NAP_NS = 50000, SLEEP_NS = 500000, LONG_NS = 4000000 };

/* In a program's executable the names of these functions stand for the virtual time of the running rank
 * (rank_clocks.c). */
int __real_clock_gettime(clockid_t clock, struct timespec *t) __attribute__((weak));

int64_t bsim_now_ns(void) {
    struct timespec t;
    if (__real_clock_gettime)
        __real_clock_gettime(CLOCK_MONOTONIC, &t);
    else
        clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* A shard without a processor of its own does not spin. */
static int most_spins(void) {
    static atomic_int most = -1;
    int n = atomic_load_explicit(&most, memory_order_relaxed);
    if (n < 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        n = syscall(SYS_sched_getaffinity, 0, sizeof set, &set) > 0 && CPU_COUNT(&set) < bsim_context.nshards
                ? FEW_SPINS
                : SPINS;
        atomic_store_explicit(&most, n, memory_order_relaxed);
    }
    return n;
}

static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

void bsim_pause_on(struct bsim_pause *pause) {
    int spins = most_spins();
    if (++pause->count <= spins)
        relax();
    else if (pause->count <= spins + YIELDS)
        sched_yield();
    else
        syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = NAP_NS}, NULL);
    if (pause->count == NOTED)
        pause->since_ns = bsim_now_ns();
}

void bsim_pause_end(const struct bsim_pause *pause, struct bsim_shard *s) {
    if (pause->count >= NOTED)
        bsim_waited(s, bsim_now_ns() - pause->since_ns);
}

bool bsim_is_notified_soon(struct bsim_shard *s) {
    int most = most_spins();
    for (int i = 0; i < s->patience + FEW_SPINS; i++) {
        if (atomic_load_explicit(&s->attention, memory_order_relaxed)) {
            s->patience = s->patience * 2 + FEW_SPINS < most ? s->patience * 2 + FEW_SPINS : most;
            return true;
        }
        relax();
    }
    s->patience -= s->patience / 4;
    return false;
}

void bsim_sleep(struct bsim_shard *s, bool is_spare) {
    const struct timespec most = {.tv_nsec = is_spare ? LONG_NS : SLEEP_NS};
    int none = 0, asleep = 2;
    if (!is_spare && bsim_is_notified_soon(s))
        return;
    if (!atomic_compare_exchange_strong(&s->attention, &none, 2))
        return;
    bsim_count(&s->sleeps);
    syscall(SYS_futex, &s->attention, FUTEX_WAIT_PRIVATE, 2, &most, NULL, 0);
    atomic_compare_exchange_strong(&s->attention, &asleep, 0);
}

void bsim_wake(struct bsim_shard *s) {
    syscall(SYS_futex, &s->attention, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
