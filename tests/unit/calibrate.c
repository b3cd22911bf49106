/* calibrate.c - bsim calibrate: what it makes of measured times that are given, of a network or in a file; steps of the
 * times, noise, and what it refuses. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>
#include <sched.h>

/* What mpiexec would start: prints times of a network with o_s = 2 us, o_r = 1 us, L = 7 us and 10 GB/s, so that half
 * of a round trip takes 10 us + (b - 1) / 10 GB/s; all sizes are eager. L comes from the median of the sizes up to 64
 * bytes, which is 8 bytes: 0.7 ns more. With four processes, streams: one pair gets 10 GB/s, and two pairs get 12 GB/s
 * together, less than nine tenths of 20 GB/s, so they share a card; with messages both ways 11 GB/s in each direction,
 * which is what a card carries then. 256 messages of one byte take 512 us for one pair and 1280 us for two: 2.5 us for
 * each message, less than twice as many a second. */
static const char mpiexec[] = "#!/bin/sh\n"
                              "echo \"$*\" >>arguments\n"
                              "for last; do :; done\n"
                              "case \" $* \" in\n"
                              "*' first '*)\n"
                              "    if [ \"$last\" -gt 8192 ]; then again='900e-6 60 40e-6'\n"
                              "    elif [ \"$last\" -gt 100 ]; then again='200e-6 60 40e-6'\n"
                              "    else again='200e-6 0 0'\n"
                              "    fi\n"
                              "    echo \"# first $last $again\" ;;\n"
                              "*' -n 2 '*)\n"
                              "    printf 'size\\thalf\\tsend\\trecv\\tgap\\tlate\\n'\n"
                              "    awk 'BEGIN { OFS = \"\\t\"; OFMT = \"%.17g\"\n"
                              "        for (b = 0; b < 1048576; b = b ? 2 * b : 1)\n"
                              "            print b, 10e-6 + (b ? b - 1 : 0) / 10e9, 2e-6, 1e-6, 0, 0 }'\n"
                              "    echo '# eager_limit 524288' ;;\n"
                              "*)\n"
                              "    echo '# pairs 1 500000 4 0.2e-3'\n"
                              "    echo '# pairs 1 1 256 512e-6'\n"
                              "    echo '# both_ways 1 500000 4 0.3e-3'\n"
                              "    awk 'BEGIN { OFMT = \"%.17g\"; print \"# both_ways 2 500000 4\", 4e6 / 11e9; print "
                              "\"# pairs 2 500000 4\", 4e6 / 12e9 }'\n"
                              "    echo '# pairs 2 1 256 1280e-6' ;;\n"
                              "esac\n";

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
    expect(CALIBRATE "--pairs 2 --nodes 16 --largest 512KiB --plot net.svg", 0,
           "error of the fit: 0.0 % in the median");
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

/* The times of a machine, of which a file of measurements is made. */
typedef double machine(double bytes);

static double behind_first(double bytes) {
    return fmax(bytes - 1, 0);
}

static double one_line(double bytes) {
    return 10e-6 + behind_first(bytes) / 10e9;
}

/* One line, and 20 us more above 64 KiB. */
static double rendezvous(double bytes) {
    return one_line(bytes) + (bytes > 65536 ? 20e-6 : 0);
}

/* Three lines; the second change is that to rendezvous. */
static double three_lines(double bytes) {
    return bytes <= 1024    ? 1e-6 + behind_first(bytes) / 2e9
           : bytes <= 65536 ? 3e-6 + behind_first(bytes) / 5e9
                            : 40e-6 + behind_first(bytes) / 10e9;
}

/* Between 24 and 48 KiB messages take three times as long: too few sizes for a piece. */
static double one_size_off(double bytes) {
    return one_line(bytes) * (bytes == 32768 ? 3 : 1);
}

/* What a send takes longer with each byte. */
static double copy_s = 0;

/* -1 to 1 */
static double draw(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / (double)(1ULL << 52) - 1;
}

/* Times of 40 sizes, three times each. noise: the largest relative deviation of a size, and a third of it of each pass.
 */
static void write_measured(machine *of, double eager_limit, double noise, uint64_t seed) {
    char path[512];
    snprintf(path, sizeof path, "%s/measured.txt", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "# bsim-measurements/1\n# date 2026-01-02\n# machine test\nsize\thalf\tsend\trecv\tgap\tlate\n");
    for (double b = 0; b <= 4 << 20; b = b == 0 ? 1 : 2 * b)
        for (int more = 0; more < 2; more++) {
            double bytes = more ? 1.5 * b : b, deviation = noise * draw(&seed);
            if (more && (b < 64 || bytes > 4 << 20))
                continue;
            for (int pass = 0; pass < 3; pass++)
                fprintf(f, "%.0f\t%.12g\t%.9g\t%.9g\t0\tnan\n", bytes,
                        of(bytes) * (1 + deviation) * (1 + noise / 3 * draw(&seed)), 0.3 * of(0) + copy_s * bytes,
                        0.2 * of(0));
        }
    fprintf(f, "# eager_limit %.0f\n", eager_limit);
    fclose(f);
}

#define MEASURED "$BIN/bsim calibrate -o m.json --measured measured.txt "

/* "network" of the platform that is made of the file. */
static json_t *network_of_measured(void) {
    char path[512];
    expect(MEASURED, 0, NULL);
    snprintf(path, sizeof path, "%s/m.json", folder);
    json_t *root = json_load_file(path, 0, NULL), *network = json_incref(json_object_get(root, "network"));
    assert_non_null(network);
    json_decref(root);
    return network;
}

static double number(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

/* One piece: the known lines come back. */
static void check_piece(const json_t *network, size_t at, double up_to, double latency_us, double bytes_per_ns) {
    const json_t *piece = json_array_get(json_object_get(network, "pieces"), at);
    double base_us = strtod(json_string_value(json_object_get(network, "latency")), NULL);
    double base_rate = strtod(json_string_value(json_object_get(network, "bandwidth")), NULL);
    assert_true(fabs(number(piece, "up_to") - up_to) < 0.5);
    assert_true(fabs(number(piece, "latency_factor") * base_us - latency_us) < 1e-3 * latency_us);
    assert_true(fabs(number(piece, "bandwidth_factor") * base_rate - bytes_per_ns) < 1e-3 * bytes_per_ns);
}

/* With o_s = 0.3 us and o_r = 0.2 us an eager line from 1 us has L = 0.5 us, one from 3 us 2.5 us. L of the link is 0.5
 * us (of 8 bytes, 3.5 ns more); the rendezvous takes o_s + o_r + 3 L + 4 o' = 40 us, with this L. */
static void test_known_steps_come_back(void **state) {
    (void)state;
    write_measured(three_lines, 65536, 0, 1);
    json_t *network = network_of_measured();
    assert_int_equal(json_array_size(json_object_get(network, "pieces")), 3);
    check_piece(network, 0, 1024, 0.5, 2);
    check_piece(network, 1, 65536, 2.5, 5);
    check_piece(network, 2, 0, strtod(json_string_value(json_object_get(network, "latency")), NULL), 10);
    assert_int_equal(number(network, "eager_limit"), 65536);
    double control_us = strtod(json_string_value(json_object_get(network, "control_overhead")), NULL);
    assert_true(fabs(0.5 + 3 * 0.5035 + 4 * control_us - 40) < 0.01);
    json_decref(network);
    expect(MEASURED, 0, "error of the fit: 0.0 % in the median over the sizes, 0.0 % at most");
    expect(MEASURED "--pieces 1", 0, "  FAR OFF");
    expect(MEASURED "--pieces 1", 0, "bsim: warning: for ");
    expect("grep -c pieces m.json", 1, "0");
    expect("$BIN/bsim platform show m.json", 0, NULL);
}

static void test_steps_come_back_through_noise(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        write_measured(three_lines, 65536, 0.08, seed);
        json_t *network = network_of_measured(), *pieces = json_object_get(network, "pieces");
        assert_int_equal(json_array_size(pieces), 3);
        assert_true(number(json_array_get(pieces, 0), "up_to") >= 1024);
        assert_true(number(json_array_get(pieces, 0), "up_to") < 2048);
        assert_int_equal(number(json_array_get(pieces, 1), "up_to"), 65536);
        json_decref(network);
    }
}

/* A line stays one, and a line with a rendezvous is divided at the eager limit only, if at all. */
static void test_noise_makes_no_steps(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        write_measured(one_line, 4 << 20, 0.1, seed);
        json_t *network = network_of_measured();
        assert_null(json_object_get(network, "pieces"));
        json_decref(network);
        write_measured(rendezvous, 65536, 0.1, seed);
        network = network_of_measured();
        json_t *pieces = json_object_get(network, "pieces");
        assert_true(json_array_size(pieces) == 0 || json_array_size(pieces) == 2);
        if (pieces)
            assert_int_equal(number(json_array_get(pieces, 0), "up_to"), 65536);
        json_decref(network);
    }
}

/* A size that no piece describes is told loudly. */
/* Of 0.1 ns for each byte of one_line() 0.04 ns are the sender's. */
static void test_sends_that_copy(void **state) {
    (void)state;
    copy_s = 0.04e-9;
    write_measured(one_line, 4 << 20, 0, 1);
    expect(MEASURED, 0, "a send takes 40.00 ps longer for each byte\n  error of the fit: 0.0 %");
    json_t *network = network_of_measured(), *pieces = json_object_get(network, "pieces");
    assert_int_equal(json_array_size(pieces), 1);
    assert_int_equal(json_object_size(json_array_get(pieces, 0)), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(pieces, 0), "send_overhead_per_byte")),
                        "0.04ns");
    assert_string_equal(json_string_value(json_object_get(network, "bandwidth")), "16.67GB/s");
    json_decref(network);
}

/* Up to 64 KiB 0.05 ns are. With 0.04 ns the longest eager message would take 2.6 us more, which is less than o_s. */
static void test_short_sends_that_copy(void **state) {
    (void)state;
    write_measured(rendezvous, 65536, 0, 1);
    json_t *network = network_of_measured();
    assert_null(json_object_get(network, "pieces"));
    json_decref(network);
    copy_s = 0.05e-9;
    write_measured(rendezvous, 65536, 0, 1);
    expect(MEASURED, 0, "a send takes 50.00 ps longer for each byte up to 65.54 kB\n  error of the fit: 0.0 %");
    network = network_of_measured();
    json_t *pieces = json_object_get(network, "pieces"), *eager = json_array_get(pieces, 0);
    assert_int_equal(json_array_size(pieces), 2);
    assert_true(fabs(number(eager, "bandwidth_factor") - 2) < 1e-3);
    assert_non_null(json_object_get(eager, "send_overhead_per_byte"));
    assert_null(json_object_get(json_array_get(pieces, 1), "send_overhead_per_byte"));
    copy_s = 0;
    json_decref(network);
}

static void test_what_is_far_off_is_told(void **state) {
    (void)state;
    write_measured(one_size_off, 4 << 20, 0, 1);
    expect(MEASURED, 0,
           "bsim: warning: for 1 of 40 sizes the platform's time is off by more than 25 %: 32.77 kB (-67 %)");
    expect("cat m.json", 0, "\"largest\": \"66.7 % at 32768 B\"");
}

/* What was measured gives the same platform again. */
static void test_measurements_are_recorded(void **state) {
    (void)state;
    expect(CALIBRATE "--pairs 2 --nodes 16 --largest 512KiB --record net.txt", 0, NULL);
    expect("$BIN/bsim calibrate -o again.json --measured net.txt --nodes 16 && cmp net.json again.json", 0, NULL);
    expect("head -c 200 net.txt > part.txt; $BIN/bsim calibrate -o part.json --measured part.txt", 2, "part.txt:");
    expect("sed 's/eager_limit/eager_size/' net.txt > bad.txt; $BIN/bsim calibrate -o part.json --measured bad.txt", 2,
           "is no line of bsim-pingpong or bsim-collectives: \"# eager_size");
    expect("grep -v eager net.txt > bad.txt; $BIN/bsim calibrate -o part.json --measured bad.txt", 2, "are missing");
    expect("test ! -e part.json", 0, NULL);
    expect("$BIN/bsim calibrate -o part.json --measured none.txt", 2, "none.txt");
}

/* The first message takes each side half of 200 us longer, and 60 of those of 101 bytes and more 20 us. Beyond 64 bytes
 * 128 is the next size that is measured. */
static void test_first_messages(void **state) {
    (void)state;
    expect(CALIBRATE, 0, "a process's first message of 0 B to any size takes either side 100.0 us longer");
    expect("tr -d ' \\n' < net.json", 0,
           "\"first_messages\":[{\"count\":1,\"time\":\"100us\"},"
           "{\"count\":60,\"time\":\"20us\",\"from\":65}]");
    write_measured(rendezvous, 65536, 0, 1);
    expect(MEASURED "&& grep -c first_messages m.json", 1, "0");
    expect("for b in 8 256 65536; do echo \"# first $b 0 0 0\"; done >> measured.txt; "
           "echo '# first 1048576 500e-6 30 8e-6' >> measured.txt;" MEASURED,
           0, "each of a process's first 30 messages of 65.54 kB to any size takes either side 4.000 us longer");
    expect("tr -d ' \\n' < m.json", 0,
           "\"first_messages\":[{\"count\":1,\"time\":\"250us\",\"from\":65537},"
           "{\"count\":30,\"time\":\"4us\",\"from\":65537}]");
    /* Runs that waited for a processor do not count. Of the others the lower quartile does. */
    expect("for i in 1 2 3; do echo '# first 1048576 4e-3 5 2e-3 4e-3 10e-3'; done >> measured.txt; "
           "echo '# first 1048576 2e-3 3 2e-3 0.4e-3 10e-3' >> measured.txt;" MEASURED,
           0, "each of a process's first 30 messages of 65.54 kB to any size takes either side 4.000 us longer");
    expect("cp measured.txt waited.txt; echo '# first 2097152 4e-3 5 2e-3 4e-3 10e-3' >> measured.txt;" MEASURED, 0,
           "first messages: not known and not in the platform");
    expect("grep -c first_messages m.json", 1, "0");
    expect("cp waited.txt measured.txt; echo '# first 7 1 1 1' >> measured.txt;" MEASURED, 2,
           "is no line of bsim-pingpong");
    expect("cp waited.txt measured.txt; echo '# first 8 1 1 1 1' >> measured.txt;" MEASURED, 2,
           "is no line of bsim-pingpong");
}

/* A run that waits for a processor is repeated: the fourth of each size does not wait. */
static void test_first_messages_again(void **state) {
    (void)state;
    static const char waits[] =
        "#!/bin/sh\n"
        "for last; do :; done\n"
        "case \" $* \" in\n"
        "*' first '*)\n"
        "    printf . >>\"first-$last\"\n"
        "    if [ \"$(wc -c <\"first-$last\")\" -lt 4 ]; then echo \"# first $last 4e-3 0 0 4e-3 10e-3\"\n"
        "    else echo \"# first $last 200e-6 0 0 0 10e-3\"\n"
        "    fi\n"
        "    exit ;;\n"
        "esac\n";
    char text[4096];
    snprintf(text, sizeof text, "%s%s", waits, strchr(mpiexec, '\n') + 1);
    write_file("waits", text);
    expect("chmod +x waits; $BIN/bsim calibrate --mpiexec ./waits --hosts a,b --runs 2 -o waited.json", 0,
           "a process's first message of 0 B to any size takes either side 100.0 us longer");
    expect("wc -c < first-8", 0, "8\n");
}

#define CHECK "$BIN/bsim calibrate --check p.json"
/* A platform of which only the core-to-core latency counts. */
#define WRITE(core_latency) "printf '{\"provenance\": {" core_latency "}}' > p.json; "

/* Processors are never a second apart; where they are now, they stay, unless a hypervisor moves them meanwhile. */
static void test_a_platform_of_another_placement_is_told(void **state) {
    (void)state;
    expect(WRITE("\"core_latency\": {\"0-1\": \"1s\"}") CHECK, 1, "this node's processors have moved");
    expect("now() { " CHECK " | sed 's/.* now it is \\([^ ]* [a-z]*\\).*/\\1/'; }; for i in 1 2 3 4 5; do\n"
           "printf '{\"provenance\": {\"core_latency\": {\"0-1\": \"%s\"}}}' \"$(now)\" > now.json\n"
           "$BIN/bsim calibrate --check now.json && break; done",
           0, "core-to-core latency was ");
}

static void test_core_latency_in_files(void **state) {
    (void)state;
    write_measured(one_line, 4 << 20, 0, 1);
    expect(MEASURED "&& $BIN/bsim calibrate --check m.json", 2, "m.json: \"provenance\" has no \"core_latency\"");
    expect("echo '# core_latency 0 1 5e-8' >> measured.txt; echo '# core_latency 0 2 2e-7' >> measured.txt; " MEASURED,
           0, "core-to-core latency: 50.00 ns to 200.0 ns");
    expect("tr -d ' \\n' < m.json", 0, "\"core_latency\":{\"0-1\":\"50ns\",\"0-2\":\"200ns\"}");
    expect("$BIN/bsim calibrate --check m.json", 1, "was measured on test, and this is ");
    expect("echo '# core_latency 1 2 1' >> measured.txt; " MEASURED, 2, "is no line of bsim-pingpong");
    expect(WRITE("\"core_latency\": {\"0+1\": \"1s\"}") CHECK, 2, "is no pair of processors");
    expect(WRITE("\"core_latency\": {\"0-1\": \"fast\"}") CHECK, 2, "p.json:1");
    expect(WRITE("\"core_latency\": 7") CHECK, 2, "has no \"core_latency\"");
    expect("$BIN/bsim calibrate --check none.json", 2, "none.json");
    expect(CHECK " -o n.json", 2, "leave the others out");
}

static void test_options_that_are_refused(void **state) {
    (void)state;
    expect("$BIN/bsim calibrate -o net.json --hosts a --mpiexec ./starter", 2, "is not two names");
    expect("$BIN/bsim calibrate -o net.json --hosts a,b,c --mpiexec ./starter", 2, "is not two names");
    expect("$BIN/bsim calibrate -o net.json --hosts ,b --mpiexec ./starter", 2, "is not two names");
    expect("$BIN/bsim calibrate -o net.json --pairs 2 --mpiexec ./starter", 2, "--hosts A,B is missing");
    expect(CALIBRATE "--pairs 33", 2, "--pairs: at most 32");
    expect(CALIBRATE "--pieces 9", 2, "--pieces: at most 8");
    expect(CALIBRATE "--measured net.txt", 2, "leave out --hosts, --record and --collectives");
    expect(CALIBRATE "--largest 1KiB", 2, "--largest: from 64KiB");
    expect(CALIBRATE "--plot no/such/folder.svg", 2, "no/such/folder.svg");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters_of_given_times), cmocka_unit_test(test_one_pair_has_no_card),
        cmocka_unit_test(test_known_steps_come_back),     cmocka_unit_test(test_steps_come_back_through_noise),
        cmocka_unit_test(test_noise_makes_no_steps),      cmocka_unit_test(test_what_is_far_off_is_told),
        cmocka_unit_test(test_measurements_are_recorded), cmocka_unit_test(test_first_messages),
        cmocka_unit_test(test_first_messages_again),      cmocka_unit_test(test_core_latency_in_files),
        cmocka_unit_test(test_options_that_are_refused),  cmocka_unit_test(test_sends_that_copy),
        cmocka_unit_test(test_short_sends_that_copy),
    };
    const struct CMUnitTest on_processors[] = {cmocka_unit_test(test_a_platform_of_another_placement_is_told)};
    cpu_set_t set;
    int failed = cmocka_run_group_tests(tests, set_up, remove_folder);
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_ISSET(0, &set) && CPU_ISSET(1, &set))
        failed += cmocka_run_group_tests(on_processors, set_up, remove_folder);
    return failed;
}
