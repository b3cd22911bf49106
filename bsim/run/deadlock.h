/* deadlock.h - the report of a run in which no rank can go on. */
#ifndef BSIM_DEADLOCK_H
#define BSIM_DEADLOCK_H

/* Prints who waits for what and ends the process. */
_Noreturn void bsim_deadlock_report(void);

#endif
