/* fiber.h - stacks and switches between them. Knows neither clocks nor queues.
 *
 * All stacks lie in one reserved range and cost the pages that they touch. A fiber's context is its saved stack
 * pointer, valid while it does not run. */
#ifndef BSIM_FIBER_H
#define BSIM_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Stack size for so many fibers if the user gives none: 8 MB for few, 64 KB for a million. */
size_t bsim_fiber_default_size(int count);

/* Reserves stacks of size bytes (a multiple of the page size). Guard pages as far as the system's limit of mappings
 * allows. */
void bsim_fiber_init(int count, size_t size);
void bsim_fiber_fini(void);

/* A context that will run entry on the stack of fiber i. entry must not return. */
void *bsim_fiber_new(int i, void (*entry)(void));

/* Leaves the running fiber, whose context is written to *save before anything else runs, and goes on with context TO.
 * from and to are fiber numbers, -1 for the process's own stack (for the address sanitizer alone). Returns when
 * somebody switches back. */
void bsim_fiber_switch(void **save, int from, void *to_context, int to);

/* Whether an address lies in the stack of fiber i or in the guard below it; *overflow: within a page of its low end,
 * or below it. */
bool bsim_fiber_holds(int i, const void *address, bool *overflow);

size_t bsim_fiber_stack_size(void);

#endif
