/* inside.c - whether a rank may call MPI: between MPI_Init and MPI_Finalize, and in a session. */
#include "lmpi/core/lmpi_internal.h"
#include "lmpi/core/rank_extension.h"

void lmpi_inside_changed(void) {
    lmpi_rank *self = lmpi_self();
    bool in_session = self->extension && self->extension->sessions > 0;
    self->inside = (self->initialized && !self->finalized) || in_session;
}

void lmpi_outside(const char *function, const void *site) {
    bsim_fatal_at(BSIM_EXIT_MISUSE, site, "%s: called %s", function + (function[0] == 'L'),
                  lmpi_self()->finalized ? "after MPI_Finalize" : "before MPI_Init");
}
