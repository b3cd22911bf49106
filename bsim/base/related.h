/* related.h - parameters that a fit could not tell apart: how far values are from the relation that all samples had. */
#ifndef BSIM_RELATED_H
#define BSIM_RELATED_H

#include <math.h>

/* A factor up to this is no break of a relation. */
#define BSIM_RELATED_SLACK 1.05
/* The factor that is told at most, and the one between values of which one is 0 or which have different signs. */
#define BSIM_RELATED_MOST 100.0
#define BSIM_RELATED_NONE 4.0

/* The factor, 1 to BSIM_RELATED_MOST, between a value and the one that a relation gives. usual: what such values are
 * like; differences of a billionth of that are rounding, as where a difference is 0. */
static inline double bsim_related_factor(double value, double expected, double usual) {
    if (value == expected || fabs(value - expected) <= 1e-9 * fabs(usual))
        return 1;
    double ratio = value / expected;
    if (!(ratio > 0) || isinf(ratio))
        return BSIM_RELATED_NONE;
    return fmin(fmax(ratio, 1 / ratio), BSIM_RELATED_MOST);
}

#endif
