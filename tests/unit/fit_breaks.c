/* fit_breaks.c - a break by one size is found where samples of the other sizes seem to have one by their product, and
 * where only two samples are beyond it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "bsim/fit/fit.h"

static const char *const params[] = {"nx", "ny", "nk", "angles"};

/* The planes of a sweep, and a loop over few angles in each cell, whose vector instructions wait for the cell in front.
 */
static double sweep(const double *x) {
    return 1e-9 * x[0] * x[1] * x[2] * fmax(8.7 + 0.3 * x[3], 1.9 * x[3]);
}

/* Fits samples of sizes within 1 % of the times; other sizes must then be predicted within 8 %. */
static void predicts(unsigned seed, const double (*sizes)[4], int n, int nparam, double (*time_s)(const double *x),
                     const double (*others)[FIT_MAX_PARAMS], int nother) {
    struct fit_data data = {0};
    struct fit_model m;
    unsigned at = seed;
    for (int i = 0; i < n; i++) {
        at = at * 1664525u + 1013904223u;
        double noise = 0.99 + 0.02 * (at >> 8) / (double)(1 << 24);
        assert_true(bsim_fit_data_add(&data, "b", nparam, params, sizes[i], time_s(sizes[i]) * noise, NAN, 20, 1));
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    for (int i = 0; i < nother; i++) {
        double ratio = bsim_fit_model_time(&m, others[i]) / time_s(others[i]);
        if (!(fabs(ratio - 1) < 0.08))
            fail_msg("seed %u, sizes %d: %.3f times as long", seed, i, ratio);
    }
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Most samples have six angles. Those with fewer are small: up to 51,000 angles of cells. */
static void test_single(void **state) {
    static const double sizes[][4] = {
        {16, 32, 4, 6},  {16, 16, 8, 6}, {20, 24, 8, 6},  {24, 32, 8, 4},  {30, 28, 8, 2},
        {32, 32, 8, 3},  {64, 16, 8, 6}, {32, 16, 16, 6}, {64, 32, 4, 6},  {28, 40, 6, 8},
        {56, 20, 8, 6},  {60, 24, 8, 4}, {56, 20, 10, 6}, {60, 50, 4, 6},  {40, 40, 8, 6},
        {36, 40, 12, 5}, {80, 35, 6, 6}, {48, 32, 8, 12}, {96, 32, 8, 6},  {60, 50, 10, 6},
        {64, 32, 16, 6}, {96, 48, 8, 6}, {72, 24, 16, 9}, {110, 45, 8, 6}, {128, 48, 16, 6},
    };
    static const double others[][FIT_MAX_PARAMS] = {{40, 36, 10, 4}, {80, 60, 8, 3}, {120, 90, 10, 4}, {20, 10, 4, 12}};
    (void)state;
    for (unsigned seed = 1; seed <= 3; seed++)
        predicts(seed, sizes, (int)(sizeof sizes / sizeof *sizes), 4, sweep, others,
                 (int)(sizeof others / sizeof *others));
}

/* A stencil over ny rows, of which a cache holds three of up to 1,800 points. Two samples have longer rows. */
static double rows(const double *x) {
    return 6.4e-10 * x[0] * x[1] * (x[0] > 1800 ? 1.6 : 1);
}

static void test_end(void **state) {
    static const double sizes[][4] = {
        {60, 60},    {120, 60},   {60, 250},    {250, 250},   {500, 125},  {500, 250},   {250, 505},
        {400, 700},  {700, 700},  {1010, 250},  {900, 900},   {1200, 900}, {700, 650},   {1010, 505},
        {1400, 550}, {1600, 450}, {1010, 1010}, {1500, 1400}, {2020, 750}, {2020, 1010},
    };
    static const double others[][FIT_MAX_PARAMS] = {{800, 550}, {1300, 1100}, {300, 400}, {2020, 900}, {1600, 1600}};
    (void)state;
    for (unsigned seed = 1; seed <= 3; seed++)
        predicts(seed, sizes, (int)(sizeof sizes / sizeof *sizes), 2, rows, others,
                 (int)(sizeof others / sizeof *others));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_single), cmocka_unit_test(test_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
