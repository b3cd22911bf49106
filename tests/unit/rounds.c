/* Counts of rounds that blocks have as parameters, beside loops that count them. */
#include <bsim/bsim.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static long between(long low, long high) {
    return low + rand() % (high - low + 1);
}

/* Loops that cross a bound, also at their ends, beyond them, backwards, without rounds, and with a step of 0. */
static void test_crossings(void **state) {
    (void)state;
    for (int i = 0; i < 200000; i++) {
        long rounds = between(-2, 12), first = between(-20, 20), step = between(-4, 4), bound = between(-40, 40);
        long below = 0, above = 0;
        for (long r = 0; r < rounds; r++) {
            below += first + step * r < bound;
            above += first + step * r > bound;
        }
        assert_int_equal(BSIM_ROUNDS_BELOW(rounds, first, step, bound), below);
        assert_int_equal(BSIM_ROUNDS_ABOVE(rounds, first, step, bound), above);
    }
    assert_int_equal(BSIM_ROUNDS_BELOW(1L << 60, 0, 1, 1L << 59), 1L << 59);
}

static void test_rests(void **state) {
    (void)state;
    for (int i = 0; i < 200000; i++) {
        long rounds = between(-2, 30), first = between(0, 20), size = between(1, 9), rest = between(-2, 10);
        long every = 0;
        for (long r = first; r < first + rounds; r++)
            every += r % size == rest;
        assert_int_equal(BSIM_ROUNDS_EVERY(rounds, first, size, rest), every);
    }
    assert_int_equal(BSIM_ROUNDS_EVERY(5, 0, 0, 0), 0);
    assert_int_equal(BSIM_ROUNDS_EVERY(10, -3, 4, 1), 2); /* 1 and 5: those below 0 leave -3 to 0 */
}

static void test_steps(void **state) {
    (void)state;
    for (int i = 0; i < 20000; i++) {
        long first = between(-20, 20), end = between(-20, 40), step = between(1, 9), rounds = 0;
        for (long r = first; r < end; r += step)
            rounds++;
        assert_int_equal(BSIM_ROUNDS_BY(first, end, step), rounds);
    }
    assert_int_equal(BSIM_ROUNDS_BY(0, 10, 0), 0);
    assert_int_equal(BSIM_ROUNDS_BY(0, 10, -1), 0);
}

/* Blocks of a matrix that are dealt out, also numbers that fall and that do neither. */
static void test_blocks(void **state) {
    (void)state;
    for (int i = 0; i < 200000; i++) {
        long rounds = between(-2, 30), first = between(-3, 20), size = between(1, 6), base = between(-20, 20);
        long step = between(-2, 2), block = between(-12, 12), place = between(-2, 2), bound = between(-60, 60);
        long ranks = between(1, 4), rank = between(-1, 4), below = 0, above = 0, every = 0;
        for (long r = first; r < first + rounds; r++) {
            long number = base + step * r + block * (r / size) + place * (r % size);
            below += number < bound;
            above += number > bound;
            every += r >= 0 && r / size % ranks == rank;
        }
        assert_int_equal(BSIM_ROUNDS_BELOW_IN_BLOCKS(rounds, first, size, base, step, block, place, bound), below);
        assert_int_equal(BSIM_ROUNDS_ABOVE_IN_BLOCKS(rounds, first, size, base, step, block, place, bound), above);
        assert_int_equal(BSIM_ROUNDS_EVERY_BLOCK(rounds, first, size, ranks, rank), every);
    }
    assert_int_equal(BSIM_ROUNDS_BELOW_IN_BLOCKS(5, 0, 0, 0, 0, 1, 1, 9), 0);
    assert_int_equal(BSIM_ROUNDS_EVERY_BLOCK(5, 0, 0, 2, 1), 0);
    assert_int_equal(BSIM_ROUNDS_ABOVE_IN_BLOCKS(1L << 40, 0, 8, 8, 0, 32, 1, 1L << 39), (1L << 40) - (1L << 37));
}

/* As the loops count; one that would not end, since it begins at 0 or below, counts as none. */
static void test_scaled(void **state) {
    (void)state;
    for (int i = 0; i < 20000; i++) {
        int first = (int)between(1, 50), bound = (int)between(-2, 2000), factor = (int)between(2, 5), up = 0, down = 0;
        for (int v = first; v < bound; v *= factor)
            up++;
        for (int v = bound; v > first; v /= factor)
            down++;
        assert_int_equal(BSIM_ROUNDS_TIMES(first, bound, factor), up);
        assert_int_equal(BSIM_ROUNDS_DIVIDED(bound, first, factor), down);
    }
    assert_int_equal(BSIM_ROUNDS_TIMES(0, 10, 2), 0);
    assert_int_equal(BSIM_ROUNDS_TIMES(1, __LONG_MAX__, 2), 63);
    assert_int_equal(BSIM_ROUNDS_DIVIDED(8, 0, 2), 4);
    assert_int_equal(BSIM_ROUNDS_DIVIDED(8, -1, 2), 4);
}

/* Nothing of the array is read if there is no row. */
static void test_spans(void **state) {
    (void)state;
    int first[] = {0, 3, 3, 8};
    assert_int_equal(BSIM_SPAN(first, 0, 3), 8);
    assert_int_equal(BSIM_SPAN(first, 1, 2), 0);
    int *none = NULL;
    assert_int_equal(BSIM_SPAN(none, 0, 0), 0);
    assert_int_equal(BSIM_SPAN(none, 4, 2), 0);
}

int main(void) {
    srand(17);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crossings), cmocka_unit_test(test_rests),
                                       cmocka_unit_test(test_blocks),    cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_scaled),    cmocka_unit_test(test_spans)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
