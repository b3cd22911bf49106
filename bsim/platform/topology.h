/* topology.h - how many links a message crosses between two nodes, by the shortest route.
 *
 * Hops are computed from the numbers of the nodes by a few multiplications; no table grows with the machine. For a
 * torus of few dimensions there is a shorter way from the places of the nodes, which the network keeps. A hop is one
 * link: between neighbours of a torus 1; with switches the links to the first and from the last one count too. */
#ifndef BSIM_TOPOLOGY_H
#define BSIM_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BSIM_TOPOLOGY_MAX_SIZES = 8 };

enum bsim_topology_kind {
    BSIM_TOPOLOGY_NONE,     /* any two nodes are one hop apart */
    BSIM_TOPOLOGY_TORUS,    /* sizes: dimensions; the last one varies fastest with the number of the node */
    BSIM_TOPOLOGY_FAT_TREE, /* sizes: children of a switch at each level, the switches next to the nodes first */
    BSIM_TOPOLOGY_DRAGONFLY /* sizes: groups, routers of a group, nodes of a router */
};

/* Plain data, made by bsim_topology_make; zeroed it is BSIM_TOPOLOGY_NONE. */
struct bsim_topology {
    enum bsim_topology_kind kind;
    int nsize, size[BSIM_TOPOLOGY_MAX_SIZES];
    uint64_t inverse[BSIM_TOPOLOGY_MAX_SIZES]; /* 2^63 / size, rounded up: division by multiplication */
    int64_t nodes;                             /* the product of the sizes */
    int64_t diameter;                          /* the most hops between two nodes */
    int global_links;                          /* dragonfly: links of one router to other groups, at most */
    uint64_t global_inverse;
};

/* The names of the kinds but the first, in their order; NULL-terminated. */
extern const char *const bsim_topology_names[];

/* 1 <= nsize <= BSIM_TOPOLOGY_MAX_SIZES, each size 1..INT_MAX; dragonfly: nsize = 3. False if the product is above
 * INT_MAX. */
bool bsim_topology_make(struct bsim_topology *topology, enum bsim_topology_kind kind, int nsize, const int *size);

/* a, b: 0 <= node < nodes. 0 if they are equal, 1..diameter otherwise. */
int bsim_topology_hops(const struct bsim_topology *topology, uint32_t a, uint32_t b);

/* The place of a node in a torus of at most BSIM_PLACE_SIZES dimensions, each below 2^15: its coordinates. Further
 * dimensions have size 1. */
enum { BSIM_PLACE_SIZES = 4 };
struct bsim_place {
    int16_t at[BSIM_PLACE_SIZES];
};

/* False if the topology is no such torus. */
bool bsim_topology_has_places(const struct bsim_topology *topology);
struct bsim_place bsim_topology_place(const struct bsim_topology *topology, uint32_t node);

/* As bsim_topology_hops; size: the place behind the last one in each dimension. All dimensions at once. */
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
    return (int)(all * 0x0001000100010001u >> 48); /* the sum; all of them are below 2^16 together */
}

/* "torus 16x16x16"; "" without a topology. Returns buf. */
const char *bsim_topology_text(const struct bsim_topology *topology, char *buf, size_t size);

#endif
