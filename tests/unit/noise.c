/* noise.c - distributions of noise and their draws, the noise of models, and formulas that know rank and node. */
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

#include "bsim/cost/model.h"
#include "bsim/base/noise.h"
#include "bsim/cost/spot.h"

int __real_main(int argc, char **argv); /* the engine would start it */
int __real_main(int argc, char **argv) {
    (void)argv;
    return argc;
}

/* ---- distributions ---- */

enum { N = 200000 };
static long seed = 1;

struct moments {
    double mean, deviation, least, most;
};

static struct moments moments_of(const double *x) {
    struct moments m = {.least = HUGE_VAL};
    double squares = 0;
    for (int i = 0; i < N; i++) {
        m.mean += x[i] / N;
        m.least = fmin(m.least, x[i]);
        m.most = fmax(m.most, x[i]);
    }
    for (int i = 0; i < N; i++)
        squares += (x[i] - m.mean) * (x[i] - m.mean);
    m.deviation = sqrt(squares / (N - 1));
    return m;
}

/* Draws of a law have these moments: the mean within five standard errors, the deviation within 2.5 %, which is more
 * than five standard errors of each law here. */
static void check_moments(const char *what, const struct bsim_noise_law *law, double mean, double deviation) {
    static double x[2][N];
    for (int i = 0; i < N; i++) {
        struct bsim_noise_draw node = bsim_noise_of_level(BSIM_NOISE_NODE, seed, i);
        x[0][i] = bsim_noise_of_execution(law, seed, 3, (uint64_t)i);
        x[1][i] = bsim_noise_factor(law, &node);
    }
    for (int level = 0; level < 2; level++) {
        struct moments m = moments_of(x[level]);
        if (fabs(m.mean - mean) > 5 * deviation / sqrt(N) || fabs(m.deviation / deviation - 1) > 0.025 || m.least <= 0)
            fail_msg("%s of %s, seed %ld: mean %g instead of %g, deviation %g instead of %g, least %g", what,
                     level ? "nodes" : "executions", seed, m.mean, mean, m.deviation, deviation, m.least);
    }
}

static void test_lognormal(void **state) {
    (void)state;
    struct bsim_noise_law law = bsim_noise_lognormal(0.3, 1), half = bsim_noise_lognormal(0.3, 0.5);
    check_moments("log-normal", &law, 1, 0.3);
    check_moments("log-normal at half the strength", &half, 1, 0.15);
    assert_int_equal(bsim_noise_lognormal(0, 1).kind, BSIM_NOISE_NONE);
    assert_int_equal(bsim_noise_lognormal(0.1, 0).kind, BSIM_NOISE_NONE);
}

/* |z| has mean sqrt(2 / pi) = 0.797885 and variance 1 - 2 / pi = 0.363380. So 1 + 0.2 |z| / 0.602810 has the deviation
 * 0.2 and the mean 1 + 0.2 * 1.323611. */
static void test_halfnormal(void **state) {
    (void)state;
    struct bsim_noise_law law = bsim_noise_halfnormal(0.2, 1);
    check_moments("half-normal", &law, 1.2647222, 0.2);
    for (int i = 0; i < N; i++) {
        struct bsim_noise_draw node = bsim_noise_of_level(BSIM_NOISE_NODE, seed, i);
        assert_true(bsim_noise_of_execution(&law, seed, 0, (uint64_t)i) >= 1 && bsim_noise_factor(&law, &node) >= 1);
    }
}

/* One of ten takes three times as long: m = 0.9 + 0.1 * 3 = 1.2, factors 1 / 1.2 and 3 / 1.2; the deviation is
 * (2.5 - 0.8333) sqrt(0.1 * 0.9) = 0.5. */
static void test_two_speeds(void **state) {
    (void)state;
    struct bsim_noise_law law = bsim_noise_two_speeds(0.1, 3, 1), faster = bsim_noise_two_speeds(0.25, 0.5, 1);
    struct bsim_noise_law half = bsim_noise_two_speeds(0.1, 3, 0.5);
    assert_float_equal(law.low, 1 / 1.2, 1e-12);
    assert_float_equal(law.high, 3 / 1.2, 1e-12);
    assert_float_equal(law.low_share, 0.9, 1e-12);
    check_moments("two speeds", &law, 1, 0.5);
    check_moments("two speeds at half the strength", &half, 1, 0.25);
    /* A quarter takes half as long: m = 0.875, factors 0.5714 and 1.1429; (0.5714) sqrt(0.25 * 0.75) = 0.24744 */
    assert_float_equal(faster.low, 0.5 / 0.875, 1e-12);
    assert_float_equal(faster.low_share, 0.25, 1e-12);
    check_moments("two speeds, one faster", &faster, 1, 0.247436);
    assert_int_equal(bsim_noise_two_speeds(0, 3, 1).kind, BSIM_NOISE_NONE);
    assert_int_equal(bsim_noise_two_speeds(0.5, 1, 1).kind, BSIM_NOISE_NONE);
}

/* 2 with probability 1/4, 4 with 3/4: mean 3.5, deviation 2 sqrt(3/16) / 3.5 = 0.247436. */
static void test_histogram(void **state) {
    (void)state;
    double value[] = {2 / 3.5, 4 / 3.5}, upto[] = {0.25, 1};
    struct bsim_noise_histogram h = {2, value, upto};
    struct bsim_noise_law law = bsim_noise_from(&h, 1), strong = bsim_noise_from(&h, 2);
    check_moments("histogram", &law, 1, 0.247436);
    check_moments("histogram at twice the strength", &strong, 1, 2 * 0.247436);
    assert_float_equal(bsim_noise_least(&strong), 1 + 2 * (2 / 3.5 - 1), 1e-12);
}

/* The three forms of a node's number are quantiles of one number, so that a node that is slow by one law is slow by all
 * of them; seeds, nodes and runs have their own. */
static void test_one_number_for_all_laws(void **state) {
    (void)state;
    struct bsim_noise_draw last = {0};
    for (int node = 0; node < 2000; node++) {
        struct bsim_noise_draw d = bsim_noise_of_level(BSIM_NOISE_NODE, seed, node);
        struct bsim_noise_draw again = bsim_noise_of_level(BSIM_NOISE_NODE, seed, node);
        assert_memory_equal(&d, &again, sizeof d);
        assert_float_equal(d.unit, 0.5 * (1 + erf(d.normal / sqrt(2))), 1e-14); /* P(z < normal) */
        assert_float_equal(d.unit, erf(d.half / sqrt(2)), 1e-12);               /* P(|z| < half) */
        if (node > 0)
            assert_true((d.normal > last.normal) == (d.half > last.half) && d.half != last.half);
        last = d;
        assert_true(d.normal != bsim_noise_of_level(BSIM_NOISE_NODE, seed + 1, node).normal);
    }
    struct bsim_noise_draw node = bsim_noise_of_level(BSIM_NOISE_NODE, seed, 0);
    assert_true(node.normal != bsim_noise_of_level(BSIM_NOISE_RUN, seed, 0).normal);
}

/* ---- models ---- */

static const char *const n[] = {"g->n"}, *const rank[] = {"rank", "n"};
static const bsim_block_info blocks[] = {{"a", "a.c", 4, 5, 1, n, NULL, NULL}, {"b", "a.c", 8, 9, 2, rank, NULL, NULL}};

static struct bsim_models *load(const char *members, struct bsim_error *err) {
    char path[] = "/tmp/bsim-noise-test.XXXXXX", text[2000];
    int fd = mkstemp(path);
    int len = snprintf(text, sizeof text, "{\"schema\": \"bsim-models/1\",\n \"blocks\": {%s}}", members);
    assert_true(fd >= 0 && len < (int)sizeof text && write(fd, text, (size_t)len) == len);
    close(fd);
    struct bsim_models *m = bsim_models_load(path, blocks, 2, err);
    unlink(path);
    return m;
}

static struct bsim_models *good(const char *members) {
    struct bsim_error err = {0};
    struct bsim_models *m = load(members, &err);
    if (m == NULL)
        fail_msg("%s: %s", err.where, err.text);
    return m;
}

static struct bsim_noise_law law_of(struct bsim_models *m, int level, double x, const struct bsim_spot *spot) {
    struct bsim_noise_law laws[BSIM_NOISE_LEVELS];
    struct bsim_error err = {0};
    if (!bsim_models_noise(m, 0, &x, spot, 1, laws, &err))
        fail_msg("%s: %s", err.where, err.text);
    return laws[level];
}

static void test_models_of_noise(void **state) {
    (void)state;
    static const struct bsim_spot spot = {7, 1, 4, 0, 0};
    struct bsim_models *m =
        good("\"a\": {\"time\": 1, \"params\": {\"n\": \"g->n\"}, \"noise\": {"
             " \"execution\": {\"halfnormal\": \"0.1*n + 0.01*rank\"}, \"run\": \"0.2\","
             " \"node\": {\"two_speeds\": {\"probability\": \"node/10\", \"factor\": \"ranks_per_node\"}}}},"
             "\"b\": {\"time\": 1, \"noise\": {\"node\": {\"histogram\": [[4, 3], [9, 0], [2, 1]]}}}");
    assert_true(bsim_models_has_noise_formulas(m, 0));
    assert_false(bsim_models_has_noise_formulas(m, 1));
    assert_false(bsim_models_reads_spot(m, 0)); /* the time does not */
    assert_float_equal(law_of(m, BSIM_NOISE_EXECUTION, 2, &spot).shape, 0.27 / sqrt(1 - 2 / M_PI), 1e-12);
    assert_float_equal(law_of(m, BSIM_NOISE_EXECUTION, 2, NULL).shape, 0.20 / sqrt(1 - 2 / M_PI), 1e-12);
    assert_float_equal(law_of(m, BSIM_NOISE_RUN, 2, &spot).shape, sqrt(log(1.04)), 1e-12);
    assert_float_equal(law_of(m, BSIM_NOISE_NODE, 2, &spot).high, 4 / 1.3, 1e-12);
    assert_int_equal(law_of(m, BSIM_NOISE_NODE, 2, NULL).kind, BSIM_NOISE_NONE); /* on node 0 */
    struct bsim_noise_law laws[BSIM_NOISE_LEVELS];
    struct bsim_error err = {0};
    assert_true(bsim_models_noise(m, 1, NULL, NULL, 1, laws, &err));
    assert_int_equal(laws[BSIM_NOISE_EXECUTION].kind, BSIM_NOISE_NONE);
    const struct bsim_noise_histogram *h = laws[BSIM_NOISE_NODE].histogram;
    assert_int_equal(h->n, 2); /* rising; without the value that has no weight */
    assert_float_equal(h->value[0], 2 / 3.5, 1e-12);
    assert_float_equal(h->value[1], 4 / 3.5, 1e-12);
    assert_float_equal(h->upto[0], 0.25, 1e-12);
    /* A strength of 2.5 makes the least factor 1 - 2.5 * 3 / 7 negative; 2.3 does not. */
    assert_true(bsim_models_noise(m, 1, NULL, NULL, 2.3, laws, &err));
    assert_false(bsim_models_noise(m, 1, NULL, NULL, 2.5, laws, &err));
    assert_int_equal(err.line, 2);
    assert_non_null(strstr(err.text, "--noise 2.5 makes times of block b (a.c:8) negative: its least factor is 0.5714; "
                                     "accepted: at most 2.333"));
    bsim_models_free(m);
}

static void refused(const char *noise, double x, const char *message) {
    char text[400];
    struct bsim_error err = {0};
    struct bsim_noise_law laws[BSIM_NOISE_LEVELS];
    snprintf(text, sizeof text, "\"a\": {\"time\": 1, \"params\": {\"n\": \"g->n\"},\n\n \"noise\": %s}", noise);
    struct bsim_models *m = good(text);
    assert_false(bsim_models_noise(m, 0, &x, NULL, 1, laws, &err));
    if (!strstr(err.text, message) || err.line != 4 || !strstr(err.where, "$.blocks.a.noise"))
        fail_msg("%s: %s line %d: %s", noise, err.where, err.line, err.text);
    bsim_models_free(m);
}

static void test_values_that_cannot_be(void **state) {
    (void)state;
    refused("\"0.3 - n\"", 2,
            "noise of block a (a.c:4): \"0.3 - n\" gives -1.7 for n = 2; a relative standard deviation is from 0 to "
            "100");
    refused("{\"run\": {\"halfnormal\": \"1/n\"}}", 0, "gives inf for n = 0");
    refused("{\"node\": {\"lognormal\": \"rank - n\"}}", 1, "gives -1 for n = 1, rank = 0");
    refused("{\"node\": {\"two_speeds\": {\"probability\": \"n\", \"factor\": 2}}}", 1.5,
            "gives 1.5 for n = 1.5; a probability is from 0 to 1");
    refused("{\"node\": {\"two_speeds\": {\"probability\": 0.5, \"factor\": \"n\"}}}", 0, "a factor is above 0");
}

/* ---- rank, node, ranks_per_node ---- */

static double at(struct bsim_models *m, int block, double x, const struct bsim_spot *spot) {
    struct bsim_error err = {0};
    double param[] = {x, 50};
    double t = bsim_models_time_at(m, block, spot, blocks[block].nparam, param, &err);
    if (err.set)
        fail_msg("%s", err.text);
    return t;
}

static void test_formulas_know_where_they_are(void **state) {
    (void)state;
    static const struct bsim_spot first = {5, 2, 2, 0, 0}, second = {6, 3, 4, 0, 0};
    struct bsim_models *m = good("\"a\": {\"params\": {\"n\": \"g->n\"}, \"pieces\": ["
                                 " {\"when\": \"node == 3\", \"time\": 9},"
                                 " {\"time\": \"n + 10*rank + 100*node + 1000*ranks_per_node\"}]},"
                                 "\"b\": {\"params\": {\"rank\": \"n\"}, \"time\": \"rank\"}");
    assert_true(bsim_models_reads_spot(m, 0));
    for (int i = 0; i < 3; i++) { /* the last value that is kept is that of the spot */
        assert_float_equal(at(m, 0, 1, &first), 1 + 50 + 200 + 2000, 0);
        assert_float_equal(at(m, 0, 1, &second), 9, 0);
        assert_float_equal(at(m, 0, 1, NULL), 1 + 1000, 0); /* rank 0, alone on node 0 */
    }
    assert_false(bsim_models_constant(m, 0));
    assert_false(bsim_models_reads_spot(m, 1)); /* the model's own variable has the name */
    assert_float_equal(at(m, 1, 3, &first), 50, 0);
    assert_float_equal(bsim_models_formula(m, 0, (const double[]){1}, &first), 2251, 0);
    bsim_models_free(m);
}

/* Block b has a parameter that is called rank. A formula that does not list it cannot mean another rank. */
static void test_a_parameter_takes_the_name(void **state) {
    (void)state;
    struct bsim_error err = {0};
    assert_null(load("\"b\": {\"time\": \"1 + rank\"}", &err));
    assert_non_null(strstr(err.text, "names that it may use: node, ranks_per_node"));
}

static void test_spots(void **state) {
    (void)state;
    static const int32_t node_of[] = {0, 0, 2, 0, 2};
    struct bsim_spot s = bsim_spot_of(3);
    assert_float_equal(s.rank, 3, 0);
    assert_float_equal(s.ranks_per_node, 1, 0);
    bsim_spots_init(node_of, 5);
    s = bsim_spot_of(3);
    assert_float_equal(s.node, 0, 0);
    assert_float_equal(s.ranks_per_node, 3, 0);
    s = bsim_spot_of(4);
    assert_float_equal(s.node, 2, 0);
    assert_float_equal(s.ranks_per_node, 2, 0);
    bsim_spots_fini();
}

int main(void) {
    const char *given = getenv("SEED");
    seed = given ? atol(given) : 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lognormal),
                                       cmocka_unit_test(test_halfnormal),
                                       cmocka_unit_test(test_two_speeds),
                                       cmocka_unit_test(test_histogram),
                                       cmocka_unit_test(test_one_number_for_all_laws),
                                       cmocka_unit_test(test_models_of_noise),
                                       cmocka_unit_test(test_values_that_cannot_be),
                                       cmocka_unit_test(test_formulas_know_where_they_are),
                                       cmocka_unit_test(test_a_parameter_takes_the_name),
                                       cmocka_unit_test(test_spots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
