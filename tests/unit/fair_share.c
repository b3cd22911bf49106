/* Transfers that share one resource fairly (bsim/network/fair_share.h): cases that are derived by hand, a second, slow
 * implementation, and many transfers at once. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "bsim/network/fair_share.h"

static int32_t come(struct bsim_fair_share *f, double start_s, double busy_s, int32_t before, double want_s) {
    double wait_s;
    int32_t place = bsim_fair_share_come(f, start_s, busy_s, before, &wait_s);
    if (wait_s != want_s)
        fail_msg("one of %g at %g waits %g instead of %g", busy_s, start_s, wait_s, want_s);
    return place;
}

static void assert_waits(const struct bsim_fair_share *f, int32_t place, double want_s) {
    double got_s = bsim_fair_share_waits(f, place);
    if (fabs(got_s - want_s) > 1e-9 * want_s)
        fail_msg("waits %.17g instead of %.17g", got_s, want_s);
}

/* 100 at 0, and 10 at 20: the short one has half of the time, 20 to 40. The long one has had 30 then, and ends at 110.
 */
static void short_behind_long(void **state) {
    (void)state;
    struct bsim_fair_share f = {0};
    int32_t a = come(&f, 0, 100, 0, 0), b = come(&f, 20, 10, 0, 10);
    assert_waits(&f, a, 10);
    assert_waits(&f, b, 10);
    bsim_fair_share_free(&f);
}

/* 10 at 0, and 100 at 4: what is left of the short one is 6, which takes 12. */
static void long_behind_short(void **state) {
    (void)state;
    struct bsim_fair_share f = {0};
    int32_t a = come(&f, 0, 10, 0, 0), b = come(&f, 4, 100, 0, 6);
    assert_waits(&f, a, 6);
    assert_waits(&f, b, 6);
    bsim_fair_share_free(&f);
}

/* Each of n equal ones that come together is told that it waits for those before it; all wait for all others. */
static void equal_ones(void **state) {
    (void)state;
    enum { N = 9 };
    struct bsim_fair_share f = {0};
    int32_t place[N];
    for (int i = 0; i < N; i++)
        place[i] = come(&f, 5, 8, 0, 8 * i);
    for (int i = 0; i < N; i++)
        assert_waits(&f, place[i], 8 * (N - 1));
    come(&f, 1000, 8, 0, 0);
    for (int i = 0; i < N; i++)
        assert_waits(&f, place[i], 8 * (N - 1)); /* as they have ended */
    bsim_fair_share_free(&f);
}

/* What is told an early end is really there for longer: 100 at 0, which keeps the end 100, and ten of 10 from 0 on, one
 * after the other. At 200 all have been served. */
static void early_ends_are_debts(void **state) {
    (void)state;
    struct bsim_fair_share f = {0};
    bsim_fair_share_leave(&f, come(&f, 0, 100, 0, 0));
    for (int i = 0; i < 10; i++)
        bsim_fair_share_leave(&f, come(&f, 20 * i, 10, 0, 10));
    come(&f, 199, 1, 0, 1);
    bsim_fair_share_free(&f);
}

/* Two streams of 10 and 10, and of 30: each has half. The first transfer ends at 20, the second at 40; then the other
 * stream has its last 10 alone. */
static void streams(void **state) {
    (void)state;
    struct bsim_fair_share f = {0};
    int32_t a = come(&f, 0, 10, 0, 0), b = come(&f, 0, 10, a, 10), c = come(&f, 0, 30, 0, 20);
    assert_waits(&f, a, 10);
    assert_waits(&f, b, 30);
    assert_waits(&f, c, 20);
    bsim_fair_share_leave(&f, a);
    come(&f, 60, 5, b, 0); /* b has ended */
    bsim_fair_share_free(&f);
}

/* One that comes before the last one counts as if it came with it. */
static void late_ones(void **state) {
    (void)state;
    struct bsim_fair_share f = {0};
    come(&f, 100, 10, 0, 0);
    come(&f, 40, 10, 0, 70);
    assert_int_equal(bsim_fair_share_come(&f, 100, 0, 0, &(double){0}), 0);
    bsim_fair_share_free(&f);
}

/* ---- a slow second implementation ---- */

enum { MANY = 40 };
struct slow {
    double left_s[MANY], end_s[MANY];
    int before[MANY], n; /* -1: none */
};

static int is_served(const struct slow *s, int i) {
    return s->left_s[i] > 0 && (s->before[i] < 0 || s->left_s[s->before[i]] <= 0);
}

/* Serves all from one time to another. */
static void serve(struct slow *s, double from_s, double to_s) {
    for (double now_s = from_s; now_s < to_s;) {
        int count = 0;
        double least_s = HUGE_VAL;
        for (int i = 0; i < s->n; i++)
            if (is_served(s, i)) {
                count++;
                least_s = fmin(least_s, s->left_s[i]);
            }
        if (!count)
            return;
        int served[MANY];
        double step_s = fmin(least_s * count, to_s - now_s);
        for (int i = 0; i < s->n; i++)
            served[i] = is_served(s, i);
        now_s += step_s;
        for (int i = 0; i < s->n; i++)
            if (served[i] && (s->left_s[i] -= step_s / count) < 1e-9) {
                s->left_s[i] = 0;
                s->end_s[i] = now_s;
            }
    }
}

static unsigned next(unsigned *seed) {
    return (*seed = *seed * 1664525u + 1013904223u) >> 8;
}

static void as_slow_one(void **state) {
    (void)state;
    unsigned seed = 4711;
    for (int round = 0; round < 3000; round++) {
        struct bsim_fair_share f = {0};
        struct slow s = {0};
        int32_t place[MANY];
        double start_s[MANY], busy_s[MANY], wait_s;
        int last[4] = {-1, -1, -1, -1}; /* by stream; the first one is none */
        double now_s = 0, total_s = 0;
        for (int i = 0; i < MANY; i++) {
            double at_s = now_s + next(&seed) % 30;
            int stream = (int)(next(&seed) % 4);
            serve(&s, now_s, at_s);
            start_s[i] = now_s = at_s;
            busy_s[i] = s.left_s[i] = 1 + next(&seed) % (next(&seed) % 4 ? 20 : 200);
            s.before[i] = stream ? last[stream] : -1;
            last[stream] = i;
            s.n = i + 1;
            total_s += busy_s[i];
            place[i] = bsim_fair_share_come(&f, at_s, busy_s[i], s.before[i] >= 0 ? place[s.before[i]] : 0, &wait_s);
            struct slow later = s;
            serve(&later, now_s, 1e9);
            for (int j = 0; j <= i; j++)
                if (fabs(start_s[j] + bsim_fair_share_waits(&f, place[j]) + busy_s[j] - later.end_s[j]) > 1e-6)
                    fail_msg("round %d: %d after %d ends at %g instead of %g", round, j, i,
                             start_s[j] + bsim_fair_share_waits(&f, place[j]) + busy_s[j], later.end_s[j]);
            if (fabs(at_s + wait_s + busy_s[i] - later.end_s[i]) > 1e-6)
                fail_msg("round %d: %d is told %g instead of %g", round, i, at_s + wait_s + busy_s[i], later.end_s[i]);
        }
        for (int i = 0; i < MANY; i++)
            bsim_fair_share_leave(&f, place[i]);
        bsim_fair_share_come(&f, now_s + total_s, 1, 0, &wait_s);
        assert_true(wait_s == 0); /* all have been served, and their places are free */
        assert_int_equal(f.used, MANY);
        bsim_fair_share_free(&f);
    }
}

/* With 200,000 at once each takes no more than some comparisons. */
static void many_at_once(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    struct bsim_fair_share f = {0};
    unsigned seed = 1;
    double wait_s, all_s = 0;
    int32_t longest = bsim_fair_share_come(&f, 0, 1e6, 0, &wait_s);
    for (int i = 0; i < COUNT; i++) {
        double busy_s = 1 + next(&seed) % 1000;
        bsim_fair_share_leave(&f, bsim_fair_share_come(&f, 1e-6 * i, busy_s, 0, &wait_s));
        all_s += busy_s;
    }
    assert_waits(&f, longest, all_s);
    bsim_fair_share_come(&f, 2e6 + all_s, 1, 0, &wait_s);
    assert_true(wait_s == 0);
    bsim_fair_share_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_behind_long), cmocka_unit_test(long_behind_short),
                                       cmocka_unit_test(equal_ones),        cmocka_unit_test(early_ends_are_debts),
                                       cmocka_unit_test(streams),           cmocka_unit_test(late_ones),
                                       cmocka_unit_test(as_slow_one),       cmocka_unit_test(many_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
