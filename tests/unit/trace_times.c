/* trace_times.c - the trace of a run on simulated ranks takes as long as the run, to the last bit: calculation on nodes
 * of another speed, with noise; the arithmetic of one-sided operations, by elements, also of a recording under a real
 * MPI. */
#include "tests/unit/shell.h"

#include <jansson.h>

static const char program[] =
    "#ifdef REAL\n"
    "#define BSIM_Add_time(s)\n"
    "#else\n"
    "#include <bsim/bsim.h>\n"
    "#endif\n"
    "#include <mpi.h>\n"
    "static double a[600], b[600], old[600];\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, n;\n"
    "    MPI_Win win;\n"
    "    MPI_Datatype two;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &n);\n"
    "    MPI_Type_contiguous(2, MPI_DOUBLE, &two);\n"
    "    MPI_Type_commit(&two);\n"
    "    for (int i = 0; i < 20; i++) {\n"
    "        if (argc == 1)\n"
    "            BSIM_Add_time(1e-6 * (rank + 1) / 7);\n"
    "        if (argc == 1 && i % 3)\n"
    "            BSIM_Add_time(1e-6 * i / 11);\n"
    "        MPI_Sendrecv(a, 8, MPI_BYTE, (rank + 1) % n, 0, b, 8, MPI_BYTE, (rank + n - 1) % n, 0, MPI_COMM_WORLD,\n"
    "                     MPI_STATUS_IGNORE);\n"
    "    }\n"
    "    MPI_Win_create(b, sizeof b, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);\n"
    "    MPI_Win_fence(0, win);\n"
    "    if (rank == 0) {\n"
    "        MPI_Accumulate(a, 300, MPI_INT, 1, 0, 300, MPI_INT, MPI_SUM, win);\n"
    "        MPI_Accumulate(a, 300, MPI_DOUBLE, 1, 0, 300, MPI_DOUBLE, MPI_SUM, win);\n"
    "        MPI_Accumulate(a, 100, MPI_DOUBLE_INT, 1, 0, 100, MPI_DOUBLE_INT, MPI_MAXLOC, win);\n"
    "        MPI_Get_accumulate(a, 150, two, old, 150, two, 1, 0, 150, two, MPI_SUM, win);\n"
    "        MPI_Fetch_and_op(a, old, MPI_LONG_DOUBLE, 1, 0, MPI_SUM, win);\n"
    "    }\n"
    "    MPI_Win_fence(0, win);\n"
    "    MPI_Win_free(&win);\n"
    "    MPI_Type_free(&two);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

static void platform(const char *name, const char *top, const char *network) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-platform/1\", \"nodes\": 3, \"cores_per_node\": 1%s,\n"
             "\"network\": {\"model\": \"loggpo\", \"latency\": \"2us\", \"bandwidth\": \"1GB/s\"%s}}",
             top, network);
    write_file(name, text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    platform("slow.json", ", \"speed\": 0.7", ", \"noise\": {\"latency\": 0.3}");
    platform("kinds.json", ", \"node_kinds\": [{\"name\": \"old\", \"nodes\": \"1\", \"speed\": 0.7}]",
             ", \"noise\": {\"latency\": 0.3}");
    platform("even.json", "", ", \"noise\": {\"latency\": 0.3}");
    platform("adds.json", ", \"reduction\": {\"element_time\": \"0.3ns\", \"latency\": \"10ns\"}", "");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p && mpicc -DREAL -w p.c -o p.real");
}

static double predicted_s(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *result = json_load_file(path, 0, NULL);
    assert_non_null(result);
    double time_s = json_real_value(json_object_get(result, "predicted_time_s"));
    json_decref(result);
    return time_s;
}

/* The run on the platform, recorded, and its trace on the same platform. */
static void check_trace(const char *platform_file, const char *options, double tolerance_s) {
    char command[512];
    snprintf(
        command, sizeof command,
        "rm -rf t && $BIN/bsim run -q -np 3 --platform %s %s --json a.json --record t ./p && $BIN/bsim simulate t -q "
        "--platform %s %s --json b.json",
        platform_file, options, platform_file, options);
    expect(command, 0, NULL);
    double run_s = predicted_s("a.json"), trace_s = predicted_s("b.json"), difference_s = trace_s - run_s;
    if (difference_s > tolerance_s || difference_s < -tolerance_s)
        fail_msg("%s: the run takes %.17g s, its trace %.17g s", command, run_s, trace_s);
}

static void test_speed(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        check_trace("slow.json", i ? "--noise 1" : "", 0);
        check_trace("kinds.json", i ? "--noise 1" : "", 0);
    }
    check_trace("even.json", "--noise 1", 1e-9 * 200); /* in nanoseconds */
}

static void test_elements(void **state) {
    (void)state;
    check_trace("adds.json", "", 0);
    expect("$BIN/bsim record -q --clock none -o real -- mpiexec -n 3 ./p.real && $BIN/bsim run -q -np 3 --platform "
           "adds.json --json a.json ./p still && $BIN/bsim simulate real -q --platform adds.json --json b.json",
           0, NULL);
    assert_true(predicted_s("a.json") == predicted_s("b.json"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speed),
        cmocka_unit_test(test_elements),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
