/* replay_flows: reads sets of flows and prints when each flow ends, so that tests/property/links_random.py and
 * queues_random.py can know it. A set is "set KIND SIZES size... parents... CARDS NODES PAIRS PACKET BURST LIMIT
 * capacity...", with KIND as in enum bsim_topology_kind, as many parents as sizes, CARDS 0 or 1, NODES (of a star),
 * PAIRS 1 if two ranks have one flow at a time, PACKET the bytes of a packet or 0 for flows with fair rates, BURST, and
 * a capacity for each class of links, cards first; then "flow FROM TO START BYTES LIMIT SOURCE DEST" in the order of
 * START, with the numbers of nodes and ranks; then "end". Prints a line with the ends, in the order of flows; with
 * packets each end follows the time at which the flow has left its first link. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/network/connection.h"
#include "bsim/network/flow.h"
#include "bsim/network/packets.h"
#include "bsim/platform/route.h"

enum { MOST = 1000 };

static struct bsim_topology topology;
static struct bsim_routes routes;
static struct one {
    struct bsim_flow flow;
    struct bsim_turn turn;
    int from, to, source, dest;
    double start, bytes, left, end;
} all[MOST];
static struct bsim_connections *connections; /* NULL: each flow starts at once */
static struct bsim_flows *fair;              /* of a set: these, or the packets */
static struct bsim_packets *packets;

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

static void read_set(void) {
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
    struct bsim_queueing queueing = {.packet = number()};
    queueing.burst = number();
    double limit = number();
    if (!bsim_routes_make(&routes, &topology, kind ? topology.nodes : nodes, cards, false))
        exit(2);
    double *capacity = calloc((size_t)routes.first[routes.classes] + 1, sizeof *capacity);
    for (int class = 0; class < routes.classes; class ++) {
        double value = number();
        for (int64_t i = routes.first[class]; i < routes.first[class + 1]; i++)
            capacity[i] = value;
    }
    int links = (int)routes.first[routes.classes];
    if (queueing.packet > 0)
        packets = bsim_packets_new(links, capacity, limit, routes.longest, &queueing, bsim_route, &routes);
    else
        fair = bsim_flows_new(links, capacity, limit, routes.longest, bsim_route, &routes);
    free(capacity);
    connections = by_pair ? bsim_connections_new(4, never) : NULL; /* so few that its table grows */
}

static void end_set(void) {
    bsim_flows_free(fair);
    bsim_packets_free(packets);
    bsim_connections_free(connections);
    fair = NULL;
    packets = NULL;
}

static void start(struct one *one, double now) {
    if (packets)
        bsim_packets_start(packets, &one->flow, one->from, one->to, one->bytes, now);
    else
        bsim_flows_start(fair, &one->flow, one->from, one->to, one->bytes, now);
}

static void come(struct one *one) {
    one->turn.time_s = one->start;
    if (!connections || bsim_connection_come(connections, one->source, one->dest, &one->turn))
        start(one, one->turn.time_s);
}

static void leave(struct one *one, double time_s, double now) {
    struct bsim_turn *next = connections ? bsim_connection_leave(connections, one->source, one->dest, time_s) : NULL;
    if (next)
        start((struct one *)(void *)((char *)next - offsetof(struct one, turn)), now);
}

static void run_fair(int n) {
    double now = 0;
    for (int i = 0, left = n; left > 0;) {
        double next = bsim_flows_next(fair), end;
        if (i < n && all[i].start <= next) {
            now = all[i].start;
            for (; i < n && all[i].start == now; i++)
                come(&all[i]);
        } else {
            now = next;
            for (struct bsim_flow *over; (over = bsim_flows_take(fair, now, &end)); left--) {
                ((struct one *)(void *)over)->end = end;
                leave((struct one *)(void *)over, end, now);
            }
        }
        bsim_flows_solve(fair, now);
    }
}

/* Packets move as far as they can before the next flow comes. */
static void run_packets(int n) {
    for (int i = 0, left = n; left > 0;) {
        double until = i < n ? nextafter(all[i].start, -1) : HUGE_VAL, time;
        bool has_left;
        struct one *one = (struct one *)(void *)bsim_packets_take(packets, until, &time, &has_left);
        if (!one) {
            come(&all[i++]);
        } else if (has_left) {
            one->left = time;
            leave(one, time, time);
        } else {
            one->end = time;
            left--;
        }
    }
}

int main(void) {
    char word[16];
    int n = 0;
    while (scanf("%15s", word) == 1) {
        if (strcmp(word, "set") == 0) {
            read_set();
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
        } else if (fair || packets) {
            if (packets)
                run_packets(n);
            else
                run_fair(n);
            for (int i = 0; i < n; i++) {
                if (packets)
                    printf("%.17g ", all[i].left);
                printf("%.17g ", all[i].end);
            }
            printf("\n");
            end_set();
        }
    }
    return 0;
}
