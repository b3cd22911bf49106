/* platform_command.c - bsim platform from outside, and platforms that are found by name. */
#include "tests/unit/shell.h"

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return 0; }\n");
    write_file("good.json",
               "{\"schema\": \"bsim-platform/1\", \"name\": \"mine\", \"nodes\": 6, \"cores_per_node\": 2,\n"
               " \"provenance\": {\"assumed\": \"all of it\"}, \"mapping\": \"random:4\", \"network\": {\"model\":\n"
               " \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\",\n"
               " \"topology\": {\"kind\": \"torus\", \"dims\": [2, 3]}, \"hop_latency\": \"1us\"}}");
    write_file("bad.json", "{\"schema\": \"bsim-platform/1\",\n \"nodes\": 0}");
    return sh("$BIN/bsimcc p.c -o p");
}

static void test_names(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 2 --platform infiniband-cluster ./p", 0, "infiniband-cluster (512 nodes");
    expect("$BIN/bsim sweep -np 2 --platform sc08-petascale --vary speed=1,2 ./p", 0, "2 scenarios");
    expect("$BIN/bsim run -np 2 --platform infiniband ./p", 2, "no platform of this name; known: cloud-100g");
    expect("$BIN/bsim run -np 2 --platform ./infiniband-cluster ./p", 2, "cannot be read");
    /* A file of the name is taken before the library. */
    expect("cp good.json sc08-petascale; $BIN/bsim run -np 2 --platform sc08-petascale ./p", 0, "mine (6 nodes");
}

/* Writes doubtful.json, a platform with further keys of the network and of the file, and expects that bsim platform
 * check doubts a value, and no other one. */
static void expect_doubt(const char *network, const char *others, const char *doubt) {
    char text[2000], whole[300];
    snprintf(
        text, sizeof text,
        "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 2%s, \"network\": {\"model\": \"loggpo\", "
        "\"latency\": \"1us\", \"bandwidth\": \"1GB/s\"%s}}",
        others, network);
    write_file("doubtful.json", text);
    snprintf(whole, sizeof whole, "bsim: warning: doubtful.json:1: $.%s; is its unit right?", doubt);
    expect("$BIN/bsim platform check doubtful.json", 0, whole);
    assert_string_equal(strchr(out, '\n') + 1, "doubtful.json is a good platform\n");
}

static void test_doubtful_values(void **state) {
    (void)state;
    static const char *const network[][2] = {
        {"\"send_overhead\": 2", "network.send_overhead: is 2.000 s"},
        {"\"card_bandwidth\": 10", "network.card_bandwidth: is 10 B/s"},
        {"\"pieces\": [{\"up_to\": 9}, {\"latency\": 2}]", "network.pieces[1].latency: is 2.000 s"},
        {"\"pieces\": [{\"bandwidth\": 2}]", "network.pieces[0].bandwidth: is 2 B/s"},
        {"\"pieces\": [{\"recv_overhead\": 2}]", "network.pieces[0].recv_overhead: is 2.000 s"},
        {"\"pieces\": [{\"send_overhead_per_byte\": 2e-5}]", "network.pieces[0].send_overhead_per_byte: is 20.00 us"},
        {"\"transport\": [{\"use\": {\"latency\": 2}}]", "network.transport[0].use.latency: is 2.000 s"},
        {"\"loss\": {\"probability\": 0.1, \"timeout\": 200}", "network.loss.timeout: is 200.0 s"},
        {"\"first_messages\": [{\"count\": 1, \"time\": 2}]", "network.first_messages[0].time: is 2.000 s"},
        {"\"topology\": {\"kind\": \"fat_tree\", \"children\": [2, 2]}, \"hop_latency\": [0, 2]",
         "network.hop_latency[1]: is 2.000 s"},
        {"\"contention\": \"max-min\", \"topology\": {\"kind\": \"mesh\", \"dims\": [4]}, \"hop_latency\": 0, "
         "\"link_bandwidth\": [10]",
         "network.link_bandwidth[0]: is 10 B/s"}};
    static const char *const others[][2] = {
        {"\"intra_node\": {\"latency\": 2}", "intra_node.latency: is 2.000 s"},
        {"\"reduction\": {\"bandwidth\": 10}", "reduction.bandwidth: is 10 B/s"},
        {"\"reduction\": {\"element_time\": 0.3}", "reduction.element_time: is 300.0 ms"},
        {"\"copy\": {\"bandwidth\": 1e9, \"latency\": 2}", "copy.latency: is 2.000 s"},
        {"\"packing\": {\"bandwidth\": 1e9, \"block_time\": 2}", "packing.block_time: is 2.000 s"},
        {"\"file_system\": {\"bandwidth\": 2, \"latency\": 0}", "file_system.bandwidth: is 2 B/s"},
        {"\"file_system\": {\"bandwidth\": 1e9, \"latency\": 2}", "file_system.latency: is 2.000 s"},
        {"\"file_system\": {\"bandwidth\": 1e9, \"latency\": 0, \"total_bandwidth\": 2}",
         "file_system.total_bandwidth: is 2 B/s"},
        {"\"memory\": {\"core_bandwidth\": 14, \"bandwidth\": 1e9}", "memory.core_bandwidth: is 14 B/s"},
        {"\"collectives\": {\"allreduce\": {\"table\": {\"processes\": [2], \"bytes\": [8], \"seconds\": [[15]]}}}",
         "collectives.allreduce.table.seconds[0][0]: is 15.00 s"}};
    char text[500];
    for (size_t i = 0; i < sizeof network / sizeof *network; i++) {
        snprintf(text, sizeof text, ", %s", network[i][0]);
        expect_doubt(text, "", network[i][1]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(text, sizeof text, ", %s", others[i][0]);
        expect_doubt("", text, others[i][1]);
    }
    /* Values of one list are told once, with those of another file. */
    write_file("links.json", "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"switches\": [\"a\"], \"links\": [\n"
                             "{\"between\": [0, \"a\"], \"latency\": 2}, {\"between\": [1, \"a\"], \"latency\": 3}]}");
    write_file("doubtful.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 1, \"network\": "
                                "{\"model\": \"simple\", \"latency\": 0, \"bandwidth\": 1e9, \"topology\": "
                                "{\"kind\": \"graph\", \"file\": \"links.json\"}}}");
    expect("$BIN/bsim platform check doubtful.json", 0,
           "links.json:2: $.links[0].latency: is 2.000 s; is its unit right? So for 1 more of its list.");
    /* A lost message may wait for long, and a large collective may take long. */
    write_file(
        "doubtful.json",
        "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 1, \"network\": {\"model\": \"simple\", "
        "\"latency\": 0, \"bandwidth\": 1e9, \"loss\": {\"probability\": 0.1, \"timeout\": 3}}, \"collectives\": "
        "{\"alltoall\": {\"table\": {\"processes\": [2], \"bytes\": [8], \"seconds\": [[1.5]]}}}}");
    expect("$BIN/bsim platform check doubtful.json", 0, NULL);
    assert_string_equal(out, "doubtful.json is a good platform\n");
}

static void test_commands(void **state) {
    (void)state;
    expect("$BIN/bsim platform list | grep -c nodes", 0, "15");
    expect("$BIN/bsim platform list", 0, "4096 nodes,   1 cores each, simple, torus 16x16x16");
    expect("$BIN/bsim platform show good.json", 0, "mine: 6 nodes with 2 cores each, mapping random:4, speed 1");
    assert_non_null(strstr(out, "network.hop_latency           1.000 us"));
    assert_non_null(strstr(out, "intra_node                    as network"));
    assert_non_null(strstr(out, "assumed: all of it"));
    assert_null(strstr(out, "send_overhead")); /* the model has none */
    expect("$BIN/bsim platform check good.json fat-tree-ndr", 0, "fat-tree-ndr is a good platform");
    expect("$BIN/bsim platform check bad.json good.json", 2, "bad.json:1: $: the key \"network\" is missing");
    assert_non_null(strstr(out, "good.json is a good platform"));
    expect("$BIN/bsim platform check", 2, "bsim platform check FILE-OR-NAME");
    expect("sed 's/random:4/file:places/' good.json >placed.json && printf '0 0\\n1 9\\n' >places", 0, NULL);
    expect("$BIN/bsim platform check placed.json", 2, "places:2: puts rank 3 on node 9; the platform has 6 nodes");
    expect("printf '0 0\\n1 0\\n' >places && $BIN/bsim platform check placed.json", 2,
           "places:2: puts more than 2 ranks on node 0");
    expect("printf '0 0\\n1 1\\n' >places && $BIN/bsim platform check placed.json", 0, "is a good platform");
    expect("$BIN/bsim platform", 2, "usage: bsim platform");
    expect("$BIN/bsim platform --help", 0, "usage: bsim platform");
    expect("$BIN/bsim platform --nonsense", 2, "has no option \"--nonsense\"");
}

static void test_shows_noise(void **state) {
    (void)state;
    write_file(
        "noise.json",
        "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 2, \"network\": {\"model\": \"simple\",\n"
        " \"latency\": \"1us\", \"bandwidth\": \"1GB/s\", \"noise\": {\"latency\": {\"halfnormal\": 0.2}}},\n"
        " \"intra_node\": {\"noise\": {\"bandwidth\": {\"histogram\": [[1, 2], [3, 1]]}}}}");
    expect("$BIN/bsim platform show noise.json", 0, "network.noise.latency         half-normal 20.0 %");
    assert_non_null(strstr(out, "intra_node.noise.bandwidth    drawn from 2 values"));
}

static void test_shows_rails(void **state) {
    (void)state;
    write_file(
        "rails.json",
        "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 2, \"network\": {\"model\": \"simple\",\n"
        " \"latency\": \"1us\", \"bandwidth\": \"1GB/s\", \"contention\": \"max-min\", \"hop_latency\": 0, \"cards\": "
        "2,\n"
        " \"card_bandwidth\": \"1GB/s\", \"card_choice\": \"striped\", \"rails\": true,\n"
        " \"topology\": {\"kind\": \"torus\", \"dims\": [4]}}}");
    expect("$BIN/bsim platform show rails.json", 0, "network.cards                 2, messages are striped; rails");
    expect("$BIN/bsim run -np 8 --platform rails.json ./p", 0, "predicted time");
}

static void test_sockets(void **state) {
    (void)state;
    write_file("sockets.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 4, \"sockets_per_node\": 2,\n"
               " \"socket_mapping\": \"round_robin\", \"memory\": {\"core_bandwidth\": 1, \"bandwidth\": 2},\n"
               " \"network\": {\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}");
    expect("$BIN/bsim platform show sockets.json", 0, "sockets_per_node              2, filled in turn");
    expect("$BIN/bsim run -np 8 --platform sockets.json ./p", 0, "predicted time");
    expect("$BIN/bsim sweep -np 8 --platform sockets.json --vary cores_per_node=3 ./p", 2,
           "3 cores of a node cannot be divided into 2 sockets");
}

/* Ranks 0 and 2 of a node are in one socket, 1 and 3 in the other. A message of 1000 bytes takes 0.1 + 0.1 us within a
 * socket, 0.5 + 1 us between them, and 1 + 1 us between nodes: argv[1] is where rank 0 sends it, at 0 s. */
static void test_between_sockets(void **state) {
    (void)state;
    write_file("between.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 4, \"sockets_per_node\": 2,\n"
               " \"socket_mapping\": \"round_robin\",\n"
               " \"network\": {\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"},\n"
               " \"intra_node\": {\"latency\": \"0.1us\", \"bandwidth\": \"10GB/s\"},\n"
               " \"between_sockets\": {\"latency\": \"0.5us\", \"bandwidth\": \"1GB/s\"}}");
    write_file("to.c", "#include <mpi.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n"
                       "    static char data[1000];\n    int rank, to = atoi(argv[1]);\n    MPI_Init(&argc, &argv);\n"
                       "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                       "    if (rank == 0) MPI_Send(data, 1000, MPI_CHAR, to, 0, MPI_COMM_WORLD);\n"
                       "    if (rank == to) MPI_Recv(data, 1000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                       "    MPI_Finalize();\n    return 0;\n}\n");
    expect("$BIN/bsimcc to.c -o to", 0, NULL);
    expect("$BIN/bsim platform show between.json", 0, "between_sockets.latency       500.0 ns");
#define RUN "$BIN/bsim run -np 8 --platform between.json "
    expect(RUN "./to 2", 0, "predicted time       200.0 ns");
    expect(RUN "./to 1", 0, "predicted time       1.500 us");
    expect(RUN "./to 4", 0, "predicted time       2.000 us");
    expect("$BIN/bsim sweep -np 8 --platform between.json --vary intra_node.latency=1us,2us ./to 1", 0, "1.500 us");
    expect("$BIN/bsim sweep -np 8 --platform between.json --vary between_sockets.latency=1us,2us ./to 1", 0,
           "3.000 us");
    expect("$BIN/bsim sweep -np 8 --platform sockets.json --vary between_sockets.latency=1us,2us ./to 1", 2,
           "the platform file has no \"between_sockets\"");
    expect("$BIN/bsim run --sensitivities -np 8 --platform between.json ./to 1", 2, "between_sockets");
}

/* The picture of the torus of 2 x 3 nodes has six of them, and that of a fat tree of 1024 the 16 that stand for all. */
static void test_plot(void **state) {
    (void)state;
    expect("$BIN/bsim platform plot good.json -o torus.svg && grep -c 'class=\"node\"' torus.svg", 0, "6");
    expect("grep -c 'dimension 2: 3 nodes, across' torus.svg", 0, "1");
    expect("$BIN/bsim platform plot fat-tree-ndr -o tree.svg && grep -c 'class=\"node\"' tree.svg", 0, "16");
    expect("grep -c '>1023<' tree.svg", 0, "1");
    expect("for p in $($BIN/bsim platform list | cut -d' ' -f1); do $BIN/bsim platform plot $p -o "
           "$p.svg || exit 1; done; "
           "grep -L '</svg>' *.svg | wc -l",
           0, "0");
    expect("$BIN/bsim platform plot good.json", 2, "bsim platform plot FILE-OR-NAME -o PICTURE.svg");
    expect("$BIN/bsim platform plot good.json -o torus.png; test ! -e torus.png && false", 1,
           "torus.png: is no name of a picture; accepted: one that ends in .svg");
    expect("$BIN/bsim platform plot bad.json -o bad.svg", 2, "bad.json:1: $: the key \"network\" is missing");
    expect("ls bad.svg", 2, "bad.svg");
    expect("$BIN/bsim platform plot good.json -o nowhere/p.svg", 2, "nowhere/p.svg");
}

/* Links and routes that are other back than there, in a graph and in a tree; without contention their bandwidth makes
 * routes differ as well. A graph of more than 64 places is not drawn. */
static void test_uneven(void **state) {
    (void)state;
    expect("$BIN/bsim platform show peers-xdsl", 0, "32 links, 106.2 kB/s there and 2.125 MB/s back, 10.00 ms");
    assert_non_null(strstr(out, "routes: the same latency there and back"));
    expect("$BIN/bsim platform plot peers-xdsl -o peers.svg && grep -c 'class=\"node\"' peers.svg", 0, "32");
    expect("grep -c '32 links, 106.2 kB/s there and 2.125 MB/s back' peers.svg", 0, "1");
    write_file("line.json",
               "{\"schema\": \"bsim-graph/1\", \"nodes\": 3, \"links\": [\n"
               "{\"between\": [0, 1], \"latency\": [\"1us\", \"9us\"]}, {\"between\": [1, 2], \"latency\": 0}]}");
    write_file("line-platform.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 3, \"cores_per_node\": 1, \"network\": {"
               "\"model\": \"simple\", \"latency\": 0, \"bandwidth\": \"1GB/s\", \"topology\": "
               "{\"kind\": \"graph\", \"file\": \"line.json\"}}}");
    expect("$BIN/bsim platform show line-platform.json", 0, "1 link, 1.000 us there and 9.000 us back");
    assert_non_null(strstr(out, "routes: 2 of 3 pairs of nodes have another latency or bandwidth back than there"));
    expect("$BIN/bsim platform plot line-platform.json -o line.svg && grep -c '2 of 3 pairs' line.svg", 0, "1");
    write_file("tree-platform.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 1, \"network\": {"
               "\"model\": \"simple\", \"latency\": 0, \"bandwidth\": \"1GB/s\", \"hop_latency\": 0, \"topology\": "
               "{\"kind\": \"fat_tree\", \"children\": [2, 2]}, \"contention\": \"max-min\",\n"
               "\"link_bandwidth\": [\"1GB/s\", [\"1MB/s\", \"20MB/s\"]]}}");
    expect("$BIN/bsim platform show tree-platform.json", 0, "1.000 MB/s up, 20.00 MB/s down");
    expect(
        "$BIN/bsim platform plot tree-platform.json -o tree.svg && grep -c '1.000 MB/s up, 20.00 MB/s down' tree.svg",
        0, "1");
    expect("sed 's/.20MB.s.]]/1, 2]]/' tree-platform.json > bad.json; $BIN/bsim platform check bad.json", 2,
           "bad.json:2: $.network.link_bandwidth[1]: accepted: one rate, or in a fat tree two");
    expect("python3 -c \"print('{\\\"schema\\\": \\\"bsim-graph/1\\\", \\\"nodes\\\": 65, \\\"links\\\": [' + "
           "', '.join('{\\\"between\\\": [%d, 64]}' % i for i in range(64)) + ']}')\" > line.json && sed 's/\"nodes\": "
           "3/\"nodes\": 65/; s/\"latency\": 0/\"latency\": 0, \"hop_latency\": 0/' line-platform.json > large.json && "
           "$BIN/bsim platform plot large.json -o large.svg",
           2, "its network has 65 nodes and switches; a picture may have 64 of them");
}

/* Every platform of the library says where its numbers come from. */
static void test_library(void **state) {
    (void)state;
    expect("for p in $($BIN/bsim platform list | cut -d' ' -f1); do $BIN/bsim platform check $p || exit 1; done", 0,
           "cloud-25g is a good platform");
    expect("grep -L provenance $BIN/../share/bsim/platforms/*.json | wc -l", 0, "0");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_commands),
                                       cmocka_unit_test(test_doubtful_values),
                                       cmocka_unit_test(test_shows_noise),
                                       cmocka_unit_test(test_shows_rails),
                                       cmocka_unit_test(test_sockets),
                                       cmocka_unit_test(test_plot),
                                       cmocka_unit_test(test_between_sockets),
                                       cmocka_unit_test(test_library),
                                       cmocka_unit_test(test_uneven)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
