/* Messages that share links max-min fairly (bsim/network/links.h, lmpi/match/transfer.h): times of messages and
 * collectives, derived by hand in each test.
 *
 * Two ranks on each node, no topology: a node has one link up and one down. In seconds and bytes: L = 100; a message
 * takes G = 2 a byte on its way, and a link carries 1/2 byte a second, so that one flow has the whole link. */
#include "card_messages.h"

#include "bsim/network/card_choice.h"
#include "bsim/network/links.h"

static bool striped; /* over two cards of half the bandwidth */

static void make(const char *model, int k) {
    make_cards(model, k);
    platform.contention = true;
    if (striped)
        stripe();
}

/* ---- model simple ---- */

/* Two flows from node 0 to node 1: 0 -> 2 and 1 -> 3, 5000 bytes each, at 1/4: both end at 20000, and L. */
static void two_flows(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(rank < 2 ? 0 : 20100);
}

/* One comes 4000 later. The first has carried 2000 then; the other 3000 take 12000. The second has carried 3000 at
 * 16000, and the rest takes 4000 alone. */
static void later_flow(int rank) {
    if (rank == 1)
        calculate(4000);
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(rank == 0 ? 0 : rank == 1 ? 4000 : rank == 2 ? 16100 : 20100);
}

/* From two nodes to one, 2 -> 0 and 4 -> 1: they share the link down. */
static void incast(int rank) {
    if (rank == 2 || rank == 4)
        send(rank / 2 - 1, 5000);
    else if (rank < 2)
        receive(2 * rank + 2);
    CHECK_TIME(rank < 2 ? 20100 : 0);
}

/* Both directions at once: nobody is slower. */
static void no_sharing(int rank) {
    if (rank == 0)
        send(2, 5000);
    else if (rank == 3)
        send(1, 5000);
    else
        receive(rank == 2 ? 0 : 3);
    CHECK_TIME(rank == 0 || rank == 3 ? 0 : 10100);
}

/* Long messages: the sender waits until the message is received. */
static void synchronous(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(20100);
}

/* ---- model loggpo: G for K - 1 bytes ---- */

/* The messages arrive at 9998 + L, and 10000 later than alone. */
static void two_eager(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(rank < 2 ? 0 : 9998 + 100 + 10000);
}

/* A rank's messages to another stay in order. 5000 bytes, and 1 byte behind them: 1/4 each until 4, where the short one
 * ends. The long one has 4999 left and ends at 10002. */
static void order_of_one_rank(int rank) {
    if (rank == 1) {
        send(3, 5000);
        send(3, 1);
    } else if (rank == 3) {
        MPI_Status s;
        int n;
        MPI_Recv(buffer, sizeof buffer, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        MPI_Get_count(&s, MPI_BYTE, &n);
        CHECK(n == 5000);
        CHECK_TIME(9998 + 100 + 2);
        receive(1);
        CHECK_TIME(9998 + 100 + 2);
    }
}

/* A rendezvous is cleared at 200, when the request has come and the clearance has returned. The data take 20000. The
 * sender goes on when they have left, whatever its part of the transfer is in which it copies them. */
static void rendezvous(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(200 + 9998 + 10000 + (rank < 2 ? 0 : 100));
}

/* The message of rank 0 is alone on its way, and has the bits that it has without contention; also one without bytes.
 */
static double alone_s;
static void alone(int rank) {
    calculate(1 / 3.0);
    if (rank == 0) {
        send(2, 4999);
        send(2, 0);
    } else if (rank == 2) {
        receive(0);
        receive(0);
        CHECK(MPI_Wtime() == alone_s);
    }
}

/* A ring of 4 nodes with links of 1 byte a second, 2 ranks on each. All ranks of nodes 0 and 1 send 300 bytes to node
 * 2: from 0 over 1 (up, as 0 is even), from 1 directly. The link from 1 to 2 has four flows, 1/4 each: 1200, where G
 * alone takes 600; so they come 600 after 598 + L. */
static void ring(int rank) {
    if (rank < 4)
        send(4 + rank % 2, 300);
    else if (rank < 6) {
        receive(rank % 2);
        receive(2 + rank % 2);
        CHECK_TIME(598 + 100 + 600);
    }
}

/* A broadcast of 3000 bytes to four nodes, one rank on each: 0 -> 2, 0 -> 1, then 2 -> 3. Rank 3 has sent 1000 bytes to
 * rank 2, which come at 2100; it enters at 10000. In the simulation all have entered when the flow of these has ended,
 * at 2000. What 0 -> 1 carried until then is undisturbed: 1000 bytes; 50 more until 0 -> 2 begins, at 2100. Both have
 * 1/4 until the 1950 that are left end, at 9900. 0 -> 2 has 1050 left then, and ends at 12000. */
static void broadcast(int rank) {
    if (rank == 3) {
        send(2, 1000);
        calculate(10000);
    } else if (rank == 2) {
        receive(3);
        CHECK_TIME(2100);
    }
    MPI_Bcast(buffer, 3000, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIME(rank == 0 ? 0 : rank == 1 ? 10000 : rank == 2 ? 12100 : 18200);
}

/* Rank 1 sends rank 3 5000 bytes while node 0 broadcasts 5000 bytes to node 1: they share the link, as any two. */
static void collective_and_message(int rank) {
    MPI_Comm some;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &some);
    double begin_s = 10000;
    for (int k = 0; k < bsim_context.nscen; k++)
        bsim_clock(rank)[k] = begin_s;
    if (rank % 2 == 0)
        MPI_Bcast(buffer, 5000, MPI_BYTE, 0, some);
    else if (rank == 1)
        send(3, 5000);
    else
        receive(1);
    CHECK_TIME(rank < 2 ? begin_s : begin_s + 20100);
}

/* A message alone takes 1/2 a byte here, its links 2. One rank on each node; ranks 0, 1, 2 broadcast 3000 bytes: 0 ->
 * 2, 0 -> 1. Rank 2 waits for 10 bytes that rank 3 sends at 50000, which come at 50120. The simulation is at 50020 when
 * it enters; 0 -> 1 was over long before, after 6000, not after 1500. */
static void late_member(int rank) {
    MPI_Comm some;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 3, 0, &some);
    double begin_s = 10000;
    for (int k = 0; k < bsim_context.nscen; k++)
        bsim_clock(rank)[k] = begin_s;
    if (rank == 3) {
        calculate(50000);
        send(2, 10);
        CHECK_TIME(begin_s + 50000);
        return;
    }
    if (rank == 2)
        receive(3);
    MPI_Bcast(buffer, 3000, MPI_BYTE, 0, some);
    CHECK_TIME(begin_s + (rank == 0 ? 0 : rank == 1 ? 6100 : 50120 + 6100));
}

static void check_hand_cases(void) {
    make("simple", 1);
    platform.cores_per_node = 1;
    platform.inter.gap_s_per_byte[0] = 0.5;
    assert_runs(4, &platform, late_member);
    bsim_platform_free(&platform);
    make("simple", 1);
    assert_runs(4, &platform, two_flows);
    assert_runs(4, &platform, later_flow);
    assert_runs(6, &platform, incast);
    assert_runs(4, &platform, no_sharing);
    assert_runs(4, &platform, collective_and_message);
    platform.cores_per_node = 1;
    assert_runs(4, &platform, broadcast);
    platform.cores_per_node = 2;
    platform.inter.eager_limit_bytes[0] = 10;
    assert_runs(4, &platform, synchronous);
    bsim_platform_free(&platform);
    make("loggpo", 1);
    assert_runs(4, &platform, two_eager);
    assert_runs(4, &platform, order_of_one_rank);
    platform.inter.eager_limit_bytes[0] = 10;
    for (double busy = 0; busy <= 1; busy += 0.25) {
        platform.inter.sender_busy[0] = busy;
        assert_runs(4, &platform, rendezvous);
    }
    bsim_platform_free(&platform);
}

static void hand_cases(void **state) {
    (void)state;
    check_hand_cases();
    striped = true;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++)
        check_hand_cases();
    ranks_shards = 1;
    striped = false;
}

static void alone_on_its_way(void **state) {
    (void)state;
    striped = true;
    make("loggpo", 1);
    alone_s = 1 / 3.0 + (2 * 4998.0 + 100);
    assert_runs(4, &platform, alone);
    bsim_platform_free(&platform);
    striped = false;
    make("loggpo", 1);
    alone_s = 1 / 3.0 + (2 * 4998.0 + 100);
    assert_runs(4, &platform, alone);
    platform.contention = false;
    platform.inter.card_gap_s_per_byte[0] = 0;
    assert_runs(4, &platform, alone);
    bsim_platform_free(&platform);
}

/* Two cards on each node. Round robin: 0 -> 2 and 1 -> 3 have one each, so nobody is slower. A third message of rank 0,
 * whose receive is posted at 10100, has the first card again, alone. */
static void two_cards(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    if (rank == 0) {
        calculate(10000);
        send(2, 500);
    }
    if (rank >= 2)
        receive(rank - 2);
    CHECK_TIME(rank == 0 ? 10000 : rank == 1 ? 0 : 10100);
    if (rank == 2) {
        receive(0);
        CHECK_TIME(10100 + 1100);
    }
}

/* By hash: the two messages from rank 0 to rank 2 have the same card, so each has 1/4. Of 16 ranks on 8 nodes, each
 * uses either card for some receivers. */
static void hashed_cards(int rank) {
    two_at_once(rank);
    CHECK_TIME(rank == 2 ? 20100 : 0);
    int second = 0;
    for (int to = 0; to < bsim_context.np; to++)
        second += bsim_card_choose(0, rank, to);
    CHECK(second > 0 && second < bsim_context.np);
}

/* The same on the routes of a torus: each node's cards are links at the ends, and the link between two nodes, of 1/2
 * byte a second, is shared by both messages, whatever cards they have. */
static void cards_of_torus(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else if (rank < 4)
        receive(rank - 2);
    CHECK_TIME(rank == 2 || rank == 3 ? 20100 : 0);
}

/* With rails each of the two has that link for itself. A third message of rank 0 has the first rail again. */
static void rails_of_torus(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else if (rank < 4)
        receive(rank - 2);
    CHECK_TIME(rank == 2 || rank == 3 ? 10100 : 0);
    if (rank == 0)
        send(2, 500);
    else if (rank == 2) {
        receive(0);
        CHECK_TIME(10100 + 1100);
    }
}

/* Half of each message on either rail: each rail has two flows of 2500 bytes at 1/4. */
static void striped_over_rails(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else if (rank < 4)
        receive(rank - 2);
    CHECK_TIME(rank == 2 || rank == 3 ? 10100 : 0);
}

/* Alone a message has 1/2 byte a second, 1/4 on each rail, as without rails. Then the links limit: they carry 1/8. */
static void alone_over_rails(int rank) {
    double slow = platform.inter.link_gap_s_per_byte[0];
    if (rank == 0)
        send(2, 5000);
    else if (rank == 2)
        receive(0);
    CHECK_TIME(rank != 2 ? 0 : slow > 0 ? 20100 : 10100);
}

static void rails(void **state) {
    (void)state;
    make("simple", 1);
    platform.cards = 2;
    platform.rails = true;
    assert_true(bsim_topology_make(&platform.topology, BSIM_TOPOLOGY_TORUS, 1, (const int[]){4}));
    platform.nodes = 4;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++)
        assert_runs(8, &platform, rails_of_torus);
    ranks_shards = 1;
    platform.card_choice = BSIM_CARDS_STRIPED;
    assert_runs(8, &platform, striped_over_rails);
    assert_runs(8, &platform, alone_over_rails);
    platform.inter.link_gap_s_per_byte[0] = 8;
    assert_runs(8, &platform, alone_over_rails);
    bsim_platform_free(&platform);
}

static void several_cards(void **state) {
    (void)state;
    make("simple", 1);
    platform.cards = 2;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++)
        assert_runs(4, &platform, two_cards);
    ranks_shards = 1;
    platform.card_choice = BSIM_CARDS_BY_HASH;
    assert_runs(16, &platform, hashed_cards);
    platform.card_choice = BSIM_CARDS_IN_TURN;
    assert_true(bsim_topology_make(&platform.topology, BSIM_TOPOLOGY_TORUS, 1, (const int[]){4}));
    platform.nodes = 4;
    assert_runs(8, &platform, cards_of_torus);
    platform.inter.link_gap_s_per_byte[0] = 1; /* now one card is what limits */
    platform.cards = 1;
    assert_runs(8, &platform, cards_of_torus);
    bsim_platform_free(&platform);
}

/* ---- messages within a node: L = 10, and 1 byte a second for each; the memory carries 1.5 a second ---- */

/* 4 ranks on a node. 0 -> 1 and 2 -> 3, 3000 bytes each, at 0.75: 4000, and L. Meanwhile rank 3 of node 0 sends
 * nothing; ranks 4 -> 5 of node 1 have a memory of their own: 3000 and L. 6 -> 2, of 3000 bytes from node to node, has
 * the link alone: 6000 and its L, 100, since the memory is not part of the network; rank 2 posts its receive at 0. */
static void in_memory(int rank) {
    MPI_Request r = MPI_REQUEST_NULL;
    if (rank == 2)
        MPI_Irecv(buffer, 3000, MPI_BYTE, 6, 0, MPI_COMM_WORLD, &r);
    if (rank == 6)
        send(2, 3000);
    if (rank == 0 || rank == 2 || rank == 4)
        send(rank + 1, 3000);
    if (rank == 1 || rank == 3 || rank == 5)
        receive(rank - 1);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK_TIME(rank == 1 || rank == 3 ? 4010 : rank == 5 ? 3010 : rank == 2 ? 6100 : 0);
}

/* A message of 3000 bytes that meets none has its time without contention: at most 1 byte a second. */
static void alone_in_memory(int rank) {
    if (rank == 0)
        send(1, 3000);
    if (rank == 1)
        receive(0);
    CHECK_TIME(rank == 1 ? 3010 : 0);
}

static void shared_memory(void **state) {
    (void)state;
    make("simple", 1);
    platform.cores_per_node = 4;
    platform.intra.latency_s[0] = 10;
    platform.intra.gap_s_per_byte[0] = 1;
    platform.shared_bandwidth = 1.5;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        assert_runs(8, &platform, in_memory);
        assert_runs(8, &platform, alone_in_memory);
    }
    ranks_shards = 1;
    bsim_platform_free(&platform);
}

static void over_a_ring(void **state) {
    (void)state;
    make("loggpo", 1);
    assert_true(bsim_topology_make(&platform.topology, BSIM_TOPOLOGY_TORUS, 1, (const int[]){4}));
    platform.nodes = 4;
    platform.inter.card_gap_s_per_byte[0] = 0;
    platform.nlink_rate = 1;
    platform.link_rate[0] = platform.link_rate_down[0] = 1;
    assert_runs(8, &platform, ring);
    platform.nlink_rate = 0;
    platform.inter.link_gap_s_per_byte[0] = 1;
    assert_runs(8, &platform, ring);
    bsim_platform_free(&platform);
}

/* ---- a fat tree whose links are slower up than down ---- */

/* Three sites of two nodes. From nodes 0 and 1 together 100 bytes each to 2 and 3: 0.5 bytes a second up for both, so
 * that each has 0.25. Later 100 bytes each from 2 and 4 to 0 and 1: 0.5 up each, and down 0.8 for both: 0.4 each. */
static void through_sites(int rank) {
    static char data[100];
    const int from[] = {0, 1, 2, 4}, to[] = {2, 3, 0, 1};
    for (int i = 0; i < 4; i++) {
        if (i == 2)
            *bsim_clock(rank) = 10000;
        if (rank == from[i])
            MPI_Send(data, 100, MPI_BYTE, to[i], 0, MPI_COMM_WORLD);
        if (rank == to[i])
            MPI_Recv(data, 100, MPI_BYTE, from[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (i < 2 && rank == to[i])
            CHECK_TIME(400 + 100);
        if (i >= 2 && rank == to[i])
            CHECK_TIME(10000 + 250 + 100);
    }
}

static void up_and_down(void **state) {
    (void)state;
    make("simple", 1);
    assert_true(bsim_topology_make(&platform.topology, BSIM_TOPOLOGY_FAT_TREE, 2, (const int[]){2, 3}));
    platform.nodes = 6;
    platform.cores_per_node = 1;
    platform.inter.card_gap_s_per_byte[0] = 0;
    platform.inter.latency_s[0] = 100;
    platform.inter.gap_s_per_byte[0] = 1;
    platform.inter.eager_limit_bytes[0] = HUGE_VAL;
    platform.nlink_rate = 2;
    platform.link_rate[0] = platform.link_rate_down[0] = 1;
    platform.link_rate[1] = 0.5;
    platform.link_rate_down[1] = 0.8;
    for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++)
        assert_runs(6, &platform, through_sites);
    ranks_shards = 1;
    bsim_platform_free(&platform);
}

/* ---- all to all on a star: all links are busy all the time, so it takes what a link carries ---- */

enum { STAR = 8, EACH = 3, BYTES = 6000 };

static void all_to_all(int rank) {
    static char in[STAR * EACH][BYTES], out[STAR * EACH][BYTES];
    int n = STAR * EACH, here = rank / EACH;
    MPI_Request r[2 * STAR * EACH];
    int used = 0;
    for (int i = 0; i < n; i++)
        if (i / EACH != here) {
            MPI_Irecv(in[i], BYTES, MPI_BYTE, i, 0, MPI_COMM_WORLD, &r[used++]);
            MPI_Isend(out[i], BYTES, MPI_BYTE, i, 0, MPI_COMM_WORLD, &r[used++]);
        }
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
    double least = (double)EACH * (n - EACH) * BYTES * 2; /* each link carries 3 x 21 messages */
    CHECK(fabs(MPI_Wtime() - least) < 310);               /* L, or three of it for a rendezvous; and G */
}

static void star(void **state) {
    (void)state;
    for (int m = 0; m < 2; m++) {
        make(m ? "simple" : "loggpo", 1);
        platform.cores_per_node = EACH;
        assert_runs(STAR * EACH, &platform, all_to_all);
        platform.inter.eager_limit_bytes[0] = 10;
        assert_runs(STAR * EACH, &platform, all_to_all);
        bsim_platform_free(&platform);
    }
}

/* ---- scenarios: others than the first are run apart ---- */

static void diverged(void) {
    CHECK(!bsim_run.diverged[0]);
    CHECK(bsim_run.diverged[1]);
}

static void scenarios(void **state) {
    (void)state;
    make("simple", 2);
    struct outcome out = run_ranks(4, &platform, two_flows, diverged);
    if (out.code)
        fail_msg("exit code %d: %s", out.code, out.err);
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hand_cases),    cmocka_unit_test(alone_on_its_way),
                                       cmocka_unit_test(over_a_ring),   cmocka_unit_test(up_and_down),
                                       cmocka_unit_test(several_cards), cmocka_unit_test(rails),
                                       cmocka_unit_test(shared_memory), cmocka_unit_test(star),
                                       cmocka_unit_test(scenarios)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
