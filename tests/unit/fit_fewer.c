/* fit_fewer.c - formulas that need room among the products: one parameter goes with another in all samples; work on
 * small matrices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bsim/fit/fit.h"

static const char *const name[] = {"f == sphere", "f == waves", "rounds of many with i > elite - 1", "many", "dim"};

/* A population, of which all but a tenth are made anew, and one of three functions of them, of which the third one
 * takes a time that goes with the square of the dimension. */
static double real_s(const double *x) {
    return x[2] * (4.8e-7 + 8e-8 * x[4] + (x[0] > 0 || x[1] > 0 ? 0 : 1.1e-8 * x[4] * x[4])) + 3e-8 * (x[3] - x[2]);
}

static void test_many_and_most(void **state) {
    (void)state;
    static const double x[][5] = {{0, 1, 17, 20, 5},  {0, 1, 44, 50, 11}, {0, 0, 29, 33, 24}, {0, 0, 71, 80, 8},
                                  {1, 0, 63, 71, 17}, {0, 1, 26, 30, 14}, {0, 1, 54, 61, 6},  {0, 1, 53, 60, 6},
                                  {0, 0, 40, 45, 20}, {1, 0, 19, 22, 30}};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 10; i++)
        bsim_fit_data_add(&data, "work", 5, name, x[i], real_s(x[i]), 0, 10, 0);
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    static const double beyond[][5] = {{0, 1, 89, 100, 20}, {0, 0, 38, 43, 40}, {1, 0, 27, 31, 10}};
    for (int i = 0; i < 3; i++)
        assert_float_equal(bsim_fit_model_time(&m, beyond[i]) / real_s(beyond[i]), 1, 0.05);
    assert_true(m.error_median < 0.05);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Factors of m small matrices of b rows: of few samples b^3 and b^2*m*log2(b) are as near as b^3*m. */
static double factors_s(const double *x) {
    return x[0] * (1.5e-7 + 5e-8 * x[1] + 5.5e-8 * x[1] * x[1] + 6.7e-9 * x[1] * x[1] * x[1]);
}

static void test_small_matrices(void **state) {
    (void)state;
    static const double x[][2] = {{10, 3}, {25, 5}, {40, 2}, {16, 9},  {7, 4},
                                  {8, 4},  {22, 6}, {30, 3}, {15, 12}, {16, 12}};
    static const char *const names[] = {"m", "b"};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 10; i++)
        bsim_fit_data_add(&data, "work", 2, names, x[i], factors_s(x[i]), 0, 10, 0);
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    static const double beyond[][2] = {{100, 16}, {12, 16}, {3, 4}};
    for (int i = 0; i < 3; i++)
        assert_float_equal(bsim_fit_model_time(&m, beyond[i]) / factors_s(beyond[i]), 1, 0.05);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many_and_most), cmocka_unit_test(test_small_matrices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
