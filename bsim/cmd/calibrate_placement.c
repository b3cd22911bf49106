/* calibrate_placement.c - where this node's processors are: what is told of runs in which they moved, and whether a
 * platform still describes the node. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/json_read.h"
#include "bsim/base/units.h"
#include "bsim/bench/host.h"
#include "bsim/cmd/calibrate.h"

void bsim_calibrate_warn_moved(const struct bench_placements *p, int chosen, const struct bench_core_latency *now) {
    char text[64];
    if (chosen < 0) {
        fprintf(stderr,
                "bsim: warning: this node's processors moved in each of %d runs (core-to-core latency, which changes "
                "when a hypervisor puts them elsewhere): the platform's latencies mix several placements; measure "
                "again\n",
                p->moved);
        return;
    }
    const struct bench_core_latency *then = &p->latency[chosen];
    bool elsewhere = bsim_bench_core_latency_differs(then, now);
    if (p->n < 2 && p->moved == 0 && !elsewhere)
        return;
    fprintf(stderr,
            "bsim: warning: this node's processors moved while it was measured: the platform holds for a core-to-core "
            "latency of %s",
            bsim_bench_core_latency_text(then, text, sizeof text));
    for (int i = 0; i < p->n; i++)
        if (i != chosen)
            fprintf(stderr, "; with %s, %d run%s did not count",
                    bsim_bench_core_latency_text(&p->latency[i], text, sizeof text), p->runs[i],
                    p->runs[i] == 1 ? "" : "s");
    if (p->moved > 0)
        fprintf(stderr, "; in %d other%s they moved", p->moved, p->moved == 1 ? "" : "s");
    if (elsewhere)
        fprintf(stderr, "; now it is %s", bsim_bench_core_latency_text(now, text, sizeof text));
    fprintf(stderr, ". Before a comparison with a real run, bsim calibrate --check tells whether it is the same\n");
}

json_t *bsim_calibrate_placement_json(const struct bench_core_latency *latency) {
    json_t *all = json_object();
    for (int i = 0; i < latency->n; i++) {
        char key[32];
        snprintf(key, sizeof key, "%d-%d", latency->from, latency->to[i]);
        json_object_set_new(all, key, json_sprintf("%.4gns", 1e9 * latency->seconds[i]));
    }
    return all;
}

/* The reverse. */
static bool read_placement(struct bench_core_latency *latency, struct bsim_jval v) {
    for (size_t i = 0; i < bsim_jval_size(v) && latency->n < BENCH_CORE_PAIRS; i++) {
        const char *key;
        int from, to, end = 0;
        struct bsim_jval one = bsim_jval_member(v, i, &key);
        if (sscanf(key, "%d-%d%n", &from, &to, &end) != 2 || key[end] || (i > 0 && from != latency->from))
            return bsim_jval_error(one, "\"%s\" is no pair of processors such as \"0-1\", with the same first one",
                                   key);
        latency->from = from;
        latency->to[latency->n] = to;
        latency->seconds[latency->n++] = bsim_jval_quantity(one, BSIM_UNIT_TIME, true);
    }
    return true;
}

/* What a platform says of the node that it was measured on. */
static bool read_platform(const char *path, struct bench_core_latency *then, char *machine, size_t size,
                          struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load(path, err);
    if (!doc)
        return false;
    struct bsim_jval provenance = bsim_jval_get(bsim_json_root(doc), "provenance"), latency = {0}, where = {0};
    if (json_is_object(provenance.json)) {
        latency = bsim_jval_get(provenance, "core_latency");
        where = bsim_jval_get(provenance, "machine");
    }
    machine[0] = '\0';
    if (bsim_jval_present(where) && json_is_string(where.json))
        snprintf(machine, size, "%s", json_string_value(where.json));
    if (!bsim_jval_present(latency) || !json_is_object(latency.json))
        bsim_error_set(
            err, path, 0, NULL,
            "\"provenance\" has no \"core_latency\": nothing tells how far apart the processors were when it "
            "was made; make it anew by bsim calibrate, on a node with two processors or more");
    else
        read_placement(then, latency);
    bsim_json_free(doc);
    return !err->set;
}

int bsim_calibrate_check(const char *path, struct bsim_error *err) {
    struct bench_core_latency then = {0}, now = {0};
    char machine[400], here[400], before[64], after[64];
    if (!read_platform(path, &then, machine, sizeof machine, err))
        return BSIM_EXIT_USAGE;
    bsim_bench_machine(here, sizeof here);
    if (machine[0] && strcmp(machine, here) != 0) {
        printf("%s was measured on %s, and this is %s: measure this node\n", path, machine, here);
        return BSIM_EXIT_USER;
    }
    bsim_bench_core_latency(&now);
    bsim_bench_core_latency_text(&then, before, sizeof before);
    bsim_bench_core_latency_text(&now, after, sizeof after);
    if (now.n == 0) {
        bsim_error_set(err, NULL, 0, NULL, "this process may use one processor only: there is nothing to compare");
        return BSIM_EXIT_USAGE;
    }
    if (bsim_bench_core_latency_differs(&then, &now)) {
        printf(
            "%s was measured with a core-to-core latency of %s, and now it is %s: this node's processors have moved. "
            "Measure again, or wait\n",
            path, before, after);
        return BSIM_EXIT_USER;
    }
    printf("%s: core-to-core latency was %s, and is %s\n", path, before, after);
    return BSIM_EXIT_OK;
}
