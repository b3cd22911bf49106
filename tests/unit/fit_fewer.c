/* fit_fewer.c - formulas that need room among the products: one parameter goes with another in all samples; work on
 * small matrices. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bsim/base/alloc.h"
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

/* Distances of n points from k centres in d dimensions, by one of three options, of which one parameter tells the
 * third, with a matrix, from the others. No single term is near, and no sum of few has all of it. What is taken is
 * nearer than one term, and others that follow the samples as well are told. */
static double distances_s(const double *x, bool first) {
    return 1e-8 * x[1] * (5 + x[2] * ((first ? 9 : 11) + 3 * x[3] + 2 * x[0] * x[3] * x[3]));
}

static void test_several_terms(void **state) {
    (void)state;
    static const double x[][4] = {{0, 100, 2, 6}, {0, 100, 5, 5}, {0, 50, 3, 2}, {0, 50, 4, 3}, {0, 45, 5, 4},
                                  {0, 65, 4, 2},  {0, 70, 6, 2},  {0, 80, 2, 4}, {0, 90, 2, 7}, {1, 30, 3, 8},
                                  {1, 40, 4, 3},  {1, 60, 3, 6},  {1, 60, 6, 3}, {1, 75, 3, 5}};
    static const char *const names[] = {"cov == 2", "n", "k", "d"};
    struct fit_data data = {0};
    struct fit_model m;
    int n;
    for (int i = 0; i < 14; i++)
        bsim_fit_data_add(&data, "work", 4, names, x[i], distances_s(x[i], i < 4), 0, 10, 0);
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    assert_true(m.error_median < 0.15);
    static const double beyond[][4] = {{1, 150, 8, 6}, {1, 75, 8, 6}, {1, 63, 8, 8}, {0, 25, 6, 8}, {0, 100, 10, 4}};
    struct fit_rival *all = bsim_fit_aside(&m, &data.block[0], &n);
    for (int k = 0; k < 5; k++) {
        double own_s = bsim_fit_model_time(&m, beyond[k]), apart = 0;
        for (int i = 0; i < n; i++) {
            struct fit_model other = bsim_fit_aside_model(&m, &all[i]);
            apart = fmax(apart, fabs(log(bsim_fit_model_time(&other, beyond[k]) / own_s)));
        }
        apart = fmax(apart * (1 + 2 * fmin(apart, 1)), 0.1); /* as a run counts it */
        assert_true(fabs(log(own_s / distances_s(beyond[k], false))) < apart);
    }
    bsim_free(all);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Columns in blocks of four that are dealt out: the mean over all steps of what a rank does behind the step's block. */
static double behind_s(int n, int size, int rank) {
    double sum = 0;
    int steps = 0;
    for (int k = 0; 4 * k < n; k++, steps++)
        for (int b = k + 1; 4 * b < n; b++) {
            sum += 2;
            for (int j = 4 * b; b % size == rank && j < 4 * (b + 1) && j < n; j++)
                sum += 2 + n - j;
        }
    return 1e-8 * sum / steps;
}

/* A number of ranks that was 1 or 2 has no powers: its cube follows what the second rank has as well. */
static void test_one_of_two(void **state) {
    (void)state;
    static const char *const names[] = {"n", "size", "rank"};
    static const int n[] = {134, 112, 158, 55, 102, 136, 149, 32};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 8; i++)
        for (int rank = 0; rank <= i % 2; rank++) {
            double x[] = {n[i], 1 + i % 2, rank};
            bsim_fit_data_add(&data, "work", 3, names, x, behind_s(n[i], 1 + i % 2, rank), 0, 10, 0);
        }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    const double of_last[] = {137, 9, 8};
    assert_float_equal(bsim_fit_model_time(&m, of_last) / behind_s(137, 9, 8), 1, 0.5);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many_and_most), cmocka_unit_test(test_small_matrices),
                                       cmocka_unit_test(test_one_of_two), cmocka_unit_test(test_several_terms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
