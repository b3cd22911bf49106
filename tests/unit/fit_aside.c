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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_faces), cmocka_unit_test(test_nearly_together)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
