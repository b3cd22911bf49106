/* noise_command.c - runs whose times depend on rank and node, and runs with noise, from outside. */
#include "tests/unit/shell.h"

#include <math.h>
#include <jansson.h>

/* Each rank prints its clock after each of its blocks: of 0, 1, 6 and 1 parameters. Blocks of all ranks have equal
 * parameters, and ranks take turns. */
static const char program[] =
    "#include <bsim/bsim.h>\n"
    "#include <mpi.h>\n"
    "#include <stdio.h>\n"
    "static const char *const n[] = {\"n\", \"b\", \"c\", \"d\", \"e\", \"f\"};\n"
    "const bsim_block_info bsim_blocks[] = {{\"none\", \"p.c\", 1, 1, 0, 0, 0, 0}, {\"one\", \"p.c\", 2, 2, 1, n, 0, "
    "0},\n"
    "                                       {\"six\", \"p.c\", 3, 3, 6, n, 0, 0}};\n"
    "const int bsim_nblocks = 3;\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, size, token = 0;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
    "    for (int i = 0; i < 3; i++) {\n"
    "        double t[4];\n"
    "        t[0] = MPI_Wtime();\n"
    "        BSIM_Add_time(BSIM_cost(0));\n"
    "        t[1] = MPI_Wtime();\n"
    "        BSIM_Add_time(BSIM_cost(1, 7));\n"
    "        t[2] = MPI_Wtime();\n"
    "        BSIM_Add_time(BSIM_cost(2, 7, 0, 0, 0, 0, 0));\n"
    "        t[3] = MPI_Wtime();\n"
    "        printf(\"%d %d %.12g %.12g %.12g\\n\", rank, i, t[1] - t[0], t[2] - t[1], t[3] - t[2]);\n"
    "        MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, "
    "MPI_COMM_WORLD,\n"
    "                             MPI_STATUS_IGNORE);\n"
    "    }\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";
/* Rank 0 takes a message of whoever is first. With an argument it reads its input. */
static const char race[] = "#include <bsim/bsim.h>\n"
                           "#include <mpi.h>\n"
                           "#include <stdio.h>\n"
                           "const bsim_block_info bsim_blocks[] = {{\"none\", \"r.c\", 1, 1, 0, 0, 0, 0}};\n"
                           "const int bsim_nblocks = 1;\n"
                           "int main(int argc, char **argv) {\n"
                           "    int rank, size, token = 0;\n"
                           "    MPI_Init(&argc, &argv);\n"
                           "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                           "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                           "    if (rank == 0 && argc > 1 && getchar() != 'x')\n"
                           "        fprintf(stderr, \"empty input\\n\");\n"
                           "    BSIM_Add_time(BSIM_cost(0));\n"
                           "    for (int i = 1; i < size; i++)\n"
                           "        if (rank == 0)\n"
                           "            MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, "
                           "MPI_STATUS_IGNORE);\n"
                           "    if (rank > 0)\n"
                           "        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);\n"
                           "    MPI_Finalize();\n"
                           "    return 0;\n"
                           "}\n";
static const char platform[] = "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 4,\n"
                               " \"network\": {\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("r.c", race);
    write_file("platform.json", platform);
    write_file("input", "x\n");
    return sh_or_tell(
        "$BIN/bsimcc -O1 p.c -o p && $BIN/bsimcc -O1 r.c -o r && sed 's/\"nodes\"/\"mapping\": \"cyclic\", "
        "\"nodes\"/' platform.json > cyclic.json");
}

static void write_models(const char *none, const char *one, const char *six) {
    char text[4000];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-models/1\", \"blocks\": {\n \"none\": {%s},\n"
             " \"one\": {\"params\": {\"n\": \"n\"}, %s},\n \"six\": {\"params\": {\"n\": \"n\"}, %s}}}",
             none, one, six);
    write_file("models.json", text);
}

enum { NP = 10, ROUNDS = 3, BLOCKS = 3 };
/* Of the last run of p: the seconds of each execution. */
static double spent[NP][ROUNDS][BLOCKS];

static void run(const char *options) {
    char command[400];
    snprintf(command, sizeof command, "$BIN/bsim run -q -np %d --models models.json %s ./p", NP, options);
    expect(command, 0, NULL);
    int lines = 0, rank, round, used;
    double t[BLOCKS];
    for (const char *at = out; sscanf(at, "%d %d %lf %lf %lf\n%n", &rank, &round, &t[0], &t[1], &t[2], &used) == 5;
         at += used) {
        memcpy(spent[rank][round], t, sizeof t);
        lines++;
    }
    if (lines != NP * ROUNDS)
        fail_msg("%d lines: %s", lines, out);
}

/* ---- formulas ---- */

/* Ten ranks, four on a node: nodes 0, 0, 0, 0, 1, 1, 1, 1, 2, 2 with 4, 4 and 2 ranks. Cyclic: node = rank modulo 4,
 * with 3, 3, 2, 2. */
static void test_times_by_rank_and_node(void **state) {
    (void)state;
    write_models("\"time\": \"1 + rank\"", "\"time\": \"n + 10*node\"",
                 "\"pieces\": [{\"when\": \"rank < 2\", \"time\": 4}, {\"time\": \"n*ranks_per_node\"}]");
    for (int cyclic = 0; cyclic < 2; cyclic++)
        for (int shards = 1; shards <= 3; shards += 2) {
            run(cyclic        ? shards == 1 ? "--platform cyclic.json" : "--platform cyclic.json --shards 3"
                : shards == 1 ? "--platform platform.json"
                              : "--platform platform.json --shards 3");
            for (int r = 0; r < NP; r++)
                for (int i = 0; i < ROUNDS; i++) {
                    int node = cyclic ? r % 4 : r / 4;
                    int ranks = cyclic ? node < 2 ? 3 : 2 : node < 2 ? 4 : 2;
                    assert_float_equal(spent[r][i][0], 1 + r, 1e-9);
                    assert_float_equal(spent[r][i][1], 7 + 10 * node, 1e-9);
                    assert_float_equal(spent[r][i][2], r < 2 ? 4 : 7 * ranks, 1e-9);
                }
        }
}

/* What differs between ranks has no one time in the file of parameters. */
static void test_parameters_file(void **state) {
    (void)state;
    write_models("\"time\": \"1 + rank\"", "\"time\": \"n\"", "\"time\": 0");
    run("--platform platform.json --parameters parameters.json");
    assert_float_equal(spent[9][2][0], 10, 1e-9);
    expect("python3 -c 'import json; print([b[\"vectors\"][0][\"time_s\"] for b in json.load(open("
           "\"parameters.json\"))[\"blocks\"]])'",
           0, "[None, 7, 0]");
}

static void test_messages_name_the_place(void **state) {
    (void)state;
    write_models("\"time\": 0", "\"time\": \"8 - n - node\"", "\"time\": 0");
    expect(
        "$BIN/bsim run -q -np 10 --platform platform.json --models models.json ./p", 2,
        "models.json:3: $.blocks.one.time: block one (p.c:2): \"8 - n - node\" gives -1 seconds for n = 7, rank = 8, "
        "node = 2, ranks_per_node = 2");
    write_models("\"time\": 0, \"noise\": \"1 - rank\"", "\"time\": 0", "\"time\": 0");
    expect("$BIN/bsim run -q -np 10 --platform platform.json --models models.json --noise 1 ./p", 2,
           "models.json:2: $.blocks.none.noise: noise of block none (p.c:1): \"1 - rank\" gives -1 for rank = 2");
    expect("$BIN/bsim run -q -np 10 --platform platform.json --models models.json ./p", 0, NULL); /* without noise */
    write_models("\"time\": 1, \"noise\": {\"node\": {\"histogram\": [[1, 1], [3, 1]]}}", "\"time\": 0", "\"time\": 0");
    expect("$BIN/bsim run -q -np 10 --platform platform.json --models models.json --noise 3 ./p", 2,
           "models.json:2: $.blocks.none.noise.node: --noise 3 makes times of block none (p.c:1) negative: its least "
           "factor is 0.5; accepted: at most 2");
}

/* ---- noise between nodes, runs and executions ---- */

/* A node has one factor for all its ranks and executions, and equal ones for blocks with equal laws. A block whose law
 * is another one is slow on the same nodes. */
static void test_noise_of_nodes(void **state) {
    (void)state;
    write_models("\"time\": 1, \"noise\": {\"node\": 0.2}", "\"time\": 10, \"noise\": {\"node\": \"0.2\"}",
                 "\"time\": 1, \"noise\": {\"node\": {\"halfnormal\": 0.1}}");
    run("--platform platform.json --noise 1");
    for (int r = 0; r < NP; r++) {
        double first = spent[r / 4 * 4][0][0], half = spent[r / 4 * 4][0][2];
        for (int i = 0; i < ROUNDS; i++) {
            assert_float_equal(spent[r][i][0], first, 1e-9);
            assert_float_equal(spent[r][i][1], 10 * first, 1e-9);
            assert_float_equal(spent[r][i][2], half, 1e-9);
        }
        if (r >= 4) {
            double before = spent[r / 4 * 4 - 4][0][0], half_before = spent[r / 4 * 4 - 4][0][2];
            assert_true(fabs(first - before) > 1e-6 && (first > before) == (half > half_before));
        }
        assert_true(half >= 1 && first > 0);
    }
}

/* Executions of equal number have one factor on all ranks of a node, whatever these execute between them, and another
 * one on the next node, of the next number and of another block. Its own factor comes on top. */
static void test_noise_together(void **state) {
    (void)state;
    for (int shards = 1; shards <= 3; shards += 2) {
        write_models("\"time\": 1, \"noise\": {\"together\": 0.2}", "\"time\": 10, \"noise\": {\"together\": \"0.2\"}",
                     "\"time\": 1, \"noise\": {\"together\": 0.2, \"execution\": 0.01}");
        run(shards == 1 ? "--platform platform.json --noise 1" : "--platform platform.json --noise 1 --shards 3");
        for (int r = 0; r < NP; r++) {
            int first = r / 4 * 4;
            for (int i = 0; i < ROUNDS; i++) {
                assert_float_equal(spent[r][i][0], spent[first][i][0], 1e-9);
                assert_float_equal(spent[r][i][1], spent[first][i][1], 1e-9);
                assert_float_equal(spent[r][i][2], spent[first][i][2], 0.15 * spent[first][i][2]);
                assert_true(r == first || fabs(spent[r][i][2] - spent[first][i][2]) > 1e-6);
                assert_true(fabs(10 * spent[r][i][0] - spent[r][i][1]) > 1e-6);
                assert_true(i == 0 || fabs(spent[r][i][0] - spent[r][i - 1][0]) > 1e-6);
                assert_true(r < 4 || fabs(spent[r][i][0] - spent[r - 4][i][0]) > 1e-6);
            }
        }
    }
}

static void test_noise_of_a_run(void **state) {
    (void)state;
    double other;
    write_models("\"time\": 1, \"noise\": {\"run\": 0.2}", "\"time\": 10, \"noise\": {\"run\": \"0.2 + 0*n\"}",
                 "\"time\": 1");
    run("--platform platform.json --noise 1 --noise-seed 2");
    other = spent[0][0][0];
    run("--platform platform.json --noise 1");
    assert_true(fabs(other - spent[0][0][0]) > 1e-6);
    for (int r = 0; r < NP; r++)
        for (int i = 0; i < ROUNDS; i++) {
            assert_float_equal(spent[r][i][0], spent[0][0][0], 1e-9);
            assert_float_equal(spent[r][i][1], 10 * spent[0][0][0], 1e-9);
            assert_float_equal(spent[r][i][2], 1, 1e-9);
        }
}

/* The deviation is that of the rank and of the parameters: rank 0 has none. The mean over all executions of a long run
 * would be the block's time. */
static void test_noise_by_formula(void **state) {
    (void)state;
    write_models("\"time\": 1", "\"time\": 1, \"noise\": \"n*rank/1000\"",
                 "\"time\": 1, \"noise\": {\"execution\": {\"halfnormal\": \"n/100\"}}");
    run("--platform platform.json --noise 1");
    double near = 0, far = 0;
    for (int i = 0; i < ROUNDS; i++) {
        assert_float_equal(spent[0][i][1], 1, 1e-12);
        near += fabs(spent[1][i][1] - 1);
        far += fabs(spent[9][i][1] - 1);
        for (int r = 0; r < NP; r++)
            assert_true(spent[r][i][2] > 1 && spent[r][i][2] < 1 + 0.07 * 5 / 0.6028);
    }
    assert_true(near > 0 && near < 3 * 5 * 0.007); /* each within five deviations */
    assert_true(far > 0 && far < 3 * 5 * 0.063);
    run("--platform platform.json --noise 0");
    assert_float_equal(spent[9][2][1], 1, 1e-12);
}

static double number(const json_t *v, const char *key) {
    return json_number_value(json_object_get(v, key));
}

static json_t *result(const char *name) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    return root;
}

/* All forms at once, to the last bit, for any number of shards. */
static const char all_none[] =
    "\"time\": \"0.1 + 0.01*rank\", \"noise\": {\"execution\": 0.1, \"run\": 0.05, \"together\": 0.1,"
    " \"node\": {\"two_speeds\": {\"probability\": 0.3, \"factor\": 2}}}";
static const char all_one[] = "\"time\": \"0.1*n\", \"noise\": {\"execution\": {\"halfnormal\": \"0.01*n\"},"
                              " \"node\": {\"histogram\": [[1, 3], [1.5, 1]]}}";
static const char all_six[] = "\"time\": \"n/ranks_per_node\", \"noise\": 0.02,"
                              " \"fit\": {\"samples\": 9, \"error_median\": 0.02, \"error_max\": 0.04}";

static void test_shards_give_equal_bits(void **state) {
    (void)state;
    write_models(all_none, all_one, all_six);
    for (int shards = 1; shards <= 3; shards++) {
        char command[400];
        snprintf(command, sizeof command,
                 "$BIN/bsim run -q -np 10 --platform platform.json --models models.json --noise 1 --shards %d --json "
                 "shards%d.json ./p | sort -n > lines%d",
                 shards, shards, shards);
        expect(command, 0, NULL);
    }
    expect("cmp lines1 lines2 && cmp lines1 lines3 && wc -l < lines1", 0, "30");
    json_t *one = result("shards1.json"), *three = result("shards3.json");
    assert_true(number(one, "predicted_time_s") == number(three, "predicted_time_s"));
    assert_true(json_equal(json_object_get(one, "times"), json_object_get(three, "times")));
    assert_true(json_equal(json_object_get(one, "blocks"), json_object_get(three, "blocks")));
    json_decref(one);
    json_decref(three);
}

/* ---- several seeds in one run ---- */

#define RUN "$BIN/bsim run -np 10 --platform platform.json --models models.json "

/* Each seed has the bits of its own run, and the interval is that of the first. */
static void test_seeds_in_one_run(void **state) {
    (void)state;
    write_models(all_none, all_one, all_six);
    expect(RUN "--noise 1 --noise-seed 5 --noise-runs 4 --json seeds.json ./p", 0, "one draw of noise 1, seed 5");
    assert_non_null(strstr(out, "over 4 seeds"));
    json_t *all = result("seeds.json"), *scenarios = json_object_get(all, "scenarios");
    const json_t *runs = json_object_get(json_object_get(all, "noise"), "runs");
    assert_int_equal(json_array_size(scenarios), 4);
    double time[4], mean = 0, squares = 0, least = HUGE_VAL, most = 0;
    for (int i = 0; i < 4; i++) {
        char command[300], name[20];
        snprintf(command, sizeof command, RUN "-q --noise 1 --noise-seed %d --json alone.json ./p", 5 + i);
        expect(command, 0, NULL);
        json_t *alone = result("alone.json"), *scenario = json_array_get(scenarios, (size_t)i);
        time[i] = number(scenario, "predicted_time_s");
        assert_true(time[i] == number(alone, "predicted_time_s"));
        snprintf(name, sizeof name, "seed %d", 5 + i);
        assert_string_equal(json_string_value(json_object_get(scenario, "name")), name);
        assert_true(json_is_null(json_object_get(json_object_get(alone, "noise"), "runs")));
        if (i == 0) {
            assert_true(number(all, "predicted_time_s") == time[0]);
            assert_true(json_is_object(json_object_get(all, "interval")));
            assert_true(json_equal(json_object_get(all, "interval"), json_object_get(alone, "interval")));
            assert_true(json_equal(json_object_get(all, "times"), json_object_get(alone, "times")));
        }
        json_decref(alone);
        mean += time[i] / 4;
        least = fmin(least, time[i]);
        most = fmax(most, time[i]);
    }
    for (int i = 0; i < 4; i++)
        squares += (time[i] - mean) * (time[i] - mean);
    assert_true(least < most);
    assert_int_equal(number(runs, "seeds"), 4);
    assert_int_equal(number(runs, "left_out"), 0);
    assert_float_equal(number(runs, "mean_s"), mean, 1e-12);
    assert_float_equal(number(runs, "deviation_s"), sqrt(squares / 3), 1e-12);
    assert_true(number(runs, "min_s") == least && number(runs, "max_s") == most);
    json_decref(all);
    expect("$BIN/bsim report seeds.json", 0, "over 4 seeds");
    /* Where messages share links, other seeds are run apart for that. */
    write_file("contention.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 4, \"network\": {\n"
               "  \"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\", \"contention\": \"max-min\",\n"
               "  \"topology\": {\"kind\": \"torus\", \"dims\": [4]}, \"hop_latency\": 0}}");
    expect("$BIN/bsim run -np 10 --platform contention.json --models models.json --noise 1 --noise-runs 3 ./p", 0,
           "2 seeds were run apart, since messages share links");
    assert_non_null(strstr(out, "over 3 seeds"));
    /* Without an interval, and with the most seeds. */
    expect(RUN "-q --noise 1 --noise-seed 5 --noise-runs 62 --no-interval --json most.json ./p", 0, NULL);
    all = result("most.json");
    assert_true(number(json_array_get(json_object_get(all, "scenarios"), 3), "predicted_time_s") == time[3]);
    assert_int_equal(json_array_size(json_object_get(all, "scenarios")), 62);
    assert_true(json_is_null(json_object_get(all, "interval")));
    json_decref(all);
}

/* ---- noise of messages ---- */

/* Each seed has the bits of its own run, and a run those of any number of shards. Without --noise nothing varies: three
 * rounds, each with a message of 4 bytes that takes 1.004 us. Slopes are refused. */
static void test_noise_of_messages(void **state) {
    (void)state;
    write_file("messages.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 4, \"network\": {\n"
               "  \"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\", \"noise\": {\n"
               "  \"latency\": {\"two_speeds\": {\"probability\": 0.5, \"factor\": 3}}, \"bandwidth\": 0.1}}}");
    write_models("\"time\": 0", "\"time\": 0", "\"time\": 0");
#define MESSAGES "$BIN/bsim run -q -np 10 --platform messages.json --models models.json "
    expect(MESSAGES "--json calm.json ./p && " MESSAGES
                    "--noise 1 --noise-seed 5 --noise-runs 3 --json seeds.json ./p && " MESSAGES
                    "--noise 1 --noise-seed 7 --shards 3 --json alone.json ./p",
           0, NULL);
    assert_null(strstr(out, "warning"));
    json_t *calm = result("calm.json"), *seeds = result("seeds.json"), *alone = result("alone.json");
    const json_t *third = json_array_get(json_object_get(seeds, "scenarios"), 2);
    assert_float_equal(number(calm, "predicted_time_s"), 3 * 1.004e-6, 1e-15);
    assert_true(number(third, "predicted_time_s") == number(alone, "predicted_time_s"));
    assert_true(number(alone, "predicted_time_s") > 3 * 1.4e-6); /* ranks wait for the slowest: 1.5 us + 4 ns often */
    json_decref(calm);
    json_decref(seeds);
    json_decref(alone);
    expect(MESSAGES "--noise 2.5 ./p", 2,
           "messages.json:3: $.network.noise.latency: --noise 2.5 makes times of messages negative");
    expect(MESSAGES "--noise 1 --sensitivities ./p", 2,
           "the slopes of messages that vary by chance, or are lost, are not known");
    expect(MESSAGES "--sensitivities ./p", 0, NULL);
    expect("sed 's/\"model\"/\"contention\": \"max-min\", \"model\"/' messages.json > shared.json; "
           "$BIN/bsim run -q -np 10 --platform shared.json --models models.json --noise 1 ./p",
           2, "the platform has noise of the bandwidth, and messages share links");
}

/* Where another rank is first in a seed, this seed is run apart; where the input cannot be read again, it is left out.
 */
static void test_seeds_that_decide_otherwise(void **state) {
    (void)state;
    write_file("models.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\"none\": {\"time\": 1, \"noise\": 0.5}}}");
    expect(RUN "--noise 1 --noise-runs 8 --json race.json ./r input < input", 0,
           "were run apart, in which messages may come in another order to a wildcard, probe, test or network card");
    assert_non_null(strstr(out, "over 8 seeds"));
    assert_null(strstr(out, "empty input"));
    json_t *all = result("race.json"), *scenarios = json_object_get(all, "scenarios");
    const json_t *runs = json_object_get(json_object_get(all, "noise"), "runs");
    int apart = 0;
    double mean = 0;
    for (int i = 0; i < 8; i++) {
        char command[300];
        json_t *scenario = json_array_get(scenarios, (size_t)i);
        snprintf(command, sizeof command, RUN "-q --noise 1 --noise-seed %d --json alone.json ./r", 1 + i);
        expect(command, 0, NULL);
        json_t *alone = result("alone.json");
        assert_true(number(scenario, "predicted_time_s") == number(alone, "predicted_time_s"));
        assert_true(json_is_false(json_object_get(scenario, "diverged")));
        apart += json_is_true(json_object_get(scenario, "rerun"));
        mean += number(alone, "predicted_time_s") / 8;
        json_decref(alone);
    }
    assert_true(apart > 0 && apart < 8);
    assert_int_equal(number(runs, "rerun"), apart);
    expect(RUN "--noise 1 --noise-runs 8 --shards 2 --json shards.json ./r input < input", 0, "over 8 seeds");
    json_t *shards = result("shards.json");
    const json_t *of_shards = json_object_get(json_object_get(shards, "noise"), "runs");
    assert_true(number(of_shards, "mean_s") == number(runs, "mean_s"));
    json_decref(shards);
    assert_int_equal(number(runs, "left_out"), 0);
    assert_float_equal(number(runs, "mean_s"), mean, 1e-12);
    json_decref(all);
    expect("cat input | " RUN "--noise 1 --noise-runs 8 --json pipe.json ./r input", 0,
           "left out, in which messages may come");
    all = result("pipe.json");
    scenarios = json_object_get(all, "scenarios");
    runs = json_object_get(json_object_get(all, "noise"), "runs");
    int valid = 0;
    mean = 0;
    for (size_t i = 0; i < 8; i++)
        if (json_is_false(json_object_get(json_array_get(scenarios, i), "diverged"))) {
            mean += number(json_array_get(scenarios, i), "predicted_time_s");
            valid++;
        }
    assert_int_equal(valid, 8 - apart);
    assert_int_equal(number(runs, "left_out"), apart);
    assert_float_equal(number(runs, "mean_s"), mean / valid, 1e-12);
    json_decref(all);
}

static void test_what_cannot_be_combined(void **state) {
    (void)state;
    write_models(all_none, all_one, all_six);
    expect(RUN "--noise-runs 4 ./p", 2, "--noise-runs 4 without noise: all runs would be equal; add --noise FACTOR");
    expect(RUN "--noise 0 --noise-runs 4 ./p", 2, "--noise-runs 4 without noise");
    expect(RUN "--noise 1 --noise-runs 63 ./p", 2, "a number of seeds from 1 to 62 is needed");
    expect(RUN "--noise 1 --noise-runs 0 ./p", 2, "a number of seeds from 1 to 62 is needed");
    expect(RUN "--noise 1 --noise-runs many ./p", 2, "(--noise-runs) is 'many'");
    expect("$BIN/bsim sweep -np 10 --platform platform.json --models models.json --noise 1 --noise-runs 4 --vary "
           "network.latency=1us,2us ./p",
           2, "--noise-runs 4: a sweep carries its platforms as scenarios, with one seed each");
    expect(RUN "-q --noise 1 --noise-runs 1 --json one.json ./p", 0, NULL);
    json_t *one = result("one.json");
    assert_true(json_is_null(json_object_get(json_object_get(one, "noise"), "runs")));
    json_decref(one);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_times_by_rank_and_node),
                                       cmocka_unit_test(test_parameters_file),
                                       cmocka_unit_test(test_messages_name_the_place),
                                       cmocka_unit_test(test_noise_of_nodes),
                                       cmocka_unit_test(test_noise_together),
                                       cmocka_unit_test(test_noise_of_a_run),
                                       cmocka_unit_test(test_noise_by_formula),
                                       cmocka_unit_test(test_shards_give_equal_bits),
                                       cmocka_unit_test(test_seeds_in_one_run),
                                       cmocka_unit_test(test_noise_of_messages),
                                       cmocka_unit_test(test_seeds_that_decide_otherwise),
                                       cmocka_unit_test(test_what_cannot_be_combined)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
