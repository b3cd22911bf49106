/* Measured runs as a whole beside their predictions, by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "bsim/stat/whole_scale.h"

static void no_runs(void **state) {
    (void)state;
    struct bsim_whole_runs of = bsim_whole_runs_of(NULL, 0);
    assert_int_equal(of.n, 0);
    assert_float_equal(of.error, 0, 0);
    assert_float_equal(of.more, 0, 0);
}

/* All runs take e^0.1 times as long as predicted: the root of the mean square is 0.1, and less than 0.1 / 0.6745. */
static void all_longer(void **state) {
    (void)state;
    struct bsim_whole_run run[3] = {{.predicted_s = 1}, {.predicted_s = 2}, {.predicted_s = 7}};
    for (int i = 0; i < 3; i++)
        run[i].measured_s = run[i].predicted_s * exp(0.1);
    struct bsim_whole_runs of = bsim_whole_runs_of(run, 3);
    assert_int_equal(of.n, 3);
    assert_float_equal(of.error, 0.1, 1e-6);
    assert_float_equal(of.mean, 0.1, 1e-6);
    assert_float_equal(of.low, exp(-0.1) - 1, 1e-6);
    assert_float_equal(of.high, exp(-0.1) - 1, 1e-6);
    assert_float_equal(of.more, 0.1, 1e-6);
}

/* Errors that are known explain a part, or all: 0.1^2 - 0.06^2 = 0.08^2. */
static void known_errors(void **state) {
    (void)state;
    struct bsim_whole_run run[2] = {{.measured_s = exp(0.1), .measured_error = 0.06, .predicted_s = 1},
                                    {.measured_s = exp(0.1), .predicted_s = 1, .predicted_error = 0.06}};
    assert_float_equal(bsim_whole_runs_of(run, 2).more, 0.08, 1e-6);
    run[0].predicted_error = run[1].measured_error = 0.2;
    assert_float_equal(bsim_whole_runs_of(run, 2).more, 0, 0);
}

/* One disturbed run of 100 s beside five of 200 s, whose sizes are 0.03 by weight: median / 0.6745. Longer and shorter
 * ones cancel in the mean. */
static void a_disturbed_run(void **state) {
    (void)state;
    struct bsim_whole_run run[6];
    double sum = 0, weights = 0;
    for (int i = 0; i < 6; i++) {
        run[i] = (struct bsim_whole_run){.measured_s = i ? 200 : 100};
        double e = i ? (i % 2 ? 0.03 : -0.03) : 2;
        run[i].predicted_s = run[i].measured_s * exp(-e);
        sum += run[i].measured_s * e;
        weights += run[i].measured_s;
    }
    struct bsim_whole_runs of = bsim_whole_runs_of(run, 6);
    assert_float_equal(of.error, 0.03 / 0.6745, 1e-6);
    assert_float_equal(of.mean, sum / weights, 1e-6);
}

/* Longer runs count more: 1 s with an error of 0.4 beside 3 s with none has the root of (0.16 + 0) / 4. */
static void weights(void **state) {
    (void)state;
    struct bsim_whole_run run[3] = {{.measured_s = 1, .predicted_s = exp(-0.4)},
                                    {.measured_s = 1, .predicted_s = 1},
                                    {.measured_s = 2, .predicted_s = 2}};
    assert_float_equal(bsim_whole_runs_of(run, 3).mean, 0.1, 1e-6);
    assert_float_equal(bsim_whole_runs_of(run, 3).error, 0, 0); /* more than half of the time has none */
    assert_float_equal(bsim_whole_runs_of(run, 1).error, 0.4, 1e-6);
}

/* A run whose calculation is all in executions of exec_s. */
static struct bsim_whole_run run_of(double measured_s, double time_s, double calc_s, double exec_s) {
    struct bsim_whole_run run = {.measured_s = measured_s, .predicted_s = time_s, .calc_s = calc_s};
    bsim_scale_add(run.part, exec_s, calc_s);
    return run;
}

/* Blocks that take 1.1 times as long, in runs with more and less communication: 6 runs of 1 s to 6 s, of which 0 to 10
 * % are no calculation. */
static void scale(void **state) {
    (void)state;
    struct bsim_whole_run run[6];
    for (int i = 0; i < 6; i++) {
        double time_s = i + 1, calc_s = time_s * (1 - 0.02 * i);
        run[i] = run_of(time_s + 0.1 * calc_s, time_s, calc_s, pow(10, i - 6));
    }
    struct bsim_scale of = bsim_whole_runs_scale(run, 4);
    assert_true(bsim_scale_is_none(&of)); /* too few */
    assert_float_equal(run[0].predicted_s, 1, 0);
    of = bsim_whole_runs_scale(run, 6);
    assert_float_equal(of.factor[0], 1.1, 1e-9);
    assert_float_equal(of.factor[1], of.factor[0], 0);
    for (int i = 0; i < 6; i++)
        assert_float_equal(run[i].predicted_s, run[i].measured_s, 1e-9);
    of = bsim_whole_runs_scale(run, 6);
    assert_true(bsim_scale_is_none(&of)); /* nothing is left */
}

/* Executions of 10 us take 0.9 times as long as their models say, those of 10 ms 1.1 times, and those between them by
 * the logarithm: two runs of each, one of them 1 % longer and one shorter. */
static void rising_scale(void **state) {
    (void)state;
    struct bsim_whole_run run[8];
    for (int i = 0; i < 8; i++) {
        double factor = 0.9 * pow(1.1 / 0.9, (i / 2) / 3.0) * (i % 2 ? 1.01 : 0.99);
        run[i] = run_of(2 * factor, 2, 2, pow(10, i / 2 - 5));
    }
    struct bsim_scale of = bsim_whole_runs_scale(run, 8);
    assert_float_equal(log10(of.time_s[0]), -5, 1e-6);
    assert_float_equal(log10(of.time_s[1]), -2, 1e-6);
    assert_float_equal(of.factor[0], 0.9, 0.02);
    assert_float_equal(of.factor[1], 1.1, 0.02);
    assert_float_equal(bsim_scale_at(&of, 1e-9), of.factor[0], 0);
    assert_float_equal(bsim_scale_at(&of, 1), of.factor[1], 0);
    assert_float_equal(bsim_scale_at(&of, pow(10, -3.5)), sqrt(of.factor[0] * of.factor[1]), 1e-6);
    for (int i = 0; i < 8; i++)
        assert_float_equal(run[i].predicted_s, run[i].measured_s, 0.05);
}

/* Time that is in no block is none of the models': 5 % of short executions' runs, 20 % of long ones'. */
static void rest(void **state) {
    (void)state;
    struct bsim_whole_run run[6];
    for (int i = 0; i < 6; i++) {
        run[i] = run_of(i % 2 ? 1.2 : 1.05, 1, 1, pow(10, i - 6));
        run[i].rest_s = run[i].measured_s - (i == 3 ? 1.01 : 1);
    }
    struct bsim_scale of = bsim_whole_runs_scale(run, 6);
    assert_true(bsim_scale_is_none(&of));
    for (int i = 0; i < 6; i++)
        run[i].rest_s = run[i].measured_s - 1.1 * (i == 3 ? 1.01 : 1);
    of = bsim_whole_runs_scale(run, 6);
    assert_float_equal(of.factor[0], 1.1, 1e-3);
    assert_float_equal(run[1].predicted_s, 1.1, 1e-3); /* the rest is left over */
}

/* Without agreement on a slope there is none: factors of 0.9 and 1.1 that do not go with the time. The long runs count
 * more than short ones, which tell of what is around blocks. */
static void no_slope(void **state) {
    (void)state;
    struct bsim_whole_run run[9];
    for (int i = 0; i < 9; i++)
        run[i] = run_of(i < 4 ? 0.011 * (1.1 + 0.02 * i) : 1.05 + 0.002 * (i % 3), i < 4 ? 0.011 : 1, i < 4 ? 0.011 : 1,
                        pow(10, (i * 5) % 9 - 9));
    struct bsim_scale of = bsim_whole_runs_scale(run, 9);
    assert_float_equal(of.factor[0], of.factor[1], 0);
    assert_float_equal(of.factor[0], 1.052, 0.003);
}

/* No scale where runs do not agree on it, where it is far from 1, or where they mostly communicate. */
static void no_scale(void **state) {
    (void)state;
    struct bsim_whole_run differ[6], far[6], wait[6];
    for (int i = 0; i < 6; i++) {
        differ[i] = run_of(i % 2 ? 1.3 : 0.8, 1, 1, 1e-3);
        far[i] = run_of(3, 1, 1, 1e-3);
        wait[i] = run_of(1.1, 1, 0.5, 1e-3);
    }
    struct bsim_scale of[] = {bsim_whole_runs_scale(differ, 6), bsim_whole_runs_scale(far, 6),
                              bsim_whole_runs_scale(wait, 6)};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
        assert_true(bsim_scale_is_none(&of[i]));
    assert_float_equal(far[0].predicted_s, 1, 0);
}

static void reading(void **state) {
    (void)state;
    static const char text[] = "{\"runs\": [{\"ranks\": 2, \"args\": \"10\", \"measured_s\": 2, \"predicted_s\": 1}]}";
    struct bsim_error err = {0};
    struct bsim_json *doc = bsim_json_parse("m.json", text, strlen(text), &err);
    struct bsim_whole_runs of;
    assert_true(bsim_whole_runs_read(&of, bsim_jval_get(bsim_json_root(doc), "runs")));
    assert_int_equal(of.n, 1);
    assert_float_equal(of.error, log(2), 1e-6);
    assert_true(bsim_whole_runs_read(&of, bsim_jval_get(bsim_json_root(doc), "none")));
    assert_int_equal(of.n, 0);
    bsim_json_free(doc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_runs),         cmocka_unit_test(all_longer), cmocka_unit_test(known_errors),
        cmocka_unit_test(a_disturbed_run), cmocka_unit_test(weights),    cmocka_unit_test(scale),
        cmocka_unit_test(rising_scale),    cmocka_unit_test(rest),       cmocka_unit_test(no_slope),
        cmocka_unit_test(no_scale),        cmocka_unit_test(reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
