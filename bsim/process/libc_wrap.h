/* libc_wrap.h - state of the C library that programs take for their own process's: one for each rank. */
#ifndef BSIM_LIBC_WRAP_H
#define BSIM_LIBC_WRAP_H

void bsim_libc_init(int np);
void bsim_libc_fini(void);

/* The running rank, or its child process, ends by exit(code), or by the end of main: runs what it has given to
 * atexit(). CALL, SITE: as below. */
_Noreturn void bsim_libc_exit(int code, const char *call, const void *site);

/* The running rank ends with this exit code, by CALL at SITE ("main" returned: NULL). Does not return. engine.c */
_Noreturn void bsim_rank_ends(int code, const char *call, const void *site);

/* The calling rank's number of OpenMP threads; 0 until it is set. */
int *bsim_libc_threads(void);

/* What the calling rank does on signals: a list, NULL until the rank sets a disposition. signal_wrap.c */
struct bsim_disposition;
struct bsim_disposition **bsim_libc_signals(void);
void bsim_signals_free(struct bsim_disposition *list);

#endif
