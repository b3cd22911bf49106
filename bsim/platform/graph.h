/* graph.h - a network that a file describes (docs/reference/platform.md, models/schema/graph.schema.json): nodes,
 * switches, and links between any two of them; and the routes over them.
 *
 * Vertices are the nodes 0 .. nodes - 1, then the switches in the order of the file. Links carry both directions, each
 * on its own. A route has the fewest links, then the least latency. Where several next links are as good, they are
 * numbered in the order of the file, and number (target mod how many there are) is taken, as D-mod-k does in a tree; so
 * routes depend on nothing else. A table of routes in the file (graph_table.c) stands before that. Must not know ranks
 * or messages. */
#ifndef BSIM_GRAPH_H
#define BSIM_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/json_read.h"

/* nodes * vertices is at most this; the tables have 4 bytes for each. */
enum { BSIM_GRAPH_MOST = 1 << 26 };

struct bsim_graph_link {
    int32_t end[2];      /* vertices; -1: it has no place, and only routes of the table pass it */
    double bandwidth[2]; /* bytes per second, of each cable, from end[0] and from end[1]; 0: not given */
    double latency_s[2]; /* likewise; negative: not given */
    int32_t cables;      /* 1 or more */
    int32_t first_cable; /* number of the first */
    char *name;          /* NULL: none */
};

/* Owned by the platform. */
struct bsim_graph {
    int nodes, vertices, nlink;
    char **switch_name; /* by vertex - nodes */
    struct bsim_graph_link *link;
    int cables;       /* of all links */
    int longest;      /* the most links of a route */
    bool has_latency; /* all links give a latency; else none does */
    int32_t *next;    /* by target node and vertex: the next link of the shortest route */
    /* The table of routes. route_at: by from * nodes + to, where the route begins in `routed`; 0: it is the shortest
     * one. NULL: no table. A route is the number of its links, and for each of them 2 * link + direction; links without
     * a place have one direction, 0. */
    uint32_t *route_at;
    int32_t *routed;
    bool by_rate;       /* classes know bandwidths */
    uint16_t *class_of; /* by from * nodes + to: a number for pairs whose routes are alike, both the one there and the
                           one back; 0: the same node */
    int classes;        /* without 0 */
    struct bsim_graph_class {
        double latency_s; /* of all links there; 0 if they give none */
        int hops;
        double bandwidth; /* the least of the links there; 0: none gives one, or not by_rate */
        int back;         /* the class of the pair in the other direction; its own if both routes are alike */
    } *class;             /* by number; [0] is not used */
};

/* Reads the file `path` for a platform of so many nodes. by_rate: routes of different bandwidths are of different
 * classes. NULL, and an error at v, if it is not a network of them. */
struct bsim_graph *bsim_graph_read(const char *path, int nodes, bool by_rate, struct bsim_jval v);
void bsim_graph_free(struct bsim_graph *graph);

/* The vertex that a value of the file names: the number of a node, or the name of one of the switches; an error if it
 * is neither. */
int32_t bsim_graph_vertex(const struct bsim_graph *graph, struct bsim_jval switches, struct bsim_jval v);

/* Reads the table of routes in the file ("routes", "other_routes"), once all links are known. False after an error. */
bool bsim_graph_read_table(struct bsim_graph *graph, struct bsim_jval root);

/* Writes the route between two nodes, which must differ: for each link 2 * cable + direction. Returns their number. Of
 * several cables of a link a hash of the two nodes takes one. */
int bsim_graph_route(const struct bsim_graph *graph, int32_t from, int32_t to, int32_t *links);

/* Whether any route leads through a node. */
bool bsim_graph_passes_nodes(const struct bsim_graph *graph);

#endif
