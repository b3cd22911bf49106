/* fit_rest.c - a fit finds that times go with the remainder of a parameter, and tells where the samples do not say by
 * which number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* Repeatable, between 0 and 1. */
static double any(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / (double)(1 << 24);
}

static double last_rounds(double n, double m) {
    (void)m;
    return 2e-9 * floor(n / 8) + 3e-8 * fmod(n, 8);
}
static double thirteen(double n, double m) {
    (void)m;
    return 1e-7 * (fmod(n, 13) + 0.3);
}
static double multiples_slow(double n, double m) {
    return 1e-9 * n * m * (fmod(n, 8) == 0 ? 4 : 1);
}
static double multiples_fast(double n, double m) {
    return 1e-9 * n * m * (fmod(n, 4) == 0 ? 1 : 3);
}
static double odd_slow(double n, double m) {
    return 1e-9 * n * m * (fmod(m, 2) == 1 ? 3 : 1);
}
static double two_ways(double n, double m) {
    return 1e-9 * n * (fmod(m, 16) < 8 ? 1 : 20);
}
static double three_ways(double n, double m) {
    (void)m;
    return 1e-9 * n * (fmod(n, 5) == 1 ? 2 : fmod(n, 5) == 3 ? 5 : 1);
}
static double plain(double n, double m) {
    return 1e-8 * n * log2(n + 1) + 1e-8 * m;
}
static double stepped(double n, double m) {
    return 1e-9 * n * m * (n * m > 4000 ? 2 : 1) * (n * m > 130000 ? 2.5 : 1);
}

static const char *const params[] = {"n", "m"};

static void fit_points(struct fit_data *data, struct fit_model *m, double (*law)(double, double), unsigned seed) {
    *data = (struct fit_data){0};
    for (int i = 0; i < 60; i++) {
        double x[] = {floor(40 * pow(50, any(&seed))), floor(2 + 60 * any(&seed))};
        double time_s = law(x[0], x[1]) * (0.98 + 0.04 * any(&seed));
        assert_true(bsim_fit_data_add(data, "b", 2, params, x, time_s, NAN, 20, 1));
    }
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(m, &data->block[0]);
}

/* Whether the time of a parameter's value is known. */
static bool has(const struct fit_model *m, const struct fit_block *b, int param, double value) {
    int n = 0;
    double *known = bsim_fit_kinds_known(m, b, param, &n);
    bool is = bsim_fit_kinds_has(known, n, value);
    bsim_free(known);
    return is;
}

static void test_remainders(void **state) {
    static const struct {
        double (*law)(double, double);
        const char *note;
    } cases[] = {{last_rounds, "n modulo 8"},
                 {thirteen, "n modulo 13"},
                 {multiples_slow, "n modulo 8"},
                 {multiples_fast, "n modulo 4"},
                 {odd_slow, "m modulo 2"},
                 {two_ways, "m modulo 16"},
                 {three_ways, "n modulo 5"},
                 {plain, NULL},
                 {stepped, NULL}};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (unsigned seed = 1; seed <= 2; seed++) {
            struct fit_data data;
            struct fit_model m;
            unsigned at = 77 * seed;
            double most = 0;
            fit_points(&data, &m, cases[c].law, seed);
            for (int i = 0; i < 50; i++) {
                double x[FIT_MAX_PARAMS] = {floor(40 + 2000 * any(&at)), floor(2 + 60 * any(&at))};
                most = fmax(most, fabs(log(bsim_fit_model_time(&m, x) / cases[c].law(x[0], x[1]))));
            }
            bool noted = strstr(m.note, cases[c].note ? cases[c].note : "modulo") != NULL;
            if (noted != (cases[c].note != NULL) || (cases[c].note && most > 0.2))
                fail_msg("law %zu, seed %u: off by exp(%g), \"%s\"", c, seed, most, m.note);
            bsim_fit_model_free(&m);
            bsim_fit_data_free(&data);
        }
}

/* Powers of two are slow, and all other sizes are multiples of 100: not of 5, no multiple of 3, or what? Only the times
 * of these sizes are known. */
static void test_several(void **state) {
    struct fit_data data = {0};
    struct fit_model m;
    unsigned seed = 5;
    (void)state;
    for (int i = 0; i < 20; i++)
        for (int k = 0; k < 2; k++) {
            double x[] = {i < 10 ? 16 << i : 100 * (i - 9), 4 + 4 * k};
            double time_s = 1e-9 * x[0] * x[1] * (i < 10 ? 5 : 1) * (0.98 + 0.04 * any(&seed));
            assert_true(bsim_fit_data_add(&data, "b", 2, params, x, time_s, NAN, 20, 1));
        }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    if (!strstr(m.note, "or another number, which the samples do not tell"))
        fail_msg("\"%s\"", m.note);
    assert_true(has(&m, &data.block[0], 0, 300));
    assert_false(has(&m, &data.block[0], 0, 1536));
    json_t *json = bsim_fit_model_json(&m, &data.block[0]);
    json_t *values = json_object_get(json_object_get(json_object_get(json, "fit"), "values"), "n");
    assert_int_equal(json_array_size(values), 20);
    assert_int_equal(json_integer_value(json_array_get(values, 19)), 8192);
    json_decref(json);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* The remainder decides short times, in a way that no formula follows, and long ones hardly: the errors near long times
 * are those of long times. */
static void test_short_only(void **state) {
    struct fit_data data = {0};
    struct fit_model m;
    unsigned seed = 3;
    (void)state;
    for (int i = 0; i < 400; i++) {
        double x[] = {4 * floor(2 * pow(i < 320 ? 20 : 600, any(&seed))), 4 << (int)(5 * any(&seed))};
        bool slow = fmod(x[0], 8) == 4 && x[0] < 200;
        double time_s = (3e-7 + 3e-10 * x[0] * x[0] * x[1]) * exp(slow ? 3 * any(&seed) : 0.02 * any(&seed));
        assert_true(bsim_fit_data_add(&data, "b", 2, params, x, time_s, NAN, 20, 1));
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    if (!strstr(m.note, "n modulo 8, which no formula follows"))
        fail_msg("\"%s\"", m.note);
    assert_in_range(m.nnear, 2, FIT_MAX_NEAR);
    assert_true(m.near[0].error > 1);
    assert_true(m.near[m.nnear - 1].error < 0.1);
    assert_true(m.error_median < 0.1);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_remainders), cmocka_unit_test(test_several),
                                       cmocka_unit_test(test_short_only)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
