/* host.c - see host.h. Reads /proc/stat, and times a loop of dependent operations that needs no memory. */
#include "bsim/bench/host.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bsim/bench/process.h"

/* LEAST_TICKS: /proc/stat counts in hundredths of a second for each processor. */
static const double other_limit = 0.15, stolen_limit = 0.03, slower_limit = 0.08, least_ticks_s = 0.03;

char *bsim_bench_host_name(char *buf, int size) {
    if (gethostname(buf, (size_t)size - 1) != 0)
        snprintf(buf, (size_t)size, "this node");
    buf[size - 1] = '\0';
    return buf;
}

char *bsim_bench_machine(char *buf, int size) {
    char line[256], host[128];
    const char *cpu = "unknown processor";
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon) {
            line[strcspn(line, "\n")] = '\0';
            cpu = colon[1] ? colon + 2 : cpu;
            break;
        }
    }
    if (f)
        fclose(f);
    snprintf(buf, (size_t)size, "%s (%s)", bsim_bench_host_name(host, sizeof host), cpu);
    return buf;
}

int bsim_bench_cores(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

static void read_stat(double *busy_s, double *stolen_s) {
    unsigned long long user = 0, nice = 0, system = 0, idle, wait, irq = 0, soft = 0, steal = 0;
    FILE *f = fopen("/proc/stat", "r");
    if (f && fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &irq, &soft,
                    &steal) < 7)
        user = nice = system = irq = soft = steal = 0;
    if (f)
        fclose(f);
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    *busy_s = tick * (double)(user + nice + system + irq + soft);
    *stolen_s = tick * (double)steal;
}

static double loop_once(void) {
    double x = 1, begin = bsim_bench_now();
    for (int i = 0; i < 100000; i++) {
        x = x * 0.9999999 + 1e-7;
        __asm__ volatile("" : "+x"(x));
    }
    return bsim_bench_now() - begin;
}

/* Interrupts make single loops longer: the best of five. */
static double loop(void) {
    double best = HUGE_VAL;
    for (int i = 0; i < 5; i++)
        best = fmin(best, loop_once());
    return best;
}

static double best_loop(double now) {
    static double best = HUGE_VAL;
    return best = fmin(best, now);
}

void bsim_bench_watch_begin(struct bench_watch *w) {
    w->loop_s = loop();
    best_loop(w->loop_s);
    read_stat(&w->busy_s, &w->stolen_s);
    w->begin_s = bsim_bench_now();
}

void bsim_bench_watch_end(const struct bench_watch *w, double own_s, struct bench_disturbance *d) {
    double busy, stolen, wall = fmax(bsim_bench_now() - w->begin_s, 1e-6);
    read_stat(&busy, &stolen);
    double after = loop(), best = best_loop(after);
    double other = fmax(busy - w->busy_s - own_s, 0), taken = fmax(stolen - w->stolen_s, 0);
    /* The ticks of a short run may tell of more processors than there are. */
    d->other = fmin(other / wall, (double)sysconf(_SC_NPROCESSORS_ONLN));
    d->stolen = taken / wall;
    d->slower = fmin(w->loop_s, after) / best - 1; /* one that is interrupted tells nothing */
    d->any = (other > least_ticks_s && d->other > other_limit) || (taken > least_ticks_s && d->stolen > stolen_limit) ||
             d->slower > slower_limit;
}

double bsim_bench_wait_quiet(double seconds) {
    double until = bsim_bench_now() + seconds;
    for (;;) {
        double busy, later, stolen, begin = bsim_bench_now();
        struct timespec pause = {0, 100000000};
        read_stat(&busy, &stolen);
        nanosleep(&pause, NULL);
        read_stat(&later, &stolen);
        double other = (later - busy) / (bsim_bench_now() - begin);
        if (other < BENCH_QUIET || bsim_bench_now() >= until || bsim_bench_signal())
            return other;
    }
}

char *bsim_bench_disturbance_text(const struct bench_disturbance *d, char *buf, int size) {
    int at = 0;
    buf[0] = '\0';
    if (d->other > other_limit)
        at += snprintf(buf, (size_t)size, "other processes used %.2g processors", d->other);
    if (d->stolen > stolen_limit && at < size)
        at +=
            snprintf(buf + at, (size_t)(size - at), "%sthe hypervisor took %.2g processors", at ? "; " : "", d->stolen);
    if (d->slower > slower_limit && at < size)
        snprintf(buf + at, (size_t)(size - at), "%sthe processor was %.0f %% slower", at ? "; " : "", 100 * d->slower);
    return buf;
}
