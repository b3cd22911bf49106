/* poll.h - polling calls (MPI_Test..., MPI_Iprobe): when their answer is known, and loops of polls, which would never
 * end because polls take no virtual time. */
#ifndef LMPI_POLL_H
#define LMPI_POLL_H

#include "lmpi/p2p/p2p.h"

/* Parks the running rank until everything has happened that can happen before its clock. */
void lmpi_poll_settle(const lmpi_call *call);
/* As lmpi_poll_settle, for a poll of requests. It also ends when all of them are matched: no later event can change the
 * answer then. */
void lmpi_poll_settle_requests(const lmpi_call *call, int count, const MPI_Request requests[]);
/* As lmpi_poll_settle, for a poll of a message of comm from a named source. It also ends when the message has come:
 * messages of one source are matched in the order of sending. */
void lmpi_poll_settle_message(const lmpi_call *call, int comm, int peer, int tag);

/* Handles a poll without success. If a poll of this object at this call site has failed before at this time, the
 * program polls in a loop. Then the clock jumps to the first event among all that has been polled for since that time
 * (true: poll again). Events: one of the requests is ready, or all of them (need_all), or a message has arrived (comm
 * >= 0, else -1). */
bool lmpi_poll_failed(const lmpi_call *call, uint64_t object, bool need_all, int count, const MPI_Request requests[],
                      int comm, int peer, int tag);

extern bool lmpi_polled; /* some rank has polled */
void lmpi_poll_forget(void);
/* The running rank has done more than to poll, though that took no time, such as to send a message or to post a
 * receive: the next poll is the first one at this time. A program that does so for ever without a success is bounded,
 * since its clock would stand still. */
static inline void lmpi_poll_interrupted(void) {
    if (__builtin_expect(__atomic_load_n(&lmpi_polled, __ATOMIC_RELAXED), 0))
        lmpi_poll_forget();
}

/* Set when the program has a window: then a poll without success takes time. lmpi_poll_step: so many seconds, where the
 * program has waited so long. */
extern bool lmpi_polls_take_time;
double lmpi_poll_step(double waited_s);

#endif
