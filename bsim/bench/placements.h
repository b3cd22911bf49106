/* placements.h - runs of measuring programs, apart by where a hypervisor had this node's processors: messages of one
 * placement say nothing of another one. */
#ifndef BSIM_BENCH_PLACEMENTS_H
#define BSIM_BENCH_PLACEMENTS_H

#include "bsim/bench/core_latency.h"

enum { BENCH_MAX_PLACEMENTS = 4 };

struct bench_placements {
    int n;
    struct bench_core_latency latency[BENCH_MAX_PLACEMENTS];
    int runs[BENCH_MAX_PLACEMENTS];
    char *lines[BENCH_MAX_PLACEMENTS]; /* what the programs have printed in these runs, one after the other */
    int moved;                         /* runs that belong to none: the processors moved meanwhile */
};

/* Adds a run between two measurements of the core-to-core latency. Takes over lines. */
void bsim_bench_place(struct bench_placements *p, const struct bench_core_latency *before,
                      const struct bench_core_latency *after, char *lines);
/* The placement with most runs, the first of those with as many; -1: there is none. */
int bsim_bench_most_runs(const struct bench_placements *p);
void bsim_bench_placements_free(struct bench_placements *p);

#endif
