/* poll.h - calls that look without waiting (Test..., Iprobe): when they may answer, and loops of them that would never
 * end since nothing moves the clock. */
#ifndef LMPI_POLL_H
#define LMPI_POLL_H

#include "lmpi/p2p/p2p.h"

/* Parks the running rank until all that can happen before its clock has happened. */
void lmpi_poll_settle(const lmpi_call *call);
/* The same for a look at one thing alone, which ends too when the thing is known: a request that is not matched (NULL:
 * none), or a message of comm from a named source. Messages of one source are matched in the order of sending, so
 * nothing that comes later can be the answer in its place. */
void lmpi_poll_settle_one(const lmpi_call *call, lmpi_request *request, int comm, int peer, int tag);

/* A poll has failed. If the same one (site, object) failed before at the same clock, the program polls in a loop: the
 * clock jumps to the first event among all that was polled for since then (true: ask again). Events: one of the
 * requests is ready, or all of them are, or a message is there (comm >= 0; else -1). */
bool lmpi_poll_failed(const lmpi_call *call, uint64_t object, bool need_all, int count, const MPI_Request requests[],
                      int comm, int peer, int tag);

#endif
