/* trace_formats.c - bsim trace export and import: the formats of other tools, and what comes back of them. */
#include "tests/unit/shell.h"

#define PLATFORM "--platform platform.json "

/* Latency 10 us, 1 GB/s; sends cost nothing, and nothing is shared. */
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 8, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

/* Records a run of the program's part WHAT on N ranks: NAME.trace. */
static void record(const char *name, int n, const char *what) {
    char command[512];
    snprintf(command, sizeof command, "$BIN/bsim run -np %d " PLATFORM "-q --record %s.trace ./parts %s", n, name,
             what);
    expect(command, 0, NULL);
}

/* The predicted times of two traces are equal, to the last bit. */
static void expect_same_time(const char *a, const char *b) {
    char command[512];
    snprintf(command, sizeof command,
             "$BIN/bsim simulate %s " PLATFORM "-q --json a.json && $BIN/bsim simulate %s " PLATFORM
             "-q --json b.json && grep predicted_time_s a.json >a; grep predicted_time_s b.json | diff a -",
             a, b);
    expect(command, 0, NULL);
}

/* The parts of one program for simulated ranks. ring: blocking and non-blocking messages, persistent requests, another
 * communicator. coll: collectives, with "more" all that have no lists of counts, with "lists" also those. */
static const char program[] =
    "#include <bsim/bsim.h>\n#include <lmpi/lmpi.h>\n#include <mpi.h>\n#include <string.h>\n"
    "static char buffer[1000000];\n"
    "static void ring(int rank, int size) {\n"
    "    MPI_Request r[3]; MPI_Comm turned; int right = (rank + 1) % size, left = (rank + size - 1) % size;\n"
    "    BSIM_Add_time(1e-6 * (rank + 1));\n"
    "    MPI_Irecv(buffer, 900, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &r[0]);\n"
    "    MPI_Isend(buffer, 700, MPI_INT, right, 1, MPI_COMM_WORLD, &r[1]);\n"
    "    BSIM_Add_time(7e-6); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
    "    MPI_Sendrecv(buffer, 10 * rank, MPI_BYTE, left, 2, buffer, 100, MPI_BYTE, right, 2, MPI_COMM_WORLD,\n"
    "                 MPI_STATUS_IGNORE);\n"
    "    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);\n"
    "    MPI_Recv_init(buffer, 50, MPI_BYTE, rank, 1, turned, &r[0]);\n"
    "    for (int i = 0; i < 3; i++) {\n"
    "        MPI_Start(&r[0]); MPI_Send(buffer, 40 + i, MPI_BYTE, rank, 1, turned);\n"
    "        BSIM_Add_time(2e-6); MPI_Wait(&r[0], MPI_STATUS_IGNORE);\n"
    "    }\n"
    "    MPI_Request_free(&r[0]); MPI_Comm_free(&turned);\n"
    "}\nstatic void plain(int rank, int size) {\n"
    "    MPI_Request r[2]; int right = (rank + 1) % size, left = (rank + size - 1) % size;\n"
    "    BSIM_Add_time(1e-6 * (rank + 1));\n"
    "    MPI_Irecv(buffer, 900, MPI_INT, left, 1, MPI_COMM_WORLD, &r[0]);\n"
    "    MPI_Isend(buffer, 700, MPI_INT, right, 1, MPI_COMM_WORLD, &r[1]);\n"
    "    BSIM_Add_time(7e-6); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
    "    if (rank == 0) MPI_Send(buffer, 500, MPI_INT, 3, 4, MPI_COMM_WORLD);\n"
    "    if (rank == 3) MPI_Recv(buffer, 500, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "    BSIM_Add_time(2e-6);\n"
    "}\nstatic void idle(int rank, int size) {\n"
    "    MPI_Request r[2]; int right = (rank + 1) % size, left = (rank + size - 1) % size;\n"
    "    MPI_Send_init(buffer, 40, MPI_BYTE, right, 1, MPI_COMM_WORLD, &r[0]);\n"
    "    MPI_Recv_init(buffer + 50, 100, MPI_BYTE, left, 1, MPI_COMM_WORLD, &r[1]);\n"
    "    for (int i = 0; i < 3; i++) { MPI_Waitall(2, r, MPI_STATUSES_IGNORE); MPI_Startall(2, r); }\n"
    "    MPI_Waitall(2, r, MPI_STATUSES_IGNORE); MPI_Request_free(&r[0]); MPI_Request_free(&r[1]);\n"
    "}\nstatic void two(int rank, int size) {\n"
    "    if (rank == 0) { BSIM_Add_time(5e-6); MPI_Send(buffer, 4000, MPI_BYTE, 1, 3, MPI_COMM_WORLD); }\n"
    "    else MPI_Recv(buffer, 9000, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "    MPI_Exscan(buffer, buffer + 9, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
    "}\nstatic void shift(int rank, int size) {\n"
    "    MPI_Request r[2]; int right = (rank + 1) % size, left = (rank + size - 1) % size;\n"
    "    BSIM_Add_time(1e-6 * (rank + 1));\n"
    "    for (int i = 0; i < 3; i++) {\n"
    "        MPI_Irecv(buffer, 900, MPI_INT, left, 1, MPI_COMM_WORLD, &r[0]);\n"
    "        MPI_Isend(buffer, 900, MPI_INT, right, 1, MPI_COMM_WORLD, &r[1]);\n"
    "        BSIM_Add_time(7e-6); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
    "    }\n"
    "    if (rank == 0) MPI_Send(buffer, 500, MPI_INT, 3, 4, MPI_COMM_WORLD);\n"
    "    if (rank == 3) MPI_Recv(buffer, 500, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "}\nstatic void coll(int rank, int more, int with_lists, int to_all) {\n"
    "    int own[8], all[8] = {1, 2, 3, 4, 5, 6, 7, 8}, zero[8] = {0}; MPI_Request r[2]; MPI_Comm half;\n"
    "    for (int i = 0; i < 8; i++) own[i] = rank + 1;\n"
    "    BSIM_Add_time(3e-6 * rank); MPI_Barrier(MPI_COMM_WORLD);\n"
    "    MPI_Bcast(buffer, 500, MPI_INT, 1, MPI_COMM_WORLD);\n"
    "    MPI_Reduce(buffer, buffer + 5000, 60, MPI_DOUBLE, MPI_SUM, 2, MPI_COMM_WORLD);\n"
    "    MPI_Allreduce(MPI_IN_PLACE, buffer, 32, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);\n"
    "    MPI_Gather(buffer, 7, MPI_BYTE, buffer + 5000, 7, MPI_BYTE, 1, MPI_COMM_WORLD);\n"
    "    MPI_Scatter(buffer, 9, MPI_BYTE, buffer + 5000, 9, MPI_BYTE, 2, MPI_COMM_WORLD);\n"
    "    MPI_Allgather(buffer, 11, MPI_BYTE, buffer + 5000, 11, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    MPI_Alltoall(buffer, 13, MPI_BYTE, buffer + 5000, 13, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    if (more) {\n"
    "    MPI_Scan(buffer, buffer + 5000, 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
    "    MPI_Exscan(buffer, buffer + 5000, 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
    "    MPI_Reduce_scatter_block(buffer, buffer + 5000, 6, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
    "    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);\n"
    "    MPI_Iallreduce(buffer, buffer + 5000, 8, MPI_INT, MPI_SUM, half, &r[0]);\n"
    "    MPI_Ibcast(buffer + 9000, 100, MPI_BYTE, 0, MPI_COMM_WORLD, &r[1]);\n"
    "    BSIM_Add_time(4e-6); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
    "    }\n    if (with_lists) {\n"
    "    MPI_Gatherv(buffer, rank + 1, MPI_BYTE, buffer + 5000, all, zero, MPI_BYTE, 1, MPI_COMM_WORLD);\n"
    "    MPI_Scatterv(buffer, all, zero, MPI_BYTE, buffer + 5000, rank + 1, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "    MPI_Allgatherv(buffer, rank + 1, MPI_BYTE, buffer + 5000, all, zero, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    for (int i = 0; i < 8; i++) all[i] = i % 3 * 50;\n" /* also nothing */
    "    MPI_Gatherv(buffer, all[rank], MPI_BYTE, buffer + 5000, all, zero, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "    MPI_Scatterv(buffer, all, zero, MPI_BYTE, buffer + 5000, all[rank], MPI_BYTE, 0, MPI_COMM_WORLD);\n"
    "    MPI_Allgatherv(buffer, all[rank], MPI_BYTE, buffer + 5000, all, zero, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    for (int i = 0; i < 8; i++) all[i] = i + 1;\n"
    "    if (to_all) MPI_Alltoallv(buffer, all, zero, MPI_BYTE, buffer + 5000, own, zero, MPI_BYTE, MPI_COMM_WORLD);\n"
    "    MPI_Reduce_scatter(buffer, buffer + 5000, all, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
    "    }\n}\n"
    "int main(int argc, char **argv) {\n    int rank, size; MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
    "    if (strcmp(argv[1], \"barrier\") == 0) MPI_Barrier(MPI_COMM_WORLD);\n"
    "    if (strcmp(argv[1], \"ring\") == 0) ring(rank, size);\n    if (strcmp(argv[1], \"plain\") == 0) plain(rank, "
    "size);\n"
    "    if (strcmp(argv[1], \"idle\") == 0) idle(rank, size);\n"
    "    if (strcmp(argv[1], \"two\") == 0) two(rank, size);\n    if (strcmp(argv[1], \"shift\") == 0) shift(rank, "
    "size);\n"
    "    if (strcmp(argv[1], \"coll\") == 0)\n"
    "        coll(rank, argc > 2 && argv[2][0] == 'm', argc > 2 && argv[argc - 1][0] != 'm', argv[argc - 1][0] == "
    "'l');\n"
    "    MPI_Finalize();\n    return 0;\n}\n";

/* A schedule of messages alone takes as long in LogGOPSim's terms as here. */
static void test_goal_messages(void **state) {
    (void)state;
    record("ring", 4, "ring");
    record("plain", 4, "plain");
    expect("$BIN/bsim trace export --to goal ring.trace -o ring.goal && grep -c ': send' ring.goal", 0, "20");
    /* Rank 3 sends at 4 us, rank 0 has that at 4 + 10 + 2.8 = 16.8 us, rank 3 has what rank 0 sends then at 28.8 us,
     * and ends at 30.8 us. */
    expect("$BIN/bsim trace export --to goal plain.trace -o plain.goal && python3 $HERE/tests/unit/goal.py 10000 1 "
           "plain.goal ring.goal",
           0, "30800\n");
    expect("$BIN/bsim simulate plain.trace " PLATFORM "| head -3", 0, "30.80 us");
    /* Tags of other communicators are none of MPI_COMM_WORLD's. */
    /* A receive has the bytes of its message, whatever its buffer has room for. */
    record("two", 2, "two");
    expect("$BIN/bsim trace export --to goal two.trace -o two.goal && grep -c 'recv 4000b from 0 tag 3' two.goal", 0,
           "1\n");
    expect("grep -o 'send [0-9]*b' ring.goal | sort | sed s/send// >a; grep -o 'recv [0-9]*b' ring.goal | sort |"
           "sed s/recv// | diff a -",
           0, NULL);
    /* Waits for persistent requests before they are started. */
    record("idle", 2, "idle");
    for (int i = 0; i < 3; i++) {
        const char *const formats[] = {"goal", "paraver", "ti"};
        char command[256];
        snprintf(command, sizeof command, "$BIN/bsim trace export --to %s idle.trace -o idle.%s", formats[i],
                 formats[i]);
        expect(command, 0, NULL);
    }
    expect("grep -c 'recv 40b' idle.goal", 0, "6\n");
    expect("sort -u ring.goal | grep -c 'send 4[012]b to . tag 1073741824'", 0, "12");
}

/* Every collective: all messages have both sides, and nothing waits for ever. A barrier of four ranks is two rounds. */
static void test_goal_collectives(void **state) {
    (void)state;
    record("barrier", 4, "barrier");
    record("c3", 3, "coll more lists");
    record("c4", 4, "coll more lists");
    record("c7", 7, "coll more lists");
    expect(
        "for c in barrier c3 c4 c7; do $BIN/bsim trace export --to goal $c.trace -o $c.goal || exit 1; done; python3 "
        "$HERE/tests/unit/goal.py 1000 0 barrier.goal c3.goal c4.goal c7.goal",
        0, "2000\n");
    expect("$BIN/bsim trace export --to goal no.trace -o b.goal", 2, "no.trace");
}

/* The states, events and the message of two ranks, by hand: rank 0 calculates 5 us, then sends 4,000 bytes, which are
 * there at 19 us. */
static void test_paraver(void **state) {
    (void)state;
    record("two", 2, "two");
    expect("$BIN/bsim trace export --to paraver two.trace -o p.prv && cat p.prv", 0,
           "_ns:1(2):1:2(1:1,1:1),3\nc:1:1:2:1:2\nc:1:2:1:1\nc:1:3:1:2\n");
    expect("grep -c '^1:1:1:1:1:0:5000:1$' p.prv && grep -c '^2:1:1:1:1:5000:50000001:1$' p.prv &&"
           "grep -c '^1:2:1:2:1:0:19000:3$' p.prv && grep -c '^2:2:1:2:1:0:50000001:2$' p.prv &&"
           "grep -c '^2:2:1:2:1:19000:50000001:0$' p.prv &&"
           "grep -c '^3:1:1:1:1:5000:5000:2:1:2:1:0:19000:4000:3$' p.prv",
           0, NULL);
    /* In the order of their times; every value has a name. */
    expect("python3 -c '\n"
           "r = [l.strip().split(\":\") for l in open(\"p.prv\") if l[0] in \"123\"]\n"
           "t = [int(x[5]) for x in r]\n"
           "assert t == sorted(t) and len(r) > 8, t\n"
           "pcf = open(\"p.pcf\").read()\n"
           "for x in r:\n"
           "    if x[0] == \"2\" and x[7] != \"0\":\n"
           "        part = pcf.split(\"9    \" + x[6])[1].split(\"EVENT_TYPE\")[0]\n"
           "        assert \"\\n\" + x[7] + \"    MPI_\" in part, x\n"
           "assert \"    MPI_Exscan\" in pcf and open(\"p.row\").read().startswith(\"LEVEL CPU SIZE 2\")'",
           0, NULL);
    expect("$BIN/bsim trace export --to paraver two.trace -o no/p.prv", 2, "no/p.");
}

/* What goes into an archive comes out by the library's own tool, and by bsim. */
static void test_otf2(void **state) {
    (void)state;
    record("ring", 4, "ring");
    expect(
        "$BIN/bsim trace export --to otf2 ring.trace -o ring.otf2 && otf2-print ring.otf2/traces.otf2 >printed && cat "
        "printed",
        0, "MPI_ISEND");
    expect("grep -c MPI_ISEND_COMPLETE printed && grep -c '^MPI_IRECV ' printed && grep -c '^MPI_SEND ' printed && "
           "grep -c "
           "'^MPI_RECV ' printed && grep -c COMM_CREATE printed",
           0, "4\n16\n16\n4\n4\n");
    /* Rank 3 starts its send at 4 us; the receive that has room for 3,600 bytes got 2,800. */
    expect("grep '^MPI_ISEND ' printed", 0,
           "4000  Receiver: 0 (\"MPI rank 0\" <0>), Communicator: \"MPI_COMM_WORLD\" <0>, "
           "Tag: 1, Length: 2800");
    expect("grep '^MPI_IRECV ' printed | grep -c 'Length: 2800'", 0, "4");
    expect("$BIN/bsim trace import --from otf2 ring.otf2/traces.otf2 -o back.trace", 0, NULL);
    expect_same_time("ring.trace", "back.trace");
    record("some", 4, "coll more");
    expect("$BIN/bsim trace export --to otf2 some.trace -o some.otf2", 0, NULL);
    expect("$BIN/bsim trace import --from otf2 some.otf2/traces.otf2 -o back.trace", 0, NULL);
    expect_same_time("some.trace", "back.trace");
    /* Counts for each rank come from the sums of all ranks, but for MPI_Alltoallv. */
    record("counts", 4, "coll counts");
    expect("$BIN/bsim trace export --to otf2 counts.trace -o counts.otf2 && $BIN/bsim trace import --from otf2 "
           "counts.otf2/traces.otf2 -o back.trace",
           0, NULL);
    expect_same_time("counts.trace", "back.trace");
    expect("$BIN/bsim trace diff counts.trace back.trace | grep -c counts", 1, "0");
    /* A rank without data sends no bytes. The mode of a persistent request is lost, and that is told. */
    write_file("none.c", "#include <mpi.h>\n"
                         "static char a[400], b[400];\n"
                         "int main(int argc, char **argv) {\n"
                         "    int rank, counts[] = {0, 125, 250, 0}, places[] = {0, 0, 125, 375};\n"
                         "    MPI_Request r;\n"
                         "    MPI_Init(&argc, &argv);\n"
                         "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                         "    MPI_Allgatherv(a, counts[rank], MPI_BYTE, b, counts, places, MPI_BYTE, "
                         "MPI_COMM_WORLD);\n"
                         "    if (rank == 0) {\n"
                         "        MPI_Ssend_init(a, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r);\n"
                         "        MPI_Start(&r);\n"
                         "        MPI_Wait(&r, MPI_STATUS_IGNORE);\n"
                         "        MPI_Request_free(&r);\n"
                         "    } else if (rank == 1) {\n"
                         "        MPI_Recv(b, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                         "    }\n"
                         "    MPI_Finalize();\n"
                         "    return 0;\n"
                         "}\n");
    expect("$BIN/bsimcc -O1 none.c -o none && $BIN/bsim run -q -np 4 " PLATFORM
           "--record none.trace ./none && $BIN/bsim trace export "
           "--to otf2 none.trace -o none.otf2",
           0, "the messages of 1 requests of MPI_Ssend_init and MPI_Psend_init are synchronous");
    expect("otf2-print none.otf2/traces.otf2 | grep -c 'ALLGATHERV.*Sent: 0, Received: 375'", 0, "2\n");
    record("lists", 4, "coll lists");
    expect("$BIN/bsim trace export --to otf2 lists.trace -o lists.otf2 && otf2-print lists.otf2/traces.otf2", 0,
           "ALLTOALLV");
    expect("rm -r back.trace; $BIN/bsim trace import --from otf2 lists.otf2/traces.otf2 -o back.trace; echo $?; ls", 0,
           "traces.otf2: MPI_Alltoallv of rank 0 has counts for each rank, which OTF2 does not tell\n2\n");
    assert_null(strstr(out, "back.trace"));
    /* Definitions stand in the order of their numbers. */
    write_file("windows.c", "#include <mpi.h>\nint main(int argc, char **argv) {\n    int a[9] = {0};\n"
                            "    MPI_Win w[6];\n    MPI_Init(&argc, &argv);\n    for (int i = 0; i < 6; i++)\n"
                            "        MPI_Win_create(a, 36, 4, MPI_INFO_NULL, i % 2 ? MPI_COMM_SELF : MPI_COMM_WORLD, "
                            "w + i);\n    for (int i = 0; i < 6; i++)\n        MPI_Win_free(w + i);\n"
                            "    MPI_Finalize();\n    return 0;\n}\n");
    expect(
        "$BIN/bsimcc windows.c -o windows.sim && $BIN/bsim run -np 2 " PLATFORM
        "-q --record windows.trace ./windows.sim && $BIN/bsim trace export --to otf2 windows.trace -o windows.otf2 "
        "&& otf2-print -G windows.otf2/traces.otf2 2>&1 | sed -n 's/^RMA_WIN *\\([0-9]\\).*/\\1/p; /out of order/p' | "
        "tr '\\n' ' '",
        0, "0 1 2 3 4 5 6 7 8 ");
    expect("$BIN/bsim trace export --to otf2 ring.trace -o ring.otf2", 2, "ring.otf2: is there");
    expect("echo no >bad.otf2; $BIN/bsim trace import --from otf2 bad.otf2 -o back.trace", 2,
           "bad.otf2: is no anchor file of OTF2");
}

/* Writes an archive as a measurement system does: a clock of 1 MHz that begins late, regions of the program around
 * those of MPI, threads that do not communicate, and communicators whose making has no events: the ranks turned, and
 * self. */
static const char writer[] =
    "#include <otf2/otf2.h>\n"
    "static OTF2_FlushType flush(void *a, OTF2_FileType b, OTF2_LocationRef c, void *d, bool e) { return OTF2_FLUSH; "
    "}\n"
    "enum { MAIN, INIT, SEND, RECV, ALLREDUCE, FINALIZE, REGIONS };\n"
    "enum { START = 1000000 };\n"
    "static OTF2_EvtWriter *w;\n"
    "static void enter(int time, int region) { OTF2_EvtWriter_Enter(w, NULL, START + time, region); }\n"
    "static void leave(int time, int region) { OTF2_EvtWriter_Leave(w, NULL, START + time, region); }\n"
    "static void collective(int time, int op, int bytes) {\n"
    "    OTF2_EvtWriter_MpiCollectiveEnd(w, NULL, START + time, op, 0, OTF2_COLLECTIVE_ROOT_NONE, bytes, bytes);\n"
    "}\n"
    "static void rank(int r) {\n"
    "    enter(0, MAIN); enter(10, INIT);\n"
    "    OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, START + 10);\n"
    "    collective(50, OTF2_COLLECTIVE_OP_CREATE_HANDLE, 0); leave(50, INIT);\n"
    "    enter(r ? 60 : 150, r ? RECV : SEND);\n"
    "    if (r == 0) OTF2_EvtWriter_MpiSend(w, NULL, START + 150, 0, 1, 7, 1000);\n"
    "    else OTF2_EvtWriter_MpiRecv(w, NULL, START + 200, 1, 1, 7, 1000);\n"
    "    leave(r ? 200 : 160, r ? RECV : SEND);\n"
    "    enter(r ? 205 : 170, ALLREDUCE); OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, START + 205);\n"
    "    collective(210, OTF2_COLLECTIVE_OP_ALLREDUCE, 16); leave(210, ALLREDUCE);\n"
    "    enter(220, FINALIZE); leave(230, FINALIZE); leave(240, MAIN);\n"
    "}\n"
    "int main(void) {\n"
    "    static const OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = flush};\n"
    "    static const char *const names[] = {\"main\", \"MPI_Init\", \"MPI_Send\", \"MPI_Recv\", \"MPI_Allreduce\", "
    "\"MPI_Finalize\", \"\"};\n"
    "    OTF2_Archive *a = OTF2_Archive_Open(\"made\", \"traces\", OTF2_FILEMODE_WRITE, 1 << 20, 1 << 20, "
    "OTF2_SUBSTRATE_POSIX,\n"
    "                                        OTF2_COMPRESSION_NONE);\n"
    "    OTF2_Archive_SetFlushCallbacks(a, &callbacks, NULL); OTF2_Archive_SetSerialCollectiveCallbacks(a);\n"
    "    OTF2_Archive_OpenEvtFiles(a);\n"
    "    for (int l = 0; l < 4; l++) { /* ranks are at 0 and 2 */\n"
    "        w = OTF2_Archive_GetEvtWriter(a, l);\n"
    "        if (l % 2 == 0) rank(l / 2);\n"
    "        else { enter(5, MAIN); leave(230, MAIN); }\n"
    "        OTF2_Archive_CloseEvtWriter(a, w);\n"
    "    }\n"
    "    OTF2_Archive_CloseEvtFiles(a); OTF2_Archive_OpenDefFiles(a);\n"
    "    for (int l = 0; l < 4; l++) OTF2_Archive_CloseDefWriter(a, OTF2_Archive_GetDefWriter(a, l));\n"
    "    OTF2_Archive_CloseDefFiles(a);\n"
    "    OTF2_GlobalDefWriter *g = OTF2_Archive_GetGlobalDefWriter(a);\n"
    "    OTF2_GlobalDefWriter_WriteClockProperties(g, 1000000, START, 240, OTF2_UNDEFINED_TIMESTAMP);\n"
    "    for (int i = 0; i <= REGIONS; i++) OTF2_GlobalDefWriter_WriteString(g, i, names[i]);\n"
    "    for (int i = 0; i < REGIONS; i++)\n"
    "        OTF2_GlobalDefWriter_WriteRegion(g, i, i, i, REGIONS, OTF2_REGION_ROLE_FUNCTION,\n"
    "                                         i == MAIN ? OTF2_PARADIGM_USER : OTF2_PARADIGM_MPI, 0, REGIONS, 0, 0);\n"
    "    OTF2_GlobalDefWriter_WriteSystemTreeNode(g, 0, REGIONS, REGIONS, OTF2_UNDEFINED_SYSTEM_TREE_NODE);\n"
    "    for (int l = 0; l < 4; l++) {\n"
    "        if (l % 2 == 0)\n"
    "            OTF2_GlobalDefWriter_WriteLocationGroup(g, l / 2, REGIONS, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,\n"
    "                                                    OTF2_UNDEFINED_LOCATION_GROUP);\n"
    "        OTF2_GlobalDefWriter_WriteLocation(g, l, REGIONS, OTF2_LOCATION_TYPE_CPU_THREAD, 9, l / 2);\n"
    "    }\n"
    "    uint64_t locations[] = {0, 2}, all[] = {0, 1}, turned[] = {1, 0};\n"
    "    OTF2_GlobalDefWriter_WriteGroup(g, 0, REGIONS, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, 0, 2, "
    "locations);\n"
    "    OTF2_GlobalDefWriter_WriteGroup(g, 1, REGIONS, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 0, 2, all);\n"
    "    OTF2_GlobalDefWriter_WriteGroup(g, 2, REGIONS, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 0, 2, turned);\n"
    "    OTF2_GlobalDefWriter_WriteGroup(g, 3, REGIONS, OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, 0, 0, NULL);\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        OTF2_GlobalDefWriter_WriteComm(g, i, REGIONS, i + 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);\n"
    "    OTF2_Archive_CloseGlobalDefWriter(a, g); OTF2_Archive_Close(a);\n"
    "    return 0;\n"
    "}\n";

/* Rank 0 calculates 100 us behind MPI_Init, 10 us before MPI_Allreduce, 10 us before MPI_Finalize; rank 1 10, 5 and 10
 * us. The message goes from number 1 to number 0 of the turned communicator; MPI_Allreduce has 8 bytes. */
static void test_foreign_otf2(void **state) {
    (void)state;
    write_file("writer.c", writer);
    expect("gcc -w writer.c -o writer -lopen-trace-format2 && ./writer", 0, NULL);
    expect("$BIN/bsim trace import --from otf2 made/traces.otf2 -o made.trace && $BIN/bsim trace info made.trace >info",
           0, NULL);
    expect("cat info", 0, "calculation (wall clock): 7.25e-05 s a rank in the mean, 2.5e-05 s to 0.00012 s");
    expect("cat info", 0, "MPI_Allreduce                         2             16");
    expect("cat info", 0, "lacks: what makes communicators: they are made at the beginning");
    expect("$BIN/bsim trace matrix made.trace", 0, "1 message");
    expect("$BIN/bsim simulate made.trace " PLATFORM, 0, "predicted time");
}

/* From trace to time-independent traces and back: the same predicted time. */
static void test_ti(void **state) {
    (void)state;
    record("all", 4, "coll");
    expect("$BIN/bsim trace export --to ti --flops 2e9 all.trace -o all.ti && $BIN/bsim trace import --from ti "
           "--flops-per-second 2e9 all.ti -o back.trace",
           0, NULL);
    expect_same_time("all.trace", "back.trace");
    expect("$BIN/bsim simulate back.trace " PLATFORM, 0, "(unknown)"); /* there are no places in such traces */
    assert_null(strstr(out, "play"));
    record("shift", 4, "shift");
    expect("$BIN/bsim trace export --to ti shift.trace -o shift.ti && mv shift.ti moved.ti && $BIN/bsim trace import "
           "--from ti "
           "--flops-per-second 1e9 moved.ti/list.txt -o back.trace",
           0, NULL);
    expect_same_time("shift.trace", "back.trace");
    expect("rm -r back.trace; $BIN/bsim trace import --from ti moved.ti -o back.trace; ls -d back.trace*", 2,
           "rank-0.txt:2: compute: has floating point operations: --flops-per-second must say how long they take");
    /* One file for all ranks; words that the exporter does not write. */
    write_file("one.txt", "0 init\n1 init\n0 sleep 1e-5\n0 sendto 1 0 5\n");
    write_file("list", "one.txt\n");
    expect("$BIN/bsim trace import --from ti list -o back.trace", 2, "one.txt:4: sendto: is no action that bsim knows");
    write_file("one.txt",
               "0 init\n1 init\n0 sleep 1e-5\n0 send 1 0 990 2\n1 recv 0 0 990 2\n0 gatherv 3 3 4 1\n"
               "1 gatherv 4 3 4 1\n0 reducescatter 5 6 0 1\n1 reducescatter 5 6 0 1\n0 finalize\n1 finalize\n");
    expect("$BIN/bsim trace import --from ti list -o back.trace && $BIN/bsim trace info back.trace", 0,
           "MPI_Gatherv                           2              7");
    expect("$BIN/bsim simulate back.trace " PLATFORM, 0, NULL);
    write_file("one.txt", "0 init\n0 send 1 0 990\n1 init\n1 recv 0 0 990\n0 finalize\n");
    expect("$BIN/bsim trace import --from ti list -o no.trace", 2, "rank 1 has no line \"1 finalize\"");
    write_file("one.txt", "0 init\n0 send 1 990\n");
    expect("$BIN/bsim trace import --from ti list -o no.trace", 2, "one.txt:2: send: has no tag");
    write_file("one.txt", "0 init\n0 wait 0 0 1\n");
    expect("$BIN/bsim trace import --from ti list -o no.trace", 2, "one.txt:2: wait: waits for a message that no line");
    expect("test ! -e no.trace && $BIN/bsim trace import --from x list -o no.trace", 2, "accepted are otf2 and ti");
}

/* Damaged files give a message or a trace, and no crash. What becomes a trace can be simulated, or is refused. */
static void test_damaged(void **state) {
    (void)state;
    record("ring", 4, "ring");
    expect("rm -rf ring.otf2 all.ti; $BIN/bsim trace export --to otf2 ring.trace -o ring.otf2", 0, NULL);
    record("all", 4, "coll");
    expect("$BIN/bsim trace export --to ti all.trace -o all.ti", 0, NULL);
    write_file("damage.py",
               "import os, random, shutil, subprocess, sys\n"
               "bsim = sys.argv[1]\n"
               "def run(*words):\n"
               "    run = subprocess.run([bsim, *words], capture_output=True, timeout=60)\n"
               "    assert run.returncode in (0, 2, 3, 4) and (run.returncode == 0 or run.stderr), (seed, words, run)\n"
               "    return run.returncode\n"
               "for seed in range(8):\n"
               "    random.seed(seed)\n"
               "    kind, whole = (('otf2', 'ring.otf2'), ('ti', 'all.ti'))[seed % 2]\n"
               "    shutil.rmtree('bad', ignore_errors=True)\n"
               "    shutil.rmtree('bad.trace', ignore_errors=True)\n"
               "    shutil.copytree(whole, 'bad')\n"
               "    files = sorted(os.path.join(at, f) for at, _, names in os.walk('bad') for f in names\n"
               "                   if f not in ('list.txt', 'traces.otf2'))\n"
               "    path = random.choice(files)\n"
               "    data = bytearray(open(path, 'rb').read())\n"
               "    for _ in range(random.randint(1, 4)):\n"
               "        at = random.randrange(len(data))\n"
               "        if random.random() < 0.3:\n"
               "            del data[at:at + random.randint(1, 9)]\n"
               "        else:\n"
               "            data[at] = random.randrange(256)\n"
               "        data = data or bytearray(b'0')\n"
               "    open(path, 'wb').write(data)\n"
               "    words = ['bad/traces.otf2'] if kind == 'otf2' else ['bad', '--flops-per-second', '1e9']\n"
               "    if run('trace', 'import', '--from', kind, '-o', 'bad.trace', *words) == 0:\n"
               "        run('simulate', 'bad.trace', '--platform', 'platform.json', '-q')\n"
               "    else:\n"
               "        assert not os.path.exists('bad.trace'), seed\n");
    expect("python3 damage.py $BIN/bsim", 0, NULL);
}

static int set_up(void **state) {
    (void)state;
    char here[2048];
    if (getcwd(here, sizeof here) == NULL || !make_folder())
        return -1;
    setenv("HERE", here, 1);
    write_file("platform.json", platform);
    write_file("parts.c", program);
    return sh_or_tell("$BIN/bsimcc -w -g -O1 parts.c -o parts");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_goal_messages), cmocka_unit_test(test_goal_collectives),
                                       cmocka_unit_test(test_paraver),       cmocka_unit_test(test_otf2),
                                       cmocka_unit_test(test_foreign_otf2),  cmocka_unit_test(test_ti),
                                       cmocka_unit_test(test_damaged)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
