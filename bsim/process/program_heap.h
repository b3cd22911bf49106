/* program_heap.h - malloc and free of the simulated program: one heap for all ranks that behaves like one for each. */
#ifndef BSIM_PROGRAM_HEAP_H
#define BSIM_PROGRAM_HEAP_H

#include <stddef.h>

#include "bsim/kernel/engine.h"

/* Called once, before the ranks start. */
void bsim_program_heap_init(int np);

/* The wrapped function ("free") that is examining a block right now; NULL: none. A signal meanwhile means that its
 * argument is not a block. */
extern BSIM_OF_SHARD const char *bsim_heap_asked;

/* The bytes that the program asked for of the block that begins at an address. SIZE_MAX: no block begins there, or its
 * size is not known. */
size_t bsim_heap_block_size(const void *address);

/* Called when the program frees a block of so many bytes, or resizes it, at this place; NULL: nothing is. */
extern void (*bsim_heap_frees)(const void *memory, size_t bytes, const void *site);
/* Called when a block has been resized and has so many bytes now; NULL: nothing is. */
extern void (*bsim_heap_resized)(const void *memory, size_t bytes);

#endif
