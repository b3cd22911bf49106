/* file_system.c - blocks that read and write files: what the instrumented program counts, what bsim fit makes of it,
 * and what a run takes for it on a platform with and without a file system. */
#include "tests/unit/shell.h"

/* A rank prints the times of three executions of block "out", n = 10, 20, 40, and of "calc". */
static const char program[] =
    "#include <bsim/bsim.h>\n"
    "#include <mpi.h>\n"
    "#include <stdio.h>\n"
    "static const char *const n[] = {\"n\"};\n"
    "const bsim_block_info bsim_blocks[] = {{\"out\", \"p.c\", 1, 1, 1, n, 0, 0}, {\"calc\", \"p.c\", 2, 2, 0, 0, 0, "
    "0}};\n"
    "const int bsim_nblocks = 2;\n"
    "int main(int argc, char **argv) {\n"
    "    double t[5];\n"
    "    MPI_Init(&argc, &argv);\n"
    "    t[0] = MPI_Wtime();\n"
    "    for (int i = 0; i < 3; i++) {\n"
    "        BSIM_Add_time(BSIM_cost(0, 10 << i));\n"
    "        t[i + 1] = MPI_Wtime();\n"
    "    }\n"
    "    BSIM_Add_time(BSIM_cost(1));\n"
    "    t[4] = MPI_Wtime();\n"
    "    printf(\"%.8g %.8g %.8g %.8g\\n\", t[1] - t[0], t[2] - t[1], t[3] - t[2], t[4] - t[3]);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 1, \"speed\": 2,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"1us\", \"bandwidth\": \"1GB/s\"},\n"
    " \"file_system\": {\"bandwidth\": \"1GB/s\", \"latency\": \"1ms\"}}";
/* Writes n * n numbers 20 times, each time in one call. */
static const char writer[] =
    "#include <fcntl.h>\n"
    "#include <mpi.h>\n"
    "#include <stdlib.h>\n"
    "#include <unistd.h>\n"
    "static double data[1 << 16];\n"
    "static void dump(int n, int file) {\n"
    "    for (int i = 0; i < n * n; i++)\n"
    "        data[i] = data[i] * 0.5 + i;\n"
    "    if (write(file, data, n * n * sizeof *data) < 0)\n"
    "        abort();\n"
    "}\n"
    "int main(int argc, char **argv) {\n"
    "    int n = argc > 1 ? atoi(argv[1]) : 100, file = open(\"dump\", O_WRONLY | O_CREAT, 0600);\n"
    "    MPI_Init(&argc, &argv);\n"
    "    for (int i = 0; i < 20; i++)\n"
    "        dump(n, file);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

static void write_models(const char *io) {
    char text[1000];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-models/1\", \"blocks\": {\n"
             " \"out\": {\"params\": {\"n\": \"n\"}, \"time\": \"0.05*n\"%s},\n \"calc\": {\"time\": 3}}}",
             io);
    write_file("models.json", text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("w.c", writer);
    write_file("platform.json", platform);
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p && sed '$d' platform.json | sed '$s/,$/}/' > none.json");
}

#define RUN(platform, options) "$BIN/bsim run -np 1 --platform " platform " --models models.json " options " ./p"

/* Speed 2. Measured 0.5, 1 and 2 s; 10, 20 and 40 MB in 2 calls take 12, 22 and 42 ms. */
static void test_times(void **state) {
    (void)state;
    write_models(", \"io\": {\"bytes\": \"1e6*n\", \"calls\": 2, \"share\": 1}");
    expect(RUN("platform.json", ""), 0, "0.012 0.022 0.042 1.5\n");
    expect(RUN("none.json", ""), 0, "0.25 0.5 1 1.5\n");
    /* A fifth of the time was input and output: 0.8 * 0.5 / 2 + 0.012. */
    write_models(", \"io\": {\"bytes\": \"1e6*n\", \"calls\": 2, \"share\": 0.2}");
    expect(RUN("platform.json", ""), 0, "0.212 0.422 0.842 1.5\n");
    write_models("");
    expect(RUN("platform.json", ""), 0, "0.25 0.5 1 1.5\n");
    /* Not told how much: all of the measured time, and the file system's besides. */
    write_models(", \"io\": {\"bytes\": \"1e6*n\", \"calls\": 2}");
    expect(RUN("platform.json", ""), 0, "0.262 0.522 1.042 1.5\n");
}

/* Two of the three executions are 22 and 42 ms, 12, 22 and 42 at half of the bandwidth 22, 42 and 82: 1.576, 1.646 s.
 */
static void test_sweep(void **state) {
    (void)state;
    write_models(", \"io\": {\"bytes\": \"1e6*n\", \"calls\": 2, \"share\": 1}");
    expect("$BIN/bsim sweep -np 1 --platform platform.json --models models.json --vary "
           "file_system.bandwidth=1GB/s,500MB/s "
           "./p",
           0, "1.576 s");
    assert_non_null(strstr(out, "1.646 s"));
    expect("$BIN/bsim sweep -np 1 --platform platform.json --models models.json --vary file_system.latency=1ms,0s ./p",
           0, "1.570 s");
    expect("$BIN/bsim sweep -np 1 --platform none.json --models models.json --vary file_system.latency=1ms,0s ./p", 2,
           "the platform file has no \"file_system\", which this scenario changes");
}

/* What is not known stands in the summary and in the result. */
static void test_trust(void **state) {
    (void)state;
    static const char here[] = "reads and writes files: measured on this host's file system, and the platform has no";
    write_models(", \"io\": {\"bytes\": \"1e6*n\", \"calls\": 2, \"share\": 0.9}");
    expect(RUN("none.json", "--json r.json"), 0, here);
    expect("grep -c 'measured on this host.s file system' r.json", 0, "1\n");
    expect(RUN("platform.json", ""), 0, NULL);
    assert_null(strstr(out, "file system"));
    write_models(", \"io\": {\"bytes\": \"1e10*n\", \"calls\": 2}");
    expect(RUN("platform.json", ""), 0, "the model does not tell the \"share\" of its \"io\"");
    /* A line that is printed now and then is no matter of doubt. */
    write_models(", \"io\": {\"bytes\": 40, \"calls\": 1}");
    expect(RUN("none.json", ""), 0, NULL);
    assert_null(strstr(out, "file system"));
    /* The interval of a fitted model reaches down by the measured time, if it may all be input and output. */
    write_models(", \"io\": {\"bytes\": \"1e10*n\", \"calls\": 2}, \"fit\": {\"samples\": 9, \"error_median\": 1e-4, "
                 "\"error_max\": 1e-4, \"range\": {\"n\": [10, 40]}}");
    expect(RUN("platform.json", "--json r.json"), 0, NULL);
    expect("python3 -c 'import json; r = json.load(open(\"r.json\")); i = r[\"interval\"]\n"
           "print(i[\"low_s\"] < r[\"predicted_time_s\"] - 1.74, i[\"high_s\"] / r[\"predicted_time_s\"] < 1.001)'",
           0, "True True\n");
}

static void test_bad_numbers(void **state) {
    (void)state;
    write_models(",\n  \"io\": {\"bytes\": \"5-n\", \"calls\": 1}");
    expect(
        RUN("platform.json", ""), 2,
        "models.json:3: $.blocks.out.io: block out (p.c:1) reads and writes -5 bytes in 1 calls for n = 10; both must "
        "be finite and not negative");
    expect(RUN("none.json", ""), 0, NULL);
}

/* Bytes 8 n^2 in n / 10 calls. The host's file system, as its platform file tells it, explains half of the time. */
static void test_fit(void **state) {
    (void)state;
    char text[4000] = "block\tparams\tcount\ttypical_s\tio_bytes\tio_calls\n";
    size_t at = strlen(text);
    for (int n = 10; n <= 2000; n *= 2) {
        double io_s = 8.0 * n * n / 1e9 + n / 10.0 * 1e-3;
        at += (size_t)snprintf(text + at, sizeof text - at, "out\tn=%d\t9\t%.9g\t%d\t%g\ncalc\t\t%d\t3\t0\t0\n", n,
                               2 * io_s, 8 * n * n, n / 10.0, n);
    }
    write_file("s.tsv", text);
    expect("$BIN/bsim fit s.tsv --platform platform.json -o fitted.json && python3 -c '\n"
           "import json; b = json.load(open(\"fitted.json\"))[\"blocks\"]; print(b[\"out\"][\"io\"], \"io\" in "
           "b[\"calc\"])'",
           0, "{'bytes': '8*n^2', 'calls': '0.1*n', 'share': 0.5} False\n");
    expect("$BIN/bsim models show fitted.json out", 0,
           "  files       8*n^2 bytes in 0.1*n calls; 50.0 % of the time\n");
    expect("$BIN/bsim fit s.tsv -o fitted.json && python3 -c '\n"
           "import json; print(json.load(open(\"fitted.json\"))[\"blocks\"][\"out\"][\"io\"])'",
           0, "{'bytes': '8*n^2', 'calls': '0.1*n'}\n");
    expect("$BIN/bsim run -np 1 --platform platform.json --models fitted.json ./p", 0, NULL);
}

/* The bytes of an instrumented program are those that it writes, without the library's own. */
static void test_measured(void **state) {
    (void)state;
    if (access("/proc/thread-self/io", R_OK) != 0 || sh("test -x $BIN/skeletonize") != 0)
        skip();
    expect("$BIN/skeletonize --quiet --instrument w.c -o inst -- -O1 && make -s -C inst BSIM=$BIN/..", 0, NULL);
    expect("for n in 50 100 200; do BSIM_SAMPLES=w$n.tsv mpiexec -n 1 inst/skeleton $n; done; ls -l dump", 0, NULL);
    expect("$BIN/bsim fit w50.tsv w100.tsv w200.tsv -o w.json", 0, NULL);
    expect("python3 -c 'import json; b = json.load(open(\"w.json\"))[\"blocks\"]\n"
           "io = [m[\"io\"] for m in b.values() if \"io\" in m]\n"
           "f = lambda n: eval(io[0][\"bytes\"].replace(\"^\", \"**\"), {\"n\": n})\n"
           "print(len(io), round(f(50)), round(f(200)), io[0][\"calls\"])'",
           0, "1 400000 6400000 20\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),       cmocka_unit_test(test_sweep), cmocka_unit_test(test_trust),
        cmocka_unit_test(test_bad_numbers), cmocka_unit_test(test_fit),   cmocka_unit_test(test_measured),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
