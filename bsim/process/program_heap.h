/* program_heap.h - malloc and free of the simulated program: one heap for all ranks that behaves like one for each. */
#ifndef BSIM_PROGRAM_HEAP_H
#define BSIM_PROGRAM_HEAP_H

#include "bsim/kernel/engine.h"

/* Called once, before the ranks start. */
void bsim_program_heap_init(int np);

/* The wrapped function ("free") that is examining a block right now; NULL: none. A signal meanwhile means that its
 * argument is not a block. */
extern BSIM_OF_SHARD const char *bsim_heap_asked;

#endif
