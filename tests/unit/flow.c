/* Flows that share links max-min fairly (bsim/network/flow.h): rates and ends that are derived by hand in each test,
 * the routes of topologies (bsim/platform/route.h), and the conditions of max-min fairness for many random flows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bsim/network/flow.h"
#include "bsim/platform/route.h"

/* ---- routes that are given: from node a to node b over the links of table[a][b] ---- */

enum { NODES = 8 };
static const char *table[NODES][NODES];

static int by_table(const void *arg, int32_t from, int32_t to, int32_t *links) {
    (void)arg;
    int n = 0;
    for (const char *c = table[from][to]; *c; c++)
        links[n++] = *c - '0';
    return n;
}

static void close_to(double got, double want) {
    if (!(fabs(got - want) <= 1e-9 * fabs(want)))
        fail_msg("%.17g instead of %.17g", got, want);
}

static struct bsim_flow flow[64];

/* The next end, at which the rates are solved again. */
static double next_end(struct bsim_flows *f, const struct bsim_flow *want) {
    double end_s, at_s = bsim_flows_next(f);
    assert_ptr_equal(bsim_flows_take(f, at_s, &end_s), want);
    bsim_flows_solve(f, end_s);
    return end_s;
}

/* One link of 10. Two flows of 100 and 200: 5 each; the first ends at 20, and the second has 100 left, at 10: 30. */
static void two_flows(void **state) {
    (void)state;
    table[0][1] = table[2][1] = "0";
    struct bsim_flows *f = bsim_flows_new(1, (const double[]){10}, HUGE_VAL, 1, by_table, NULL);
    bsim_flows_start(f, &flow[0], 0, 1, 100, 0);
    bsim_flows_start(f, &flow[1], 2, 1, 200, 0);
    assert_true(bsim_flows_changed(f));
    bsim_flows_solve(f, 0);
    assert_false(bsim_flows_changed(f));
    close_to(bsim_flows_rate(f, 0, 1), 5);
    close_to(next_end(f, &flow[0]), 20);
    close_to(bsim_flows_rate(f, 2, 1), 10);
    close_to(next_end(f, &flow[1]), 30);
    assert_true(bsim_flows_next(f) == HUGE_VAL);
    bsim_flows_free(f);
}

/* Three flows of one route, of 100, 100 and 160, and a later one. At 3 1/3 each the two end at 30; the third has 60
 * left, until 31 at 10: 50. Then a flow of 100 comes: 5 each; the third ends at 41, the last, with 50 left, at 46. */
static void one_route(void **state) {
    (void)state;
    double end_s;
    table[0][1] = "0";
    struct bsim_flows *f = bsim_flows_new(1, (const double[]){10}, HUGE_VAL, 1, by_table, NULL);
    bsim_flows_start(f, &flow[0], 0, 1, 100, 0);
    bsim_flows_start(f, &flow[1], 0, 1, 160, 0);
    bsim_flows_start(f, &flow[2], 0, 1, 100, 0);
    bsim_flows_solve(f, 0);
    assert_ptr_equal(bsim_flows_take(f, 31, &end_s), &flow[0]);
    close_to(end_s, 30);
    assert_ptr_equal(bsim_flows_take(f, 30.0001, &end_s), &flow[2]);
    close_to(end_s, 30);
    bsim_flows_solve(f, 30);
    bsim_flows_start(f, &flow[3], 0, 1, 100, 31);
    bsim_flows_solve(f, 31);
    close_to(next_end(f, &flow[1]), 41);
    close_to(next_end(f, &flow[3]), 46);
    bsim_flows_free(f);
}

/* A link of 12. Two flows of 30, at most 10 each, whose bytes take 0.1 longer: with one of 24 they have 4 each. It ends
 * at
 * 6. They have carried 6 / (1/4 + 0.1) = 120/7 of their 30, and with 6 each the rest takes 90/7 * (1/6 + 0.1) = 24/7.
 */
static void extra(void **state) {
    (void)state;
    table[0][0] = "0";
    struct bsim_flows *f = bsim_flows_new(1, (const double[]){12}, HUGE_VAL, 1, by_table, NULL);
    flow[0] = flow[1] = (struct bsim_flow){.limit = 10, .extra_s = 0.1};
    flow[2] = (struct bsim_flow){.limit = 20};
    for (int i = 0; i < 3; i++)
        bsim_flows_start(f, &flow[i], 0, 0, i < 2 ? 30 : 24, 0);
    bsim_flows_solve(f, 0);
    close_to(next_end(f, &flow[2]), 6);
    close_to(next_end(f, &flow[0]), 6 + 24.0 / 7);
    close_to(next_end(f, &flow[1]), 6 + 24.0 / 7);
    flow[0] = flow[1] = flow[2] = (struct bsim_flow){0};
    bsim_flows_free(f);
}

/* A limit of 4 on a link of 10: two flows have 4 each, three 10/3. */
static void limit(void **state) {
    (void)state;
    table[0][1] = table[2][1] = table[3][1] = "0";
    struct bsim_flows *f = bsim_flows_new(1, (const double[]){10}, 4, 1, by_table, NULL);
    bsim_flows_start(f, &flow[0], 0, 1, 100, 0);
    bsim_flows_start(f, &flow[1], 2, 1, 100, 0);
    bsim_flows_solve(f, 0);
    close_to(bsim_flows_rate(f, 0, 1), 4);
    close_to(bsim_flows_rate(f, 2, 1), 4);
    bsim_flows_start(f, &flow[2], 3, 1, 100, 0);
    bsim_flows_solve(f, 0);
    close_to(bsim_flows_rate(f, 0, 1), 10 / 3.0);
    close_to(bsim_flows_rate(f, 3, 1), 10 / 3.0);
    bsim_flows_free(f);
}

/* The parking lot: links of 12, 6 and 12 in a row. The long flow crosses all; one short flow on the first, two on the
 * middle one, one on the last. Middle: 6 / 3 = 2 each. The others get the rest, 10. When the two of the middle have
 * ended, the long flow has 6 = 12 / 2, and the others 6. */
static void parking_lot(void **state) {
    (void)state;
    double end_s;
    table[0][3] = "012";
    table[0][1] = "0";
    table[1][2] = table[4][2] = "1";
    table[2][3] = "2";
    struct bsim_flows *f = bsim_flows_new(3, (const double[]){12, 6, 12}, HUGE_VAL, 3, by_table, NULL);
    bsim_flows_start(f, &flow[0], 0, 3, 1000, 0);
    bsim_flows_start(f, &flow[1], 0, 1, 1000, 0);
    bsim_flows_start(f, &flow[2], 1, 2, 20, 0);
    bsim_flows_start(f, &flow[3], 4, 2, 20, 0);
    bsim_flows_start(f, &flow[4], 2, 3, 1000, 0);
    bsim_flows_solve(f, 0);
    close_to(bsim_flows_rate(f, 0, 3), 2);
    close_to(bsim_flows_rate(f, 0, 1), 10);
    close_to(bsim_flows_rate(f, 2, 3), 10);
    assert_ptr_equal(bsim_flows_take(f, 10, &end_s), &flow[2]);
    assert_ptr_equal(bsim_flows_take(f, 10, &end_s), &flow[3]);
    bsim_flows_solve(f, 10);
    close_to(bsim_flows_rate(f, 0, 3), 6);
    close_to(bsim_flows_rate(f, 0, 1), 6);
    close_to(bsim_flows_rate(f, 2, 3), 6);
    bsim_flows_free(f);
}

/* Only flows whose rates may change are solved: of two pairs on links of their own, one. */
static void only_what_is_touched(void **state) {
    (void)state;
    table[0][1] = table[2][1] = "0";
    table[4][5] = table[6][5] = "1";
    struct bsim_flows *f = bsim_flows_new(2, (const double[]){10, 10}, HUGE_VAL, 1, by_table, NULL);
    bsim_flows_start(f, &flow[0], 0, 1, 100, 0);
    bsim_flows_start(f, &flow[1], 2, 1, 100, 0);
    bsim_flows_start(f, &flow[2], 4, 5, 100, 0);
    bsim_flows_solve(f, 0);
    uint64_t before = bsim_flows_solved(f);
    assert_int_equal(before, 3);
    bsim_flows_start(f, &flow[3], 6, 5, 100, 1);
    bsim_flows_solve(f, 1);
    assert_int_equal(bsim_flows_solved(f), before + 2);
    bsim_flows_free(f);
}

/* ---- topologies ---- */

static struct bsim_topology topology;
static struct bsim_routes routes;

static void make(enum bsim_topology_kind kind, int n, const int *size, const int *parents, bool cards) {
    assert_true(bsim_topology_make(&topology, kind, n, size));
    for (int i = 0; parents && i < n; i++)
        topology.parents[i] = parents[i];
    assert_true(bsim_routes_make(&routes, &topology, topology.nodes, cards, false));
}

/* Flows over links of capacity 1 each, or 2 from class `fast` on. */
static struct bsim_flows *flows_on(int fast) {
    int64_t n = routes.first[routes.classes];
    double *capacity = calloc((size_t)n, sizeof *capacity);
    for (int64_t i = 0; i < n; i++)
        capacity[i] = i >= routes.first[fast] ? 2 : 1;
    struct bsim_flows *f = bsim_flows_new((int)n, capacity, HUGE_VAL, routes.longest, bsim_route, &routes);
    free(capacity);
    return f;
}

/* Each route has as many links as hops, and each of them belongs to the machine and occurs once. */
static void check_routes(void) {
    int32_t links[64];
    for (int a = 0; a < topology.nodes; a++)
        for (int b = 0; b < topology.nodes; b++) {
            if (a == b)
                continue;
            int n = bsim_route(&routes, a, b, links);
            assert_int_equal(n, bsim_topology_hops(&topology, (uint32_t)a, (uint32_t)b));
            assert_true(n <= routes.longest);
            for (int i = 0; i < n; i++) {
                assert_in_range(links[i], 0, routes.first[routes.classes] - 1);
                for (int j = 0; j < i; j++)
                    assert_int_not_equal(links[i], links[j]);
            }
        }
}

static void all_routes(void **state) {
    (void)state;
    make(BSIM_TOPOLOGY_TORUS, 3, (const int[]){4, 3, 2}, NULL, false);
    check_routes();
    make(BSIM_TOPOLOGY_MESH, 3, (const int[]){4, 3, 2}, NULL, false);
    check_routes();
    make(BSIM_TOPOLOGY_FAT_TREE, 3, (const int[]){3, 2, 4}, (const int[]){1, 2, 3}, false);
    check_routes();
    make(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){5, 2, 3}, NULL, false);
    check_routes();
    bsim_topology_set_valiant(&topology, 3);
    assert_true(bsim_routes_make(&routes, &topology, topology.nodes, false, false));
    check_routes();
}

/* With rails a message over card 1 has the links of one over card 0, each in its copy: the next plane. */
static void rails(void **state) {
    (void)state;
    static const enum bsim_topology_kind kinds[] = {BSIM_TOPOLOGY_TORUS, BSIM_TOPOLOGY_FAT_TREE,
                                                    BSIM_TOPOLOGY_DRAGONFLY};
    for (int kind = 0; kind < 3; kind++) {
        int32_t links[2][32];
        make(kinds[kind], 3, (const int[]){3, 2, 2},
             kinds[kind] == BSIM_TOPOLOGY_FAT_TREE ? (const int[]){1, 2, 2} : NULL, false);
        assert_true(bsim_routes_make(&routes, &topology, topology.nodes, 2, true));
        int64_t plane = routes.first[routes.classes] - routes.first[1];
        assert_int_equal(bsim_routes_links(&routes), 2 * 2 * 12 + 2 * plane);
        for (int from = 0; from < 12; from++)
            for (int to = 0; to < 12; to++) {
                if (from == to)
                    continue;
                int n = bsim_route(&routes, 2 * from, 2 * to, links[0]);
                assert_int_equal(bsim_route(&routes, 2 * from + 1, 2 * to + 1, links[1]), n);
                for (int i = 0; i < n; i++) {
                    bool is_card = i == 0 || i == n - 1;
                    assert_int_equal(links[1][i], links[0][i] + (is_card ? 2 : plane));
                    assert_int_equal(bsim_routes_class(&routes, links[0][i]) == 0, is_card);
                    assert_int_equal(bsim_routes_class(&routes, links[1][i]), bsim_routes_class(&routes, links[0][i]));
                }
            }
    }
}

/* 3 groups of 2 routers with one node each (the links between groups: see test_valiant in topology.c). Node 0 to node
 * 2: router 0 of group 0 to its router 1, to group 2, whose router 0 goes to its router 1, to router 1 of group 1, to
 * router 0. A link from router a to b in group g has number 4 g + 2 a + b, one from group g to h 3 g + h. */
static void valiant(void **state) {
    (void)state;
    int32_t links[16];
    make(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){3, 2, 1}, NULL, false);
    bsim_topology_set_valiant(&topology, 0);
    assert_true(bsim_routes_make(&routes, &topology, topology.nodes, false, false));
    assert_int_equal(bsim_route(&routes, 0, 2, links), 7);
    const int64_t want[] = {
        routes.first[1],     routes.first[2] + 1,     routes.first[3] + 2,        routes.first[2] + 9,
        routes.first[3] + 7, routes.first[2] + 4 + 2, routes.first[1] + 2 * 2 + 1};
    for (int i = 0; i < 7; i++)
        assert_int_equal(links[i], want[i]);
}

/* Torus 4 x 3: from (0, 0) to (3, 2), nodes 0 and 11. First the last dimension, down from (0, 0) to (0, 2) = node 2;
 * then the first one, down from node 2 to node 11 = (3, 2). Link 2 * node + 1 of a dimension goes down. */
static void dimension_order(void **state) {
    (void)state;
    int32_t links[8];
    make(BSIM_TOPOLOGY_TORUS, 2, (const int[]){4, 3}, NULL, false);
    assert_int_equal(bsim_route(&routes, 0, 11, links), 2);
    assert_int_equal(links[0], routes.first[2] + 1);
    assert_int_equal(links[1], routes.first[1] + 2 * 2 + 1);
    /* Two hops either way in a dimension of 4: up from an even place, down from an odd one. */
    bsim_route(&routes, 0, 6, links);
    assert_int_equal(links[0], routes.first[1]);
    bsim_route(&routes, 3, 9, links);
    assert_int_equal(links[0], routes.first[1] + 2 * 3 + 1);
}

/* All to all on a star of 6 nodes: each card has 5 flows in each direction, so each flow has 1/5. */
static void star(void **state) {
    (void)state;
    int used = 0;
    topology = (struct bsim_topology){.diameter = 1};
    assert_true(bsim_routes_make(&routes, &topology, 6, true, false));
    struct bsim_flows *f = flows_on(routes.classes);
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            if (a != b)
                bsim_flows_start(f, &flow[used++], a, b, 1, 0);
    bsim_flows_solve(f, 0);
    close_to(bsim_flows_rate(f, 2, 5), 0.2);
    close_to(bsim_flows_next(f), 5);
    bsim_flows_free(f);
}

/* The bisection of a ring of 8: node a sends to a + 4. Even nodes go up over 4 links, odd ones down. Each link up is
 * crossed by the flows of two even nodes, so each flow has 1/2. */
static void bisection(void **state) {
    (void)state;
    make(BSIM_TOPOLOGY_TORUS, 1, (const int[]){8}, NULL, false);
    struct bsim_flows *f = flows_on(routes.classes);
    for (int a = 0; a < 8; a++)
        bsim_flows_start(f, &flow[a], a, (a + 4) % 8, 1, 0);
    bsim_flows_solve(f, 0);
    for (int a = 0; a < 8; a++)
        close_to(bsim_flows_rate(f, a, (a + 4) % 8), 0.5);
    bsim_flows_free(f);
}

/* A 2:1 fat tree: 4 nodes on a leaf, 2 leaves, 2 spines. Node i sends to 4 + i: two flows on each link up, so 1/2 each.
 * With links of 2 above the leaves there is no oversubscription: 1. */
static void fat_tree(void **state) {
    (void)state;
    make(BSIM_TOPOLOGY_FAT_TREE, 2, (const int[]){4, 2}, (const int[]){1, 2}, false);
    for (int fast = 0; fast < 2; fast++) {
        struct bsim_flows *f = flows_on(fast ? 2 : routes.classes);
        for (int a = 0; a < 4; a++)
            bsim_flows_start(f, &flow[a], a, 4 + a, 1, 0);
        bsim_flows_solve(f, 0);
        for (int a = 0; a < 4; a++)
            close_to(bsim_flows_rate(f, a, 4 + a), fast ? 1 : 0.5);
        bsim_flows_free(f);
    }
}

/* Dragonfly of 3 groups with 2 routers of 2 nodes: one link between two groups, which the four nodes of group 0 share
 * if all send to group 1: 1/4 each. */
static void dragonfly(void **state) {
    (void)state;
    make(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){3, 2, 2}, NULL, false);
    struct bsim_flows *f = flows_on(routes.classes);
    for (int a = 0; a < 4; a++)
        bsim_flows_start(f, &flow[a], a, 4 + a, 1, 0);
    bsim_flows_solve(f, 0);
    for (int a = 0; a < 4; a++)
        close_to(bsim_flows_rate(f, a, 4 + a), 0.25);
    bsim_flows_free(f);
}

/* ---- many random flows: starts and ends one by one ---- */

static uint32_t seed = 1;

static uint32_t draw(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

enum { MANY = 300 };

/* No link carries more than it can, and each flow has a bottleneck: a full link on which none is faster. */
static void check_fair(struct bsim_flows *f, const int (*ends)[2], const bool *runs, double most_rate) {
    int64_t n = routes.first[routes.classes];
    double *most = calloc((size_t)n, sizeof *most), capacity;
    int32_t links[64];
    for (int i = 0; i < MANY; i++) {
        int hops = runs[i] ? bsim_route(&routes, ends[i][0], ends[i][1], links) : 0;
        for (int j = 0; j < hops; j++)
            most[links[j]] = fmax(most[links[j]], bsim_flows_rate(f, ends[i][0], ends[i][1]));
    }
    for (int l = 0; l < n; l++)
        assert_true(bsim_flows_load(f, l, &capacity) <= capacity * (1 + 1e-9));
    for (int i = 0; i < MANY; i++) {
        int hops = runs[i] ? bsim_route(&routes, ends[i][0], ends[i][1], links) : 0;
        double rate = bsim_flows_rate(f, ends[i][0], ends[i][1]);
        bool found = !runs[i] || rate >= most_rate * (1 - 1e-9);
        for (int j = 0; j < hops; j++)
            found |=
                bsim_flows_load(f, links[j], &capacity) >= capacity * (1 - 1e-9) && rate >= most[links[j]] * (1 - 1e-9);
        if (!found)
            fail_msg("flow %d, from %d to %d, has no bottleneck at rate %g", i, ends[i][0], ends[i][1], rate);
    }
    free(most);
}

static void churn(double most_rate) {
    static struct bsim_flow all[MANY];
    int ends[MANY][2];
    bool runs[MANY] = {false};
    int64_t n = routes.first[routes.classes];
    double *capacity = calloc((size_t)n, sizeof *capacity), now_s = 0;
    for (int64_t i = 0; i < n; i++)
        capacity[i] = 1 + draw(4);
    struct bsim_flows *f = bsim_flows_new((int)n, capacity, most_rate, routes.longest, bsim_route, &routes);
    free(capacity);
    for (int step = 0; step < 1500; step++) {
        int i = (int)draw(MANY);
        double end_s;
        if (!runs[i] && step < 1000) {
            ends[i][0] = (int)draw((uint32_t)topology.nodes);
            ends[i][1] = (ends[i][0] + 1 + (int)draw((uint32_t)topology.nodes - 1)) % (int)topology.nodes;
            bsim_flows_start(f, &all[i], ends[i][0], ends[i][1], 1 + draw(100), now_s);
            runs[i] = true;
        } else {
            struct bsim_flow *over = bsim_flows_take(f, HUGE_VAL, &end_s);
            if (!over)
                continue;
            assert_true(end_s >= now_s * (1 - 1e-14));
            now_s = end_s;
            runs[over - all] = false;
        }
        bsim_flows_solve(f, now_s);
        check_fair(f, (const int(*)[2])ends, runs, most_rate);
    }
    for (double end_s; bsim_flows_take(f, HUGE_VAL, &end_s);)
        bsim_flows_solve(f, end_s);
    bsim_flows_free(f);
}

/* One link of 9 with flows whose own limits are 2, 4 and 20: 2, then 3.5 each, though other flows have at most 3. When
 * the first is over (10 bytes: at 5), 4 and 5. A limit above the link's capacity has no effect. Flows of one pair with
 * two limits are two bundles. */
static void own_limits(void **state) {
    (void)state;
    double end_s;
    static struct bsim_flow of[4];
    table[0][1] = table[2][1] = "0";
    of[0].limit = 2;
    of[1].limit = 4;
    of[2].limit = 20;
    struct bsim_flows *f = bsim_flows_new(1, (const double[]){9}, 3, 1, by_table, NULL);
    close_to(bsim_flows_alone(f, 0, 1, 0), 3);
    close_to(bsim_flows_alone(f, 0, 1, 4), 4);
    close_to(bsim_flows_alone(f, 0, 1, 20), 9);
    bsim_flows_start(f, &of[0], 0, 1, 10, 0);   /* at 2, ends at 5 */
    bsim_flows_start(f, &of[1], 0, 1, 37.5, 0); /* at 3.5: 17.5 are through at 5; then at 4, 20 in 5: ends at 10 */
    bsim_flows_start(f, &of[2], 2, 1, 51.5, 0); /* at 3.5: 17.5; at 5: 25; then alone at 9: 9 in 1: ends at 11 */
    bsim_flows_solve(f, 0);
    assert_ptr_equal(bsim_flows_take(f, HUGE_VAL, &end_s), &of[0]);
    close_to(end_s, 5);
    bsim_flows_solve(f, end_s);
    close_to(next_end(f, &of[1]), 10);
    bsim_flows_start(f, &of[3], 2, 1, 3, 10); /* at the limit of all, 3; the other one has 6 */
    bsim_flows_solve(f, 10);
    close_to(bsim_flows_rate(f, 2, 1), 3);
    close_to(next_end(f, &of[3]), 11); /* of[2]: 6 of its 9 are through */
    close_to(next_end(f, &of[2]), 11 + 3.0 / 9);
    bsim_flows_free(f);
}

static void random_flows(void **state) {
    (void)state;
    make(BSIM_TOPOLOGY_TORUS, 3, (const int[]){4, 3, 5}, NULL, false);
    churn(HUGE_VAL);
    churn(0.3);
    make(BSIM_TOPOLOGY_FAT_TREE, 3, (const int[]){4, 3, 4}, (const int[]){1, 2, 2}, true);
    churn(HUGE_VAL);
    make(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){5, 2, 3}, NULL, true);
    churn(0.5);
    make(BSIM_TOPOLOGY_MESH, 2, (const int[]){8, 8}, NULL, false);
    churn(HUGE_VAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_flows),
        cmocka_unit_test(one_route),
        cmocka_unit_test(extra),
        cmocka_unit_test(limit),
        cmocka_unit_test(own_limits),
        cmocka_unit_test(parking_lot),
        cmocka_unit_test(only_what_is_touched),
        cmocka_unit_test(all_routes),
        cmocka_unit_test(dimension_order),
        cmocka_unit_test(rails),
        cmocka_unit_test(valiant),
        cmocka_unit_test(star),
        cmocka_unit_test(bisection),
        cmocka_unit_test(fat_tree),
        cmocka_unit_test(dragonfly),
        cmocka_unit_test(random_flows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
