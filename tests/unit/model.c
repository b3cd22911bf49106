/* model.c - cost models: matching of parameters, pieces, caching, warnings. Bad files are in badjson. */
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
#include "bsim/base/warn.h"

static const char *const params[] = {"g->nx", "hi - lo"};
static const bsim_block_info blocks[] = {{"a", "a.c", 4, 5, 2, params, NULL, NULL},
                                         {"unmodelled", "a.c", 8, 9, 0, NULL, NULL, NULL},
                                         {"kernel", "a.c", 10, 10, 0, NULL, NULL, NULL},
                                         {"kernel", "b.c", 20, 20, 0, NULL, NULL, NULL}};

static struct bsim_models *load(const char *text) {
    char path[] = "/tmp/bsim-model-test.XXXXXX";
    struct bsim_error err = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    struct bsim_models *m = bsim_models_load(path, blocks, 4, &err);
    if (m == NULL)
        fail_msg("%s: %s", err.where, err.text);
    unlink(path);
    return m;
}

static double eval(struct bsim_models *m, int block, double x, double y) {
    struct bsim_error err = {0};
    double param[] = {x, y};
    double t = bsim_models_time(m, block, blocks[block].nparam, param, &err);
    if (err.set)
        fail_msg("%s", err.text);
    return t;
}

static const char good[] = "{\"schema\": \"bsim-models/1\", \"provenance\": {\"machine\": \"any\"},"
                           " \"blocks\": {\"a\": {"
                           "  \"params\": {\"n\": \"hi - lo\", \"nx\": \"g->nx\"}," /* another order than the block's */
                           "  \"pieces\": [{\"when\": \"nx*n <= 100 && nx > 0\", \"time\": \"1e-9*nx*n\"},"
                           "               {\"when\": \"nx == 0\", \"time\": 0},"
                           "               {\"time\": \"2e-9*nx*n + 1e-7*log2(n) + mod(7, 4) + floor(1.5)\"}],"
                           "  \"fit\": {\"range\": {\"nx\": [1, 50]}, \"samples\": 3}},"
                           " \"kernel\": {\"time\": 3e-6},"
                           " \"of another program\": {\"params\": {\"q\": \"q\"}, \"time\": \"q\"}}}";

static void test_pieces(void **state) {
    (void)state;
    struct bsim_models *m = load(good);
    assert_float_equal(eval(m, 0, 10, 5), 50e-9, 1e-20);
    assert_float_equal(eval(m, 0, 10, 5), 50e-9, 1e-20); /* the same again: from the cache */
    assert_float_equal(eval(m, 0, 40, 8), 2e-9 * 320 + 3e-7 + 3 + 1, 1e-15);
    assert_float_equal(eval(m, 0, 10, 5), 50e-9, 1e-20);
    assert_float_equal(eval(m, 2, 0, 0), 3e-6, 0); /* two places of one kernel share its model */
    assert_float_equal(eval(m, 3, 0, 0), 3e-6, 0);
    bsim_models_free(m);
}

/* Counts are computed from the parameters, and have a range of their own. */
static void test_counts(void **state) {
    (void)state;
    struct bsim_models *m =
        load("{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\"},"
             " \"counts\": {\"count1\": {\"of\": \"rounds a.c:7\", \"pieces\": [{\"when\": \"nx < 10\", \"value\": 5},"
             " {\"value\": \"2*nx\"}], \"spread\": 0.2}, \"taken\": {\"of\": \"taken a.c:9\", \"value\": \"nx/4\", "
             "\"spread\": 0.3}},"
             " \"time\": \"1e-9*count1 + 1e-6*taken\", \"fit\": {\"samples\": 3, \"range\": {\"count1\": [5, 100]}}},"
             " \"unmodelled\": {\"counts\": {\"c\": {\"value\": \"7 + rank\"}}, \"time\": \"c*1e-6\"}}}");
    struct bsim_model_errors e;
    double param[] = {40, 0};
    bsim_warn_reset();
    assert_float_equal(eval(m, 0, 8, 3), 5e-9 + 2e-6, 1e-18);
    assert_float_equal(eval(m, 0, 40, 3), 80e-9 + 10e-6, 1e-18);
    assert_float_equal(bsim_models_formula(m, 0, param, NULL), 80e-9 + 10e-6, 1e-18);
    assert_float_equal(eval(m, 1, 0, 0), 7e-6, 1e-18);
    struct bsim_error err = {0};
    assert_true(bsim_models_reads_spot(m, 1) && !bsim_models_reads_spot(m, 0));
    assert_float_equal(bsim_models_time_at(m, 1, &(struct bsim_spot){3, 1, 2, 0, 0}, 0, NULL, &err), 10e-6, 1e-18);
    assert_int_equal(bsim_warn_count(), 0);
    eval(m, 0, 60, 3);
    assert_int_equal(bsim_warn_count(), 1);
    assert_non_null(strstr(bsim_warn_text(0), "count1 = 120 is outside of the fitted range 5 to 100"));
    bsim_models_errors(m, 0, &e);
    assert_string_equal(e.count, "taken a.c:9");
    assert_float_equal(e.count_spread, 0.3, 0);
    assert_float_equal(e.count_effect, 0.3 * 15e-6 / (120e-9 + 15e-6), 1e-9);
    assert_string_equal(e.parameter[0], "rounds a.c:7");
    bsim_warn_reset();
    bsim_models_free(m);
}

/* A formula of the mean, whose executions differ by their counts; a count that has no value at 0; rounds that all
 * samples had. */
static void test_uneven_and_steady_counts(void **state) {
    (void)state;
    struct bsim_models *m = load("{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\"},"
                                 " \"counts\": {\"count1\": {\"of\": \"rounds a.c:7\", \"value\": \"100/nx\", "
                                 "\"spread\": 0.2}, \"count2\": {\"of\": "
                                 "\"rounds a.c:9\", \"value\": \"11\", \"spread\": 0.7}},"
                                 " \"time\": \"1e-9*nx + 1e-9*count1\", \"fit\": {\"samples\": 3, \"uneven\": 0.9, "
                                 "\"range\": {\"count1\": [5, 100], "
                                 "\"count2\": [11, 11.5]}}}}}");
    struct bsim_model_errors e;
    bsim_warn_reset();
    eval(m, 0, 10, 3);
    bsim_models_errors(m, 0, &e);
    assert_string_equal(e.count, "rounds a.c:9");
    assert_float_equal(e.count_effect, 0.9, 0);
    assert_float_equal(e.count_spread, 0.7, 0);
    assert_string_equal(e.steady, "rounds a.c:9");
    assert_float_equal(e.steady_low, 11, 0);
    assert_float_equal(e.steady_high, 11.5, 0);
    assert_float_equal(eval(m, 0, 0, 3), 100e-9, 1e-18); /* no more than the samples had */
    bsim_warn_reset();
    bsim_models_free(m);
}

static void test_extrapolation_warns_once(void **state) {
    (void)state;
    struct bsim_models *m = load(good);
    bsim_warn_reset();
    eval(m, 0, 50, 1);
    assert_int_equal(bsim_warn_count(), 0);
    eval(m, 0, 51, 1);
    eval(m, 0, 500, 1);
    assert_int_equal(bsim_warn_count(), 1);
    assert_non_null(strstr(bsim_warn_text(0), "nx (g->nx) = 51 is outside of the fitted range 1 to 50"));
    assert_non_null(strstr(bsim_warn_text(0), "block a (a.c:4)"));
    /* A zero trip count is outside of what was measured, too. */
    bsim_warn_reset();
    bsim_models_free(m);
}

/* At nx = 20, ny = 30 the difference is negative though both are in their ranges: the time is 0, and told once. The
 * least values stay for the result, in whatever order they come. A size of 0 takes no time. */
/* All samples had n = 2*nx. The worst break is kept, whatever comes first; one of 5 % is none. */
static void test_broken_relations(void **state) {
    (void)state;
    struct bsim_models *m =
        load("{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"n\": \"hi - lo\", "
             "\"nx\": \"g->nx\"}, \"time\": \"1e-9*nx\", \"fit\": {\"samples\": 5, \"related\": "
             "{\"n\": \"2*nx\"}}}, \"kernel\": {\"time\": 1e-6}}}");
    struct bsim_model_errors e;
    bsim_warn_reset();
    eval(m, 0, 100, 200);
    eval(m, 0, 100, 209);
    bsim_models_errors(m, 0, &e);
    assert_null(e.related);
    assert_int_equal(bsim_warn_count(), 0);
    eval(m, 0, 100, 400);
    eval(m, 0, 100, 50);
    eval(m, 0, 300, 200);
    bsim_models_errors(m, 0, &e);
    assert_string_equal(e.related,
                        "used at n = 50, where the samples, which all had n = 2*nx, would have 200: on which of "
                        "them the time depends is not known");
    assert_float_equal(e.related_factor, 4, 1e-12);
    assert_int_equal(bsim_warn_count(), 1);
    bsim_models_free(m);
}

/* The doubt of a model with nx in the range, at x. NULL: there is none; else a text to be freed, and its factor. */
static char *doubt_at(const char *range, double x, double *factor) {
    char text[400];
    struct bsim_model_errors e;
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\"}, \"time\": 1e-6, "
             "\"fit\": "
             "{\"samples\": 5, \"range\": {\"nx\": %s}}}, \"kernel\": {\"time\": 1e-6}}}",
             range);
    struct bsim_models *m = load(text);
    eval(m, 0, x, 1);
    bsim_models_errors(m, 0, &e);
    char *related = e.related ? strdup(e.related) : NULL;
    *factor = e.related_factor;
    bsim_models_free(m);
    return related;
}

/* What a parameter does that had one value in all samples, or one sign, is not known, however near the other value is.
 */
static void test_unseen_values(void **state) {
    (void)state;
    static const struct {
        const char *range;
        double x, factor; /* 1: no doubt */
        const char *text;
    } cases[] = {
        {"[97, 97]", 98, 4, "used at g->nx = 98, and all samples had 97: how the time depends on it is not known"},
        {"[97, 97]", 97, 1, NULL},
        {"[1000, 1000]", 1010, 4, "used at g->nx = 1010, and all samples had 1000"},
        {"[10, 10]", 1000, 100, "used at g->nx = 1000"},
        {"[0.0123457, 0.0123457]", 0.01234567, 1, NULL}, /* six digits are in the file */
        {"[0.0123457, 0.0123457]", 0.01234, 4, "all samples had 0.0123457"},
        {"[6.82756e18, 6.82756e18]", 6827561000000000000.0, 1, NULL},
        {"[-3500, -400]", 11000, 4,
         "g->nx is 11000, and was below 0 in all samples: what such a value does is not known"},
        {"[-3500, -400]", 0, 4, "below 0"},
        {"[-3500, -400]", -4000, 1, NULL},
        {"[1, 50]", 0, 4, "above 0"},
        {"[1, 50]", -1, 4, "above 0"},
        {"[0, 50]", -1, 4, "0 or more"},
        {"[-5, 0]", 1, 4, "0 or less"},
        {"[-5, 5]", 500, 1, NULL},
        {"[-5, 5]", 0, 1, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double factor;
        bsim_warn_reset();
        char *text = doubt_at(cases[i].range, cases[i].x, &factor);
        if (factor != cases[i].factor || (text == NULL) != (cases[i].text == NULL) ||
            (text && !strstr(text, cases[i].text)))
            fail_msg("%s at %g: %g, %s", cases[i].range, cases[i].x, factor, text ? text : "no doubt");
        if (text) {
            assert_int_equal(bsim_warn_count(), 1);
            assert_non_null(strstr(bsim_warn_text(0), "is not known; measure "));
        }
        free(text);
    }
    double factor;
    bsim_warn_reset();
    doubt_at("[0.0123457, 0.2]", 0.01234567, &factor);
    assert_int_equal(bsim_warn_count(), 0); /* it is in the range */
    bsim_warn_reset();
}

static void test_zero_of_a_fit_is_told(void **state) {
    (void)state;
    struct bsim_models *m = load(
        "{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\", \"ny\": \"hi - lo\"},"
        " \"time\": \"1e-9*max(nx-ny, 0)\", \"fit\": {\"range\": {\"nx\": [0, 50], \"ny\": [0, 50]}}}}}");
    struct bsim_model_errors e;
    bsim_warn_reset();
    eval(m, 0, 0, 5);
    assert_float_equal(eval(m, 0, 30, 20), 1e-8, 1e-20);
    bsim_models_errors(m, 0, &e);
    assert_null(e.zero);
    assert_int_equal(bsim_warn_count(), 0);
    assert_float_equal(eval(m, 0, 20, 30), 0, 0);
    eval(m, 0, 10, 40);
    eval(m, 0, 20, 40);
    assert_int_equal(bsim_warn_count(), 1);
    assert_non_null(strstr(bsim_warn_text(0), "block a (a.c:4) is 0 s at nx = 20, ny = 30"));
    bsim_models_errors(m, 0, &e);
    assert_string_equal(e.zero, "nx = 10, ny = 40");
    bsim_warn_reset();
    bsim_models_free(m);
}

/* A truth value that is 0 is no reason for a time of 0 s, unless the time goes with it. */
static void test_zero_beside_truth_values_is_told(void **state) {
    (void)state;
    struct bsim_models *m = load(
        "{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\", \"ny\": \"hi - lo\"},"
        " \"time\": \"1e-9*(nx-1)*ny\", \"fit\": {\"range\": {\"nx\": [3, 50], \"ny\": [0, 1]}}}}}");
    struct bsim_model_errors e;
    bsim_warn_reset();
    assert_float_equal(eval(m, 0, 3, 0), 0, 0);
    bsim_models_errors(m, 0, &e);
    assert_null(e.zero);
    assert_float_equal(eval(m, 0, 1, 0), 0, 0);
    bsim_models_errors(m, 0, &e);
    assert_string_equal(e.zero, "nx = 1, ny = 0");
    bsim_warn_reset();
    bsim_models_free(m);
}

static void test_extrapolation_is_never_negative(void **state) {
    (void)state;
    struct bsim_models *m = load("{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\"},"
                                 " \"time\": \"1e-9*nx-1e-7\", \"fit\": {\"range\": {\"nx\": [50, 500]}}}}}");
    struct bsim_error err = {0};
    double inside[] = {99, 0};
    assert_float_equal(eval(m, 0, 600, 0), 5e-7, 1e-20);
    assert_float_equal(eval(m, 0, 20, 0), 0, 0);
    assert_float_equal(eval(m, 0, -3, 0), 0, 0);
    assert_true(isnan(bsim_models_time(m, 0, 2, inside, &err)));
    assert_non_null(strstr(err.text, "gives -1e-09 seconds for nx = 99"));
    bsim_warn_reset();
    bsim_models_free(m);
}

/* A suggestion is a misspelling of the block's name: no name of another block, nor one that is nearer to another block
 * without a model. */
static void test_suggestions(void **state) {
    (void)state;
    static const bsim_block_info some[] = {{"cblas_dgemm", "a.c", 1, 1, 0, NULL, NULL, NULL},
                                           {"cblas_dtrsm", "a.c", 2, 2, 0, NULL, NULL, NULL},
                                           {"HPL_pdlaswp00T.7", "a.c", 3, 3, 0, NULL, NULL, NULL},
                                           {"main.4", "a.c", 4, 4, 0, NULL, NULL, NULL}};
    static const struct {
        const char *in_file;
        int block;
        const char *near; /* NULL: nothing is suggested */
    } cases[] = {{"cblas_dgem", 0, "cblas_dgem"},  {"cblas_dgem", 1, NULL}, {"cblas_dgem", 3, NULL},
                 {"HPL_pdlaswp00T.6", 2, NULL},    {"mian.4", 3, "mian.4"}, {"main.9", 3, NULL},
                 {"main.44", 3, "main.44"},        {"run.4", 3, NULL},      {"cblas_dtrmm", 0, NULL},
                 {"cblas_dtrms", 1, "cblas_dtrms"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[] = "/tmp/bsim-model-test.XXXXXX", text[200];
        struct bsim_error err = {0};
        int fd = mkstemp(path);
        size_t n =
            (size_t)snprintf(text, sizeof text, "{\"schema\": \"bsim-models/1\", \"blocks\": {\"%s\": {\"time\": 1}}}",
                             cases[i].in_file);
        assert_true(fd >= 0 && write(fd, text, n) == (ssize_t)n);
        close(fd);
        struct bsim_models *m = bsim_models_load(path, some, 4, &err);
        assert_non_null(m);
        assert_true(isnan(bsim_models_time(m, cases[i].block, 0, NULL, &err)));
        const char *near = strstr(err.text, "nearest name: ");
        if ((near != NULL) != (cases[i].near != NULL) ||
            (near && strncmp(near + 14, cases[i].near, strlen(cases[i].near)) != 0))
            fail_msg("%s: %s", cases[i].in_file, err.text);
        bsim_models_free(m);
        unlink(path);
    }
    bsim_warn_reset();
}

static void test_missing_is_told_when_reached(void **state) {
    (void)state;
    struct bsim_models *m = load(good);
    struct bsim_error err = {0};
    double nothing = 0;
    assert_true(isnan(bsim_models_time(m, 1, 0, &nothing, &err)));
    assert_non_null(strstr(err.text, "no model of block unmodelled (a.c:8)"));
    bsim_models_free(m);
}

static void test_others(void **state) {
    (void)state;
    struct bsim_models *m = load("{\"schema\": \"bsim-models/1\", \"blocks\": {\"kernel\": {\"time\": 2}},"
                                 " \"other_blocks\": {\"time\": \"0.5\"}}");
    assert_float_equal(eval(m, 0, 10, 5), 0.5, 0); /* its parameters do not matter */
    assert_float_equal(eval(m, 1, 0, 0), 0.5, 0);
    assert_float_equal(eval(m, 2, 0, 0), 2, 0);
    assert_float_equal(eval(m, 3, 0, 0), 2, 0);
    bsim_models_free(m);
}

static void test_none(void **state) {
    (void)state;
    struct bsim_models *m = bsim_models_none(blocks, 4);
    bsim_warn_reset();
    assert_float_equal(eval(m, 0, 1, 2), 0, 0);
    assert_float_equal(eval(m, 1, 1, 2), 0, 0);
    assert_int_equal(bsim_warn_count(), 1);
    bsim_warn_reset();
    bsim_models_free(m);
}

/* The cache must not serve the value of an evaluation that failed. */
static void test_failure_is_not_cached(void **state) {
    (void)state;
    struct bsim_models *m = load("{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\"},"
                                 " \"time\": \"1e-9*(5-nx)\"}}}");
    double bad[] = {9, 1};
    for (int i = 0; i < 2; i++) {
        struct bsim_error err = {0};
        assert_true(isnan(bsim_models_time(m, 0, 2, bad, &err)));
        assert_true(err.set);
    }
    assert_float_equal(eval(m, 0, 4, 1), 1e-9, 1e-20);
    bsim_models_free(m);
}

/* From 100 to 400 the time passes from 1 us to 4 us: 2 us halfway, in the logarithm. The condition counts elsewhere. */
static void test_transition(void **state) {
    (void)state;
    struct bsim_models *m =
        load("{\"schema\": \"bsim-models/1\", \"blocks\": {\"a\": {\"params\": {\"nx\": \"g->nx\"},"
             " \"pieces\": [{\"when\": \"nx < 300\", \"time\": 1e-6,"
             "               \"transition\": {\"of\": \"nx\", \"from\": 100, \"to\": 400}}, {\"time\": 4e-6}],"
             " \"fit\": {\"samples\": 9, \"error_median\": 0.01, \"error_max\": 0.02, \"spread_median\": 0.1,"
             "           \"spread_max\": 0.2, \"errors\": [[1e-6, 0.3], [4e-6, 0.1]]}}}}");
    struct bsim_model_errors e;
    assert_true(bsim_models_has_errors_near(m, 0));
    assert_float_equal(eval(m, 0, 100, 0), 1e-6, 1e-15);
    assert_float_equal(bsim_models_error_near(m, 0, 0.02), 0.3, 1e-12);
    bsim_models_errors(m, 0, &e);
    assert_null(e.transition);
    assert_float_equal(eval(m, 0, 200, 0), 2e-6, 1e-12);
    assert_float_equal(bsim_models_error_near(m, 0, 0.02), hypot(0.2, 1), 1e-9); /* a factor of two to both sides */
    double param[] = {200, 0};
    assert_float_equal(bsim_models_formula(m, 0, param, NULL), 2e-6, 1e-12);
    bsim_models_errors(m, 0, &e);
    assert_string_equal(e.transition, "nx between 100 and 400");
    assert_float_equal(eval(m, 0, 400, 0), 4e-6, 1e-15);
    assert_float_equal(bsim_models_error_near(m, 0, 0.02), 0.2, 1e-12); /* equal parameters spread more */
    bsim_models_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pieces),
                                       cmocka_unit_test(test_counts),
                                       cmocka_unit_test(test_uneven_and_steady_counts),
                                       cmocka_unit_test(test_extrapolation_warns_once),
                                       cmocka_unit_test(test_broken_relations),
                                       cmocka_unit_test(test_unseen_values),
                                       cmocka_unit_test(test_zero_of_a_fit_is_told),
                                       cmocka_unit_test(test_zero_beside_truth_values_is_told),
                                       cmocka_unit_test(test_extrapolation_is_never_negative),
                                       cmocka_unit_test(test_suggestions),
                                       cmocka_unit_test(test_missing_is_told_when_reached),
                                       cmocka_unit_test(test_none),
                                       cmocka_unit_test(test_failure_is_not_cached),
                                       cmocka_unit_test(test_others),
                                       cmocka_unit_test(test_transition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
