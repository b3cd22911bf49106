/* Times and order of one-sided operations, derived by hand from docs/explanation/one-sided.md.
 *
 * LogGPO, in seconds and bytes: L = 100, o_s = 7, o_r = 5, o' = 3, G = 2 a byte; at most 10 bytes are eager in
 * two-sided messages, which does not matter here. A message of 8 bytes flies 14 + 100, one of 0 bytes 100. */
#include "times.h"

#include "lmpi/lmpi.h"

static struct bsim_platform loggpo, two, simple, reducing;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    times_platform(&loggpo, 1, "loggpo");
    times_platform(&simple, 1, "simple");
    times_platform(&two, 2, "loggpo");
    times_platform(&reducing, 1, "loggpo");
    reducing.work.reduces = true;
    reducing.work.reduction_s[0] = 10;
    reducing.work.reduction_s_per_byte[0] = 1;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&loggpo);
    bsim_platform_free(&simple);
    bsim_platform_free(&two);
    bsim_platform_free(&reducing);
    return 0;
}

enum { N = 16 };

/* A window of N numbers, all 0, that all ranks make; their clocks go on to `start`. */
static MPI_Win window(int64_t **memory, double start) {
    MPI_Win win;
    MPI_Win_allocate(N * sizeof **memory, sizeof **memory, MPI_INFO_NULL, MPI_COMM_WORLD, memory, &win);
    calculate(start - MPI_Wtime());
    return win;
}

enum { T0 = 10000 };
#define CHECK_AFTER(want) CHECK_TIME(T0 + (want))

/* The call takes o_s. The data are there 114 later, and the acknowledgement after another L. */
static void put(int rank) {
    int64_t *w, v = 3;
    MPI_Win win = window(&w, T0);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&v, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, win);
        v = 4; /* the call has copied it */
        CHECK_AFTER(7);
        MPI_Win_flush_local(1, win);
        CHECK_AFTER(7);
        MPI_Win_flush(1, win);
        CHECK_AFTER(221);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(w[2] == (rank == 1 ? 3 : 0));
}
TEST_IN_ORDERS(put, 2, loggpo)

/* The timing-only form takes as long. */
static void put_timing(int rank) {
    int64_t *w;
    MPI_Win win = window(&w, T0);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        LMPI_Put(NULL, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, win);
        MPI_Win_flush(1, win);
        CHECK_AFTER(221);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(put_timing, 2, loggpo)

/* simple: the transfer of 8 bytes takes 100 + 16, and the origin goes on at once. */
static void put_simple(int rank) {
    int64_t *w, v = 3;
    MPI_Win win = window(&w, T0);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&v, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, win);
        CHECK_AFTER(0);
        MPI_Win_flush(1, win);
        CHECK_AFTER(216);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(put_simple, 2, simple)

/* A request of 0 bytes: 7 + 100. The reply leaves without a processor: 114. */
static void get(int rank) {
    int64_t *w, got = -1;
    MPI_Request r;
    MPI_Win win = window(&w, T0);
    w[1] = 50 + rank;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rget(&got, 1, MPI_INT64_T, 1, 1, 1, MPI_INT64_T, win, &r);
        CHECK_AFTER(7);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_AFTER(221);
        CHECK(got == 51);
        MPI_Get(&got, 1, MPI_INT64_T, 0, 1, 1, MPI_INT64_T, win);
        MPI_Win_flush_local(0, win);
        CHECK_AFTER(221 + 221);
        CHECK(got == 50);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(get, 2, loggpo)

/* Fetching operations send 8 bytes there and back: 7 + 114 + 114; MPI_Compare_and_swap sends 16: 7 + 130 + 114. */
static void fetch(int rank) {
    int64_t *w, one = 1, old = -1, want = 1;
    MPI_Win win = window(&w, T0);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 1, 1, MPI_SUM, win);
        MPI_Win_flush(1, win);
        CHECK_AFTER(235);
        CHECK(old == 0);
        one = 9;
        MPI_Compare_and_swap(&one, &want, &old, MPI_INT64_T, 1, 1, win);
        MPI_Win_flush(1, win);
        CHECK_AFTER(235 + 251);
        CHECK(old == 1);
        MPI_Get_accumulate(NULL, 0, MPI_INT64_T, &old, 1, MPI_INT64_T, 1, 1, 1, MPI_INT64_T, MPI_NO_OP, win);
        MPI_Win_flush(1, win);
        CHECK_AFTER(235 + 251 + 221);
        CHECK(old == 9);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(fetch, 2, loggpo)

/* The platform says that combining takes 10 + 1 a byte. */
static void accumulate(int rank) {
    int64_t *w, v = 3;
    MPI_Win win = window(&w, T0);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&v, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, MPI_SUM, win);
        MPI_Win_flush(1, win);
        CHECK_AFTER(221 + 18);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(accumulate, 2, reducing)

/* Rank 0 has its put complete at 221 and then sends the message of the barrier, which has come to rank 1 at 328. */
static void fence(int rank) {
    int64_t *w, v = 3;
    MPI_Win win = window(&w, 0);
    MPI_Win_fence(0, win);
    calculate(T0 - MPI_Wtime());
    if (rank == 0)
        MPI_Put(&v, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, win);
    MPI_Win_fence(0, win);
    CHECK_AFTER(rank == 0 ? 233 : 333);
    CHECK(w[2] == (rank == 1 ? 3 : 0));
}
TEST_IN_ORDERS(fence, 2, loggpo)

/* Rank 1 posts: its message is at rank 0 at 107, which starts at 112. The put is complete at 112 + 221; then the
 * message of MPI_Win_complete takes 7 + 100 + 5. */
static void post(int rank) {
    int64_t *w, v = 3;
    int other = 1 - rank;
    MPI_Group all, one;
    MPI_Win win = window(&w, T0);
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &other, &one);
    if (rank == 0) {
        MPI_Win_start(one, 0, win);
        CHECK_AFTER(112);
        MPI_Put(&v, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, win);
        MPI_Win_complete(win);
        CHECK_AFTER(340);
    } else {
        MPI_Win_post(one, 0, win);
        CHECK_AFTER(7);
        MPI_Win_wait(win);
        CHECK_AFTER(445);
        CHECK(w[2] == 3);
    }
}
TEST_IN_ORDERS(post, 2, loggpo)

/* Both requests come at 107, and that of the lower rank is first. Its answer takes 100; its unlock is at rank 0 at 207
 * + 107. */
static void contention(int rank) {
    int64_t *w;
    MPI_Win win = window(&w, T0);
    double before = bsim_self->wait_s;
    if (rank > 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        CHECK_AFTER(rank == 1 ? 207 : 414);
        CHECK(bsim_self->wait_s == before + (rank == 1 ? 0 : 207));
        MPI_Win_unlock(0, win);
        CHECK_AFTER(rank == 1 ? 214 : 421);
    }
}
TEST_IN_ORDERS(contention, 3, loggpo)

/* The later rank has its lock later, and shared locks are together. */
static void sharing(int rank) {
    int64_t *w;
    MPI_Win win = window(&w, T0);
    if (rank > 0) {
        calculate(rank * 10);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        CHECK_AFTER(rank * 10 + 207);
        calculate(500);
        MPI_Win_unlock(0, win);
    }
}
TEST_IN_ORDERS(sharing, 4, loggpo)

/* The first operation of MPI_Win_lock_all asks for the lock. Rank 1 gives it up at 1000, which rank 0 learns at 1107;
 * the put came at 421. */
static void lazy(int rank) {
    int64_t *w, v = 3, seen;
    MPI_Win win = window(&w, T0);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        CHECK_AFTER(207);
        calculate(T0 + 700 - MPI_Wtime());
        MPI_Get(&seen, 1, MPI_INT64_T, 0, 2, 1, MPI_INT64_T, win);
        MPI_Win_flush(0, win);
        CHECK(seen == 0);
        calculate(T0 + 1000 - MPI_Wtime());
        MPI_Win_unlock(0, win);
    } else if (rank == 2) {
        calculate(300);
        MPI_Win_lock_all(0, win);
        CHECK_AFTER(300);
        MPI_Put(&v, 1, MPI_INT64_T, 0, 2, 1, MPI_INT64_T, win);
        MPI_Win_flush(0, win);
        CHECK_AFTER(1207);
        MPI_Win_unlock_all(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(w[2] == (rank == 0 ? 3 : 0));
}
TEST_IN_ORDERS(lazy, 3, loggpo)

/* Operations happen in the order in which they come, whatever the order in which ranks run. */
static void in_order(int rank) {
    static const double begins[] = {0, 30, 10, 20};
    static const int64_t want[] = {0, 2, 0, 1};
    int64_t *w, one = 1, old = -1;
    MPI_Win win = window(&w, T0);
    MPI_Win_lock_all(0, win);
    if (rank > 0) {
        calculate(begins[rank]);
        MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        CHECK(old == want[rank]);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(in_order, 4, loggpo)

/* A rank that polls goes on when the value has come: at 500 + 121. */
static void polling(int rank) {
    int64_t *w, v = 1;
    MPI_Win win = window(&w, T0);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        calculate(500);
        MPI_Put(&v, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, win);
    } else {
        while (((volatile int64_t *)w)[2] == 0)
            MPI_Win_sync(win);
        CHECK_AFTER(621);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(polling, 2, loggpo)

/* The second scenario has twice the latency. */
static void scenarios(int rank) {
    int64_t *w, v = 3;
    MPI_Win win = window(&w, 0);
    double *clock = bsim_self->clock;
    clock[0] = clock[1] = T0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&v, 1, MPI_INT64_T, 1, 2, 1, MPI_INT64_T, win);
        MPI_Win_flush(1, win);
        CHECK(clock[0] == T0 + 221 && clock[1] == T0 + 421);
    }
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(scenarios, 2, two)

static void deadlock(int rank) {
    int64_t *w;
    int v;
    MPI_Win win = window(&w, T0);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Recv(&v, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        calculate(1000);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    }
}

static void test_deadlock(void **state) {
    (void)state;
    struct outcome out = run_ranks(2, &loggpo, deadlock, NULL);
    assert_int_equal(out.code, BSIM_EXIT_DEADLOCK);
    assert_non_null(strstr(out.err, "a cycle of 2 ranks"));
    assert_non_null(strstr(out.err, "MPI_Win_lock with rank 0 for the lock, which rank 0 has"));
}

/* Nothing outside of the window is touched. */
static void beyond(int rank) {
    int64_t *w, v[2] = {1, 2};
    MPI_Win win = window(&w, T0);
    (void)rank;
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    CHECK(MPI_Put(v, 2, MPI_INT64_T, 0, N - 1, 2, MPI_INT64_T, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Get(v, 1, MPI_INT64_T, 0, N, 1, MPI_INT64_T, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Get(v, 1, MPI_INT64_T, 0, -1, 1, MPI_INT64_T, win) == MPI_ERR_DISP);
    CHECK(MPI_Put(v, 1, MPI_INT64_T, 0, N - 1, 1, MPI_INT64_T, win) == MPI_SUCCESS);
    MPI_Win_unlock_all(win);
}
TEST_IN_ORDERS(beyond, 2, loggpo)

/* What is not attached when the operation comes is told at the next synchronization. */
static void attached(int rank) {
    int64_t v = 1, there[2] = {0};
    MPI_Aint at;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, there, sizeof v);
    MPI_Get_address(there, &at);
    MPI_Bcast(&at, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&v, 1, MPI_INT64_T, 0, at, 1, MPI_INT64_T, win);
        CHECK(MPI_Win_flush(0, win) == MPI_SUCCESS);
        MPI_Put(&v, 1, MPI_INT64_T, 0, at + 8, 1, MPI_INT64_T, win);
        CHECK(MPI_Win_flush(0, win) == MPI_ERR_RMA_RANGE);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(there[0] == (rank == 0) && there[1] == 0);
}
TEST_IN_ORDERS(attached, 2, loggpo)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_put),     cmocka_unit_test(test_put_timing), cmocka_unit_test(test_put_simple),
        cmocka_unit_test(test_get),     cmocka_unit_test(test_fetch),      cmocka_unit_test(test_accumulate),
        cmocka_unit_test(test_fence),   cmocka_unit_test(test_post),       cmocka_unit_test(test_contention),
        cmocka_unit_test(test_sharing), cmocka_unit_test(test_lazy),       cmocka_unit_test(test_in_order),
        cmocka_unit_test(test_polling), cmocka_unit_test(test_scenarios),  cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_beyond),  cmocka_unit_test(test_attached),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
