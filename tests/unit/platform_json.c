/* platform_json.c - platform files: values, defaults, what scenarios override; the shipped ones. Bad ones: badjson. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/platform/hop_latency.h"
#include "bsim/platform/platform.h"

static char folder[] = "/tmp/bsim-platform-test.XXXXXX";

static const char *write_file(const char *name, const char *text) {
    static char path[2][256];
    char *to = path[strcmp(name, "platform.json") == 0];
    snprintf(to, sizeof path[0], "%s/%s", folder, name);
    FILE *f = fopen(to, "w");
    fputs(text, f);
    fclose(f);
    return to;
}

static struct bsim_platform load(const char *text, const char *scenarios) {
    struct bsim_platform p;
    struct bsim_error err = {0};
    const char *path = write_file("platform.json", text);
    if (!bsim_platform_load(&p, path, scenarios ? write_file("scenarios.json", scenarios) : NULL, 1, &err))
        fail_msg("%s: %s", err.where, err.text);
    return p;
}

#define NETWORK                                                                                                        \
    "\"network\": {\"model\": \"loggpo\", \"latency\": \"1us\", \"bandwidth\": \"10GB/s\", "                           \
    "\"send_overhead\": 2e-7, \"eager_limit\": \"64KiB\"}"
#define START "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 2, "

static void test_values_and_defaults(void **state) {
    (void)state;
    struct bsim_platform p = load(START "\"speed\": 1.5, \"mapping\": \"cyclic\", " NETWORK "}", NULL);
    assert_int_equal(p.nscen, 1);
    assert_int_equal(p.nodes, 4);
    assert_int_equal(p.cores_per_node, 2);
    assert_int_equal(p.mapping.kind, BSIM_MAPPING_CYCLIC);
    assert_string_equal(p.network_model, "loggpo");
    assert_true(p.speed[0] == 1.5);
    assert_true(p.inter.latency_s[0] == 1e-6);
    assert_true(p.inter.gap_s_per_byte[0] == 1 / 10e9);
    assert_true(p.inter.send_overhead_s[0] == 2e-7);
    assert_true(p.inter.recv_overhead_s[0] == 0);
    assert_true(p.inter.eager_limit_bytes[0] == 65536);
    assert_true(p.intra.latency_s[0] == 1e-6 && p.intra.eager_limit_bytes[0] == 65536); /* no intra_node: the same */
    bsim_platform_free(&p);
}

static void test_intra_node_takes_the_rest_from_the_network(void **state) {
    (void)state;
    struct bsim_platform p = load(START NETWORK ", \"intra_node\": {\"latency\": \"0.1us\"}}", NULL);
    assert_true(p.intra.latency_s[0] == 0.1e-6);
    assert_true(p.intra.gap_s_per_byte[0] == 1 / 10e9);
    assert_true(p.intra.send_overhead_s[0] == 2e-7);
    bsim_platform_free(&p);
}

static void test_simple_without_eager_limit(void **state) {
    (void)state;
    struct bsim_platform p =
        load(START "\"network\": {\"model\": \"simple\", \"latency\": 4e-5, \"bandwidth\": 1e8}}", NULL);
    assert_true(p.inter.eager_limit_bytes[0] == HUGE_VAL);
    bsim_platform_free(&p);
}

static const char scenarios[] =
    "{\"schema\": \"bsim-scenarios/1\", \"scenarios\": ["
    " {\"name\": \"as is\", \"set\": {}},"
    " {\"name\": \"slow\", \"set\": {\"intra_node.latency\": \"3us\", \"network.latency\": \"9us\"}},"
    " {\"name\": \"fast\", \"set\": {\"network.bandwidth\": \"20GB/s\", \"speed\": 2, \"nodes\": 4}}]}";

static void test_scenarios(void **state) {
    (void)state;
    struct bsim_platform p = load(START NETWORK "}", scenarios);
    assert_int_equal(p.nscen, 3);
    assert_string_equal(p.scenario_name[2], "fast");
    assert_true(p.inter.latency_s[0] == 1e-6 && p.inter.latency_s[1] == 9e-6 && p.inter.latency_s[2] == 1e-6);
    assert_true(p.intra.latency_s[1] == 3e-6); /* its own value, whatever the order of the keys */
    assert_true(p.inter.gap_s_per_byte[2] == 1 / 20e9 && p.inter.gap_s_per_byte[1] == 1 / 10e9);
    assert_true(p.intra.gap_s_per_byte[2] == 1 / 20e9); /* no intra_node in the file: follows */
    assert_true(p.speed[2] == 2 && p.speed[0] == 1);
    bsim_platform_free(&p);
    p = load(START NETWORK ", \"intra_node\": {\"latency\": \"0.1us\"}}", scenarios);
    assert_true(p.intra.latency_s[0] == 0.1e-6 && p.intra.latency_s[1] == 3e-6 && p.intra.latency_s[2] == 0.1e-6);
    assert_true(p.intra.gap_s_per_byte[2] == 1 / 10e9); /* given in the file: does not follow */
    bsim_platform_free(&p);
}

static void test_topology(void **state) {
    (void)state;
#define TORUS                                                                                                          \
    "{\"schema\": \"bsim-platform/1\", \"nodes\": 24, \"cores_per_node\": 2, \"network\": {\"model\": \"simple\", "    \
    "\"latency\": \"1us\", \"bandwidth\": \"10GB/s\", \"hop_latency\": \"0.1us\", \"topology\": "
    struct bsim_platform p =
        load(TORUS "{\"kind\": \"torus\", \"dims\": [2, 3, 4]}}}",
             "{\"schema\": \"bsim-scenarios/1\", \"scenarios\": [{\"name\": \"as is\", \"set\": {\"nodes\": 24}},"
             " {\"name\": \"slow\", \"set\": {\"network.hop_latency\": \"3us\"}}]}");
    char text[64];
    assert_string_equal(bsim_topology_text(&p.topology, text, sizeof text), "torus 2x3x4");
    assert_true(p.inter.hop_latency_s[0] == 0.1e-6 && p.inter.hop_latency_s[1] == 3e-6);
    assert_true(p.inter.latency_s[0] == 1e-6 && p.inter.latency_s[1] == 1e-6);
    assert_true(p.intra.latency_s[0] == 1e-6); /* no intra_node: the network's, and no hops */
    assert_true(p.intra.hop_latency_s[0] == 0 && p.intra.hop_latency_s[1] == 0);
    bsim_platform_free(&p);
    p = load(TORUS "{\"kind\": \"fat_tree\", \"children\": [6, 4]}}}", NULL);
    assert_string_equal(bsim_topology_text(&p.topology, text, sizeof text), "fat_tree 6x4");
    bsim_platform_free(&p);
    p = load(TORUS "{\"kind\": \"dragonfly\", \"nodes\": 2, \"groups\": 3, \"routers\": 4}}}", NULL);
    assert_string_equal(bsim_topology_text(&p.topology, text, sizeof text), "dragonfly 3x4x2");
    bsim_platform_free(&p);
}

/* A list of latencies has one for each level of a fat tree; a scenario cannot set parts of it. */
static void test_hop_latency_by_level(void **state) {
    (void)state;
#define SITES                                                                                                          \
    "{\"schema\": \"bsim-platform/1\", \"nodes\": 24, \"cores_per_node\": 2, \"network\": {\"model\": \"simple\", "    \
    "\"latency\": \"1us\", \"bandwidth\": \"10GB/s\", \"hop_latency\": [\"2us\", \"5ms\"], \"topology\": "             \
    "{\"kind\": \"fat_tree\", \"children\": [6, 4]}}}"
    struct bsim_platform p = load(SITES, NULL);
    assert_int_equal(p.nlevel_latency, 2);
    assert_true(bsim_hop_latency(&p, 0, 0) == 0);
    assert_true(bsim_hop_latency(&p, 2, 0) == 4e-6);
    assert_true(bsim_hop_latency(&p, 4, 0) == 4e-6 + 2 * 5e-3);
    bsim_platform_free(&p);
    struct bsim_error err = {0};
    const char *path = write_file("platform.json", SITES);
    assert_false(
        bsim_platform_load(&p, path,
                           write_file("scenarios.json", "{\"schema\": \"bsim-scenarios/1\", \"scenarios\": [{\"name\": "
                                                        "\"slow\", \"set\": {\"network.hop_latency\": \"3us\"}}]}"),
                           1, &err));
    assert_non_null(strstr(err.text, "as a list, of which a scenario cannot set parts"));
}

static void test_topology_and_nodes_of_a_scenario(void **state) {
    (void)state;
    struct bsim_platform p;
    struct bsim_error err = {0};
    const char *scenarios = write_file("scenarios.json", "{\"schema\": \"bsim-scenarios/1\", \"scenarios\": [\n"
                                                         "{\"name\": \"a\", \"set\": {\"nodes\": 48}}]}");
    const char *path = write_file("platform.json", TORUS "{\"kind\": \"torus\", \"dims\": [24]}}}");
    assert_false(bsim_platform_load(&p, path, scenarios, 1, &err));
    assert_string_equal(err.where, "$.scenarios[0].set.nodes");
    assert_int_equal(err.line, 2);
    assert_string_equal(err.text,
                        "the topology of the platform file is one of 24 nodes; \"nodes\" cannot differ from it");
}

/* A scenario's numbers are the bits that a file of its own would give: sweeps equal single runs. */
static void test_scenario_equals_file(void **state) {
    (void)state;
    struct bsim_platform a =
        load(START NETWORK "}", "{\"schema\": \"bsim-scenarios/1\", \"scenarios\": [{\"name\": \"x\", "
                                "\"set\": {\"network.latency\": \"1.7us\", "
                                "\"network.bandwidth\": \"3GB/s\"}}]}");
    struct bsim_platform b =
        load(START "\"network\": {\"model\": \"loggpo\", \"latency\": 1.7e-6, \"bandwidth\": 3e9}}", NULL);
    assert_true(a.inter.latency_s[0] == b.inter.latency_s[0]);
    assert_true(a.inter.gap_s_per_byte[0] == b.inter.gap_s_per_byte[0]);
    bsim_platform_free(&a);
    bsim_platform_free(&b);
}

static void test_shipped_files(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob("models/platforms/*.json", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 3);
    bool large = false;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct bsim_platform p;
        struct bsim_error err = {0};
        char message[1024];
        if (!bsim_platform_load(&p, found.gl_pathv[i], NULL, 1, &err))
            fail_msg("%s", bsim_error_format(&err, message, sizeof message));
        large = large || (long)p.nodes * p.cores_per_node >= 4096;
        bsim_platform_free(&p);
    }
    assert_true(large);
    globfree(&found);
}

int main(void) {
    if (mkdtemp(folder) == NULL)
        return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values_and_defaults),
                                       cmocka_unit_test(test_intra_node_takes_the_rest_from_the_network),
                                       cmocka_unit_test(test_simple_without_eager_limit),
                                       cmocka_unit_test(test_scenarios),
                                       cmocka_unit_test(test_topology),
                                       cmocka_unit_test(test_hop_latency_by_level),
                                       cmocka_unit_test(test_topology_and_nodes_of_a_scenario),
                                       cmocka_unit_test(test_scenario_equals_file),
                                       cmocka_unit_test(test_shipped_files)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(write_file("platform.json", ""));
    unlink(write_file("scenarios.json", ""));
    rmdir(folder);
    return failed;
}
