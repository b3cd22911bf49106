/* undisturbed.h - messages over shared links whose data began before what the simulation of the links knew, while
 * others used the same links: their times are too short. They are counted, and the run tells them at its end. */
#ifndef LMPI_UNDISTURBED_H
#define LMPI_UNDISTURBED_H

#include "lmpi/core/lmpi_internal.h"

/* site: of the message. To be called by events. */
void lmpi_undisturbed_note(const struct bsim_site *site);
/* Warns of what was noted. */
void lmpi_undisturbed_report(void);

#endif
