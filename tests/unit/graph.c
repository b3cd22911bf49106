/* Networks that a file describes (bsim/platform/graph.h): routes and times derived by hand, and what the messages for
 * bad files say. Platform and network are written to a folder of their own. */
#include "ranks.h"

#include "bsim/platform/graph.h"
#include "bsim/platform/platform.h"

static char folder[] = "/tmp/bsim-graph-XXXXXX", path[64];

static void write_file(const char *name, const char *text) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* network: keys besides model simple, latency 100 s, 2 s for each byte. */
static bool load(struct bsim_platform *p, int nodes, const char *network, const char *graph, struct bsim_error *err) {
    char text[1024];
    snprintf(
        text, sizeof text,
        "{\"schema\": \"bsim-platform/1\", \"nodes\": %d, \"cores_per_node\": 2, \"network\": {\"model\": \"simple\", "
        "\"latency\": 100, \"bandwidth\": 0.5, %s \"topology\": {\"kind\": \"graph\", \"file\": \"net.json\"}}}",
        nodes, network);
    write_file("net.json", graph);
    write_file("platform.json", text);
    return bsim_platform_load(p, path, NULL, 1, err);
}

static void must_load(struct bsim_platform *p, int nodes, const char *network, const char *graph) {
    struct bsim_error err = {0};
    char text[1200];
    if (!load(p, nodes, network, graph, &err))
        fail_msg("%s", bsim_error_format(&err, text, sizeof text));
}

/* From 0 to 1: over a, then b (2 + 1) or c (1 + 3), then d. From 2 to 1: over d, 20 + 1, or with less latency, but more
 * links, over a: 10 + 3 + 1. From 0 to 2 over a. */
static const char diamond[] =
    "{\"schema\": \"bsim-graph/1\", \"nodes\": 3, \"switches\": [\"a\", \"b\", \"c\", \"d\"],\n"
    "\"links\": [{\"between\": [0, \"a\"], \"latency\": 1},\n"
    "{\"between\": [\"a\", \"c\"], \"latency\": 1}, {\"between\": [\"a\", \"b\"], \"latency\": 2},\n"
    "{\"between\": [\"b\", \"d\"], \"latency\": 1}, {\"between\": [\"c\", \"d\"], \"latency\": 3},\n"
    "{\"between\": [\"d\", 1], \"latency\": 1}, {\"between\": [2, \"a\"], \"latency\": 10},\n"
    "{\"between\": [2, \"d\"], \"latency\": 20}]}";

static const struct bsim_graph_class *class_of(const struct bsim_platform *p, uint32_t a, uint32_t b) {
    return &p->topology.graph->class[bsim_topology_hops(&p->topology, a, b)];
}

static void by_hops_then_latency(void **state) {
    (void)state;
    struct bsim_platform p;
    must_load(&p, 3, "", diamond);
    assert_int_equal(p.topology.graph->classes, 3);
    assert_int_equal(class_of(&p, 0, 1)->hops, 4);
    assert_true(class_of(&p, 0, 1)->latency_s == 5 && class_of(&p, 1, 0) == class_of(&p, 0, 1));
    assert_true(class_of(&p, 2, 1)->hops == 2 && class_of(&p, 2, 1)->latency_s == 21);
    assert_true(class_of(&p, 0, 2)->hops == 2 && class_of(&p, 0, 2)->latency_s == 11);
    int32_t links[8];
    assert_int_equal(bsim_graph_route(p.topology.graph, 0, 1, links), 4);
    const int32_t want[] = {0, 4, 6, 10};
    for (int i = 0; i < 4; i++)
        assert_int_equal(links[i], want[i]);
    assert_int_equal(bsim_graph_route(p.topology.graph, 1, 0, links), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(links[i], want[3 - i] + 1);
    bsim_platform_free(&p);
}

/* Two leaves and two spines, no latencies: to node 2 over spine number 2 mod 2 in the order of the links, to 3 over the
 * other one. */
#define TREE(more)                                                                                                     \
    "{\"schema\": \"bsim-graph/1\", \"nodes\": 4, \"switches\": [\"l0\", \"l1\", \"s0\", \"s1\"], \"links\": ["        \
    "{\"between\": [0, \"l0\"]}, {\"between\": [1, \"l0\"]}, {\"between\": [2, \"l1\"]}, {\"between\": [3, \"l1\"]},"  \
    "{\"between\": [\"l0\", \"s0\"]" more "}, {\"between\": [\"l0\", \"s1\"]}, {\"between\": [\"l1\", \"s0\"]},"       \
    "{\"between\": [\"l1\", \"s1\"]}]}"

static void ties(void **state) {
    (void)state;
    struct bsim_platform p;
    must_load(&p, 4, "\"hop_latency\": 10,", TREE(""));
    int32_t links[8];
    const int32_t to_2[] = {0, 8, 13, 5}, to_3[] = {0, 10, 15, 7};
    assert_int_equal(bsim_graph_route(p.topology.graph, 0, 2, links), 4);
    assert_memory_equal(links, to_2, sizeof to_2);
    assert_int_equal(bsim_graph_route(p.topology.graph, 0, 3, links), 4);
    assert_memory_equal(links, to_3, sizeof to_3);
    bsim_platform_free(&p);
}

/* ---- times: two ranks on each node ---- */

static char buffer[512];
static void message(int rank, int from, int to, int bytes) {
    if (rank == from)
        MPI_Send(buffer, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    if (rank == to)
        MPI_Recv(buffer, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* 8 bytes in the diamond: 16, 100, and the latency of the route. */
static void in_diamond(int rank) {
    message(rank, 0, 2, 8);
    message(rank, 4, 3, 8);
    CHECK_TIME(rank == 2 ? 16 + 100 + 5 : rank == 3 ? 16 + 100 + 21 : 0);
}

/* 4 links of 10. */
static void in_tree(int rank) {
    message(rank, 0, 4, 8);
    CHECK_TIME(rank == 4 ? 16 + 100 + 40 : 0);
}

/* With contention, 100 bytes each from node 0 to 2 and from node 1 to 2, which share spine s0. The link there carries
 * 0.25 bytes a second, so that each has 0.125. With two cables it depends on a hash whether they share one: 800 or 400
 * seconds, both alike. */
static bool two_cables;
static void shared(int rank) {
    message(rank, 0, 4, 100);
    message(rank, 2, 5, 100);
    double slow_s = 800 + 100 + 40, fast_s = 400 + 100 + 40;
    if (rank == 4 || rank == 5)
        CHECK(fabs(MPI_Wtime() - slow_s) < 1e-9 || (two_cables && fabs(MPI_Wtime() - fast_s) < 1e-9));
    else
        CHECK_TIME(0);
}

static void times(void **state) {
    (void)state;
    struct bsim_platform p;
    must_load(&p, 3, "", diamond);
    assert_runs(6, &p, in_diamond);
    bsim_platform_free(&p);
    must_load(&p, 4, "\"hop_latency\": 10,", TREE(""));
    assert_runs(8, &p, in_tree);
    bsim_platform_free(&p);
    for (int shards = 1; shards <= 3; shards++) {
        ranks_shards = shards;
        two_cables = false;
        must_load(&p, 4, "\"hop_latency\": 10, \"contention\": \"max-min\",", TREE(", \"bandwidth\": 0.25"));
        assert_runs(8, &p, shared);
        bsim_platform_free(&p);
        two_cables = true;
        must_load(&p, 4, "\"hop_latency\": 10, \"contention\": \"max-min\",",
                  TREE(", \"bandwidth\": 0.25, \"cables\": 2"));
        assert_runs(8, &p, shared);
        bsim_platform_free(&p);
    }
    ranks_shards = 1;
}

/* ---- bad files ---- */

static void refused(const char *network, const char *graph, const char *message) {
    struct bsim_platform p;
    struct bsim_error err = {0};
    char text[1400];
    assert_false(load(&p, 2, network, graph, &err));
    bsim_error_format(&err, text, sizeof text);
    if (!strstr(text, message))
        fail_msg("\"%s\" is not in: %s", message, text);
}

#define START "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"switches\": [\"s\"],\n\"links\": ["
static void bad_files(void **state) {
    (void)state;
    refused("", "{", "net.json:1");
    refused("", START "{\"between\": [0, \"t\"], \"latency\": 1}]}",
            "net.json:2: $.links[0].between[1]: \"t\" is none of \"switches\"");
    refused("", START "{\"between\": [0, 2], \"latency\": 1}]}", "$.links[0].between[1]");
    refused("", START "{\"between\": [0], \"latency\": 1}]}", "has 1 ends");
    refused("", START "{\"between\": [\"s\", \"s\"], \"latency\": 1}]}", "to itself");
    refused("", START "{\"between\": [0, 1], \"latency\": 1}, {\"between\": [0, \"s\"]}]}", "lacks a latency");
    refused("", START "{\"between\": [0, \"s\"], \"latency\": 1}]}", "no links lead from node 0 to node 1");
    refused("", START "{\"between\": [0, 1]}]}", "hop_latency");
    refused("\"hop_latency\": 1,", START "{\"between\": [0, 1], \"latency\": 1}]}", "leave hop_latency out");
    refused("", "{\"schema\": \"bsim-graph/1\", \"nodes\": 3, \"links\": []}", "$.nodes: is not 2");
    refused("", "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"switches\": [\"s\", \"s\"], \"links\": []}",
            "$.switches[1]: \"s\" stands twice");
    refused("", START "{\"between\": [0, 1], \"speed\": 1}]}", "unknown key \"speed\"");
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    snprintf(path, sizeof path, "%s/net.json", folder);
    remove(path);
    snprintf(path, sizeof path, "%s/platform.json", folder);
    remove(path);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hops_then_latency),
        cmocka_unit_test(ties),
        cmocka_unit_test(times),
        cmocka_unit_test(bad_files),
    };
    return cmocka_run_group_tests_name("graph", tests, make_folder, remove_folder);
}
