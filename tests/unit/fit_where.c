/* fit_where.c - parameters that only say where the work is: which they are, what the model makes of them, and which are
 * none. Times are made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

static const char *const names[] = {"height - first", "width", "strip", "rounds a.c:7"};
enum { FIRST, WIDTH, STRIP };

/* Between 0 and 1, by a hash. */
static double chance(uint64_t i) {
    uint64_t state = (i + 1) * 0x9e3779b97f4a7c15u;
    state ^= state >> 29;
    state *= 0xbf58476d1ce4e5b9u;
    return (double)(state >> 11) * 0x1p-53;
}

/* How long the work at a row of height ones takes, beside the mean over the rows. */
static double independent(double row, double height) {
    (void)height;
    return 2 * chance((uint64_t)row);
}

static double hump(double row, double height) {
    double x = sin(M_PI * row / height);
    return 2 * x * x;
}

/* As the rows that are left: no place, but a size, and very noisy. */
static double shrinking(double row, double height) {
    (void)height;
    return row / 300 * (0.6 + 0.8 * chance((uint64_t)row));
}

/* Longer the farther the row is, by chance: the mean goes with how far the rows reach. */
static double farther(double row, double height) {
    (void)height;
    return row / 300 * 2 * chance((uint64_t)row);
}

static double slowly_farther(double row, double height) {
    (void)height;
    return sqrt(row / 300) * 2 * chance((uint64_t)row);
}

/* A run with a number of its own. count: the executions count rounds. */
static void add_run(struct fit_data *data, double width, double height, double strip, bool count,
                    double (*part)(double row, double height)) {
    for (double row = strip; row <= height; row += strip) {
        double time_s = 1e-7 * width * strip * part(row, height) + 1e-6;
        double x[] = {row, width, strip, rint(1e3 * width * strip * part(row, height))};
        assert_true(bsim_fit_data_add_counted(data, "b", 3, count, names, x, time_s, NAN, 1, 1));
    }
    data->run_number++;
    data->nfile++;
}

static const struct {
    double width, height, strip;
} sizes[] = {{100, 200, 16}, {300, 200, 20}, {200, 300, 25}, {600, 400, 20},
             {400, 400, 40}, {800, 600, 50}, {150, 500, 35}, {700, 300, 15}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void join(struct fit_data *data) {
    data->nrun = 0; /* they have no names */
    bsim_fit_sizes_set(&data->block[0], SIZES);
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
}

static struct fit_data measure(double height, bool count, double (*part)(double row, double height)) {
    struct fit_data data = {.nrun = SIZES};
    for (int i = 0; i < SIZES; i++)
        add_run(&data, sizes[i].width, height > 0 ? height : sizes[i].height, sizes[i].strip, count, part);
    join(&data);
    return data;
}

/* The mean time of the work at all rows, by the model, over the true one. */
static double whole(const struct fit_model *m, double width, double height, double strip) {
    double sum = 0, n = 0;
    for (double row = strip; row <= height; row += strip, n++)
        sum += bsim_fit_model_time(m, (const double[]){row, width, strip});
    return sum / n / (1e-7 * width * strip + 1e-6);
}

/* Formulas that follow the means as well as the model's own are near it at a size like those of the samples. */
static void check_rivals(const struct fit_model *m, const struct fit_block *b) {
    const double x[] = {100, 300, 20};
    int n;
    struct fit_rival *all = bsim_fit_aside(m, b, &n);
    for (int i = 0; i < n; i++) {
        struct fit_model other = bsim_fit_aside_model(m, &all[i]);
        assert_float_equal(bsim_fit_model_time(&other, x) / bsim_fit_model_time(m, x), 1, 0.2);
    }
    bsim_free(all);
}

static void check_place(bool count, double (*part)(double, double), bool wave) {
    struct fit_data data = measure(0, count, part);
    struct fit_model m;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.where.params, 1 << FIRST);
    assert_true(m.error_median < 0.1);
    assert_float_equal(whole(&m, 500, 450, 5), 1, 0.1);
    assert_float_equal(whole(&m, 1600, 2000, 16), 1, 0.15);
    check_rivals(&m, &data.block[0]);
    json_t *json = bsim_fit_model_json(&m, &data.block[0]), *where = json_object_get(json, "where");
    json_t *range = json_object_get(json_object_get(json, "fit"), "range");
    double period = json_number_value(json_object_get(where, data.block[0].alias[FIRST]));
    if (wave)
        assert_true(period > 20 && period <= 150);
    else
        assert_float_equal(period, 0, 0);
    assert_int_equal(json_array_size(json_object_get(json_object_get(json, "uneven"), "histogram")), FIT_UNEVEN_VALUES);
    assert_null(json_object_get(range, data.block[0].alias[FIRST])); /* runs had other heights */
    assert_non_null(json_object_get(range, data.block[0].alias[WIDTH]));
    json_decref(json);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

static void test_places(void **state) {
    (void)state;
    check_place(false, independent, false);
    check_place(true, hump, true);
}

/* If all runs had the same rows, nothing tells that the mean is the same for more of them. */
static void test_one_range(void **state) {
    (void)state;
    struct fit_data data = measure(400, false, independent);
    struct fit_model m;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.where.params, 1 << FIRST);
    json_t *json = bsim_fit_model_json(&m, &data.block[0]);
    json_t *range = json_object_get(json_object_get(json_object_get(json, "fit"), "range"), data.block[0].alias[FIRST]);
    assert_int_equal(json_integer_value(json_array_get(range, 1)), 400);
    json_decref(json);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Runs of two heights: a mean that goes with them is that of a size. */
static void test_mean_that_grows(void **state) {
    (void)state;
    struct fit_data data = {.nrun = SIZES};
    for (int i = 0; i < SIZES; i++)
        add_run(&data, sizes[i].width, i % 2 ? 610 : 400, sizes[i].strip, false, farther);
    join(&data);
    struct fit_model m;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.where.params, 0);
    assert_true(m.error_median > 0.2);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Rows that reach as far as the width: nothing tells what more rows of one width do, and the rows have a range. */
static void test_reach_of_another_parameter(void **state) {
    (void)state;
    struct fit_data data = {.nrun = SIZES};
    for (int i = 0; i < SIZES; i++)
        add_run(&data, 100 * (i + 2), 100 * (i + 2), 5, false, farther);
    join(&data);
    struct fit_model m;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.where.params, 1 << FIRST);
    assert_int_equal(m.where.anywhere, 0);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

static struct fit_reach reach_of(double height, double (*part)(double row, double height)) {
    struct fit_data data = measure(height, false, part);
    struct fit_reach r = bsim_fit_reach(&data.block[0], 1 << FIRST, FIRST);
    bsim_fit_data_free(&data);
    return r;
}

static void test_reach(void **state) {
    (void)state;
    struct fit_reach r = reach_of(0, hump);
    assert_true(r.stays && !r.goes);
    assert_float_equal(r.power, 0, 0.1);
    r = reach_of(0, independent);
    assert_true(r.stays && !r.goes);
    r = reach_of(0, shrinking);
    assert_true(r.goes && !r.stays);
    assert_float_equal(r.power, 1, r.off);
    r = reach_of(0, slowly_farther);
    assert_true(!r.stays);
    r = reach_of(400, shrinking); /* all runs reach as far */
    assert_true(!r.goes && !r.stays);
    assert_true(isinf(r.off));
}

/* Times that follow a parameter, though badly, are no matter of places; nor are those that a formula follows. */
static void test_sizes_are_no_places(void **state) {
    (void)state;
    struct fit_data data = measure(0, false, shrinking);
    struct fit_model m;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.where.params, 0);
    json_t *json = bsim_fit_model_json(&m, &data.block[0]);
    assert_null(json_object_get(json, "where"));
    json_decref(json);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* A block keeps to what it is told: bsim bench fits parts of the samples as all of them. */
static void test_given(void **state) {
    (void)state;
    struct fit_data data = measure(0, true, independent);
    struct fit_model m;
    data.block[0].where = (struct fit_where){.known = true};
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.where.params, 0);
    bsim_fit_model_free(&m);
    data.block[0].where.params = 1 << FIRST;
    bsim_fit_model_make(&m, &data.block[0]);
    assert_int_equal(m.where.params, 1 << FIRST);
    assert_true(m.low[FIRST] == 15 && m.high[FIRST] == 600);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_one_range),
                                       cmocka_unit_test(test_mean_that_grows),
                                       cmocka_unit_test(test_reach_of_another_parameter),
                                       cmocka_unit_test(test_reach),
                                       cmocka_unit_test(test_sizes_are_no_places),
                                       cmocka_unit_test(test_given)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
