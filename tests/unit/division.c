/* Divisions of ranks into groups: their members, and which one is chosen for messages of known patterns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bsim/kernel/balance.h"
#include "bsim/kernel/division.h"

enum { NP = 4096, SIDE = 64, SHARDS = 2, MOST = 128, N = 8192 };
static struct bsim_pair pairs[N];

static void check_members(struct bsim_division d) {
    int *seen = calloc((size_t)d.np, sizeof *seen), members = 0;
    for (int g = 0, shard = 0; g < d.groups; g++) {
        struct bsim_members m = bsim_division_members(&d, g);
        for (int r = m.first; r < m.end; r += m.step, members++) {
            assert_int_equal(bsim_division_group(&d, r), g);
            assert_int_equal(seen[r]++, 0);
        }
        assert_true(bsim_division_shard(&d, g, SHARDS) >= shard);
        shard = bsim_division_shard(&d, g, SHARDS);
        assert_true(shard < SHARDS);
    }
    assert_int_equal(members, d.np);
    free(seen);
}

static void members(void **state) {
    (void)state;
    for (int np = 1; np < 300; np += 7) {
        check_members(bsim_division_of(np, MOST, 0));
        check_members(bsim_division_of(np, 1, 0));
        check_members(bsim_division_of(np, MOST, 1 + np / 3));
        check_members(bsim_division_of(np, MOST, np));
    }
}

/* Fills pairs: message i is from a rank that a fixed generator draws, at one of the distances. */
static void draw(const int *distance, int distances) {
    uint32_t x = 1;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        int from = (int)((x >> 8) % NP);
        pairs[i] = (struct bsim_pair){from, (from + distance[i % distances] + NP) % NP};
    }
}

static struct bsim_division choose(struct bsim_division now) {
    return bsim_division_choose(now, SHARDS, MOST, 65536, pairs, N);
}

static void columns(void **state) {
    (void)state;
    struct bsim_division rows = bsim_division_of(NP, MOST, 0);
    draw((const int[]){SIDE, -SIDE, 16 * SIDE, 32 * SIDE}, 4); /* as HPL's swaps within columns */
    struct bsim_division d = choose(rows);
    assert_int_equal(d.in_a_row, 0);
    assert_int_equal(d.groups, SIDE);
    assert_true(bsim_division_cut(&d, SHARDS, pairs, N) == 0);
    d = choose(d); /* and they stay */
    assert_int_equal(d.groups, SIDE);
}

static void rows(void **state) {
    (void)state;
    struct bsim_division consecutive = bsim_division_of(NP, MOST, 0), d;
    draw((const int[]){1, -1}, 2); /* a ring */
    d = choose(consecutive);
    assert_int_equal(d.in_a_row, consecutive.in_a_row);
    d = choose(bsim_division_of(NP, MOST, SIDE / 2)); /* columns were worse */
    assert_true(bsim_division_cut(&d, SHARDS, pairs, N) < 0.01);
    draw((const int[]){1, -1, SIDE, -SIDE}, 4); /* a halo: neither is much better */
    d = choose(consecutive);
    assert_int_equal(d.in_a_row, consecutive.in_a_row);
}

/* Without any structure nothing changes; nor without messages. */
static void none(void **state) {
    (void)state;
    struct bsim_division consecutive = bsim_division_of(NP, MOST, 0);
    uint32_t x = 7;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        pairs[i] = (struct bsim_pair){(int)((x >> 8) % NP), (int)((x >> 16) * 31 % NP)};
    }
    struct bsim_division d = choose(consecutive);
    assert_int_equal(d.in_a_row, consecutive.in_a_row);
    d = bsim_division_choose(consecutive, SHARDS, MOST, 65536, pairs, 0);
    assert_int_equal(d.in_a_row, consecutive.in_a_row);
}

static bsim_rank placed(int rank) {
    bsim_rank r = {.id = rank};
    bsim_balance_place(&r);
    return r;
}

/* Consecutive ranks of a shard run in the order of one thread, whatever their division. Columns run one by one. */
static void order(void **state) {
    (void)state;
    for (int shards = 1; shards <= 3; shards++) {
        bsim_shards_divide(NP, shards, 0);
        for (int r = 0; r < NP; r++)
            assert_int_equal(placed(r).group, placed(0).group);
        assert_int_equal(placed(NP - 1).shard, shards - 1);
        bsim_shards_divide(NP, shards, SIDE);
        for (int r = 0; r < NP; r++)
            assert_int_equal(placed(r).group, r % SIDE);
    }
}

/* Of messages that go to so many neighbours in turn, about equally many are noted of each. */
static void all_neighbours(void **state) {
    (void)state;
    for (int neighbours = 1; neighbours <= 32; neighbours++) {
        struct bsim_sampling s = {0};
        int noted[32] = {0}, all = 0;
        for (int i = 0; i < 100000 * neighbours; i++) {
            bool is = bsim_division_notes(&s);
            noted[i % neighbours] += is;
            all += is;
        }
        assert_in_range(all, 5900 * neighbours, 6600 * neighbours); /* a sixteenth: 6250 */
        for (int k = 0; k < neighbours; k++)
            assert_in_range(noted[k], 5600, 6900);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_neighbours), cmocka_unit_test(members),
                                       cmocka_unit_test(columns),        cmocka_unit_test(rows),
                                       cmocka_unit_test(none),           cmocka_unit_test(order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
