/* fit_node.c - the node on which samples were measured: read from its platform file, written to models.json. */
#include "bsim/fit/fit.h"
#include "bsim/platform/platform.h"

bool bsim_fit_node_read(struct fit_data *data, const char *path, struct bsim_error *err) {
    struct bsim_platform platform;
    struct bsim_node_sharing *node = &data->node;
    if (!bsim_platform_load(&platform, path, NULL, 1, err))
        return false;
    *node = bsim_platform_sharing(&platform, -1, 0);
    data->file_bandwidth = platform.files.bandwidth[0];
    data->file_latency_s = platform.files.latency_s[0];
    bsim_platform_free(&platform);
    if (node->bandwidth == 0 && node->busy_speed == 0 && data->file_bandwidth == 0)
        return bsim_error_set(
            err, path, 0, NULL,
            "has neither \"memory\" nor \"busy_speed\" nor \"file_system\"; bsim calibrate measures the first two");
    return true;
}

struct fit_data bsim_fit_data_of(const struct fit_data *known) {
    return (struct fit_data){
        .node = known->node, .file_bandwidth = known->file_bandwidth, .file_latency_s = known->file_latency_s};
}

json_t *bsim_fit_node_json(const struct bsim_node_sharing *node) {
    if (node->bandwidth == 0 && node->busy_speed == 0)
        return NULL;
    json_t *json = json_object();
    if (node->busy_speed > 0) {
        json_object_set_new(json, "cores", json_integer(node->cores));
        json_object_set_new(json, "busy_speed", json_real(node->busy_speed));
    }
    if (node->bandwidth > 0)
        json_object_set_new(json, "memory",
                            json_pack("{s:o, s:o}", "core_bandwidth",
                                      json_sprintf("%.4gGB/s", 1e-9 * node->core_bandwidth), "bandwidth",
                                      json_sprintf("%.4gGB/s", 1e-9 * node->bandwidth)));
    return json;
}
