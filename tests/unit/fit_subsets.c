/* fit_subsets.c - formulas of which no single term is near the samples. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bsim/fit/fit.h"

static const char *const name[] = {"many", "first"};

/* Rows of a triangle from one on, each longer than the one before: many*first + many^2/2, on one rank and on two. Of
 * few samples many^2*first is nearer than each of the two terms. */
static void test_trapezium(void **state) {
    (void)state;
    static const double x[][2] = {{24, 9}, {28, 20}, {28, 48}, {49, 18}, {7, 21},
                                  {7, 28}, {32, 19}, {26, 20}, {26, 46}};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 9; i++)
        bsim_fit_data_add(&data, "work", 2, name, x[i], 2e-8 * x[i][0] * x[i][1] + 1e-8 * x[i][0] * (x[i][0] - 1), 0,
                          10, 0);
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    static const double beyond[][2] = {{74, 48}, {10, 100}, {150, 12}};
    for (int i = 0; i < 3; i++) {
        double real = 2e-8 * beyond[i][0] * beyond[i][1] + 1e-8 * beyond[i][0] * (beyond[i][0] - 1);
        assert_float_equal(bsim_fit_model_time(&m, beyond[i]) / real, 1, 0.02);
    }
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Times that noise moves keep the one term that they go with. */
static void test_noise(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 12; i++) {
        double x[] = {20 + 7 * i, 15 + (31 * i) % 47};
        bsim_fit_data_add(&data, "work", 2, name, x, 2e-8 * x[0] * x[1] * exp(0.1 * sin(i * i + 5 * i)), 0, 10, 0);
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.npiece, 1);
    assert_int_equal(m.piece[0].nterm, 1);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_trapezium), cmocka_unit_test(test_noise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
