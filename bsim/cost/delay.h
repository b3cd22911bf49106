/* delay.h - delays at places of a program (bsim/platform/delays.h). For the engine only, but for bsim_delay_call, which
 * engine.h declares. */
#ifndef BSIM_COST_DELAY_H
#define BSIM_COST_DELAY_H

#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"

/* Before any rank runs; the platform must outlive the run. False and *err if the program has no such block, or the run
 * no such rank. */
bool bsim_delays_init(const struct bsim_platform *platform, int np, struct bsim_error *err);
/* Whether executions of blocks are delayed. */
extern bool bsim_delays_blocks;
/* The running rank has executed a block: advances its clock. Returns the delay in scenario 0. */
double bsim_delay_block(bsim_rank *self, int block);
/* When the run is over: warns of places that were not passed. */
void bsim_delays_tell(void);

#endif
