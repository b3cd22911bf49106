/* fit_aside.c - formulas that the samples do not tell apart, where parameters have values that no sample had together.
 */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

static const char *const name[] = {"face", "n0", "n1", "n2"};

/* The model of the samples that have been added. */
static struct fit_model fitted(struct fit_data *data) {
    struct fit_model m;
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(&m, &data->block[0]);
    return m;
}

/* Faces of a block of points: those across the first axis take time, since only there is a neighbour. */
static void test_faces(void **state) {
    (void)state;
    static const int size[][3] = {{20, 30, 40}, {30, 50, 20},  {60, 20, 90},
                                  {90, 40, 30}, {100, 70, 60}, {50, 110, 150}};
    struct fit_data data = {0};
    for (int i = 0; i < 6; i++)
        for (int face = 0; face < 4; face++) {
            double x[] = {face == 0, face < 2 ? 1 : size[i][0], face == 2 ? 1 : size[i][1], face == 3 ? 1 : size[i][2]};
            bsim_fit_data_add(&data, "pack", 4, name, x, face ? 1e-8 : 2e-8 * x[2] * x[3] + 1e-8, 0, 10, 0);
        }
    struct fit_model m = fitted(&data);
    const double across_second[] = {1, 20, 1, 40}, none[] = {0, 20, 1, 40};
    assert_float_equal(bsim_fit_model_time(&m, across_second) / (2e-8 * 20 * 40), 1, 0.01);
    assert_true(bsim_fit_model_time(&m, none) < 2e-8);
    json_t *rivals = bsim_fit_aside_json(&m, &data.block[0]);
    assert_true(json_array_size(rivals) >= 1);
    const char *time = json_string_value(json_object_get(json_array_get(rivals, 0), "time"));
    assert_non_null(strstr(time, "face*"));
    assert_null(strstr(time, "n0"));
    json_decref(rivals);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Two sizes, of which the second is nearly twice the first one in all samples. apart: how far it is from that. */
static json_t *rivals_of(double apart) {
    struct fit_data data = {0};
    for (int i = 0; i < 14; i++) {
        double n = rint(50 * pow(1.4, i)), x[] = {n, rint(2 * n * pow(1 + apart, i % 5 - 2))};
        bsim_fit_data_add(&data, "copy", 2, name + 1, x, 3e-9 * x[0] * (1 + 0.01 * sin(7 * i)), 0, 10, 0);
    }
    struct fit_model m = fitted(&data);
    json_t *rivals = bsim_fit_aside_json(&m, &data.block[0]);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
    return rivals;
}

static void test_nearly_together(void **state) {
    (void)state;
    json_t *rivals = rivals_of(0.002), *apart = rivals_of(0.3);
    assert_int_equal(json_array_size(rivals), 1);
    assert_non_null(strstr(json_string_value(json_object_get(json_array_get(rivals, 0), "time")), "*n1"));
    assert_null(apart);
    json_decref(rivals);
}

/* What the rivals, and the formula, give at x, as the greatest ratio of a rival. */
static double apart_at(const struct fit_model *m, const struct fit_block *b, const double *x) {
    int n;
    double own = bsim_fit_model_time(m, x), most = 0;
    struct fit_rival *all = bsim_fit_aside(m, b, &n);
    for (int i = 0; i < n; i++) {
        struct fit_model other = bsim_fit_aside_model(m, &all[i]);
        most = fmax(most, fabs(log(bsim_fit_model_time(&other, x) / own)));
    }
    bsim_free(all);
    return most;
}

/* Points within a grid, (rows - 2) * (m - 2), whose time goes a little with data. The samples allow rows * m, which is
 * 20 % more for a grid of 15 by 46. Where the times are exact, they do not. */
static void test_below(void **state) {
    (void)state;
    static const int size[][2] = {{123, 13}, {75, 47}, {179, 41}, {32, 68}, {67, 55}, {21, 37}};
    static const double data_decide[] = {5.14, 4.93, 4.54, 4.91, 4.72, 4.96};
    for (int exact = 0; exact < 2; exact++) {
        struct fit_data data = {0};
        for (int i = 0; i < 6; i++) {
            const double x[] = {size[i][0], size[i][1]};
            double each = exact ? 4.9e-8 : 1e-8 * data_decide[i];
            bsim_fit_data_add(&data, "live", 2, name + 1, x, each * (x[0] - 2) * (x[1] - 2), 0, 10, 0);
        }
        struct fit_model m = fitted(&data);
        const double small[] = {15, 46}, inside[] = {100, 50};
        double below = apart_at(&m, &data.block[0], small), within = apart_at(&m, &data.block[0], inside);
        assert_true(exact ? below < 0.01 : below > 0.05);
        assert_true(exact ? within < 0.01 : within < 0.06);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* A loop of one parameter beside work that is always the same, a part of the times that disturbances hide. */
static void test_below_alone(void **state) {
    (void)state;
    static const double noise[] = {0.03, -0.02, 0.01, -0.03, 0.02, 0, -0.01, 0.02};
    struct fit_data data = {0};
    for (int i = 0; i < 8; i++) {
        const double x[] = {100 + 20 * i};
        bsim_fit_data_add(&data, "loop", 1, name + 1, x, 1e-8 * (x[0] + 6) * (1 + noise[i]), 0, 10, 0);
    }
    struct fit_model m = fitted(&data);
    const double small[] = {10};
    double time_s = bsim_fit_model_time(&m, small), off = fabs(log(1e-8 * (10 + 6) / time_s));
    assert_true(off < 0.1 || apart_at(&m, &data.block[0], small) > 0.3 * off);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Edges that the first and the last rank have, of which each of two ranks is one: the samples do not tell them from
 * what all ranks do. Where a rank between them was measured, they do. */
static void test_unseen(void **state) {
    (void)state;
    static const char *const names[] = {"rank == 0", "rank == size - 1", "rows", "m"};
    static const int size[][3] = {{40, 69, 1}, {70, 62, 2}, {52, 45, 1}, {51, 57, 2}, {114, 78, 1},
                                  {31, 47, 2}, {24, 20, 1}, {87, 55, 2}, {43, 47, 1}};
    for (int measured = 0; measured < 2; measured++) {
        struct fit_data data = {0};
        for (int i = 0; i < 9; i++)
            for (int rank = 0, ranks = size[i][2] + measured; rank < ranks; rank++) {
                const double x[] = {rank == 0, rank == ranks - 1, size[i][0], size[i][1]};
                bsim_fit_data_add(&data, "edge", 4, names, x, 1.9e-7 * x[2] + 2e-8 * (x[0] + x[1]) * x[3], 0, 10, 0);
            }
        struct fit_model m = fitted(&data);
        const double between[] = {0, 0, 12, 50}, first[] = {1, 0, 50, 50};
        double apart = apart_at(&m, &data.block[0], between);
        assert_true(fabs(log(bsim_fit_model_time(&m, between) / 2.28e-6)) <
                    (measured ? 0.02 : 1.001 * fmax(apart, 0.1)));
        assert_true(measured ? apart < 0.05 : apart > 0.2);
        assert_true(apart_at(&m, &data.block[0], first) < 0.05);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* A layer of some rows along the first and the last edge of a grid, in slabs of rows. With one and two ranks each slab
 * has a part of it, which is as wide as the layer, and so the samples do not tell the one from the other. Where a slab
 * between them was measured, they do. */
static void test_unseen_counts(void **state) {
    (void)state;
    static const char *const names[] = {"rows", "rounds with i < layer", "rounds with i > n - layer - 1", "layer", "m"};
    static const int size[][4] = {{20, 24, 1, 3}, {33, 20, 1, 5}, {50, 40, 1, 8}, {64, 30, 1, 4}, {30, 20, 2, 3},
                                  {44, 50, 2, 6}, {70, 33, 2, 9}, {60, 60, 2, 2}, {90, 45, 2, 7}};
    for (int measured = 0; measured < 2; measured++) {
        struct fit_data data = {0};
        for (int i = 0; i < 9; i++)
            for (int rank = 0, ranks = size[i][2] + measured; rank < ranks; rank++) {
                double first = rank == 0 ? size[i][3] : 0, last = rank == ranks - 1 ? size[i][3] : 0;
                const double x[] = {rint(1.0 * size[i][0] / ranks), first, last, size[i][3], size[i][1]};
                double points = x[0] * x[4], inner = (x[0] - x[1] - x[2]) * (x[4] - 2 * x[3]);
                bsim_fit_data_add(&data, "layer", 5, names, x, 6e-8 * points + 5e-8 * fmax(inner, 0), 0, 10, 0);
            }
        struct fit_model m = fitted(&data);
        const double between[] = {12, 0, 0, 5, 40}, first[] = {25, 5, 0, 5, 40};
        double off = fabs(log(bsim_fit_model_time(&m, between) / (6e-8 * 480 + 5e-8 * 12 * 30)));
        double apart = apart_at(&m, &data.block[0], between);
        assert_true(off < (measured ? 0.02 : 1.001 * fmax(apart, 0.02)));
        assert_true(measured ? apart < 0.05 : apart > 0.1);
        assert_true(apart_at(&m, &data.block[0], first) < 0.05);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* What only the first rank does is in a term with the rank's number, of which the samples have 0 and 1. It is not
 * negative on the other ranks. */
static void test_first_alone(void **state) {
    (void)state;
    static const char *const names[] = {"rank", "n"};
    struct fit_data data = {0};
    for (int i = 0; i < 12; i++) {
        const double x[] = {i % 2, 30 + 10 * i};
        bsim_fit_data_add(&data, "work", 2, names, x, 1e-8 * x[1] + (i % 2 ? 0 : 5e-8 * x[1]), 0, 10, 0);
    }
    struct fit_model m = fitted(&data);
    for (int rank = 1; rank < 10; rank++)
        assert_float_equal(bsim_fit_model_time(&m, (const double[]){rank, 100}) / 1e-6, 1, 0.01);
    assert_float_equal(bsim_fit_model_time(&m, (const double[]){0, 100}) / 6e-6, 1, 0.01);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* What goes with a rank's number may go with whether it is 0, where the samples have 0 and 1. A comparison has no more.
 */
static void test_up_to_one(void **state) {
    (void)state;
    static const char *const number[] = {"rank", "n"}, *const comparison[] = {"rank != 0", "n"};
    for (int k = 0; k < 2; k++) {
        struct fit_data data = {0};
        for (int i = 0; i < 12; i++) {
            const double x[] = {i % 2, 30 + 10 * i};
            bsim_fit_data_add(&data, "work", 2, k ? comparison : number, x, 2e-8 * x[1] * (1 + x[0]), 0, 10, 0);
        }
        struct fit_model m = fitted(&data);
        const double eighth[] = {8, 100}, first[] = {1, 100};
        double apart = apart_at(&m, &data.block[0], eighth);
        assert_true(k ? apart < 0.01 : apart > log(4));
        assert_true(apart_at(&m, &data.block[0], first) < 0.01);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* A grid with grids of half its size inside, down to eight points, takes 5 us with 11 points. No size below the samples
 * is one at which nothing is left, though a formula may say so. */
static void test_offset_below(void **state) {
    (void)state;
    static const double sample[][2] = {{55, 199.15e-6}, {65, 288.83e-6},  {75, 391.31e-6},
                                       {76, 408.57e-6}, {119, 1020.3e-6}, {168, 2122.7e-6}};
    static const char *const rows[] = {"n"};
    struct fit_data data = {0};
    for (int i = 0; i < 6; i++)
        bsim_fit_data_add(&data, "cycle", 1, rows, &sample[i][0], sample[i][1], 0, 5, 0);
    struct fit_model m = fitted(&data);
    const double small[] = {11};
    assert_true(5e-6 < bsim_fit_model_time(&m, small) * exp(apart_at(&m, &data.block[0], small)));
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_faces),       cmocka_unit_test(test_nearly_together),
                                       cmocka_unit_test(test_below),       cmocka_unit_test(test_below_alone),
                                       cmocka_unit_test(test_unseen),      cmocka_unit_test(test_unseen_counts),
                                       cmocka_unit_test(test_first_alone), cmocka_unit_test(test_up_to_one),
                                       cmocka_unit_test(test_offset_below)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
