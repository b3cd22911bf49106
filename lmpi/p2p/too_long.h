/* too_long.h - messages that are longer than the buffers of their receives, in runs that go on behind them. */
#ifndef LMPI_TOO_LONG_H
#define LMPI_TOO_LONG_H

#include <stdbool.h>

#include "lmpi/p2p/p2p.h"

/* Whether such a message is counted, and is no error: in the calls of a trace, whose program went on behind the error.
 * Set before the ranks start. */
extern bool lmpi_too_long_counts;
/* The running rank's receive took such a message. */
void lmpi_too_long_note(const lmpi_request *r, const lmpi_call *call);
/* Warns of what was noted. */
void lmpi_too_long_report(void);

#endif
