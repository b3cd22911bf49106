/* bench.c - the decisions of bsim bench: ranges and designs, templates, expected times, the next runs, verdicts on
 * blocks. All of them follow from their inputs and a seed. */
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

#include "bsim/base/alloc.h"
#include "bsim/bench/assess.h"
#include "bsim/bench/budget.h"
#include "bsim/bench/choose.h"
#include "bsim/bench/plan.h"

static struct bench_space space_of(const char *a, const char *b, int ranks) {
    struct bench_space s = {.nranks = 1, .ranks = {ranks}};
    struct bsim_error err = {0};
    if (!bsim_bench_range(&s, a, &err) || (b && !bsim_bench_range(&s, b, &err)))
        fail_msg("%s", err.text);
    return s;
}

/* ---- ranges ---- */

static void refused(const char *text, const char *why) {
    struct bench_space s = {0};
    struct bsim_error err = {0};
    if (bsim_bench_range(&s, text, &err))
        fail_msg("--range %s is accepted", text);
    if (strstr(err.text, why) == NULL)
        fail_msg("--range %s: \"%s\" does not say \"%s\"", text, err.text, why);
}

static void test_ranges(void **state) {
    (void)state;
    refused("nx", "is no range");
    refused("nx=1", "is no range");
    refused("nx=1:2:exp", "is no range");
    refused("nx=1:2:log:0", "is no range");
    refused("n-x=1:2", "is no range");
    refused("nx=1:", "is no range");
    refused("nx=100:10", "the lower end 100 is above the upper end 10");
    refused("nx=0:10:log", "above 0");
    refused("nx=10:15:log:8", "no multiple of 8");
    struct bench_space s = space_of("n=64:1024", "t=0.5:2:lin", 1);
    assert_true(s.axis[0].integer && s.axis[0].log && !s.axis[1].integer && !s.axis[1].log);
    assert_true(bsim_bench_axis_at(&s.axis[1], 0.5) == 1.25);
    struct bsim_error err = {0};
    assert_false(bsim_bench_range(&s, "n=1:2", &err)); /* twice */
}

/* Powers of two and multiples of 64 give way if they can; all sizes are within the range. */
static void test_sizes(void **state) {
    (void)state;
    struct bench_space s = space_of("n=64:1024", "m=64:1024:log:8", 1), small = space_of("n=32:32", NULL, 1);
    for (int i = 0; i <= 1000; i++) {
        double n = bsim_bench_axis_at(&s.axis[0], i / 1000.0), m = bsim_bench_axis_at(&s.axis[1], i / 1000.0);
        int k = (int)n;
        assert_true(n == k && n >= 64 && n <= 1024 && k % 64 != 0 && (k & (k - 1)) != 0);
        assert_true(m >= 64 && m <= 1024 && (int)m % 8 == 0 && (int)m % 64 != 0);
    }
    assert_true(bsim_bench_axis_at(&s.axis[0], 0) <= 66 && bsim_bench_axis_at(&s.axis[0], 1) >= 1022);
    assert_true(bsim_bench_axis_at(&small.axis[0], 0.3) == 32); /* there is no neighbour */
}

/* ---- designs ---- */

static void test_design(void **state) {
    (void)state;
    struct bench_space s = space_of("nx=64:1024", "ny=10:1000", 2);
    struct bench_input a[64], b[64], c[64];
    int n = bsim_bench_design(&s, 1, a, 64);
    assert_int_equal(n, 4 + 8); /* corners and 4 + 2 * 2 others */
    assert_int_equal(bsim_bench_design(&s, 1, b, 64), n);
    assert_int_equal(bsim_bench_design(&s, 2, c, 64), n);
    bool same = true;
    int corners = 0;
    for (int i = 0; i < n; i++) {
        assert_true(bsim_bench_input_equal(&s, &a[i], &b[i]));
        same = same && bsim_bench_input_equal(&s, &a[i], &c[i]);
        corners += (a[i].x[0] == 66 || a[i].x[0] == 1022) && (a[i].x[1] == 10 || a[i].x[1] == 1000);
        for (int j = 0; j < i; j++)
            assert_false(bsim_bench_input_equal(&s, &a[i], &a[j]));
    }
    assert_false(same);
    assert_int_equal(corners, 4);
    assert_true(a[0].x[0] == 66 && a[0].x[1] == 10); /* the smallest first */
    double first = 0, last = 0;                      /* and the smaller third before the larger one */
    for (int i = 1; i <= 3; i++) {
        first += bsim_bench_axis_place(&s.axis[0], a[i].x[0]) + bsim_bench_axis_place(&s.axis[1], a[i].x[1]);
        last += bsim_bench_axis_place(&s.axis[0], a[n - i].x[0]) + bsim_bench_axis_place(&s.axis[1], a[n - i].x[1]);
    }
    assert_true(first < last);
}

/* Each beginning of the sequence leaves no large part of the square empty, in logarithms. */
static void test_sequence(void **state) {
    (void)state;
    struct bench_space s = space_of("nx=1:1000000", "ny=1:1000000", 1);
    for (uint64_t seed = 0; seed < 5; seed++) {
        int count[16] = {0};
        for (int i = 0; i < 64; i++) {
            struct bench_input in = bsim_bench_sequence(&s, i, seed);
            int x = (int)(4 * fmin(bsim_bench_axis_place(&s.axis[0], in.x[0]), 0.999));
            int y = (int)(4 * fmin(bsim_bench_axis_place(&s.axis[1], in.x[1]), 0.999));
            count[4 * x + y]++;
        }
        for (int k = 0; k < 16; k++) /* 4 each on average */
            assert_in_range(count[k], 1, 8);
    }
    struct bench_space two = space_of("n=10:1000", NULL, 1);
    two.ranks[two.nranks++] = 2;
    int with_two = 0;
    for (int i = 0; i < 40; i++)
        with_two += bsim_bench_sequence(&two, i, 3).ranks == 2;
    assert_in_range(with_two, 14, 26);
}

/* A small range has few inputs: none stands twice. */
static void test_few_inputs(void **state) {
    (void)state;
    struct bench_space s = space_of("n=3:5", NULL, 1);
    struct bench_input in[64];
    assert_int_equal(bsim_bench_design(&s, 1, in, 64), 3);
}

/* ---- templates ---- */

static void expands(const char *text, const char *to) {
    static struct bench_values v;
    struct bsim_error err = {0};
    bsim_bench_value_set(&v, "nx", "%d", 12);
    bsim_bench_value_set(&v, "steps", "%s", "5 0");
    char *got = bsim_bench_expand(text, &v, "a.in", &err);
    if (to)
        assert_string_equal(got, to);
    else
        assert_null(got);
    if (!to)
        assert_true(err.line == 2 && strstr(err.text, "{nz}") && strstr(err.text, "known: nx, steps"));
    bsim_free(got);
}

static void test_templates(void **state) {
    (void)state;
    expands("-n{nx},{steps}", "-n12,5 0");
    expands("{ nx } {1} {} { {{nx}", "{ nx } {1} {} { {nx}");
    expands("struct s {\n  int a;\n};", "struct s {\n  int a;\n};");
    expands("one\n{nz} {ny}", NULL);
}

/* With copies, half of the inputs with the fewest ranks are there alone and as copies. */
static void test_copies(void **state) {
    (void)state;
    struct bench_space s = space_of("nx=10:1000", "ny=10:1000", 1);
    struct bench_input in[64];
    int alone = bsim_bench_design(&s, 3, in, 64), pairs = 0;
    s.copies = 2;
    int n = bsim_bench_design(&s, 3, in, 64);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            pairs += in[i].copies == 2 && in[k].copies == 1 && in[i].x[0] == in[k].x[0] && in[i].x[1] == in[k].x[1];
    assert_int_equal(pairs, (alone + 1) / 2);
    assert_int_equal(n, alone + pairs);
    assert_int_equal(in[0].copies, 1);
    char text[200];
    in[1].copies = 2;
    assert_non_null(strstr(bsim_bench_input_text(&s, &in[1], text, sizeof text), ", copies=2"));
}

/* ---- expected times ---- */

static void test_budget(void **state) {
    (void)state;
    static struct bench_times t;
    struct bench_space s = space_of("nx=10:1000", "ny=10:1000", 1);
    struct bench_input in = {.ranks = 1, .copies = 1};
    t.space = &s;
    assert_true(bsim_bench_times_expect(&t, &in) == 0);
    in.x[0] = in.x[1] = 10;
    bsim_bench_times_add(&t, &in, 0.1, false);
    struct bench_input large = {.x = {1000, 1000}, .ranks = 1, .copies = 1};
    double guess = bsim_bench_times_expect(&t, &large); /* in proportion: 10^4 times the part that grows */
    assert_true(guess > 50 && guess < 1000);
    /* The truth: a start of 0.1 s and 1e-6 s * nx^2. */
    for (int i = 1; i <= 10; i++) {
        in.x[0] = 10 * pow(100, i / 10.0);
        in.x[1] = 10 * pow(100, (i * 7 % 10) / 10.0);
        bsim_bench_times_add(&t, &in, 0.1 + 1e-6 * in.x[0] * in.x[0], false);
    }
    guess = bsim_bench_times_expect(&t, &large);
    assert_true(guess > 0.3 && guess < 6);      /* 1.1 s */
    bsim_bench_times_add(&t, &large, 30, true); /* one that was ended counts for more */
    assert_true(bsim_bench_times_expect(&t, &large) > 2 * guess);
}

/* ---- the next runs ---- */

static double costly(void *arg, const struct bench_input *in) {
    (void)arg;
    return in->x[0] > 300 ? 100 : 1;
}

static void test_choice(void **state) {
    (void)state;
    struct bench_space s = space_of("n=10:1000", NULL, 1);
    struct bench_seen seen[5] = {{.runs = 2}, {.runs = 2}, {.runs = 2}, {.runs = 2}, {.runs = 2}};
    struct bench_next next[4], again[4];
    for (int i = 0; i < 5; i++)
        seen[i].input = (struct bench_input){.x = {10 * pow(10, i / 2.0)}, .ranks = 1, .copies = 1};
    seen[3].error = 0.5; /* about n = 316 the model is wrong */
    int n = bsim_bench_choose(&s, seen, 5, 0.03, 2, 7, 0, NULL, NULL, 1e9, next);
    assert_int_equal(n, 2);
    assert_true(next[0].repeat < 0 && next[0].input.x[0] > 178 && next[0].input.x[0] < 563);
    assert_int_equal(bsim_bench_choose(&s, seen, 5, 0.03, 2, 7, 0, NULL, NULL, 1e9, again), n);
    assert_true(next[0].input.x[0] == again[0].input.x[0]);
    /* A run that takes too long is not chosen. */
    n = bsim_bench_choose(&s, seen, 5, 0.03, 4, 7, 0, costly, NULL, 10, next);
    for (int i = 0; i < n; i++)
        assert_true(next[i].input.x[0] <= 300);
    /* Where samples differ, the input is repeated, unless it has been often enough, or fails. */
    seen[1].spread = 0.4;
    n = bsim_bench_choose(&s, seen, 5, 0.03, 4, 7, 1, NULL, NULL, 1e9, next);
    int repeats = 0;
    for (int i = 0; i < n; i++)
        repeats += next[i].repeat == 1;
    assert_int_equal(repeats, 1);
    seen[1].runs = BENCH_REPEATS;
    seen[2].spread = 0.4;
    seen[2].closed = true;
    n = bsim_bench_choose(&s, seen, 5, 0.03, 4, 7, 1, NULL, NULL, 1e9, next);
    for (int i = 0; i < n; i++)
        assert_true(next[i].repeat < 0);
    /* Nothing is left. */
    struct bench_space one = space_of("n=7:7", NULL, 1);
    struct bench_seen only = {.input = {.x = {7}, .ranks = 1, .copies = 1}, .runs = 2};
    assert_int_equal(bsim_bench_choose(&one, &only, 1, 0.03, 4, 7, 0, NULL, NULL, 1e9, next), 0);
}

/* ---- verdicts ---- */

static char folder[] = "/tmp/bsim-bench-XXXXXX";

/* Block f takes 1 us times n, and k times as much from n = 82 on. Block g takes no notice of n. */
static void write_sample(int i, double n, double k, struct bench_file *file) {
    char path[200];
    snprintf(path, sizeof path, "%s/%d.tsv.rank0", folder, i);
    FILE *f = fopen(path, "w");
    fprintf(f, "block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s\n");
    double t = 1e-6 * n * (n >= 82 ? k : 1);
    fprintf(f, "f\tn=%g\t10\t%g\t%g\t%g\t%g\t%g\t0\n", n, t, t, t, t, t);
    t = 1e-4;
    fprintf(f, "g\t\t10\t%g\t%g\t%g\t%g\t%g\t0\n", t, t, t, t, t);
    fclose(f);
    *file = (struct bench_file){bsim_strdup(path), i};
}

static void needs_write(const char *path, double n) {
    FILE *f = fopen(path, "w");
    fprintf(f,
            "{\"schema\": \"bsim-parameters/1\", \"exe\": \"e\", \"arguments\": [], \"ranks\": 1, \"blocks\": ["
            "{\"name\": \"f\", \"file\": \"a.c\", \"line\": 3, \"end_line\": 3, \"calls\": 1000, \"parameters\": "
            "[{\"name\": \"n\", \"least\": %g, \"greatest\": %g, \"heaviest\": %g}], \"all_vectors\": true, "
            "\"vectors\": [{\"values\": [%g], \"calls\": 1000, \"time_s\": null}]}, "
            "{\"name\": \"h\", \"file\": \"a.c\", \"line\": 9, \"end_line\": 9, \"calls\": 5, \"parameters\": [], "
            "\"all_vectors\": true, \"vectors\": [{\"values\": [], \"calls\": 5, \"time_s\": null}]}]}",
            n, n, n, n);
    fclose(f);
}

static const struct bench_block *find(const struct bench_assessment *a, const char *name) {
    for (int i = 0; i < a->n; i++)
        if (strcmp(a->block[i].name, name) == 0)
            return &a->block[i];
    fail_msg("no block %s", name);
    return NULL;
}

/* The first fits had 1,000 rows: 2 s for the models, 8 s for their tests. With 3,000 rows all of that takes three times
 * as long; half of the tests 12 s. */
static void test_fit_times(void **state) {
    (void)state;
    struct bench_fits none = {0}, fits = {1000, 2, 8};
    assert_true(bsim_bench_fits_expect(&none, 5000, 1) == 0);
    assert_float_equal(bsim_bench_fits_expect(&fits, 3000, 0), 6, 1e-12);
    assert_float_equal(bsim_bench_fits_expect(&fits, 3000, 0.5), 18, 1e-12);
    assert_float_equal(bsim_bench_fits_expect(&fits, 3000, 1), 30, 1e-12);
}

/* Without time for tests there are models nevertheless, no block is known, and it is said why. The time that the tests
 * would take is that of six fits of each block. */
static void test_no_time_to_test(void **state) {
    (void)state;
    enum { INPUTS = 9 };
    struct bench_file file[INPUTS];
    struct bench_needs none = {0};
    struct bench_assessment a;
    struct fit_data known = {0};
    struct bsim_error err = {0};
    for (int i = 0; i < INPUTS; i++)
        write_sample(i, 10 + 12 * i, 1, &file[i]);
    assert_true(bsim_bench_assess(&a, file, INPUTS, INPUTS, &known, &none, 0.03, 0, NULL, &err));
    const struct bench_block *f = find(&a, "f"), *g = find(&a, "g");
    assert_true(f->matters && f->model.npiece > 0 && f->untested && !f->known && !a.all_known && isnan(f->error));
    assert_non_null(strstr(f->why, "its error is not known: fits without parts of the inputs take about "));
    assert_non_null(strstr(f->why, ", and the budget had 0 s for them"));
    assert_true(f->make_s > 0 && a.make_s >= f->make_s + g->make_s);
    assert_float_equal(a.test_s, 6 * (f->make_s * f->matters + g->make_s * g->matters), 1e-9);
    bsim_bench_assessment_free(&a);
    for (int i = 0; i < INPUTS; i++) {
        unlink(file[i].path);
        bsim_free(file[i].path);
    }
}

/* All runs had m = 2 n. A prediction with another ratio, within both ranges, needs runs that have one. */
static void test_related(void **state) {
    (void)state;
    char *param[] = {"n", "m"};
    double low[] = {20, 40}, high[] = {40, 80}, kept[] = {20, 40, 40, 80}, broken[] = {20, 40, 40, 40},
           executed[] = {5, 5};
    struct bench_need need = {
        .nparam = 2, .calls = 10, .param = param, .low = low, .high = high, .nvector = 2, .executed = executed};
    struct fit_block block = {.nparam = 2};
    struct bench_block b = {.block = &block, .error = 0.01, .leave_out = 0.01, .far_out = 0.01, .doubt = 0.01};
    b.model = (struct fit_model){
        .low = {10, 20}, .high = {100, 200}, .nrelated = 1, .related = {{.of = 1, .by = 0, .by2 = -1, .a = 2}}};
    need.value = kept;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(b.known && !b.beyond);
    need.value = broken;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(!b.known && b.beyond && b.settled);
    assert_string_equal(b.why, "the prediction has m = 40 with n = 40, and all runs have m = 2*n");
    need.value = kept;
    b.aside = 0.5;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(!b.known && b.beyond && b.settled);
    assert_non_null(
        strstr(b.why, "another formula follows the samples as well, and its time in the prediction is 50 % off"));
}

/* Within 2 % of what the runs reach is near enough, but not where they had one value, or one sign. */
static void test_unseen(void **state) {
    (void)state;
    char *param[] = {"n"};
    double low[] = {100}, high[] = {101}, executed[] = {5};
    struct bench_need need = {.nparam = 1,
                              .calls = 5,
                              .param = param,
                              .low = low,
                              .high = high,
                              .nvector = 1,
                              .value = high,
                              .executed = executed};
    struct fit_block block = {.nparam = 1};
    struct bench_block b = {.block = &block, .error = 0.01, .leave_out = 0.01, .far_out = 0.01, .doubt = 0.01};
    b.model = (struct fit_model){.low = {50}, .high = {100}};
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(b.known);
    b.model.low[0] = 100;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(!b.known && b.beyond);
    assert_string_equal(b.why, "the prediction has n = 100 to 101, the runs reach 100");
    b.model.low[0] = 1;
    low[0] = 0;
    high[0] = 100;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(!b.known && b.beyond);
}

/* All runs had 11 rounds, and what decides them is no parameter: a good fit proves nothing for other values of it. */
static void test_steady(void **state) {
    (void)state;
    char *param[] = {"n"}, missing[] = "tolerance (a.c:9)";
    double low[] = {20}, high[] = {40}, value[] = {20}, executed[] = {5};
    struct bench_need need = {.nparam = 1,
                              .calls = 5,
                              .param = param,
                              .low = low,
                              .high = high,
                              .nvector = 1,
                              .value = value,
                              .executed = executed};
    struct fit_block block = {.nparam = 1, .ncount = 1, .param = {"n", "rounds a.c:12"}};
    struct bench_block b = {.block = &block, .error = 0.01, .leave_out = 0.01, .far_out = 0.01, .doubt = 0.01};
    b.model = (struct fit_model){.low = {10, 11}, .high = {100, 11}};
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(b.known); /* the slicer knows of nothing that is missing */
    need.missing = missing;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(!b.known && b.settled && !b.beyond);
    assert_non_null(strstr(b.why, "rounds a.c:12: 11 in all runs, and no parameter stands for tolerance (a.c:9)"));
    b.model.high[1] = 40;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(b.known);
    b.changed = "argument 2 is 1e-14 in the prediction and was 1e-2 in all measured runs";
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(!b.known && b.settled && !b.beyond);
    assert_non_null(strstr(
        b.why, "argument 2 is 1e-14 in the prediction and was 1e-2 in all measured runs, and no parameter stands "
               "for tolerance (a.c:9)"));
    need.missing = NULL;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(b.known);
}

/* Later executions are shorter, and the prediction has more of them than the runs: their mean is not that of the runs.
 */
static void test_drift(void **state) {
    (void)state;
    char *param[] = {"n"};
    double low[] = {20}, high[] = {40}, value[] = {20}, executed[] = {200};
    struct bench_need need = {.nparam = 1,
                              .calls = 200,
                              .each = 20,
                              .param = param,
                              .low = low,
                              .high = high,
                              .nvector = 1,
                              .value = value,
                              .executed = executed};
    struct fit_block block = {.nparam = 1, .param = {"n"}, .drift = {20, 20, 0.1}};
    struct bench_block b = {.block = &block, .error = 0.01, .leave_out = 0.01, .far_out = 0.01, .doubt = 0.01};
    b.model = (struct fit_model){.low = {10}, .high = {100}};
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(b.known);
    need.each = 100;
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(!b.known && b.beyond);
    assert_non_null(strstr(b.why, "the prediction has 100 executions on a rank, the runs 20, where later ones take 0.1 "
                                  "times as long as earlier ones"));
    block.drift = (struct fit_drift){0};
    bsim_bench_judge(&b, &need, 0.03);
    assert_true(b.known);
}

/* What there is no room for is left out as a whole, and that is said. */
static void test_many_reasons(void **state) {
    (void)state;
    enum { MANY = 16 };
    char name[200], *param[MANY];
    double least[MANY], most[MANY], executed[] = {1};
    struct bench_need need = {.nparam = MANY,
                              .calls = 1,
                              .param = param,
                              .low = least,
                              .high = most,
                              .nvector = 1,
                              .value = least,
                              .executed = executed};
    struct fit_block block = {.nparam = MANY};
    struct bench_block b = {.block = &block, .error = 0.01, .leave_out = 0.01, .far_out = 0.01, .doubt = 0.01};
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    b.model = (struct fit_model){.npiece = 0};
    for (int k = 0; k < MANY; k++) {
        param[k] = name;
        least[k] = most[k] = 7;
        b.model.low[k] = b.model.high[k] = 1;
    }
    bsim_bench_judge(&b, &need, 0.03);
    const char *end = "x = 7, the runs reach 1; and more";
    assert_true(!b.known && strlen(b.why) > strlen(end));
    assert_string_equal(b.why + strlen(b.why) - strlen(end), end);
}

static void test_verdicts(void **state) {
    (void)state;
    enum { INPUTS = 9 };
    struct bench_file file[INPUTS];
    struct bench_needs none = {0}, needs;
    struct bench_assessment a;
    struct fit_data known = {0};
    struct bsim_error err = {0};
    char path[200];
    for (int i = 0; i < INPUTS; i++)
        write_sample(i, 10 + 12 * i, 1, &file[i]);
    assert_true(bsim_bench_assess(&a, file, INPUTS, INPUTS, &known, &none, 0.03, HUGE_VAL, NULL, &err));
    assert_true(a.all_known && find(&a, "f")->known && find(&a, "g")->known);
    assert_true(find(&a, "f")->error < 0.01);
    assert_float_equal(find(&a, "f")->share + find(&a, "g")->share, 1, 1e-12);
    bsim_bench_assessment_free(&a);
    /* A prediction within what was measured, in which h, which no run has reached, is executed too. */
    snprintf(path, sizeof path, "%s/needs.json", folder);
    needs_write(path, 50);
    assert_true(bsim_bench_needs_read(&needs, path, &err));
    assert_true(bsim_bench_assess(&a, file, INPUTS, INPUTS, &known, &needs, 0.03, HUGE_VAL, NULL, &err));
    assert_true(find(&a, "f")->known && find(&a, "f")->matters && find(&a, "f")->share == 1);
    assert_string_equal(find(&a, "f")->place, "a.c:3");
    assert_true(!find(&a, "g")->matters);                /* the prediction does not execute it */
    assert_true(a.all_settled && find(&a, "h")->beyond); /* no further run would help */
    assert_true(!a.all_known && find(&a, "h")->matters && strstr(find(&a, "h")->why, "no run has reached it"));
    bsim_bench_assessment_free(&a);
    bsim_bench_needs_free(&needs);
    /* One beyond. */
    needs_write(path, 500);
    assert_true(bsim_bench_needs_read(&needs, path, &err));
    assert_true(bsim_bench_assess(&a, file, INPUTS, INPUTS, &known, &needs, 0.03, HUGE_VAL, NULL, &err));
    assert_false(find(&a, "f")->known);
    assert_non_null(strstr(find(&a, "f")->why, "the prediction has n = 500, the runs reach 10 to 106"));
    bsim_bench_assessment_free(&a);
    bsim_bench_needs_free(&needs);
    /* A third of the inputs follows another law: the block is not known, and the error is large about the change. */
    for (int i = 0; i < INPUTS; i++) {
        bsim_free(file[i].path);
        write_sample(i, 10 + 12 * i, 3, &file[i]);
    }
    assert_true(bsim_bench_assess(&a, file, INPUTS, INPUTS, &known, &none, 0.03, HUGE_VAL, NULL, &err));
    assert_true(!a.all_known && !a.all_settled && find(&a, "g")->known && !find(&a, "f")->known);
    assert_non_null(strstr(find(&a, "f")->why, "left-out runs are predicted"));
    int worst = 0;
    for (int i = 0; i < INPUTS; i++)
        worst = a.error[i] > a.error[worst] ? i : worst;
    assert_in_range(worst, 4, 8);
    bsim_bench_assessment_free(&a);
    /* Too few inputs tell nothing. */
    assert_true(bsim_bench_assess(&a, file, 3, 3, &known, &none, 0.03, HUGE_VAL, NULL, &err));
    assert_true(!a.all_known && strstr(find(&a, "f")->why, "fewer than"));
    bsim_bench_assessment_free(&a);
    for (int i = 0; i < INPUTS; i++) {
        unlink(file[i].path);
        bsim_free(file[i].path);
    }
    unlink(path);
}

/* Files of nine runs with these further arguments. */
static void write_runs(struct bench_file *file, int n, const char *arguments) {
    for (int i = 0; i < n; i++) {
        bsim_free(file[i].path);
        write_sample(i, 10 + 12 * i, 1, &file[i]);
        FILE *f = fopen(file[i].path, "a");
        fprintf(f, "# run: {\"args\": [\"%d\", %s], \"folder\": \"/\"}\n", 10 + 12 * i, arguments);
        fclose(f);
    }
}

/* The prediction has another tolerance than all runs, and it decides the block's time, as far as anyone knows. Where
 * the runs had several, their samples tell what it does. */
static void test_arguments(void **state) {
    (void)state;
    enum { INPUTS = 9 };
    struct bench_file file[INPUTS] = {{0}};
    struct fit_data known = {0};
    struct bsim_error err = {0};
    static const struct {
        const char *runs, *predicted, *read;
        bool known;
    } cases[] = {{"\"1e-2\"", "1e-2", "", true},
                 {"\"1e-2\"", "1e-14", "", false},
                 {"\"10\"", "20", "", true},
                 {"\"10\"", "20", "\"read_arguments\": [1, 2], ", true},
                 {"\"10\"", "20", "\"read_arguments\": [1], ", false},
                 {"\"10\"", "20", "\"left_options\": [\"-k\"], ", true},
                 {"\"10\"", "20", "\"left_options\": [\"50\"], ", false}};
    char path[200];
    snprintf(path, sizeof path, "%s/needs.json", folder);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct bench_assessment a;
        struct bench_needs needs;
        FILE *f = fopen(path, "w");
        fprintf(f,
                "{\"schema\": \"bsim-parameters/1\", \"exe\": \"e\", \"arguments\": [\"50\", \"%s\"], %s\"ranks\": 1, "
                "\"blocks\": [{\"name\": \"f\", \"file\": \"a.c\", \"line\": 3, \"end_line\": 3, \"calls\": 1000, "
                "\"missing\": \"a tolerance (a.c:2)\", \"parameters\": [{\"name\": \"n\", \"least\": 50, \"greatest\": "
                "50, \"heaviest\": 50}], \"all_vectors\": true, \"vectors\": [{\"values\": [50], \"calls\": 1000, "
                "\"time_s\": null}]}]}",
                cases[c].predicted, cases[c].read);
        fclose(f);
        write_runs(file, INPUTS, cases[c].runs);
        assert_true(bsim_bench_needs_read(&needs, path, &err));
        assert_true(bsim_bench_assess(&a, file, INPUTS, INPUTS, &known, &needs, 0.03, HUGE_VAL, NULL, &err));
        assert_int_equal(find(&a, "f")->known, cases[c].known);
        if (!cases[c].known)
            assert_non_null(strstr(find(&a, "f")->why, "in all measured runs, and no parameter stands for a tolerance "
                                                       "(a.c:2)"));
        bsim_bench_assessment_free(&a);
        bsim_bench_needs_free(&needs);
    }
    for (int i = 0; i < INPUTS; i++) {
        unlink(file[i].path);
        bsim_free(file[i].path);
    }
    unlink(path);
}

/* Each input has eight sizes that are known to a percent, and one that takes a third of its time and follows nothing.
 * Most samples are predicted well, but no input is. A prediction with the written model is doubted by its errors, so
 * these hold what the inputs tell. */
static void test_errors_of_inputs(void **state) {
    (void)state;
    enum { INPUTS = 12 };
    static const double far[] = {0.05, 0.3, 0.85};
    struct bench_file file[INPUTS];
    struct bench_needs none = {0};
    struct bench_assessment a;
    struct fit_data known = {0};
    struct bsim_error err = {0};
    for (int i = 0; i < INPUTS; i++) {
        double n = 10 + 12 * i;
        write_sample(i, n, 1, &file[i]);
        FILE *f = fopen(file[i].path, "a");
        for (int m = 1; m <= 9; m++) {
            double t = 1e-6 * n * m * (m < 9 ? 1 : 4 * far[i % 3]);
            fprintf(f, "h\tn=%g,m=%d\t10\t%g\t%g\t%g\t%g\t%g\t0\n", n, m, t, t, t, t, t);
        }
        fclose(f);
    }
    assert_true(bsim_bench_assess(&a, file, INPUTS, INPUTS, &known, &none, 0.03, HUGE_VAL, NULL, &err));
    const struct bench_block *h = find(&a, "h");
    assert_true(h->matters && !h->known && h->leave_out > 0.08);
    assert_true(h->model.error_median >= h->leave_out && h->model.error_max >= h->farthest);
    bsim_bench_assessment_free(&a);
    for (int i = 0; i < INPUTS; i++) {
        unlink(file[i].path);
        bsim_free(file[i].path);
    }
}

static int begin(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int end(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ranges),          cmocka_unit_test(test_sizes),
                                       cmocka_unit_test(test_design),          cmocka_unit_test(test_sequence),
                                       cmocka_unit_test(test_few_inputs),      cmocka_unit_test(test_templates),
                                       cmocka_unit_test(test_copies),          cmocka_unit_test(test_budget),
                                       cmocka_unit_test(test_choice),          cmocka_unit_test(test_fit_times),
                                       cmocka_unit_test(test_no_time_to_test), cmocka_unit_test(test_related),
                                       cmocka_unit_test(test_unseen),          cmocka_unit_test(test_steady),
                                       cmocka_unit_test(test_drift),           cmocka_unit_test(test_many_reasons),
                                       cmocka_unit_test(test_verdicts),        cmocka_unit_test(test_arguments),
                                       cmocka_unit_test(test_errors_of_inputs)};
    return cmocka_run_group_tests(tests, begin, end);
}
