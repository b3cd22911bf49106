/* related.h - parameters that a fit could not tell apart: how far values are from the relation that all samples had;
 * and values of which samples tell nothing. */
#ifndef BSIM_RELATED_H
#define BSIM_RELATED_H

#include <math.h>
#include <stdbool.h>

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

/* Of blocks that count, processes keep the order of so many executions, and tell nothing of their whole number. */
#define BSIM_RELATED_ORDERED 512

/* The factor, 1 to BSIM_RELATED_MOST, by which the mean of a block's executions on a rank may be off where later ones
 * take another time than earlier ones: that between their number and the nearest in the samples, low to high. high 0:
 * they do not. */
static inline double bsim_related_drift(double executions, double low, double high) {
    static const double slack = 1.1;
    if (high > 0 && executions > slack * high && high != BSIM_RELATED_ORDERED)
        return fmin(executions / high, BSIM_RELATED_MOST);
    return high > 0 && executions > 0 && executions * slack < low ? fmin(low / executions, BSIM_RELATED_MOST) : 1;
}

/* Whether a value is one that models.json holds: of numbers that are not whole, or are 1e15 and more, it
 * has six digits. */
static inline bool bsim_related_same(double value, double held) {
    bool whole = value == rint(value) && held == rint(held) && fabs(held) < 1e15;
    return value == held || (!whole && fabs(value - held) <= 6e-6 * fabs(held));
}

/* Whether samples of a parameter from low to high tell nothing of a value: of one that had another value in all of
 * them, however near (a number that chooses between code has its neighbours), and of a value with a sign that none had
 * (a loop without rounds). */
static inline bool bsim_related_unseen(double value, double low, double high) {
    if (low == high)
        return !bsim_related_same(value, low);
    return (value < 0 && low >= 0) || (value > 0 && high <= 0) || (value == 0 && (low > 0 || high < 0));
}

/* What values from low to high have in common that one with another sign has not, for people. */
static inline const char *bsim_related_sign(double low, double high) {
    return low > 0 ? "above 0" : low == 0 ? "0 or more" : high < 0 ? "below 0" : "0 or less";
}

#endif
