/* libc_wrap.h - state that the C library keeps for a process, kept for each rank instead. */
#ifndef BSIM_LIBC_WRAP_H
#define BSIM_LIBC_WRAP_H

#include <sys/types.h>

void bsim_libc_init(int np);

/* Ends the running rank, or a child process of a rank, as exit(code) or the end of main does: runs its atexit()
 * functions. call, site: as below. */
_Noreturn void bsim_libc_exit(int code, const char *call, const void *site);

/* engine.c: ends the running rank with an exit code. call: the function that ended it, NULL if main returned; site: its
 * place. */
_Noreturn void bsim_rank_ends(int code, const char *call, const void *site);

/* The rank that runs, whose thread this is, or which has forked this process; -1: none. */
int bsim_libc_rank(void);

/* rank_texts.c: what getpid() gives a rank. */
pid_t bsim_pid_of(int rank);

/* The calling rank's number of OpenMP threads; 0 until it is set. */
int *bsim_libc_threads(void);

/* What the calling rank does on signals: a list, NULL until the rank sets a disposition. signal_wrap.c */
struct bsim_disposition;
struct bsim_disposition **bsim_libc_signals(void);

#endif
