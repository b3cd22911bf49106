/* graph_route.c - a route in a network that a file describes (graph.h). Apart from graph.c, since it needs no files. */
#include "bsim/platform/graph.h"

int bsim_graph_route(const struct bsim_graph *g, int32_t from, int32_t to, int32_t *links) {
    const int32_t *next = g->next + (size_t)to * (size_t)g->vertices;
    uint32_t mixed = ((uint32_t)from * UINT32_C(0x9e3779b1) + (uint32_t)to) * UINT32_C(0x85ebca6b);
    int n = 0;
    for (int32_t at = from; at != to;) {
        const struct bsim_graph_link *link = &g->link[next[at]];
        int32_t cable = (int32_t)((mixed >> 16) % (uint32_t)link->cables);
        links[n++] = 2 * (link->first_cable + cable) + (link->end[0] == at ? 0 : 1);
        at = link->end[link->end[0] == at];
    }
    return n;
}
