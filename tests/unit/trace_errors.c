/* trace_errors.c - traces of programs that go on behind MPI errors, and of programs that are ended. */
#include "tests/unit/shell.h"

#define MPIEXEC "-- mpiexec -n 2 "
#define PLATFORM "--platform platform.json "

static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 4, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

/* A program under the real MPI, and NAME.sim for simulated ranks. */
static void build(const char *name, const char *body) {
    char text[8192], path[64], command[256];
    snprintf(
        text, sizeof text,
        "#include <mpi.h>\n#include <signal.h>\n#include <unistd.h>\n#define C MPI_COMM_WORLD\nstatic char d[1000], "
        "b[1000];\n"
        "int main(int argc, char **argv) {\n    int rank, n, flag, at[3];\n    MPI_Request r[3];\n"
        "    MPI_Status s, all[3];\n    MPI_Message m;\n    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(C, &rank);\n"
        "    MPI_Comm_set_errhandler(C, MPI_ERRORS_RETURN);\n%s\n    MPI_Finalize();\n    return 0;\n}\n",
        body);
    snprintf(path, sizeof path, "%s.c", name);
    write_file(path, text);
    snprintf(command, sizeof command, "mpicc -w -g %s.c -o %s && $BIN/bsimcc -w -g %s.c -o %s.sim", name, name, name,
             name);
    expect(command, 0, NULL);
}

/* A receive whose message is too long has taken it. Messages have 40, 41, ... bytes, buffers 16: rank 1 takes 16 of
 * them in each way, and the last one has 8 bytes. Its receive took another message before, which has more. */
static void test_too_long(void **state) {
    (void)state;
    build("long",
          "    if (rank == 0) {\n        for (int i = 0; i < 16; i++) MPI_Send(d, 40 + i, MPI_CHAR, 1, 1, C);\n"
          "        MPI_Sendrecv(d, 80, MPI_CHAR, 1, 1, b, 1000, MPI_CHAR, 1, 1, C, &s);\n"
          "        MPI_Send(d, 8, MPI_CHAR, 1, 1, C);\n    } else {\n"
          "#define POST MPI_Irecv(b, 16, MPI_CHAR, 0, 1, C, &r[0])\n"
          "#define BOTH POST; MPI_Irecv(b, 160, MPI_CHAR, MPI_ANY_SOURCE, 1, C, &r[1])\n"
          "        int left = 0;\n        MPI_Recv(b, 16, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, C, &s);\n"
          "        POST; MPI_Wait(r, &s);\n        POST; do n = MPI_Test(r, &flag, &s); while (!n && !flag);\n"
          "        BOTH; while (MPI_Waitall(2, r, all)) ;\n        BOTH; while (MPI_Waitall(2, r, "
          "MPI_STATUSES_IGNORE)) ;\n"
          "        BOTH; do MPI_Waitany(2, r, &n, &s); while (n != MPI_UNDEFINED);\n"
          "        BOTH; do MPI_Waitsome(2, r, &n, at, all); while (n != MPI_UNDEFINED);\n"
          "        MPI_Recv_init(b, 16, MPI_CHAR, 0, 1, C, r); MPI_Start(r); MPI_Wait(r, &s); MPI_Request_free(r);\n"
          "        MPI_Mprobe(0, 1, C, &m, &s); MPI_Mrecv(b, 16, MPI_CHAR, &m, &s);\n"
          "        MPI_Mprobe(0, 1, C, &m, &s); MPI_Imrecv(b, 16, MPI_CHAR, &m, r); MPI_Wait(r, &s);\n"
          "        POST; do MPI_Testall(1, r, &flag, all); while (r[0] != MPI_REQUEST_NULL);\n"
          "        POST; MPI_Waitall(1, r, all);\n"
          "        MPI_Sendrecv(d, 8, MPI_CHAR, 0, 1, b, 16, MPI_CHAR, 0, 1, C, &s);\n"
          "        MPI_Recv(b, 16, MPI_CHAR, 0, 1, C, &s);\n    }");
    expect("$BIN/bsim record -q --clock none -o long.trace " MPIEXEC "./long &&"
           "$BIN/bsim run -np 2 " PLATFORM "-q --record sim.trace ./long.sim",
           0, NULL);
    const char *const traces[] = {"long.trace", "sim.trace"};
    for (int i = 0; i < 2; i++) {
        char command[256];
        snprintf(command, sizeof command, "$BIN/bsim simulate %s -q " PLATFORM, traces[i]);
        expect(command, 0, "13 messages are longer than the buffers of their receives");
        assert_non_null(strstr(out, "MPI_Recv of rank 1 at long.c:"));
        assert_non_null(strstr(out, "gets 40 bytes from rank 0, tag 1"));
        assert_null(strstr(out, "never"));
        assert_null(strstr(out, "lacks"));
        snprintf(command, sizeof command, "$BIN/bsim trace matrix %s", traces[i]);
        expect(command, 0, "19 messages");
    }
}

/* A collective that failed on one rank has communicated; a call whose arguments are wrong has not. */
static void test_collective(void **state) {
    (void)state;
    build("coll", "    MPI_Bcast(b, 8, MPI_CHAR, 9, C);\n    MPI_Bcast(b, rank ? 10 : 40, MPI_CHAR, 0, C);\n"
                  "    MPI_Bcast(b, 8, MPI_CHAR, 0, C);");
    expect("$BIN/bsim record -o coll.trace " MPIEXEC "./coll", 0,
           "lacks: MPI_Bcast failed, and may have communicated before");
    assert_non_null(strstr(out, "coll: 2 ranks, 6 calls"));
    expect("$BIN/bsim simulate coll.trace -q " PLATFORM, 4, "collective calls do not match");
    build("args", "    MPI_Bcast(b, 8, MPI_CHAR, 9, C);\n    MPI_Send(b, 8, MPI_CHAR, 9, 0, C);");
    expect("$BIN/bsim record -o args.trace " MPIEXEC "./args", 0, "args: 2 ranks, 2 calls");
    assert_null(strstr(out, "lacks"));
}

/* A rank that waits in a call when its program is killed leaves the calls before it. */
static void test_killed(void **state) {
    (void)state;
    build("hangs",
          "    for (int i = 0; i < 500; i++) MPI_Barrier(C);\n    if (rank == 1) { sleep(2); raise(SIGKILL); }\n"
          "    MPI_Recv(b, 1, MPI_CHAR, 1, 0, C, &s);");
    expect("$BIN/bsim record -q -o hangs.trace " MPIEXEC "./hangs; $BIN/bsim trace info hangs.trace", 0,
           "rank 0: cut off after 500 calls");
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return -1;
    write_file("platform.json", platform);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_too_long), cmocka_unit_test(test_collective),
                                       cmocka_unit_test(test_killed)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
