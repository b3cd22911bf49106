/* transition.h - the time between two sizes where one formula takes over from another (docs/reference/models.md). */
#ifndef BSIM_TRANSITION_H
#define BSIM_TRANSITION_H

#include <math.h>

/* The part of the way from one size to the other, by the logarithm; 0: the value is not between them. from > 0. */
static inline double bsim_transition_part(double value, double from, double to) {
    return value > from && value < to ? log(value / from) / log(to / from) : 0;
}

/* The time there, in seconds, between those of the two formulas, which are above 0. */
static inline double bsim_transition_time(double part, double this_s, double next_s) {
    return exp((1 - part) * log(this_s) + part * log(next_s));
}

#endif
