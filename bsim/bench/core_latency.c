/* core_latency.c - see core_latency.h. Two threads on two processors pass a line to and fro. */
#include "bsim/bench/core_latency.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#include "bsim/base/units.h"
#include "bsim/bench/process.h"

enum { TRIPS = 100, BATCHES = 200, LEAST_BATCHES = 10, SPINS = 20000, LINE = 128 };
static const double limit = 1.5, most_s = 0.05;

/* What two threads share. */
struct pair {
    _Alignas(LINE) atomic_int line; /* odd: from the first thread; even: from the second; negative: the end */
    _Alignas(LINE) int processor[2];
    int batches;
    double half_s[BATCHES];
};

static void go_to(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/* Waits for a value, or for the end. A thread that waits long gives way, since the other one may need its processor. */
static bool wait_for(atomic_int *line, int value) {
    for (int spins = 0, now;; spins++) {
        now = atomic_load_explicit(line, memory_order_acquire);
        if (now == value)
            return true;
        if (now < 0)
            return false;
        if (spins > SPINS) {
            sched_yield();
            spins = 0;
        }
    }
}

static void *answer(void *data) {
    struct pair *p = data;
    go_to(p->processor[1]);
    for (int i = 1; wait_for(&p->line, i); i += 2)
        atomic_store_explicit(&p->line, i + 1, memory_order_release);
    return NULL;
}

static void *ask(void *data) {
    struct pair *p = data;
    double begin, until = bsim_bench_now() + most_s;
    go_to(p->processor[0]);
    for (int i = 1; p->batches < BATCHES && (p->batches < LEAST_BATCHES || bsim_bench_now() < until); p->batches++) {
        begin = bsim_bench_now();
        for (int k = 0; k < TRIPS; k++, i += 2) {
            atomic_store_explicit(&p->line, i, memory_order_release);
            wait_for(&p->line, i + 1);
        }
        p->half_s[p->batches] = (bsim_bench_now() - begin) / (2 * TRIPS);
    }
    atomic_store_explicit(&p->line, -1, memory_order_release);
    return NULL;
}

/* Both threads are new ones, so that the caller stays where it is. NAN: there are no threads to be had. */
static double measure(int from, int to) {
    struct pair pair = {.processor = {from, to}};
    pthread_t first, second;
    atomic_init(&pair.line, 0);
    if (pthread_create(&second, NULL, answer, &pair) != 0)
        return NAN;
    bool asked = pthread_create(&first, NULL, ask, &pair) == 0;
    if (asked)
        pthread_join(first, NULL);
    else
        atomic_store(&pair.line, -1);
    pthread_join(second, NULL);
    if (!asked)
        return NAN;
    gsl_sort(pair.half_s, 1, (size_t)pair.batches);
    return pair.half_s[pair.batches / 10];
}

void bsim_bench_core_latency(struct bench_core_latency *found) {
    cpu_set_t allowed;
    found->n = 0;
    found->from = -1;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    for (int i = 0; i < CPU_SETSIZE && found->n < BENCH_CORE_PAIRS; i++) {
        if (!CPU_ISSET(i, &allowed))
            continue;
        if (found->from < 0) {
            found->from = i;
            continue;
        }
        double seconds = measure(found->from, i);
        if (isnan(seconds))
            return;
        found->to[found->n] = i;
        found->seconds[found->n++] = seconds;
    }
}

bool bsim_bench_core_latency_differs(const struct bench_core_latency *a, const struct bench_core_latency *b) {
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n; k++)
            if (a->from == b->from && a->to[i] == b->to[k] &&
                fmax(a->seconds[i], b->seconds[k]) > limit * fmin(a->seconds[i], b->seconds[k]))
                return true;
    return false;
}

char *bsim_bench_core_latency_text(const struct bench_core_latency *l, char *buf, int size) {
    double least = INFINITY, most = 0;
    char low[24], high[24];
    for (int i = 0; i < l->n; i++) {
        least = fmin(least, l->seconds[i]);
        most = fmax(most, l->seconds[i]);
    }
    if (l->n == 0)
        snprintf(buf, (size_t)size, "unknown");
    else if (l->n == 1)
        bsim_format_time(buf, (size_t)size, most);
    else
        snprintf(buf, (size_t)size, "%s to %s", bsim_format_time(low, sizeof low, least),
                 bsim_format_time(high, sizeof high, most));
    return buf;
}
