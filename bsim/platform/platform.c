/* platform.c - platforms as plain data: made blank, freed. Must not know files (platform_json.c). */
#include "bsim/platform/platform.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"

static double *filled(int n, double value) {
    double *array = bsim_alloc((size_t)n * sizeof *array);
    for (int k = 0; k < n; k++)
        array[k] = value;
    return array;
}

static void link_blank(struct bsim_link *link, int nscen) {
    link->latency_s = filled(nscen, 0);
    link->hop_latency_s = filled(nscen, 0);
    link->gap_s_per_byte = filled(nscen, 0);
    link->send_overhead_s = filled(nscen, 0);
    link->recv_overhead_s = filled(nscen, 0);
    link->control_overhead_s = filled(nscen, 0);
    link->sender_busy = filled(nscen, 0);
    link->eager_limit_bytes = filled(nscen, HUGE_VAL);
}

static void link_free(struct bsim_link *link) {
    bsim_free(link->latency_s);
    bsim_free(link->hop_latency_s);
    bsim_free(link->gap_s_per_byte);
    bsim_free(link->send_overhead_s);
    bsim_free(link->recv_overhead_s);
    bsim_free(link->control_overhead_s);
    bsim_free(link->sender_busy);
    bsim_free(link->eager_limit_bytes);
}

void bsim_platform_blank(struct bsim_platform *platform, int nscen, const char *network_model) {
    memset(platform, 0, sizeof *platform);
    platform->name = bsim_strdup("blank");
    platform->nscen = nscen;
    platform->nodes = 1 << 30;
    platform->cores_per_node = 1;
    platform->speed = filled(nscen, 1);
    platform->network_model = bsim_strdup(network_model);
    link_blank(&platform->inter, nscen);
    link_blank(&platform->intra, nscen);
}

void bsim_platform_free(struct bsim_platform *platform) {
    bsim_free(platform->name);
    if (platform->scenario_name)
        for (int k = 0; k < platform->nscen; k++)
            bsim_free(platform->scenario_name[k]);
    bsim_free(platform->scenario_name);
    bsim_free(platform->speed);
    bsim_free(platform->network_model);
    link_free(&platform->inter);
    link_free(&platform->intra);
    memset(platform, 0, sizeof *platform);
}
