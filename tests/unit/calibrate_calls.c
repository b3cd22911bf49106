/* calibrate_calls.c - bsim calibrate: the algorithms that it chooses for measured collectives. What was measured is
 * made by simulated ranks with known algorithms, on a network of 10 us + b / (10 GB/s), and a few per cent off. */
#include "tests/unit/shell.h"

/* Messages of the network, from which the platform is made: o_s = 2 us, o_r = 1 us, L = 7 us. */
static const char network[] = "for b in 0 1 2 4 8 16 32 64 1024 16384 65536 262144 1048576; do\n"
                              "  awk -v b=$b 'BEGIN { t = 10e-6 + (b > 1 ? b - 1 : 0) / 10e9;\n"
                              "    printf \"%d\\t%.9g\\t2e-6\\t1e-6\\t0\\t0\\n\", b, t }'\n"
                              "done > net.txt\n"
                              "printf '# eager_limit 1048576\\n# nodes 2\\n' >> net.txt\n"
                              "$BIN/bsim calibrate -o net.json --measured net.txt --nodes 16\n";

/* measured RANKS RULE CALL...: times of these calls with the algorithm of --collective, up to 3 % off. */
static const char measured[] = "ranks=$1 rule=$2\n"
                               "shift 2\n"
                               "$BIN/bsim run -np $ranks --quiet --platform net.json --collective $rule \\\n"
                               "    $BIN/../lib/bsim-collectives 1 1 \"$@\" |\n"
                               "    awk '{ $7 *= 1 + 0.03 * sin(NR); print }'\n";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("network", network);
    write_file("measured", measured);
    return sh_or_tell("sh network");
}

#define CALIBRATE "$BIN/bsim calibrate -o m.json --nodes 16 --measured m.txt"
#define MEASURED "sh measured "

static void test_known_algorithms_come_back(void **state) {
    (void)state;
    expect("{ cat net.txt; " MEASURED "8 allreduce=linear allreduce:8,128,2048; " MEASURED
           "8 allreduce=ring allreduce:131072,524288; " MEASURED "8 mpich scatter:8,2048,131072; } > m.txt",
           0, NULL);
    expect(CALIBRATE, 0, "  allreduce, up to 16.38 kB: linear\n  allreduce: ring\n");
    assert_null(strstr(out, "  scatter:"));
    assert_null(strstr(out, "not chosen"));
    assert_null(strstr(out, "FAR OFF"));
    expect("tr -d ' \\n' < m.json", 0,
           "\"collectives\":{\"allreduce\":[{\"up_to\":16384,\"algorithm\":\"linear\"},{\"algorithm\":\"ring\"}]}");
    expect("cat m.json", 0, "\"calls\": [");
    /* The platform gives what was measured. */
    expect("for f in m.json 'net.json --collective allreduce=ring'; do $BIN/bsim run -np 8 --quiet --platform $f "
           "$BIN/../lib/bsim-collectives 1 1 allreduce:524288; done | uniq -d | grep '# coll allreduce 8 8 524288 '",
           0, NULL);
}

/* Two ranks exchange the same messages in most algorithms. Nothing is chosen, and how far the default is off is told.
 */
static void test_two_ranks_choose_nothing(void **state) {
    (void)state;
    expect("{ cat net.txt; " MEASURED "2 mpich allreduce:8,4096 | awk '{ $7 *= 2; print }'; } > m.txt", 0, NULL);
    expect(CALIBRATE, 0,
           "  no algorithm is chosen: collectives are what the library chooses by itself\n"
           "  not chosen: allreduce on 2 ranks, 8 to 4096 B: the library's choice is off by a factor of 2.0");
    assert_non_null(strstr(out, "in the mean; two ranks do not tell algorithms apart"));
    assert_non_null(strstr(out, "bsim: warning: for 2 of 2 measured collectives"));
    expect("grep -c algorithm\\\" m.json", 1, "0");
}

/* Four ranks take 20 us to 80 us for a barrier, by the algorithm; 270 us is none of them. */
static void test_what_no_algorithm_gives_is_left(void **state) {
    (void)state;
    expect("{ cat net.txt; " MEASURED "4 barrier=linear barrier | awk '{ $7 *= 10; print }'; } > m.txt", 0, NULL);
    expect(CALIBRATE, 0, "no algorithm is clearly nearer");
    expect("grep -c '\"barrier\"' m.json", 1, "0");
}

/* Rules of fewer ranks come first, and end there. A measured library is the preset. */
static void test_ranks_and_library(void **state) {
    (void)state;
    expect("{ cat net.txt; echo '# library Open MPI v5.0.2'; " MEASURED "4 barrier=tree barrier; " MEASURED
           "16 barrier=double_ring barrier; } > m.txt",
           0, NULL);
    expect(CALIBRATE, 0, "  barrier, up to 4 ranks: tree\n  barrier: double_ring\n");
    expect("tr -d ' \\n' < m.json", 0,
           "\"collectives\":{\"preset\":\"openmpi\",\"barrier\":[{\"up_to_processes\":4,\"algorithm\":\"tree\"},"
           "{\"algorithm\":\"double_ring\"}]}");
    expect("$BIN/bsim platform show m.json", 0, NULL);
    expect("sed -i 's/v5.0.2/v4.1.4/' m.txt", 0, NULL);
    expect(CALIBRATE, 0, NULL);
    expect("tr -d ' \\n' < m.json", 0, "\"preset\":\"openmpi_flat\"");
}

/* 10 ns and 5 GB/s. */
static void test_arithmetic(void **state) {
    (void)state;
    expect("{ cat net.txt; for b in 8 1000 100000; do echo $b | awk '{ print \"# reduction\", $1, 10e-9 + $1 / 5e9 }'; "
           "done; } > m.txt",
           0, NULL);
    expect(CALIBRATE, 0, NULL);
    expect("tr -d ' \\n' < m.json", 0, "\"reduction\":{\"bandwidth\":\"5GB/s\",\"latency\":\"0.01us\"}");
}

/* 20 ns and 0.5 ns for each element, of 1, 4 or 8 bytes; and 10 GB/s besides. */
static void test_arithmetic_by_elements(void **state) {
    (void)state;
#define ELEMENTS(more)                                                                                                 \
    "{ cat net.txt; for e in 1 4 8; do for b in 8 1000 100000; do echo $b $e | awk '{ print \"# reduction\", $1, "     \
    "20e-9 + $1 / $2 * 0.5e-9" more ", $2 }'; done; done; } > m.txt"
    expect(ELEMENTS(""), 0, NULL);
    expect(CALIBRATE, 0, NULL);
    expect("tr -d ' \\n' < m.json", 0, "\"reduction\":{\"latency\":\"0.02us\",\"element_time\":\"0.0005us\"}");
    expect("$BIN/bsim platform show m.json", 0, NULL);
    expect(ELEMENTS(" + $1 / 1e10"), 0, NULL);
    expect(CALIBRATE, 0, NULL);
    expect("tr -d ' \\n' < m.json", 0,
           "\"reduction\":{\"bandwidth\":\"10GB/s\",\"latency\":\"0.02us\",\"element_time\":\"0.0005us\"}");
    expect("echo '# reduction 8 1e-8 0' >> m.txt; " CALIBRATE, 2, "m.txt:");
}

/* 10 ns and 20 GB/s. */
static void test_copies(void **state) {
    (void)state;
    expect(
        "{ cat net.txt; for b in 4096 65536 4194304; do echo $b | awk '{ print \"# copy\", $1, 10e-9 + $1 / 20e9 }'; "
        "done; } > m.txt",
        0, NULL);
    expect(CALIBRATE, 0, "copies of a collective within a rank: 10.00 ns, 20.00 GB/s");
    expect("tr -d ' \\n' < m.json", 0, "\"copy\":{\"bandwidth\":\"20GB/s\",\"latency\":\"0.01us\"}");
    expect("echo '# copy 8 1e-8 1' >> m.txt; " CALIBRATE, 2, "m.txt:");
}

static void test_what_cannot_be_compared_is_told(void **state) {
    (void)state;
    expect("{ cat net.txt; echo '# coll bcast 8 4 8 1e-5'; } > m.txt; " CALIBRATE, 0, "only one of both was measured");
    expect("{ cat net.txt; echo '# coll bcast 8 1 8 1e-5'; } > m.txt; " CALIBRATE, 0, "were measured within a node");
    expect("{ cat net.txt; echo '# coll bcast 8 3 8 1e-5'; } > m.txt; " CALIBRATE, 2, "m.txt:16: ");
    expect("{ cat net.txt; echo '# coll bcost 8 8 8 1e-5'; } > m.txt; " CALIBRATE, 2, "m.txt:16: ");
    expect("$BIN/bsim calibrate -o m.json --hosts a,b --collectives 7", 2, "one on each of --hosts at most");
    expect("$BIN/bsim calibrate -o m.json --collectives 1", 2, "there must be two ranks or more");
    expect("$BIN/bsim calibrate -o m.json --collectives 100000", 2, "with more ranks than cores");
    expect(CALIBRATE " --collectives 2", 2, "leave out --hosts, --record and --collectives");
}

/* The programs are started one after the other, and what they print is recorded. */
static void test_ranks_are_started(void **state) {
    (void)state;
    write_file("starter", "#!/bin/sh\n"
                          "echo \"$@\" >> arguments\n"
                          "case \"$*\" in\n"
                          "*bsim-collectives*) echo '# coll barrier 4 4 0 30e-6' ;;\n"
                          "*) cat net.txt ;;\n"
                          "esac\n");
    expect("chmod +x starter && $BIN/bsim calibrate -o s.json --hosts a,b,c --mpiexec ./starter", 2,
           "more are for --collectives");
    expect("$BIN/bsim calibrate -o s.json --hosts a,bb,c,d --mpiexec ./starter --runs 1 --collectives 4 --record s.txt",
           0, "  barrier ");
    expect("cat arguments", 0, "-hosts a,bb -ppn 1 -n 2 ");
    expect("cat arguments", 0, "-hosts a,bb,c,d -ppn 1 -n 4 ");
    expect("cat s.txt", 0, "# coll barrier 4 4 0 30e-6");
    expect("$BIN/bsim calibrate -o t.json --nodes 2 --measured s.txt && cmp s.json t.json", 0, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_algorithms_come_back),
        cmocka_unit_test(test_two_ranks_choose_nothing),
        cmocka_unit_test(test_what_no_algorithm_gives_is_left),
        cmocka_unit_test(test_ranks_and_library),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_arithmetic_by_elements),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_what_cannot_be_compared_is_told),
        cmocka_unit_test(test_ranks_are_started),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
