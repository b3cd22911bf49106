/* import_routes.h - inside of bsim platform import: links and routes of a SimGrid platform between hosts, and what a
 * platform file makes of them. In SimGrid a link has no ends: routes list the links that they pass. */
#ifndef BSIM_CMD_IMPORT_ROUTES_H
#define BSIM_CMD_IMPORT_ROUTES_H

#include "bsim/cmd/import.h"

struct import_link {
    char *id; /* owned */
    double bandwidth, latency_s;
    enum import_policy {
        IMPORT_SHARED,  /* by all messages, of both directions */
        IMPORT_SPLIT,   /* each direction has the bandwidth */
        IMPORT_FATPIPE, /* each message has it */
    } policy;
    int line, routes; /* that use it */
};

struct import_route {
    char *from, *to; /* hosts; owned */
    bool one_way;
    int *hop, nhop; /* 2 * link + 1 if it is passed downwards; owned */
    double bandwidth, latency_s;
    int line;
};

struct import_routes {
    struct import_link *link;
    struct import_route *route;
    char **host; /* by node */
    int nlink, nroute, nhost;
};

/* Take a link or route over. */
void bsim_import_link(struct import_routes *routes, const struct import_link *link);
void bsim_import_route(struct import_routes *routes, const struct import_route *route);
/* Adds a link to the last route. False if there is none of this name. */
bool bsim_import_hop(struct import_routes *routes, const char *link, bool down);
/* The next node has this name; NULL: none. */
void bsim_import_host(struct import_routes *routes, const char *name);

/* Sets the network of m: a graph with a table of routes (m->graph), or latency and bandwidth for all if routes are
 * alike and share nothing, or if a graph cannot say them. partial: there are routes that are not between hosts.
 * False and *err if the routes are wrong. */
bool bsim_import_routes_finish(struct import *m, struct import_routes *routes, bool partial, struct bsim_error *err);
void bsim_import_routes_free(struct import_routes *routes);

#endif
