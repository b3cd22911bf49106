#include "timers.h"

#include "parallel.h"

#include <math.h>
#include <stdio.h>

typedef struct stopwatch {
    double started, last, sum;
    long calls;
} stopwatch;

static const char *const timer_name[TIMERS] = {
    "total",     "setup",  "steps",   "  positions",   "  velocities", "  rebin",
    "  migrate", "  halo", "  force", "    embedding", "  reduce",
};

static stopwatch watch[TIMERS];

void timer_start(timer t) {
    watch[t].started = parallel_time();
}

void timer_stop(timer t) {
    watch[t].last = parallel_time() - watch[t].started;
    watch[t].sum += watch[t].last;
    watch[t].calls++;
}

double timer_last(timer t) {
    return watch[t].last;
}

void timers_report(void) {
    ranked mine[TIMERS], least[TIMERS], most[TIMERS];
    double sum[2 * TIMERS], all[2 * TIMERS];

    for (int t = 0; t < TIMERS; t++) {
        mine[t].value = watch[t].sum;
        mine[t].rank = parallel_rank();
        sum[2 * t] = watch[t].sum;
        sum[2 * t + 1] = watch[t].sum * watch[t].sum;
    }
    parallel_min_ranked(mine, least, TIMERS);
    parallel_max_ranked(mine, most, TIMERS);
    parallel_add_double(sum, all, 2 * TIMERS);
    if (!parallel_is_root())
        return;

    printf("\n%-16s %8s %12s %12s %6s %12s %6s %12s\n", "timer", "calls", "mean s", "min s", "rank", "max s", "rank",
           "deviation s");
    for (int t = 0; t < TIMERS; t++) {
        double mean = all[2 * t] / parallel_size();
        double variance = all[2 * t + 1] / parallel_size() - mean * mean;

        if (watch[t].calls == 0)
            continue;
        printf("%-16s %8ld %12.6f %12.6f %6d %12.6f %6d %12.6f\n", timer_name[t], watch[t].calls, mean, least[t].value,
               least[t].rank, most[t].value, most[t].rank, variance > 0.0 ? sqrt(variance) : 0.0);
    }
}
