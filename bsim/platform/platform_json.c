/* platform_json.c - reads platform.json and scenario overrides into a bsim_platform. Owns the formats
 * (docs/reference/platform.md, models/schema/platform.schema.json); knows nothing of how the network models use the
 * numbers. */
#include "bsim/platform/platform.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/config.h"
#include "bsim/base/json_read.h"
#include "bsim/base/warn.h"
#include "bsim/platform/block_factors.h"
#include "bsim/platform/delays.h"
#include "bsim/platform/contention.h"
#include "bsim/platform/file_system.h"
#include "bsim/platform/graph.h"
#include "bsim/platform/transport.h"
#include "bsim/platform/hop_latency.h"
#include "bsim/platform/link_noise.h"
#include "bsim/platform/link_first.h"
#include "bsim/platform/link_pieces.h"
#include "bsim/platform/local_work.h"
#include "bsim/platform/node_kinds.h"
#include "bsim/platform/platform_keys.h"
#include "bsim/platform/quantity.h"
#include "bsim/platform/sockets.h"

const struct bsim_platform_key bsim_link_keys[] = {
#define LINK_PARAMETER(member, blank, key, of, ...)                                                                    \
    {.name = #key, .unit = of, .offset = offsetof(struct bsim_link, member), __VA_ARGS__},
#include "bsim/platform/link_parameters.def"
    {.name = NULL}};

const char *const bsim_platform_key_names[] = {"speed",
                                               "busy_speed",
#define LINK_PARAMETER(member, blank, key, ...) "network." #key,
#include "bsim/platform/link_parameters.def"
#define LINK_PARAMETER(member, blank, key, ...) "intra_node." #key,
#define NETWORK_PARAMETER(...)
#include "bsim/platform/link_parameters.def"
#define LINK_PARAMETER(member, blank, key, ...) "between_sockets." #key,
#define NETWORK_PARAMETER(...)
#include "bsim/platform/link_parameters.def"
                                               "memory.core_bandwidth",
                                               "memory.bandwidth",
                                               "file_system.bandwidth",
                                               "file_system.latency",
                                               "file_system.node_bandwidth",
                                               "file_system.total_bandwidth",
                                               "reduction.bandwidth",
                                               "reduction.latency",
                                               "reduction.element_time",
                                               "packing.bandwidth",
                                               "packing.block_time",
                                               "copy.bandwidth",
                                               "copy.latency",
                                               "nodes",
                                               "cores_per_node",
                                               "mapping",
                                               NULL};

static const char *const model_names[] = {"simple", "loggpo", NULL};

/* The connections that a platform has, in the order in which values follow each other. */
enum connection { NETWORK, INTRA_NODE, BETWEEN_SOCKETS, CONNECTIONS };
static const char *const connection_names[] = {"network", "intra_node", "between_sockets"};

static const struct bsim_platform_key *find_key(const char *name, enum connection c) {
    for (const struct bsim_platform_key *k = bsim_link_keys; k->name; k++)
        if (strcmp(k->name, name) == 0 && !(c != NETWORK && k->inter_only))
            return k;
    return NULL;
}

/* The part of a name after "network.", "intra_node." or "between_sockets.", and which it was. NULL: none of them. */
static const char *split_name(const char *full, enum connection *which) {
    for (int c = 0; c < CONNECTIONS; c++) {
        size_t length = strlen(connection_names[c]);
        *which = (enum connection)c;
        if (strncmp(full, connection_names[c], length) == 0 && full[length] == '.')
            return full + length + 1;
    }
    return NULL;
}

static struct bsim_link *connection_of(struct bsim_platform *p, enum connection c) {
    return c == NETWORK ? &p->inter : c == INTRA_NODE ? &p->intra : &p->between;
}

static uint64_t bit_of(const struct bsim_platform_key *key) {
    return UINT64_C(1) << (key - bsim_link_keys);
}

/* Whether the name is one of the node's memory: "memory.core_bandwidth" or "memory.bandwidth". */
static bool is_memory(const char *full) {
    return strcmp(full, "memory.core_bandwidth") == 0 || strcmp(full, "memory.bandwidth") == 0;
}

bool bsim_platform_key_is_text(const char *full_name) {
    return strcmp(full_name, "mapping") == 0 || bsim_collective_key(full_name) >= 0;
}

bool bsim_platform_key_unit(const char *full_name, enum bsim_unit *unit, bool *structural, double *most) {
    enum connection which;
    const char *name = split_name(full_name, &which);
    const struct bsim_platform_key *key = name ? find_key(name, which) : NULL;
    *structural = strcmp(full_name, "nodes") == 0 || strcmp(full_name, "cores_per_node") == 0;
    *unit = key                           ? key->unit
            : is_memory(full_name)        ? BSIM_UNIT_RATE
            : bsim_delay_place(full_name) ? BSIM_UNIT_TIME
                                          : BSIM_UNIT_NONE;
    bool of_kind = bsim_node_kinds_key(full_name) || bsim_block_factor_name(full_name) || bsim_delay_place(full_name);
    bool is_busy = strcmp(bsim_node_kinds_key(full_name) ? strrchr(full_name, '.') + 1 : full_name, "busy_speed") == 0;
    *most = (key && key->share) || is_busy ? 1 : HUGE_VAL;
    return of_kind || key || bsim_file_system_key(full_name, unit) || bsim_local_work_key(full_name, unit) ||
           *structural || is_busy || is_memory(full_name) || strcmp(full_name, "speed") == 0;
}

static double *link_array(struct bsim_link *link, const struct bsim_platform_key *key) {
    return *(double **)((char *)link + key->offset);
}

static double read_key(struct bsim_jval v, const struct bsim_platform_key *key) {
    double value = bsim_platform_quantity(v, key->unit, key->positive);
    if (key->share && value > 1)
        bsim_jval_error(v, "%s is %g; it is a part of the transfer, from 0 to 1", key->name, value);
    return key->inverse && value > 0 ? 1 / value : value;
}

static void fill(double *array, int n, double value) {
    for (int k = 0; k < n; k++)
        array[k] = value;
}

static bool has_topology(const struct bsim_platform *p) {
    return p->topology.kind != BSIM_TOPOLOGY_NONE;
}

static bool no_hops(const struct bsim_platform *p, struct bsim_jval v) {
    if (has_topology(p))
        return bsim_jval_error(v, "the file of the topology gives the latency of each link; leave hop_latency out");
    return bsim_jval_error(v,
                           "hop_latency needs a \"topology\" in the platform's \"network\", which says how many hops "
                           "lie between two nodes");
}

/* Reads "network", "intra_node" or "between_sockets". base: the link whose values stand in for keys that are not given
 * (NULL: defaults). */
static void read_link(struct bsim_platform *p, struct bsim_link *link, struct bsim_jval v,
                      const struct bsim_link *base) {
    bool simple = strcmp(p->network_model, "simple") == 0;
    for (const struct bsim_platform_key *key = bsim_link_keys; key->name; key++) {
        double *to = link_array(link, key);
        struct bsim_jval value = bsim_jval_get(v, key->name);
        if (key->inter_only && base)
            continue;
        if (base)
            memcpy(to, link_array((struct bsim_link *)base, key), (size_t)p->nscen * sizeof *to);
        if (!bsim_jval_present(value)) {
            if (base == NULL && (key->required || (key->hops_only && bsim_topology_has_hop_latency(&p->topology))))
                bsim_jval_need(v, key->name);
            continue;
        }
        if (key->by_level && json_is_array(value.json)) {
            bsim_contention_rates(p, value);
            continue;
        }
        if (key->hops_only && !bsim_topology_has_hop_latency(&p->topology))
            no_hops(p, value);
        if (key->hops_only && json_is_array(value.json)) {
            bsim_hop_latency_levels(p, value);
            continue;
        }
        if (key->loggpo_only && simple)
            bsim_jval_error(
                value,
                "the network model \"simple\" has no %s; accepted: latency, bandwidth, eager_limit (or take "
                "the model \"loggpo\")",
                key->name);
        fill(to, p->nscen, read_key(value, key));
    }
    struct bsim_jval pieces = bsim_jval_get(v, "pieces"), noise = bsim_jval_get(v, "noise");
    if (base)
        bsim_pieces_copy(link, base);
    if (bsim_jval_present(pieces))
        bsim_pieces_read(p, link, pieces, simple);
    link->noise = bsim_jval_present(noise) ? bsim_link_noise_read(p, noise) : base ? base->noise : NULL;
    struct bsim_jval loss = bsim_jval_get(v, "loss");
    link->loss = bsim_jval_present(loss) ? bsim_link_loss_read(loss) : base ? base->loss : (struct bsim_link_loss){0};
    struct bsim_jval first = bsim_jval_get(v, "first_messages");
    if (bsim_jval_present(first))
        bsim_first_messages_read(link, first);
    else if (base)
        bsim_first_messages_copy(link, base);
}

/* ---- topology ---- */

/* How a kind of topology gives its sizes: as a list under one key, or each under its own key. */
struct shape {
    const char *list;
    const char *const keys[8];
};

static const struct shape shapes[] = {
    /* in the order of bsim_topology_names */
    {"dims", {"kind", "dims", "comment", NULL}},
    {"children", {"kind", "children", "parents", "comment", NULL}},
    {NULL, {"groups", "routers", "nodes", "kind", "routing", "seed", "comment", NULL}},
    {"dims", {"kind", "dims", "comment", NULL}},
};

enum { MOST_HOPS = 65536 }; /* the runtime has a path for each number of hops */

/* Reads the sizes and returns their number, 0 after an error. *at: their place, for messages. */
static int read_sizes(struct bsim_jval v, const struct shape *shape, int *size, struct bsim_jval *at) {
    if (shape->list == NULL) {
        *at = v;
        for (int i = 0; i < 3; i++)
            size[i] = (int)bsim_jval_int(bsim_jval_need(v, shape->keys[i]), 1, INT_MAX);
        return 3;
    }
    *at = bsim_jval_need(v, shape->list);
    if (!bsim_jval_present(*at) || !bsim_jval_list(*at))
        return 0;
    size_t n = bsim_jval_size(*at);
    if (n < 1 || n > BSIM_TOPOLOGY_MAX_SIZES) {
        bsim_jval_error(*at, "has %zu numbers; accepted: 1 to %d", n, BSIM_TOPOLOGY_MAX_SIZES);
        return 0;
    }
    for (size_t i = 0; i < n; i++)
        size[i] = (int)bsim_jval_int(bsim_jval_at(*at, i), 1, INT_MAX);
    return (int)n;
}

/* "routing" and "seed" of a dragonfly. */
static void read_routing(struct bsim_topology *t, struct bsim_jval v) {
    static const char *const names[] = {"minimal", "valiant", NULL};
    struct bsim_jval routing = bsim_jval_get(v, "routing"), seed = bsim_jval_get(v, "seed");
    bool valiant = bsim_jval_present(routing) && bsim_jval_choice(routing, names) == 1;
    if (bsim_jval_present(seed) && !valiant)
        bsim_jval_error(seed, "seed needs \"routing\": \"valiant\", whose groups it chooses");
    if (valiant && t->size[0] < 3)
        bsim_jval_error(routing,
                        "valiant goes through a third group, and there are %d; leave it out, or have more groups",
                        t->size[0]);
    else if (valiant)
        bsim_topology_set_valiant(t, bsim_jval_present(seed) ? (uint64_t)bsim_jval_int(seed, 0, INT_MAX) : 0);
}

/* The folder of the platform file; NULL: the working directory. To be freed. */
static char *folder_of(struct bsim_jval v) {
    char *folder = bsim_strdup(bsim_json_path(v.doc)), *slash = strrchr(folder, '/');
    if (slash) {
        slash[slash == folder] = '\0';
        return folder;
    }
    bsim_free(folder);
    return NULL;
}

/* by_rate: the bandwidth of a message alone is that of its route. With contention links say so themselves. */
static void read_graph(struct bsim_platform *p, struct bsim_jval v, bool by_rate) {
    static const char *const keys[] = {"kind", "file", "comment", NULL};
    struct bsim_jval file;
    if (!bsim_jval_keys(v, keys) || !bsim_jval_present(file = bsim_jval_need(v, "file")) || p->nodes < 1)
        return;
    const char *name = bsim_jval_string(file);
    char *folder = name[0] == '/' ? NULL : folder_of(v), path[4096];
    snprintf(path, sizeof path, "%s%s%s", folder ? folder : "", folder ? "/" : "", name);
    bsim_free(folder);
    struct bsim_graph *graph = bsim_graph_read(path, p->nodes, by_rate, file);
    if (graph)
        bsim_topology_of_graph(&p->topology, graph);
}

static void read_topology(struct bsim_platform *p, struct bsim_jval network) {
    struct bsim_jval v = bsim_jval_get(network, "topology"), kind, at;
    int size[BSIM_TOPOLOGY_MAX_SIZES];
    if (!bsim_jval_present(v) || !bsim_jval_object(v) || !bsim_jval_present(kind = bsim_jval_need(v, "kind")))
        return;
    int choice = bsim_jval_choice(kind, bsim_topology_names);
    if (choice == BSIM_TOPOLOGY_GRAPH - 1) {
        read_graph(p, v, !bsim_jval_present(bsim_jval_get(network, "contention")));
        return;
    }
    const struct shape *shape = &shapes[choice];
    if (!bsim_jval_keys(v, shape->keys))
        return;
    int n = read_sizes(v, shape, size, &at);
    for (int i = 0; i < n; i++)
        if (size[i] < 1) /* the error is set already */
            return;
    if (n == 0)
        return;
    if (!bsim_topology_make(&p->topology, BSIM_TOPOLOGY_TORUS + choice, n, size))
        bsim_jval_error(at, "has more than %d nodes", INT_MAX);
    else if (p->topology.nodes != p->nodes)
        bsim_jval_error(at, "the sizes multiply to %lld nodes, but \"nodes\" is %d; they must be equal",
                        (long long)p->topology.nodes, p->nodes);
    else if (p->topology.diameter > MOST_HOPS)
        bsim_jval_error(at, "the longest route has %lld hops; at most %d are possible", (long long)p->topology.diameter,
                        MOST_HOPS);
    else if (p->topology.kind == BSIM_TOPOLOGY_FAT_TREE)
        bsim_contention_parents(p, v);
    else if (p->topology.kind == BSIM_TOPOLOGY_DRAGONFLY)
        read_routing(&p->topology, v);
}

static void read_network(struct bsim_platform *p, struct bsim_jval root) {
    static const char *const network_keys[] = {
        "model",   "topology", "contention", "packet",      "tcp_window", "link_burst", "flows",     "pieces",
        "noise",   "loss",     "cards",      "card_choice", "rails",      "scheme",     "transport", "first_messages",
#define LINK_PARAMETER(member, blank, key, ...) #key,
#include "bsim/platform/link_parameters.def"
        "comment", NULL};
    static const char *const intra_keys[] = {"pieces",  "noise", "loss", "shared_bandwidth", "first_messages",
#define LINK_PARAMETER(member, blank, key, ...) #key,
#define NETWORK_PARAMETER(...)
#include "bsim/platform/link_parameters.def"
                                             "comment", NULL};
    struct bsim_jval net = bsim_jval_need(root, "network"), intra = bsim_jval_get(root, "intra_node");
    if (!bsim_jval_present(net) || !bsim_jval_keys(net, network_keys))
        return;
    read_topology(p, net);
    read_link(p, &p->inter, net, NULL);
    bsim_contention_read(p, net);
    bsim_transport_read(p, net);
    if (bsim_jval_present(intra) && !bsim_jval_keys(intra, intra_keys))
        return;
    read_link(p, &p->intra, intra, &p->inter);
    bsim_contention_memory(p, intra);
}

/* Reads "between_sockets", after "sockets_per_node". */
static void read_between_sockets(struct bsim_platform *p, struct bsim_jval v) {
    static const char *const keys[] = {"pieces", "noise", "loss",
#define LINK_PARAMETER(member, blank, key, ...) #key,
#define NETWORK_PARAMETER(...)
#include "bsim/platform/link_parameters.def"
                                       "comment", NULL};
    if (!bsim_jval_present(v) || !bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    p->has_between = true;
    read_link(p, &p->between, v, &p->intra);
    for (const struct bsim_platform_key *key = bsim_link_keys; key->name; key++)
        if (bsim_jval_present(bsim_jval_get(v, key->name)))
            p->between_given |= bit_of(key);
    if (p->sockets < 2)
        bsim_jval_error(v, "needs \"sockets_per_node\", at least 2");
    else if (p->intra.npiece > 0 && !bsim_jval_present(bsim_jval_get(v, "pieces")))
        bsim_jval_error(v, "messages within a node have pieces, and which part of these holds between sockets is not "
                           "known: give between_sockets its own \"pieces\"");
    else if (p->shared_bandwidth > 0)
        bsim_jval_error(v, "is not possible together with shared_bandwidth of intra_node: how messages "
                           "between sockets share the memory is not modelled");
}

static void read_memory(struct bsim_platform *p, struct bsim_jval v) {
    static const char *const keys[] = {"core_bandwidth", "bandwidth", "with_messages", "comment", NULL};
    if (!bsim_jval_present(v) || !bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    fill(p->memory.core_bandwidth, p->nscen,
         bsim_platform_quantity(bsim_jval_need(v, "core_bandwidth"), BSIM_UNIT_RATE, true));
    fill(p->memory.bandwidth, p->nscen, bsim_platform_quantity(bsim_jval_need(v, "bandwidth"), BSIM_UNIT_RATE, true));
    if (p->memory.bandwidth[0] < p->memory.core_bandwidth[0])
        bsim_jval_error(bsim_jval_get(v, "bandwidth"),
                        "is less than core_bandwidth, which one core of the node gets alone");
}

/* "with_messages" of the memory, after all that it needs. */
static void read_with_messages(struct bsim_platform *p, struct bsim_jval memory) {
    struct bsim_jval v = bsim_jval_get(memory, "with_messages");
    if (!bsim_jval_present(v))
        return;
    p->memory.with_messages = bsim_jval_bool(v);
    if (p->memory.with_messages && (!p->contention || p->shared_bandwidth == 0))
        bsim_jval_error(v,
                        "needs \"contention\" in \"network\" and \"shared_bandwidth\" in \"intra_node\": what messages "
                        "within a node get of its memory");
    else if (p->memory.with_messages && p->sockets > 1)
        bsim_jval_error(
            v, "is not possible with \"sockets_per_node\": of which socket's memory messages take is not known");
}

double bsim_busy_speed_read(struct bsim_jval v) {
    double part = bsim_jval_quantity(v, BSIM_UNIT_NONE, true);
    if (part > 1)
        bsim_jval_error(v, "is above 1: a core would be faster while all cores of its node are busy");
    return part;
}

/* A file that it names is relative to the folder of the platform file. */
static void read_mapping(struct bsim_platform *p, struct bsim_jval v) {
    char *folder = folder_of(v);
    bsim_mapping_read(&p->mapping, v, folder);
    bsim_free(folder);
}

static void read_root(struct bsim_platform *p, struct bsim_jval root) {
    struct bsim_jval v;
    p->nodes = (int)bsim_jval_int(bsim_jval_need(root, "nodes"), 1, INT_MAX);
    p->cores_per_node = (int)bsim_jval_int(bsim_jval_need(root, "cores_per_node"), 1, INT_MAX);
    if (bsim_jval_present(v = bsim_jval_get(root, "mapping")))
        read_mapping(p, v);
    if (bsim_jval_present(v = bsim_jval_get(root, "speed")))
        fill(p->speed, p->nscen, bsim_jval_quantity(v, BSIM_UNIT_NONE, true));
    if (bsim_jval_present(v = bsim_jval_get(root, "busy_speed")))
        fill(p->busy_speed, p->nscen, bsim_busy_speed_read(v));
    if (bsim_jval_present(v = bsim_jval_get(root, "name"))) {
        bsim_free(p->name);
        p->name = bsim_strdup(bsim_jval_string(v));
    }
    if (bsim_jval_present(v = bsim_jval_get(root, "provenance")) && !json_is_string(v.json) && !json_is_object(v.json))
        bsim_jval_error(v, "accepted: a text or an object; it says where the numbers come from");
    const char *machine = json_string_value(json_object_get(v.json, "machine"));
    p->machine = machine ? bsim_strdup(machine) : NULL;
    read_network(p, root);
    read_memory(p, bsim_jval_get(root, "memory"));
    bsim_sockets_read(p, root);
    read_between_sockets(p, bsim_jval_get(root, "between_sockets"));
    read_with_messages(p, bsim_jval_get(root, "memory"));
    bsim_file_system_read(p, bsim_jval_get(root, "file_system"));
    bsim_reduction_read(p, bsim_jval_get(root, "reduction"));
    bsim_packing_read(p, bsim_jval_get(root, "packing"));
    bsim_copy_read(p, bsim_jval_get(root, "copy"));
    bsim_collectives_read(&p->collectives, bsim_jval_get(root, "collectives"));
    bsim_node_kinds_read(p, bsim_jval_get(root, "node_kinds"));
    p->speed_in_file = p->speed[0];
    p->memory.core_in_file = p->memory.core_bandwidth[0];
}

/* Sets a value that is a text, which is the same in all scenarios of a run. */
static void set_text(struct bsim_platform *p, int k, const char *name, struct bsim_jval v) {
    if (bsim_collective_key(name) >= 0) {
        bsim_collectives_set(&p->collectives, k, bsim_collective_key(name), v);
        return;
    }
    struct bsim_mapping mapping = {0};
    bsim_mapping_read(&mapping, v, NULL);
    if (k > 0 && !bsim_mapping_same(&mapping, &p->mapping))
        bsim_jval_error(v, "%s must be the same in all scenarios of one run", name);
    bsim_mapping_free(&p->mapping);
    p->mapping = mapping;
}

static void unknown_key(struct bsim_jval v, const char *name) {
    const char *near = bsim_nearest(name, bsim_platform_key_names);
    bsim_jval_error(v, "\"%s\" is no parameter of a platform that can vary%s%s%s", name,
                    near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

/* Sets a value of a connection, and of those that follow it. */
static void set_link_value(struct bsim_platform *p, int k, enum connection which, const struct bsim_platform_key *key,
                           double value, bool intra_follows) {
    link_array(connection_of(p, which), key)[k] = value;
    if (key->inter_only)
        return;
    bool with_intra = which == INTRA_NODE || (which == NETWORK && intra_follows);
    if (with_intra)
        link_array(&p->intra, key)[k] = value;
    if (with_intra && !(p->between_given & bit_of(key)))
        link_array(&p->between, key)[k] = value;
}

/* Sets a value of scenario k. intra_follows: the platform file has no intra_node, so its values follow the network's.
 */
static void set_value(struct bsim_platform *p, int k, const char *name, struct bsim_jval v, bool intra_follows) {
    enum connection which;
    const char *part = split_name(name, &which);
    const struct bsim_platform_key *key = part ? find_key(part, which) : NULL;
    if (strcmp(name, "speed") == 0) {
        p->speed[k] = bsim_jval_quantity(v, BSIM_UNIT_NONE, true);
    } else if (bsim_platform_key_is_text(name)) {
        set_text(p, k, name, v);
    } else if (bsim_block_factor_name(name)) {
        bsim_block_factor_set(p, k, name, v);
    } else if (bsim_delay_place(name)) {
        bsim_delay_set(p, k, name, v);
    } else if (strcmp(name, "busy_speed") == 0) {
        if (p->busy_speed[0] == 0)
            bsim_jval_error(v, "the platform file has no \"busy_speed\", which this scenario changes");
        p->busy_speed[k] = bsim_busy_speed_read(v);
    } else if (bsim_file_system_key(name, &(enum bsim_unit){BSIM_UNIT_NONE})) {
        bsim_file_system_set(p, k, name, v);
    } else if (bsim_local_work_key(name, &(enum bsim_unit){BSIM_UNIT_NONE})) {
        bsim_local_work_set(p, k, name, v);
    } else if (bsim_node_kinds_key(name)) {
        bsim_node_kinds_set(p, k, name, v);
    } else if (strcmp(name, "nodes") == 0 || strcmp(name, "cores_per_node") == 0) {
        int *to = name[0] == 'n' ? &p->nodes : &p->cores_per_node;
        int value = (int)bsim_jval_int(v, 1, INT_MAX);
        if (k > 0 && value != *to)
            bsim_jval_error(v, "%s must be the same in all scenarios of one run", name);
        *to = value;
        bsim_node_kinds_fit(p, v);
        if (has_topology(p) && p->topology.nodes != p->nodes)
            bsim_jval_error(v,
                            "the topology of the platform file is one of %lld nodes; \"nodes\" cannot differ from it",
                            (long long)p->topology.nodes);
    } else if (is_memory(name)) {
        if (p->memory.bandwidth[0] == 0)
            bsim_jval_error(v, "the platform file has no \"memory\", which this scenario changes");
        (strstr(name, "core") ? p->memory.core_bandwidth : p->memory.bandwidth)[k] =
            bsim_platform_quantity(v, BSIM_UNIT_RATE, true);
    } else if (key == NULL) {
        unknown_key(v, name);
    } else if (key->hops_only && !bsim_topology_has_hop_latency(&p->topology)) {
        no_hops(p, v);
    } else if (key->loggpo_only && strcmp(p->network_model, "simple") == 0) {
        bsim_jval_error(v, "the network model \"simple\" has no %s; it has latency, bandwidth and eager_limit",
                        key->name);
    } else if (which == BETWEEN_SOCKETS && !p->has_between) {
        bsim_jval_error(v, "the platform file has no \"between_sockets\", which this scenario changes");
    } else if (which != NETWORK ||
               (bsim_contention_may_set(p, key->name, v) && bsim_hop_latency_may_set(p, key->name, v))) {
        set_link_value(p, k, which, key, read_key(v, key), intra_follows);
    }
}

/* As read_memory and bsim_sockets_read, for values that the scenario sets. */
static void check_memory(const struct bsim_platform *p, int k, struct bsim_jval set) {
    struct bsim_jval v = bsim_jval_get(set, "memory.bandwidth");
    v = bsim_jval_present(v) ? v : bsim_jval_get(set, "memory.core_bandwidth");
    if (!bsim_jval_present(v) || p->memory.bandwidth[k] / p->sockets >= p->memory.core_bandwidth[k])
        return;
    bsim_jval_error(v, "memory.bandwidth%s is less than core_bandwidth, which one core gets alone",
                    p->sockets > 1 ? " of a socket" : "");
}

/* Whether the mapping suits the topology. The last one of the values given counts. */
static void check_mapping(const struct bsim_platform *p, struct bsim_jval root, struct bsim_jval scenarios) {
    struct bsim_error err = {0};
    if (bsim_mapping_suits(p, &err))
        return;
    struct bsim_jval v = {0};
    if (bsim_jval_present(scenarios))
        v = bsim_jval_get(bsim_jval_get(bsim_jval_at(scenarios, 0), "set"), "mapping");
    bsim_jval_error(bsim_jval_present(v) ? v : bsim_jval_get(root, "mapping"), "%s", err.text);
}

static void read_scenario(struct bsim_platform *p, int k, struct bsim_jval v, bool intra_follows) {
    static const char *const keys[] = {"name", "set", NULL};
    if (!bsim_jval_keys(v, keys))
        return;
    p->scenario_name[k] = bsim_strdup(bsim_jval_string(bsim_jval_need(v, "name")));
    struct bsim_jval set = bsim_jval_need(v, "set");
    if (!bsim_jval_present(set) || !bsim_jval_object(set))
        return;
    for (int pass = 0; pass < CONNECTIONS; pass++) /* network first, since others may follow it */
        for (size_t i = 0; i < bsim_jval_size(set); i++) {
            const char *name;
            struct bsim_jval value = bsim_jval_member(set, i, &name);
            enum connection which;
            if ((split_name(name, &which) ? (int)which : NETWORK) == pass)
                set_value(p, k, name, value, intra_follows);
        }
    check_memory(p, k, set);
}

/* Checks and returns the list of scenarios. */
static struct bsim_jval scenario_list(struct bsim_jval root) {
    static const char *const keys[] = {"schema", "scenarios", NULL};
    struct bsim_jval nothing = {0};
    if (!bsim_jval_keys(root, keys) || !bsim_jval_schema(root, "bsim-scenarios/1"))
        return nothing;
    struct bsim_jval list = bsim_jval_need(root, "scenarios");
    if (!bsim_jval_present(list) || !bsim_jval_list(list))
        return nothing;
    size_t n = bsim_jval_size(list);
    if (n < 1 || n > BSIM_MAX_SCENARIOS) {
        bsim_jval_error(list, "has %zu scenarios; accepted: 1 to %d", n, BSIM_MAX_SCENARIOS);
        return nothing;
    }
    return list;
}

bool bsim_platform_load(struct bsim_platform *platform, const char *path, const char *scenarios_path, int nscen,
                        struct bsim_error *err) {
    static const char *const keys[] = {"schema",
                                       "name",
                                       "provenance",
                                       "comment",
                                       "nodes",
                                       "cores_per_node",
                                       "sockets_per_node",
                                       "socket_mapping",
                                       "mapping",
                                       "speed",
                                       "busy_speed",
                                       "network",
                                       "intra_node",
                                       "between_sockets",
                                       "memory",
                                       "node_kinds",
                                       "file_system",
                                       "collectives",
                                       "reduction",
                                       "packing",
                                       "copy",
                                       NULL};
    struct bsim_json *doc = bsim_json_load_as(path, bsim_config_name(path), err), *over = NULL;
    struct bsim_jval scenarios = {0};
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc);
    if (scenarios_path && (over = bsim_json_load(scenarios_path, err)) != NULL)
        scenarios = scenario_list(bsim_json_root(over));
    /* The schema first, so that the error for another kind of file is not one about its first key. */
    if (bsim_jval_object(root) && bsim_jval_schema(root, "bsim-platform/1"))
        bsim_jval_keys(root, keys);
    struct bsim_jval model = bsim_jval_need(bsim_jval_need(root, "network"), "model");
    int choice = bsim_jval_present(model) ? bsim_jval_choice(model, model_names) : 0;
    if (!err->set) {
        struct bsim_platform p;
        if (bsim_jval_present(scenarios))
            nscen = (int)bsim_jval_size(scenarios);
        bsim_platform_blank(&p, nscen, model_names[choice]);
        read_root(&p, root);
        bool intra_follows = p.intra_follows = !bsim_jval_present(bsim_jval_get(root, "intra_node"));
        if (bsim_jval_present(scenarios)) {
            if (p.scenario_name == NULL)
                p.scenario_name = bsim_alloc((size_t)nscen * sizeof *p.scenario_name);
            for (int k = 0; k < nscen && !err->set; k++)
                read_scenario(&p, k, bsim_jval_at(scenarios, (size_t)k), intra_follows);
        }
        if (!err->set)
            check_mapping(&p, root, scenarios);
        bsim_notes_move(&p.notes, bsim_json_notes(doc));
        if (err->set)
            bsim_platform_free(&p);
        else
            *platform = p;
    }
    bsim_json_free(over);
    bsim_json_free(doc);
    return !err->set;
}

void bsim_platform_warn(const struct bsim_platform *platform) {
    for (int i = 0; i < platform->notes.count; i++) {
        const struct bsim_note *note = &platform->notes.note[i];
        char more[64] = "";
        if (note->more > 0)
            snprintf(more, sizeof more, " So for %d more of its list.", note->more);
        bsim_warn("%s%s", note->text, more);
    }
}
