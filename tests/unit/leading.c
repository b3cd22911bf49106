/* BSIM_Leading: of a message only the first bytes are copied; its size, time and status are those of all. */
#include "ranks.h"

#include "lmpi/lmpi.h"

enum { N = 100, LEAD = 24, KEPT = 3 }; /* doubles, bytes, doubles */
static struct bsim_platform platform;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "loggpo");
    set_all(platform.inter.latency_s, 10);
    set_all(platform.inter.gap_s_per_byte, 1);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

static void fill(double *x, double first) {
    for (int i = 0; i < N; i++)
        x[i] = first + i;
}

/* The first COUNT elements came from a buffer that began with FIRST, the others are as they were. */
static void check_first(const double *x, int count, double first, double before) {
    for (int i = 0; i < N; i++)
        CHECK(x[i] == (i < count ? first : before) + i);
}

static void check_size(const MPI_Status *status) {
    int count;
    MPI_Get_count(status, MPI_DOUBLE, &count);
    CHECK(count == N);
}

/* Sender and receiver mark their buffers, or one of them, or the receiver has a type of its own; the receive may be
 * posted first. */
static void one_message(int rank, int first) {
    MPI_Datatype row;
    MPI_Type_contiguous(N, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    for (int kind = 0; kind < 5; kind++) {
        double x[N];
        MPI_Status status;
        int bytes = kind == 2 ? 8 : LEAD, moved = kind == 2 ? 1 : KEPT;
        fill(x, rank * 1000);
        calculate(rank == first ? 0 : 1e6);
        if (rank == 0 && kind == 1)
            MPI_Send(x, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        else if (rank == 0 && kind == 4)
            MPI_Send(x, 1, row, 1, 0, MPI_COMM_WORLD);
        else if (rank == 0)
            MPI_Send(BSIM_Leading(x, LEAD), N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        else if (kind == 3)
            MPI_Recv(x, 1, row, 0, 0, MPI_COMM_WORLD, &status);
        else
            MPI_Recv(BSIM_Leading(x, bytes), N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &status);
        if (rank == 1) {
            check_size(&status);
            check_first(x, moved, 0, 1000);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Type_free(&row);
}

static void late_receiver(int rank) {
    one_message(rank, 0);
}
static void late_sender(int rank) {
    one_message(rank, 1);
}

static void point_to_point(void **state) {
    (void)state;
    platform.inter.eager_limit_bytes[0] = 1e9;
    assert_runs(2, &platform, late_receiver);
    assert_runs(2, &platform, late_sender);
    platform.inter.eager_limit_bytes[0] = 0;
    assert_runs(2, &platform, late_receiver);
    assert_runs(2, &platform, late_sender);
    platform.inter.eager_limit_bytes[0] = 1e9;
}

static void other_calls(int rank) {
    double x[N], y[N];
    int other = 1 - rank;
    MPI_Request r[2];
    MPI_Status status[2];
    fill(x, rank * 1000);
    fill(y, 5000);
    MPI_Sendrecv(BSIM_Leading(x, LEAD), N, MPI_DOUBLE, other, 0, BSIM_Leading(y, LEAD), N, MPI_DOUBLE, other, 0,
                 MPI_COMM_WORLD, status);
    check_size(status);
    check_first(y, KEPT, other * 1000, 5000);
    MPI_Sendrecv_replace(BSIM_Leading(x, LEAD), N, MPI_DOUBLE, other, 0, other, 0, MPI_COMM_WORLD, status);
    check_size(status);
    check_first(x, KEPT, other * 1000, rank * 1000);
    fill(x, rank * 1000);
    fill(y, 5000);
    MPI_Send_init(BSIM_Leading(x, LEAD), N, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(BSIM_Leading(y, LEAD), N, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 2; i++) {
        x[1] += 10;
        MPI_Startall(2, r);
        MPI_Waitall(2, r, status);
        check_size(&status[1]);
        CHECK(y[0] == other * 1000 && y[1] == other * 1000 + 11 + 10 * i && y[KEPT] == 5000 + KEPT);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    fill(y, 5000);
    MPI_Irecv(BSIM_Leading(y, LEAD), N, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(BSIM_Leading(x, 8), N, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, status);
    check_size(&status[0]);
    check_first(y, 1, other * 1000, 5000);
    /* Nobody there, nothing to read; a message that is not longer. */
    MPI_Send(BSIM_Leading(x, LEAD), N, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    fill(y, 5000);
    MPI_Sendrecv(BSIM_Leading(x, LEAD), 2, MPI_DOUBLE, other, 0, BSIM_Leading(y, 128), N, MPI_DOUBLE, other, 0,
                 MPI_COMM_WORLD, status);
    CHECK(y[0] == other * 1000 && y[1] == other * 1000 + 21 && y[2] == 5002);
    fill(x, rank * 1000);
    MPI_Bcast(BSIM_Leading(x, LEAD), N, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    check_first(x, KEPT, 1000, rank * 1000);
    fill(x, rank * 1000);
    if (rank)
        MPI_Bcast(x, N, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    else
        MPI_Bcast(BSIM_Leading(x, 16), N, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    check_first(x, 2, 1000, rank * 1000);
}

static void all_kinds(void **state) {
    (void)state;
    assert_runs(2, &platform, other_calls);
    platform.inter.eager_limit_bytes[0] = 0;
    assert_runs(2, &platform, other_calls);
    platform.inter.eager_limit_bytes[0] = 1e9;
}

/* As long as a message that moves as a whole: the latency, and the gap for each of its bytes. */
static void timed(int rank) {
    static double x[2][N];
    double took[2];
    for (int leading = 0; leading < 2; leading++) {
        void *buffer = leading ? BSIM_Leading(x[rank], LEAD) : x[rank];
        calculate(rank == 0 ? 1e6 : 0);
        x[rank][0] = MPI_Wtime();
        if (rank == 0)
            MPI_Send(buffer, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(buffer, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        took[leading] = MPI_Wtime() - x[rank][0];
    }
    CHECK(took[0] == took[1] && (rank == 0 || took[1] >= 8 * N));
}

static void time_is_of_all(void **state) {
    (void)state;
    assert_runs(2, &platform, timed);
}

/* More messages than payloads that stand in them. */
static void many(int rank) {
    double x[N] = {0};
    for (int i = 0; i < 200; i++)
        if (rank == 0) {
            x[0] = i;
            x[15] = -i;
            MPI_Send(BSIM_Leading(x, 128), N, MPI_DOUBLE, 1, i % 7, MPI_COMM_WORLD);
        }
    for (int tag = 0; tag < 7 && rank == 1; tag++)
        for (int i = tag; i < 200; i += 7) {
            MPI_Recv(x, N, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(x[0] == i && x[15] == -i && x[16] == 0);
        }
}

static void payloads(void **state) {
    (void)state;
    assert_runs(2, &platform, many);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(point_to_point),
        cmocka_unit_test(all_kinds),
        cmocka_unit_test(time_is_of_all),
        cmocka_unit_test(payloads),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
