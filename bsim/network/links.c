/* links.c - the links of the machine, and the events of flows on them (links.h). */
#include "bsim/network/links.h"

#include <float.h>
#include <limits.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/network/card_choice.h"
#include "bsim/network/packets.h"
#include "bsim/platform/graph.h"
#include "bsim/platform/route.h"

/* An event at which flows end, rates are solved, or packets come to links. Each of them is earlier than those that were
 * waiting when it was made, so they are a stack. One that is no longer needed does nothing. */
struct wake {
    struct bsim_event event;
    struct medium *of;
    struct wake *later;
};

/* Flows that do not meet those of another medium. */
struct medium {
    struct bsim_flows *flows;
    struct bsim_packets *packets; /* in place of flows; else NULL */
    double limit, now_s;          /* bytes per second; the time up to which the flows are known */
    double byte_s;                /* what a byte of the slowest message takes */
    struct wake *wakes;
    uint64_t order; /* of its events */
};

static struct medium network = {.order = UINT64_MAX}, memory = {.order = UINT64_MAX - 1};
static struct bsim_routes routes;
static bool by_pair;
static int cards; /* of a node */
/* If messages within a node share its memory with calculation: what a byte of a message takes of the memory's bytes;
 * else 0. */
static double memory_bytes;

static void wake_at(struct medium *m, double time_s);

/* Moves packets until a flow has left or ended, since ranks that have waited for it may start others. Nothing else
 * happens before the engine's next event or decision, so packets move up to there at once. */
static void move_packets(struct medium *m) {
    double until_s = fmax(m->now_s, nextafter(bsim_event_horizon(), 0)), time_s;
    bool has_left;
    for (struct bsim_flow *f; (f = bsim_packets_take(m->packets, until_s, &time_s, &has_left));) {
        until_s = m->now_s = bsim_packets_now(m->packets);
        if (has_left)
            f->left(f, time_s);
        else
            f->ended(f, time_s);
    }
    m->now_s = fmax(m->now_s, bsim_packets_now(m->packets));
    wake_at(m, bsim_packets_next(m->packets));
}

/* Ends the flows that are due. Then the ranks that have waited for them run, and may start others at the same time; so
 * the rates are solved by another event, which comes after all of this time. */
static void wake(struct bsim_event *event) {
    struct wake *self = (struct wake *)(void *)event;
    struct medium *m = self->of;
    double time_s = event->time_s, end_s;
    bool any = false;
    m->wakes = self->later;
    bsim_free(self);
    m->now_s = time_s > m->now_s ? time_s : m->now_s;
    if (m->packets) {
        move_packets(m);
        return;
    }
    /* Ends that differ by rounding are one. */
    for (struct bsim_flow *f; (f = bsim_flows_take(m->flows, m->now_s * (1 + 4 * DBL_EPSILON), &end_s)); any = true) {
        f->left(f, end_s);
        f->ended(f, end_s);
    }
    if (any) {
        wake_at(m, m->now_s);
        return;
    }
    if (bsim_flows_changed(m->flows))
        bsim_flows_solve(m->flows, m->now_s);
    wake_at(m, bsim_flows_next(m->flows));
}

static void wake_at(struct medium *m, double time_s) {
    if (time_s == HUGE_VAL || (m->wakes && m->wakes->event.time_s <= time_s))
        return;
    struct wake *w = bsim_alloc(sizeof *w);
    w->event = (struct bsim_event){time_s, m->order, wake};
    w->of = m;
    w->later = m->wakes;
    m->wakes = w;
    bsim_event_add(&w->event);
}

bool bsim_links_by_pair(void) {
    return by_pair;
}

static struct medium *medium_of(int32_t from, int32_t to) {
    return from == to ? &memory : &network;
}

/* The number of a node's card among all cards; within a node, of the node's memory. */
static int32_t end_of(const struct medium *m, int32_t node, int card) {
    return m == &network ? node * cards + card : node;
}

/* The most that a message of a path may have; 0: what all may. */
static double own_limit(const struct medium *m, const struct bsim_path *path) {
    return m == &network ? path->own_rate / bsim_card_parts() : path->own_rate;
}

double bsim_links_waited(double start_s, double alone_s, double end_s) {
    double waited_s = end_s - start_s - alone_s;
    return waited_s > 8 * DBL_EPSILON * end_s + 1e-10 * alone_s ? waited_s : 0;
}

bool bsim_links_calculate_too(void) {
    return memory_bytes > 0;
}

bool bsim_links_is_past(int32_t from, int32_t to, double time_s) {
    const struct medium *m = medium_of(from, to);
    return time_s < m->now_s * (1 - 16 * DBL_EPSILON) - 2 * m->byte_s;
}

bool bsim_links_used_since(int32_t from, int32_t to, int card, double time_s) {
    const struct medium *m = medium_of(from, to);
    int32_t source = end_of(m, from, card), dest = end_of(m, to, card);
    return m->packets ? bsim_packets_used_since(m->packets, source, dest, time_s)
                      : bsim_flows_used_since(m->flows, source, dest, time_s, m->now_s);
}

/* A flow starts before what is known: what it carried since then counts as undisturbed, at no more than past_rate. The
 * bytes that are left, or none if it has ended by now, at *end_s. */
static double left_of_past(struct medium *m, const struct bsim_flow *flow, int32_t source, int32_t dest, double bytes,
                           double past_rate, double time_s, double *end_s) {
    if (m->packets)
        return bsim_packets_left_of_past(m->packets, source, dest, flow->limit, bytes, time_s, m->now_s, end_s);
    double alone = fmin(bsim_flows_alone(m->flows, source, dest, flow->limit), past_rate);
    alone = flow->extra_s > 0 ? 1 / (1 / alone + flow->extra_s) : alone;
    *end_s = time_s + bytes / alone;
    bsim_flows_note_use(m->flows, source, dest, fmin(*end_s, m->now_s));
    return fmax(0, bytes - alone * (m->now_s - time_s));
}

/* A flow that is before what is known by no more than packets may be: these find their links as they are; flows carry
 * that much alone. */
static void start(struct medium *m, struct bsim_flow *flow, int32_t source, int32_t dest, double left, double past_rate,
                  double time_s, bool is_past) {
    double end_s;
    if (is_past) {
        left = left_of_past(m, flow, source, dest, left, past_rate, time_s, &end_s);
        if (left <= 0) {
            flow->left(flow, end_s);
            flow->ended(flow, end_s);
            return;
        }
        time_s = m->now_s;
    }
    if (m->packets)
        bsim_packets_start(m->packets, flow, source, dest, left, time_s);
    else
        bsim_flows_start(m->flows, flow, source, dest, left, time_s);
    wake_at(m, fmax(time_s, m->now_s));
}

void bsim_links_start(struct bsim_flow *flow, const struct bsim_path *path, int32_t from, int32_t to, int card,
                      double bytes, double time_s) {
    struct medium *m = medium_of(from, to);
    double of_byte = m == &memory && memory_bytes > 0 ? memory_bytes : 1;
    flow->limit = own_limit(m, path);
    if (of_byte != 1)
        flow->limit = of_byte * (flow->limit > 0 ? flow->limit : m->limit);
    start(m, flow, end_of(m, from, card), end_of(m, to, card), bytes * path->flow_bytes * of_byte, HUGE_VAL, time_s,
          m->packets ? bsim_links_is_past(from, to, time_s) : time_s < m->now_s);
}

void bsim_links_calculate(struct bsim_flow *flow, int32_t node, double bytes, double past_rate, double time_s) {
    start(&memory, flow, node, node, bytes, past_rate, time_s, time_s < memory.now_s);
}

static double rate_of(double gap_s_per_byte) {
    return gap_s_per_byte > 0 ? 1 / gap_s_per_byte : HUGE_VAL;
}

/* The gaps of the fastest and the slowest message over a connection that has the pieces and these rules. */
struct gaps {
    double least, most;
};

static struct gaps gaps_of(const struct bsim_link *link, int nrule, const struct bsim_transport_rule *rule) {
    double all = link->gap_s_per_byte[0];
    struct gaps gaps = {all, all};
    for (int i = 0; i < link->npiece + nrule; i++) {
        const struct bsim_link_piece *piece = i < link->npiece ? &link->piece[i] : &rule[i - link->npiece].piece;
        double gap = piece->gap_s_per_byte >= 0 ? piece->gap_s_per_byte : all * piece->gap_factor;
        gaps = (struct gaps){fmin(gaps.least, gap), fmax(gaps.most, gap)};
    }
    return gaps;
}

/* The capacity of the links of a class (route.h): of cards, of a level or dimension that the platform names, or of all
 * links. What is not given is as fast as the fastest message. */
static double capacity_of(const struct bsim_platform *p, int class, bool down) {
    double gap = class == 0 ? p->inter.card_gap_s_per_byte[0] : p->inter.link_gap_s_per_byte[0];
    if (class > 0 && p->nlink_rate)
        return down ? p->link_rate_down[class - 1] : p->link_rate[class - 1];
    return rate_of(gap > 0 ? gap : gaps_of(&p->inter, p->nrule, p->rule).least);
}

/* 0: the file does not give it. */
static double cable_bandwidth(const struct bsim_graph *graph, int cable, int direction) {
    int low = 0, high = graph->nlink - 1; /* the last link whose first cable is not above it */
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (graph->link[middle].first_cable <= cable)
            low = middle;
        else
            high = middle - 1;
    }
    return graph->link[low].bandwidth[direction];
}

/* Messages within a node have one link, its memory. */
static int memory_route(const void *arg, int32_t from, int32_t to, int32_t *links) {
    (void)arg, (void)to;
    links[0] = from;
    return 1;
}

static void memory_init(const struct bsim_platform *p, int nodes) {
    double *capacity = bsim_alloc((size_t)nodes * sizeof *capacity);
    memory_bytes = p->memory.with_messages ? p->memory.bandwidth[0] / p->shared_bandwidth : 0;
    for (int i = 0; i < nodes; i++)
        capacity[i] = memory_bytes > 0 ? p->memory.bandwidth[0] : p->shared_bandwidth;
    memory.limit = rate_of(p->intra.gap_s_per_byte[0]);
    memory.now_s = 0;
    memory.byte_s = gaps_of(&p->intra, 0, NULL).most;
    memory.flows = bsim_flows_new(nodes, capacity, memory.limit, 1, memory_route, NULL);
    bsim_free(capacity);
}

bool bsim_links_init(const struct bsim_platform *p, int nodes, struct bsim_error *err) {
    if (!p->contention)
        return true;
    const struct bsim_graph *graph = p->topology.graph;
    bool star = p->topology.kind == BSIM_TOPOLOGY_NONE;
    if (!bsim_routes_make(&routes, &p->topology, star ? nodes : p->topology.nodes,
                          star || p->inter.card_gap_s_per_byte[0] > 0 ? p->cards : 0, p->rails))
        return bsim_error_set(err, NULL, 0, NULL, "network.contention: the topology has more than %d links", INT_MAX);
    int64_t n = bsim_routes_links(&routes);
    double *capacity = bsim_alloc((size_t)n * sizeof *capacity);
    for (int64_t i = 0; i < n; i++)
        capacity[i] = capacity_of(p, bsim_routes_class(&routes, i), bsim_routes_is_down(&routes, i));
    for (int i = 0; graph && i < 2 * graph->cables * routes.planes; i++) {
        int cable = i % (2 * graph->cables);
        double of_cable = cable_bandwidth(graph, cable / 2, cable % 2);
        if (of_cable > 0)
            capacity[routes.first[1] + i] = of_cable;
    }
    network.limit = rate_of(p->inter.gap_s_per_byte[0]) / bsim_card_parts();
    network.now_s = 0;
    network.byte_s = gaps_of(&p->inter, p->nrule, p->rule).most;
    by_pair = p->flows_by_pair;
    cards = routes.cards > 1 ? routes.cards : 1;
    struct bsim_queueing queueing = {p->packet, p->link_burst, p->tcp_window};
    if (p->packet > 0)
        network.packets =
            bsim_packets_new((int)n, capacity, network.limit, routes.longest, &queueing, bsim_route, &routes);
    else
        network.flows = bsim_flows_new((int)n, capacity, network.limit, routes.longest, bsim_route, &routes);
    bsim_free(capacity);
    if (p->shared_bandwidth > 0)
        memory_init(p, nodes);
    return true;
}

static void medium_end(struct medium *m) {
    bsim_flows_free(m->flows);
    bsim_packets_free(m->packets);
    m->flows = NULL;
    m->packets = NULL;
    for (struct wake *w = m->wakes, *later; w; w = later) {
        later = w->later;
        bsim_free(w);
    }
    m->wakes = NULL;
}

void bsim_links_fini(void) {
    medium_end(&network);
    medium_end(&memory);
    memory_bytes = 0;
}
