/* threshold.c - dPerf's threshold rule of an instrumented program: when a mean has settled, and which loops end early.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of libbsim-instrument, which needs a running MPI. */
#include "bsim/instrument/settle.c"
#include "bsim/instrument/threshold.c"

static double in_blocks_s;

double bsim_blocks_s(void) {
    return in_blocks_s;
}

int bsim_mpi_leaves(int number, long v, long round, int seen_enough) {
    (void)number;
    (void)v;
    (void)round;
    return seen_enough; /* of one process */
}

void bsim_samples_name(FILE *f, const char *name) {
    fputs(name, f);
}

/* The number of values after which the mean has settled, at most 1000; 0: it has not. */
static long settles(double first_value, double other_value, double growth, double e, long *since) {
    struct bsim_settle s = {0};
    double sum = 0;
    for (long k = 1; k <= 1000; k++) {
        sum += k == 1 ? first_value : other_value + growth * (double)k;
        if (bsim_settle_add(&s, sum / (double)k, e)) {
            *since = s.since;
            return k;
        }
    }
    return 0;
}

static void test_equal_values(void **state) {
    long since;
    (void)state;
    assert_int_equal(settles(2, 2, 0, 0.02, &since), 4); /* the least number of values */
    assert_int_equal(since, 1);
}

/* A first value of 3, then ones: the mean of k is 1 + 2/k. A count s stays the first one as long as
 * 2/s - 2/k <= e (1 + 2/k). With e = 0.1: 1, 2, 3 each until the next one (2/3 - 2/4 = 0.167 > 0.15); 4 until 6
 * (1.5 - 1.333 = 0.167 > 0.133); 6 until 10 (1.333 - 1.2 = 0.133 > 0.12); 10 would until 22, and 20 = 2 * 10 comes
 * first. */
static void test_a_cold_first_round(void **state) {
    long since;
    (void)state;
    assert_int_equal(settles(3, 1, 0, 0.1, &since), 20);
    assert_int_equal(since, 10);
    assert_true(settles(3, 1, 0, 0.02, &since) > 40); /* 2/s - 2/(2 s) <= 0.02 (1 + 1/s) from s = 49 on */
    assert_true(since >= 49);
}

static void test_means_that_do_not_settle(void **state) {
    long since;
    (void)state;
    assert_int_equal(settles(1, 0, 1, 0.3, &since), 0); /* the k-th value is k: the mean doubles from s to 2 s */
    assert_int_equal(settles(0, 0, 0, 0.3, &since), 0); /* no time in blocks */
}

/* Runs a loop of rounds rounds with an inner one of 10, each with a block of a second; the rounds that it began. */
static long run(long rounds, long *inner_rounds) {
    bsim_loop outer = {0, "a.c:1", 0};
    *inner_rounds = 0;
    bsim_loop_begin(&outer);
    for (long i = 0; i < rounds; i++) {
        if (bsim_loop_enough(&outer))
            break;
        bsim_loop inner = {1, "a.c:2", 0};
        bsim_loop_begin(&inner);
        for (int k = 0; k < 10; k++) {
            if (bsim_loop_enough(&inner))
                break;
            in_blocks_s += 1;
            ++*inner_rounds;
        }
        bsim_loop_end(&inner);
    }
    bsim_loop_end(&outer);
    return outer.begun;
}

static void test_only_the_outermost_loop_ends_early(void **state) {
    long inner;
    (void)state;
    share = 0.02;
    assert_int_equal(run(100, &inner), 4);
    assert_int_equal(inner, 40);
    assert_int_equal(run(3, &inner), 3); /* too short */
    share = 0;
    assert_int_equal(run(100, &inner), 100);
    assert_int_equal(inner, 1000);
    char text[200] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    bsim_threshold_write(f);
    fclose(f);
    assert_string_equal(text, "# loop: a.c:1\t3\t1\t107\t0\n");
}

static int exit_code_of(const char *text) {
    pid_t child = fork();
    int status;
    if (child == 0) {
        setenv("BSIM_THRESHOLD", text, 1);
        share = -1;
        freopen("/dev/null", "w", stderr);
        _exit(bsim_threshold_on() ? (int)(1000 * share + 0.5) : 1);
    }
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

static void test_reads_the_share(void **state) {
    (void)state;
    assert_int_equal(exit_code_of("0.02"), 20);
    assert_int_equal(exit_code_of("10%"), 100);
    assert_int_equal(exit_code_of(""), 1);
    static const char *const bad[] = {"x", "0", "1", "-0.1", "2 %%", "0.02x", "nan", "%"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(exit_code_of(bad[i]), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_values),
        cmocka_unit_test(test_a_cold_first_round),
        cmocka_unit_test(test_means_that_do_not_settle),
        cmocka_unit_test(test_only_the_outermost_loop_ends_early),
        cmocka_unit_test(test_reads_the_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
