/* child.h - processes that ranks create with fork(). A child has its rank's data but takes no part in the simulation.
 */
#ifndef BSIM_CHILD_H
#define BSIM_CHILD_H

#include "bsim/kernel/engine.h"

/* The rank that has forked this process; -1 in the run itself. In a child bsim_self is NULL. */
extern int bsim_child_of;
extern double bsim_child_clock_s; /* that rank's, when it called fork() */

void bsim_child_init(void);

/* Exits at once (exit_group). */
_Noreturn void bsim_child_leave(int code);

#endif
