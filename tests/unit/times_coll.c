/* Times of collectives, derived by hand in each test from the messages of MPICH's algorithm.
 *
 * LogGPO, in seconds and bytes: L = 100, o_s = 7, o_r = 5, o' = 3, G = 2 a byte; at most 10 bytes are eager. A message
 * of 8 bytes flies 114; all at 0, its sender is done at 7 and its receiver at 126. Empty: 100, done at 112.
 * simple: l = 100, 2 a byte; 8 bytes cost 116. */
#include "times.h"

#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/lmpi.h"

static struct bsim_platform loggpo, simple;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    times_platform(&loggpo, 1, "loggpo");
    times_platform(&simple, 1, "simple");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&loggpo);
    bsim_platform_free(&simple);
    return 0;
}

#define TEST(name, np, platform)                                                                                       \
    static void test_##name(void **state) {                                                                            \
        (void)state;                                                                                                   \
        assert_runs(np, &platform, name);                                                                              \
    }

static char unused[64]; /* contents do not matter; ranks share it */

/* Binomial: 0 -> 2 (0 at 7, 2 at 126), 0 -> 1 (0 at 14, 1 at 14 + 114 + 5), 2 -> 3 (2 at 133, 3 at 252). */
static void bcast(int rank) {
    MPI_Bcast(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 14, 133, 133, 252);
}
TEST(bcast, 4, loggpo)

/* The same from 2: ranks turn by two. */
static void bcast_root(int rank) {
    MPI_Bcast(unused, 8, MPI_BYTE, 2, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 133, 252, 14, 133);
}
TEST(bcast_root, 4, loggpo)

/* simple: sends are free, receives cost 116: 1 and 2 from the root, 3 after 2. */
static void bcast_simple(int rank) {
    MPI_Bcast(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 0, 116, 116, 232);
}
TEST(bcast_simple, 4, simple)

/* A late root at 50: the others wait for it, the last not for the root but for 2, which begins to send at 176. */
static void bcast_late(int rank) {
    if (rank == 0)
        calculate(50);
    MPI_Bcast(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 64, 183, 183, 302);
    CHECK((bsim_self->wait_s == (const double[]){0, 57, 50, 176}[rank]));
}
TEST(bcast_late, 4, loggpo)

/* 20 bytes go by rendezvous: their data leave from 2(o' + L + o') + o_s = 219 on, for G(K-1) = 38; the receiver has
 * them L + o_r = 105 later. */
static void bcast_rendezvous(int rank) {
    MPI_Bcast(unused, 20, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 257, 362);
}
TEST(bcast_rendezvous, 2, loggpo)

/* Nothing to send: no message, no time. */
static void empty(int rank) {
    calculate(rank);
    MPI_Bcast(unused, 0, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Allreduce(unused, unused, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Alltoall(unused, 0, MPI_INT, unused, 0, MPI_INT, MPI_COMM_WORLD);
    CHECK_TIME(rank);
}
TEST(empty, 4, loggpo)

/* Dissemination: steps of distance 1 and 2, each a sendrecv of nothing: 7 to send, there at 107, done at 112. */
static void barrier(int rank) {
    (void)rank;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIME(224);
}
TEST(barrier, 3, loggpo)
static void barrier_simple(int rank) {
    (void)rank;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIME(200);
}
TEST(barrier_simple, 3, simple)

/* One member at 1000, 2 of 3. Distance 1: 2's message is at 0 at 1107, 0 done at 1112; 1 heard from 0 and is done at
 * 112; 2 heard long ago from 1 and is done at 1012. Distance 2: 0 sends to 2 at 1112, released 1119, and hears from 1,
 * released at 119: 1124. 1 hears from 2, released 1019, there 1119: 1124. 2 hears from 0, there 1219: 1224. */
static void barrier_late(int rank) {
    if (rank == 2)
        calculate(1000);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIMES(rank, 1124, 1124, 1224);
}
TEST(barrier_late, 3, loggpo)

/* Binomial: 1 -> 0 and 3 -> 2 end at 126; 2 -> 0: sent at 126, released 133, there 247, done 252. */
static void reduce(int rank) {
    double x = 1, sum = 0;
    MPI_Reduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 252, 7, 133, 7);
    CHECK(rank || sum == 4);
}
TEST(reduce, 4, loggpo)

/* Recursive doubling: two exchanges of 126. */
static void allreduce(int rank) {
    double x = rank, sum = 0;
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIME(252);
    CHECK(sum == 6);
}
TEST(allreduce, 4, loggpo)
static void allreduce_simple(int rank) {
    double x = rank, sum = 0;
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIME(232);
}
TEST(allreduce_simple, 4, simple)

/* Three: 0 folds into 1 (0 at 7, 1 at 126). 1 and 2 exchange: 1's own is released at 133, 2's was there at 121: 138;
 * 2 gets it at 247: 252. 1 sends the result back: released 145, there 259, 0 done at 264. */
static void allreduce_three(int rank) {
    double x = rank, sum = 0;
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 264, 145, 252);
    CHECK((bsim_self->wait_s == (const double[]){131, 0, 126}[rank]));
    CHECK(sum == 3);
}
TEST(allreduce_three, 3, loggpo)

/* LMPI takes the same time and touches nothing. */
static void timing_only(int rank) {
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 264, 145, 252);
    LMPI_Alltoall(NULL, 1000, MPI_DOUBLE, NULL, 1000, MPI_DOUBLE, MPI_COMM_WORLD);
    LMPI_Gather(NULL, 5, MPI_INT, NULL, 5, MPI_INT, 1, MPI_COMM_WORLD);
}
TEST(timing_only, 3, loggpo)

/* Bruck: distance 1 with one block, distance 2 with the one that is left: two sendrecvs of 8 bytes. */
static void allgather(int rank) {
    double x = rank, all[3];
    MPI_Allgather(&x, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK_TIME(252);
    CHECK(all[0] == 0 && all[1] == 1 && all[2] == 2);
}
TEST(allgather, 3, loggpo)

/* Binomial: 1 -> 0 and 3 -> 2 at 126; then 2 -> 0 carries two blocks, 16 bytes, by rendezvous: both at 126, the sender
 * is done 219 + 30 = 249 later; the receiver 212 + 7 + (100 + 30) + 5 = 354 later. */
static void gather(int rank) {
    double x = rank, all[4];
    MPI_Gather(&x, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 480, 7, 375, 7);
}
TEST(gather, 4, loggpo)

/* Binomial: 0 -> 2 with two blocks by rendezvous: 249 and 354; 0 -> 1: released 256, there 370, done 375; 2 -> 3: 361
 * and 480. */
static void scatter(int rank) {
    double x, all[4] = {0, 1, 2, 3};
    MPI_Scatter(all, 1, MPI_DOUBLE, &x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 256, 375, 361, 480);
    CHECK(x == rank);
}
TEST(scatter, 4, loggpo)

static const int ones[3] = {1, 1, 1}, places[3] = {0, 1, 2};

/* Linear: both messages are there at 121; the root takes them one after the other. */
static void gatherv(int rank) {
    double x = rank, all[3];
    MPI_Gatherv(&x, 1, MPI_DOUBLE, all, ones, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 131, 7, 7);
}
TEST(gatherv, 3, loggpo)

/* Linear: the root releases at 7 and 14; done 119 after each. */
static void scatterv(int rank) {
    double x, all[3] = {0, 1, 2};
    MPI_Scatterv(all, ones, places, MPI_DOUBLE, &x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 14, 126, 133);
    CHECK(x == rank);
}
TEST(scatterv, 3, loggpo)

/* Scattered: sends to the two others are released at 7 and 14, the messages there at 121 and 128; the receives are
 * completed when both sends are out: 126, 133. */
static void alltoall(int rank) {
    double x[3] = {rank, rank, rank}, all[3];
    MPI_Alltoall(x, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK_TIME(133);
    CHECK(all[0] == 0 && all[1] == 1 && all[2] == 2);
}
TEST(alltoall, 3, loggpo)

/* Recursive doubling: (0,1) at 126; then 0 and 2 exchange: 2 came at 0. 0: released 133, 2's message there at 121: 138.
 * 2: 0's is there at 247: 252. 1 would exchange with 3, who does not exist. */
static void scan(int rank) {
    double x = rank + 1, sum = 0;
    MPI_Scan(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 138, 126, 252);
    CHECK((sum == (const double[]){1, 3, 6}[rank]));
}
TEST(scan, 3, loggpo)

/* 4 blocks of 1 byte in each direction, pof2 = 2: halving: one exchange of a block each: 1 byte flies 100: 112. */
static void reduce_scatter(int rank) {
    char x[2] = {1, 2}, sum = 0;
    MPI_Reduce_scatter_block(x, &sum, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIME(112);
    CHECK(sum == 2 * (rank + 1));
}
TEST(reduce_scatter, 2, loggpo)

/* Messages and bytes are counted: an allreduce of 4 members has 2 * 4 messages; a bcast 3. */
static void counted(int rank) {
    (void)rank;
    double x = 1, sum;
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
static void counted_after(void) {
    CHECK(bsim_run.messages == 11);
    CHECK(bsim_run.bytes == 88);
    CHECK(bsim_run.collectives == 2);
}
static void test_counted(void **state) {
    (void)state;
    struct outcome out = run_ranks(4, &loggpo, counted, counted_after);
    assert_int_equal(out.code, 0);
}

/* ---- one scenario takes a short way: the same bits as with several ---- */

static uint64_t random_state = 88172645463325252u;
static double random_below(double limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return limit * (double)(random_state >> 11) / 9007199254740992.0;
}

static void messages(lmpi_coll_run *run) {
    for (int i = 0; i + 1 < run->n; i++)
        lmpi_coll_message(run, i, i + 1, 3 * i);
    for (int i = 0; i + 1 < run->n; i += 2)
        lmpi_coll_exchange(run, i, i + 1, i, 2 * i + 1);
    for (int distance = 1; distance < run->n; distance++)
        lmpi_coll_shift(run, distance, NULL, distance);
    lmpi_allreduce_doubling(run, &(lmpi_task){.bytes = 9});
    lmpi_coll_allgather_equal(run, 5);
}

static void same_bits(const char *model, int nodes_differ) {
    enum { N = 7, K = 3 };
    double one[N], several[N * K], wait[N], start[N], wait3[N];
    int32_t node[N];
    for (int i = 0; i < N; i++) {
        start[i] = random_below(400);
        node[i] = nodes_differ ? i / 2 : 0;
    }
    for (int way = 0; way < 2; way++) {
        struct bsim_platform p;
        struct bsim_error err = {0};
        bsim_context.nscen = way ? K : 1;
        times_platform(&p, bsim_context.nscen, model);
        set_all(p.inter.gap_s_per_byte, 1.0 / 3);
        set_all(p.inter.latency_s, 0.1);
        set_all(p.intra.latency_s, 0.07);
        assert_true(bsim_network_init(&p, N, &err));
        lmpi_coll_run run = {.n = N, .t = way ? several : one, .node = node, .wait_s = way ? wait3 : wait};
        memset(run.wait_s, 0, sizeof wait);
        for (int i = 0; i < N; i++)
            for (int k = 0; k < bsim_context.nscen; k++)
                run.t[i * bsim_context.nscen + k] = start[i];
        messages(&run);
        lmpi_coll_scratch_free(NULL);
        bsim_network_fini();
        bsim_platform_free(&p);
    }
    for (int i = 0; i < N; i++) {
        assert_memory_equal(&wait[i], &wait3[i], sizeof(double));
        for (int k = 0; k < K; k++)
            assert_memory_equal(&one[i], &several[i * K + k], sizeof(double));
    }
    bsim_context.nscen = 1;
}

static void test_same_bits(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        same_bits("loggpo", i % 2);
        same_bits("simple", i % 2);
    }
}

/* ---- misuse ---- */

static void expect(int np, void (*body)(int), int code, const char *const *texts) {
    struct outcome out = run_ranks(np, &loggpo, body, NULL);
    if (out.code != code)
        fail_msg("exit code %d instead of %d: %s", out.code, code, out.err);
    for (; *texts; texts++)
        if (!strstr(out.err, *texts))
            fail_msg("the message does not say '%s': %s", *texts, out.err);
}
#define EXPECT(np, body, code, ...) expect(np, body, code, (const char *const[]){__VA_ARGS__, NULL})

static void other_call(int rank) {
    if (rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Bcast(unused, 1, MPI_INT, 0, MPI_COMM_WORLD);
    unused[0]++; /* the calls above are no tail calls, so their places can be named */
}
static void other_root(int rank) {
    MPI_Bcast(unused, 1, MPI_INT, rank == 2, MPI_COMM_WORLD);
}
static void other_op(int rank) {
    double x = 0, y;
    MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, rank ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD);
}
static void other_count(int rank) {
    double x[2] = {0}, y[2];
    MPI_Allreduce(x, y, 1 + rank, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void other_part(int rank) {
    int counts[3] = {1, 1, 2};
    double x[3] = {0}, all[4];
    (void)rank;
    MPI_Gatherv(x, 1, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
static void half_real(int rank) {
    if (rank == 1)
        LMPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(unused, 1, MPI_INT, 0, MPI_COMM_WORLD);
}
static void one_missing(int rank) {
    if (rank != 2)
        MPI_Barrier(MPI_COMM_WORLD);
}
static void freed(int rank) {
    MPI_Comm comm;
    (void)rank;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm copy = comm;
    MPI_Comm_free(&comm);
    MPI_Barrier(copy);
}

static void finalized(int rank) {
    (void)rank;
    MPI_Finalize();
    MPI_Barrier(MPI_COMM_WORLD);
}

static void test_misuse(void **state) {
    (void)state;
    EXPECT(3, other_call, BSIM_EXIT_MISUSE, "rank 0 in MPI_Bcast", "rank 1 in MPI_Barrier", "times_coll.c");
    EXPECT(3, other_root, BSIM_EXIT_MISUSE, "rank 0", "rank 2", "roots are 0 and 1");
    EXPECT(2, other_op, BSIM_EXIT_MISUSE, "operators differ");
    EXPECT(2, other_count, BSIM_EXIT_MISUSE, "8 and 16 bytes");
    EXPECT(3, other_part, BSIM_EXIT_MISUSE, "rank 2", "16 bytes", "8");
    EXPECT(2, half_real, BSIM_EXIT_MISUSE, "timing-only");
    EXPECT(3, one_missing, BSIM_EXIT_DEADLOCK, "MPI_Barrier", "rank 2 is not");
    EXPECT(2, finalized, BSIM_EXIT_MISUSE, "MPI_Barrier", "after MPI_Finalize");
    EXPECT(2, freed, BSIM_EXIT_MISUSE, "MPI_Barrier", "have freed it");
}

/* ---- shared objects ---- */

static void shared_types(int rank) {
    MPI_Datatype base, vector, again;
    (void)rank;
    MPI_Type_contiguous(3, MPI_DOUBLE, &base);
    MPI_Type_vector(4, 2, 5, base, &vector);
    MPI_Type_free(&base);
    MPI_Type_commit(&vector);
    int others[2] = {(int)vector, 0};
    MPI_Bcast(&others[0], 1, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(others[0] == (int)vector); /* one handle for the construction of all ranks */
    MPI_Type_contiguous(3, MPI_DOUBLE, &base);
    MPI_Type_vector(4, 2, 5, base, &again);
    CHECK(again == vector);
    MPI_Type_free(&again);
    int size = 0;
    MPI_Type_size(vector, &size);
    CHECK(size == 4 * 2 * 3 * 8);
    MPI_Type_free(&vector);
    MPI_Type_free(&base);
}
TEST(shared_types, 5, loggpo)

/* Sizes of predefined types come from their handles. */
static void sizes(int rank) {
    const MPI_Datatype types[] = {MPI_CHAR,
                                  MPI_SHORT,
                                  MPI_INT,
                                  MPI_LONG,
                                  MPI_FLOAT,
                                  MPI_DOUBLE,
                                  MPI_LONG_DOUBLE,
                                  MPI_BYTE,
                                  MPI_PACKED,
                                  MPI_2INT,
                                  MPI_DOUBLE_INT,
                                  MPI_FLOAT_INT,
                                  MPI_LONG_INT,
                                  MPI_SHORT_INT,
                                  MPI_LONG_DOUBLE_INT,
                                  MPI_C_BOOL,
                                  MPI_C_DOUBLE_COMPLEX,
                                  MPI_INT64_T,
                                  MPI_AINT,
                                  MPI_WCHAR,
                                  MPI_DOUBLE_PRECISION,
                                  MPI_2DOUBLE_PRECISION};
    (void)rank;
    lmpi_pmpi_init();
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        int own, theirs;
        MPI_Aint lb, extent, their_lb, their_extent, true_lb, true_extent, their_true_lb, their_true_extent;
        MPI_Type_size(types[i], &own);
        PMPI_Type_size(types[i], &theirs);
        CHECK(own == theirs);
        MPI_Type_get_extent(types[i], &lb, &extent);
        PMPI_Type_get_extent(types[i], &their_lb, &their_extent);
        CHECK(lb == their_lb && extent == their_extent);
        MPI_Type_get_true_extent(types[i], &true_lb, &true_extent);
        PMPI_Type_get_true_extent(types[i], &their_true_lb, &their_true_extent);
        CHECK(true_lb == their_true_lb && true_extent == their_true_extent);
    }
}
TEST(sizes, 1, loggpo)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bcast),
        cmocka_unit_test(test_bcast_root),
        cmocka_unit_test(test_bcast_simple),
        cmocka_unit_test(test_bcast_late),
        cmocka_unit_test(test_bcast_rendezvous),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_barrier_simple),
        cmocka_unit_test(test_barrier_late),
        cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_allreduce),
        cmocka_unit_test(test_allreduce_simple),
        cmocka_unit_test(test_allreduce_three),
        cmocka_unit_test(test_timing_only),
        cmocka_unit_test(test_allgather),
        cmocka_unit_test(test_gather),
        cmocka_unit_test(test_scatter),
        cmocka_unit_test(test_gatherv),
        cmocka_unit_test(test_scatterv),
        cmocka_unit_test(test_alltoall),
        cmocka_unit_test(test_scan),
        cmocka_unit_test(test_reduce_scatter),
        cmocka_unit_test(test_counted),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_shared_types),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests_name("times_coll", tests, setup, teardown);
}
