/* rank_host.c - what a program asks about its machine: the processors of its node are those of the platform. What the
 * platform does not tell comes from this host, with a warning: the node's memory, and timers that send signals. */
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/warn.h"
#include "bsim/kernel/engine.h"
#include "bsim/process/libc_wrap.h"

long __wrap_sysconf(int name);
int __wrap_get_nprocs(void);
int __wrap_get_nprocs_conf(void);
int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __wrap_sysinfo(struct sysinfo *info);
unsigned __wrap_alarm(unsigned seconds);
int __wrap_setitimer(int which, const struct itimerval *wanted, struct itimerval *old);
int __wrap_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer);
/* The linker makes these the C library's where the functions are wrapped; elsewhere nothing calls them. */
long __real_sysconf(int name) __attribute__((weak));
int __real_get_nprocs(void) __attribute__((weak));
int __real_get_nprocs_conf(void) __attribute__((weak));
int __real_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) __attribute__((weak));
int __real_sysinfo(struct sysinfo *info) __attribute__((weak));
unsigned __real_alarm(unsigned seconds) __attribute__((weak));
int __real_setitimer(int which, const struct itimerval *wanted, struct itimerval *old) __attribute__((weak));
int __real_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) __attribute__((weak));

/* The processors of a rank's node; 0: no rank runs. */
static int processors(void) {
    return bsim_libc_rank() >= 0 ? bsim_context.cores_per_node : 0;
}

/* Warns once for each function. */
static void warn_of_memory(const char *call, const void *site) {
    static bool told;
    if (bsim_libc_rank() >= 0 && !__atomic_exchange_n(&told, true, __ATOMIC_RELAXED))
        bsim_warn("%s (%s) gives the memory of this host: a platform does not tell that of its nodes", call,
                  bsim_site_name(site));
}

static void warn_of_timer(bool *told, const char *call, const void *site) {
    if (bsim_libc_rank() >= 0 && !__atomic_exchange_n(told, true, __ATOMIC_RELAXED))
        bsim_warn("%s (%s) counts the time of this host, not the predicted time: when its signal comes, and all that "
                  "depends on it, is not predicted",
                  call, bsim_site_name(site));
}

long __wrap_sysconf(int name) {
    int n = processors();
    if (n > 0 && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF))
        return n;
    if (name == _SC_PHYS_PAGES || name == _SC_AVPHYS_PAGES)
        warn_of_memory("sysconf", __builtin_return_address(0));
    return __real_sysconf(name);
}

int __wrap_get_nprocs(void) {
    int n = processors();
    return n > 0 ? n : __real_get_nprocs();
}

int __wrap_get_nprocs_conf(void) {
    int n = processors();
    return n > 0 ? n : __real_get_nprocs_conf();
}

/* Ranks are not bound to processors. */
int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
    int n = processors();
    if (n == 0)
        return __real_sched_getaffinity(pid, size, set);
    memset(set, 0, size);
    for (int k = 0; k < n && (size_t)k < 8 * size; k++)
        CPU_SET_S(k, size, set);
    return 0;
}

int __wrap_sysinfo(struct sysinfo *info) {
    warn_of_memory("sysinfo", __builtin_return_address(0));
    return __real_sysinfo(info);
}

unsigned __wrap_alarm(unsigned seconds) {
    static bool told;
    if (seconds > 0)
        warn_of_timer(&told, "alarm", __builtin_return_address(0));
    return __real_alarm(seconds);
}

int __wrap_setitimer(int which, const struct itimerval *wanted, struct itimerval *old) {
    static bool told;
    if (wanted && (wanted->it_value.tv_sec || wanted->it_value.tv_usec))
        warn_of_timer(&told, "setitimer", __builtin_return_address(0));
    return __real_setitimer(which, wanted, old);
}

int __wrap_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) {
    static bool told;
    warn_of_timer(&told, "timer_create", __builtin_return_address(0));
    return __real_timer_create(clock, event, timer);
}
