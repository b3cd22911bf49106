/* private.h - each rank's copy of the program's static data (section bsim_private, see bsim.h). For the engine only. */
#ifndef BSIM_PRIVATE_H
#define BSIM_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/bsim.h"
#include "bsim/base/context.h"
#include "bsim/base/error.h"

/* Finds the image and the pointers in it. False and *err if the executable is not position independent, so that the
 * pointers cannot be found. */
bool bsim_private_init(int np, struct bsim_error *err);

/* Makes the copy of a rank, before it runs for the first time. */
void bsim_private_start(int rank);

/* In a thread that a rank has created: that rank. -1 in all others. */
extern __thread int bsim_private_rank;

/* Whether an address is in one of the copies. */
bool bsim_private_holds(const void *address);

static inline void bsim_private_switch(int rank) {
    bsim_private_offset = bsim_context.private_origin + (ptrdiff_t)rank * bsim_context.private_stride;
}

#endif
