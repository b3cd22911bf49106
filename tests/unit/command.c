/* command.c - the bsim command from outside: exit codes, messages, and a small program whose times are known by hand.
 */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

static json_t *result(const char *json_file) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, json_file);
    return json_load_file(path, 0, NULL);
}

static double predicted(const char *json_file) {
    json_t *root = result(json_file);
    double value = json_number_value(json_object_get(root, "predicted_time_s"));
    json_decref(root);
    return value;
}

/* Rank 0 computes (block 0), then sends 1000 bytes to rank 1; ranks 1 and 2 send to rank 3, which takes any. Rank 2
 * computes 5 us before, as a model says: whether its message or rank 1's is the first depends on the network. */
static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <lmpi/lmpi.h>\n"
                              "#include <mpi.h>\n"
                              "#include <stdlib.h>\n"
                              "static const char *const params[] = {\"n\", \"m\"};\n"
                              "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"p.c\", 8, 9, 2, params}, "
                              "{\"main.2\", \"p.c\", 12, 13, 0, 0}};\n"
                              "const int bsim_nblocks = 2;\n"
                              "int main(int argc, char **argv) {\n"
                              "    int rank, wild = argc > 1 && atoi(argv[1]);\n"
                              "    MPI_Status s;\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                              "    if (rank == 0) {\n"
                              "        BSIM_Add_time(BSIM_cost(0, 100, 8));\n"
                              "        LMPI_Send(NULL, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);\n"
                              "    } else if (rank == 1) {\n"
                              "        LMPI_Recv(NULL, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                              "    }\n"
                              "    if (wild && rank == 2)\n"
                              "        BSIM_Add_time(BSIM_cost(1));\n"
                              "    if (wild && (rank == 1 || rank == 2))\n"
                              "        MPI_Send(&rank, 1, MPI_INT, 3, 1, MPI_COMM_WORLD);\n"
                              "    if (wild && rank == 3) {\n"
                              "        int first, second;\n"
                              "        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &s);\n"
                              "        if (first == 2)\n"
                              "            BSIM_Add_time(1e-3);\n"
                              "        MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &s);\n"
                              "    }\n"
                              "    if (argc > 2)\n"
                              "        MPI_Abort(MPI_COMM_WORLD, 7);\n"
                              "    MPI_Finalize();\n"
                              "    return 0;\n"
                              "}\n";

static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 8, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";
static const char models[] = "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                             " \"main.1\": {\"params\": {\"n\": \"n\", \"m\": \"m\"},\n"
                             "   \"time\": \"1e-8*n*m\"},\n"
                             " \"main.2\": {\"time\": 5e-6}}}";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("platform.json", platform);
    write_file("models.json", models);
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

static void test_usage(void **state) {
    (void)state;
    expect("$BIN/bsim", 2, "usage: bsim COMMAND");
    expect("$BIN/bsim --help", 0, "exit codes:");
    expect("$BIN/bsim --version", 0, "bsim ");
    expect("$BIN/bsim rum", 2, "no command \"rum\"");
    expect_usages("bsim", (const char *const[]){"run", "sweep", "bench", "fit", "calibrate", "report", NULL});
    expect("$BIN/bsim run --platform platform.json ./p", 2, "-np N");
    expect("$BIN/bsim run --platf platform.json", 2, "has no option \"--platf\""); /* no abbreviations */
    expect("$BIN/bsim run -platform platform.json", 2, "has no option \"-platform\"");
    expect("$BIN/bsim run -n4", 2, "has no option \"-n4\"");
    expect("$BIN/bsim run --quiet=no", 2, "--quiet=no: this option takes no value");
    expect("$BIN/bsim run -np", 2, "-np needs a value (bsim run --help)");
    expect("$BIN/bsim run -n=2 --platform=platform.json --no-option-of-ours", 2, "has no option");
    expect("$BIN/bsim run -n=2 --platform=platform.json /bin/true --its-own", 2, "not built for simulated ranks");
    expect("$BIN/bsim run -n=2 --platform=platform.json -- /bin/true -q", 2, "not built for simulated ranks");
    expect("$BIN/bsim fit none -q --bogus", 2, "bsim fit has no option \"--bogus\"");
    expect("POSIXLY_CORRECT=1 $BIN/bsim fit none -o=m.json", 2, "none: there is no such file");
    expect("$BIN/bsim fit -o m.json -- --none", 2, "--none: there is no such file");
    expect("$BIN/bsim run -np 0 --platform platform.json ./p", 2, "\"0\" is not an integer of at least 1, in digits");
    expect("$BIN/bsim run -np 99999999999 --platform platform.json ./p", 2, "99999999999 is too large");
    expect("$BIN/bsim run -np 4 --platform platform.json --json /nowhere/r.json ./p", 2,
           "/nowhere/r.json: cannot be written");
    expect("$BIN/bsim run -np 4 ./p", 2, "--platform FILE");
    expect("$BIN/bsim run -np 4 --platform platform.json", 2, "the program is missing");
    expect("$BIN/bsim run -np 4 --platform platform.json ./nothing", 2, "./nothing: cannot be run");
    expect("$BIN/bsim run -np 4 --platform platform.json p", 2, "; write ./p");
    expect("$BIN/bsim scale -np 4 --platform ethernet-10g ./p", 0, " on ethernet-10g, strong");
    expect("$BIN/bsim solve -np 4 --platform ethernet-10g --without-cards network.latency ./p", 0,
           "on 4 ranks of ethernet-10g takes");
    expect("mkdir s && cp p s/skeleton && $BIN/bsim run -np 4 --platform platform.json ./s", 0, "4 ranks");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary speed=1,2 s", 0, "skeleton");
    expect("mkdir u && : >u/skeleton.json && $BIN/bsim scale -np 4 --platform platform.json u", 2, "run make -C u");
    expect("mkdir t && $BIN/bsim run -np 4 --platform platform.json ./t", 2, "./t: is a folder");
    expect("$BIN/bsim run -np 4 --platform nothing.json ./p", 2, "nothing.json: cannot be read");
    expect("$BIN/bsim run -np 4 --platform models.json ./p", 2, "$.schema");
    expect("$BIN/bsim run -np 4 --platform platform.json --models platform.json ./p", 2, "$.schema");
    expect("$BIN/bsim run -np 9 --platform platform.json ./p", 2, "9 ranks do not fit");
    expect("$BIN/bsim run -np 2 --platform platform.json /bin/true", 2, "not built for simulated ranks");
    expect("$BIN/bsim run -np 2 --stack-size big --platform platform.json ./p", 2, "\"big\" is not a size");
    expect("$BIN/bsim report", 2, "result file is missing");
    expect("$BIN/bsim report platform.json", 2, "platform.json:1: $.schema");
}

/* Without skeletonize the ranks share static data. Only the program's own that changed is named, and only if there is
 * another rank. */
static void test_shared_data(void **state) {
    (void)state;
    write_file("d.c", "#include <mpi.h>\n#include <stdio.h>\n"
                      "static int total, seven = 7, unused = 1; int read_only[9]; double far[5000];\n"
                      "int main(int c, char **v) { static int calls; int me;\n"
                      "  MPI_Init(&c, &v); MPI_Comm_rank(MPI_COMM_WORLD, &me); MPI_Barrier(MPI_COMM_WORLD);\n"
                      "  total += me; seven = me; calls++; far[4999] = me + 1;\n"
                      "  fprintf(stderr, \"%d\\n\", read_only[me] + unused); MPI_Finalize(); return 0; }\n");
    static const char *const linkers[] = {"bfd", "gold"};
    for (int i = 0; i < 2; i++) {
        char line[100];
        snprintf(line, sizeof line, "$BIN/bsimcc -fuse-ld=%s d.c -o d", linkers[i]);
        expect(line, 0, NULL);
        expect("$BIN/bsim run -np 2 --platform platform.json ./d", 0, "have written total, seven, calls.0, far: ");
        expect("$BIN/bsim run -np 1 --platform platform.json ./d", 0, "calculation");
        assert_null(strstr(out, "have written"));
    }
    expect("$BIN/bsim run -np 4 --platform platform.json --models models.json ./p", 0, "19.00 us");
    assert_null(strstr(out, "have written"));
}

/* Block main.1 takes 1e-8 * 100 * 8 = 8 us on rank 0. Its message of 1000 bytes is sent then, at no cost; rank 1 has
 * waited 8 us and receives for l + s/w = 10 us + 1 us. The end is at 19 us. */
/* Programs in C++ are linked with its library. */
static void test_cxx(void **state) {
    (void)state;
    write_file("v.cpp", "#include <iostream>\n"
                        "#include <mpi.h>\n"
                        "#include <vector>\n"
                        "int main(int argc, char **argv) {\n"
                        "    MPI_Init(&argc, &argv);\n"
                        "    std::vector<int> v(argc + 2);\n"
                        "    std::cout << v.size() << \" elements\\n\";\n"
                        "    MPI_Finalize();\n"
                        "}\n");
    expect("$BIN/bsimcc v.cpp -o v", 0, NULL);
    expect("$BIN/bsim run -q -np 1 --platform platform.json ./v", 0, "3 elements");
    if (!getenv("BSIM_SANITIZE")) /* the compiler's own sanitizer of --check does not go with another one */
        expect("$BIN/bsim check -np 1 v.cpp", 0, "3 elements");
}

static void test_known_time(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 4 --platform platform.json --models models.json --json r.json ./p", 0, "19.00 us");
    assert_float_equal(predicted("r.json"), 19e-6, 1e-15);
    assert_non_null(strstr(out, "main.1"));
    assert_non_null(strstr(out, "p.c:15"));
    assert_non_null(strstr(out, "MPI_Send")); /* LMPI_Send under its own name */
    char summary[sizeof out];
    strcpy(summary, out);
    expect("$BIN/bsim report r.json", 0, NULL);
    assert_string_equal(out, summary);
}

/* Digests of the program and its inputs are made for a result that somebody reads, not for the summary. */
static void test_digests_are_for_results(void **state) {
    (void)state;
    const char *const run = "PATH=$PWD/fake:$PATH $BIN/bsim run -np 4 --platform platform.json --models models.json";
    char command[512];
    expect("mkdir fake && printf '#!/bin/sh\\necho >>digested\\nPATH=${PATH#*:} exec sha256sum \"$@\"\\n' "
           ">fake/sha256sum && "
           "chmod +x fake/sha256sum",
           0, NULL);
    snprintf(command, sizeof command, "%s ./p && [ ! -e digested ]", run);
    expect(command, 0, "19.00 us");
    snprintf(command, sizeof command, "%s --json d.json ./p && wc -l <digested && grep -c '\"sha256\": \"' d.json",
             run);
    expect(command, 0, "3\n3"); /* the program, the platform, the models */
}

/* Block main.2 in a constructor takes 5 us, on each rank before its main. */
/* Recording parameters changes no time. The file has them, and what one execution takes. */
/* As test_known_time, on two nodes with two ranks each, with 0.1 GB/s: the message takes 10 us of the 28 us of the
 * card of node 0. */
static void test_cards_are_missed(void **state) {
    (void)state;
    write_file("two.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 2, \"mapping\": \"cyclic\", "
               "\"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"0.1GB/s\"}}");
    expect("$BIN/bsim run -np 4 --platform two.json --models models.json ./p", 0,
           "gives no card_bandwidth: messages of the 2 ranks of node 0");
    assert_non_null(strstr(out, "those that they send take 36 % of the predicted time"));
    expect("sed 's/0.1GB.s./0.1GB\\/s\", \"card_bandwidth\": \"1GB\\/s\"/' two.json > card.json", 0, NULL);
    expect("$BIN/bsim run -np 4 --platform card.json --models models.json ./p", 0, "28.00 us");
    assert_null(strstr(out, "card_bandwidth"));
    expect("sed 's/0.1GB.s./0.1GB\\/s\", \"contention\": \"max-min\"/' two.json > links.json", 0, NULL);
    expect("$BIN/bsim run -np 4 --platform links.json --models models.json ./p", 0,
           "network model simple, shared links");
    assert_null(strstr(out, "warning"));
}

/* Three messages of 1 MB come to rank 0 at once, each in 1 ms: it receives 3 ms of bytes in 1 ms, though a rank's mean
 * is 0.75 ms. Then it sends as many. A gap of the cards lets messages wait, but not for the bytes of others. */
static void test_busiest_rank(void **state) {
    (void)state;
    const char *const run = "$BIN/bsim run -np 4 --platform flat.json ./hot";
    write_file("hot.c", "#include <lmpi/lmpi.h>\n"
                        "#include <mpi.h>\n"
                        "int main(int argc, char **argv) {\n"
                        "    MPI_Request r[3];\n"
                        "    int rank;\n"
                        "    MPI_Init(&argc, &argv);\n"
                        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                        "    for (int i = 0; i < 3; i++)\n"
                        "        if ((rank == 0) == (argc > 1) && (rank == 0 || i == 0))\n"
                        "            LMPI_Isend(NULL, 1000000, MPI_BYTE, rank ? 0 : i + 1, 0, MPI_COMM_WORLD, &r[i]);\n"
                        "        else if (rank == 0 || i == 0)\n"
                        "            LMPI_Irecv(NULL, 1000000, MPI_BYTE, rank ? 0 : i + 1, 0, MPI_COMM_WORLD, &r[i]);\n"
                        "    MPI_Waitall(rank ? 1 : 3, r, MPI_STATUSES_IGNORE);\n"
                        "    return MPI_Finalize();\n"
                        "}\n");
    write_file("flat.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 1, "
                            "\"network\": {\"model\": \"loggpo\", \"latency\": \"1ns\", \"bandwidth\": \"1GB/s\"}}");
    expect("$BIN/bsimcc hot.c -o hot", 0, NULL);
    expect(run, 0, "the messages that rank 0 receives take 3 times as long one after the other");
    expect("$BIN/bsim run -np 4 --platform flat.json ./hot out", 0,
           "the messages that rank 0 sends take 3 times as long");
    expect("sed 's/1GB.s/&\", \"card_gap\": \"1us/' flat.json >gap.json", 0, NULL);
    expect("$BIN/bsim run -np 4 --platform gap.json ./hot", 0, "the messages that rank 0 receives take 2.99 times");
    expect("sed 's/1GB.s/&\", \"card_bandwidth\": \"1GB\\/s/' flat.json >card.json", 0, NULL);
    expect("$BIN/bsim run -np 4 --platform card.json ./hot", 0, "3.000 ms");
    assert_null(strstr(out, "warning"));
    /* Messages within a node do not share its card, nor links. */
    expect("sed 's/_node\": 1/_node\": 4/' card.json >inside.json", 0, NULL);
    expect("$BIN/bsim run -np 4 --platform inside.json ./hot", 0,
           "the messages that rank 0 receives take 3 times as long one after the other at the bandwidth of the node");
    expect("sed 's/\"card_bandwidth.*s\"/\"contention\": \"max-min\"/' inside.json >inside-links.json", 0, NULL);
    expect("$BIN/bsim run -np 4 --platform inside-links.json ./hot", 0,
           "the messages that rank 0 receives take 3 times");
    expect("sed 's/\"network\"/\"intra_node\": {\"shared_bandwidth\": \"1GB\\/s\"}, &/' inside-links.json >memory.json",
           0, NULL);
    expect("$BIN/bsim run -np 4 --platform memory.json ./hot", 0, "3.000 ms");
    assert_null(strstr(out, "warning"));
}

/* Where messages share links each combination is a run of its own; none has decided otherwise. */
static void test_sweep_over_links(void **state) {
    (void)state;
    expect("$BIN/bsim sweep -np 4 --platform links.json --models models.json --vary network.latency=1us,10us ./p", 0,
           "2 scenarios in 2 runs, each apart, since messages share links");
    assert_null(strstr(out, "*"));
}

/* A key that all rows are equal for is told, and what a user may have meant. */
static void test_keys_without_effect(void **state) {
    (void)state;
    const char *told = "network.latency makes no difference here. Messages between nodes take time by it";
    expect("sed 's/\"cores_per_node\": 1/\"cores_per_node\": 4, \"intra_node\": {\"latency\": \"1us\"}/' platform.json "
           ">one.json",
           0, NULL);
    expect("$BIN/bsim sweep -np 4 --platform one.json --vary network.latency=1us,10us --vary speed=1,2 "
           "--models models.json ./p 1",
           0, told);
    assert_null(strstr(out, "speed makes"));
    expect("$BIN/bsim sweep -np 4 --platform links.json --vary network.latency=1us,10us ./p", 0, NULL);
    assert_null(strstr(out, "no difference"));
    expect("$BIN/bsim solve -np 4 --platform one.json --models models.json --target 5% network.latency ./p 1", 0, told);
}

static void test_parameters(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 4 --platform platform.json --models models.json --json r.json ./p 1", 0, NULL);
    expect(
        "$BIN/bsim run -np 4 --platform platform.json --models models.json --json q.json --parameters used.json ./p 1",
        0, NULL);
    assert_true(predicted("r.json") == predicted("q.json"));
    json_t *used = result("used.json");
    const json_t *blocks = json_object_get(used, "blocks"), *b = json_array_get(blocks, 0);
    assert_int_equal(json_array_size(blocks), 2);
    assert_int_equal(json_integer_value(json_object_get(b, "calls")), 1);
    const json_t *v = json_array_get(json_object_get(b, "vectors"), 0), *values = json_object_get(v, "values");
    assert_int_equal(json_integer_value(json_array_get(values, 0)), 100);
    assert_int_equal(json_integer_value(json_array_get(values, 1)), 8);
    assert_true(json_number_value(json_object_get(v, "time_s")) > 0);
    json_decref(used);
    expect("$BIN/bsim run -np 4 --platform platform.json --parameters /nowhere/p.json ./p", 2,
           "/nowhere/p.json: cannot be written");
}

static void test_costs_of_constructors_are_of_each_rank(void **state) {
    (void)state;
    write_file("c.c", "#include <bsim/bsim.h>\n"
                      "#include <mpi.h>\n"
                      "const bsim_block_info bsim_blocks[] = {{\"main.2\", \"c.c\", 8, 9, 0, 0}};\n"
                      "const int bsim_nblocks = 1;\n"
                      "__attribute__((constructor)) static void early(void) { BSIM_Add_time(BSIM_cost(0)); }\n"
                      "int main(int argc, char **argv) {\n"
                      "    MPI_Init(&argc, &argv);\n"
                      "    BSIM_Add_time(BSIM_cost(0));\n"
                      "    MPI_Finalize();\n"
                      "    return 0;\n"
                      "}\n");
    expect("$BIN/bsimcc c.c -o c", 0, NULL);
    write_file("c.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\"main.2\": {\"time\": 5e-6}}}");
    expect("$BIN/bsim run -np 3 --platform platform.json --models c.json --json r.json ./c", 0, NULL);
    assert_float_equal(predicted("r.json"), 10e-6, 1e-15);
}

static void test_edited_models_count_at_once(void **state) {
    (void)state;
    write_file("edited.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {"
                              "\"main.1\": {\"params\": {\"n\": \"n\"}, \"time\": \"n > 50 ? 20e-6 : 1\"}}}");
    expect("$BIN/bsim run -q -np 4 --platform platform.json --models edited.json --json r.json ./p", 0, NULL);
    assert_float_equal(predicted("r.json"), 31e-6, 1e-15);
    expect("$BIN/bsim run -q -np 4 --platform platform.json --json r.json ./p", 0, "no cost models");
    assert_float_equal(predicted("r.json"), 11e-6, 1e-15);
}

static void test_bad_models_stop_the_run(void **state) {
    (void)state;
    write_file("old.json", "old");
    write_file("negative.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                                " \"main.1\": {\"params\": {\"n\": \"n\"},\n \"time\": \"50-n\"}}}");
    expect("$BIN/bsim run -np 4 --platform platform.json --models negative.json --json old.json ./p", 2,
           "negative.json:3: $.blocks[\"main.1\"].time: block main.1 (p.c:8): \"50-n\" gives -50 seconds for n = 100");
    expect("cat old.json", 0, "old"); /* the result of an earlier run stays */
    expect("$BIN/bsim run -np 4 --platform platform.json --models negative.json ./p 1", 2, NULL);
    write_file("none.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {}}");
    expect("$BIN/bsim run -np 4 --platform platform.json --models none.json ./p", 2,
           "no model of block main.1 (p.c:8)");
}

static void test_program_that_aborts(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 4 --platform platform.json --models models.json ./p 0 abort", 1, "7");
    /* All ranks abort, and warn before, in another order on several shards. */
    write_file("fails.c",
               "#include <mpi.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <bsim/bsim.h>\n"
               "int main(int argc, char **argv) {\n    int rank;\n    MPI_Init(&argc, &argv);\n"
               "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (argc == 1) return 0;\n"
               "    BSIM_Add_time(1e-3 * (8 - rank));\n    MPI_Abort(MPI_COMM_WORLD, rank);\n    return 0;\n}\n");
    expect("$BIN/bsimcc -g fails.c -o fails", 0, NULL);
    expect("for s in 1 2 3; do $BIN/bsim run -np 8 --platform platform.json -q --shards $s --json f.json ./fails abort "
           "2>e$s; "
           "test $? = 1 && test ! -e f.json || exit 9; done; cmp e1 e2 && cmp e1 e3 && cat e3",
           0, "(fails.c:11): MPI_Abort with code 7");
    expect("for s in 1 2 3; do $BIN/bsim run -np 8 --platform platform.json -q --shards $s ./fails 2>e$s; done; "
           "cmp e1 e2 && cmp e1 e3 && head -n 1 e3",
           0, "rank 0 ended by main before MPI_Finalize");
}

/* Each scenario of a sweep has the bits of a run of its own. */
/* A place that calls several functions has one name, whichever rank comes first. */
static void test_place_of_several_calls(void **state) {
    (void)state;
    write_file("either.c",
               "#include <mpi.h>\n#include <stdlib.h>\n"
               "int main(int argc, char **argv) {\n    int rank, x = 0;\n    MPI_Init(&argc, &argv);\n"
               "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
               "    int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm) =\n"
               "        (rank == 0) == (atoi(argv[1]) == 0) ? MPI_Send : MPI_Ssend;\n"
               "    send(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);\n    MPI_Finalize();\n    return 0;\n}\n");
    expect(
        "$BIN/bsimcc -g either.c -o either && for first in 0 1; do for s in 1 2 3; do $BIN/bsim run -np 6 --platform "
        "platform.json -q --shards $s --json e.json ./either $first && grep -oE 'MPI_(Send|Ssend)\"' e.json; done; "
        "done | "
        "sort | uniq -c",
        0, "6 MPI_Send\"");
}

static void test_sweep_equals_runs(void **state) {
    (void)state;
    expect("$BIN/bsim sweep -np 4 --platform platform.json --models models.json --vary network.latency=1us:37us:log:5 "
           "--vary speed=1,3 --json s.json --csv s.csv ./p",
           0, "10 scenarios in 1 run");
    json_t *root = result("s.json"), *scenarios = json_object_get(root, "scenarios");
    assert_int_equal(json_array_size(scenarios), 10);
    for (size_t i = 0; i < 10; i++) {
        json_t *s = json_array_get(scenarios, i), *set = json_object_get(s, "set");
        char text[512];
        snprintf(
            text, sizeof text,
            "{\"schema\": \"bsim-platform/1\", \"nodes\": 8, \"cores_per_node\": 1, \"speed\": %.17g, \"network\": "
            "{\"model\": \"simple\", \"latency\": %.17g, \"bandwidth\": \"1GB/s\"}}",
            json_number_value(json_object_get(set, "speed")),
            json_number_value(json_object_get(set, "network.latency")));
        write_file("one.json", text);
        expect("$BIN/bsim run -q -np 4 --platform one.json --models models.json --json one-result.json ./p", 0, NULL);
        assert_true(predicted("one-result.json") == json_number_value(json_object_get(s, "predicted_time_s")));
    }
    json_decref(root);
    expect("cat s.csv | wc -l", 0, "11");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary speed=1,2 --plot s.pdf ./p", 2, ".svg or .png");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary speed=1,2 --csv /nowhere/s.csv ./p", 2,
           "cannot be written");
    assert_null(strstr(out, "predicted time")); /* told before the run */
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary nodes=8,16 ./p 2>&1 | grep -c warning", 0, "1");
    expect("$BIN/bsim sweep -np 4 --platform platform.json ./p", 2, "--vary KEY=VALUES");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary speed=1,0 ./p", 2, "\"0\" must be above 0");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary network.bandwidth=1GB/s,0B/s ./p", 2, "above 0");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary models=models.json,nope.json ./p", 2,
           "nope.json cannot be read");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary mapping=cyclic,blok ./p", 2,
           "\"blok\" is no mapping, did you mean \"block\"?");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary spead=1 ./p", 2,
           "collective.NAME, node_kinds.NAME.KEY");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --models models.json --vary nodes=8,16 ./p", 0, "in 2 runs");
}

/* Rank 1 has received at 8 us + l + 1 us, rank 2 sends at 5 us / speed: with any l rank 2 is first, unless rank 0's
 * block is that much faster. models2: rank 2 takes 15 us, so that rank 1 is first for l < 6 us only. */
static void test_sweep_reruns_what_diverges(void **state) {
    (void)state;
    write_file("models2.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {"
                               "\"main.1\": {\"time\": 8e-6}, \"main.2\": {\"time\": 15e-6}}}");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --models models2.json --vary network.latency=1us,4us,20us "
           "--json s.json ./p 1",
           0, "p.c:");
    assert_non_null(strstr(out, "run apart"));
    json_t *root = result("s.json"), *scenarios = json_object_get(root, "scenarios");
    for (size_t i = 0; i < 3; i++) {
        json_t *s = json_array_get(scenarios, i);
        assert_int_equal(json_is_true(json_object_get(s, "rerun")), i == 2);
        /* Rank 2 first costs 1 ms: only the scenario that was run apart may have it. */
        assert_int_equal(json_number_value(json_object_get(s, "predicted_time_s")) > 1e-3, i == 2);
    }
    json_decref(root);
}

static void test_fit(void **state) {
    (void)state;
    char samples[4096] = "# bsim-samples/1; machine: test node; rank 0 of 1\nblock\tparams\tcount\tmedian_s\n";
    for (int i = 1; i <= 12; i++)
        snprintf(samples + strlen(samples), sizeof samples - strlen(samples), "main.1\tn=%d,m=%d\t10\t%g\n", 10 * i,
                 3 + i * i % 7, 1e-8 * 10 * i * (3 + i * i % 7));
    write_file("samples.tsv.rank0", samples);
    expect("$BIN/bsim fit samples.tsv -o fitted.json", 0, "1e-08*n*m");
    expect("grep machine fitted.json", 0, "test node");
    expect("grep -c noise fitted.json", 1, "0"); /* the samples do not tell it */
    write_file("noise.tsv", "block\tparams\tcount\tmedian_s\tmin_s\ttypical_s\tdeviation_s\n"
                            "main.1\tn=10,m=3\t10\t3e-6\t2e-6\t4e-6\t1e-6\n");
    expect("$BIN/bsim fit --statistic min noise.tsv -o noise.json", 0, "25.0 %");
    expect("grep noise noise.json", 0, "\"noise\": 0.25");
    write_file("noise.tsv", "block\tparams\tcount\tmedian_s\ttypical_s\tdeviation_s\n"
                            "main.1\tn=10,m=3\t10\t3e-6\t4e-6\t-1e-6\n");
    expect("$BIN/bsim fit noise.tsv -o noise.json", 2, "noise.tsv:2: deviation_s is not a time in seconds: \"-1e-6\"");
    write_file("rare.tsv", "block\tparams\tcount\tmean_s\ttypical_s\nmain.1\tn=10,m=3\t10\t5e-6\t4e-6\n");
    expect("$BIN/bsim fit rare.tsv -o rare.json", 0, "20 % of the measured time was in a few executions");
    expect("grep left_out rare.json", 0, "\"left_out\": 0.2");
    expect("$BIN/bsim fit --statistic mean rare.tsv -o rare.json && ! grep left_out rare.json", 0, NULL);
    expect("$BIN/bsim run -q -np 4 --platform platform.json --models fitted.json --json r.json ./p", 0, NULL);
    assert_float_equal(predicted("r.json"), 19e-6, 1e-10);
    write_file("broken.tsv", "block\tparams\tcount\tmedian_s\nmain.1\tn=1\tx\t1e-6\n");
    expect("$BIN/bsim fit samples.tsv broken.tsv -o fitted.json", 2,
           "broken.tsv:2: is not a number of executions: \"x\"");
    expect("grep -c main.1 fitted.json", 0, "1"); /* the old models stay */
    expect("$BIN/bsim fit nothing.tsv -o fitted.json", 2, "nothing.tsv: there is no such file");
    expect("$BIN/bsim fit samples.tsv", 2, "-o FILE");
    expect("$BIN/bsim fit samples.tsv -o /nowhere/at/all.json", 2, "/nowhere/at/all.json: cannot be written");
}

/* Four ranks compute 400 times 1 ms, by 30 % more or less by chance, and wait for each other each time. */
static const char steps[] = "#include <bsim/bsim.h>\n"
                            "#include <lmpi/lmpi.h>\n"
                            "#include <mpi.h>\n"
                            "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"q.c\", 8, 9, 0, 0}};\n"
                            "const int bsim_nblocks = 1;\n"
                            "int main(int argc, char **argv) {\n"
                            "    MPI_Init(&argc, &argv);\n"
                            "    for (int i = 0; i < 400; i++) {\n"
                            "        BSIM_Add_time(BSIM_cost(0));\n"
                            "        MPI_Barrier(MPI_COMM_WORLD);\n"
                            "    }\n"
                            "    MPI_Finalize();\n"
                            "    return 0;\n"
                            "}\n";
static void test_noise(void **state) {
    (void)state;
    write_file("q.c", steps);
    write_file("noisy.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\"main.1\": {\"time\": 1e-3, \"noise\": 0.3}}}");
    expect("$BIN/bsimcc -O1 q.c -o q", 0, NULL);
#define RUN "$BIN/bsim run -q -np 4 --platform platform.json --models noisy.json "
    expect(RUN "--json none.json ./q && " RUN "--noise 0 --json zero.json ./q", 0, NULL);
    assert_true(predicted("none.json") == predicted("zero.json"));
    expect(RUN "--noise 1 --json one.json ./q && " RUN "--noise 1 --shards 3 --json shards.json ./q", 0, NULL);
    expect(RUN "--noise 1 --noise-seed 2 --json other.json ./q && " RUN "--noise 0.5 --json half.json ./q", 0, NULL);
    json_t *none = result("none.json"), *one = result("one.json");
    double calc = json_number_value(json_object_get(json_object_get(json_object_get(one, "times"), "calc_s"), "mean"));
    /* The mean stays, of 1600 draws; the greatest of four is 1.32 times the mean (normal order statistics, exp'ed). */
    assert_float_equal(calc, 0.4, 0.012);
    double slower = predicted("one.json") / predicted("none.json");
    if (slower < 1.25 || slower > 1.37)
        fail_msg("noise of 0.3 makes the greatest of four %g times the mean", slower);
    assert_true(predicted("one.json") == predicted("shards.json"));
    assert_true(predicted("one.json") != predicted("other.json"));
    assert_float_equal(predicted("half.json") / predicted("none.json"), 1 + (slower - 1) / 2, 0.04);
    assert_true(json_is_null(json_object_get(none, "noise")));
    assert_float_equal(json_number_value(json_object_get(json_object_get(one, "noise"), "factor")), 1, 0);
    json_decref(none);
    json_decref(one);
    /* A scenario has the bits of its own run. */
    expect("$BIN/bsim sweep -np 4 --platform platform.json --models noisy.json --noise 1 --vary "
           "network.latency=10.1us,10us "
           "--json s.json ./q",
           0, NULL);
    json_t *sweep = result("s.json"), *second = json_array_get(json_object_get(sweep, "scenarios"), 1);
    assert_true(json_number_value(json_object_get(second, "predicted_time_s")) == predicted("one.json"));
    /* All scenarios have the same draws: what differs is the platform, here 0.1 us for each message of 400 barriers. */
    double first =
        json_number_value(json_object_get(json_array_get(json_object_get(sweep, "scenarios"), 0), "predicted_time_s"));
    assert_float_equal(json_number_value(json_object_get(json_object_get(sweep, "noise"), "factor")), 1, 0);
    assert_true(first > predicted("one.json") && first < predicted("one.json") + 400 * 10 * 0.1e-6);
    json_decref(sweep);
    expect("$BIN/bsim report one.json", 0, "one draw of noise 1, seed 1");
    expect("$BIN/bsim report none.json | grep -c draw", 1, "0");
    expect("$BIN/bsim run -np 4 --platform platform.json --models models.json --noise 1 ./p", 0,
           "warning: --noise: no block of the program has \"noise\" in models.json, and the platform has none of "
           "messages");
    expect(RUN "--noise much ./q", 2, "(--noise) is 'much'; a factor from 0 to 100");
    expect(RUN "--noise -1 ./q", 2, "(--noise) is '-1'; a factor from 0 to 100");
    expect(RUN "--noise 1 --noise-seed x ./q", 2, "(--noise-seed) is 'x'; an integer");
    expect(RUN "--noise 1 --noise-seed 99999999999999999999 ./q", 2, "an integer of 64 bits");
#undef RUN
}

/* A program that was linked with another version of the runtime is told, once in all runs of a command. */
static void test_other_runtime(void **state) {
    (void)state;
    expect("sed 's/@bsim runtime [0-9a-f]*/@bsim runtime 0123456789abcdef/' p >older && chmod +x older", 0, NULL);
    expect("$BIN/bsim run -np 4 --platform platform.json ./older", 0,
           "warning: ./older: was linked with the runtime of another version of bsim");
    expect("$BIN/bsim sweep --platform platform.json --vary np=2,4 ./older 2>&1 >table | grep -c 'another "
           "version'",
           0, "1");
    assert_string_equal(out, "1\n");
    expect("$BIN/bsim run -np 4 --platform platform.json ./p", 0, NULL);
    assert_null(strstr(out, "another version"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_usage),
                                       cmocka_unit_test(test_known_time),
                                       cmocka_unit_test(test_cxx),
                                       cmocka_unit_test(test_shared_data),
                                       cmocka_unit_test(test_digests_are_for_results),
                                       cmocka_unit_test(test_cards_are_missed),
                                       cmocka_unit_test(test_busiest_rank),
                                       cmocka_unit_test(test_sweep_over_links),
                                       cmocka_unit_test(test_keys_without_effect),
                                       cmocka_unit_test(test_parameters),
                                       cmocka_unit_test(test_costs_of_constructors_are_of_each_rank),
                                       cmocka_unit_test(test_edited_models_count_at_once),
                                       cmocka_unit_test(test_bad_models_stop_the_run),
                                       cmocka_unit_test(test_program_that_aborts),
                                       cmocka_unit_test(test_place_of_several_calls),
                                       cmocka_unit_test(test_sweep_equals_runs),
                                       cmocka_unit_test(test_sweep_reruns_what_diverges),
                                       cmocka_unit_test(test_fit),
                                       cmocka_unit_test(test_noise),
                                       cmocka_unit_test(test_other_runtime)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
