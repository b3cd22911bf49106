/* missing.c - what a program meets that calls a function of MPI which the runtime does not have, if it was linked with
 * the stops for these (BSIM_MISSING=stop, docs/reference/bsimcc.md). */
#include "bsim/kernel/engine.h"

_Noreturn void lmpi_missing(const char *name, const void *site) __attribute__((visibility("default")));

void lmpi_missing(const char *name, const void *site) {
    bsim_fatal_at(BSIM_EXIT_USAGE, site, "the runtime does not have %s (docs/reference/mpi.md)", name);
}
