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

static const char *model = "simple";

/* network: keys besides the model, latency 100 s, 2 s for each byte. */
static bool load(struct bsim_platform *p, int nodes, const char *network, const char *graph, struct bsim_error *err) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-platform/1\", \"nodes\": %d, \"cores_per_node\": 2, \"network\": {\"model\": \"%s\", "
             "\"latency\": 100, \"bandwidth\": 0.5, %s \"topology\": {\"kind\": \"graph\", \"file\": \"net.json\"}}}",
             nodes, model, network);
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

/* The same with names of the links on the way over c. */
static const char named_diamond[] =
    "{\"schema\": \"bsim-graph/1\", \"nodes\": 3, \"switches\": [\"a\", \"b\", \"c\", \"d\"],\n"
    "\"links\": [{\"between\": [0, \"a\"], \"latency\": 1, \"name\": \"0a\"},\n"
    "{\"between\": [\"a\", \"c\"], \"latency\": 1, \"name\": \"ac\"}, {\"between\": [\"a\", \"b\"], \"latency\": 2},\n"
    "{\"between\": [\"b\", \"d\"], \"latency\": 1}, {\"between\": [\"c\", \"d\"], \"latency\": 3, \"name\": \"cd\"},\n"
    "{\"between\": [\"d\", 1], \"latency\": 1, \"name\": \"d1\"}, {\"between\": [2, \"a\"], \"latency\": 10},\n"
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
#define TREE(more) TREE_WITH(more, "")
#define TREE_WITH(more, table)                                                                                         \
    "{\"schema\": \"bsim-graph/1\", \"nodes\": 4, \"switches\": [\"l0\", \"l1\", \"s0\", \"s1\"], \"links\": ["        \
    "{\"between\": [0, \"l0\"]}, {\"between\": [1, \"l0\"]}, {\"between\": [2, \"l1\"]}, {\"between\": [3, \"l1\"]},"  \
    "{\"between\": [\"l0\", \"s0\"]" more "}, {\"between\": [\"l0\", \"s1\"]}, {\"between\": [\"l1\", \"s0\"]},"       \
    "{\"between\": [\"l1\", \"s1\"]}]" table "}"

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

/* A line that is slower from the node than to it: 100 bytes at 0.1 or 0.4 bytes a second. */
static void uneven(int rank) {
    message(rank, 0, 2, 100);
    message(rank, 3, 1, 100);
    CHECK_TIME(rank == 2 ? 1000 + 100 + 10 : rank == 1 ? 250 + 100 + 10 : 0);
}

static void two_bandwidths(void **state) {
    (void)state;
    struct bsim_platform p;
    must_load(
        &p, 2, "\"hop_latency\": 10, \"contention\": \"max-min\",",
        "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"links\": [{\"between\": [0, 1], \"bandwidth\": [0.1, 0.4]}]}");
    assert_runs(4, &p, uneven);
    bsim_platform_free(&p);
}

/* ---- other ways back than there ---- */

/* From node 0 a latency of 1 and 10 s for a byte, back 30 and 2.5. */
static const char adsl[] = "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"links\": [{\"between\": [0, 1], "
                           "\"latency\": [1, 30], \"bandwidth\": [0.1, 0.4]}]}";

static void eager_both_ways(int rank) {
    message(rank, 0, 2, 100);
    message(rank, 3, 1, 100);
    CHECK_TIME(rank == 2 ? 1000 + 100 + 1 : rank == 1 ? 250 + 100 + 30 : 0);
}

/* Both receive at 0 what the other has sent at 0. */
static void exchanged(int rank) {
    char in[8];
    if (rank % 2 == 0)
        MPI_Sendrecv(buffer, 8, MPI_BYTE, 2 - rank, 0, in, 8, MPI_BYTE, 2 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(rank == 2 ? 80 + 100 + 1 : rank == 0 ? 20 + 100 + 30 : 0);
}

/* loggpo: o_s 7, o_r 5, o' 3, 10 bytes are eager. The request of 20 bytes is there after 3 + L. Then 3, the clearance 3
 * + L back + 3, and o_s: the data begin to leave at 3 + 101 + 3 + 3 + 130 + 3 + 7 = 250, in either direction. They
 * have left after 19 G, where the sender goes on, and take L; o_r comes last. */
static double of_bytes_s[2];
static void rendezvous_both_ways(int rank) {
    message(rank, 0, 2, 20);
    message(rank, 3, 1, 20);
    double left_s = 250 + of_bytes_s[rank % 2];
    CHECK_TIME(rank == 2 ? left_s + 101 + 5 : rank == 1 ? left_s + 130 + 5 : left_s);
}

/* The same with acknowledgements: the data leave after o_s, o' follows them, and L back + o' is at the sender. */
static void acknowledged_both_ways(int rank) {
    message(rank, 0, 2, 20);
    message(rank, 3, 1, 20);
    double there_s = 7 + of_bytes_s[0] + 101 + 3, back_s = 7 + of_bytes_s[1] + 130 + 3;
    CHECK_TIME(rank == 2 ? there_s + 5 : rank == 1 ? back_s + 5 : rank == 0 ? there_s + 130 + 3 : back_s + 101 + 3);
}

#define LOGGPO "\"send_overhead\": 7, \"recv_overhead\": 5, \"control_overhead\": 3, \"eager_limit\": 10,"

static void uneven_links(void **state) {
    (void)state;
    struct bsim_platform p;
    for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++)
        for (int shared = 0; shared < 2; shared++) {
            char keys[400];
            const char *contention = shared ? "\"contention\": \"max-min\"," : "";
            model = "simple";
            must_load(&p, 2, contention, adsl);
            assert_true(class_of(&p, 0, 1)->latency_s == 1 && class_of(&p, 1, 0)->latency_s == 30);
            assert_runs(4, &p, eager_both_ways);
            assert_runs(4, &p, exchanged);
            bsim_platform_free(&p);
            model = "loggpo";
            snprintf(keys, sizeof keys, LOGGPO "%s", contention);
            must_load(&p, 2, keys, adsl);
            /* A flow carries all 20 bytes: 200 or 50 s, of which 19 G = 38 s are for 19 bytes and 40 s for 20. */
            of_bytes_s[0] = shared ? 38 + 200 - 40 : 19 * 10;
            of_bytes_s[1] = shared ? 38 + 50 - 40 : 19 * 2.5;
            assert_runs(4, &p, rendezvous_both_ways);
            bsim_platform_free(&p);
            snprintf(keys, sizeof keys,
                     LOGGPO "%s \"transport\": [{\"when\": {\"latency_above\": 120}, \"use\": {\"protocol\": "
                            "\"acknowledged\"}}],",
                     contention);
            must_load(&p, 2, keys, adsl);
            assert_runs(4, &p, acknowledged_both_ways);
            bsim_platform_free(&p);
        }
    ranks_shards = 1;
    model = "simple";
}

/* Two links: 1 s there, and back over the switch, 5 s. */
static void other_way_back(int rank) {
    message(rank, 0, 2, 8);
    message(rank, 3, 1, 8);
    CHECK_TIME(rank == 2 ? 16 + 100 + 1 : rank == 1 ? 16 + 100 + 5 : 0);
}

/* The same without latencies of links: one hop of 10 s there, two back. */
static void more_hops_back(int rank) {
    message(rank, 0, 2, 8);
    message(rank, 3, 1, 8);
    CHECK_TIME(rank == 2 ? 16 + 100 + 10 : rank == 1 ? 16 + 100 + 20 : 0);
}

#define DETOUR(direct, other)                                                                                          \
    "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"switches\": [\"s\"], \"links\": [{\"between\": [0, 1]" direct      \
    "}, {\"between\": [0, \"s\"]" other "}, {\"between\": [\"s\", 1]" other "}], \"routes\": [{\"from\": 1, \"to\": "  \
    "0, \"through\": [\"s\"], \"one_way\": true}], \"other_routes\": \"minimal\"}"

static void other_routes_back(void **state) {
    (void)state;
    struct bsim_platform p;
    must_load(&p, 2, "", DETOUR(", \"latency\": 1", ", \"latency\": 2.5"));
    assert_runs(4, &p, other_way_back);
    bsim_platform_free(&p);
    must_load(&p, 2, "\"hop_latency\": 10,", DETOUR("", ""));
    assert_runs(4, &p, more_hops_back);
    bsim_platform_free(&p);
}

/* Links without bandwidth of their own, or with more than that of a message, do not slow it down. */
static void unhindered(int rank) {
    message(rank, 0, 2, 100);
    CHECK_TIME(rank == 2 ? 200 + 100 + 1 : 0);
}

static void fast_links(void **state) {
    (void)state;
    struct bsim_platform p;
    must_load(&p, 2, "", DETOUR(", \"latency\": 1, \"bandwidth\": 3", ", \"latency\": 2.5, \"bandwidth\": 0.01"));
    assert_runs(4, &p, unhindered);
    bsim_platform_free(&p);
}

/* ---- tables of routes ---- */

#define ALL_OVER_S1 ", \"routes\": [{\"from\": \"l0\", \"to\": \"l1\", \"through\": [\"l0\", \"s1\", \"l1\"]}]"

/* The tree with one route for all pairs of nodes of the two leaves, over spine s1, both ways; others are shortest. */
static void table_of_places(void **state) {
    (void)state;
    struct bsim_platform p;
    int32_t links[8];
    const int32_t there[] = {0, 10, 15, 5}, back[] = {4, 14, 11, 1}, within[] = {0, 3};
    must_load(&p, 4, "\"hop_latency\": 10,", TREE_WITH("", ALL_OVER_S1 ", \"other_routes\": \"minimal\""));
    assert_int_equal(bsim_graph_route(p.topology.graph, 0, 2, links), 4);
    assert_memory_equal(links, there, sizeof there);
    assert_int_equal(bsim_graph_route(p.topology.graph, 2, 0, links), 4);
    assert_memory_equal(links, back, sizeof back);
    assert_int_equal(bsim_graph_route(p.topology.graph, 0, 1, links), 2);
    assert_memory_equal(links, within, sizeof within);
    bsim_platform_free(&p);
}

/* 100 bytes each from node 0 to 2 and from 1 to 3, which would have a spine each, at 0.25 bytes a second. By the table
 * both take s1: 800 s, and the latencies. */
static void detoured(int rank) {
    message(rank, 0, 4, 100);
    message(rank, 2, 6, 100);
    CHECK_TIME(rank == 4 || rank == 6 ? 800 + 100 + 40 : 0);
}

/* From 0 to 1 over c by the names of links, 1 + 1 + 3 + 1 = 6 s instead of 5. From 2 to 1 over a, c and d, 10 + 1 + 3 +
 * 1 = 15 s instead of 21, both ways. */
static void by_table(int rank) {
    message(rank, 0, 2, 8);
    message(rank, 3, 4, 8);
    CHECK_TIME(rank == 2 ? 16 + 100 + 6 : rank == 4 ? 16 + 100 + 15 : 0);
}

/* Nodes 0 and 1 send 100 bytes to each other over a bus of 0.25 bytes a second that has no ends and one direction for
 * both: 800 s. */
static void on_the_bus(int rank) {
    message(rank, 0, 2, 100);
    message(rank, 3, 1, 100);
    CHECK_TIME(rank == 1 || rank == 2 ? 800 + 100 + 7 : 0);
}

/* The first of two entries that fit counts, and a number, a list and a star name nodes. Two parallel links have names.
 */
static void table_of_links(void **state) {
    (void)state;
    struct bsim_platform p;
    int32_t links[8];
    must_load(&p, 3, "",
              "{\"schema\": \"bsim-graph/1\", \"nodes\": 3, \"switches\": [\"s\"], \"links\": ["
              "{\"name\": \"a\", \"between\": [0, 1], \"latency\": 1}, {\"name\": \"b\", \"between\": [1, 0], "
              "\"latency\": 1},"
              "{\"name\": \"free\", \"latency\": 2}, {\"between\": [2, \"s\"], \"latency\": 1},"
              "{\"between\": [0, \"s\"], \"latency\": 1}, {\"between\": [1, \"s\"], \"latency\": 1}],"
              "\"routes\": [{\"from\": 1, \"to\": 0, \"links\": [\"free\", \"b\"]},"
              "{\"from\": [0, 1], \"to\": \"*\", \"through\": [\"s\"]}]}");
    const int32_t first[] = {4, 2}, turned[] = {3, 4}, second[] = {8, 7};
    assert_int_equal(bsim_graph_route(p.topology.graph, 1, 0, links), 2);
    assert_memory_equal(links, first, sizeof first);
    assert_int_equal(bsim_graph_route(p.topology.graph, 0, 1, links), 2);
    assert_memory_equal(links, turned, sizeof turned);
    assert_int_equal(bsim_graph_route(p.topology.graph, 0, 2, links), 2);
    assert_memory_equal(links, second, sizeof second);
    assert_true(class_of(&p, 0, 1)->latency_s == 3 && class_of(&p, 1, 2)->latency_s == 2);
    bsim_platform_free(&p);
}

static void table_times(void **state) {
    (void)state;
    static const char routes[] =
        "], \"routes\": [{\"from\": 0, \"to\": 1, \"links\": [\"0a\", \"ac\", \"cd\", \"d1\"]},"
        "{\"from\": 2, \"to\": 1, \"through\": [\"a\", \"c\", \"d\"]}], \"other_routes\": \"minimal\"}";
    static const char bus[] =
        "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"links\": [{\"name\": \"bus\", \"latency\": 7,"
        "\"bandwidth\": 0.25}], \"routes\": [{\"from\": 0, \"to\": 1, \"links\": [\"bus\"]}]}";
    struct bsim_platform p;
    char text[2048];
    snprintf(text, sizeof text, "%.*s%s", (int)(strlen(named_diamond) - 2), named_diamond, routes);
    must_load(&p, 3, "", text);
    assert_runs(6, &p, by_table);
    bsim_platform_free(&p);
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        must_load(&p, 4, "\"hop_latency\": 10, \"contention\": \"max-min\", \"link_bandwidth\": 0.25,",
                  TREE_WITH("", ALL_OVER_S1 ", \"other_routes\": \"minimal\""));
        assert_runs(8, &p, detoured);
        bsim_platform_free(&p);
        must_load(&p, 2, "\"contention\": \"max-min\",", bus);
        assert_runs(4, &p, on_the_bus);
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
    refused("", START "{\"between\": [0, \"s\"], \"latency\": 1}]}", "no links lead from node 1 to node 0");
    refused("", START "{\"between\": [0, 1]}]}", "hop_latency");
    refused("\"hop_latency\": 1,", START "{\"between\": [0, 1], \"latency\": 1}]}", "leave hop_latency out");
    refused("", "{\"schema\": \"bsim-graph/1\", \"nodes\": 3, \"links\": []}", "$.nodes: is not 2");
    refused("", "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"switches\": [\"s\", \"s\"], \"links\": []}",
            "$.switches[1]: \"s\" stands twice");
    refused("", START "{\"between\": [0, 1], \"speed\": 1}]}", "unknown key \"speed\"");
    refused("", START "{\"between\": [0, 1], \"bandwidth\": [1]}]}", "one for each of the two directions");
    refused("", START "{\"between\": [0, 1], \"latency\": [1, 2, 3]}]}", "accepted: one latency, or one for each");
    refused("", START "{\"name\": \"x\", \"latency\": [1, 2]}]}", "a link without ends has one latency");
    refused("", START "{\"name\": \"x\", \"bandwidth\": [1, 2]}]}", "a link without ends has one bandwidth");
    refused("", START "{\"latency\": 1}]}", "nor a \"name\" by which routes can pass it");
    refused("", START "{\"name\": \"x\", \"latency\": 1}, {\"name\": \"x\", \"latency\": 1}]}", "two links \"x\"");
}

/* Two links "a" and "b" between nodes 0 and 1, "c" from 0 to the switch, "d" from there to 1, and the table. */
static void bad_table(const char *table, const char *message) {
    char text[1024];
    snprintf(text, sizeof text,
             START "{\"name\": \"a\", \"between\": [0, 1], \"latency\": 1},\n"
                   "{\"name\": \"b\", \"between\": [1, 0], \"latency\": 2}, {\"name\": \"c\", \"between\": [0, \"s\"], "
                   "\"latency\": 1}, {\"name\": \"d\", \"between\": [\"s\", 1], \"latency\": 1}],\n%s}",
             table);
    refused("", text, message);
}

static void bad_tables(void **state) {
    (void)state;
    bad_table("\"other_routes\": \"minimal\"", "other_routes needs \"routes\"");
    bad_table("\"routes\": []", "net.json:4: $.routes: has no route from node 0 to node 1; add it");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 1, \"links\": [\"a\"], \"one_way\": true}]",
              "has no route from node 1 to node 0");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 1}]", "needs one of \"through\"");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 2, \"links\": [\"a\"]}]", "$.routes[0].to");
    bad_table("\"routes\": [{\"from\": 0, \"to\": \"t\", \"links\": [\"a\"]}]", "\"t\" is none of \"switches\"");
    bad_table("\"routes\": [\n{\"from\": 0, \"to\": 1, \"links\": [\"c\", \"x\"]}]",
              "net.json:5: $.routes[0].links[1]: no link has the name \"x\"");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 1, \"links\": [\"c\", \"a\"]}]",
              "$.routes[0].links[1]: the link \"a\" does not begin at \"s\"");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 1, \"links\": [\"c\"]}]", "ends at \"s\" instead of node 1");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 1, \"links\": [\"a\", \"a\"]}]", "has passed this already");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 1, \"through\": []}]", "several links from node 0 to node 1");
    bad_table("\"routes\": [{\"from\": 0, \"to\": 1, \"through\": [\"s\", 0]}]", "passes one of the two");
    bad_table(
        "\"routes\": [{\"from\": 0, \"to\": 1, \"links\": [\"a\"]}, {\"from\": 1, \"to\": 0, \"links\": [\"b\"]}]",
        "$.routes[1]: gives no route");
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
        cmocka_unit_test(by_hops_then_latency), cmocka_unit_test(ties),           cmocka_unit_test(times),
        cmocka_unit_test(table_of_places),      cmocka_unit_test(table_of_links), cmocka_unit_test(table_times),
        cmocka_unit_test(two_bandwidths),       cmocka_unit_test(uneven_links),   cmocka_unit_test(other_routes_back),
        cmocka_unit_test(fast_links),           cmocka_unit_test(bad_files),      cmocka_unit_test(bad_tables),
    };
    return cmocka_run_group_tests_name("graph", tests, make_folder, remove_folder);
}
