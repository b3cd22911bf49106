/* Times of non-blocking collectives, derived by hand: an operation begins with the calls of its members and goes on
 * without their processors, so that its ends are those of the blocking form; the call takes o_s.
 *
 * LogGPO, in seconds and bytes: L = 100, o_s = 7, o_r = 5, o' = 3, G = 2 a byte; at most 10 bytes are eager. A message
 * of 8 bytes flies 114. A broadcast of 8 bytes that 4 ranks enter at 0 is over for them at 14, 133, 133, 252: 0 -> 2 (0
 * at 7, 2 at 7 + 114 + 5 = 126), 0 -> 1 (0 at 14, 1 at 14 + 114 + 5), 2 -> 3 (2 at 126 + 7, 3 at 133 + 114 + 5). */
#include "times.h"

#include <sys/mman.h>

#include "lmpi/lmpi.h"

static struct bsim_platform loggpo, two;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    times_platform(&loggpo, 1, "loggpo");
    times_platform(&two, 2, "loggpo");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&loggpo);
    bsim_platform_free(&two);
    return 0;
}

static char unused[6000]; /* contents do not matter; ranks share it */

static void start(MPI_Request *request) {
    MPI_Ibcast(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD, request);
}

static void await(MPI_Request *request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
    CHECK(*request == MPI_REQUEST_NULL);
}

/* Waited for at once: as the blocking form. What is before the other side's send counts as waiting: of rank 1 from its
 * call, 7, until 7; of rank 3 until 126, when rank 2 begins to send. */
static void at_once(int rank) {
    MPI_Request r;
    start(&r);
    CHECK_TIME(7);
    await(&r);
    CHECK_TIMES(rank, 14, 133, 133, 252);
    CHECK((bsim_self->wait_s == (const double[]){0, 0, 0, 119}[rank]));
}
TEST_IN_ORDERS(at_once, 4, loggpo)

/* 50 of calculation hide 50 of the operation; 1000 hide all of it. The timing-only form takes as long. */
static void overlap(int rank) {
    MPI_Request r;
    start(&r);
    calculate(50);
    await(&r);
    CHECK_TIMES(rank, 57, 133, 133, 252);
    calculate(1000 - MPI_Wtime());
    LMPI_Ibcast(NULL, 8, MPI_BYTE, 0, MPI_COMM_WORLD, &r);
    calculate(1000);
    await(&r);
    CHECK_TIME(2007);
}
TEST_IN_ORDERS(overlap, 4, loggpo)

/* Rank 2 calls at 500: it has its message at 505, and rank 3 has it at 512 + 114 + 5. The others do not wait for it. */
static void late_member(int rank) {
    MPI_Request r;
    if (rank == 2)
        calculate(500);
    start(&r);
    await(&r);
    CHECK_TIMES(rank, 14, 133, 512, 631);
}
TEST_IN_ORDERS(late_member, 4, loggpo)

/* Two at once: the second begins for each rank with its call at 7, so it is over 7 later than the first. They are
 * completed in the opposite order. A barrier in between would be a third operation. */
static void two_at_once(int rank) {
    MPI_Request r[2];
    start(&r[0]);
    start(&r[1]);
    CHECK_TIME(14);
    await(&r[1]);
    CHECK_TIMES(rank, 21, 140, 140, 259);
    await(&r[0]);
    CHECK_TIMES(rank, 21, 140, 140, 259);
}
TEST_IN_ORDERS(two_at_once, 4, loggpo)

/* A blocking one behind a pending one begins at 7. */
static void then_blocking(int rank) {
    MPI_Request r;
    start(&r);
    MPI_Bcast(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 21, 140, 140, 259);
    await(&r);
    CHECK_TIMES(rank, 21, 140, 140, 259);
}
TEST_IN_ORDERS(then_blocking, 4, loggpo)

/* Whether a test succeeds depends on virtual time only, not on which ranks the host has run: the root's part is over at
 * 14, but the operation is not known to be under way for all before rank 3 calls, at 200. A poll in a loop ends then.
 */
static void tests(int rank) {
    MPI_Request r;
    int flag;
    if (rank == 3)
        calculate(200);
    start(&r);
    if (rank == 0) {
        calculate(93);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        CHECK_TIME(100);
        MPI_Request_get_status(r, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        for (flag = 0; !flag;)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        CHECK_TIME(200);
        CHECK(r == MPI_REQUEST_NULL);
    } else {
        await(&r);
    }
}
TEST_IN_ORDERS(tests, 4, loggpo)

/* A message that comes at 121 is there before the broadcast is under way for all, at 200, though the root's part of it
 * is over at 14. Rank 1 sends the message at 0, before it calls. */
static void waits_for_any(int rank) {
    MPI_Request r[2];
    int index;
    if (rank == 1)
        MPI_Send(unused, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    if (rank == 3)
        calculate(200);
    start(&r[0]);
    if (rank == 0) {
        MPI_Irecv(unused, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r[1]);
        MPI_Waitany(2, r, &index, MPI_STATUS_IGNORE);
        CHECK(index == 1);
        CHECK_TIME(126);
        MPI_Waitany(2, r, &index, MPI_STATUS_IGNORE);
        CHECK(index == 0);
        CHECK_TIME(200);
    } else {
        await(&r[0]);
    }
}
TEST_IN_ORDERS(waits_for_any, 4, loggpo)

/* The barrier is under way while its ranks exchange messages, without which rank 1 does not call. Rank 0 calls at 0 and
 * is at 7, then sends: 14, there at 128, 1 is at 133 and calls. Each sends an empty message of the barrier at its call:
 * that of 0 leaves at 7, that of 1 at 140, there at 240, done at 245. */
static void around_a_message(int rank) {
    MPI_Request r;
    if (rank == 1)
        MPI_Recv(unused, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &r);
    if (rank == 0)
        MPI_Send(unused, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 14, 140);
    await(&r);
    CHECK_TIMES(rank, 245, 145);
}
TEST_IN_ORDERS(around_a_message, 2, loggpo)

/* Without data, and alone, there is nothing to do. */
static void nothing(int rank) {
    MPI_Request r[3];
    (void)rank;
    MPI_Ibcast(unused, 0, MPI_BYTE, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Ibarrier(MPI_COMM_SELF, &r[1]);
    MPI_Ialltoall(unused, 0, MPI_BYTE, unused, 0, MPI_BYTE, MPI_COMM_WORLD, &r[2]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
    CHECK_TIME(0);
}
TEST_IN_ORDERS(nothing, 3, loggpo)

/* Two scenarios; in the second L = 200, so rank 3 has its message at 452: 226 for each of two messages. */
static void scenarios(int rank) {
    MPI_Request r;
    start(&r);
    calculate(50);
    await(&r);
    CHECK_TIMES(rank, 57, 133, 133, 252);
    CHECK((bsim_clock(rank)[1] == (const double[]){57, 233, 233, 452}[rank]));
}
TEST_IN_ORDERS(scenarios, 4, two)

/* Through network cards, which take 2 a byte on either side, or over links with 1/2 a byte: a broadcast on all 4 nodes
 * is as the blocking one, which computation overlaps; another one that starts behind it waits for cards or links. The
 * times do not depend on the host. */
static double blocking_s[4], behind_s[4];
static int bcast_bytes = 60;
static void shared_network(int rank) {
    MPI_Request r[2];
    MPI_Bcast(unused, bcast_bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    blocking_s[rank] = MPI_Wtime();
    calculate(1e6 - MPI_Wtime());
    MPI_Ibcast(unused, bcast_bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &r[0]);
    calculate(10);
    await(&r[0]);
    CHECK_TIME(1e6 + bsim_max(blocking_s[rank], 17));
    calculate(2e6 - MPI_Wtime());
    MPI_Ibcast(unused, bcast_bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Ibcast(unused, bcast_bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    behind_s[rank] = MPI_Wtime() - 2e6;
    CHECK(behind_s[rank] > blocking_s[rank] + (rank ? 7 + 50 : 0)); /* alone it would be over 7 later */
}

static struct {
    double s[4];
} *first_run;
static int runs;
static void compare(void) {
    for (int i = 0; i < 4; i++) {
        if (runs == 0)
            first_run->s[i] = behind_s[i];
        CHECK(first_run->s[i] == behind_s[i]);
    }
}

static void same_in_all_runs(const struct bsim_platform *p) {
    first_run = mmap(NULL, sizeof *first_run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (runs = 0; runs < 6; runs++) {
        ranks_disorder = (unsigned)runs / 3 * 12345u;
        ranks_shards = runs % 3 + 1;
        struct outcome out = run_ranks(4, p, shared_network, compare);
        if (out.code)
            fail_msg("run %d: exit code %d: %s", runs, out.code, out.err);
    }
    ranks_disorder = 0;
    ranks_shards = 1;
    munmap(first_run, sizeof *first_run);
}

static void test_on_cards(void **state) {
    (void)state;
    struct bsim_platform p;
    times_platform(&p, 1, "loggpo");
    p.inter.eager_limit_bytes[0] = 1000;
    p.inter.card_gap_s_per_byte[0] = 2;
    same_in_all_runs(&p);
    bsim_platform_free(&p);
}

/* Longer than a packet: each member takes the steps itself, as in the blocking one. */
static void test_long_on_cards(void **state) {
    (void)state;
    bcast_bytes = 6000;
    for (int limit = 10000; limit; limit = limit == 10000 ? 1000 : 0) {
        struct bsim_platform p;
        times_platform(&p, 1, "loggpo");
        p.inter.eager_limit_bytes[0] = limit;
        p.inter.card_gap_s_per_byte[0] = 2;
        same_in_all_runs(&p);
        bsim_platform_free(&p);
    }
    bcast_bytes = 60;
}

/* Messages of 60 bytes are eager with the first limit, by rendezvous with the second. */
static void test_over_links(void **state) {
    (void)state;
    for (int limit = 1000; limit; limit = limit == 1000 ? 10 : 0) {
        struct bsim_platform p;
        times_platform(&p, 1, "loggpo");
        p.inter.eager_limit_bytes[0] = limit;
        p.contention = true;
        same_in_all_runs(&p);
        bsim_platform_free(&p);
    }
}

/* ---- any collective that is waited for at once takes as long as its blocking form, whatever the network ---- */

static double double_in[7][700], double_out[7][700];
#define EITHER(name, iname, ...) return starts ? MPI_##iname(__VA_ARGS__, r) : MPI_##name(__VA_ARGS__)

static int collective(int what, bool starts, int n, const double *in, double *out, MPI_Request *r) {
    MPI_Comm world = MPI_COMM_WORLD;
    switch (what) {
    case 0:
        EITHER(Allreduce, Iallreduce, in, out, n, MPI_DOUBLE, MPI_SUM, world);
    case 1:
        EITHER(Alltoall, Ialltoall, in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, world);
    case 2:
        EITHER(Gather, Igather, in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, 5, world);
    case 3:
        EITHER(Scan, Iscan, in, out, n, MPI_DOUBLE, MPI_SUM, world);
    case 4:
        EITHER(Reduce_scatter_block, Ireduce_scatter_block, in, out, n, MPI_DOUBLE, MPI_SUM, world);
    case 5:
        EITHER(Reduce, Ireduce, in, out, n, MPI_DOUBLE, MPI_SUM, 3, world);
    default:
        EITHER(Allgather, Iallgather, in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, world);
    }
}

/* Ranks come one after the other. */
static void as_blocking(int rank) {
    double begin_s = 0, took_s[2];
    for (int what = 0; what < 7; what++)
        for (int n = 1; n <= 100; n *= 10) {
            for (int starts = 0; starts < 2; starts++) {
                MPI_Request r = MPI_REQUEST_NULL;
                begin_s += 1 << 20;
                calculate(begin_s + 11 * rank - MPI_Wtime());
                collective(what, starts, n, double_in[rank], double_out[rank], &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
                took_s[starts] = MPI_Wtime() - begin_s;
            }
            CHECK(fabs(took_s[0] - took_s[1]) < 1e-6);
        }
}

static void test_as_blocking(void **state) {
    (void)state;
    for (int network = 0; network < 6; network++) {
        struct bsim_platform p;
        struct bsim_error err = {0};
        times_platform(&p, 1, network % 2 ? "simple" : "loggpo");
        p.inter.eager_limit_bytes[0] = network % 2 ? HUGE_VAL : 100;
        p.cores_per_node = 2;
        p.contention = network / 2 == 1;
        /* MPICH makes some non-blocking forms in another way than the blocking ones. */
        p.collectives.preset = BSIM_PRESET_MPICH_FLAT;
        assert_true(bsim_collectives_apply(&p.collectives, "allreduce=recursive_doubling", &err));
        if (network / 2 == 2)
            p.inter.card_gap_s_per_byte[0] = 2;
        assert_runs(7, &p, as_blocking);
        bsim_platform_free(&p);
    }
}

/* ---- what is refused ---- */

static void other_form(int rank) {
    MPI_Request r;
    if (rank) {
        start(&r);
        await(&r);
    } else {
        MPI_Bcast(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
}

/* The second operation of rank 1 is another one. */
static void other_order(int rank) {
    MPI_Request r[2];
    start(&r[0]);
    if (rank)
        MPI_Ibarrier(MPI_COMM_WORLD, &r[1]);
    else
        start(&r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

static void never_called(int rank) {
    MPI_Request r;
    if (rank == 2)
        MPI_Recv(unused, 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    start(&r);
    await(&r);
}

static void freed_request(int rank) {
    MPI_Request r;
    (void)rank;
    start(&r);
    MPI_Request_free(&r);
}

static void cancelled(int rank) {
    MPI_Request r;
    (void)rank;
    start(&r);
    MPI_Cancel(&r);
}

static void no_request(int rank) {
    (void)rank;
    MPI_Ibarrier(MPI_COMM_WORLD, NULL);
}

static void test_refused(void **state) {
    static const struct refused cases[] = {
        {other_form,
         BSIM_EXIT_MISUSE,
         {"in MPI_Bcast (times_icoll.c:", "in MPI_Ibcast (times_icoll.c:", "non-blocking"}},
        {other_order, BSIM_EXIT_MISUSE, {"in MPI_Ibcast (", "in MPI_Ibarrier (", "must call the same function"}},
        {never_called,
         BSIM_EXIT_DEADLOCK,
         {"MPI_Wait for MPI_Ibcast on MPI_COMM_WORLD (times_icoll.c:", "2 of its 3 ranks", "rank 2 is not"}},
        {freed_request, BSIM_EXIT_MISUSE, {"MPI_Request_free", "non-blocking collective", "times_icoll.c:"}},
        {cancelled, BSIM_EXIT_MISUSE, {"MPI_Cancel", "cannot be cancelled", "times_icoll.c:"}},
        {no_request, BSIM_EXIT_MISUSE, {"MPI_Ibarrier", "the request is null", "times_icoll.c:"}},
    };
    (void)state;
    assert_refused(cases, sizeof cases / sizeof *cases, &loggpo);
}

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_at_once),       cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_late_member),   cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_then_blocking), cmocka_unit_test(test_tests),
        cmocka_unit_test(test_waits_for_any), cmocka_unit_test(test_around_a_message),
        cmocka_unit_test(test_nothing),       cmocka_unit_test(test_scenarios),
        cmocka_unit_test(test_on_cards),      cmocka_unit_test(test_long_on_cards),
        cmocka_unit_test(test_over_links),    cmocka_unit_test(test_as_blocking),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("times_icoll", all, setup, teardown);
}
