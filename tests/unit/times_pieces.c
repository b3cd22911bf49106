/* Parameters by the size of a message ("pieces"): times of loggpo that are derived by hand.
 *
 * L = 10 us, G = 1 ns, o_s = 1 us, o_r = 2 us, o' = 0. Up to 1000 bytes: twice the latency, half of the bandwidth, o_s
 * = 3 us. Up to 10000 bytes: detached, and o_r grows by 1 ns with each byte. Longer: rendezvous, with L = 5 us. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

static const char program[] =
    "#include <bsim/bsim.h>\n"
    "#include <lmpi/lmpi.h>\n"
    "#include <mpi.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "int main(int argc, char **argv) {\n"
    "    int bytes = atoi(argv[2]), late = atoi(argv[3]), rank;\n"
    "    MPI_Request r;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    if (rank && late)\n"
    "        BSIM_Add_time(late * 1e-6);\n"
    "    if (rank == 0 && strcmp(argv[1], \"send\") == 0)\n"
    "        LMPI_Send(NULL, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);\n"
    "    else if (rank == 0 && strcmp(argv[1], \"ssend\") == 0)\n"
    "        LMPI_Ssend(NULL, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);\n"
    "    else if (rank == 0 && strcmp(argv[1], \"isend\") == 0) {\n"
    "        LMPI_Isend(NULL, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r);\n"
    "        MPI_Wait(&r, MPI_STATUS_IGNORE);\n"
    "    } else if (strcmp(argv[1], \"exchange\") == 0)\n"
    "        LMPI_Sendrecv(NULL, bytes, MPI_BYTE, !rank, 0, NULL, bytes, MPI_BYTE, !rank, 0, MPI_COMM_WORLD, "
    "MPI_STATUS_IGNORE);\n"
    "    else\n"
    "        LMPI_Recv(NULL, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "    printf(\"rank %d %.4f us\\n\", rank, MPI_Wtime() * 1e6);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

#define PIECES                                                                                                         \
    "[{\"up_to\": 1000, \"latency_factor\": 2, \"bandwidth_factor\": 0.5, \"send_overhead\": \"3us\"},\n"              \
    "{\"up_to\": \"10kB\", \"protocol\": \"detached\", \"recv_overhead_per_byte\": \"1ns\"},\n"                        \
    "{\"protocol\": \"rendezvous\", \"latency\": \"5us\"}]"

static void platform(const char *name, const char *more) {
    char text[2048];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 2,\n"
             "\"network\": {\"model\": \"loggpo\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\", \"send_overhead\": "
             "\"1us\", \"recv_overhead\": \"2us\",\n\"pieces\": " PIECES "},\n\"mapping\": \"cyclic\"%s}",
             more);
    write_file(name, text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    platform("p.json", "");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

/* The ends of both ranks, in microseconds. */
static void ends(const char *platform_file, const char *arguments, double sent, double received) {
    char command[256], want[128];
    snprintf(command, sizeof command, "$BIN/bsim run -q -np 2 --platform %s ./p %s | sort", platform_file, arguments);
    snprintf(want, sizeof want, "rank 0 %.4f us\nrank 1 %.4f us\n", sent, received);
    expect(command, 0, want);
}

/* o_s + G(K-1) + L + o_r = 3 + 500 * 0.002 + 20 + 2. Synchronous: 20 there, 20 back, and the same, of which the sender
 * waits for o_s + G(K-1). 1000
 * bytes are of the first piece, 1001 of the second. */
static void test_first_piece(void **state) {
    (void)state;
    ends("p.json", "send 501 0", 3, 3 + 1 + 20 + 2);
    ends("p.json", "send 501 100", 3, 100 + 2);
    ends("p.json", "ssend 501 0", 44, 40 + 3 + 1 + 20 + 2);
    ends("p.json", "send 1000 0", 3, 3 + 1.998 + 20 + 2);
    ends("p.json", "exchange 501 0", 26, 26);
}

/* The sender is free after o_s = 1. The data leave when the receive is posted too: at 100, if it is late; 5 + 10 later
 * they are there; o_r is 2 + 5.001. */
static void test_detached(void **state) {
    (void)state;
    ends("p.json", "send 5001 0", 1, 1 + 5 + 10 + 2 + 5.001);
    ends("p.json", "send 5001 100", 1, 100 + 5 + 10 + 2 + 5.001);
    ends("p.json", "isend 5001 100", 1, 100 + 5 + 10 + 2 + 5.001);
    ends("p.json", "exchange 5001 0", 1 + 15 + 7.001, 1 + 15 + 7.001);
    ends("p.json", "exchange 5001 100", 101 + 15 + 7.001, 100 + 15 + 7.001);
    ends("p.json", "send 1001 0", 1, 1 + 1 + 10 + 2 + 1.001);
}

/* Request 5, clearance 5, o_s; then 20, where the sender goes on, 5, and o_r. */
static void test_rendezvous(void **state) {
    (void)state;
    ends("p.json", "send 20001 0", 31, 11 + 20 + 5 + 2);
    ends("p.json", "send 20001 100", 126, 106 + 20 + 5 + 2);
}

/* Within a node the network's pieces hold if there are none of its own; an empty list: none. */
static void test_intra_node(void **state) {
    (void)state;
    platform("same.json", ", \"intra_node\": {\"latency\": \"1us\"}, \"comment\": \"both on a node\"");
    platform("none.json", ", \"intra_node\": {\"latency\": \"1us\", \"pieces\": []}");
    expect("sed -i s/cyclic/block/ same.json none.json", 0, NULL);
    ends("same.json", "send 501 0", 3, 3 + 1 + 2 + 2);
    ends("none.json", "send 501 0", 1, 1 + 0.5 + 1 + 2);
}

/* A factor follows a latency that varies; a value of its own does not. */
static void test_sweep(void **state) {
    (void)state;
    expect("$BIN/bsim sweep -np 2 --platform p.json --vary network.latency=10us,20us ./p send 501 0", 0, "46.00 us");
    expect("$BIN/bsim sweep -np 2 --platform p.json --vary network.latency=10us,20us ./p send 20001 0", 0,
           "20.00 us        38.00 us");
}

/* A rule that depends on the latency: with 10 us eager, o_s + 0.5 + L + o_r; with 20 us acknowledged, o_s + 0.5 + L +
 * L. In one run the second would have the first one's protocol. A rule's bandwidth holds over shared links, too: half
 * of it with 20 us is 1 + 1 + 20 + 20. What rules cannot be together with is refused. */
static void test_transport(void **state) {
    (void)state;
    static const char rule[] = "{\"when\": {\"latency_above\": \"15us\"}, \"use\": {\"protocol\": \"acknowledged\"%s}}";
    char text[1024];
    for (int shares = 0; shares < 2; shares++) {
        snprintf(text, sizeof text,
                 "{\"schema\": \"bsim-platform/1\", \"nodes\": 2, \"cores_per_node\": 2, \"mapping\": \"cyclic\",\n"
                 "\"network\": {\"model\": \"loggpo\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\", %s"
                 "\"send_overhead\": \"1us\", \"recv_overhead\": \"2us\", \"transport\": [",
                 shares ? "\"contention\": \"max-min\", " : "");
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, rule, shares ? ", \"bandwidth_factor\": 0.5" : "");
        strcat(text, "]}}");
        write_file(shares ? "shares.json" : "rules.json", text);
    }
    expect("$BIN/bsim sweep -np 2 --platform rules.json --vary network.latency=10us,20us ./p send 501 0", 0,
           "2 scenarios in 2 runs, each apart, since rules of transport depend on the latency");
    assert_non_null(strstr(out, "13.50 us"));
    assert_non_null(strstr(out, "41.50 us"));
    expect("sed 's/10us/20us/' shares.json > far.json; $BIN/bsim run -np 2 --platform far.json ./p send 501 0", 0,
           "42.00 us");
    expect("$BIN/bsim run -q -np 2 --platform rules.json --sensitivities ./p send 501 0", 2, "(transport)");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_piece), cmocka_unit_test(test_detached),
                                       cmocka_unit_test(test_rendezvous),  cmocka_unit_test(test_intra_node),
                                       cmocka_unit_test(test_sweep),       cmocka_unit_test(test_transport)};
    return cmocka_run_group_tests_name("times_pieces", tests, set_up, remove_folder);
}
