/* graph_route.c - a route in a network that a file describes (graph.h). Apart from graph.c, since it needs no files. */
#include "bsim/base/alloc.h"
#include "bsim/platform/graph.h"

int bsim_graph_route(const struct bsim_graph *g, int32_t from, int32_t to, int32_t *links) {
    uint32_t mixed = ((uint32_t)from * UINT32_C(0x9e3779b1) + (uint32_t)to) * UINT32_C(0x85ebca6b);
    uint32_t at = g->route_at ? g->route_at[(size_t)from * (size_t)g->nodes + (size_t)to] : 0;
    const int32_t *next = g->next + (size_t)to * (size_t)g->vertices, *listed = at ? g->routed + at : NULL;
    int n = 0;
    for (int32_t vertex = from; listed ? n < listed[0] : vertex != to; n++) {
        int32_t number = listed ? listed[1 + n] / 2 : next[vertex];
        const struct bsim_graph_link *link = &g->link[number];
        int way = listed ? listed[1 + n] % 2 : link->end[0] != vertex;
        links[n] = 2 * (link->first_cable + (int32_t)((mixed >> 16) % (uint32_t)link->cables)) + way;
        vertex = link->end[!way];
    }
    return n;
}

/* Whether the route between two nodes passes a third one. */
static bool passes_node(const struct bsim_graph *g, int32_t from, int32_t to) {
    uint32_t at = g->route_at ? g->route_at[(size_t)from * (size_t)g->nodes + (size_t)to] : 0;
    const int32_t *next = g->next + (size_t)to * (size_t)g->vertices, *listed = at ? g->routed + at : NULL;
    int32_t vertex = from;
    for (int n = 0; listed ? n < listed[0] : vertex != to; n++) {
        const struct bsim_graph_link *link = &g->link[listed ? listed[1 + n] / 2 : next[vertex]];
        vertex = link->end[listed ? !(listed[1 + n] % 2) : link->end[0] == vertex];
        if (vertex >= 0 && vertex < g->nodes && vertex != to)
            return true;
    }
    return false;
}

bool bsim_graph_passes_nodes(const struct bsim_graph *g) {
    int *links = bsim_alloc((size_t)g->nodes * sizeof *links), most = 0;
    for (int i = 0; i < g->nlink; i++)
        for (int e = 0; e < 2; e++) {
            int32_t end = g->link[i].end[e];
            if (end >= 0 && end < g->nodes && ++links[end] > most)
                most = links[end];
        }
    bsim_free(links);
    for (int from = 0; most > 1 && from < g->nodes; from++)
        for (int to = 0; to < g->nodes; to++)
            if (to != from && passes_node(g, from, to))
                return true;
    return false;
}
