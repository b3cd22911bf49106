/* placements.c - core-to-core latency of this host, and runs apart by it. */
#include "bsim/bench/placements.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Between processors 0 and 1, and 0 and 2. */
static struct bench_core_latency apart(double first_s, double second_s) {
    return (struct bench_core_latency){.n = 2, .from = 0, .to = {1, 2}, .seconds = {first_s, second_s}};
}

static const double near_s = 50e-9, far_s = 200e-9;

static void test_a_pair_that_is_elsewhere_differs(void **state) {
    (void)state;
    struct bench_core_latency a = apart(near_s, far_s), b = apart(1.4 * near_s, far_s / 1.4), c = apart(near_s, near_s),
                              other = {.n = 1, .from = 3, .to = {1}, .seconds = {9 * far_s}}, none = {0};
    assert_false(bsim_bench_core_latency_differs(&a, &a));
    assert_false(bsim_bench_core_latency_differs(&a, &b));
    assert_true(bsim_bench_core_latency_differs(&a, &c));
    assert_true(bsim_bench_core_latency_differs(&c, &a));
    assert_false(bsim_bench_core_latency_differs(&a, &other));
    assert_false(bsim_bench_core_latency_differs(&a, &none));
    assert_false(bsim_bench_core_latency_differs(&none, &none));
}

static void test_texts(void **state) {
    (void)state;
    char text[64];
    struct bench_core_latency several = apart(far_s, near_s), one = {.n = 1, .seconds = {near_s}}, none = {0};
    assert_string_equal(bsim_bench_core_latency_text(&several, text, sizeof text), "50.00 ns to 200.0 ns");
    assert_string_equal(bsim_bench_core_latency_text(&one, text, sizeof text), "50.00 ns");
    assert_string_equal(bsim_bench_core_latency_text(&none, text, sizeof text), "unknown");
}

static void add(struct bench_placements *p, const struct bench_core_latency *before,
                const struct bench_core_latency *after, const char *lines) {
    char *copy = malloc(strlen(lines) + 1);
    assert_non_null(copy);
    strcpy(copy, lines);
    bsim_bench_place(p, before, after, copy);
}

/* Near, moved, far, far, near, near. */
static void test_runs_of_a_placement_stay_together(void **state) {
    (void)state;
    struct bench_placements p = {0};
    struct bench_core_latency here = apart(near_s, near_s), there = apart(near_s, far_s);
    assert_int_equal(bsim_bench_most_runs(&p), -1);
    add(&p, &here, &here, "1\n");
    add(&p, &here, &there, "2\n");
    add(&p, &there, &there, "3\n");
    assert_int_equal(bsim_bench_most_runs(&p), 0);
    add(&p, &there, &there, "4\n");
    assert_int_equal(bsim_bench_most_runs(&p), 1);
    add(&p, &here, &here, "5\n");
    add(&p, &here, &here, "6\n");
    assert_int_equal(bsim_bench_most_runs(&p), 0);
    assert_int_equal(p.n, 2);
    assert_int_equal(p.moved, 1);
    assert_int_equal(p.runs[0], 3);
    assert_int_equal(p.runs[1], 2);
    assert_string_equal(p.lines[0], "1\n5\n6\n");
    assert_string_equal(p.lines[1], "3\n4\n");
    for (int i = 0; i < 2 * BENCH_MAX_PLACEMENTS; i++) {
        struct bench_core_latency new = apart((2 << i) * far_s, near_s);
        add(&p, &new, &new, "7\n");
    }
    assert_int_equal(p.n, BENCH_MAX_PLACEMENTS);
    assert_int_equal(p.moved, 1 + 2 * BENCH_MAX_PLACEMENTS - 2);
    bsim_bench_placements_free(&p);
    assert_int_equal(p.n, 0);
}

/* A line needs more than a nanosecond, and on a busy host less than a millisecond. The caller stays where it may be. */
static void test_this_host(void **state) {
    (void)state;
    struct bench_core_latency found;
    cpu_set_t before, after;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    bsim_bench_core_latency(&found);
    assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
    assert_true(CPU_EQUAL(&before, &after));
    int others = CPU_COUNT(&before) - 1;
    assert_int_equal(found.n, others < BENCH_CORE_PAIRS ? others : BENCH_CORE_PAIRS);
    for (int i = 0; i < found.n; i++)
        assert_true(found.seconds[i] > 1e-9 && found.seconds[i] < 1e-3);
}

/* A process that may use one processor has nobody to talk to. */
static void test_one_processor(void **state) {
    (void)state;
    cpu_set_t before, one;
    struct bench_core_latency found;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &before))
            CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    bsim_bench_core_latency(&found);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_int_equal(found.n, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pair_that_is_elsewhere_differs),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_runs_of_a_placement_stay_together),
        cmocka_unit_test(test_this_host),
        cmocka_unit_test(test_one_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
