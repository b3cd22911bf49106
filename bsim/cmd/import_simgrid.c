/* import_simgrid.c - reads SimGrid platform files (DTD 3 and 4): clusters with their topologies, hosts with links and
 * routes, and SMPI's factors. Must not know the platform file that is written. */
#include <expat.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bsim/cmd/import.h"
#include "bsim/cmd/import_routes.h"

typedef struct reader {
    struct import *m;
    struct bsim_error *err;
    XML_Parser parser;
    struct import_factors factors;
    bool has_factors;
    int clusters, depth;
    bool partial; /* routes are not all between hosts of one zone: there are zones within, or it is not "Full" */
    struct import_routes routes;
    int hosts; /* that are not of a cluster */
    bool in_route, in_config;
    double loopback_bandwidth, loopback_latency_s;
} reader;

static int line_of(const reader *r) {
    return (int)XML_GetCurrentLineNumber(r->parser);
}

static bool fail(reader *r, const char *fmt, ...) {
    char text[512];
    va_list list;
    va_start(list, fmt);
    vsnprintf(text, sizeof text, fmt, list);
    va_end(list);
    bsim_error_set(r->err, r->m->path, line_of(r), NULL, "%s", text);
    XML_StopParser(r->parser, XML_FALSE);
    return false;
}

static const char *get(const char **attributes, const char *name) {
    for (int i = 0; attributes[i]; i += 2)
        if (strcmp(attributes[i], name) == 0)
            return attributes[i + 1];
    return NULL;
}

/* ---- values with units ---- */

/* A number with a prefix of powers of 1000 or 1024 ("k", "Ki") and a unit; the first of a list. */
static bool scaled(const char *text, const char *const *units, const double *factor, double *value) {
    static const char prefixes[] = "kMGTPE";
    char *end;
    *value = strtod(text, &end);
    if (end == text || !isfinite(*value) || *value < 0)
        return false;
    char unit[16];
    size_t n = strcspn(end, ",");
    if (n >= sizeof unit)
        return false;
    memcpy(unit, end, n);
    unit[n] = '\0';
    const char *at = unit, *prefix = strlen(unit) > 1 ? strchr(prefixes, unit[0]) : NULL;
    if (prefix && *prefix) {
        double base = unit[1] == 'i' ? 1024 : 1000;
        at += unit[1] == 'i' ? 2 : 1;
        for (const char *p = prefixes; p <= prefix; p++)
            *value *= base;
    }
    for (int i = 0; units[i]; i++)
        if (strcmp(units[i], at) == 0) {
            *value *= factor[i];
            return true;
        }
    return false;
}

/* A required or optional attribute. what: 0 a rate, 1 a time, 2 a speed. */
static double number(reader *r, const char **attributes, const char *name, int what, double standard) {
    static const char *const rates[] = {"Bps", "bps", "", NULL};
    static const double of_rates[] = {1, 0.125, 1};
    static const char *const times[] = {"s", "ms", "us", "ns", "ps", "m", "h", "", NULL};
    static const double of_times[] = {1, 1e-3, 1e-6, 1e-9, 1e-12, 60, 3600, 1};
    static const char *const speeds[] = {"f", "", NULL};
    static const double of_speeds[] = {1, 1};
    static const char *const *const units[] = {rates, times, speeds};
    static const double *const factors[] = {of_rates, of_times, of_speeds};
    static const char *const accepted[] = {"125MBps or 1Gbps", "50us", "1Gf"};
    const char *text = get(attributes, name);
    double value = 0;
    if (text == NULL) {
        if (standard < 0)
            fail(r, "the attribute %s is missing", name);
        return fmax(standard, 0);
    }
    if (!scaled(text, units[what], factors[what], &value))
        fail(r, "%s=\"%s\"; accepted: such as %s", name, text, accepted[what]);
    if (strchr(text, ','))
        bsim_import_tell(r->m, line_of(r), "%s has several values; the first one is taken", name);
    return value;
}

static int whole(reader *r, const char **attributes, const char *name, int standard) {
    const char *text = get(attributes, name);
    char *end;
    if (text == NULL)
        return standard;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 1 || value > IMPORT_MOST_NODES)
        fail(r, "%s=\"%s\" is no number of at least 1", name, text);
    return (int)value;
}

/* ---- clusters ---- */

/* The number of hosts of "0-7,10,12-15". */
static int radical_size(reader *r, const char *text) {
    long n = 0;
    for (const char *at = text; at && *at;) {
        char *end;
        long first = strtol(at, &end, 10), last = first;
        bool ok = end != at && first >= 0;
        if (ok && *end == '-') {
            at = end + 1;
            last = strtol(at, &end, 10);
            ok = end != at && last >= first;
        }
        if (!ok || (*end && *end != ',') || last - first >= IMPORT_MOST_NODES - n) {
            fail(r, "radical=\"%s\"; accepted: such as 0-7,10", text);
            return 0;
        }
        n += last - first + 1;
        at = *end ? end + 1 : end;
    }
    return (int)n;
}

/* Reads up to `most` numbers that any of ";," separates. */
static int numbers(reader *r, const char *text, int *out, int most) {
    int n = 0;
    for (const char *at = text; at && *at && n < most;) {
        char *end;
        long value = strtol(at, &end, 10);
        if (end == at || (*end && *end != ';' && *end != ',') || value < 0 || value > IMPORT_MOST_NODES) {
            fail(r, "topo_parameters=\"%s\"; accepted: numbers such as 2;4,4;1,2;1,2", text);
            return 0;
        }
        out[n++] = (int)value;
        at = *end ? end + 1 : end;
    }
    return n;
}

static void torus(reader *r, const char *parameters) {
    int size[16], n = numbers(r, parameters, size, 16);
    json_t *dims = json_array();
    for (int i = n - 1; i >= 0; i--) /* in SimGrid the first dimension changes fastest */
        json_array_append_new(dims, json_integer(size[i]));
    r->m->topology = json_pack("{s:s, s:o}", "kind", "torus", "dims", dims);
}

static bool fat_tree(reader *r, const char *parameters, bool *wide) {
    int v[64], n = numbers(r, parameters, v, 64), levels = n ? v[0] : 0;
    if (levels < 1 || levels > 8 || n != 1 + 3 * levels)
        return fail(r, "topo_parameters=\"%s\" is no fat tree; accepted: LEVELS;DOWN,...;UP,...;COUNT,...", parameters);
    json_t *children = json_array();
    *wide = false;
    for (int i = 0; i < levels; i++) {
        json_array_append_new(children, json_integer(v[1 + i]));
        *wide |= v[1 + levels + i] != 1 || v[1 + 2 * levels + i] != 1;
    }
    r->m->topology = json_pack("{s:s, s:o}", "kind", "fat_tree", "children", children);
    return true;
}

static bool dragonfly(reader *r, const char *parameters) {
    int v[7];
    if (numbers(r, parameters, v, 7) != 7)
        return fail(r,
                    "topo_parameters=\"%s\" is no dragonfly; accepted: GROUPS,LINKS;CHASSIS,LINKS;ROUTERS,LINKS;NODES",
                    parameters);
    r->m->topology =
        json_pack("{s:s, s:i, s:i, s:i}", "kind", "dragonfly", "groups", v[0], "routers", v[2] * v[4], "nodes", v[6]);
    bsim_import_tell(
        r->m, line_of(r),
        "routers of a dragonfly's group are in %d chassis of %d, with links within them and across; here any two "
        "routers of a group are one hop apart",
        v[2], v[4]);
    return true;
}

/* Links of a cluster that a host has for itself: what its ranks share. */
static void own_links(reader *r, const char *policy, double bandwidth) {
    if (policy == NULL || strcmp(policy, "SPLITDUPLEX") == 0 || strcmp(policy, "FULLDUPLEX") == 0) {
        r->m->card_bandwidth = bandwidth;
    } else if (strcmp(policy, "FATPIPE") != 0) {
        r->m->card_bandwidth = bandwidth;
        bsim_import_tell(r->m, line_of(r),
                         "sharing_policy %s: the directions of a host's link share its bandwidth; here each "
                         "has all of it",
                         policy);
    }
}

static void flat(reader *r, const char **a, double bandwidth, double latency_s) {
    struct import *m = r->m;
    double backbone = number(r, a, "bb_bw", 0, 0), slowest = backbone > 0 ? fmin(bandwidth, backbone) : bandwidth;
    const char *policy = get(a, "bb_sharing_policy");
    m->latency_s = 2 * latency_s + number(r, a, "bb_lat", 1, 0);
    m->bandwidth = slowest;
    own_links(r, get(a, "sharing_policy"), bandwidth);
    if (backbone > 0 && !(policy && strcmp(policy, "FATPIPE") == 0))
        bsim_import_tell(m, line_of(r),
                         "the backbone of %g B/s, which all messages share, is a limit of each message only", backbone);
}

static void cluster_network(reader *r, const char **a, double bandwidth, double latency_s) {
    const char *kind = get(a, "topology"), *parameters = get(a, "topo_parameters");
    struct import *m = r->m;
    bool wide = false;
    if (kind == NULL || strcmp(kind, "FLAT") == 0) {
        flat(r, a, bandwidth, latency_s);
        return;
    }
    if (parameters == NULL) {
        fail(r, "the attribute topo_parameters is missing");
        return;
    }
    m->latency_s = 0;
    m->hop_latency_s = latency_s;
    m->bandwidth = bandwidth;
    if (strcmp(kind, "TORUS") == 0)
        torus(r, parameters);
    else if (strcmp(kind, "FAT_TREE") == 0    ? !fat_tree(r, parameters, &wide)
             : strcmp(kind, "DRAGONFLY") == 0 ? !dragonfly(r, parameters)
                                              : !fail(r,
                                                      "topology=\"%s\" is not known; "
                                                      "known: FLAT, TORUS, FAT_TREE, "
                                                      "DRAGONFLY",
                                                      kind))
        return;
    if (strcmp(kind, "TORUS") != 0 && !wide)
        own_links(r, get(a, "sharing_policy"), bandwidth);
    bsim_import_tell(m, line_of(r), "messages do not compete for the links inside of the %s%s", kind,
                     wide ? ", whose switches have several links upwards" : "");
}

static void read_cluster(reader *r, const char **a) {
    static const char *const told[] = {"limiter_link", "router_id", "availability_file", "state_file"};
    struct import *m = r->m;
    const char *radical = get(a, "radical"), *speed = get(a, "speed") ? "speed" : "power";
    int n = radical ? radical_size(r, radical) : 0;
    double bandwidth = number(r, a, "bw", 0, -1), latency_s = number(r, a, "lat", 1, -1);
    if (n < 1) {
        fail(r, "the attribute radical is missing, or names no host");
        return;
    }
    int cores = whole(r, a, "core", 1);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (get(a, told[i]))
            bsim_import_tell(m, line_of(r), "%s=\"%s\" is left out", told[i], get(a, told[i]));
    if (!bsim_import_add(m, line_of(r), n, number(r, a, speed, 2, -1), r->err)) {
        XML_StopParser(r->parser, XML_FALSE);
        return;
    }
    if (r->clusters++ == 0) {
        m->cores = cores;
        m->name = get(a, "id") ? strdup(get(a, "id")) : NULL;
        cluster_network(r, a, bandwidth, latency_s);
        if (get(a, "loopback_bw")) {
            m->intra_bandwidth = number(r, a, "loopback_bw", 0, 0);
            m->intra_latency_s = number(r, a, "loopback_lat", 1, 0);
        }
        return;
    }
    bsim_import_tell(m, line_of(r),
                     "a further cluster of %d hosts, with links of %g B/s and %g s: its network, and that "
                     "between the clusters, count as the first one's",
                     n, bandwidth, latency_s);
    if (cores != m->cores)
        bsim_import_tell(m, line_of(r), "its hosts have %d cores; here they have %d", cores, m->cores);
    if (m->topology) {
        json_decref(m->topology);
        m->topology = NULL;
        bsim_import_tell(m, line_of(r), "the topology of the first cluster is left out, since it is one of %d hosts",
                         m->nodes - n);
    }
}

/* ---- hosts, links, routes ---- */

static void read_host(reader *r, const char **a) {
    struct import *m = r->m;
    const char *speed = get(a, "speed") ? "speed" : "power";
    int cores = whole(r, a, "core", 1);
    if (!bsim_import_add(m, line_of(r), 1, number(r, a, speed, 2, -1), r->err)) {
        XML_StopParser(r->parser, XML_FALSE);
        return;
    }
    bsim_import_host(&r->routes, get(a, "id"));
    if (r->hosts++ == 0 && r->clusters == 0)
        m->cores = cores;
    else if (cores != m->cores)
        bsim_import_tell(m, line_of(r), "host %s has %d cores; here all have %d", get(a, "id") ? get(a, "id") : "",
                         cores, m->cores);
}

static void read_link(reader *r, const char **a) {
    const char *id = get(a, "id"), *policy = get(a, "sharing_policy");
    bool split = policy && (strcmp(policy, "SPLITDUPLEX") == 0 || strcmp(policy, "FULLDUPLEX") == 0);
    struct import_link link = {.id = strdup(id ? id : ""),
                               .bandwidth = number(r, a, "bandwidth", 0, -1),
                               .latency_s = number(r, a, "latency", 1, 0),
                               .policy = policy && strcmp(policy, "FATPIPE") == 0 ? IMPORT_FATPIPE
                                         : split                                  ? IMPORT_SPLIT
                                                                                  : IMPORT_SHARED,
                               .line = line_of(r)};
    bsim_import_link(&r->routes, &link);
}

static void begin_route(reader *r, const char **a) {
    const char *from = get(a, "src"), *to = get(a, "dst"), *both = get(a, "symmetrical");
    bool one_way = both && (strcasecmp(both, "NO") == 0 || strcmp(both, "0") == 0 || strcasecmp(both, "false") == 0);
    struct import_route route = {.from = strdup(from ? from : "?"),
                                 .to = strdup(to ? to : "?"),
                                 .one_way = one_way,
                                 .bandwidth = HUGE_VAL,
                                 .line = line_of(r)};
    bsim_import_route(&r->routes, &route);
    r->in_route = true;
}

static void read_hop(reader *r, const char **a) {
    const char *id = get(a, "id"), *direction = get(a, "direction");
    bool down = direction && strcmp(direction, "DOWN") == 0;
    if (r->in_route && !bsim_import_hop(&r->routes, id ? id : "", down))
        fail(r, "there is no link \"%s\"", id ? id : "");
}

static void read_zone(reader *r, const char **a) {
    const char *routing = get(a, "routing");
    r->partial |= routing && strcmp(routing, "Full") != 0 && strcmp(routing, "None") != 0;
    if (r->depth++ == 1) {
        r->partial = true;
        bsim_import_tell(r->m, line_of(r), "zones within zones: what lies between them does not count apart");
    }
}

/* ---- options ---- */

static void read_option(reader *r, const char **a) {
    static const struct {
        const char *id;
        int which;
    } known[] = {{"smpi/os", IMPORT_OS},
                 {"smpi/ois", IMPORT_OIS},
                 {"smpi/or", IMPORT_OR},
                 {"smpi/lat-factor", IMPORT_LATENCY},
                 {"network/latency-factor", IMPORT_LATENCY},
                 {"smpi/bw-factor", IMPORT_BANDWIDTH},
                 {"network/bandwidth-factor", IMPORT_BANDWIDTH},
                 {"smpi/async-small-thresh", IMPORT_EAGER},
                 {"smpi/send-is-detached-thresh", IMPORT_DETACHED}};
    const char *id = get(a, "id"), *value = get(a, "value");
    if (id == NULL || value == NULL)
        return;
    for (size_t i = 0; r->in_config && i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].id, id) == 0) {
            free(r->factors.text[known[i].which]);
            r->factors.text[known[i].which] = strdup(value);
            r->factors.line[known[i].which] = line_of(r);
            r->has_factors = true;
            return;
        }
    bsim_import_tell(r->m, line_of(r), "%s %s=\"%s\" is left out", r->in_config ? "option" : "property", id, value);
}

/* ---- elements ---- */

static void XMLCALL element(void *data, const char *name, const char **a) {
    static const char *const frames[] = {"platform", "zone",  "AS",       "cluster", "cabinet", "host",
                                         "link",     "route", "link_ctn", "config",  "prop",    NULL};
    reader *r = data;
    int known = -1;
    for (int i = 0; frames[i]; i++)
        if (strcmp(frames[i], name) == 0)
            known = i;
    switch (known) {
    case 0:
        break;
    case 1:
    case 2:
        read_zone(r, a);
        break;
    case 3:
    case 4:
        read_cluster(r, a);
        break;
    case 5:
        read_host(r, a);
        break;
    case 6:
        read_link(r, a);
        break;
    case 7:
        begin_route(r, a);
        break;
    case 8:
        read_hop(r, a);
        break;
    case 9:
        r->in_config = true;
        break;
    case 10:
        read_option(r, a);
        break;
    default:
        bsim_import_tell(r->m, line_of(r), "<%s%s%s%s> is left out", name, get(a, "id") ? " id=\"" : "",
                         get(a, "id") ? get(a, "id") : "", get(a, "id") ? "\"" : "");
    }
}

static void XMLCALL end_element(void *data, const char *name) {
    reader *r = data;
    if (strcmp(name, "route") == 0)
        r->in_route = false;
    if (strcmp(name, "config") == 0)
        r->in_config = false;
    if (strcmp(name, "zone") == 0 || strcmp(name, "AS") == 0)
        r->depth--;
}

static void free_reader(reader *r) {
    for (int i = 0; i < 7; i++)
        free(r->factors.text[i]);
    bsim_import_routes_free(&r->routes);
    XML_ParserFree(r->parser);
}

static bool parse(reader *r, FILE *f) {
    char buffer[1 << 14];
    bool last = false;
    while (!last && !r->err->set) {
        size_t n = fread(buffer, 1, sizeof buffer, f);
        if (ferror(f))
            return bsim_error_set(r->err, r->m->path, 0, NULL, "cannot be read: %s", strerror(errno));
        last = n < sizeof buffer;
        if (XML_Parse(r->parser, buffer, (int)n, last) == XML_STATUS_ERROR && !r->err->set)
            return bsim_error_set(r->err, r->m->path, line_of(r), NULL, "is not valid XML: %s",
                                  XML_ErrorString(XML_GetErrorCode(r->parser)));
    }
    return !r->err->set;
}

bool bsim_import_simgrid(struct import *m, struct bsim_error *err) {
    reader r = {.m = m, .err = err, .parser = XML_ParserCreate(NULL)};
    FILE *f = fopen(m->path, "r");
    if (f == NULL || r.parser == NULL) {
        bsim_error_set(err, m->path, 0, NULL, "cannot be read: %s", strerror(errno));
    } else {
        XML_SetUserData(r.parser, &r);
        XML_SetElementHandler(r.parser, element, end_element);
        if (parse(&r, f) && m->nodes == 0)
            bsim_error_set(err, m->path, 0, NULL,
                           "has no hosts; accepted: a SimGrid platform with <host> or <cluster>");
        if (!err->set && r.clusters == 0)
            bsim_import_routes_finish(m, &r.routes, r.partial, err);
        else if (!err->set && r.hosts > 0)
            bsim_import_tell(m, 0, "%d hosts beside clusters count as nodes of the first cluster's network", r.hosts);
        if (!err->set && r.has_factors)
            bsim_import_pieces(m, &r.factors, err);
        else if (!err->set)
            bsim_import_tell(m, 0,
                             "no factors by message size (smpi/os, smpi/bw-factor, ...): SMPI's own defaults are not "
                             "taken, nor is its limit of detached messages");
        if (!err->set && m->intra_latency_s < 0)
            bsim_import_tell(m, 0, "no loopback: messages within a node are as those between nodes");
    }
    if (f)
        fclose(f);
    free_reader(&r);
    return !err->set;
}
