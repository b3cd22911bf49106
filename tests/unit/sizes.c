/* Messages of many sizes within a node and between nodes, in turn: each takes the time of its own size, whatever was
 * sent before. Model loggpo. */
#include "times.h"

enum { NEAR = 1, FAR = 2, NP = 4, MESSAGES = 400, LARGEST = 1 << 20 };
static const double LATENCY_S[] = {1e-6, 1e-5}, GAP_S[] = {1e-9, 3e-9}, SEND_S[] = {2e-7, 5e-7},
                    RECV_S[] = {3e-7, 7e-7};
static struct bsim_platform platform;
static char data[LARGEST], got[LARGEST];

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "loggpo");
    platform.cores_per_node = 2;
    for (int far = 0; far < 2; far++) {
        struct bsim_link *link = far ? &platform.inter : &platform.intra;
        link->latency_s[0] = LATENCY_S[far];
        link->gap_s_per_byte[0] = GAP_S[far];
        link->send_overhead_s[0] = SEND_S[far];
        link->recv_overhead_s[0] = RECV_S[far];
    }
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

/* Sizes that come again, in another order; one in eight is up to 1 MB, the others are below 256 bytes. */
static int size_of(int i) {
    unsigned x = (unsigned)(i * 7 % 97) * 2654435769u;
    return (int)(x >> (i % 8 ? 24 : 12));
}

static double send_time(int i) {
    return 1 + i;
}

static void wait_until(double time_s) {
    calculate(time_s - bsim_self->clock[0]);
}

static void sends(int i, int far, int bytes) {
    MPI_Request request;
    wait_until(send_time(i));
    if (i % 2) {
        MPI_Send(data, bytes, MPI_BYTE, far ? FAR : NEAR, 0, MPI_COMM_WORLD);
    } else {
        MPI_Isend(data, bytes, MPI_BYTE, far ? FAR : NEAR, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    CHECK_TIME(send_time(i) + SEND_S[far]);
}

static void receives(int i, int far, int bytes) {
    MPI_Request request;
    MPI_Status status;
    double sent_s = send_time(i), post_s = sent_s + (i % 3 ? -0.25 : 0.25);
    int count = -1;
    wait_until(post_s);
    if (i % 5 < 3) {
        MPI_Recv(got, LARGEST, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
    } else {
        MPI_Irecv(got, LARGEST, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
    }
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == bytes);
    double arrives_s = sent_s + SEND_S[far] + bsim_loggpo_wire(LATENCY_S[far], GAP_S[far], bytes);
    CHECK_TIME(bsim_loggpo_recv_done(post_s, arrives_s, RECV_S[far]));
}

static void one_way(int rank) {
    for (int i = 0; i < MESSAGES; i++) {
        int far = i / 3 % 2;
        if (rank == 0)
            sends(i, far, size_of(i));
        else if (rank == (far ? FAR : NEAR))
            receives(i, far, size_of(i));
    }
}

/* Both neighbours, and messages of other sizes in the two directions. */
static void exchanges(int rank) {
    static const int peer[2][NP] = {{1, 0, 3, 2}, {2, 3, 0, 1}};
    for (int i = 0; i < MESSAGES; i++) {
        int far = i / 3 % 2, to = peer[far][rank], out = size_of(i + rank), in = size_of(i + to);
        wait_until(send_time(i));
        MPI_Sendrecv(data, out, MPI_BYTE, to, 0, got, LARGEST, MPI_BYTE, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double free_s = send_time(i) + SEND_S[far],
               arrives_s = free_s + bsim_loggpo_wire(LATENCY_S[far], GAP_S[far], in);
        CHECK_TIME(bsim_loggpo_recv_done(free_s, arrives_s, RECV_S[far]));
    }
}

TEST_IN_ORDERS(one_way, NP, platform)
TEST_IN_ORDERS(exchanges, NP, platform)

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_way), cmocka_unit_test(test_exchanges)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
