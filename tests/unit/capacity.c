/* capacity.c - transfers that take a bandwidth in the order in which they come; derived by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bsim/network/capacity.h"

/* Of 4 B/s three transfers of 1.5 B/s: the third has 1 B/s, until the first one ends. */
static void later_ones_have_what_is_left(void **unused) {
    (void)unused;
    struct bsim_capacity c = {0};
    assert_true(bsim_capacity_take(&c, 0, 3, 1.5, 4) == 2);
    assert_true(bsim_capacity_take(&c, 1, 3, 1.5, 4) == 3);
    assert_true(bsim_capacity_take(&c, 1, 2.5, 1.5, 4) == 3);
    bsim_capacity_free(&c);
}

/* 10 times 0.1 of 1 round to more than 1. A long transfer keeps no other one waiting. */
static void what_is_not_used_up_delays_nothing(void **unused) {
    (void)unused;
    struct bsim_capacity c = {0};
    assert_true(bsim_capacity_take(&c, 0, 1e6, 0.1, 1) == 1e6 / 0.1);
    for (int i = 0; i < 9; i++)
        assert_true(bsim_capacity_take(&c, 0.1 * i, 1 + i, 0.1, 1) == 0.1 * i + (1 + i) / 0.1);
    bsim_capacity_free(&c);
}

/* Each transfer takes all: one after the other, also behind a pause. */
static void whole_transfers_queue(void **unused) {
    (void)unused;
    struct bsim_capacity c = {0};
    for (int i = 1; i <= 1000; i++)
        assert_true(bsim_capacity_take(&c, 0, 8, 4, 4) == 2 * i);
    assert_true(c.count <= 2);
    assert_true(bsim_capacity_take(&c, 3000, 8, 4, 4) == 3002);
    bsim_capacity_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_ones_have_what_is_left),
        cmocka_unit_test(what_is_not_used_up_delays_nothing),
        cmocka_unit_test(whole_transfers_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
