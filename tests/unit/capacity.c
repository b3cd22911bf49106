/* capacity.c - transfers that take bandwidths in the order in which they come; derived by hand, and random ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bsim/network/capacity.h"

static struct bsim_capacity with(double bandwidth) {
    struct bsim_capacity c;
    bsim_capacity_init(&c, bandwidth, 0);
    return c;
}

static double take(struct bsim_capacity *c, double start_s, double bytes, double rate) {
    struct bsim_capacity *of[] = {c};
    bsim_capacity_take(of, 1, bytes, rate, &start_s);
    return start_s;
}

static double take_both(struct bsim_capacity *a, struct bsim_capacity *b, double start_s, double bytes, double rate) {
    struct bsim_capacity *of[] = {a, b};
    bsim_capacity_take(of, 2, bytes, rate, &start_s);
    return start_s;
}

/* Of 4 B/s three transfers of 1.5 B/s: the third has 1 B/s, until the first one ends. */
static void later_ones_have_what_is_left(void **unused) {
    (void)unused;
    struct bsim_capacity c = with(4);
    assert_true(take(&c, 0, 3, 1.5) == 2);
    assert_true(take(&c, 1, 3, 1.5) == 3);
    assert_true(take(&c, 1, 2, 1.5) == 2.4);
    bsim_capacity_free(&c);
}

/* Of 3 B/s four transfers of 1 B/s and 12 B: the fourth has nothing until 12 s, then all until it has what it would
 * have alone. Together they end when four that share fairly do. */
static void what_is_missing_is_made_up_for(void **unused) {
    (void)unused;
    struct bsim_capacity c = with(3);
    for (int i = 0; i < 3; i++)
        assert_true(take(&c, 0, 12, 1) == 12);
    assert_true(take(&c, 0, 12, 1) == 16);
    assert_true(c.count <= 2);
    bsim_capacity_free(&c);
    /* The fourth of 60 B: 3 B/s from 12 s to 18 s, when it has 18 B. Then it goes on as if it had been alone. */
    c = with(3);
    for (int i = 0; i < 3; i++)
        assert_true(take(&c, 0, 12, 1) == 12);
    assert_true(take(&c, 0, 60, 1) == 60);
    assert_true(take(&c, 0, 12, 2) == 24); /* nothing until 18 s, then 2 B/s: it stays behind */
    bsim_capacity_free(&c);
}

/* 10 times 0.1 of 1 round to more than 1. A long transfer keeps no other one waiting. */
static void what_is_not_used_up_delays_nothing(void **unused) {
    (void)unused;
    struct bsim_capacity c = with(1);
    assert_true(take(&c, 0, 1e6, 0.1) == 1e6 / 0.1);
    for (int i = 0; i < 9; i++)
        assert_true(take(&c, 0.1 * i, 1 + i, 0.1) == 0.1 * i + (1 + i) / 0.1);
    bsim_capacity_free(&c);
}

/* Each transfer takes all: one after the other, also behind a pause. */
static void whole_transfers_queue(void **unused) {
    (void)unused;
    struct bsim_capacity c = with(4);
    for (int i = 1; i <= 1000; i++)
        assert_true(take(&c, 0, 8, 4) == 2 * i);
    assert_true(c.count <= 2);
    assert_true(take(&c, 3000, 8, 4) == 3002);
    bsim_capacity_free(&c);
}

/* Two pairs of transfers, of 1 B/s and 4 B, each pair with 1 B/s; all have 1.5 B/s. What waits for its pair takes
 * nothing of all: the first of the other pair has 0.5 B/s until 4 s, and its second one waits for it. */
static void the_scarcer_bandwidth_counts(void **unused) {
    (void)unused;
    struct bsim_capacity a = with(1), b = with(1), all = with(1.5);
    assert_true(take_both(&a, &all, 0, 4, 1) == 4);
    assert_true(take_both(&b, &all, 0, 4, 1) == 6);    /* 2 B until 4 s, then 1 B/s */
    assert_true(take_both(&a, &all, 0, 4, 1) == 9);    /* 0.5 B/s from 4 s on, 1 B/s from 6 s on: 1 + 3 B */
    assert_true(take_both(&b, &all, 0, 4, 1) == 11.5); /* 0.5 B/s from 6 s on, 1 B/s from 9 s on */
    bsim_capacity_free(&a);
    bsim_capacity_free(&b);
    bsim_capacity_free(&all);
}

/* Of 2 B/s three transfers of 1 B/s and 10 B, from 1, 4 and 5 s on. The third has 1 B/s from the end of the first one
 * on, at 11 s, and 2 B/s from that of the second one on, at 14 s: it ends at 17.5 s, and half as late as each of them.
 */
static void an_end_goes_with_those_it_waited_for(void **unused) {
    (void)unused;
    struct bsim_capacity c, *of[] = {&c};
    bsim_capacity_init(&c, 2, 3);
    double first[] = {1, 1, 0, 0}, second[] = {4, 0, 1, 0}, third[] = {5, 0, 0, 1};
    bsim_capacity_take(of, 1, 10, 1, first);
    bsim_capacity_take(of, 1, 10, 1, second);
    bsim_capacity_take(of, 1, 10, 1, third);
    assert_true(first[0] == 11 && first[1] == 1 && first[2] == 0 && first[3] == 0);
    assert_true(second[0] == 14 && second[1] == 0 && second[2] == 1 && second[3] == 0);
    assert_true(third[0] == 17.5 && third[1] == 0.5 && third[2] == 0.5 && third[3] == 0);
    bsim_capacity_free(&c);
}

/* ---- random transfers ---- */

enum { TRANSFERS = 12, NODES = 3, BANDWIDTHS = NODES + 1 };

struct random_case {
    double start_s[TRANSFERS], bytes[TRANSFERS], rate, bandwidth[BANDWIDTHS];
    int node[TRANSFERS]; /* -1: it needs the last bandwidth only */
};

static double uniform(uint64_t *state, double least, double most) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return least + (most - least) * (double)(*state >> 11) * 0x1p-53;
}

static struct random_case draw(uint64_t *state) {
    struct random_case r = {.rate = uniform(state, 0.5, 1)};
    double at_s = 0;
    for (int i = 0; i < BANDWIDTHS; i++)
        r.bandwidth[i] = uniform(state, 1, 3);
    for (int i = 0; i < TRANSFERS; i++) {
        r.start_s[i] = at_s += uniform(state, 0.01, 2);
        r.bytes[i] = uniform(state, 0.1, 5);
        r.node[i] = (int)uniform(state, -1, NODES);
    }
    return r;
}

/* Places the transfers, of which each begins delay[i] * i's own slope later. Writes the ends, with slopes by each. */
static void place(const struct random_case *r, const double *delay, int slopes, double end[][TRANSFERS + 1]) {
    struct bsim_capacity c[BANDWIDTHS];
    for (int i = 0; i < BANDWIDTHS; i++)
        bsim_capacity_init(&c[i], r->bandwidth[i], slopes);
    for (int i = 0; i < TRANSFERS; i++) {
        struct bsim_capacity *of[] = {&c[BANDWIDTHS - 1], r->node[i] < 0 ? NULL : &c[r->node[i]]};
        end[i][0] = r->start_s[i] + delay[i];
        for (int k = 0; k < slopes; k++)
            end[i][1 + k] = k == i;
        bsim_capacity_take(of, of[1] ? 2 : 1, r->bytes[i], r->rate, end[i]);
    }
    for (int i = 0; i < BANDWIDTHS; i++) {
        for (int k = 0; k < c[i].count; k++)
            assert_true(c[i].step[k].taken >= -1e-9 && c[i].step[k].taken <= c[i].bandwidth * (1 + 1e-9));
        bsim_capacity_free(&c[i]);
    }
}

/* Whether the slopes by transfer k's start are differences of ends. */
static bool has_slopes(const struct random_case *r, int k, double end[][TRANSFERS + 1]) {
    for (double step_s = 1e-4; step_s > 1e-8; step_s /= 10) {
        double delay[TRANSFERS] = {0}, later[TRANSFERS][TRANSFERS + 1];
        bool all = true;
        delay[k] = step_s;
        place(r, delay, 0, later);
        for (int i = 0; i < TRANSFERS; i++)
            all &= fabs((later[i][0] - end[i][0]) / step_s - end[i][1 + k]) < 1e-9 + 1e-13 / step_s;
        if (all)
            return true;
    }
    return false;
}

static void random_transfers_have_exact_slopes(void **unused) {
    (void)unused;
    const char *from = getenv("SEED");
    uint64_t first = from ? strtoull(from, NULL, 10) : 1, most = from ? 1 : 500;
    for (uint64_t seed = first; seed < first + most; seed++) {
        uint64_t state = seed;
        struct random_case r = draw(&state);
        double none[TRANSFERS] = {0}, end[TRANSFERS][TRANSFERS + 1], plain[TRANSFERS][TRANSFERS + 1];
        place(&r, none, TRANSFERS, end);
        place(&r, none, 0, plain);
        for (int i = 0; i < TRANSFERS; i++)
            if (end[i][0] != plain[i][0] || end[i][0] < r.start_s[i] + r.bytes[i] / r.rate - 1e-12)
                fail_msg("SEED=%llu: transfer %d ends at %.17g, without slopes at %.17g", (unsigned long long)seed, i,
                         end[i][0], plain[i][0]);
        for (int k = 0; k < TRANSFERS; k++)
            if (!has_slopes(&r, k, end))
                fail_msg("SEED=%llu: slopes by the start of transfer %d", (unsigned long long)seed, k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_ones_have_what_is_left),       cmocka_unit_test(what_is_missing_is_made_up_for),
        cmocka_unit_test(what_is_not_used_up_delays_nothing), cmocka_unit_test(whole_transfers_queue),
        cmocka_unit_test(the_scarcer_bandwidth_counts),       cmocka_unit_test(an_end_goes_with_those_it_waited_for),
        cmocka_unit_test(random_transfers_have_exact_slopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
