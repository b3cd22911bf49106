/* crash.h - signals in the program: which rank, when in virtual time, where. */
#ifndef BSIM_CRASH_H
#define BSIM_CRASH_H

void bsim_crash_init(void);

#endif
