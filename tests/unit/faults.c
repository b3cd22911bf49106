/* faults.c - programs that bsimcc built and that go wrong, from outside: what is told, and the exit code. */
#include "tests/unit/shell.h"

static const char platform[] =
    "{\"schema\": \"bsim-platform/1\", \"name\": \"test\", \"nodes\": 8, \"cores_per_node\": 1,\n"
    " \"network\": {\"model\": \"simple\", \"latency\": \"10us\", \"bandwidth\": \"1GB/s\"}}";

#define RUN "$BIN/bsim run -q -np 3 --platform platform.json "

/* BODY runs on rank 1 at 20 us, between two barriers, after the file begun is made. Its first line is line 20 of p.c,
 * and so is the line that makes the file: on a busy host a signal comes before that line has ended. */
static void build(const char *before, const char *body) {
    char text[8192];
    int used = snprintf(text, sizeof text, "%s\n%s\n#line 18 \"p.c\"\n",
                        "#include <mpi.h>\n#include <stdio.h>\n"
                        "#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <sys/wait.h>\n",
                        before);
    snprintf(text + used, sizeof text - (size_t)used,
             "static void body(int rank) {\n"
             "#line 20\n"
             "    fclose(fopen(\"begun\", \"w\")), (void)rank;\n"
             "#line 20\n"
             "%s\n"
             "}\n"
             "int main(int argc, char **argv) {\n"
             "    int rank;\n"
             "    MPI_Init(&argc, &argv);\n"
             "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
             "    MPI_Barrier(MPI_COMM_WORLD);\n"
             "    if (rank == 1)\n"
             "        body(rank);\n"
             "    MPI_Barrier(MPI_COMM_WORLD);\n"
             "    MPI_Finalize();\n"
             "    return 0;\n"
             "}\n",
             body);
    write_file("p.c", text);
    expect("$BIN/bsimcc -O1 -fno-builtin -w p.c -o p", 0, NULL);
}

/* ---- loops without an end ---- */

/* Runs p with these options and sends a signal to all its processes, wait_s after BODY has begun. */
static void expect_interrupted_after(double wait_s, const char *sig, const char *options, int code, const char *text) {
    char command[1024];
    snprintf(command, sizeof command,
             "rm -f begun; setsid env --default-signal=INT,TERM " RUN "%s & run=$!\n"
             "for i in $(seq 1000); do [ -e begun ] && break; sleep 0.02; done; sleep %g\n"
             "kill -s %s -- -$run; (sleep 20; kill -s KILL -- -$run) & guard=$!\n"
             "wait $run; code=$?; kill $guard; (exit $code)",
             options, wait_s, sig);
    expect(command, code, text);
}

static void expect_interrupted(const char *sig, const char *options, int code, const char *text) {
    expect_interrupted_after(0.1, sig, options, code, text);
}

static void interrupts(void **state) {
    (void)state;
    build("", "    for (volatile unsigned i = 0;; i++)\n        ;");
    const char *const place = "bsim: rank 1 at 2e-05 s (p.c:2";
    expect_interrupted("INT", "./p", 130, place);
    assert_non_null(strstr(out, "signal 2 (Interrupt)"));
    expect_interrupted("TERM", "./p", 143, place);
    expect_interrupted("INT", "--shards 3 ./p", 130, place);
    /* In a call of the runtime it is the program's line that counts; in the middle of the library's work, too. */
    build("", "    for (int flag;;)\n"
              "        MPI_Iprobe(0, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE), MPI_Wtime();");
    for (int time = 0; time < 40; time++) /* at any instruction: between two ranks, or in a switch of stacks */
        expect_interrupted_after(0.01 + 1e-4 * time, "INT", "./p", 130, "(p.c:2");
    build("", "    for (;;)\n        free(malloc(1000)), printf(\"line %d\\n\", rank);");
    expect_interrupted("INT", "./p >/dev/null", 130, "(p.c:2");
    /* Somebody has the lock of a stream and does not give it back. */
    build("#include <pthread.h>\n"
          "static void *hold(void *arg) { flockfile(stdout); *(volatile int *)arg = 1; for (;;) pause(); }",
          "    pthread_t thread;\n"
          "    volatile int is_held = 0;\n"
          "    pthread_create(&thread, NULL, hold, (void *)&is_held);\n"
          "    while (!is_held)\n        ;\n"
          "    for (volatile unsigned i = 0;; i++)\n        ;");
    expect_interrupted("INT", "./p", 130, "(p.c:");
    /* The system gives a process's signal to any of its threads. */
    build("#include <pthread.h>\n#include <signal.h>\n"
          "static void *interrupt(void *arg) { while (!*(volatile int *)arg) ; raise(SIGINT); for (;;) pause(); }",
          "    pthread_t thread;\n"
          "    static volatile int is_there;\n"
          "    pthread_create(&thread, NULL, interrupt, (void *)&is_there);\n"
          "    for (volatile unsigned i = 0;; i++)\n        is_there = 1;");
    expect("timeout 60 env --default-signal=INT,TERM " RUN "./p", 130, "bsim: rank 1 at 2e-05 s (p.c:2");
}

static void stack_overwritten(void **state) {
    (void)state;
    if (getenv("BSIM_SANITIZE"))
        skip(); /* the sanitizer tells of the fault, and fails on this stack, too */
    build("", "    *(void **)__builtin_frame_address(0) = (void *)0x1234567812345678;\n"
              "    *(volatile int *)strlen(\"16 bytes of text\") = 1;");
    expect(RUN "./p", 5, "bsim: rank 1 at 2e-05 s (p.c:2");
    assert_non_null(strstr(out, "signal 11 (Segmentation fault) at address 0x10"));
}

static void notes(void **state) {
    (void)state;
    build("#include <sys/syscall.h>\n#include <time.h>\n"
          "static double now(void) { struct timespec t; syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);\n"
          "    return t.tv_sec + 1e-9 * t.tv_nsec; }",
          "    for (double end = now() + 1; now() < end;)\n        ;");
    expect(RUN "--quiet-limit 0.2 ./p", 0, "bsim: note: rank 1 at 2e-05 s (p.c:");
    assert_non_null(strstr(out, "running for 0.2 s, and no virtual time has passed"));
    assert_null(strstr(strstr(out, "note") + 1, "note")); /* one */
    expect(RUN "--shards 2 --quiet-limit 0.2 ./p", 0, "bsim: note: rank 1 at 2e-05 s (p.c:");
    expect("export BSIM_QUIET_LIMIT=0.2; " RUN "./p", 0, "bsim: note: rank 1");
    expect(RUN "./p", 0, NULL);
    assert_null(strstr(out, "note"));
    expect(RUN "--quiet-limit 0 ./p", 0, NULL);
    assert_null(strstr(out, "note"));
    expect(RUN "--quiet-limit soon ./p", 2, "(--quiet-limit) is 'soon'; a number of seconds");
}

/* ---- fork ---- */

static void children(void **state) {
    (void)state;
    if (getenv("BSIM_SANITIZE"))
        skip(); /* calls of MPI in a child are found by their fault, of which the sanitizer tells first */
    build("static void bye(void) { puts(\"bye\"); }\n",
          "    int status;\n"
          "    puts(\"once\");\n" /* not to be printed by each child */
          "    atexit(bye);\n"
          "    srand(7);\n"
          "    int expected = rand();\n"
          "    srand(7);\n"
          "    for (int kind = 0; kind < 6; kind++) {\n"
          "        pid_t pid = kind == 5 ? vfork() : fork();\n"
          "        if (pid == 0) {\n"
          "            if (kind == 0)\n                exit(rand() == expected ? 3 : 99);\n"
          "            if (kind == 1)\n                _exit(4);\n"
          "            if (kind == 2)\n                execlp(\"sh\", \"sh\", \"-c\", \"exit 5\", NULL);\n"
          "            if (kind == 3)\n                MPI_Send(&kind, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);\n"
          "            if (kind == 4)\n                MPI_Barrier(MPI_COMM_WORLD);\n"
          "            if (kind == 5)\n                _exit(6);\n"
          "            return;\n"
          "        }\n"
          "        waitpid(pid, &status, 0);\n"
          "        printf(\"%d ends with %d\\n\", kind, WEXITSTATUS(status));\n"
          "    }");
    for (int shards = 1; shards <= 3; shards++) {
        char command[128];
        snprintf(command, sizeof command, RUN "--shards %d ./p >printed", shards);
        expect(command, 0,
               "bsim: child process of rank 1 at 2e-05 s (p.c:36): a process that fork() has made is no rank");
        expect("grep -c once printed", 0, "1");
        expect("grep -c bye printed", 0, "2"); /* of exit in kind 0, and of the rank */
        expect("cat printed", 0,
               "0 ends with 3\n1 ends with 4\n2 ends with 5\n3 ends with 4\n4 ends with 4\n5 ends with 6");
    }
}

/* Only the first thread of a rank calls MPI. */
static void threads(void **state) {
    (void)state;
    if (getenv("BSIM_SANITIZE"))
        skip(); /* such calls are found by their fault */
    static const char *const call[] = {"MPI_Send(&told, 1, MPI_INT, 0, 0, MPI_COMM_WORLD)",
                                       "MPI_Barrier(MPI_COMM_WORLD)", "MPI_Wtime()"};
    for (int i = 0; i < 3; i++) {
        char before[512];
        snprintf(before, sizeof before,
                 "#include <pthread.h>\nstatic int told;\n"
                 "static void *work(void *arg) {\n    MPI_Is_thread_main(&told);\n    printf(\"main %%d\\n\", told);\n"
                 "    fflush(stdout);\n    %s;\n    return arg;\n}",
                 call[i]);
        build(before, "    pthread_t thread;\n"
                      "    pthread_create(&thread, NULL, work, NULL);\n    pthread_join(thread, NULL);");
        for (int shards = 1; shards <= 3; shards++) {
            char command[128];
            snprintf(command, sizeof command, RUN "--shards %d ./p", shards);
            expect(command, 4, "bsim: a thread of rank 1 (p.c:");
            assert_non_null(strstr(out, "main 0"));
            assert_non_null(strstr(out, "a thread that pthread_create() has made calls MPI"));
        }
    }
}

/* A child that returns from main, and one that crashes on its own. */
static void children_of_main(void **state) {
    (void)state;
    write_file("q.c", "#include <mpi.h>\n#include <stdio.h>\n#include <unistd.h>\n#include <sys/wait.h>\n"
                      "int main(int argc, char **argv) {\n"
                      "    int rank, status;\n"
                      "    MPI_Init(&argc, &argv);\n"
                      "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                      "    for (int kind = 0; kind < 2; kind++) {\n"
                      "        if (fork() == 0) {\n"
                      "            if (kind)\n                *(volatile int *)8 = 1;\n"
                      "            return 10 + rank;\n"
                      "        }\n"
                      "        wait(&status);\n"
                      "        printf(\"rank %d: %d\\n\", rank, WEXITSTATUS(status));\n"
                      "    }\n"
                      "    MPI_Finalize();\n"
                      "    return 0;\n"
                      "}\n");
    expect("$BIN/bsimcc -w q.c -o q && $BIN/bsim run -q -np 2 --platform platform.json ./q >printed", 0,
           "child process of rank 1 at 0 s (q.c:12): signal 11");
    expect("sort printed", 0, "rank 0: 10\nrank 0: 5\nrank 1: 11\nrank 1: 5\n");
}

/* ---- the heap ---- */

/* Under a sanitizer that is another's work. */
static bool is_plain(void) {
    return !getenv("BSIM_SANITIZE");
}

static void heap_fault(const char *body, const char *text) {
    build("", body);
    expect(RUN "./p", 5, text);
    assert_non_null(strstr(out, "bsim: rank 1 at 2e-05 s (p.c:2"));
    expect(RUN "--shards 2 ./p", 5, text);
}

static void freed_twice(void **state) {
    (void)state;
    if (!is_plain())
        skip();
    for (const char *const *size = (const char *const[]){"20", "1000", "5000", "100000", "1000000", NULL}; *size;
         size++) {
        char body[512];
        snprintf(body, sizeof body, "    char *p = malloc(%s);\n    free(p);\n    free(p);", *size);
        heap_fault(body, "free");
    }
    heap_fault("    free((char *)malloc(100) + 16);", "of no beginning of a block");
    heap_fault("    free((char *)malloc(100) + 4);", "the middle of a block");
    heap_fault("    int x[100];\n    free(x + 4);", "a variable on a stack");
    heap_fault("    static int x[100];\n    free(x + 4);", "static data");
    heap_fault("    free((void *)64);", "no malloc gave");
    /* Another rank has got the block meanwhile. */
    build("static char *given;", "");
    write_file("q.c", "#include <mpi.h>\n#include <stdlib.h>\nstatic char *given;\n"
                      "int main(int argc, char **argv) {\n    int rank;\n    MPI_Init(&argc, &argv);\n"
                      "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (rank == 0)\n        given = malloc(50);\n"
                      "    MPI_Barrier(MPI_COMM_WORLD);\n    if (rank == 2)\n        free(given);\n"
                      "    MPI_Finalize();\n    return 0;\n}\n");
    expect("$BIN/bsimcc q.c -o q && $BIN/bsim run -q -np 3 --platform platform.json ./q", 0,
           "warning: free (q.c:12) of a block that another rank has taken");
}

static void written_behind(void **state) {
    (void)state;
    if (!is_plain())
        skip();
    static const int sizes[] = {1, 20, 24, 1000, 5000, 5003, 60000, 100000}, beyond[] = {1, 8, 16, 100};
    for (int again = 0; again < 2; again++) {
        char body[512];
        snprintf(body, sizeof body,
                 "    int n = atoi(getenv(\"BYTES\")), more = atoi(getenv(\"BEYOND\"));\n"
                 "    char *p = malloc(n), *q = malloc(n);\n    memset(p, 'x', n + more);\n    %s;\n    free(q);",
                 again ? "p = realloc(p, 10)" : "free(p)");
        build("", body);
        for (int i = 0; i < 32; i++) {
            char command[256];
            snprintf(command, sizeof command, "export BYTES=%d BEYOND=%d; " RUN "./p", sizes[i / 4], beyond[i % 4]);
            expect(command, 5, again ? "realloc of a block of " : "free of a block of ");
            assert_non_null(strstr(out, "written behind its end"));
            assert_non_null(strstr(out, "bsim: rank 1 at 2e-05 s (p.c:23)"));
        }
    }
    heap_fault("    char *p = strdup(\"text\");\n    p[5] = 'x';\n    free(p);", "free of a block of 5 bytes");
    heap_fault("    char *p = calloc(8, 4);\n    strcpy(p, \"0123456789abcdef0123456789abcdef\");\n    free(p);",
               "free of a block of 32 bytes");
}

static int set_up(void **state) {
    (void)state;
    if (!make_folder())
        return 1;
    write_file("platform.json", platform);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(interrupts),       cmocka_unit_test(notes),
                                       cmocka_unit_test(threads),          cmocka_unit_test(children),
                                       cmocka_unit_test(children_of_main), cmocka_unit_test(stack_overwritten),
                                       cmocka_unit_test(freed_twice),      cmocka_unit_test(written_behind)};
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
