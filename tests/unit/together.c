/* together.c - noise that the ranks of a node have in common is told apart from each rank's own, by executions of equal
 * number. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

enum { RUNS = 4, EXECUTIONS = 60 };
static const double deviation = 0.1;

/* A number from -1 to 1 for each execution, the same in each test. */
static double wave(int run, int rank, int k) {
    unsigned x = 2654435761U * (unsigned)(1 + k + 64 * rank + 256 * run);
    x = (x ^ x >> 15) * 2246822519U;
    x = (x ^ x >> 13) * 3266489917U;
    return 2.0 * (x >> 8) / (1 << 24) - 1;
}

/* What of its wave an execution has in common with those of its number. */
static double common_part;
/* The second rank's executions have other numbers than those of the first. */
static bool apart;
static int busy;

static void write_rank(int run, int rank) {
    char file[60], text[4000];
    double own = sqrt(1 - common_part * common_part);
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "# bsim-samples/1; machine: m; rank %d of 2; busy cores: %d;\n"
                                 "block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s\n"
                                 "solve\tn=%d\t%d\t%g\t%g\t%g\t%g\t%g\t%g\nother\tn=%d\t5\t2e-3\t2e-3\t1e-3\t3e-3\t2e-"
                                 "3\t2e-4\n# ran: 1 s\n# together: solve",
                                 rank, busy, run, EXECUTIONS, 1e-3 * run, 1e-3 * run, 5e-4 * run, 2e-3 * run,
                                 1e-3 * run, deviation * 1e-3 * run, run);
    for (int k = 0; k < EXECUTIONS; k++) {
        double part = 1 + 0.17 * (common_part * wave(run, 3, k) + own * wave(run, rank, k));
        at += (size_t)snprintf(text + at, sizeof text - at, "%c%d:%.4g", k ? ' ' : '\t', 3 * k + (apart ? rank : 0),
                               k == 20 && rank == 1 ? 9 : part); /* a disturbance, which does not count */
    }
    snprintf(text + at, sizeof text - at, "\n");
    snprintf(file, sizeof file, "t%d.tsv.rank%d", run, rank);
    write_file(file, text);
}

/* The deviations of a block's model: of executions, and of what ranks have in common. */
static void fitted(const char *block, double *execution, double *together) {
    char path[300];
    snprintf(path, sizeof path, "%s/m.json", folder);
    json_t *root = json_load_file(path, 0, NULL);
    const json_t *noise = json_object_get(json_object_get(json_object_get(root, "blocks"), block), "noise");
    *execution =
        json_is_object(noise) ? json_number_value(json_object_get(noise, "execution")) : json_number_value(noise);
    *together = json_number_value(json_object_get(noise, "together"));
    json_decref(root);
}

static void fit(double part, double *execution, double *together) {
    common_part = part;
    for (int run = 1; run <= RUNS; run++)
        for (int rank = 0; rank < 2; rank++)
            write_rank(run, rank);
    expect("$BIN/bsim fit -q -o m.json t?.tsv.rank?", 0, NULL);
    fitted("solve", execution, together);
    assert_float_equal(*execution * *execution + *together * *together, deviation * deviation, 1e-4);
}

static void test_parts(void **state) {
    (void)state;
    double execution, together;
    apart = false;
    busy = 2;
    fit(1, &execution, &together);
    assert_true(execution < 0.02 && together > 0.098);
    fit(sqrt(0.5), &execution, &together);
    assert_float_equal(together * together / (deviation * deviation), 0.5, 0.15);
    fit(0, &execution, &together);
    assert_true(execution > 0.092);
    /* A block of which too little is known is as all of them. */
    fit(1, &execution, &together);
    fitted("other", &execution, &together);
    assert_true(together > 0.09);
}

/* Runs with other ranks than busy cores, and ranks without common executions, tell nothing. */
static void test_not_known(void **state) {
    (void)state;
    double execution, together;
    apart = false;
    busy = 1;
    fit(1, &execution, &together);
    assert_true(execution == deviation && together == 0);
    busy = 2;
    apart = true;
    fit(1, &execution, &together);
    assert_true(execution == deviation && together == 0);
}

static void refused(const char *line, const char *message) {
    char text[400];
    snprintf(text, sizeof text, "block\tparams\tcount\tmedian_s\nb\tn=1\t2\t2\n%s\n", line);
    write_file("bad.tsv", text);
    snprintf(text, sizeof text, "bad.tsv:3: %s", message);
    expect("$BIN/bsim fit -q -o bad.json bad.tsv", 2, text);
}

static void test_lines_that_cannot_be(void **state) {
    (void)state;
    refused("# together: b", "does not tell a block and how long its executions took");
    refused("# together: b\t1:1 1:1", "is no number and time of an execution: \"1:1\"");
    refused("# together: b\t1:1 2", "is no number and time of an execution: \"2\"");
    refused("# together: b\t1:-1", "is no number and time of an execution: \"1:-1\"");
    refused("# together: b\t1:1x", "is no number and time of an execution: \"1:1x\"");
    refused("# together: b\t1:inf", "is no number and time of an execution: \"1:inf\"");
}

static int set_up(void **state) {
    (void)state;
    return make_folder() ? 0 : 1;
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_not_known),
        cmocka_unit_test(test_lines_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
