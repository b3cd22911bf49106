/* fit_noise.c - what runs with equal parameters differ by is no reason for a term, and a pair of terms that no single
 * one is near to is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "bsim/fit/fit.h"

enum { RUNS = 5, SEEDS = 500 };

static uint32_t state;

/* -1 to 1. */
static double draw(void) {
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / (1 << 23) - 1;
}

/* The modelled time with parameters x. */
static double modelled(struct fit_data *data, const double *x) {
    struct fit_model m;
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(&m, &data->block[0]);
    double time_s = bsim_fit_model_time(&m, x);
    bsim_fit_model_free(&m);
    return time_s;
}

/* 1.5 ms for each of 256 parts, which one, two or four ranks have; about 51,470 pairs in each, and a few odd ones: five
 * runs, of which each is up to 3 % off, and all of a size up to 1 %. Sixteen times as many parts take sixteen times as
 * long. The odd ones may have made all times of a size longer by chance, as with one seed of 3,000. */
static void stays_straight(void **unused) {
    static const char *const params[] = {"parts", "rank", "odd", "pairs"};
    int off = 0;
    (void)unused;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct fit_data data = {0};
        state = seed;
        for (int size = 64; size <= 256; size *= 2) {
            double of_size = 1 + 0.01 * draw();
            for (int rank = 0; rank < 256 / size; rank++) {
                double odd = rint(4 * size * (1 + 0.3 * draw())), pairs = 51470.0 * size + rint(3e3 * draw());
                for (int run = 0; run < RUNS; run++) {
                    double x[] = {size, rank, odd, pairs}, time_s = 1.5e-3 * size * of_size * (1 + 0.03 * draw());
                    assert_true(bsim_fit_data_add(&data, "b", 4, params, x, time_s, NAN, 1, 1));
                }
            }
        }
        double x[FIT_MAX_PARAMS] = {4096, 0, 4 * 4096, 51470.0 * 4096};
        double ratio = modelled(&data, x) / (1.5e-3 * 4096);
        off += !(fabs(ratio - 1) < 0.05);
        bsim_fit_data_free(&data);
    }
    if (off > 1)
        fail_msg("with %d of %d seeds 4,096 parts do not take 16 times as long as 256", off, SEEDS);
}

/* Rows of an image of `width` points: 0.5 us for each of `height` rows, which show other parts, and a power of the
 * width. Ten sizes, most of them square, times within 3 %. */
static double of_row(double height, double width) {
    return 0.53e-6 * height + 2e-6 * pow(width, 2.0 / 3);
}

static void takes_a_pair(void **unused) {
    static const char *const params[] = {"height", "width"};
    static const double sizes[][2] = {{64, 64},   {120, 160}, {240, 240}, {300, 400}, {520, 520},
                                      {128, 128}, {240, 320}, {400, 400}, {480, 640}, {720, 720}};
    (void)unused;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct fit_data data = {0};
        state = seed;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            double off = 1 + 0.03 * draw();
            for (int run = 0; run < RUNS; run++)
                assert_true(bsim_fit_data_add(&data, "b", 2, params, sizes[i],
                                              of_row(sizes[i][0], sizes[i][1]) * off * (1 + 0.01 * draw()), NAN, 100,
                                              1));
        }
        double x[FIT_MAX_PARAMS] = {360, 480};
        double ratio = modelled(&data, x) / of_row(360, 480);
        if (!(fabs(ratio - 1) < 0.08))
            fail_msg("seed %u: a row of 480 points takes %.3f times as long as it does", seed, ratio);
        bsim_fit_data_free(&data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stays_straight), cmocka_unit_test(takes_a_pair)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
