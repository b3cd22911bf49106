/* libc_wrap.c - exit() of a rank ends the rank; rand, random, drand48, strtok and getopt keep their state by rank.
 * bsimcc links programs with --wrap for each of them. */
#include "bsim/libc_wrap.h"

#include <stdlib.h>

#include "bsim/engine.h"

void bsim_libc_init(int np) {
    (void)np;
}

void bsim_libc_fini(void) {}

_Noreturn void __wrap_exit(int code);
_Noreturn void __wrap_exit(int code) {
    bsim_rank_ends(code);
}
