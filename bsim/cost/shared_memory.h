/* shared_memory.h - blocks that share their node's memory with other ranks and with messages within the node in virtual
 * time, if the platform says "with_messages" of it (docs/reference/platform.md#memory-that-messages-take-part-of).
 *
 * With m the memory's part of an execution of t seconds on one busy core, which gets b bytes per second: it is a flow
 * of m t b bytes (bsim/network/flow.h) that gets a max-min fair part r <= b of the memory and takes (1 - m) t + m t b /
 * r. It keeps its part all of that time. So blocks that begin together take as long as memory.h says. */
#ifndef BSIM_COST_SHARED_MEMORY_H
#define BSIM_COST_SHARED_MEMORY_H

#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"

void bsim_shared_memory_begin(const struct bsim_platform *platform);
/* Of an execution of the running rank that began at begin_s and takes alone_s seconds, memory_s > 0 of them for the
 * memory, on one busy core: how much longer it takes. Blocks until that is known. */
double bsim_shared_memory_wait(double begin_s, double alone_s, double memory_s, const void *site);

#endif
