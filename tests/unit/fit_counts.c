/* fit_counts.c - counts of a block's executions: samples, models of time and counts, and their errors. Times and counts
 * are made up. */
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

#include "bsim/fit/fit.h"
#include "bsim/instrument/buckets.h"

static const char *const names[] = {"n", "rounds a.c:7", "taken a.c:9"};

static void add(struct fit_data *data, int nparam, int ncount, const double *x, double time_s, uint64_t executions) {
    assert_true(
        bsim_fit_data_add_counted(data, "b", nparam, ncount, names + 1 - nparam, x, time_s, NAN, executions, 1));
}

static void fit(struct fit_data *data, struct fit_model *m) {
    bsim_fit_data_join(data);
    bsim_fit_aliases(&data->block[0]);
    bsim_fit_model_make(m, &data->block[0]);
}

static void test_buckets(void **state) {
    (void)state;
    for (int i = 0; i <= 16; i++)
        assert_float_equal(bsim_count_bucket(i), i, 0);
    assert_float_equal(bsim_count_bucket(-3), -3, 0);
    for (double c = 16, bucket = 16; c < 1e9; c += 1 + floor(c / 50)) {
        assert_true(bsim_count_bucket(c) >= bucket && bsim_count_bucket(c) <= bucket + 2);
        bucket = bsim_count_bucket(c);
    }
    assert_true(bsim_count_bucket(1000) == bsim_count_bucket(1020));
    assert_true(bsim_count_bucket(1000) != bsim_count_bucket(1050));
}

/* Executions of 2n and of 4n rounds in turn, which take 5 ns each: a mean of 3n, which varies by a third. */
static void test_mean_is_predicted(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double n = 10; n < 3e5; n *= 2) {
        add(&data, 1, 1, (const double[]){n, 2 * n}, 5e-9 * 2 * n + 1e-6, 10);
        add(&data, 1, 1, (const double[]){n, 4 * n}, 5e-9 * 4 * n + 1e-6, 10);
    }
    fit(&data, &m);
    assert_int_equal(m.npoint, 15); /* vectors of parameters */
    assert_int_equal(m.ncount, 1);
    assert_float_equal(m.count[0].spread, 1.0 / 3, 1e-3);
    assert_non_null(
        strstr(m.count[0].note, "not known from n: varies by 33 % between executions with equal parameters"));
    assert_float_equal(bsim_fit_model_time(&m, (const double[]){1e4}) / (5e-9 * 3e4 + 1e-6), 1, 0.01);
    assert_float_equal(bsim_fit_model_counted_time(&m, (const double[]){1e4, 5e4}) / (5e-9 * 5e4 + 1e-6), 1, 0.01);
    assert_float_equal(data.block[0].varied_max, 1.0 / 3, 0.01); /* of the time */
    /* Half of the range that nine tenths have is 1.645 deviations of a normal distribution. */
    double uneven = 0;
    for (double n = 10; n < 3e5; n *= 2)
        uneven += 5e-9 * n / (5e-9 * 3 * n + 1e-6) / 1.645 / 15;
    assert_float_equal(m.uneven.deviation, uneven, 1e-3);
    assert_true(m.error_median < 0.01 && m.low[1] == 20 && m.high[1] == 4 * 163840);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Samples of a block whose executions are longer or shorter by chance, by this part of their mean, on two ranks of a
 * run; and their order. mode: what the second rank has. */
enum { ITS_OWN, THE_SAME, RUNS_OF_TWENTY };

static void add_uneven(struct fit_data *data, double n, double deviation, int mode) {
    enum { STEPS = 200 };
    static const char *const name = "b";
    uint64_t state = 12345 + (uint64_t)n;
    double part[2][STEPS];
    data->ranks = 2;
    data->run_number = (int)n;
    for (int k = 0; k < STEPS; k++)
        for (int r = 0; r < 2; r++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            bool high = state >> 63;
            part[r][k] = 1 + (high ? deviation : -deviation);
            if (mode == RUNS_OF_TWENTY)
                part[r][k] = 1 + ((k / 20 + r) % 2 ? deviation : -deviation);
        }
    for (int r = 0; r < 2; r++) {
        data->rank = r;
        for (int k = 0; k < STEPS; k++)
            add(data, 1, 1, (const double[]){n, 1e6 * n * part[mode == THE_SAME ? 0 : r][k]},
                1e-6 * n * part[mode == THE_SAME ? 0 : r][k], 1);
        bsim_fit_data_sequence(data, name, part[mode == THE_SAME ? 0 : r], STEPS);
        data->nfile++;
    }
}

/* What each rank has for itself is drawn from the distribution of the samples; what all have at the same time is not,
 * and nothing is said where neighbouring executions are alike, or no ranks are beside each other. */
static void test_uneven_ranks(void **state) {
    (void)state;
    for (int mode = ITS_OWN; mode <= RUNS_OF_TWENTY + 1; mode++) {
        struct fit_data data = {0};
        struct fit_model m;
        for (double n = 16; n < 1000; n *= 2)
            add_uneven(&data, n, 0.5, mode <= RUNS_OF_TWENTY ? mode : ITS_OWN);
        if (mode > RUNS_OF_TWENTY)
            bsim_fit_sequences_free(&data.block[0]);
        fit(&data, &m);
        json_t *json = bsim_fit_model_json(&m, &data.block[0]), *uneven = json_object_get(json, "uneven");
        assert_true(m.uneven.deviation > 0.25);
        if (mode == THE_SAME) {
            assert_true(json_is_integer(uneven) && json_integer_value(uneven) == 0);
        } else if (mode == ITS_OWN) {
            json_t *list = json_object_get(uneven, "histogram");
            assert_int_equal(json_array_size(list), FIT_UNEVEN_VALUES);
            double low = json_number_value(json_array_get(json_array_get(list, FIT_UNEVEN_VALUES / 4), 0));
            double high = json_number_value(json_array_get(json_array_get(list, 3 * FIT_UNEVEN_VALUES / 4), 0));
            assert_float_equal(low, 0.5, 0.05);
            assert_float_equal(high, 1.5, 0.05);
        } else {
            assert_null(uneven);
        }
        json_decref(json);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* As the number of particles in a cell: the more, the less they differ. */
static void test_uneven_by_size(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double n = 16; n < 1e5; n *= 2)
        add_uneven(&data, n, 4 * 0.9 / sqrt(n), ITS_OWN);
    fit(&data, &m);
    json_t *json = bsim_fit_model_json(&m, &data.block[0]), *uneven = json_object_get(json, "uneven");
    assert_true(json_is_string(uneven));
    assert_float_equal(bsim_fit_count_value(&m, m.uneven.formula, (const double[]){1e6}), 4 * 0.9 / 1e3, 5e-4);
    json_decref(json);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Rows of a picture: each has its own number and takes another time, but the pictures of two processes differ by 2 %
 * from their mean. What a run predicts is the sum over the rows, so that is the doubt, and not that of a row. With one
 * process nothing else is known than how the rows differ. */
static void test_processes_vary(void **state) {
    (void)state;
    for (int processes = 1; processes <= 2; processes++) {
        struct fit_data data = {0};
        for (double n = 100; n < 1e4; n *= 2)
            for (data.nfile = 0; data.nfile < processes; data.nfile++)
                for (int row = 1; row <= 9; row++)
                    add(&data, 1, 1, (const double[]){n, 1000 * row},
                        1e-6 * n * row / 5 * (data.nfile == 0 ? 1 : 1.02 / 0.98), 4);
        bsim_fit_data_join(&data);
        assert_float_equal(data.block[0].varied_median, processes == 1 ? 0.4 : 0.02, processes == 1 ? 0.02 : 1e-3);
        assert_float_equal(data.block[0].varied_max, processes == 1 ? 0.8 : 0.02, processes == 1 ? 0.02 : 1e-3);
        assert_true(data.block[0].varies);
        bsim_fit_data_free(&data);
    }
}

/* Without parameters the time of a block is that of its mean count, and its spread is told. */
static void test_no_parameters(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 1; i <= 9; i++)
        add(&data, 0, 1, (const double[]){10 * i}, 1e-6 * i, 100);
    fit(&data, &m);
    assert_float_equal(bsim_fit_model_time(&m, NULL), 5e-6, 1e-8);
    assert_float_equal(m.count[0].spread, sqrt(20.0 / 3) / 5, 1e-3);
    assert_non_null(strstr(m.count[0].note, "varies by 52 %"));
    assert_float_equal(data.block[0].varied_median, 0.4, 0.02);
    json_t *json = bsim_fit_model_json(&m, &data.block[0]), *fit_of = json_object_get(json, "fit");
    assert_float_equal(json_number_value(json_object_get(fit_of, "spread_median")), data.block[0].varied_median, 1e-9);
    assert_int_equal(json_integer_value(json_object_get(fit_of, "samples")), 1);
    json_decref(json);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* The time of the mean count is the mean time, though it grows with the square of the count. */
static void test_no_bias(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double n = 1; n < 1000; n *= 2)
        for (int i = 1; i <= 9; i++)
            add(&data, 1, 1, (const double[]){n, 10 * i * n}, 1e-9 * 100 * i * i * n * n, 3);
    fit(&data, &m);
    for (double n = 8; n < 1000; n *= 2) /* the mean of i * i is 285 / 9 */
        assert_float_equal(bsim_fit_model_time(&m, &n) / (1e-7 * n * n * 285 / 9), 1, 0.15);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Whether the basis has the smaller or larger one of n and the count as a variable, and whether a term reads it. */
static bool has_extreme(const struct fit_block *b, int kind, bool *term) {
    struct fit_basis basis;
    bool variable = false;
    *term = false;
    bsim_fit_basis_make(&basis, b);
    for (int v = 0; v < basis.nvar; v++) {
        if ((int)basis.var[v].kind != kind)
            continue;
        variable = true;
        for (int t = 0; t < basis.nterm; t++)
            *term = *term || basis.term[t].power[v] || basis.term[t].log_var == v;
    }
    bsim_fit_basis_free(&basis);
    return variable;
}

/* Of executions of n/2 and of 3n/2 rounds, which take the time of the smaller or larger one of n and the rounds: the
 * mean time is not that of the mean count, n, but (n/2 + n)/2 or (n + 3n/2)/2. So no term may be a minimum or maximum
 * of a count that varies at equal parameters. */
/* A copy kernel: sizes of caches show, and calls with next to nothing to do take hundreds of times as long as a formula
 * without a constant says. They must not move the others. */
static void test_small_sizes_do_not_move_the_mean(void **state) {
    (void)state;
    static const char *const given[] = {"n", "jb", "taken a.c:9"};
    static const double band[] = {0.45, 0.6, 1.6, 1.5, 1.2, 1, 0.9};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 250; i++) {
        double n = i < 10 ? 1 : 13 + 12.5 * i, x[] = {n, i < 10 ? 12 + 5 * i : 64, i % 7 ? 64 : 62};
        double time_s = i < 10 ? 1.1e-7 + 2e-8 * i : 1.75e-10 * n * n * band[(int)(n / 460)] * (i % 3 ? 1.2 : 0.5);
        assert_true(bsim_fit_data_add_counted(&data, "b", 2, 1, given, x, time_s, NAN, 15, 1));
        x[2] = i < 10 ? 0 : 64;
        assert_true(bsim_fit_data_add_counted(&data, "b", 2, 1, given, x, 1.2 * time_s, NAN, 5, 1));
    }
    fit(&data, &m);
    for (double n = 600; n < 3200; n += 300) {
        double got = bsim_fit_model_time(&m, (const double[]){n, 64}), want = 1.75e-10 * n * n * band[(int)(n / 460)];
        if (!(got > 0.3 * want && got < 3 * want))
            fail_msg("%g s instead of %g s at n = %g; error told %g", got, want, n, m.error_median);
    }
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

static void test_no_extremes_of_varying_counts(void **state) {
    (void)state;
    static const double of_mean[] = {0.75, 1.25};
    for (int larger = 0; larger < 2; larger++) {
        struct fit_data data = {0}, steady = {0};
        struct fit_model m;
        bool term;
        int kind = larger ? FIT_MOST : FIT_LEAST, turn = 0;
        for (double n = 10; n < 3e5; n *= 2, turn++)
            for (int i = 0; i < 2; i++) {
                double rounds = (i ? 1.5 : 0.5) * n, units = larger ? fmax(n, rounds) : fmin(n, rounds);
                add(&data, 1, 1, (const double[]){n, rounds}, 1e-8 * units, 10);
                if (i == turn % 2) /* one count for each n */
                    add(&steady, 1, 1, (const double[]){n, rounds}, 1e-8 * units, 10);
            }
        fit(&data, &m);
        assert_true(has_extreme(&data.block[0], kind, &term));
        assert_false(term);
        for (double n = 40; n < 3e5; n *= 2)
            assert_float_equal(bsim_fit_model_time(&m, &n) / (1e-8 * n), of_mean[larger], 0.02);
        bsim_fit_model_free(&m);
        /* Where the count does not vary, it may be in one. */
        fit(&steady, &m);
        assert_true(has_extreme(&steady.block[0], kind, &term));
        assert_true(term);
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
        bsim_fit_data_free(&steady);
    }
}

/* A count may fall with a parameter, and be of two branches. */
static void test_power_law(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    for (double n = 1; n <= 512; n = floor(1.3 * n) + 1)
        add(&data, 1, 2, (const double[]){n, 1e6 / n, 0.25 * n * n}, 3e-9 * 1e6 / n + 1e-9 * 0.25 * n * n, 5);
    fit(&data, &m);
    char text[256];
    assert_non_null(strstr(bsim_fit_count_text(&m, 0, 0, data.block[0].alias, text, sizeof text), "/n"));
    double t = 3e-9 * 1e6 / 100 + 1e-9 * 2500;
    assert_float_equal(bsim_fit_model_time(&m, (const double[]){100}) / t, 1, 0.03);
    assert_string_equal(data.block[0].alias[1], "count1");
    assert_string_equal(data.block[0].alias[2], "count2");
    assert_string_equal(m.count[0].note, "");
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* What cannot be told from the parameters makes the error of the block. */
static void test_unknown_count(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    static const double chance[] = {300, 7, 90, 1200, 20, 800, 55, 3, 400, 33, 610, 12};
    for (int i = 0; i < 12; i++)
        add(&data, 1, 1, (const double[]){10 * i + 10, chance[i]}, 1e-7 * chance[i], 20);
    fit(&data, &m);
    assert_true(m.count[0].error_median > 0.3 && m.error_median > 0.3);
    assert_non_null(strstr(m.count[0].note, "not known from n: the best formula's error is"));
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* A branch that is never taken, and a loop with a fixed number of rounds, leave the time's error as it is. */
static void test_fixed_counts(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    char text[64];
    for (double n = 1; n <= 512; n *= 2)
        add(&data, 1, 2, (const double[]){n, 7, 0}, 3e-9 * n + 1e-7, 5);
    fit(&data, &m);
    assert_string_equal(bsim_fit_count_text(&m, 0, 0, data.block[0].alias, text, sizeof text), "7");
    assert_string_equal(bsim_fit_count_text(&m, 1, 0, data.block[0].alias, text, sizeof text), "0");
    assert_true(m.error_median < 1e-3 && m.count[1].error_median == 0);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Samples of several ranks with alike counts are one. */
static void test_joining(void **state) {
    (void)state;
    struct fit_data data = {0};
    add(&data, 1, 1, (const double[]){8, 1000}, 1e-6, 10);
    data.nfile = 1;
    add(&data, 1, 1, (const double[]){8, 1016}, 1.2e-6, 30);
    add(&data, 1, 1, (const double[]){8, 2000}, 2e-6, 10);
    bsim_fit_data_join(&data);
    assert_int_equal(data.block[0].npoint, 2);
    assert_float_equal(data.block[0].point[0].x[1], 1012, 1e-9);
    assert_float_equal(data.block[0].point[0].time_s, 1.15e-6, 1e-12);
    assert_float_equal(data.block[0].point[1].x[1], 2000, 1e-9);
    bsim_fit_data_free(&data);
}

/* A block may have all its 32 parameters and 6 counts. */
static void test_most(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct fit_model m;
    const char *all[38];
    char name[38][8];
    for (int i = 0; i < 38; i++) {
        snprintf(name[i], sizeof name[i], "v%d", i);
        all[i] = name[i];
    }
    for (int n = 1; n <= 12; n++) {
        double x[38];
        for (int i = 0; i < 38; i++)
            x[i] = i == 31 ? n * n : i == 37 ? 5 * n * n : i;
        assert_true(bsim_fit_data_add_counted(&data, "b", 32, 6, all, x, 1e-7 * n * n, NAN, 9, 1));
    }
    fit(&data, &m);
    double at[32] = {[31] = 100};
    assert_float_equal(bsim_fit_model_time(&m, at), 1e-5, 1e-7);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

static bool read_text(struct fit_data *data, const char *text, struct bsim_error *err) {
    char path[] = "/tmp/bsim-fit-test.XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    fputs(text, f);
    fclose(f);
    bool ok = bsim_fit_data_read(data, path, FIT_TYPICAL, err);
    unlink(path);
    return ok;
}

#define HEAD "block\tparams\tcount\ttypical_s"

static void test_files(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct bsim_error err = {0};
    assert_true(
        read_text(&data, HEAD "\tcounts\na\tn=4\t9\t1e-6\trounds a.c:7=12.5,f(x, y)=-3\nb\tn=4\t9\t1e-6\t\n", &err));
    assert_int_equal(data.block[0].nparam, 1);
    assert_int_equal(data.block[0].ncount, 2);
    assert_string_equal(data.block[0].param[2], "f(x, y)");
    assert_float_equal(data.block[0].point[0].counted[0], 12.5, 0);
    assert_float_equal(data.block[0].point[0].counted[1], -3, 0);
    assert_int_equal(data.block[1].ncount, 0);
    /* a file that does not know counts, of a block without and of one with them */
    assert_true(read_text(&data, HEAD "\nb\tn=5\t9\t1e-6\n", &err));
    assert_false(read_text(&data, HEAD "\na\tn=5\t9\t1e-6\n", &err));
    assert_non_null(strstr(err.text, "block a has other parameters or counts here (n=5) than in samples before"));
    bsim_fit_data_free(&data);
}

/* Names of blocks and parameters of two programs are easily the same. */
static void test_files_of_two_programs(void **state) {
    (void)state;
    static const char sweep[] = HEAD "\nmain.2\tn=4\t9\t1e-6\n# block: main.2\tsrc/p.c:12\tsweep (p.c:12)\n",
                      moved[] = HEAD "\nmain.2\tn=5\t9\t1e-6\n# block: main.2\tp.c:40\tsweep (p.c:40)\n",
                      sort[] = HEAD "\nmain.2\tn=6\t9\t1e-3\n# block: main.2\tp.c:12\tqsort (p.c:12)\n",
                      file[] = HEAD "\nmain.2\tn=6\t9\t1e-3\n# block: main.2\tq.c:12\tsweep (q.c:12)\n";
    struct fit_data data = {0};
    struct bsim_error err = {0};
    assert_true(read_text(&data, sweep, &err));
    assert_true(read_text(&data, moved, &err));
    assert_false(read_text(&data, sort, &err));
    assert_non_null(strstr(err.text, "block main.2 is qsort (p.c:12) here, and sweep (p.c:12) in the samples before"));
    assert_int_equal(err.line, 3);
    err = (struct bsim_error){0};
    assert_false(read_text(&data, file, &err));
    assert_non_null(strstr(err.text, "from different programs"));
    bsim_fit_data_free(&data);
}

/* A run on one process leaves the file of the second one of an earlier run. */
static void test_file_of_an_earlier_run(void **state) {
    (void)state;
    char folder[] = "/tmp/bsim-fit-test.XXXXXX", path[64];
    struct fit_data data = {0};
    struct bsim_error err = {0};
    assert_non_null(mkdtemp(folder));
    for (int rank = 0; rank < 2; rank++) {
        snprintf(path, sizeof path, "%s/s.rank%d", folder, rank);
        FILE *f = fopen(path, "w");
        fprintf(f,
                "# bsim-samples/1; machine: m; rank %d of %d; busy cores: 1;\n" HEAD "\nb\tn=4\t9\t1e-6\n# ran: 1 s\n",
                rank, rank + 1);
        fclose(f);
        assert_true(bsim_fit_data_read(&data, path, FIT_TYPICAL, &err) == (rank == 0));
        unlink(path);
    }
    rmdir(folder);
    assert_non_null(strstr(err.text, "is of a run with 2 ranks, and samples of the same name are of one with 1"));
    bsim_fit_data_free(&data);
}

/* Each of six processes builds a table in its first execution, of 20 ns for each of n; then it executes the block for
 * parts of n. again: one of them builds it anew later. */
static void with_table(struct fit_data *data, struct fit_model *m, bool again) {
    static const double n[] = {1e5, 2e5, 3e5, 4e5, 6e5, 8e5};
    *data = (struct fit_data){0};
    for (data->nfile = 0; data->nfile < 6; data->nfile++) {
        double all = n[data->nfile];
        struct fit_told told = {.first_s = 21e-9 * all, .first_count = 1};
        add(data, 1, 1, (const double[]){all, 1}, told.first_s, 1);
        bsim_fit_data_told(data, "b", &told); /* of its parameters there is no other one with a table */
        for (double part = all; part > all / 100; part /= 2)
            add(data, 1, 1, (const double[]){part, 0}, 1e-9 * part, data->nfile % 2 ? 10 : 40);
        if (again && data->nfile == 3)
            add(data, 1, 1, (const double[]){all, 1}, 21e-9 * all, 1);
    }
    fit(data, m);
}

static void test_once(void **state) {
    (void)state;
    struct fit_data data;
    struct fit_model m;
    double n = 5e5, part = 1e4;
    with_table(&data, &m, false);
    assert_int_equal(data.block[0].first.executions, 1);
    assert_float_equal(bsim_fit_model_time(&m, &part) / 1e-5, 1, 0.02); /* also if there are 6000 of them */
    double first_s = m.first              ? bsim_fit_model_time(m.first, &n)
                     : m.extra.time_s > 0 ? 5e-4 + m.extra.time_s
                                          : 5e-4 * data.block[0].first.factor;
    assert_float_equal(first_s / 10.5e-3, 1, 0.1);
    assert_true(m.count[0].sum == NULL || bsim_fit_model_counted_time(m.count[0].sum, &n) < 1e-9);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
    with_table(&data, &m, true);
    assert_int_equal(data.block[0].first.npoint, 0); /* it happens now and then */
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

#define TIMES "block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s\n"

/* What no program can have measured is an error with its line. */
static void test_impossible_lines(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {TIMES "b\tn=10,n=20\t2\t2\t2\t1\t3\t2\t1\n", "is a parameter or count that the line names twice: \"n\""},
        {TIMES "b\tn=1\t2\t2\t2\t3\t1\t2\t0\n", "mean_s is less than min_s: \"2\""},
        {"block\tparams\tcount\tmin_s\tmax_s\ttypical_s\nb\tn=1\t2\t3\t1\t1\n", "min_s is more than max_s: \"3\""},
        {TIMES "b\tn=1\t2\t2\t2\t1\t3\t4\t1\n", "typical_s is more than max_s: \"4\""},
        {TIMES "b\tn=1\t2\t2\t0.5\t1\t3\t2\t1\n", "median_s is less than min_s: \"0.5\""},
        {TIMES "b\tn=1\t2\t2\t2\t1\t3\t2\t2.5\n", "deviation_s is more than max_s - min_s: \"2.5\""},
        {HEAD "\n# bsim-samples/1; machine: m; rank 0 of 2000000000;\n",
         "does not tell a rank and the number of ranks"},
        {HEAD "\nb\tn=1\t2\t2\n# sequence: b\t1 0.5 x\n", "is no part of a time: \"x\""},
        {HEAD "\tcounts\nb\tn=1\t2\t2\trounds a.c:7=1,rounds a.c:7=2\n", "names twice: \"rounds a.c:7\""},
        {HEAD "\nb\tn=1\t2\t2\nhint\tplace\tkind\tparams\tcount\tvalue\nh\ta.c:1\ttrips\tn=1,n=2\t1\t3\n",
         "is a parameter that the line names twice: \"n\""}};
    struct fit_data good = {0};
    struct bsim_error none = {0};
    assert_true(read_text(&good, TIMES "b\tn=1\t3\t2.000001\t2.000001\t2\t2.000001\t2\t5e-7\n", &none));
    bsim_fit_data_free(&good);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct fit_data data = {0};
        struct bsim_error err = {0};
        assert_false(read_text(&data, bad[i][0], &err));
        if (strstr(err.text, bad[i][1]) == NULL)
            fail_msg("%s", err.text);
        assert_true(err.line >= 2);
        bsim_fit_data_free(&data);
    }
}

/* Samples of a run with three ranks, each a file. */
static void write_rank(const char *folder, int rank, const char *end, char *path, size_t size) {
    snprintf(path, size, "%s/s.tsv.rank%d", folder, rank);
    FILE *f = fopen(path, "w");
    fprintf(f,
            "# bsim-samples/1; machine: m; rank %d of 3; busy cores: 1; timer: t; ends with \"# end\"\n" HEAD
            "\nb\tn=4\t9\t1e-6\n%s",
            rank, end);
    fclose(f);
}

/* What is told of the files. */
static void told(const struct fit_data *data, char *buf, size_t size) {
    FILE *f = fmemopen(buf, size, "w");
    bsim_fit_tell_files(data, f);
    fclose(f);
}

static void test_what_is_missing(void **state) {
    (void)state;
    char folder[] = "/tmp/bsim-fit-test.XXXXXX", path[3][64], text[1000] = "", expected[400];
    struct fit_data data = {0};
    struct bsim_error err = {0};
    assert_non_null(mkdtemp(folder));
    for (int rank = 0; rank < 3; rank++)
        write_rank(folder, rank, rank == 1 ? "" : "# end\n", path[rank], sizeof path[rank]);
    assert_true(bsim_fit_data_read(&data, path[0], FIT_TYPICAL, &err));
    assert_true(bsim_fit_data_read(&data, path[1], FIT_TYPICAL, &err));
    told(&data, text, sizeof text);
    snprintf(expected, sizeof expected, "bsim: warning: %s: cut off, without the line \"# end\"; ", path[1]);
    assert_non_null(strstr(text, expected));
    snprintf(expected, sizeof expected, "bsim: warning: %s: missing beside the other ranks of the run", path[2]);
    assert_non_null(strstr(text, expected));
    assert_true(bsim_fit_data_read(&data, path[2], FIT_TYPICAL, &err));
    memset(text, 0, sizeof text);
    told(&data, text, sizeof text);
    assert_non_null(strstr(text, "cut off"));
    assert_null(strstr(text, "missing"));
    bsim_fit_data_free(&data);
    for (int rank = 0; rank < 3; rank++)
        unlink(path[rank]);
    rmdir(folder);
    /* A file that a person wrote has no end, and no name that tells of other ranks. */
    assert_true(read_text(&data, "# bsim-samples/1; machine: m; rank 0 of 2;\n" HEAD "\nb\tn=4\t9\t1e-6\n", &err));
    memset(text, 0, sizeof text);
    told(&data, text, sizeof text);
    assert_string_equal(text, "");
    bsim_fit_data_free(&data);
}

static void test_no_file_counts_twice(void **state) {
    (void)state;
    char folder[] = "/tmp/bsim-fit-test.XXXXXX", path[64], copy[64], command[200];
    struct fit_data data = {0};
    struct bsim_error err = {0};
    assert_non_null(mkdtemp(folder));
    write_rank(folder, 0, "# end\n", path, sizeof path);
    snprintf(copy, sizeof copy, "%s/again.tsv", folder);
    snprintf(command, sizeof command, "cp %s %s", path, copy);
    assert_int_equal(system(command), 0);
    assert_true(bsim_fit_data_read(&data, path, FIT_TYPICAL, &err));
    assert_false(bsim_fit_data_read(&data, path, FIT_TYPICAL, &err));
    assert_string_equal(err.text, "is given twice: its samples would count twice");
    err = (struct bsim_error){0};
    assert_false(bsim_fit_data_read(&data, copy, FIT_TYPICAL, &err));
    snprintf(command, sizeof command, "holds the same as %s: its samples would count twice", path);
    assert_string_equal(err.text, command);
    assert_string_equal(err.path, copy);
    bsim_fit_data_free(&data);
    unlink(path);
    unlink(copy);
    rmdir(folder);
}

/* A process that waited for a processor during a tenth of its run, and one that did not. */
static void test_waiting_processes(void **state) {
    (void)state;
    struct fit_data data = {0};
    struct bsim_error err = {0};
    assert_true(read_text(&data, HEAD "\nb\tn=4\t9\t1e-6\nc\tn=4\t9\t1e-6\n# ran: 1 s\n# waited: 0.1 s\n", &err));
    assert_true(read_text(&data, HEAD "\nb\tn=5\t9\t1e-6\n# ran: 1 s\n# waited: 0.01 s\n", &err));
    assert_true(data.block[0].point[0].waited && data.block[1].point[0].waited);
    assert_false(data.block[0].point[1].waited);
    bsim_fit_data_free(&data);
}

static double predicted_count(const struct fit_model *m, double x, double y) {
    double at[FIT_MAX_PARAMS] = {x, y};
    bsim_fit_counts_set(m, at);
    return at[m->nparam];
}

/* A branch in a loop of n rounds, which takes 300 ns, in a share of them that grows with n: as n^2 as far as it was
 * seen. It is taken n times at most, and the time follows that. */
static void test_share_of_rounds(void **state) {
    (void)state;
    static const char *const of[] = {"n", "taken a.c:9"};
    struct fit_data data = {0};
    struct fit_model m;
    char text[2048];
    for (double n = 2000; n < 2e5; n *= 1.5)
        for (int rank = 0; rank < 2; rank++) {
            double taken = rint(5e-7 * n * n * (rank ? 1.03 : 1));
            assert_true(bsim_fit_data_add_counted(&data, "b", 1, 1, of, (const double[]){rint(n), taken},
                                                  1.2e-9 * n + 3e-7 * taken, NAN, 20, 1));
        }
    fit(&data, &m);
    assert_float_equal(predicted_count(&m, 1e5, 0) / 5.07e3, 1, 0.02);
    assert_float_equal(predicted_count(&m, 1e6, 0) / 5.07e5, 1, 0.05); /* as before */
    assert_float_equal(predicted_count(&m, 4e6, 0), 4e6, 1);
    assert_float_equal(bsim_fit_model_time(&m, (const double[]){4e6}) / (4e6 * 301.2e-9), 1, 0.1);
    bsim_fit_count_text(&m, 0, 0, data.block[0].alias, text, sizeof text);
    assert_true(strncmp(text, "min(", 4) == 0 && strstr(text, "^2, max(n, "));
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* Branches that are bound by nothing that was seen: a hundredth of n * n rounds of 1 ns; of a loop over a list, whose
 * rounds are counted, a third; and of twice n * m rounds nine tenths. */
static void test_no_bound_too_low(void **state) {
    (void)state;
    static const char *const square[] = {"n", "taken a.c:9"}, *const list[] = {"n", "taken a.c:9", "rounds a.c:7"},
                             *const twice[] = {"n", "m", "else a.c:9"};
    struct fit_data data = {0};
    struct fit_model m;
    for (double n = 10; n <= 80; n += 10)
        assert_true(bsim_fit_data_add_counted(&data, "b", 1, 1, square, (const double[]){n, 0.01 * n * n},
                                              1e-9 * n * n + 1e-9 * n * n, NAN, 20, 1));
    fit(&data, &m);
    assert_float_equal(predicted_count(&m, 4e4, 0) / 1.6e7, 1, 0.05);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
    for (double n = 10; n <= 80; n += 10) {
        const double x[] = {n, n * n, 3 * n * n};
        assert_true(bsim_fit_data_add_counted(&data, "b", 1, 2, list, x, 1e-9 * n * n, NAN, 20, 1));
    }
    fit(&data, &m);
    assert_float_equal(predicted_count(&m, 4e4, 0) / 1.6e9, 1, 0.05);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
    for (double n = 10; n <= 80; n += 10)
        for (double k = 5; k <= 80; k *= 2)
            assert_true(bsim_fit_data_add_counted(&data, "b", 2, 1, twice, (const double[]){n, k, 1.8 * n * k},
                                                  2e-9 * n * k, NAN, 20, 1));
    fit(&data, &m);
    assert_float_equal(predicted_count(&m, 4e4, 3e3) / (1.8 * 1.2e8), 1, 0.05);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

/* A branch that a seventh of the sizes take, and the others never: its time stays in the sum, and is told as not known.
 * Of executions without counts, the formula says what part of their time it gives. */
static void test_seldom_taken(void **state) {
    (void)state;
    static const char seldom[] = "DLMUbgps", often[] = "BDEIJLMQUXY[bcfgkmpst";
    for (int counted = 0; counted < 2; counted++) {
        struct fit_data data = {0};
        struct fit_model m;
        double measured = 0, predicted = 0;
        for (int i = 0; i < 56; i++) {
            double taken = strchr(counted ? seldom : often, 'A' + i) != NULL, x[] = {1000 * (i + 1), taken},
                   time_s = 5e-9 + 1e-9 * taken * x[0];
            add(&data, 1, counted, x, time_s, 40);
            measured += time_s;
        }
        fit(&data, &m);
        for (int i = 0; i < 56; i++)
            predicted += bsim_fit_model_time(&m, (const double[]){1000 * (i + 1)});
        if (counted) {
            assert_float_equal(predicted_count(&m, 20000, 0), 1.0 / 7, 1e-9);
            assert_true(m.count[0].error_median >= 1 && m.error_median >= 0.5);
            assert_non_null(strstr(m.count[0].note, "not known from n: the best formula's error is 100 %, at most"));
            assert_true(predicted > 0.5 * measured && predicted < 2 * measured);
        } else {
            if (!strstr(m.note, "times the time that all samples took together"))
                fail_msg("%g of %g s: \"%s\"", predicted, measured, m.note);
        }
        bsim_fit_model_free(&m);
        bsim_fit_data_free(&data);
    }
}

/* Rounds that go with n by a law which data decide: 8 sizes tell their error badly, and other laws of n follow them as
 * well. The errors of the time, beyond the samples and below them, are those of the count. */
static void test_errors_of_counts(void **state) {
    (void)state;
    static const double off[] = {0.03, -0.05, 0.04, -0.02, 0.05, -0.04, 0.01, -0.03},
                        n[] = {60, 65, 79, 86, 97, 156, 309, 353};
    struct fit_data data = {0};
    struct fit_model m;
    for (int i = 0; i < 8; i++) {
        double rounds = rint(4 * n[i] * (1 + off[i]) + 100);
        add(&data, 1, 1, (const double[]){n[i], rounds}, 2e-8 * rounds + 4e-8 * n[i], 10);
    }
    fit(&data, &m);
    double of_count = m.count[0].error_max * 4 / 6;
    for (int i = 0; i < m.nnear; i++)
        assert_true(m.near[i].error > 1.05 * of_count);
    json_t *rivals = bsim_fit_aside_json(&m, &data.block[0]);
    assert_true(json_array_size(rivals) >= 1);
    assert_null(strstr(json_string_value(json_object_get(json_array_get(rivals, 0), "time")), "count"));
    json_decref(rivals);
    bsim_fit_model_free(&m);
    bsim_fit_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_buckets),
                                       cmocka_unit_test(test_mean_is_predicted),
                                       cmocka_unit_test(test_uneven_ranks),
                                       cmocka_unit_test(test_uneven_by_size),
                                       cmocka_unit_test(test_processes_vary),
                                       cmocka_unit_test(test_no_parameters),
                                       cmocka_unit_test(test_no_bias),
                                       cmocka_unit_test(test_errors_of_counts),
                                       cmocka_unit_test(test_small_sizes_do_not_move_the_mean),
                                       cmocka_unit_test(test_no_extremes_of_varying_counts),
                                       cmocka_unit_test(test_power_law),
                                       cmocka_unit_test(test_unknown_count),
                                       cmocka_unit_test(test_fixed_counts),
                                       cmocka_unit_test(test_joining),
                                       cmocka_unit_test(test_most),
                                       cmocka_unit_test(test_files),
                                       cmocka_unit_test(test_once),
                                       cmocka_unit_test(test_files_of_two_programs),
                                       cmocka_unit_test(test_file_of_an_earlier_run),
                                       cmocka_unit_test(test_impossible_lines),
                                       cmocka_unit_test(test_what_is_missing),
                                       cmocka_unit_test(test_no_file_counts_twice),
                                       cmocka_unit_test(test_share_of_rounds),
                                       cmocka_unit_test(test_no_bound_too_low),
                                       cmocka_unit_test(test_seldom_taken),
                                       cmocka_unit_test(test_waiting_processes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
