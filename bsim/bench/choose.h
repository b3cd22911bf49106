/* choose.h - which runs come next: new inputs where the models are least certain, repetitions where samples differ.
 * Knows no processes and no samples. */
#ifndef BSIM_BENCH_CHOOSE_H
#define BSIM_BENCH_CHOOSE_H

#include "bsim/bench/design.h"

enum { BENCH_REPEATS = 5 };

/* An input that was measured. */
struct bench_seen {
    struct bench_input input;
    int runs;      /* that count */
    double error;  /* of the models when this input is left out; 0: not known */
    double spread; /* of its samples with equal parameters; 0: not known */
    bool closed;   /* it is not to be run again: it fails, or takes too long */
};

struct bench_next {
    int repeat; /* index of the input to repeat; -1: a new one */
    struct bench_input input;
};

/* Chooses up to most runs. limit: the error that is good enough. A run for which seconds(arg, input) is more than
 * most_s is not chosen. Returns their number; 0: nothing is left to measure.
 *
 * New inputs: a candidate belongs to the nearest measured input. The best one is in the cell with the largest error and
 * far from what was measured (cross-validation and Voronoi cells: Xu et al. 2014). */
int bsim_bench_choose(const struct bench_space *space, const struct bench_seen *seen, int n, double limit, int most,
                      uint64_t seed, int round, double (*seconds)(void *arg, const struct bench_input *in), void *arg,
                      double most_s, struct bench_next *next);

#endif
