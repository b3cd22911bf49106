/* plot_command.c - bsim plot heat from outside: what it reads, what it refuses, and the times in the picture. */
#include "tests/unit/shell.h"

#define HEAD                                                                                                           \
    "{\"schema\": \"bsim-sweep/1\", \"program\": \"p\", \"axes\": [{\"key\": \"network.latency\", \"values\": [1e-6, " \
    "2e-6]}, "
#define ROW(l, m, t) "{\"set\": {\"network.latency\": " l ", \"mapping\": \"" m "\"}, \"predicted_time_s\": " t "}"

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("s.json", HEAD "{\"key\": \"mapping\", \"values\": [\"block\", \"a,\\\"b\"]}], \"scenarios\": [" ROW(
                             "1e-6", "block", "1e-3") ", " ROW("1e-6", "a,\\\"b",
                                                               "null") ", " ROW("2e-6", "block",
                                                                                "3e-3") ", " ROW("2e-6", "a,\\\"b",
                                                                                                 "4.5e-3") "]}");
    write_file("s.csv", "network.latency_s,mapping,predicted_time_s,rerun,reason\n"
                        "1e-06,block,0.001,0,\n1e-06,\"a,\"\"b\",,0,\"does, not \"\"fit\"\"\"\n2e-06,block,0.003,0,\n"
                        "2e-06,\"a,\"\"b\",0.0045,0,\n");
    write_file("three.csv", "np,speed,network.latency_s,predicted_time_s,rerun,reason\n"
                            "1,1,1e-06,0.001,0,\n2,1,1e-06,0.002,0,\n1,2,1e-06,0.003,0,\n2,2,1e-06,0.004,0,\n"
                            "1,1,2e-06,0.005,0,\n2,1,2e-06,0.006,0,\n1,2,2e-06,0.007,0,\n2,2,2e-06,0.008,0,\n");
    return 0;
}

static bool has_gnuplot(void) {
    return sh("command -v gnuplot") == 0;
}

static void expect_times(const char *command, const char *times) {
    char line[512];
    snprintf(line, sizeof line, "%s && grep -o '[0-9.]* ms' p.svg | sort -u | paste -sd,", command);
    expect(line, 0, times);
}

static void test_pictures(void **state) {
    (void)state;
    if (!has_gnuplot())
        skip();
    expect_times("$BIN/bsim plot heat s.json -o p.svg", "1.000 ms,");
    assert_non_null(strstr(out, "3.000 ms,"));
    assert_non_null(strstr(out, "4.500 ms"));
    sh("cp p.svg q.svg");
    expect("$BIN/bsim plot heat s.csv -o p.svg && sed 's/predicted time/p/' p.svg | grep -c 'a,&quot;b\\|a,\"b'", 0,
           "1");
    /* The third key is held; keys may be turned. */
    expect_times("$BIN/bsim plot heat three.csv -o p.svg --at network.latency=2us", "5.000 ms,");
    assert_null(strstr(out, "4.000 ms"));
    expect_times("$BIN/bsim plot heat three.csv -o p.svg --x-key network.latency --y-key np --at speed=2", "3.000 ms,");
    assert_non_null(strstr(out, "8.000 ms"));
    assert_null(strstr(out, "5.000 ms"));
}

static void test_what_is_refused(void **state) {
    (void)state;
    expect_usages("bsim", (const char *const[]){"plot", NULL});
    expect("$BIN/bsim plot heat s.json", 2, "-o FILE.svg");
    expect("$BIN/bsim plot heat s.json -o p.pdf", 2, ".svg or .png");
    expect("$BIN/bsim plot curves s.json -o p.svg", 2, "bsim plot heat FILE");
    expect("$BIN/bsim plot heat -o p.svg", 2, "one table of bsim sweep");
    if (!has_gnuplot())
        return;
    expect("$BIN/bsim plot heat three.csv -o p.svg", 2, "--at network.latency=VALUE");
    expect("$BIN/bsim plot heat three.csv -o p.svg --at network.latency=3us", 2, "no such key and value");
    expect("$BIN/bsim plot heat three.csv -o p.svg --x-key spede", 2, "it has np, speed, network.latency");
    write_file("bad.csv", "a,b,predicted_time_s\n1,2,x\n");
    expect("$BIN/bsim plot heat bad.csv -o p.svg", 2, "bad.csv:2: is no row of the table");
    write_file("other.csv", "a,b,c\n1,2,3\n");
    expect("$BIN/bsim plot heat other.csv -o p.svg", 2, "other.csv:1: is no table of bsim sweep");
    write_file("other.json", "{\"schema\": \"bsim-result/1\"}");
    expect("$BIN/bsim plot heat other.json -o p.svg", 2, "$.schema");
    expect("$BIN/bsim plot heat none.json -o p.svg", 2, "none.json: cannot be read");
    write_file("one.csv", "speed,predicted_time_s,rerun,reason\n1,1,0,\n");
    expect("$BIN/bsim plot heat one.csv -o p.svg", 2, "has 1 varied keys; a picture of colours needs two");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pictures), cmocka_unit_test(test_what_is_refused)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
