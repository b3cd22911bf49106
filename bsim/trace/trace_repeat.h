/* trace_repeat.h - partial recording: which calls need no times, since they repeat calls whose times are known.
 *
 * The rule is that of PHANTOM (Zhai et al., IEEE Trans. Computers 65(7), 2016), with samples behind the first one.
 * A loop is found where the last calls equal as many calls before them. Its iterations are timed until the last
 * BSIM_REPEAT_SAMPLE of them are alike: with c^k the calculation before each call of iteration k,
 *
 *   sum over k of Dist(c^k, c^(k+1))  <=  enough * (1/n) sum over k of sum over i of c_i^k
 *
 * Differences of elements that are smaller than the time that it takes to read the clock are none.
 *
 * Then a quarter as many iterations as were seen are left without times, and at least one. Another sample follows, so
 * that a trend cannot pass by: where its mean is farther from that of the sample before than two iterations may be
 * (enough / (n - 1)), the next stretch without times is one iteration again. Any call that is not the expected one ends
 * the stretch.
 *
 * Part of libbsim-record.so, too: it takes no memory, and calls nothing. */
#ifndef BSIM_TRACE_REPEAT_H
#define BSIM_TRACE_REPEAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BSIM_REPEAT_SAMPLE = 5,        /* iterations */
    BSIM_REPEAT_LONGEST = 4096,    /* calls of an iteration */
    BSIM_REPEAT_ROOM = 1 << 15,    /* calls that are remembered: at least a sample of the longest iterations */
    BSIM_REPEAT_BUCKETS = 1 << 12, /* of calls by number */
    BSIM_REPEAT_LOOPS = 64         /* whose samples are remembered when they are left */
};

/* Calls without times. They repeat the `period` calls before them. timed: calls of the loop directly before them that
 * were timed. */
struct bsim_untimed {
    int period;
    int64_t timed, calls;
};

struct bsim_repeat_loop {
    uint64_t key;
    int period;
    int64_t seen;   /* iterations, whether timed or not, since the last change */
    double mean_ns; /* calculation of an iteration, of the last sample */
};

/* All zero but `enough` and `reading_ns`: at the beginning. */
struct bsim_repeat {
    double enough;
    int64_t reading_ns;       /* how exact gaps are: smaller differences are none */
    int64_t n;                /* calls so far */
    int period;               /* of the loop under way; 0: none */
    int64_t run;              /* calls of that loop */
    int64_t timed;            /* the last calls that were timed, without one between that was not */
    int64_t left, skipped;    /* of the present stretch: calls that stay without times, and those that did */
    struct bsim_untimed open; /* calls: 0: none */
    struct bsim_repeat_loop *in, loop[BSIM_REPEAT_LOOPS]; /* in: that under way, once it has a sample; or NULL */
    int nloop, next_loop;
    /* Of the last calls, call i at i modulo BSIM_REPEAT_ROOM. before: 1 + the last call in the bucket. */
    uint64_t mark[BSIM_REPEAT_ROOM];
    int64_t call[BSIM_REPEAT_ROOM], gap[BSIM_REPEAT_ROOM], before[BSIM_REPEAT_ROOM], last[BSIM_REPEAT_BUCKETS];
};

/* The next call, by its number among the different calls; gap: the calculation before it; mark: what can be known of
 * its arguments before it is made. False: it is one of those without times. True: it has its times, and what
 * bsim_repeat_told tells stands before it. is_timed: false if no times were taken, since bsim_repeat_next expected it.
 */
bool bsim_repeat_take(struct bsim_repeat *repeat, int64_t call, uint64_t mark, int64_t gap, bool is_timed);

/* The calls without times before the last call that was taken, if it has its times; else up to it. Each is told once.
 * False: there are none. */
bool bsim_repeat_told(struct bsim_repeat *repeat, struct bsim_untimed *untimed);

/* The number and the mark of the call that comes behind the next `ahead` calls and needs no times; -1: it needs them.
 */
int64_t bsim_repeat_next(const struct bsim_repeat *repeat, int64_t ahead, uint64_t *mark);

#endif
