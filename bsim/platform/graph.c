/* graph.c - reads a network that a file describes, and finds its routes (graph.h). */
#include "bsim/platform/graph.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"

/* Latencies that differ by less are equal: the sums of one route in both directions. */
#define SAME 1e-12

enum { MOST_CLASSES = 65535, MOST_CABLES = 1024 };

/* ---- the file ---- */

int32_t bsim_graph_vertex(const struct bsim_graph *g, struct bsim_jval switches, struct bsim_jval v) {
    if (!bsim_jval_present(v))
        return 0;
    if (!json_is_string(v.json))
        return (int32_t)bsim_jval_int(v, 0, g->nodes - 1);
    const char *name = bsim_jval_string(v);
    for (size_t i = 0; i < bsim_jval_size(switches); i++) {
        struct bsim_jval other = bsim_jval_at(switches, i);
        if (json_is_string(other.json) && strcmp(json_string_value(other.json), name) == 0)
            return g->nodes + (int32_t)i;
    }
    bsim_jval_error(v, "\"%s\" is none of \"switches\"; a node is given by its number", name);
    return 0;
}

/* The two ends of a link. */
static void read_ends(struct bsim_graph *g, struct bsim_jval switches, struct bsim_jval between) {
    struct bsim_graph_link *link = &g->link[g->nlink];
    if (!bsim_jval_list(between))
        return;
    if (bsim_jval_size(between) != 2) {
        bsim_jval_error(between, "has %zu ends; a link is between two nodes or switches", bsim_jval_size(between));
        return;
    }
    for (size_t i = 0; i < 2; i++)
        link->end[i] = bsim_graph_vertex(g, switches, bsim_jval_at(between, i));
    if (link->end[0] == link->end[1])
        bsim_jval_error(between, "the link leads from a place to itself");
}

/* The name by which routes call a link. A link without ends needs one. */
static void read_name(const struct bsim_graph *g, struct bsim_graph_link *link, struct bsim_jval v) {
    struct bsim_jval name = bsim_jval_get(v, "name");
    if (!bsim_jval_present(name)) {
        if (link->end[0] < 0)
            bsim_jval_error(v, "has neither \"between\", its two ends, nor a \"name\" by which routes can pass it");
        return;
    }
    const char *text = bsim_jval_string(name);
    if (text[0] == '\0')
        bsim_jval_error(name, "is no name of a link");
    for (int i = 0; i < g->nlink; i++)
        if (g->link[i].name && strcmp(g->link[i].name, text) == 0) {
            bsim_jval_error(name, "there are two links \"%s\"", text);
            return;
        }
    link->name = bsim_strdup(text);
}

/* A rate for both directions, or a list of two: from the first end to the second, and back. */
static void read_bandwidth(struct bsim_graph_link *link, struct bsim_jval v) {
    if (!json_is_array(v.json)) {
        link->bandwidth[0] = link->bandwidth[1] = bsim_jval_quantity(v, BSIM_UNIT_RATE, true);
        return;
    }
    if (link->end[0] < 0 || bsim_jval_size(v) != 2)
        bsim_jval_error(v, link->end[0] < 0 ? "a link without ends has one bandwidth for all messages"
                                            : "accepted: one rate, or one for each of the two directions");
    for (size_t i = 0; i < 2; i++)
        link->bandwidth[i] = bsim_jval_quantity(bsim_jval_at(v, i), BSIM_UNIT_RATE, true);
}

static void read_link(struct bsim_graph *g, struct bsim_jval switches, struct bsim_jval v) {
    static const char *const keys[] = {"name", "between", "bandwidth", "latency", "cables", "comment", NULL};
    struct bsim_graph_link *link = &g->link[g->nlink];
    struct bsim_jval between, value;
    *link = (struct bsim_graph_link){.end = {-1, -1}, .latency_s = -1, .cables = 1, .first_cable = g->cables};
    if (!bsim_jval_keys(v, keys))
        return;
    if (bsim_jval_present(between = bsim_jval_get(v, "between")))
        read_ends(g, switches, between);
    read_name(g, link, v);
    if (bsim_jval_present(value = bsim_jval_get(v, "bandwidth")))
        read_bandwidth(link, value);
    if (bsim_jval_present(value = bsim_jval_get(v, "latency")))
        link->latency_s = bsim_jval_quantity(value, BSIM_UNIT_TIME, false);
    if (bsim_jval_present(value = bsim_jval_get(v, "cables")))
        link->cables = (int32_t)bsim_jval_int(value, 1, MOST_CABLES);
    bool has_latency = link->latency_s >= 0;
    if (g->nlink == 0)
        g->has_latency = has_latency;
    else if (g->has_latency != has_latency)
        bsim_jval_error(v,
                        "%s a latency, unlike the links before it; either all links give one, or none does and "
                        "\"hop_latency\" of the platform is that of each link",
                        has_latency ? "gives" : "lacks");
    g->nlink++;
    g->cables += link->cables;
}

static bool read_names(struct bsim_jval switches) {
    for (size_t i = 0; i < bsim_jval_size(switches); i++) {
        struct bsim_jval v = bsim_jval_at(switches, i);
        const char *name = bsim_jval_string(v);
        if (name[0] == '\0')
            return bsim_jval_error(v, "is no name of a switch");
        for (size_t j = 0; j < i; j++)
            if (strcmp(name, bsim_jval_string(bsim_jval_at(switches, j))) == 0)
                return bsim_jval_error(v, "\"%s\" stands twice", name);
    }
    return true;
}

static void read_graph(struct bsim_graph *g, struct bsim_jval root) {
    static const char *const keys[] = {"schema",       "nodes",      "switches", "links", "routes",
                                       "other_routes", "provenance", "comment",  NULL};
    if (!bsim_jval_object(root) || !bsim_jval_schema(root, "bsim-graph/1") || !bsim_jval_keys(root, keys))
        return;
    struct bsim_jval count = bsim_jval_need(root, "nodes"), links = bsim_jval_need(root, "links");
    struct bsim_jval switches = bsim_jval_get(root, "switches");
    if (bsim_jval_present(count) && bsim_jval_int(count, 1, INT_MAX) != g->nodes)
        bsim_jval_error(count, "is not %d, the number of nodes of the platform", g->nodes);
    if (!bsim_jval_present(links) || !bsim_jval_list(links) ||
        (bsim_jval_present(switches) && !bsim_jval_list(switches)))
        return;
    if (!read_names(switches))
        return;
    if ((double)g->nodes * ((double)g->nodes + (double)bsim_jval_size(switches)) > BSIM_GRAPH_MOST) {
        bsim_jval_error(root, "has too many nodes and switches: nodes * (nodes + switches) may be %d at most",
                        BSIM_GRAPH_MOST);
        return;
    }
    g->vertices = g->nodes + (int)bsim_jval_size(switches);
    size_t n = bsim_jval_size(links);
    if (n > (size_t)INT_MAX / (2 * MOST_CABLES)) {
        bsim_jval_error(links, "has too many links");
        return;
    }
    g->link = bsim_alloc((n + 1) * sizeof *g->link);
    for (size_t i = 0; i < n; i++)
        read_link(g, switches, bsim_jval_at(links, i));
}

/* ---- routes ---- */

/* What the search for the routes to one node needs. */
struct search {
    int32_t *first, *at; /* the links of vertex v are at[first[v]] .. at[first[v + 1] - 1], in the order of the file */
    int32_t *hops;       /* by vertex, to the target; -1: not known */
    double *latency_s;
    int32_t *queue;
};

static struct search search_new(const struct bsim_graph *g) {
    size_t n = (size_t)g->vertices;
    struct search s = {.first = bsim_alloc((n + 2) * sizeof *s.first),
                       .at = bsim_alloc((2 * (size_t)g->nlink + 1) * sizeof *s.at),
                       .hops = bsim_alloc(n * sizeof *s.hops),
                       .latency_s = bsim_alloc(n * sizeof *s.latency_s),
                       .queue = bsim_alloc(n * sizeof *s.queue)};
    for (int i = 0; i < g->nlink; i++)
        for (int e = 0; e < 2 && g->link[i].end[0] >= 0; e++)
            s.first[g->link[i].end[e] + 2]++;
    for (size_t v = 0; v < n; v++)
        s.first[v + 2] += s.first[v + 1];
    for (int i = 0; i < g->nlink; i++)
        for (int e = 0; e < 2 && g->link[i].end[0] >= 0; e++)
            s.at[s.first[g->link[i].end[e] + 1]++] = i;
    return s;
}

static void search_free(const struct search *s) {
    bsim_free(s->first);
    bsim_free(s->at);
    bsim_free(s->hops);
    bsim_free(s->latency_s);
    bsim_free(s->queue);
}

static int32_t other_end(const struct bsim_graph_link *link, int32_t vertex) {
    return link->end[link->end[0] == vertex];
}

/* The latency over a link to a vertex that is one hop nearer to the target; HUGE_VAL: it does not lead nearer. */
static double latency_over(const struct bsim_graph *g, const struct search *s, int32_t vertex, int32_t link) {
    int32_t next = other_end(&g->link[link], vertex);
    if (s->hops[next] < 0 || s->hops[next] != s->hops[vertex] - 1)
        return HUGE_VAL;
    return s->latency_s[next] + (g->has_latency ? g->link[link].latency_s : 0);
}

/* The next link from a vertex, all vertices nearer to the target being known. */
static void choose_next(struct bsim_graph *g, struct search *s, int32_t vertex, int32_t target) {
    double least_s = HUGE_VAL;
    int equal = 0;
    for (int32_t i = s->first[vertex]; i < s->first[vertex + 1]; i++)
        least_s = fmin(least_s, latency_over(g, s, vertex, s->at[i]));
    for (int32_t i = s->first[vertex]; i < s->first[vertex + 1]; i++)
        equal += latency_over(g, s, vertex, s->at[i]) <= least_s * (1 + SAME);
    int choice = target % equal;
    for (int32_t i = s->first[vertex]; i < s->first[vertex + 1]; i++)
        if (latency_over(g, s, vertex, s->at[i]) <= least_s * (1 + SAME) && choice-- == 0)
            g->next[(size_t)target * (size_t)g->vertices + (size_t)vertex] = s->at[i];
    s->latency_s[vertex] = least_s;
}

/* Breadth first from the target. */
static void search_from(struct bsim_graph *g, struct search *s, int32_t target) {
    int begin = 0, end = 0;
    for (int v = 0; v < g->vertices; v++)
        s->hops[v] = -1;
    s->hops[target] = 0;
    s->latency_s[target] = 0;
    s->queue[end++] = target;
    while (begin < end) {
        int32_t vertex = s->queue[begin++];
        if (vertex != target)
            choose_next(g, s, vertex, target);
        for (int32_t i = s->first[vertex]; i < s->first[vertex + 1]; i++) {
            int32_t next = other_end(&g->link[s->at[i]], vertex);
            if (s->hops[next] >= 0)
                continue;
            s->hops[next] = s->hops[vertex] + 1;
            s->queue[end++] = next;
        }
    }
}

/* ---- classes of routes ---- */

/* The class of such routes, which is made if it is new; 0: there are too many. order: the classes by hops and latency;
 * *room: of it and of the classes. */
static int class_for(struct bsim_graph *g, int32_t **order, int *room, int hops, double latency_s) {
    int low = 0, high = g->classes;
    while (low < high) {
        int middle = (low + high) / 2;
        const struct bsim_graph_class *c = &g->class[(*order)[middle]];
        if (c->hops < hops || (c->hops == hops && c->latency_s < latency_s * (1 - SAME)))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < g->classes) {
        const struct bsim_graph_class *c = &g->class[(*order)[low]];
        if (c->hops == hops && c->latency_s <= latency_s * (1 + SAME))
            return (*order)[low];
    }
    if (g->classes == MOST_CLASSES)
        return 0;
    if (g->classes + 1 >= *room) {
        *room = *room ? 2 * *room : 64;
        g->class = bsim_realloc(g->class, (size_t)*room * sizeof *g->class);
        *order = bsim_realloc(*order, (size_t)*room * sizeof **order);
    }
    memmove(*order + low + 1, *order + low, (size_t)(g->classes - low) * sizeof **order);
    (*order)[low] = ++g->classes;
    g->class[g->classes] = (struct bsim_graph_class){latency_s, hops};
    return g->classes;
}

/* The links and the latency of a route to the target of a search. hops: -1 if there is none. */
struct way {
    int hops;
    double latency_s;
    int32_t entry; /* of the table; -1: it is the shortest one */
};

static struct way way_of(const struct bsim_graph *g, const struct search *s, int32_t from, int32_t to, int32_t target) {
    uint32_t at = g->route_at ? g->route_at[(size_t)from * (size_t)g->nodes + (size_t)to] : 0;
    if (at == 0) {
        int32_t other = from == target ? to : from; /* shortest routes are as long both ways */
        return (struct way){s->hops[other], s->latency_s[other], -1};
    }
    const int32_t *route = g->routed + at;
    struct way way = {route[1], 0, route[0]};
    for (int i = 0; i < route[1] && g->has_latency; i++)
        way.latency_s += g->link[route[2 + i] / 2].latency_s;
    return way;
}

/* Whether a message and its answer take equally long. */
static bool same_both_ways(const struct bsim_graph *g, struct bsim_jval root, int32_t a, int32_t b, struct way there,
                           struct way back) {
    if (g->has_latency ? fabs(there.latency_s - back.latency_s) <= SAME * (there.latency_s + back.latency_s)
                       : there.hops == back.hops)
        return true;
    struct bsim_jval entry =
        bsim_jval_at(bsim_jval_get(root, "routes"), (size_t)(there.entry > back.entry ? there.entry : back.entry));
    if (!g->has_latency)
        return bsim_jval_error(entry,
                               "the route from node %d to node %d has %d links, that back %d; the latency between two "
                               "nodes must be the same both ways",
                               a, b, there.hops, back.hops);
    return bsim_jval_error(entry,
                           "the latency of the route from node %d to node %d is %gs, that of the route back %gs; it "
                           "must be the same both ways",
                           a, b, there.latency_s, back.latency_s);
}

/* Sets the class of the routes between two nodes, to which and from which a search has gone. */
static bool classify(struct bsim_graph *g, struct bsim_jval root, const struct search *s, int32_t from, int32_t target,
                     int32_t **order, int *room) {
    size_t nodes = (size_t)g->nodes;
    struct way there = way_of(g, s, from, target, target), back = way_of(g, s, target, from, target);
    struct bsim_jval links = bsim_jval_get(root, "links");
    if (there.hops < 0 || back.hops < 0)
        return bsim_jval_error(links, "no links lead from node %d to node %d", from, target);
    if (!same_both_ways(g, root, from, target, there, back))
        return false;
    int longer = there.hops > back.hops ? there.hops : back.hops;
    int class = class_for(g, order, room, longer, there.latency_s);
    if (class == 0)
        return bsim_jval_error(links, "has routes of more than %d different latencies", MOST_CLASSES);
    g->longest = longer > g->longest ? longer : g->longest;
    g->class_of[(size_t)from * nodes + (size_t)target] = (uint16_t)class;
    g->class_of[(size_t)target * nodes + (size_t)from] = (uint16_t)class;
    return true;
}

/* Finds all routes. False after an error in the file. */
static bool find_routes(struct bsim_graph *g, struct bsim_jval root) {
    size_t nodes = (size_t)g->nodes;
    struct search s = search_new(g);
    int32_t *order = NULL;
    int room = 0;
    bool fine = true;
    g->next = bsim_alloc(nodes * (size_t)g->vertices * sizeof *g->next);
    g->class_of = bsim_alloc(nodes * nodes * sizeof *g->class_of);
    for (int32_t target = 0; fine && target < g->nodes; target++) {
        search_from(g, &s, target);
        for (int32_t from = 0; fine && from < target; from++)
            fine = classify(g, root, &s, from, target, &order, &room);
    }
    bsim_free(order);
    search_free(&s);
    return fine;
}

struct bsim_graph *bsim_graph_read(const char *path, int nodes, struct bsim_jval v) {
    struct bsim_error err = {0};
    struct bsim_json *doc = bsim_json_load(path, &err);
    struct bsim_graph *g = bsim_alloc(sizeof *g);
    g->nodes = nodes;
    if (doc) {
        struct bsim_jval root = bsim_json_root(doc);
        read_graph(g, root);
        if (!err.set && bsim_graph_read_table(g, root))
            find_routes(g, root);
    }
    bsim_json_free(doc);
    if (!err.set)
        return g;
    char text[sizeof err.text];
    bsim_jval_error(v, "%s", bsim_error_format(&err, text, sizeof text));
    bsim_graph_free(g);
    return NULL;
}

void bsim_graph_free(struct bsim_graph *g) {
    if (!g)
        return;
    for (int i = 0; g->link && i < g->nlink; i++)
        bsim_free(g->link[i].name);
    bsim_free(g->link);
    bsim_free(g->next);
    bsim_free(g->route_at);
    bsim_free(g->routed);
    bsim_free(g->class_of);
    bsim_free(g->class);
    bsim_free(g);
}
