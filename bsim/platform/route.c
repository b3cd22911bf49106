/* route.c - the links of a machine, and the routes over them (route.h). */
#include "bsim/platform/route.h"

#include <limits.h>

#include "bsim/platform/graph.h"

enum { UP, DOWN };

/* ---- how many links there are ---- */

static int64_t fat_tree_links(struct bsim_routes *r, int level) {
    return 2 * (r->nodes / r->below[level]) * r->parents[level + 1];
}

static int64_t links_of(struct bsim_routes *r, int i) {
    const struct bsim_topology *t = r->topology;
    if (t->kind == BSIM_TOPOLOGY_FAT_TREE)
        return fat_tree_links(r, i);
    if (t->kind != BSIM_TOPOLOGY_DRAGONFLY)
        return 2 * r->nodes;
    int64_t groups = t->size[0], routers = t->size[1];
    return i == 0 ? 2 * r->nodes : i == 1 ? groups * routers * routers : groups * groups;
}

bool bsim_routes_make(struct bsim_routes *r, const struct bsim_topology *t, int64_t nodes, int cards, bool rails) {
    *r = (struct bsim_routes){.topology = t, .nodes = nodes, .cards = cards, .classes = 1 + t->nsize};
    if (t->kind == BSIM_TOPOLOGY_GRAPH)
        r->classes = 2;
    r->longest = (t->kind == BSIM_TOPOLOGY_GRAPH ? t->graph->longest : (int)t->diameter) + 2;
    r->below[0] = r->parents[0] = 1;
    for (int i = 0; i < t->nsize; i++) {
        r->below[i + 1] = r->below[i] * t->size[i];
        if (t->kind == BSIM_TOPOLOGY_FAT_TREE)
            r->parents[i + 1] = r->parents[i] * t->parents[i];
        if (r->parents[i + 1] > INT_MAX)
            return false;
    }
    r->first[1] = 2 * nodes * cards;
    for (int i = 0; i < t->nsize; i++)
        r->first[i + 2] = r->first[i + 1] + links_of(r, i);
    if (t->kind == BSIM_TOPOLOGY_GRAPH)
        r->first[2] = r->first[1] + 2 * (int64_t)t->graph->cables;
    r->planes = rails && cards > 1 ? cards : 1;
    r->of_plane = r->first[r->classes] - r->first[1];
    return bsim_routes_links(r) <= INT_MAX;
}

int64_t bsim_routes_links(const struct bsim_routes *r) {
    return r->first[1] + r->planes * r->of_plane;
}

int bsim_routes_class(const struct bsim_routes *r, int64_t link) {
    int class = 0;
    if (link >= r->first[1])
        link = r->first[1] + (link - r->first[1]) % r->of_plane; /* its copy on the first plane */
    while (link >= r->first[class + 1])
        class ++;
    return class;
}

bool bsim_routes_is_down(const struct bsim_routes *r, int64_t link) {
    return r->topology->kind == BSIM_TOPOLOGY_FAT_TREE && link % 2 == DOWN; /* each class has an even number of links */
}

/* ---- routes ---- */

/* Link of a node in a class whose nodes each have one link up and one down. */
static inline int32_t link_of(const struct bsim_routes *r, int class, int64_t node, int way) {
    return (int32_t)(r->first[class] + 2 * node + way);
}

static int torus_route(const struct bsim_routes *r, int64_t from, int64_t to, int32_t *links) {
    const struct bsim_topology *t = r->topology;
    bool wraps = t->kind == BSIM_TOPOLOGY_TORUS;
    int64_t step = 1;
    int n = 0;
    for (int i = t->nsize - 1; i >= 0; step *= t->size[i--]) {
        int64_t size = t->size[i], here = from / step % size, there = to / step % size;
        int64_t ahead = wraps ? (there - here + size) % size : there - here;
        bool up = wraps ? 2 * ahead < size || (2 * ahead == size && here % 2 == 0) : ahead > 0;
        while (here != there) {
            links[n++] = link_of(r, 1 + i, from, up ? UP : DOWN);
            int64_t next = up ? here + 1 : here - 1;
            next = next == size ? 0 : next < 0 ? size - 1 : next;
            from += (next - here) * step;
            here = next;
        }
    }
    return n;
}

/* Which of the links between level i and the next: the child's subtree, its number among the switches that stand for
 * this subtree, and the number of its parent. */
static int32_t tree_link(const struct bsim_routes *r, int i, int64_t subtree, int64_t copy, int64_t parent, int way) {
    return (int32_t)(r->first[1 + i] + 2 * ((subtree * r->parents[i] + copy) * r->topology->parents[i] + parent) + way);
}

static int fat_tree_route(const struct bsim_routes *r, int64_t from, int64_t to, int32_t *links) {
    const struct bsim_topology *t = r->topology;
    int top = 0, n = 0;
    while (from / r->below[top] != to / r->below[top])
        top++;
    for (int i = 0; i < top; i++)
        links[n++] = tree_link(r, i, from / r->below[i], to % r->parents[i], to / r->parents[i] % t->parents[i], UP);
    for (int i = top - 1; i >= 0; i--)
        links[n++] = tree_link(r, i, to / r->below[i], to % r->parents[i], to / r->parents[i] % t->parents[i], DOWN);
    return n;
}

static int32_t local_link(const struct bsim_routes *r, int64_t group, int64_t from, int64_t to) {
    int64_t routers = r->topology->size[1];
    return (int32_t)(r->first[2] + (group * routers + from) * routers + to);
}

/* From a router of a group to the router of another group at the end of the link between the two, which is returned. */
static int64_t cross(const struct bsim_routes *r, int64_t group, int64_t router, int64_t other, int32_t *links,
                     int *n) {
    const struct bsim_topology *t = r->topology;
    int64_t leave = bsim_topology_gateway(t, (uint32_t)group, (uint32_t)other);
    if (router != leave)
        links[(*n)++] = local_link(r, group, router, leave);
    links[(*n)++] = (int32_t)(r->first[3] + group * t->size[0] + other);
    return bsim_topology_gateway(t, (uint32_t)other, (uint32_t)group);
}

static int dragonfly_route(const struct bsim_routes *r, int64_t from, int64_t to, int32_t *links) {
    const struct bsim_topology *t = r->topology;
    int64_t routers = t->size[1], router = from / t->size[2], last = to / t->size[2];
    int64_t group = router / routers, other = last / routers;
    int n = 0;
    router %= routers;
    last %= routers;
    links[n++] = link_of(r, 1, from, UP);
    if (group != other) {
        int middle = bsim_topology_middle(t, (uint32_t)from, (uint32_t)to, (uint32_t)group, (uint32_t)other);
        if (middle >= 0) {
            router = cross(r, group, router, middle, links, &n);
            group = middle;
        }
        router = cross(r, group, router, other, links, &n);
    }
    if (router != last)
        links[n++] = local_link(r, other, router, last);
    links[n++] = link_of(r, 1, to, DOWN);
    return n;
}

int bsim_route(const void *routes, int32_t from, int32_t to, int32_t *links) {
    const struct bsim_routes *r = routes;
    int n = 0, inner;
    int32_t from_card = from, to_card = to;
    if (r->cards) {
        links[n++] = link_of(r, 0, from_card, UP);
        from /= r->cards;
        to /= r->cards;
    }
    inner = n;
    switch (r->topology->kind) {
    case BSIM_TOPOLOGY_TORUS:
    case BSIM_TOPOLOGY_MESH:
        n += torus_route(r, from, to, links + n);
        break;
    case BSIM_TOPOLOGY_FAT_TREE:
        n += fat_tree_route(r, from, to, links + n);
        break;
    case BSIM_TOPOLOGY_DRAGONFLY:
        n += dragonfly_route(r, from, to, links + n);
        break;
    case BSIM_TOPOLOGY_GRAPH: {
        int hops = bsim_graph_route(r->topology->graph, from, to, links + n);
        for (int i = n; i < n + hops; i++)
            links[i] += (int32_t)r->first[1];
        n += hops;
        break;
    }
    case BSIM_TOPOLOGY_NONE:
        break;
    }
    for (int i = inner; i < n && r->planes > 1; i++)
        links[i] += (int32_t)(from_card % r->cards * r->of_plane);
    if (r->cards)
        links[n++] = link_of(r, 0, to_card, DOWN);
    return n;
}
