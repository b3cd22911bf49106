/* topology.h - the number of links (hops) that a message crosses between two nodes on its route,
 * which is a shortest one unless it is said otherwise.
 *
 * Hops are computed from the numbers of the nodes by a few multiplications, without a table. For a torus of few
 * dimensions bsim_place_hops is faster; it needs the places of the nodes. Neighbours in a torus are one hop apart. With
 * switches, the links from a node to its switch and back count too. */
#ifndef BSIM_TOPOLOGY_H
#define BSIM_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BSIM_TOPOLOGY_MAX_SIZES = 8 };

enum bsim_topology_kind {
    BSIM_TOPOLOGY_NONE,      /* any two nodes are one hop apart */
    BSIM_TOPOLOGY_TORUS,     /* sizes: dimensions; the last one varies fastest with the node's number */
    BSIM_TOPOLOGY_FAT_TREE,  /* sizes: children of a switch at each level, lowest level first */
    BSIM_TOPOLOGY_DRAGONFLY, /* sizes: groups, routers in a group, nodes at a router */
    BSIM_TOPOLOGY_MESH,      /* as a torus, without the links round */
    BSIM_TOPOLOGY_GRAPH      /* of a file (graph.h); no sizes */
};

/* Plain data, made by bsim_topology_make; zeroed it is BSIM_TOPOLOGY_NONE. */
struct bsim_topology {
    enum bsim_topology_kind kind;
    int nsize, size[BSIM_TOPOLOGY_MAX_SIZES];
    uint64_t inverse[BSIM_TOPOLOGY_MAX_SIZES]; /* 2^63 / size, rounded up: division by multiplication */
    int parents[BSIM_TOPOLOGY_MAX_SIZES]; /* fat tree: of a node or switch, at each level; 1 unless set. Hops do not
                                             depend on them */
    int64_t nodes;                        /* the product of the sizes */
    int64_t diameter;                     /* largest number of hops between two nodes */
    int global_links;                     /* dragonfly: largest number of links from a router to other groups */
    uint64_t global_inverse;
    bool valiant; /* dragonfly: routes between groups lead through a third group (bsim_topology_middle) */
    uint64_t seed;
    struct bsim_graph *graph; /* graph: owned by the platform */
};

/* The names of the kinds from BSIM_TOPOLOGY_TORUS on; NULL-terminated. */
extern const char *const bsim_topology_names[];

/* Requires 1 <= nsize <= BSIM_TOPOLOGY_MAX_SIZES (dragonfly: 3) and sizes of 1 to INT_MAX. False if the product of the
 * sizes is above INT_MAX. */
bool bsim_topology_make(struct bsim_topology *topology, enum bsim_topology_kind kind, int nsize, const int *size);

/* A graph becomes a topology. */
void bsim_topology_of_graph(struct bsim_topology *topology, struct bsim_graph *graph);

/* The hops from node a to node b, which are below nodes: 0 if a equals b, else 1..diameter. In a graph, whose links may
 * have different latencies, the class of the pair (bsim_graph.class_of), which may be another one from b to a. */
int bsim_topology_hops(const struct bsim_topology *topology, uint32_t a, uint32_t b);
/* Whether the platform's hop_latency is that of each link: there are links, which give none of their own. */
bool bsim_topology_has_hop_latency(const struct bsim_topology *topology);

/* Dragonfly: the router of a group, counted in the group, that has the link to another group. */
int bsim_topology_gateway(const struct bsim_topology *topology, uint32_t group, uint32_t other);

/* Dragonfly: routes between groups lead through a third group from now on, which the seed chooses (Valiant, SIAM J.
 * Comput. 1982; for dragonflies Kim et al., ISCA 2008). */
void bsim_topology_set_valiant(struct bsim_topology *topology, uint64_t seed);
/* The third group on the route between nodes a and b of two groups, drawn from all others; the same both ways. -1:
 * there is none. */
int bsim_topology_middle(const struct bsim_topology *topology, uint32_t a, uint32_t b, uint32_t group_a,
                         uint32_t group_b);

/* The coordinates of a node in a torus or mesh with at most BSIM_PLACE_SIZES dimensions, each below 2^15. Missing
 * dimensions count as size 1. */
enum { BSIM_PLACE_SIZES = 4 };
struct bsim_place {
    int16_t at[BSIM_PLACE_SIZES];
};

/* Whether the topology is such a torus, or such a mesh with sizes below 2^14. */
bool bsim_topology_has_places(const struct bsim_topology *topology);
/* The sizes for bsim_place_hops. In a mesh they are so large that the way round is never shorter. */
struct bsim_place bsim_topology_places_size(const struct bsim_topology *topology);
struct bsim_place bsim_topology_place(const struct bsim_topology *topology, uint32_t node);

/* As bsim_topology_hops, from places. size: the size of each dimension. Computes all dimensions at once. */
static inline int bsim_place_hops(struct bsim_place size, struct bsim_place a, struct bsim_place b) {
    typedef int16_t lanes __attribute__((vector_size(BSIM_PLACE_SIZES * sizeof(int16_t))));
    lanes of_a, of_b, of_size;
    memcpy(&of_a, &a, sizeof of_a);
    memcpy(&of_b, &b, sizeof of_b);
    memcpy(&of_size, &size, sizeof of_size);
    lanes d = of_a - of_b, sign = d >> 15, there = (d ^ sign) - sign, round = of_size - there;
    lanes is_less = there < round;
    lanes least = (there & is_less) | (round & ~is_less);
    uint64_t all;
    memcpy(&all, &least, sizeof all);
    return (int)(all * 0x0001000100010001u >> 48); /* the sum of the four lanes, which is below 2^16 */
}

/* "torus 16x16x16"; "" without a topology. Returns buf. */
const char *bsim_topology_text(const struct bsim_topology *topology, char *buf, size_t size);

#endif
