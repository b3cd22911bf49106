/* first_messages.c - the first messages of a rank take longer: hand-derived times of blocking and non-blocking
 * messages, collectives, sizes, nodes, speeds, scenarios and threads; what is refused. A message takes 10 us between
 * nodes and 1 us within one. */
#include "tests/unit/shell.h"

#include <jansson.h>
#include <math.h>

/* What rank 0 or 1 does so many times, after which their clocks are the result. Ranks beyond them do nothing. */
static const char program[] =
    "#include <lmpi/lmpi.h>\n"
    "#include <mpi.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "int main(int argc, char **argv) {\n"
    "    int times = atoi(argv[2]), bytes = atoi(argv[3]), rank, other;\n"
    "    MPI_Request r[2];\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    other = 1 - rank;\n"
    "    for (int i = 0; i < times; i++) {\n"
    "        if (strcmp(argv[1], \"one\") == 0) {\n"
    "            if (rank == 0)\n"
    "                LMPI_Send(NULL, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);\n"
    "            else\n"
    "                LMPI_Recv(NULL, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        } else if (strcmp(argv[1], \"exchange\") == 0) {\n"
    "            LMPI_Irecv(NULL, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &r[0]);\n"
    "            LMPI_Isend(NULL, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &r[1]);\n"
    "            MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
    "        } else if (strcmp(argv[1], \"bcast\") == 0) {\n"
    "            LMPI_Bcast(NULL, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "        } else if (strcmp(argv[1], \"ibcast\") == 0) {\n"
    "            LMPI_Ibcast(NULL, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &r[0]);\n"
    "            MPI_Wait(&r[0], MPI_STATUS_IGNORE);\n"
    "        } else {\n"
    "            MPI_Barrier(MPI_COMM_WORLD);\n"
    "        }\n"
    "    }\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

/* Of 1000 bytes and more three messages take 5 us longer, and the very first one 100 us besides. */
#define FIRST "[{\"from\": 1000, \"count\": 3, \"time\": \"5us\"}, {\"count\": 1, \"time\": \"100us\"}]"

static void platform(const char *name, int cores, const char *network, const char *within, const char *more) {
    char text[2048];
    snprintf(text, sizeof text,
             "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": %d%s,\n"
             "\"network\": {\"model\": \"loggpo\", \"latency\": \"10us\", \"bandwidth\": \"1000GB/s\"%s},\n"
             "\"intra_node\": {\"latency\": \"1us\"%s}}",
             cores, more, network, within);
    write_file(name, text);
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("p.c", program);
    platform("far.json", 1, ", \"first_messages\": " FIRST, "", "");
    platform("near.json", 2, "", ", \"first_messages\": " FIRST, "");
    platform("none.json", 2, ", \"first_messages\": " FIRST, ", \"first_messages\": []", "");
    platform("slow.json", 1, ", \"first_messages\": " FIRST, "", ", \"speed\": 0.5");
    return sh_or_tell("$BIN/bsimcc -O1 p.c -o p");
}

/* Runs, and compares the times of the ranks: the longest, and of all calls what first messages take of it. */
static void takes(const char *what, double us, double first_us) {
    char command[512], path[512];
    snprintf(command, sizeof command, "$BIN/bsim run --json r.json -np 2 --platform %s", what);
    expect(command, 0, NULL);
    snprintf(path, sizeof path, "%s/r.json", folder);
    json_t *root = json_load_file(path, 0, NULL), *site;
    assert_non_null(root);
    double got_us = 1e6 * json_number_value(json_object_get(root, "predicted_time_s")), sum_us = 0;
    size_t i;
    json_array_foreach(json_object_get(root, "sites"), i, site) {
        sum_us += 1e6 * json_number_value(json_object_get(site, "first_s"));
    }
    json_decref(root);
    if (fabs(got_us - us) > 0.02 || fabs(sum_us - first_us) > 1e-6)
        fail_msg("%s: %.9g us instead of %.9g; %.9g of them for first messages instead of %.9g", what, got_us, us,
                 sum_us, first_us);
}

/* A receiver gets message i when its sender has sent it, 10 us later, and when it has ended the one before. */
static void test_blocking(void **state) {
    (void)state;
    takes("far.json ./p one 1 8", 100 + 10 + 100, 200);
    takes("far.json ./p one 2 8", 100 + 10 + 100, 200);
    takes("far.json ./p one 1 1000", 105 + 10 + 105, 210);
    /* rank 1 is ready at 220 us, long after rank 0 has sent the third one and the fourth */
    takes("far.json ./p one 3 1000", 220 + 5 + 5, 230);
    takes("far.json ./p one 9 1000", 220 + 5 + 5, 230);
}

/* Sends and receives are counted apart. */
static void test_both_ways(void **state) {
    (void)state;
    takes("far.json ./p exchange 1 8", 100 + 10 + 100, 400);
    takes("far.json ./p exchange 4 1000", 2 * 105 + 2 * (2 * 5) + 4 * 10, 4 * 115);
}

/* A collective counts as a message sent and one received. */
static void test_collectives(void **state) {
    (void)state;
    takes("far.json ./p barrier 5 0", 200 + 5 * 10, 400);
    takes("far.json ./p bcast 1 1000", 10 + 210, 420);
    takes("far.json ./p ibcast 1 1000", 10 + 210, 420);
}

static void test_nodes_and_speeds(void **state) {
    (void)state;
    takes("near.json ./p one 3 1000", 105 + 1 + 105 + 5 + 5, 230);
    takes("none.json ./p one 3 1000", 1, 0);
    platform("follows.json", 2, ", \"first_messages\": " FIRST, "", "");
    takes("follows.json ./p one 3 1000", 105 + 1 + 105 + 5 + 5, 230);
    takes("slow.json ./p one 3 1000", 210 + 10 + 210 + 10 + 10, 460);
    expect("$BIN/bsim platform show near.json", 0,
           "intra_node.first_messages     3 of 1.000 kB to any size, 5.000 us longer");
    takes("far.json --shards 2 ./p exchange 4 1000", 270, 460);
}

/* Each scenario is a run of its own, and a trace says what the run says. */
static void test_scenarios_and_traces(void **state) {
    (void)state;
    expect("$BIN/bsim sweep -np 2 --platform far.json --vary network.latency=10us,20us --vary speed=1,0.5 --csv s.csv "
           "./p one 3 1000",
           0, "4 scenarios in 1 run");
    expect("cut -d, -f3 s.csv | tail -n 4 | awk '{ printf \"%.0f \", 1e6 * $1 }'", 0, "230 450 240 460 ");
    expect("$BIN/bsim run -np 2 --platform far.json --record t ./p exchange 4 1000", 0, "first messages");
    expect("$BIN/bsim simulate t --platform far.json --json t.json", 0, "first messages");
    takes("far.json ./p exchange 4 1000", 270, 460);
    expect("grep predicted_time_s r.json > a; grep predicted_time_s t.json > b; cmp a b", 0, NULL);
}

static void test_what_is_refused(void **state) {
    (void)state;
    platform("bad.json", 1, ", \"first_messages\": [{\"count\": 1}]", "", "");
    expect("$BIN/bsim run -np 2 --platform bad.json ./p one 1 8", 2, "bad.json:2: $.network.first_messages[0]");
    platform("bad.json", 1, ", \"first_messages\": [{\"count\": 0, \"time\": \"1us\"}]", "", "");
    expect("$BIN/bsim run -np 2 --platform bad.json ./p one 1 8", 2, "first_messages[0].count");
    platform("bad.json", 1, ", \"first_messages\": [{\"count\": 1, \"time\": \"1us\", \"from\": 9, \"up_to\": 8}]", "",
             "");
    expect("$BIN/bsim run -np 2 --platform bad.json ./p one 1 8", 2, "no message is of such a size");
    platform("bad.json", 1, ", \"first_messages\": {\"count\": 1}", "", "");
    expect("$BIN/bsim run -np 2 --platform bad.json ./p one 1 8", 2, "first_messages");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocking),
        cmocka_unit_test(test_both_ways),
        cmocka_unit_test(test_collectives),
        cmocka_unit_test(test_nodes_and_speeds),
        cmocka_unit_test(test_scenarios_and_traces),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
