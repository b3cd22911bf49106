/* cursors.c - bsim simulate of ranks that wait with and without a stack: the results are those of the runs from which
 * the traces are, and so are the messages of runs that cannot go on. */
#include "tests/unit/shell.h"

/* Messages above 4 kB are sent by rendezvous; with low.json all with data are. */
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"cursors\", \"nodes\": 10, \"cores_per_node\": 4,\n"
    " \"network\": {\"model\": \"loggpo\", \"latency\": \"2us\", \"bandwidth\": \"3GB/s\", \"send_overhead\": "
    "\"500ns\",\n"
    "             \"recv_overhead\": \"400ns\", \"eager_limit\": 4096}}\n";

static void write_program(const char *name, const char *body) {
    char text[8192], path[64];
    snprintf(
        text, sizeof text,
        "#include <bsim/bsim.h>\n#include <mpi.h>\nstatic char b[1 << 20];\n"
        "int main(int argc, char **argv) {\n    int rank, size;\n    MPI_Request r[40];\n    MPI_Init(&argc, &argv);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
        "    int right = (rank + 1) %% size, left = (rank + size - 1) %% size;\n%s\n    MPI_Finalize();\n"
        "    return 0;\n}\n",
        body);
    snprintf(path, sizeof path, "%s.c", name);
    write_file(path, text);
}

/* Ranks that are ahead of others, eager messages and rendezvous, any source, no peer, other communicators, a datatype
 * of the program and requests of all kinds, with collectives between them, in which ranks keep their stacks. */
static const char mixed[] =
    "    MPI_Comm half; MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);\n"
    "    MPI_Datatype wide; MPI_Type_vector(9, 1, 3, MPI_DOUBLE, &wide); MPI_Type_commit(&wide);\n"
    "    int near, n; MPI_Comm_rank(half, &near); MPI_Comm_size(half, &n);\n"
    "    int next = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, last = rank ? rank - 1 : MPI_PROC_NULL;\n"
    "    for (int i = 0; i < 12; i++) {\n"
    "        int bytes = i % 3 ? 8 : 9000;\n"
    "        BSIM_Add_time(1e-6 * (rank % 5));\n"
    "        for (int k = 0; rank == 0 && k < 30; k++) MPI_Send(b, 8, MPI_BYTE, 1, k, MPI_COMM_WORLD);\n"
    "        for (int k = 29; rank == 1 && k >= 0; k--)\n"
    "            MPI_Recv(b, 8, MPI_BYTE, 0, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        MPI_Sendrecv(b, bytes, MPI_BYTE, right, 1, b, bytes, MPI_BYTE, left, 1, MPI_COMM_WORLD, "
    "MPI_STATUS_IGNORE);\n"
    "        MPI_Sendrecv(b, 2, wide, next, 2, b, 2, wide, last, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        MPI_Recv(b, bytes, MPI_BYTE, last, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        MPI_Send(b, bytes, MPI_BYTE, next, 3, MPI_COMM_WORLD);\n"
    "        MPI_Irecv(b, bytes, MPI_BYTE, MPI_ANY_SOURCE, 4, half, &r[0]);\n"
    "        MPI_Isend(b, bytes, MPI_BYTE, (near + 1) % n, 4, half, &r[1]);\n"
    "        MPI_Issend(b, 1, wide, left, 5, MPI_COMM_WORLD, &r[2]);\n"
    "        MPI_Irecv(b, 1, wide, right, 5, MPI_COMM_WORLD, &r[3]);\n"
    "        MPI_Wait(&r[3], MPI_STATUS_IGNORE); MPI_Waitall(3, r, MPI_STATUSES_IGNORE);\n"
    "        for (int k = 0; k < 20; k++) MPI_Irecv(b, 64, MPI_BYTE, left, k, MPI_COMM_WORLD, &r[k]);\n"
    "        for (int k = 0; k < 20; k++) MPI_Isend(b, 64, MPI_BYTE, right, k, MPI_COMM_WORLD, &r[20 + k]);\n"
    "        MPI_Waitall(40, r, MPI_STATUSES_IGNORE);\n"
    "        if (i % 4 == 1) MPI_Allreduce(MPI_IN_PLACE, b, 4, MPI_INT, MPI_SUM, half);\n"
    "        if (rank % 2) MPI_Ssend(b, 4, MPI_INT, left, 6, MPI_COMM_WORLD);\n"
    "        else MPI_Recv(b, 4, MPI_INT, right, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "        if (i % 5 == 2) MPI_Barrier(MPI_COMM_WORLD);\n    }\n"
    "    MPI_Comm_free(&half); MPI_Type_free(&wide);";

/* The part of a result that depends on calls and times: not the program and the host. */
static const char same[] = "import json, sys\n"
                           "def read(name):\n"
                           "    r = json.load(open(name))\n"
                           "    for key in ('exe', 'host', 'provenance'): del r[key]\n"
                           "    for site in r['sites']: del site['file'], site['function']\n"
                           "    r['sites'].sort(key=lambda site: (site['line'], site['call']))  # ties go by address\n"
                           "    return r\n"
                           "a, b = map(read, sys.argv[1:])\n"
                           "for key in a.keys() | b.keys():\n"
                           "    assert a.get(key) == b.get(key), (key, a.get(key), b.get(key))\n"
                           "assert a['ranks'] == 40 and a['predicted_time_s'] > 1e-4\n";

static void test_same_results(void **state) {
    (void)state;
    write_program("mixed", mixed);
    expect("$BIN/bsimcc -w -g -O1 mixed.c -o mixed.sim", 0, NULL);
    expect("$BIN/bsim run -np 40 --platform platform.json -q --record mixed.trace --json a.json ./mixed.sim", 0, NULL);
    for (int shards = 1; shards <= 3; shards++) {
        char command[256];
        snprintf(command, sizeof command,
                 "$BIN/bsim simulate mixed.trace --platform platform.json -q --shards %d --json b.json && "
                 "python3 same.py a.json b.json",
                 shards);
        expect(command, 0, NULL);
    }
    /* All sends wait for their receives, where the program allows that. */
    expect("$BIN/bsim run -np 40 --platform links.json -q --json a.json ./mixed.sim &&"
           "$BIN/bsim simulate mixed.trace --platform links.json -q --json b.json && python3 same.py a.json b.json",
           0, NULL);
    /* Messages that take longer the farther they go, and those that the receiver pays. */
    for (int i = 0; i < 2; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "$BIN/bsim run -np 40 --platform %s -q --json a.json ./mixed.sim && "
                 "$BIN/bsim simulate mixed.trace --platform %s -q --json b.json && python3 same.py a.json b.json",
                 i ? "simple.json" : "torus.json", i ? "simple.json" : "torus.json");
        expect(command, 0, NULL);
    }
    /* What looks at each call gets the same of all, but that receives of any source have the recorded one. */
    expect(
        "$BIN/bsim run -np 40 --platform platform.json -q --comm-trace run ./mixed.sim &&"
        "$BIN/bsim simulate mixed.trace --platform platform.json -q --comm-trace simulated && test $(ls run | wc -l) "
        "-ge 40 && sed -i 's/^\\(MPI_Irecv.\\)[^\\t]*\\(.4.\\)/\\1any\\2/' run/* simulated/* && diff -r run simulated",
        0, NULL);
    expect("$BIN/bsim simulate mixed.trace --platform platform.json -q --record again.trace && "
           "$BIN/bsim trace diff mixed.trace again.trace",
           0, "equal: 40 ranks make the same calls in both");
}

/* Programs that need eager messages, on a platform that has none. */
static void test_deadlocks(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "    MPI_Send(b, 9, MPI_BYTE, right, 7, MPI_COMM_WORLD);\n"
        "    MPI_Recv(b, 9, MPI_BYTE, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
        "    MPI_Isend(b, 9, MPI_BYTE, right, 7, MPI_COMM_WORLD, r);\n    MPI_Wait(r, MPI_STATUS_IGNORE);\n"
        "    MPI_Recv(b, 9, MPI_BYTE, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
        "    if (rank) MPI_Recv(b, 9, MPI_BYTE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
        "    else for (int i = 1; i < size; i++) MPI_Send(b, 9, MPI_BYTE, i, 7, MPI_COMM_WORLD);\n"
        "    if (!rank) MPI_Barrier(MPI_COMM_WORLD); MPI_Send(b, 9, MPI_BYTE, right, 7, MPI_COMM_WORLD);\n"
        "    if (rank) MPI_Barrier(MPI_COMM_WORLD);\n"
        "    MPI_Recv(b, 9, MPI_BYTE, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"};
    static const char *const told[] = {"MPI_Send with rank 1, tag 7, communicator MPI_COMM_WORLD, unsafe.c:10",
                                       "MPI_Wait for MPI_Isend to rank 1, tag 7 (unsafe.c:10), unsafe.c:11",
                                       "MPI_Barrier"};
    for (int i = 0; i < 3; i++) {
        write_program("unsafe", bodies[i]);
        expect(
            "$BIN/bsimcc -w -g -O1 unsafe.c -o unsafe.sim && $BIN/bsim run -np 5 --platform platform.json -q --record "
            "unsafe.trace ./unsafe.sim",
            0, NULL);
        expect("$BIN/bsim run -np 5 --platform low.json -q ./unsafe.sim 2>a", 3, NULL);
        expect("$BIN/bsim simulate unsafe.trace --platform low.json -q 2>b; code=$?; diff a b && cat b; exit $code", 3,
               told[i]);
    }
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return -1;
    write_file("platform.json", platform);
    write_file("same.py", same);
    return sh_or_tell(
        "sed 's/\"eager_limit\": 4096/\"eager_limit\": 0/' platform.json >low.json && sed "
        "'s/\"eager_limit\"/\"contention\": \"max-min\", \"eager_limit\"/' platform.json >links.json && sed "
        "'s/\"eager_limit\"/\"topology\": {\"kind\": \"torus\", \"dims\": [5, 2]}, \"hop_latency\": \"70ns\", "
        "\"eager_limit\"/' "
        "platform.json >torus.json && sed -E "
        "'s/loggpo/simple/; s/\"(send|recv)_overhead\": \"[0-9]*ns\",//g' platform.json >simple.json");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_results), cmocka_unit_test(test_deadlocks)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
