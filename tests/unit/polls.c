/* Loops that poll end, whatever they poll: calls that need several requests, of which some are there already; several
 * objects; wildcards; copies of request arrays; requests that nobody asks for any more. Times and answers are the same
 * with any number of shards and scenarios, and whatever the host's order of ranks.
 *
 * Model simple: a receive is ready l (10 s) after its message was sent, and a probe sees the message when it is sent.
 */
#include "ranks.h"

#include <sys/mman.h>

enum { NP = 3, MOST_POLLS = 300 };

static struct bsim_platform platform;
static double l_s(void) {
    return platform.inter.latency_s[0];
}

struct result {
    double clock_s[2][NP];
    uint64_t seen;
    int diverged;
};
static struct result *shared;

static void see(int value) { /* rank 0 */
    shared->seen = (shared->seen ^ (unsigned)value) * 0x9e3779b97f4a7c15u;
}

/* Rank r > 0 sends TAG at TIMES[r - 1]. */
static void send_at(int rank, const double *times, int tag) {
    calculate(times[rank - 1] - MPI_Wtime());
    MPI_Send(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

static void receive_from_all(int *values, MPI_Request *r, int tag) {
    for (int i = 1; i < NP; i++)
        MPI_Irecv(&values[i - 1], 1, MPI_INT, i, tag, MPI_COMM_WORLD, &r[i - 1]);
}

static const double early_late[] = {5, 1000}, late_early[] = {1000, 5}, together[] = {70, 70};

/* The first is there when the loop begins, the other comes later. */
static void one_is_there(int rank) {
    int v[2], done = 0, polls = 0;
    MPI_Request r[2];
    if (rank) {
        send_at(rank, early_late, 0);
        return;
    }
    receive_from_all(v, r, 0);
    calculate(20);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Testall(2, r, &done, MPI_STATUSES_IGNORE);
    }
    CHECK(v[0] == 1 && v[1] == 2);
    CHECK_TIME(1000 + l_s());
    see(polls);
}

/* The same from time 0 on, in the other order: a single jump, past the first one's 5. */
static void none_is_there(int rank) {
    int v[2], done = 0, polls = 0;
    MPI_Request r[2];
    if (rank) {
        send_at(rank, late_early, 0);
        return;
    }
    receive_from_all(v, r, 0);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Testall(2, r, &done, MPI_STATUSES_IGNORE);
    }
    CHECK_TIME(1000 + l_s());
    CHECK(polls == 2);
}

/* Beside it another thing is polled for, which comes in between: it must not be jumped past. */
static void all_and_probe(int rank) {
    int v[2], done = 0, there = 0, polls = 0;
    MPI_Request r[2];
    if (rank) {
        send_at(rank, early_late, 0);
        if (rank == 1)
            send_at(rank, (const double[]){50, 0}, 7);
        return;
    }
    receive_from_all(v, r, 0);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Testall(2, r, &done, MPI_STATUSES_IGNORE);
        if (there || done)
            continue;
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (there) {
            CHECK_TIME(50);
            MPI_Recv(v, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    CHECK(there);
    CHECK_TIME(1000 + l_s());
    see(polls);
}

/* A program that copies its requests to another place for each poll. */
static void moving_arrays(int rank) {
    int v[2], done = 0, polls = 0;
    MPI_Request r[2], copies[MOST_POLLS][2];
    if (rank) {
        send_at(rank, late_early, 0);
        return;
    }
    receive_from_all(v, r, 0);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Request *here = copies[polls - 1];
        memcpy(here, r, sizeof r);
        MPI_Testall(2, here, &done, MPI_STATUSES_IGNORE);
    }
    CHECK_TIME(1000 + l_s());
}

/* One request after the other; what is complete is looked at again and again, and stays complete. */
static void statuses(int rank) {
    int v[2], here[2] = {0, 0}, polls = 0;
    MPI_Request r[2];
    if (rank) {
        send_at(rank, early_late, 0);
        return;
    }
    receive_from_all(v, r, 0);
    calculate(20);
    while (!here[0] || !here[1]) {
        CHECK(++polls < MOST_POLLS);
        for (int i = 0; i < 2; i++)
            MPI_Request_get_status(r[i], &here[i], MPI_STATUS_IGNORE);
    }
    CHECK_TIME(1000 + l_s());
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    see(polls);
}

/* A request that was asked for once, just before it becomes ready at the same time, and never again. No latency: rank 1
 * sends at 10 behind its own look, which is decided after rank 0's, and its message is there at 10. */
static void given_up(int rank) {
    int v[2], done = 0, polls = 0, first;
    MPI_Request r[2];
    if (rank) {
        if (rank == 1) {
            calculate(10);
            MPI_Iprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
        }
        send_at(rank, (const double[]){10, 1000}, 0);
        return;
    }
    receive_from_all(v, r, 0);
    calculate(10);
    MPI_Iprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
    MPI_Testany(2, r, &polls, &first, MPI_STATUS_IGNORE);
    CHECK(!first);
    polls = 0;
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Test(&r[1], &done, MPI_STATUS_IGNORE);
    }
    CHECK_TIME(1000);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    see(polls);
}

/* The same of a message: rank 0 sends it to itself behind its own look, then polls for another one alone. */
static void given_up_probe(int rank) {
    int v, there, done = 0, polls = 0;
    MPI_Request r;
    if (rank) {
        send_at(rank, early_late, 0);
        return;
    }
    MPI_Iprobe(0, 5, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    CHECK(!there);
    MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Irecv(&v, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &r);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    }
    CHECK_TIME(1000 + l_s());
    MPI_Recv(&v, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A finished wildcard and a later one; a persistent request that is not active is complete. */
static void wildcards(int rank) {
    int v[4], done = 0, polls = 0;
    MPI_Request r[3];
    MPI_Status s[3];
    if (rank) {
        send_at(rank, early_late, 3);
        return;
    }
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[i]);
    MPI_Recv_init(&v[3], 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &r[2]);
    calculate(20);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Testall(3, r, &done, s);
    }
    CHECK(v[0] == 1 && v[1] == 2 && s[0].MPI_SOURCE == 1 && s[1].MPI_SOURCE == 2);
    CHECK_TIME(1000 + l_s());
    MPI_Request_free(&r[2]);
}

/* Each message is found once, when it is there, by whatever call. */
static void some_in_turn(int rank) {
    int v[2], found = 0, polls = 0, n, index[2], flag;
    MPI_Request r[2];
    for (int round = 0; round < 4; round++) {
        const double times[] = {1000 * round + (round % 2 ? 100 : 300), 1000 * round + 200};
        if (rank) {
            send_at(rank, times, 0);
            continue;
        }
        receive_from_all(v, r, 0);
        for (found = 0; found < 2; found += n) {
            CHECK(++polls < MOST_POLLS);
            switch (round) {
            case 0:
                MPI_Testsome(2, r, &n, index, MPI_STATUSES_IGNORE);
                break;
            case 1:
                MPI_Waitsome(2, r, &n, index, MPI_STATUSES_IGNORE);
                CHECK(n > 0);
                break;
            case 2:
                MPI_Testany(2, r, &index[0], &flag, MPI_STATUS_IGNORE);
                n = flag;
                break;
            default:
                for (n = 0, index[0] = 0; index[0] < 2 && !n; index[0] += !n)
                    if (r[index[0]] != MPI_REQUEST_NULL)
                        MPI_Test(&r[index[0]], &n, MPI_STATUS_IGNORE);
            }
            CHECK(n == 0 || n == 1); /* they come 100 s apart */
            if (n) {
                CHECK(index[0] == (found == (round % 2)));
                CHECK_TIME(times[index[0]] + l_s());
            }
        }
        calculate(500);
    }
    see(polls);
}

/* Two that come at one time are found by one call. */
static void some_together(int rank) {
    int v[2], polls = 0, n = 0, index[2];
    MPI_Request r[2];
    if (rank) {
        send_at(rank, together, 0);
        return;
    }
    receive_from_all(v, r, 0);
    while (n == 0) {
        CHECK(++polls < MOST_POLLS);
        MPI_Testsome(2, r, &n, index, MPI_STATUSES_IGNORE);
    }
    CHECK(n == 2 && index[0] == 0 && index[1] == 1);
    CHECK_TIME(70 + l_s());
}

/* Sends that wait for their receivers, which come at different times. */
static void sends(int rank) {
    int v = 0, done = 0, polls = 0;
    MPI_Request r[2];
    if (rank) {
        calculate(early_late[rank - 1]);
        MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    MPI_Issend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Issend(&v, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &r[1]);
    calculate(30);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Testall(2, r, &done, MPI_STATUSES_IGNORE);
    }
    CHECK(MPI_Wtime() >= 1000);
    see(polls);
}

/* A look between two sends, or two receives that are posted, finds nothing, and takes no time: they do not wait for the
 * message that is looked for. */
enum { SSEND, SEND, PERSISTENT, RECEIVE, PROBE, ISEND, KINDS };
static int between;

static void looks_between(int rank) {
    enum { N = 12 };
    int v = rank, w[N], done = 0;
    MPI_Request r, s[N], again;
    MPI_Send_init(&v, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, &again);
    if (rank == 1) {
        calculate(1000);
        MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 2) {
        calculate(between == RECEIVE ? 100 : 0);
        for (int i = 0; i < N; i++)
            if (between == RECEIVE)
                MPI_Ssend(&v, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
            else
                MPI_Recv(&v, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(MPI_Wtime() <= 100 + N * l_s());
    } else {
        MPI_Irecv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        for (int i = 0; i < N; i++) {
            s[i] = MPI_REQUEST_NULL;
            if (between == SSEND)
                MPI_Issend(&w[0], 1, MPI_INT, 2, 1, MPI_COMM_WORLD, &s[i]);
            else if (between == SEND)
                MPI_Send(&w[0], 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
            else if (between == RECEIVE)
                MPI_Irecv(&w[i], 1, MPI_INT, 2, 1, MPI_COMM_WORLD, &s[i]);
            else if (between == PERSISTENT)
                MPI_Start(&again);
            else
                MPI_Isend(&w[0], 1, MPI_INT, 2, 1, MPI_COMM_WORLD, &s[i]);
            if (between == PROBE)
                MPI_Iprobe(2, 7, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
            else
                MPI_Test(&r, &done, MPI_STATUS_IGNORE);
            CHECK(!done);
            if (between == PERSISTENT)
                MPI_Wait(&again, MPI_STATUS_IGNORE);
        }
        MPI_Waitall(N, s, MPI_STATUSES_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(1000 + l_s());
    }
    MPI_Request_free(&again);
}

/* A loop that sends at each look, as long as nothing comes, ends though its clock stands still. */
static void sends_for_ever(int rank) {
    int v = 0, done = 0, n = 0;
    MPI_Request r;
    if (rank == 1) {
        calculate(70);
        MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Irecv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        for (; !done; n++) {
            MPI_Send(&v, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
            MPI_Test(&r, &done, MPI_STATUS_IGNORE);
        }
        CHECK_TIME(70 + l_s());
        MPI_Send(&n, 1, MPI_INT, 2, 2, MPI_COMM_WORLD);
        see(n);
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (; n > 0; n--)
            MPI_Recv(&v, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* What completes the others' polls comes from loops that poll themselves. */
static void all_poll(int rank) {
    int v[2], out = rank, done = 0, polls = 0, sent = 0;
    MPI_Request r[2];
    MPI_Irecv(&v[0], 1, MPI_INT, (rank + 1) % NP, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&v[1], 1, MPI_INT, (rank + 2) % NP, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Send(&out, 1, MPI_INT, (rank + 1) % NP, 0, MPI_COMM_WORLD);
    while (!done) {
        CHECK(++polls < MOST_POLLS);
        MPI_Testall(2, r, &done, MPI_STATUSES_IGNORE);
        if (!done && polls == 20 + 30 * rank) {
            sent = 1;
            MPI_Send(&out, 1, MPI_INT, (rank + 2) % NP, 0, MPI_COMM_WORLD);
        }
    }
    if (!sent)
        MPI_Send(&out, 1, MPI_INT, (rank + 2) % NP, 0, MPI_COMM_WORLD);
}

/* Nothing comes: a loop that looks at the clock, however seldom, sees the time at which it gives up. */
static int looks_every;

static void deadline(int rank) {
    MPI_Request r;
    int v, done = 0;
    double end_s = MPI_Wtime() + 0.001;
    (void)rank;
    MPI_Irecv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r);
    for (long polls = 1; !done && (polls % looks_every != 0 || MPI_Wtime() < end_s); polls++)
        MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    CHECK(!done);
    CHECK(MPI_Wtime() >= end_s && MPI_Wtime() < end_s + 0.01);
    MPI_Cancel(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

/* One that never looks again is in a deadlock, though it looked before. */
static void no_deadline(int rank) {
    MPI_Request r;
    int v, done = 0;
    double begin_s = MPI_Wtime();
    MPI_Irecv(&v, 1, MPI_INT, MPI_ANY_SOURCE, rank, MPI_COMM_WORLD, &r);
    while (!done)
        MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    CHECK(MPI_Wtime() == begin_s);
}

static void keep(void) {
    for (int r = 0; r < NP; r++)
        for (int k = 0; k < bsim_context.nscen; k++)
            shared->clock_s[k][r] = bsim_clock(r)[k];
    shared->diverged = bsim_context.nscen > 1 && bsim_run.diverged[1];
}

static struct result run(void (*body)(int), const char *what) {
    memset(shared, 0, sizeof *shared);
    struct outcome out = run_ranks(NP, &platform, body, keep);
    if (out.code)
        fail_msg("%s: exit code %d: %s", what, out.code, out.err);
    return *shared;
}

static void latency(int k, double latency_s) {
    platform.inter.latency_s[k] = platform.intra.latency_s[k] = latency_s;
}

/* With two scenarios, each of which is what it is alone, unless it is told to have gone another way. */
static int two_scenarios(void (*body)(int), struct result first, double latency_s) {
    platform.nscen = 2;
    latency(1, 1.1 * latency_s);
    struct result two = run(body, "two scenarios");
    assert_memory_equal(first.clock_s[0], two.clock_s[0], sizeof first.clock_s[0]);
    assert_true(first.seen == two.seen);
    platform.nscen = 1;
    latency(0, 1.1 * latency_s);
    if (two.diverged)
        return 1;
    struct result second = run(body, "the other scenario");
    assert_memory_equal(second.clock_s[0], two.clock_s[1], sizeof second.clock_s[0]);
    return 0;
}

/* Gives whether the second of two scenarios went another way. */
static int same_everywhere(void (*body)(int), double latency_s) {
    char what[64];
    platform.nscen = 1;
    latency(0, latency_s);
    struct result first = run(body, "one shard"), other;
    for (ranks_shards = 2; ranks_shards <= NP; ranks_shards++) {
        snprintf(what, sizeof what, "%d shards", ranks_shards);
        other = run(body, what);
        assert_memory_equal(&first, &other, sizeof first);
    }
    ranks_shards = 1;
    for (ranks_disorder = 1; ranks_disorder < 8; ranks_disorder++) {
        other = run(body, "disorder");
        assert_memory_equal(&first, &other, sizeof first);
    }
    ranks_disorder = 0;
    return two_scenarios(body, first, latency_s);
}

#define LOOP(name)                                                                                                     \
    static void run_##name(void **state) {                                                                             \
        (void)state;                                                                                                   \
        assert_int_equal(same_everywhere(name, 10), 0);                                                                \
    }
LOOP(one_is_there)
LOOP(none_is_there)
LOOP(all_and_probe)
LOOP(moving_arrays)
LOOP(statuses)
static void run_given_up(void **state) {
    (void)state;
    same_everywhere(given_up, 0);
}
static void run_given_up_probe(void **state) {
    (void)state;
    same_everywhere(given_up_probe, 10);
}
LOOP(wildcards)
LOOP(some_in_turn)
LOOP(some_together)
LOOP(sends)
static void run_looks_between(void **state) {
    (void)state;
    for (between = 0; between < KINDS; between++)
        assert_int_equal(same_everywhere(looks_between, 10), 0);
}
LOOP(sends_for_ever)
LOOP(all_poll)
static void run_deadlines(void **state) {
    (void)state;
    for (looks_every = 1; looks_every < 10000; looks_every *= 9)
        run(deadline, "one shard");
}
static void run_no_deadline(void **state) {
    (void)state;
    struct outcome out = run_ranks(NP, &platform, no_deadline, NULL);
    assert_int_equal(out.code, BSIM_EXIT_DEADLOCK);
}

static int setup(void **state) {
    (void)state;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bsim_context.nscen = 2;
    bsim_platform_blank(&platform, 2, "simple");
    return shared == MAP_FAILED;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_one_is_there),   cmocka_unit_test(run_none_is_there),  cmocka_unit_test(run_all_and_probe),
        cmocka_unit_test(run_moving_arrays),  cmocka_unit_test(run_statuses),       cmocka_unit_test(run_given_up),
        cmocka_unit_test(run_given_up_probe), cmocka_unit_test(run_wildcards),      cmocka_unit_test(run_some_in_turn),
        cmocka_unit_test(run_some_together),  cmocka_unit_test(run_sends),          cmocka_unit_test(run_all_poll),
        cmocka_unit_test(run_looks_between),  cmocka_unit_test(run_sends_for_ever), cmocka_unit_test(run_deadlines),
        cmocka_unit_test(run_no_deadline),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
