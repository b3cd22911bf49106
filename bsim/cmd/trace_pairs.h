/* trace_pairs.h - inside of bsim trace: which send of a trace each receive took. */
#ifndef BSIM_CMD_TRACE_PAIRS_H
#define BSIM_CMD_TRACE_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "bsim/cmd/trace_walk.h"

/* A message. Its times are from the beginning of the trace of the rank: the send call began and ended, the call began
 * that posted the receive, and the call ended that completed it. */
struct bsim_trace_pair {
    int from, to, context;
    int64_t tag, bytes; /* that were sent */
    int64_t send_ns[2], receive_ns[2];
    int64_t send, receive; /* the sends of rank `from`, and the receives of rank `to`, are 0, 1, ... in their order */
};
struct bsim_trace_pairs {
    struct bsim_trace_pair *pair; /* owned; sorted by send_ns, then by sender and order */
    size_t n;
    size_t unmatched; /* sends and receives of messages whose other side the trace does not have */
    size_t early;     /* messages that end before they begin, on the clocks of the trace */
};
bool bsim_trace_pairs_find(struct bsim_trace_pairs *pairs, const struct bsim_trace *trace,
                           struct bsim_trace_contexts *contexts, struct bsim_error *err);
/* Warns of messages that are unmatched or early. */
void bsim_trace_pairs_tell(const struct bsim_trace_pairs *pairs, const struct bsim_trace *trace);
void bsim_trace_pairs_end(struct bsim_trace_pairs *pairs);

#endif
