/* fit_hidden.c - times that go with a size of another block, which is none of their own parameters. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bsim/fit/fit.h"

enum { RUNS = 10 };
static const double points[RUNS] = {300, 1200, 500, 2500, 800, 400, 1700, 650, 2000, 1000};
static const double queries[RUNS] = {80, 20, 150, 60, 40, 200, 100, 30, 120, 50};

static bool twice; /* a third block has the size of the first one */

/* Runs that build a tree of points and ask it, of which each query takes so long. */
static json_t *hidden_of(double (*query_s)(double points), int block) {
    static const char *const n[] = {"t.n"}, *const q[] = {"queries"};
    struct fit_data data = {0};
    struct fit_model m;
    for (int run = 0; run < RUNS; run++) {
        data.ranks = 1;
        data.run_number = run;
        data.nrun = RUNS;
        assert_true(bsim_fit_data_add(&data, "build", 1, n, &points[run], 1e-7 * points[run], 0, 5, 0));
        double off = 1 + 0.02 * sin(7 * run), time_s = queries[run] * query_s(points[run]) * off;
        assert_true(bsim_fit_data_add(&data, "ask", 1, q, &queries[run], time_s, 0, 5, 0));
        if (twice)
            assert_true(bsim_fit_data_add(&data, "balance", 1, n, &points[run], 2e-7 * points[run], 0, 5, 0));
        data.nfile++;
    }
    bsim_fit_data_join(&data);
    for (int i = 0; i < data.nblock; i++)
        bsim_fit_aliases(&data.block[i]);
    bsim_fit_model_make(&m, &data.block[block]);
    bsim_fit_hidden_make(&m, &data, block);
    json_t *model = bsim_fit_block_json(&m, &data, block),
           *all = json_object_get(json_object_get(model, "fit"), "hidden");
    json_incref(all);
    json_decref(model);
    bsim_fit_model_free(&m);
    data.nrun = 0;
    bsim_fit_data_free(&data);
    return all;
}

static double by_depth(double n) {
    return 2e-7 * log2(n);
}

static double alike(double n) {
    (void)n;
    return 2e-6;
}

static void test_hidden(void **state) {
    (void)state;
    json_t *all = hidden_of(by_depth, 1), *first = json_array_get(all, 0);
    assert_int_equal(json_array_size(all), 1);
    assert_string_equal(json_string_value(json_object_get(first, "block")), "build");
    assert_string_equal(json_string_value(json_object_get(first, "param")), "n");
    assert_true(json_is_true(json_object_get(first, "clear")));
    /* log2(n) grows by a tenth from 1000 to 2000. */
    assert_float_equal(json_real_value(json_object_get(first, "beyond")), 0.12, 0.04);
    json_decref(all);
}

/* Two blocks have the same size. The one whose name comes first stands for both, in whatever order samples come. */
static void test_equal_sizes(void **state) {
    (void)state;
    twice = true;
    json_t *all = hidden_of(by_depth, 1), *first = json_array_get(all, 0);
    twice = false;
    assert_int_equal(json_array_size(all), 1);
    assert_string_equal(json_string_value(json_object_get(first, "block")), "balance");
    json_decref(all);
}

static void test_nothing_hidden(void **state) {
    (void)state;
    assert_null(hidden_of(alike, 1));
    assert_null(hidden_of(by_depth, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hidden), cmocka_unit_test(test_equal_sizes),
                                       cmocka_unit_test(test_nothing_hidden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
