/* sensitivities.c - see sensitivities.h. Reads the slopes of the predicted time when a run is over. */
#include "bsim/stat/sensitivities.h"

#include <stdio.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/base/slopes.h"

#pragma weak bsim_blocks

static double slope_of(const struct bsim_run *run, int slope) {
    return run->final_slopes[1 + slope];
}

static double share(const struct bsim_run *run, double part_s) {
    return run->predicted_s[0] > 0 ? part_s / run->predicted_s[0] : 0;
}

/* count: how often the parameter is on the critical path. derivative: by the value of the key. */
static void add(json_t *list, const struct bsim_run *run, const char *key, double value, double derivative,
                double count, double part_s) {
    json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f, s:f, s:f}", "key", key, "value", value, "derivative",
                                          derivative, "count", count, "seconds", part_s, "share", share(run, part_s)));
}

static void add_link(json_t *list, const struct bsim_run *run, bool intra) {
    static const char *const names[] = {"latency",       "hop_latency",   NULL,
                                        "send_overhead", "recv_overhead", "control_overhead"};
    const struct bsim_platform *p = run->platform;
    const struct bsim_link *link = intra ? &p->intra : &p->inter;
    const double values[] = {link->latency_s[0],       link->hop_latency_s[0],   0,
                             link->send_overhead_s[0], link->recv_overhead_s[0], link->control_overhead_s[0]};
    int first = intra ? BSIM_SLOPES_OF_LINK : 0;
    bool simple = strcmp(p->network_model, "simple") == 0;
    for (int i = 0; i < BSIM_SLOPES_OF_LINK; i++) {
        char key[64];
        double n = slope_of(run, first + i);
        const char *part = intra ? "intra_node" : "network";
        if (i == BSIM_SLOPE_GAP) {
            double gap = link->gap_s_per_byte[0];
            snprintf(key, sizeof key, "%s.bandwidth", part);
            add(list, run, key, 1 / gap, -n * gap * gap, n, n * gap);
            continue;
        }
        if ((i == BSIM_SLOPE_HOP_LATENCY && (intra || !bsim_topology_has_hop_latency(&p->topology))) ||
            (i > BSIM_SLOPE_GAP && simple))
            continue;
        snprintf(key, sizeof key, "%s.%s", part, names[i]);
        add(list, run, key, values[i], n, n, n * values[i]);
    }
}

static json_t *blocks_json(const struct bsim_run *run) {
    json_t *list = json_array();
    int shown = run->nblocks;
    bool lumped = shown > BSIM_SLOPE_BLOCKS_MOST;
    if (lumped)
        shown = BSIM_SLOPE_BLOCKS_MOST - 1;
    for (int i = 0; i < shown + lumped; i++) {
        bool others = i == shown;
        double s = slope_of(run, BSIM_SLOPE_BLOCKS + i);
        if (s == 0 && run->blocks[i].calls == 0 && !others)
            continue;
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:f, s:f}", "name",
                                        others ? json_null() : bsim_output_text(bsim_blocks[i].name), "label",
                                        others ? json_string("all other blocks") : bsim_result_label(&bsim_blocks[i]),
                                        "seconds", s, "share", share(run, s)));
    }
    return list;
}

/* The time on the critical path that no parameter stands for. */
static double other_seconds(const struct bsim_run *run, const json_t *parameters) {
    double rest = run->predicted_s[0];
    for (size_t i = 0; i < json_array_size(parameters); i++) {
        const json_t *p = json_array_get(parameters, i);
        bool counted = strncmp(json_string_value(json_object_get(p, "key")), "intra_node.", 11) == 0 &&
                       run->platform->intra_follows; /* in network.KEY */
        rest -= counted ? 0 : json_number_value(json_object_get(p, "seconds"));
    }
    return rest > 1e-9 * run->predicted_s[0] ? rest : 0;
}

json_t *bsim_sensitivities_json(const struct bsim_run *run) {
    json_t *parameters = json_array();
    add_link(parameters, run, false);
    if (run->platform->cores_per_node > 1)
        add_link(parameters, run, true);
    double calc_s = slope_of(run, BSIM_SLOPE_CALC), speed = run->platform->speed[0];
    add(parameters, run, "speed", speed, -calc_s / speed, calc_s, calc_s);
    return json_pack("{s:o, s:o, s:f, s:b}", "parameters", parameters, "blocks", blocks_json(run), "other_s",
                     other_seconds(run, parameters), "intra_follows", run->platform->intra_follows);
}
