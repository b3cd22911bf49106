/* fit_near.c - what is known of a fit near a time and near a break: errors by time, and transitions between pieces. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bsim/fit/fit.h"

static const char *const name[] = {"n"};

static void fit(struct fit_model *m, struct fit_data *data) {
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(m, &data->block[0]);
}

static void end(struct fit_model *m, struct fit_data *data) {
    bsim_fit_model_free(m);
    bsim_fit_data_free(data);
}

static double near_time(const struct fit_model *m, double time_s) {
    int i = 0;
    while (i + 1 < m->nnear && m->near[i + 1].time_s <= time_s)
        i++;
    return m->near[i].error;
}

/* Short times are off by 30 % and long ones by 1 %: one error would doubt the long ones for nothing, and trust the
 * short ones. */
static void test_errors_by_time(void **state) {
    struct fit_data data = {0};
    struct fit_model m;
    (void)state;
    for (int i = 0; i < 24; i++) {
        double n = 1000 * pow(1.5, i), off = (n < 1e5 ? 0.3 : 0.01) * (i % 2 ? 1 : -1);
        bsim_fit_data_add(&data, "b", 1, name, &n, 1e-8 * n * (1 + off), 0.01, 10, 0);
    }
    fit(&m, &data);
    assert_in_range(m.nnear, 4, FIT_MAX_NEAR);
    for (int i = 1; i < m.nnear; i++)
        assert_true(m.near[i].time_s > m.near[i - 1].time_s);
    assert_true(near_time(&m, 2e-5) > 0.25);
    assert_true(near_time(&m, 5e-2) < 0.05);
    json_t *model = bsim_fit_model_json(&m, &data.block[0]);
    json_t *errors = json_object_get(json_object_get(model, "fit"), "errors");
    assert_int_equal(json_array_size(errors), m.nnear);
    double time_s = json_number_value(json_array_get(json_array_get(errors, 0), 0));
    assert_float_equal(time_s / m.near[0].time_s, 1, 0.006);
    json_decref(model);
    end(&m, &data);
}

/* Three to five points tell one error for all times, two none. */
static void test_few_points(void **state) {
    (void)state;
    for (int points = 2; points <= 5; points++) {
        struct fit_data data = {0};
        struct fit_model m;
        for (int i = 1; i <= points; i++) {
            double n = 1000 * i;
            bsim_fit_data_add(&data, "b", 1, name, &n, 1e-8 * n * (i % 2 ? 1.01 : 0.99), 0.01, 10, 0);
        }
        fit(&m, &data);
        assert_int_equal(m.nnear, points > 2);
        json_t *model = bsim_fit_model_json(&m, &data.block[0]);
        json_t *errors = json_object_get(json_object_get(model, "fit"), "errors");
        assert_int_equal(json_array_size(errors), m.nnear);
        assert_true(points == 2 || (m.near[0].error > m.error_median && m.near[0].error < 1));
        json_decref(model);
        end(&m, &data);
    }
}

/* 1 ns for each element up to a million, 4 ns from four million on, and nothing was measured between. */
static void test_transition(void **state) {
    struct fit_data data = {0};
    struct fit_model m;
    (void)state;
    for (int i = 0; i < 20; i++) {
        double n = i < 10 ? 1e6 / (10 - i) : 4e6 * (i - 9);
        bsim_fit_data_add(&data, "b", 1, name, &n, (i < 10 ? 1e-9 : 4e-9) * n * (i % 2 ? 1.002 : 0.998), 0.01, 10, 0);
    }
    fit(&m, &data);
    assert_int_equal(m.npiece, 2);
    double at[] = {1e6, 1.0001e6, 2e6, 3.9999e6, 4e6}, time_s[5];
    for (int i = 0; i < 5; i++)
        time_s[i] = bsim_fit_model_time(&m, &at[i]);
    assert_float_equal(time_s[0], 1e-3, 2e-5);
    assert_float_equal(time_s[1] / time_s[0], 1, 0.001);
    assert_float_equal(time_s[2], sqrt(2e-3 * 8e-3), 8e-5); /* halfway: 2 ns for each element */
    assert_float_equal(time_s[3] / time_s[4], 1, 0.001);
    assert_float_equal(time_s[4], 16e-3, 3e-4);
    json_t *model = bsim_fit_model_json(&m, &data.block[0]);
    json_t *pieces = json_object_get(model, "pieces");
    json_t *transition = json_object_get(json_array_get(pieces, 0), "transition");
    assert_string_equal(json_string_value(json_object_get(transition, "of")), "n");
    assert_float_equal(json_number_value(json_object_get(transition, "from")), 1e6, 1);
    assert_float_equal(json_number_value(json_object_get(transition, "to")), 4e6, 1);
    assert_null(json_object_get(json_array_get(pieces, 1), "transition"));
    json_decref(model);
    end(&m, &data);
}

/* One of six sizes takes four times as long, at short and at long times: nine tenths of times are not within the error
 * of the other five. */
static void test_some_far_off(void **state) {
    struct fit_data data = {0};
    struct fit_model m;
    (void)state;
    for (int i = 0; i < 60; i++) {
        double n = floor(1000 * pow(1.12, i)), off = i % 6 == (i / 6) % 6 ? 4 : 1;
        bsim_fit_data_add(&data, "b", 1, name, &n, 1e-8 * n * off * (i % 2 ? 1.01 : 0.99), 0.01, 10, 0);
    }
    fit(&m, &data);
    assert_true(m.nnear > 3);
    for (int i = 0; i < m.nnear; i++)
        if (m.near[i].error < 0.5)
            fail_msg("near %g s: %g", m.near[i].time_s, m.near[i].error);
    end(&m, &data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors_by_time), cmocka_unit_test(test_few_points),
                                       cmocka_unit_test(test_transition), cmocka_unit_test(test_some_far_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
