/* draws.h - on how many draws the time of an uneven block (uneven.h) rests: another run draws others, and what a few
 * of them change does not make up. For uneven.c only. */
#ifndef BSIM_DRAWS_H
#define BSIM_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

/* Counts from now on, for a run with an interval: in one shard. uneven: by block, whether it draws. */
void bsim_draws_begin(const bool *uneven, int nblock, int np);
/* An execution on the rank that takes time_s on average draws the factor. place: its number, the same for all
 * executions that have this draw in common; NULL: no other has it. Nothing before bsim_draws_begin. */
void bsim_draws_add(int block, int rank, const uint64_t *place, double time_s, double factor);
/* The relative standard deviation of the block's time on the rank that has most of it, by that of one draw. 0: it draws
 * nothing. */
double bsim_draws_deviation(int block, double of_one);

#endif
