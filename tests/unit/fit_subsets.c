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

/* Half a triangle of rows that are dealt out in strips, on one rank and on two: without the strip's rows no formula
 * follows all times. A formula of the second rank's alone gave no time for all others, and its terms were then lost:
 * the model was 0. */
static void test_something_everywhere(void **state) {
    (void)state;
    static const char *const names[] = {"n", "size", "rank"};
    static const double x[][3] = {{102, 1, 0}, {49, 2, 0},  {49, 2, 1},  {137, 1, 0}, {144, 2, 0},
                                  {144, 2, 1}, {112, 1, 0}, {161, 2, 0}, {161, 2, 1}};
    static const double time_s[] = {1.0916e-4, 8.24e-6,   1.973e-5, 1.9456e-4, 5.762e-5,
                                    1.613e-4,  1.3106e-4, 7.208e-5, 2.0005e-4};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 9; i++)
        bsim_fit_data_add(&data, "work", 3, names, x[i], time_s[i], 0, 2, 0);
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    for (int i = 0; i < 9; i++)
        assert_true(bsim_fit_model_time(&m, x[i]) > 0.2 * time_s[i]);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* The first rank goes along one edge, the last one along another, and all go through their rows: with one and two
 * ranks the rows are half of n for each of the two that is true. A rank between them has rows, too. */
static void test_rows_of_all(void **state) {
    (void)state;
    static const char *const names[] = {"rank == 0", "rank == size - 1", "m", "n", "rows"};
    static const double x[][5] = {{0, 1, 15, 140, 70}, {0, 1, 24, 48, 24},   {0, 1, 37, 156, 78}, {0, 1, 61, 52, 26},
                                  {1, 0, 15, 140, 70}, {1, 0, 24, 48, 24},   {1, 0, 37, 156, 78}, {1, 0, 61, 52, 26},
                                  {1, 1, 19, 62, 62},  {1, 1, 25, 174, 174}, {1, 1, 50, 87, 87},  {1, 1, 74, 29, 29}};
    static const double time_s[] = {1.577e-05, 5.19e-06, 1.761e-05, 5.65e-06,  1.327e-05, 4.71e-06,
                                    1.523e-05, 5.83e-06, 1.308e-05, 3.672e-05, 1.895e-05, 7.25e-06};
    static const double between[] = {0, 0, 30, 399, 44};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 12; i++)
        bsim_fit_data_add(&data, "work", 5, names, x[i], time_s[i], 0, 2, 0);
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    assert_float_equal(bsim_fit_model_time(&m, between) / 8e-6, 1, 0.15);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* The first rank prepares all n numbers, and ranks that work have their part of them. With one and two ranks this is as
 * long as the parts of all, and those of the first rank once more. */
static void test_all_by_first(void **state) {
    (void)state;
    static const char *const names[] = {"rank == 0", "rank >= (size > 1)", "mine", "n", "m"};
    static const double sizes[][2] = {{34, 20}, {61, 11}, {90, 37}, {168, 25}}, inner[] = {0, 1, 40, 360, 50};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 12; i++) {
        double n = sizes[i % 4][0] + i, k = sizes[i % 4][1], first = i % 3 < 2, works = i % 3 != 1;
        double x[] = {first, works, i % 3 == 0 ? n : floor(n / 2), n, k};
        bsim_fit_data_add(&data, "work", 5, names, x, 2e-8 * (first * n * k + works * x[2] * (k + 1.5)), 0, 2, 0);
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    assert_float_equal(bsim_fit_model_time(&m, inner) / (2e-8 * 40 * 51.5), 1, 0.02);
    static const double first[] = {1, 0, 40, 360, 50};
    assert_float_equal(bsim_fit_model_time(&m, first) / (2e-8 * 360 * 50), 1, 0.02);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Rows of a triangle that are dealt out in blocks on one rank and on two: n*mine, but for what remainders make of it.
 */
static void test_two_shares(void **state) {
    (void)state;
    static const char *const names[] = {"rounds of n with i / 4 % size == rank", "n"};
    static const double x[][2] = {{88, 88},  {54, 106}, {52, 106}, {45, 45}, {62, 122},
                                  {60, 122}, {96, 96},  {44, 85},  {41, 85}};
    static const double time_s[] = {8.186e-05, 6.048e-05, 6.04e-05,  2.252e-05, 7.936e-05,
                                    7.928e-05, 9.698e-05, 4.041e-05, 3.868e-05};
    static const double ninth[] = {28, 253};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 9; i++)
        bsim_fit_data_add(&data, "work", 2, names, x[i], time_s[i], 0, 2, 0);
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    assert_float_equal(bsim_fit_model_time(&m, ninth) / 7.5e-5, 1, 0.15);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_trapezium),
                                       cmocka_unit_test(test_noise),
                                       cmocka_unit_test(test_something_everywhere),
                                       cmocka_unit_test(test_rows_of_all),
                                       cmocka_unit_test(test_all_by_first),
                                       cmocka_unit_test(test_two_shares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
