/* child.h - processes that ranks create with fork(). A child has its rank's data but takes no part in the simulation.
 * There bsim_self is NULL, and bsim_context.child_of is the rank.
 */
#ifndef BSIM_CHILD_H
#define BSIM_CHILD_H

#include "bsim/kernel/engine.h"

void bsim_child_init(void);

/* Exits at once (exit_group). */
_Noreturn void bsim_child_leave(int code);

#endif
