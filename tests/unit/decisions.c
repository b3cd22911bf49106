/* Answers that virtual time dictates: wildcards, probes, tests, waits for any; and loops that poll.
 *
 * Model simple: a message is known at the receiver at its sender's clock; a receive ends at max(both) + l, l = 10 s.
 * The host runs ranks in the order 0, 1, 2 ..., so tests let the virtually later rank run first on the host. */
#include "ranks.h"

static struct bsim_platform platform;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "simple");
    platform.inter.latency_s[0] = platform.intra.latency_s[0] = 10;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

static void send_int(int value, int to, int tag) {
    MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}
static int recv_any(int tag, MPI_Status *status) {
    int value = -1;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, status);
    return value;
}

/* Rank r sends at 100 - 10 r: they come in the order 4, 3, 2, 1, against the host's. */
static void by_arrival(int rank) {
    if (rank) {
        calculate(100 - 10 * rank);
        send_int(rank, 0, 0);
        return;
    }
    for (int r = 4; r > 0; r--) {
        MPI_Status s;
        CHECK(recv_any(0, &s) == r);
        CHECK(s.MPI_SOURCE == r && s.MPI_TAG == 0);
    }
    /* sent at 60 70 80 90; the first ends at 70, then max(70, 70) + 10 = 80, 90, 100 */
    CHECK_TIME(100);
}

/* Equal arrivals: the lower rank. */
static void ties(int rank) {
    if (rank)
        send_int(rank, 0, 0);
    else
        for (int r = 1; r < bsim_context.np; r++)
            CHECK(recv_any(0, MPI_STATUS_IGNORE) == r);
}

/* A message that is sent in answer to an earlier one counts too: 2 answers 0's message of time 0 at 10 + 5 = 15, before
 * 1 sends at 20, though 1 has run long before on the host. */
static void caused(int rank) {
    if (rank == 0) {
        send_int(0, 2, 1);
        CHECK(recv_any(0, MPI_STATUS_IGNORE) == 2);
        CHECK_TIME(25);
        CHECK(recv_any(0, MPI_STATUS_IGNORE) == 1);
        CHECK_TIME(35);
    } else if (rank == 1) {
        calculate(20);
        send_int(1, 0, 0);
    } else {
        MPI_Status s;
        int v;
        MPI_Recv(&v, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &s);
        calculate(5);
        send_int(2, 0, 0);
    }
}

/* A receive of one source posted behind a wildcard: the wildcard has the first choice. Rank 1 sends 11 at 5 and 12 at
 * 30, rank 2 sends 21 at 20. The wildcard takes 11 (5), the receive from rank 1 then 12. */
static void behind_wildcard(int rank) {
    if (rank == 1) {
        calculate(5);
        send_int(11, 0, 0);
        calculate(25);
        send_int(12, 0, 0);
    } else if (rank == 2) {
        calculate(20);
        send_int(21, 0, 0);
    } else {
        MPI_Request r[2];
        int a, b;
        MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[1]);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);
        CHECK(b == 12);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        CHECK(a == 11);
        CHECK(recv_any(0, MPI_STATUS_IGNORE) == 21);
    }
}

/* And if the other source is first, the wildcard takes that, and the receive rank 1's first. */
static void beside_wildcard(int rank) {
    if (rank == 1) {
        calculate(25);
        send_int(11, 0, 0);
    } else if (rank == 2) {
        calculate(20);
        send_int(21, 0, 0);
    } else {
        MPI_Request r[2];
        int a, b;
        MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r[0]);
        calculate(40); /* both are there */
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        CHECK(a == 21 && b == 11);
    }
}

/* A rank that is blocked elsewhere still matches its wildcard: rank 1's synchronous send ends. */
static void while_blocked(int rank) {
    if (rank == 1) {
        int v = 7;
        MPI_Ssend(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        send_int(8, 0, 1);
    } else if (rank == 0) {
        MPI_Request r;
        int a, b;
        MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r);
        MPI_Recv(&b, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK(a == 7 && b == 8);
    }
}

/* Test at 15 says no, since the message comes at 20 and takes until 30; at 30 it says yes. Rank 1 runs later on the
 * host, so the answer has to wait for it. */
static void test_waits(int rank) {
    if (rank == 1) {
        calculate(20);
        send_int(1, 0, 0);
    } else {
        MPI_Request r;
        int v, flag;
        MPI_Irecv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        calculate(15);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        calculate(14.5);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        calculate(0.5);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        CHECK(flag && v == 1 && r == MPI_REQUEST_NULL);
        CHECK_TIME(30);
    }
}

/* A loop of tests without computation ends when the message is there, and its clock too. */
static void test_loop(int rank) {
    if (rank == 1) {
        calculate(1000);
        send_int(1, 0, 0);
    } else {
        MPI_Request r;
        int v, flag = 0, polls = 0;
        MPI_Irecv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        for (; !flag; polls++)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        CHECK_TIME(1010);
        CHECK(polls == 2 && v == 1);
        CHECK(bsim_self->wait_s == 1010);
    }
}

/* A loop over several: it must not jump past the probed message at 50 to the request that is ready at 210. */
static void poll_loop(int rank) {
    if (rank == 1) {
        calculate(50);
        send_int(1, 0, 1);
        calculate(150);
        send_int(2, 0, 0);
    } else {
        MPI_Request r;
        int v, flag = 0, arrived = 0;
        MPI_Irecv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        while (!flag && !arrived) {
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
            MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
        }
        CHECK(arrived && !flag);
        CHECK_TIME(50);
        recv_any(1, MPI_STATUS_IGNORE);
        CHECK_TIME(60);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(210);
    }
}

/* Iprobe sees a message from when it was sent; Probe waits until then. */
static void probes(int rank) {
    if (rank == 1) {
        calculate(20);
        send_int(1, 0, 3);
        calculate(80);
        send_int(2, 0, 4);
    } else {
        MPI_Status s;
        int flag, count;
        calculate(19);
        MPI_Iprobe(1, 3, MPI_COMM_WORLD, &flag, &s);
        CHECK(!flag);
        calculate(1);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
        MPI_Get_count(&s, MPI_INT, &count);
        CHECK(flag && s.MPI_SOURCE == 1 && s.MPI_TAG == 3 && count == 1);
        recv_any(3, MPI_STATUS_IGNORE);
        MPI_Probe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        CHECK_TIME(100);
        CHECK(s.MPI_TAG == 4);
        recv_any(4, MPI_STATUS_IGNORE);
        CHECK_TIME(110);
    }
}

/* Waitany gives the one that is complete first: rank 2's at 30 + 10. */
static void waitany(int rank) {
    if (rank) {
        calculate(rank == 2 ? 30 : 60);
        send_int(rank, 0, 0);
        return;
    }
    MPI_Request r[3];
    int v[3], index, n;
    int indices[3];
    for (int i = 0; i < 3; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &r[i]);
    MPI_Waitany(3, r, &index, MPI_STATUS_IGNORE);
    CHECK(index == 1 && v[1] == 2);
    CHECK_TIME(40);
    MPI_Waitsome(3, r, &n, indices, MPI_STATUSES_IGNORE);
    CHECK(n == 2 && indices[0] == 0 && indices[1] == 2);
    CHECK_TIME(70);
    MPI_Waitany(3, r, &index, MPI_STATUS_IGNORE);
    CHECK(index == MPI_UNDEFINED);
}

/* At 45 the second and none of the others are complete. */
static void testsome(int rank) {
    if (rank) {
        calculate(rank == 2 ? 30 : 60);
        send_int(rank, 0, 0);
        return;
    }
    MPI_Request r[3];
    int v[3], index, n, flag, indices[3];
    for (int i = 0; i < 3; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &r[i]);
    calculate(39);
    MPI_Testany(3, r, &index, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag && index == MPI_UNDEFINED);
    calculate(6);
    MPI_Testall(3, r, &flag, MPI_STATUSES_IGNORE);
    CHECK(!flag);
    MPI_Testsome(3, r, &n, indices, MPI_STATUSES_IGNORE);
    CHECK(n == 1 && indices[0] == 1);
    calculate(100);
    MPI_Testall(3, r, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag && r[0] == MPI_REQUEST_NULL && v[0] == 1 && v[2] == 3);
}

/* A receive that nothing has matched at its time is cancelled, and the message then goes to the next receive. */
static void cancel(int rank) {
    if (rank == 1) {
        calculate(20);
        send_int(1, 0, 0);
    } else {
        MPI_Request r;
        MPI_Status s;
        int v = -1, flag;
        MPI_Irecv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r);
        calculate(5);
        MPI_Cancel(&r);
        MPI_Wait(&r, &s);
        MPI_Test_cancelled(&s, &flag);
        CHECK(flag && v == -1);
        CHECK_TIME(5);
        CHECK(recv_any(0, &s) == 1);
        MPI_Test_cancelled(&s, &flag);
        CHECK(!flag);
        CHECK_TIME(30);
    }
}

/* Messages of one sender do not overtake each other, whatever arrives first by the model. */
static void no_overtaking(int rank) {
    static int big[1000];
    if (rank == 1) {
        big[0] = 1;
        MPI_Send(big, 1000, MPI_INT, 0, 0, MPI_COMM_WORLD);
        big[0] = 2;
        MPI_Send(big, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        int in[1000];
        for (int i = 1; i <= 2; i++) {
            MPI_Recv(in, 1000, MPI_INT, i == 1 ? MPI_ANY_SOURCE : 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(in[0] == i);
        }
    }
}

#define RUNS(name, np)                                                                                                 \
    static void run_##name(void **state) {                                                                             \
        (void)state;                                                                                                   \
        assert_runs(np, &platform, name);                                                                              \
    }
RUNS(by_arrival, 5)
RUNS(ties, 20)
RUNS(caused, 3)
RUNS(behind_wildcard, 3)
RUNS(beside_wildcard, 3)
RUNS(while_blocked, 2)
RUNS(test_waits, 2)
RUNS(test_loop, 2)
RUNS(poll_loop, 2)
RUNS(probes, 2)
RUNS(waitany, 4)
RUNS(testsome, 4)
RUNS(cancel, 2)
RUNS(no_overtaking, 2)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_by_arrival),      cmocka_unit_test(run_ties),
        cmocka_unit_test(run_caused),          cmocka_unit_test(run_behind_wildcard),
        cmocka_unit_test(run_beside_wildcard), cmocka_unit_test(run_while_blocked),
        cmocka_unit_test(run_test_waits),      cmocka_unit_test(run_test_loop),
        cmocka_unit_test(run_poll_loop),       cmocka_unit_test(run_probes),
        cmocka_unit_test(run_waitany),         cmocka_unit_test(run_testsome),
        cmocka_unit_test(run_cancel),          cmocka_unit_test(run_no_overtaking),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
