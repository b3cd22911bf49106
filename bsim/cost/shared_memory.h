/* shared_memory.h - blocks that share their node's memory with other ranks and with messages within the node in virtual
 * time, if the platform says "with_messages" of it (docs/reference/platform.md#memory-that-messages-take-part-of).
 *
 * With m the memory's part of an execution of t seconds on one busy core, which gets b bytes per second: it is a flow
 * of m t b bytes (bsim/network/flow.h) that gets a max-min fair part r <= b of the memory and takes (1 - m) t + m t b /
 * r. It keeps its part all of that time. So blocks that begin together take as long as memory.h says.
 *
 * The memory is simulated in the order of virtual time. A rank that has waited in a collective until the last member
 * called goes on here only then, which may be after events of later times. Up to these its block has the part of the
 * memory that it has if all ranks of the node are busy, and a warning tells it. */
#ifndef BSIM_COST_SHARED_MEMORY_H
#define BSIM_COST_SHARED_MEMORY_H

#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"

void bsim_shared_memory_begin(const struct bsim_platform *platform);
/* Of an execution of the running rank, on a node with so many, that began at begin_s and takes alone_s seconds,
 * memory_s > 0 of them for the memory, on one busy core: how much longer it takes. Blocks until that is known. */
double bsim_shared_memory_wait(int ranks, double begin_s, double alone_s, double memory_s, const void *site);
/* At the end of a run: warns of executions that began too early for it. */
void bsim_shared_memory_end(void);

#endif
