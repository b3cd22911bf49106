/* replay_data.c - replays of programs with files, partitioned communication and windows, whose calculation depends on
 * what they get, under the real MPICH on two ranks. tests/diff shows it for each function. */
#include "tests/unit/replay_program.h"

/* Each rank writes its numbers and reads those of the other one, which come to steps of a loop, a receive and a line.
 */
static void test_files(void **state) {
    (void)state;
    build("files",
          "    MPI_File f; MPI_Offset at, size; MPI_Status s; MPI_Request r; int v[4], w[4] = {0}, sum = 0, got;\n"
          "    MPI_File_open(MPI_COMM_WORLD, \"numbers\", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);\n"
          "    for (int i = 0; i < 4; i++) v[i] = 10 * rank + i + n - 4;\n"
          "    MPI_File_write_at_all(f, 16 * rank, v, 4, MPI_INT, MPI_STATUS_IGNORE);\n"
          "    MPI_File_sync(f); MPI_Barrier(MPI_COMM_WORLD);\n"
          "    MPI_File_get_size(f, &size);\n"
          "    MPI_File_seek(f, 16 * (1 - rank) + tag - 7, MPI_SEEK_SET);\n"
          "    MPI_File_read(f, w, 2, MPI_INT, &s); MPI_Get_count(&s, MPI_INT, &got);\n"
          "    MPI_File_iread(f, w + 2, 100, MPI_INT, &r); MPI_Wait(&r, &s);\n"
          "    MPI_File_get_position(f, &at);\n"
          "    for (int i = 0; i < w[3]; i++) MPI_Allreduce(&w[i % 4], &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);\n"
          "    printf(\"rank %d: %d of %lld, %d %d %d %d, at %lld\\n\", rank, got, (long long)size, w[0], w[1], w[2], "
          "w[3],\n"
          "           (long long)at);\n"
          "    if (MPI_File_close(&f) == MPI_SUCCESS && f == MPI_FILE_NULL) printf(\"closed\\n\");");
    expect(RECORD "files.trace" MPIEXEC "./files", 0, "rank 0: 2 of 32, 10 11 12 13, at 424\n");
    expect("rm numbers; $BIN/bsim replay -q --rank 0 files.trace -- ./files", 0,
           "rank 0: 2 of 32, 10 11 12 13, at 424\n");
    expect("test ! -e numbers && ! ls -d $TMPDIR/bsim-replay.* 2>/dev/null", 0, NULL);
    expect("$BIN/bsim replay -q --group 0-1 files.trace -- mpiexec -n 2 ./files", 0, "10 11 12 13");
    expect("$BIN/bsim replay --rank 0 files.trace -- ./files 4 11", 2,
           "(MPI_File_seek): the program leaves the log: it calls MPI_File_seek(file 0, offset 20, 600), where the log "
           "has "
           "MPI_File_seek(file 0, offset 16, 600)");
    build("shorter",
          "    MPI_File f;\n"
          "    MPI_File_open(MPI_COMM_WORLD, \"numbers\", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);\n"
          "    MPI_File_write_at_all(f, 16 * rank, buffer, 3, MPI_INT, MPI_STATUS_IGNORE);");
    expect(
        "$BIN/bsim replay --rank 1 files.trace -- ./shorter", 2,
        "call 2 (MPI_File_write_at_all): the program leaves the log: it calls MPI_File_write_at_all(file 0, offset 16, "
        "count 3, 4 bytes each), where the log has MPI_File_write_at_all(file 0, offset 16, count 4, 4 bytes each)");
}

/* A file that was not there is none in the replay, though it may be there now. */
static void test_failures(void **state) {
    (void)state;
    build("fails",
          "    MPI_File f; MPI_Errhandler h; int class;\n"
          "    void told(MPI_File *file, int *code, ...) { printf(\"told %d\\n\", *file == MPI_FILE_NULL); }\n"
          "    MPI_File_create_errhandler(told, &h); MPI_File_set_errhandler(MPI_FILE_NULL, h);\n"
          "    int code = MPI_File_open(MPI_COMM_WORLD, \"absent\", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);\n"
          "    MPI_Error_class(code, &class); printf(\"%d: absent %d\\n\", rank, class == MPI_ERR_NO_SUCH_FILE);");
    expect(RECORD "fails.trace" MPIEXEC "./fails", 0, "0: absent 1\n");
    write_file("absent", "1");
    expect("$BIN/bsim replay -q --rank 1 fails.trace -- ./fails", 0, "told 1\n1: absent 1\n");
}

/* Rank 1 gets four partitions of two numbers, and makes as many calls as they tell it as soon as they are there. */
static void test_partitions(void **state) {
    (void)state;
    build("parts", "    MPI_Request r; int v[8], flag, sum = 0, all = 0;\n"
                   "    for (int round = 0; round < 2; round++) {\n"
                   "        for (int i = 0; i < 8; i++) v[i] = rank ? 0 : i + round + n - 4;\n"
                   "        if (round == 0 && rank == 0) MPI_Psend_init(v, 4, 2, MPI_INT, 1, tag, MPI_COMM_WORLD, "
                   "MPI_INFO_NULL, &r);\n"
                   "        if (round == 0 && rank == 1) MPI_Precv_init(v, 4, 2, MPI_INT, 0, tag, MPI_COMM_WORLD, "
                   "MPI_INFO_NULL, &r);\n"
                   "        MPI_Start(&r);\n"
                   "        if (rank == 0) { MPI_Pready(3, r); MPI_Pready_range(0, 1, r); int last = 2; "
                   "MPI_Pready_list(1, &last, r); }\n"
                   "        for (int p = 3; rank == 1 && p >= 0; p--) {\n"
                   "            for (flag = 0; !flag;) MPI_Parrived(r, p, &flag);\n"
                   "            for (int i = 0; i < v[2 * p]; i++) MPI_Allreduce(&v[2 * p + 1], &sum, 1, MPI_INT, "
                   "MPI_SUM, MPI_COMM_SELF), all += sum;\n"
                   "        }\n"
                   "        MPI_Wait(&r, MPI_STATUS_IGNORE);\n"
                   "        printf(\"rank %d: %d %d %d\\n\", rank, v[0], v[7], all);\n"
                   "    }\n    MPI_Request_free(&r);");
    expect(RECORD "parts.trace" MPIEXEC "./parts", 0, "rank 1: 1 8 168");
    expect("$BIN/bsim replay -q --rank 1 parts.trace -- ./parts", 0, "rank 1: 0 7 68\nrank 1: 1 8 168\n");
    expect("$BIN/bsim replay -q --rank 0 parts.trace -- ./parts", 0, "rank 0: 0 7 0\nrank 0: 1 8 0\n");
    expect("$BIN/bsim replay -q --group 0-1 parts.trace -- mpiexec -n 2 ./parts", 0, "rank 1: 1 8 168");
    expect("$BIN/bsim replay --rank 0 parts.trace -- ./parts 4 8", 2,
           "call 1 (MPI_Psend_init): the program leaves the log: it calls MPI_Psend_init(partitions 4, count 2, 4 "
           "bytes each, "
           "peer 1, tag 8, communicator 0), where the log has MPI_Psend_init(partitions 4, count 2, 4 bytes each, peer "
           "1, tag 7");
}

/* What others put, what operations bring, and what is in the own memory decide how many calls a rank makes. */
static void test_windows(void **state) {
    (void)state;
    build("windows",
          "    MPI_Win w; MPI_Request r; int *m, got[4] = {0}, old = -1, sum = 0, one = 1, calls = 0, to = tag == 7 ? "
          "1 - rank : rank;\n"
          "    void times(int k) { for (; k > 0; k--, calls++) MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, "
          "MPI_COMM_SELF); }\n"
          "    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);\n"
          "    for (int i = 0; i < 16; i++) m[i] = i;\n"
          "    MPI_Win_fence(0, w);\n"
          "    int v[2] = {rank + 2, rank + 3}; MPI_Put(v, 2, MPI_INT, to, 2 + n - 4, 2, MPI_INT, w);\n"
          "    MPI_Get(got, 2, MPI_INT, 1 - rank, 8, 2, MPI_INT, w);\n"
          "    MPI_Win_fence(0, w); times(m[2] + m[3] + got[0]);\n"
          /* Only the origin synchronizes; the target learns it from a barrier. */
          "    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, w);\n"
          "    MPI_Put(&v[1], 1, MPI_INT, 1 - rank, 5, 1, MPI_INT, w); MPI_Win_unlock(1 - rank, w);\n"
          "    MPI_Barrier(MPI_COMM_WORLD); times(m[5]);\n"
          /* The own store, and then the value that was there before. */
          "    m[5] = 0; MPI_Barrier(MPI_COMM_WORLD);\n"
          "    MPI_Win_lock_all(0, w); MPI_Rput(&v[1], 1, MPI_INT, 1 - rank, 5, 1, MPI_INT, w, &r);\n"
          "    MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Win_unlock_all(w); MPI_Barrier(MPI_COMM_WORLD); times(m[5]);\n"
          "    MPI_Win_lock_all(0, w); MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 10, MPI_SUM, w); MPI_Win_flush(0, w); "
          "times(old);\n"
          "    MPI_Rget(got + 2, 1, MPI_INT, 1 - rank, 12, 1, MPI_INT, w, &r); MPI_Wait(&r, MPI_STATUS_IGNORE); "
          "times(got[2]);\n"
          "    MPI_Win_unlock_all(w); MPI_Barrier(MPI_COMM_WORLD);\n"
          "    printf(\"rank %d: %d %d %d, %d calls\\n\", rank, m[2], m[5], old >= 10 && old <= 11, calls - old);\n"
          "    MPI_Win_free(&w);");
    expect(RECORD "windows.trace" MPIEXEC "./windows", 0, "rank 1: 2 3 1, 31 calls");
    expect("$BIN/bsim replay -q --rank 0 windows.trace -- ./windows", 0, "rank 0: 3 4 1, 35 calls\n");
    expect("$BIN/bsim replay -q --rank 1 windows.trace -- ./windows", 0, "rank 1: 2 3 1, 31 calls\n");
    expect("$BIN/bsim replay -q --group 0-1 windows.trace -- mpiexec -n 2 ./windows", 0, "rank 0: 3 4 1, 35 calls\n");
    expect("$BIN/bsim replay --rank 1 windows.trace -- ./windows 4 8", 2,
           "call 3 (MPI_Put): the program leaves the log: it calls MPI_Put(count 2, 4 bytes each, target +0, count 2, "
           "4 bytes "
           "each, window 0), where the log has MPI_Put(count 2, 4 bytes each, target -1, count 2, 4 bytes each, window "
           "0)");
}

/* A window that cannot be freed yet is as it was. Of what MPICH puts after that, either rank's value comes to rank 0,
 * also without a recorder; the replay has the recorded one. */
static void test_failing_free(void **state) {
    (void)state;
    build(
        "open",
        "    MPI_Win w; int *m, class, v = rank + n;\n"
        "    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);\n"
        "    MPI_Win_set_errhandler(w, MPI_ERRORS_RETURN); m[0] = -1; MPI_Barrier(MPI_COMM_WORLD); MPI_Win_lock_all(0, "
        "w);\n"
        "    MPI_Error_class(MPI_Win_free(&w), &class);\n"
        "    MPI_Put(&v, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, w); MPI_Win_unlock_all(w); MPI_Barrier(MPI_COMM_WORLD);\n"
        "    printf(\"rank %d: %d %d\\n\", rank, class == MPI_ERR_RMA_SYNC, m[0]); MPI_Win_free(&w);");
    expect(RECORD "open.trace" MPIEXEC "./open > open.txt; grep '^rank 0: 1 [45]$' open.txt", 0, "rank 0: 1 ");
    expect("$BIN/bsim replay -q --rank 0 open.trace -- ./open > again.txt; grep '^rank 0:' open.txt | diff - again.txt",
           0, NULL);
}

/* Memory of the program that outlives its window, and that has the program's own addresses beside what others put. */
static void test_own_memory(void **state) {
    (void)state;
    build(
        "own",
        "    struct node { int put, *own; } s[2] = {{1}, {2}}; MPI_Win w, d;\n"
        "    MPI_Win_create(s, sizeof s, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);\n"
        "    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &d);\n"
        "    int *more = malloc(64), v[2] = {40 + rank, 50 + rank}; MPI_Aint at, there; MPI_Win_attach(d, more, 64);\n"
        "    MPI_Get_address(more, &at); more[0] = 0; s[0].own = &v[0]; s[1].own = &v[1];\n"
        "    MPI_Sendrecv(&at, 1, MPI_AINT, 1 - rank, 0, &there, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD, "
        "MPI_STATUS_IGNORE);\n"
        "    MPI_Win_lock_all(0, w); MPI_Win_lock_all(0, d);\n"
        "    MPI_Put(&v[0], 1, MPI_INT, 1 - rank, 16, 1, MPI_INT, w); MPI_Put(&v[1], 1, MPI_INT, 1 - rank, there, 1, "
        "MPI_INT, d);\n"
        "    MPI_Win_unlock_all(d); MPI_Win_unlock_all(w);\n"
        "    MPI_Win_free(&w); MPI_Win_detach(d, more); MPI_Win_free(&d);\n"
        "    printf(\"rank %d: %d %d %d %d %d\\n\", rank, s[0].put, *s[0].own, s[1].put, *s[1].own, more[0]);");
    expect(RECORD "own.trace" MPIEXEC "./own", 0, "rank 0: 1 40 41 50 51");
    expect("$BIN/bsim replay -q --rank 0 own.trace -- ./own", 0, "rank 0: 1 40 41 50 51\n");
    expect("$BIN/bsim replay -q --rank 1 own.trace -- ./own", 0, "rank 1: 1 41 40 51 50\n");
}

/* An address of the program stays whole, though half of its bytes stand there before by chance; those of the recorded
 * run are others. */
static void test_own_address(void **state) {
    (void)state;
    build("address", "    int *v = malloc(4096); struct { long own; int put; } s = {0}; MPI_Win w; v[0] = 7 + rank;\n"
                     "    if (getenv(\"SAME\")) s.own = (long)v & 0xffffff;\n"
                     "    MPI_Win_create(&s, sizeof s, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w); MPI_Win_lock_all(0, w);\n"
                     "    s.own = (long)v; MPI_Put(v, 1, MPI_INT, 1 - rank, 8, 1, MPI_INT, w); MPI_Win_unlock_all(w);\n"
                     "    MPI_Barrier(MPI_COMM_WORLD); MPI_Win_free(&w);\n"
                     "    printf(\"rank %d: %d %d\\n\", rank, s.own == (long)v, s.put);");
    expect(RECORD "address.trace" MPIEXEC "./address", 0, "rank 0: 1 8");
    expect("$BIN/bsim replay -q --rank 0 address.trace -- ./address", 0, "rank 0: 1 8\n");
    expect("SAME=1 $BIN/bsim replay -q --rank 0 address.trace -- ./address", 0, "rank 0: 1 8\n");
}

static void test_usage(void **state) {
    (void)state;
    expect("$BIN/bsim replay --rank 0 nowhere.trace -- ./files", 2, "nowhere.trace");
}

static int set_up(void **state) {
    (void)state;
    return make_folders();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),       cmocka_unit_test(test_failures),     cmocka_unit_test(test_partitions),
        cmocka_unit_test(test_windows),     cmocka_unit_test(test_failing_free), cmocka_unit_test(test_own_memory),
        cmocka_unit_test(test_own_address), cmocka_unit_test(test_usage),
    };
    const struct CMUnitTest without_preload[] = {cmocka_unit_test(test_usage)};
    if (getenv("BSIM_SANITIZE")) /* a library with a sanitizer cannot be loaded into a program that has none */
        return cmocka_run_group_tests(without_preload, set_up, remove_folder);
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
