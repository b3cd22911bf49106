/* crash.h - signals in the program: which rank, when in virtual time, where. */
#ifndef BSIM_CRASH_H
#define BSIM_CRASH_H

void bsim_crash_init(void);

/* Flushes and leaves the process at once. */
_Noreturn void bsim_leave(int code);

#endif
