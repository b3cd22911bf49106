/* sched.h - the queues of runnable ranks and the heaps of decisions. For the engine only. */
#ifndef BSIM_SCHED_H
#define BSIM_SCHED_H

#include "bsim/kernel/engine.h"

/* Makes ranks 0..np-1 runnable. Each will run entry on its own stack. */
void bsim_sched_init(int np, void (*entry)(void));
void bsim_sched_fini(void);

/* cursor.h: how many stacks np ranks need. After bsim_sched_init, if ranks have cursors: entry goes on with a rank that
 * has paused, on a stack that it gets. */
int bsim_sched_stacks(int np);
void bsim_sched_cursors(void (*entry)(void));
/* The number of the stack on which the running rank is. */
int bsim_sched_stack(void);

/* For tests: from now on runnable ranks run in a random order that depends on the seed. No result may depend on it. */
void bsim_sched_disorder(uint32_t seed);

/* Runs until all ranks have finished (true) or none can run (false: deadlock, or some have failed). The caller's thread
 * is the first shard. Each further shard has a thread, which calls the hooks (NULL: none) when it begins and ends. */
struct bsim_shard_hooks {
    void (*begin)(void), (*end)(void);
};
bool bsim_sched_run(const struct bsim_shard_hooks *of_threads);

/* Mail is being delivered: ranks that it makes runnable run after all others. More of it comes until then. */
extern BSIM_OF_SHARD bool bsim_sched_mail;

/* Ends the running rank. */
_Noreturn void bsim_sched_finish(void);
/* The running rank has failed, and never goes on; also inside of bsim_on_host_stack. Others go on. Nothing happens any
 * more at bsim_context.failed_s or later that waits for a virtual time. */
_Noreturn void bsim_sched_stop(void);

int bsim_sched_finished(void); /* ranks that have finished */

/* bsim_layer.decide; a crash in it is one of the call in which the rank waits. */
void bsim_decide(bsim_rank *rank, double time_s);
/* Whether the code that runs now is on the thread's own stack (in a decision, or in bsim_on_host_stack). */
bool bsim_sched_on_host(void);
/* The running rank is on the stack of a signal, and will not go on: its own is no longer checked. */
void bsim_sched_is_on_signal_stack(void);

/* Called in a child process that a rank has forked. The child has no ranks; its present stack counts as the host's. */
void bsim_sched_in_child(void);

/* heap.c: takes the earliest decision of a shard, by (time, rank). NULL if there is none. */
struct bsim_shard;
bsim_rank *bsim_heap_pop(struct bsim_shard *s, double *time_s);
void bsim_heap_fini(struct bsim_shard *s);
/* Whether the first decision of shard a is earlier than that of shard b. Both heaps must have one. */
bool bsim_heap_is_earlier(const struct bsim_shard *a, const struct bsim_shard *b);

/* event.c: runs the earliest event of all shards, unless there is none or it is later than limit_s (false). */
bool bsim_event_run(double limit_s);
void bsim_event_fini(struct bsim_shard *s);

#endif
