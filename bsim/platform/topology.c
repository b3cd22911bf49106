/* topology.c - hop counts of torus, mesh, fat tree and dragonfly. Must not know ranks, times or files. */
#include "bsim/platform/topology.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "bsim/platform/graph.h"

const char *const bsim_topology_names[] = {"torus", "fat_tree", "dragonfly", "mesh", "graph", NULL};

/* n / size for n < 2^31. Exact: the relative error of the inverse is below size / 2^63, so the quotient is too large by
 * less than 1 / size. */
static inline uint32_t divide(uint32_t n, uint64_t inverse) {
    return (uint32_t)(((unsigned __int128)n * inverse) >> 63);
}

static uint64_t inverse_of(int size) {
    return ((UINT64_C(1) << 63) + (uint64_t)size - 1) / (uint64_t)size;
}

static inline uint32_t distance(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

static inline uint32_t ring_hops(uint32_t a, uint32_t b, uint32_t size) {
    uint32_t d = distance(a, b);
    return d < size - d ? d : size - d;
}

/* The sum over all dimensions of the shorter way round the ring. */
static inline int torus_hops(const struct bsim_topology *t, uint32_t a, uint32_t b) {
    uint32_t hops = 0;
    for (int i = t->nsize - 1; i > 0; i--) {
        uint32_t size = (uint32_t)t->size[i];
        uint32_t next_a = divide(a, t->inverse[i]), next_b = divide(b, t->inverse[i]);
        hops += ring_hops(a - next_a * size, b - next_b * size, size);
        a = next_a;
        b = next_b;
    }
    return (int)(hops + ring_hops(a, b, (uint32_t)t->size[0]));
}

/* The sum over all dimensions of the distances. */
static int mesh_hops(const struct bsim_topology *t, uint32_t a, uint32_t b) {
    uint32_t hops = 0;
    for (int i = t->nsize - 1; i >= 0; i--) {
        uint32_t size = (uint32_t)t->size[i];
        uint32_t next_a = divide(a, t->inverse[i]), next_b = divide(b, t->inverse[i]);
        hops += distance(a - next_a * size, b - next_b * size);
        a = next_a;
        b = next_b;
    }
    return (int)hops;
}

bool bsim_topology_has_places(const struct bsim_topology *t) {
    bool is_mesh = t->kind == BSIM_TOPOLOGY_MESH;
    bool fits = (is_mesh || t->kind == BSIM_TOPOLOGY_TORUS) && t->nsize <= BSIM_PLACE_SIZES;
    for (int i = 0; fits && i < t->nsize; i++)
        fits = t->size[i] <= (is_mesh ? INT16_MAX / 2 : INT16_MAX);
    return fits;
}

struct bsim_place bsim_topology_places_size(const struct bsim_topology *t) {
    struct bsim_place size;
    for (int i = 0; i < BSIM_PLACE_SIZES; i++)
        size.at[i] = (int16_t)(i >= t->nsize ? 1 : t->kind == BSIM_TOPOLOGY_MESH ? INT16_MAX : t->size[i]);
    return size;
}

struct bsim_place bsim_topology_place(const struct bsim_topology *t, uint32_t node) {
    struct bsim_place place = {{0}};
    for (int i = t->nsize - 1; i >= 0; i--) {
        uint32_t next = divide(node, t->inverse[i]);
        place.at[i] = (int16_t)(node - next * (uint32_t)t->size[i]);
        node = next;
    }
    return place;
}

/* Up to the lowest switch above both nodes, and down again. */
static inline int fat_tree_hops(const struct bsim_topology *t, uint32_t a, uint32_t b) {
    int level = 0;
    while (a != b) {
        a = divide(a, t->inverse[level]);
        b = divide(b, t->inverse[level]);
        level++;
    }
    return 2 * level;
}

/* The router of a group that has the link to another group. The other groups are assigned to the routers in order,
 * global_links to each router. */
static inline uint32_t gateway(const struct bsim_topology *t, uint32_t group, uint32_t other) {
    return divide(other < group ? other : other - 1, t->global_inverse);
}

int bsim_topology_gateway(const struct bsim_topology *t, uint32_t group, uint32_t other) {
    return (int)gateway(t, group, other);
}

/* A random number from three (the finalizer of SplitMix64: Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t mixed(uint64_t seed, uint32_t a, uint32_t b) {
    uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)a << 32 | b);
    for (int round = 0; round < 2; round++) {
        x += UINT64_C(0x9e3779b97f4a7c15);
        x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
        x ^= x >> 31;
    }
    return x;
}

void bsim_topology_set_valiant(struct bsim_topology *t, uint64_t seed) {
    t->valiant = t->size[0] > 2;
    t->seed = seed;
    if (t->valiant)
        t->diameter = 7;
}

int bsim_topology_middle(const struct bsim_topology *t, uint32_t a, uint32_t b, uint32_t group_a, uint32_t group_b) {
    if (!t->valiant)
        return -1;
    uint32_t low = group_a < group_b ? group_a : group_b, high = group_a < group_b ? group_b : group_a;
    uint32_t middle = (uint32_t)(mixed(t->seed, a < b ? a : b, a < b ? b : a) % (uint32_t)(t->size[0] - 2));
    middle += middle >= low;
    middle += middle >= high;
    return (int)middle;
}

/* Node to router, at most one link within the group, one link between groups, at most one within the other group, and
 * router to node. Through a third group: one link between groups more, and at most one within the third group. */
static inline int dragonfly_hops(const struct bsim_topology *t, uint32_t a, uint32_t b) {
    uint32_t router_a = divide(a, t->inverse[2]), router_b = divide(b, t->inverse[2]);
    uint32_t group_a = divide(router_a, t->inverse[1]), group_b = divide(router_b, t->inverse[1]);
    if (a == b)
        return 0;
    if (group_a == group_b)
        return router_a == router_b ? 2 : 3;
    uint32_t routers = (uint32_t)t->size[1];
    int middle = bsim_topology_middle(t, a, b, group_a, group_b);
    if (middle >= 0)
        return 4 + (router_a - group_a * routers != gateway(t, group_a, (uint32_t)middle)) +
               (gateway(t, (uint32_t)middle, group_a) != gateway(t, (uint32_t)middle, group_b)) +
               (router_b - group_b * routers != gateway(t, group_b, (uint32_t)middle));
    return 3 + (router_a - group_a * routers != gateway(t, group_a, group_b)) +
           (router_b - group_b * routers != gateway(t, group_b, group_a));
}

int bsim_topology_hops(const struct bsim_topology *t, uint32_t a, uint32_t b) {
    switch (t->kind) {
    case BSIM_TOPOLOGY_TORUS:
        return torus_hops(t, a, b);
    case BSIM_TOPOLOGY_FAT_TREE:
        return fat_tree_hops(t, a, b);
    case BSIM_TOPOLOGY_DRAGONFLY:
        return dragonfly_hops(t, a, b);
    case BSIM_TOPOLOGY_MESH:
        return mesh_hops(t, a, b);
    case BSIM_TOPOLOGY_GRAPH:
        return t->graph->class_of[(size_t)a * (size_t)t->nodes + b];
    case BSIM_TOPOLOGY_NONE:
        break;
    }
    return a != b;
}

bool bsim_topology_has_hop_latency(const struct bsim_topology *t) {
    return t->kind != BSIM_TOPOLOGY_NONE && !(t->graph && t->graph->has_latency);
}

static int64_t diameter_of(const struct bsim_topology *t) {
    int64_t hops = 0;
    switch (t->kind) {
    case BSIM_TOPOLOGY_TORUS:
        for (int i = 0; i < t->nsize; i++)
            hops += t->size[i] / 2;
        return hops;
    case BSIM_TOPOLOGY_FAT_TREE:
        return 2 * t->nsize;
    case BSIM_TOPOLOGY_DRAGONFLY:
        return 5;
    case BSIM_TOPOLOGY_MESH:
        for (int i = 0; i < t->nsize; i++)
            hops += t->size[i] - 1;
        return hops;
    case BSIM_TOPOLOGY_GRAPH:
        return t->graph->classes > 0 ? t->graph->classes : 1;
    case BSIM_TOPOLOGY_NONE:
        break;
    }
    return 1;
}

bool bsim_topology_make(struct bsim_topology *t, enum bsim_topology_kind kind, int nsize, const int *size) {
    memset(t, 0, sizeof *t);
    t->kind = kind;
    t->nsize = nsize;
    t->nodes = 1;
    for (int i = 0; i < nsize; i++) {
        t->size[i] = size[i];
        t->parents[i] = 1;
        t->inverse[i] = inverse_of(size[i]);
        t->nodes *= size[i];
        if (t->nodes > INT_MAX)
            return false;
    }
    t->diameter = diameter_of(t);
    if (kind == BSIM_TOPOLOGY_DRAGONFLY) {
        t->global_links = (size[0] - 1 + size[1] - 1) / size[1];
        t->global_links = t->global_links > 0 ? t->global_links : 1;
        t->global_inverse = inverse_of(t->global_links);
    }
    return true;
}

void bsim_topology_of_graph(struct bsim_topology *t, struct bsim_graph *graph) {
    *t = (struct bsim_topology){.kind = BSIM_TOPOLOGY_GRAPH, .nodes = graph->nodes, .graph = graph};
    t->diameter = diameter_of(t);
}

const char *bsim_topology_text(const struct bsim_topology *t, char *buf, size_t size) {
    buf[0] = '\0';
    if (t->kind == BSIM_TOPOLOGY_NONE)
        return buf;
    size_t at = (size_t)snprintf(buf, size, "%s", bsim_topology_names[t->kind - 1]);
    for (int i = 0; i < t->nsize && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%c%d", i == 0 ? ' ' : 'x', t->size[i]);
    if (t->valiant && at < size)
        snprintf(buf + at, size - at, " valiant:%llu", (unsigned long long)t->seed);
    return buf;
}
