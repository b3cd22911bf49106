/* Times of messages under LogGPO (PHANTOM, section 6), derived by hand in each test.
 *
 * Parameters, in seconds and bytes: L = 100, o_s = 7, o_r = 5, o' = 3, G = 2 a byte; messages of at most 10 bytes are
 * eager. A message of K bytes takes G(K-1) + L on its way: 8 bytes 114, 20 bytes 138. */
#include "ranks.h"

static struct bsim_platform platform;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "loggpo");
    struct bsim_link *links[] = {&platform.inter, &platform.intra};
    for (int i = 0; i < 2; i++) {
        links[i]->latency_s[0] = 100;
        links[i]->send_overhead_s[0] = 7;
        links[i]->recv_overhead_s[0] = 5;
        links[i]->control_overhead_s[0] = 3;
        links[i]->gap_s_per_byte[0] = 2;
        links[i]->eager_limit_bytes[0] = 10;
    }
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

static char buffer[64];
#define SEND(n) MPI_Send(buffer, n, MPI_BYTE, 1, 0, MPI_COMM_WORLD)
#define RECV(n) MPI_Recv(buffer, n, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)

/* Sender busy o_s = 7. Receiver waits for 7 + 114 and is busy o_r: 126 = o_s + G(K-1) + L + o_r end to end. */
static void eager_early(int rank) {
    if (rank == 0) {
        SEND(8);
        CHECK_TIME(7);
    } else {
        RECV(8);
        CHECK_TIME(126);
        CHECK(bsim_self->wait_s == 0); /* both entered at 0: no waiting for the sender, the rest is communication */
    }
}

/* The message is there at 121; the receiver comes at 500 and pays o_r alone. */
static void eager_late(int rank) {
    if (rank == 0) {
        SEND(8);
        CHECK_TIME(7);
    } else {
        calculate(500);
        RECV(8);
        CHECK_TIME(505);
    }
}

/* The sender comes at 50, the receiver at 20: 30 s of the receiver's time are waiting. 50 + 126 = 176. */
static void eager_waits(int rank) {
    if (rank == 0) {
        calculate(50);
        SEND(8);
    } else {
        calculate(20);
        RECV(8);
        CHECK_TIME(176);
        CHECK(bsim_self->wait_s == 30);
    }
}

/* Both at 0. The request is at the receiver at o' + L = 103; 106 after its o'; clearance o' + L + o' later, 212; the
 * sender's o_s: 219 = 2(o' + L + o') + o_s. Data G(K-1) + L = 138 later, o_r: 362. */
static void rendezvous_together(int rank) {
    if (rank == 0) {
        SEND(20);
        CHECK_TIME(257);
    } else {
        RECV(20);
        CHECK_TIME(362);
    }
}

/* As above, but half of G(K-1) = 38 is the sender's work. Both times are the same. A send that was started earlier and
 * is completed at 1000 has its work still to do: o' + o_s + 19. */
static void rendezvous_copying(int rank) {
    if (rank == 0) {
        MPI_Request request;
        SEND(20);
        CHECK_TIME(257);
        MPI_Isend(buffer, 20, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
        calculate(1000 - 257 - 3);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK_TIME(1029);
    } else {
        RECV(20);
        CHECK_TIME(362);
        RECV(20);
    }
}

/* The request was there at 103, the receiver comes at 1000: o' 1003, clearance 1109, data begin at 1116; they have left
 * at 1154, are there at 1254, o_r 1259: from its entry o' + o' + L + o' + o_s + G(K-1) + L + o_r = 259. The sender
 * waited for the receiver from 0 to 1000. */
static void rendezvous_late(int rank) {
    if (rank == 0) {
        SEND(20);
        CHECK_TIME(1154);
        CHECK(bsim_self->wait_s == 1000);
    } else {
        calculate(1000);
        RECV(20);
        CHECK_TIME(1259);
        CHECK(bsim_self->wait_s == 0);
    }
}

/* Ssend of few bytes goes by rendezvous: 8 bytes leave in 14, so the sender ends at 219 + 14, and take 114, so the
 * receiver ends at 219 + 114 + 5 = 338. */
static void synchronous(int rank) {
    if (rank == 0) {
        MPI_Ssend(buffer, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        CHECK_TIME(233);
    } else {
        RECV(8);
        CHECK_TIME(338);
    }
}

/* Bsend of many bytes leaves at once: 7; the receiver at 7 + 138 + 5. */
static void buffered(int rank) {
    static char space[256];
    if (rank == 0) {
        int size;
        void *p;
        MPI_Buffer_attach(space, sizeof space);
        MPI_Bsend(buffer, 20, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        CHECK_TIME(7);
        MPI_Buffer_detach(&p, &size);
        CHECK(p == (void *)space && size == sizeof space);
    } else {
        RECV(20);
        CHECK_TIME(150);
    }
}

/* Non-blocking eager: G(K-1) + L overlaps with 200 s of computation on both sides. Sender 7 + 200; receiver
 * max(200, 121) + 5. */
static void eager_overlap(int rank) {
    MPI_Request r;
    if (rank == 0) {
        MPI_Isend(buffer, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r);
        CHECK_TIME(7);
        calculate(200);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(207);
    } else {
        MPI_Irecv(buffer, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r);
        CHECK_TIME(0);
        calculate(200);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(205);
    }
}

/* Non-blocking rendezvous, both at 0 with 1000 s of computation: everything but the processors' own part overlaps.
 * Sender: o' for the request (3), computation, then o' + o_s: 1013 (clearance was there at 212). Receiver: computation,
 * then o' + o' and o_r: 1011 (data was there at 219 + 138). */
static void rendezvous_overlap(int rank) {
    MPI_Request r;
    if (rank == 0) {
        MPI_Isend(buffer, 20, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r);
        CHECK_TIME(3);
        calculate(1000);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(1013);
    } else {
        MPI_Irecv(buffer, 20, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r);
        calculate(1000);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(1011);
    }
}

/* Without computation the non-blocking pair costs what the blocking one does. */
static void nonblocking_is_blocking(int rank) {
    MPI_Request r;
    if (rank == 0)
        MPI_Isend(buffer, 20, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r);
    else
        MPI_Irecv(buffer, 20, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK_TIME(rank == 0 ? 257 : 362);
}

/* Sendrecv of 8 bytes, rank 1 enters 40 later. Rank 0: sent at 7; gets rank 1's message, sent at 47, at 161, + 5. Rank
 * 1: 47; rank 0's message is there at 121; + 5 = 126. */
static void sendrecv(int rank) {
    char in[8];
    calculate(40 * rank);
    MPI_Sendrecv(buffer, 8, MPI_BYTE, 1 - rank, 0, in, 8, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(rank == 0 ? 166 : 126);
}

/* Sendrecv of 20 bytes, both at 0: requests leave at 3 (o'), are there at 103, but each side's receive was posted
 * at 0: met at 106, cleared and sent at 219; data there at 357. Each: send complete 257, receive 357 + 5. */
static void sendrecv_rendezvous(int rank) {
    char in[20];
    MPI_Sendrecv(buffer, 20, MPI_BYTE, 1 - rank, 0, in, 20, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(362);
}

/* All of G(K-1) = 998 is the sender's work. Rank 1 enters at 200. Its receive meets rank 0's request at 203, cleared
 * and sent by 316 to 1314; the data are there at 1414. Its own request is met at 306 and cleared at 419: it copies
 * until 1417. Its receive is ready before that, but it copies first: 1417 + 2o' + o_r = 1428. Rank 0 has copied by
 * 1314; the data are there at 1517, + o_r. */
static void exchange_copying(int rank, int form) {
    static char out[500], in[2][500];
    MPI_Request request[2];
    if (rank == 1)
        calculate(200);
    if (form == 0) {
        MPI_Sendrecv(out, 500, MPI_BYTE, 1 - rank, 0, in[rank], 500, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    } else if (form == 1) {
        MPI_Irecv(in[rank], 500, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(out, 500, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    } else {
        MPI_Isendrecv(out, 500, MPI_BYTE, 1 - rank, 0, in[rank], 500, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
    CHECK_TIME(rank == 0 ? 1522 : 1428);
}

static void sendrecv_copying(int rank) {
    exchange_copying(rank, 0);
}

static void waitall_copying(int rank) {
    exchange_copying(rank, 1);
}

static void isendrecv_copying(int rank) {
    exchange_copying(rank, 2);
}

/* MPI_PROC_NULL takes no time. */
static void nobody(int rank) {
    MPI_Status status;
    (void)rank;
    MPI_Send(buffer, 20, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(buffer, 20, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    CHECK_TIME(0);
}

/* Two receives of 8 bytes, posted at 0: the messages leave at 7 and 14, are there at 121 and 128; each costs o_r 5:
 * 126, then max(126, 128) + 5 = 133. */
static void waitall(int rank) {
    MPI_Request r[2];
    MPI_Status s[2];
    if (rank == 0) {
        SEND(8);
        SEND(8);
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(buffer, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r[i]);
        MPI_Waitall(2, r, s);
        CHECK_TIME(133);
    }
}

/* What is there first is handled first, whatever the order of the array: tag 1 sent at 0 is there at 121, handled until
 * 126; tag 0 sent at 1000 is there at 1121, handled until 1126 (in the order of the array it would be 1131). */
static void waitall_in_order(int rank) {
    MPI_Request r[2];
    if (rank == 0) {
        MPI_Send(buffer, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        calculate(993);
        MPI_Send(buffer, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(buffer, 8, MPI_BYTE, 0, i, MPI_COMM_WORLD, &r[i]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        CHECK_TIME(1126);
    }
}

/* Under the limit unsafe exchanges work, above it they deadlock, as on the machine. */
static void unsafe_eager(int rank) {
    MPI_Send(buffer, 10, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv(buffer, 10, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void unsafe_rendezvous(int rank) {
    MPI_Send(buffer, 11, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv(buffer, 11, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#define RUNS(name)                                                                                                     \
    static void test_##name(void **state) {                                                                            \
        (void)state;                                                                                                   \
        assert_runs(2, &platform, name);                                                                               \
    }
RUNS(eager_early)
RUNS(eager_late)
RUNS(eager_waits)
RUNS(rendezvous_together)

static void test_rendezvous_copying(void **state) {
    (void)state;
    platform.inter.sender_busy[0] = platform.intra.sender_busy[0] = 0.5;
    int code = run_ranks(2, &platform, rendezvous_copying, NULL).code;
    platform.inter.sender_busy[0] = platform.intra.sender_busy[0] = 0;
    assert_int_equal(code, 0);
}

static void test_exchange_copying(void **state) {
    (void)state;
    platform.inter.sender_busy[0] = platform.intra.sender_busy[0] = 1;
    assert_runs(2, &platform, sendrecv_copying);
    assert_runs(2, &platform, waitall_copying);
    assert_runs(2, &platform, isendrecv_copying);
    platform.inter.sender_busy[0] = platform.intra.sender_busy[0] = 0;
}
RUNS(rendezvous_late)
RUNS(synchronous)
RUNS(buffered)
RUNS(eager_overlap)
RUNS(rendezvous_overlap)
RUNS(nonblocking_is_blocking)
RUNS(sendrecv)
RUNS(sendrecv_rendezvous)
RUNS(nobody)
RUNS(waitall)
RUNS(waitall_in_order)
RUNS(unsafe_eager)

static void test_unsafe_rendezvous(void **state) {
    (void)state;
    assert_int_equal(run_ranks(2, &platform, unsafe_rendezvous, NULL).code, BSIM_EXIT_DEADLOCK);
}

/* Topologies of one node have no routes. What holds between nodes holds for none of their messages, but is set. */
static void within_one_node(int rank) {
    if (rank == 0)
        SEND(8);
    else
        RECV(8);
    CHECK_TIME(rank == 0 ? 7 : 126);
    CHECK(bsim_context.gap_s_per_byte == 2 && bsim_context.near_gap_s_per_byte == 2);
}

static void test_topology_of_one_node(void **state) {
    (void)state;
    struct bsim_platform p = platform;
    p.nodes = 1;
    p.cores_per_node = 2;
    for (int kind = BSIM_TOPOLOGY_TORUS; kind < BSIM_TOPOLOGY_GRAPH; kind++) {
        assert_true(bsim_topology_make(&p.topology, (enum bsim_topology_kind)kind, 3, (const int[]){1, 1, 1}));
        assert_runs(2, &p, within_one_node);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eager_early),
        cmocka_unit_test(test_eager_late),
        cmocka_unit_test(test_eager_waits),
        cmocka_unit_test(test_rendezvous_together),
        cmocka_unit_test(test_rendezvous_copying),
        cmocka_unit_test(test_exchange_copying),
        cmocka_unit_test(test_rendezvous_late),
        cmocka_unit_test(test_synchronous),
        cmocka_unit_test(test_buffered),
        cmocka_unit_test(test_eager_overlap),
        cmocka_unit_test(test_rendezvous_overlap),
        cmocka_unit_test(test_nonblocking_is_blocking),
        cmocka_unit_test(test_sendrecv),
        cmocka_unit_test(test_sendrecv_rendezvous),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_waitall),
        cmocka_unit_test(test_waitall_in_order),
        cmocka_unit_test(test_unsafe_eager),
        cmocka_unit_test(test_unsafe_rendezvous),
        cmocka_unit_test(test_topology_of_one_node),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
