/* flow.h - flows that share links max-min fairly.
 *
 * A flow carries bytes over the links of its route. No flow is faster than its limit, no link carries more than its
 * capacity, and the rates are max-min fair: each flow has its limit, or crosses a link that is full and on which no
 * flow is faster (its bottleneck; Bertsekas and Gallager, Data Networks, 6.5.2). This fixes all rates. They are solved
 * anew when flows have started or ended, for the flows whose rates may change: first those with a bottleneck on a link
 * of a changed flow, then more of them until every bottleneck that was touched is one. Rates are exact up to rounding.
 *
 * Flows between the same two nodes with one limit (and one extra_s) have one rate, so they are one bundle for the
 * solver. Times are in seconds, rates in bytes per second. Must not know messages, topologies or events. */
#ifndef BSIM_FLOW_H
#define BSIM_FLOW_H

#include <stdbool.h>
#include <stdint.h>

/* Owned by the caller, and untouched by it from the start of the flow to its end. */
struct bsim_flow {
    double target; /* what each flow of its bundle will have carried, since the bundle began, when this one ends */
    uint64_t number;
    double limit;         /* set by the caller; 0: that of all flows */
    double extra_s;       /* set by the caller: what each byte takes longer than at the flow's rate, which it keeps */
    int32_t source, dest; /* the connection, where that matters (packets.h); set by the caller */
    /* For the caller of bsim_flows_take: to be called when the flow has ended, and before that when another flow may
     * have its place at the first link. */
    void (*ended)(struct bsim_flow *flow, double end_s);
    void (*left)(struct bsim_flow *flow, double time_s);
};

/* Writes the links of the route from one node to another and returns their number, which is 1 or more. A route has no
 * link twice. */
typedef int bsim_route_fn(const void *arg, int32_t from, int32_t to, int32_t *links);

/* Links 0..nlink-1 with their capacities, which are copied. longest: the most links of a route. limit: of flows that
 * have none of their own; HUGE_VAL: none. */
struct bsim_flows *bsim_flows_new(int nlink, const double *capacity, double limit, int longest, bsim_route_fn *route,
                                  const void *arg);
void bsim_flows_free(struct bsim_flows *flows);

/* A flow starts. bytes > 0. time_s must not be below that of earlier calls for these flows. Its rate is 0 until
 * bsim_flows_solve. */
void bsim_flows_start(struct bsim_flows *flows, struct bsim_flow *flow, int32_t from, int32_t to, double bytes,
                      double time_s);

/* Whether flows have started or ended since the rates were solved. */
bool bsim_flows_changed(const struct bsim_flows *flows);
/* Solves the rates from time_s on. */
void bsim_flows_solve(struct bsim_flows *flows, double time_s);
/* When the next flow ends at the present rates; HUGE_VAL: none. */
double bsim_flows_next(const struct bsim_flows *flows);
/* Removes the flow that ends next and sets *end_s. NULL if none ends by until_s. */
struct bsim_flow *bsim_flows_take(struct bsim_flows *flows, double until_s, double *end_s);

/* The rate of a flow between two nodes that meets no other: its limit (0: that of all), or the least capacity of its
 * links. */
double bsim_flows_alone(struct bsim_flows *flows, int32_t from, int32_t to, double limit);

/* Whether a link between two nodes has had a flow between time_s and now_s. */
bool bsim_flows_used_since(struct bsim_flows *flows, int32_t from, int32_t to, double time_s, double now_s);
/* Notes that the links between two nodes had a flow, which is none of these flows, until end_s. */
void bsim_flows_note_use(struct bsim_flows *flows, int32_t from, int32_t to, double end_s);

/* For tests: the present rate of a flow between two nodes that has no limit of its own, 0 if there is none; what a link
 * carries, and can carry. */
double bsim_flows_rate(const struct bsim_flows *flows, int32_t from, int32_t to);
double bsim_flows_load(const struct bsim_flows *flows, int link, double *capacity);
/* Bundles that were solved so far: a measure of the work. */
uint64_t bsim_flows_solved(const struct bsim_flows *flows);

#endif
