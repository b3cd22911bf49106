/* replay_flows: reads sets of flows and prints when each flow ends, so that tests/property/links_random.py can know it.
 * A set is "set KIND SIZES size... parents... CARDS NODES PAIRS LIMIT capacity...", with KIND as in enum
 * bsim_topology_kind, as many parents as sizes, CARDS 0 or 1, NODES (of a star), PAIRS 1 if two ranks have one flow at
 * a time, and a capacity for each class of links, cards first; then "flow FROM TO START BYTES LIMIT SOURCE DEST" in the
 * order of START, with the numbers of nodes and ranks; then "end". Prints a line with the ends, in the order of flows.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/network/connection.h"
#include "bsim/network/flow.h"
#include "bsim/platform/route.h"

enum { MOST = 1000 };

static struct bsim_topology topology;
static struct bsim_routes routes;
static struct one {
    struct bsim_flow flow;
    struct bsim_turn turn;
    int from, to, source, dest;
    double start, bytes, end;
} all[MOST];
static struct bsim_connections *connections; /* NULL: each flow starts at once */

static double number(void) {
    double x = 0;
    if (scanf("%lf", &x) != 1)
        exit(2);
    return x;
}

static int integer(void) {
    return (int)number();
}

static double never(void) {
    return -HUGE_VAL;
}

static struct bsim_flows *read_set(void) {
    int kind = integer(), n = integer(), size[BSIM_TOPOLOGY_MAX_SIZES];
    for (int i = 0; i < n; i++)
        size[i] = integer();
    memset(&topology, 0, sizeof topology);
    if (kind && !bsim_topology_make(&topology, kind, n, size))
        exit(2);
    for (int i = 0; i < n; i++)
        topology.parents[i] = integer();
    topology.diameter = kind ? topology.diameter : 1;
    int cards = integer(), nodes = integer(), by_pair = integer();
    double limit = number();
    if (!bsim_routes_make(&routes, &topology, kind ? topology.nodes : nodes, cards, false))
        exit(2);
    double *capacity = calloc((size_t)routes.first[routes.classes] + 1, sizeof *capacity);
    for (int class = 0; class < routes.classes; class ++) {
        double value = number();
        for (int64_t i = routes.first[class]; i < routes.first[class + 1]; i++)
            capacity[i] = value;
    }
    struct bsim_flows *f =
        bsim_flows_new((int)routes.first[routes.classes], capacity, limit, routes.longest, bsim_route, &routes);
    free(capacity);
    connections = by_pair ? bsim_connections_new(4, never) : NULL; /* so few that its table grows */
    return f;
}

static void start(struct bsim_flows *f, struct one *one, double now) {
    bsim_flows_start(f, &one->flow, one->from, one->to, one->bytes, now);
}

static void come(struct bsim_flows *f, struct one *one) {
    one->turn.time_s = one->start;
    if (!connections || bsim_connection_come(connections, one->source, one->dest, &one->turn))
        start(f, one, one->turn.time_s);
}

static void leave(struct bsim_flows *f, struct one *one, double now) {
    struct bsim_turn *next = connections ? bsim_connection_leave(connections, one->source, one->dest, one->end) : NULL;
    if (next)
        start(f, (struct one *)(void *)((char *)next - offsetof(struct one, turn)), now);
}

static void run(struct bsim_flows *f, int n) {
    double now = 0;
    for (int i = 0, left = n; left > 0;) {
        double next = bsim_flows_next(f), end;
        if (i < n && all[i].start <= next) {
            now = all[i].start;
            for (; i < n && all[i].start == now; i++)
                come(f, &all[i]);
        } else {
            now = next;
            for (struct bsim_flow *over; (over = bsim_flows_take(f, now, &end)); left--) {
                ((struct one *)(void *)over)->end = end;
                leave(f, (struct one *)(void *)over, now);
            }
        }
        bsim_flows_solve(f, now);
    }
}

int main(void) {
    char word[16];
    struct bsim_flows *f = NULL;
    int n = 0;
    while (scanf("%15s", word) == 1) {
        if (strcmp(word, "set") == 0) {
            f = read_set();
            n = 0;
        } else if (strcmp(word, "flow") == 0 && n < MOST) {
            struct one *one = &all[n++];
            one->from = integer();
            one->to = integer();
            one->start = number();
            one->bytes = number();
            one->flow.limit = number();
            one->source = integer();
            one->dest = integer();
        } else if (f) {
            run(f, n);
            for (int i = 0; i < n; i++)
                printf("%.17g ", all[i].end);
            printf("\n");
            bsim_flows_free(f);
            bsim_connections_free(connections);
        }
    }
    return 0;
}
