/* sweep_command.c - bsim sweep from outside: what --vary takes besides numbers of the platform, and rows without a
 * time. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

/* Each rank computes block 0 (n) and block 1; then rank r sends 1000 bytes to rank r + 1, from 0 on, one after the
 * other. With an argument "any" rank 0 then receives from the others as they come. With "deadlock" rank 0 waits for a
 * message that nobody sends. */
static const char program[] =
    "#include <bsim/bsim.h>\n"
    "#include <lmpi/lmpi.h>\n"
    "#include <mpi.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "static const char *const params[] = {\"n\"};\n"
    "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"p.c\", 8, 9, 1, params, 0, \"relax (p.c:8-9)\"},\n"
    "    {\"main.2\", \"p.c\", 12, 13, 0, 0}};\n"
    "const int bsim_nblocks = 2;\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, size, n = argc > 1 ? atoi(argv[1]) : 1;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
    "    BSIM_Add_time(BSIM_cost(0, n));\n"
    "    BSIM_Add_time(BSIM_cost(1));\n"
    "    if (rank > 0)\n"
    "        LMPI_Recv(NULL, 1000, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "    if (rank + 1 < size)\n"
    "        LMPI_Send(NULL, 1000, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);\n"
    "    if (argc > 2 && strcmp(argv[2], \"deadlock\") == 0 && rank == 0)\n"
    "        LMPI_Recv(NULL, 1, MPI_BYTE, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "    if (argc > 2 && strcmp(argv[2], \"any\") == 0)\n"
    "        for (int i = 0; i < (rank ? 1 : size - 1); i++)\n"
    "            if (rank)\n"
    "                LMPI_Send(NULL, 1000, MPI_BYTE, 0, 7, MPI_COMM_WORLD);\n"
    "            else\n"
    "                LMPI_Recv(NULL, 1000, MPI_BYTE, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "    if (argc > 2 && strcmp(argv[2], \"allreduce\") == 0)\n"
    "        LMPI_Allreduce(NULL, NULL, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

/* A message takes 10 us + 1000 B / (1 GB/s) = 11 us between nodes, and 1 us + 0.5 us = 1.5 us within one. */
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 8, \"cores_per_node\": 2,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\",\n"
    "   \"topology\": {\"kind\": \"torus\", \"dims\": [2, 4]}, \"hop_latency\": 0},\n"
    " \"intra_node\": {\"latency\": \"1us\", \"bandwidth\": \"2GB/s\"}}";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("platform.json", platform);
    write_file("a.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
               " \"main.1\": {\"params\": {\"n\": \"n\"}, \"time\": \"1e-6*n\"}, \"main.2\": {\"time\": 4e-6}}}");
    write_file("b.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
               " \"main.1\": {\"params\": {\"n\": \"n\"}, \"time\": \"3e-6*n\"}, \"main.2\": {\"time\": 4e-6}}}");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

/* Runs a sweep and compares its times with those expected, in seconds; NaN: the row has a reason. */
static void sweep(const char *options, const char *arguments, int n, const double *want) {
    char command[2048];
    snprintf(command, sizeof command, "$BIN/bsim sweep --platform platform.json %s --json s.json --csv s.csv ./p %s",
             options, arguments);
    expect(command, 0, "predicted time");
    char path[256];
    snprintf(path, sizeof path, "%s/s.json", folder);
    json_t *root = json_load_file(path, 0, NULL), *scenarios = json_object_get(root, "scenarios");
    assert_int_equal(json_array_size(scenarios), n);
    for (int i = 0; i < n; i++) {
        json_t *s = json_array_get(scenarios, (size_t)i), *time = json_object_get(s, "predicted_time_s");
        if (isnan(want[i])) {
            assert_true(json_is_null(time));
            assert_true(json_is_string(json_object_get(s, "reason")));
        } else if (fabs(json_number_value(time) - want[i]) > 1e-12) {
            fail_msg("%s: row %d is %.9g s, not %.9g s\n%s", options, i, json_number_value(time), want[i], out);
        }
    }
    json_decref(root);
}
#define TIMES(...)                                                                                                     \
    (const double[]) {                                                                                                 \
        __VA_ARGS__                                                                                                    \
    }

/* With two ranks on different nodes (cyclic): n us + 4 us + 11 us. */
static void test_blocks(void **state) {
    (void)state;
    sweep("-np 2 --models a.json --vary mapping=cyclic --vary block.main.1=1,0.5,0", "10", 3,
          TIMES(25e-6, 20e-6, 15e-6));
    assert_non_null(strstr(out, "3 scenarios in 1 run"));
    sweep("-np 2 --models a.json --vary mapping=cyclic --vary 'block.relax*=0.1' --vary block.main.2=1,2", "10", 2,
          TIMES(16e-6, 20e-6));
    sweep("-np 2 --models a.json --vary mapping=cyclic --vary 'block.*=0.5' --vary block.main.2=1,2", "10", 2,
          TIMES(18e-6, 20e-6)); /* both factors count */
    expect("$BIN/bsim sweep -np 2 --platform platform.json --models a.json --vary block.main.3=1,2 ./p 10", 2,
           "block.main.3: the program has no block of this name");
    expect("$BIN/bsim sweep -np 2 --platform platform.json --models a.json --vary block.main.1=-1 ./p 10", 2,
           "must be at least 0");
}

/* Each scenario of scaled blocks has the bits of a run with the models scaled so. */
static void test_same_bits(void **state) {
    (void)state;
    write_file("half.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                            " \"main.1\": {\"params\": {\"n\": \"n\"}, \"time\": \"0.1*(1e-6*n)\"},\n"
                            " \"main.2\": {\"time\": 4e-6}}}");
    expect("$BIN/bsim sweep -np 5 --platform platform.json --models a.json --vary block.main.1=1,0.1 "
           "--vary speed=0.7,3 --vary network.latency=3us,7us --json all.json ./p 13",
           0, "8 scenarios in 1 run");
    expect("$BIN/bsim sweep -np 5 --platform platform.json --models half.json --vary speed=3 "
           "--vary network.latency=7us --json one.json ./p 13",
           0, NULL);
    expect("$BIN/bsim sweep -np 5 --platform platform.json --models a.json --vary block.main.1=0.1 --vary speed=0.7 "
           "--vary network.latency=3us --json two.json ./p 13",
           0, NULL);
    expect("python3 -c 'import json\n"
           "a, b, c = (json.load(open(f + \".json\"))[\"scenarios\"] for f in (\"all\", \"one\", \"two\"))\n"
           "print(a[7][\"predicted_time_s\"] == b[0][\"predicted_time_s\"], a[4][\"predicted_time_s\"] == "
           "c[0][\"predicted_time_s\"])'",
           0, "True True");
}

/* Block: ranks 0 and 1 share a node. n = 10: 14 us of calculation; messages as above. */
static void test_mapping_and_ranks(void **state) {
    (void)state;
    sweep("-np 2 --models a.json --vary mapping=block,cyclic", "10", 2, TIMES(15.5e-6, 25e-6));
    assert_non_null(strstr(out, "in 2 runs"));
    sweep("--models a.json --vary np=1,2,3,17", "10", 4, TIMES(14e-6, 15.5e-6, 26.5e-6, NAN));
    assert_non_null(strstr(out, "17 ranks do not fit"));
    expect("cat s.csv", 0, "np,predicted_time_s,rerun,reason\n1,1.3999999");
    write_file("places", "# ranks 0 and 2 on node 5\n5 7\n5\n");
    /* From node 5 to 7 and back: 11 us each. By letters: tyx is block here, xyt puts ranks 0 and 1 on nodes 0 and 4. */
    sweep("-np 3 --models a.json --vary mapping=file:places,coordinates:tyx,coordinates:xyt", "10", 3,
          TIMES(36e-6, 26.5e-6, 36e-6));
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary mapping=file:places ./p", 2,
           "places: lists the nodes of 3 ranks; there are 4 ranks");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary mapping=file:none ./p", 2, "none: cannot be read");
    expect("$BIN/bsim sweep -np 4 --platform platform.json --vary mapping=blok ./p", 2,
           "is no mapping, did you mean \"block\"?; accepted");
    /* A random order is the same each time. */
    expect("$BIN/bsim sweep -np 16 --platform platform.json --models a.json --vary mapping=random:1,random:1,random:2 "
           "--csv r.csv ./p 10 && cut -d, -f2 r.csv | sed 1d | uniq | wc -l",
           0, "2");
}

static void test_models_and_arguments(void **state) {
    (void)state;
    /* np = 2 on one node: n us + 4 us + 1.5 us, or 3 n us. */
    sweep("-np 2 --vary models=a.json,b.json", "10", 2, TIMES(15.5e-6, 35.5e-6));
    sweep("-np 2 --models a.json --vary arg.NX=10,20", "{NX}", 2, TIMES(15.5e-6, 25.5e-6));
    sweep("-np 2 --models a.json --vary arg.NX=10:30:lin:3", "'{NX + np}'", 3, TIMES(17.5e-6, 27.5e-6, 37.5e-6));
    sweep("--models a.json --vary np=1,2", "'{5*np}'", 2, TIMES(9e-6, 15.5e-6));
    expect("$BIN/bsim sweep -np 2 --platform platform.json --vary arg.NX=1,2 ./p 10", 2,
           "no argument of the program has {NX}");
    expect("$BIN/bsim sweep -np 2 --platform platform.json --vary arg.NX=1,2 ./p '{NX+ny}'", 2, "{NX+ny}");
    expect("$BIN/bsim sweep -np 2 --platform platform.json --vary np=1,2 ./p", 2, "give one of them");
    expect("$BIN/bsim sweep -np 2 --platform platform.json --vary arg.sin=1,2 ./p", 2, "cannot be a name");
    /* Braces without such an axis are the program's own; doubled ones are always braces. */
    sweep("-np 2 --models a.json --vary speed=1", "10 '{x'", 1, TIMES(15.5e-6));
    sweep("-np 2 --models a.json --vary arg.NX=10", "{NX} '{{x}}'", 1, TIMES(15.5e-6));
}

/* A run that fails is a row with its reason. If all fail, the first one's messages are told. */
static void test_rows_without_a_time(void **state) {
    (void)state;
    sweep("-np 2 --models a.json --vary arg.WHAT=fine,deadlock --vary speed=1,2", "10 {WHAT}", 4,
          TIMES(15.5e-6, 8.5e-6, NAN, NAN));
    assert_non_null(strstr(out, "deadlock"));
    expect("$BIN/bsim sweep -np 2 --platform platform.json --models a.json --vary np=2,3 ./p 10 deadlock", 2,
           "give one of them");
    expect("$BIN/bsim sweep --platform platform.json --models a.json --vary np=2,3 ./p 10 deadlock", 3, "MPI_Recv");
    /* A file that is missing ends the command at once, one that is bad is a row. */
    expect("$BIN/bsim sweep --platform platform.json --vary np=1,2 --vary models=a.json,none.json ./p 10", 2,
           "none.json cannot be read");
    write_file("bad.json", "{}\n");
    expect("$BIN/bsim sweep --platform platform.json --vary np=1,2 --vary models=a.json,bad.json ./p 10", 0,
           "not possible: bad.json:1");
    expect("sed 's/\"nodes\": 8,/&\"memory\": {\"core_bandwidth\": \"1GB\\/s\", \"bandwidth\": \"2GB\\/s\"},/' "
           "platform.json "
           ">memory.json && $BIN/bsim sweep -np 2 --platform memory.json --vary memory.bandwidth=0.5GB/s,4GB/s ./p 10",
           0, "not possible: memory.bandwidth is less than core_bandwidth");
    /* Runs beside each other read the whole of a file each. */
    write_file("input", "x\n");
    sweep("--models a.json --jobs 2 --vary np=1,2", "10 <input", 2, TIMES(14e-6, 15.5e-6));
}

/* A varied algorithm stands before that of --collective. On 4 ranks, MPICH's exchanges twice, the ring 6 times. */
static void test_collectives(void **state) {
    (void)state;
#define ALLREDUCE                                                                                                      \
    "$BIN/bsim sweep -np 4 --platform platform.json --models a.json --vary collective.allreduce=ring,mpich "
    expect(ALLREDUCE "--csv alone.csv ./p 10 allreduce", 0, "collective.allreduce=mpich");
    expect(ALLREDUCE "--collective allreduce=ring --csv both.csv ./p 10 allreduce", 0, "collective.allreduce=mpich");
    expect("cmp alone.csv both.csv", 0, NULL);
}

/* Threads change nothing. With decisions they compare no scenarios, and each is run apart. */
static void test_shards(void **state) {
    (void)state;
    for (int shards = 1; shards <= 3; shards++) {
        char command[400];
        for (int any = 0; any < 2; any++) {
            snprintf(command, sizeof command,
                     "$BIN/bsim sweep -np 5 --shards %d --platform platform.json --models a.json --vary speed=0.7,3 "
                     "--vary network.latency=3us,7us --json %s%d.json ./p 13 %s",
                     shards, any ? "any" : "plain", shards, any ? "any" : "");
            expect(command, 0, NULL);
        }
    }
    expect("python3 -c 'import json\n"
           "for kind in \"plain\", \"any\":\n"
           "    one, *more = (json.load(open(f\"{kind}{n}.json\"))[\"scenarios\"] for n in (1, 2, 3))\n"
           "    time = lambda rows: [r[\"predicted_time_s\"] for r in rows]\n"
           "    print(all(time(m) == time(one) for m in more), [sum(r[\"rerun\"] for r in m) for m in more])'",
           0, "True [0, 0]\nTrue [3, 3]");
    expect("$BIN/bsim sweep --shards 4 --platform platform.json --models a.json --vary np=1,2,5 ./p 13", 0, NULL);
}

/* A warning that the first run does not have is told, with what it is for; one kind once. 6 and 8 ranks lie outside of
 * the table of times. */
static void test_warnings(void **state) {
    (void)state;
    static const char warning[] = "a collective lies outside of its table: allreduce of 64 bytes on 6 ranks; the ends "
                                  "of the table are extended (2 runs have such a warning)";
    char text[300];
    expect("sed 's/\"nodes\": 8,/&\"collectives\": {\"allreduce\": {\"table\": {\"processes\": [2, 4], "
           "\"bytes\": [8, 64], \"seconds\": [[1e-6, 2e-6], [2e-6, 4e-6]]}}},/' platform.json >table.json",
           0, "");
    snprintf(text, sizeof text, "bsim: warning: with np=6: %s\n", warning);
    expect("$BIN/bsim sweep --platform table.json --vary np=4,6,8 --json w.json ./p 1 allreduce 2>&1", 0, text);
    expect("tr -d '\\n' < w.json | grep -o '\"scenario\": [0-9]*,  *\"runs\": [0-9]*' | tr -d ' '", 0,
           "\"scenario\":1,\"runs\":2");
    snprintf(text, sizeof text, "bsim: warning: with 6 ranks: %s\n", warning);
    expect("$BIN/bsim scale -np 4,6,8 --platform table.json --json w.json ./p 1 allreduce 2>&1", 0, text);
    expect("tr -d '\\n' < w.json | grep -o '\"row\": [0-9]*,  *\"runs\": [0-9]*' | tr -d ' '", 0,
           "\"row\":1,\"runs\":2");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocks),
                                       cmocka_unit_test(test_same_bits),
                                       cmocka_unit_test(test_mapping_and_ranks),
                                       cmocka_unit_test(test_models_and_arguments),
                                       cmocka_unit_test(test_rows_without_a_time),
                                       cmocka_unit_test(test_collectives),
                                       cmocka_unit_test(test_shards),
                                       cmocka_unit_test(test_warnings)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
