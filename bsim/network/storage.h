/* storage.h - the file system as a resource that accesses share: "file_system" of the platform.
 *
 * An access of b bytes takes latency + b / bandwidth, where the bandwidth is what one rank gets. With node_bandwidth
 * the accesses of a node share it, with total_bandwidth all accesses do: each goes as fast as those that came before it
 * leave it, and makes up for what it is behind `bandwidth` as soon as more is free (capacity.h). Each scenario has its
 * own times. Must not know MPI. */
#ifndef BSIM_STORAGE_H
#define BSIM_STORAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/platform/platform.h"

/* The platform must outlive it. */
void bsim_storage_init(const struct bsim_platform *platform, int nodes);
void bsim_storage_fini(void);
/* Whether the platform has a file system; without one accesses take no time. */
bool bsim_storage_known(void);
/* An access of a rank on a node: advances a clock to its end. Calls must come in the order of virtual time, those of
 * one time by rank. Scenarios in which accesses share a bandwidth in another order diverge. site: the call. */
void bsim_storage_access(int32_t node, int rank, double bytes, double *clock, const void *site);
/* Advances a clock by the latency: an operation that moves no data. */
void bsim_storage_touch(double *clock);
/* Aggregators of a collective access on each node. */
int bsim_storage_aggregators(void);
/* Advances a clock by what it takes to bring so many bytes of other ranks to their aggregator: the latency and
 * bandwidth of the network, or of a node, if all are on one. */
void bsim_storage_exchange(double bytes, bool one_node, double *clock);

#endif
