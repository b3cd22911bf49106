/* random.h - random numbers that do not depend on which rank asks. */
#ifndef MD_RANDOM_H
#define MD_RANDOM_H

#include <stdint.h>

/* A generator's state for a number and a seed. */
uint64_t random_start(unsigned seed, unsigned number);

/* In 0 to 1, without 1. */
double random_uniform(uint64_t *state);

/* Of mean 0 and deviation 1. */
double random_normal(uint64_t *state);

#endif
