/* libc_wrap.h - state of the C library that programs take for their own process's: one for each rank. */
#ifndef BSIM_LIBC_WRAP_H
#define BSIM_LIBC_WRAP_H

void bsim_libc_init(int np);
void bsim_libc_fini(void);

/* The running rank ends with this exit code: the return of its main, or exit(). Does not return. */
_Noreturn void bsim_rank_ends(int code);

#endif
