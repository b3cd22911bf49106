/* noise.h - what executions of a block with equal parameters differ by, on the machine that was measured. */
#ifndef BSIM_NOISE_H
#define BSIM_NOISE_H

/* A factor for one execution's time: log-normal, mean 1. shape: from bsim_noise_shape. A function of the seed, the
 * rank, the block, and the rank's clock at the start of the execution (seconds): the schedule cannot change it, and a
 * scenario of a sweep has the same as a run of its own. */
double bsim_noise_factor(double shape, long seed, int rank, int block, double clock_s);

/* The parameter sigma of a log-normal distribution of this relative standard deviation. */
double bsim_noise_shape(double deviation);

#endif
