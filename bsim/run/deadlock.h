/* deadlock.h - the report of a run in which no rank can go on. */
#ifndef BSIM_DEADLOCK_H
#define BSIM_DEADLOCK_H

/* Prints what each rank waits for, and exits with BSIM_EXIT_DEADLOCK. */
_Noreturn void bsim_deadlock_report(void);

#endif
