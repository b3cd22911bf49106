/* graph_table.c - the table of routes in the file of a network (graph.h).
 *
 * An entry says the route for one pair of nodes or many, as the places that it passes ("through") or as the names of
 * its links ("links"). The first entry that fits a pair counts: in its own direction, else turned round. Links that
 * have ends must lead from the one node to the other; links without ends are passed wherever the entry names them. Must
 * not know how the shortest routes are found. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/graph.h"

/* Numbers in `routed` are at most this many: 512 MB. */
enum { MOST_ROUTED = 1 << 27, MOST_LINKS = 1024 };

/* An entry of the table while it is read. */
struct entry {
    struct bsim_jval v, list; /* the entry, and its "through" or "links" */
    int32_t *place;           /* the vertices that it passes, or its links */
    int places;
    bool by_links;
    bool *from, *to; /* by node */
};

struct table {
    struct bsim_graph *g;
    struct bsim_jval switches;
    int32_t *first, *links; /* links of vertex v: links[first[v]] .. links[first[v + 1] - 1] */
    size_t used, room;      /* of g->routed */
    int32_t *route;         /* the one at hand */
};

static const char *place_name(const struct table *t, int32_t vertex, char *buf, size_t size) {
    if (vertex < t->g->nodes)
        snprintf(buf, size, "node %d", vertex);
    else
        snprintf(buf, size, "\"%s\"", bsim_jval_string(bsim_jval_at(t->switches, (size_t)(vertex - t->g->nodes))));
    return buf;
}

/* ---- nodes and places of an entry ---- */

/* Marks the nodes that a value names: a number, a switch with all nodes that are linked to it, or "*". */
static void mark_nodes(const struct table *t, struct bsim_jval v, bool *marked) {
    const struct bsim_graph *g = t->g;
    if (json_is_string(v.json) && strcmp(json_string_value(v.json), "*") == 0) {
        memset(marked, true, (size_t)g->nodes);
        return;
    }
    int32_t vertex = bsim_graph_vertex(g, t->switches, v);
    if (vertex < g->nodes) {
        marked[vertex] = true;
        return;
    }
    bool any = false;
    for (int32_t i = t->first[vertex]; i < t->first[vertex + 1]; i++) {
        const struct bsim_graph_link *link = &g->link[t->links[i]];
        int32_t other = link->end[link->end[0] == vertex];
        if (other < g->nodes)
            any = marked[other] = true;
    }
    if (!any)
        bsim_jval_error(v, "\"%s\" has no link to a node", bsim_jval_string(v));
}

static bool *read_nodes(const struct table *t, struct bsim_jval entry, const char *key) {
    bool *marked = bsim_alloc((size_t)t->g->nodes);
    struct bsim_jval v = bsim_jval_need(entry, key);
    if (!bsim_jval_present(v))
        return marked;
    if (!json_is_array(v.json))
        mark_nodes(t, v, marked);
    for (size_t i = 0; json_is_array(v.json) && i < bsim_jval_size(v); i++)
        mark_nodes(t, bsim_jval_at(v, i), marked);
    return marked;
}

static int32_t link_named(const struct bsim_graph *g, struct bsim_jval v) {
    const char *name = bsim_jval_string(v);
    for (int i = 0; i < g->nlink; i++)
        if (g->link[i].name && strcmp(g->link[i].name, name) == 0)
            return i;
    bsim_jval_error(v, "no link has the name \"%s\"", name);
    return 0;
}

static bool read_entry(const struct table *t, struct entry *e) {
    static const char *const keys[] = {"from", "to", "through", "links", "one_way", "comment", NULL};
    if (!bsim_jval_keys(e->v, keys))
        return false;
    struct bsim_jval through = bsim_jval_get(e->v, "through"), links = bsim_jval_get(e->v, "links");
    if (bsim_jval_present(through) == bsim_jval_present(links))
        return bsim_jval_error(e->v, "needs one of \"through\", the places that it passes, and \"links\", their names");
    e->by_links = bsim_jval_present(links);
    e->list = e->by_links ? links : through;
    if (!bsim_jval_list(e->list))
        return false;
    size_t n = bsim_jval_size(e->list);
    if (n > MOST_LINKS || (e->by_links && n == 0))
        return bsim_jval_error(e->list, "has %zu links; accepted: 1 to %d", n, MOST_LINKS);
    e->place = bsim_alloc((n + 1) * sizeof *e->place);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval v = bsim_jval_at(e->list, i);
        e->place[e->places] = e->by_links ? link_named(t->g, v) : bsim_graph_vertex(t->g, t->switches, v);
        for (int j = 0; j < e->places; j++)
            if (e->place[j] == e->place[e->places])
                return bsim_jval_error(v, "the route has passed this already");
        e->places++;
    }
    return true;
}

/* ---- the route of one pair ---- */

/* 2 * link + direction of the only link between two places; -1 after an error. */
static int32_t step(const struct table *t, const struct entry *e, int32_t from, int32_t to) {
    const struct bsim_graph *g = t->g;
    int32_t found = -1;
    char a[128], b[128];
    for (int32_t i = t->first[from]; i < t->first[from + 1]; i++) {
        const struct bsim_graph_link *link = &g->link[t->links[i]];
        int way = link->end[0] != from;
        if (link->end[!way] != to)
            continue;
        if (found >= 0) {
            bsim_jval_error(e->list, "there are several links from %s to %s; give the route as \"links\", by names",
                            place_name(t, from, a, sizeof a), place_name(t, to, b, sizeof b));
            return -1;
        }
        found = 2 * t->links[i] + way;
    }
    if (found < 0)
        bsim_jval_error(e->list, "no link leads from %s to %s", place_name(t, from, a, sizeof a),
                        place_name(t, to, b, sizeof b));
    return found;
}

/* The route over places; they may begin with the first node and end with the last. */
static int route_through(const struct table *t, const struct entry *e, int32_t from, int32_t to) {
    int n = 0, first = e->places > 0 && e->place[0] == from;
    int last = e->places > first && e->place[e->places - 1] == to ? e->places - 1 : e->places;
    for (int32_t at = from; n <= last - first; n++) {
        int32_t next = first + n < last ? e->place[first + n] : to;
        if (first + n < last && (next == from || next == to)) {
            bsim_jval_error(e->list, "the route from node %d to node %d passes one of the two on its way", from, to);
            return -1;
        }
        t->route[n] = step(t, e, at, next);
        if (t->route[n] < 0)
            return -1;
        at = next;
    }
    return n;
}

/* The route over links. Those with ends must connect the two nodes, unless all are without. */
static int route_over(const struct table *t, const struct entry *e, int32_t from, int32_t to) {
    const struct bsim_graph *g = t->g;
    int32_t at = from;
    char a[128];
    bool placed = false;
    for (int i = 0; i < e->places; i++) {
        const struct bsim_graph_link *link = &g->link[e->place[i]];
        bool ends = link->end[0] >= 0;
        int way = ends && link->end[0] != at;
        if (ends && link->end[way] != at) {
            bsim_jval_error(bsim_jval_at(e->list, (size_t)i),
                            "the link \"%s\" does not begin at %s, where the route is", link->name,
                            place_name(t, at, a, sizeof a));
            return -1;
        }
        placed |= ends;
        at = ends ? link->end[!way] : at;
        t->route[i] = 2 * e->place[i] + way;
    }
    if (placed && at != to) {
        bsim_jval_error(e->list, "the route ends at %s instead of node %d", place_name(t, at, a, sizeof a), to);
        return -1;
    }
    return e->places;
}

/* Puts the route at hand, of n links, into the table; turned: it leads from `to` to `from`. */
static bool put(struct table *t, const struct entry *e, int32_t from, int32_t to, int n, bool turned) {
    struct bsim_graph *g = t->g;
    if (t->used + (size_t)n + 1 > MOST_ROUTED)
        return bsim_jval_error(e->v, "the routes have more than %d links together", MOST_ROUTED);
    while (t->used + (size_t)n + 1 > t->room) {
        t->room = 2 * t->room + 1024;
        g->routed = bsim_realloc(g->routed, t->room * sizeof *g->routed);
    }
    g->route_at[(size_t)from * (size_t)g->nodes + (size_t)to] = (uint32_t)t->used;
    g->routed[t->used++] = n;
    for (int i = 0; i < n; i++) {
        int32_t over = t->route[turned ? n - 1 - i : i];
        g->routed[t->used++] = turned && g->link[over / 2].end[0] >= 0 ? over ^ 1 : over;
    }
    return true;
}

/* Gives a pair its route unless it has one. *any: it has been given. turned: as above. */
static bool set_route(struct table *t, const struct entry *e, int32_t from, int32_t to, bool turned, bool *any) {
    int32_t start = turned ? to : from, end = turned ? from : to;
    if (from == to || t->g->route_at[(size_t)from * (size_t)t->g->nodes + (size_t)to])
        return true;
    int n = e->by_links ? route_over(t, e, start, end) : route_through(t, e, start, end);
    *any = true;
    return n >= 0 && put(t, e, from, to, n, turned);
}

static bool set_routes(struct table *t, const struct entry *e, bool turned, bool *any) {
    bool fine = true;
    for (int32_t a = 0; fine && a < t->g->nodes; a++)
        for (int32_t b = 0; fine && e->from[a] && b < t->g->nodes; b++)
            if (e->to[b])
                fine = set_route(t, e, turned ? b : a, turned ? a : b, turned, any);
    return fine;
}

/* ---- the table ---- */

static bool add_entry(struct table *t, struct bsim_jval v) {
    struct entry e = {.v = v};
    struct bsim_jval one_way = bsim_jval_get(v, "one_way");
    bool any = false, fine = read_entry(t, &e);
    if (fine) {
        e.from = read_nodes(t, v, "from");
        e.to = read_nodes(t, v, "to");
        t->route = bsim_alloc(((size_t)e.places + 1) * sizeof *t->route);
        fine = set_routes(t, &e, false, &any) &&
               ((bsim_jval_present(one_way) && bsim_jval_bool(one_way)) || set_routes(t, &e, true, &any));
    }
    if (fine && !any)
        fine = bsim_jval_error(v, "gives no route: entries before it fit all of its pairs, or it has none");
    bsim_free(e.place);
    bsim_free(e.from);
    bsim_free(e.to);
    bsim_free(t->route);
    return fine;
}

/* Without "other_routes" every pair has an entry. */
static bool check_all(const struct bsim_graph *g, struct bsim_jval root, struct bsim_jval routes) {
    static const char *const names[] = {"minimal", NULL};
    struct bsim_jval others = bsim_jval_get(root, "other_routes");
    if (bsim_jval_present(others))
        return bsim_jval_choice(others, names) == 0;
    for (int32_t a = 0; a < g->nodes; a++)
        for (int32_t b = 0; b < g->nodes; b++)
            if (a != b && !g->route_at[(size_t)a * (size_t)g->nodes + (size_t)b])
                return bsim_jval_error(routes,
                                       "has no route from node %d to node %d; add it, or \"other_routes\": "
                                       "\"minimal\" for shortest routes between all pairs without an entry",
                                       a, b);
    return true;
}

static void list_links(struct table *t) {
    const struct bsim_graph *g = t->g;
    t->first = bsim_alloc(((size_t)g->vertices + 2) * sizeof *t->first);
    t->links = bsim_alloc((2 * (size_t)g->nlink + 1) * sizeof *t->links);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < g->nlink; i++)
            for (int e = 0; e < 2 && g->link[i].end[0] >= 0; e++)
                if (pass == 0)
                    t->first[g->link[i].end[e] + 2]++;
                else
                    t->links[t->first[g->link[i].end[e] + 1]++] = i;
        for (int v = 0; pass == 0 && v < g->vertices; v++)
            t->first[v + 2] += t->first[v + 1];
    }
}

bool bsim_graph_read_table(struct bsim_graph *g, struct bsim_jval root) {
    struct bsim_jval routes = bsim_jval_get(root, "routes"), others = bsim_jval_get(root, "other_routes");
    struct table t = {.g = g, .switches = bsim_jval_get(root, "switches"), .used = 1};
    if (!bsim_jval_present(routes))
        return !bsim_jval_present(others) ||
               bsim_jval_error(others, "other_routes needs \"routes\"; without them all routes are minimal");
    if (!bsim_jval_list(routes))
        return false;
    list_links(&t);
    g->route_at = bsim_alloc((size_t)g->nodes * (size_t)g->nodes * sizeof *g->route_at);
    bool fine = true;
    for (size_t i = 0; fine && i < bsim_jval_size(routes); i++)
        fine = add_entry(&t, bsim_jval_at(routes, i));
    bsim_free(t.first);
    bsim_free(t.links);
    return fine && check_all(g, root, routes);
}
