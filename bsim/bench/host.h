/* host.h - what this host is called, and whether something else has disturbed a run on it: other processes, a
 * hypervisor, a slower clock. */
#ifndef BSIM_BENCH_HOST_H
#define BSIM_BENCH_HOST_H

#include <stdbool.h>

struct bench_watch {
    double begin_s, busy_s, stolen_s; /* of all processors */
    int cores;                        /* that the run uses */
    double loop_s;                    /* the calibration loop before the run, on so many cores at a time */
};

struct bench_disturbance {
    double other;  /* processors that other processes kept busy, on average */
    double stolen; /* processors that the hypervisor gave to others, on average */
    double slower; /* the calibration loop took this much longer than at best: 0.1 is 10 % */
    bool any;      /* it matters */
};

/* "node7". Returns buf. */
char *bsim_bench_host_name(char *buf, int size);
/* "node7 (AMD EPYC)": the host and its processor. Returns buf. */
char *bsim_bench_machine(char *buf, int size);

/* A loop is timed on at most so many cores at a time. */
#define BENCH_TIMED_CORES 8
/* cores: that the run will keep busy. */
void bsim_bench_watch_begin(struct bench_watch *watch, int cores);
/* own_s: processor time of the run itself. */
void bsim_bench_watch_end(const struct bench_watch *watch, double own_s, struct bench_disturbance *found);
/* A host is quiet if other processes keep less of a processor busy. */
#define BENCH_QUIET 0.15
/* Waits until the host is quiet, at most seconds. Returns how many processors are busy. */
double bsim_bench_wait_quiet(double seconds);
/* "other processes used 0.93 processors; the clock is 12 % slower". Returns buf. */
char *bsim_bench_disturbance_text(const struct bench_disturbance *found, char *buf, int size);

#endif
