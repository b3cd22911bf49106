/* memory.h - how blocks slow down where the cores of a node share its memory.
 *
 * A part of a block's time, its memory share, goes with the bandwidth that its core gets of the node's memory; the rest
 * goes with the processor. This is the roofline model (Williams, Waterman, Patterson, CACM 52(4), 2009) with both parts
 * added, since a core overlaps them only in part. With t the time on one busy core of the measured node, m its memory
 * share, b the bandwidth that one busy core got there, B(c) = min(core_bandwidth, bandwidth / c) that of each of c busy
 * cores of the target's node, C cores, and v(c) = 1 - (1 - busy_speed) * (c - 1) / (C - 1) the speed of each,
 *
 *     t(c) = t * ((1 - m) / (speed * v(c)) + m * b / B(c)).
 *
 * If b is not known, it is that of the platform file at the speed 1 (bsim_platform_reference).
 *
 * On a node with sockets each has an equal part of the bandwidth, and B is of the busy cores of the rank's socket. */
#ifndef BSIM_COST_MEMORY_H
#define BSIM_COST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

enum { BSIM_MEMORY_PIECES = 4 };

/* The member "memory_share" of a model: by the time of an execution on one busy core, as data that fit in a cache need
 * no memory. Zero it before use. */
struct bsim_memory_share {
    int n;                              /* pieces; 0: not known */
    double below_s[BSIM_MEMORY_PIECES]; /* a piece is for shorter times; HUGE_VAL in the last */
    double share[BSIM_MEMORY_PIECES];   /* from 0 to 1 */
};

/* Reads a number, or a list of {"below", "share"}. v may be absent. False after an error. */
bool bsim_memory_share_read(struct bsim_memory_share *share, struct bsim_jval v);
/* The share at this time on one busy core; 0 if it is not known. */
double bsim_memory_share_at(const struct bsim_memory_share *share, double time_s);

/* Reads the node on which models were measured: member "node" of models.json. v may be absent. */
bool bsim_measured_node_read(struct bsim_node_sharing *node, struct bsim_jval v);
/* The time on one busy core of the node, from that with so many. */
double bsim_time_on_one_core(const struct bsim_node_sharing *node, const struct bsim_memory_share *share, double time_s,
                             int busy);

/* ---- the nodes of a run ---- */

/* The ranks' sockets, in classes: of nodes of one kind with equally many ranks, and equally many in the socket. A node
 * without sockets has one. */
struct bsim_busy_nodes {
    int nscen, nclass;
    int *busy;          /* by class: ranks of the node */
    int *kind;          /* by class: index of the kind of node in the platform, or -1 */
    int *in_socket;     /* by class: ranks of the socket */
    int *of_socket;     /* by socket: its class */
    int32_t *socket_of; /* by rank */
    /* By class and scenario: what the parts of a block's time on one core are multiplied by. NULL: neither platform nor
     * models tell how cores share their node, and all of a block's time goes with the platform's speed. */
    struct bsim_busy_factors {
        double processor, memory;
        /* The memory's, if all ranks of the socket are busy: "memory", but "with_messages" the ranks are not in that.
         */
        double crowded;
    } *factor;
    struct bsim_busy_factors *of_kind; /* the same for times that are those of the kind of node; NULL: there are none */
};

/* node_of: of np ranks. Without a memory or busy_speed of the platform's, its nodes have those of the measured node for
 * up to measured_busy cores, and for more as for so many. */
struct bsim_busy_nodes bsim_busy_nodes_make(const struct bsim_platform *platform, const int32_t *node_of, int np,
                                            const struct bsim_node_sharing *measured, int measured_busy);
void bsim_busy_nodes_free(struct bsim_busy_nodes *nodes);
static inline int bsim_busy_class(const struct bsim_busy_nodes *nodes, int rank) {
    return nodes->of_socket[nodes->socket_of[rank]];
}
/* The factors of a rank's node, nscen of them. */
static inline const struct bsim_busy_factors *bsim_busy_factors_of(const struct bsim_busy_nodes *nodes, int rank) {
    return nodes->factor + bsim_busy_class(nodes, rank) * nodes->nscen;
}
/* For a block whose model gives the time on this kind of node. */
static inline const struct bsim_busy_factors *bsim_busy_factors_of_kind(const struct bsim_busy_nodes *nodes, int rank) {
    return nodes->of_kind + bsim_busy_class(nodes, rank) * nodes->nscen;
}
/* The most ranks that a node has. */
int bsim_busy_most(const struct bsim_busy_nodes *nodes);

#endif
