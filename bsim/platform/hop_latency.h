/* hop_latency.h - what the hops of a route add to its latency: the same for each hop, or in a fat tree by level.
 *
 * Levels of a fat tree with latencies of their own are how sites joined by slow links are written: the last level is
 * the network between the sites (docs/reference/platform.md#sites). */
#ifndef BSIM_HOP_LATENCY_H
#define BSIM_HOP_LATENCY_H

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* Reads hop_latency that is a list: the latency of a hop at each level of a fat tree, the nodes' first. Else an error.
 */
void bsim_hop_latency_levels(struct bsim_platform *platform, struct bsim_jval list);
/* Whether a scenario may set network.KEY; else an error at v. */
bool bsim_hop_latency_may_set(const struct bsim_platform *platform, const char *key, struct bsim_jval v);
/* The seconds of a route with so many hops in scenario k. With levels the number of hops tells the level: a route goes
 * up hops / 2 levels and down again. */
double bsim_hop_latency(const struct bsim_platform *platform, int hops, int k);

#endif
