/* program_heap.h - the program's malloc and free: a heap for all ranks that each rank takes for its own. */
#ifndef BSIM_PROGRAM_HEAP_H
#define BSIM_PROGRAM_HEAP_H

#include "bsim/kernel/engine.h"

/* Said once, before the ranks start. */
void bsim_program_heap_init(int np);

/* The function that asks the C library about a block, "free"; a signal meanwhile tells that it is none. NULL: none. */
extern BSIM_OF_SHARD const char *bsim_heap_asked;

#endif
