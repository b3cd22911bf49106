/* replay.c - bsim record --content, bsim replay and bsim simulate --replayed from outside, with programs under the real
 * MPICH on two ranks. That replayed ranks get what they got is shown by tests/diff. */
#include "tests/unit/replay_program.h"

#define PLATFORM "--platform platform.json "

/* Latency 10 us, 1 GB/s; sends cost nothing, and nothing is shared. */
static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 4, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

/* Rank 1 prints the sum of what it gets: 0 + 1 + 2 + 3, and 2 + 4 + 6 + 8 from both. */
static void test_replay(void **state) {
    (void)state;
    build("sums", "    int v[100] = {0}, all[100] = {0}, size, sum = 0; MPI_Status s; MPI_Request r;\n"
                  "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                  "    for (int i = 0; i < n; i++) v[i] = rank ? -1 : i;\n"
                  "    if (rank == 0) MPI_Send(v, n, MPI_INT, 1, tag, MPI_COMM_WORLD);\n"
                  "    else { MPI_Irecv(v, 100, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);\n"
                  "           MPI_Wait(&r, &s); int got; MPI_Get_count(&s, MPI_INT, &got);\n"
                  "           printf(\"%d of %d: %d from %d tag %d\\n\", rank, size, got, s.MPI_SOURCE, s.MPI_TAG); }\n"
                  "    for (int i = 0; i < n; i++) sum += v[i], v[i] = i + 1;\n"
                  "    MPI_Allreduce(v, all, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
                  "    for (int i = 0; i < n; i++) sum += all[i];\n"
                  "    printf(\"rank %d sum %d\\n\", rank, sum);");
    expect(RECORD "sums.trace" MPIEXEC "./sums", 0, "rank 1 sum 26");
    expect("$BIN/bsim trace info sums.trace", 0, "content: what the ranks received");
    expect("$BIN/bsim replay --rank 1 -o v1.json sums.trace -- ./sums", 0, "1 of 2: 4 from 0 tag 7\nrank 1 sum 26\n");
    expect("$BIN/bsim replay --rank 1 sums.trace -- ./sums | tail -n 2", 0,
           "sums: rank 1 of 2 replayed: 4 calls, 32 bytes received");
    expect("python3 -c 'import json; v = json.load(open(\"v1.json\")); assert len(v[\"calculation_ns\"]) == 4, v;"
           "assert v[\"rank\"] == 1 and v[\"ranks\"] == 2 and v[\"received_bytes\"] == 32, v;"
           "assert abs(v[\"replayed_s\"] - 1e-9 * sum(v[\"calculation_ns\"])) < 1e-12, v'",
           0, NULL);
    /* Under mpiexec each process replays alone, too. */
    expect("mpiexec -n 1 $BIN/bsim replay -q --rank 1 sums.trace -- ./sums", 0, "rank 1 sum 26");
    /* A trace replaces one with logs as a whole. */
    expect("cp -r sums.trace again.trace; $BIN/bsim record -q --yield -o again.trace" MPIEXEC
           "./sums && ls again.trace",
           0, "calls.zst\ntimes.zst\ntrace.json\n");
    expect("$BIN/bsim replay --rank 0 again.trace -- ./sums", 2,
           "again.trace: was recorded without what the ranks received");
    expect("! ls -d $TMPDIR/bsim-replay.* 2>/dev/null", 0, NULL);
}

/* Another count, peer, tag, or call. */
static void test_leaves(void **state) {
    (void)state;
    expect(
        "$BIN/bsim replay --rank 0 sums.trace -- ./sums 5", 2,
        "sums.trace/content-0.zst: rank 0, call 1 (MPI_Send): the program leaves the log: it calls MPI_Send(count 5, 4 "
        "bytes each, to 1, tag 7, communicator 0), where the log has MPI_Send(count 4, 4 bytes each, to 1, tag 7, "
        "communicator 0)");
    expect("$BIN/bsim replay --rank 0 -o no.json sums.trace -- ./sums 4 8", 2, "to 1, tag 8, communicator 0), where");
    expect("test ! -e no.json", 0, NULL);
    expect("$BIN/bsim replay --rank 1 sums.trace -- ./sums 5", 2,
           "rank 1, call 3 (MPI_Allreduce): the program leaves the log: it calls MPI_Allreduce(count 5");
    build("none", "");
    expect("$BIN/bsim replay --rank 0 sums.trace -- ./none", 2,
           "call 1 (MPI_Finalize): the program leaves the log: it calls MPI_Finalize, where the log has MPI_Send");
    build("more", "    if (rank == 0) MPI_Send(buffer, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);\n"
                  "    int v[4], all[4]; MPI_Allreduce(v, all, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
                  "    MPI_Barrier(MPI_COMM_WORLD);");
    expect("$BIN/bsim replay --rank 0 sums.trace -- ./more", 2,
           "call 3 (MPI_Barrier): the program leaves the log: it calls MPI_Barrier(communicator 0), where the log has "
           "MPI_Finalize()");
    build("early", "    if (rank == 0) MPI_Send(buffer, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);\n    exit(0);");
    expect("$BIN/bsim replay --rank 0 sums.trace -- ./early", 2, "ended before MPI_Finalize, its call 3");
}

/* What is not in the log is refused by name, before it is done. */
/* The time in which a call touches new memory is calculation behind it: of the first receive into it, and not of the
 * second; of a non-blocking one, behind the wait; and not of parts that the program has touched itself. */
static void test_touched(void **state) {
    (void)state;
    build("touched",
          "    int b = 8 << 20; MPI_Request r; char *new[4];\n"
          "    for (int i = 0; i < 4; i++) new[i] = aligned_alloc(4096, b + (64 << 20));\n"
          "    if (rank == 0) memset(new[0], 1, b);\n"
          "    MPI_Barrier(MPI_COMM_WORLD);\n"
          "    for (int i = 0; i < 2; i++) MPI_Bcast(new[0], b, MPI_BYTE, 0, MPI_COMM_WORLD);\n"
          "    if (rank == 0) for (int i = 0; i < 2; i++) MPI_Send(new[0], b, MPI_BYTE, 1, i, MPI_COMM_WORLD);\n"
          "    else { MPI_Irecv(new[1], b, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r);\n"
          "           MPI_Wait(&r, MPI_STATUS_IGNORE);\n"
          "           MPI_Recv(new[1], b, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }\n"
          "    MPI_Barrier(MPI_COMM_WORLD);");
    expect(RECORD "touched.trace" MPIEXEC "./touched", 0, NULL);
    expect("$BIN/bsim replay -q --rank 1 -o touched.json touched.trace -- ./touched", 0, NULL);
    /* Barrier, Bcast, Bcast, Irecv, Wait, Recv, Barrier, Finalize: each entry is the calculation in front of the call.
     */
    expect("python3 -c 'import json; v = json.load(open(\"touched.json\"))[\"calculation_ns\"]; print(v);"
           "assert len(v) == 8; long = [i for i, t in enumerate(v) if i > 0 and 5 * t > max(v[2], v[5])];"
           "assert long == [2, 5], long'",
           0, NULL);
    expect("$BIN/bsim simulate touched.trace " PLATFORM "-q --json t.json && python3 -c 'import json;"
           "t = json.load(open(\"t.json\")); v = json.load(open(\"touched.json\"))[\"calculation_ns\"];"
           "print(t[\"times\"]); assert t[\"times\"][\"calc_s\"][\"max\"] > 1e-9 * v[2]'",
           0, NULL);
}

/* The parts of a vector are looked at whole, also where their counts are large: two of 4 MiB. */
static void test_touched_parts(void **state) {
    (void)state;
    build("parts", "    int c[2] = {4 << 20, 4 << 20}, d[2] = {0, 4 << 20};\n"
                   "    MPI_Count large[2] = {4 << 20, 4 << 20}; MPI_Aint far[2] = {0, 4 << 20};\n"
                   "    char *own = malloc(4 << 20), *all[2]; memset(own, 1, 4 << 20);\n"
                   "    for (int i = 0; i < 2; i++) all[i] = aligned_alloc(4096, 72 << 20);\n"
                   "    MPI_Barrier(MPI_COMM_WORLD);\n"
                   "    MPI_Allgatherv(own, c[0], MPI_BYTE, all[0], c, d, MPI_BYTE, MPI_COMM_WORLD);\n"
                   "    MPI_Allgatherv_c(own, c[0], MPI_BYTE, all[1], large, far, MPI_BYTE, MPI_COMM_WORLD);\n"
                   "    MPI_Barrier(MPI_COMM_WORLD);");
    expect(RECORD "parts.trace" MPIEXEC "./parts", 0, NULL);
    expect("$BIN/bsim replay -q --rank 1 -o parts.json parts.trace -- ./parts", 0, NULL);
    expect("python3 -c 'import json; v = json.load(open(\"parts.json\"))[\"calculation_ns\"]; print(v);"
           "assert 0.8 < v[3] / v[2] < 1.25, v'",
           0, NULL);
}

/* A program that ends with another exit code than 0 is replayed if it has called MPI_Finalize, else it is told. */
static void test_exit(void **state) {
    (void)state;
    build("exits", "    void bye(void) { _exit(4); }\n    if (getenv(\"EARLY\")) exit(3);\n    atexit(bye);\n"
                   "    MPI_Barrier(MPI_COMM_WORLD);");
    expect(RECORD "exits.trace" MPIEXEC "./exits", 4, NULL);
    expect("$BIN/bsim replay --rank 1 -o late.json exits.trace -- ./exits", 4, "rank 1 of 2 replayed: 2 calls");
    expect("test -s late.json", 0, NULL);
    expect("EARLY=1 $BIN/bsim replay --rank 1 -o early.json exits.trace -- ./exits", 3,
           "the program ended with exit code 3 before MPI_Finalize; nothing is written");
    expect("test ! -e early.json", 0, NULL);
    expect("$BIN/bsim replay --rank 0 sums.trace -- ./sums 5 2>&1 | grep -c error:", 0, "1\n");
}

static void test_refused(void **state) {
    (void)state;
    build("odd", "    MPI_Win w; MPI_Request r; pthread_t t; void *p;\n"
                 "    void *call(void *x) { MPI_Barrier(MPI_COMM_SELF); return x; }\n"
                 "    MPI_Irecv(buffer, 8, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r);\n"
                 "    if (n == 1) MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p, &w);\n"
                 "    if (n == 2) { MPI_Session s; MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &s); }\n"
                 "    if (n == 3) pthread_create(&t, NULL, call, NULL), pthread_join(t, NULL);\n"
                 "    MPI_Request_free(&r); MPI_Send(buffer + 64, 8, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);\n"
                 "    MPI_Barrier(MPI_COMM_WORLD);");
    expect(RECORD "odd.trace" MPIEXEC "./odd", 0, NULL);
    expect("$BIN/bsim replay --rank 0 odd.trace -- ./odd 1", 2,
           "rank 0, call 2 (MPI_Win_allocate_shared): cannot be replayed, since it is not logged");
    expect("$BIN/bsim replay --rank 1 odd.trace -- ./odd 2", 2,
           "rank 1, call 2 (MPI_Session_init): cannot be replayed, since it is not logged");
    expect("$BIN/bsim replay --rank 0 odd.trace -- ./odd 3", 2,
           "(MPI_Barrier): cannot be replayed: it is called before MPI_Init, in another thread");
    expect("$BIN/bsim replay --rank 1 odd.trace -- ./odd", 2,
           "call 2 (MPI_Request_free): frees a request that still receives");
}

/* Rank 1 gets 7 from the other group, by a message and by a collective. */
static void test_two_groups(void **state) {
    (void)state;
    build("two", "    MPI_Comm t, d; MPI_Request r; int v[2] = {7 * !rank, 7 * !rank}, size;\n"
                 "    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 3, &t);\n"
                 "    if (rank == 0) MPI_Send(v, 1, MPI_INT, 0, 5, t);\n"
                 "    else MPI_Recv(v, 1, MPI_INT, 0, 5, t, MPI_STATUS_IGNORE);\n"
                 "    MPI_Bcast(v + 1, 1, MPI_INT, rank ? 0 : MPI_ROOT, t);\n"
                 "    MPI_Comm_remote_size(t, &size);\n"
                 "    MPI_Comm_idup(MPI_COMM_WORLD, &d, &r); MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Barrier(d);\n"
                 "    if (rank) printf(\"%d %d of %d\\n\", v[0], v[1], size);");
    expect(RECORD "two.trace" MPIEXEC "./two", 0, "7 7 of 1");
    expect("$BIN/bsim replay --rank 1 two.trace -- ./two", 0, "7 7 of 1");
    expect("$BIN/bsim replay --group 0-1 -o two.vectors two.trace -- mpiexec -n 2 ./two", 2,
           "(MPI_Intercomm_create): makes an inter-communicator, which cannot be replayed with --group");
}

static void test_cut(void **state) {
    (void)state;
    build("killed", "    for (int i = 0; i < 3; i++) MPI_Barrier(MPI_COMM_WORLD);\n"
                    "    usleep(1200000); MPI_Barrier(MPI_COMM_WORLD); if (argc == 1) raise(SIGKILL);");
    expect(RECORD "killed.trace" MPIEXEC "./killed; test $? -ne 0", 0, NULL);
    expect("$BIN/bsim replay --rank 0 -o no.json killed.trace -- ./killed 1", 2,
           "rank 0, call 5 (MPI_Finalize): the log ends here, before MPI_Finalize");
    expect("test ! -e no.json", 0, NULL);
}

static void test_foreign(void **state) {
    (void)state;
    expect("cp -r sums.trace bad.trace; cp sums.trace/content-0.zst bad.trace/content-1.zst;"
           "$BIN/bsim replay --rank 1 bad.trace -- ./sums",
           2, "bad.trace/content-1.zst: is the log of rank 0 of 2, not of rank 1 of 2");
    expect(RECORD "other.trace" MPIEXEC "./sums; cp other.trace/content-1.zst bad.trace;"
                  "$BIN/bsim replay --rank 1 bad.trace -- ./sums",
           2, "bad.trace/content-1.zst: is of another recording than the trace beside it");
    expect("rm bad.trace/content-1.zst; $BIN/bsim replay --rank 1 bad.trace -- ./sums", 2, "content-1.zst: is missing");
    expect("cp sums.c bad.trace/content-1.zst; $BIN/bsim replay --rank 1 bad.trace -- ./sums", 2,
           "is no log of contents of this version");
    /* Whole frames are missing, or a part of one. */
    expect(
        "head -c -20 sums.trace/content-1.zst >bad.trace/content-1.zst; $BIN/bsim replay --rank 1 bad.trace -- ./sums",
        2, "content-1.zst: ");
}

/* Rank 0 calculates 30 ms and sends 100,000 bytes, which takes 10 us + 100 us. */
static void test_simulate(void **state) {
    (void)state;
    build("pair", "    if (rank == 0) MPI_Send(buffer, 100000, MPI_BYTE, 1, 3, MPI_COMM_WORLD);\n"
                  "    else MPI_Recv(buffer, 100000, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
    write_file("set.py",
               "import json, sys\nv = json.load(open(sys.argv[1]))\n"
               "v['calculation_ns'] = [int(x) for x in sys.argv[2:]]\njson.dump(v, open(sys.argv[1], 'w'))\n");
    expect(RECORD "pair.trace" MPIEXEC "./pair && mkdir -p vectors && $BIN/bsim replay -q --rank 0 -o vectors/0.json "
                  "pair.trace -- ./pair && $BIN/bsim replay -q --rank 1 -o vectors/1.json pair.trace -- ./pair &&"
                  "python3 set.py vectors/0.json 30000000 0 && python3 set.py vectors/1.json 0 0",
           0, NULL);
    expect("$BIN/bsim simulate pair.trace " PLATFORM "--replayed vectors/0.json", 2,
           "pair.trace: no rank that calculates as rank 1 does was replayed: bsim replay --rank 1");
    for (int shards = 1; shards <= 2; shards++)
        expect(shards == 1 ? "$BIN/bsim simulate pair.trace " PLATFORM "-q --json r.json --replayed vectors"
                           : "$BIN/bsim simulate pair.trace " PLATFORM "-q --json r2.json --shards 2 --replayed "
                             "vectors/1.json --replayed vectors/0.json",
               0, "bsim: 2 ranks in 2 groups calculate as 2 replayed ranks");
    expect("python3 -c 'import json; t = json.load(open(\"r.json\"))[\"predicted_time_s\"];"
           "assert abs(t - 0.03011) < 1e-12, t'; grep predicted_time_s r.json >a; grep predicted_time_s r2.json | diff "
           "a -",
           0, NULL);
    expect("$BIN/bsim simulate pair.trace " PLATFORM "--replayed v1.json", 2,
           "is another recording than that of pair.trace");
    expect("python3 set.py vectors/1.json 0; $BIN/bsim simulate pair.trace " PLATFORM "--replayed vectors", 2,
           "vectors/1.json:1: $.calculation_ns: has 1 numbers, but rank 1 makes 2 calls");
    expect("$BIN/bsim simulate pair.trace " PLATFORM "--replayed vectors/0.json --replayed vectors/0.json", 2,
           "--replayed: rank 0 is given twice");
    expect("$BIN/bsim simulate pair.trace " PLATFORM "--cut 0.1", 2, "--cut belongs to --replayed");
    expect("! ls -d $TMPDIR/bsim-replayed.* 2>/dev/null", 0, NULL);
}

#define PREDICT "$BIN/bsim predict-by-replay "

/* All steps at once. The result is that of bsim simulate, and tells what it rests on. */
static void test_all_steps(void **state) {
    (void)state;
    build("alike", "    for (volatile int i = 0; i < 3000000; i++) ;\n    MPI_Barrier(MPI_COMM_WORLD);");
    expect(PREDICT "-n 2 --yield --measure --cut 1000 " PLATFORM "--keep kept --json r.json -- ./alike", 0,
           "alike: 2 ranks in 1 group; ");
    assert_non_null(strstr(out, "\npredicted with the replayed calculation: 0.0"));
    assert_non_null(strstr(out, "\npredicted with the recorded calculation: 0.0"));
    assert_non_null(strstr(out, "\nmeasured here, 2 processes, without a recorder: 0."));
    expect("ls kept kept/vectors", 0, "rank-0.json\nrank-0.log\n");
    expect("python3 -c 'import json; r = json.load(open(\"r.json\")); k = r[\"replay\"]; g = k[\"groups\"][0];"
           "v = json.load(open(\"kept/vectors/rank-0.json\"));"
           "assert r[\"schema\"] == \"bsim-result/1\" and r[\"ranks\"] == 2, r;"
           "assert g[\"members\"] == [0, 1] and g[\"representative\"] == 0 and g[\"calls\"] == 2, g;"
           "assert g[\"replayed_s\"] == v[\"replayed_s\"] and k[\"recording\"] == v[\"recording\"], k;"
           "assert abs(r[\"predicted_time_s\"] - g[\"replayed_s\"]) < 1e-4 and k[\"measured_time_s\"] > 0, r'",
           0, NULL);
    expect("$BIN/bsim report r.json", 0, "predicted time");
    /* The same trace, with the same groups: the sum of its steps. */
    expect(PREDICT "--trace kept/trace -q --cut 1000 " PLATFORM
                   "--keep second -o s.json -- ./alike && $BIN/bsim simulate "
                   "kept/trace -q --cut 1000 " PLATFORM "--replayed second/vectors --json t.json",
           0, NULL);
    expect("python3 -c 'import json; s, t = (json.load(open(n)) for n in (\"s.json\", \"t.json\"));"
           "assert s[\"predicted_time_s\"] == t[\"predicted_time_s\"] and s[\"sites\"] == t[\"sites\"];"
           "assert s[\"replay\"][\"measured_time_s\"] is None and set(s) == set(t) | {\"replay\"}'",
           0, NULL);
    expect("! ls -d $TMPDIR/bsim-predict-by-replay.* 2>/dev/null", 0, NULL);
}

/* Each process that runs the program reads its input from the beginning. */
static void test_steps_with_input(void **state) {
    (void)state;
    build("reads", "    char line[20] = \"\"; if (rank == 0) { if (!fgets(line, sizeof line, stdin)) return 3; }\n"
                   "    MPI_Bcast(line, 20, MPI_CHAR, 0, MPI_COMM_WORLD); if (line[0] != \'7\') return 4;");
    expect("echo 7 >input; " PREDICT "-n 2 " PLATFORM "-- ./reads <input", 0, "replayed calculation");
}

/* Each step that fails tells what it was, with what it said, and leaves nothing. */
static void test_steps_that_fail(void **state) {
    (void)state;
    build("alike", "    for (volatile int i = 0; i < 3000000; i++) ;\n    MPI_Barrier(MPI_COMM_WORLD);");
    build("fails",
          "    MPI_Barrier(MPI_COMM_WORLD);\n    if (getenv(\"BSIM_REPLAY\")) { puts(\"no luck\"); exit(9); }");
    /* One that ends at once is a race for MPICH's mpiexec, which may then end with SIGPIPE. */
    write_file("later", "#!/bin/sh\nsleep 0.2\nexit 1\n");
    expect("chmod +x later", 0, NULL);
    expect(PREDICT "-n 2 " PLATFORM "-o no.json -- ./later", 1, "the recording failed with exit code 1");
    expect(PREDICT "-n 2 " PLATFORM "--measure -- ./later", 1, "the run without a recorder failed with exit code 1");
    expect(PREDICT "-n 2 " PLATFORM "-o no.json -- ./fails", 9, "no luck\n");
    assert_non_null(strstr(out, "the replay of rank 0 (1 of "));
    expect(PREDICT "-n 5 " PLATFORM "-- ./alike", 2, "5 ranks do not fit: 4 nodes with 1 cores");
    expect(PREDICT "-n 2 --platform nothing.json -- ./alike", 2, "nothing.json: cannot be read");
    expect(PREDICT "-n 2 -- ./alike", 2, "--platform FILE");
    expect(PREDICT PLATFORM "-- ./alike", 2, "the number of ranks is missing: -n N");
    expect(PREDICT "-n 2 " PLATFORM "./alike", 2, "./alike: is a program; programs stand behind --");
    expect(PREDICT "-n 2 " PLATFORM, 2, "no program: ");
    expect(PREDICT "-n 2 --cut x " PLATFORM "-- ./alike", 2, "--cut x: must be a number");
    expect(PREDICT "-n 2 --enough 1 " PLATFORM "-- ./alike", 2, "--enough belongs to --partial");
    expect(PREDICT "-n 2 " PLATFORM "--keep . -- ./alike", 2, ".: cannot be made");
    expect(PREDICT "-n 2 " PLATFORM "nocase", 2, "there is no case 'nocase'");
    expect("$BIN/bsim record -q --yield -o plain.trace" MPIEXEC "./alike && " PREDICT "--trace plain.trace " PLATFORM
           "-- ./alike",
           2, "plain.trace: was recorded without what the ranks received");
    expect(PREDICT "--trace folders " PLATFORM "-- ./alike", 2, "folders: is no trace");
    expect("test ! -e no.json && ! ls -d $TMPDIR/bsim-predict-by-replay.* 2>/dev/null", 0, NULL);
}

/* A case: its program is built, and runs with its arguments and files. */
static void test_case(void **state) {
    (void)state;
    build("alike", "    for (volatile int i = 0; i < 3000000; i++) ;\n    MPI_Barrier(MPI_COMM_WORLD);");
    write_file(
        "case.json",
        "{\"schema\": \"bsim-case/1\", \"root\": \".\", \"sources\": [\"cased.c\"], \"exit_code\": 6,\n"
        " \"files\": {\"in\": [\"{n}\"]}, \"compare\": [{\"ranks\": 2, \"args\": \"{np} {n}\", \"set\": {\"n\": 5}}]}");
    write_file("cased.c", "#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
                          "int main(int argc, char **argv) {\n    int n, size; FILE *f = fopen(\"in\", \"r\");\n"
                          "    MPI_Init(&argc, &argv); MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                          "    if (argc != 3 || !f || fscanf(f, \"%d\", &n) != 1 || n != atoi(argv[2]) || size != "
                          "atoi(argv[1])) return 3;\n"
                          "    fclose(f); MPI_Finalize(); return 6;\n}\n");
    expect(PREDICT PLATFORM "case.json", 0, "replayed calculation");
    assert_non_null(strstr(out, " 2 ranks: 2 5\n"));
    expect(PREDICT "-n 1 " PLATFORM "case.json", 0, ": 1 ranks in 1 group");
}

/* Both ranks take the calculation of the one that was replayed, 20 ms. */
static void test_group(void **state) {
    (void)state;
    build("alike", "    for (volatile int i = 0; i < 3000000; i++) ;\n    MPI_Barrier(MPI_COMM_WORLD);");
    expect(RECORD "alike.trace" MPIEXEC
                  "./alike && $BIN/bsim replay -q --rank 1 -o alike.json alike.trace -- ./alike &&"
                  "python3 set.py alike.json 20000000 0",
           0, NULL);
    expect("$BIN/bsim simulate alike.trace " PLATFORM "-q --cut 100 --json r.json --replayed alike.json", 0,
           "bsim: 2 ranks in 1 group calculate as 1 replayed rank (on ");
    expect("python3 -c 'import json; r = json.load(open(\"r.json\")); t = r[\"predicted_time_s\"];"
           "assert 0.02 <= t < 0.0202, t'",
           0, NULL);
}

/* Three of four ranks replayed beside each other get from each other what they send now, and from rank 0 what it sent:
 * with another argument they send other values among themselves. Receives of equal messages are complete in another
 * order than that of their posting; receives of any source, persistent ones, and messages to nobody. */
static void test_together(void **state) {
    (void)state;
    build("ring",
          "    int size, got[8] = {0}, mine[3] = {100 * rank + n, 100 * rank + n + 1, 100 * rank + n + 2}, at;\n"
          "    MPI_Request r[4]; MPI_Status s; MPI_Comm half; MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
          "    int next = (rank + 1) % size, before = (rank + size - 1) % size;\n"
          "    MPI_Irecv(&got[0], 1, MPI_INT, before, 1, MPI_COMM_WORLD, &r[0]);\n"
          "    MPI_Irecv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &r[1]);\n"
          "    MPI_Irecv(&got[2], 1, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, &r[2]);\n"
          "    for (int i = 0; i < 3; i++) MPI_Send(&mine[i], 1, MPI_INT, next, i < 2 ? 1 : 2, MPI_COMM_WORLD);\n"
          "    MPI_Wait(&r[2], &s); MPI_Wait(&r[1], &s); MPI_Wait(&r[0], &s);\n"
          "    MPI_Send_init(mine, 2, MPI_INT, next, 3, MPI_COMM_WORLD, &r[0]);\n"
          "    MPI_Recv_init(&got[3], 2, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &r[1]);\n"
          "    MPI_Startall(2, r); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
          "    MPI_Request_free(&r[0]); MPI_Request_free(&r[1]);\n"
          "    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);\n"
          "    int half_rank; MPI_Comm_rank(half, &half_rank);\n"
          "    MPI_Sendrecv(mine, 1, MPI_INT, 1 - half_rank, 4, &got[5], 1, MPI_INT, 1 - half_rank, 4, half, &s);\n"
          "    MPI_Send(mine, 1, MPI_INT, MPI_PROC_NULL, 4, half); MPI_Barrier(MPI_COMM_WORLD);\n"
          "    char *big = malloc(1 << 20); memset(big, n + rank, 1 << 20);\n"
          "    MPI_Sendrecv_replace(big, 1 << 20, MPI_BYTE, next, 5, before, 5, MPI_COMM_WORLD, &s);\n"
          "    printf(\"rank %d: %d %d %d %d %d %d %d\\n\", rank, got[0], got[1], got[2], got[3], got[4], got[5], "
          "big[99]);");
    expect("$BIN/bsim record -q --yield --content -o ring.trace -- mpiexec -n 4 ./ring", 0, "rank 1: 4 5 6 4 5 304 4");
    expect("$BIN/bsim replay --group 1-3 -o ring.vectors ring.trace -- mpiexec -n 3 ./ring 7 >o; grep ^rank o | sort "
           ">s; cat s",
           0, "rank 1: 4 5 6 4 5 307 4\nrank 2: 107 108 109 107 108 4 8\nrank 3: 207 208 209 207 208 107 9\n");
    expect("ls ring.vectors; grep replayed: o", 0,
           "rank-1.json\nrank-2.json\nrank-3.json\nring: rank 1 of 4 replayed: ");
    expect("$BIN/bsim simulate ring.trace " PLATFORM "-q --cut 1000 --replayed ring.vectors", 2,
           "ring.trace: no rank that calculates as rank 0 does was replayed: bsim replay --rank 0");
    expect("$BIN/bsim replay --group 1-3 ring.trace -- mpiexec -n 2 ./ring", 2,
           "--group 1-3 replays 3 processes, and mpiexec has started 2");
    expect("$BIN/bsim replay --rank 1 ring.trace -- mpiexec -n 2 ./ring", 2,
           "--rank replays one process: the program must be started without mpiexec");
    expect("$BIN/bsim replay --group 1-4 ring.trace -- mpiexec -n 3 ./ring", 2,
           "--group 1-4: must be two ranks A-B, A < B");
    expect("$BIN/bsim replay --group 1-3 --rank 1 ring.trace -- mpiexec -n 3 ./ring", 2,
           "either --rank R or --group A-B");
    expect("cp -r ring.trace bad.ring; cp sums.trace/content-1.zst bad.ring/content-2.zst;"
           "$BIN/bsim replay --group 1-3 bad.ring -- mpiexec -n 3 ./ring",
           2, "content-2.zst: is of another recording");
}

static void test_misuse(void **state) {
    (void)state;
    expect("$BIN/bsim replay --rank 2 sums.trace -- ./sums", 2, "--rank 2: sums.trace has the ranks 0 to 1");
    expect("$BIN/bsim replay --rank x sums.trace -- ./sums", 2, "--rank x: sums.trace has the ranks 0 to 1");
    expect("$BIN/bsim replay sums.trace -- ./sums", 2, "either --rank R or --group A-B");
    expect("$BIN/bsim replay --rank 0 sums.trace", 2, "usage: bsim replay");
    expect("$BIN/bsim replay --rank 0 --clock none sums.trace -- ./sums", 2, "accepted are cpu and wall");
    expect("$BIN/bsim replay --rank 0 . -- ./sums", 2, "is no trace");
    expect("$BIN/bsim replay --rank 0 sums.trace -- ./nothing", 2, "./nothing: cannot be started");
    expect("$BIN/bsim replay --rank 0 sums.trace -- true", 2, "the program made no call");
    expect("$BIN/bsim replay --rank 0 -o /nothing/x.json sums.trace -- ./sums", 2, "/nothing/x.json");
    static const char *const commands[] = {"replay", "predict-by-replay", NULL};
    expect_usages("bsim", commands);
}

/* Any change of a log gives the same run or one message, and neither a crash nor an endless run. Damage within the
 * frames has right checksums. */
static void test_damaged(void **state) {
    (void)state;
    write_file("damage.py",
               "import ctypes, ctypes.util, random, shutil, subprocess, sys\n"
               "z = ctypes.CDLL(ctypes.util.find_library('zstd'))\n"
               "z.ZSTD_compressBound.restype = z.ZSTD_compress.restype = ctypes.c_size_t\n"
               "z.ZSTD_createDStream.restype = z.ZSTD_decompressStream.restype = ctypes.c_size_t\n"
               "class Buffer(ctypes.Structure):\n"
               "    _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t), ('pos', ctypes.c_size_t)]\n"
               "z.ZSTD_createDStream.restype = ctypes.c_void_p\n"
               "def pack(b):\n"
               "    out = ctypes.create_string_buffer(len(b) + 1000)\n"
               "    n = z.ZSTD_compress(out, ctypes.c_size_t(len(out)), bytes(b), ctypes.c_size_t(len(b)), 3)\n"
               "    return out.raw[:n]\n"
               "def unpack(b):\n"
               "    out, src = ctypes.create_string_buffer(1 << 20), ctypes.create_string_buffer(b)\n"
               "    o, i = Buffer(ctypes.addressof(out), 1 << 20, 0), Buffer(ctypes.addressof(src), len(b), 0)\n"
               "    stream = ctypes.c_void_p(z.ZSTD_createDStream())\n"
               "    while i.pos < i.size:\n"
               "        z.ZSTD_decompressStream(stream, ctypes.byref(o), ctypes.byref(i))\n"
               "    return bytearray(out.raw[:o.pos])\n"
               "magic = b'bsim content 1\\n'\n"
               "bsim, whole = sys.argv[1], open('sums.trace/content-1.zst', 'rb').read()\n"
               "shutil.copytree('sums.trace', 'damaged.trace')\n"
               "for seed in range(16):\n"
               "    rng = random.Random(seed)\n"
               "    inner = rng.random() < 0.7\n"
               "    data = unpack(whole[len(magic):]) if inner else bytearray(whole)\n"
               "    first = len(data) * 4 // 5 if inner else 0\n"
               "    for _ in range(rng.choice([1, 1, 1, 5])):\n"
               "        at = rng.randrange(rng.choice([0, first]), len(data))\n"
               "        kind = rng.randrange(3)\n"
               "        if kind == 0: data[at] = rng.randrange(256)\n"
               "        elif kind == 1: del data[at:at + rng.randrange(1, 9)]\n"
               "        else: data[at:at] = bytes(rng.randrange(256) for _ in range(3))\n"
               "    open('damaged.trace/content-1.zst', 'wb').write(magic + pack(data) if inner else bytes(data))\n"
               "    run = subprocess.run([bsim, 'replay', '-q', '--rank', '1', 'damaged.trace', '--', './sums'],\n"
               "                         capture_output=True, text=True, timeout=60, errors='replace')\n"
               "    told = [l for l in run.stderr.splitlines() if l]\n"
               "    assert run.returncode in (0, 2), (seed, run.returncode, run.stderr)\n"
               "    assert len(told) == (run.returncode == 2), (seed, run.stderr)\n");
    expect("python3 damage.py $BIN/bsim", 0, NULL);
}

/* A partial recording keeps content of 5 iterations of two calls. Behind them the replay ends, and the rest is scaled:
 * calculation of all 200 calls is ten times as much where the replayed calls took ten times as long. */
static void test_partial(void **state) {
    (void)state;
    build("parted", "    int all; for (int i = 0; i < 100; i++) {\n"
                    "        MPI_Allreduce(&i, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
                    "        for (volatile int k = 0; k < n * 10000; k++) ;\n        MPI_Barrier(MPI_COMM_WORLD);\n"
                    "        printf(\"%d: %d\\n\", i, all); }");
    expect(RECORD "parted.trace --partial --enough 100" MPIEXEC "./parted 4", 0, "99: 198");
    expect("$BIN/bsim replay --rank 1 -o p.json parted.trace -- ./parted 40", 0, "4: 8\n");
    expect("$BIN/bsim replay --rank 1 -o p.json parted.trace -- ./parted 40 >o; ! grep ^5: o && cat o", 0,
           "rank 1 of 2 replayed: 10 calls, 20 bytes received");
    expect("$BIN/bsim replay --rank 1 -o p.json parted.trace -- ./parted 40", 0,
           "calculation behind call 10 is scaled: the partial recording keeps no content of those calls");
    expect("python3 -c 'import json; v = json.load(open(\"p.json\"));"
           "assert len(v[\"calculation_ns\"]) == 201 and v[\"replayed_calls\"] == 10, v'",
           0, NULL);
    /* Ten times the work; again, if something else has taken the processor during the recording. */
    expect("for i in 1 2 3; do python3 -c 'import json; v = json.load(open(\"p.json\"));"
           "r = v[\"replayed_s\"] / v[\"recorded_s\"]; assert 2 < r, r' && exit 0; " RECORD
           "parted.trace --partial --enough 100" MPIEXEC "./parted 4 >o && "
           "$BIN/bsim replay --rank 1 -o p.json parted.trace -- ./parted 40 >o; done; exit 1",
           0, NULL);
    expect("$BIN/bsim simulate parted.trace " PLATFORM "-q --cut 1000 --replayed p.json", 0,
           "rank 1 was replayed for 10 of 201 calls, and scaled behind them");
    expect("$BIN/bsim replay --group 0-1 parted.trace -- mpiexec -n 2 ./parted", 2,
           "parted.trace: is a partial recording, whose logs end at another call for each rank");
}

/* Persistent collectives: what rank 1 gets from rank 0 when they are complete. Collectives of neighbours and messages
 * of matched probes are in tests/diff. */
static void test_persistent(void **state) {
    (void)state;
    build("again", "    int v[2] = {rank ? 0 : n, n}, sum = 0; MPI_Request r[2];\n"
                   "    MPI_Bcast_init(v, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);\n"
                   "    MPI_Reduce_init(v + 1, &sum, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);\n"
                   "    MPI_Startall(2, r); MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n"
                   "    MPI_Request_free(&r[0]); MPI_Request_free(&r[1]); printf(\"got %d %d\\n\", v[0], sum);");
    expect(RECORD "again.trace" MPIEXEC "./again", 0, "got 4 8");
    expect("$BIN/bsim replay --rank 1 again.trace -- ./again", 0,
           "got 4 8\nagain: rank 1 of 2 replayed: 8 calls, 8 bytes");
    expect("$BIN/bsim replay --rank 0 again.trace -- ./again", 0,
           "got 4 0\nagain: rank 0 of 2 replayed: 8 calls, 0 bytes");
}

/* Ranks beside each other: a probed message from one of the group is what it sends now. MPI_Isendrecv is refused. */
static void test_probed_together(void **state) {
    (void)state;
    build("taken", "    int got = 0; MPI_Message m; MPI_Request r; int flag = 0; MPI_Status s;\n"
                   "    if (rank == 0) MPI_Send(&n, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);\n"
                   "    else { MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &m, &s);\n"
                   "        MPI_Imrecv(&got, 1, MPI_INT, &m, &r); MPI_Wait(&r, &s);\n"
                   "        printf(\"%d from %d\\n\", got, s.MPI_SOURCE); }\n"
                   "    if (argc > 2) { MPI_Isendrecv(&n, 1, MPI_INT, 1 - rank, 1, &got, 1, MPI_INT, 1 - rank, 1,\n"
                   "        MPI_COMM_WORLD, &r); MPI_Wait(&r, &s); }");
    expect(RECORD "taken.trace" MPIEXEC "./taken", 0, "4 from 0");
    expect("$BIN/bsim replay --rank 1 taken.trace -- ./taken 5", 0, "4 from 0\n");
    expect("$BIN/bsim replay --group 0-1 taken.trace -- mpiexec -n 2 ./taken 5", 0, "5 from 0\n");
    expect(RECORD "taken.trace" MPIEXEC "./taken 4 7", 0, "4 from 0");
    expect("$BIN/bsim replay --rank 1 taken.trace -- ./taken 4 7", 0, "4 from 0\n");
    expect("$BIN/bsim replay --group 0-1 taken.trace -- mpiexec -n 2 ./taken 4 7; test $? -ne 0", 0,
           "(MPI_Isendrecv): with a rank that is replayed beside it");
}

/* The second of two requests is not complete when the first one is in error. The status of a send, which MPI leaves as
 * memory was, may hold any bits. */
static void test_statuses(void **state) {
    (void)state;
    build("pends",
          "    int b[20], k[3]; MPI_Request r[2]; MPI_Status s[2] = {{0}};\n"
          "    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n"
          "    if (rank == 0) for (int i = 1; i < 3; i++) MPI_Send(buffer, 40, MPI_BYTE, 1, i, MPI_COMM_WORLD);\n"
          "    else {\n"
          "        MPI_Irecv(b, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, r);\n"
          "        MPI_Irecv(b + 4, 10, MPI_INT, 0, 2, MPI_COMM_WORLD, r + 1);\n"
          "        MPI_Error_class(MPI_Waitall(2, r, s), k);\n"
          "        for (int i = 0; i < 2; i++) MPI_Error_class(s[i].MPI_ERROR, k + 1 + i);\n"
          "        printf(\"%d %d %d\\n\", k[0] == MPI_ERR_IN_STATUS, k[1] == MPI_ERR_TRUNCATE, "
          "k[2] == MPI_ERR_PENDING);\n"
          "        if (r[1] != MPI_REQUEST_NULL) MPI_Wait(r + 1, s);\n"
          "    }\n");
    expect(RECORD "pends.trace" MPIEXEC "./pends", 0, "1 1 1");
    expect("$BIN/bsim replay -q --rank 1 pends.trace -- ./pends", 0, "1 1 1");
    build("bits", "    MPI_Request r[2]; MPI_Status s[2]; int done;\n"
                  "    memset(s, 0xff, sizeof s);\n"
                  "    MPI_Isend(buffer, 40, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, r);\n"
                  "    MPI_Irecv(buffer + 40, 40, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, r + 1);\n"
                  "    MPI_Wait(r, s); MPI_Wait(r + 1, s + 1); MPI_Get_count(s + 1, MPI_BYTE, &done);\n"
                  "    printf(\"%d of %d\\n\", done, s[1].MPI_SOURCE);");
    expect(RECORD "bits.trace" MPIEXEC "./bits", 0, "40 of 1");
    expect("$BIN/bsim replay -q --rank 0 bits.trace -- ./bits", 0, "40 of 1");
}

static void test_usage(void **state) {
    (void)state;
    expect("$BIN/bsim replay --rank 0 . -- ./sums", 2, "is no trace");
    expect("$BIN/bsim replay --rank 0 nothing.trace", 2, "usage: bsim replay");
}

/* A recording that a signal ends leaves its trace; the steps of bsim predict-by-replay leave nothing. The signal goes
 * to the command alone, or to the group, as from a terminal. */
static void test_interrupted(void **state) {
    (void)state;
    build("endless", "    for (;;) { usleep(1000); MPI_Barrier(MPI_COMM_WORLD); }");
    static const char *const ways[] = {"--foreground -s INT", "-s INT", "--foreground -s TERM"};
    enum { WAYS = sizeof ways / sizeof *ways };
    pid_t child[WAYS];
    char command[300];
    for (int i = 0; i < WAYS; i++) { /* at the same time, since most of it is waiting */
        child[i] = fork();
        if (child[i] == 0) {
            snprintf(
                command, sizeof command,
                "cd %s; timeout %s 4 $BIN/bsim record -o cut%d.trace --yield -- mpiexec -n 2 ./endless >said%d 2>&1; "
                "mv cut%d.trace gone%d; ls -d cut%d.trace* 2>>said%d",
                folder, ways[i], i, i, i, i, i, i);
            _exit(WEXITSTATUS(system(command)));
        }
    }
    for (int i = 0; i < WAYS; i++) {
        int status;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(WEXITSTATUS(status), 2); /* ls finds nothing that is left */
        snprintf(command, sizeof command, "cat said%d", i);
        expect(command, 0, "MPI_Barrier");
        snprintf(command, sizeof command, "$BIN/bsim trace info gone%d", i);
        expect(command, 0, "rank 1: cut off after ");
    }
    expect("timeout -s INT 4 $BIN/bsim predict-by-replay -n 2 --platform platform.json -- ./endless", 124,
           "bsim: error: ");
    expect("ls -A temporary | grep -c .", 1, "0");
    expect("for p in $(pgrep -f [.]/endless); do readlink /proc/$p/cwd; done | grep -cx \"$(pwd -P)\"", 1, "0");
}

static int set_up(void **state) {
    (void)state;
    if (make_folders())
        return -1;
    write_file("platform.json", platform);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_touched),
        cmocka_unit_test(test_touched_parts),
        cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_simulate),
        cmocka_unit_test(test_group),
        cmocka_unit_test(test_all_steps),
        cmocka_unit_test(test_steps_with_input),
        cmocka_unit_test(test_steps_that_fail),
        cmocka_unit_test(test_case),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_partial),
        cmocka_unit_test(test_persistent),
        cmocka_unit_test(test_probed_together),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_two_groups),
        cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_usage),
        cmocka_unit_test(test_exit),
    };
    const struct CMUnitTest without_preload[] = {cmocka_unit_test(test_usage)};
    if (getenv("BSIM_SANITIZE")) /* a library with a sanitizer cannot be loaded into a program that has none */
        return cmocka_run_group_tests(without_preload, set_up, remove_folder);
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
