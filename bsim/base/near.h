/* near.h - errors of a formula that differ with the time that it gives. */
#ifndef BSIM_NEAR_H
#define BSIM_NEAR_H

/* Near a time of a formula, nine tenths of the times of samples are within the error. */
struct bsim_near {
    double time_s, error;
};
/* The error near a time, of n that are known at rising times: between two of them by the logarithm of the time. NAN: n
 * is 0. */
double bsim_near_at(const struct bsim_near *near, int n, double time_s);

#endif
