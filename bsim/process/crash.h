/* crash.h - reports of signals and of stack overflows: the rank, its virtual time, and the place in the program. */
#ifndef BSIM_CRASH_H
#define BSIM_CRASH_H

void bsim_crash_init(void);
/* Make and free the signal stack of a further shard's thread, at its start and its end. */
void bsim_crash_shard_begin(void);
void bsim_crash_shard_end(void);

/* At the end of a run: if a rank has overflowed its stack without meeting a guard, prints an error and exits. */
void bsim_crash_check_stacks(void);

/* Flushes all streams and exits at once. */
_Noreturn void bsim_leave(int code);
/* For signal handlers: ends the process after so many seconds in any case. If the signal interrupted the C library
 * while it held the lock of a stream, flushing would never end. */
void bsim_leave_at_latest(unsigned seconds, int code);

/* From now on restore() is called before a message that ends the run: gives the process its own standard streams. */
void bsim_crash_before_message(void (*restore)(void));

#endif
