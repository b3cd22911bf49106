/* Packets that wait for links in the order in which they come (bsim/network/packets.h): ends that are derived by hand
 * in each test, and what holds for many random flows. Packets have 10 bytes, and links carry 10 a second unless it is
 * said otherwise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bsim/network/packets.h"
#include "bsim/network/small_queues.h"

enum { NODES = 8, LINKS = 8, FLOWS = 64 };

/* From node a to node b over the links of table[a][b]. */
static const char *table[NODES][NODES];

static int by_table(const void *arg, int32_t from, int32_t to, int32_t *links) {
    (void)arg;
    int n = 0;
    for (const char *c = table[from][to]; *c; c++)
        links[n++] = *c - '0';
    return n;
}

static struct bsim_flow flow[FLOWS];
static double left_s[FLOWS], end_s[FLOWS];

static struct bsim_packets *made(double last, double window, double burst) {
    double capacity[LINKS];
    for (int i = 0; i < LINKS; i++)
        capacity[i] = i == LINKS - 1 ? last : 10;
    struct bsim_queueing queueing = {.packet = 10, .burst = burst, .window = window};
    return bsim_packets_new(LINKS, capacity, HUGE_VAL, LINKS, &queueing, by_table, NULL);
}

static struct bsim_packets *tens(double last) {
    return made(last, 0, 0);
}

static void start(struct bsim_packets *p, int which, int from, int to, double bytes, double time_s, double limit) {
    flow[which] = (struct bsim_flow){.limit = limit, .source = from, .dest = to};
    bsim_packets_start(p, &flow[which], from, to, bytes, time_s);
}

/* Moves all packets, in steps of at most step_s. */
static void run(struct bsim_packets *p, double step_s) {
    while (bsim_packets_next(p) < HUGE_VAL) {
        double until_s = bsim_packets_next(p) + step_s, time_s;
        bool has_left;
        for (struct bsim_flow *f; (f = bsim_packets_take(p, until_s, &time_s, &has_left));)
            (has_left ? left_s : end_s)[f - flow] = time_s;
    }
}

static void is_about(double got, double want) {
    if (!(fabs(got - want) <= 1e-9 * fabs(want)))
        fail_msg("%.17g instead of %.17g", got, want);
}

static void ends(int which, double left, double end) {
    is_about(left_s[which], left);
    is_about(end_s[which], end);
}

/* 105 bytes over one link, and over three: as long as the bytes take, to the last bit. */
static void alone(void **state) {
    (void)state;
    table[0][1] = "0", table[2][3] = "123";
    struct bsim_packets *p = tens(10);
    start(p, 0, 0, 1, 105, 3, 0);
    start(p, 1, 2, 3, 105, 3, 0);
    run(p, 0);
    ends(0, 13.5, 13.5);
    ends(1, 13.5, 13.5);
    assert_true(end_s[0] == 3 + 105 / 10.0 && end_s[1] == 3 + 105 / 10.0);
    is_about(bsim_packets_alone(p, 2, 3, 0), 10);
    is_about(bsim_packets_alone(p, 2, 3, 4), 4);
    bsim_packets_free(p);
}

/* From two nodes to one, 100 and 50 bytes. Their packets take turns at the last link: the fifth of the shorter flow
 * passes it from 9 to 10, the tenth of the other one until 15. They have left their nodes after 10 and 5. */
static void two_to_one(void **state) {
    (void)state;
    table[0][2] = "02", table[1][2] = "12";
    struct bsim_packets *p = tens(10);
    start(p, 0, 0, 2, 100, 0, 0);
    start(p, 1, 1, 2, 50, 0, 0);
    run(p, 100);
    ends(0, 10, 15);
    ends(1, 5, 10);
    bsim_packets_free(p);
}

/* A sender of two flows of 50, one of them to a node to which two others send 100: both flows have half of its link,
 * and have left after 9 and 10. The free one ends at 10: with fair shares the other one would have 3 1/3, and leave it
 * the rest. The busy link has 25 packets to pass. The last one of flow 0 comes at 8, behind four of its own and eight
 * of either of the others. */
static void busy_receiver(void **state) {
    (void)state;
    table[0][3] = "03", table[1][3] = "13", table[2][3] = "23", table[0][4] = "04";
    struct bsim_packets *p = tens(10);
    start(p, 0, 0, 3, 50, 0, 0);
    start(p, 1, 0, 4, 50, 0, 0);
    start(p, 2, 1, 3, 100, 0, 0);
    start(p, 3, 2, 3, 100, 0, 0);
    run(p, 0.1);
    ends(1, 10, 10);
    ends(0, 9, 21);
    ends(2, 10, 24);
    ends(3, 10, 25);
    bsim_packets_free(p);
}

/* One packet comes at 4.5, when five packets of each of two flows have come, which pass until 10. */
static void behind_others(void **state) {
    (void)state;
    table[0][3] = "03", table[1][3] = "13", table[2][3] = "23";
    struct bsim_packets *p = tens(10);
    start(p, 0, 0, 3, 100, 0, 0);
    start(p, 1, 1, 3, 100, 0, 0);
    double time_s;
    bool has_left;
    assert_null(bsim_packets_take(p, 4.5, &time_s, &has_left));
    start(p, 2, 2, 3, 10, 4.5, 0);
    run(p, 0);
    ends(2, 5.5, 11);
    ends(1, 10, 21);
    bsim_packets_free(p);
}

/* No faster than the flow's own limit, alone or beside another one; the next flow may leave after as long. */
static void limits(void **state) {
    (void)state;
    table[0][1] = "01", table[2][1] = "21";
    struct bsim_packets *p = tens(10);
    start(p, 0, 0, 1, 100, 0, 2);
    start(p, 1, 2, 1, 100, 0, 2);
    run(p, 1);
    ends(0, 50, 50);
    is_about(left_s[1], 50);
    assert_true(end_s[1] >= 50 && end_s[1] <= 51);
    bsim_packets_free(p);
}

/* Five flows of 100 to a link of 40: it needs 12.5 for them, from 0.75 on, when a packet can pass it in one piece. Two
 * of them need no longer than their own links, 10, and the second one a packet more. */
static void faster_link(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++)
        table[i][5] = (const char *[]){"07", "17", "27", "37", "47"}[i];
    for (int n = 2; n <= 5; n += 3) {
        struct bsim_packets *p = tens(40);
        double last = 0;
        for (int i = 0; i < n; i++)
            start(p, i, i, 5, 100, 0, 0);
        run(p, 1000);
        for (int i = 0; i < n; i++)
            last = fmax(last, end_s[i]);
        is_about(last, n == 2 ? 10.25 : 13.25);
        bsim_packets_free(p);
    }
}

/* ---- small queues (bsim/network/small_queues.h) ---- */

/* By hand: 4 MiB at most; two packets in any case; after a round trip of 2 s a pace of 2 * 1e6 / 2, of which 1/1024 are
 * 977 bytes; a second one of 10 s makes the mean 3 s. */
static void room_in_queue(void **state) {
    (void)state;
    struct bsim_small_queues *q = bsim_small_queues_new(1e6);
    int32_t a = bsim_small_queues_of(q, 3, 4), b = bsim_small_queues_of(q, 4, 3);
    assert_true(a != b && bsim_small_queues_of(q, 3, 4) == a);
    int many = 0;
    for (; bsim_small_queues_has_room(q, a); many++)
        bsim_small_queues_put(q, a, 1040); /* 2000 with what a packet takes beyond its data */
    assert_int_equal(many, 2098);          /* the last one is put beside 4194000 */
    assert_true(bsim_small_queues_has_some(q, a) && !bsim_small_queues_has_some(q, b));
    for (; many; many--)
        bsim_small_queues_took(q, a, 1040);
    assert_false(bsim_small_queues_has_some(q, a));
    bsim_small_queues_acknowledge(q, a, 2);
    for (; bsim_small_queues_has_room(q, a); many++)
        bsim_small_queues_put(q, a, 0);
    assert_int_equal(many, 3);
    for (; many; many--)
        bsim_small_queues_took(q, a, 0);
    for (int i = 0; i < 100; i++)
        bsim_small_queues_of(q, i, 1000);
    bsim_small_queues_free(q);
    q = bsim_small_queues_new(1e8);
    a = bsim_small_queues_of(q, 0, 1);
    bsim_small_queues_acknowledge(q, a, 2);
    bsim_small_queues_acknowledge(q, a, 10);
    for (; bsim_small_queues_has_room(q, a); many++)
        bsim_small_queues_put(q, a, 40);
    assert_int_equal(many, 66); /* 2e8 / 3 / 1024 are 65104: above 65 packets of 1000 */
    bsim_small_queues_free(q);
}

/* Queues are short: what begins first goes first. The end of a flow, 5 bytes, waits until its first packet has passed,
 * and is then behind the other flow. */
static void one_after_other(void **state) {
    (void)state;
    table[0][2] = "0", table[0][3] = "01", table[2][0] = "2", table[3][0] = "32";
    struct bsim_packets *p = made(10, 1e9, 0);
    start(p, 0, 0, 2, 100, 0, 0);
    start(p, 1, 0, 3, 100, 0, 0);
    run(p, 0);
    ends(0, 0, 10);
    ends(1, 0, 20);
    bsim_packets_free(p);
    p = made(10, 1e9, 0);
    start(p, 0, 0, 2, 105, 0, 0);
    start(p, 1, 0, 3, 100, 0, 0);
    run(p, 0);
    ends(0, 0, 20.5);
    ends(1, 0, 20);
    bsim_packets_free(p);
}

/* The next message of the connection fills the packet in which the first one ends; three short ones share a packet. */
static void ends_go_on(void **state) {
    (void)state;
    double time_s;
    bool has_left;
    table[0][2] = "0", table[2][0] = "2";
    struct bsim_packets *p = made(10, 1e9, 0);
    start(p, 0, 0, 2, 105, 0, 0);
    assert_ptr_equal(bsim_packets_take(p, 0, &time_s, &has_left), &flow[0]);
    assert_true(has_left && time_s == 0);
    start(p, 1, 0, 2, 95, 0, 0);
    run(p, 0);
    is_about(end_s[0], 11);
    ends(1, 0, 20);
    for (int i = 0; i < 4; i++) {
        start(p, i, 0, 2, i == 0 ? 100 : 2, 100, 0);
        assert_ptr_equal(bsim_packets_take(p, 100, &time_s, &has_left), &flow[i]);
    }
    run(p, 0);
    is_about(end_s[0], 110);
    for (int i = 1; i < 4; i++)
        is_about(end_s[i], 110.6);
    bsim_packets_free(p);
}

/* Queues are long, or the window is short: three packets of a connection are there at a time, and connections take
 * turns, three packets each; nine of either are through after 18, then the last ones. A connection slower than its link
 * has no queue there. */
static void by_turns(void **state) {
    (void)state;
    table[0][2] = "0", table[0][3] = "01", table[2][0] = "2", table[3][0] = "32";
    struct bsim_packets *p = made(10, 1e-3, 0);
    start(p, 0, 0, 2, 10, 0, 0);
    start(p, 1, 0, 3, 10, 0, 0);
    run(p, 0);
    ends(0, 0, 1);
    ends(1, 0, 2);
    start(p, 0, 0, 2, 100, 100, 0);
    start(p, 1, 0, 3, 100, 100, 0);
    run(p, 0);
    is_about(end_s[0], 119);
    is_about(end_s[1], 120);
    start(p, 0, 0, 2, 100, 200, 2);
    run(p, 0);
    ends(0, 250, 250);
    bsim_packets_free(p);
}

/* Two links that are equally fast but for rounding: 100 and 10 bytes that start together come to the second one
 * together, so that the one that began first passes it first. Their packet of 10 is served until 1 there, and the other
 * one until 2. */
static void equal_links(void **state) {
    (void)state;
    table[0][2] = "07", table[1][2] = "17";
    struct bsim_packets *p = tens(nextafter(10, 11));
    start(p, 0, 0, 2, 10, 1, 0);
    start(p, 1, 1, 2, 1, 1, 0);
    run(p, 0);
    ends(0, 2, 2);
    ends(1, 1.1, 2.1);
    bsim_packets_free(p);
}

/* A flow that begins before what has moved waits for its link as another would: from 1.9 on, behind what ends at 2. */
static void early(void **state) {
    (void)state;
    table[0][1] = "0", table[2][3] = "7";
    struct bsim_packets *p = tens(10);
    double time_s;
    bool has_left;
    start(p, 0, 0, 1, 20, 0, 0);
    start(p, 1, 2, 3, 100, 0, 0);
    while (bsim_packets_take(p, 5, &time_s, &has_left))
        ;
    assert_true(bsim_packets_now(p) == 5);
    start(p, 2, 0, 1, 10, 1.9, 0);
    start(p, 3, 0, 1, 10, 4, 0);
    run(p, 0);
    ends(2, 3, 3);
    ends(3, 5, 5);
    ends(1, 10, 10);
    bsim_packets_free(p);
}

enum { FAR = 70000 };

static int far_route(const void *arg, int32_t from, int32_t to, int32_t *links) {
    (void)arg, (void)from, (void)to;
    for (int i = 0; i < FAR; i++)
        links[i] = i;
    return FAR;
}

/* Over more links than 16 bits can count. */
static void many_links(void **state) {
    (void)state;
    double *capacity = calloc(FAR, sizeof *capacity);
    for (int i = 0; i < FAR; i++)
        capacity[i] = 10;
    struct bsim_queueing queueing = {.packet = 10};
    struct bsim_packets *p = bsim_packets_new(FAR, capacity, HUGE_VAL, FAR, &queueing, far_route, NULL);
    free(capacity);
    start(p, 0, 0, 1, 25, 3, 0);
    run(p, 0);
    ends(0, 5.5, 5.5);
    bsim_packets_free(p);
}

/* Random flows over random links: no link is faster than it can be, all bytes arrive, no flow is faster than alone, and
 * it does not matter in which steps packets move. */
static void random_flows(void **state) {
    (void)state;
    static const char *const routes[] = {"0", "012", "31", "45", "2106", "654", "73", "7"};
    uint32_t seed = 17;
    printf("seed %u\n", seed);
    for (int round = 0; round < 200; round++) {
        struct bsim_packets *p = tens(25), *same = tens(25);
        double bytes[FLOWS], begin[FLOWS], carried[LINKS] = {0}, time = 0, first[FLOWS];
        int way[FLOWS], n = 1 + round % FLOWS;
        for (int i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            way[i] = (int)(seed >> 29);
            table[0][way[i]] = routes[way[i]];
            bytes[i] = 1 + (seed >> 8) % 400;
        }
        for (int half = 0; half < 2; half++) {
            seed += (uint32_t)round;
            uint32_t draw = (uint32_t)round;
            time = 0;
            for (int i = 0; i < n; i++) {
                struct bsim_packets *of = half ? same : p;
                double time_s;
                bool has_left;
                draw = draw * 1664525u + 1013904223u;
                time += (draw >> 8) % 5;
                for (double until = half ? time : 0; until <= time; until += 0.25)
                    for (struct bsim_flow *f; (f = bsim_packets_take(of, until, &time_s, &has_left));)
                        (has_left ? left_s : end_s)[f - flow] = time_s;
                begin[i] = time;
                start(of, i, 0, way[i], bytes[i], time, 0);
            }
            run(half ? same : p, half ? 1000 : 0);
            for (int i = 0; i < n && half; i++)
                assert_true(end_s[i] == first[i]);
            for (int i = 0; i < n; i++)
                first[i] = end_s[i];
        }
        for (int i = 0; i < n; i++) {
            assert_true(end_s[i] >= begin[i] + bytes[i] / bsim_packets_alone(p, 0, way[i], 0));
            assert_true(left_s[i] <= end_s[i] * (1 + 1e-12));
            for (const char *c = routes[way[i]]; *c; c++)
                carried[*c - '0'] += bytes[i];
        }
        for (int i = 0; i < LINKS; i++) {
            double free_s, got = bsim_packets_carried(p, i, &free_s);
            is_about(got, carried[i]);
            assert_true(got <= 0 || got <= (i == LINKS - 1 ? 25 : 10) * free_s * (1 + 1e-12));
        }
        bsim_packets_free(p);
        bsim_packets_free(same);
    }
}

/* A bucket of 25 bytes lets two packets pass at once and half of a third one, which needs 0.5 s for the rest; the
 * fourth one passes 1 s later. At 4 s 15 bytes are there again. */
static void burst(void **state) {
    (void)state;
    struct bsim_packets *p = made(10, 0, 25);
    table[0][1] = table[0][2] = "0";
    start(p, 0, 0, 1, 40, 0, HUGE_VAL);
    start(p, 1, 0, 2, 20, 3, HUGE_VAL);
    run(p, 0);
    ends(0, 1.5, 1.5);
    ends(1, 3.5, 3.5);
    bsim_packets_free(p);
}

/* Packets of a message that pass in a burst do not take its end with them: this is written later, and waits for the
 * first one that passes after them, at 0.5 s. Until then the other message is written. If all have passed at once, the
 * end follows at once. */
static void ends_behind_burst(void **state) {
    (void)state;
    struct bsim_packets *p = made(10, 1e9, 25);
    table[0][1] = table[0][2] = "0";
    table[1][0] = table[2][0] = "1";
    start(p, 0, 0, 1, 35, 0, HUGE_VAL);
    start(p, 1, 0, 2, 20, 0, HUGE_VAL);
    run(p, 0);
    ends(0, 0, 3);
    ends(1, 0, 2.5);
    bsim_packets_free(p);
    p = made(10, 1e9, 25);
    start(p, 0, 0, 1, 25, 0, HUGE_VAL);
    run(p, 0);
    ends(0, 0, 0);
    bsim_packets_free(p);
}

/* A flow that began in the past, alone: with a bucket of 25 bytes 25 of 40 have passed at once, and at 1 ten more by
 * the link's rate. Its tokens are taken, so that 5 bytes which come then pass behind what is left at the rate. A
 * limit of 20 lets 20 bytes pass in a second. */
static void burst_in_the_past(void **state) {
    (void)state;
    double until_s;
    struct bsim_packets *p = made(10, 0, 25);
    table[0][1] = table[0][2] = "0";
    is_about(bsim_packets_left_of_past(p, 0, 1, HUGE_VAL, 40, 0, 1, &until_s), 5);
    is_about(until_s, 1.5);
    start(p, 0, 0, 1, 5, 1, HUGE_VAL);
    start(p, 1, 0, 2, 5, 1, HUGE_VAL);
    run(p, 0);
    ends(0, 1.5, 1.5);
    ends(1, 2, 2);
    bsim_packets_free(p);
    p = made(10, 0, 25);
    is_about(bsim_packets_left_of_past(p, 0, 1, 20, 40, 0, 1, &until_s), 20);
    is_about(until_s, 2);
    is_about(bsim_packets_left_of_past(p, 0, 1, 0, 20, 0, 1, &until_s), 0);
    is_about(until_s, 0);
    bsim_packets_free(p);
    p = tens(10);
    is_about(bsim_packets_left_of_past(p, 0, 1, 0, 20, 0, 1, &until_s), 10);
    is_about(until_s, 2);
    bsim_packets_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(alone),
                                       cmocka_unit_test(two_to_one),
                                       cmocka_unit_test(busy_receiver),
                                       cmocka_unit_test(behind_others),
                                       cmocka_unit_test(limits),
                                       cmocka_unit_test(faster_link),
                                       cmocka_unit_test(room_in_queue),
                                       cmocka_unit_test(one_after_other),
                                       cmocka_unit_test(ends_go_on),
                                       cmocka_unit_test(by_turns),
                                       cmocka_unit_test(equal_links),
                                       cmocka_unit_test(early),
                                       cmocka_unit_test(many_links),
                                       cmocka_unit_test(random_flows),
                                       cmocka_unit_test(burst),
                                       cmocka_unit_test(ends_behind_burst),
                                       cmocka_unit_test(burst_in_the_past)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
