/* The rest of measured runs, by hand: what is in no block and no message. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>
#include <math.h>

#include "bsim/stat/whole_rest.h"

enum { RUNS = 8, BLOCKS = 3, SWEEP = 0, FILL = 1, PRINT = 2 };

/* A sweep takes 1 ns for each of n points, and makes some of these in a run; memory is filled at 4 ns a point, and
 * printing takes 1 us. The rest is 0.5 ms, and 1 ns a point for the memory that is given back. */
static double longest_s[RUNS][BLOCKS];
static struct bsim_rest_run run[RUNS];

static void make_runs(double constant_s, double each_s) {
    for (int i = 0; i < RUNS; i++) {
        double n = 2e5 * (i + 1) * (i % 3 + 1);
        longest_s[i][SWEEP] = 1e-9 * n * (i % 2 ? 1.1 : 0.9); /* it varies */
        longest_s[i][FILL] = 4e-9 * n;
        longest_s[i][PRINT] = 1e-6;
        run[i] = (struct bsim_rest_run){.rest_s = constant_s + each_s * n, .longest_s = longest_s[i]};
        run[i].measured_s = 4e-9 * n + 1e-9 * n * (10 + 5 * (i % 4)) + run[i].rest_s;
    }
}

static void memory(void **state) {
    (void)state;
    make_runs(0.5e-3, 1e-9);
    struct bsim_rest rest = bsim_whole_rest(run, RUNS, BLOCKS);
    assert_int_equal(rest.runs, RUNS);
    assert_int_equal(rest.block, FILL);
    assert_float_equal(rest.constant_s, 0.5e-3, 1e-8);
    assert_float_equal(rest.longest, 0.25, 1e-5);
    assert_true(rest.error < 1e-4);
    assert_float_equal(rest.least_s, 4e-9 * 2e5, 1e-12);
    assert_float_equal(rest.most_s, 4e-9 * 2e5 * 6 * 3, 1e-12); /* of the sixth run */
}

static void constant(void **state) {
    (void)state;
    make_runs(2e-3, 0);
    struct bsim_rest rest = bsim_whole_rest(run, RUNS, BLOCKS);
    assert_int_equal(rest.runs, RUNS);
    assert_int_equal(rest.block, -1);
    assert_float_equal(rest.constant_s, 2e-3, 1e-8);
    assert_int_equal(bsim_whole_rest(run, 3, BLOCKS).runs, 3);
    assert_int_equal(bsim_whole_rest(run, 2, BLOCKS).runs, 0); /* too few */
}

/* A run that something disturbed does not count more than the others. */
static void disturbed(void **state) {
    (void)state;
    make_runs(0.5e-3, 1e-9);
    run[4].rest_s += 20e-3;
    struct bsim_rest rest = bsim_whole_rest(run, RUNS, BLOCKS);
    assert_int_equal(rest.block, FILL);
    assert_true(rest.longest > 0.15 && rest.longest < 0.35);
}

/* Less than half of it can be explained; it is too little; it is below 0. */
static void none(void **state) {
    (void)state;
    make_runs(0, 0);
    for (int i = 0; i < RUNS; i++)
        run[i].rest_s = run[i].measured_s * (i % 2 ? 0.05 : 0.001);
    assert_int_equal(bsim_whole_rest(run, RUNS, BLOCKS).runs, 0);
    make_runs(0, 1e-11);
    assert_int_equal(bsim_whole_rest(run, RUNS, BLOCKS).runs, 0);
    make_runs(-0.5e-3, -1e-9);
    assert_int_equal(bsim_whole_rest(run, RUNS, BLOCKS).runs, 0);
}

/* A block that not all runs execute does not tell it. */
static void not_in_all(void **state) {
    (void)state;
    make_runs(0.5e-3, 1e-9);
    longest_s[2][FILL] = 0;
    assert_int_equal(bsim_whole_rest(run, RUNS, BLOCKS).block, SWEEP);
}

static void json(void **state) {
    (void)state;
    struct bsim_rest rest = {
        .constant_s = 0.5, .longest = 2, .block = 1, .error = 0.25, .least_s = 1, .most_s = 4, .runs = 9};
    json_t *root = bsim_whole_rest_json(&rest, "fill.1");
    json_t *wanted = json_loads("{\"constant_s\": 0.5, \"block\": \"fill.1\", \"longest\": 2.0, "
                                "\"fit\": {\"runs\": 9, \"error\": 0.25, \"longest_s\": [1.0, 4.0]}}",
                                0, NULL);
    assert_true(json_equal(root, wanted));
    json_decref(wanted);
    json_decref(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory), cmocka_unit_test(constant),   cmocka_unit_test(disturbed),
        cmocka_unit_test(none),   cmocka_unit_test(not_in_all), cmocka_unit_test(json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
