/* files.c - what the bsim command reads and writes: names that a shell would take for commands, pipes, devices, full
 * disks. */
#include "tests/unit/shell.h"

static const char program[] = "#include <bsim/bsim.h>\n"
                              "#include <mpi.h>\n"
                              "#include <string.h>\n"
                              "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"p.c\", 8, 9, 0, 0}};\n"
                              "const int bsim_nblocks = 1;\n"
                              "int main(int argc, char **argv) {\n"
                              "    MPI_Init(&argc, &argv);\n"
                              "    BSIM_Add_time(BSIM_cost(0));\n"
                              "    MPI_Barrier(MPI_COMM_WORLD);\n"
                              "    MPI_Finalize();\n"
                              "    return argc > 1 ? 3 : 0;\n"
                              "}\n";

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    write_file("platform.json",
               "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 8, \"cores_per_node\": 1,\n"
               " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}");
    write_file("models.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\"main.1\": {\"time\": 1e-6}}}");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

#define RUN "timeout 20 $BIN/bsim run -np 2 --models models.json "
#define SWEEP "$BIN/bsim sweep -np 2 --models models.json --platform platform.json --vary network.latency=1us,2us "

/* The names would make files called "made" if any shell, or gnuplot, read them as commands. */
static void test_names_are_not_run(void **state) {
    (void)state;
    write_file("names", "sk`touch made`\n$(touch made)\n\"; system \"touch made\n'; touch made; '\nwith blank\n-x\n");
    expect("while read -r n; do cp p \"./$n\" && " RUN
           "--platform platform.json --json \"./$n.json\" \"./$n\" && " SWEEP
           "--plot \"./$n.svg\" \"./$n\" && test -s \"./$n.svg\" || { echo \"$n\"; exit 1; }; done < names",
           0, "main.1");
    /* A name that gnuplot would open as a pipe. */
    expect(SWEEP "--plot '|touch made;.svg' ./p && test -s '|touch made;.svg'", 0, NULL);
    expect("mkdir \"t'; touch made; '\" '<touch made' && for t in \"t'; touch made; '\" '<touch made'; do export "
           "TMPDIR=\"$t\"; " SWEEP "--plot t.svg ./p || exit 1; ls -A \"$t\"; done",
           0, NULL);
    assert_null(strstr(out, "bsim-")); /* no file is left in the temporary folder */
    expect("mkdir bin && cp $BIN/bsim $BIN/bsim-pingpong bin && bin/bsim calibrate -o c.json --mpiexec 'touch made;'",
           2, "the measurement failed");
    expect("bin/bsim calibrate -o c.json --mpiexec '$(touch made)'", 2, "$(touch cannot be run");
    expect("ls | grep '^made'", 1, NULL);
    expect("grep -c 'touch made' 'sk`touch made`.svg'", 0, NULL); /* the title is as it is */
}

static void test_what_is_no_file_is_written_to(void **state) {
    (void)state;
    expect("mkfifo fifo && { timeout 20 cat fifo > from-fifo & " RUN
           "-q --platform platform.json --json fifo ./p && wait; } && test "
           "-p fifo && grep bsim-result from-fifo",
           0, NULL);
    expect(RUN "-q --platform platform.json --json /dev/stdout ./p | cat", 0, "\"bsim-result/1\"");
    expect(RUN "-q --platform platform.json --json /dev/null ./p && test -c /dev/null", 0, NULL);
    expect("{ timeout 20 cat fifo > sweep & " SWEEP "--csv fifo ./p && wait; } && test -p fifo && wc -l < sweep", 0,
           "3");
    /* A link stays one, and what it leads to is written. */
    expect("mkdir results && ln -s results/r.json link && " RUN
           "-q --platform platform.json --json link ./p && test -L "
           "link && grep -c bsim-result results/r.json",
           0, "1");
    expect("{ timeout 20 cat fifo & " RUN "-q --platform platform.json --json fifo ./p fails; c=$?; wait; exit $c; }",
           1, "bsim-result");
}

static void test_full_disks_are_errors(void **state) {
    (void)state;
    expect(RUN "--platform platform.json --json /dev/full ./p", 2, "/dev/full: cannot be written: No space left");
    expect(RUN "--platform platform.json ./p > /dev/full", 2, "standard output: cannot be written: No space left");
    expect("$BIN/bsim --help > /dev/full", 2, "No space left");
    expect(SWEEP "--csv /dev/full ./p", 2, "/dev/full: cannot be written: No space left");
    expect("ln -s /dev/full full.svg && " SWEEP "--plot full.svg ./p", 2, "full.svg: cannot be written: No space left");
    /* A file that cannot hold all leaves what was there. */
    expect("echo old > small.json && (ulimit -f 1; trap '' XFSZ; " RUN "-q --platform platform.json --json small.json "
           "./p); echo code $?; cat small.json; ls -A | grep -c '^.bsim-'",
           1, "old\n0\n");
    assert_non_null(strstr(out, "code 2"));
    assert_non_null(strstr(out, "small.json: cannot be written: File too large"));
}

static void test_gnuplot_that_fails_is_an_error(void **state) {
    (void)state;
    expect("mkdir fake && printf '#!/bin/sh\\ncat > /dev/null; exit 3\\n' > fake/gnuplot && chmod +x fake/gnuplot && "
           "echo old > f.svg && PATH=$PWD/fake:$PATH " SWEEP "--plot f.svg ./p",
           2, "f.svg: gnuplot could not draw it (exit code 3)");
    expect("cat f.svg", 0, "old");
    expect("ln -sf /bin/true fake/gnuplot && PATH=$PWD/fake:$PATH " SWEEP "--plot f.svg ./p", 2, "could not draw it");
    expect("PATH=/nowhere " SWEEP "--plot f.svg ./p", 2, "gnuplot is not installed");
}

static void test_inputs_come_through_pipes(void **state) {
    (void)state;
    expect("cat platform.json | " RUN "--platform /dev/stdin ./p", 0, "main.1");
    expect("{ timeout 20 cp models.json fifo & timeout 20 $BIN/bsim run -np 2 --platform platform.json --models fifo "
           "--json piped.json ./p "
           "&& wait; }",
           0, "main.1");
    expect("grep models piped.json", 0, "\"models\": \"fifo\"");
    expect("cat platform.json | $BIN/bsim sweep -np 2 --platform /dev/stdin --vary nodes=2,4,8 ./p", 0,
           "of /dev/stdin, 3 scenarios in 3 runs");
    expect("sed s/latency/latncy/ platform.json | " RUN "--platform /dev/stdin ./p", 2,
           "/dev/stdin:2: $.network.latncy");
    expect(
        "{ echo '{\"schema\": \"bsim-models/1\", \"blocks\": {\"main.1\": 4}}' > fifo & timeout 20 $BIN/bsim run -np 2 "
        "--platform platform.json --models fifo ./p; }",
        2, "fifo:1: $.blocks[\"main.1\"]");
    expect("cat platform.json | " RUN "-np 9 --platform /dev/stdin ./p", 2,
           "/dev/stdin:1: $.nodes: 9 ranks do not fit");
}

static void test_no_name_is_predictable_and_rights_stay(void **state) {
    (void)state;
    expect("umask 027 && rm -f n.json && " RUN "-q --platform platform.json --json n.json ./p && stat -c %a n.json", 0,
           "640");
    expect("chmod 600 n.json && " RUN "-q --platform platform.json --json n.json ./p && stat -c %a n.json", 0, "600");
    expect("mkdir folder.json && " RUN "--platform platform.json --json folder.json ./p", 2,
           "folder.json: cannot be written: Is a directory");
}

/* Names that are no UTF-8 have a place in JSON. */
static void test_names_in_other_codes(void **state) {
    (void)state;
    expect("n=$(printf 'gr\\374n') && cp p ./$n && cp platform.json $n.json && " RUN
           "-q --platform $n.json --json u.json ./$n && " SWEEP "--json s.json ./$n && $BIN/bsim report u.json",
           0, "main.1");
    expect("grep '\"exe\"' u.json s.json | grep -c \"$(printf 'gr\\357\\277\\275n')\"", 0, "2");
}

static void test_samples_that_cannot_be_written_end_the_program(void **state) {
    (void)state;
    write_file("i.c", "#include <bsim/bsim.h>\n"
                      "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"i.c\", 8, 9, 0, 0}};\n"
                      "const int bsim_nblocks = 1;\n"
                      "int main(void) {\n"
                      "    BSIM_Block_begin(0);\n"
                      "    BSIM_Block_end(0);\n"
                      "    return 0;\n"
                      "}\n");
    expect("MPICH_CC=\"${BSIM_CC:-cc}\" mpicc -I$BIN/../include i.c -o i -L$BIN/../lib -lbsim-instrument -lpapi -lm && "
           "BSIM_SAMPLES=s ./i && "
           "grep -c main.1 s.rank0",
           0, "1");
    expect("BSIM_SAMPLES=/nowhere/s ./i", 2, "/nowhere/s.rank0: the samples cannot be written: No such file");
    expect("trap '' XFSZ; ulimit -f 0; BSIM_SAMPLES=s ./i 2> /dev/null", 2, NULL);
    expect("grep -c main.1 s.rank0; ls -A | grep -c '^.bsim-'", 1, "1\n0\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names_are_not_run),
                                       cmocka_unit_test(test_what_is_no_file_is_written_to),
                                       cmocka_unit_test(test_full_disks_are_errors),
                                       cmocka_unit_test(test_gnuplot_that_fails_is_an_error),
                                       cmocka_unit_test(test_inputs_come_through_pipes),
                                       cmocka_unit_test(test_no_name_is_predictable_and_rights_stay),
                                       cmocka_unit_test(test_names_in_other_codes),
                                       cmocka_unit_test(test_samples_that_cannot_be_written_end_the_program)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
