/* related.c - parameters that no sample varied apart, from samples to the warning of a run: a kernel on n x m that was
 * measured with n = m only, and a strip of n + m = 1000. */
#include "tests/unit/shell.h"

#include <jansson.h>

/* Each of three ranks computes once. The kernel's m is argv[1] * n; rank r has n = 100 (r + 1). */
static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <mpi.h>\n"
                              "#include <stdlib.h>\n"
                              "static const char *const params[] = {\"g->n\", \"m\"};\n"
                              "const bsim_block_info bsim_blocks[] = {{\"kernel\", \"k.c\", 8, 9, 2, params, 0}, "
                              "{\"strip\", \"k.c\", 12, 13, 2, params, "
                              "0}};\n"
                              "const int bsim_nblocks = 2;\n"
                              "int main(int argc, char **argv) {\n"
                              "    int rank, times = atoi(argv[1]), strip = atoi(argv[2]);\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                              "    int n = 100 * (rank + 1);\n"
                              "    BSIM_Add_time(BSIM_cost(0, n, times * n));\n"
                              "    BSIM_Add_time(BSIM_cost(1, n, strip ? strip : 1000 - n));\n"
                              "    MPI_Finalize();\n"
                              "    return 0;\n"
                              "}\n";
static const char platform[] = "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 1, \"network\": "
                               "{\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}";

/* kernel takes 10 ns * n * m; strip 1 us * (n + m), which is 1 ms for all of its samples. */
static int set_up(void **state) {
    (void)state;
    char samples[4096] = "block\tparams\tcount\tmedian_s\n";
    if (!make_folder())
        return 1;
    for (int i = 1; i <= 9; i++) {
        int n = 50 * i;
        size_t at = strlen(samples);
        snprintf(samples + at, sizeof samples - at, "kernel\tg->n=%d,m=%d\t10\t%g\nstrip\tg->n=%d,m=%d\t10\t1e-3\n", n,
                 n, 1e-8 * n * n, n, 1000 - n);
    }
    write_file("s.tsv", samples);
    write_file("k.c", program);
    write_file("platform.json", platform);
    return sh_or_tell("$BIN/bsimcc -O1 k.c -o k");
}

#define RUN "$BIN/bsim run -np 3 --platform platform.json --models m.json "

/* The reasons for which a block is doubted, in one text; empty if it is not. To be freed. */
static char *doubts(const char *file, const char *block, double *share, bool *unknown) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    json_t *root = json_load_file(path, 0, NULL), *entry;
    size_t i;
    char *text = NULL;
    assert_non_null(root);
    json_array_foreach(json_object_get(root, "trust"), i, entry) {
        if (strcmp(json_string_value(json_object_get(entry, "block")), block) != 0)
            continue;
        text = json_dumps(json_object_get(entry, "why"), JSON_COMPACT);
        *share = json_number_value(json_object_get(entry, "share"));
        *unknown = json_is_null(json_object_get(entry, "error"));
    }
    json_decref(root);
    return text ? text : strdup("");
}

static void test_fit_tells(void **state) {
    (void)state;
    expect("$BIN/bsim fit s.tsv -o m.json", 0,
           "note: m = g->n in all samples: on which of them the time depends is not known; measure a size with another "
           "ratio");
    expect("$BIN/bsim fit s.tsv -o m.json", 0, "note: m = 1000 - g->n in all samples");
    expect("grep -c '\"related\"' m.json", 0, "2");
}

/* Sizes with the relations of the samples are no reason to doubt. */
static void test_kept(void **state) {
    double share;
    bool unknown;
    (void)state;
    expect(RUN "--json r.json ./k 1 0 2>&1 | grep -c guess", 1, "0");
    char *why = doubts("r.json", "kernel", &share, &unknown);
    assert_null(strstr(why, "not known"));
    free(why);
}

/* With m = 4 n the kernel's time may be anything from 4 times less to 4 times more, and the run says so, whatever the
 * number of shards. The strip of 1000 at n = 300 has 700 there, and gets 2800. */
static void test_broken(void **state) {
    double share;
    bool unknown;
    (void)state;
    expect(RUN "./k 4 2800", 0,
           "block kernel (k.c:8): all its samples had m = n, and this run has not: on which of them its time depends "
           "is not "
           "known, so its time is a guess");
    for (int shards = 1; shards <= 3; shards++) {
        char command[200];
        snprintf(command, sizeof command, RUN "-q --shards %d --json r%d.json ./k 4 2800", shards, shards);
        expect(command, 0, "block strip (k.c:12): all its samples had m = 1000 - n, and this run has not");
        snprintf(command, sizeof command, "r%d.json", shards);
        char *kernel = doubts(command, "kernel", &share, &unknown), *strip;
        assert_non_null(strstr(kernel, "used at m = 400, where the samples, which all had m = n, would have 100"));
        assert_true(unknown && share > 0.1);
        free(kernel);
        strip = doubts(command, "strip", &share, &unknown);
        assert_non_null(
            strstr(strip, "used at m = 2800, where the samples, which all had m = 1000 - n, would have 700"));
        free(strip);
    }
}

/* A size that no sample varied: how the time depends on it is not known, and the interval says so. The strip's m is 800
 * in all samples here, and 200 in the run: a factor of 4. */
static void test_fixed(void **state) {
    double share;
    bool unknown;
    (void)state;
    expect("awk -F'\t' 'NR > 1 { sub(/m=.*/, \"m=800\", $2) } { OFS = \"\t\"; print }' s.tsv > f.tsv && $BIN/bsim fit "
           "f.tsv -o f.json",
           0, NULL);
    expect("$BIN/bsim run -np 3 --platform platform.json --models f.json --json f.r ./k 8 200", 0,
           "m = 200, and all its samples had 800: how its time depends on it is not known");
    char *why = doubts("f.r", "strip", &share, &unknown);
    assert_non_null(strstr(why, "used at m = 200, and all samples had 800: how the time depends on it is not known"));
    assert_true(unknown);
    free(why);
    char path[256];
    snprintf(path, sizeof path, "%s/f.r", folder);
    json_t *result = json_load_file(path, 0, NULL);
    double not_known = json_number_value(json_object_get(json_object_get(result, "interval"), "unknown_share"));
    assert_true(not_known >= share * (1 - 1e-9) && share > 0.1); /* the interval says of how much it is a guess */
    json_decref(result);
}

/* Values with times of their own: one that no sample had is a guess, and one of them is none. */
static void test_values(void **state) {
    double share;
    bool unknown;
    (void)state;
    expect("sed 's/\"related\": {/\"values\": {\"m\": [100, 200, 300, 700, 800, 900]}, &/' m.json > v.json; $BIN/bsim "
           "run -np 3 "
           "--platform platform.json --models v.json --json v.r ./k 1 0 2>&1 | grep -c 'no sample had'",
           1, "0");
    expect("$BIN/bsim run -np 3 --platform platform.json --models v.json --json v.r ./k 1 850", 0,
           "block strip (k.c:12): each value of m has a time of its own, and this run has values whose time no sample "
           "tells: it is a guess; measure them");
    char *why = doubts("v.r", "strip", &share, &unknown);
    assert_non_null(strstr(why, "not known"));
    assert_true(unknown);
    free(why);
    expect("sed 's/\"related\": {/\"values\": {\"q\": [1]}, &/' m.json > bad.json; $BIN/bsim run -np 3 --platform "
           "platform.json --models bad.json ./k 1 0",
           2, "\"q\" is none of this model's params");
}

/* Ranks that differ take their parts of the time: those of three on three, the mean of all on one, and on six, of which
 * it is not known, each twice. Of four, ranks 1 and 2 share the part of 3: two thirds of what they stand for. */
static void test_by_rank(void **state) {
    static const char *const times[] = {"3.000 s", "1.000 s", "3.000 s", "2.000 s"};
    static const int np[] = {3, 1, 6, 4};
    char unknown_of[128];
    double share;
    bool unknown;
    (void)state;
    write_file("w.json",
               "{\"schema\": \"bsim-models/1\", \"blocks\": {\"kernel\": {\"time\": 1, \"by_rank\": [0, 3, 0]}}, "
               "\"other_blocks\": {\"time\": 0}}");
    write_file("six.json",
               "{\"schema\": \"bsim-platform/1\", \"nodes\": 6, \"cores_per_node\": 1, \"network\": {\"model\": "
               "\"simple\", \"latency\": 0, \"bandwidth\": \"1e30B/s\"}}");
    for (int i = 0; i < 4; i++) {
        char command[200];
        snprintf(command, sizeof command,
                 "$BIN/bsim run -np %d --platform six.json --models w.json --json w.r ./k 1 0 | grep 'predicted time'",
                 np[i]);
        expect(command, 0, times[i]);
        char *why = doubts("w.r", "kernel", &share, &unknown);
        snprintf(
            unknown_of, sizeof unknown_of,
            "its ranks differ with equal parameters, up to 3 times their mean on 3: how those of %d do is not known",
            np[i]);
        assert_int_equal(np[i] > 3, strstr(why, unknown_of) != NULL);
        free(why);
    }
}

/* Measured runs that were far apart with equal parameters: the time is a guess, and the interval says so. */
static void test_between_runs(void **state) {
    double share;
    bool unknown;
    (void)state;
    write_file("e.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\"kernel\": {\"time\": 1, \"fit\": "
                         "{\"error_median\": 0.01, \"error_max\": 0.02, \"between_runs\": 50}}}, "
                         "\"other_blocks\": {\"time\": 0}}");
    expect("$BIN/bsim run -np 3 --platform platform.json --models e.json --json e.r ./k 1 0", 0,
           "those of 100.0 % of the time are not known");
    char *why = doubts("e.r", "kernel", &share, &unknown);
    assert_non_null(strstr(why, "the measured runs were up to 50 times apart with equal parameters"));
    assert_true(unknown);
    free(why);
}

/* A difference that is 0, and 1e-14 by the relation: rounding of values up to 100 is no break. */
static void test_rounding(void **state) {
    double share;
    bool unknown;
    (void)state;
    write_file("f.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\"kernel\": {\"params\": {\"n\": \"g->n\", "
                         "\"m\": \"m\"}, \"time\": \"1e-8*n\", \"fit\": {\"error_median\": 0.01, \"error_max\": "
                         "0.02, \"range\": {\"m\": [0, 100]}, \"related\": {\"m\": \"1e-16*n\"}}}}, "
                         "\"other_blocks\": {\"time\": 0}}");
    expect("$BIN/bsim run -np 1 --platform platform.json --models f.json --json f.r ./k 0 0 2>&1 | grep -c guess", 1,
           "0");
    char *why = doubts("f.r", "kernel", &share, &unknown);
    assert_null(strstr(why, "not known"));
    free(why);
}

/* A relation of a name that the model does not have, and one that is no formula. */
static void test_refused(void **state) {
    (void)state;
    expect("sed 's/\"m\": \"n\"/\"q\": \"n\"/' m.json > bad.json; $BIN/bsim run -np 3 --platform platform.json "
           "--models bad.json "
           "./k 1 0",
           2, "\"q\" is none of this model's params");
    expect("sed 's/\"m\": \"n\"$/\"m\": \"n +\"/; s/\"m\": \"n\"}/\"m\": \"n +\"}/' m.json > bad.json; $BIN/bsim run "
           "-np 3 "
           "--platform platform.json --models bad.json ./k 1 0",
           2, "is no expression");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fit_tells),    cmocka_unit_test(test_kept),     cmocka_unit_test(test_broken),
        cmocka_unit_test(test_fixed),        cmocka_unit_test(test_values),   cmocka_unit_test(test_by_rank),
        cmocka_unit_test(test_between_runs), cmocka_unit_test(test_rounding), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
