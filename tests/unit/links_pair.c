/* Messages that share links by pairs of ranks ("flows": "pair"; bsim/network/connection.h,
 * lmpi/match/transfer_links.c): times that are derived by hand in each test, beside those of messages that share links
 * each on its own.
 *
 * Two ranks on each node, no topology: a node has one link up and one down. In seconds and bytes: L = 100; a message
 * takes G = 2 a byte on its way, and a link carries 1/2 byte a second, so that one flow has the whole link. All sends
 * and receives of a test are posted at 0. */
#include "card_messages.h"

#include "bsim/platform/collectives.h"
#include "lmpi/lmpi.h"

static void make(const char *model) {
    make_cards(model, 1);
    platform.contention = true;
}

static bool pair(void) {
    return platform.flows_by_pair;
}

enum { RANKS = 4, MOST = 8 };
static MPI_Request requests[RANKS][MOST];

/* The operation `which` of the running rank. */
static MPI_Request *request(int which) {
    return &requests[bsim_self->id][which];
}

static void isend(int which, int to, int bytes) {
    MPI_Isend(buffer, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, request(which));
}

static void ireceive(int which, int from) {
    static char in[RANKS][MOST][6000];
    MPI_Irecv(in[bsim_self->id][which], 6000, MPI_BYTE, from, 0, MPI_COMM_WORLD, request(which));
}

static void wait_until(int which, double time_s) {
    MPI_Wait(request(which), MPI_STATUS_IGNORE);
    CHECK_TIME(time_s);
}

/* `count` messages of so many bytes. */
static void from_0_to_2(int rank, int count, int bytes) {
    for (int i = 0; i < count; i++)
        if (rank == 0)
            isend(i, 2, bytes);
        else if (rank == 2)
            ireceive(i, 0);
}

/* ---- model simple ---- */

/* Twice 5000 bytes 0 -> 2, and 5000 bytes 1 -> 3, over the same links. By message each has 1/6 until 30000. By pair the
 * first of rank 0 and that of rank 1 have 1/4 until 20000, and then the second has 1/2 until 30000. */
static void two_and_one(int rank) {
    from_0_to_2(rank, 2, 5000);
    if (rank == 1)
        isend(0, 3, 5000);
    if (rank == 3)
        ireceive(0, 1);
    if (rank < 2)
        return;
    wait_until(0, pair() ? 20100 : 30100);
    if (rank == 2)
        wait_until(1, 30100);
}

/* 5000 and then 1000 bytes 0 -> 2, and 5000 bytes 1 -> 3. By message each has 1/6 until the short one ends at 6000; the
 * others have 4000 left, 1/4 each: 22000. By pair the long ones have 1/4 until 20000, and the short one 1/2 until
 * 22000. */
static void short_behind(int rank) {
    if (rank == 0) {
        isend(0, 2, 5000);
        isend(1, 2, 1000);
    } else if (rank == 1) {
        isend(0, 3, 5000);
    } else if (rank == 2) {
        ireceive(0, 0);
        ireceive(1, 0);
        wait_until(1, pair() ? 22100 : 6100);
        wait_until(0, 22100);
    } else {
        ireceive(0, 1);
        wait_until(0, pair() ? 20100 : 22100);
    }
}

/* Links carry 2 bytes a second, four times what a message takes: by message two messages of a pair overlap wholly. By
 * pair the second begins when the first has left, at 10000, and not when it has come, at 10100. */
static void latency_overlaps(int rank) {
    from_0_to_2(rank, 2, 5000);
    if (rank == 2) {
        wait_until(0, 10100);
        wait_until(1, pair() ? 20100 : 10100);
    }
}

/* 0 -> 2 and 2 -> 0 are two connections, and so are 0 -> 2 and 0 -> 3: nothing differs. 0's have 1/4 each until 20000;
 * 2 -> 0 has the other direction alone until 10000. */
static void other_connections(int rank) {
    if (rank == 0) {
        isend(0, 2, 5000);
        isend(1, 3, 5000);
        ireceive(2, 2);
        wait_until(2, 10100);
    } else if (rank >= 2) {
        ireceive(0, 0);
        if (rank == 2)
            isend(1, 0, 5000);
        wait_until(0, 20100);
    }
}

/* Two cards on each node, in turn: by message the two have one each. By pair they follow each other all the same. */
static void two_cards(int rank) {
    latency_overlaps(rank);
}

/* Within a node, L = 10, at most 1 byte a second; its memory carries 1.5. Twice 3000 bytes 0 -> 1 and 3000 bytes 2 ->
 * 3. By message 1/2 each until 6000. By pair 3/4 each until 4000, and the second at 1 until 7000. */
static void in_memory(int rank) {
    for (int i = 0; i < 2 - rank / 2; i++)
        if (rank % 2 == 0)
            isend(i, rank + 1, 3000);
        else
            ireceive(i, rank - 1);
    if (rank % 2 == 0)
        return;
    wait_until(0, pair() ? 4010 : 6010);
    if (rank == 1)
        wait_until(1, pair() ? 7010 : 6010);
}

/* ---- model loggpo: G for K - 1 bytes ---- */

/* A train of messages of one pair, which meets no other: message i leaves when those before it have left, and its bytes
 * take 2 each. So the link never carries more than it can: all have left after 2 times the sum of bytes. */
static void train(int rank) {
    enum { N = MOST };
    int sum = 0;
    for (int i = 0; i < N; i++)
        if (rank == 0)
            isend(i, 2, 1000 + 617 * i);
        else if (rank == 2)
            ireceive(i, 0);
    for (int i = 0; i < N && rank == 2; i++) {
        sum += 1000 + 617 * i;
        wait_until(i, 2 * sum - 2 + 100);
    }
}

/* Two messages by rendezvous, cleared at 200, with half of their data copied by the sender. The first goes without the
 * second between: sender 200 + 9998, receiver 200 + 9998 + L. The second begins at 10200, and all of it is 10000 later.
 */
static void rendezvous(int rank) {
    from_0_to_2(rank, 2, 5000);
    for (int i = 0; i < 2; i++)
        if (rank == 0)
            wait_until(i, 200 + 9998 + 10000 * i);
        else if (rank == 2)
            wait_until(i, 200 + 9998 + 100 + 10000 * i);
}

/* A message alone takes 1/2 a byte, its links 2; one rank on each node. Ranks 0, 1, 2 broadcast 3000 bytes twice: 0 ->
 * 2, 0 -> 1. Rank 2 comes late, after 10 bytes from rank 3, which are sent at 50000 and come at 50119.5 (9 bytes
 * take 4.5, L, and 10 bytes on the link 15 more than alone). All messages of rank 0 have left long before: 12000 bytes
 * take its link until 24000. By message the four share it, and leave together. By pair the second of each pair follows
 * the first, so that two leave at 12000 and two at 24000. Each comes L and 1/2 a byte less one byte's 1/2 later: 99.5.
 * So it is with data, too: rank 0 is in the second broadcast before rank 2 is in the first. */
static void late_member(int rank, bool data) {
    MPI_Comm some;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 3, 0, &some);
    bsim_clock(rank)[0] = 10000;
    if (rank == 3) {
        calculate(50000);
        send(2, 10);
        return;
    }
    if (rank == 2)
        receive(3);
    double first = pair() ? 12099.5 : 24099.5, second = 24099.5;
    for (int i = 0; i < 2; i++) {
        if (data)
            MPI_Bcast(buffer, 3000, MPI_BYTE, 0, some);
        else
            LMPI_Bcast(buffer, 3000, MPI_BYTE, 0, some);
        CHECK_TIME(10000 + (rank == 0 ? 0 : rank == 2 ? 50119.5 : i ? second : first));
    }
}

static void late_member_with_data(int rank) {
    late_member(rank, true);
}
static void late_member_of_skeleton(int rank) {
    late_member(rank, false);
}

/* A chain of segments is one connection for each of its links: twelve segments of 500 bytes from rank 0 to rank 1. The
 * last one has left rank 0 at 12 x 1000. The link carries 2 bytes a second: by message all share it until 3000. */
static void segments(int rank) {
    MPI_Bcast(buffer, 6000, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIME(rank == 0 ? 0 : (pair() ? 12000 : 3000) - 2 + 100);
}

/* ---- */

static void both_ways(int np, void (*body)(int rank)) {
    for (int by_pair = 0; by_pair < 2; by_pair++)
        for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
            platform.flows_by_pair = by_pair;
            assert_runs(np, &platform, body);
        }
    ranks_shards = 1;
}

static void simple(void **state) {
    (void)state;
    make("simple");
    both_ways(4, two_and_one);
    both_ways(4, short_behind);
    both_ways(4, other_connections);
    platform.cards = 2;
    both_ways(4, two_cards);
    platform.cards = 1;
    platform.inter.card_gap_s_per_byte[0] = 0.5;
    both_ways(4, latency_overlaps);
    bsim_platform_free(&platform);
}

static void memory(void **state) {
    (void)state;
    make("simple");
    platform.cores_per_node = 4;
    platform.intra.latency_s[0] = 10;
    platform.intra.gap_s_per_byte[0] = 1;
    platform.shared_bandwidth = 1.5;
    both_ways(4, in_memory);
    bsim_platform_free(&platform);
}

static void loggpo(void **state) {
    (void)state;
    make("loggpo");
    platform.flows_by_pair = true;
    assert_runs(4, &platform, train);
    platform.inter.eager_limit_bytes[0] = 10;
    platform.inter.sender_busy[0] = 0.5;
    assert_runs(4, &platform, rendezvous);
    bsim_platform_free(&platform);
}

static void collectives(void **state) {
    (void)state;
    make("loggpo");
    platform.cores_per_node = 1;
    platform.inter.gap_s_per_byte[0] = 0.5;
    both_ways(4, late_member_with_data);
    both_ways(4, late_member_of_skeleton);
    platform.inter.gap_s_per_byte[0] = 2;
    platform.inter.card_gap_s_per_byte[0] = 0.5;
    struct bsim_error err;
    assert_true(bsim_collectives_apply(&platform.collectives, "bcast=pipeline:segment=500", &err));
    both_ways(2, segments);
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(simple), cmocka_unit_test(memory), cmocka_unit_test(loggpo),
                                       cmocka_unit_test(collectives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
