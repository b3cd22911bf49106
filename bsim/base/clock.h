/* clock.h - virtual clocks: K doubles (seconds) for each rank, in one array ordered by rank.
 *
 * Operations are element-wise over scenarios and in a fixed order, so that scenario k of a run with K is bit-identical
 * to the run of that scenario alone. */
#ifndef BSIM_CLOCK_H
#define BSIM_CLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/base/context.h"
#include "bsim/base/slopes.h"

static inline double *bsim_clock(int rank) {
    return bsim_context.clocks + (size_t)rank * (size_t)bsim_context.nscen;
}

/* The entries of a clock that are times. */
static inline int bsim_times(void) {
    return bsim_context.slopes ? 1 : bsim_context.nscen;
}

static inline double bsim_max(double a, double b) {
    return a > b ? a : b;
}

/* The functions below treat scenario 0 apart from the loop: most runs have no other, and entering a vectorised loop
 * costs more than the one operation. */
static inline void bsim_clock_copy(double *to, const double *from) {
    to[0] = from[0];
    for (int k = 1; k < bsim_context.nscen; k++)
        to[k] = from[k];
}

/* to[k] = max(to[k], from[k]); of clocks with slopes, the later one */
static inline void bsim_clock_raise(double *to, const double *from) {
    if (__builtin_expect(bsim_context.slopes, 0)) {
        bsim_slopes_max(to, to, from);
        return;
    }
    to[0] = bsim_max(to[0], from[0]);
    for (int k = 1; k < bsim_context.nscen; k++)
        to[k] = bsim_max(to[k], from[k]);
}

/* Counts a reading of the clock by the running rank. After many readings of one time each further one advances the
 * clock a little, so that a loop that waits for the clock to move ends. */
void bsim_clock_asked(void);
unsigned bsim_clock_readings(void); /* readings of the present time by the running rank */
/* Counts a poll of the running rank for a message that cannot come yet. It advances the clock if the rank has read the
 * clock many times, so that a loop that polls until a deadline ends. watched: the rank reads the clock between polls.
 */
void bsim_clock_poll(bool watched);
/* A rank has slept: its clock went on by what no speed ratio divides. bsim_clock_any_pause: whether any has so far. */
void bsim_clock_pause(void);
bool bsim_clock_any_pause(void);
void bsim_clock_init(int np);
void bsim_clock_fini(void);

#endif
