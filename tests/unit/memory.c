/* memory.c - blocks that share the memory of a node: what samples tell of it, what models say, and what nodes of a run
 * make of it. */
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

#include "bsim/cost/memory.h"
#include "bsim/cost/model.h"
#include "bsim/fit/fit.h"

/* ---- the fit ---- */

static const char *const nx[] = {"nx"};
/* One core gets 10 GB/s and two get 12 together: with both busy, the memory's part takes 10 / 6 of its time. */
static const struct bsim_node_sharing node = {.core_bandwidth = 10e9, .bandwidth = 12e9};
static const double STRETCH = 10.0 / 6 - 1;

/* Sizes below 1000 fit in the cache; above, seven tenths of the time go with the memory. */
static double true_share(double x) {
    return x < 1000 ? 0.1 : 0.7;
}

static void add(struct fit_data *data, double x, int busy) {
    double one = 1e-8 * x, time_s = one * (1 + true_share(x) * (busy - 1) * STRETCH);
    assert_true(bsim_fit_data_add(data, "b", 1, nx, &x, time_s, 0.01, 20, busy));
}

static void test_share_from_samples(void **state) {
    (void)state;
    struct fit_data data = {.node = node};
    for (double x = 120; x < 9000; x *= 1.7) {
        add(&data, floor(x), 1);
        add(&data, floor(x), 2);
    }
    add(&data, 5000, 2); /* without its pair: it is brought to the time on one core, too */
    bsim_fit_data_join(&data);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->nbusy, 2);
    assert_int_equal(b->busy[0], 1);
    assert_int_equal(b->busy[1], 2);
    assert_true(b->memory.known);
    assert_float_equal(b->memory.small, 0.1, 1e-9);
    assert_float_equal(b->memory.large, 0.7, 1e-9);
    assert_in_range((int)(1e9 * b->memory.below_s), 5000, 12000); /* between the sizes around 1000: 10 ns each */
    for (int i = 0; i < b->npoint; i++)
        assert_float_equal(b->point[i].time_s, 1e-8 * b->point[i].x[0], 1e-12);
    bsim_fit_data_free(&data);
}

/* Samples with two and with four busy cores: the times stay those with two. */
static void test_share_without_one_core(void **state) {
    (void)state;
    static const struct bsim_node_sharing wide = {
        .core_bandwidth = 10e9, .bandwidth = 20e9}; /* two cores get all they want; four get half of it */
    struct fit_data data = {.node = wide};
    for (double x = 1000; x < 9000; x += 1000) {
        bsim_fit_data_add(&data, "b", 1, nx, &x, 1e-8 * x, 0, 9, 2);
        bsim_fit_data_add(&data, "b", 1, nx, &x, 1e-8 * x * (1 + 0.8 * 1), 0, 9, 4);
    }
    bsim_fit_data_join(&data);
    assert_true(data.block[0].memory.known);
    assert_float_equal(data.block[0].memory.large, 0.8, 1e-9);
    assert_float_equal(data.block[0].memory.small, 0.8, 1e-9);
    assert_int_equal(data.block[0].busy[0], 2);
    assert_float_equal(data.block[0].point[0].time_s, 1e-5, 1e-12);
    bsim_fit_data_free(&data);
}

/* No pairs of equal parameters, a memory that is not known, one that two cores do not exhaust, and a slower clock (all
 * sizes take 1.2 times as long) tell nothing. */
static void test_share_not_known(void **state) {
    (void)state;
    struct fit_data apart = {.node = node}, unknown = {0},
                    ample = {.node = {.core_bandwidth = 10e9, .bandwidth = 20e9}}, clock = {.node = node};
    for (double x = 1000; x < 9000; x += 1000) {
        add(&apart, x, (int)(x / 1000) % 2 + 1);
        for (int busy = 1; busy <= 2; busy++) {
            add(&unknown, x, busy);
            bsim_fit_data_add(&clock, "b", 1, nx, &x, 1e-8 * x * (busy == 2 ? 1.2 : 1), 0, 9, busy);
            add(&ample, x, busy);
        }
    }
    struct fit_data *all[] = {&apart, &unknown, &ample, &clock};
    for (int i = 0; i < 4; i++) {
        bsim_fit_data_join(all[i]);
        assert_false(all[i]->block[0].memory.known);
    }
    struct fit_model model;
    bsim_fit_aliases(&unknown.block[0]);
    bsim_fit_model_make(&model, &unknown.block[0]);
    assert_non_null(strstr(model.note, "with 2 busy cores of the node it took 1.5 times as long as with 1"));
    bsim_fit_model_free(&model);
    for (int i = 0; i < 4; i++)
        bsim_fit_data_free(all[i]);
}

/* As a core slows to 80 % while both are busy, the clock and the memory are told apart, also where all sizes slow
 * alike; a clock slower than the memory shows the share, too. */
static void test_share_beside_clock(void **state) {
    (void)state;
    static const struct bsim_node_sharing both = {10e9, 12e9, 0.8, 2}, ample = {10e9, 20e9, 0.7, 2};
    static const double shares[] = {0, 0.3};
    for (int i = 0; i < 4; i++) {
        const struct bsim_node_sharing *n = i % 2 ? &ample : &both;
        double share = shares[i / 2], memory = n == &both ? 10.0 / 6 : 1, processor = 1 / n->busy_speed;
        struct fit_data data = {.node = *n};
        for (double x = 1000; x < 9000; x += 1000) {
            double two = 1e-8 * x * ((1 - share) * processor + share * memory);
            bsim_fit_data_add(&data, "b", 1, nx, &x, 1e-8 * x, 0, 9, 1);
            bsim_fit_data_add(&data, "b", 1, nx, &x, two, 0, 9, 2);
        }
        bsim_fit_data_join(&data);
        assert_true(data.block[0].memory.known);
        assert_float_equal(data.block[0].memory.large, share, 1e-9);
        assert_float_equal(data.block[0].point[0].time_s, 1e-5, 1e-12);
        bsim_fit_data_free(&data);
    }
}

/* ---- the model ---- */

static const bsim_block_info blocks[] = {{"b", "a.c", 1, 2, 1, nx, NULL, NULL}};

static struct bsim_models *load(const char *text, struct bsim_error *err) {
    char path[] = "/tmp/bsim-memory-test.XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    struct bsim_models *m = bsim_models_load(path, blocks, 1, err);
    unlink(path);
    return m;
}

static double time_of(struct bsim_models *m, double x) {
    struct bsim_error err = {0};
    return bsim_models_time(m, 0, 1, &x, &err);
}

/* The formula is for two busy cores, on which half of the time takes 10 / 6 of that on one. */
static void test_model(void **state) {
    (void)state;
    struct bsim_error err = {0};
    struct bsim_models *m = load("{\"schema\": \"bsim-models/1\","
                                 " \"node\": {\"memory\": {\"core_bandwidth\": \"10GB/s\", \"bandwidth\": \"12GB/s\"}},"
                                 " \"blocks\": {\"b\": {\"params\": {\"n\": \"nx\"}, \"time\": \"1e-6*n\","
                                 " \"memory_share\": [{\"below\": \"20us\", \"share\": 0}, {\"share\": 0.5}],"
                                 " \"fit\": {\"busy\": [2, 4]}}}}",
                                 &err);
    assert_non_null(m);
    assert_float_equal(time_of(m, 10), 10e-6, 1e-12);
    assert_float_equal(time_of(m, 100), 100e-6 / (1 + 0.5 * STRETCH), 1e-12);
    assert_float_equal(bsim_models_memory_share(m, 0, 0, 10e-6), 0, 0);
    assert_float_equal(bsim_models_memory_share(m, 0, 0, 20e-6), 0.5, 0);
    struct bsim_model_errors e;
    bsim_models_errors(m, 0, &e);
    assert_true(e.memory_known);
    assert_int_equal(e.busy, 4);
    bsim_models_free(m);
}

static void refused(const char *member, const char *message) {
    char text[500];
    struct bsim_error err = {0};
    snprintf(text, sizeof text, "{\"schema\": \"bsim-models/1\",\n \"blocks\": {\"b\": {\"time\": 1, %s}}}", member);
    assert_null(load(text, &err));
    if (!strstr(err.text, message) || err.line != 2)
        fail_msg("%s: line %d: %s", member, err.line, err.text);
}

static void test_bad_members(void **state) {
    (void)state;
    refused("\"memory_share\": \"half\"", "accepted: a number from 0 to 1, or a list");
    refused("\"memory_share\": 1.5", "1");
    refused("\"memory_share\": []", "has 0 pieces; accepted: 1 to 4");
    refused("\"memory_share\": [{\"below\": \"1us\", \"share\": 0.5}]", "the last piece is for all longer times");
    refused("\"memory_share\": [{\"share\": 0.5}, {\"share\": 0.1}]", "only the last piece goes without");
    refused("\"memory_share\": [{\"below\": \"2us\", \"share\": 0.5}, {\"below\": \"1us\", \"share\": 0.5},"
            " {\"share\": 0.1}]",
            "must be longer");
    refused("\"memory_share\": [{\"blow\": \"2us\", \"share\": 0.5}, {\"share\": 0.1}]", "blow");
    refused("\"fit\": {\"busy\": [2, 1]}", "rising order");
    refused("\"fit\": {\"busy\": 2}", "");
}

/* ---- the nodes of a run ---- */

static void test_nodes(void **state) {
    (void)state;
    struct bsim_platform p;
    static const int32_t node_of[] = {0, 0, 0, 0, 2, 2}; /* node 1 has no rank */
    struct bsim_node_sharing measured = {.core_bandwidth = 10e9, .bandwidth = 12e9}, unknown = {0};
    bsim_platform_blank(&p, 2, "simple");
    p.speed[1] = 2;
    /* Neither tells a memory: nothing is known. */
    struct bsim_busy_nodes nodes = bsim_busy_nodes_make(&p, node_of, 6, &unknown, 1);
    assert_null(nodes.factor);
    assert_int_equal(bsim_busy_most(&nodes), 4);
    bsim_busy_nodes_free(&nodes);
    /* The measured node's memory, with at most the two cores that were busy there; all times go with the speed. */
    nodes = bsim_busy_nodes_make(&p, node_of, 6, &measured, 2);
    assert_float_equal(bsim_busy_factors_of(&nodes, 0)[0].memory, 10.0 / 6, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 5)[0].memory, 10.0 / 6, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 5)[1].memory, 10.0 / 6 / 2, 1e-12);
    bsim_busy_nodes_free(&nodes);
    /* The platform's own: four ranks share 16 GB/s, two have 5 each; a core of the measured node has 10. */
    for (int k = 0; k < 2; k++) {
        p.memory.core_bandwidth[k] = 5e9;
        p.memory.bandwidth[k] = 16e9;
    }
    nodes = bsim_busy_nodes_make(&p, node_of, 6, &measured, 2);
    assert_float_equal(bsim_busy_factors_of(&nodes, 3)[0].memory, 10.0 / 4, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 4)[0].memory, 10.0 / 5, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 4)[1].memory, 10.0 / 5, 1e-12); /* the speed has no part in it */
    bsim_busy_nodes_free(&nodes);
    /* The measured node is not known: it is one of the platform file, with 5 GB/s for a core, also in a scenario of
     * another speed and with 20 GB/s, of which four ranks get 4 each and two 8. */
    p.memory.core_in_file = 5e9;
    p.memory.core_bandwidth[1] = 20e9;
    nodes = bsim_busy_nodes_make(&p, node_of, 6, &unknown, 1);
    assert_float_equal(bsim_busy_factors_of(&nodes, 3)[0].memory, 5.0 / 4, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 3)[1].memory, 5.0 / 4, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 4)[0].memory, 1, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 4)[1].memory, 5.0 / 8, 1e-12);
    bsim_busy_nodes_free(&nodes);
    /* A file with the speed 2: a core of the measured node is half as fast, and gets half as much. */
    p.speed_in_file = 2;
    nodes = bsim_busy_nodes_make(&p, node_of, 6, &unknown, 1);
    assert_float_equal(bsim_busy_factors_of(&nodes, 4)[0].memory, 0.5, 1e-12);
    bsim_busy_nodes_free(&nodes);
    bsim_platform_free(&p);
}

/* Two sockets of four cores; a core gets 5 GB/s alone, a node 20 and so a socket 10. Six ranks of node 0: they fill the
 * first socket (2.5 each, half of what one gets alone), and two are in the second (5 each); in turn three are in each
 * (10 / 3). Node 1 has one. The speed goes with the busy cores of the node: 6 of 8 have 1 - 0.3 * 5 / 7. */
static void test_sockets(void **state) {
    (void)state;
    struct bsim_platform p;
    static const int32_t node_of[] = {0, 0, 1, 0, 0, 0, 0};
    struct bsim_node_sharing unknown = {0};
    bsim_platform_blank(&p, 1, "simple");
    p.cores_per_node = 8;
    p.sockets = 2;
    p.memory.core_bandwidth[0] = p.memory.core_in_file = 5e9;
    p.memory.bandwidth[0] = 20e9;
    p.busy_speed[0] = 0.7;
    for (int turn = 0; turn < 2; turn++) {
        p.sockets_in_turn = turn;
        struct bsim_busy_nodes nodes = bsim_busy_nodes_make(&p, node_of, 7, &unknown, 1);
        for (int r = 0; r < 7; r++) {
            double memory = r == 2 ? 1 : turn ? 1.5 : r < 5 ? 2 : 1;
            assert_float_equal(bsim_busy_factors_of(&nodes, r)[0].memory, memory, 1e-12);
            assert_float_equal(bsim_busy_factors_of(&nodes, r)[0].processor, r == 2 ? 1 : 1 / (1 - 0.3 * 5 / 7), 1e-12);
        }
        assert_int_equal(bsim_busy_most(&nodes), 6);
        bsim_busy_nodes_free(&nodes);
    }
    bsim_platform_free(&p);
}

/* Of 4 cores, each of 4 busy ones has 0.7 of the speed, each of 2 has 0.9. */
static void test_busy_speed(void **state) {
    (void)state;
    struct bsim_platform p;
    static const int32_t node_of[] = {0, 0, 0, 0, 1, 1, 2};
    struct bsim_node_sharing measured = {.busy_speed = 0.5, .cores = 2}, unknown = {0};
    bsim_platform_blank(&p, 2, "simple");
    p.cores_per_node = 4;
    p.speed[1] = 2;
    /* The measured node's: with at most the two cores that were busy there. */
    struct bsim_busy_nodes nodes = bsim_busy_nodes_make(&p, node_of, 7, &measured, 2);
    assert_float_equal(bsim_busy_factors_of(&nodes, 0)[0].processor, 2, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 6)[0].processor, 1, 1e-12);
    assert_float_equal(bsim_busy_factors_of(&nodes, 0)[1].processor, 1, 1e-12);
    bsim_busy_nodes_free(&nodes);
    /* The platform's own. */
    p.busy_speed[0] = p.busy_speed[1] = 0.7;
    for (int i = 0; i < 2; i++) {
        nodes = bsim_busy_nodes_make(&p, node_of, 7, i ? &measured : &unknown, 2);
        assert_float_equal(bsim_busy_factors_of(&nodes, 3)[0].processor, 1 / 0.7, 1e-12);
        assert_float_equal(bsim_busy_factors_of(&nodes, 4)[0].processor, 1 / 0.9, 1e-12);
        assert_float_equal(bsim_busy_factors_of(&nodes, 6)[0].processor, 1, 1e-12);
        assert_float_equal(bsim_busy_factors_of(&nodes, 3)[1].processor, 1 / 1.4, 1e-12);
        bsim_busy_nodes_free(&nodes);
    }
    bsim_platform_free(&p);
    /* 3 s with both busy: all of it goes with the processor, or half of what it is on one core with the memory. */
    struct bsim_memory_share none = {0}, half = {1, {HUGE_VAL}, {0.5}};
    struct bsim_node_sharing both = {10e9, 10e9, 0.5, 2};
    assert_float_equal(bsim_time_on_one_core(&measured, &none, 3, 2), 1.5, 1e-12);
    assert_float_equal(bsim_time_on_one_core(&measured, &half, 3, 2), 3 / 1.5, 1e-12);
    assert_float_equal(bsim_time_on_one_core(&both, &half, 3, 2), 1.5, 1e-12); /* both take twice as long */
    assert_float_equal(bsim_time_on_one_core(&both, &half, 3, 1), 3, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_share_from_samples), cmocka_unit_test(test_share_without_one_core),
        cmocka_unit_test(test_share_not_known),    cmocka_unit_test(test_model),
        cmocka_unit_test(test_bad_members),        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_share_beside_clock), cmocka_unit_test(test_sockets),
        cmocka_unit_test(test_busy_speed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
