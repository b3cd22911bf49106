/* Times and errors of partitioned communication, and times of MPI_Isendrecv, derived by hand; messages of no elements.
 *
 * LogGPO, in seconds and bytes: L = 100, o_s = 7, o_r = 5, o' = 3, G = 2 a byte; at most 10 bytes are eager. A
 * partitioned message is a rendezvous from the last MPI_Pready on. */
#include "times.h"

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

static MPI_Request request_of(int rank, void *buffer, int partitions, int count) {
    MPI_Request r;
    if (rank == 0)
        LMPI_Psend_init(buffer, partitions, count, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    else
        LMPI_Precv_init(buffer, partitions, count, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    return r;
}

/* 8 bytes leave at 500, with the last of 4 partitions: o' there (503), the request at the receiver (603), its o' (606),
 * the clearance (o' + L = 709), the sender's o' and o_s: 719. The data have left G(K-1) later (733), are there after L
 * (833), and o_r: 838. */
static void last_partition(int rank) {
    MPI_Request r = request_of(rank, NULL, 4, 2);
    MPI_Start(&r);
    if (rank == 0) {
        calculate(100);
        MPI_Pready_range(1, 2, r);
        MPI_Pready(0, r);
        CHECK_TIME(100);
        calculate(400);
        MPI_Pready(3, r);
        CHECK_TIME(503);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK_TIMES(rank, 733, 838);
    MPI_Request_free(&r);
}

/* The data of the message above are there at 833. */
static void arrival(int rank) {
    MPI_Request r = request_of(rank, NULL, rank == 0 ? 4 : 2, rank == 0 ? 2 : 4);
    int flag = 0;
    MPI_Start(&r);
    if (rank == 0) {
        calculate(500);
        MPI_Pready_list(4, (int[]){3, 2, 1, 0}, r);
    } else {
        calculate(832);
        MPI_Parrived(r, 0, &flag);
        CHECK(!flag);
        calculate(1);
        MPI_Parrived(r, 1, &flag);
        CHECK(flag);
        CHECK_TIME(833);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
}

/* Between its own partitions a rank looks whether the other's have come. They have not, which takes no time: that is no
 * loop that waits for them. */
static void looks_between(int rank) {
    double taken[2];
    for (int looks = 0; looks < 2; looks++) {
        MPI_Request r[2];
        double start_s = 10000 * (1 + (int)(bsim_self->clock[0] / 10000));
        LMPI_Psend_init(NULL, 4, 2, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
        LMPI_Precv_init(NULL, 4, 2, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
        calculate(start_s - bsim_self->clock[0] + 30 * rank);
        MPI_Startall(2, r);
        for (int i = 0, flag = 0; i < 4; i++) {
            MPI_Pready(i, r[0]);
            if (looks)
                MPI_Parrived(r[1], i, &flag);
            CHECK(!flag);
        }
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        taken[looks] = bsim_self->clock[0] - start_s;
        MPI_Request_free(&r[0]);
        MPI_Request_free(&r[1]);
    }
    CHECK(fabs(taken[1] - taken[0]) < 1e-9);
}

/* A receive that starts at 1000 keeps the sender from then on, as for the first time, with two scenarios: L = 200 in
 * the second one. */
static void late_receiver(int rank) {
    MPI_Request r = request_of(rank, NULL, 1, 8);
    if (rank == 1)
        calculate(1000);
    MPI_Start(&r);
    if (rank == 0)
        MPI_Pready(0, r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(rank == 1 || bsim_clock(0)[0] > 1000);
    CHECK(bsim_clock(rank)[1] >= bsim_clock(rank)[0] + 100);
    MPI_Request_free(&r);
}

/* MPI_Isendrecv takes as long as MPI_Irecv, MPI_Isend and a wait for both, whatever is calculated between. */
static void both(int rank) {
    for (int bytes = 8; bytes <= 20; bytes += 12)
        for (int work = 0; work <= 1000; work += 500) {
            MPI_Request r[2];
            double taken[2];
            for (int i = 0; i < 2; i++) {
                double start_s = 10000 * (1 + (int)(bsim_self->clock[0] / 10000));
                calculate(start_s - bsim_self->clock[0] + 30 * rank);
                if (i == 0) {
                    LMPI_Isendrecv(NULL, bytes, MPI_BYTE, 1 - rank, 0, NULL, bytes, MPI_BYTE, 1 - rank, 0,
                                   MPI_COMM_WORLD, r);
                } else {
                    LMPI_Irecv(NULL, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &r[0]);
                    LMPI_Isend(NULL, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &r[1]);
                }
                calculate(work);
                MPI_Waitall(1 + i, r, MPI_STATUSES_IGNORE);
                taken[i] = bsim_self->clock[0] - start_s;
            }
            CHECK(fabs(taken[0] - taken[1]) < 1e-9);
        }
}

/* The status is the receive's. Without a peer a half is complete at once. */
static void statuses(int rank) {
    int sent[2] = {rank, 7}, got[3] = {-1, -1, -1}, count, flag;
    MPI_Request r;
    MPI_Status s;
    MPI_Isendrecv(sent, 2, MPI_INT, 1 - rank, 3, got, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, &s);
    MPI_Get_count(&s, MPI_INT, &count);
    CHECK(r == MPI_REQUEST_NULL && s.MPI_SOURCE == 1 - rank && s.MPI_TAG == 3 && count == 2 && got[0] == 1 - rank);
    int up = rank == 0 ? 1 : MPI_PROC_NULL, down = rank == 1 ? 0 : MPI_PROC_NULL;
    MPI_Isendrecv_replace(sent, 1, MPI_INT, up, 0, down, 0, MPI_COMM_WORLD, &r);
    if (rank == 0) {
        MPI_Test(&r, &flag, &s);
        CHECK(flag && s.MPI_SOURCE == MPI_PROC_NULL && sent[0] == 0);
    } else {
        MPI_Wait(&r, &s);
        CHECK(s.MPI_SOURCE == 0 && s.MPI_TAG == 0 && sent[0] == 0);
    }
    MPI_Isendrecv(sent, 2, MPI_INT, 1 - rank, 3, got, 2, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A message of no elements may have no datatype, as with MPICH. A receive of it is too short for others. */
static void no_datatype(int rank) {
    MPI_Status s;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        CHECK(MPI_Send(NULL, 0, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD) == MPI_SUCCESS);
        MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        CHECK(MPI_Send(NULL, 1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
    } else {
        CHECK(MPI_Recv(NULL, 0, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, &s) == MPI_SUCCESS && s.MPI_TAG == 0);
        calculate(1000);
        CHECK(MPI_Recv(NULL, 0, MPI_DATATYPE_NULL, 0, 1, MPI_COMM_WORLD, &s) == MPI_ERR_TRUNCATE);
    }
}

static void ready_twice(int rank) {
    MPI_Request r = request_of(rank, NULL, 2, 1);
    if (rank == 0) {
        MPI_Start(&r);
        MPI_Pready(1, r);
        MPI_Pready(1, r);
    }
}

static void not_started(int rank) {
    MPI_Request r = request_of(rank, NULL, 2, 1);
    if (rank == 0)
        MPI_Pready(1, r);
}

static void no_such_partition(int rank) {
    MPI_Request r = request_of(rank, NULL, 2, 1);
    int flag;
    if (rank == 1) {
        MPI_Start(&r);
        MPI_Parrived(r, 2, &flag);
    }
}

static void wildcard(int rank) {
    MPI_Request r;
    if (rank == 0)
        LMPI_Precv_init(NULL, 1, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
}

static void freed_while_active(int rank) {
    MPI_Request r = request_of(rank, NULL, 2, 1);
    if (rank == 0) {
        MPI_Start(&r);
        MPI_Request_free(&r);
    }
}

static void sizes_differ(int rank) {
    if (rank > 1)
        return;
    MPI_Request r = request_of(rank, NULL, 2, 1 + rank);
    MPI_Start(&r);
    if (rank == 0)
        MPI_Pready_range(0, 1, r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void never_ready(int rank) {
    if (rank > 1)
        return;
    MPI_Request r = request_of(rank, NULL, 2, 1);
    MPI_Start(&r);
    if (rank == 0)
        MPI_Pready(0, r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void test_errors(void **state) {
    (void)state;
    static const struct refused cases[] = {
        {ready_twice, 4, {"MPI_Pready", "partition 1 is ready already", ""}},
        {not_started, 4, {"MPI_Pready", "not active", ""}},
        {no_such_partition, 4, {"MPI_Parrived", "no partition 2", ""}},
        {wildcard, 4, {"MPI_Precv_init", "no wildcards", ""}},
        {freed_while_active, 4, {"MPI_Request_free", "under way", ""}},
        {sizes_differ, 4, {"MPI_Wait", "have 2 bytes", "the receive 4"}},
        {never_ready, 3, {"MPI_Wait", "to rank 1, tag 0", ""}},
    };
    assert_refused(cases, sizeof cases / sizeof *cases, &loggpo);
}

TEST_IN_ORDERS(last_partition, 2, loggpo)
TEST_IN_ORDERS(arrival, 2, loggpo)
TEST_IN_ORDERS(looks_between, 2, loggpo)
TEST_IN_ORDERS(late_receiver, 2, two)
TEST_IN_ORDERS(both, 2, loggpo)
TEST_IN_ORDERS(statuses, 2, loggpo)
TEST_IN_ORDERS(no_datatype, 2, loggpo)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_partition), cmocka_unit_test(test_arrival),
        cmocka_unit_test(test_late_receiver),  cmocka_unit_test(test_both),
        cmocka_unit_test(test_statuses),       cmocka_unit_test(test_no_datatype),
        cmocka_unit_test(test_errors),         cmocka_unit_test(test_looks_between),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
