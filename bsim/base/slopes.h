/* slopes.h - clocks that carry their derivatives: bsim run --sensitivities.
 *
 * Of the K entries of a clock the first is a time, as in a run without slopes and with the same bits. The others are
 * its slopes: how the time grows with a parameter. A clock is made of others by sums and maxima, so its slopes are too:
 * the slopes of a sum are sums, and a maximum takes those of the later time (forward differentiation in max-plus
 * algebra; the path that they follow is the critical path). Where both times are equal, each slope is the greater one:
 * the derivative to the right, for a parameter that grows alone. Times that differ by rounding only count as equal. */
#ifndef BSIM_SLOPES_H
#define BSIM_SLOPES_H

#include "bsim/base/context.h"

/* Parameters of a connection; those within a node follow those between nodes. The unit of a slope is that of time by
 * that of the parameter: a count of latencies and overheads, bytes for the gap per byte. */
enum bsim_slope_of_link {
    BSIM_SLOPE_LATENCY,
    BSIM_SLOPE_HOP_LATENCY,
    BSIM_SLOPE_GAP,
    BSIM_SLOPE_SEND_OVERHEAD,
    BSIM_SLOPE_RECV_OVERHEAD,
    BSIM_SLOPE_CONTROL_OVERHEAD,
    BSIM_SLOPES_OF_LINK
};

/* Slopes by the number of the parameter. Those of calculation are seconds: by a factor on its time. */
enum {
    BSIM_SLOPE_CALC = 2 * BSIM_SLOPES_OF_LINK, /* what a node's speed divides */
    BSIM_SLOPE_BLOCKS,                         /* of block 0; the other blocks follow */
    BSIM_SLOPES_MOST = 63,
    BSIM_SLOPE_BLOCKS_MOST = BSIM_SLOPES_MOST - BSIM_SLOPE_BLOCKS /* if there are more, they share the last one */
};

/* The number of slopes of a program with so many blocks. */
int bsim_slopes_count(int nblocks);
int bsim_slope_of_block(int block);

/* to = max(a, b), with slopes; to may be a or b. The time is that of bsim_max. */
void bsim_slopes_max(double *to, const double *a, const double *b);

static inline void bsim_slope_add(double *time, int slope, double count) {
    time[1 + slope] += count;
}

#endif
