/* trace_spread.c - traces whose times are distributions: what a walk draws from them has the sums that were recorded,
 * values of the distribution, and is the same each time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/output.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_part.h"
#include "bsim/trace/trace_spread.h"

enum { RANKS = 3, ROUNDS = 1000, CALLS = 3, SELDOM = 7 };

static char folder[] = "/tmp/bsim-trace-spread.XXXXXX";
static char *const command[] = {"test", NULL};

/* The gap before a call. Call 0: exponential, and longer on later ranks; 1: nothing; 2, in the first rounds only: 100
 * ns, 200 ns and so on. */
static int64_t gap_of(int rank, int call, int round) {
    srand((unsigned)(rank * 7919 + round + 1));
    double unit = (rand() + 1.0) / ((double)RAND_MAX + 2);
    return call == 0 ? llround(-1e5 * (rank + 1) * log(unit)) : call == 1 ? 0 : 100 * (round + 1);
}

static bool make(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    static char *names[] = {"Barrier", "Finalize"}, *roles[] = {"c", ""};
    static struct bsim_trace_part part;
    const struct bsim_trace_head head = {
        .nrank = RANKS, .program = "random", .nfunction = 2, .function = names, .roles = roles};
    (void)data, (void)err;
    bsim_trace_part_start(&part, &head, rank);
    for (int round = 0; round < ROUNDS; round++)
        for (int call = 0; call < (round < SELDOM ? CALLS : CALLS - 1); call++) {
            const int64_t arg = call;
            bsim_trace_part_call(&part, &(struct bsim_trace_event){.function = 0,
                                                                   .nargs = 1,
                                                                   .args = &arg,
                                                                   .gap_ns = gap_of(rank, call, round),
                                                                   .inside_ns = 10 + round % 2});
        }
    bsim_trace_part_complete(&part);
    *bytes = part.bytes.data;
    *n = part.bytes.n;
    return true;
}

static void open_trace(struct bsim_trace *t, bool is_by_site) {
    struct bsim_error err = {0};
    char path[128];
    const struct bsim_trace_about about = {.argv = command, .clock = "cpu", .is_by_site = is_by_site};
    snprintf(path, sizeof path, "%s/%s", folder, is_by_site ? "sites" : "full");
    if (!bsim_trace_merge_source(&(struct bsim_trace_source){"parts", make, NULL}, path, &about, &err) ||
        !bsim_trace_open(t, path, &err))
        fail_msg("%s", err.text);
}

/* Adds a rank's times to sum, of each call its gaps and what it takes; at each call its gap goes to gap, if there is
 * one. Returns how many calls there are. */
static int walk(const struct bsim_trace *t, int rank, int64_t sum[CALLS][2], int64_t (*gap)[ROUNDS], bool by_step) {
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    int n = 0, at[CALLS] = {0};
    int64_t step_ns;
    memset(sum, 0, sizeof(int64_t[CALLS][2]));
    bsim_trace_cursor_start(&c, t, rank);
    for (int call; by_step ? (call = bsim_trace_step(&c, &step_ns)) >= 0 : bsim_trace_next(&c, &e); n++) {
        if (!by_step)
            call = e.call;
        int64_t gap_ns = by_step ? step_ns : e.gap_ns;
        sum[call][0] += gap_ns;
        sum[call][1] += by_step ? 0 : e.inside_ns;
        if (gap)
            gap[call][at[call]++] = gap_ns;
    }
    bsim_trace_cursor_end(&c);
    return n;
}

static int by_value(const void *a, const void *b) {
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void test_sums(void **state) {
    (void)state;
    struct bsim_trace full, sites;
    open_trace(&full, false);
    open_trace(&sites, true);
    assert_true(sites.is_by_site && !full.is_by_site && sites.nstructure == 1);
    assert_float_equal(sites.calculation_s, full.calculation_s, 1e-12);
    static int64_t gap[CALLS][ROUNDS], again[CALLS][ROUNDS], other[CALLS][ROUNDS], real[CALLS][ROUNDS];
    for (int r = 0; r < RANKS; r++) {
        int64_t was[CALLS][2], is[CALLS][2];
        assert_int_equal(walk(&full, r, was, real, false), walk(&sites, r, is, gap, false));
        for (int c = 0; c < CALLS; c++) { /* rounded to nanoseconds and millionths of the mean */
            assert_true(llabs(was[c][0] - is[c][0]) < 1 + was[c][0] / 100000 + ROUNDS / 2);
            assert_true(llabs(was[c][1] - is[c][1]) <= ROUNDS);
        }
        assert_int_equal(gap[0][0], real[0][0]); /* the first ones keep their places */
        assert_int_equal(gap[2][0], real[2][0]);
        assert_int_equal(gap[0][SELDOM + 1], real[0][SELDOM + 1]); /* behind another call than before */
        walk(&sites, r, is, again, true);
        assert_memory_equal(gap, again, sizeof gap);
        if (r > 0) /* ranks draw other values, or the same in another order */
            assert_memory_not_equal(gap[0], other[0], sizeof gap[0]);
        memcpy(other, gap, sizeof gap);
        /* Few calls keep their values, whose order is lost. */
        qsort(gap[2], SELDOM, sizeof gap[2][0], by_value);
        for (int i = 0; i < SELDOM; i++)
            assert_true(llabs(gap[2][i] - 100 * (i + 1)) <= 1);
        /* The median and the ninth tenth of an exponential distribution: 0.693 and 2.303 of its mean. */
        qsort(gap[0], ROUNDS, sizeof gap[0][0], by_value);
        double mean = (double)was[0][0] / ROUNDS;
        assert_float_equal((double)gap[0][ROUNDS / 2] / mean, 0.693, 0.08);
        assert_float_equal((double)gap[0][9 * ROUNDS / 10] / mean, 2.303, 0.25);
    }
    bsim_trace_close(&full);
    bsim_trace_close(&sites);
}

static void test_means(void **state) {
    (void)state;
    struct bsim_trace t;
    static int64_t gap[CALLS][ROUNDS];
    int64_t sum[CALLS][2];
    open_trace(&t, true);
    t.takes_means = true;
    walk(&t, 1, sum, gap, false);
    for (int i = SELDOM + 3; i < ROUNDS; i++)
        assert_int_equal(gap[0][i], gap[0][SELDOM + 2]);
    assert_int_equal(gap[2][0], 100); /* the first one is apart */
    for (int i = 1; i < SELDOM; i++)
        assert_int_equal(gap[2][i], 450);
    bsim_trace_close(&t);
}

/* Any number of calls takes as long as recorded. */
static void test_any_number(void **state) {
    (void)state;
    for (int n = 1; n < 300; n++) {
        struct bsim_spread_times times = {0};
        struct bsim_spread_shape shape = {0};
        struct bsim_bytes sums = {0}, out = {0};
        struct bsim_spread s;
        int64_t all = 0, drawn = 0, gap_ns, inside_ns, kept[BSIM_SPREAD_SUMS + 1] = {0};
        bsim_spread_add(&times, 0, 0, 0); /* its calls follow each other from here on */
        for (int i = 0; i <= n; i++) {
            gap_ns = 1000000 + 3000 * (i % 17);
            bsim_spread_add(&times, 0, gap_ns, 0);
            all += gap_ns;
        }
        assert_int_equal(times.npair, 2);
        times.npair = 1; /* without the beginning */
        times.pair[0] = times.pair[1];
        for (size_t i = 0; i < times.n; i++)
            times.time[i].pair = 0;
        bsim_spread_end(&times, &shape, &sums);
        bsim_spread_put(&shape, &out);
        const unsigned char *at = out.data;
        assert_true(bsim_spread_read(&s, 1, n + 1, &at, out.data + out.n));
        assert_true(s.pair[0].k <= BSIM_SPREAD_MOST && s.pair[0].n == n + 1);
        kept[0] = 1000000;
        kept[1] = all - kept[0];
        struct bsim_spread_walk w = {.spread = &s, .sums = kept, .rank = 5, .before = 0};
        for (int i = 0; i <= n; i++) {
            bsim_spread_next(&w, 0, &gap_ns, &inside_ns);
            drawn += gap_ns;
        }
        assert_true(llabs(drawn - all) <= 2 * n); /* roundings */
        bsim_spread_free(&s);
        bsim_spread_times_free(&times);
        bsim_spread_shape_free(&shape);
        bsim_bytes_free(&sums);
        bsim_bytes_free(&out);
    }
}

/* Any bytes are refused, or are distributions that can be drawn from, also for calls that are in none of their pairs.
 */
static void test_damaged(void **state) {
    (void)state;
    unsigned char bytes[64];
    bool calculates;
    int good = 0;
    srand(1);
    for (int round = 0; round < 300000; round++) {
        size_t n = (size_t)(rand() % 64);
        for (size_t i = 0; i < n; i++)
            bytes[i] = (unsigned char)(rand() % (round % 2 ? 256 : 5));
        const unsigned char *at = bytes;
        int ncall = rand() % 4, nevent = rand() % 5;
        struct bsim_spread s;
        bool ok = bsim_spread_read(&s, ncall, nevent, &at, bytes + n);
        good += ok && s.npair > 0;
        if (ok) {
            int64_t *sums = calloc((BSIM_SPREAD_SUMS + 1) * (size_t)s.npair + 1, sizeof *sums), gap_ns, inside_ns;
            struct bsim_spread_walk w = {.spread = &s, .sums = sums, .before = -1};
            for (int i = 0; i < BSIM_SPREAD_SUMS * s.npair; i++)
                sums[i] = 1000;
            for (int i = 0; ncall > 0 && i < 10; i++) {
                bsim_spread_next(&w, rand() % ncall, &gap_ns, &inside_ns);
                assert_true(gap_ns >= 0 && inside_ns >= 0);
            }
            free(sums);
        }
        bsim_spread_free(&s);
        bsim_spread_check(bytes, bytes + n, ncall, &calculates);
    }
    assert_true(good > 0);
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    bsim_output_remove_folder(folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums), cmocka_unit_test(test_means),
                                       cmocka_unit_test(test_any_number), cmocka_unit_test(test_damaged)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
