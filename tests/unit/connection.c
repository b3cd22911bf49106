/* The connections between ranks (bsim/network/connection.h): the order of messages, and which connections are
 * remembered. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bsim/network/connection.h"

static double earliest_s;
static double earliest(void) {
    return earliest_s;
}

static void one_after_the_other(void **state) {
    (void)state;
    struct bsim_connections *c = bsim_connections_new(4, earliest);
    struct bsim_turn turn[5] = {{.time_s = 1}, {.time_s = 2}, {.time_s = 2}, {.time_s = 3}, {.time_s = 9}};
    assert_true(bsim_connection_come(c, 0, 1, &turn[0]));
    assert_true(turn[0].time_s == 1);
    assert_false(bsim_connection_come(c, 0, 1, &turn[1]));
    assert_false(bsim_connection_come(c, 0, 1, &turn[2]));
    /* The other direction, and another receiver, are other connections. */
    assert_true(bsim_connection_come(c, 1, 0, &turn[3]));
    assert_ptr_equal(bsim_connection_leave(c, 1, 0, 4), NULL);
    assert_true(bsim_connection_come(c, 0, 2, &turn[3]));
    assert_true(turn[3].time_s == 3);
    assert_ptr_equal(bsim_connection_leave(c, 0, 1, 5), &turn[1]);
    assert_true(turn[1].time_s == 5);
    /* The last one comes when one waits and one is on its way. */
    assert_false(bsim_connection_come(c, 0, 1, &turn[4]));
    assert_ptr_equal(bsim_connection_leave(c, 0, 1, 6), &turn[2]);
    assert_true(turn[2].time_s == 6);
    assert_ptr_equal(bsim_connection_leave(c, 0, 1, 8), &turn[4]);
    assert_true(turn[4].time_s == 9);
    assert_ptr_equal(bsim_connection_leave(c, 0, 1, 12), NULL);
    bsim_connections_free(c);
}

/* A message that comes at 3, after one that came at 5 has left at 7, has the connection from 7 on. */
static void comes_late(void **state) {
    (void)state;
    struct bsim_connections *c = bsim_connections_new(2, earliest);
    struct bsim_turn turn = {.time_s = 5};
    assert_true(bsim_connection_come(c, 0, 1, &turn));
    assert_ptr_equal(bsim_connection_leave(c, 0, 1, 7), NULL);
    turn.time_s = 3;
    assert_true(bsim_connection_come(c, 0, 1, &turn));
    assert_true(turn.time_s == 7);
    bsim_connections_free(c);
}

/* 300 x 300 connections, each free from its number on, of which every third carries a message. While nothing is over
 * for good all are remembered, and keep their times. Once the earliest time is beyond them, those that are free are
 * forgotten as the table fills again; those that carry a message never are. */
static void remembers(void **state) {
    (void)state;
    enum { N = 300 };
    struct bsim_connections *c = bsim_connections_new(N, earliest);
    struct bsim_turn turn;
    earliest_s = -1;
    for (int i = 0; i < N * N; i++) {
        turn.time_s = 0;
        assert_true(bsim_connection_come(c, i / N, i % N, &turn));
        if (i % 3)
            assert_ptr_equal(bsim_connection_leave(c, i / N, i % N, i), NULL);
    }
    assert_int_equal(bsim_connections_known(c), N * N);
    for (int i = 0; i < N * N; i++) {
        turn.time_s = 0;
        assert_int_equal(bsim_connection_come(c, i / N, i % N, &turn), i % 3 != 0);
        assert_true(turn.time_s == (i % 3 ? i : 0));
        assert_ptr_equal(bsim_connection_leave(c, i / N, i % N, i), i % 3 ? NULL : &turn);
    }
    earliest_s = N * N;
    for (int i = 0; i < 10 * N * N; i++) {
        turn.time_s = 2 * N * N;
        assert_true(bsim_connection_come(c, N + i / N, i % N, &turn));
        assert_ptr_equal(bsim_connection_leave(c, N + i / N, i % N, 0), NULL);
    }
    assert_true(bsim_connections_known(c) < 2 * N * N);
    turn.time_s = 0;
    assert_false(bsim_connection_come(c, 0, 0, &turn));
    assert_true(bsim_connection_come(c, 0, 1, &turn));
    assert_true(turn.time_s == 0);
    bsim_connections_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_after_the_other), cmocka_unit_test(comes_late),
                                       cmocka_unit_test(remembers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
