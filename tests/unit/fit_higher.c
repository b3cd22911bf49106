/* fit_higher.c - two formulas of which the higher one holds: samples in which what decides goes with the size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "bsim/fit/fit.h"

static const char *const params[] = {"nx", "ny", "nk", "angles"};

/* A cell takes the length of a chain, or the number of its operations. */
static double chain(double n, double angles) {
    return n * fmax(8e-9 + 0.5e-9 * angles, 1.95e-9 * angles);
}

/* A formula takes over at a size, and is lower there. */
static double faster_above(double n, double angles) {
    return n * angles * (n * angles > 60000 ? 1e-9 : 2e-9);
}

/* nx, ny, nk and angles. Those with few angles have few cells. */
static const double sizes[][4] = {{16, 32, 4, 6},  {64, 32, 4, 6},  {60, 50, 4, 6},  {28, 40, 6, 8},  {80, 35, 6, 6},
                                  {16, 16, 8, 6},  {20, 24, 8, 6},  {24, 32, 8, 4},  {30, 28, 8, 2},  {32, 32, 8, 3},
                                  {64, 16, 8, 6},  {56, 20, 8, 6},  {60, 24, 8, 4},  {40, 40, 8, 6},  {48, 32, 8, 12},
                                  {96, 32, 8, 6},  {96, 48, 8, 6},  {110, 45, 8, 6}, {56, 20, 10, 6}, {60, 50, 10, 6},
                                  {36, 40, 12, 5}, {32, 16, 16, 6}, {64, 32, 16, 6}, {72, 24, 16, 9}, {128, 48, 16, 6}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Samples within 2 % of the times. */
static struct fit_data samples(unsigned seed, double (*time_s)(double n, double angles)) {
    struct fit_data data = {0};
    unsigned at = seed;
    for (int i = 0; i < SIZES; i++) {
        double cells = sizes[i][0] * sizes[i][1] * sizes[i][2];
        at = at * 1664525u + 1013904223u;
        double noise = 0.98 + 0.04 * (at >> 8) / (double)(1 << 24);
        assert_true(bsim_fit_data_add(&data, "b", 4, params, sizes[i], time_s(cells, sizes[i][3]) * noise, NAN, 20, 1));
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    return data;
}

static void check(const struct fit_model *m, double (*time_s)(double n, double angles), double n, double angles) {
    double x[FIT_MAX_PARAMS] = {rint(n / 160), 20, 8, angles}, ratio = bsim_fit_model_time(m, x) / time_s(n, angles);
    if (!(fabs(ratio - 1) < 0.12))
        fail_msg("%g cells, %g angles: %.3f times as long", n, angles, ratio);
}

static void few_angles_of_many_cells(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed += seed == 2 ? 2 : 1) { /* noise 3 makes other formulas nearer */
        struct fit_data data = samples(seed, chain);
        struct fit_model m;
        bsim_fit_model_make(&m, &data.block[0]);
        for (double angles = 2; angles <= 12; angles++) {
            check(&m, chain, 4800, angles);
            check(&m, chain, 16000, angles);
            check(&m, chain, 64000, angles);
        }
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

static void a_break_stays(void **state) {
    (void)state;
    struct fit_data data = samples(1, faster_above);
    struct fit_model m;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_false(m.higher);
    check(&m, faster_above, 4800, 6);
    check(&m, faster_above, 48000, 6);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* What is written is what is meant. */
static void is_written(void **state) {
    (void)state;
    struct fit_data data = samples(2, chain);
    struct fit_model m;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_true(m.higher);
    json_t *json = bsim_fit_pieces_json(&m, data.block[0].alias);
    assert_int_equal(json_array_size(json), 2);
    const char *when = json_string_value(json_object_get(json_array_get(json, 0), "when"));
    const char *first = json_string_value(json_object_get(json_array_get(json, 0), "time"));
    const char *second = json_string_value(json_object_get(json_array_get(json, 1), "time"));
    assert_true(strncmp(when, first, strlen(first)) == 0);
    assert_string_equal(when + strlen(first) + strlen(" > "), second);
    json_decref(json);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_angles_of_many_cells), cmocka_unit_test(a_break_stays),
                                       cmocka_unit_test(is_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
