/* calibrate.c - bsim calibrate --hosts: what it makes of measured times that are given, and the options that it
 * refuses. */
#include "tests/unit/shell.h"

/* What mpiexec would start: prints times of a network with o_s = 2 us, o_r = 1 us, L = 7 us and 10 GB/s, so that half
 * of a round trip takes 10 us + (b - 1) / 10 GB/s; all sizes are eager. L comes from the median of the sizes up to 64
 * bytes, which is 8 bytes: 0.7 ns more. With four processes, streams: one pair gets 10 GB/s, and two pairs get 12 GB/s
 * together, less than nine tenths of 20 GB/s, so they share a card; with messages both ways 11 GB/s in each direction,
 * which is what a card carries then. 256 messages of one byte take 512 us for one pair and 1280 us for two: 2.5 us for
 * each message, less than twice as many a second. */
static const char mpiexec[] = "#!/usr/bin/env python3\n"
                              "import sys\n"
                              "open('arguments', 'a').write(' '.join(sys.argv[1:]) + '\\n')\n"
                              "if sys.argv[sys.argv.index('-n') + 1] == '2':\n"
                              "    print('size\\thalf\\tsend\\trecv\\tgap\\tlate')\n"
                              "    for b in [0] + [1 << k for k in range(20)]:\n"
                              "        print(b, 10e-6 + max(b - 1, 0) / 10e9, 2e-6, 1e-6, 0, 0, sep='\\t')\n"
                              "    print('# eager_limit 524288')\n"
                              "else:\n"
                              "    print('# pairs 1 500000 4 0.2e-3')\n"
                              "    print('# pairs 1 1 256 512e-6')\n"
                              "    print('# both_ways 1 500000 4 0.3e-3')\n"
                              "    print('# both_ways 2 500000 4', 4e6 / 11e9)\n"
                              "    print('# pairs 2 500000 4', 4e6 / 12e9)\n"
                              "    print('# pairs 2 1 256 1280e-6')\n";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("starter", mpiexec);
    return sh("chmod +x starter");
}

#define CALIBRATE "$BIN/bsim calibrate -o net.json --hosts a,b --mpiexec ./starter --runs 1 "

static void test_parameters_of_given_times(void **state) {
    (void)state;
    expect(CALIBRATE "--pairs 2 --nodes 16 --largest 512KiB --plot net.svg", 0, "error of the fit: 0.0 % in the mean");
    expect("cat arguments", 0, "-hosts a,b -ppn 1 -n 2 ");
    expect("cat arguments", 0, "-hosts a,b -ppn 2 -n 4 ");
    expect("cat arguments", 0, " 524288");
    expect("cat net.json", 0, "\"latency\": \"7.001us\"");
    expect("cat net.json", 0, "\"bandwidth\": \"10GB/s\"");
    expect("cat net.json", 0, "\"send_overhead\": \"2us\"");
    expect("cat net.json", 0, "\"card_bandwidth\": \"11GB/s\"");
    expect("cat net.json", 0, "\"card_gap\": \"2.5us\"");
    expect("cat net.json", 0, "\"nodes\": 16");
    expect("grep -c eager_limit net.json", 1, "0");
    expect("grep -c memory net.json", 1, "0");
    expect("grep -c svg net.svg", 0, NULL);
}

/* Without streams of several pairs nothing tells what ranks share. */
static void test_one_pair_has_no_card(void **state) {
    (void)state;
    expect(CALIBRATE, 0, "bandwidth 10.00 GB/s");
    expect("grep -c card net.json", 1, "0");
}

static void test_options_that_are_refused(void **state) {
    (void)state;
    expect("$BIN/bsim calibrate -o net.json --hosts a --mpiexec ./starter", 2, "is not two names");
    expect("$BIN/bsim calibrate -o net.json --hosts a,b,c --mpiexec ./starter", 2, "is not two names");
    expect("$BIN/bsim calibrate -o net.json --hosts ,b --mpiexec ./starter", 2, "is not two names");
    expect("$BIN/bsim calibrate -o net.json --pairs 2 --mpiexec ./starter", 2, "--hosts A,B is missing");
    expect(CALIBRATE "--pairs 33", 2, "--pairs: at most 32");
    expect(CALIBRATE "--largest 1KiB", 2, "--largest: from 64KiB");
    expect(CALIBRATE "--plot no/such/folder.svg", 2, "no/such/folder.svg");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters_of_given_times),
        cmocka_unit_test(test_one_pair_has_no_card),
        cmocka_unit_test(test_options_that_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
