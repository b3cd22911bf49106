/* sched.h - the queue of runnable ranks and the heap of decisions; inside of the engine only. */
#ifndef BSIM_SCHED_H
#define BSIM_SCHED_H

#include "bsim/engine.h"

/* Ranks 0..np-1 are runnable; each will run entry. */
void bsim_sched_init(int np, void (*entry)(void));
void bsim_sched_fini(void);

/* For tests: from now on runnable ranks go in an order that the seed gives. No result may depend on it. */
void bsim_sched_disorder(uint32_t seed);

/* Runs until all ranks have finished (true) or none can (false: deadlock). On the process's stack. */
bool bsim_sched_run(void);

/* The running rank ends here. */
_Noreturn void bsim_sched_finish(void);

extern int bsim_sched_finished; /* ranks that have finished */
extern uint64_t bsim_sched_switches;

/* Whether the code that runs now is on the process's own stack (in a decision, or in bsim_on_host_stack). */
bool bsim_sched_on_host(void);

/* heap.c: ranks by (time, rank). */
bsim_rank *bsim_heap_pop(double *time_s);
void bsim_heap_fini(void);

#endif
