/* core_latency.h - core-to-core latency: how long a cache line takes from one processor of this node to another.
 * Messages within a node are such lines, so that their latency follows it. On a virtual machine it changes while
 * nothing else does, when the hypervisor puts the processors elsewhere. */
#ifndef BSIM_BENCH_CORE_LATENCY_H
#define BSIM_BENCH_CORE_LATENCY_H

#include <stdbool.h>

enum { BENCH_CORE_PAIRS = 7 };

/* From one processor to each of some others. */
struct bench_core_latency {
    int n; /* others; 0: this process may use one processor only, or nothing is known */
    int from, to[BENCH_CORE_PAIRS];
    double seconds[BENCH_CORE_PAIRS]; /* half of the round trip of a line; the lowest tenth of batches */
};

/* Measures the first processor that this process may use with each of the next ones, 5 to 20 ms each. */
void bsim_bench_core_latency(struct bench_core_latency *found);
/* Whether the processors are at other distances now: a pair's latency differs by more than a factor of 1.5. False where
 * nothing is known of both. */
bool bsim_bench_core_latency_differs(const struct bench_core_latency *a, const struct bench_core_latency *b);
/* "51.2 ns" of one pair, "51.2 ns to 140 ns" of several; "unknown" if n is 0. Returns buf. */
char *bsim_bench_core_latency_text(const struct bench_core_latency *latency, char *buf, int size);

#endif
