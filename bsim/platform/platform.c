/* platform.c - makes blank platforms and frees platforms. Must not know files (platform_json.c). */
#include "bsim/platform/platform.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/block_factors.h"
#include "bsim/platform/delays.h"
#include "bsim/platform/graph.h"
#include "bsim/platform/link_noise.h"
#include "bsim/platform/node_kinds.h"

static double *filled(int n, double value) {
    double *array = bsim_alloc((size_t)n * sizeof *array);
    for (int k = 0; k < n; k++)
        array[k] = value;
    return array;
}

static void link_blank(struct bsim_link *link, int nscen) {
#define LINK_PARAMETER(member, blank, ...) link->member = filled(nscen, blank);
#include "bsim/platform/link_parameters.def"
}

static void link_free(struct bsim_link *link) {
#define LINK_PARAMETER(member, ...) bsim_free(link->member);
#include "bsim/platform/link_parameters.def"
    bsim_free(link->piece);
    bsim_free(link->first);
}

void bsim_platform_blank(struct bsim_platform *platform, int nscen, const char *network_model) {
    memset(platform, 0, sizeof *platform);
    platform->name = bsim_strdup("blank");
    platform->nscen = nscen;
    platform->nodes = 1 << 30;
    platform->cores_per_node = 1;
    platform->cards = 1;
    platform->sockets = 1;
    platform->speed = filled(nscen, 1);
    platform->speed_in_file = 1;
    platform->busy_speed = filled(nscen, 0);
    platform->network_model = bsim_strdup(network_model);
    link_blank(&platform->inter, nscen);
    link_blank(&platform->intra, nscen);
    link_blank(&platform->between, nscen);
    platform->memory.core_bandwidth = filled(nscen, 0);
    platform->memory.bandwidth = filled(nscen, 0);
    platform->files.bandwidth = filled(nscen, 0);
    platform->files.latency_s = filled(nscen, 0);
    platform->files.node_bandwidth = filled(nscen, 0);
    platform->files.total_bandwidth = filled(nscen, 0);
    platform->files.aggregators = 1;
    platform->work.reduction_s = filled(nscen, 0);
    platform->work.reduction_s_per_byte = filled(nscen, 0);
    platform->work.reduction_s_per_element = filled(nscen, 0);
    platform->work.packing_block_s = filled(nscen, 0);
    platform->work.packing_s_per_byte = filled(nscen, 0);
    platform->work.copy_s = filled(nscen, 0);
    platform->work.copy_s_per_byte = filled(nscen, 0);
}

double bsim_memory_bandwidth_of_core(double core_bandwidth, double bandwidth, int busy) {
    return fmin(core_bandwidth, bandwidth / busy);
}

double bsim_memory_stretch(const struct bsim_node_sharing *node, int busy) {
    if (node->core_bandwidth == 0)
        return 1;
    return node->core_bandwidth / bsim_memory_bandwidth_of_core(node->core_bandwidth, node->bandwidth, busy);
}

double bsim_processor_stretch(const struct bsim_node_sharing *node, int busy) {
    if (node->busy_speed == 0 || node->cores < 2)
        return 1;
    double others = (double)((busy < node->cores ? busy : node->cores) - 1) / (node->cores - 1);
    return 1 / (1 - (1 - node->busy_speed) * others);
}

struct bsim_node_sharing bsim_platform_sharing(const struct bsim_platform *platform, int kind, int k) {
    double own = kind >= 0 ? platform->kind[kind].busy_speed[k] : 0;
    return (struct bsim_node_sharing){platform->memory.core_bandwidth[k], platform->memory.bandwidth[k],
                                      own > 0 ? own : platform->busy_speed[k], platform->cores_per_node};
}

double bsim_platform_speed(const struct bsim_platform *platform, int kind, int k) {
    return kind >= 0 ? platform->speed[k] * platform->kind[kind].speed[k] : platform->speed[k];
}

double bsim_platform_reference(const struct bsim_platform *platform, int kind) {
    double speed = platform->speed_in_file * (kind >= 0 ? platform->kind[kind].speed_in_file : 1);
    return platform->memory.core_in_file / speed;
}

void bsim_platform_free(struct bsim_platform *platform) {
    bsim_free(platform->name);
    bsim_free(platform->machine);
    bsim_mapping_free(&platform->mapping);
    bsim_block_factors_free(platform);
    bsim_delays_free(platform);
    if (platform->scenario_name)
        for (int k = 0; k < platform->nscen; k++)
            bsim_free(platform->scenario_name[k]);
    bsim_free(platform->scenario_name);
    bsim_free(platform->speed);
    bsim_free(platform->busy_speed);
    bsim_free(platform->network_model);
    link_free(&platform->inter);
    link_free(&platform->intra);
    link_free(&platform->between);
    bsim_free(platform->memory.core_bandwidth);
    bsim_free(platform->memory.bandwidth);
    bsim_free(platform->files.bandwidth);
    bsim_free(platform->files.latency_s);
    bsim_free(platform->files.node_bandwidth);
    bsim_free(platform->files.total_bandwidth);
    bsim_free(platform->work.reduction_s);
    bsim_free(platform->work.reduction_s_per_byte);
    bsim_free(platform->work.reduction_s_per_element);
    bsim_free(platform->work.packing_block_s);
    bsim_free(platform->work.packing_s_per_byte);
    bsim_free(platform->work.copy_s);
    bsim_free(platform->work.copy_s_per_byte);
    bsim_collectives_free(&platform->collectives);
    bsim_node_kinds_free(platform);
    bsim_graph_free(platform->topology.graph);
    bsim_link_noise_free(platform);
    bsim_free(platform->rule);
    bsim_notes_free(&platform->notes);
    memset(platform, 0, sizeof *platform);
}
