/* route.h - the links of a machine, and those that a message crosses from one node to another.
 *
 * Each link carries one direction. Routes are fixed, and shortest but for Valiant's:
 *   no topology  from the node's card to a switch that never limits, and to the other card
 *   torus, mesh  dimension order: first all hops in the last dimension, in which consecutive nodes are neighbours, then
 *                in the one before it. Half the way round a ring goes up from even coordinates and down from odd ones
 *   fat_tree     up to the first switch above both nodes and down again; where a switch has several parents, number
 *                (to / P) mod parents, with P the product of the parents of the levels below (D-mod-k: Zahavi, IPDPS
 *                workshops 2011)
 *   dragonfly    to the router that has the link to the other group, over it, and to the node's router; or (Valiant)
 *                so to a third group first, which is the same for all messages between two nodes
 *   graph        as graph.h says
 * With cards, each card of a node is a link in either direction, at the ends of the routes over it. With several planes
 * (rails) card i of each node is on plane i, which has all links of the topology for itself. Must not know speeds. */
#ifndef BSIM_ROUTE_H
#define BSIM_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/platform/topology.h"

/* Classes of links: 0 the cards, 1 + i dimension i of a torus or mesh, or level i of a fat tree, or in a dragonfly the
 * links of nodes, within groups, between groups; 1 the links of a graph, two for each cable. */
enum { BSIM_ROUTE_CLASSES = 1 + BSIM_TOPOLOGY_MAX_SIZES };

struct bsim_routes {
    const struct bsim_topology *topology;
    int64_t nodes;
    int cards;                             /* of a node that are links; 0: none is */
    int planes;                            /* copies of the topology's links: with rails one for each card; else 1 */
    int classes;                           /* that the topology has, with the cards */
    int64_t first[BSIM_ROUTE_CLASSES + 1]; /* the links of class c are first[c] .. first[c + 1] - 1 */
    int64_t of_plane;                      /* links of a plane; those of plane i are i * of_plane above these */
    int longest;                           /* at least the most links of a route */
    int64_t below[BSIM_TOPOLOGY_MAX_SIZES + 1], parents[BSIM_TOPOLOGY_MAX_SIZES + 1]; /* fat tree: products of sizes */
};

/* topology must outlive the routes. nodes: those of the topology, or without one as many as are wanted. False if there
 * are more than INT_MAX links. rails: each card is on a plane of its own. */
bool bsim_routes_make(struct bsim_routes *routes, const struct bsim_topology *topology, int64_t nodes, int cards,
                      bool rails);
/* How many links there are: those below first[classes] and those of the further planes. */
int64_t bsim_routes_links(const struct bsim_routes *routes);
/* The class of a link. */
int bsim_routes_class(const struct bsim_routes *routes, int64_t link);
/* Whether a link of a fat tree leads away from its root. */
bool bsim_routes_is_down(const struct bsim_routes *routes, int64_t link);

/* Writes the links from one node to another, which must differ, in their order; returns their number. With several
 * cards, from and to are numbers of cards: node * cards + the number of the card in the node. routes: a struct
 * bsim_routes (bsim_route_fn in bsim/network/flow.h). */
int bsim_route(const void *routes, int32_t from, int32_t to, int32_t *links);

#endif
