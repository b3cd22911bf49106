/* traffic.h - what each rank sends and receives, for the warning of messages that do not wait for each other where the
 * platform gives no bandwidth of network cards, or of the memory for messages within a node. Counted only there
 * (bsim_context.counts_traffic), and without messages that are too small to matter (bsim_context.traffic_above). */
#ifndef BSIM_TRAFFIC_H
#define BSIM_TRAFFIC_H

#include <stdint.h>

#include "bsim/base/context.h"
#include "bsim/kernel/engine.h"

struct bsim_run;

/* The counted messages of a rank: their bytes, or, if bsim_context.gaps_differ, the time that these take on their way
 * if a message meets no other, in scenario 0 and in units of 2^-44 s. Index 1: within its node, 0: between nodes. */
struct bsim_traffic {
    uint64_t sent[2], received[2];
};

/* By rank, what this shard has counted. NULL: nothing is counted. */
extern BSIM_OF_SHARD struct bsim_traffic *bsim_traffic;

/* Counts a message of more than bsim_context.traffic_above bytes, from one rank to another. */
void bsim_traffic_add(int from, int to, int64_t bytes, double gap_s_per_byte);

/* Begins to count in this shard, when the network is known. */
void bsim_traffic_begin(void);
/* At the end of a shard's thread: leaves its counts for bsim_traffic_gather, which adds them to those of this shard. */
void bsim_traffic_leave(void);
void bsim_traffic_gather(void);
/* Warns if the messages of a rank or of a node would take long one after the other. */
void bsim_traffic_warn(const struct bsim_run *run);

#endif
