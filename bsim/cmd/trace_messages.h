/* trace_messages.h - inside of bsim trace: the messages that the ranks of a trace send to each other. */
#ifndef BSIM_CMD_TRACE_MESSAGES_H
#define BSIM_CMD_TRACE_MESSAGES_H

#include <stdint.h>

struct bsim_trace;

/* Calls `sent` for each message of each rank, in the order of the rank's calls: ranks of MPI_COMM_WORLD, and bytes.
 * Collectives are not messages. Returns the number of messages whose destination is not known, since the trace
 * lacks what made their communicator, or that is a part of an inter-communicator. */
int64_t bsim_trace_messages(const struct bsim_trace *trace, void (*sent)(void *data, int from, int to, int64_t bytes),
                            void *data);

#endif
