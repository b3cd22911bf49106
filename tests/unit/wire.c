/* wire.c - the time that the bytes of all messages take on their way, where connections or sizes differ: what the
 * warning of messages that do not wait for each other reckons with; and the bytes of each rank. */
#include "ranks.h"

#include <math.h>

#include "bsim/stat/traffic.h"
#include "lmpi/lmpi.h"

static struct bsim_platform platform;
static struct bsim_link_piece pieces[2];
static double want_s;
static bool counts_all;

static void compare(void) {
    CHECK(bsim_context.gaps_differ);
    uint64_t sent = 0, received = 0;
    for (int r = 0; r < bsim_context.np; r++)
        for (int near = 0; near < 2; near++) {
            sent += bsim_traffic[r].sent[near];
            received += bsim_traffic[r].received[near];
        }
    CHECK((double)sent * 0x1p-44 == want_s);
    CHECK(received == sent);
}

static void assert_wire(int np, void (*body)(int rank), double seconds) {
    want_s = seconds;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        struct outcome out = run_ranks(np, &platform, body, compare);
        if (out.code)
            fail_msg("exit code %d: %s", out.code, out.err);
    }
    ranks_shards = 1;
}

static char data[4000];

/* Of a node with two sockets: rank 0 sends 10 bytes three times to rank 1, in the other socket. */
static void between_sockets(int rank) {
    MPI_Request r[3];
    for (int i = 0; i < 3; i++)
        if (rank == 0)
            MPI_Isend(data, 10, MPI_BYTE, 1, i, MPI_COMM_WORLD, &r[i]);
        else
            MPI_Irecv(data, 10, MPI_BYTE, 0, i, MPI_COMM_WORLD, &r[i]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
}

static void sockets_have_their_own(void **state) {
    (void)state;
    bsim_platform_blank(&platform, 1, "loggpo");
    platform.cores_per_node = 2;
    platform.nodes = 1;
    platform.sockets = 2;
    platform.has_between = true;
    platform.between.gap_s_per_byte[0] = 1;
    assert_wire(2, between_sockets, 30);
    bsim_platform_free(&platform);
}

/* Messages of at most 100 bytes take 1 a byte, others 2: a message of 50, one of 1000 without data, and the three
 * messages of a broadcast of 200 bytes to four nodes. */
static void of_sizes(int rank) {
    if (rank == 0) {
        MPI_Send(data, 50, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        LMPI_Send(NULL, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(data, 50, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        LMPI_Recv(NULL, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Bcast(data, 200, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void pieces_have_their_own(void **state) {
    (void)state;
    const char *const models[] = {"simple", "loggpo"};
    for (int i = 0; i < 2; i++) {
        bsim_platform_blank(&platform, 1, models[i]);
        platform.collectives.preset = BSIM_PRESET_MPICH_FLAT;
        for (int p = 0; p < 2; p++)
            pieces[p] = (struct bsim_link_piece){.up_to_bytes = p ? HUGE_VAL : 100,
                                                 .latency_s = 1,
                                                 .gap_s_per_byte = p ? 2 : 1,
                                                 .send_overhead_s = -1,
                                                 .recv_overhead_s = -1};
        platform.inter.piece = pieces;
        platform.inter.npiece = 2;
        assert_wire(4, of_sizes, 50 + 2 * 1000 + 3 * 2 * 200);
        platform.inter.piece = NULL;
        platform.inter.npiece = 0;
        bsim_platform_free(&platform);
    }
}

/* Two nodes of two ranks. Rank 0 gets 600 bytes of each other rank, one of which is on its node, and sends 50 to
 * rank 3. With overheads of 50 s, messages of at most 50 bytes, which take 50 s, are not counted. */
static void to_a_root(int rank) {
    int counts[] = {0, 600, 600, 600}, places[] = {0, 600, 1200, 1800};
    MPI_Gatherv(data, counts[rank], MPI_BYTE, data + 1000, counts, places, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(data, 50, MPI_BYTE, 3, 0, MPI_COMM_WORLD);
    else if (rank == 3)
        MPI_Recv(data, 50, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void compare_ranks(void) {
    const struct bsim_traffic *t = bsim_traffic;
    CHECK(!bsim_context.gaps_differ);
    CHECK(t[0].received[0] == 1200 && t[0].received[1] == 600);
    CHECK(t[0].sent[0] == (counts_all ? 50 : 0) && t[0].sent[1] == 0);
    CHECK(t[1].sent[1] == 600 && t[1].sent[0] == 0);
    CHECK(t[2].sent[0] == 600 && t[3].sent[0] == 600 && t[3].received[0] == (counts_all ? 50 : 0));
}

static void ranks_have_their_own(void **state) {
    (void)state;
    for (int all = 0; all < 2; all++) {
        bsim_platform_blank(&platform, 1, "loggpo");
        platform.nodes = platform.cores_per_node = 2;
        struct bsim_link *links[] = {&platform.inter, &platform.intra};
        for (int i = 0; i < 2; i++) {
            links[i]->gap_s_per_byte[0] = 1;
            links[i]->eager_limit_bytes[0] = 1000;
            links[i]->send_overhead_s[0] = links[i]->recv_overhead_s[0] = all ? 0 : 50;
        }
        counts_all = all;
        for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
            struct outcome out = run_ranks(4, &platform, to_a_root, compare_ranks);
            if (out.code)
                fail_msg("exit code %d: %s", out.code, out.err);
        }
        ranks_shards = 1;
        bsim_platform_free(&platform);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sockets_have_their_own),
                                       cmocka_unit_test(pieces_have_their_own), cmocka_unit_test(ranks_have_their_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
