/* hop_latency.c - see hop_latency.h. Owns the list form of "hop_latency". */
#include "bsim/platform/hop_latency.h"

#include <string.h>

#include "bsim/platform/quantity.h"

void bsim_hop_latency_levels(struct bsim_platform *p, struct bsim_jval list) {
    size_t n = bsim_jval_size(list);
    if (p->topology.kind != BSIM_TOPOLOGY_FAT_TREE) {
        bsim_jval_error(list, "a list has a latency for each level of a fat tree; accepted here: one latency");
        return;
    }
    if (n != (size_t)p->topology.nsize) {
        bsim_jval_error(list,
                        "has %zu latencies, but the fat tree has %d levels; give one for each of them, or one for all",
                        n, p->topology.nsize);
        return;
    }
    for (size_t i = 0; i < n; i++)
        p->level_latency_s[i] = bsim_platform_quantity(bsim_jval_at(list, i), BSIM_UNIT_TIME, false);
    p->nlevel_latency = (int)n;
}

bool bsim_hop_latency_may_set(const struct bsim_platform *p, const char *key, struct bsim_jval v) {
    return p->nlevel_latency == 0 || strcmp(key, "hop_latency") != 0 ||
           bsim_jval_error(v,
                           "the platform file gives hop_latency as a list, of which a scenario cannot set parts; give "
                           "one latency");
}

double bsim_hop_latency(const struct bsim_platform *p, int hops, int k) {
    if (p->nlevel_latency == 0)
        return hops * p->inter.hop_latency_s[k];
    double sum = 0;
    for (int level = 0; level < hops / 2; level++)
        sum += 2 * p->level_latency_s[level];
    return sum;
}
