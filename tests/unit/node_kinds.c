/* node_kinds.c - kinds of nodes: their speeds, models by kind, formulas that read the kind, and names that are wrong.
 */
#include "tests/unit/shell.h"

#include "bsim/base/kinds.h"
#include "bsim/cost/memory.h"
#include "bsim/platform/node_kinds.h"

/* Each rank prints the times of its blocks a, b and c, and of 2 s that belong to no block. */
static const char program[] =
    "#include <bsim/bsim.h>\n"
    "#include <mpi.h>\n"
    "#include <stdio.h>\n"
    "static const char *const n[] = {\"n\"};\n"
    "const bsim_block_info bsim_blocks[] = {{\"a\", \"p.c\", 1, 1, 1, n, 0, 0}, {\"b\", \"p.c\", 2, 2, 0, 0, 0, 0},\n"
    "                                       {\"c\", \"p.c\", 3, 3, 0, 0, 0, 0}};\n"
    "const int bsim_nblocks = 3;\n"
    "int main(int argc, char **argv) {\n"
    "    int rank;\n"
    "    double t[5];\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    for (int i = 0; i < 2; i++) {\n"
    "        t[0] = MPI_Wtime();\n"
    "        BSIM_Add_time(BSIM_cost(0, 10));\n"
    "        t[1] = MPI_Wtime();\n"
    "        BSIM_Add_time(BSIM_cost(1));\n"
    "        t[2] = MPI_Wtime();\n"
    "        BSIM_Add_time(BSIM_cost(2));\n"
    "        t[3] = MPI_Wtime();\n"
    "        BSIM_Add_time(2);\n"
    "        t[4] = MPI_Wtime();\n"
    "        MPI_Barrier(MPI_COMM_WORLD);\n"
    "    }\n"
    "    printf(\"%d: %.8g %.8g %.8g %.8g\\n\", rank, t[1] - t[0], t[2] - t[1], t[3] - t[2], t[4] - t[3]);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";
static const char skeleton[] =
    "{\"schema\": \"bsim-skeleton/1\", \"program\": \"p\", \"mode\": \"skeleton\", \"blocks\": [\n"
    " {\"id\": 0, \"name\": \"a\", \"label\": \"a\", \"function\": \"a\", \"file\": \"p.c\", \"line\": 1,\n"
    "  \"end_line\": 1, \"params\": [\"n\"], \"kept\": false}], \"hints\": [],\n"
    " \"calls\": [], \"lines\": {}, \"bytes\": {}, \"files\": [], \"unknown\": []}";
/* Two ranks on each of four nodes: no kind, fast, old, old. */
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"mixed\", \"nodes\": 4, \"cores_per_node\": 2, \"speed\": 2,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"},\n"
    " \"node_kinds\": [{\"name\": \"fast\", \"nodes\": 1, \"speed\": 4},\n"
    "                {\"name\": \"old\", \"nodes\": \"2 , 3-3\", \"speed\": 0.5, \"comment\": \"of 2014\"}]}";
static const char models[] =
    "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
    " \"a\": {\"params\": {\"n\": \"n\"}, \"time\": \"1e-3*n\",\n"
    "       \"by_kind\": {\"old\": {\"pieces\": [{\"when\": \"n < 5\", \"time\": 1}, {\"time\": \"4e-3*n\"}]}}},\n"
    " \"b\": {\"time\": 3, \"by_kind\": {\"fast\": {\"speed\": 6}}},\n"
    " \"c\": {\"time\": \"1 + 2*kind_old\"}}}";

static int set_up(void **state) {
    (void)state;
    if (!make_folder() || sh("mkdir sk") != 0)
        return 1;
    write_file("p.c", program);
    write_file("sk/skeleton.json", skeleton);
    write_file("platform.json", platform);
    write_file("models.json", models);
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

/* The formula of a kind and the speed of a block there stand for the kind's speed; the platform's speed, 2, divides
 * them all. */
static void test_times(void **state) {
    (void)state;
    expect("$BIN/bsim run -np 8 --platform platform.json --models models.json ./p | grep '^[0-9]:' | sort", 0,
           "0: 0.005 1.5 0.5 1\n"         /* 0.01 / 2, 3 / 2, 1 / 2, 2 / 2 */
           "1: 0.005 1.5 0.5 1\n"         /* */
           "2: 0.00125 0.25 0.125 0.25\n" /* 0.01 / 8, 3 / 6 / 2, 1 / 8, 2 / 8 */
           "3: 0.00125 0.25 0.125 0.25\n"
           "4: 0.02 3 3 2\n" /* 0.04 / 2, 3 / 1, 3 / 1, 2 / 1 */
           "5: 0.02 3 3 2\n"
           "6: 0.02 3 3 2\n"
           "7: 0.02 3 3 2\n");
    assert_null(strstr(out, "warning"));
    expect("$BIN/bsim run -np 8 --shards 2 --platform platform.json --models models.json ./p | grep '^[0-9]:' | sort",
           0, "3: 0.00125 0.25 0.125 0.25\n4: 0.02 3 3 2\n");
    /* Without models, blocks take no time. */
    expect("$BIN/bsim run -np 8 --platform platform.json ./p | grep '^[0-9]:' | sort", 0,
           "1: 0 0 0 1\n2: 0 0 0 0.25\n3: 0 0 0 0.25\n4: 0 0 0 2\n");
}

/* Both cores of a node are busy: at 0.8 of their speed, at 0.5 on old nodes. */
static void test_busy_cores(void **state) {
    (void)state;
    expect("sed 's/\"speed\": 2/& , \"busy_speed\": 0.8/; s/\"speed\": 0.5/&, \"busy_speed\": 0.5/' platform.json > "
           "busy.json; $BIN/bsim run -np 8 --platform busy.json --models models.json ./p | grep '^[0-9]:' | sort",
           0, "1: 0.00625 1.875 0.625 1\n2: 0.0015625 0.3125 0.15625 0.25\n");
    assert_non_null(strstr(out, "4: 0.04 6 6 2\n"));
}

static void test_sweep(void **state) {
    (void)state;
    /* Rank 7 is the slowest: 2 * (0.02 + 3 + 3 + 2) s and, at twice the speed, 2 * (0.02 + 1.5 + 1.5 + 1) s. */
    expect("$BIN/bsim sweep -np 8 --platform platform.json --models models.json --vary node_kinds.old.speed=0.5,1 ./p",
           0, "16.04 s");
    assert_non_null(strstr(out, "8.040 s"));
    expect("$BIN/bsim sweep -np 8 --platform platform.json --models models.json --vary node_kinds.odl.speed=0.5,1 ./p",
           2, "the platform file has no kind of node \"odl\", which this scenario changes");
    expect("$BIN/bsim sweep -np 8 --platform platform.json --models models.json --vary nodes=3 ./p", 2,
           "the platform file says of which kind node 3 is");
    expect("$BIN/bsim sweep -np 8 --platform platform.json --models models.json --vary node_kinds.old.busy_speed=0.5 "
           "./p",
           2, "the kind \"old\" has no \"busy_speed\", which this scenario changes");
}

/* A kind that the platform does not have counts as absent, with a warning. */
static void test_unknown_names(void **state) {
    (void)state;
    expect(
        "sed 's/\"old\": {\"pieces\"/\"olde\": {\"pieces\"/; s/kind_old/kind_fats/' models.json > wrong.json; "
        "$BIN/bsim run -np 8 --platform platform.json --models wrong.json ./p",
        0,
        "warning: wrong.json:3: $.blocks.a.by_kind.olde: the platform mixed has no kind of node \"olde\"; did you mean "
        "\"old\"?\n");
    assert_non_null(strstr(out, "warning: wrong.json:5: $.blocks.c.time: the platform mixed has no kind of node "
                                "\"fats\"; did you mean \"fast\"?\n"));
    assert_non_null(strstr(out, "4: 0.01 3 1 2\n")); /* 0.01 / 1, 3 / 1, 1 / 1, 2 / 1 */
    expect("sed '/node_kinds/,$d' platform.json | sed '$s/,$/}/' > plain.json; "
           "$BIN/bsim run -np 1 --platform plain.json --models models.json ./p",
           0, "models.json:4: $.blocks.b.by_kind.fast: the platform mixed has no kind of node \"fast\"\n");
    assert_non_null(strstr(out, "0: 0.005 1.5 0.5 1\n"));
    expect("$BIN/bsim models check --platform platform.json wrong.json sk", 2,
           "wrong.json:3: $.blocks.a.by_kind.olde: the platform mixed has no kind of node \"olde\"");
    expect("$BIN/bsim models check --platform platform.json models.json sk", 2, NULL); /* b and c are not in sk */
    assert_null(strstr(out, "no kind of node"));
}

/* A time that is not filled in for a kind, or that is negative there, is told where it is reached. */
static void test_bad_times(void **state) {
    (void)state;
    expect("sed 's/\"speed\": 6/\"time\":\\n null/' models.json > empty.json; "
           "$BIN/bsim run -np 2 --platform platform.json --models empty.json ./p",
           0, NULL);
    expect("$BIN/bsim run -np 4 --platform platform.json --models empty.json ./p", 2,
           "empty.json:5: $.blocks.b.by_kind.fast.time: the time of block b (p.c:2), which the program reached, is not "
           "filled in");
    expect("sed 's/4e-3\\*n/-n/' models.json > negative.json; "
           "$BIN/bsim run -np 8 --platform platform.json --models negative.json ./p",
           2, "$.blocks.a.by_kind.old.pieces[1].time: block a (p.c:1): \"-n\" gives -10 seconds for n = 10");
}

static void test_show_and_diff(void **state) {
    (void)state;
    expect("$BIN/bsim models show models.json", 0, "1e-3*n; on nodes of kind old 1 where n < 5, else 4e-3*n\n");
    assert_non_null(strstr(out, "3; on nodes of kind fast at speed 6\n"));
    expect("$BIN/bsim models show models.json b", 0, "  by kind     fast: 6 times the speed\n");
    expect("sed 's/\"speed\": 6/\"speed\": 3/' models.json > other.json; $BIN/bsim models diff models.json other.json",
           0, "         1         1         2  rank = ");
    assert_non_null(strstr(out, ", kind fast\n1 of 3 models differ\n"));
}

/* A core of the measured node gets 10 GB/s, one of the platform's 5: its memory's part takes twice as long, on all
 * kinds of nodes. Where a model gives the time on the kind, the platform's memory and busy cores alone matter. */
static void test_memory(void **state) {
    (void)state;
    struct bsim_platform p;
    struct bsim_error err = {0};
    struct bsim_node_sharing measured = {.core_bandwidth = 10e9, .bandwidth = 12e9};
    static const int32_t node_of[] = {0, 0, 1, 1, 1, 1};
    char path[256];
    write_file("memory.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 4, \"speed\": 2,\n"
                              " \"network\": {\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"},\n"
                              " \"memory\": {\"core_bandwidth\": \"5GB/s\", \"bandwidth\": \"16GB/s\"},\n"
                              " \"node_kinds\": [{\"name\": \"fast\", \"nodes\": 1, \"speed\": 4}]}");
    snprintf(path, sizeof path, "%s/memory.json", folder);
    assert_true(bsim_platform_load(&p, path, NULL, 1, &err));
    assert_int_equal(bsim_platform_kind(&p, 1), 0);
    assert_int_equal(bsim_platform_kind(&p, 2), -1);
    struct bsim_busy_nodes nodes = bsim_busy_nodes_make(&p, node_of, 6, &measured, 1);
    assert_float_equal(bsim_busy_factors_of(&nodes, 0)->processor, 1 / 2.0, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 0)->memory, 10 / 5.0, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 2)->processor, 1 / 8.0, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 2)->memory, 10 / 4.0, 1e-12); /* four ranks share 16 GB/s */
    assert_float_equal(bsim_busy_factors_of_kind(&nodes, 2)->processor, 1 / 2.0, 1e-12);
    assert_float_equal(bsim_busy_factors_of_kind(&nodes, 2)->memory, 5 / 4.0 / 2, 1e-12);
    bsim_busy_nodes_free(&nodes);
    bsim_platform_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),         cmocka_unit_test(test_busy_cores), cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_unknown_names), cmocka_unit_test(test_bad_times),  cmocka_unit_test(test_show_and_diff),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
