/* network.c - the network of a run: its model, and the parameters between any two ranks. Must not know formulas
 * (net_*.c) or matching. */
#include "bsim/network/network.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/network/card.h"
#include "bsim/network/card_choice.h"
#include "bsim/network/links.h"
#include "bsim/network/message_noise.h"
#include "bsim/network/storage.h"
#include "bsim/platform/graph.h"
#include "bsim/platform/hop_latency.h"
#include "bsim/platform/sockets.h"
#include "bsim/platform/transport.h"

static double *latencies;             /* K for each path */
static struct bsim_place *places;     /* bsim_context.places */
static struct bsim_place places_size; /* bsim_context.places_size */

static const struct bsim_network *const models[] = {&bsim_network_simple, &bsim_network_loggpo};
static const struct bsim_network *const with_slopes[] = {&bsim_network_simple_slopes, &bsim_network_loggpo_slopes};

/* Arrays of pieces and their paths. */
typedef struct owned {
    struct owned *next;
    max_align_t memory[];
} owned;
static owned *all_owned;

static void *own(size_t size) {
    owned *o = bsim_alloc(sizeof *o + size);
    o->next = all_owned;
    all_owned = o;
    return o->memory;
}

/* Sets what follows from the parameters of a path. */
static void path_finish(struct bsim_path *path, int hops, int nscen) {
    const struct bsim_link *link = &path->link;
    path->through_cards = bsim_context.cards && (hops > 0 || bsim_context.shares_memory);
    path->eager_all = link->eager_limit_bytes[0];
    for (int k = 1; k < nscen && !path->through_cards; k++)
        path->eager_all = fmin(path->eager_all, link->eager_limit_bytes[k]);
    path->inlined = BSIM_INLINE_NONE;
    if (path->laws || path->through_cards || bsim_context.slopes || path->detached || path->send_s_per_byte > 0 ||
        path->recv_s_per_byte > 0)
        return;
    if (nscen == 1 && bsim_context.net == &bsim_network_simple)
        path->inlined = BSIM_INLINE_SIMPLE;
    else if (nscen == 1 && bsim_context.net == &bsim_network_loggpo)
        path->inlined = BSIM_INLINE_LOGGPO;
    path->latency_s = link->latency_s[0];
    path->gap_s_per_byte = link->gap_s_per_byte[0];
    path->send_overhead_s = link->send_overhead_s[0];
    path->recv_overhead_s = link->recv_overhead_s[0];
}

/* The gap of a message whose route allows so much; 0: any bandwidth. */
static double gap_over(double gap_s_per_byte, double route_rate) {
    return route_rate > 0 ? fmax(gap_s_per_byte, 1 / route_rate) : gap_s_per_byte;
}

/* Makes the path of a route. latency: room for its K latencies. */
static void path_init(struct bsim_path *path, const struct bsim_platform *platform, const struct bsim_link *link,
                      struct bsim_graph_class route, double *latency) {
    int nscen = platform->nscen;
    *path = (struct bsim_path){.link = *link,
                               .up_to = HUGE_VAL,
                               .hops = route.hops,
                               .route_s = route.latency_s,
                               .route_rate = route.bandwidth,
                               .back_hops = route.hops,
                               .back_latency_s = latency,
                               .flow_bytes = 1,
                               .slope = {1, 1, 1, 1, 1}};
    path->link.latency_s = latency;
    path->laws = bsim_message_laws(link, NULL);
    for (int k = 0; k < nscen; k++)
        latency[k] = link->latency_s[k] + bsim_hop_latency(platform, route.hops, k) + route.latency_s;
    if (route.bandwidth > 0) {
        double *gap = path->link.gap_s_per_byte = own((size_t)nscen * sizeof *gap);
        for (int k = 0; k < nscen; k++)
            gap[k] = gap_over(link->gap_s_per_byte[k], route.bandwidth);
        path->slope.gap = gap[0] <= link->gap_s_per_byte[0];
    }
    path_finish(path, route.hops, nscen);
}

/* K latencies of messages of a piece over the route of a path. */
static void piece_latency(const struct bsim_path *whole, const struct bsim_link_piece *piece,
                          const struct bsim_platform *platform, double *latency) {
    for (int k = 0; k < platform->nscen; k++)
        latency[k] = piece->latency_s >= 0
                         ? piece->latency_s + bsim_hop_latency(platform, whole->hops, k) + whole->route_s
                         : whole->link.latency_s[k] * piece->latency_factor;
}

/* A value of its own does not follow the connection's; on a route that is slower than the connection, no gap does. */
static struct bsim_path_slopes piece_slopes(const struct bsim_path *whole, const struct bsim_link_piece *piece) {
    bool latency = piece->latency_s < 0, gap = piece->gap_s_per_byte < 0;
    return (struct bsim_path_slopes){.latency = latency ? piece->latency_factor : 0,
                                     .hop = latency ? piece->latency_factor : 1,
                                     .gap = gap ? whole->slope.gap * piece->gap_factor : 0,
                                     .send_overhead = piece->send_overhead_s < 0,
                                     .recv_overhead = piece->recv_overhead_s < 0};
}

/* Makes the path of a piece of a connection from that of all messages; back: the latter in the other direction. */
static void piece_init(struct bsim_path *path, const struct bsim_path *whole, const struct bsim_path *back,
                       const struct bsim_link *of, const struct bsim_link_piece *piece,
                       const struct bsim_platform *platform) {
    const struct bsim_link *link = &whole->link;
    int nscen = platform->nscen;
    double *values = own(6 * (size_t)nscen * sizeof *values);
    double *latency = values, *gap = latency + nscen, *sent = gap + nscen, *got = sent + nscen, *limit = got + nscen,
           *back_latency = limit + nscen;
    *path = *whole;
    path->up_to = piece->up_to_bytes;
    path->detached = piece->protocol == BSIM_PIECE_DETACHED;
    path->laws = bsim_message_laws(of, piece);
    path->acknowledged = piece->protocol == BSIM_PIECE_ACKNOWLEDGED;
    path->send_s_per_byte = piece->send_s_per_byte;
    path->recv_s_per_byte = piece->recv_s_per_byte;
    path->slope = piece_slopes(whole, piece);
    piece_latency(whole, piece, platform, latency);
    piece_latency(back, piece, platform, back_latency);
    for (int k = 0; k < nscen; k++) {
        gap[k] = piece->gap_s_per_byte >= 0 ? gap_over(piece->gap_s_per_byte, whole->route_rate)
                                            : link->gap_s_per_byte[k] * piece->gap_factor;
        sent[k] = piece->send_overhead_s >= 0 ? piece->send_overhead_s : link->send_overhead_s[k];
        got[k] = piece->recv_overhead_s >= 0 ? piece->recv_overhead_s : link->recv_overhead_s[k];
        limit[k] = piece->protocol == BSIM_PIECE_BY_LIMIT ? link->eager_limit_bytes[k]
                   : piece->protocol == BSIM_PIECE_RENDEZVOUS || piece->protocol == BSIM_PIECE_ACKNOWLEDGED ? -1
                                                                                                            : HUGE_VAL;
    }
    bool own_rate = piece->gap_s_per_byte >= 0 || piece->gap_factor < 1;
    path->own_rate = !own_rate ? 0 : gap[0] > 0 ? 1 / gap[0] : HUGE_VAL;
    path->flow_bytes = own_rate ? 1 : piece->gap_factor;
    path->link.latency_s = latency;
    path->link.gap_s_per_byte = gap;
    path->link.send_overhead_s = sent;
    path->link.recv_overhead_s = got;
    path->link.eager_limit_bytes = limit;
    path->back_latency_s = back_latency;
    path_finish(path, whole->hops, nscen);
}

/* Puts paths for the pieces of a connection, those of the link or of rules of transport, in the place of the path of
 * all messages, `whole`. back: the latter in the other direction. Both directions have the same rules: those of the
 * longer and of the slower one. */
static void pieces_init(struct bsim_path *path, const struct bsim_path *whole, const struct bsim_path *back,
                        const struct bsim_platform *platform, const struct bsim_link *link) {
    struct bsim_path *piece = path;
    struct bsim_link_piece *pieces = link->piece, *by_rules = NULL;
    int n = link->npiece, hops = whole->hops > back->hops ? whole->hops : back->hops;
    if (hops > 0 && platform->nrule > 0) {
        pieces = by_rules = bsim_alloc(((size_t)platform->nrule * 2 + 2) * sizeof *by_rules);
        n = bsim_transport_pieces(platform, hops, fmax(whole->link.latency_s[0], back->link.latency_s[0]), by_rules);
    }
    for (int i = 0; i < n; i++) {
        struct bsim_path *next = i + 1 < n ? own(sizeof *next) : NULL;
        piece_init(piece, whole, back, link, &pieces[i], platform);
        piece->next = next;
        piece = next;
    }
    bsim_free(by_rules);
}

/* The parameters of path number i, of which the first nhops are by hops. */
static const struct bsim_link *link_of(const struct bsim_platform *platform, size_t i, size_t nhops) {
    return i == 0 ? &platform->intra : i < nhops ? &platform->inter : &platform->between;
}

/* Makes all paths: those of all messages first, each of which may be the way back of another one. */
static void paths_init(const struct bsim_platform *platform) {
    size_t nscen = (size_t)platform->nscen;
    const struct bsim_graph *graph = platform->topology.graph;
    bsim_context.topology = &platform->topology;
    bsim_context.cores_per_node = platform->cores_per_node;
    bsim_context.paths_differ = platform->nrule > 0 || bsim_context.socket || (graph && graph->by_rate);
    /* A topology of one node has no routes, but the parameters between nodes stand in a path there, too. */
    bsim_context.most_hops = platform->topology.diameter > 1 ? (int)platform->topology.diameter : 1;
    size_t nhops = (size_t)bsim_context.most_hops + 1, npath = nhops + (bsim_context.socket ? 1 : 0);
    bsim_context.npath = (int)npath;
    bsim_context.paths = bsim_alloc(npath * sizeof *bsim_context.paths);
    latencies = bsim_alloc(npath * nscen * sizeof *latencies);
    struct bsim_path *wholes = bsim_alloc(npath * sizeof *wholes);
    for (size_t i = 0; i < npath; i++) {
        struct bsim_graph_class route = {.hops = i < nhops ? (int)i : 0};
        if (i > 0 && i < nhops && graph && graph->classes > 0)
            route = graph->class[i];
        path_init(&wholes[i], platform, link_of(platform, i, nhops), route, latencies + i * nscen);
        wholes[i].follows = i == 0 && platform->intra_follows;
    }
    for (size_t i = 0; i < npath; i++) {
        size_t back = i > 0 && i < nhops && graph && graph->classes > 0 ? (size_t)graph->class[i].back : i;
        wholes[i].back_hops = wholes[back].hops;
        wholes[i].back_latency_s = wholes[back].link.latency_s;
        bsim_context.paths[i] = wholes[i];
        pieces_init(&bsim_context.paths[i], &wholes[i], &wholes[back], platform, link_of(platform, i, nhops));
    }
    bsim_free(wholes);
}

/* Whether the bytes of messages between nodes, or of those within one, take different times, in scenario 0. */
static void gaps_init(void) {
    double gap = bsim_context.paths[1].link.gap_s_per_byte[0], near = bsim_context.paths[0].link.gap_s_per_byte[0];
    bsim_context.gaps_differ = false;
    for (int i = 0; i < bsim_context.npath; i++)
        for (const struct bsim_path *p = &bsim_context.paths[i]; p; p = p->next) {
            bool is_near = i == 0 || i > bsim_context.most_hops;
            bool counts = is_near || bsim_context.nodes > 1;
            bsim_context.gaps_differ |= counts && p->link.gap_s_per_byte[0] != (is_near ? near : gap);
        }
    bsim_context.gap_s_per_byte = gap;
    bsim_context.near_gap_s_per_byte = near;
}

/* What ranks send to and receive from other nodes is counted unless the platform says how much a network card takes at
 * once, and what they send within a node unless it says so of the node's memory. Not counted are messages for which
 * processors at both ends spend at least as long as their bytes take: they are in the clocks. */
static void traffic_init(const struct bsim_platform *platform) {
    bsim_context.counts_far = !platform->contention && platform->inter.card_gap_s_per_byte[0] == 0;
    bsim_context.counts_near = platform->shared_bandwidth == 0;
    bsim_context.counts_traffic = bsim_context.counts_far || bsim_context.counts_near;
    bsim_context.traffic_above = bsim_context.counts_traffic ? 0 : INT64_MAX;
    if (!bsim_context.counts_traffic || bsim_context.gaps_differ || bsim_context.net->receiver_pays_latency)
        return;
    double above = 1e9;
    for (int i = 0; i < bsim_context.npath; i++)
        for (const struct bsim_path *p = &bsim_context.paths[i]; p; p = p->next) {
            const struct bsim_link *l = &p->link;
            double spent_s = fmin(l->send_overhead_s[0], l->recv_overhead_s[0]);
            above = fmin(above, l->eager_limit_bytes[0]);
            if (l->gap_s_per_byte[0] > 0)
                above = fmin(above, spent_s / l->gap_s_per_byte[0]);
        }
    bsim_context.traffic_above = (int64_t)above;
}

static void sockets_init(const struct bsim_platform *platform, int np) {
    if (!platform->has_between)
        return;
    bsim_context.socket = bsim_alloc((size_t)np * sizeof *bsim_context.socket);
    bsim_sockets_place(platform, bsim_context.node, np, bsim_context.socket);
}

static void places_init(void) {
    const struct bsim_topology *t = bsim_context.topology;
    if (!bsim_topology_has_places(t))
        return;
    places_size = bsim_topology_places_size(t);
    places = bsim_alloc((size_t)bsim_context.nodes * sizeof *places);
    for (int node = 0; node < bsim_context.nodes; node++)
        places[node] = bsim_topology_place(t, (uint32_t)node);
    bsim_context.places = places;
    bsim_context.places_size = &places_size;
}

static const char queues_unknown[] =
    "it is not known how the queues of network cards change (card_bandwidth, card_gap)";

/* What of this platform changes times in a way that net_slopes.c does not follow; NULL: nothing. */
static const char *without_slopes(const struct bsim_platform *platform) {
    if (platform->has_between)
        return "the slopes of messages between sockets are not known (between_sockets)";
    if (platform->nrule > 0)
        return "it is not known which rule a message of another latency would have (transport)";
    if (bsim_message_noise_any())
        return "the slopes of messages that vary by chance, or are lost, are not known (noise with --noise, loss)";
    if (platform->nlevel_latency > 0)
        return "hops have other latencies at each level (hop_latency is a list)";
    if (bsim_context.links)
        return "it is not known how the shares of links change (contention)";
    return bsim_context.cards ? queues_unknown : NULL;
}

/* Piece i of a connection; beyond them, between nodes, those of the rules of transport. NULL: there are no more. */
static const struct bsim_link_piece *piece_at(const struct bsim_platform *p, bool within, int i) {
    const struct bsim_link *link = within ? &p->intra : &p->inter;
    if (i < link->npiece)
        return &link->piece[i];
    return !within && i - link->npiece < p->nrule ? &p->rule[i - link->npiece].piece : NULL;
}

/* Scenarios in which rules choose otherwise are runs of their own (bsim sweep). */
static bool check_scenarios(const struct bsim_platform *p, struct bsim_error *err) {
    for (int k = 1; bsim_transport_by_latency(p) && k < p->nscen; k++)
        if (p->inter.latency_s[k] != p->inter.latency_s[0] || p->inter.hop_latency_s[k] != p->inter.hop_latency_s[0])
            return bsim_error_set(
                err, NULL, 0, NULL,
                "rules of transport depend on the latency (latency_above), in which scenarios differ; "
                "run them apart, or use bsim sweep, which does so");
    return true;
}

/* Whether the time of the bytes of some messages varies. */
static bool bytes_vary(const struct bsim_platform *p, bool within) {
    const struct bsim_link_piece *piece;
    const struct bsim_link *link = within ? &p->intra : &p->inter;
    const struct bsim_message_laws *laws = bsim_message_laws(link, NULL);
    bool any = laws && laws->bandwidth.kind != BSIM_NOISE_NONE;
    for (int i = 0; (piece = piece_at(p, within, i)) != NULL; i++) {
        laws = bsim_message_laws(link, piece);
        any = any || (laws && laws->bandwidth.kind != BSIM_NOISE_NONE);
    }
    return any;
}

bool bsim_network_init(const struct bsim_platform *platform, int np, struct bsim_error *err) {
    bsim_context.net = NULL;
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        if (strcmp(models[i]->name, platform->network_model) == 0)
            bsim_context.net = bsim_context.slopes ? with_slopes[i] : models[i];
    if (!bsim_context.net)
        return bsim_error_set(err, NULL, 0, NULL, "no network model is called '%s'", platform->network_model);
    if (np > (int64_t)platform->nodes * platform->cores_per_node)
        return bsim_error_set(err, NULL, 0, NULL,
                              "%d ranks do not fit on the platform: %d nodes with %d cores each. Raise nodes or "
                              "cores_per_node in the platform file",
                              np, platform->nodes, platform->cores_per_node);
    if (!bsim_sockets_check(platform, err))
        return false;
    bsim_context.node = bsim_alloc((size_t)np * sizeof *bsim_context.node);
    bsim_context.nodes = 0;
    if (!bsim_mapping_place(platform, np, bsim_context.node, err))
        return false;
    for (int r = 0; r < np; r++)
        if (bsim_context.nodes <= bsim_context.node[r])
            bsim_context.nodes = bsim_context.node[r] + 1;
    sockets_init(platform, np);
    bsim_context.collectives = &platform->collectives;
    bsim_context.work = &platform->work;
    bsim_card_choice_init(platform, bsim_context.nodes);
    if (!bsim_links_init(platform, bsim_context.nodes, err))
        return false;
    bsim_context.links = platform->contention;
    bsim_context.shares_memory = platform->shared_bandwidth > 0;
    bsim_context.cards = platform->contention || bsim_cards_init(platform, bsim_context.nodes);
    if (!check_scenarios(platform, err))
        return false;
    if ((platform->contention && bytes_vary(platform, false)) ||
        (bsim_context.shares_memory && bytes_vary(platform, true)))
        return bsim_error_set(err, NULL, 0, NULL,
                              "--noise: the platform has noise of the bandwidth, and messages share links: how fast "
                              "such a message may be on a shared link is not known; leave out the noise of the "
                              "bandwidth, contention, or --noise");
    const char *unknown = bsim_context.slopes ? without_slopes(platform) : NULL;
    if (unknown)
        return bsim_error_set(err, NULL, 0, NULL,
                              "bsim solve and --sensitivities: %s; leave that out%s, or compare values by bsim sweep",
                              unknown, unknown == queues_unknown ? " by --without-cards" : " of the platform");
    paths_init(platform);
    gaps_init();
    traffic_init(platform);
    places_init();
    bsim_storage_init(platform, bsim_context.nodes);
    return true;
}

void bsim_network_fini(void) {
    bsim_storage_fini();
    bsim_cards_fini();
    bsim_card_choice_fini();
    bsim_links_fini();
    bsim_message_noise_fini();
    bsim_free(bsim_context.node);
    bsim_free(bsim_context.socket);
    bsim_free(places);
    bsim_free(bsim_context.paths);
    bsim_free(latencies);
    while (all_owned) {
        owned *next = all_owned->next;
        bsim_free(all_owned);
        all_owned = next;
    }
    bsim_context.node = bsim_context.socket = NULL;
    bsim_context.places = places = NULL;
    bsim_context.paths = NULL;
    latencies = NULL;
}
