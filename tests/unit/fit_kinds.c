/* fit_kinds.c - parameters whose values have times of their own: which are taken for kinds, and what comes of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

static const char *const kind_n[] = {"kind", "n"};

/* A block of parameters kind and n, fitted to samples with each of the kinds and of the sizes, which take
 * time_s(kind, n) with errors of a few percent that differ from sample to sample. */
static struct fit_model fitted(struct fit_data *data, const double *kind, int nkind, const double *size, int nsize,
                               double (*time_s)(double kind, double n)) {
    struct fit_model m;
    for (int k = 0; k < nkind; k++)
        for (int s = 0; s < nsize; s++) {
            double x[] = {kind[k], size[s]}, off = 1 + 0.03 * sin(7 * k + 3 * s);
            assert_true(bsim_fit_data_add(data, "b", 2, kind_n, x, time_s(x[0], x[1]) * off, 0.01, 10, 0));
        }
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(&m, &data->block[0]);
    return m;
}

/* The values in models.json; empty if there are none. To be freed. */
static char *values_of(const struct fit_model *m, const struct fit_data *data) {
    json_t *block = bsim_fit_model_json(m, &data->block[0]);
    json_t *values = json_object_get(json_object_get(block, "fit"), "values");
    char *text = values ? json_dumps(values, JSON_COMPACT) : strdup("");
    json_decref(block);
    return text;
}

static const double sizes[] = {1000, 3000, 10000, 30000, 100000, 300000};

static double operation(double op, double n) {
    return (op == 1 ? 10e-9 : op == 2 ? 3e-9 : 1e-9) * n;
}

static double last_step(double step, double n) {
    return (step == 9 ? 21e-9 : 1e-9) * n;
}

static double tag(double t, double n) {
    return (t == 23 ? 8e-9 : 1e-9) * n;
}

/* Whether the time of a parameter's value is known. */
static bool has(const struct fit_model *m, const struct fit_block *b, int param, double value) {
    int n = 0;
    double *known = bsim_fit_kinds_known(m, b, param, &n);
    bool is = bsim_fit_kinds_has(known, n, value);
    bsim_free(known);
    return is;
}

/* Each value's own time, at measured sizes and between them; an unmeasured value is none. */
static void check_kind(const double *kind, int nkind, double (*time_s)(double kind, double n), const char *values) {
    struct fit_data data = {0};
    struct fit_model m = fitted(&data, kind, nkind, sizes, 6, time_s);
    char *text = values_of(&m, &data);
    assert_string_equal(text, values);
    assert_true(m.error_median < 0.05 && m.error_max < 0.15);
    for (int k = 0; k < nkind; k++) {
        double x[] = {kind[k], 50000};
        assert_float_equal(bsim_fit_model_time(&m, x) / time_s(x[0], x[1]), 1, 0.05);
        assert_true(has(&m, &data.block[0], 0, kind[k]));
    }
    assert_false(has(&m, &data.block[0], 0, 77));
    assert_true(has(&m, &data.block[0], 1, 77)); /* a size may have any value */
    free(text);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

static void test_kinds(void **state) {
    (void)state;
    check_kind((const double[]){0, 1, 2}, 3, operation, "{\"kind\":[0,1,2]}");
    check_kind((const double[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10, last_step, "{\"kind\":[0,1,2,3,4,5,6,7,8,9]}");
    check_kind((const double[]){17, 23, 99}, 3, tag, "{\"kind\":[17,23,99]}");
}

static double cubes(double p, double n) {
    return 1e-9 * p * p * p * p * n;
}

/* Sizes are none, though no candidate term is their fourth power; nor is a kind that makes no difference. */
static void test_quantities(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m = fitted(&data, (const double[]){10, 20, 50, 100}, 4, sizes, 6, cubes);
    char *text = values_of(&m, &data);
    assert_string_equal(text, "");
    assert_true(has(&m, &data.block[0], 0, 200));
    free(text);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

static double by_case(double c, double n) {
    return (1 + c) * 1e-9 * n;
}

static double each_its_own(double c, double n) {
    static const double times[] = {1, 9, 2, 8, 3, 7, 4, 6, 5, 11, 30, 12};
    return 1e-9 * times[(int)c] * n;
}

/* Samples of a block whose first parameter chooses, as its name says. */
static struct fit_model chosen(struct fit_data *data, const double *value, int nvalue,
                               double (*time_s)(double c, double n)) {
    static const char *const names[] = {"BSIM_CASE(s->mode)", "n"};
    struct fit_model m;
    for (int k = 0; k < nvalue; k++)
        for (int s = 0; s < 6; s++) {
            double x[] = {value[k], sizes[s]};
            assert_true(bsim_fit_data_add(data, "b", 2, names, x, time_s(x[0], x[1]), 0.01, 10, 0));
        }
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(&m, &data->block[0]);
    return m;
}

/* What chooses is no size, though the times rise with it: no value tells anything of another one. */
static void test_cases(void **state) {
    (void)state;
    static const double rising[] = {1, 4, 9}, many[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    struct fit_data data = {0}, more = {0};
    struct fit_model m = chosen(&data, rising, 3, by_case);
    char *text = values_of(&m, &data);
    assert_string_equal(text, "{\"mode\":[1,4,9]}");
    free(text);
    assert_true(has(&m, &data.block[0], 0, 4));
    assert_false(has(&m, &data.block[0], 0, 5));
    assert_true(has(&m, &data.block[0], 1, 5));
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
    m = chosen(&more, many, 12, each_its_own);
    for (int k = 0; k < 12; k++)
        for (int s = 0; s < 6; s++) {
            double x[] = {many[k], sizes[s]}, off = bsim_fit_model_time(&m, x) / each_its_own(x[0], x[1]);
            assert_true(fabs(off - 1) <= m.error_max + 1e-9); /* five terms are too few, and the fit says so */
        }
    assert_true(m.error_max < 0.7);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&more);
}

/* The first rank works on a triangle, and the others on rectangles: of four samples of the others two took longer than
 * the triangle's formula gives and two less. Their value of the flag must not pass for known. */
static void test_both_ways(void **state) {
    (void)state;
    static const char *const param[] = {"first", "mine", "m"};
    static const double sample[][4] = {{0, 31, 23, 1.524e-5},  {0, 33, 13, 0.962e-5},  {0, 43, 15, 1.424e-5},
                                       {0, 78, 72, 11.471e-5}, {1, 155, 36, 24.34e-5}, {1, 177, 62, 31.688e-5},
                                       {1, 31, 23, 1.028e-5},  {1, 33, 13, 1.16e-5},   {1, 40, 16, 1.685e-5},
                                       {1, 43, 15, 1.94e-5},   {1, 49, 69, 2.504e-5},  {1, 78, 72, 6.245e-5}};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 12; i++) {
        assert_true(bsim_fit_data_add(&data, "b", 3, param, sample[i], sample[i][3], 0, 12, 0));
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    double off = bsim_fit_model_time(&m, (const double[]){0, 29, 105}) / (2e-8 * 29 * 106);
    assert_true(fabs(off - 1) < 0.05 || !has(&m, &data.block[0], 0, 0));
    assert_true(has(&m, &data.block[0], 0, 1));
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

static double layers(const double *x) {
    return 1e-8 * (x[0] > 0 ? 4 * x[1] * x[2] + 30 * x[1] + 20 * x[2] + 90 : 2 * x[1] * x[2] + 3 * x[1] + 2);
}

/* A model of layers: all of ten sizes with 0, and the first so many with 1. */
static struct fit_model of_layers(struct fit_data *data, int ones) {
    static const char *const names[] = {"l > 1", "n", "m"};
    static const double size[][2] = {{6, 5},  {4, 9},  {10, 4},  {2, 6},   {3, 8},
                                     {7, 25}, {15, 8}, {20, 30}, {12, 20}, {14, 12}};
    struct fit_model m;
    for (int k = 0; k < 10; k++)
        for (int flag = 0; flag < (k < ones ? 2 : 1); flag++) {
            double x[] = {flag, size[k][0], size[k][1]};
            assert_true(bsim_fit_data_add(data, "b", 3, names, x, layers(x), 0, 10, 0));
        }
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(&m, &data->block[0]);
    return m;
}

/* A comparison chooses other work, whose terms and the others are more than one formula has: each of both has its own,
 * but not if one would have small sizes alone. */
static void test_work_by_flag(void **state) {
    struct fit_data data = {0}, small = {0};
    struct fit_model m = of_layers(&data, 10), one = of_layers(&small, 5);
    (void)state;
    assert_int_equal(m.npiece, 2);
    for (int flag = 0; flag < 2; flag++) {
        double x[] = {flag, 48, 50};
        assert_float_equal(bsim_fit_model_time(&m, x) / layers(x), 1, 0.02);
    }
    assert_int_equal(one.npiece, 1);
    bsim_fit_model_free(&m);
    bsim_fit_model_free(&one);
    bsim_fit_data_free(&data);
    bsim_fit_data_free(&small);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds), cmocka_unit_test(test_quantities),
                                       cmocka_unit_test(test_work_by_flag), cmocka_unit_test(test_cases),
                                       cmocka_unit_test(test_both_ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
