/* trace_transform.c - bsim trace transform: Mendes' formulas, against times that are worked out by hand.
 *
 * Machine one: latency 10 us, 1 GB/s, sends 2 us, receives 1 us. Machine two calculates twice as fast; latency 20 us, 2
 * GB/s, sends 5 us, receives 3 us. For 1,001 bytes f is 2 us on one and 5 us on two. On two the message is received
 * after 5 + 20 + 0.5 + 3 = 28.5 us, so g is 23.5 us. K is 1/2. */
#include "tests/unit/shell.h"

static const char one[] = "{\"schema\": \"bsim-platform/1\", \"name\": \"one\", \"nodes\": 2, \"cores_per_node\": 1,\n"
                          " \"network\": {\"model\": \"loggpo\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\",\n"
                          "  \"send_overhead\": \"2us\", \"recv_overhead\": \"1us\"}}";
static const char two[] = "{\"schema\": \"bsim-platform/1\", \"name\": \"two\", \"nodes\": 2, \"cores_per_node\": 1,\n"
                          " \"speed\": 2, \"network\": {\"model\": \"loggpo\", \"latency\": \"20us\",\n"
                          "  \"bandwidth\": \"2GB/s\", \"send_overhead\": \"5us\", \"recv_overhead\": \"3us\"}}";
static const char simple[] = "{\"schema\": \"bsim-platform/1\", \"name\": \"s\", \"nodes\": 2, \"cores_per_node\": 1,\n"
                             " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

static const char program[] =
    "#include <bsim/bsim.h>\n#include <lmpi/lmpi.h>\n#include <mpi.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "static char buffer[10000];\n"
    "int main(int argc, char **argv) {\n"
    "    int rank; MPI_Request r[2]; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    if (strcmp(argv[1], \"both\") == 0 && rank == 0) {\n"
    "        MPI_Irecv(buffer, 5000, MPI_BYTE, 1, 4, MPI_COMM_WORLD, &r[0]);\n"
    "        MPI_Isend(buffer, 1001, MPI_BYTE, 1, 3, MPI_COMM_WORLD, &r[1]);\n"
    "        BSIM_Add_time(1e-5); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
    "    } else if (rank == 0) { BSIM_Add_time(5e-6);\n"
    "        MPI_Send(buffer, 1001, MPI_BYTE, 1, 3, MPI_COMM_WORLD); /* line 14 */\n"
    "    } else { BSIM_Add_time(1e-6 * atoi(argv[1]));\n"
    "        MPI_Recv(buffer, 5000, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        if (strcmp(argv[1], \"both\") == 0) MPI_Send(buffer, 1001, MPI_BYTE, 0, 4, MPI_COMM_WORLD);\n"
    "    }\n    if (argc > 2) MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Finalize();\n    return 0;\n}\n";

static void record(const char *arguments) {
    char command[256];
    snprintf(command, sizeof command, "$BIN/bsim run -np 2 --platform one.json -q --record m.trace ./m %s", arguments);
    expect(command, 0, NULL);
}

#define TRANSFORM "$BIN/bsim trace transform m.trace --from one.json --to two.json "

/* Rank 0 sends from 5/2 us on, 5/2 of 2 us. Rank 1 receives from 1/2 us on: 24 us; from 50 us on: 73.5 us. */
static void test_blocking(void **state) {
    (void)state;
    record("1");
    expect(TRANSFORM "-o t.trace", 0, "m: 2 ranks, 19.00 us; transformed 24.00 us");
    expect("$BIN/bsim trace info t.trace", 0,
           "calculation (virtual clock): 1.5e-06 s a rank in the mean, 5e-07 s to 2.5e-06 s");
    expect("$BIN/bsim trace info t.trace", 0, "MPI_Recv                              1           5000   2.35e-05 s");
    expect("$BIN/bsim trace info t.trace", 0, "MPI_Send                              1           1001      5e-06 s");
    record("100");
    expect(TRANSFORM, 0, "101.0 us; transformed 73.50 us");
}

/* A message does not arrive before it is sent: with 400 us of calculation rank 0 sends until 205 us, which is later
 * than 1/2 + 23.5 us. */
static void test_late_send(void **state) {
    (void)state;
    record("1");
    write_file("r.json", "{\"schema\": \"bsim-ratios/1\", \"sites\": {\"m.c:14\": 40}}");
    expect(TRANSFORM "--ratios r.json", 0, "transformed 205.0 us");
    write_file("r.json", "{\"schema\": \"bsim-ratios/1\", \"ratio\": 1, \"sites\": {\"m.c:14\": 0.1}}");
    expect(TRANSFORM "--ratios r.json", 0, "transformed 24.50 us");
    write_file("r.json", "{\"schema\": \"bsim-ratios/1\",\n \"sites\": {\"m.c:999\": 0.1}}");
    expect(TRANSFORM "--ratios r.json", 2, "r.json:2: $.sites");
    write_file("r.json", "{\"schema\": \"bsim-ratios/1\", \"ratio\": -1}");
    expect(TRANSFORM "--ratios r.json", 2, "r.json:1: $.ratio");
}

/* Rank 0 sends until 5 us, calculates until 10 us, and waits for what rank 1, which receives until 23.5 us, sends until
 * 28.5 us: until 10 + 23.5 us. */
static void test_non_blocking(void **state) {
    (void)state;
    record("both");
    expect(TRANSFORM, 0, "28.00 us; transformed 33.50 us");
}

static void test_refused(void **state) {
    (void)state;
    record("1 x");
    expect(TRANSFORM "-o no.trace; test ! -e no.trace", 0,
           "cannot be transformed: MPI_Barrier of rank 0 at m.c:19 is a collective, for which there is no formula");
    record("1");
    expect("$BIN/bsim trace transform m.trace --from simple.json --to two.json", 2,
           "a send of 1001 bytes takes no time on the machine of --from");
    expect("$BIN/bsim trace transform m.trace --from simple.json --to simple.json", 0, "transformed");
    expect("$BIN/bsim trace transform m.trace --from one.json", 2, "needs --from P1 and --to P2");
    expect("mkdir other; " TRANSFORM "-o other", 2, "other: is there and is no trace");
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return -1;
    write_file("one.json", one);
    write_file("two.json", two);
    write_file("simple.json", simple);
    write_file("m.c", program);
    return sh_or_tell("$BIN/bsimcc -w -g -O1 m.c -o m");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocking), cmocka_unit_test(test_late_send),
                                       cmocka_unit_test(test_non_blocking), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
