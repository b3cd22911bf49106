/* child.h - processes that ranks make with fork(): they are no simulators, but what a child of a process of its own
 * would be, with its rank's data. */
#ifndef BSIM_CHILD_H
#define BSIM_CHILD_H

#include "bsim/kernel/engine.h"

/* Of which rank this process is a child; -1: it is the run itself. A child has no bsim_self. */
extern int bsim_child_of;
extern double bsim_child_clock_s; /* that rank's, when it called fork() */

void bsim_child_init(void);

/* Leaves the process at once: exit_group. */
_Noreturn void bsim_child_leave(int code);

#endif
