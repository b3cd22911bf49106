/* calibrate_memory.c - the memory bandwidth that one busy core of this node gets, and that all get together, by the
 * triad of STREAM (McCalpin 1995): a[i] = b[i] + s * c[i], counted as 24 bytes for each i. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/calibrate.h"

enum { ROUNDS = 7 };

/* Each of the three arrays: four times the last cache that most processors have for a core, in doubles. */
enum { LENGTH = 1 << 22, CHUNK = 1 << 14 };

static const double WINDOW_S = 0.12;

struct stream {
    double *a, *b, *c;
    const atomic_int *phase; /* 0: warm up; 1: count; 2: end */
    double bytes, seconds;   /* counted */
};

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Streams until the phase says to end; counts the chunks that lie in phase 1. */
static void *run(void *arg) {
    struct stream *s = arg;
    double start = 0, end = 0;
    long chunks = 0;
    for (int at = 0;; at = (at + CHUNK) % LENGTH) {
        int phase = atomic_load(s->phase);
        if (phase == 2)
            break;
        if (phase == 1 && start == 0)
            start = now_s();
        for (int i = at; i < at + CHUNK; i++)
            s->a[i] = s->b[i] + 3.0 * s->c[i];
        if (phase == 1) {
            chunks++;
            end = now_s();
        }
    }
    s->bytes = 24.0 * CHUNK * (double)chunks;
    s->seconds = end - start;
    return NULL;
}

/* The sum of the bandwidths of so many threads that stream together; 0 if a thread could not be started. */
static double together(struct stream *stream, int threads) {
    pthread_t *thread = bsim_alloc((size_t)threads * sizeof *thread);
    atomic_int phase = 0;
    struct timespec warm = {0, 30000000}, window = {0, (long)(1e9 * WINDOW_S)};
    double sum = 0;
    int started = 0;
    for (; started < threads; started++) {
        stream[started].phase = &phase;
        if (pthread_create(&thread[started], NULL, run, &stream[started]) != 0)
            break;
    }
    nanosleep(&warm, NULL);
    atomic_store(&phase, 1);
    nanosleep(&window, NULL);
    atomic_store(&phase, 2);
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        sum += stream[i].seconds > 0 ? stream[i].bytes / stream[i].seconds : 0;
    }
    bsim_free(thread);
    return started == threads ? sum : 0;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool bsim_calibrate_memory(struct calibrate_memory *memory, struct bsim_error *err) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    int cores = online > 1 ? (int)online : 1;
    double one[ROUNDS], all[ROUNDS];
    struct stream *stream = bsim_alloc((size_t)cores * sizeof *stream);
    for (int i = 0; i < cores; i++) {
        stream[i].a = bsim_alloc(LENGTH * sizeof(double));
        stream[i].b = bsim_alloc(LENGTH * sizeof(double));
        stream[i].c = bsim_alloc(LENGTH * sizeof(double));
        for (int k = 0; k < LENGTH; k++) /* each page gets memory of its own */
            stream[i].a[k] = stream[i].b[k] = stream[i].c[k] = k;
    }
    bool ok = true;
    for (int r = 0; r < ROUNDS && ok; r++) { /* in turn, since the speed of a shared node drifts */
        one[r] = together(stream, 1);
        all[r] = cores > 1 ? together(stream, cores) : one[r];
        ok = one[r] > 0 && all[r] > 0;
    }
    for (int i = 0; i < cores; i++) {
        bsim_free(stream[i].a);
        bsim_free(stream[i].b);
        bsim_free(stream[i].c);
    }
    bsim_free(stream);
    if (!ok)
        return bsim_error_set(err, NULL, 0, NULL, "%d threads that measure the memory could not run: %s", cores,
                              strerror(errno));
    qsort(one, ROUNDS, sizeof *one, compare);
    qsort(all, ROUNDS, sizeof *all, compare);
    *memory = (struct calibrate_memory){cores, one[ROUNDS / 2], all[ROUNDS / 2]};
    memory->bandwidth = memory->bandwidth < memory->core_bandwidth ? memory->core_bandwidth : memory->bandwidth;
    return true;
}
