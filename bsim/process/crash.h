/* crash.h - signals in the program, and stacks that are too small: which rank, when in virtual time, where. */
#ifndef BSIM_CRASH_H
#define BSIM_CRASH_H

void bsim_crash_init(void);
/* The stack of a further shard's thread for signals: at its start and at its end. */
void bsim_crash_shard_begin(void);
void bsim_crash_shard_end(void);

/* At the end of a run: tells a rank that has overflowed its stack where nothing stopped it, and leaves. */
void bsim_crash_check_stacks(void);

/* Flushes and leaves the process at once. */
_Noreturn void bsim_leave(int code);
/* For handlers of signals: ends the process after that time, whatever it does then. The signal may have come while the
 * C library held the lock of a stream, and then flushing never ends. */
void bsim_leave_at_latest(unsigned seconds, int code);

#endif
