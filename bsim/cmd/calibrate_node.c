/* calibrate_node.c - how the busy cores of this node slow each other down: the memory bandwidth that one gets and that
 * all get together, by the triad of STREAM (McCalpin 1995): a[i] = b[i] + s * c[i], counted as 24 bytes for each i; and
 * the speed of arithmetic that needs no memory, on one busy core and on all. */
#include <gsl/gsl_sort.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/calibrate.h"

enum { ROUNDS = 7 };

/* Each of the three arrays: four times the last cache that most processors have for a core, in doubles. */
enum { LENGTH = 1 << 22, CHUNK = 1 << 14 };

static const double WINDOW_S = 0.12;

struct worker {
    double *a, *b, *c;
    void (*work)(struct worker *w, int at); /* one chunk, from this place of the arrays */
    const atomic_int *phase;                /* 0: warm up; 1: count; 2: end */
    double chunks_per_s;                    /* counted, of processor time */
};

/* Processor time of this thread: what other processes take of it does not count. */
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void triad(struct worker *w, int at) {
    for (int i = at; i < at + CHUNK; i++)
        w->a[i] = w->b[i] + 3.0 * w->c[i];
}

/* Enough independent operations to keep the units of a core busy, which two threads of one core share. */
static void arithmetic(struct worker *w, int at) {
    enum { CHAINS = 16 };
    double x[CHAINS];
    memcpy(x, w->b + at, sizeof x);
    for (int i = 0; i < CHUNK; i++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = x[k] * 0.9999999 + 1e-7;
    memcpy(w->a + at, x, sizeof x);
}

/* Works until the phase says to end; counts the chunks that lie in phase 1. */
static void *run(void *arg) {
    struct worker *w = arg;
    double start = 0, end = 0;
    long chunks = 0;
    for (int at = 0;; at = (at + CHUNK) % LENGTH) {
        int phase = atomic_load(w->phase);
        if (phase == 2)
            break;
        if (phase == 1 && start == 0)
            start = now_s();
        w->work(w, at);
        if (phase == 1) {
            chunks++;
            end = now_s();
        }
    }
    w->chunks_per_s = end > start ? (double)chunks / (end - start) : 0;
    return NULL;
}

/* The chunks per second of so many threads that work at the same time; 0 if a thread could not be started. */
static double together(struct worker *worker, int threads, void (*work)(struct worker *, int)) {
    pthread_t *thread = bsim_alloc((size_t)threads * sizeof *thread);
    atomic_int phase = 0;
    struct timespec warm = {0, 30000000}, window = {0, (long)(1e9 * WINDOW_S)};
    double sum = 0;
    int started = 0;
    for (; started < threads; started++) {
        worker[started].phase = &phase;
        worker[started].work = work;
        if (pthread_create(&thread[started], NULL, run, &worker[started]) != 0)
            break;
    }
    nanosleep(&warm, NULL);
    atomic_store(&phase, 1);
    nanosleep(&window, NULL);
    atomic_store(&phase, 2);
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        sum += worker[i].chunks_per_s;
    }
    bsim_free(thread);
    return started == threads ? sum : 0;
}

static double median(double *x) {
    gsl_sort(x, 1, ROUNDS);
    return x[ROUNDS / 2];
}

/* Medians of the rates of one core and of all. In turn, since the speed of a shared node drifts. */
static bool measure(struct worker *worker, int cores, void (*work)(struct worker *, int), double *one, double *all) {
    double of_one[ROUNDS], of_all[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
        of_one[r] = together(worker, 1, work);
        of_all[r] = cores > 1 ? together(worker, cores, work) : of_one[r];
        if (of_one[r] == 0 || of_all[r] == 0)
            return false;
    }
    *one = median(of_one);
    *all = median(of_all);
    return true;
}

bool bsim_calibrate_node(struct bsim_node_sharing *node, struct bsim_error *err) {
    static const double chunk_bytes = 24.0 * CHUNK, as_fast = 0.98;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    int cores = online > 1 ? (int)online : 1;
    struct worker *worker = bsim_alloc((size_t)cores * sizeof *worker);
    for (int i = 0; i < cores; i++) {
        worker[i].a = bsim_alloc(LENGTH * sizeof(double));
        worker[i].b = bsim_alloc(LENGTH * sizeof(double));
        worker[i].c = bsim_alloc(LENGTH * sizeof(double));
        for (int k = 0; k < LENGTH; k++) /* each page gets memory of its own */
            worker[i].a[k] = worker[i].b[k] = worker[i].c[k] = k;
    }
    double one, all, one_busy, all_busy;
    bool ok = measure(worker, cores, triad, &one, &all) && measure(worker, cores, arithmetic, &one_busy, &all_busy);
    for (int i = 0; i < cores; i++) {
        bsim_free(worker[i].a);
        bsim_free(worker[i].b);
        bsim_free(worker[i].c);
    }
    bsim_free(worker);
    if (!ok)
        return bsim_error_set(err, NULL, 0, NULL, "%d threads that measure this node could not run: %s", cores,
                              strerror(errno));
    double part = all_busy / (cores * one_busy);
    *node = (struct bsim_node_sharing){.core_bandwidth = chunk_bytes * one,
                                       .bandwidth = chunk_bytes * (all > one ? all : one),
                                       .busy_speed = part < as_fast ? part : 1,
                                       .cores = cores};
    return true;
}
