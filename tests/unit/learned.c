/* learned.c - learned values: what bsim fit makes of what was seen, and what the runtime gives for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/cost/hint.h"
#include "bsim/cost/spot.h"
#include "bsim/base/warn.h"

static const char *const names[] = {"nx", "ny"};
const bsim_hint_info bsim_hints[] = {{"f:loop", "a.c", 1, 7, 0, NULL, NULL, BSIM_LEARNED_TRIPS, 2, names},
                                     {"f:x", "a.c", 2, 7, 0, NULL, NULL, BSIM_LEARNED_INTEGER, 0, NULL},
                                     {"f:if", "a.c", 3, 8, 0, NULL, NULL, BSIM_LEARNED_BRANCH, 1, names},
                                     {"f:y", "a.c", 4, 9, 0, NULL, NULL, BSIM_LEARNED_NUMBER, 0, NULL}};
const int bsim_nhints = 4;

int __real_main(int argc, char **argv); /* the engine would start it */
int __real_main(int argc, char **argv) {
    (void)argv;
    return argc;
}

static bsim_rank ranks[2];

static void as_rank(int rank) {
    bsim_context.np = 2;
    ranks[rank].id = rank;
    bsim_self = &ranks[rank];
}

/* Loads {"learned": TEXT}. */
static void load(const char *text) {
    char path[] = "/tmp/bsim-learned-test.XXXXXX", file[4096];
    struct bsim_error err = {0};
    int fd = mkstemp(path);
    int n = snprintf(file, sizeof file, "{\"schema\": \"bsim-models/1\", \"blocks\": {}, \"learned\": {%s}}", text);
    assert_true(fd >= 0 && n < (int)sizeof file && write(fd, file, (size_t)n) == n);
    close(fd);
    if (!bsim_learned_init(path, &err))
        fail_msg("%s: %s", err.where, err.text);
    unlink(path);
}

static long trips(int rank, long key, double nx, double ny) {
    as_rank(rank);
    return bsim_learned_int(0, key, 2, (const double[]){nx, ny});
}

static long drawn(int rank, long key) {
    as_rank(rank);
    return BSIM_learned_int(1, key);
}

/* ---- the runtime ---- */

static void test_formula(void **state) {
    (void)state;
    bsim_warn_reset();
    load("\"f:loop\": {\"params\": {\"y\": \"ny\", \"x\": \"nx\"}, \"pieces\": ["
         "{\"when\": \"x == 0\", \"value\": 0}, {\"value\": \"2*x + y/10\"}],"
         "\"fit\": {\"range\": {\"x\": [1, 50]}}}");
    assert_int_equal(trips(0, BSIM_NO_KEY, 10, 4), 20);
    assert_int_equal(trips(1, BSIM_NO_KEY, 10, 6), 21); /* to the nearest */
    assert_int_equal(trips(1, BSIM_NO_KEY, 10, 4), 20);
    assert_int_equal(bsim_warn_count(), 0);
    assert_int_equal(trips(0, BSIM_NO_KEY, 0, 4), 0);
    assert_int_equal(bsim_warn_count(), 1); /* once */
    assert_int_equal(trips(0, BSIM_NO_KEY, 51, 0), 102);
    assert_int_equal(bsim_warn_count(), 1);
    bsim_learned_fini();
}

/* Ranks 0 and 1 on node 0 and 1: equal parameters, and values of their own, though the last value is kept. */
static void test_formula_of_rank(void **state) {
    (void)state;
    static const int32_t node_of[] = {0, 1};
    bsim_spots_init(node_of, 2);
    load("\"f:loop\": {\"params\": {\"x\": \"nx\"}, \"value\": \"x + 10*rank + 100*node + 1000*ranks_per_node\"}");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(trips(0, BSIM_NO_KEY, 5, 0), 1005);
        assert_int_equal(trips(1, BSIM_NO_KEY, 5, 0), 1115);
    }
    bsim_learned_fini();
    bsim_spots_fini();
}

static void test_draws(void **state) {
    (void)state;
    enum { N = 20000 };
    static long seen[2][N];
    int fives = 0;
    for (int again = 0; again < 2; again++) {
        load("\"f:x\": {\"histogram\": [[5, 1], [7, 0], [-2, 3]]}");
        for (int i = 0; i < N; i++)
            for (int r = 0; r < 2; r++) {
                long x = drawn(r, BSIM_NO_KEY);
                assert_true(x == 5 || x == -2);
                if (again)
                    assert_int_equal(x, seen[r][i]); /* in another run */
                seen[r][i] = x;
            }
        bsim_learned_fini();
    }
    for (int i = 0; i < N; i++) {
        assert_int_equal(seen[0][i], seen[1][i]); /* the k-th value is the same on all ranks */
        fives += seen[0][i] == 5;
    }
    assert_true(fabs(fives / (double)N - 0.25) < 0.015); /* 5 standard deviations */
}

/* A name that the program does not have is told; names that it has are not. */
static void test_misspelt(void **state) {
    (void)state;
    bsim_warn_reset();
    load("\"f:x\": {\"value\": 1}, \"f:loopp\": {\"value\": 3}");
    assert_int_equal(bsim_warn_count(), 1);
    assert_non_null(strstr(bsim_warn_text(0), ":1: the program has no learned hint f:loopp (did you mean f:loop?)"));
    bsim_learned_fini();
    bsim_warn_reset();
}

static void test_keys(void **state) {
    (void)state;
    int differ = 0, each = 0, keys = 0;
    load("\"f:x\": {\"histogram\": [[1, 1], [2, 1]], \"ranks\": \"own\"}");
    for (int i = 0; i < 100; i++) {
        differ += drawn(0, BSIM_NO_KEY) != drawn(1, BSIM_NO_KEY);
        long x = drawn(0, i);
        assert_int_equal(x, drawn(1, i));
        assert_int_equal(x, drawn(0, i)); /* a key's value does not depend on the count */
        keys += x != drawn(0, i + 1);
    }
    bsim_learned_fini();
    load("\"f:x\": {\"histogram\": [[1, 1], [2, 1]]}");
    for (int i = 0; i < 100; i++)
        each += drawn(0, BSIM_EACH_RANK) != drawn(1, BSIM_EACH_RANK);
    bsim_learned_fini();
    assert_true(differ > 20 && differ < 80);
    assert_true(each > 20 && each < 80);
    assert_true(keys > 20 && keys < 80);
}

static void test_branch(void **state) {
    (void)state;
    int heads = 0;
    load("\"f:if\": {\"params\": {\"n\": \"nx\"}, \"probability\": \"min(1, n/10)\"},"
         "\"f:y\": {\"value\": 0.25}");
    as_rank(0);
    for (int i = 0; i < 10000; i++)
        heads += (int)BSIM_learned_int(2, BSIM_NO_KEY, 3);
    assert_true(heads > 2770 && heads < 3230); /* 5 standard deviations */
    for (int i = 0; i < 100; i++) {
        assert_int_equal(BSIM_learned_int(2, BSIM_NO_KEY, 12), 1);
        assert_int_equal(BSIM_learned_int(2, BSIM_NO_KEY, 0), 0);
    }
    assert_true(BSIM_learned(3, BSIM_NO_KEY) == 0.25);
    bsim_learned_fini();
}

/* ---- the fit ---- */

/* What COUNT executions on each of two ranks see in a run; the parameters may differ. */
static void see(struct fit_hints *h, const char *run, enum fit_hint_kind kind, const double x0[2], const double x1[2],
                double v0, double v1, uint64_t count) {
    assert_true(bsim_fit_hint_add(h, "f:loop", "a.c:1", kind, 2, names, x0, v0, count));
    assert_true(bsim_fit_hint_add(h, "f:loop", "a.c:1", kind, 2, names, x1, v1, count));
    for (int i = 0; i < 3; i++) {
        double a = i == 0 ? v0 : x0[i - 1], b = i == 0 ? v1 : x1[i - 1];
        bsim_fit_hint_order(h, run, "f:loop", i, count, (uint64_t)(1000 * a));
        bsim_fit_hint_order(h, run, "f:loop", i, count, (uint64_t)(1000 * b));
    }
}

/* The one model; the caller owns it. */
static json_t *fitted(struct fit_hints *h) {
    json_t *all = bsim_fit_hints_json(h, NULL), *model = json_incref(json_object_get(all, "f:loop"));
    json_decref(all);
    bsim_fit_hints_free(h);
    assert_non_null(model);
    return model;
}

/* The model as models.json has it, read back by the runtime. */
static void load_model(json_t *model) {
    char *text = json_dumps(model, 0), entry[3000];
    snprintf(entry, sizeof entry, "\"f:loop\": %s", text);
    load(entry);
    free(text);
}

static const char *text_of(const json_t *model, const char *key) {
    const char *text = json_string_value(json_object_get(model, key));
    return text ? text : "";
}

static void test_fit_formula(void **state) {
    (void)state;
    struct fit_hints h = {0};
    char run[20];
    for (int i = 0; i < 12; i++) { /* a converging solver: its steps grow with the grid */
        double x[2] = {40 + 13 * (i % 4), 50 + 31 * (i / 4)};
        snprintf(run, sizeof run, "run%d", i);
        see(&h, run, FIT_TRIPS, x, x, rint(2.35 * sqrt(x[0] * x[1])), rint(2.35 * sqrt(x[0] * x[1])), 3);
    }
    json_t *model = fitted(&h);
    assert_string_equal(text_of(model, "ranks"), "equal");
    load_model(model);
    long t = trips(0, BSIM_NO_KEY, 400, 300);
    assert_true(fabs((double)t / (2.35 * sqrt(120000)) - 1) < 0.02);
    assert_int_equal(trips(1, BSIM_NO_KEY, 400, 300), t);
    bsim_learned_fini();
    json_decref(model);
}

/* Power laws with fractions and ratios, and the sizes far from what was measured. */
static void test_fit_power(void **state) {
    (void)state;
    struct fit_hints h = {0};
    char run[20];
    for (int i = 0; i < 12; i++) {
        double x[2] = {1000 + 700 * (i % 4), 2 + 3 * (i / 4)}; /* a size, and a number of ranks */
        snprintf(run, sizeof run, "run%d", i);
        double v = rint(40 * sqrt(x[0]) / x[1]);
        see(&h, run, FIT_TRIPS, x, x, v, v, 1);
    }
    json_t *model = fitted(&h);
    load_model(model);
    assert_true(fabs((double)trips(0, BSIM_NO_KEY, 100000, 10) / (40 * sqrt(1e5) / 10) - 1) < 0.02);
    bsim_learned_fini();
    json_decref(model);
}

static void test_fit_sum(void **state) {
    (void)state;
    struct fit_hints h = {0};
    char run[20];
    for (int i = 0; i < 12; i++) { /* no power law */
        double x[2] = {10 + 7 * (i % 4), 20 + 30 * (i / 4)};
        snprintf(run, sizeof run, "run%d", i);
        see(&h, run, FIT_TRIPS, x, x, x[0] * x[1] + 50, x[0] * x[1] + 50, 1);
    }
    json_t *model = fitted(&h);
    load_model(model);
    assert_true(labs(trips(0, BSIM_NO_KEY, 100, 200) - 20050) <= 20);
    bsim_learned_fini();
    json_decref(model);
}

static void test_fit_uncommon(void **state) {
    (void)state;
    struct fit_hints h = {0};
    char run[20];
    for (int i = 0; i < 10; i++) { /* ny is a rank's own, and would explain the value on each rank alone */
        double x0[2] = {8, 10 + i}, x1[2] = {8, 11 + i};
        snprintf(run, sizeof run, "run%d", i);
        see(&h, run, FIT_TRIPS, x0, x1, 30 + 3 * i, 30 + 3 * i, 1);
    }
    json_t *model = fitted(&h);
    assert_null(json_object_get(json_object_get(model, "params"), "ny"));
    assert_non_null(json_object_get(json_object_get(model, "params"), "nx"));
    assert_non_null(strstr(text_of(json_object_get(model, "fit"), "note"), "ny differs between ranks"));
    load_model(model);
    for (int i = 0; i < 50; i++)
        assert_int_equal(trips(0, BSIM_NO_KEY, 8, 10), trips(1, BSIM_NO_KEY, 8, 11));
    bsim_learned_fini();
    json_decref(model);
}

static void test_fit_own(void **state) {
    (void)state;
    struct fit_hints h = {0};
    char run[20];
    for (int i = 0; i < 10; i++) { /* each rank has its own size and its own value */
        double x0[2] = {8, 10 + i}, x1[2] = {8, 30 + i};
        snprintf(run, sizeof run, "run%d", i);
        see(&h, run, FIT_TRIPS, x0, x1, 3 * x0[1], 3 * x1[1], 1);
    }
    json_t *model = fitted(&h);
    assert_string_equal(text_of(model, "ranks"), "own");
    load_model(model);
    assert_int_equal(trips(0, BSIM_NO_KEY, 8, 60), 180);
    bsim_learned_fini();
    json_decref(model);
}

static void test_fit_constant(void **state) {
    (void)state;
    struct fit_hints h = {0};
    for (int i = 0; i < 5; i++) {
        double x[2] = {10 + i, 5};
        see(&h, "run", FIT_TRIPS, x, x, 12, 12, 1);
    }
    json_t *model = fitted(&h);
    assert_int_equal(json_integer_value(json_object_get(model, "value")), 12);
    json_decref(model);
}

static void test_fit_cases(void **state) {
    (void)state;
    struct fit_hints h = {0};
    double coarse[2] = {0, 5}, fine[2] = {1, 5};
    see(&h, "run", FIT_TRIPS, coarse, coarse, 200, 200, 10);
    see(&h, "run", FIT_TRIPS, fine, fine, 3, 3, 10);
    json_t *model = fitted(&h);
    load_model(model);
    assert_int_equal(trips(0, BSIM_NO_KEY, 0, 5), 200);
    assert_int_equal(trips(0, BSIM_NO_KEY, 1, 5), 3);
    bsim_learned_fini();
    json_decref(model);
}

static void test_fit_random(void **state) {
    (void)state;
    struct fit_hints h = {0};
    srand48(3);
    for (int i = 0; i < 4000; i++) { /* nothing to do with the parameters */
        double x[2] = {10 + i % 7, 5};
        see(&h, "run", FIT_INTEGER, x, x, floor(4 * drand48() * drand48()), 0, 1);
    }
    json_t *model = fitted(&h), *histogram = json_object_get(model, "histogram");
    assert_int_equal(json_array_size(histogram), 4);
    /* Half of the samples are 0; of the others P(4 uv < 1) = 1/4 (1 + ln 4) = 0.597: in all 0.798. */
    double zero = json_number_value(json_array_get(json_array_get(histogram, 0), 1));
    assert_true(json_integer_value(json_array_get(json_array_get(histogram, 0), 0)) == 0);
    assert_true(fabs(zero - 0.798) < 0.03);
    json_decref(model);
}

static void test_fit_many_values(void **state) {
    (void)state;
    struct fit_hints h = {0};
    double x[2] = {1, 1}, mean = 0, weights = 0;
    for (int i = 0; i < 1000; i++)
        see(&h, "run", FIT_NUMBER, x, x, i - 300.5, i - 300.5, 1);
    json_t *model = fitted(&h), *histogram = json_object_get(model, "histogram"), *pair;
    size_t i;
    assert_int_equal(json_array_size(histogram), 40);
    json_array_foreach(histogram, i, pair) {
        mean += json_number_value(json_array_get(pair, 0)) * json_number_value(json_array_get(pair, 1));
        weights += json_number_value(json_array_get(pair, 1));
    }
    assert_true(fabs(weights - 1) < 1e-6);
    assert_true(fabs(mean - 199) < 5); /* (0 + 999) / 2 - 300.5 */
    json_decref(model);
}

static void test_fit_branch(void **state) {
    (void)state;
    struct fit_hints h = {0};
    srand48(4);
    for (int i = 0; i < 6000; i++) {
        double x[2] = {10 + i % 6, 5}, v = drand48() < 0.2;
        see(&h, "run", FIT_BRANCH, x, x, v, v, 1);
    }
    json_t *model = fitted(&h);
    assert_true(fabs(json_number_value(json_object_get(model, "probability")) - 0.2) < 0.026);
    json_decref(model);
    for (int i = 0; i < 60; i++) { /* decided by a parameter alone */
        double x[2] = {i % 2, 5};
        see(&h, "run", FIT_BRANCH, x, x, i % 2, i % 2, 1);
    }
    model = fitted(&h);
    json_t *first = json_array_get(json_object_get(model, "pieces"), 0);
    assert_string_equal(text_of(first, "when"), "nx == 0 && ny == 5");
    assert_int_equal(json_integer_value(json_object_get(first, "probability")), 0);
    json_decref(model);
}

static void test_fit_refuses(void **state) {
    (void)state;
    struct fit_hints h = {0};
    double x[2] = {1, 2};
    assert_true(bsim_fit_hint_add(&h, "f:loop", "a.c:1", FIT_TRIPS, 2, names, x, 3, 1));
    assert_false(bsim_fit_hint_add(&h, "f:loop", "a.c:1", FIT_TRIPS, 1, names, x, 3, 1));
    assert_false(bsim_fit_hint_add(&h, "f:loop", "a.c:1", FIT_BRANCH, 2, names, x, 3, 1));
    assert_false(bsim_fit_hint_add(&h, "f:loop", "a.c:1", FIT_TRIPS, 2, (const char *const[]){"ny", "nx"}, x, 3, 1));
    bsim_fit_hints_free(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_formula),
                                       cmocka_unit_test(test_draws),
                                       cmocka_unit_test(test_misspelt),
                                       cmocka_unit_test(test_formula_of_rank),
                                       cmocka_unit_test(test_keys),
                                       cmocka_unit_test(test_branch),
                                       cmocka_unit_test(test_fit_formula),
                                       cmocka_unit_test(test_fit_uncommon),
                                       cmocka_unit_test(test_fit_power),
                                       cmocka_unit_test(test_fit_sum),
                                       cmocka_unit_test(test_fit_own),
                                       cmocka_unit_test(test_fit_constant),
                                       cmocka_unit_test(test_fit_cases),
                                       cmocka_unit_test(test_fit_random),
                                       cmocka_unit_test(test_fit_many_values),
                                       cmocka_unit_test(test_fit_branch),
                                       cmocka_unit_test(test_fit_refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
