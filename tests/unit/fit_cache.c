/* fit_cache.c - data that outgrow a cache: samples with such a limit are fitted with it, and others are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "bsim/fit/fit.h"

static const char *const params[] = {"nx", "ny"};

/* 2 ns a point, and 3 ns more for those that a cache of 80,000 points does not hold. */
static double limited(double nx, double ny) {
    return 1e-6 + 2e-9 * nx * ny + 3e-9 * fmax(nx * ny - 80000, 0);
}

static double plain(double nx, double ny) {
    return 1e-6 + 2e-9 * nx * ny;
}

static double two_rates(double nx, double ny) {
    return (ny > 200 ? 5e-9 : 2e-9) * nx * ny;
}

/* Samples of 24 sizes within 2 % of the times; to be freed. */
static struct fit_data samples(unsigned seed, double (*time_s)(double nx, double ny)) {
    struct fit_data data = {0};
    unsigned at = seed;
    for (int i = 0; i < 24; i++) {
        double x[] = {50 + 37 * (i % 6) * (1 + i / 12), 40 + 90 * (i / 6) * (1 + i % 2)};
        at = at * 1664525u + 1013904223u;
        double noise = 0.98 + 0.04 * (at >> 8) / (double)(1 << 24);
        assert_true(bsim_fit_data_add(&data, "b", 2, params, x, time_s(x[0], x[1]) * noise, NAN, 20, 1));
    }
    bsim_fit_data_join(&data);
    bsim_fit_caches_find(&data);
    bsim_fit_aliases(&data.block[0]);
    return data;
}

static void is_found(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct fit_data data = samples(seed, limited);
        struct fit_block *b = &data.block[0];
        struct fit_model m;
        if (!(b->cache.limit.size > 50000 && b->cache.limit.size < 120000) || b->cache.params != 3)
            fail_msg("seed %u: a cache of %g, of parameters %x", seed, b->cache.limit.size, b->cache.params);
        bsim_fit_model_make(&m, b);
        for (double n = 20; n <= 1000; n *= 1.3) {
            double x[FIT_MAX_PARAMS] = {n, 1.2 * n};
            double ratio = bsim_fit_model_time(&m, x) * bsim_fit_cache_factor(b, x, 1) / limited(x[0], x[1]);
            if (!(fabs(ratio - 1) < 0.07))
                fail_msg("seed %u, %g points: %.3f times as long", seed, x[0] * x[1], ratio);
        }
        json_t *json = bsim_fit_cache_json(b);
        assert_string_equal(json_string_value(json_object_get(json, "of")), "nx*ny");
        json_decref(json);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* nx^2 numbers, of which a cache holds 90,000, over which ny rounds go: 2 ns for each, and up to 3 ns more. */
static double many_rounds(double nx, double ny) {
    return 1e-6 + nx * nx * ny * (2e-9 + 3e-9 * fmax(1 - 90000 / (nx * nx), 0));
}

/* The data are not as many as the work. */
static void has_other_data(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct fit_data data = samples(seed, many_rounds);
        struct fit_block *b = &data.block[0];
        struct fit_model m;
        bsim_fit_model_make(&m, b);
        for (double nx = 60; nx <= 470; nx *= 1.25)
            for (double ny = 50; ny <= 600; ny *= 2) {
                double x[FIT_MAX_PARAMS] = {nx, ny};
                double ratio = bsim_fit_model_time(&m, x) * bsim_fit_cache_factor(b, x, 1) / many_rounds(nx, ny);
                if (!(fabs(ratio - 1) < 0.1))
                    fail_msg("seed %u, %g and %g: %.3f times as long", seed, nx, ny, ratio);
            }
        json_t *json = bsim_fit_cache_json(b);
        assert_non_null(json);
        assert_string_equal(json_string_value(json_object_get(json, "of")), "nx^2");
        json_decref(json);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

static void is_none(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct fit_data data = samples(seed, plain), other = samples(seed, two_rates);
        assert_float_equal(data.block[0].cache.limit.size, 0, 0);
        assert_null(bsim_fit_cache_json(&data.block[0]));
        assert_float_equal(other.block[0].cache.limit.size, 0, 0);
        bsim_fit_data_free(&data);
        bsim_fit_data_free(&other);
    }
}

/* Both cores have a cache of 80,000 points together, or each one has its own and they slow each other down by a tenth.
 * 1 us and 2 ns a point, and 3 ns more for those that are not in it. */
static double together(double n, int busy) {
    return 1e-6 + 2e-9 * n + 3e-9 * fmax(n - 80000.0 / busy, 0);
}

static double apart(double n, int busy) {
    return (1e-6 + 2e-9 * n + 3e-9 * fmax(n - 80000, 0)) * (busy > 1 ? 1.1 : 1);
}

/* Twelve sizes, each with one busy core and with two. */
static struct fit_data busy_samples(unsigned seed, double (*time_s)(double n, int busy)) {
    struct fit_data data = {0};
    unsigned at = seed;
    for (int i = 0; i < 24; i++) {
        int busy = 1 + i % 2;
        double x[] = {rint(60 * pow(1.3, i / 2)), 100};
        at = at * 1664525u + 1013904223u;
        double noise = 0.98 + 0.04 * (at >> 8) / (double)(1 << 24);
        assert_true(bsim_fit_data_add(&data, "b", 2, params, x, time_s(x[0] * x[1], busy) * noise, NAN, 20, busy));
    }
    bsim_fit_data_join(&data);
    bsim_fit_caches_find(&data);
    bsim_fit_aliases(&data.block[0]);
    return data;
}

static void is_shared(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct fit_data data = busy_samples(seed, together), other = busy_samples(seed, apart);
        struct fit_block *b = &data.block[0];
        struct fit_model m;
        if (b->cache.sharing != 2 || !(b->cache.limit.size > 600 && b->cache.limit.size < 1050))
            fail_msg("seed %u: a cache of %g rows, which %d cores share", seed, b->cache.limit.size, b->cache.sharing);
        bsim_fit_model_make(&m, b);
        for (double n = 70; n <= 1000; n *= 1.3)
            for (int busy = 1; busy <= 2; busy++) {
                double x[FIT_MAX_PARAMS] = {n, 100};
                double ratio = bsim_fit_model_time(&m, x) * bsim_fit_cache_factor(b, x, busy) / together(100 * n, busy);
                if (!(fabs(ratio - 1) < 0.08))
                    fail_msg("seed %u, %g points on %d cores: %.3f times as long", seed, 100 * n, busy, ratio);
            }
        json_t *json = bsim_fit_cache_json(b);
        assert_non_null(strstr(json_string_value(json_object_get(json, "of")), "nx*min(ranks_per_node, 2)"));
        json_decref(json);
        assert_false(other.block[0].cache.sharing > 1);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
        bsim_fit_data_free(&other);
    }
}

/* The two cores' data are in the cache by chance: half of them at its size. 2 ns a point, and 3 ns more outside. */
static double by_chance(double n, int busy) {
    return 1e-6 + 2e-9 * n + 3e-9 * n / (1 + pow(80000 / (busy * n), 4));
}

static void has_no_edge(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct fit_data data = busy_samples(seed, by_chance), edge = busy_samples(seed, together);
        struct fit_block *b = &data.block[0];
        struct fit_model m;
        assert_float_equal(b->cache.limit.power, 4, 0);
        assert_float_equal(edge.block[0].cache.limit.power, 0, 0);
        bsim_fit_model_make(&m, b);
        for (double n = 70; n <= 1000; n *= 1.3)
            for (int busy = 1; busy <= 2; busy++) {
                double x[FIT_MAX_PARAMS] = {n, 100};
                double ratio =
                    bsim_fit_model_time(&m, x) * bsim_fit_cache_factor(b, x, busy) / by_chance(100 * n, busy);
                if (!(fabs(ratio - 1) < 0.06))
                    fail_msg("seed %u, %g points on %d cores: %.3f times as long", seed, 100 * n, busy, ratio);
            }
        json_t *json = bsim_fit_cache_json(b);
        assert_float_equal(json_number_value(json_object_get(json, "power")), 4, 0);
        json_decref(json);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
        bsim_fit_data_free(&edge);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_found), cmocka_unit_test(has_other_data),
                                       cmocka_unit_test(is_none), cmocka_unit_test(is_shared),
                                       cmocka_unit_test(has_no_edge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
