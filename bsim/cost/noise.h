/* noise.h - random variation of block times for equal parameters, as on the machine that was measured. */
#ifndef BSIM_NOISE_H
#define BSIM_NOISE_H

#include <stdint.h>

/* A factor for the time of one execution, log-normal with mean 1. shape: from bsim_noise_shape; count: factors that the
 * rank has had so far. The factor depends on the arguments only, so the schedule cannot change it, and all scenarios of
 * a sweep get equal factors. */
double bsim_noise_factor(double shape, long seed, int rank, uint64_t count);

/* The parameter sigma of the log-normal distribution with this relative standard deviation. */
double bsim_noise_shape(double deviation);

#endif
