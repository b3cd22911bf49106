/* drift.c - executions of a block that become longer or shorter as the program goes on, as where a table fills: a
 * prediction with as many of them as the measured runs is known, and one with other numbers is not. */
#include "tests/unit/shell.h"

#include <jansson.h>

#include "bsim/base/related.h"

/* A block that is executed as often as the second argument says. */
static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <mpi.h>\n"
                              "#include <stdlib.h>\n"
                              "static const char *const params[] = {\"n\"};\n"
                              "const bsim_block_info bsim_blocks[] = {{\"look\", \"k.c\", 8, 9, 1, params, 0, 0}};\n"
                              "const int bsim_nblocks = 1;\n"
                              "int main(int argc, char **argv) {\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    for (int i = 0; i < atoi(argv[2]); i++)\n"
                              "        BSIM_Add_time(BSIM_cost(0, atoi(argv[1])));\n"
                              "    MPI_Finalize();\n"
                              "    return 0;\n"
                              "}\n";

/* Part k of 20 executions of a run: halved each time, 5 % longer each time, or up and down. */
static double shrinks(int run, int k) {
    return 10.0 / (double)(1 << k) + 0.001 * run / (k + 1);
}
static double grows(int run, int k) {
    return 0.6 + 0.05 * k + 0.01 * ((run + k) % 3);
}
static double varies(int run, int k) {
    return 0.3 + 0.35 * ((7 * k + 3 * run) % 5);
}

/* Nine runs of other sizes, with 20 executions each of 10 us * n on average; fitted to NAME.json. */
static void fit(const char *name, double (*part)(int run, int k)) {
    char command[100];
    for (int run = 1; run <= 9; run++) {
        char file[60], text[1000];
        size_t at = (size_t)snprintf(text, sizeof text,
                                     "# bsim-samples/1; machine: m; rank 0 of 1;\nblock\tparams\tcount\tmedian_s\n"
                                     "look\tn=%d\t20\t%g\n# sequence: look",
                                     100 * run, 1e-3 * run);
        for (int k = 0; k < 20; k++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%c%.4g", k ? ' ' : '\t', part(run, k));
        snprintf(text + at, sizeof text - at, "\n");
        snprintf(file, sizeof file, "%s%d.tsv", name, run);
        write_file(file, text);
    }
    snprintf(command, sizeof command, "$BIN/bsim fit -q -o %s.json %s?.tsv", name, name);
    expect(command, 0, NULL);
}

/* Nine runs whose workers have 20 executions that become shorter, and nearly all of the time; the master has 200 short
 * ones. */
static void fit_farm(void) {
    for (int run = 1; run <= 9; run++)
        for (int rank = 0; rank < 2; rank++) {
            char file[60], text[4000];
            int n = rank ? 20 : 200;
            size_t at = (size_t)snprintf(text, sizeof text,
                                         "# bsim-samples/1; machine: m; rank %d of 2;\nblock\tparams\tcount\tmedian_s\n"
                                         "look\tn=%d\t%d\t%g\n# sequence: look",
                                         rank, rank ? 100 * run : 1, n, rank ? 1e-3 * run : 1e-5 + 1e-7 * run);
            for (int k = 0; k < n; k++)
                at += (size_t)snprintf(text + at, sizeof text - at, "%c%.4g", k ? ' ' : '\t',
                                       rank ? shrinks(run, k) : 2 - 0.01 * k);
            snprintf(text + at, sizeof text - at, "\n");
            snprintf(file, sizeof file, "farm%d.tsv.rank%d", run, rank);
            write_file(file, text);
        }
    expect("$BIN/bsim fit -q -o farm.json farm?.tsv.rank?", 0, NULL);
}

/* Three runs with other arguments than three more: 60 executions, of which those after the 30th take longer and longer,
 * and 20. The executions are told with their numbers. */
static void fit_melting(void) {
    for (int run = 1; run <= 6; run++) {
        char file[60], text[4000];
        int n = run <= 3 ? 60 : 20;
        size_t at = (size_t)snprintf(text, sizeof text,
                                     "# bsim-samples/1; machine: m; rank 0 of 1;\nblock\tparams\tcount\tmedian_s\n"
                                     "look\tn=%d\t%d\t%g\n# run: {\"args\": [\"%d\"], \"folder\": \"f\"}\n"
                                     "# together: look",
                                     100 * run, n, 1e-3 * run, n);
        for (int k = 1; k < n; k++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%c%d:%.4g", k > 1 ? ' ' : '\t', k,
                                   1 + 0.001 * ((run + k) % 3) + (k > 30 ? 0.03 * (k - 30) : 0));
        snprintf(text + at, sizeof text - at, "\n");
        snprintf(file, sizeof file, "melts%d.tsv", run);
        write_file(file, text);
    }
    expect("$BIN/bsim fit -q -o melts.json melts?.tsv", 0, NULL);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("k.c", program);
    write_file("platform.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 1, \"network\": "
                                "{\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}");
    fit("shrinks", shrinks);
    fit("grows", grows);
    fit("varies", varies);
    fit_farm();
    fit_melting();
    return sh_or_tell("$BIN/bsimcc -O1 k.c -o k");
}

/* Runs two ranks with the models and so many executions on each. Whether the block is known; *width: of the interval.
 */
static bool is_known(const char *models, int executions, double *width, char **why) {
    char command[300], path[256];
    snprintf(command, sizeof command,
             "$BIN/bsim run -np 2 --platform platform.json --models %s.json --json r.json -q ./k 450 %d", models,
             executions);
    expect(command, 0, NULL);
    snprintf(path, sizeof path, "%s/r.json", folder);
    json_t *root = json_load_file(path, 0, NULL), *interval = json_object_get(root, "interval");
    json_t *entry = json_array_get(json_object_get(root, "trust"), 0);
    double unknown = json_number_value(json_object_get(interval, "unknown_share"));
    *width =
        json_number_value(json_object_get(interval, "high_s")) / json_number_value(json_object_get(interval, "low_s"));
    *why = entry ? json_dumps(json_object_get(entry, "why"), JSON_COMPACT) : strdup("");
    json_decref(root);
    return unknown < 0.5;
}

static void test_fit(void **state) {
    (void)state;
    static const char print[] = "python3 -c 'import json; print([json.load(open(f))[\"blocks\"][\"look\"][\"fit\"].get"
                                "(\"drift\") for f in (\"shrinks.json\", \"grows.json\", \"varies.json\")])'";
    expect(print, 0, "[{'executions': [20, 20], 'later': 0.00");
    expect(print, 0, "{'executions': [20, 20], 'later': 1.5");
    expect(print, 0, ", None]");
}

static void test_known(void **state) {
    static const struct {
        const char *models;
        int executions;
        bool known;
        double least_width;
    } cases[] = {{"shrinks", 20, true, 1},    {"shrinks", 21, true, 1},   {"shrinks", 19, true, 1},
                 {"shrinks", 200, false, 50}, {"shrinks", 2, false, 50},  {"grows", 20, true, 1},
                 {"grows", 40, false, 3},     {"grows", 2000, false, 50}, {"varies", 2000, true, 1},
                 {"farm", 20, true, 1},       {"farm", 200, false, 50},   {"melts", 20, true, 1},
                 {"melts", 60, true, 1},      {"melts", 200, false, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double width;
        char *why;
        bool known = is_known(cases[i].models, cases[i].executions, &width, &why);
        if (known != cases[i].known || width < cases[i].least_width || (known && width > 1.5))
            fail_msg("%s, %d: %d, interval %g, %s", cases[i].models, cases[i].executions, known, width, why);
        const char *measured = strcmp(cases[i].models, "melts") ? "20" : "20 to 60";
        char told[100];
        snprintf(told, sizeof told, ", in the measured runs %s, where later ones took", measured);
        if (!known && !strstr(why, told))
            fail_msg("%s, %d: %s", cases[i].models, cases[i].executions, why);
        free(why);
    }
}

/* Samples keep the order of 512 executions at most. */
static void test_factor(void **state) {
    (void)state;
    assert_true(bsim_related_drift(30, 0, 0) == 1);
    assert_true(bsim_related_drift(30, 20, 40) == 1);
    assert_true(bsim_related_drift(80, 20, 40) == 2);
    assert_true(bsim_related_drift(5, 20, 40) == 4);
    assert_true(bsim_related_drift(1e6, 20, 40) == BSIM_RELATED_MOST);
    assert_true(bsim_related_drift(1e6, 20, BSIM_RELATED_ORDERED) == 1);
    assert_true(bsim_related_drift(0, 20, 40) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fit), cmocka_unit_test(test_known),
                                       cmocka_unit_test(test_factor)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
