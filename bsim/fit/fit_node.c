/* fit_node.c - the node on which samples were measured: read from its platform file, written to models.json. */
#include "bsim/fit/fit.h"
#include "bsim/platform/platform.h"

bool bsim_fit_node_read(struct fit_node *node, const char *path, struct bsim_error *err) {
    struct bsim_platform platform;
    if (!bsim_platform_load(&platform, path, NULL, 1, err))
        return false;
    *node = (struct fit_node){platform.memory.core_bandwidth[0], platform.memory.bandwidth[0]};
    bsim_platform_free(&platform);
    if (node->bandwidth == 0)
        return bsim_error_set(err, path, 0, NULL, "has no \"memory\"; bsim calibrate measures it");
    return true;
}

json_t *bsim_fit_node_json(const struct fit_node *node) {
    if (node->bandwidth == 0)
        return NULL;
    return json_pack("{s:{s:o, s:o}}", "memory", "core_bandwidth",
                     json_sprintf("%.4gGB/s", 1e-9 * node->core_bandwidth), "bandwidth",
                     json_sprintf("%.4gGB/s", 1e-9 * node->bandwidth));
}
