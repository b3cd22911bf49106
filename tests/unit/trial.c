/* Trials of one shard and of all, on made-up rates: the faster way is found, whatever single windows say, and trials
 * take little of the time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bsim/kernel/trial.h"

enum { NP = 100, MS = 1000000, WINDOW_NS = 4 * MS };

struct made {
    double rates[2]; /* calls in a nanosecond, of each way */
    int steps;       /* calls come in so many windows at once, as in collectives; 1: in each */
    double noise;    /* of single windows */
    bool worth;
};

struct found {
    int way, changes;
    double in_second; /* share of the time, in the second half of the run */
};

/* Plays windows for some seconds, beginning with way 0. */
static struct found play(const struct made *m, double seconds) {
    struct bsim_trial t;
    struct found f = {0};
    uint32_t x = 1;
    double due = 0, second_ns = 0;
    int64_t end_ns = (int64_t)(seconds * 1e9);
    bsim_trial_init(&t, NP, 0);
    for (int64_t now_ns = WINDOW_NS; now_ns < end_ns; now_ns += WINDOW_NS) {
        x = x * 1664525u + 1013904223u;
        due += m->rates[f.way] * WINDOW_NS * (1 + m->noise * ((double)(x >> 8) / (1 << 23) - 1));
        bool all_come = now_ns / WINDOW_NS % m->steps == 0;
        double calls = all_come ? due : 0;
        due -= calls;
        second_ns += f.way && now_ns > end_ns / 2 ? WINDOW_NS : 0;
        if (bsim_trial_next(&t, calls, WINDOW_NS, m->worth || f.way, now_ns)) {
            f.way = !f.way;
            f.changes++;
        }
    }
    f.in_second = second_ns / ((double)end_ns / 2);
    return f;
}

static void faster_way(void **state) {
    (void)state;
    for (int steps = 1; steps <= 3; steps++) {
        for (int i = 0; i < 2; i++) {
            double noise = i * 0.2;
            struct made fast = {{0.0005, 0.001}, steps, noise, true}, slow = {{0.001, 0.0005}, steps, noise, true};
            assert_true(play(&fast, 10).in_second > 0.93);
            assert_true(play(&slow, 10).in_second < 0.07);
        }
    }
}

/* One that is hardly faster is not taken: to change costs time. */
static void equal_ways(void **state) {
    (void)state;
    struct made equal = {{0.001, 0.00102}, 1, 0.02, true};
    assert_true(play(&equal, 10).in_second < 0.07);
}

static void not_worth_while(void **state) {
    (void)state;
    struct made calm = {{0.0005, 0.001}, 1, 0, false};
    assert_int_equal(play(&calm, 10).changes, 0);
}

/* Few calls: a phase lasts no longer than 0.1 s and the window in which it ends. */
static void few_calls(void **state) {
    (void)state;
    struct made rare = {{1e-9, 1e-8}, 1, 0, true};
    struct found f = play(&rare, 0.5);
    assert_int_equal(f.way, 1);
    assert_int_equal(f.changes, 3);
}

static void change_that_fails(void **state) {
    (void)state;
    struct bsim_trial t;
    bsim_trial_init(&t, NP, 0);
    assert_true(bsim_trial_next(&t, 8 * NP, WINDOW_NS, true, WINDOW_NS));
    assert_true(bsim_trial_runs(&t));
    bsim_trial_stop(&t, 2 * WINDOW_NS);
    assert_false(bsim_trial_runs(&t));
    assert_false(bsim_trial_next(&t, 8 * NP, WINDOW_NS, true, 3 * WINDOW_NS)); /* not at once */
    assert_true(bsim_trial_next(&t, 8 * NP, WINDOW_NS, true, 2 * WINDOW_NS + 40 * MS));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(faster_way), cmocka_unit_test(equal_ways),
                                       cmocka_unit_test(not_worth_while), cmocka_unit_test(few_calls),
                                       cmocka_unit_test(change_that_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
