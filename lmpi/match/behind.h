/* behind.h - messages that wait at network cards behind longer ones, for longer than cards that send the packets of
 * several messages in turn would let them: those that begin before messages of a collective that was computed as a
 * whole (bsim_card_place). They are counted, and the run tells them at its end. */
#ifndef LMPI_BEHIND_H
#define LMPI_BEHIND_H

#include "lmpi/core/lmpi_internal.h"

/* A message of so many bytes to a rank came so much later. site: the address of its call. To be called by events. */
void lmpi_behind_note(int rank, double bytes, double seconds, const void *site);
/* Warns if what a rank's messages waited so is a good part of the predicted time. */
void lmpi_behind_report(void);

#endif
