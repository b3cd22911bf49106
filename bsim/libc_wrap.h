/* libc_wrap.h - state of the C library that programs take for their own process's: one for each rank. */
#ifndef BSIM_LIBC_WRAP_H
#define BSIM_LIBC_WRAP_H

void bsim_libc_init(int np);
void bsim_libc_fini(void);

/* Runs what the running rank has given to atexit(). */
void bsim_libc_run_at_exit(void);

/* The running rank ends with this exit code, by CALL at SITE ("main" returned: NULL). Does not return. engine.c */
_Noreturn void bsim_rank_ends(int code, const char *call, const void *site);

/* The calling rank's number of OpenMP threads; 0 until it is set. */
int *bsim_libc_threads(void);

#endif
