/* platform_import.c - bsim platform import: what SimGrid and Dimemas files say, as platforms, and what is told of the
 * rest. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

static int set_up(void **state) {
    (void)state;
    return !make_folder();
}

#define XML(body) "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n" body

/* Imports a text; out holds what is told. */
static void imports(const char *kind, const char *text, const char *told) {
    char command[256];
    write_file("in", text);
    snprintf(command, sizeof command, "$BIN/bsim platform import --%s in -o out.json", kind);
    expect(command, 0, told);
}

static void refused(const char *kind, const char *text, const char *why) {
    char command[256];
    write_file("in", text);
    snprintf(command, sizeof command, "rm -f out.json; $BIN/bsim platform import --%s in -o out.json", kind);
    expect(command, 2, why);
    expect("test ! -e out.json", 0, NULL);
}

/* The value at a path such as "network.latency" as JSON text. */
static void has(const char *path, const char *want) {
    char file[256], copy[128], *rest = copy;
    snprintf(file, sizeof file, "%s/out.json", folder);
    json_t *root = json_load_file(file, 0, NULL), *at = root;
    assert_non_null(root);
    strcpy(copy, path);
    for (char *key; at && (key = strsep(&rest, ".")) != NULL;)
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(key)) : json_object_get(at, key);
    char *text = at ? json_dumps(at, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9)) : strdup("nothing");
    if (strcmp(text, want) != 0)
        fail_msg("%s is %s instead of %s", path, text, want);
    free(text);
    json_decref(root);
}

/* Two links of 1 us and the backbone's 3 us; the slower of both bandwidths; the host's link is shared by its 4 ranks.
 */
static void test_cluster(void **state) {
    (void)state;
    imports("simgrid",
            XML("<platform version='4.1'><zone id='z' routing='Full'>\n"
                "<cluster id='c' prefix='h' suffix='' radical='0-7,10' speed='2Gf,1Gf' core='4' bw='10Gbps' lat='1us'\n"
                " bb_bw='1GBps' bb_lat='3us' loopback_bw='5GBps' loopback_lat='0.1us'/></zone></platform>"),
            "in:4: the backbone of 1e+09 B/s");
    assert_non_null(strstr(out, "in:4: speed has several values; the first one is taken"));
    has("nodes", "9");
    has("cores_per_node", "4");
    has("network.latency", "\"5e-06s\"");
    has("network.bandwidth", "\"1000000000B/s\"");
    has("network.card_bandwidth", "\"1250000000B/s\"");
    has("intra_node.latency", "\"1e-07s\"");
    has("speed", "1.0");
    expect("$BIN/bsim platform import --simgrid in -o out.json --measured-speed 8Gf", 0, "9 nodes with 4 cores");
    has("speed", "0.25");
    expect("$BIN/bsim platform import --simgrid in -o none.json --strict", 2, "cannot be expressed (--strict)");
    expect("test ! -e none.json", 0, NULL);
}

static void test_topologies(void **state) {
    (void)state;
    const char *cluster =
        XML("<platform version='4.1'><cluster id='c' prefix='h' suffix='' radical='0-%d' speed='1Gf' bw='1GBps' "
            "lat='2us' topology='%s' topo_parameters='%s'/></platform>");
    char text[1024];
    snprintf(text, sizeof text, cluster, 23, "TORUS", "2,3,4");
    imports("simgrid", text, "do not compete for the links inside of the TORUS");
    has("network.topology", "{\"kind\":\"torus\",\"dims\":[4,3,2]}");
    has("network.hop_latency", "\"2e-06s\"");
    has("network.card_bandwidth", "nothing");
    snprintf(text, sizeof text, cluster, 15, "FAT_TREE", "2;4,4;1,2;1,1");
    imports("simgrid", text, "several links upwards");
    has("network.topology", "{\"kind\":\"fat_tree\",\"children\":[4,4]}");
    snprintf(text, sizeof text, cluster, 35, "DRAGONFLY", "3,1;2,1;3,1;2");
    imports("simgrid", text, "here any two routers of a group are one hop apart");
    has("network.topology", "{\"kind\":\"dragonfly\",\"groups\":3,\"routers\":6,\"nodes\":2}");
    snprintf(text, sizeof text, cluster, 14, "FAT_TREE", "2;4,4;1,1;1,1");
    refused("simgrid", text, "the sizes multiply to 16 nodes, but \"nodes\" is 15");
    snprintf(text, sizeof text, cluster, 15, "HYPERCUBE", "4");
    refused("simgrid", text, "topology=\"HYPERCUBE\" is not known");
    snprintf(text, sizeof text, cluster, 23, "TORUS", "2,3,4k");
    refused("simgrid", text, "topo_parameters=\"2,3,4k\"; accepted: numbers");
}

/* Overheads from 0 and above 1024 bytes, a factor above 512; eager below 100 bytes, detached below 65536 (the default).
 * So pieces end at 99, 512, 1024, 65535. */
static void test_factors(void **state) {
    (void)state;
    imports("simgrid",
            XML("<platform version='4.1'>\n<config><prop id='smpi/os' value='1024:3e-6:2e-9;0:1e-6'/>\n"
                "<prop id='smpi/bw-factor' value='512:0.5'/><prop id='smpi/async-small-thresh' value='100'/>\n"
                "<prop id='smpi/shared-malloc' value='1'/></config>\n"
                "<cluster id='c' prefix='h' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us' "
                "sharing_policy='FATPIPE'/>"
                "</platform>"),
            "in:6: option smpi/shared-malloc=\"1\" is left out");
    has("network.pieces.0", "{\"up_to\":99,\"send_overhead\":\"9.9999999999999995e-07s\",\"protocol\":\"eager\"}");
    has("network.pieces.1", "{\"up_to\":512,\"send_overhead\":\"9.9999999999999995e-07s\",\"protocol\":\"detached\"}");
    has("network.pieces.2", "{\"up_to\":1024,\"bandwidth_factor\":0.5,\"send_overhead\":\"9.9999999999999995e-07s\","
                            "\"protocol\":\"detached\"}");
    has("network.pieces.3.up_to", "65535");
    has("network.pieces.3.send_overhead_per_byte", "\"2.0000000000000001e-09s\"");
    /* loggpo's rendezvous takes three latencies, and has no overheads in SMPI */
    has("network.pieces.4", "{\"latency_factor\":0.333333333,\"bandwidth_factor\":0.5,\"protocol\":\"rendezvous\"}");
    has("network.pieces.5", "nothing");
    assert_non_null(
        strstr(out, "in:4: SMPI charges messages of more than 65535 bytes smpi/os if MPI_Ssend sends them"));
    assert_null(strstr(out, "smpi/ois"));
    imports("simgrid",
            XML("<platform version='4.1'>\n<config><prop id='smpi/ois' value='0:1e-6;70000:0'/>\n"
                "<prop id='smpi/os' value='0:1e-6;65535:0'/><prop id='smpi/or' value='0:2e-6'/></config>\n"
                "<cluster id='c' prefix='h' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us'/></platform>"),
            "in:4: SMPI charges messages of more than 65535 bytes smpi/ois if MPI_Isend sends them");
    assert_null(strstr(out, "MPI_Ssend"));
    has("network.pieces.0.recv_overhead", "\"1.9999999999999999e-06s\"");
    has("network.pieces.1.recv_overhead", "nothing");
    refused(
        "simgrid",
        XML("<platform version='4.1'><config><prop id='smpi/os' value='0;1'/><prop id='smpi/or' value='0:x'/></config>"
            "<cluster id='c' radical='0-3' speed='1Gf' bw='1GBps' lat='1us'/></platform>"),
        "is no list of factors");
}

#define THREE_HOSTS                                                                                                    \
    "<host id='a' speed='1Gf'/><host id='b' speed='3Gf'/>\n<host id='c' speed='1Gf'><prop id='wattage' "               \
    "value='9'/></host>\n<link id='l' bandwidth='1GBps' latency='2us'/><link id='m' bandwidth='8Gbps' "                \
    "latency='1us'/>\n<link id='n' bandwidth='500MBps' latency='1us' sharing_policy='FATPIPE'/>\n"                     \
    "<link id='s' bandwidth='300MBps' latency='1us' sharing_policy='SPLITDUPLEX'/>\n"
#define TWO_ROUTES                                                                                                     \
    "<route src='a' dst='b'><link_ctn id='l'/><link_ctn id='m'/></route>\n"                                            \
    "<route src='a' dst='c'><link_ctn id='l'/><link_ctn id='m'/></route>\n"
#define ZONE(routing, body)                                                                                            \
    XML("<platform version='4.1'><zone id='z' routing='" routing "'>\n" body "<storage id='s'/></zone></platform>")

/* Where routing is not "Full": three hosts, two of one speed. Two routes are alike, the third one is slower and is
 * told.
 */
static void test_routes_alike(void **state) {
    (void)state;
    imports("simgrid", ZONE("Floyd", THREE_HOSTS TWO_ROUTES "<route src='b' dst='c'><link_ctn id='n'/></route>\n"),
            "in:11: the route from b to c has 5e+08 B/s and 1e-06 s; here all have 1e+09 B/s and 3e-06 s");
    assert_non_null(strstr(out, "in:5: property wattage=\"9\" is left out"));
    assert_non_null(strstr(out, "in:6: link l is shared by the messages of 2 routes"));
    assert_non_null(strstr(out, "in:12: <storage id=\"s\"> is left out"));
    assert_non_null(strstr(out, "routes do not count apart: zones are within zones, or their routing is not"));
    has("node_kinds", "[{\"name\":\"speed_2\",\"nodes\":\"1\",\"speed\":3.0}]");
    has("network.latency", "\"3e-06s\"");
    char file[256];
    snprintf(file, sizeof file, "%s/out.json", folder);
    json_t *root = json_load_file(file, 0, NULL);
    assert_true(json_array_size(json_object_get(json_object_get(root, "provenance"), "not_expressed")) >= 5);
    json_decref(root);
}

/* A message of 1,000,000 bytes from the first to the last of three ranks, and one back. */
static const char ping_pong[] =
    "#include <mpi.h>\n#include <stdio.h>\nstatic char b[1000000];\nint main(int c, char **v) {\nint r;\n"
    "MPI_Init(&c, &v);\nMPI_Comm_rank(MPI_COMM_WORLD, &r);\n"
    "if (r == 0) MPI_Send(b, 1000000, MPI_BYTE, 2, 0, MPI_COMM_WORLD);\n"
    "if (r == 2) { MPI_Recv(b, 1000000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "printf(\"%.0f ns\", 1e9 * MPI_Wtime()); MPI_Send(b, 1000000, MPI_BYTE, 0, 0, MPI_COMM_WORLD); }\n"
    "if (r == 0) { MPI_Recv(b, 1000000, MPI_BYTE, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "printf(\" and %.0f ns\\n\", 1e9 * MPI_Wtime()); }\nMPI_Finalize();\nreturn 0; }\n";

/* A table of routes. The bandwidth of a message is that of the fastest route, 500 MB/s, over n and l. So from a to c,
 * over l and the split link s, a message has 999,999 bytes at 500 MB/s, 3 us, and what 1,000,000 bytes take longer at
 * 300 MB/s: 1,999,998 + 3,000 + 1,333,333 ns. Back it takes 1,999,998 + 3,000 ns, by a route of its own. A message
 * between b and c has all of n, which is told. */
static void test_routes(void **state) {
    (void)state;
    imports(
        "simgrid",
        ZONE("Full", THREE_HOSTS
             "<route src='a' dst='b'><link_ctn id='l'/><link_ctn id='s' direction='DOWN'/></route>\n"
             "<route src='a' dst='c' symmetrical='NO'><link_ctn id='l'/><link_ctn id='s' direction='UP'/></route>\n"
             "<route src='c' dst='a' symmetrical='NO'><link_ctn id='n'/><link_ctn id='l'/></route>\n"
             "<route src='b' dst='c'><link_ctn id='n'/></route>\n"),
        "in:12: each message from b to c has 5e+08 B/s of link n; here those on their way at the same time share it");
    assert_null(strstr(out, "is shared by"));
    has("network.topology", "{\"kind\":\"graph\",\"file\":\"out-network.json\"}");
    has("network.contention", "\"max-min\"");
    has("network.bandwidth", "\"500000000B/s\"");
    expect("grep -A 12 '\"from\": 1' out-network.json | tr -d ' \\n' | head -c 75", 0,
           "\"from\":1,\"to\":0,\"one_way\":true,\"links\":[\"s_UP\",\"l\"]");
    write_file("ping.c", ping_pong);
    expect("$BIN/bsimcc -O1 ping.c -o ping && $BIN/bsim run -q -np 3 --platform out.json ./ping", 0,
           "3336331 ns and 5339329 ns");
    expect("rm -f out.json out-network.json ping ping.c", 0, NULL);
    refused("simgrid", ZONE("Full", THREE_HOSTS TWO_ROUTES "<route src='c' dst='a'><link_ctn id='n'/></route>\n"),
            "in:11: there is a route from c to a already");
    expect("test ! -e out-network.json", 0, NULL);
    imports("simgrid", ZONE("Full", THREE_HOSTS TWO_ROUTES), "not all hosts have routes to each other");
    imports("simgrid",
            ZONE("Full", THREE_HOSTS TWO_ROUTES "<route src='b' dst='c' symmetrical='NO'><link_ctn id='n'/></route>\n"),
            "not all hosts have routes to each other");
    has("network.topology", "nothing");
}

/* Another latency and bandwidth back than there. From a to c over l and m, 3 us and 1 GB/s; back over n, 1 us and
 * 500 MB/s: 999,999 + 3,000 ns, and 999,999 + 1,000 + 1,000,000 ns. With a factor of 0.5 on the bandwidth of
 * each route: 1,999,998 + 3,000 ns, and 1,999,998 + 1,000 + 2,000,000 ns. */
static void test_uneven_routes(void **state) {
    (void)state;
#define UNEVEN                                                                                                         \
    THREE_HOSTS "<route src='a' dst='b'><link_ctn id='l'/></route>\n"                                                  \
                "<route src='b' dst='c'><link_ctn id='l'/></route>\n"                                                  \
                "<route src='a' dst='c' symmetrical='NO'><link_ctn id='l'/><link_ctn id='m'/></route>\n"               \
                "<route src='c' dst='a' symmetrical='NO'><link_ctn id='n'/></route>\n"
    imports("simgrid", ZONE("Full", UNEVEN), NULL);
    assert_null(strstr(out, "is shared by"));
    assert_null(strstr(out, "count apart"));
    has("network.contention", "\"max-min\"");
    write_file("ping.c", ping_pong);
    expect("$BIN/bsimcc -O1 ping.c -o ping && $BIN/bsim run -q -np 3 --platform out.json ./ping", 0,
           "1002999 ns and 3003998 ns");
    imports("simgrid",
            XML("<platform version='4.1'><config><prop id='smpi/bw-factor' value='0:0.5'/><prop "
                "id='smpi/send-is-detached-thresh' value='10000000'/><prop id='smpi/async-small-thresh' "
                "value='10000000'/></config><zone id='z' routing='Full'>\n" UNEVEN "</zone></platform>"),
            "3 nodes");
    assert_null(strstr(out, "is shared by"));
    has("network.contention", "\"max-min\"");
    expect("$BIN/bsim run -q -np 3 --platform out.json ./ping", 0, "2002998 ns and 6003996 ns");
    expect("rm -f out.json out-network.json ping ping.c", 0, NULL);
}

/* A message of 10,000 bytes, whose receive is posted after 1 ms. */
static const char late[] = "#include <bsim/bsim.h>\n#include <mpi.h>\n#include <stdio.h>\nstatic char b[10000];\n"
                           "int main(int c, char **v) {\nint r, n;\nMPI_Init(&c, &v);\n"
                           "MPI_Comm_rank(MPI_COMM_WORLD, &r);\nMPI_Comm_size(MPI_COMM_WORLD, &n);\n"
                           "if (r == 0) { MPI_Send(b, 10000, MPI_BYTE, n - 1, 0, MPI_COMM_WORLD);\n"
                           "printf(\"sent by %.0f ns\\n\", 1e9 * MPI_Wtime()); }\n"
                           "if (r == n - 1) { BSIM_Add_time(1e-3);\n"
                           "MPI_Recv(b, 10000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                           "printf(\"received by %.0f ns\\n\", 1e9 * MPI_Wtime()); }\nMPI_Finalize();\nreturn 0; }\n";

#define DETACHED "<config><prop id='smpi/send-is-detached-thresh' value='65536'/></config>\n"

/* Detached messages stay detached where they pass a card or links that are shared: the sender does not wait, and the
 * data leave when the receive is posted. Over the cluster's two links of 1 us, 9,999 bytes at 1 GB/s: 2,000 + 9,999 ns.
 * Over the table of routes, by which 500 MB/s are the network's bandwidth, 19,998 + 3,000 ns, and what 10,000 bytes
 * take longer at the 300 MB/s of link s, 13,333 ns. */
static void test_detached(void **state) {
    (void)state;
    write_file("late.c", late);
    imports("simgrid",
            XML("<platform version='4.1'>\n" DETACHED
                "<cluster id='c' prefix='h' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us'/></platform>"),
            "4 nodes");
    assert_null(strstr(out, "eager"));
    has("network.card_bandwidth", "\"1000000000B/s\"");
    has("network.pieces.0", "{\"up_to\":65535,\"protocol\":\"detached\"}");
    expect("$BIN/bsimcc -O1 late.c -o late && $BIN/bsim run -q -np 4 --platform out.json ./late", 0,
           "received by 1011999 ns");
    assert_non_null(strstr(out, "sent by 0 ns"));
    imports("simgrid",
            XML("<platform version='4.1'>\n" DETACHED "<zone id='z' routing='Full'>\n" THREE_HOSTS
                "<route src='a' dst='b'><link_ctn id='l'/><link_ctn id='s' direction='DOWN'/></route>\n"
                "<route src='a' dst='c'><link_ctn id='l'/><link_ctn id='s' direction='UP'/></route>\n"
                "<route src='b' dst='c'><link_ctn id='n'/></route>\n</zone></platform>"),
            "3 nodes");
    has("network.contention", "\"max-min\"");
    has("network.pieces.0", "{\"up_to\":65535,\"protocol\":\"detached\"}");
    expect("$BIN/bsim run -q -np 3 --platform out.json ./late", 0, "received by 1036331 ns");
    assert_non_null(strstr(out, "sent by 0 ns"));
    expect("rm -f out.json out-network.json late late.c", 0, NULL);
}

static void test_bad_xml(void **state) {
    (void)state;
    refused("simgrid", "<platform>\n<host id='a'", "in:2: is not valid XML");
    refused("simgrid",
            XML("<platform version='4.1'>\n<config><prop id='smpi/os' value='0:1e-6'/>\n"
                "<prop id='smpi/async-small-thresh' value='64KiB'/></config>\n"
                "<cluster id='c' prefix='h' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us'/></platform>"),
            "in:5: a threshold is \"64KiB\"; accepted: a number of bytes");
    refused("simgrid", XML("<platform version='4.1'/>"), "has no hosts");
    refused("simgrid", XML("<platform>\n<host id='a' speed='fast'/></platform>"),
            "in:4: speed=\"fast\"; accepted: such as 1Gf");
    refused("simgrid", XML("<platform><host id='a' speed='1'/><host id='b' speed='1'/></platform>"), "have no routes");
    refused("simgrid", XML("<platform><cluster id='c' radical='0-' speed='1' bw='1' lat='1'/></platform>"),
            "radical=\"0-\"");
    refused("simgrid", XML("<platform><route src='a' dst='b'><link_ctn id='l'/></route></platform>"), "no link \"l\"");
    expect("$BIN/bsim platform import --simgrid nothing.xml -o out.json", 2, "nothing.xml: cannot be read");
    expect("$BIN/bsim platform import -o out.json", 2, "what to import is missing");
    expect("$BIN/bsim platform import --simgrid in", 2, "the file to write is missing");
    expect("$BIN/bsim platform export", 2, "no command \"platform export\"");
    expect_usages("bsim platform", (const char *const[]){"import", NULL});
}

static const char dimemas[] =
    "#1:\n\"environment information\" {\n// \"name\" \"Name\"\nchar \"machine_name\"[];\nint \"machine_id\";\n"
    "char \"instrumented_architecture\"[];\nint \"number_of_nodes\";\ndouble \"network_bandwidth\";\n"
    "int \"number_of_buses_on_network\";\nint \"communication_group_model\";\n};;\n\n"
    "#2:\n\"node information\" {\nint \"machine_id\";\nint \"node_id\";\nchar \"simulated_architecture\"[];\n"
    "int \"number_of_processors\";\ndouble \"speed_ratio_instrumented_vs_simulated\";\ndouble \"intra_node_startup\";\n"
    "double \"intra_node_bandwidth\";\nint \"intra_node_buses\";\nint \"intra_node_input_links\";\n"
    "int \"intra_node_output_links\";\ndouble \"inter_node_startup\";\nint \"inter_node_input_links\";\n"
    "int \"inter_node_output_links\";\ndouble \"wan_startup\";\n};;\n\n"
    "#3:\n\"mapping information\" {\nchar \"tracefile\"[];\nint \"number_of_tasks\";\nint "
    "\"mapping_tasks_to_nodes\"[];\n};;\n\n"
    "\"environment information\" {\"mare\", 0, \"\", 3, 250.0, 8, 3};;\n"
    "\"node information\" {0, 0, \"\", 4, 1.5, 1e-06, 1000.0, 0, 1, 1, 8e-06, 1, 1, 0.0};;\n"
    "\"node information\" {0, 1, \"\", 4, 3.0, 1e-06, 1000.0, 0, 1, 1, 8e-06, 1, 1, 0.0};;\n"
    "\"node information\" {0, 2, \"\", 2, 1.5, 1e-06, 1000.0, 0, 1, 1, 8e-06, 1, 1, 0.0};;\n"
    "\"mapping information\" {\"\", 3, [3] {0,1,2}};;\n";

#define DIMEMAS_ENVIRONMENT "\"environment information\" {\"\", 2, 250.0, 0};;\n"
#define DIMEMAS_NODES                                                                                                  \
    "\"node information\" {4, 1.5, 1e-06, 1000.0, 8e-06, 1, 1};;\n"                                                    \
    "\"node information\" {4, 1.5, 1e-06, 1000.0, 8e-06, 1, 1};;\n"

/* The fields of the shortest descriptors that lack nothing; the network's bandwidth has a given name. */
#define DIMEMAS_FIELDS(network_bandwidth)                                                                              \
    "#1:\n\"environment information\" {\nchar \"machine_name\"[];\nint \"number_of_nodes\";\n"                         \
    "double \"" network_bandwidth "\";\nint \"number_of_buses_on_network\";\n};;\n"                                    \
    "#2:\n\"node information\" {\nint \"number_of_processors\";\n"                                                     \
    "double \"speed_ratio_instrumented_vs_simulated\";\ndouble \"startup_on_local_communication\";\n"                  \
    "double \"memory_bandwidth\";\ndouble \"startup_on_remote_communication\";\n"                                      \
    "int \"number_of_input_links\";\nint \"number_of_output_links\";\n};;\n"

static void test_dimemas_order(void **state) {
    (void)state;
    imports("dimemas", DIMEMAS_FIELDS("network_bandwidth") DIMEMAS_ENVIRONMENT DIMEMAS_NODES, NULL);
    has("network.card_bandwidth", "\"250000000B/s\"");
    assert_null(strstr(out, "note"));
    imports("dimemas", DIMEMAS_FIELDS("network_bandwidth") DIMEMAS_NODES DIMEMAS_ENVIRONMENT, NULL);
    has("network.card_bandwidth", "\"250000000B/s\"");
    assert_null(strstr(out, "note"));
}

static void test_dimemas_missing(void **state) {
    (void)state;
    imports("dimemas", DIMEMAS_FIELDS("network_bandwith") DIMEMAS_ENVIRONMENT DIMEMAS_NODES,
            "in:18: network_bandwidth is missing; here it is no limit");
    expect("$BIN/bsim platform import --dimemas in -o out.json --strict", 2, "1 things cannot be expressed");
    imports("dimemas",
            "#1:\n\"environment information\" {\ndouble \"network_bandwidth\";\n};;\n"
            "#2:\n\"node information\" {\nint \"number_of_processors\";\n};;\n"
            "\"environment information\" {250.0};;\n\"node information\" {4};;\n\"node information\" {4};;\n",
            "in:10: inter_node_startup is missing; here it is 0 s");
    assert_non_null(strstr(out, "in:10: speed_ratio_instrumented_vs_simulated is missing; here it is 1"));
    assert_non_null(strstr(out, "in:10: intra_node_bandwidth is missing; here it is no limit"));
    assert_non_null(strstr(out, "in:10: inter_node_input_links is missing; here it is any number"));
    assert_null(strstr(out, "in:11")); /* once for all nodes */
}

static void test_dimemas(void **state) {
    (void)state;
    imports("dimemas", dimemas, "in:38: at most 8 messages are under way at a time (buses)");
    assert_non_null(strstr(out, "in:41: this node's processors, startups or bandwidth differ from those on line 39"));
    assert_non_null(strstr(out, "in:42: the record \"mapping information\" is left out"));
    has("name", "\"mare\"");
    has("nodes", "3");
    has("cores_per_node", "4");
    has("speed", "1.5");
    has("node_kinds", "[{\"name\":\"speed_2\",\"nodes\":\"1\",\"speed\":2.0}]");
    has("network.send_overhead", "\"8e-06s\"");
    has("network.bandwidth", "\"250000000B/s\"");
    has("network.card_bandwidth", "\"250000000B/s\"");
    has("intra_node.send_overhead", "\"1e-06s\"");
    refused("dimemas", "\"node information\" {0};;\n", "in:1: a record that no descriptor names");
    refused("dimemas", "#1:\n\"mapping information\" {\nint \"a\";\n};;\n", "has no records");
    refused("dimemas", "", "has no records");
    refused("dimemas", "#1:\n\"mapping information\" {\nint \"a;\n};;\n", "in:3: a text without an end");
    refused("dimemas", "#1:\n\"node information\" {\nint \"a\";\n};;\n\"node information\" {\"x};;\n",
            "in:5: a text without");
    refused("dimemas",
            "#1:\n\"node information\" {\nint \"number_of_processors\";\n};;\n\"node information\" {1e999};;\n",
            "in:5: number_of_processors is \"1e999\"; accepted: a number");
    refused("dimemas",
            "#1:\n\"node information\" {\ndouble \"inter_node_startup\";\n};;\n\"node information\" {1e-6s};;\n",
            "in:5: inter_node_startup is \"1e-6s\"; accepted: a number");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cluster),       cmocka_unit_test(test_topologies),
        cmocka_unit_test(test_factors),       cmocka_unit_test(test_routes),
        cmocka_unit_test(test_uneven_routes), cmocka_unit_test(test_detached),
        cmocka_unit_test(test_routes_alike),  cmocka_unit_test(test_bad_xml),
        cmocka_unit_test(test_dimemas_order), cmocka_unit_test(test_dimemas_missing),
        cmocka_unit_test(test_dimemas),
    };
    return cmocka_run_group_tests_name("platform_import", tests, set_up, remove_folder);
}
