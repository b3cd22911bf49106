/* first.c - the first execution of a block: what samples tell of it, the part of a model, and its time. The golden test
 * first-execution goes on to predictions. */
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

#include "bsim/cost/first.h"
#include "bsim/cost/model.h"
#include "bsim/fit/fit.h"

/* ---- the fit ---- */

static const char *const nx[] = {"nx"};

/* A process that executes the block count times with parameter x: first_s, and then later_s each. */
static void add(struct fit_data *data, double x, int count, double first_s, double later_s, double noise) {
    double mean_s = (first_s + (count - 1) * later_s) / count, typical_s = count < 4 ? mean_s : later_s;
    struct fit_told told = {.first_s = first_s, .first_count = 1, .left_out_s = count * (mean_s - typical_s)};
    if (count > 1) {
        told.later_s = later_s;
        told.later_noise = noise;
    }
    assert_true(bsim_fit_data_add(data, "b", 1, nx, &x, typical_s, noise, (uint64_t)count, 0));
    bsim_fit_data_left_out(data, "b", told.left_out_s);
    bsim_fit_data_told(data, "b", &told);
    data->nfile++;
}

static void make(struct fit_data *data, struct fit_model *m) {
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(m, &data->block[0]);
}

static void clear(struct fit_data *data, struct fit_model *m) {
    bsim_fit_model_free(m);
    bsim_fit_data_free(data);
}

/* Pages that are touched for the first time, and a sum over them: both grow with the size. */
static void test_factor(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double x = 1000; x <= 64000; x *= 2)
        for (int run = 0; run < 2; run++)
            add(&data, x, run ? 2 : 20, 2.5e-7 * x * (run ? 1.04 : 0.96), 1e-7 * x, 0.02);
    make(&data, &m);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->first.npoint, 14);
    assert_int_equal(b->first.npair, 14);
    assert_float_equal(b->first.factor, 2.5, 0.01);
    assert_float_equal(b->first.low, 2.4, 0.01);
    assert_float_equal(b->first.high, 2.6, 0.01);
    assert_float_equal(b->first.error_median, 0.04, 0.002);
    assert_null(m.first);
    assert_int_equal(m.executions, 7 * (19 + 1));
    for (int i = 0; i < b->npoint; i++) /* with the first ones, those of two executions would have 1.75 times this */
        assert_float_equal(b->point[i].time_s, 1e-7 * b->point[i].x[0], 1e-12);
    assert_float_equal(bsim_fit_left_out(b), 0, 1e-9); /* the first executions are told, not left out */
    json_t *json = bsim_fit_model_json(&m, b), *first = json_object_get(json, "first");
    assert_float_equal(json_number_value(json_object_get(first, "factor")), 2.5, 1e-9);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(first, "fit"), "executions")), 14);
    json_decref(json);
    clear(&data, &m);
}

/* A pass over new memory takes eight executions in most processes, and four in others: it costs these as much more. */
static void test_several(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double x = 1000; x <= 64000; x *= 2)
        for (int run = 0; run < 3; run++) {
            int first = run ? 8 : 4;
            double mean_s = 1e-7 * x * (1 + 1.5 * 8 / 80);
            struct fit_told told = {.first_s = (1 + 1.5 * 8 / first) * 1e-7 * x,
                                    .first_count = (uint64_t)first,
                                    .later_s = 1e-7 * x,
                                    .later_noise = 0.02};
            assert_true(bsim_fit_data_add(&data, "b", 1, nx, &x, mean_s, 0.5, 80, 0));
            bsim_fit_data_told(&data, "b", &told);
            data.nfile++;
        }
    make(&data, &m);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->first.executions, 8);
    assert_int_equal(b->first.least, 4);
    assert_int_equal(b->first.most, 8);
    assert_float_equal(b->first.factor, 2.5, 1e-3);
    assert_float_equal(b->first.low, 2.5, 1e-2);
    assert_int_equal(m.executions, 7 * (76 + 72 + 72));
    assert_float_equal(b->noise, 0.02, 1e-9); /* it would be half of the time */
    for (int i = 0; i < b->npoint; i++)
        assert_float_equal(b->point[i].time_s, 1e-7 * b->point[i].x[0], 1e-12);
    json_t *json = bsim_fit_model_json(&m, b), *first = json_object_get(json, "first");
    assert_int_equal(json_integer_value(json_object_get(first, "executions")), 8);
    json_decref(json);
    clear(&data, &m);
}

/* A block that halves its size until that is odd: each process has a first execution of each size, whose later ones are
 * faster by 1.5 parts. Most processes have one size. Those of the longest take as much longer as all sizes together,
 * less than two of the longest; and a formula of the size cannot have a higher power than the work. */
static void test_sizes(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    static const double most[] = {1001, 1503, 3001, 5003, 9007, 17011, 33013, 65017, 1024, 8192, 16384, 65536, 131072};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        for (double x = most[i]; x >= 1000; x /= 2) {
            data.nfile -= x < most[i]; /* the same process */
            add(&data, floor(x), 10, 2.5e-7 * floor(x), 1e-7 * floor(x), 0.01);
            if (fmod(x, 2) != 0)
                break;
        }
    }
    make(&data, &m);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->first.executions, 1);
    assert_int_equal(b->first.most, 8);
    assert_int_equal(b->first.npoint, 13); /* the others are brought to the longest of their process */
    assert_float_equal(b->first.low, 2.5, 1e-2);
    assert_float_equal(b->first.high, 1 + 1.5 * (2 - 1.0 / 128), 1e-2);
    for (int i = 0; i < b->npoint; i++)
        assert_float_equal(b->point[i].time_s, 1e-7 * b->point[i].x[0], 1e-12);
    double x = 131072;
    double first_s = m.first ? bsim_fit_model_time(m.first, &x) : b->first.factor * bsim_fit_model_time(&m, &x);
    assert_true(first_s < 4.1e-7 * x);
    clear(&data, &m);
}

/* Small data lie where memory has been touched already: only executions of 40 us and more have longer first ones. The
 * process's number is a pseudo-random order of the sizes. */
static void test_from(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 16; i++) {
        double x = 100.0 * (1 + i * 7 % 16);
        add(&data, x, 20, (x < 600 ? 1 : 3) * 1e-7 * x, 1e-7 * x, 0.02);
    }
    make(&data, &m);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->first.npair, 11);
    assert_float_equal(b->first.factor, 3, 0.01);
    assert_float_equal(b->first.from_s, 1e-7 * sqrt(500 * 600), 1e-9);
    assert_float_equal(b->first.low, 3, 0.01);
    assert_int_equal(m.executions, 5 * 20 + 11 * 19);
    json_t *json = bsim_fit_model_json(&m, b), *first = json_object_get(json, "first");
    assert_float_equal(json_number_value(json_object_get(first, "from_s")), 5.48e-5, 1e-12);
    assert_float_equal(json_number_value(json_object_get(first, "factor")), 3, 0.01);
    json_decref(json);
    clear(&data, &m);
}

/* The square of pages for the cube of operations: the factor falls with the size, so the first time has a formula. */
static void test_formula(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double x = 40; x <= 1300; x *= 1.5)
        add(&data, floor(x), 8, 1e-9 * pow(floor(x), 3) + 4e-7 * pow(floor(x), 2), 1e-9 * pow(floor(x), 3), 0.01);
    make(&data, &m);
    assert_non_null(m.first);
    assert_true(m.first->error_median < 0.02);
    for (double x = 50; x < 1200; x *= 1.7) {
        assert_float_equal(bsim_fit_model_time(m.first, &x) / (1e-9 * x * x * x + 4e-7 * x * x), 1, 0.03);
        assert_float_equal(bsim_fit_model_time(&m, &x) / (1e-9 * x * x * x), 1, 0.02);
    }
    json_t *json = bsim_fit_model_json(&m, &data.block[0]), *first = json_object_get(json, "first");
    assert_null(json_object_get(first, "factor"));
    assert_non_null(strstr(
        json_string_value(json_object_get(json_array_get(json_object_get(first, "pieces"), 0), "time")), "nx^2"));
    json_decref(json);
    clear(&data, &m);
}

/* A library that starts takes 60 to 80 us, whatever its first calls work on: one that takes 0.4 us otherwise, 125 to
 * 225 times as long, and one of 0.5 ms, of which there is no other with its parameters. That of the short one is no
 * factor of the long one, which took 80 ms by it. */
static void test_extra(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 9; i++) {
        double extra_s = (60 + 5 * (i % 5)) * 1e-6;
        add(&data, 4, 100, 4e-7 + extra_s, 4e-7, 0.02);
        data.nfile--; /* the same process */
        add(&data, 5000 + 50 * i, 1, 1e-7 * (5000 + 50 * i) + extra_s, 0, 0);
        for (double x = 200; x < 5000; x *= 2) {
            data.nfile--;
            add(&data, x + i, 10, 0, 1e-7 * (x + i), 0.02);
            data.block[0].point[data.block[0].npoint - 1].told = (struct fit_told){0};
            data.block[0].point[data.block[0].npoint - 1].time_s = 1e-7 * (x + i);
        }
    }
    make(&data, &m);
    const struct fit_first *f = &data.block[0].first;
    assert_true(f->executions == 2 && f->factor > 100);
    assert_null(m.first);
    assert_float_equal(m.extra.time_s, 70e-6, 5e-6);
    assert_true(m.extra.error_median < 0.1 && m.extra.error_max < 0.3);
    json_t *json = bsim_fit_model_json(&m, &data.block[0]), *first = json_object_get(json, "first");
    assert_null(json_object_get(first, "factor"));
    assert_float_equal(json_number_value(json_object_get(first, "extra")), 70e-6, 5e-6);
    assert_int_equal(json_integer_value(json_object_get(first, "executions")), 2);
    assert_true(json_number_value(json_object_get(json_object_get(first, "fit"), "error_max")) < 0.3);
    json_decref(json);
    clear(&data, &m);
}

/* Samples of one execution, a first one: brought to a later time where the factor is known. */
static void test_executed_once(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double x = 1000; x <= 16000; x *= 2)
        add(&data, x, 20, 3e-7 * x, 1e-7 * x, 0.02);
    add(&data, 64000, 1, 3e-7 * 64000, 0, 0);
    make(&data, &m);
    assert_int_equal(data.block[0].first.npoint, 6);
    assert_int_equal(data.block[0].first.npair, 5);
    assert_true(m.high[0] == 64000);
    assert_float_equal(data.block[0].point[5].time_s, 1e-7 * 64000, 1e-5);
    clear(&data, &m);
}

/* Nothing appears, and all is as if the samples did not tell. */
static void same_as_untold(void (*fill)(struct fit_data *data)) {
    struct fit_data told = {0}, untold = {0};
    struct fit_model a, b;
    fill(&told);
    fill(&untold);
    for (int i = 0; i < untold.block[0].npoint; i++)
        untold.block[0].point[i].told = (struct fit_told){0};
    make(&told, &a);
    make(&untold, &b);
    assert_int_equal(told.block[0].first.npoint, 0);
    json_t *x = bsim_fit_model_json(&a, &told.block[0]), *y = bsim_fit_model_json(&b, &untold.block[0]);
    assert_null(json_object_get(x, "first"));
    assert_true(json_equal(x, y));
    json_decref(x);
    json_decref(y);
    clear(&told, &a);
    clear(&untold, &b);
}

/* Three times as long for every second size. */
static void fill_alternating(struct fit_data *data) {
    for (int i = 0; i < 16; i++)
        add(data, 1000 * (1 + i), 20, (i % 2 ? 3e-7 : 1e-7) * 1000 * (1 + i), 1e-7 * 1000 * (1 + i), 0.02);
}
/* 5 % longer, in noise of a tenth. */
static void fill_equal(struct fit_data *data) {
    for (int i = 0; i < 12; i++)
        add(data, 1000 * (1 + i), 20, 1.05e-7 * 1000 * (1 + i), 1e-7 * 1000 * (1 + i), 0.1);
}
/* Longer by half, or shorter by a third: one of two speeds of the node. */
static void fill_noisy(struct fit_data *data) {
    for (int i = 0; i < 12; i++)
        add(data, 1000 * (1 + i), 20, (i % 3 ? 1.5e-7 : 0.67e-7) * 1000 * (1 + i), 1e-7 * 1000 * (1 + i), 0.1);
}
/* All longer by half, and all others vary by as much. */
static void fill_varying(struct fit_data *data) {
    for (int i = 0; i < 12; i++)
        add(data, 1000 * (1 + i), 20, 1.5e-7 * 1000 * (1 + i), 1e-7 * 1000 * (1 + i), 0.4);
}
/* Two processes are too few to tell: longer by half, or within the noise, or with few later executions. */
static void fill_few(struct fit_data *data) {
    for (int i = 0; i < 2; i++)
        add(data, 1000 * (1 + i), 20, 1.5e-7 * 1000 * (1 + i), 1e-7 * 1000 * (1 + i), 0.01);
}
static void fill_few_noisy(struct fit_data *data) {
    for (int i = 0; i < 2; i++)
        add(data, 1000 * (1 + i), 20, 3e-7 * 1000 * (1 + i), 1e-7 * 1000 * (1 + i), 0.3);
}
static void fill_few_later(struct fit_data *data) {
    add(data, 1000, 20, 3e-4, 1e-4, 0.01);
    add(data, 2000, 4, 6e-4, 2e-4, 0.01);
}
/* A microsecond more, once. */
static void fill_short(struct fit_data *data) {
    for (int i = 0; i < 12; i++)
        add(data, 10 * (1 + i), 20, 1e-8 * 10 * (1 + i) + 1e-6, 1e-8 * 10 * (1 + i), 0.01);
}
/* The block runs once in each process: that is its time. */
static void fill_once(struct fit_data *data) {
    for (int i = 0; i < 12; i++)
        add(data, 1000 * (1 + i), 1, 3e-7 * 1000 * (1 + i), 0, 0);
}

static void test_no_difference(void **state) {
    (void)state;
    same_as_untold(fill_equal);
    same_as_untold(fill_noisy);
    same_as_untold(fill_alternating);
    same_as_untold(fill_varying);
    same_as_untold(fill_few);
    same_as_untold(fill_few_noisy);
    same_as_untold(fill_few_later);
    same_as_untold(fill_short);
    same_as_untold(fill_once);
}

/* Twelve processes alone, whose memory is touched before the block, and twelve in runs of two and four, whose is not.
 */
static void fill_by_ranks(struct fit_data *data, int least) {
    for (int i = 0; i < 24; i++) {
        double x = 1000 * (1 + i);
        data->ranks = i % 2 ? least << i % 4 / 2 : 1;
        add(data, x, 20, (i % 2 ? 5e-7 : 1e-7) * x, 1e-7 * x, 0.02);
    }
}
static void test_from_ranks(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    fill_by_ranks(&data, 2);
    make(&data, &m);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->first.from_ranks, 2);
    assert_int_equal(b->first.npoint, 12);
    assert_float_equal(b->first.factor, 5, 0.01);
    json_t *json = bsim_fit_model_json(&m, b), *first = json_object_get(json, "first");
    assert_int_equal(json_integer_value(json_object_get(first, "from_ranks")), 2);
    assert_null(json_object_get(first, "from_s"));
    json_decref(json);
    clear(&data, &m);
}

/* One process is enough where it leaves no doubt: 123 ms, then ten times 9.9 ms within 3 %. */
static void test_sure(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    add(&data, 1000, 11, 0.123, 0.0099, 0.03);
    make(&data, &m);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->first.npoint, 1);
    assert_float_equal(b->first.factor, 0.123 / 0.0099, 1e-3);
    assert_float_equal(b->point[0].time_s, 0.0099, 1e-12);
    clear(&data, &m);
}

/* A disturbance strikes the first execution of one process in twenty. The others, too short to tell a factor, tell that
 * there is none, so that sizes which are executed once keep their times. */
static void test_struck(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 20; i++)
        add(&data, 1000, 40, i == 7 ? 24.7e-6 : 2.2e-6, 2.3e-6, 0.15);
    for (double x = 4000; x <= 256000; x *= 2)
        add(&data, x, 1, 2.3e-9 * x, 0, 0);
    make(&data, &m);
    const struct fit_block *b = &data.block[0];
    assert_int_equal(b->first.npoint, 0);
    assert_int_equal(b->npoint, 8);
    for (int i = 0; i < b->npoint; i++)
        assert_float_equal(b->point[i].time_s / (2.3e-9 * b->point[i].x[0]), 1, 0.05);
    clear(&data, &m);
}

/* ---- the file of samples ---- */

static bool read_rows(struct fit_data *data, const char *rows, enum fit_statistic statistic, struct bsim_error *err) {
    char path[] = "/tmp/bsim-first-XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    fprintf(f,
            "block\tparams\tcount\tmean_s\tmedian_s\ttypical_s\tdeviation_s\tfirst_s\tlater_s\tlater_deviation_s\n%s",
            rows);
    fclose(f);
    bool ok = bsim_fit_data_read(data, path, statistic, err);
    unlink(path);
    return ok;
}

static void test_read(void **state) {
    (void)state;
    static const char rows[] = "b\tn=1\t5\t1.6\t1\t1.6\t1.2\t4\t1\t0\n"
                               "b\tn=2\t4\t2\t2\t2\t0\t\t\t\n"
                               "c\tn=1\t1\t9\t9\t9\t0\t9\t\t\n";
    struct fit_data data = {0}, other = {0};
    struct bsim_error err = {0};
    assert_true(read_rows(&data, rows, FIT_TYPICAL, &err));
    const struct fit_point *p = data.block[0].point;
    assert_true(p[0].told.first_s == 4 && p[0].told.later_s == 1 && p[0].told.later_noise == 0);
    assert_float_equal(p[0].told.left_out_s, 0, 1e-12);
    assert_float_equal(p[0].told.later_left_out_s, 0, 1e-12);
    assert_true(p[1].told.first_s == 0);
    assert_true(data.block[1].point[0].told.first_s == 9 && data.block[1].point[0].told.later_s == 0);
    bsim_fit_data_free(&data);
    assert_true(read_rows(&other, rows, FIT_MEAN, &err)); /* the mean is to count all */
    assert_true(other.block[0].point[0].told.first_s == 0);
    bsim_fit_data_free(&other);
    static const char *const bad[] = {"b\tn=1\t5\t2\t1\t2\t1\tx\t1\t0\n", "b\tn=1\t5\t2\t1\t2\t1\t4\t\t0\n",
                                      "b\tn=1\t5\t2\t1\t2\t1\t4\t1\t-1\n"};
    for (int i = 0; i < 3; i++) {
        struct bsim_error wrong = {0};
        struct fit_data none = {0};
        assert_false(read_rows(&none, bad[i], FIT_TYPICAL, &wrong));
        assert_int_equal(wrong.line, 2);
        bsim_fit_data_free(&none);
    }
}

/* ---- models ---- */

static const bsim_block_info blocks[] = {{"b", "a.c", 3, 4, 1, nx, NULL, NULL},
                                         {"c", "a.c", 9, 9, 0, NULL, NULL, NULL}};

static struct bsim_models *load(const char *model, struct bsim_error *err) {
    char path[] = "/tmp/bsim-first-XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    fprintf(
        f,
        "{\"schema\": \"bsim-models/1\", \"blocks\": {\"b\": {\"params\": {\"n\": \"nx\"}, \"time\": \"1e-6*n\", %s},"
        " \"c\": {\"time\": 2}}}",
        model);
    fclose(f);
    struct bsim_models *m = bsim_models_load(path, blocks, 2, err);
    unlink(path);
    return m;
}

static double first_of(struct bsim_models *m, double x) {
    struct bsim_error err = {0};
    bool differs;
    return bsim_models_first_at(m, 0, NULL, 1, &x, &differs, &err);
}

static void test_model(void **state) {
    (void)state;
    struct bsim_error err = {0};
    struct bsim_model_errors e;
    double x = 7;
    struct bsim_models *m =
        load("\"first\": {\"factor\": \"1 + 8/n\", \"fit\": {\"error_median\": 0.1, \"error_max\": 0.2}}", &err);
    assert_non_null(m);
    assert_true(bsim_models_first_executions(m, 0, 1) == 1 && bsim_models_first_executions(m, 1, 1) == 0);
    assert_float_equal(first_of(m, 4), 12e-6, 1e-15);
    assert_float_equal(bsim_models_time(m, 0, 1, &x, &err), 7e-6, 1e-15);
    assert_float_equal(first_of(m, 8), 16e-6, 1e-15);
    assert_float_equal(first_of(m, 8), 16e-6, 1e-15); /* its later time was remembered */
    bsim_models_errors(m, 0, &e);
    assert_float_equal(e.first_error, 0.2, 1e-12); /* at most the greatest that was seen */
    bsim_models_free(m);
    m = load("\"first\": {\"pieces\": [{\"when\": \"n < 5\", \"time\": 1}, {\"time\": \"2*n\"}]}", &err);
    assert_non_null(m);
    assert_float_equal(first_of(m, 4), 1, 0);
    assert_float_equal(first_of(m, 6), 12, 0);
    bsim_models_errors(m, 0, &e);
    assert_true(e.first_error == 0); /* a person gave it */
    bsim_models_free(m);
    /* Above the measured sizes the ratio is one of those that were seen. */
    m = load("\"first\": {\"time\": \"1e-7*n^2\", \"fit\": {\"ratio\": [1.1, 2, 5]}}, \"fit\": {\"range\": {\"n\": [2, "
             "50]}}",
             &err);
    assert_non_null(m);
    assert_float_equal(first_of(m, 50), 250e-6, 1e-15);
    assert_float_equal(first_of(m, 100), 500e-6, 1e-15);
    assert_float_equal(first_of(m, 1), 0.1e-6, 1e-15);
    bsim_models_free(m);
    m = load("\"first\": {\"from_s\": 5e-6, \"factor\": 3}", &err);
    assert_non_null(m);
    assert_float_equal(first_of(m, 4.99), 4.99e-6, 1e-15);
    assert_float_equal(first_of(m, 6), 18e-6, 1e-15);
    bsim_models_free(m);
    m = load("\"first\": {\"extra\": \"4e-6*n\", \"fit\": {\"error_median\": 0.1, \"error_max\": 0.2}}", &err);
    assert_non_null(m);
    assert_float_equal(first_of(m, 4), 20e-6, 1e-15);
    assert_float_equal(first_of(m, 8), 40e-6, 1e-15);
    bsim_models_errors(m, 0, &e);
    assert_float_equal(e.first_error, 0.2, 1e-12);
    bsim_models_free(m);
    assert_null(load("\"first\": {\"extra\": 1e-6, \"factor\": 2}", &err));
    assert_non_null(strstr(err.text, "needs one of"));
    err = (struct bsim_error){0};
    m = load("\"first\": {\"from_ranks\": 2, \"executions\": 3, \"factor\": 3}", &err);
    assert_non_null(m);
    assert_int_equal(bsim_models_first_executions(m, 0, 1), 0);
    assert_int_equal(bsim_models_first_executions(m, 0, 2), 3);
    bsim_models_free(m);
}

/* Ranks count for themselves. */
static void test_ranks(void **state) {
    (void)state;
    struct bsim_error err = {0};
    struct bsim_models *m = load("\"first\": {\"factor\": 2}", &err);
    bsim_firsts_init(m, 2, 3);
    assert_int_equal(bsim_firsts.n, 1);
    for (int rank = 0; rank < 3; rank++) {
        assert_true(bsim_firsts_take(0, rank));
        assert_false(bsim_firsts_take(0, rank));
        assert_false(bsim_firsts_take(1, rank)); /* its first execution is as the others */
    }
    bsim_firsts_fini();
    bsim_models_free(m);
    m = load("\"first\": {\"executions\": 300, \"factor\": 2}", &err);
    bsim_firsts_init(m, 2, 2);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(bsim_firsts_take(0, 1), i < 300);
        assert_false(bsim_firsts_take(1, 1));
    }
    assert_true(bsim_firsts_take(0, 0));
    bsim_firsts_fini();
    bsim_models_free(m);
    m = load("\"comment\": \"\"", &err);
    bsim_firsts_init(m, 2, 3);
    assert_null(bsim_firsts.of);
    bsim_models_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_factor),     cmocka_unit_test(test_several),       cmocka_unit_test(test_from),
        cmocka_unit_test(test_formula),    cmocka_unit_test(test_executed_once), cmocka_unit_test(test_no_difference),
        cmocka_unit_test(test_read),       cmocka_unit_test(test_model),         cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_extra),      cmocka_unit_test(test_sure),          cmocka_unit_test(test_struck),
        cmocka_unit_test(test_from_ranks), cmocka_unit_test(test_sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
