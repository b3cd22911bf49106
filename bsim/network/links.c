/* links.c - the links of the machine, and the events of flows on them (links.h). */
#include "bsim/network/links.h"

#include <float.h>
#include <limits.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/platform/graph.h"
#include "bsim/platform/route.h"

/* An event at which flows end, or rates are solved. Each of them is earlier than those that were waiting when it was
 * made, so they are a stack. One that is no longer needed does nothing. */
struct wake {
    struct bsim_event event;
    struct wake *later;
};

static struct bsim_flows *flows;
static struct bsim_routes routes;
static double limit, now_s; /* bytes per second; the time up to which the flows are known */
static struct wake *wakes;
static int cards;      /* of a node */
static int32_t *turns; /* by node: its next card; NULL: a hash chooses */

static void wake_at(double time_s);

/* Ends the flows that are due. Then the ranks that have waited for them run, and may start others at the same time; so
 * the rates are solved by another event, which comes after all of this time. */
static void wake(struct bsim_event *event) {
    struct wake *self = (struct wake *)(void *)event;
    double time_s = event->time_s, end_s;
    bool any = false;
    wakes = self->later;
    bsim_free(self);
    now_s = time_s > now_s ? time_s : now_s;
    /* Ends that differ by rounding are one. */
    for (struct bsim_flow *f; (f = bsim_flows_take(flows, now_s * (1 + 4 * DBL_EPSILON), &end_s)); any = true)
        f->ended(f, end_s);
    if (any) {
        wake_at(now_s);
        return;
    }
    if (bsim_flows_changed(flows))
        bsim_flows_solve(flows, now_s);
    wake_at(bsim_flows_next(flows));
}

static void wake_at(double time_s) {
    if (time_s == HUGE_VAL || (wakes && wakes->event.time_s <= time_s))
        return;
    struct wake *w = bsim_alloc(sizeof *w);
    w->event = (struct bsim_event){time_s, UINT64_MAX, wake};
    w->later = wakes;
    wakes = w;
    bsim_event_add(&w->event);
}

int bsim_links_card(int source, int dest) {
    if (cards < 2)
        return 0;
    if (turns) {
        int32_t *turn = &turns[bsim_context.node[source]], card = *turn;
        *turn = (card + 1) % cards;
        return card;
    }
    uint64_t key = ((uint64_t)(uint32_t)source << 32 | (uint32_t)dest) * UINT64_C(0x9e3779b97f4a7c15);
    return (int)(((key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 33) % (uint64_t)cards);
}

void bsim_links_start(struct bsim_flow *flow, int32_t from, int32_t to, int card, double bytes, double time_s) {
    double left = bytes;
    if (time_s < now_s) {
        left -= limit * (now_s - time_s);
        if (!(left > 0)) {
            flow->ended(flow, time_s + bytes / limit);
            return;
        }
        time_s = now_s;
    }
    bsim_flows_start(flows, flow, from * cards + card, to * cards + card, left, time_s);
    wake_at(time_s);
}

static double rate_of(double gap_s_per_byte) {
    return gap_s_per_byte > 0 ? 1 / gap_s_per_byte : HUGE_VAL;
}

/* The capacity of the links of a class (route.h): of cards, of a level or dimension that the platform names, or of all
 * links. What is not given is as fast as one message. */
static double capacity_of(const struct bsim_platform *p, int class) {
    double gap = class == 0 ? p->inter.card_gap_s_per_byte[0] : p->inter.link_gap_s_per_byte[0];
    if (class > 0 && p->nlink_rate)
        return p->link_rate[class - 1];
    return rate_of(gap > 0 ? gap : p->inter.gap_s_per_byte[0]);
}

/* 0: the file does not give it. */
static double cable_bandwidth(const struct bsim_graph *graph, int cable) {
    int low = 0, high = graph->nlink - 1; /* the last link whose first cable is not above it */
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (graph->link[middle].first_cable <= cable)
            low = middle;
        else
            high = middle - 1;
    }
    return graph->link[low].bandwidth;
}

bool bsim_links_init(const struct bsim_platform *p, int nodes, struct bsim_error *err) {
    if (!p->contention)
        return true;
    const struct bsim_graph *graph = p->topology.graph;
    bool star = p->topology.kind == BSIM_TOPOLOGY_NONE;
    if (!bsim_routes_make(&routes, &p->topology, star ? nodes : p->topology.nodes,
                          star || p->inter.card_gap_s_per_byte[0] > 0 ? p->cards : 0))
        return bsim_error_set(err, NULL, 0, NULL, "network.contention: the topology has more than %d links", INT_MAX);
    int64_t n = routes.first[routes.classes];
    double *capacity = bsim_alloc((size_t)n * sizeof *capacity);
    for (int class = 0; class < routes.classes; class ++)
        for (int64_t i = routes.first[class]; i < routes.first[class + 1]; i++)
            capacity[i] = capacity_of(p, class);
    for (int i = 0; graph && i < 2 * graph->cables; i++)
        if (cable_bandwidth(graph, i / 2) > 0)
            capacity[routes.first[1] + i] = cable_bandwidth(graph, i / 2);
    limit = rate_of(p->inter.gap_s_per_byte[0]);
    now_s = 0;
    cards = routes.cards > 1 ? routes.cards : 1;
    turns = cards > 1 && !p->cards_by_hash ? bsim_alloc((size_t)nodes * sizeof *turns) : NULL;
    flows = bsim_flows_new((int)n, capacity, limit, routes.longest, bsim_route, &routes);
    bsim_free(capacity);
    return true;
}

void bsim_links_fini(void) {
    bsim_flows_free(flows);
    flows = NULL;
    bsim_free(turns);
    turns = NULL;
    for (struct wake *w = wakes, *later; w; w = later) {
        later = w->later;
        bsim_free(w);
    }
    wakes = NULL;
}
