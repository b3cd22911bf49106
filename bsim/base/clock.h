/* clock.h - virtual clocks: K doubles (seconds) for each rank, in one array ordered by rank.
 *
 * Operations are element-wise over scenarios and in a fixed order, so that scenario k of a run with K is bit-identical
 * to the run of that scenario alone. */
#ifndef BSIM_CLOCK_H
#define BSIM_CLOCK_H

#include <stdbool.h>
#include <stddef.h>

extern double *bsim_clocks; /* bsim_np * bsim_nscen */
extern int bsim_nscen;      /* K */

static inline double *bsim_clock(int rank) {
    return bsim_clocks + (size_t)rank * (size_t)bsim_nscen;
}

static inline double bsim_max(double a, double b) {
    return a > b ? a : b;
}

/* The loops below begin with scenario 0 by itself: most runs have no other, and a loop that the compiler makes for many
 * costs one more than the work. */
static inline void bsim_clock_copy(double *to, const double *from) {
    to[0] = from[0];
    for (int k = 1; k < bsim_nscen; k++)
        to[k] = from[k];
}

/* to[k] = max(to[k], from[k]) */
static inline void bsim_clock_raise(double *to, const double *from) {
    to[0] = bsim_max(to[0], from[0]);
    for (int k = 1; k < bsim_nscen; k++)
        to[k] = bsim_max(to[k], from[k]);
}

/* The running rank reads its clock. Whoever does it again and again, waiting for it to move, sees it move. */
void bsim_clock_asked(void);
unsigned bsim_clock_readings(void); /* by the running rank, at this time */
/* The running rank has polled for something that nobody is about to bring: it sees the clock move if it waits for that,
 * too. watched: it has read it between polls. */
void bsim_clock_poll(bool watched);
void bsim_clock_init(int np);
void bsim_clock_fini(void);

#endif
