/* Times of the modes of sends, of probes, and of the ways to complete requests, derived by hand.
 *
 * LogGPO, in seconds and bytes: L = 100, o_s = 7, o_r = 5, o' = 3, G = 2 a byte; at most 10 bytes are eager. A message
 * of 8 bytes flies 114, one of 20 bytes 138. A rendezvous of both sides at 0: request there at o' + L = 103, seen at
 * 106, clearance there at 106 + o' + L = 209, seen at 212, data begin at 212 + o_s = 219. */
#include "times.h"

#include "lmpi/lmpi.h"

static struct bsim_platform loggpo, node; /* node: all ranks are on one */

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    times_platform(&loggpo, 1, "loggpo");
    times_platform(&node, 1, "loggpo");
    node.cores_per_node = 4;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&loggpo);
    bsim_platform_free(&node);
    return 0;
}

static char out[64], in[3][64];
#define WORLD 0, MPI_COMM_WORLD /* tag and communicator */

/* ---- modes ---- */

/* Eager: the sender from 50 to 57; the receiver has waited since 0: 57 + 114 + 5. Rendezvous: 50 later than that of
 * both at 0; data have left 2 * 19 after their begin, and are received 138 + 5 after it. */
static void ready_sends(int rank) {
    for (int n = 8, start_s = 0; n <= 20; n += 12, start_s = 1000) {
        calculate(start_s - MPI_Wtime());
        MPI_Request request;
        if (rank == 0) {
            calculate(50);
            MPI_Rsend(out, n, MPI_BYTE, 1, WORLD);
            CHECK_TIME(start_s + (n == 8 ? 57 : 50 + 219 + 38));
        } else {
            MPI_Irecv(in[0], n, MPI_BYTE, 0, WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            CHECK_TIME(start_s + (n == 8 ? 57 + 114 + 5 : 50 + 219 + 138 + 5));
        }
    }
}

/* Buffered sends are eager whatever their size is: the call takes o_s, and its completion nothing. */
static void buffered_sends(int rank) {
    static char space[3][1024]; /* Ranks share it; rank 0 alone sends. */
    if (rank == 0) {
        MPI_Request request;
        void *p;
        int size;
        MPI_Buffer_attach(space[0], sizeof space);
        MPI_Ibsend(out, 20, MPI_BYTE, 1, WORLD, &request);
        CHECK_TIME(7);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK_TIME(7);
        MPI_Bsend_init(out, 20, MPI_BYTE, 1, WORLD, &request);
        CHECK_TIME(7);
        calculate(193);
        MPI_Start(&request);
        CHECK_TIME(207);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK_TIME(207);
        MPI_Request_free(&request);
        MPI_Buffer_detach(&p, &size);
        CHECK_TIME(207);
    } else {
        MPI_Recv(in[0], 20, MPI_BYTE, 0, WORLD, MPI_STATUS_IGNORE);
        CHECK_TIME(7 + 138 + 5);
        MPI_Recv(in[0], 20, MPI_BYTE, 0, WORLD, MPI_STATUS_IGNORE);
        CHECK_TIME(207 + 138 + 5);
    }
}

/* A synchronous send of 8 bytes goes by rendezvous in all forms: its data leave from 219 on for 14, and take 114. */
static void synchronous_sends(int rank) {
    MPI_Request request;
    for (int form = 0; form < 2; form++) {
        calculate(1000 * form - MPI_Wtime());
        if (rank == 0) {
            if (form == 0) {
                MPI_Issend(out, 8, MPI_BYTE, 1, WORLD, &request);
            } else {
                MPI_Ssend_init(out, 8, MPI_BYTE, 1, WORLD, &request);
                MPI_Start(&request);
            }
            CHECK_TIME(1000 * form + 3); /* o' of the request for clearance */
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            CHECK_TIME(1000 * form + 219 + 14);
            if (form == 1)
                MPI_Request_free(&request);
        } else {
            MPI_Recv(in[0], 8, MPI_BYTE, 0, WORLD, MPI_STATUS_IGNORE);
            CHECK_TIME(1000 * form + 219 + 114 + 5);
        }
    }
}

/* Each sends 8 bytes by 7, and the other's are there at 7 + 114. Larger messages take what MPI_Sendrecv takes, which
 * has the same two messages. */
static void replaced(int rank) {
    MPI_Sendrecv_replace(in[rank], 8, MPI_BYTE, 1 - rank, 0, 1 - rank, WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(126);
    double start_s = MPI_Wtime();
    MPI_Sendrecv(out, 20, MPI_BYTE, 1 - rank, 0, in[rank], 20, MPI_BYTE, 1 - rank, WORLD, MPI_STATUS_IGNORE);
    double took_s = MPI_Wtime() - start_s;
    MPI_Sendrecv_replace(in[rank], 20, MPI_BYTE, 1 - rank, 0, 1 - rank, WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(start_s + 2 * took_s);
    CHECK(took_s >= 219 + 138 + 5);
}

/* ---- completions ---- */

/* Rank 2 sends at 0, there at 121, rank 1 at 300, there at 421. Each completion takes o_r. */
static void one_by_one(int rank) {
    MPI_Request requests[2];
    MPI_Status status;
    int index;
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(in[i], 8, MPI_BYTE, i + 1, WORLD, &requests[i]);
        CHECK_TIME(0);
        MPI_Waitany(2, requests, &index, &status);
        CHECK(index == 1 && status.MPI_SOURCE == 2);
        CHECK_TIME(126);
        MPI_Waitany(2, requests, &index, &status);
        CHECK(index == 0 && status.MPI_SOURCE == 1);
        CHECK_TIME(426);
        MPI_Waitany(2, requests, &index, &status);
        CHECK(index == MPI_UNDEFINED);
        CHECK_TIME(426);
    } else {
        calculate(rank == 1 ? 300 : 0);
        MPI_Send(out, 8, MPI_BYTE, 0, WORLD);
        CHECK_TIME(rank == 1 ? 307 : 7);
    }
}

/* At 1000 both are there: one call completes both, 5 each. Others call when one is there, and get this one. */
static void some(int rank) {
    MPI_Request requests[2];
    int n, which[2];
    for (int late = 0; late < 2; late++) {
        calculate(2000 * late - MPI_Wtime());
        if (rank == 0) {
            for (int i = 0; i < 2; i++)
                MPI_Irecv(in[i], 8, MPI_BYTE, i + 1, WORLD, &requests[i]);
            calculate(late ? 1000 : 0);
            MPI_Waitsome(2, requests, &n, which, MPI_STATUSES_IGNORE);
            CHECK(n == 1 + late);
            CHECK_TIME(late ? 3010 : 126);
            if (!late) {
                MPI_Waitsome(2, requests, &n, which, MPI_STATUSES_IGNORE);
                CHECK(n == 1 && which[0] == 0);
                CHECK_TIME(426);
            }
        } else {
            calculate(rank == 1 ? 300 : 0);
            MPI_Send(out, 8, MPI_BYTE, 0, WORLD);
        }
    }
}

/* The message is there at 50 + 7 + 114. The poll ends then and takes nothing; what follows begins then, and the
 * completion takes o_r. */
static void polled(int rank) {
    MPI_Request request;
    int flag = 0;
    if (rank == 0) {
        MPI_Irecv(in[0], 8, MPI_BYTE, 1, WORLD, &request);
        while (!flag)
            MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        CHECK_TIME(171);
        MPI_Send(out, 8, MPI_BYTE, 2, WORLD);
        CHECK_TIME(178);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK_TIME(183);
    } else if (rank == 1) {
        calculate(50);
        MPI_Send(out, 8, MPI_BYTE, 0, WORLD);
    } else {
        MPI_Recv(in[2], 8, MPI_BYTE, 0, WORLD, MPI_STATUS_IGNORE);
        CHECK_TIME(178 + 114 + 5);
    }
}

/* ---- probes ---- */

/* A probe ends when the message is there, or for a rendezvous its request, and takes nothing: 8 bytes of 50 at 171, the
 * request of 20 bytes of 1050 at 1050 + 103. The receive is then as late as any other: o_r; or o', o' + L + o', o_s,
 * 138 and o_r. matched: by MPI_Mprobe. */
static void probe(int rank, bool matched) {
    for (int n = 8, start_s = 0; n <= 20; n += 12, start_s = 1000) {
        calculate(start_s - MPI_Wtime());
        if (rank == 0) {
            MPI_Message message;
            if (matched)
                MPI_Mprobe(1, WORLD, &message, MPI_STATUS_IGNORE);
            else
                MPI_Probe(MPI_ANY_SOURCE, WORLD, MPI_STATUS_IGNORE);
            CHECK_TIME(start_s + (n == 8 ? 171 : 50 + 103));
            calculate(10);
            if (matched)
                MPI_Mrecv(in[0], n, MPI_BYTE, &message, MPI_STATUS_IGNORE);
            else
                MPI_Recv(in[0], n, MPI_BYTE, 1, WORLD, MPI_STATUS_IGNORE);
            CHECK_TIME(start_s + (n == 8 ? 171 + 10 + 5 : 50 + 103 + 10 + 3 + 106 + 7 + 138 + 5));
        } else {
            calculate(50);
            MPI_Send(out, n, MPI_BYTE, 0, WORLD);
        }
    }
}

static void probed(int rank) {
    probe(rank, false);
}

static void probed_and_matched(int rank) {
    probe(rank, true);
}

/* ---- one-sided ---- */

/* Memory that ranks share: loads and stores are calculation, and what orders them costs what its messages do. The polls
 * for the end of an epoch take what MPI_Win_wait takes. */
static double epoch(int rank, MPI_Win win, bool polls) {
    int other = 1 - rank, flag = 0;
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &group);
    double start_s = MPI_Wtime();
    if (rank == 0) {
        calculate(77);
        MPI_Win_start(group, 0, win);
        MPI_Put(out, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(group, 0, win);
        while (polls && !flag)
            MPI_Win_test(win, &flag);
        if (!polls)
            MPI_Win_wait(win);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return MPI_Wtime() - start_s;
}

static void shared_windows(int rank) {
    char *memory;
    MPI_Win win;
    MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    double start_s = MPI_Wtime();
    memory[0] = 1;
    MPI_Win_sync(win);
    CHECK(MPI_Wtime() == start_s);
    MPI_Win_unlock_all(win);
    calculate(1000 - MPI_Wtime());
    double waited_s = epoch(rank, win, false);
    CHECK(waited_s > 77 + 114);
    calculate(2000 - MPI_Wtime());
    double polled_s = epoch(rank, win, true);
    CHECK(fabs(polled_s - waited_s) < 1e-9);
    MPI_Win_free(&win);
}

TEST_IN_ORDERS(ready_sends, 2, loggpo)
TEST_IN_ORDERS(buffered_sends, 2, loggpo)
TEST_IN_ORDERS(synchronous_sends, 2, loggpo)
TEST_IN_ORDERS(replaced, 2, loggpo)
TEST_IN_ORDERS(one_by_one, 3, loggpo)
TEST_IN_ORDERS(some, 3, loggpo)
TEST_IN_ORDERS(polled, 3, loggpo)
TEST_IN_ORDERS(probed, 2, loggpo)
TEST_IN_ORDERS(probed_and_matched, 2, loggpo)
TEST_IN_ORDERS(shared_windows, 2, node)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ready_sends),
        cmocka_unit_test(test_buffered_sends),
        cmocka_unit_test(test_synchronous_sends),
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_some),
        cmocka_unit_test(test_polled),
        cmocka_unit_test(test_probed),
        cmocka_unit_test(test_probed_and_matched),
        cmocka_unit_test(test_shared_windows),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
