/* trace.c - bsim record, trace and simulate from outside, with programs under the real MPICH on two ranks. */
#include "tests/unit/shell.h"

#define MPIEXEC "-- mpiexec -n 2 "
#define PLATFORM "--platform platform.json "

/* Latency 10 us, 1 GB/s; sends cost nothing, and nothing is shared. */
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 4, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

static const char head[] = "#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n"
                           "#include <unistd.h>\n#include <signal.h>\n"
                           "static double used(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);\n"
                           "    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }\n"
                           "static char buffer[100000];\n";

/* Compiles a program whose main is BODY between MPI_Init and MPI_Finalize. */
static void build(const char *name, const char *body) {
    char text[8192], path[64], command[256];
    snprintf(text, sizeof text,
             "%sint main(int argc, char **argv) {\n    int rank;\n    MPI_Init(&argc, &argv);\n"
             "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n%s\n    MPI_Finalize();\n    return 0;\n}\n",
             head, body);
    snprintf(path, sizeof path, "%s.c", name);
    write_file(path, text);
    snprintf(command, sizeof command, "mpicc -w -g -O1 %s.c -o %s", name, name);
    expect(command, 0, NULL);
}

/* The same for simulated ranks: NAME.sim. */
static void build_sim(const char *name, const char *body) {
    char text[8192], path[64], command[256];
    snprintf(text, sizeof text,
             "#include <bsim/bsim.h>\n#include <lmpi/lmpi.h>\n%sint main(int argc, char **argv) {\n    int rank;\n"
             "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n%s\n    MPI_Finalize();\n"
             "    return 0;\n}\n",
             head, body);
    snprintf(path, sizeof path, "%s.c", name);
    write_file(path, text);
    snprintf(command, sizeof command, "$BIN/bsimcc -w -g -O1 %s.c -o %s.sim", name, name);
    expect(command, 0, NULL);
}

/* Rank 0 uses 50 ms of its processor, and sends 100,000 bytes: 50 ms + 10 us + 100 us. The processor's clock does not
 * advance while others have it. */
static void test_calculation(void **state) {
    (void)state;
    build("calc", "    if (rank == 0) {\n        for (double end = used() + 0.05; used() < end;)\n            ;\n"
                  "        MPI_Send(buffer, 100000, MPI_BYTE, 1, 3, MPI_COMM_WORLD);\n    } else {\n"
                  "        MPI_Recv(buffer, 100000, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    }");
    expect("$BIN/bsim record -o calc.trace " MPIEXEC "./calc", 0, "calc: 2 ranks, 4 calls, 2 structures");
    expect("$BIN/bsim simulate calc.trace " PLATFORM "--json r.json", 0, "MPI_Send           calc.c:");
    expect("python3 -c 'import json; r = json.load(open(\"r.json\")); t = r[\"predicted_time_s\"];"
           "assert 0.05011 <= t < 0.08, t; assert r[\"program\"] == \"calc\", r[\"program\"]'",
           0, NULL);
    /* Half as fast. */
    expect("sed 's/\"nodes\": 4/\"speed\": 0.5, \"nodes\": 4/' platform.json >slow.json;"
           "$BIN/bsim simulate calc.trace --platform slow.json -q --json r.json &&"
           "python3 -c 'import json; t = json.load(open(\"r.json\"))[\"predicted_time_s\"]; assert 0.1 < t < 0.16, t'",
           0, NULL);
    /* The other commands with runs take traces, too. */
    expect("$BIN/bsim sweep " PLATFORM "--vary network.latency=10us,20us calc.trace", 0, "20.00 us");
}

/* What a receive of any source took, also by a persistent request, and requests of each kind. Without times the
 * prediction is that of the program on simulated ranks, to the last bit. */
static void test_same_as_run(void **state) {
    (void)state;
    build("kinds",
          "    MPI_Request r[3]; MPI_Status s; int other = 1 - rank, found = 0, index;\n"
          "    MPI_Comm pair, self; MPI_Datatype column; MPI_Type_vector(10, 1, 7, MPI_DOUBLE, &column);\n"
          "    MPI_Type_commit(&column); MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &pair);\n"
          "    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &self);\n"
          "    MPI_Recv_init(buffer, 100, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, pair, &r[0]);\n"
          "    for (int i = 0; i < 100; i++) {\n"
          "        MPI_Start(&r[0]);\n"
          "        MPI_Isend(buffer, i, MPI_INT, rank, i, pair, &r[1]);\n"
          "        MPI_Irecv(buffer, 1, column, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &r[2]);\n"
          "        MPI_Ssend(buffer, 1, column, other, 5, MPI_COMM_WORLD);\n"
          "        MPI_Waitall(3, r, MPI_STATUSES_IGNORE);\n"
          "        MPI_Allreduce(MPI_IN_PLACE, buffer, i, MPI_FLOAT, MPI_MAX, pair);\n"
          "    }\n"
          "    MPI_Request_free(&r[0]);\n"
          "    MPI_Gather(buffer, 3, MPI_INT, rank ? NULL : buffer + 50, 3, rank ? MPI_DATATYPE_NULL : MPI_INT, 0,\n"
          "               MPI_COMM_WORLD);\n"
          "    MPI_Comm_free(&pair); MPI_Comm_free(&self);");
    expect("$BIN/bsimcc -w -g -O1 kinds.c -o kinds.sim", 0, NULL);
    expect("$BIN/bsim record --clock none -o kinds.trace " MPIEXEC "./kinds", 0, "kinds: 2 ranks");
    expect("$BIN/bsim simulate kinds.trace " PLATFORM "-q --json a.json", 0, NULL);
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --json b.json ./kinds.sim", 0, NULL);
    expect("grep predicted_time_s a.json >a; grep predicted_time_s b.json >b; diff a b", 0, NULL);
    for (int shards = 1; shards <= 2; shards++)
        expect(shards == 1 ? "$BIN/bsim simulate kinds.trace " PLATFORM "-q --json c.json"
                           : "$BIN/bsim simulate kinds.trace " PLATFORM "-q --json c.json --shards 2",
               0, NULL);
    expect("grep predicted_time_s c.json | diff a -", 0, NULL);
    /* 100 rounds of 6 calls are folded. */
    expect("test $(stat -c %s kinds.trace/calls.zst) -lt 3000", 0, NULL);
}

/* A run on simulated ranks gives a trace, whose simulation takes as long, to the last bit: also where the calculation
 * is added in parts, behind MPI_Finalize, and where nodes are slower. Rank 1 calculates 3 * (11 + 3 + 1.4) us + 1 ms =
 * 1.0462 ms. Nothing in the trace depends on shards. */
static void test_of_run(void **state) {
    (void)state;
    build_sim("added",
              "    for (int i = 0; i < 3; i++) {\n"
              "        MPI_Request r[2]; BSIM_Add_time(1.1e-5); BSIM_Add_time(3e-6);\n"
              "        LMPI_Irecv(0, 9999, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &r[0]);\n"
              "        LMPI_Isend(buffer, 100 * i, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &r[1]);\n"
              "        BSIM_Add_time(7e-7 * (1 + rank)); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
              "        MPI_Allreduce(MPI_IN_PLACE, buffer, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n    }\n"
              "    MPI_Comm d; MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &d); MPI_Barrier(d); MPI_Comm_free(&d);\n"
              "    MPI_Finalize(); BSIM_Add_time(1e-3); return 0;");
    expect("sed 's/\"nodes\": 4/\"speed\": 0.7, \"nodes\": 4/' platform.json >slow.json", 0, NULL);
    const char *const platforms[] = {"platform.json", "slow.json"};
    for (int i = 0; i < 2; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "$BIN/bsim run -np 2 --platform %s -q --json a.json --record added.trace ./added.sim &&"
                 "$BIN/bsim simulate added.trace --platform %s -q --json b.json &&"
                 "grep predicted_time_s a.json >a; grep predicted_time_s b.json | diff a -",
                 platforms[i], platforms[i]);
        expect(command, 0, NULL);
    }
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record added.trace ./added.sim && $BIN/bsim trace info added.trace", 0,
           "calculation (virtual clock): 0.001045 s a rank in the mean, 0.001044 s to 0.001046 s");
    expect("$BIN/bsim run -np 2 --shards 2 " PLATFORM "-q --record two.trace ./added.sim &&"
           "cmp added.trace/calls.zst two.trace/calls.zst && cmp added.trace/times.zst two.trace/times.zst",
           0, NULL);
    /* A failed run leaves no trace; what is there stays. */
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record . ./added.sim", 2, "is there and is no trace");
    build_sim("abort", "    if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 3);");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record no.trace ./abort.sim;"
           "test $? -ne 0 && test ! -e no.trace && ! ls -d no.trace*",
           0, NULL);
}

/* The calculation before a call that fails, 30 ms and 1 ms in three amounts, counts before the next one. */
static void test_failed_call(void **state) {
    (void)state;
    build("fails", "    MPI_File f; for (double end = used() + 0.03; used() < end;); "
                   "MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n"
                   "    MPI_File_open(MPI_COMM_WORLD, \"no/file\", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);\n"
                   "    MPI_Send(buffer, 1, MPI_INT, 9, 0, MPI_COMM_WORLD); MPI_Barrier(MPI_COMM_WORLD);");
    expect("$BIN/bsim record -q -o fails.trace " MPIEXEC "./fails && python3 -c 'import json;"
           "s = json.load(open(\"fails.trace/trace.json\"))[\"calculation_s\"]; assert 0.06 < s < 0.2, s'",
           0, NULL);
    build_sim("failing", "    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n"
                         "    for (int i = 0; i < 3; i++) {\n        BSIM_Add_time(3e-4); BSIM_Add_time(1e-6 / 3);\n"
                         "        MPI_Send(buffer, 1, MPI_INT, 9, 0, MPI_COMM_WORLD); BSIM_Add_time(1e-6 / 3);\n    }\n"
                         "    MPI_Barrier(MPI_COMM_WORLD);\n"
                         "    for (int i = 0; i < 100; i++) {\n        BSIM_Add_time(1e-6 * i);\n"
                         "        MPI_Send(buffer, 1, MPI_INT, 9, 0, MPI_COMM_WORLD);\n    }\n");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --json a.json --record failing.trace ./failing.sim &&"
           "$BIN/bsim simulate failing.trace -q " PLATFORM "--json b.json && python3 -c 'import json;"
           "a, b = (json.load(open(f))[\"predicted_time_s\"] for f in (\"a.json\", \"b.json\"));"
           "assert abs(a - b) < 1e-15, (a, b)' &&"
           "$BIN/bsim trace info failing.trace",
           0, "calculation (virtual clock): 0.005852 s a rank in the mean");
}

/* What a platform says of calculation and data, and a trace cannot tell, is told. */
static void test_of_platform(void **state) {
    (void)state;
    build_sim("wide", "    MPI_Datatype wide; MPI_Type_vector(9, 1, 3, MPI_INT, &wide); MPI_Type_commit(&wide);\n"
                      "    BSIM_Add_time(1e-5);\n"
                      "    if (rank == 0) MPI_Send(buffer, 4, wide, 1, 0, MPI_COMM_WORLD);\n"
                      "    else MPI_Recv(buffer, 4, wide, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                      "    MPI_Type_free(&wide);");
    expect("sed 's#\"nodes\": 4#\"packing\": {\"bandwidth\": \"4GB/s\"}, \"nodes\": 4#' platform.json >packing.json;"
           "sed 's#\"nodes\": 4, \"cores_per_node\": 1#\"busy_speed\": 0.8, \"nodes\": 4, \"cores_per_node\": 2#' "
           "platform.json >busy.json && grep -q busy_speed busy.json && grep -q packing packing.json",
           0, NULL);
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record wide.trace ./wide.sim", 0, NULL);
    expect("$BIN/bsim simulate wide.trace -q " PLATFORM "2>a && test ! -s a", 0, NULL);
    expect("sed 's#\"nodes\": 4#\"speed\": 4, \"nodes\": 4#' platform.json >fast.json; "
           "for o in '--platform fast.json' '--platform platform.json --speed 4' '--platform fast.json --speed 4'; do "
           "$BIN/bsim simulate wide.trace $o | grep predicted; done | sort -u | wc -l",
           0, "1");
    expect("$BIN/bsim simulate wide.trace " PLATFORM "--speed 4 | grep calculation", 0, "2.500 us");
    expect("$BIN/bsim simulate wide.trace -q --platform packing.json", 0,
           "the platform's \"packing\" is left out of the predicted time");
    expect("$BIN/bsim simulate wide.trace -q --platform busy.json", 0, "stays as it was measured");
    build_sim("flat", "    if (rank == 0) MPI_Send(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);\n"
                      "    else MPI_Recv(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
    expect("$BIN/bsim run -np 2 " PLATFORM
           "-q --record flat.trace ./flat.sim && for p in packing busy; do $BIN/bsim simulate "
           "flat.trace -q --platform $p.json 2>>a; done; test ! -s a",
           0, NULL);
}

/* Files, windows and partitions: the recording of a program under MPICH has the calls of its run on simulated ranks,
 * and both are simulated as long as the run, to the last bit. A read ends with its file: of 5000 bytes 3000 are there.
 */
static void test_objects(void **state) {
    (void)state;
    static const char body[] =
        "    MPI_File f; MPI_Win w; MPI_Request r, p; MPI_Status s; MPI_Group world, other; int one = 1 - rank, there "
        "= 0;\n"
        "    MPI_File_open(MPI_COMM_WORLD, \"objects.data\", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);\n"
        "    MPI_File_write_at_all(f, 1500 * rank, buffer, 1500, MPI_BYTE, MPI_STATUS_IGNORE);\n"
        "    MPI_Barrier(MPI_COMM_WORLD);\n"
        "    MPI_File_read_at(f, 0, buffer, 5000, MPI_BYTE, MPI_STATUS_IGNORE);\n"
        "    MPI_File_iread_at(f, 1000, buffer, 5000, MPI_BYTE, &r); MPI_Wait(&r, &s);\n"
        "    MPI_File_read_ordered_begin(f, buffer, 40, MPI_INT); MPI_File_read_ordered_end(f, buffer, &s);\n"
        "    MPI_File_sync(f); MPI_File_close(&f);\n"
        "    if (rank == 0) MPI_File_delete(\"objects.data\", MPI_INFO_NULL);\n"
        "    MPI_Win_create(buffer, 80000, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w); MPI_Win_fence(0, w);\n"
        "    MPI_Put(buffer + 90000, 100, MPI_INT, one, 50, 100, MPI_INT, w);\n"
        "    MPI_Accumulate(buffer + 90000, 9, MPI_INT, one, 900, 9, MPI_INT, MPI_SUM, w);\n"
        "    MPI_Win_fence(MPI_MODE_NOSUCCEED, w); MPI_Win_lock(MPI_LOCK_EXCLUSIVE, one, 0, w);\n"
        "    MPI_Rget(buffer + 90000, 7, MPI_DOUBLE, one, 4, 7, MPI_DOUBLE, w, &r); MPI_Wait(&r, &s);\n"
        "    MPI_Fetch_and_op(buffer + 90000, buffer + 91000, MPI_INT, one, 3, MPI_NO_OP, w);\n"
        "    MPI_Compare_and_swap(buffer + 90000, buffer + 91000, buffer + 92000, MPI_LONG, one, 4, w);\n"
        "    MPI_Win_flush(one, w); MPI_Win_unlock(one, w); MPI_Barrier(MPI_COMM_WORLD);\n"
        "    MPI_Comm_group(MPI_COMM_WORLD, &world); MPI_Group_incl(world, 1, &one, &other);\n"
        "    MPI_Win_post(other, 0, w); MPI_Win_start(other, 0, w);\n"
        "    MPI_Get(buffer + 90000, 500, MPI_INT, one, 0, 500, MPI_INT, w); MPI_Win_complete(w); MPI_Win_wait(w);\n"
        "    MPI_Win_free(&w);\n"
        "    MPI_Psend_init(buffer, 4, 100, MPI_INT, one, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &p);\n"
        "    MPI_Precv_init(buffer + 50000, 2, 200, MPI_INT, one, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &r);\n"
        "    for (int i = 0; i < 3; i++) { int list[] = {1, 0}; MPI_Start(&r); MPI_Start(&p);\n"
        "        MPI_Pready_range(2, 3, p); MPI_Pready_list(2, list, p); MPI_Wait(&p, &s); MPI_Wait(&r, &s); }\n"
        "    MPI_Request_free(&p); MPI_Request_free(&r);";
    build("objects", body);
    expect("$BIN/bsimcc -w -g -O1 objects.c -o objects.sim", 0, NULL);
    expect("sed 's/\"nodes\": 4/\"file_system\": {\"bandwidth\": \"1MB\\/s\", \"latency\": \"1ms\"}, &/' platform.json "
           ">files.json",
           0, NULL);
    expect("$BIN/bsim record -q --clock none -o objects.trace " MPIEXEC "./objects", 0, NULL);
    expect("$BIN/bsim run -np 2 --platform files.json -q --json a.json --record run.trace ./objects.sim", 0, NULL);
    expect("$BIN/bsim trace diff objects.trace run.trace", 0, NULL);
    expect("$BIN/bsim trace info objects.trace | grep File_read_at", 0, " 6000 ");
    expect("$BIN/bsim trace info objects.trace | grep File_iread_at", 0, " 4000 ");
    expect("$BIN/bsim trace info objects.trace | grep -c lacks", 1, "0");
    expect("$BIN/bsim trace matrix objects.trace", 0, "6 messages, 9600 bytes; 2 pairs of ranks");
    expect("$BIN/bsim trace matrix objects.trace", 0, "one-sided operations\n");
    expect("$BIN/bsim simulate objects.trace -q " PLATFORM, 0, "objects.trace has no times (bsim record --clock none)");
    expect("grep predicted_time_s a.json >a", 0, NULL);
    static const char *const traces[] = {"objects.trace", "run.trace", "objects.trace --shards 2"};
    for (int i = 0; i < 3; i++) {
        char command[256];
        snprintf(
            command, sizeof command,
            "$BIN/bsim simulate %s --platform files.json -q --json b.json 2>b.log && ! grep -v 'has no times' b.log &&"
            "grep predicted_time_s b.json | diff a -",
            traces[i]);
        expect(command, 0, NULL);
    }
}

/* More elements than an int counts. A message to nobody, and what one rank has to itself, moves no data. */
static void test_large(void **state) {
    (void)state;
    build("large",
          "    MPI_Count n = 3000000000; int counts = 0; MPI_Count none = 0; MPI_Message m; MPI_Status s;\n"
          "    MPI_Request r; MPI_Send_c(buffer, n, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD);\n"
          "    MPI_Bcast_c(buffer, n, MPI_INT, 0, MPI_COMM_SELF);\n"
          "    MPI_Isend_c(buffer, 90, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &r);\n"
          "    MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &m, &s);\n"
          "    MPI_Mrecv_c(buffer, 100, MPI_INT, &m, &s); MPI_Wait(&r, &s);\n"
          "    MPI_Allgatherv_c(buffer, 3 + rank, MPI_INT, buffer + 100, (MPI_Count[]){3, 4}, (MPI_Aint[]){9, 2},\n"
          "                     MPI_INT, MPI_COMM_WORLD);");
    expect("$BIN/bsimcc -w -g -O1 large.c -o large.sim", 0, NULL);
    expect("$BIN/bsim record -q --clock none --content -o large.trace " MPIEXEC "./large", 0, NULL);
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --json a.json --record run.trace ./large.sim", 0, NULL);
    expect("$BIN/bsim trace diff large.trace run.trace", 0, NULL);
    expect("$BIN/bsim trace info large.trace | grep MPI_Send", 0, " 48000000000 ");
    expect("$BIN/bsim simulate large.trace " PLATFORM "-q --json b.json 2>b.log && ! grep -v 'has no times' b.log &&"
           "grep predicted_time_s a.json >a; grep predicted_time_s b.json | diff a -",
           0, NULL);
    expect("$BIN/bsim replay -q --rank 1 large.trace -- ./large", 0, NULL);
    build_sim("long", "    if (rank == 0) LMPI_Send_c(0, 3000000000, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);\n"
                      "    else LMPI_Recv_c(0, 3000000000, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
    expect(
        "$BIN/bsim run -np 2 " PLATFORM "-q --json a.json --record long.trace ./long.sim &&"
        "$BIN/bsim simulate long.trace " PLATFORM "-q --json b.json &&"
        "python3 -c 'import json; a, b = (json.load(open(f))[\"predicted_time_s\"] for f in (\"a.json\", \"b.json\"));"
        "assert a == b and abs(a - 24.00001) < 1e-9, (a, b)'",
        0, NULL);
    build("most", "    MPI_Allreduce_c(MPI_IN_PLACE, buffer, 3000000000, MPI_INT, MPI_SUM, MPI_COMM_SELF);");
    expect("$BIN/bsim record -q -o most.trace " MPIEXEC "./most && $BIN/bsim simulate most.trace " PLATFORM "-q", 2,
           "a reduction, or a list of counts, has more than 2147483647 elements");
}

/* What no format has a word for is refused by name; a persistent collective is written as one at each start. */
static void test_refused_exports(void **state) {
    (void)state;
    static const struct {
        const char *name, *body;
    } programs[] = {
        {"Recv", "    MPI_Message m; if (rank == 0) for (int i = 0; i < 2; i++) MPI_Send(buffer, 9, MPI_INT, 1, 3,\n"
                 "    MPI_COMM_WORLD); else { MPI_Mprobe(0, 3, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);\n"
                 "    MPI_Recv(buffer, 9, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                 "    MPI_Mrecv(buffer, 9, MPI_INT, &m, MPI_STATUS_IGNORE); }"},
        {"Neighbor_allgather",
         "    MPI_Comm row; int n = 2, no = 0; MPI_Cart_create(MPI_COMM_WORLD, 1, &n, &no, 0, &row);\n"
         "    MPI_Neighbor_allgather(buffer, 1, MPI_INT, buffer + 8, 1, MPI_INT, row);"},
        {"Intercomm_create",
         "    MPI_Comm both; MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 3, &both);\n"
         "    MPI_Barrier(both); MPI_Comm_free(&both);"},
        {"File_delete", "    if (rank == 1) { fclose(fopen(\"word.data\", \"w\"));\n"
                        "    MPI_File_delete(\"word.data\", MPI_INFO_NULL); }"},
        {"Win_create", "    MPI_Win w; MPI_Win_create(buffer, 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);\n"
                       "    MPI_Win_free(&w);"}};
    char command[256], wanted[128];
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        build_sim("word", programs[i].body);
        expect("$BIN/bsim run -np 2 " PLATFORM "-q --record word.trace ./word.sim", 0, NULL);
        snprintf(command, sizeof command, "$BIN/bsim trace export --to ti word.trace -o word.ti; test ! -e word.ti");
        snprintf(wanted, sizeof wanted, "word.trace: cannot be written as ti: MPI_%s of rank", programs[i].name);
        expect(command, 0, wanted);
    }
    build_sim("again",
              "    MPI_Request r; MPI_Bcast_init(buffer, 5, MPI_DOUBLE, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r);\n"
              "    for (int i = 0; i < 2; i++) { MPI_Start(&r); MPI_Wait(&r, MPI_STATUS_IGNORE); }\n"
              "    MPI_Request_free(&r);");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record again.trace ./again.sim", 0, NULL);
    expect("$BIN/bsim trace export --to goal again.trace -o again.goal && grep -c send again.goal", 0, "2");
}

/* Messages of matched probes, a send with a receive of one request, and a collective of neighbours. */
static void test_more_words(void **state) {
    (void)state;
    build_sim("taken", "    MPI_Message m, n; MPI_Request r; if (rank == 0) for (int i = 0; i < 2; i++) {\n"
                       "        BSIM_Add_time(1e-5); MPI_Send(buffer, 9 + i, MPI_INT, 1, 3, MPI_COMM_WORLD); }\n"
                       "    else { MPI_Mprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);\n"
                       "        MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &n, MPI_STATUS_IGNORE);\n"
                       "        MPI_Imrecv(buffer, 9, MPI_INT, &m, &r); MPI_Mrecv(buffer, 10, MPI_INT, &n, "
                       "MPI_STATUS_IGNORE);\n"
                       "        MPI_Wait(&r, MPI_STATUS_IGNORE); }\n"
                       "    MPI_Isendrecv(buffer, 1, MPI_INT, 1 - rank, 4, buffer + 8, 2, MPI_INT, 1 - rank, 4,\n"
                       "        MPI_COMM_WORLD, &r); MPI_Wait(&r, MPI_STATUS_IGNORE);");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --json a.json --record taken.trace ./taken.sim &&"
           "$BIN/bsim trace export --to ti taken.trace -o taken.ti && grep -v compute taken.ti/rank-1.txt",
           0,
           "1 init\n1 irecv 0 3 36\n1 recv 0 3 40\n1 wait 0 1 3\n1 irecv 0 4 8\n1 isend 0 4 4\n1 wait 0 1 4\n"
           "1 wait 1 0 4\n1 finalize\n");
    expect("$BIN/bsim trace export --to goal taken.trace -o taken.goal && grep -c recv taken.goal", 0, "4\n");
    expect("$BIN/bsim trace export --to perfetto taken.trace -o taken.json && grep -c Mprobe taken.json", 0, "2\n");
    expect("$BIN/bsim trace export --to paraver taken.trace -o taken && grep -c ^3: taken.prv", 0, "4\n");
    expect("$BIN/bsim trace export --to otf2 taken.trace -o taken.otf2 &&"
           "$BIN/bsim trace import taken.otf2/traces.otf2 --from otf2 -o back.trace &&"
           "$BIN/bsim simulate back.trace " PLATFORM "-q --json b.json && grep predicted_time_s a.json >a &&"
           "grep predicted_time_s b.json | diff a -",
           0, NULL);
    expect("$BIN/bsim trace transform --from platform.json --to platform.json taken.trace", 2,
           "cannot be transformed: MPI_Isendrecv of rank 0");
    build_sim(
        "near",
        "    MPI_Comm row; MPI_Request r; int n = 2, no = 0, at[2] = {0}, counts[2] = {rank ? 5 : 1, rank ? 1 : 5};\n"
        "    MPI_Cart_create(MPI_COMM_WORLD, 1, &n, &no, 0, &row);\n"
        "    MPI_Neighbor_allgather(buffer, 1, MPI_INT, buffer + 8, 1, MPI_INT, row);\n"
        "    MPI_Neighbor_alltoallv_init(buffer, counts, at, MPI_INT, buffer + 99, counts, at, MPI_INT, row,\n"
        "        MPI_INFO_NULL, &r); MPI_Start(&r); MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Request_free(&r);");
    expect(
        "$BIN/bsim run -np 2 " PLATFORM "-q --record near.trace ./near.sim &&"
        "$BIN/bsim trace export --to goal near.trace -o near.goal && grep -E 'send|recv' near.goal | cut -d' ' -f2-5",
        0,
        "recv 4b from 1\nsend 4b to 1\nrecv 20b from 1\nsend 20b to 1\nrecv 4b from 0\nsend 4b to 0\nrecv 20b from "
        "0\nsend 20b to "
        "0\n");
}

/* A partitioned message is sent when its last partition is ready, and has a tag of its own: two that are started in the
 * other order, beside a plain one. */
static void test_partitions(void **state) {
    (void)state;
    build_sim("ready", "    MPI_Request r[2]; for (int i = 0; i < 2; i++)\n"
                       "        if (rank == 0) MPI_Psend_init(buffer, 4, 25 + i, MPI_INT, 1, 3, MPI_COMM_WORLD, "
                       "MPI_INFO_NULL, &r[i]);\n"
                       "        else MPI_Precv_init(buffer + 1000 * i, 2, 50 + 2 * i, MPI_INT, 0, 3, MPI_COMM_WORLD, "
                       "MPI_INFO_NULL, &r[i]);\n"
                       "    if (rank == 0) { int some[2] = {2, 0}; MPI_Start(&r[1]); MPI_Start(&r[0]);\n"
                       "        MPI_Pready(3, r[1]); MPI_Pready_range(0, 3, r[0]); BSIM_Add_time(1e-5);\n"
                       "        MPI_Send(buffer, 5, MPI_INT, 1, 3, MPI_COMM_WORLD);\n"
                       "        MPI_Pready_list(2, some, r[1]); MPI_Pready(1, r[1]); }\n"
                       "    else { MPI_Startall(2, r); MPI_Recv(buffer + 4000, 5, MPI_INT, 0, 3, MPI_COMM_WORLD, "
                       "MPI_STATUS_IGNORE); }\n"
                       "    MPI_Waitall(2, r, MPI_STATUSES_IGNORE); MPI_Request_free(&r[0]); MPI_Request_free(&r[1]);");
    expect(
        "$BIN/bsim run -np 2 " PLATFORM "-q --record ready.trace ./ready.sim &&"
        "$BIN/bsim trace export --to ti ready.trace -o ready.ti && cat ready.ti/rank-*.txt | grep -v compute",
        0,
        "0 init\n0 isend 1 1073741824 400\n0 send 1 3 20\n0 isend 1 1073741825 416\n0 wait 0 1 1073741824\n"
        "0 wait 0 1 1073741825\n0 finalize\n1 init\n1 irecv 0 1073741824 400\n1 irecv 0 1073741825 416\n1 recv 0 3 20\n"
        "1 wait 0 1 1073741824\n1 wait 0 1 1073741825\n1 finalize\n");
    expect(
        "$BIN/bsim trace export --to goal ready.trace -o ready.goal && grep -E 'send|recv' ready.goal | cut -d' ' -f2-",
        0,
        "send 400b to 1 tag 536870912\nsend 20b to 1 tag 3\nsend 416b to 1 tag 536870913\nrecv 400b from 0 tag "
        "536870912\n"
        "recv 416b from 0 tag 536870913\nrecv 20b from 0 tag 3\n");
    expect("$BIN/bsim trace export --to paraver ready.trace -o ready && grep ^3: ready.prv | cut -d: -f14-", 0,
           "400:536870912\n416:536870913\n20:3\n");
    expect("$BIN/bsim trace export --to otf2 ready.trace -o ready.otf2 && $BIN/bsim trace import "
           "ready.otf2/traces.otf2 --from otf2 "
           "-o ready.back && $BIN/bsim trace matrix ready.back -o ready.tsv; $BIN/bsim trace info ready.back",
           0, "MPI_Isend");
}

/* Files and windows in the formats that have words for them. */
static void test_objects_exports(void **state) {
    (void)state;
    build_sim("words",
              "    MPI_File f; MPI_Win w; MPI_Request r; MPI_Group g, one; int got[2], other = 1 - rank;\n"
              "    MPI_File_open(MPI_COMM_WORLD, \"words.data\", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);\n"
              "    MPI_File_write_at_all(f, 40 * rank, buffer, 40, MPI_BYTE, MPI_STATUS_IGNORE);\n"
              "    MPI_File_iread_at(f, 40 * rank, buffer, 8, MPI_BYTE, &r); MPI_Wait(&r, MPI_STATUS_IGNORE);\n"
              "    MPI_File_read_at_all_begin(f, 0, buffer, 5, MPI_INT); MPI_File_read_at_all_end(f, buffer, "
              "MPI_STATUS_IGNORE);\n"
              "    MPI_File_close(&f); if (rank == 0) MPI_File_delete(\"words.data\", MPI_INFO_NULL);\n"
              "    MPI_Win_create(buffer, 800, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w); MPI_Win_fence(0, w);\n"
              "    MPI_Put(buffer + 900, 3, MPI_INT, other, 0, 3, MPI_INT, w); MPI_Win_fence(0, w);\n"
              "    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, w); MPI_Get(got, 2, MPI_INT, other, 0, 2, MPI_INT, w);\n"
              "    MPI_Win_flush(other, w); MPI_Fetch_and_op(buffer + 900, got, MPI_INT, other, 0, MPI_SUM, w); "
              "MPI_Win_unlock(other, w);\n"
              "    MPI_Win_lock_all(0, w); MPI_Rput(buffer + 900, 1, MPI_INT, other, 0, 1, MPI_INT, w, &r);\n"
              "    MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Win_unlock_all(w);\n"
              "    MPI_Comm_group(MPI_COMM_WORLD, &g); MPI_Group_incl(g, 1, &other, &one);\n"
              "    MPI_Win_post(one, 0, w); MPI_Win_start(one, 0, w); MPI_Win_complete(w); MPI_Win_wait(w); "
              "MPI_Win_free(&w);");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record words.trace ./words.sim", 0, NULL);
    expect(
        "$BIN/bsim trace export --to otf2 words.trace -o words.otf2 && otf2-print words.otf2/traces.otf2 >words.txt &&"
        "grep -cE '^(RMA|IO)_' words.txt; grep -E '^(RMA|IO)_' words.txt | tr -s ' ' | cut -d' ' -f1,2 | grep ' 1$' | "
        "uniq | cut -d' ' -f1 |"
        "tr '\\n' ' '",
        0,
        "IO_CREATE_HANDLE IO_OPERATION_BEGIN IO_OPERATION_COMPLETE IO_OPERATION_BEGIN IO_OPERATION_ISSUED "
        "IO_OPERATION_COMPLETE "
        "IO_OPERATION_BEGIN IO_OPERATION_ISSUED IO_OPERATION_COMPLETE IO_DESTROY_HANDLE ");
    expect("grep -E '^RMA_' words.txt | tr -s ' ' | grep -E '^[A-Z_]* 0 ' | cut -d' ' -f1 | cut -c5- | tr '\\n' ' '", 0,
           "COLLECTIVE_BEGIN WIN_CREATE COLLECTIVE_END COLLECTIVE_BEGIN COLLECTIVE_END PUT COLLECTIVE_BEGIN "
           "OP_COMPLETE_REMOTE "
           "COLLECTIVE_END REQUEST_LOCK ACQUIRE_LOCK GET OP_COMPLETE_REMOTE ATOMIC OP_COMPLETE_REMOTE RELEASE_LOCK "
           "REQUEST_LOCK "
           "ACQUIRE_LOCK PUT OP_COMPLETE_NON_BLOCKING OP_COMPLETE_REMOTE RELEASE_LOCK SYNC SYNC SYNC SYNC "
           "COLLECTIVE_BEGIN "
           "WIN_DESTROY COLLECTIVE_END ");
    expect("grep RMA_PUT words.txt | tr -s ' ' | cut -d' ' -f2,4- ", 0,
           "Window: \"window 0\" <0>, Remote: 1 (\"MPI rank 1\" <1>), Bytes: 12");
    expect("grep RMA_REQUEST_LOCK words.txt", 0, "Type: EXCLUSIVE");
    expect("$BIN/bsim trace export --to paraver words.trace -o words && grep -c :50001000:12 words.prv", 0, "2\n");
    expect("grep -A3 'MPI I/O' words.pcf", 0, "MPI_File_");
    expect("$BIN/bsim trace export --to goal words.trace -o words.goal", 2,
           "words.trace: cannot be written as goal: MPI_File_open of rank 0");
}

/* Rank 0 calculates 5 us and sends 4,000 bytes, which leave at once; they are there at 5 + 10 + 4 = 19 us. Persistent
 * requests, another communicator and a broadcast follow. */
static void test_export(void **state) {
    (void)state;
    build_sim("out", "    MPI_Comm turned; MPI_Request r; if (rank == 0) BSIM_Add_time(5e-6);\n"
                     "    if (rank == 0) MPI_Send(buffer, 1000, MPI_INT, 1, 3, MPI_COMM_WORLD);\n"
                     "    else MPI_Recv(buffer, 1000, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                     "    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);\n"
                     "    if (rank == 1) MPI_Send_init(buffer, 7, MPI_BYTE, 1, 2, turned, &r);\n"
                     "    else MPI_Recv_init(buffer, 9, MPI_BYTE, 0, 2, turned, &r);\n"
                     "    MPI_Start(&r); MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Request_free(&r);\n"
                     "    MPI_Bcast(buffer, 5, MPI_DOUBLE, 1, MPI_COMM_WORLD);");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record out.trace ./out.sim", 0, NULL);
    expect("$BIN/bsim trace export --to perfetto out.trace -o out.json && python3 -c '\n"
           "import json; e = [x for x in json.load(open(\"out.json\"))[\"traceEvents\"] if x[\"ph\"] == \"X\"]\n"
           "first = {r: [x for x in e if x[\"tid\"] == r][0] for r in (0, 1)}\n"
           "assert (first[0][\"name\"], first[0][\"ts\"], first[0][\"dur\"]) == (\"MPI_Send\", 5, 0), first\n"
           "assert (first[1][\"name\"], first[1][\"ts\"], first[1][\"dur\"]) == (\"MPI_Recv\", 0, 19), first\n"
           "assert len(e) == 16 and first[0][\"args\"][\"site\"] == \"out.c:17\", e'",
           0, NULL);
    /* Both sides of the message in the turned communicator have one tag, which is none of MPI_COMM_WORLD's. */
    expect("$BIN/bsim trace export --to ti --flops 2e9 out.trace -o out.ti && sed -i 's/ [0-9]\\{7,\\}/ T/' "
           "out.ti/rank-*.txt &&"
           "printf '0 init\\n0 compute 10000\\n0 send 1 3 4000\\n0 irecv 1 T 9\\n0 wait 1 0 T\\n0 bcast 40 1\\n0 "
           "finalize\\n' "
           "| diff - out.ti/rank-0.txt && printf '1 init\\n1 recv 0 3 4000\\n1 isend 0 T 7\\n1 wait 1 0 T\\n1 bcast 40 "
           "1\\n"
           "1 finalize\\n' | diff - out.ti/rank-1.txt",
           0, NULL);
    expect("$BIN/bsim trace export --to ti out.trace -o out.ti", 2, "out.ti: cannot be made");
    expect("$BIN/bsim trace export --to otf9 out.trace -o no", 2,
           "accepted are goal, otf2, paraver, perfetto, pftrace and ti");
    build_sim("scan", "    MPI_Scan(buffer, buffer + 8, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record scan.trace ./scan.sim", 0, NULL);
    expect("$BIN/bsim trace export --to ti scan.trace -o scan.ti; test ! -e scan.ti", 0,
           "scan.trace: cannot be written as ti: MPI_Scan of rank 0 at scan.c:16 has no action");
    if (getenv("BSIM_LONG") && *getenv("BSIM_LONG")) { /* SimGrid replays it to its end */
        write_file("smpi.xml", "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                               "<platform version=\"4.1\"><cluster id=\"c\" prefix=\"n-\" suffix=\"\" radical=\"0-1\" "
                               "speed=\"2Gf\" bw=\"1GBps\" lat=\"10us\"/></platform>\n");
        expect("rm -r out.ti; $BIN/bsim trace export --to ti --flops 2e9 out.trace -o out.ti && printf 'n-0\\nn-1\\n' "
               ">hosts && "
               "smpirun -np 2 -hostfile hosts -platform smpi.xml -replay out.ti/list.txt 2>&1",
               0, "Simulation time");
    }
}

/* The calls that are in the JSON file, in Perfetto's binary format, read as protocol buffers: of each event the rank,
 * the time, the type, the name and the line. */
static void test_pftrace(void **state) {
    (void)state;
    write_file("pftrace.py",
               "import json, sys\n"
               "def number(b, at):\n"
               "    value = shift = 0\n"
               "    while True:\n"
               "        value |= (b[at] & 127) << shift\n"
               "        shift, at = shift + 7, at + 1\n"
               "        if b[at - 1] < 128: return value, at\n"
               "def fields(b):\n"
               "    at = 0\n"
               "    while at < len(b):\n"
               "        key, at = number(b, at)\n"
               "        value, at = number(b, at)\n"
               "        if key & 7 == 2: value, at = b[at:at + value], at + value\n"
               "        else: assert key & 7 == 0, key\n"
               "        yield key >> 3, value\n"
               "names, lines, ranks, events = {}, {}, {}, []\n"
               "for field, packet in fields(open(sys.argv[1], 'rb').read()):\n"
               "    assert field == 1\n"
               "    p = dict(fields(packet))\n"
               "    assert p[10] == 1\n"
               "    for kind, x in fields(p.get(12, b'')):\n"
               "        d = dict(fields(x))\n"
               "        if kind == 2: names[d[1]] = d[2].decode()\n"
               "        else: lines[d[1]] = d[2].decode() + (':%d' % d[4] if 4 in d else '')\n"
               "    if 60 in p:\n"
               "        d = dict(fields(p[60]))\n"
               "        if 4 in d: ranks[d[1]] = dict(fields(d[4]))[5].decode()\n"
               "    if 11 in p:\n"
               "        d = dict(fields(p[11]))\n"
               "        events.append((ranks[d[11]], p[8], d[9], names.get(d.get(10)), lines.get(d.get(34))))\n"
               "want = []\n"
               "for x in json.load(open(sys.argv[2]))['traceEvents']:\n"
               "    if x['ph'] == 'X':\n"
               "        begin, rank = round(1000 * x['ts']), 'rank %d' % x['tid']\n"
               "        want += [(rank, begin, 1, x['name'], x['args']['site']),\n"
               "                 (rank, begin + round(1000 * x['dur']), 2, None, None)]\n"
               "assert events == want and len(want) > 20, (events[:4], want[:4])\n");
    expect("$BIN/bsim trace export --to pftrace out.trace -o out.pftrace && python3 pftrace.py out.pftrace out.json", 0,
           NULL);
}

/* The program under MPICH and on simulated ranks makes the same calls; one that sends other bytes does not. */
static void test_diff(void **state) {
    (void)state;
    const char *body =
        "    int count = argc > 1 && rank == 1 ? 8 : 7; MPI_Request r; MPI_Datatype pair;\n"
        "    MPI_Type_contiguous(2, MPI_INT, &pair); MPI_Type_commit(&pair);\n"
        "    MPI_Irecv(buffer, 9, pair, 1 - rank, 1, MPI_COMM_WORLD, &r);\n"
        "    MPI_Send(buffer, count, pair, 1 - rank, 1, MPI_COMM_WORLD); MPI_Wait(&r, MPI_STATUS_IGNORE);\n"
        "    if (argc > 2) MPI_Barrier(MPI_COMM_WORLD);";
    build("pairs", body);
    expect("$BIN/bsim record -q --clock none -o real.trace " MPIEXEC "./pairs", 0, NULL);
    expect("$BIN/bsimcc -w -g pairs.c -o pairs.sim; $BIN/bsim run -np 2 " PLATFORM "-q --record same.trace ./pairs.sim",
           0, NULL);
    expect("$BIN/bsim trace diff real.trace same.trace", 0, "equal: 2 ranks make the same calls in both");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record more.trace ./pairs.sim x", 0, NULL);
    expect("$BIN/bsim trace diff real.trace more.trace", 1,
           "rank 1, call 2:\n  A MPI_Send(7, 8 bytes, -1, 1, 0) at pairs.c:17\n  B MPI_Send(8, 8 bytes, -1, 1, 0) at "
           "pairs.c:17\n\n  function                     calls of A           of B       bytes of A             of B\n"
           "  MPI_Send                              2              2              112              120\n");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --record more.trace ./pairs.sim x x", 0, NULL);
    expect("$BIN/bsim trace diff same.trace more.trace", 1,
           "rank 0, call 4:\n  A MPI_Finalize() at pairs.c:19\n  B MPI_Barrier(0) at pairs.c:18\n");
    expect("$BIN/bsim trace diff real.trace", 2, "takes two traces");
}

/* Even ranks calculate 990 us; a message of theirs takes 10 us more, for which odd ranks wait from the start: all of
 * their 1,000 us, half of the time of all ranks. 128 ranks are drawn as 64 rows of two, each of them half dark. */
static void test_timeline(void **state) {
    (void)state;
    build_sim("late", "    if (rank % 2 == 0) { BSIM_Add_time(990e-6);\n"
                      "        MPI_Send(buffer, 0, MPI_INT, rank + 1, 3, MPI_COMM_WORLD);\n"
                      "    } else MPI_Recv(buffer, 0, MPI_INT, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
    expect("$BIN/bsim run -np 2 " PLATFORM
           "-q --record late.trace ./late.sim && $BIN/bsim trace timeline late.trace -o t.svg && cp t.svg late.svg &&"
           "grep -c '<rect x' t.svg && cat t.svg",
           0, "2\n<svg");
    expect("cat t.svg", 0, "<rect x=\"90\" y=\"260\" width=\"800\" height=\"199\" fill=\"#143278\" opacity=\"1.00\"/>");
    expect("cat t.svg", 0, "late.sim: 2 ranks, 50 % of their time in MPI calls");
    expect(
        "sed 's/\"nodes\": 4/\"nodes\": 128/' platform.json >many.json; $BIN/bsim run -np 128 --platform many.json -q "
        "--record many.trace ./late.sim && $BIN/bsim trace timeline many.trace -o t.svg; grep -c 'opacity=\"0.50\"' "
        "t.svg",
        0, "64");
    expect("$BIN/bsim trace timeline late.trace", 2, "takes one trace, and -o FILE.svg");
    expect("$BIN/bsim trace plot late.trace -o pictures >m && cmp pictures/timeline.svg late.svg && grep -q '<svg' "
           "pictures/matrix.svg && $BIN/bsim trace matrix late.trace | cmp - m",
           0, NULL);
    expect("$BIN/bsim trace plot late.trace", 2, "no -o DIR: the folder of the pictures");
    expect("$BIN/bsim trace plot platform.json -o none; test ! -e none", 0, NULL);
}

/* Ranks 0 to 3 calculate 100, 103, 110 and 100 us before a barrier, in the mean 103.25 us; rank 3 another call more. 0
 * and 1 are 3 us apart; 2 is 10 us from 0, the farther of them. 5 % are 5.1625 us, 10 % are 10.325 us. */
static void test_cluster(void **state) {
    (void)state;
    build_sim("alike", "    const double us[] = {100, 103, 110, 100}; BSIM_Add_time(1e-6 * us[rank]);\n"
                       "    MPI_Barrier(MPI_COMM_WORLD); if (rank == 3) MPI_Barrier(MPI_COMM_SELF);");
    expect("$BIN/bsim run -np 4 " PLATFORM "-q --record alike.trace ./alike.sim", 0, NULL);
    expect("$BIN/bsim cluster alike.trace -o c.json && python3 -c '\n"
           "import json; g = json.load(open(\"c.json\"))[\"groups\"]\n"
           "assert [(x[\"representative\"], x[\"members\"]) for x in g] == [(0, [0, 1]), (2, [2]), (3, [3])], g\n"
           "assert abs(g[0][\"apart_s\"] - 3e-6) < 1e-15, g'",
           0, "3 groups at 5 % of a rank");
    /* The mean of 100, 103 and 110 is 104.33: 103 is next to it. */
    expect("$BIN/bsim cluster --cut 0.1 alike.trace -o c.json && python3 -c '\n"
           "import json; g = json.load(open(\"c.json\"))[\"groups\"]\n"
           "assert [(x[\"representative\"], x[\"members\"]) for x in g] == [(1, [0, 1, 2]), (3, [3])], g\n"
           "assert abs(g[0][\"apart_s\"] - 1e-5) < 1e-15, g'",
           0, "2 groups at 10 % of a rank");
    /* The tree: 0 and 1 meet at 3 us, 2 with them at 10 us; 3 is a tree of its own. The cut is at 5.1625 of 10 us,
     * whose place is 330 + 520 * 0.51625 = 598.45. */
    expect("$BIN/bsim cluster alike.trace --dendrogram c.svg && cat c.svg", 0, "M598.5 56L598.5 ");
    expect("grep -c '<path d=.M[0-9.]* [0-9.]*L486.0 [0-9.]*. stroke=.#143278' c.svg; cat c.svg", 0, "3\n<svg");
    expect("grep -c 'M850.0 78.0L850.0 102.0. stroke=.#999' c.svg && cat c.svg", 0,
           "0 stands for 2 ranks</tspan>  0</text>");
    expect("cat c.svg", 0, ">1</text>\n");
    expect("python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse(\"c.svg\")'", 0, NULL);
    expect("$BIN/bsim cluster alike.trace --dendrogram no/c.svg", 2, "no/c.svg");
    expect("$BIN/bsim cluster --cut x alike.trace", 2, "must be a number of at least 0");
    /* Nothing to compare: ranks with equal calls, of any number. */
    build_sim("idle", "    MPI_Barrier(MPI_COMM_WORLD); if (rank % 1000 == 3) MPI_Barrier(MPI_COMM_SELF);");
    expect("sed 's/\"nodes\": 4/\"nodes\": 2100/' platform.json >many.json; $BIN/bsim run -np 2100 --platform "
           "many.json -q "
           "--record idle.trace ./idle.sim && $BIN/bsim cluster idle.trace -o c.json && python3 -c '\n"
           "import json; g = json.load(open(\"c.json\"))[\"groups\"]\n"
           "assert [(x[\"representative\"], len(x[\"members\"])) for x in g] == [(0, 2097), (3, 3)], g'",
           0, NULL);
    expect("$BIN/bsim cluster idle.trace --dendrogram c.svg", 2, "has no times, or only 0");
}

/* A trace takes the calculation of another run of the program: 20 us before the message instead of 5 us, from which it
 * needs 10 us and 4 us. Traces of other calls, other ranks, or without times are refused. */
static void test_times(void **state) {
    (void)state;
    build_sim("timed", "    int n = argc > 2 ? 2000 : 1000; if (rank == 0) BSIM_Add_time(1e-6 * atoi(argv[1]));\n"
                       "    if (rank == 0) MPI_Send(buffer, n, MPI_INT, 1, 3, MPI_COMM_WORLD);\n"
                       "    if (rank == 1) MPI_Recv(buffer, 2000, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
    expect("for a in 5 20 '30 x'; do $BIN/bsim run -np 2 " PLATFORM
           "-q --record \"$a.trace\" ./timed.sim $a || exit 1; done",
           0, NULL);
    expect("$BIN/bsim simulate 5.trace " PLATFORM, 0, "19.00 us");
    expect("$BIN/bsim simulate 5.trace --times 20.trace " PLATFORM, 0, "34.00 us");
    expect("$BIN/bsim simulate " PLATFORM "--times 20.trace --shards 2 5.trace", 0, "34.00 us");
    expect("$BIN/bsim simulate 5.trace --times '30 x.trace' " PLATFORM, 2,
           "30 x.trace: has other calls than 5.trace: call 1 of rank 0 is MPI_Send(1000, 4 bytes, +1, 3, 0) there, and "
           "MPI_Send(2000, 4 bytes, +1, 3, 0) here");
    expect("$BIN/bsim run -np 3 " PLATFORM "-q --record three.trace ./timed.sim 1; $BIN/bsim simulate 5.trace --times "
           "three.trace " PLATFORM,
           2, "was recorded with 3 ranks, 5.trace with 2");
    expect("$BIN/bsim run -np 2 " PLATFORM "--times 5.trace ./timed.sim 1", 2, "has no option");
}

/* A recorded run takes the calculation of a skeleton: its one block takes 3 us for each of the 7 that are asked for,
 * twice on a platform whose cores are half as fast, before the message of 4000 bytes, 14 us. */
static void test_models(void **state) {
    (void)state;
    build("message", "    if (rank == 0) MPI_Send(buffer, 1000, MPI_INT, 1, 3, MPI_COMM_WORLD);\n"
                     "    if (rank == 1) MPI_Recv(buffer, 2000, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
    write_file(
        "blocks.c",
        "#include <mpi.h>\n#include <stdlib.h>\n#include <bsim/bsim.h>\n#include <lmpi/lmpi.h>\n"
        "const char bsim_program[] = \"message\";\nconst int bsim_skeleton = 1, bsim_nblocks = 1;\n"
        "static const char *const params[] = {\"n\"};\n"
        "const bsim_block_info bsim_blocks[] = {{\"main.1\", \"m.c\", 1, 1, 1, params, 0, 0},\n"
        "    {0, 0, 0, 0, 0, 0, 0, 0}};\nint main(int argc, char **argv) {\n    int rank;\n"
        "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    int n = atoi(argv[1]);\n"
        "    if (rank == 0) BSIM_Add_time(BSIM_cost(0, n));\n"
        "    if (rank == 0) LMPI_Send(NULL, 1000, MPI_INT, 1, n == 1 ? 4 : 3, MPI_COMM_WORLD);\n"
        "    if (rank == 1) LMPI_Recv(NULL, 2000, MPI_INT, 0, n == 1 ? 4 : 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
        "    MPI_Finalize();\n    return argc > 2 ? 3 : 0;\n}\n");
    expect("$BIN/bsimcc -O1 blocks.c -o blocks.sim", 0, NULL);
    write_file("m.json", "{\"schema\": \"bsim-models/1\", \"blocks\": {\"main.1\": {\"params\": {\"n\": \"n\"}, "
                         "\"time\": \"3e-6 * n\"}}}");
    write_file("slow.json",
               "{\"schema\": \"bsim-platform/1\", \"name\": \"slow\", \"nodes\": 4, \"cores_per_node\": 1,\n"
               " \"speed\": 0.5, \"network\": {\"model\": \"simple\", \"latency\": \"10us\",\n"
               " \"bandwidth\": \"1GB/s\"}}");
    expect("$BIN/bsim record -q -o message.trace " MPIEXEC "./message", 0, NULL);
    expect("$BIN/bsim simulate message.trace --models m.json " PLATFORM "-- ./blocks.sim 7", 0, "35.00 us");
    expect("$BIN/bsim simulate message.trace --models m.json --platform slow.json --json a.json -- ./blocks.sim 7", 0,
           "56.00 us");
    expect(
        "python3 -c 'import hashlib, json\n"
        "p = json.load(open(\"a.json\"))[\"provenance\"]\n"
        "digest = lambda name: hashlib.sha256(open(name, \"rb\").read()).hexdigest()\n"
        "assert p[\"trace\"][\"folder\"] == \"message.trace\" and \"times\" not in p, p\n"
        "assert p[\"trace\"][\"sha256\"] == {n: digest(\"message.trace/\" + n) for n in p[\"trace\"][\"sha256\"]}, p\n"
        "s = p[\"skeleton\"]\n"
        "assert s[\"arguments\"] == [\"7\"] and s[\"models\"] == {\"file\": \"m.json\", \"sha256\": "
        "digest(\"m.json\")}, s\n"
        "assert s[\"program\"][\"file\"] == \"./blocks.sim\", s'",
        0, NULL);
    expect("sed 's/\"cores_per_node\": 1/\"cores_per_node\": 2, \"busy_speed\": 0.7/' slow.json >busy.json && for s in "
           "'simulate message.trace --json a.json -- ./blocks.sim' 'run -np 2 --json b.json ./blocks.sim'; do "
           "$BIN/bsim ${s%% *} --models m.json --platform busy.json -q ${s#* } 7 2>>told || exit 1; done; [ ! -s told "
           "] && "
           "grep predicted_time_s a.json | head -1 >a && grep predicted_time_s b.json | head -1 | diff a -",
           0, NULL);
    expect("$BIN/bsim simulate message.trace --models m.json " PLATFORM "-q -- ./blocks.sim 1", 2,
           "error: ./blocks.sim: has other calls than message.trace: call ");
    expect("$BIN/bsim simulate message.trace --models m.json " PLATFORM "-q -- ./blocks.sim 7 x", 2,
           "./blocks.sim: failed, and gives the trace no times");
    expect("$BIN/bsim simulate message.trace --models m.json " PLATFORM "-q", 2,
           "--models m.json ... -- SKELETON ARGS");
    expect("$BIN/bsim simulate message.trace " PLATFORM "-q -- ./blocks.sim 1", 2, "belongs to --models");
    expect("$BIN/bsim simulate message.trace --models m.json --times message.trace " PLATFORM "-q -- ./blocks.sim 7", 2,
           "--times and --models both give the calculation");
    expect("$BIN/bsim simulate message.trace --models m.json " PLATFORM "-q -- message.trace", 2,
           "message.trace: is a trace, which has no blocks");
    expect("ls -d ${TMPDIR:-/tmp}/bsim-models*", 2, NULL);
}

/* A ring: each rank sends 100 bytes to the next one three times; persistent sends and other communicators count. */
static void test_matrix(void **state) {
    (void)state;
    build("round", "    MPI_Comm turned; MPI_Request r; int other = 1 - rank;\n"
                   "    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);\n"
                   "    MPI_Send_init(buffer, 100, MPI_BYTE, rank, 1, turned, &r); MPI_Start(&r);\n"
                   "    MPI_Recv(buffer, 100, MPI_BYTE, rank, 1, turned, MPI_STATUS_IGNORE);\n"
                   "    MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Request_free(&r);\n"
                   "    MPI_Sendrecv(buffer, 50, MPI_SHORT, other, 1, buffer + 500, 100, MPI_BYTE, other, 1,\n"
                   "                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                   "    if (rank == 0) MPI_Send(buffer, 3, MPI_BYTE, 1, 2, MPI_COMM_WORLD);\n"
                   "    else MPI_Recv(buffer, 3, MPI_BYTE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
    expect("$BIN/bsim record -q -o round.trace " MPIEXEC "./round", 0, NULL);
    expect("$BIN/bsim trace matrix round.trace --csv m.csv -o m.svg", 0, "5 messages, 403 bytes; 2 pairs of ranks");
    expect("$BIN/bsim trace matrix out.trace", 0, "not among them: 2 calls of collectives");
    expect("printf 'from,to,messages,bytes\\n0,1,3,203\\n1,0,2,200\\n' | diff m.csv -", 0, NULL);
    expect("grep -c '<rect x' m.svg", 0, "3"); /* a frame and two squares */
}

/* Nothing is left out without a word. */
static void test_lacks(void **state) {
    (void)state;
    build("general", "    MPI_Request r; int query(void *x, MPI_Status *s) { return MPI_SUCCESS; }\n"
                     "    int release(void *x) { return MPI_SUCCESS; }\n"
                     "    int cancel(void *x, int done) { return MPI_SUCCESS; }\n"
                     "    MPI_Grequest_start(query, release, cancel, NULL, &r); MPI_Grequest_complete(r);\n"
                     "    MPI_Status s; MPI_Wait(&r, &s);");
    expect("$BIN/bsim record -o general.trace " MPIEXEC "./general", 0, "lacks: MPI_Grequest_start is not recorded");
    build("sync", "    MPI_Win w; MPI_Win_create(buffer, 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);\n"
                  "    MPI_Win_lock_all(0, w); MPI_Win_sync(w); MPI_Win_unlock_all(w); MPI_Win_free(&w);");
    expect("$BIN/bsim record -q -o sync.trace " MPIEXEC "./sync && $BIN/bsim simulate sync.trace " PLATFORM "-q", 0,
           "bsim: warning: sync.trace lacks what the program did: MPI_Win_sync: what it waits for");
    build_sim("sleeper", "    usleep(100);");
    expect(
        "$BIN/bsim run -np 2 " PLATFORM
        "-q --record sleeper.trace ./sleeper.sim && $BIN/bsim simulate sleeper.trace " PLATFORM "-q",
        0,
        "bsim: warning: sleeper.trace lacks what the program did: sleep, usleep, nanosleep and the like are kept as");
}

/* A rank that only polls calculates between its polls, as far as a trace can tell: that is said. */
static void test_polls(void **state) {
    (void)state;
    build("polling", "    int there = 0;\n"
                     "    if (rank == 0) { for (double end = used() + 0.05; used() < end;) ;\n"
                     "        MPI_Send(buffer, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD);\n"
                     "    } else { while (!there) { MPI_Iprobe(0, 3, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);\n"
                     "            for (double end = used() + 0.001; used() < end;) ; }\n"
                     "        MPI_Recv(buffer, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }");
    expect("$BIN/bsim record -o polling.trace " MPIEXEC "./polling", 0,
           "of it directly behind polls that found nothing");
    expect("$BIN/bsim simulate polling.trace " PLATFORM "-q", 0, "of the calculation is between calls of MPI_Test");
}

/* A loop that asks for the state of a request waits until it is complete, on any machine: 1 ms, latency, 2 ms, latency,
 * and twice the nanosecond of a byte. The request stays. */
static void test_asked(void **state) {
    (void)state;
    build_sim("asked",
              "    int there = 0; MPI_Request r = MPI_REQUEST_NULL;\n"
              "    MPI_Request_get_status(r, &there, MPI_STATUS_IGNORE);\n"
              "    if (rank == 0) { BSIM_Add_time(1e-3); MPI_Send(buffer, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD);\n"
              "        MPI_Recv(buffer, 1, MPI_BYTE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
              "    } else { MPI_Irecv(buffer, 1, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);\n"
              "        for (there = 0; !there;) MPI_Request_get_status(r, &there, MPI_STATUS_IGNORE);\n"
              "        BSIM_Add_time(2e-3); MPI_Send(buffer, 1, MPI_BYTE, 0, 4, MPI_COMM_WORLD);\n"
              "        MPI_Wait(&r, MPI_STATUS_IGNORE); }");
    write_file("slow.json", "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 1,\n"
                            " \"network\": {\"model\": \"simple\", \"latency\": \"1ms\", \"bandwidth\": \"1GB/s\"}}");
    expect("$BIN/bsim run -np 2 " PLATFORM "-q --json a.json --record asked.trace ./asked.sim &&"
           "$BIN/bsim simulate asked.trace " PLATFORM "-q --json b.json && grep predicted_time_s a.json >a &&"
           "grep predicted_time_s b.json | diff a -",
           0, NULL);
    expect("$BIN/bsim simulate asked.trace --platform slow.json -q --json b.json && python3 -c 'import json;"
           "t = json.load(open(\"b.json\"))[\"predicted_time_s\"]; assert abs(t - 5.000002e-3) < 1e-12, t'",
           0, NULL);
    expect("$BIN/bsim trace info asked.trace | grep -c lacks", 1, "0");
    build("asks", "    int there = 0; MPI_Request r; MPI_Status s;\n"
                  "    if (rank == 0) { for (double end = used() + 0.05; used() < end;) ;\n"
                  "        MPI_Send(buffer, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD);\n"
                  "    } else { MPI_Irecv(buffer, 1, MPI_BYTE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &r);\n"
                  "        while (!there) MPI_Request_get_status(r, &there, MPI_STATUS_IGNORE);\n"
                  "        MPI_Request_get_status(r, &there, &s); if (s.MPI_SOURCE != 0) return 3;\n"
                  "        MPI_Test(&r, &there, &s); if (s.MPI_TAG != 3) return 4; }");
    expect("$BIN/bsim record -o asks.trace " MPIEXEC "./asks", 0, "of it directly behind polls that found nothing");
    expect("$BIN/bsim trace info asks.trace | grep -c lacks", 1, "0");
    expect("$BIN/bsim simulate asks.trace " PLATFORM "-q", 0, NULL);
}

/* 60 times 2 ms in a loop, behind 50 ms: the first time stays where it was, and all take as long as recorded. */
static void test_by_site(void **state) {
    (void)state;
    build("sites", "    for (int i = 0; i < 60; i++) {\n"
                   "        for (double end = used() + (i ? 0.002 : 0.05); used() < end;)\n            ;\n"
                   "        MPI_Barrier(MPI_COMM_WORLD);\n    }");
    expect("$BIN/bsim record --times sites -o sites.trace " MPIEXEC "./sites", 0,
           "times: sums of each rank, and distributions of calculation, by the place of the call");
    expect("python3 -c 'import json; t = json.load(open(\"sites.trace/trace.json\"));"
           "assert t[\"schema\"] == \"bsim-trace/2\" and t[\"times\"] == \"sites\"; print(t[\"calculation_s\"])' >s",
           0, NULL);
    expect("$BIN/bsim simulate sites.trace " PLATFORM "-q --json a.json", 0,
           "sites.trace: the times of calls are drawn from distributions");
    expect("$BIN/bsim simulate sites.trace " PLATFORM "-q --json b.json; python3 -c 'import json;"
           "a, b = (json.load(open(n)) for n in (\"a.json\", \"b.json\")); s = float(open(\"s\").read());"
           "assert a[\"predicted_time_s\"] == b[\"predicted_time_s\"] >= 0.168, a;"
           "assert abs(2 * a[\"times\"][\"calc_s\"][\"mean\"] - s) < 1e-6, (a, s)'",
           0, NULL);
    expect("$BIN/bsim trace export --to perfetto -o p.json sites.trace 2>&1", 0, "drawn from distributions");
    expect("$BIN/bsim cluster --cut 1000 sites.trace", 0, "2 ranks, 1 group at");
    expect("$BIN/bsim record --times full -q -o full.trace " MPIEXEC
           "./sites; grep -c '\"times\"' full.trace/trace.json",
           1, "0");
    expect("$BIN/bsim simulate full.trace --times sites.trace " PLATFORM "-q", 0, "drawn from distributions");
    expect("$BIN/bsim record --times all -o no.trace " MPIEXEC "./sites", 2,
           "--times all: accepted are full and sites");
    expect("$BIN/bsim record --times sites --partial -o no.trace " MPIEXEC "./sites", 2, "do not go together");
    expect("$BIN/bsim record --times sites --clock none -o no.trace " MPIEXEC "./sites", 2, "do not go together");
    /* Its times must be those of its calls. */
    expect("cp -r sites.trace bad.trace; cp full.trace/times.zst bad.trace; $BIN/bsim simulate bad.trace " PLATFORM
           "-q",
           2, "is damaged, or of another trace");
    expect("cp -r full.trace bad2.trace; cp sites.trace/times.zst bad2.trace; $BIN/bsim simulate bad2.trace " PLATFORM
           "-q",
           2, "is damaged, or of another trace");
    expect("cp sites.trace/times.zst bad2.trace; sed -i \'s,bsim-trace/2,bsim-trace/1,\' bad.trace/trace.json;"
           "$BIN/bsim trace info bad.trace",
           2, "schema");
}

/* A program that is killed leaves a trace up to there, which says so. */
static void test_cut(void **state) {
    (void)state;
    build("killed", "    for (int i = 0; i < 3; i++) MPI_Barrier(MPI_COMM_WORLD);\n"
                    "    usleep(1200000); MPI_Barrier(MPI_COMM_WORLD); raise(SIGKILL);");
    expect("$BIN/bsim record -q -o killed.trace " MPIEXEC "./killed; test $? -ne 0", 0, NULL);
    expect("$BIN/bsim trace info killed.trace", 0, "rank 0: cut off after");
    expect("$BIN/bsim simulate killed.trace " PLATFORM "-q", 2, "killed.trace: is not whole: the recording of rank 0");

    /* mpiexec ends the other rank, which has written nothing by then but that it is there. */
    build("early", "    if (rank == 0) raise(SIGKILL);\n    pause();");
    expect("$BIN/bsim record -q -o early.trace " MPIEXEC "./early; test $? -ne 0", 0, NULL);
    expect("$BIN/bsim trace info early.trace", 0, "rank 1: cut off after 0 ");
}

static void test_misuse(void **state) {
    (void)state;
    expect("$BIN/bsim record -o new.trace -- true", 2, "true recorded nothing: it must call MPI_Init");
    write_file("session.c", "#include <mpi.h>\nint main(void) {\n    MPI_Session s;\n"
                            "    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &s);\n"
                            "    return MPI_Session_finalize(&s);\n}\n");
    expect("$BIN/bsimcc session.c -o session.sim && $BIN/bsim run -np 2 -q --record new.trace " PLATFORM
           "./session.sim",
           2, "new.trace: is not written: no rank called MPI_Init, and calls in sessions are not recorded");
    expect("test ! -e new.trace && ! ls -d new.trace*", 0, NULL);
    expect("$BIN/bsim record -o new.trace", 2, "no program");
    expect("$BIN/bsim record -- true", 2, "no -o DIR");
    expect("$BIN/bsim record -o . -- true", 2, "is there and is no trace");
    expect("$BIN/bsim record --clock sun -o new.trace -- true", 2, "accepted are cpu, wall and none");
    expect("$BIN/bsim record -o new.trace -- ./nothing", 2, "./nothing: cannot be started");
    expect("$BIN/bsim trace info .", 2, "is no trace: it has no trace.json");
    expect("$BIN/bsim simulate . " PLATFORM, 2, "is no trace: it has no trace.json");
    expect("$BIN/bsim simulate kinds.trace --speed 0 " PLATFORM, 2, "--speed is \"0\"; a factor above 0 is needed");
    expect("$BIN/bsim simulate kinds.trace -np 3 " PLATFORM, 2, "was recorded with 2 ranks: -np 3 is not possible");
    expect("$BIN/bsim simulate -q kinds.trace " PLATFORM "--json a.json && $BIN/bsim simulate -q " PLATFORM
           "--json b.json kinds.trace && grep predicted_time_s a.json >a && grep predicted_time_s b.json | diff a -",
           0, NULL);
    expect("$BIN/bsim simulate " PLATFORM "-q kinds.trace x", 2, "is a trace, which has no arguments (\"x\")");
    expect("$BIN/bsim simulate " PLATFORM "--models platform.json -q kinds.trace", 2,
           "is a trace, which has no blocks");
    expect("$BIN/bsim simulate " PLATFORM "--parameters none.json -q kinds.trace", 2,
           "is a trace, which has no blocks with parameters (--parameters)");
    expect("$BIN/bsim run " PLATFORM "--stack-size 1MiB -q kinds.trace", 2, "which has no ranks with stacks");
    expect("[ ! -e none.json ] && $BIN/bsim simulate --help | grep -c -e --parameters", 1, "0");
    expect("$BIN/bsim simulate -q " PLATFORM "./kinds.sim", 2, "./kinds.sim: is no trace");
    expect("$BIN/bsim simulate -q " PLATFORM, 2, "the trace is missing");
    expect("$BIN/bsim sweep " PLATFORM "--vary speed=1,2 kinds.trace", 0, "on 2 ranks of platform.json, 2 scenarios");
    expect("$BIN/bsim run -np 2 " PLATFORM "kinds.trace x", 2, "is a trace, which has no arguments");
    static const char *const commands[] = {"record", "simulate", "trace info", "trace matrix", NULL};
    expect_usages("bsim", commands);
}

/* Any change of a file gives a message, or another trace, and neither a crash nor an endless run. */
static void test_damaged(void **state) {
    (void)state;
    write_file("damage.py",
               "import random, shutil, subprocess, sys, os, ctypes\n"
               "import ctypes.util\n"
               "z = ctypes.CDLL(ctypes.util.find_library('zstd'))\n"
               "z.ZSTD_compressBound.restype = z.ZSTD_compress.restype = z.ZSTD_decompress.restype = ctypes.c_size_t\n"
               "def pack(b):\n"
               "    out = ctypes.create_string_buffer(len(b) + 1000)\n"
               "    n = z.ZSTD_compress(out, ctypes.c_size_t(len(out)), bytes(b), ctypes.c_size_t(len(b)), 3)\n"
               "    return out.raw[:n]\n"
               "def unpack(b):\n"
               "    out = ctypes.create_string_buffer(1 << 20)\n"
               "    n = z.ZSTD_decompress(out, ctypes.c_size_t(len(out)), b, ctypes.c_size_t(len(b)))\n"
               "    return bytearray(out.raw[:n])\n"
               "bsim = sys.argv[1]\n"
               "for seed in range(60):\n"
               "    rng = random.Random(seed)\n"
               "    shutil.rmtree('bad.trace', ignore_errors=True)\n"
               "    shutil.copytree(('kinds.trace', 'objects.trace')[seed % 2], 'bad.trace')\n"
               "    name = rng.choice(['trace.json', 'calls.zst', 'times.zst', 'calls.zst'])\n"
               "    path = 'bad.trace/' + name\n"
               "    data = bytearray(open(path, 'rb').read())\n"
               "    inner = name.endswith('.zst') and rng.random() < 0.8\n"
               "    if inner: data = unpack(bytes(data))\n"
               "    for _ in range(rng.choice([1, 1, 1, 5])):\n"
               "        at = rng.randrange(len(data))\n"
               "        kind = rng.randrange(3)\n"
               "        if kind == 0: data[at] = rng.randrange(256)\n"
               "        elif kind == 1: del data[at:at + rng.randrange(1, 9)]\n"
               "        else: data[at:at] = bytes(rng.randrange(256) for _ in range(3))\n"
               "        if not data: break\n"
               "    open(path, 'wb').write(pack(data) if inner else bytes(data))\n"
               "    for command in (['trace', 'info', 'bad.trace'], ['trace', 'matrix', 'bad.trace'],\n"
               "                    ['simulate', 'bad.trace', '-q', '--platform', 'platform.json']):\n"
               "        run = subprocess.run([bsim] + command, capture_output=True, timeout=60)\n"
               "        known = (0, 2) if command[0] == 'trace' else (0, 1, 2, 3, 4)\n"
               "        assert run.returncode in known, (seed, name, command, run.returncode, run.stderr)\n"
               "        assert run.returncode == 0 or run.stderr, (seed, name, command)\n");
    expect("python3 damage.py $BIN/bsim", 0, NULL);
}

/* A rule that always holds: 40 of 100 iterations are timed, whatever the clock says (tests/unit/trace_repeat.c). The
 * calls are those of a whole recording, also where receives of any source wait in the queue; 100 * 0.2 ms of
 * calculation are filled in, and the 50 ms behind the loop are those of their call. The call that ends the loop stands
 * where one of the loop does, and has its own calculation: none, by the processor's clock. */
static void test_partial(void **state) {
    (void)state;
    build("loop",
          "    MPI_Request r[2];\n"
          "    void sum(int n) { MPI_Allreduce(buffer, buffer + 999, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }\n"
          "    for (int i = 0; i < 100; i++) {\n"
          "        for (double end = used() + 2e-4 * (argc > 1 && i % 2 ? 3 : 1); used() < end;)\n            ;\n"
          "        MPI_Irecv(buffer, 10, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[0]);\n"
          "        MPI_Isend(buffer + 100, 10, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &r[1]);\n"
          "        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n        sum(4);\n    }\n"
          "    usleep(60000);\n    sum(5);\n"
          "    for (double end = used() + 0.05; used() < end;)\n        ;\n"
          "    MPI_Barrier(MPI_COMM_WORLD);");
    expect("$BIN/bsim record --partial --enough 100 -o loop.trace " MPIEXEC "./loop", 0,
           "partial (enough: 100): 326 of 806 calls were timed");
    expect("$BIN/bsim trace info loop.trace", 0, "in loops 80 of 200 iterations; samples");
    expect("$BIN/bsim trace info loop.trace", 0, "with all times it would have taken about");
    expect("$BIN/bsim record --clock wall -o whole.trace " MPIEXEC
           "./loop && $BIN/bsim trace diff loop.trace whole.trace",
           0, "loop: 2 ranks, 806 calls");
    expect("$BIN/bsim simulate loop.trace " PLATFORM "-q --json r.json", 0,
           "loop.trace: the times of 480 of 806 calls were not taken");
    expect("python3 -c 'import json; t = json.load(open(\"r.json\"))[\"predicted_time_s\"]; assert 0.07 < t < 0.1, t'",
           0, NULL);
    expect("python3 -c 'import json; p = json.load(open(\"loop.trace/trace.json\"))[\"partial\"];"
           "assert 0 < p[\"recording_s\"] < 1 and p[\"written_bytes\"] < p[\"full_bytes\"], p'",
           0, NULL);
    /* Where iterations are not alike, all are timed. */
    expect("$BIN/bsim record --partial -o all.trace " MPIEXEC "./loop x", 0, "806 of 806 calls were timed");
    expect("$BIN/bsim record --partial --clock none -o no.trace " MPIEXEC "./loop", 2, "do not go together");
    expect("$BIN/bsim record --enough 0.1 -o no.trace " MPIEXEC "./loop", 2, "--enough belongs to --partial");
    expect("$BIN/bsim record --partial --enough 0 -o no.trace " MPIEXEC "./loop", 2, "must be a share above 0");
}

/* A stretch without times is in what a killed program leaves. */
static void test_partial_cut(void **state) {
    (void)state;
    build("killed", "    for (int i = 0; i < 30; i++) MPI_Barrier(MPI_COMM_WORLD);\n"
                    "    usleep(1200000); MPI_Barrier(MPI_COMM_WORLD); raise(SIGKILL);");
    expect("$BIN/bsim record --partial --enough 100 -o cut.trace " MPIEXEC "./killed; test $? -ne 0", 0,
           "cut off after 3");
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return -1;
    write_file("platform.json", platform);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_calculation), cmocka_unit_test(test_same_as_run),
                                       cmocka_unit_test(test_of_run),      cmocka_unit_test(test_of_platform),
                                       cmocka_unit_test(test_failed_call), cmocka_unit_test(test_objects),
                                       cmocka_unit_test(test_large),       cmocka_unit_test(test_export),
                                       cmocka_unit_test(test_pftrace),     cmocka_unit_test(test_refused_exports),
                                       cmocka_unit_test(test_partitions),  cmocka_unit_test(test_objects_exports),
                                       cmocka_unit_test(test_more_words),  cmocka_unit_test(test_diff),
                                       cmocka_unit_test(test_timeline),    cmocka_unit_test(test_cluster),
                                       cmocka_unit_test(test_times),       cmocka_unit_test(test_models),
                                       cmocka_unit_test(test_matrix),      cmocka_unit_test(test_lacks),
                                       cmocka_unit_test(test_polls),       cmocka_unit_test(test_asked),
                                       cmocka_unit_test(test_by_site),     cmocka_unit_test(test_cut),
                                       cmocka_unit_test(test_partial),     cmocka_unit_test(test_partial_cut),
                                       cmocka_unit_test(test_misuse),      cmocka_unit_test(test_damaged)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
