/* noise.h - what executions of a block with equal parameters differ by, on the machine that was measured. */
#ifndef BSIM_NOISE_H
#define BSIM_NOISE_H

#include <stdint.h>

/* A factor for the time of one execution: log-normal, mean 1. shape: from bsim_noise_shape. A function of the seed, the
 * rank, and how many factors that rank has had: the schedule cannot change it, and all scenarios of a sweep have the
 * same. */
double bsim_noise_factor(double shape, long seed, int rank, uint64_t count);

/* The parameter sigma of a log-normal distribution of this relative standard deviation. */
double bsim_noise_shape(double deviation);

#endif
