/* contention.c - reads what a platform file says of shared links (contention.h). */
#include "bsim/platform/contention.h"

#include <limits.h>
#include <string.h>

#include "bsim/platform/graph.h"
#include "bsim/platform/quantity.h"

static const char *const names[] = {"max-min", "queues", NULL};
static const char *const units[] = {"message", "pair", NULL};
static const char *const choices[] = {"round_robin", "hash", "striped", NULL}; /* as enum bsim_card_choice */

enum { MOST_CARDS = 64, PACKET = 4096 };

static bool has_topology(const struct bsim_platform *p) {
    return p->topology.kind != BSIM_TOPOLOGY_NONE;
}

/* What is wrong with a key of "network"; NULL: nothing. */
static const char *objection(const struct bsim_platform *p, const char *key) {
    if (strcmp(key, "link_bandwidth") == 0 && !p->contention)
        return "link_bandwidth needs \"contention\" in the platform's \"network\"; without it messages do "
               "not share links";
    if (strcmp(key, "link_bandwidth") == 0 && !has_topology(p))
        return "link_bandwidth needs a \"topology\"; without one the only links are those of the nodes, whose speed is "
               "card_bandwidth";
    if (strcmp(key, "card_gap") == 0 && p->contention)
        return "card_gap is not possible with \"contention\", where messages share links by their bytes alone; remove "
               "one of the two";
    return NULL;
}

/* "rails", after "cards". */
static void read_rails(struct bsim_platform *p, struct bsim_jval v) {
    if (!bsim_jval_present(v))
        return;
    p->rails = bsim_jval_bool(v);
    if (p->rails && p->cards < 2)
        bsim_jval_error(v, "rails need \"cards\", two or more: each card of a node is on a network of its own");
    else if (p->rails && (!p->contention || !has_topology(p)))
        bsim_jval_error(v, "rails need \"contention\" and a \"topology\", whose links each rail has for itself; "
                           "without them cards of different numbers share nothing, so leave rails out");
}

/* "cards" and "card_choice". */
static void read_cards(struct bsim_platform *p, struct bsim_jval network) {
    struct bsim_jval cards = bsim_jval_get(network, "cards"), choice = bsim_jval_get(network, "card_choice");
    if (bsim_jval_present(choice))
        p->card_choice = (enum bsim_card_choice)bsim_jval_choice(choice, choices);
    if (bsim_jval_present(choice) && !bsim_jval_present(cards))
        bsim_jval_error(choice, "card_choice needs \"cards\", the number of network cards of a node");
    if (!bsim_jval_present(cards))
        return;
    p->cards = (int)bsim_jval_int(cards, 1, MOST_CARDS);
    bool star = p->contention && !has_topology(p);
    if (p->cards > 1 && !star && p->inter.card_gap_s_per_byte[0] == 0)
        bsim_jval_error(cards, "needs card_bandwidth, the bandwidth of each card");
}

/* "flows": what shares links. */
static void read_flows(struct bsim_platform *p, struct bsim_jval network) {
    struct bsim_jval v = bsim_jval_get(network, "flows");
    if (!bsim_jval_present(v))
        return;
    p->flows_by_pair = bsim_jval_choice(v, units) == 1;
    if (!p->contention)
        bsim_jval_error(v, "flows needs \"contention\" in the platform's \"network\"; without it "
                           "messages do not share links");
}

/* "contention", and "packet" and "link_burst", which it may have. */
static void read_contention(struct bsim_platform *p, struct bsim_jval network) {
    struct bsim_jval v = bsim_jval_get(network, "contention"), packet = bsim_jval_get(network, "packet"),
                     burst = bsim_jval_get(network, "link_burst"), window = bsim_jval_get(network, "tcp_window");
    p->contention = bsim_jval_present(v);
    if (p->contention && bsim_jval_choice(v, names) == 1)
        p->packet = PACKET;
    if (bsim_jval_present(packet) && p->packet == 0)
        bsim_jval_error(packet, "packet needs \"contention\": \"queues\", where packets wait for links");
    else if (bsim_jval_present(packet))
        p->packet = bsim_platform_quantity(packet, BSIM_UNIT_BYTES, true);
    if (bsim_jval_present(burst) && p->packet == 0)
        bsim_jval_error(burst, "link_burst needs \"contention\": \"queues\", where packets wait for links");
    else if (bsim_jval_present(burst))
        p->link_burst = bsim_platform_quantity(burst, BSIM_UNIT_BYTES, false);
    if (bsim_jval_present(window))
        p->tcp_window = bsim_platform_quantity(window, BSIM_UNIT_BYTES, true);
    bool router = p->topology.kind == BSIM_TOPOLOGY_TORUS || p->topology.kind == BSIM_TOPOLOGY_MESH;
    bool has_cards = p->inter.card_gap_s_per_byte[0] > 0;
    if (p->packet > 0 && p->topology.graph && !has_cards && bsim_graph_passes_nodes(p->topology.graph))
        bsim_jval_error(v,
                        "queues in a graph whose routes lead through nodes need card_bandwidth: packets pass the card "
                        "before they wait behind those that cross the node");
    if (p->packet > 0 && router && !has_cards)
        bsim_jval_error(v, "queues in a torus or mesh need card_bandwidth: packets pass the card before they wait "
                           "behind those that cross the node");
}

void bsim_contention_read(struct bsim_platform *p, struct bsim_jval network) {
    static const char *const keys[] = {"link_bandwidth", "card_gap", NULL};
    read_contention(p, network);
    read_flows(p, network);
    if (p->tcp_window > 0 && (p->packet == 0 || !p->flows_by_pair))
        bsim_jval_error(
            bsim_jval_get(network, "tcp_window"),
            "tcp_window needs \"contention\": \"queues\" and \"flows\": \"pair\", as TCP has connections whose "
            "packets wait for links");
    read_cards(p, network);
    read_rails(p, bsim_jval_get(network, "rails"));
    for (int i = 0; keys[i]; i++) {
        const char *wrong = objection(p, keys[i]);
        struct bsim_jval value = bsim_jval_get(network, keys[i]);
        if (wrong && bsim_jval_present(value))
            bsim_jval_error(value, "%s", wrong);
    }
}

/* The rate of the links of a level or dimension: in a fat tree maybe a list of two, up and down. */
static void read_rate(struct bsim_platform *p, int level, struct bsim_jval v) {
    struct bsim_jval down = v;
    if (json_is_array(v.json)) {
        if (p->topology.kind != BSIM_TOPOLOGY_FAT_TREE || bsim_jval_size(v) != 2)
            bsim_jval_error(v, "accepted: one rate, or in a fat tree two, from the nodes up and down to them");
        down = bsim_jval_at(v, 1);
        v = bsim_jval_at(v, 0);
    }
    p->link_rate[level] = bsim_platform_quantity(v, BSIM_UNIT_RATE, true);
    p->link_rate_down[level] = bsim_platform_quantity(down, BSIM_UNIT_RATE, true);
}

void bsim_contention_rates(struct bsim_platform *p, struct bsim_jval list) {
    size_t n = bsim_jval_size(list);
    if (has_topology(p) && n != (size_t)p->topology.nsize) {
        bsim_jval_error(list,
                        "has %zu rates, but the topology has %d levels or dimensions; give one for each of them, "
                        "or one rate for all",
                        n, p->topology.nsize);
        return;
    }
    for (size_t i = 0; i < n && i < BSIM_TOPOLOGY_MAX_SIZES; i++)
        read_rate(p, (int)i, bsim_jval_at(list, i));
    p->nlink_rate = (int)n;
}

void bsim_contention_memory(struct bsim_platform *p, struct bsim_jval intra_node) {
    struct bsim_jval v = bsim_jval_get(intra_node, "shared_bandwidth");
    if (!bsim_jval_present(v))
        return;
    p->shared_bandwidth = bsim_platform_quantity(v, BSIM_UNIT_RATE, true);
    if (!p->contention)
        bsim_jval_error(v, "shared_bandwidth needs \"contention\" in the platform's \"network\"; without "
                           "it messages share nothing");
}

bool bsim_contention_may_set(const struct bsim_platform *p, const char *key, struct bsim_jval v) {
    const char *wrong = objection(p, key);
    if (!wrong && strcmp(key, "link_bandwidth") == 0 && p->nlink_rate)
        wrong = "the platform file gives link_bandwidth as a list, of which a scenario cannot set parts; give one rate";
    return !wrong || bsim_jval_error(v, "%s", wrong);
}

void bsim_contention_parents(struct bsim_platform *p, struct bsim_jval topology) {
    struct bsim_jval list = bsim_jval_get(topology, "parents");
    if (!bsim_jval_present(list) || !bsim_jval_list(list))
        return;
    if (bsim_jval_size(list) != (size_t)p->topology.nsize) {
        bsim_jval_error(list, "has %zu numbers, but \"children\" has %d; both need one for each level",
                        bsim_jval_size(list), p->topology.nsize);
        return;
    }
    for (int i = 0; i < p->topology.nsize; i++)
        p->topology.parents[i] = (int)bsim_jval_int(bsim_jval_at(list, (size_t)i), 1, INT_MAX);
}

bool bsim_platform_drop_cards(struct bsim_platform *p, struct bsim_error *err) {
    if (p->contention)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--without-cards: the platform has \"contention\", so that messages share links anyway; "
                              "leave out the option, or contention");
    for (int k = 0; k < p->nscen; k++)
        p->inter.card_gap_s[k] = p->inter.card_gap_s_per_byte[k] = 0;
    p->cards = 1;
    p->card_choice = BSIM_CARDS_IN_TURN;
    p->cards_dropped = true;
    return true;
}
