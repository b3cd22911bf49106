/* instrument_table.c - the table of samples of an instrumented program: vectors told apart, statistics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "bsim/instrument/early.c"
#include "bsim/instrument/table.c" /* both of libbsim-instrument, which needs a running MPI */

static void test_many_vectors(void **state) {
    (void)state;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 3000; i++) {
            double p[] = {i % 60, i / 60};
            struct bsim_samples *s = bsim_table_find(7, 2, p, 0, NULL);
            assert_non_null(s);
            bsim_table_add(s, i);
        }
    assert_int_equal(nentry, 3000);
    for (size_t i = 0; i < 3000; i++) {
        struct bsim_samples *s = bsim_table_entry(i);
        assert_int_equal(s->count, 2);
        assert_true(s->sum == 2 * (s->param[0] + 60 * s->param[1])); /* no two vectors were mixed up */
    }
    assert_null(bsim_table_entry(3000));
    double p[] = {1, 2};
    assert_ptr_not_equal(bsim_table_find(7, 2, p, 0, NULL), bsim_table_find(8, 2, p, 0, NULL));
    assert_ptr_not_equal(bsim_table_find(7, 2, p, 0, NULL), bsim_table_find(7, 1, p, 0, NULL));
}

/* Of a block with 300,000 vectors a random part is kept, and executions of the others are counted; blocks behind it
 * have all of theirs. */
static void test_too_many_vectors(void **state) {
    (void)state;
    double left_s, mean = 0, all = 0;
    int kept = 0, n = 300000;
    for (int i = 0; i < n; i++) {
        double p[] = {i, 3.5};
        struct bsim_samples *s = bsim_table_find(20, 2, p, 0, NULL);
        if (s)
            bsim_table_add(s, 2);
        else
            bsim_table_left(20, 2);
    }
    const struct bsim_samples *s;
    for (size_t i = 0; (s = bsim_table_entry(i)) != NULL; i++)
        if (s->block == 20 && !s->hidden) {
            kept++;
            mean += s->param[0];
            all += (double)s->count;
        }
    assert_in_range(kept, MOST_VECTORS / 3, MOST_VECTORS);
    assert_float_equal(mean / kept, n / 2.0, n / 20.0); /* from all of the run */
    assert_float_equal(all + (double)bsim_table_left_of(20, &left_s), n, 0.1);
    assert_float_equal(left_s, 2 * (n - all), 0.1);
    double first[] = {0, 3.5}, other[] = {7};
    assert_non_null(bsim_table_find(20, 2, first, 0, NULL));
    assert_non_null(bsim_table_find(21, 1, other, 0, NULL));
    assert_int_equal(bsim_table_left_of(21, &left_s), 0);
}

/* The executions of a vector that is kept are told apart by what they count; those of one that is not are none. */
static void test_thinned_counts(void **state) {
    (void)state;
    int vectors = 0, buckets = 0;
    for (int i = 0; i < 10000; i++)
        for (int k = 0; k < 3; k++) {
            double p[] = {i}, bucket = k;
            struct bsim_samples *s = bsim_table_find(30, 1, p, 0, NULL);
            if (s)
                s->hidden = true;
            struct bsim_samples *of = s ? bsim_table_find(30, 1, p, 1, &bucket) : NULL;
            if (of)
                bsim_table_add(of, 1);
        }
    const struct bsim_samples *s;
    for (size_t i = 0; (s = bsim_table_entry(i)) != NULL; i++) {
        vectors += s->block == 30 && !s->thinned && s->ncount == 0;
        buckets += s->block == 30 && !s->hidden;
    }
    assert_in_range(vectors, MOST_VECTORS / 3, MOST_VECTORS);
    assert_int_equal(buckets, 3 * vectors);
}

static void test_statistics(void **state) {
    (void)state;
    double p[] = {5};
    struct bsim_summary of;
    struct bsim_samples *s = bsim_table_find(100, 1, p, 0, NULL);
    for (int i = 0; i < 99; i++)
        bsim_table_add(s, 1.0 + 0.001 * (i % 10));
    bsim_table_add(s, 1000); /* the system took the processor */
    bsim_table_summary(s, &of);
    assert_float_equal(s->sum / (double)s->count, 11, 0.1);
    assert_float_equal(of.median, 1.004, 0.001);
    assert_float_equal(of.typical, 1.0045, 0.001);
    assert_float_equal(of.deviation, 0.00289, 0.00005); /* without the outlier, as typical */
    assert_true(s->min == 1.0 && s->max == 1000);
}

/* Two kinds of execution behind the same parameters, half each: the mean counts, neither is an outlier. */
static void test_two_kinds(void **state) {
    (void)state;
    double p[] = {6};
    struct bsim_summary of;
    struct bsim_samples *s = bsim_table_find(100, 1, p, 0, NULL);
    for (int i = 0; i < 500; i++)
        bsim_table_add(s, i % 2 ? 1 : 3);
    bsim_table_summary(s, &of);
    assert_float_equal(of.typical, 2, 0.01);
    assert_float_equal(of.deviation, 1, 0.01);
}

/* Every fifth, or every twentieth, of the executions does a hundred times as much: that is work and no disturbance. */
static void test_now_and_then(void **state) {
    (void)state;
    for (int every = 5; every <= 20; every += 15) {
        double p[] = {100 + every};
        struct bsim_summary of;
        struct bsim_samples *s = bsim_table_find(100, 1, p, 0, NULL);
        for (int i = 0; i < 60; i++)
            bsim_table_add(s, i % every ? 1 : 101);
        bsim_table_summary(s, &of);
        assert_float_equal(of.typical, 1 + 100.0 / every, 1e-6);
        assert_true(of.deviation > 20);
    }
}

/* Short executions that vary much, one of which lost the processor. Among the kept ones it would count for thousands.
 */
static void test_varied_and_disturbed(void **state) {
    (void)state;
    double p[] = {200};
    struct bsim_summary of;
    struct bsim_samples *s = bsim_table_find(100, 1, p, 0, NULL);
    for (int i = 0; i < 1000; i++)
        bsim_table_add(s, i == 500 ? 4e-3 : i % 10 == 0 ? 90e-9 : 10e-9);
    bsim_table_summary(s, &of);
    assert_float_equal(of.typical, 18e-9, 1e-9);
    assert_true(of.deviation < 30e-9);
}

/* 200,000 samples do not all fit; the kept ones are spread over all of them. */
static void test_reservoir(void **state) {
    (void)state;
    double p[] = {9};
    struct bsim_summary of;
    struct bsim_samples *s = bsim_table_find(100, 1, p, 0, NULL);
    for (int i = 0; i < 200000; i++)
        bsim_table_add(s, i);
    assert_int_equal(s->kept, RESERVOIR);
    bsim_table_summary(s, &of);
    assert_float_equal(of.median, 100000, 10000);
}

/* The later executions are all but the first one, also if the reservoir has lost it. */
static void test_later(void **state) {
    (void)state;
    int block = 200;
    for (int n = 2; n <= 200000; n = n < 10 ? n + 1 : 20 * n) {
        double p[] = {n};
        struct bsim_summary all, later;
        struct bsim_samples *s = bsim_table_find(++block, 1, p, 0, NULL);
        for (int i = 0; i < n; i++) {
            double seconds = i == 0 ? 4 : i % 2 ? 1 : 1.5;
            bsim_table_add(s, seconds);
            bsim_early_add(block, s, seconds);
        }
        for (int again = 0; again < 2; again++) { /* samples are written twice */
            bsim_early_find();
            bsim_table_summary(s, &all);
            bsim_table_summary_of_later(s, &later);
            assert_true(later.typical >= 1 && later.typical <= 1.5 && later.deviation < 0.4);
            assert_true(s->nearly == 1 && s->early[0] == 4 && s->max == 4);
            assert_true(n > 3 || all.typical > 2); /* of so few it counts; of more it is an outlier */
        }
    }
    double p[] = {0.5};
    struct bsim_summary later;
    struct bsim_samples *s = bsim_table_find(200, 1, p, 0, NULL);
    for (int i = 0; i < 3; i++) { /* none of these is the block's first */
        bsim_table_add(s, i);
        bsim_early_find();
        bsim_table_summary_of_later(s, &later);
        assert_true(s->nearly == 0 && later.typical == 0.5 * i);
    }
}

/* The number of first executions of a block whose executions take seconds[i], with parameters i % vectors. */
static int early_of(int n, const double *seconds, int vectors) {
    static int block = 300;
    int early = 0;
    block++;
    for (int i = 0; i < n; i++) {
        double p = i % vectors;
        struct bsim_samples *s = bsim_table_find(block, 1, &p, 0, NULL);
        bsim_table_add(s, seconds[i]);
        bsim_early_add(block, s, seconds[i]);
    }
    bsim_early_find();
    for (double p = 0; p < vectors; p++)
        early += bsim_table_find(block, 1, &p, 0, NULL)->nearly;
    return early;
}

/* A pass over new memory takes several executions, and ends; what comes later does not belong to it. */
static void test_early(void **state) {
    (void)state;
    double seconds[3000];
    int n = 120;
    for (int i = 0; i < n; i++)
        seconds[i] = (i < 8 ? 2.5e-4 : 1e-4) * (i % 3 ? 1 : 1.05);
    assert_int_equal(early_of(n, seconds, 1), 8);
    assert_int_equal(early_of(n, seconds, 4), 8); /* two rounds over four grids */
    double p = 0;
    struct bsim_summary later;
    struct bsim_samples *s = bsim_table_find(302, 1, &p, 0, NULL);
    assert_int_equal(s->nearly, 2);
    bsim_table_summary_of_later(s, &later);
    assert_float_equal(later.typical, 1e-4, 5e-6);
    seconds[20] = 1e-3; /* a disturbance */
    assert_int_equal(early_of(n, seconds, 1), 8);
    assert_int_equal(early_of(12, seconds, 1), 1); /* eight of twelve are no first ones */
    for (int i = 0; i < n; i++)
        seconds[i] *= 1e-3; /* 0.8 us longer together: not worth it */
    assert_int_equal(early_of(n, seconds, 1), 1);
    for (int i = 0; i < n; i++)
        seconds[i] = i % 8 ? 1e-4 : 3e-4; /* work that is done now and then */
    assert_int_equal(early_of(n, seconds, 1), 1);
    for (int i = 0; i < n; i++)
        seconds[i] = i < 6 || i % 3 == 0 ? 3e-4 : 1e-4; /* and a run of it at the start */
    assert_int_equal(early_of(n, seconds, 1), 1);
    for (int i = 0; i < 3000; i++)
        seconds[i] = i < 1100 ? 3e-4 : 1e-4; /* more than are looked at */
    assert_int_equal(early_of(3000, seconds, 1), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many_vectors),
                                       cmocka_unit_test(test_too_many_vectors),
                                       cmocka_unit_test(test_thinned_counts),
                                       cmocka_unit_test(test_statistics),
                                       cmocka_unit_test(test_two_kinds),
                                       cmocka_unit_test(test_now_and_then),
                                       cmocka_unit_test(test_varied_and_disturbed),
                                       cmocka_unit_test(test_reservoir),
                                       cmocka_unit_test(test_later),
                                       cmocka_unit_test(test_early)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
