/* fit_ranks.c - ranks and runs that differ with equal parameters: which are found, and which are noise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bsim/fit/fit.h"

enum { RANKS = 8, SIZES = 6 };
static const char *const name[] = {"n"};

/* How many times the usual time a rank takes in a run. */
typedef double part_of(int run, int rank);

/* Runs with eight ranks, each of six sizes n that take n us. */
static struct fit_model fitted(struct fit_data *data, int nrun, part_of *part) {
    struct fit_model m;
    for (int run = 0; run < nrun; run++)
        for (int rank = 0; rank < RANKS; rank++) {
            data->ranks = RANKS;
            data->rank = rank;
            data->run_number = run;
            for (int s = 0; s < SIZES; s++) {
                double n = 100 << s, off = 1 + 0.03 * sin(7 * run + 3 * rank + 5 * s);
                assert_true(bsim_fit_data_add(data, "b", 1, name, &n, 1e-6 * n * off * part(run, rank), 0.01, 20, 0));
            }
            data->nfile++;
        }
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(&m, &data->block[0]);
    return m;
}

/* Ranks of a model found to differ, and its time of n = 1000; the parts stand in part[RANKS]. */
static int found(int nrun, part_of *part_of_rank, double *part, double *time_s) {
    struct fit_data data = {0};
    struct fit_model m = fitted(&data, nrun, part_of_rank);
    double n = 1000;
    json_t *block = bsim_fit_model_json(&m, &data.block[0]), *list = json_object_get(block, "by_rank");
    int count = (int)json_array_size(list);
    for (int r = 0; r < count; r++)
        part[r] = json_number_value(json_array_get(list, (size_t)r));
    *time_s = bsim_fit_model_time(&m, &n);
    assert_int_equal(count > 0, strstr(m.note, "ranks took") != NULL);
    json_decref(block);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
    return count;
}

static double one_slow(int run, int rank) {
    (void)run;
    return rank == 3 ? 10 : 1;
}

/* One rank of eight, which was taken for a disturbance. */
static void test_one_slow(void **state) {
    double part[RANKS], time_s;
    (void)state;
    assert_int_equal(found(3, one_slow, part, &time_s), RANKS);
    for (int r = 0; r < RANKS; r++)
        assert_float_equal(part[r] * time_s / (1e-3 * one_slow(0, r)), 1, 0.06);
}

static double strips(int run, int rank) {
    (void)run;
    return 0.25 + 0.25 * rank;
}

static void test_strips(void **state) {
    double part[RANKS], time_s;
    (void)state;
    assert_int_equal(found(2, strips, part, &time_s), RANKS);
    for (int r = 0; r < RANKS; r++)
        assert_float_equal(part[r] * time_s / (1e-3 * strips(0, r)), 1, 0.06);
}

static double another_each_time(int run, int rank) {
    return rank == run % RANKS ? 3 : 1;
}

static double alike(int run, int rank) {
    return 1 + 0.1 * sin(run + rank);
}

/* A disturbance meets another rank each time, or one run alone. */
static void test_noise(void **state) {
    double part[RANKS], time_s;
    (void)state;
    assert_int_equal(found(6, another_each_time, part, &time_s), 0);
    assert_int_equal(found(3, alike, part, &time_s), 0);
    assert_int_equal(found(1, one_slow, part, &time_s), 0);
}

/* How far runs of these times, which counted so many rounds, are said to be apart; 0: they are not. */
static double counted_apart(const double *time_s, const double *rounds, int nrun) {
    static const char *const names[] = {"n", "rounds a.c:7"};
    struct fit_data data = {.ranks = 1};
    struct fit_model m;
    for (data.run_number = 0; data.run_number < nrun; data.run_number++) {
        double x[] = {100, rounds ? rounds[data.run_number] : 0};
        assert_true(
            bsim_fit_data_add_counted(&data, "b", 1, rounds != NULL, names, x, time_s[data.run_number], 0.01, 20, 0));
        data.nfile++;
    }
    bsim_fit_data_join(&data);
    bsim_fit_aliases(&data.block[0]);
    bsim_fit_model_make(&m, &data.block[0]);
    json_t *block = bsim_fit_model_json(&m, &data.block[0]);
    double ratio = json_number_value(json_object_get(json_object_get(block, "fit"), "between_runs"));
    json_decref(block);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
    return ratio;
}

static double apart(const double *time_s, int nrun) {
    return counted_apart(time_s, NULL, nrun);
}

/* A hidden size has another value in each run; a disturbance meets one of them. */
static void test_runs(void **state) {
    (void)state;
    assert_float_equal(apart((const double[]){7e-5, 2e-4, 5e-4, 1e-3, 4e-3}, 5), 4e-3 / 7e-5, 0.1);
    assert_float_equal(apart((const double[]){1e-3, 1e-4, 4e-4}, 3), 10, 0.1);
    assert_float_equal(apart((const double[]){1e-3, 1e-4}, 2), 10, 0.1);
    assert_float_equal(apart((const double[]){1e-4, 1e-4, 1.1e-4, 1e-4, 4e-3}, 5), 0, 0);
    assert_float_equal(apart((const double[]){1e-4, 1.2e-4, 1e-3}, 3), 0, 0);
    assert_float_equal(apart((const double[]){1e-4, 2e-4}, 2), 0, 0);
    assert_float_equal(apart((const double[]){1e-7, 3e-7, 9e-7, 5e-6}, 4), 0, 0); /* the timer's */
}

/* The clock tells nothing of short times, but rounds that differ from run to run do. */
static void test_short_runs(void **state) {
    const double time_s[] = {2e-7, 4e-7, 6e-7, 8e-7, 12e-7}, rounds[] = {10, 20, 30, 40, 60},
                 alike[] = {30, 30, 31, 30, 60};
    (void)state;
    assert_float_equal(counted_apart(time_s, NULL, 5), 0, 0);
    assert_float_equal(counted_apart(time_s, alike, 5), 0, 0);
    assert_float_equal(counted_apart(time_s, rounds, 5), 5, 0.1);
}

/* Two ranks of a tree: as deep as it is, they differ, and the shallow ones have the same. Its nodes are counted. */
static void test_not_always_alike(void **state) {
    (void)state;
    static const char *const names[] = {"depth", "passed a.c:13"};
    static const double part[] = {1, 1, 1.1, 1.3, 1.4, 1.5};
    for (int steady = 0; steady < 2; steady++) {
        struct fit_data data = {.ranks = 2};
        struct fit_model m;
        for (data.run_number = 0; data.run_number < 6; data.run_number++)
            for (data.rank = 0; data.rank < 2; data.rank++) {
                double times = steady ? 1.4 : part[data.run_number], nodes = 100 << data.run_number;
                nodes *= data.rank ? 2 - times : times;
                const double x[] = {2 + data.run_number, nodes};
                assert_true(bsim_fit_data_add_counted(&data, "b", 1, 1, names, x, 6e-8 * nodes, NAN, 20, 1));
                data.nfile++;
            }
        bsim_fit_data_join(&data);
        bsim_fit_aliases(&data.block[0]);
        bsim_fit_model_make(&m, &data.block[0]);
        assert_int_equal(data.block[0].nrank, 2);
        assert_true(steady ? data.block[0].rank_error < 0.01 : data.block[0].rank_error > 0.3);
        assert_true(steady || m.error_max > 0.3);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* The number of ranks up to which the times of runs with one rank and with two, of equal sizes, go with it; with two
 * ranks they take so many times as long. */
static int up_to(double with_two) {
    struct fit_data data = {0};
    for (int run = 0; run < 2; run++)
        for (int rank = 0; rank <= run; rank++) {
            data.ranks = run + 1;
            data.rank = rank;
            data.run_number = run;
            for (int s = 0; s < SIZES; s++) {
                double n = 100 << s, time_s = 1e-6 * n * (run ? with_two : 1);
                assert_true(bsim_fit_data_add(&data, "b", 1, name, &n, time_s, 0.01, 20, 0));
            }
            data.nfile++;
        }
    bsim_fit_data_join(&data);
    int found = data.block[0].up_to_ranks;
    bsim_fit_data_free(&data);
    return found;
}

/* What is dealt out to ranks becomes less; the memory that they share makes them slower. */
static void test_dealt_out(void **state) {
    (void)state;
    assert_int_equal(up_to(0.5), 2);
    assert_int_equal(up_to(0.95), 0);
    assert_int_equal(up_to(1), 0);
    assert_int_equal(up_to(1.8), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_slow),   cmocka_unit_test(test_strips),
                                       cmocka_unit_test(test_noise),      cmocka_unit_test(test_runs),
                                       cmocka_unit_test(test_short_runs), cmocka_unit_test(test_not_always_alike),
                                       cmocka_unit_test(test_dealt_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
