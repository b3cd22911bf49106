/* network.c - the network of a run: its model, and the parameters between any two ranks. Must not know formulas
 * (net_*.c) or matching. */
#include "bsim/network/network.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/network/card.h"
#include "bsim/network/links.h"
#include "bsim/network/storage.h"
#include "bsim/platform/graph.h"
#include "bsim/platform/hop_latency.h"

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
    if (path->through_cards || bsim_context.slopes || path->detached || path->send_s_per_byte > 0 ||
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

/* Makes the path for so many hops. latency: room for its K latencies. */
static void path_init(struct bsim_path *path, const struct bsim_platform *platform, int hops, double route_s,
                      double *latency) {
    const struct bsim_link *link = hops == 0 ? &platform->intra : &platform->inter;
    int nscen = platform->nscen;
    *path = (struct bsim_path){.link = *link, .up_to = HUGE_VAL, .hops = hops, .route_s = route_s};
    path->link.latency_s = latency;
    for (int k = 0; k < nscen; k++)
        latency[k] = link->latency_s[k] + bsim_hop_latency(platform, hops, k) + route_s;
    path_finish(path, hops, nscen);
}

/* Makes the path of a piece from that of all messages. */
static void piece_init(struct bsim_path *path, const struct bsim_path *whole, const struct bsim_link_piece *piece,
                       const struct bsim_platform *platform, int hops) {
    const struct bsim_link *link = &whole->link;
    int nscen = platform->nscen;
    double *values = own(5 * (size_t)nscen * sizeof *values);
    double *latency = values, *gap = latency + nscen, *sent = gap + nscen, *got = sent + nscen, *limit = got + nscen;
    *path = *whole;
    path->up_to = piece->up_to_bytes;
    path->detached = piece->protocol == BSIM_PIECE_DETACHED;
    path->send_s_per_byte = piece->send_s_per_byte;
    path->recv_s_per_byte = piece->recv_s_per_byte;
    for (int k = 0; k < nscen; k++) {
        latency[k] = piece->latency_s >= 0 ? piece->latency_s + bsim_hop_latency(platform, hops, k) + whole->route_s
                                           : link->latency_s[k] * piece->latency_factor;
        gap[k] = piece->gap_s_per_byte >= 0 ? piece->gap_s_per_byte : link->gap_s_per_byte[k] * piece->gap_factor;
        sent[k] = piece->send_overhead_s >= 0 ? piece->send_overhead_s : link->send_overhead_s[k];
        got[k] = piece->recv_overhead_s >= 0 ? piece->recv_overhead_s : link->recv_overhead_s[k];
        limit[k] = piece->protocol == BSIM_PIECE_BY_LIMIT     ? link->eager_limit_bytes[k]
                   : piece->protocol == BSIM_PIECE_RENDEZVOUS ? -1
                                                              : HUGE_VAL;
    }
    path->link.latency_s = latency;
    path->link.gap_s_per_byte = gap;
    path->link.send_overhead_s = sent;
    path->link.recv_overhead_s = got;
    path->link.eager_limit_bytes = limit;
    path_finish(path, hops, nscen);
}

/* Puts paths for the link's pieces in the place of the path of all messages. */
static void pieces_init(struct bsim_path *path, const struct bsim_platform *platform, int hops) {
    const struct bsim_link *link = hops == 0 ? &platform->intra : &platform->inter;
    struct bsim_path whole = *path, *piece = path;
    for (int i = 0; i < link->npiece; i++) {
        struct bsim_path *next = i + 1 < link->npiece ? own(sizeof *next) : NULL;
        piece_init(piece, &whole, &link->piece[i], platform, hops);
        piece->next = next;
        piece = next;
    }
}

static void paths_init(const struct bsim_platform *platform) {
    size_t nscen = (size_t)platform->nscen;
    const struct bsim_graph *graph = platform->topology.graph;
    bsim_context.topology = &platform->topology;
    bsim_context.most_hops = platform->topology.kind == BSIM_TOPOLOGY_NONE ? 1 : (int)platform->topology.diameter;
    size_t npath = (size_t)bsim_context.most_hops + 1;
    bsim_context.paths = bsim_alloc(npath * sizeof *bsim_context.paths);
    latencies = bsim_alloc(npath * nscen * sizeof *latencies);
    for (size_t hops = 0; hops < npath; hops++) {
        struct bsim_graph_class route = {0, (int)hops};
        if (hops > 0 && graph && graph->classes > 0)
            route = graph->class[hops];
        path_init(&bsim_context.paths[hops], platform, route.hops, route.latency_s, latencies + hops * nscen);
        pieces_init(&bsim_context.paths[hops], platform, route.hops);
        bsim_context.paths[hops].follows = hops == 0 && platform->intra_follows;
    }
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

/* What of this platform changes times in a way that net_slopes.c does not follow; NULL: nothing. */
static const char *without_slopes(const struct bsim_platform *platform) {
    if (platform->inter.npiece > 0 || platform->intra.npiece > 0)
        return "it is not known which piece a message of another size would have (pieces)";
    if (!bsim_collectives_default(&platform->collectives))
        return "the slopes of chosen algorithms of collectives are not known (collectives)";
    if (platform->topology.graph)
        return "the slopes of routes of a graph are not known (topology)";
    if (platform->nlevel_latency > 0)
        return "hops have other latencies at each level (hop_latency is a list)";
    if (bsim_context.links)
        return "it is not known how the shares of links change (contention)";
    return bsim_context.cards ? "it is not known how the queues of network cards change (card_bandwidth, card_gap)"
                              : NULL;
}

/* Whether messages of some sizes have another bandwidth. */
static bool has_rates(const struct bsim_link *link) {
    bool other = false;
    for (int i = 0; i < link->npiece; i++)
        other = other || link->piece[i].gap_s_per_byte >= 0 || link->piece[i].gap_factor != 1;
    return other;
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
    bsim_context.node = bsim_alloc((size_t)np * sizeof *bsim_context.node);
    bsim_context.nodes = 0;
    if (!bsim_mapping_place(platform, np, bsim_context.node, err))
        return false;
    for (int r = 0; r < np; r++)
        if (bsim_context.nodes <= bsim_context.node[r])
            bsim_context.nodes = bsim_context.node[r] + 1;
    bsim_context.collectives = &platform->collectives;
    bsim_context.work = &platform->work;
    if (!bsim_links_init(platform, bsim_context.nodes, err))
        return false;
    bsim_context.links = platform->contention;
    bsim_context.shares_memory = platform->shared_bandwidth > 0;
    bsim_context.cards = platform->contention || bsim_cards_init(platform, bsim_context.nodes);
    for (int i = 0; bsim_context.cards && i < platform->inter.npiece; i++)
        if (platform->inter.piece[i].protocol == BSIM_PIECE_DETACHED)
            return bsim_error_set(err, NULL, 0, NULL,
                                  "the platform has a piece of detached messages, which cannot pass network cards; "
                                  "leave out card_bandwidth, card_gap and contention");
    for (int i = 0; bsim_context.shares_memory && i < platform->intra.npiece; i++)
        if (platform->intra.piece[i].protocol == BSIM_PIECE_DETACHED)
            return bsim_error_set(err, NULL, 0, NULL,
                                  "the platform has a piece of detached messages within a node, which cannot share its "
                                  "memory; leave out shared_bandwidth, or give intra_node its own pieces");
    if ((platform->contention && has_rates(&platform->inter)) ||
        (bsim_context.shares_memory && has_rates(&platform->intra)))
        return bsim_error_set(err, NULL, 0, NULL,
                              "the platform has pieces with a bandwidth of their own, and messages share links: how "
                              "fast such a message may be on a shared link is not known; leave out one of them");
    const char *unknown = bsim_context.slopes ? without_slopes(platform) : NULL;
    if (unknown)
        return bsim_error_set(
            err, NULL, 0, NULL,
            "bsim solve and --sensitivities: %s; leave that out of the platform, or compare values by bsim sweep",
            unknown);
    paths_init(platform);
    places_init();
    bsim_storage_init(platform, bsim_context.nodes);
    return true;
}

void bsim_network_fini(void) {
    bsim_storage_fini();
    bsim_cards_fini();
    bsim_links_fini();
    bsim_free(bsim_context.node);
    bsim_free(places);
    bsim_free(bsim_context.paths);
    bsim_free(latencies);
    while (all_owned) {
        owned *next = all_owned->next;
        bsim_free(all_owned);
        all_owned = next;
    }
    bsim_context.node = NULL;
    bsim_context.places = places = NULL;
    bsim_context.paths = NULL;
    latencies = NULL;
}
