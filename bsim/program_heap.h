/* program_heap.h - the program's malloc and free: a heap for all ranks that each rank takes for its own. */
#ifndef BSIM_PROGRAM_HEAP_H
#define BSIM_PROGRAM_HEAP_H

/* Said once, before the ranks start. */
void bsim_program_heap_init(int np);

#endif
