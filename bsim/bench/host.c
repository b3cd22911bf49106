/* host.c - see host.h. Reads /proc/stat, and times a loop that keeps the floating-point units of some cores busy. */
#include "bsim/bench/host.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
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

/* Eight chains of operations keep the units of a core busy. One chain leaves most of them idle, and takes as long when
 * another hardware thread works on the same core. */
static double loop_once(void) {
    double x[8], begin = bsim_bench_now();
    for (int k = 0; k < 8; k++)
        x[k] = 1;
    for (int i = 0; i < 20000; i++) {
        for (int k = 0; k < 8; k++)
            x[k] = x[k] * 0.9999999 + 1e-7;
        __asm__ volatile(""
                         : "+x"(x[0]), "+x"(x[1]), "+x"(x[2]), "+x"(x[3]), "+x"(x[4]), "+x"(x[5]), "+x"(x[6]),
                           "+x"(x[7]));
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

/* What one core does of a loop on several cores at a time. */
struct core_loop {
    pthread_t thread;
    cpu_set_t core;
    atomic_int *waiting; /* cores that have not begun */
    double seconds;
};

static void *core_loop(void *data) {
    struct core_loop *c = data;
    double until = bsim_bench_now() + 0.01; /* a core that another process has may come late */
    pthread_setaffinity_np(pthread_self(), sizeof c->core, &c->core);
    atomic_fetch_sub(c->waiting, 1);
    while (atomic_load(c->waiting) > 0 && bsim_bench_now() < until)
        ;
    c->seconds = loop();
    return NULL;
}

/* The loop on so many cores at the same time; the slowest core. Processors of a virtual machine may share one core of
 * the host now and have one each later, which only shows while both are busy. */
static double loops(int cores) {
    struct core_loop one[BENCH_TIMED_CORES];
    cpu_set_t allowed;
    atomic_int waiting;
    double slowest = 0;
    int n = 0, started = 0;
    if (cores < 2 || sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return loop();
    for (int i = 0; i < CPU_SETSIZE && n < cores && n < BENCH_TIMED_CORES; i++)
        if (CPU_ISSET(i, &allowed)) {
            CPU_ZERO(&one[n].core);
            CPU_SET(i, &one[n].core);
            one[n++].waiting = &waiting;
        }
    atomic_init(&waiting, n);
    for (int i = 0; i < n; i++) {
        if (pthread_create(&one[i].thread, NULL, core_loop, &one[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(one[i].thread, NULL);
        slowest = fmax(slowest, one[i].seconds);
    }
    return started > 0 ? slowest : loop();
}

/* The least time ever, on so many cores. */
static double best_loop(int cores, double now) {
    static double best[BENCH_TIMED_CORES + 1];
    double *b = &best[cores < 2 ? 1 : cores < BENCH_TIMED_CORES ? cores : BENCH_TIMED_CORES];
    return *b = *b > 0 ? fmin(*b, now) : now;
}

void bsim_bench_watch_begin(struct bench_watch *w, int cores) {
    w->cores = cores;
    w->loop_s = loops(cores);
    best_loop(cores, w->loop_s);
    read_stat(&w->busy_s, &w->stolen_s);
    w->begin_s = bsim_bench_now();
}

void bsim_bench_watch_end(const struct bench_watch *w, double own_s, struct bench_disturbance *d) {
    double busy, stolen, wall = fmax(bsim_bench_now() - w->begin_s, 1e-6);
    read_stat(&busy, &stolen);
    double after = loops(w->cores), best = best_loop(w->cores, after);
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
