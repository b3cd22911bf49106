/* hint.c - draws of hints: their distribution, and that they depend on seed, rank or key, and count alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/cost/hint.h"

static const double values[] = {1, 5, 9}, weights[] = {1, 0, 3};
const bsim_hint_info bsim_hints[] = {{"f:a", "a.c", 1, 7, 0, NULL, NULL, 0, 0, NULL},
                                     {"f:b", "a.c", 2, 7, 3, values, weights, 0, 0, NULL},
                                     {"f:c", "a.c", 3, 8, 0, NULL, NULL, 0, 0, NULL}};
const int bsim_nhints = 3;

int __real_main(int argc, char **argv); /* the engine would start it */
int __real_main(int argc, char **argv) {
    (void)argv;
    return argc;
}

enum { N = 100000 };

static void test_uniform(void **state) {
    (void)state;
    double sum = 0, square = 0;
    for (long k = 0; k < N; k++) {
        double x = BSIM_uniform(0, k, -1, 3);
        assert_true(x >= -1 && x < 3);
        sum += x;
        square += x * x;
    }
    /* mean 1, variance 16/12; five standard errors */
    assert_float_equal(sum / N, 1, 5 * sqrt(16.0 / 12 / N));
    assert_float_equal(square / N - 1, 16.0 / 12, 0.03);
}

static void test_integers(void **state) {
    (void)state;
    int seen[6] = {0};
    for (long k = 0; k < N; k++) {
        long x = BSIM_uniform_int(0, k, 10, 15);
        assert_in_range(x, 10, 15);
        seen[x - 10]++;
    }
    for (int i = 0; i < 6; i++)
        assert_float_equal(seen[i], N / 6.0, 5 * sqrt(N * 5 / 36.0));
    assert_int_equal(BSIM_uniform_int(0, 1, 4, 4), 4);
    assert_int_equal(BSIM_uniform_int(0, 1, 4, 2), 4); /* an empty range */
    assert_true(BSIM_uniform_int(0, 3, -9223372036854775807L - 1, 9223372036854775807L) != 0);
}

static void test_others(void **state) {
    (void)state;
    double sum = 0, square = 0;
    int ones = 0, nines = 0, heads = 0;
    for (long k = 0; k < N; k++) {
        double x = BSIM_normal(2, k, 2, 0.5), h = BSIM_histogram(1, k);
        sum += x;
        square += (x - 2) * (x - 2);
        ones += h == 1;
        nines += h == 9;
        heads += BSIM_branch(2, k, 0.3);
    }
    assert_float_equal(sum / N, 2, 5 * 0.5 / sqrt(N));
    assert_float_equal(square / N, 0.25, 0.01);
    assert_int_equal(ones + nines, N); /* never a value of weight 0 */
    assert_float_equal(ones, N / 4.0, 5 * sqrt(N * 3 / 16.0));
    assert_float_equal(heads, 0.3 * N, 5 * sqrt(N * 0.21));
    assert_int_equal(BSIM_branch(2, 1, 0), 0);
    assert_int_equal(BSIM_branch(2, 1, 1), 1);
}

static void test_dependence(void **state) {
    (void)state;
    bsim_rank ranks[2];
    double drawn[2][4];
    memset(ranks, 0, sizeof ranks);
    bsim_context.np = 2;
    ranks[1].id = 1;
    for (int i = 0; i < 4; i++) /* interleaved */
        for (int r = 0; r < 2; r++) {
            bsim_self = &ranks[r];
            drawn[r][i] = BSIM_uniform(0, BSIM_EACH_RANK, 0, 1);
        }
    assert_true(drawn[0][0] != drawn[0][1] && drawn[0][0] != drawn[1][0]);
    bsim_hint_fini();
    for (int r = 1; r >= 0; r--) /* the other way round */
        for (int i = 0; i < 4; i++) {
            bsim_self = &ranks[r];
            assert_true(BSIM_uniform(0, BSIM_EACH_RANK, 0, 1) == drawn[r][i]);
        }
    bsim_hint_fini();
    bsim_self = &ranks[0];
    double x = BSIM_uniform(0, 42, 0, 1);
    bsim_self = &ranks[1];
    assert_true(BSIM_uniform(0, 42, 0, 1) == x); /* one key, one value */
    assert_true(BSIM_uniform(2, 42, 0, 1) != x); /* another seed */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_uniform), cmocka_unit_test(test_integers),
                                       cmocka_unit_test(test_others), cmocka_unit_test(test_dependence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
