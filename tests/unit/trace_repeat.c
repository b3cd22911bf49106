/* trace_repeat.c - partial recording: the iterations that are left without times, and the times that they are given. A
 * test is a recorder and what reads it: calls go through bsim_repeat as through a queue, and from there to
 * bsim_untimed_fill, which must give the same calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_repeat.h"
#include "bsim/trace/trace_untimed.h"

enum { MOST = 200000, QUEUE = 16 };

static struct bsim_repeat repeat;
static struct bsim_untimed_fill fill;
static struct bsim_trace_partial total;
static struct made {
    int64_t call, gap;
} made[MOST];
static int64_t nmade, ngiven, without; /* without: calls for which no times were taken */
static double given_ns, made_ns;
static uint64_t seed;
static struct waiting {
    int64_t call, gap;
    bool is_timed;
} queue[QUEUE];
static int nqueue;

static void give(void *data, const struct bsim_untimed_call *e) {
    (void)data;
    if (ngiven >= nmade || made[ngiven].call != e->call)
        fail_msg("call %lld of %lld (%lld) is given as %lld; seed %llu", (long long)ngiven, (long long)nmade,
                 (long long)made[ngiven].call, (long long)e->call, (unsigned long long)seed);
    given_ns += (double)e->gap_ns;
    ngiven++;
}

static void start(double enough) {
    memset(&repeat, 0, sizeof repeat);
    repeat.enough = enough;
    total = (struct bsim_trace_partial){0};
    fill = (struct bsim_untimed_fill){.give = give, .total = &total};
    nmade = ngiven = without = 0;
    given_ns = made_ns = 0;
    nqueue = 0;
}

static void tell(void) {
    struct bsim_untimed u;
    if (bsim_repeat_told(&repeat, &u))
        assert_true(bsim_untimed_fill_stretch(&fill, u.period, BSIM_REPEAT_SAMPLE, u.timed, u.calls));
}

static void take(const struct waiting *w) {
    if (!bsim_repeat_take(&repeat, w->call, (uint64_t)w->call * 7, w->is_timed ? w->gap : 0, w->is_timed))
        return;
    tell();
    bsim_untimed_fill_call(&fill, &(struct bsim_untimed_call){w->call, w->is_timed ? w->gap : 0, 0});
}

/* As a recorder: whether the call needs times is decided before the calls in the queue are known. */
static void call(int64_t number, int64_t gap) {
    uint64_t mark = 0;
    bool is_timed = bsim_repeat_next(&repeat, nqueue, &mark) != number;
    assert_true(is_timed || mark == (uint64_t)number * 7);
    made[nmade++] = (struct made){number, gap};
    made_ns += (double)gap;
    without += !is_timed;
    queue[nqueue++] = (struct waiting){number, gap, is_timed};
}

static void drain(int to) {
    int n = nqueue - to;
    for (int i = 0; i < n; i++)
        take(&queue[i]);
    if (n > 0)
        memmove(queue, queue + n, (size_t)to * sizeof *queue);
    nqueue = n > 0 ? to : nqueue;
}

static void now(int64_t number, int64_t gap) {
    call(number, gap);
    drain(0);
}

static void end(void) {
    drain(0);
    tell();
    bsim_untimed_fill_end(&fill);
    assert_int_equal(ngiven, nmade);
}

/* 100 iterations, of which samples of 5 stand behind 5, 11, 18, 27, 38, 52, 70 and 92. */
static void test_loop(void **state) {
    (void)state;
    start(0.2);
    now(9, 1000);
    for (int i = 0; i < 100; i++)
        now(0, 10), now(1, 20), now(0, 30);
    now(7, 123);
    end();
    assert_int_equal(total.iterations, 100);
    assert_int_equal(total.timed_iterations, 40);
    assert_int_equal(total.untimed_calls, 180);
    assert_int_equal(total.open_calls, 24);
    assert_int_equal(without, 180);
    assert_true(given_ns == made_ns && total.apart == 0);
}

/* Where iterations differ by more than is enough, all are timed. */
static void test_noise(void **state) {
    (void)state;
    start(0.2);
    for (int i = 0; i < 1000; i++)
        now(0, i % 2 ? 100 : 106), now(1, 5); /* 4 * 6 of 108 */
    end();
    assert_int_equal(without, 0);
    start(0.24);
    for (int i = 0; i < 1000; i++)
        now(0, i % 2 ? 100 : 106), now(1, 5);
    end();
    assert_int_equal(total.timed_iterations, 85);
    assert_true(fabs(given_ns / made_ns - 1) < 0.01);
    start(0.2);
    repeat.reading_ns = 6; /* the clock is not more exact */
    for (int i = 0; i < 1000; i++)
        now(0, i % 2 ? 100 : 106), now(1, 5);
    end();
    assert_int_equal(total.timed_iterations, 85);
    assert_true(fabs(given_ns / made_ns - 1) < 0.01);
}

/* A call that is not the expected one has its own times. */
static void test_break(void **state) {
    (void)state;
    start(0.2);
    for (int i = 0; i < 7; i++) {
        for (int k = 0; k < 20; k++)
            now(0, 10), now(1, 20);
        now(2 + i, 1000000 * i);
    }
    end();
    assert_true(without > 20 && given_ns == made_ns);
}

/* A loop in a loop: the inner one is found first, then the outer one. */
static void test_nested(void **state) {
    (void)state;
    start(0.2);
    for (int i = 0; i < 1000; i++) {
        for (int k = 0; k < 10; k++)
            now(0, 10), now(1, 20);
        now(2, 500);
    }
    end();
    assert_true(without > 18000 && given_ns == made_ns);
    assert_int_equal(repeat.period, 21);
}

/* The work of each iteration is less than that of the one before, as in a factorisation. The first ones alone would
 * tell twice the work. */
static void test_trend(void **state) {
    (void)state;
    start(0.2);
    for (int i = 0; i < 1000; i++) {
        int64_t left = 1000 - i;
        now(0, left * left), now(1, 10);
    }
    end();
    assert_true(without > 200);
    if (fabs(given_ns / made_ns - 1) > 0.01)
        fail_msg("given %g ns, made %g ns", given_ns, made_ns);
}

/* The work doubles once. What lay between the samples is told, and the next stretches are short again. */
static void test_jump(void **state) {
    (void)state;
    start(0.2);
    for (int i = 0; i < 2000; i++)
        now(0, i < 700 ? 100 : 200), now(1, 5);
    end();
    assert_true(total.apart > 0.6 && total.apart < 0.7);
    assert_true(fabs(given_ns / made_ns - 1) < 0.05);
}

static int random_below(int n) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)n);
}

/* Random loops in loops, calls that wait in the queue, a rule that always holds: the calls given are those made, and
 * their sum is right where all gaps of a call are equal. */
static void test_random(void **state) {
    (void)state;
    for (seed = 1; seed < 300; seed++) {
        uint64_t kept = seed;
        start(random_below(2) ? 100 : 0.2);
        bool waits = random_below(2);
        while (nmade < 3000) {
            int outer = 1 + random_below(30), inner = 1 + random_below(30), body = 1 + random_below(6),
                tail = random_below(3);
            int first = random_below(5);
            for (int i = 0; i < outer && nmade < 3000; i++) {
                for (int k = 0; k < inner * body + tail; k++) {
                    int number = k < inner * body ? first + (k % body) * 3 % 5 : 20 + k % 7;
                    call(number, 100 * number);
                    drain(waits ? random_below(nqueue < QUEUE - 1 ? nqueue + 1 : QUEUE / 2) : 0);
                }
                if (random_below(40) == 0)
                    call(50, 5000), drain(0);
            }
        }
        end();
        if (!waits && given_ns != made_ns)
            fail_msg("seed %llu: given %g ns, made %g ns", (unsigned long long)kept, given_ns, made_ns);
        seed = kept;
    }
}

/* What repeats nothing is no part. */
static void test_damaged(void **state) {
    (void)state;
    start(0.2);
    assert_false(bsim_untimed_fill_stretch(&fill, 1, 5, 5, 1));
    for (int i = 0; i < 10; i++)
        made[nmade++] = (struct made){0, 1}, bsim_untimed_fill_call(&fill, &(struct bsim_untimed_call){0, 1, 0});
    assert_false(bsim_untimed_fill_stretch(&fill, 3, 5, 5, 1));
    assert_false(bsim_untimed_fill_stretch(&fill, 0, 5, 5, 1));
    assert_false(bsim_untimed_fill_stretch(&fill, 2, 5, 11, 1));
    assert_false(bsim_untimed_fill_stretch(&fill, 2, INT64_MAX, 5, 1));
    assert_false(bsim_untimed_fill_stretch(&fill, 2, 5, 5, 0));
    made[nmade++] = (struct made){0, 1};
    assert_true(bsim_untimed_fill_stretch(&fill, 2, 5, 5, 1));
    bsim_untimed_fill_end(&fill);
    assert_int_equal(ngiven, nmade);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loop),   cmocka_unit_test(test_noise),
                                       cmocka_unit_test(test_break),  cmocka_unit_test(test_nested),
                                       cmocka_unit_test(test_trend),  cmocka_unit_test(test_jump),
                                       cmocka_unit_test(test_random), cmocka_unit_test(test_damaged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
