/* scale.c - bsim scale from outside: a program whose times on each number of ranks are known by hand. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

/* The block takes n us; rank 0 computes it twice. Then all ranks send 1000 bytes to rank 0, which receives them in
 * order. */
static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <lmpi/lmpi.h>\n"
                              "#include <mpi.h>\n"
                              "#include <stdlib.h>\n"
                              "static const char *const params[] = {\"n\"};\n"
                              "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"p.c\", 8, 9, 1, params, 0, 0}};\n"
                              "const int bsim_nblocks = 1;\n"
                              "int main(int argc, char **argv) {\n"
                              "    int rank, size, n = atoi(argv[1]), strong = argc > 2;\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                              "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                              "    n = strong ? n / size : n;\n"
                              "    for (int i = rank == 0 ? 0 : 1; i < 2; i++)\n"
                              "        BSIM_Add_time(BSIM_cost(0, n));\n"
                              "    for (int i = 1; i < size && rank == 0; i++)\n"
                              "        LMPI_Recv(NULL, 1000, MPI_BYTE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                              "    if (rank > 0)\n"
                              "        LMPI_Send(NULL, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD);\n"
                              "    MPI_Finalize();\n"
                              "    return 0;\n"
                              "}\n";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("platform.json",
               "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 8, \"cores_per_node\": 1,\n"
               " \"network\": {\"model\": \"simple\", \"latency\": \"9us\", \"bandwidth\": \"1GB/s\"}}");
    write_file("m.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
                         " \"main.1\": {\"params\": {\"n\": \"n\"}, \"time\": \"1e-6*n\"}}}");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

static json_t *rows;

static void scale(const char *options, const char *arguments) {
    char command[2048], path[256];
    snprintf(command, sizeof command,
             "$BIN/bsim scale --platform platform.json --models m.json %s --json s.json --csv s.csv ./p %s", options,
             arguments);
    expect(command, 0, "efficiency");
    snprintf(path, sizeof path, "%s/s.json", folder);
    json_decref(rows);
    rows = json_load_file(path, 0, NULL);
    assert_non_null(rows);
}

static double value(int row, const char *key, const char *inner) {
    json_t *v = json_object_get(json_array_get(json_object_get(rows, "rows"), (size_t)row), key);
    return json_number_value(inner ? json_object_get(v, inner) : v);
}

/* Work of 800 us, p ranks: 2 * 800/p us, then p - 1 messages of 10 us. 1 rank: 1600 us; 2: 800 + 10; 4: 400 + 30;
 * 8: 200 + 70. */
static void test_strong(void **state) {
    (void)state;
    static const double time_us[] = {1600, 810, 430, 270};
    scale("-np 1,...,8", "800 strong");
    assert_non_null(strstr(out, "strong scaling"));
    for (int i = 0; i < 4; i++) {
        double ranks = 1 << i, lost = 0;
        assert_float_equal(value(i, "ranks", NULL), ranks, 0);
        assert_float_equal(value(i, "predicted_time_s", NULL), time_us[i] * 1e-6, 1e-12);
        assert_float_equal(value(i, "speed_up", NULL), 1600 / time_us[i], 1e-9);
        assert_float_equal(value(i, "efficiency", NULL), 1600 / time_us[i] / ranks, 1e-9);
        /* Calculation: rank 0 has two blocks and the others one. */
        double calc_us = (2 + (ranks - 1)) * 800 / ranks / ranks;
        assert_float_equal(value(i, "mean", "calc_s"), calc_us * 1e-6, 1e-12);
        assert_float_equal(value(i, "lost", "calc"), (ranks * calc_us - 1600) / (ranks * time_us[i]), 1e-9);
        for (int p = 0; p < 4; p++)
            lost += value(i, "lost", (const char *const[]){"calc", "comm", "wait", "early"}[p]);
        assert_float_equal(lost, 1 - value(i, "efficiency", NULL), 1e-9); /* nothing is left over */
    }
    assert_non_null(strstr(out, "p.c:17 MPI_Recv"));
    expect("head -3 s.csv | cut -d, -f1 | paste -sd' '", 0, "ranks 1 2");
}

/* n grows with p, so that each rank keeps its 100 us: T = 200 us + 10 us (p - 1). */
static void test_weak(void **state) {
    (void)state;
    scale("-np 1,4,8,16", "'{100*np}' strong");
    assert_non_null(strstr(out, "weak scaling"));
    assert_non_null(strstr(out, "16 ranks do not fit"));
    assert_float_equal(value(2, "predicted_time_s", NULL), 270e-6, 1e-12);
    assert_float_equal(value(2, "efficiency", NULL), 200. / 270, 1e-9);
    assert_float_equal(value(2, "speed_up", NULL), 8 * 200. / 270, 1e-9);
    json_t *last = json_array_get(json_object_get(rows, "rows"), 3);
    assert_true(json_is_null(json_object_get(last, "predicted_time_s")));
    scale("--strong -np 1,4", "'{100*np}' strong");
    assert_non_null(strstr(out, "strong scaling"));
    scale("-np 1,4", "'{800/np}' "); /* a rank's part of work that stays */
    assert_non_null(strstr(out, "strong scaling"));
    assert_float_equal(value(1, "speed_up", NULL), 1600. / 430, 1e-9);
}

/* The same times as bsim run, and as bsim scale in one run at a time. */
static void test_equals_runs(void **state) {
    (void)state;
    scale("-np 2:8:lin:4 --jobs 1", "93 strong");
    for (int i = 0; i < 4; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "$BIN/bsim run -q -np %d --platform platform.json --models m.json --json r.json ./p 93 strong && "
                 "python3 -c 'import json; print(json.load(open(\"r.json\"))[\"predicted_time_s\"] == %.17g)'",
                 2 + 2 * i, value(i, "predicted_time_s", NULL));
        expect(command, 0, "True");
    }
}

static void test_bad_input(void **state) {
    (void)state;
#define SCALE "$BIN/bsim scale --platform platform.json "
    expect(SCALE "./p 8", 2, "-np A,B,...,Z");
    expect(SCALE "-np 4,... ./p 8", 2, "behind \"...\" stands the last number");
    expect(SCALE "-np 4,2,...,1 ./p 8", 2, "reached by growing");
    expect(SCALE "-np 4,x ./p 8", 2, "\"x\"");
    expect(SCALE "-np 0,1 ./p 8", 2, "-np 0,1: \"0\" must be a whole number of at least 1");
    expect(SCALE "-np '4: 5' ./p 8", 2, "-np 4: 5: a range is LOW:HIGH");
    expect(SCALE "-np 2,2,4 --csv twice.csv ./p 8 && wc -l <twice.csv", 0, "3");
    expect(SCALE "-np 1,2 --weak --strong ./p 8", 2, "give one of them");
    expect(SCALE "-np 9,10 ./p 8", 2, "9 ranks do not fit");
    expect(SCALE "-np 1,2 ./p '{8'", 2, "a { without its }");
    expect(SCALE "-np 1,2 ./p '{ln(np-1)}' strong", 0, "no finite number"); /* of the first row alone */
    expect(SCALE "-np 1,2 --plot x.pdf ./p 8", 2, ".svg or .png");
    expect_usages("bsim", (const char *const[]){"scale", NULL});
}

/* One rank without work takes no time: nothing can be compared with that, and the next row is the first one. */
static void test_no_time(void **state) {
    (void)state;
    for (int last = 0; last < 2; last++) {
        scale(last ? "-np 2,4,1" : "-np 1,2,4", "0");
        int none = last ? 2 : 0;
        assert_non_null(strstr(out, "not possible: the prediction is 0 s"));
        assert_null(strstr(out, "nan"));
        assert_null(strstr(out, "inf"));
        assert_true(json_is_null(
            json_object_get(json_array_get(json_object_get(rows, "rows"), (size_t)none), "predicted_time_s")));
        assert_float_equal(value(last ? 0 : 1, "efficiency", NULL), 1, 1e-9);
        assert_float_equal(value(last ? 1 : 2, "predicted_time_s", NULL), 30e-6, 1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_strong), cmocka_unit_test(test_weak),
                                       cmocka_unit_test(test_equals_runs), cmocka_unit_test(test_bad_input),
                                       cmocka_unit_test(test_no_time)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
