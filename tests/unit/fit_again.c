/* fit_again.c - counts that no formula follows, of few samples: one of hundreds of formulas is near all of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bsim/fit/fit.h"

static const char *const name[] = {"n - depth", "n - depth - 1", "depth", "n", "visited"};
enum { SAMPLES = 8, PARAMS = 4 };
static const int size[SAMPLES][2] = {{16, 3}, {20, 4}, {24, 4}, {28, 5}, {18, 3}, {22, 5}, {26, 4}, {30, 5}};

/* The nodes of a search tree of n items in subtrees of some depth. How many of them are cut off is a matter of luck. */
static double visited(int n, int depth, int luck) {
    return 2.0 * n * n / depth * exp(0.4 * sin(13.7 * luck));
}

static void test_luck(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < SAMPLES; i++) {
        double n = size[i][0], depth = size[i][1], many = visited((int)n, (int)depth, i);
        double x[] = {n - depth, n - depth - 1, depth, n, many};
        assert_true(bsim_fit_data_add_counted(&data, "search", PARAMS, 1, name, x, 1e-7 * many, 0, 30, 0));
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    assert_true(m.error_median > 0.3 && m.error_max > 0.7);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Counts that a formula follows keep their small errors. */
static void test_law(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < SAMPLES; i++) {
        double n = size[i][0], depth = size[i][1], many = 2 * n * n * depth * (1 + 0.01 * sin(13.7 * i));
        double x[] = {n - depth, n - depth - 1, depth, n, many};
        assert_true(bsim_fit_data_add_counted(&data, "search", PARAMS, 1, name, x, 1e-7 * many, 0, 30, 0));
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    assert_true(m.error_max < 0.05);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_luck), cmocka_unit_test(test_law)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
