/* sched.h - the queue of runnable ranks and the heap of decisions; inside of the engine only. */
#ifndef BSIM_SCHED_H
#define BSIM_SCHED_H

#include "bsim/kernel/engine.h"

/* Ranks 0..np-1 are runnable; each will run entry. */
void bsim_sched_init(int np, void (*entry)(void));
void bsim_sched_fini(void);

/* For tests: from now on runnable ranks go in an order that the seed gives. No result may depend on it. */
void bsim_sched_disorder(uint32_t seed);

/* Runs until all ranks have finished (true) or none can (false: deadlock). On the process's stack, and in a thread for
 * each further shard, which begins and ends with the hooks (NULL: none). */
struct bsim_shard_hooks {
    void (*begin)(void), (*end)(void);
};
bool bsim_sched_run(const struct bsim_shard_hooks *of_threads);

/* The running rank ends here. */
_Noreturn void bsim_sched_finish(void);

int bsim_sched_finished(void); /* ranks that have finished */

/* Called, if it is not NULL, when the shard goes from a rank (-1: the process's stack) to another. */
extern void (*bsim_at_switch)(int from, int to);

/* Whether the code that runs now is on the process's own stack (in a decision, or in bsim_on_host_stack). */
bool bsim_sched_on_host(void);

/* This process is the child of a rank: it has no ranks, and the stack at hand is the process's. */
void bsim_sched_in_child(void);

/* heap.c: ranks of a shard by (time, rank). */
struct bsim_shard;
bsim_rank *bsim_heap_pop(struct bsim_shard *s, double *time_s);
void bsim_heap_fini(struct bsim_shard *s);
/* Of two heaps that are not empty. */
bool bsim_heap_is_earlier(const struct bsim_shard *a, const struct bsim_shard *b);

#endif
