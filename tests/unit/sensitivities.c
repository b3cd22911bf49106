/* sensitivities.c - bsim run --sensitivities and bsim solve from outside, on a program whose slopes are known by hand.
 * tests/property/slopes_random.py compares random programs with finite differences. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

/* Rank 0 computes a us and sends 1000 bytes to rank 1, which computes b us before it receives; then rank 1 answers with
 * 1000 bytes. Before that, rank 2 computes 100 us and ends. */
static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <lmpi/lmpi.h>\n"
                              "#include <mpi.h>\n"
                              "#include <stdlib.h>\n"
                              "static const char *const params[] = {\"n\"};\n"
                              "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"p.c\", 8, 9, 1, params, 0, 0},\n"
                              "    {\"main.2\", \"p.c\", 12, 13, 1, params, 0, \"relax (p.c:12-13)\"}, {\"main.3\", "
                              "\"p.c\", 14, 14, 0, 0, 0, 0}};\n"
                              "const int bsim_nblocks = 3;\n"
                              "int main(int argc, char **argv) {\n"
                              "    int rank, a = atoi(argv[1]), b = atoi(argv[2]);\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                              "    if (rank == 0) {\n"
                              "        BSIM_Add_time(BSIM_cost(0, a));\n"
                              "        LMPI_Send(NULL, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);\n"
                              "        LMPI_Recv(NULL, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                              "    } else if (rank == 1) {\n"
                              "        BSIM_Add_time(BSIM_cost(1, b));\n"
                              "        LMPI_Recv(NULL, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                              "        LMPI_Send(NULL, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD);\n"
                              "    } else {\n"
                              "        BSIM_Add_time(BSIM_cost(2));\n"
                              "    }\n"
                              "    MPI_Finalize();\n"
                              "    return 0;\n"
                              "}\n";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("simple.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 8, \"cores_per_node\": 1, \"speed\": 2,\n"
                              " \"network\": {\"model\": \"simple\", \"latency\": \"9us\", \"bandwidth\": \"1GB/s\"}}");
    write_file(
        "loggpo.json",
        "{\"schema\": \"bsim-platform/1\", \"nodes\": 8, \"cores_per_node\": 1,\n"
        " \"network\": {\"model\": \"loggpo\", \"latency\": \"4us\", \"bandwidth\": \"1GB/s\", \"eager_limit\": 500,\n"
        "   \"send_overhead\": \"2us\", \"recv_overhead\": \"3us\", \"control_overhead\": \"1us\"}}");
    write_file("cards.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 8, \"cores_per_node\": 1,\n"
                             " \"network\": {\"model\": \"simple\", \"latency\": \"9us\", \"bandwidth\": \"1GB/s\",\n"
                             "   \"card_bandwidth\": \"1GB/s\"}}");
    write_file("line.json", "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"links\": [{\"between\": [0, 1],\n"
                            " \"latency\": [\"1us\", \"7us\"], \"bandwidth\": [\"2GB/s\", \"500MB/s\"]}]}");
    write_file("uneven.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 1,\n"
                              " \"network\": {\"model\": \"simple\", \"latency\": \"9us\", \"bandwidth\": \"1GB/s\",\n"
                              "   \"topology\": {\"kind\": \"graph\", \"file\": \"line.json\"}}}");
    write_file("detour.json", "{\"schema\": \"bsim-graph/1\", \"nodes\": 2, \"switches\": [\"s\"], \"links\": [\n"
                              " {\"between\": [0, 1]}, {\"between\": [0, \"s\"]}, {\"between\": [\"s\", 1]}],\n"
                              " \"routes\": [{\"from\": 1, \"to\": 0, \"through\": [\"s\"], \"one_way\": true}],\n"
                              " \"other_routes\": \"minimal\"}");
    write_file("turns.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 1,\n"
               " \"network\": {\"model\": \"loggpo\", \"latency\": \"4us\", \"hop_latency\": \"10us\", \"bandwidth\": "
               "\"1GB/s\", \"eager_limit\": 500,\n"
               "   \"topology\": {\"kind\": \"graph\", \"file\": \"detour.json\"}}}");
    write_file("m.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
               " \"main.1\": {\"params\": {\"n\": \"n\"}, \"time\": \"1e-6*n\"},\n"
               " \"main.2\": {\"params\": {\"n\": \"n\"}, \"time\": \"1e-6*n\"}, \"main.3\": {\"time\": 1e-4}}}");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

static json_t *load(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    return root;
}

/* Runs the program with two ranks. */
static json_t *run(const char *platform, const char *arguments) {
    char command[512];
    snprintf(command, sizeof command,
             "$BIN/bsim run --sensitivities -np 2 --platform %s --models m.json --json r.json ./p %s", platform,
             arguments);
    expect(command, 0, "on the critical path");
    return load("r.json");
}

static void expect_parameter(json_t *root, const char *key, double count, double derivative) {
    json_t *list = json_object_get(json_object_get(root, "sensitivities"), "parameters"), *p;
    size_t i;
    json_array_foreach(list, i, p) if (strcmp(json_string_value(json_object_get(p, "key")), key) == 0) {
        double found = json_number_value(json_object_get(p, "count")),
               slope = json_number_value(json_object_get(p, "derivative"));
        if (fabs(found - count) > 1e-9 * fabs(count) || fabs(slope - derivative) > 1e-9 * fabs(derivative))
            fail_msg("%s: count %.12g and derivative %.12g, not %.12g and %.12g", key, found, slope, count, derivative);
        return;
    }
    fail_msg("%s is missing", key);
}

static double block_seconds(json_t *root, int i) {
    json_t *blocks = json_object_get(json_object_get(root, "sensitivities"), "blocks");
    return json_number_value(json_object_get(json_array_get(blocks, (size_t)i), "seconds"));
}

/* T = max(a, b)/2 us + 2 (9 us + 1000 B / (1 GB/s)), at speed 2. With a = 10, b = 4 the path is: block 1 (5 us), both
 * messages. dT/dL = 2; dT/dw = -2000 B / w^2; dT/dspeed = -(10 us) / 2^2. */
static void test_simple(void **state) {
    (void)state;
    json_t *root = run("simple.json", "10 4");
    assert_float_equal(json_number_value(json_object_get(root, "predicted_time_s")), 25e-6, 1e-15);
    expect_parameter(root, "network.latency", 2, 2);
    expect_parameter(root, "network.bandwidth", 2000, -2000e-18);
    expect_parameter(root, "speed", 5e-6, -2.5e-6);
    assert_float_equal(block_seconds(root, 0), 5e-6, 1e-15);
    assert_float_equal(block_seconds(root, 1), 0, 0);
    json_decref(root);
    /* With a = b both blocks are critical: to the right, each of them makes the time longer. */
    root = run("simple.json", "10 10");
    assert_float_equal(block_seconds(root, 0), 5e-6, 1e-15);
    assert_float_equal(block_seconds(root, 1), 5e-6, 1e-15);
    expect_parameter(root, "speed", 5e-6, -2.5e-6);
    json_decref(root);
}

/* A rendezvous (docs/reference/messages.md): request o' + L at the sender's side, then o' + (o' + L + o') + o_s +
 * G(K-1) + L, then o_r. The path of the first message from the sender's block to the end of the receive has 1 + 3
 * control overheads, 3 latencies, o_s, 999 G and o_r. The answer as much: its receiver waits, so that its own o' do not
 * count. */
static void test_loggpo(void **state) {
    (void)state;
    json_t *root = run("loggpo.json", "10 4");
    assert_float_equal(json_number_value(json_object_get(root, "predicted_time_s")),
                       10e-6 + 2 * (4 * 1e-6 + 3 * 4e-6 + 2e-6 + 999e-9 + 3e-6), 1e-15);
    expect_parameter(root, "network.latency", 6, 6);
    expect_parameter(root, "network.control_overhead", 8, 8);
    expect_parameter(root, "network.send_overhead", 2, 2);
    expect_parameter(root, "network.recv_overhead", 2, 2);
    expect_parameter(root, "network.bandwidth", 1998, -1998e-18);
    json_decref(root);
}

/* Another way back than there. T = 10 us + 9 + 1 + 1 us there, at the network's bandwidth, + 9 + 7 + 2 us back, at the
 * link's, which the network's does not change. */
static void test_uneven(void **state) {
    (void)state;
    json_t *root = run("uneven.json", "10 4");
    assert_float_equal(json_number_value(json_object_get(root, "predicted_time_s")), 39e-6, 1e-15);
    expect_parameter(root, "network.latency", 2, 2);
    expect_parameter(root, "network.bandwidth", 1000, -1000e-18);
    json_t *s = json_object_get(root, "sensitivities");
    assert_float_equal(json_number_value(json_object_get(s, "other_s")), 10e-6, 1e-15);
    assert_int_equal(json_array_size(json_object_get(s, "parameters")), 3); /* no hop_latency: the links give theirs */
    json_decref(root);
    /* At 250 MB/s both ways take 4 us: 10 + 14 + 20 us. */
    expect(
        "$BIN/bsim sweep -np 2 --platform uneven.json --models m.json --vary network.bandwidth=1GB/s,250MB/s ./p 10 4",
        0, "44.00 us");
    /* The request, the data and the answer's clearance have one hop, the others two. */
    root = run("turns.json", "10 4");
    assert_float_equal(json_number_value(json_object_get(root, "predicted_time_s")),
                       10e-6 + 6 * 4e-6 + 9 * 10e-6 + 2 * 999e-9, 1e-15);
    expect_parameter(root, "network.latency", 6, 6);
    expect_parameter(root, "network.hop_latency", 9, 9);
    json_decref(root);
    expect("$BIN/bsim solve --platform uneven.json --models m.json -np 2 --target 43us network.latency ./p 10 4", 0,
           "11.00 us");
}

/* T(L) = max(5 us + 2 (L + 1 us), 50 us (rank 2)) at L = 9 us is 50 us. 10 % more is 55 us: L = 24 us, behind the bend
 * at 21.5 us. */
static void test_solve(void **state) {
    (void)state;
#define SOLVE "$BIN/bsim solve --platform simple.json --models m.json --json s.json "
    expect(SOLVE "-np 3 --target 10%,60us,-50% network.latency ./p 10 4", 0, "50.00 us");
    json_t *root = load("s.json"), *targets = json_object_get(root, "targets");
    assert_float_equal(json_number_value(json_object_get(root, "slope")), 0, 0);
    assert_float_equal(json_number_value(json_object_get(json_array_get(targets, 0), "value")), 24e-6, 1e-13);
    assert_float_equal(json_number_value(json_object_get(json_array_get(targets, 0), "slope")), 2, 1e-9);
    assert_float_equal(json_number_value(json_object_get(json_array_get(targets, 1), "value")), 26.5e-6, 1e-13);
    assert_true(json_is_null(json_object_get(json_array_get(targets, 2), "value")));
    json_decref(root);
    /* Two ranks: T = 5 us + 2 (9 us + 1 us) = 25 us. By the bandwidth: 4 us more are 2000 B / w = 6 us. By the block's
     * factor f: 5 f us. By the speed s: 10 us / s; block 2 becomes critical nowhere. 20 % less: 0 us of calculation. */
    expect(SOLVE "-np 2 --target 29us network.bandwidth ./p 10 4", 0, "333.3 MB/s");
    expect(SOLVE "-np 2 --target 20% block.main.1 ./p 10 4", 0, "2 times");
    expect(SOLVE "-np 2 --target 20% 'block.relax*' ./p 10 4", 0, "5 times"); /* 2 f us are 10 us */
    expect(SOLVE "-np 2 --target 10%,-10% speed ./p 10 4", 0, "1.333");
    assert_non_null(strstr(out, "0.6667 times"));
    assert_non_null(strstr(out, "2 times"));
}

/* Pieces of 1000 bytes: one with factors, T = 5 us + 2 (1.5 * 9 us + 1000 B / (0.5 * 1 GB/s)), and one with values of
 * its own, T = 5 us + 2 (7 us + 1000 B / (1 GB/s)), on which the network's latency has no effect. */
static void test_pieces(void **state) {
    (void)state;
#define PIECES(name, piece)                                                                                            \
    write_file(name, "{\"schema\": \"bsim-platform/1\", \"nodes\": 8, \"cores_per_node\": 1, \"speed\": 2,\n"          \
                     " \"network\": {\"model\": \"simple\", \"latency\": \"9us\", \"bandwidth\": \"1GB/s\",\n"         \
                     "   \"pieces\": [{\"up_to\": 500, \"latency_factor\": 7}, " piece "]}}")
    PIECES("factors.json", "{\"latency_factor\": 1.5, \"bandwidth_factor\": 0.5}");
    PIECES("own.json", "{\"latency\": \"7us\"}");
    json_t *root = run("factors.json", "10 4");
    assert_float_equal(json_number_value(json_object_get(root, "predicted_time_s")), 36e-6, 1e-15);
    expect_parameter(root, "network.latency", 3, 3);
    expect_parameter(root, "network.bandwidth", 4000, -4000 / 1e18);
    json_decref(root);
    root = run("own.json", "10 4");
    assert_float_equal(json_number_value(json_object_get(root, "predicted_time_s")), 21e-6, 1e-15);
    expect_parameter(root, "network.latency", 0, 0);
    expect_parameter(root, "network.bandwidth", 2000, -2000 / 1e18);
    assert_float_equal(json_number_value(json_object_get(json_object_get(root, "sensitivities"), "other_s")), 14e-6,
                       1e-15);
    json_decref(root);
    expect("$BIN/bsim solve -np 2 --platform factors.json --models m.json --target 25% network.latency ./p 10 4", 0,
           "12.00 us"); /* 9 us more: 3 us for each of three latencies */
}

/* Two ranks open a file, which takes a barrier, and write 2000 and 3000 bytes together. Each is an aggregator of 2500
 * bytes, of which 500 come from the other one to rank 0: a latency and 500 bytes of the network more than the messages
 * of the two barriers around. On one node they are the node's, which are also the network's if it has none of its own.
 * There, the barriers' messages have 3 bytes in all (docs/explanation/collectives.md). The slopes are those of runs
 * with other values. */
static double written_s(const char *latency, const char *bandwidth, int cores, const char *within) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": %d,\n"
             " \"file_system\": {\"latency\": \"3us\", \"bandwidth\": \"2GB/s\", \"aggregators\": 2},\n"
             " \"network\": {\"model\": \"simple\", \"latency\": \"%s\", \"bandwidth\": \"%s\"}%s}",
             cores, latency, bandwidth, within);
    write_file("files.json", text);
    expect("$BIN/bsim run -np 2 -q --platform files.json --sensitivities --json r.json ./f", 0, NULL);
    json_t *root = load("r.json");
    double time_s = json_number_value(json_object_get(root, "predicted_time_s"));
    json_decref(root);
    return time_s;
}

static void test_files_together(void **state) {
    (void)state;
    write_file("f.c", "#include <mpi.h>\n"
                      "int main(int argc, char **argv) {\n"
                      "    static char data[3000];\n"
                      "    int rank;\n"
                      "    MPI_File file;\n"
                      "    MPI_Init(&argc, &argv);\n"
                      "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                      "    MPI_File_open(MPI_COMM_WORLD, \"f.dat\", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, "
                      "&file);\n"
                      "    MPI_File_write_at_all(file, 2000 * rank, data, 2000 + 1000 * rank, MPI_BYTE, "
                      "MPI_STATUS_IGNORE);\n"
                      "    MPI_File_close(&file);\n"
                      "    MPI_Finalize();\n"
                      "    return 0;\n"
                      "}\n");
    expect("$BIN/bsimcc -O1 -w f.c -o f", 0, NULL);
    for (int i = 0; i < 3; i++) {
        const char *within = i == 1 ? ", \"intra_node\": {\"latency\": \"1us\", \"bandwidth\": \"5GB/s\"}" : "";
        int cores = i > 0 ? 2 : 1;
        double later_s = written_s("10us", "1GB/s", cores, within),
               slower_s = written_s("9us", "500MB/s", cores, within);
        double time_s = written_s("9us", "1GB/s", cores, within);
        double latencies = (later_s - time_s) / 1e-6, bytes = (slower_s - time_s) / 1e-9;
        json_t *root = load("r.json");
        expect_parameter(root, "network.latency", round(latencies), round(latencies));
        expect_parameter(root, "network.bandwidth", round(bytes), -1e-18 * round(bytes));
        assert_true(fabs(bytes - (i == 0 ? 500 : i == 1 ? 0 : 503)) < 1e-3);
        if (i == 1)
            expect_parameter(root, "intra_node.bandwidth", 503, -503 / 25e18);
        json_decref(root);
    }
}

/* Rank 1 writes a latency after rank 0, and waits for it at the file system: its end goes with rank 0's, which has one
 * latency on its way. */
static void test_files_that_wait(void **state) {
    (void)state;
    write_file("w.c", "#include <mpi.h>\n"
                      "static char data[1000000];\n"
                      "int main(int argc, char **argv) {\n"
                      "    int rank;\n"
                      "    MPI_File file;\n"
                      "    MPI_Request request;\n"
                      "    MPI_Init(&argc, &argv);\n"
                      "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                      "    MPI_File_open(MPI_COMM_SELF, rank ? \"w1\" : \"w0\", MPI_MODE_CREATE | MPI_MODE_RDWR,"
                      " MPI_INFO_NULL, &file);\n"
                      "    if (rank == 2)\n"
                      "        MPI_Send(data, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);\n"
                      "    else\n"
                      "        MPI_Recv(data, 0, MPI_BYTE, rank ? 0 : 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                      "    if (rank == 0)\n"
                      "        MPI_Isend(data, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);\n"
                      "    if (rank < 2)\n"
                      "        MPI_File_write(file, data, 1000000, MPI_BYTE, MPI_STATUS_IGNORE);\n"
                      "    if (rank == 0)\n"
                      "        MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                      "    MPI_File_close(&file);\n"
                      "    MPI_Finalize();\n"
                      "    return 0;\n"
                      "}\n");
    write_file("w.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 1,\n"
               " \"file_system\": {\"latency\": \"1ms\", \"bandwidth\": \"2GB/s\", \"total_bandwidth\": \"1GB/s\"},\n"
               " \"network\": {\"model\": \"simple\", \"latency\": \"100us\", \"bandwidth\": \"1GB/s\"}}");
    expect("$BIN/bsimcc -O1 -w w.c -o w && $BIN/bsim run -np 3 -q --platform w.json --sensitivities --json r.json ./w",
           0, NULL);
    json_t *root = load("r.json");
    assert_float_equal(json_number_value(json_object_get(root, "predicted_time_s")), 5.1e-3, 1e-12);
    expect_parameter(root, "network.latency", 1, 1);
    json_decref(root);
}

static void test_what_is_refused(void **state) {
    (void)state;
#define RUN "$BIN/bsim run --sensitivities -np 2 --models m.json "
    expect(RUN "--platform cards.json ./p 1 1", 2, "leave that out by --without-cards");
    expect(RUN "--platform cards.json --without-cards --json without.json ./p 1 1", 0, "network.bandwidth");
    expect("grep -q without-cards without.json", 0, NULL);
    expect("$BIN/bsim solve -np 2 --platform cards.json --models m.json network.latency ./p 1 1", 2, "bsim solve and");
    expect(RUN "--platform simple.json --shards 2 ./p 1 1", 2, "--sensitivities with --shards");
    expect(RUN "--platform simple.json --noise 1 --noise-runs 2 ./p 1 1", 2, "--sensitivities with --noise-runs");
    expect(SOLVE "-np 2 network.latencey ./p 1 1", 2, "no slope is known by this");
    expect(SOLVE "-np 2 network.hop_latency ./p 1 1", 2,
           "error: network.hop_latency: hop_latency needs a \"topology\"");
    expect(SOLVE "-np 2 network.send_overhead ./p 1 1", 2, "has no send_overhead");
    expect(SOLVE "-np 2 block.main.9 ./p 1 1", 2, "has no block of this name");
    expect(SOLVE "-np 2 --target 5 network.latency ./p 1 1", 2, "is no change such as 5%");
    expect(SOLVE "-np 2", 2, "the parameter is missing");
    expect(SOLVE "-np 2 network.latency", 2, "the program is missing");
    expect_usages("bsim", (const char *const[]){"solve", NULL});
}

/* 52 blocks of 1 us each, on one rank at speed 2. The first 49 have slopes of their own. */
static void test_many_blocks(void **state) {
    (void)state;
    write_file("many.c", "#include <bsim/bsim.h>\n"
                         "#include <mpi.h>\n"
                         "#define ONE(n) {n, \"many.c\", 1, 1, 0, 0, 0, 0}\n"
                         "#define TEN(n) ONE(n \"0\"), ONE(n \"1\"), ONE(n \"2\"), ONE(n \"3\"), ONE(n \"4\"), \\\n"
                         "    ONE(n \"5\"), ONE(n \"6\"), ONE(n \"7\"), ONE(n \"8\"), ONE(n \"9\")\n"
                         "const bsim_block_info bsim_blocks[] = {TEN(\"a\"), TEN(\"b\"), TEN(\"c\"), TEN(\"d\"), "
                         "TEN(\"e\"), ONE(\"f0\"), ONE(\"f1\")};\n"
                         "const int bsim_nblocks = 52;\n"
                         "int main(int argc, char **argv) {\n"
                         "    MPI_Init(&argc, &argv);\n"
                         "    for (int i = 0; i < 52; i++)\n"
                         "        BSIM_Add_time(BSIM_cost(i));\n"
                         "    MPI_Finalize();\n"
                         "    return 0;\n"
                         "}\n");
    expect("$BIN/bsimcc -O1 many.c -o many", 0, NULL);
    json_t *blocks = json_object();
    for (int i = 0; i < 52; i++) {
        char name[3] = {(char)('a' + i / 10), (char)('0' + i % 10), '\0'};
        json_object_set_new(blocks, name, json_pack("{s:f}", "time", 1e-6));
    }
    json_t *models = json_pack("{s:s, s:o}", "schema", "bsim-models/1", "blocks", blocks);
    char path[256];
    snprintf(path, sizeof path, "%s/many.json", folder);
    assert_int_equal(json_dump_file(models, path, 0), 0);
    json_decref(models);
#define MANY "$BIN/bsim solve -np 1 --platform simple.json --models many.json --target 27us "
    expect(MANY "block.a0 ./many", 0, "3 times"); /* T = 25.5 us + f / 2 us */
    expect(MANY "block.f1 ./many", 2, "block.f1: its slope is not known");
    expect(MANY "'block.*' ./many", 2, "compare values by bsim sweep --vary block.*=...");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_simple),         cmocka_unit_test(test_loggpo),
                                       cmocka_unit_test(test_uneven),         cmocka_unit_test(test_solve),
                                       cmocka_unit_test(test_many_blocks),    cmocka_unit_test(test_pieces),
                                       cmocka_unit_test(test_files_together), cmocka_unit_test(test_files_that_wait),
                                       cmocka_unit_test(test_what_is_refused)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
