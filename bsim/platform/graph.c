/* graph.c - reads a network that a file describes, and finds its routes (graph.h). */
#include "bsim/platform/graph.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/quantity.h"

/* Latencies, and bandwidths, that differ by less are equal: the sums of one route in both directions. */
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

/* A rate or a latency for both directions, or a list of two: from the first end to the second, and back. */
static void read_directions(const struct bsim_graph_link *link, struct bsim_jval v, const char *what,
                            enum bsim_unit unit, bool positive, double *value) {
    if (!json_is_array(v.json)) {
        value[0] = value[1] = bsim_platform_quantity(v, unit, positive);
        return;
    }
    if (link->end[0] < 0)
        bsim_jval_error(v, "a link without ends has one %s for all messages", what);
    else if (bsim_jval_size(v) != 2)
        bsim_jval_error(v, "accepted: one %s, or one for each of the two directions", what);
    for (size_t i = 0; i < 2; i++)
        value[i] = bsim_platform_quantity(bsim_jval_at(v, i), unit, positive);
}

static void read_link(struct bsim_graph *g, struct bsim_jval switches, struct bsim_jval v) {
    static const char *const keys[] = {"name", "between", "bandwidth", "latency", "cables", "comment", NULL};
    struct bsim_graph_link *link = &g->link[g->nlink];
    struct bsim_jval between, value;
    *link = (struct bsim_graph_link){.end = {-1, -1}, .latency_s = {-1, -1}, .cables = 1, .first_cable = g->cables};
    if (!bsim_jval_keys(v, keys))
        return;
    if (bsim_jval_present(between = bsim_jval_get(v, "between")))
        read_ends(g, switches, between);
    read_name(g, link, v);
    if (bsim_jval_present(value = bsim_jval_get(v, "bandwidth")))
        read_directions(link, value, "bandwidth", BSIM_UNIT_RATE, true, link->bandwidth);
    if (bsim_jval_present(value = bsim_jval_get(v, "latency")))
        read_directions(link, value, "latency", BSIM_UNIT_TIME, false, link->latency_s);
    if (bsim_jval_present(value = bsim_jval_get(v, "cables")))
        link->cables = (int32_t)bsim_jval_int(value, 1, MOST_CABLES);
    bool has_latency = link->latency_s[0] >= 0;
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
    size_t nswitch = bsim_jval_size(switches);
    g->vertices = g->nodes + (int)nswitch;
    g->switch_name = bsim_alloc((nswitch + 1) * sizeof *g->switch_name);
    for (size_t i = 0; i < nswitch; i++)
        g->switch_name[i] = bsim_strdup(bsim_jval_string(bsim_jval_at(switches, i)));
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
    double *latency_s, *bandwidth; /* likewise; bandwidth: HUGE_VAL if no link gives one */
    int32_t *queue;
};

static struct search search_new(const struct bsim_graph *g) {
    size_t n = (size_t)g->vertices;
    struct search s = {.first = bsim_alloc((n + 2) * sizeof *s.first),
                       .at = bsim_alloc((2 * (size_t)g->nlink + 1) * sizeof *s.at),
                       .hops = bsim_alloc(n * sizeof *s.hops),
                       .latency_s = bsim_alloc(n * sizeof *s.latency_s),
                       .bandwidth = bsim_alloc(n * sizeof *s.bandwidth),
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
    bsim_free(s->bandwidth);
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
    return s->latency_s[next] + (g->has_latency ? g->link[link].latency_s[g->link[link].end[0] != vertex] : 0);
}

/* The least bandwidth of a link's direction and what comes after it. */
static double least(const struct bsim_graph_link *link, int direction, double rest) {
    return link->bandwidth[direction] > 0 ? fmin(link->bandwidth[direction], rest) : rest;
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
        if (latency_over(g, s, vertex, s->at[i]) <= least_s * (1 + SAME) && choice-- == 0) {
            const struct bsim_graph_link *link = &g->link[s->at[i]];
            g->next[(size_t)target * (size_t)g->vertices + (size_t)vertex] = s->at[i];
            s->bandwidth[vertex] = least(link, link->end[0] != vertex, s->bandwidth[other_end(link, vertex)]);
        }
    s->latency_s[vertex] = least_s;
}

/* Breadth first from the target. */
static void search_from(struct bsim_graph *g, struct search *s, int32_t target) {
    int begin = 0, end = 0;
    for (int v = 0; v < g->vertices; v++)
        s->hops[v] = -1;
    s->hops[target] = 0;
    s->latency_s[target] = 0;
    s->bandwidth[target] = HUGE_VAL;
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

/* Classes while they are found: first of routes, then of pairs of nodes, by the classes of both routes. */
struct classes {
    struct bsim_graph_class *class; /* by number, from 1 */
    int n, room;
    int32_t *order; /* their numbers, sorted */
};

static int by_number(double a, double b) {
    return a < b * (1 - SAME) ? -1 : a > b * (1 + SAME) ? 1 : 0;
}

static int compare(const struct bsim_graph_class *a, const struct bsim_graph_class *b) {
    if (a->hops != b->hops)
        return a->hops < b->hops ? -1 : 1;
    int order = by_number(a->latency_s, b->latency_s);
    order = order ? order : by_number(a->bandwidth, b->bandwidth);
    return order ? order : (a->back > b->back) - (a->back < b->back);
}

/* The number of a class, which is made if it is new; 0: there are too many. *is_new: it was made. */
static int class_for(struct classes *c, struct bsim_graph_class wanted, bool *is_new) {
    int low = 0, high = c->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare(&c->class[c->order[middle]], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *is_new = low == c->n || compare(&c->class[c->order[low]], &wanted) != 0;
    if (!*is_new)
        return c->order[low];
    if (c->n == MOST_CLASSES)
        return 0;
    if (c->n + 1 >= c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->class = bsim_realloc(c->class, (size_t)c->room * sizeof *c->class);
        c->order = bsim_realloc(c->order, (size_t)c->room * sizeof *c->order);
    }
    memmove(c->order + low + 1, c->order + low, (size_t)(c->n - low) * sizeof *c->order);
    c->order[low] = ++c->n;
    c->class[c->n] = wanted;
    return c->n;
}

/* The route to the target of a search. hops: -1 if there is none. */
static struct bsim_graph_class way_of(const struct bsim_graph *g, const struct search *s, int32_t from,
                                      int32_t target) {
    uint32_t at = g->route_at ? g->route_at[(size_t)from * (size_t)g->nodes + (size_t)target] : 0;
    struct bsim_graph_class way = {.hops = s->hops[from], .latency_s = s->latency_s[from]};
    double bandwidth = s->bandwidth[from];
    if (at > 0) {
        const int32_t *route = g->routed + at;
        way = (struct bsim_graph_class){.hops = route[0]};
        bandwidth = HUGE_VAL;
        for (int i = 0; i < route[0]; i++) {
            const struct bsim_graph_link *link = &g->link[route[1 + i] / 2];
            way.latency_s += g->has_latency ? link->latency_s[route[1 + i] % 2] : 0;
            bandwidth = least(link, route[1 + i] % 2, bandwidth);
        }
    }
    way.bandwidth = g->by_rate && way.hops >= 0 && bandwidth < HUGE_VAL ? bandwidth : 0;
    return way;
}

static bool too_many(struct bsim_jval root) {
    return bsim_jval_error(bsim_jval_get(root, "links"), "has routes of more than %d kinds by latency%s", MOST_CLASSES,
                           " and bandwidth, there and back");
}

/* Finds all routes, and writes the class of each to class_of. False after an error in the file. */
static bool find_routes(struct bsim_graph *g, struct bsim_jval root, struct classes *routes) {
    size_t nodes = (size_t)g->nodes;
    struct search s = search_new(g);
    bool fine = true, is_new;
    g->next = bsim_alloc(nodes * (size_t)g->vertices * sizeof *g->next);
    g->class_of = bsim_alloc(nodes * nodes * sizeof *g->class_of);
    for (int32_t target = 0; fine && target < g->nodes; target++) {
        search_from(g, &s, target);
        for (int32_t from = 0; fine && from < g->nodes; from++) {
            struct bsim_graph_class way = way_of(g, &s, from, target);
            int class = from == target || way.hops < 0 ? 0 : class_for(routes, way, &is_new);
            g->class_of[(size_t)from * nodes + (size_t)target] = (uint16_t)class;
            g->longest = way.hops > g->longest ? way.hops : g->longest;
            if (way.hops < 0)
                fine = bsim_jval_error(bsim_jval_get(root, "links"), "no links lead from node %d to node %d", from,
                                       target);
            else if (from != target && class == 0)
                fine = too_many(root);
        }
    }
    search_free(&s);
    return fine;
}

/* The class of pairs whose routes there and back have these classes; 0: there are too many. */
static int pair_for(struct classes *pairs, const struct classes *routes, int there, int back) {
    struct bsim_graph_class way = routes->class[there], turned = routes->class[back];
    bool is_new;
    way.back = back; /* the class of the route, as long as classes are found */
    turned.back = there;
    int a = class_for(pairs, way, &is_new), b = there == back ? a : class_for(pairs, turned, &is_new);
    return a > 0 && b > 0 ? a : 0;
}

/* Makes classes of pairs from those of routes. False after an error. */
static bool classify(struct bsim_graph *g, struct bsim_jval root, const struct classes *routes) {
    size_t nodes = (size_t)g->nodes;
    struct classes pairs = {0};
    int *turned = NULL;
    bool fine = true;
    for (size_t a = 0; fine && a < nodes; a++)
        for (size_t b = 0; fine && b < a; b++) {
            uint16_t *there = &g->class_of[b * nodes + a], *back = &g->class_of[a * nodes + b];
            int one = pair_for(&pairs, routes, *there, *back), other = pair_for(&pairs, routes, *back, *there);
            fine = (one > 0 && other > 0) || too_many(root);
            *there = (uint16_t)one;
            *back = (uint16_t)other;
        }
    turned = bsim_alloc(((size_t)pairs.n + 1) * sizeof *turned);
    for (size_t a = 0; fine && a < nodes; a++)
        for (size_t b = 0; b < nodes; b++)
            turned[g->class_of[a * nodes + b]] = g->class_of[b * nodes + a];
    for (int i = 1; fine && i <= pairs.n; i++)
        pairs.class[i].back = turned[i];
    g->class = pairs.class;
    g->classes = pairs.n;
    bsim_free(turned);
    bsim_free(pairs.order);
    return fine;
}

static void find_all(struct bsim_graph *g, struct bsim_jval root) {
    struct classes routes = {0};
    if (find_routes(g, root, &routes))
        classify(g, root, &routes);
    bsim_free(routes.class);
    bsim_free(routes.order);
}

struct bsim_graph *bsim_graph_read(const char *path, int nodes, bool by_rate, struct bsim_jval v) {
    struct bsim_error err = {0};
    struct bsim_json *doc = bsim_json_load(path, &err);
    struct bsim_graph *g = bsim_alloc(sizeof *g);
    g->nodes = nodes;
    g->by_rate = by_rate;
    if (doc) {
        struct bsim_jval root = bsim_json_root(doc);
        read_graph(g, root);
        if (!err.set && bsim_graph_read_table(g, root))
            find_all(g, root);
        if (v.doc)
            bsim_notes_move(bsim_json_notes(v.doc), bsim_json_notes(doc));
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
    for (int i = 0; g->switch_name && i < g->vertices - g->nodes; i++)
        bsim_free(g->switch_name[i]);
    bsim_free(g->switch_name);
    bsim_free(g->link);
    bsim_free(g->next);
    bsim_free(g->route_at);
    bsim_free(g->routed);
    bsim_free(g->class_of);
    bsim_free(g->class);
    bsim_free(g);
}
