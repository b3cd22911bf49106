/* links.h - the links of the machine, which messages between nodes share if the platform says "contention".
 *
 * A message's data are a flow over the links of its route (bsim/platform/route.h). With "max-min" the rates of flows
 * are fair (flow.h). Flows start and end as events (bsim/kernel/engine.h), in the order of virtual time, and rates are
 * solved once for all that happens at one time. With "queues" flows are packets (packets.h), which come to links in
 * that order; messages within a node have fair rates all the same. Only scenario 0 has flows: which flows meet depends
 * on all times, so other scenarios are run apart. Must not know messages. */
#ifndef BSIM_LINKS_H
#define BSIM_LINKS_H

#include "bsim/network/flow.h"
#include "bsim/network/network.h"
#include "bsim/platform/platform.h"

/* Makes the links if the platform has contention. platform must outlive them. False and *err if there are too many. */
bool bsim_links_init(const struct bsim_platform *platform, int nodes, struct bsim_error *err);
void bsim_links_fini(void);

/* Whether the platform says "flows": "pair": all messages from one rank to another have one flow at a time. */
bool bsim_links_by_pair(void);

/* A flow of bytes > 0 starts at time_s, between nodes and over their cards of this number; or within a node (from
 * equals to), in its memory, if the platform has shared_bandwidth. path: of the message: a piece with a bandwidth of
 * its own has at most that, and one with a factor on the connection's has more bytes on the links, or fewer. To be
 * called by an event. flow->left, when its data have left their first link (with max-min: when it ends), and then
 * flow->ended are called as parts of events, or at once. time_s may be before earlier calls, as in a collective whose
 * last member came late (coll.h); what the flow carried before the present is taken as undisturbed. */
void bsim_links_start(struct bsim_flow *flow, const struct bsim_path *path, int32_t from, int32_t to, int card,
                      double bytes, double time_s);

/* A flow of bytes > 0 of a rank that calculates, in the memory of its node, starts at time_s. flow->limit: what a core
 * has alone; flow->extra_s: the rest of its time; past_rate: what it has until what is known, if it starts before that.
 * To be called by an event, if bsim_links_calculate_too(). */
void bsim_links_calculate(struct bsim_flow *flow, int32_t node, double bytes, double past_rate, double time_s);
/* Whether the platform says "with_messages" of its memory: messages within a node and what its ranks calculate share
 * it. */
bool bsim_links_calculate_too(void);

/* How much longer a flow took than alone_s, if it ended at end_s after a start at start_s. Rounding counts as nothing,
 * so that what meets no other has the times that it has without contention. */
double bsim_links_waited(double start_s, double alone_s, double end_s);

/* Whether time_s is before what is known of the flows between these nodes, or within one, by more than two bytes of the
 * slowest message take: in loggpo a message's last byte leaves when its sender has gone on. */
bool bsim_links_is_past(int32_t from, int32_t to, double time_s);
/* Of such a time: whether other flows have used the links of this card's route since. */
bool bsim_links_used_since(int32_t from, int32_t to, int card, double time_s);

#endif
