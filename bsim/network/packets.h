/* packets.h - packets that wait for links in the order in which they come.
 *
 * The data of a flow are packets of one size, the last of which may be shorter. Each link serves one packet at a time,
 * in the order in which they come to it, and its queue holds all that wait. A flow has one packet at a time at its
 * first link, so that flows of one sender take turns there, or as many as small queues allow (small_queues.h); what has
 * passed it waits for the links of its way alone. Packets pass switches as they come in (virtual cut-through: Kermani
 * and Kleinrock, Computer Networks 3, 1979): a packet begins on the next link when its head is there, and ends on it no
 * earlier than on the one before. So a flow that meets no other takes bytes / rate, as in flow.h, on a route of any
 * length.
 *
 * A link with a burst is a token bucket, as the limits of virtual machines' networks are (tc-tbf): it fills with the
 * link's rate up to the burst, and a packet passes when there are tokens for its bytes. Followed as in the generic cell
 * rate algorithm (ITU-T I.371): by the time at which the bucket will be full.
 *
 * What the two models differ in: a flow of flow.h that is slow on one link is as slow on all of its links, and leaves
 * their rest to others; here its packets pass the first links at their speed and wait in front of the slow one.
 *
 * Times are in seconds, rates in bytes per second. Must not know messages, topologies or events. */
#ifndef BSIM_PACKETS_H
#define BSIM_PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/network/flow.h"

/* What is the same for all links, in bytes. */
struct bsim_queueing {
    double packet; /* of each packet, > 0 */
    double burst;  /* what a link that was idle for long lets pass at once: the size of its token bucket; or 0 */
    double window; /* above 0 flows are messages of TCP, of which each connection has one at a time, and the queue of a
                      first link has what small queues allow */
};

/* As bsim_flows_new. */
struct bsim_packets *bsim_packets_new(int nlink, const double *capacity, double limit, int longest,
                                      const struct bsim_queueing *queueing, bsim_route_fn *route, const void *arg);
void bsim_packets_free(struct bsim_packets *packets);

/* A flow of bytes > 0 starts. flow->limit: a packet follows the one before it no earlier than at this rate; 0: that of
 * all flows. With a window flow->source and flow->dest are its connection. If time_s is below that of what
 * bsim_packets_take has done, what it has done is before this flow. */
void bsim_packets_start(struct bsim_packets *packets, struct bsim_flow *flow, int32_t from, int32_t to, double bytes,
                        double time_s);

/* The time up to which packets have moved. */
double bsim_packets_now(const struct bsim_packets *packets);
/* When a packet comes to a link next, or a flow has left or ended; HUGE_VAL: there are none. */
double bsim_packets_next(const struct bsim_packets *packets);
/* Moves packets up to until_s, or up to a flow whose last packet has left its first link (*has_left; with a
 * window: is in its queue), or is there.
 * Returns this flow, at *time_s. NULL: nothing more happens by until_s. */
struct bsim_flow *bsim_packets_take(struct bsim_packets *packets, double until_s, double *time_s, bool *has_left);

/* As in flow.h. */
double bsim_packets_alone(struct bsim_packets *packets, int32_t from, int32_t to, double limit);
bool bsim_packets_used_since(struct bsim_packets *packets, int32_t from, int32_t to, double time_s);
/* A flow of bytes alone on links that were idle for long begins at time_s, before now_s: what is left of it by now_s,
 * and at *end_s when it would have ended. It has used its links up to then, and has taken tokens of their buckets. */
double bsim_packets_left_of_past(struct bsim_packets *packets, int32_t from, int32_t to, double limit, double bytes,
                                 double time_s, double now_s, double *end_s);

/* For tests: the bytes that a link has carried, and when it has served all that came so far. */
double bsim_packets_carried(const struct bsim_packets *packets, int link, double *free_s);

#endif
