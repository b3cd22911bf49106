/* budget.h - how long a run will take, from the runs before it, and how long fits will take, from the fits before them.
 * Knows no clock: the caller tells times. */
#ifndef BSIM_BENCH_BUDGET_H
#define BSIM_BENCH_BUDGET_H

#include "bsim/bench/design.h"

enum { BENCH_MAX_TIMES = 4096 };

/* The times of runs, as a power law of sizes and ranks beside a constant start. */
struct bench_times {
    const struct bench_space *space;
    int n;
    struct bench_input input[BENCH_MAX_TIMES];
    double seconds[BENCH_MAX_TIMES];
};

/* Adds a run. One that was ended after some seconds counts as twice as long. */
void bsim_bench_times_add(struct bench_times *times, const struct bench_input *in, double seconds, bool ended);
/* The seconds that a run is expected to take. Without runs: 0. A size that only one value of was seen is taken to
 * count in proportion. */
double bsim_bench_times_expect(const struct bench_times *times, const struct bench_input *in);

/* What the last fits cost. */
struct bench_fits {
    long long rows; /* of the samples; 0: nothing was fitted yet */
    double make_s;  /* the models of all blocks */
    double test_s;  /* the models without parts of the inputs: what it took, or would have taken */
};

/* The seconds that the next fits are expected to take, in proportion to the rows of their samples. tests: this part of
 * the tests is made. Nothing was fitted yet: 0. */
double bsim_bench_fits_expect(const struct bench_fits *fits, long long rows, double tests);

#endif
