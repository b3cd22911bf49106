/* memory.c - see memory.h. Owns the arithmetic of shared memory bandwidth; knows nothing of clocks. */
#include "bsim/cost/memory.h"

#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/platform/platform_keys.h"
#include "bsim/platform/sockets.h"

static bool read_pieces(struct bsim_memory_share *share, struct bsim_jval v) {
    static const char *const keys[] = {"below", "share", NULL};
    size_t n = bsim_jval_size(v);
    if (n < 1 || n > BSIM_MEMORY_PIECES)
        return bsim_jval_error(v, "has %zu pieces; accepted: 1 to %d", n, BSIM_MEMORY_PIECES);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval piece = bsim_jval_at(v, i), below;
        if (!bsim_jval_keys(piece, keys) || !bsim_jval_present(bsim_jval_need(piece, "share")))
            return false;
        below = bsim_jval_get(piece, "below");
        share->share[i] = bsim_jval_number(bsim_jval_get(piece, "share"), 0, 1);
        share->below_s[i] = bsim_jval_present(below) ? bsim_jval_quantity(below, BSIM_UNIT_TIME, true) : HUGE_VAL;
        if (bsim_jval_present(below) == (i + 1 == n))
            return bsim_jval_error(piece, i + 1 == n ? "the last piece is for all longer times: it needs no \"below\""
                                                     : "only the last piece goes without \"below\"");
        if (i > 0 && share->below_s[i] <= share->below_s[i - 1])
            return bsim_jval_error(below, "must be longer than that of the piece before");
    }
    share->n = (int)n;
    return true;
}

bool bsim_memory_share_read(struct bsim_memory_share *share, struct bsim_jval v) {
    *share = (struct bsim_memory_share){0};
    if (!bsim_jval_present(v))
        return true;
    if (json_is_array(v.json))
        return read_pieces(share, v);
    if (!json_is_number(v.json))
        return bsim_jval_error(v, "accepted: a number from 0 to 1, or a list of {\"below\": time, \"share\": number}");
    share->n = 1;
    share->below_s[0] = HUGE_VAL;
    share->share[0] = bsim_jval_number(v, 0, 1);
    return true;
}

double bsim_memory_share_at(const struct bsim_memory_share *share, double time_s) {
    for (int i = 0; i < share->n; i++)
        if (time_s < share->below_s[i])
            return share->share[i];
    return 0;
}

static bool read_busy_speed(struct bsim_node_sharing *node, struct bsim_jval v) {
    struct bsim_jval part = bsim_jval_get(v, "busy_speed");
    bool told = bsim_jval_present(part);
    struct bsim_jval cores = told ? bsim_jval_need(v, "cores") : bsim_jval_get(v, "cores");
    if (!bsim_jval_present(cores))
        return !told;
    node->cores = (int)bsim_jval_int(cores, 1, 1 << 20);
    node->busy_speed = told ? bsim_busy_speed_read(part) : 0;
    return node->cores > 0 && (!told || (node->busy_speed > 0 && node->busy_speed <= 1));
}

bool bsim_measured_node_read(struct bsim_node_sharing *node, struct bsim_jval v) {
    static const char *const keys[] = {"memory", "busy_speed", "cores", "comment", NULL};
    static const char *const memory_keys[] = {"core_bandwidth", "bandwidth", "comment", NULL};
    *node = (struct bsim_node_sharing){0};
    if (!bsim_jval_present(v))
        return true;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys) || !read_busy_speed(node, v))
        return false;
    struct bsim_jval memory = bsim_jval_get(v, "memory");
    if (!bsim_jval_present(memory))
        return true;
    if (!bsim_jval_object(memory) || !bsim_jval_keys(memory, memory_keys))
        return false;
    struct bsim_jval core = bsim_jval_need(memory, "core_bandwidth"), all = bsim_jval_need(memory, "bandwidth");
    if (!bsim_jval_present(core) || !bsim_jval_present(all))
        return false;
    node->core_bandwidth = bsim_jval_quantity(core, BSIM_UNIT_RATE, true);
    node->bandwidth = bsim_jval_quantity(all, BSIM_UNIT_RATE, true);
    return node->core_bandwidth > 0 && node->bandwidth > 0;
}

/* The pieces of the share are in times on one core, so the first one that gives such a time holds. */
double bsim_time_on_one_core(const struct bsim_node_sharing *node, const struct bsim_memory_share *share, double time_s,
                             int busy) {
    double processor = bsim_processor_stretch(node, busy), memory = bsim_memory_stretch(node, busy);
    double one_s = time_s / processor;
    for (int i = 0; i < share->n && memory != processor; i++) {
        one_s = time_s / (processor + share->share[i] * (memory - processor));
        if (one_s < share->below_s[i])
            break;
    }
    return one_s;
}

/* ---- the nodes of a run ---- */

/* busy: ranks of the node, and in_socket of the socket, which has an equal part of the memory's bandwidth. of_kind:
 * times are those on one busy core of this kind of node, at the platform's speed. */
static struct bsim_busy_factors factors_of(const struct bsim_platform *p, int k, int kind, int busy, int in_socket,
                                           bool of_kind, const struct bsim_node_sharing *measured, int measured_busy) {
    struct bsim_node_sharing node = bsim_platform_sharing(p, kind, k);
    double speed = of_kind ? p->speed[k] : bsim_platform_speed(p, kind, k);
    int as_measured = busy < measured_busy ? busy : measured_busy;
    struct bsim_busy_factors f;
    f.processor =
        node.busy_speed > 0 ? bsim_processor_stretch(&node, busy) : bsim_processor_stretch(measured, as_measured);
    f.processor /= speed;
    node.bandwidth /= p->sockets;
    double stretch = bsim_memory_stretch(&node, in_socket);
    if (node.core_bandwidth == 0)
        f.crowded = bsim_memory_stretch(measured, as_measured) / speed;
    else if (measured->core_bandwidth > 0 && !of_kind)
        f.crowded = measured->core_bandwidth / node.core_bandwidth * stretch;
    else
        f.crowded = bsim_platform_reference(p, of_kind ? -1 : kind) / node.core_bandwidth * stretch;
    f.memory = p->memory.with_messages ? f.crowded / stretch : f.crowded;
    return f;
}

/* Divides the sockets into classes; count: ranks of each socket up to the last node that has some. */
static void set_classes(struct bsim_busy_nodes *nodes, const struct bsim_platform *platform, const int *count,
                        int last) {
    for (int s = 0; s < (last + 1) * platform->sockets; s++) { /* most mappings make few classes */
        int c = 0, node = s / platform->sockets, kind = bsim_platform_kind(platform, node), busy = 0;
        for (int i = 0; i < platform->sockets; i++)
            busy += count[node * platform->sockets + i];
        while (c < nodes->nclass &&
               (nodes->busy[c] != busy || nodes->in_socket[c] != count[s] || nodes->kind[c] != kind))
            c++;
        if (c == nodes->nclass) {
            nodes->busy = bsim_realloc(nodes->busy, (size_t)(nodes->nclass + 1) * sizeof *nodes->busy);
            nodes->kind = bsim_realloc(nodes->kind, (size_t)(nodes->nclass + 1) * sizeof *nodes->kind);
            nodes->in_socket = bsim_realloc(nodes->in_socket, (size_t)(nodes->nclass + 1) * sizeof *nodes->in_socket);
            nodes->kind[nodes->nclass] = kind;
            nodes->in_socket[nodes->nclass] = count[s];
            nodes->busy[nodes->nclass++] = busy;
        }
        nodes->of_socket[s] = c;
    }
    for (int c = 0; c < nodes->nclass; c++) { /* nodes and sockets without ranks below others */
        nodes->busy[c] = nodes->busy[c] > 0 ? nodes->busy[c] : 1;
        nodes->in_socket[c] = nodes->in_socket[c] > 0 ? nodes->in_socket[c] : 1;
    }
}

static struct bsim_busy_factors *make_factors(const struct bsim_busy_nodes *nodes, const struct bsim_platform *platform,
                                              bool of_kind, const struct bsim_node_sharing *measured,
                                              int measured_busy) {
    struct bsim_busy_factors *f = bsim_alloc((size_t)nodes->nclass * (size_t)nodes->nscen * sizeof *f);
    for (int c = 0; c < nodes->nclass; c++)
        for (int k = 0; k < nodes->nscen; k++)
            f[c * nodes->nscen + k] = factors_of(platform, k, nodes->kind[c], nodes->busy[c], nodes->in_socket[c],
                                                 of_kind, measured, measured_busy);
    return f;
}

struct bsim_busy_nodes bsim_busy_nodes_make(const struct bsim_platform *platform, const int32_t *node_of, int np,
                                            const struct bsim_node_sharing *measured, int measured_busy) {
    struct bsim_busy_nodes nodes = {.nscen = platform->nscen};
    int last = 0;
    for (int r = 0; r < np; r++)
        last = node_of[r] > last ? node_of[r] : last;
    size_t sockets = ((size_t)last + 1) * (size_t)platform->sockets;
    int *count = bsim_alloc(sockets * sizeof *count);
    nodes.socket_of = bsim_alloc((size_t)np * sizeof *nodes.socket_of);
    bsim_sockets_place(platform, node_of, np, nodes.socket_of);
    for (int r = 0; r < np; r++)
        count[nodes.socket_of[r]]++;
    nodes.of_socket = bsim_alloc(sockets * sizeof *nodes.of_socket);
    set_classes(&nodes, platform, count, last);
    bsim_free(count);
    if (platform->nkind > 0)
        nodes.of_kind = make_factors(&nodes, platform, true, measured, measured_busy);
    else if (platform->memory.bandwidth[0] == 0 && measured->core_bandwidth == 0 && platform->busy_speed[0] == 0 &&
             measured->busy_speed == 0)
        return nodes;
    nodes.factor = make_factors(&nodes, platform, false, measured, measured_busy);
    return nodes;
}

void bsim_busy_nodes_free(struct bsim_busy_nodes *nodes) {
    bsim_free(nodes->busy);
    bsim_free(nodes->kind);
    bsim_free(nodes->in_socket);
    bsim_free(nodes->of_socket);
    bsim_free(nodes->socket_of);
    bsim_free(nodes->factor);
    bsim_free(nodes->of_kind);
    *nodes = (struct bsim_busy_nodes){0};
}

int bsim_busy_most(const struct bsim_busy_nodes *nodes) {
    int most = 0;
    for (int c = 0; c < nodes->nclass; c++)
        most = nodes->busy[c] > most ? nodes->busy[c] : most;
    return most;
}
