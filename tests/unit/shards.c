/* Shards: ranks in several threads. Results do not depend on their number (schedules.c has random programs); here, that
 * what must not run at once does not, that ranks go to a shard that has nothing to run, that they may move at any time,
 * that messages between shards keep their order, and that ends of a run are what they are in one thread. */
#include "ranks.h"

#include <stdatomic.h>
#include <time.h>

static struct bsim_platform platform;

/* ---- alone, and under the short lock ---- */

enum { MANY = 40, ROUNDS = 300 };
static volatile int shared;
static int at_once;

static void count_alone(int rank) {
    for (int i = 0; i < ROUNDS; i++) {
        int token = rank;
        BSIM_ALONE;
        int seen = shared;
        CHECK(at_once++ == 0);
        for (volatile int wait = 0; wait < 50; wait++)
            ;
        at_once--;
        shared = seen + 1;
        if (i % 10 == 0) /* others run meanwhile, and are stopped again */
            MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % MANY, 0, (rank + MANY - 1) % MANY, 0, MPI_COMM_WORLD,
                                 MPI_STATUS_IGNORE);
        seen = shared;
        for (volatile int wait = 0; wait < 50; wait++)
            ;
        shared = seen + 1;
    }
}

static void count_locked(int rank) {
    for (int i = 0; i < ROUNDS * 10; i++) {
        int token = rank;
        {
            BSIM_LOCKED;
            int seen = shared;
            for (volatile int wait = 0; wait < 10; wait++)
                ;
            {
                BSIM_LOCKED; /* again */
                shared = seen + 1;
            }
            if (i % 100 == 0) {
                BSIM_ALONE; /* whoever waits for the lock stands still */
                shared = seen + 1;
            }
        }
        if (i % 50 == 0)
            MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % MANY, 0, (rank + MANY - 1) % MANY, 0, MPI_COMM_WORLD,
                                 MPI_STATUS_IGNORE);
    }
}

/* The lock is given up by who blocks in it, as in an error handler that communicates. */
static void blocks_locked(int rank) {
    for (int i = 0; i < 20; i++) {
        int token = rank;
        BSIM_LOCKED;
        MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % MANY, 0, (rank + MANY - 1) % MANY, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
        int seen = shared;
        for (volatile int wait = 0; wait < 50; wait++)
            ;
        shared = seen + 1;
    }
}

static void check_blocks(void) {
    CHECK(shared == MANY * 20);
}

static void check_alone(void) {
    CHECK(shared == 2 * MANY * ROUNDS);
}

static void check_locked(void) {
    CHECK(shared == MANY * ROUNDS * 10);
}

static void one_at_a_time(void **state) {
    (void)state;
    for (ranks_shards = 1; ranks_shards <= 4; ranks_shards++) {
        struct outcome out = run_ranks(MANY, &platform, count_alone, check_alone);
        if (out.code)
            fail_msg("alone, %d shards: %d: %s", ranks_shards, out.code, out.err);
        out = run_ranks(MANY, &platform, count_locked, check_locked);
        if (out.code)
            fail_msg("locked, %d shards: %d: %s", ranks_shards, out.code, out.err);
        out = run_ranks(MANY, &platform, blocks_locked, check_blocks);
        if (out.code)
            fail_msg("blocks locked, %d shards: %d: %s", ranks_shards, out.code, out.err);
    }
}

/* ---- work goes to where there is none ---- */

enum { PAIRS = 32, MESSAGES = 1000, PATIENCE_S = 30 };
static unsigned char first_shard[2 * PAIRS];
static atomic_int moved;
static time_t begin_s;

/* The ranks of the lower half, which begin in the first shard, have all the work: until one has moved, perhaps before
 * it has begun. (The other thread may get no processor for a while.) */
static void uneven(int rank) {
    first_shard[rank] = bsim_self->shard;
    if (rank >= PAIRS)
        return;
    bool last = false; /* the even one says */
    for (int i = 0; !last; i++) {
        int out[2] = {i, i >= MESSAGES && (moved || time(NULL) > begin_s + PATIENCE_S)}, in[2] = {-1, 0};
        MPI_Sendrecv(out, 2, MPI_INT, rank ^ 1, 0, in, 2, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in[0] == i);
        last = rank % 2 ? in[1] : out[1];
        for (volatile int wait = 0; wait < 300; wait++)
            ;
        if (bsim_self->shard != 0)
            moved = 1;
    }
}

static void check_moved(void) {
#ifdef BSIM_FIBER_INLINE
    CHECK(moved);
#else
    CHECK(!moved); /* sanitizers */
#endif
    CHECK(first_shard[0] == 0 && first_shard[2 * PAIRS - 1] == 1);
    CHECK(bsim_sched_finished() == 2 * PAIRS);
}

static void ranks_move(void **state) {
    (void)state;
    ranks_shards = 2;
#ifdef BSIM_FIBER_INLINE
    begin_s = time(NULL);
#endif
    struct outcome out = run_ranks(2 * PAIRS, &platform, uneven, check_moved);
    if (out.code)
        fail_msg("%d: %s", out.code, out.err);
}

/* ---- ranks move at random: to other shards, all to one, in other groups ---- */

enum { MOVING = 48, TURNS = 400 };

/* Neighbours, ranks at a fixed distance, a wildcard, long messages and collectives; ranks are never in step. */
static void travel(int rank) {
    static int buffers[MOVING][1000];
    int right = (rank + 1) % MOVING, left = (rank + MOVING - 1) % MOVING, far = (rank + MOVING / 2) % MOVING;
    for (int i = 0; i < TURNS; i++) {
        int out = i, in = -1, sum = 0, count = i % 40 == 7 ? 1000 : 1;
        MPI_Request request;
        MPI_Status status;
        calculate(1e-7 * (1 + (rank * 7 + i) % 5));
        MPI_Sendrecv(&out, 1, MPI_INT, right, 0, &in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in == i);
        buffers[rank][0] = i;
        MPI_Isend(buffers[rank], count, MPI_INT, far, 1, MPI_COMM_WORLD, &request);
        int got[1000] = {-1};
        MPI_Recv(got, count, MPI_INT, i % 3 ? far : MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(got[0] == i && status.MPI_SOURCE == far);
        if (i % 20 == 0)
            MPI_Allreduce(&out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(i % 20 || sum == i * MOVING);
    }
}

static void tell_clocks(void) {
    CHECK(bsim_context.nshards == 1 || bsim_shards_report().shifts > 0);
    for (int r = 0; r < MOVING; r++)
        fprintf(stderr, "%a ", bsim_clock(r)[0]);
}

static void move_at_random(void **state) {
    (void)state;
    ranks_shards = 1;
    struct outcome one = run_ranks(MOVING, &platform, travel, tell_clocks);
    assert_int_equal(one.code, 0);
    for (ranks_shards = 2; ranks_shards <= 4; ranks_shards++)
        for (int seed = 1; seed <= 3; seed++) {
            char text[16];
            snprintf(text, sizeof text, "%d", seed);
            setenv("BSIM_SHUFFLE_SHARDS", text, 1);
            struct outcome out = run_ranks(MOVING, &platform, travel, tell_clocks);
            unsetenv("BSIM_SHUFFLE_SHARDS");
            if (out.code || strcmp(out.err, one.err) != 0)
                fail_msg("%d shards, seed %d: %d: %s", ranks_shards, seed, out.code, out.err);
        }
}

/* ---- messages between shards ---- */

/* Eager and rendezvous messages of one source in turn, all with one tag. */
static void in_order(int rank) {
    enum { N = 200, LONG = 3000 };
    static int buffer[2][LONG];
    int other = rank ^ 1;
    for (int i = 0; i < N; i++) {
        int count = i % 3 == 0 ? LONG : 1 + i % 7, got;
        MPI_Status status;
        if (rank == 0) {
            MPI_Request request;
            buffer[0][0] = i;
            MPI_Isend(buffer[0], count, MPI_INT, other, 5, MPI_COMM_WORLD, &request);
            if (i % 5 == 0)
                MPI_Recv(&got, 1, MPI_INT, other, 6, MPI_COMM_WORLD, &status);
            MPI_Wait(&request, &status);
        } else {
            MPI_Recv(buffer[1], LONG, MPI_INT, i % 2 ? 0 : MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &got);
            CHECK(buffer[1][0] == i && got == count);
            if (i % 5 == 0)
                MPI_Send(&got, 1, MPI_INT, other, 6, MPI_COMM_WORLD);
        }
    }
}

static void no_overtaking(void **state) {
    (void)state;
    ranks_shards = 2;
    for (int i = 0; i < 20; i++)
        assert_runs(2, &platform, in_order);
}

/* One way: the sender waits for the other thread, and the memory of messages comes back to it. */
static void one_way(int rank) {
    enum { N = 500000, BIG = 400 };
    static char buffers[2][BIG];
    char *buffer = buffers[rank];
    for (int i = 0; i < N; i++) {
        int bytes = i % 8 ? 8 : BIG;
        if (rank == 0)
            MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void check_memory(void) {
#ifdef BSIM_FIBER_INLINE /* sanitizers take much */
    char line[256];
    long kilobytes = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    if (f)
        fclose(f);
    fprintf(stderr, "%ld KB\n", kilobytes);
    CHECK(kilobytes > 0 && kilobytes < 40000);
#endif
}

/* Memory that did not come back would fail each time. A busy host can keep the receiver's thread from running for so
 * long that the sender does not wait for it. */
static void memory_comes_back(void **state) {
    enum { TIMES = 5 };
    (void)state;
    ranks_shards = 2;
    struct outcome out = run_ranks(2, &platform, one_way, check_memory);
    for (int i = 1; i < TIMES && out.code; i++)
        out = run_ranks(2, &platform, one_way, check_memory);
    if (out.code)
        fail_msg("%d: %s", out.code, out.err);
}

/* Rank 0 has a message of rank 2 at 100 us; what rank 3 sends it after a decision of its own comes earlier. */
static void decide_in_turn(int rank) {
    int token = rank;
    MPI_Status status;
    if (rank == 2)
        calculate(1e-4);
    if (rank == 1 || rank == 2)
        MPI_Send(&token, 1, MPI_INT, rank == 1 ? 3 : 0, 0, MPI_COMM_WORLD);
    for (int i = 0; i < (rank == 0 ? 2 : rank == 3); i++) {
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == (rank == 3 ? 1 : i == 0 ? 3 : 2));
    }
    if (rank == 3)
        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

static void earliest_decision(void **state) {
    (void)state;
    for (ranks_shards = 1; ranks_shards <= 4; ranks_shards++)
        for (int i = 0; i < 5; i++)
            assert_runs(4, &platform, decide_in_turn);
}

/* ---- ends ---- */

static void wait_in_a_circle(int rank) {
    int token;
    MPI_Recv(&token, 1, MPI_INT, (rank + 1) % 6, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void fails_on_one(int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 5)
        MPI_Send(&rank, 1, MPI_INT, 77, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void all_fail(int rank) {
    MPI_Send(&rank, 1, MPI_INT, 77, 0, MPI_COMM_WORLD);
}

static int times_in(const char *text, const char *word) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        n++;
    return n;
}

static void ends(void **state) {
    (void)state;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        struct outcome out = run_ranks(6, &platform, wait_in_a_circle, NULL);
        assert_int_equal(out.code, BSIM_EXIT_DEADLOCK);
        assert_non_null(strstr(out.err, "6 of 6 ranks wait"));
        assert_non_null(strstr(out.err, "a cycle of 6 ranks"));
        out = run_ranks(6, &platform, fails_on_one, NULL);
        assert_int_equal(out.code, BSIM_EXIT_MISUSE);
        assert_non_null(strstr(out.err, "rank 5"));
        out = run_ranks(6, &platform, all_fail, NULL);
        assert_int_equal(out.code, BSIM_EXIT_MISUSE);
        assert_int_equal(times_in(out.err, "MPI_Send"), 1); /* one tells */
    }
}

/* ---- sums of times ---- */

static void sums(void **state) {
    (void)state;
    /* Equal in any order, also far beyond what the lower word holds, and with negative parts. */
    enum { N = 3000 };
    static double x[N];
    unsigned seed = 7;
    double total = 0;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = ((double)seed - 1e9) * (i % 3 == 0 ? 1e-13 : i % 3 == 1 ? 1e-8 : 1e-5);
        total += x[i];
    }
    bsim_time_sum up = {0, 0}, down = {0, 0}, part[2] = {{0, 0}, {0, 0}};
    for (int i = 0; i < N; i++) {
        bsim_time_add(&up, x[i]);
        bsim_time_add(&down, x[N - 1 - i]);
        bsim_time_add(&part[i % 2], x[i]);
    }
    bsim_time_join(&part[0], part[1]);
    assert_true(bsim_time_total(up) == bsim_time_total(down));
    assert_true(bsim_time_total(up) == bsim_time_total(part[0]));
    assert_true(fabs(bsim_time_total(up) - total) < 1e-9 * fabs(total));
    bsim_time_sum large = {0, 0};
    bsim_time_add(&large, 1e9);
    bsim_time_add(&large, 0.5);
    bsim_time_add(&large, -1e9);
    assert_true(bsim_time_total(large) == 0.5);
}

int main(void) {
    bsim_platform_blank(&platform, 1, "loggpo");
    platform.inter.latency_s[0] = 3e-6;
    platform.inter.gap_s_per_byte[0] = 1e-8;
    platform.inter.eager_limit_bytes[0] = 2000;
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_at_a_time),
                                       cmocka_unit_test(ranks_move),
                                       cmocka_unit_test(move_at_random),
                                       cmocka_unit_test(no_overtaking),
                                       cmocka_unit_test(earliest_decision),
                                       cmocka_unit_test(memory_comes_back),
                                       cmocka_unit_test(ends),
                                       cmocka_unit_test(sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
