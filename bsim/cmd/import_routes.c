/* import_routes.c - links and routes of a SimGrid platform between hosts (import_routes.h). */
#include "bsim/cmd/import_routes.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HOSTS = 4096 }; /* with a table of routes */

void bsim_import_link(struct import_routes *r, const struct import_link *link) {
    r->link = realloc(r->link, (size_t)(r->nlink + 1) * sizeof *r->link);
    r->link[r->nlink++] = *link;
}

void bsim_import_route(struct import_routes *r, const struct import_route *route) {
    r->route = realloc(r->route, (size_t)(r->nroute + 1) * sizeof *r->route);
    r->route[r->nroute++] = *route;
}

bool bsim_import_hop(struct import_routes *r, const char *link, bool down) {
    struct import_route *way = &r->route[r->nroute - 1];
    for (int i = 0; i < r->nlink; i++)
        if (strcmp(r->link[i].id, link) == 0) {
            way->bandwidth = fmin(way->bandwidth, r->link[i].bandwidth);
            way->latency_s += r->link[i].latency_s;
            way->hop = realloc(way->hop, (size_t)(way->nhop + 1) * sizeof *way->hop);
            way->hop[way->nhop++] = 2 * i + down;
            r->link[i].routes++;
            return true;
        }
    return false;
}

void bsim_import_host(struct import_routes *r, const char *name) {
    r->host = realloc(r->host, (size_t)(r->nhost + 1) * sizeof *r->host);
    r->host[r->nhost++] = strdup(name ? name : "");
}

/* ---- one latency and bandwidth for all ---- */

/* The route whose values most have. */
static const struct import_route *most_common(const struct import_routes *r, int *equal_to_it) {
    int best = 0;
    *equal_to_it = 0;
    for (int i = 0; i < r->nroute; i++) {
        int equal = 0;
        for (int j = 0; j < r->nroute; j++)
            equal += r->route[i].bandwidth == r->route[j].bandwidth && r->route[i].latency_s == r->route[j].latency_s;
        if (equal > *equal_to_it) {
            *equal_to_it = equal;
            best = i;
        }
    }
    return &r->route[best];
}

static bool shares_links(const struct import_routes *r) {
    for (int i = 0; i < r->nlink; i++)
        if (r->link[i].policy != IMPORT_FATPIPE && r->link[i].routes > 1)
            return true;
    return false;
}

/* Tells which links messages share, where the platform does not say it. */
static void tell_shared(struct import *m, const struct import_routes *r) {
    for (int i = 0; i < r->nlink; i++)
        if (r->link[i].policy != IMPORT_FATPIPE && r->link[i].routes > 1)
            bsim_import_tell(m, r->link[i].line,
                             "link %s is shared by the messages of %d routes; here each has its bandwidth",
                             r->link[i].id, r->link[i].routes);
}

/* Takes the values that most routes have, and tells the others. */
static void alike(struct import *m, const struct import_routes *r, const struct import_route *common) {
    enum { MOST_TOLD = 20 };
    int told = 0;
    m->bandwidth = common->bandwidth;
    m->latency_s = common->latency_s;
    for (int i = 0; i < r->nroute; i++) {
        const struct import_route *way = &r->route[i];
        if (way->bandwidth == m->bandwidth && way->latency_s == m->latency_s)
            continue;
        if (told++ < MOST_TOLD)
            bsim_import_tell(m, way->line, "the route from %s to %s has %g B/s and %g s; here all have %g B/s and %g s",
                             way->from, way->to, way->bandwidth, way->latency_s, m->bandwidth, m->latency_s);
    }
    if (told > MOST_TOLD)
        bsim_import_tell(m, 0, "%d more routes differ", told - MOST_TOLD);
    tell_shared(m, r);
}

/* ---- a table of routes ---- */

static int host_named(const struct import_routes *r, const char *name) {
    for (int i = 0; i < r->nhost; i++)
        if (strcmp(r->host[i], name) == 0)
            return i;
    return -1;
}

/* Enters a route. Returns why a table cannot say it; NULL, and maybe *err: it can. */
static const char *enter(const struct import *m, const struct import_routes *r, int32_t *table, int i,
                         struct bsim_error *err) {
    const struct import_route *way = &r->route[i];
    size_t n = (size_t)r->nhost;
    int from = host_named(r, way->from), to = host_named(r, way->to);
    if (from < 0 || to < 0)
        return "there are routes that do not lead from host to host";
    if (from == to)
        return "a host has a route to itself";
    if (way->nhop == 0)
        return "there are routes without links";
    int32_t *there = &table[(size_t)from * n + (size_t)to], *back = &table[(size_t)to * n + (size_t)from];
    if (*there || (!way->one_way && *back))
        bsim_error_set(err, m->path, way->line, NULL, "there is a route from %s to %s already", way->from, way->to);
    *there = i + 1;
    if (!way->one_way)
        *back = -(i + 1);
    return NULL;
}

/* Why a table of such routes is not possible; NULL: it is. */
static const char *objection(const struct import_routes *r, const int32_t *table) {
    size_t n = (size_t)r->nhost;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++) {
            int there = abs(table[a * n + b]) - 1, back = abs(table[b * n + a]) - 1;
            if (there < 0 || back < 0)
                return "not all hosts have routes to each other";
        }
    return NULL;
}

/* By from * hosts + to, 1 + the route; negative: that of the other direction. NULL after an error, or, with *why, if a
 * table cannot say the routes. To be freed. */
static int32_t *table_of(const struct import *m, const struct import_routes *r, const char **why,
                         struct bsim_error *err) {
    int32_t *table = calloc((size_t)r->nhost * (size_t)r->nhost, sizeof *table);
    for (int i = 0; table && !*why && !err->set && i < r->nroute; i++)
        *why = enter(m, r, table, i, err);
    if (table && !*why && !err->set)
        *why = objection(r, table);
    if (!*why && !err->set)
        return table;
    free(table);
    return NULL;
}

/* The link of a graph for a hop of a route: "NAME", or "NAME_UP" and "NAME_DOWN" of a split one, or, where each message
 * has the link for itself, one for each two hosts. */
static json_t *link_name(const struct import_routes *r, int hop, int from, int to) {
    const struct import_link *link = &r->link[hop / 2];
    if (link->policy == IMPORT_FATPIPE)
        return json_sprintf("%s: %s to %s", link->id, r->host[from], r->host[to]);
    return json_sprintf("%s%s", link->id, link->policy == IMPORT_SHARED ? "" : hop % 2 ? "_DOWN" : "_UP");
}

static void add_link(json_t *links, const struct import_link *link, json_t *name) {
    json_array_append_new(links, json_pack("{s:o, s:o, s:o}", "name", name, "bandwidth",
                                           json_sprintf("%.15gB/s", link->bandwidth), "latency",
                                           json_sprintf("%.15gs", link->latency_s)));
}

/* Adds the route between two hosts, and the links that only it has. turned: the route leads the other way. */
static void add_route(struct import *m, const struct import_routes *r, const struct import_route *way, int from, int to,
                      bool turned, json_t *links, json_t *list) {
    json_t *names = json_array();
    for (int i = 0; i < way->nhop; i++) {
        int hop = turned ? way->hop[way->nhop - 1 - i] ^ 1 : way->hop[i];
        const struct import_link *link = &r->link[hop / 2];
        json_array_append_new(names, link_name(r, hop, from, to));
        if (link->policy != IMPORT_FATPIPE)
            continue;
        add_link(links, link, link_name(r, hop, from, to));
        bool limits = true;
        for (int j = 0; j < way->nhop; j++)
            limits &= way->hop[j] / 2 == hop / 2 || r->link[way->hop[j] / 2].bandwidth > link->bandwidth;
        if (limits && !turned)
            bsim_import_tell(m, way->line,
                             "each message from %s to %s has %g B/s of link %s; here those on their way at the same "
                             "time share it",
                             way->from, way->to, link->bandwidth, link->id);
    }
    json_array_append_new(list,
                          json_pack("{s:i, s:i, s:b, s:o}", "from", from, "to", to, "one_way", true, "links", names));
}

static json_t *graph_of(struct import *m, const struct import_routes *r, const int32_t *table) {
    json_t *links = json_array(), *list = json_array();
    for (int i = 0; i < r->nlink; i++)
        for (int down = 0; down < (r->link[i].policy == IMPORT_SPLIT ? 2 : 1); down++)
            if (r->link[i].policy != IMPORT_FATPIPE && r->link[i].routes > 0)
                add_link(links, &r->link[i], link_name(r, 2 * i + down, 0, 0));
    for (int from = 0; from < r->nhost; from++)
        for (int to = 0; to < r->nhost; to++) {
            int32_t at = table[(size_t)from * (size_t)r->nhost + (size_t)to];
            if (at)
                add_route(m, r, &r->route[abs(at) - 1], from, to, at < 0, links, list);
        }
    return json_pack("{s:s, s:i, s:o, s:o}", "schema", "bsim-graph/1", "nodes", r->nhost, "links", links, "routes",
                     list);
}

bool bsim_import_routes_finish(struct import *m, struct import_routes *r, bool partial, struct bsim_error *err) {
    int equal;
    if (r->nroute == 0 && r->nhost > 1)
        return bsim_error_set(err, m->path, 0, NULL, "%d hosts have no routes between them", r->nhost);
    if (r->nroute == 0)
        return true;
    const struct import_route *common = most_common(r, &equal);
    const char *why = partial                 ? "zones are within zones, or their routing is not \"Full\""
                      : r->nhost > MOST_HOSTS ? "there are too many hosts for a table of routes"
                                              : NULL;
    if (equal == r->nroute && !shares_links(r)) {
        alike(m, r, common);
        return true;
    }
    int32_t *table = why ? NULL : table_of(m, r, &why, err);
    if (err->set)
        return false;
    if (table == NULL) {
        bsim_import_tell(m, 0, "routes do not count apart: %s", why ? why : "out of memory");
        alike(m, r, common);
        return true;
    }
    for (int i = 0; i < r->nroute; i++)
        m->bandwidth = fmax(m->bandwidth, r->route[i].bandwidth);
    m->graph = graph_of(m, r, table);
    free(table);
    return true;
}

void bsim_import_routes_free(struct import_routes *r) {
    for (int i = 0; i < r->nlink; i++)
        free(r->link[i].id);
    for (int i = 0; i < r->nroute; i++) {
        free(r->route[i].from);
        free(r->route[i].to);
        free(r->route[i].hop);
    }
    for (int i = 0; i < r->nhost; i++)
        free(r->host[i]);
    free(r->link);
    free(r->route);
    free(r->host);
}
