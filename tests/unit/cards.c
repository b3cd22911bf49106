/* Network cards that the ranks of a node share (bsim/network/card.h): the calendar of one side beside a table of
 * moments, and the times of messages and collectives, derived by hand in each test.
 *
 * Two ranks on each node. In seconds and bytes: L = 100; a message takes G = 2 a byte on its way, and 2 a byte at each
 * card, so that one flow has the whole card. Messages of more than a packet, 4096 bytes, are long. */
#include "card_messages.h"

#include "bsim/network/card.h"
#include "lmpi/lmpi.h"
#include "lmpi/match/behind.h"

/* ---- the calendar ---- */

enum { MOMENTS = 4000 };

/* Takes free moments from start on, one after the other: a slow second implementation. */
static int take_moments(bool *busy, int start, int need) {
    int at = start;
    for (int left = need; left > 0; at++)
        if (!busy[at]) {
            busy[at] = true;
            left--;
        }
    while (need == 0 && busy[at])
        at++;
    return at - need;
}

static void calendar_random(void **state) {
    (void)state;
    unsigned seed = 12345;
    for (int round = 0; round < 2000; round++) {
        struct bsim_calendar c = {0};
        static bool busy[MOMENTS];
        memset(busy, 0, sizeof busy);
        for (int i = 0; i < 40; i++) {
            seed = seed * 1664525u + 1013904223u;
            int start = (int)(seed >> 8) % 500, need = (int)(seed >> 20) % 30;
            int want = take_moments(busy, start, need);
            double got = bsim_calendar_take(&c, start, need);
            if (got != want)
                fail_msg("round %d: %d from %d on: %g instead of %d", round, need, start, got, want);
        }
        for (int i = 1; i < c.count; i++)
            assert_true(c.busy[i - 1].end_s < c.busy[i].begin_s);
        bsim_calendar_free(&c);
    }
}

/* Of many intervals the earliest are forgotten; what is remembered stays exact. */
static void calendar_long(void **state) {
    (void)state;
    struct bsim_calendar c = {0};
    for (int i = 0; i < 1000; i++)
        assert_true(bsim_calendar_take(&c, 10 * i, 4) == 10 * i);
    assert_int_equal(c.count, BSIM_CALENDAR_MOST);
    assert_true(bsim_calendar_take(&c, 9982, 7) == 9988); /* 9984 to 9990, 9994 to 9995 */
    assert_true(bsim_calendar_take(&c, 3, 1) == 3);       /* forgotten */
    bsim_calendar_free(&c);
}

/* ---- messages ---- */

/* Two flows from node 0 to node 1: 0 -> 2 and 1 -> 3, 5000 bytes each. Each takes 10000 at the cards, which they share
 * from 0 to 20000. In simple both end at 20000 + L. */
static void two_flows(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(rank < 2 ? 0 : 20100);
}

/* One comes 4000 later. They share the cards until the first one's last 6000 have taken 12000, to 16000; then the last
 * 4000 of the other one take to 20000. */
static void later_flow(int rank) {
    if (rank == 1)
        calculate(4000);
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(rank == 0 ? 0 : rank == 1 ? 4000 : rank == 2 ? 16100 : 20100);
}

/* From two nodes to one: they share the receiver's card only. */
static void incast(int rank) {
    if (rank == 2 || rank == 4)
        send(rank / 2 - 1, 5000);
    else if (rank < 2)
        receive(2 * rank + 2);
    CHECK_TIME(rank < 2 ? 20100 : 0);
}

/* Both directions at once, and within a node: nobody waits. */
static void no_sharing(int rank) {
    if (rank == 0)
        send(2, 5000);
    else if (rank == 3)
        send(1, 5000);
    else
        receive(rank == 2 ? 0 : 3);
    CHECK_TIME(rank == 0 || rank == 3 ? 0 : 10100);
}

/* A short message shares the cards with a long one of another rank, so that it takes twice as long: rank 0 sends 5000
 * bytes at 0, rank 1 sends 10 bytes at 10, which are there at 10 + 100 + 2 * 20 = 150. Then rank 1's other 5000 bytes
 * leave. Of the first ones' 10000 the cards have served 10 + 20 + 100; the other 9870 take twice as long, until
 * 150 + 19740 + 100. The last 130 of the other ones take until 20020 + 100. */
static void short_passes_long(int rank) {
    if (rank == 0)
        send(2, 5000);
    else if (rank == 1) {
        calculate(10);
        send(3, 10);
        calculate(10);
        send(3, 5000);
    } else if (rank == 2) {
        receive(0);
        CHECK_TIME(19990);
    } else {
        receive(1);
        CHECK_TIME(150);
        receive(1);
        CHECK_TIME(20120);
    }
}

/* A rank's messages to another one stay in order: the short one comes when the long one before it does, which shares
 * the card with that of rank 0, and with the short one's 2, until 20002. (loggpo) */
static void order_of_one_rank(int rank) {
    if (rank == 0)
        send(2, 5000);
    else if (rank == 1) {
        send(3, 5000);
        send(3, 1);
    } else if (rank == 2) {
        receive(0);
    } else {
        MPI_Status s;
        MPI_Recv(buffer, sizeof buffer, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        int n;
        MPI_Get_count(&s, MPI_BYTE, &n);
        CHECK(n == 5000);
        CHECK_TIME(20002 + 100 - 2);
        receive(1);
        CHECK_TIME(20002 + 100 - 2);
    }
}

/* Both rendezvous are cleared at 200 (two latencies), and share the cards. A sender goes on when its data have left. */
static void rendezvous(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(200 + 19998 + (rank < 2 ? 0 : 100));
}

/* The second one is cleared at 5200, and shares the card with what is left of the first, 5000, until 15200; then it has
 * 5000 to go. So the first sender, too, goes on later. */
static void later_rendezvous(int rank) {
    if (rank == 1)
        calculate(5000);
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME((rank % 2 == 0 ? 15198 : 20198) + (rank < 2 ? 0 : 100));
}

/* From two nodes to one: the receiver's card takes both until 20200, and so long the data of both are on their way. */
static void rendezvous_incast(int rank) {
    if (rank < 4 && rank % 2 == 0)
        send(4 + rank / 2, 5000);
    if (rank > 3)
        receive(2 * (rank - 4));
    CHECK_TIME(rank == 1 || rank == 3 ? 0 : 200 + 19998 + (rank < 4 ? 0 : 100));
}

/* A broadcast to four nodes by a binomial tree, one rank on each: 0 -> 2, then 0 -> 1 and 2 -> 3. In loggpo the sends
 * take no time, so both messages of rank 0 leave at 0, and share the card. Computed as a whole, the second one is known
 * when the first has its time, and waits until this has left. */
static void broadcast_at(int rank, double at_card_s) {
    double first_s = bsim_context.whole_collectives ? at_card_s + 98 : 2 * at_card_s + 98;
    MPI_Bcast(buffer, 5000, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIME(rank == 0 ? 0 : rank == 2 ? first_s : rank == 1 ? 2 * at_card_s + 98 : first_s + at_card_s + 98);
}

static void broadcast(int rank) {
    broadcast_at(rank, 10000);
}

static void assert_broadcast(void (*body)(int rank)) {
    for (int whole = 1; whole >= 0; whole--) {
        bsim_context.whole_collectives = whole;
        assert_runs(4, &platform, body);
    }
}

static bool striped;

static void make(const char *model, int k) {
    make_cards(model, k);
    if (striped)
        stripe();
}

static void check_hand_cases(void) {
    make("simple", 1);
    assert_runs(4, &platform, two_flows);
    assert_runs(4, &platform, later_flow);
    assert_runs(6, &platform, incast);
    assert_runs(4, &platform, no_sharing);
    assert_runs(4, &platform, short_passes_long);
    bsim_platform_free(&platform);
    make("loggpo", 1);
    assert_runs(4, &platform, order_of_one_rank);
    platform.cores_per_node = 1;
    assert_broadcast(broadcast);
    platform.cores_per_node = 2;
    platform.inter.eager_limit_bytes[0] = 10;
    assert_runs(4, &platform, rendezvous);
    assert_runs(4, &platform, later_rendezvous);
    assert_runs(6, &platform, rendezvous_incast);
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

/* ---- several cards ---- */

/* In loggpo, 0 -> 2 and 1 -> 3, 5000 bytes each: each has a card. Two more, of rank 0 at 10 and of rank 1 at 20, have
 * the same cards and wait until 10000. */
static void by_turns(int rank) {
    if (rank < 2) {
        send(rank + 2, 5000);
        calculate(10 * (rank + 1));
        send(rank + 2, 5000);
        CHECK_TIME(10 * (rank + 1));
        return;
    }
    receive(rank - 2);
    CHECK_TIME(100 + 9998);
    receive(rank - 2);
    CHECK_TIME(10000 + 100 + 9998);
}

/* All messages from one rank to another have one card. */
static void by_hash(int rank) {
    two_at_once(rank);
    CHECK_TIME(rank == 2 ? 20100 : 0);
}

/* The requests of both rendezvous have no data, so that they take no turn: the data of each have a card, and both are
 * there at 200 (cleared, loggpo: two latencies after the request) + 9998 + 100. */
static void data_take_turns(int rank) {
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
    CHECK_TIME(200 + 9998 + (rank < 2 ? 0 : 100));
}

/* The broadcast of above from a node with two cards: rank 0's second message does not wait. */
static void broadcast_over_two(int rank) {
    MPI_Bcast(buffer, 5000, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIME(rank == 0 ? 0 : rank == 2 || rank == 1 ? 10098 : 20196);
}

static void several_cards(void **state) {
    (void)state;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        make_cards("simple", 1);
        platform.cards = 2;
        platform.card_choice = BSIM_CARDS_BY_HASH;
        assert_runs(4, &platform, by_hash);
        bsim_platform_free(&platform);
        make_cards("loggpo", 1);
        platform.cards = 2;
        assert_runs(4, &platform, by_turns);
        platform.inter.eager_limit_bytes[0] = 10;
        assert_runs(4, &platform, data_take_turns);
        platform.cores_per_node = 1;
        platform.inter.eager_limit_bytes[0] = HUGE_VAL;
        assert_runs(4, &platform, broadcast_over_two);
        bsim_platform_free(&platform);
    }
    ranks_shards = 1;
}

/* ---- cards that are slower than the connection: 20 a byte ---- */

/* 5000 bytes take 100000 at both cards; in loggpo G counts one byte less on the way. */
static double slow_s;

/* Two messages of rank 0 to rank 2 at once: the second leaves when the card has sent the first. */
static void slow_messages(int rank) {
    two_at_once(rank);
    if (rank == 2)
        CHECK_TIME(2 * 5000 * 20 + 100 - slow_s);
}

/* Cleared at 200; the sender goes on when its card has sent the data. */
static void slow_rendezvous(int rank) {
    if (rank == 0)
        send(2, 5000);
    else if (rank == 2)
        receive(0);
    CHECK_TIME(rank == 0 ? 200 + 100000 - 2 : rank == 2 ? 200 + 100 + 100000 - 2 : 0);
}

/* In simple the sender goes on when the message has come. */
static void slow_synchronous(int rank) {
    if (rank == 0)
        send(2, 5000);
    else if (rank == 2)
        receive(0);
    CHECK_TIME(rank == 0 || rank == 2 ? 100100 : 0);
}

/* As `broadcast`: each message takes 100 + 100000 - 2. */
static void slow_broadcast(int rank) {
    broadcast_at(rank, 100000);
}

/* Half of a message over each card, 50000. */
static void slow_halves(int rank) {
    if (rank == 0)
        send(2, 5000);
    else if (rank == 2) {
        receive(0);
        CHECK_TIME(100 + 50000);
    }
}

/* card_gap 1000: a byte takes no less than 1000 + 20, and the next one leaves then. */
static void slow_gap(int rank) {
    for (int i = 1; i <= 2; i++) {
        if (rank == 0)
            send(2, 1);
        else if (rank == 2) {
            receive(0);
            CHECK_TIME(i * 1020);
        }
    }
}

static void slow_cards(void **state) {
    (void)state;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        for (int simple = 0; simple < 2; simple++) {
            slow_s = simple ? 0 : 2;
            make_cards(simple ? "simple" : "loggpo", 1);
            platform.inter.card_gap_s_per_byte[0] = 20;
            assert_runs(4, &platform, slow_messages);
            platform.inter.eager_limit_bytes[0] = 10;
            assert_runs(4, &platform, simple ? slow_synchronous : slow_rendezvous);
            bsim_platform_free(&platform);
        }
        make_cards("loggpo", 1);
        platform.cores_per_node = 1;
        platform.inter.card_gap_s_per_byte[0] = 20;
        assert_broadcast(slow_broadcast);
        bsim_platform_free(&platform);
        make_cards("simple", 1);
        platform.cards = 2;
        platform.card_choice = BSIM_CARDS_STRIPED;
        platform.inter.card_gap_s_per_byte[0] = 20;
        assert_runs(4, &platform, slow_halves);
        platform.cards = 1;
        platform.inter.card_gap_s[0] = 1000;
        assert_runs(4, &platform, slow_gap);
        bsim_platform_free(&platform);
    }
    ranks_shards = 1;
}

/* ---- cards that are faster than the connection ----
 *
 * A message of 5000 bytes takes 10000 on its way, and at a card half of that, 5000, or a quarter, 2500. Messages that
 * share a card fairly from 0 on, each with no more than its connection's bandwidth, end at max(10000, what all of them
 * take at the card) + L. In simple. */

enum { FAST_RANKS = 16 };

static int flows;      /* so many ranks of each node */
static double fast_s;  /* a message at a card */
static double alone_s; /* on its way */

static double fair_s(int served) {
    double at_card_s = served * fast_s;
    return 100 + (at_card_s > alone_s ? at_card_s : alone_s);
}

/* From each rank of node 0 to one of node 1: none comes before it would come alone. */
static void fast_flows(int rank) {
    if (rank < flows)
        send(flows + rank, 5000);
    else if (rank < 2 * flows) {
        receive(rank - flows);
        CHECK_TIME(fair_s(flows));
    }
}

/* The same at the receiver's card only, from one node each. */
static void fast_incast(int rank) {
    if (rank < flows)
        receive(flows * (rank + 1));
    else if (rank % flows == 0)
        send(rank / flows - 1, 5000);
    CHECK_TIME(rank < flows ? fair_s(flows) : 0);
}

/* Rank 0's two messages, which follow each other, share the receiver's card with the one of rank 4 from 100 on. The
 * first one and that of rank 4 take until 10100, as alone. The second one waits for 10000 of 15000, of which it has
 * 5000 to spare: 15100. */
static void fast_both_sides(int rank) {
    two_at_once(rank);
    if (rank == 4)
        send(3, 5000);
    else if (rank == 3)
        receive(4);
    CHECK_TIME(rank == 2 ? 15100 : rank == 3 ? 10100 : 0);
}

/* In loggpo messages of 40 bytes, which are short, take 78 on their way and 40 at a card. The third one waits 80, and
 * has 40 to spare. */
static void fast_short(int rank) {
    for (int i = 1; i <= 3; i++) {
        if (rank == 0)
            send(2, 40);
        else if (rank == 2) {
            receive(0);
            CHECK_TIME(100 + 78 + (i < 3 ? 0 : 40));
        }
    }
}

/* card_gap 50 at each message: the card serves all three until 3 * 5050, and card_gap is part of the latency: 15100 +
 * 100. With a card_gap of 1000, which is longer than the latency, a message takes no less than all of its time at the
 * card: 3 * 6000. */
static void fast_gap(int rank) {
    if (rank < 3)
        send(flows + rank, 5000);
    else if (rank >= flows && rank < flows + 3) {
        receive(rank - flows);
        if (platform.inter.card_gap_s[0] == 50)
            CHECK_TIME(15200);
        else
            CHECK_TIME(18000);
    }
}

/* Rendezvous in loggpo, cleared at 200: the cards serve all until 20200, and the senders go on. */
static void fast_rendezvous(int rank) {
    if (rank < flows) {
        send(flows + rank, 5000);
        CHECK_TIME(200 + 9998 + (flows - 2) * 5000);
    } else if (rank < 2 * flows) {
        receive(rank - flows);
        CHECK_TIME(200 + 100 + 9998 + (flows - 2) * 5000);
    }
}

/* A broadcast to four nodes as above: rank 0's second message leaves at once, and comes as the first. */
static void fast_broadcast(int rank) {
    MPI_Bcast(buffer, 5000, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIME(rank == 0 ? 0 : rank == 2 || rank == 1 ? 10098 : 20196);
}

static void make_fast(const char *model, int ranks, int ratio) {
    make_cards(model, 1);
    platform.cores_per_node = flows = ranks;
    alone_s = 10000;
    fast_s = alone_s / ratio;
    platform.inter.card_gap_s_per_byte[0] = 2.0 / ratio;
}

static void fast_cards(void **state) {
    (void)state;
    for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++) {
        for (int ratio = 2; ratio <= 4; ratio *= 2)
            for (int ranks = 2; ranks <= FAST_RANKS / 2; ranks *= 2) {
                make_fast("simple", ranks, ratio);
                assert_runs(2 * ranks, &platform, fast_flows);
                if (ranks < 8)
                    assert_runs(ranks * (ranks + 1), &platform, fast_incast);
                bsim_platform_free(&platform);
            }
        make_fast("simple", 2, 2);
        assert_runs(6, &platform, fast_both_sides);
        bsim_platform_free(&platform);
        make_fast("simple", 4, 2);
        platform.inter.card_gap_s[0] = 50;
        assert_runs(8, &platform, fast_gap);
        platform.inter.card_gap_s[0] = 1000;
        assert_runs(8, &platform, fast_gap);
        bsim_platform_free(&platform);
        make_fast("loggpo", 2, 2);
        assert_runs(4, &platform, fast_short);
        bsim_platform_free(&platform);
        make_fast("loggpo", 4, 2);
        platform.inter.eager_limit_bytes[0] = 10;
        assert_runs(8, &platform, fast_rendezvous);
        platform.inter.eager_limit_bytes[0] = HUGE_VAL;
        platform.cores_per_node = 1;
        assert_runs(4, &platform, fast_broadcast);
        bsim_platform_free(&platform);
    }
    ranks_shards = 1;
}

/* A piece with a tenth of the bandwidth, 20 a byte, over cards that take 2 a byte as those of other sizes: four
 * messages take 100000 on their way, and 10000 each at the card. */
static void slow_piece(void **state) {
    (void)state;
    make_fast("simple", 4, 1);
    make_piece(BSIM_PIECE_EAGER, 10);
    alone_s = 100000;
    assert_runs(8, &platform, fast_flows);
    bsim_platform_free(&platform);
}

/* ---- conservation: an all-to-all on a star ---- */

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
    /* Each card carries 3 x 21 messages of 12000 s, or of 6000, on each side: no order of them takes less, and a card
     * that is never idle takes no more than twice that. */
    double least = (double)EACH * (n - EACH) * BYTES * platform.inter.card_gap_s_per_byte[0];
    MPI_Allreduce(MPI_IN_PLACE, bsim_clock(rank), 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    CHECK(MPI_Wtime() >= least && MPI_Wtime() <= 2 * least);
}

static void star(void **state) {
    (void)state;
    for (int m = 0; m < 4; m++) {
        make_cards(m % 2 ? "simple" : "loggpo", 1);
        platform.cores_per_node = EACH;
        platform.inter.card_gap_s_per_byte[0] = m < 2 ? 2 : 1;
        assert_runs(STAR * EACH, &platform, all_to_all);
        platform.inter.eager_limit_bytes[0] = 10;
        assert_runs(STAR * EACH, &platform, all_to_all);
        bsim_platform_free(&platform);
    }
}

/* ---- scenarios ---- */

static void diverged(void) {
    CHECK(!bsim_run.diverged[1]);
    CHECK(bsim_run.diverged[2]);
}

/* Rank 1 comes 50 later in scenario 0 and 1; in scenario 2 it comes first. */
static void who_is_first(int rank) {
    if (rank == 1)
        for (int k = 0; k < 3; k++)
            bsim_clock(1)[k] += k == 2 ? 0 : 50;
    if (rank == 0)
        for (int k = 0; k < 3; k++)
            bsim_clock(0)[k] += k == 2 ? 50 : 0;
    if (rank < 2)
        send(rank + 2, 5000);
    else
        receive(rank - 2);
}

static void order_differs(void **state) {
    (void)state;
    make_cards("loggpo", 3);
    struct outcome out = run_ranks(4, &platform, who_is_first, diverged);
    if (out.code)
        fail_msg("exit code %d: %s", out.code, out.err);
    bsim_platform_free(&platform);
}

static int long_bytes, short_bytes;

/* Rank 0 sends to rank 2, and rank 1 of its node to rank 3, at once. */
static void long_and_short(int rank) {
    if (rank < 2)
        send(rank + 2, rank ? short_bytes : long_bytes);
    else
        receive(rank - 2);
    CHECK_TIME(rank < 2 ? 0 : 100 + (rank == 2 ? 2 * (long_bytes + short_bytes) : 4 * short_bytes));
}

/* A message of 5000 bytes beside one of 20000 takes twice as long as alone, whoever is first; the other one until the
 * cards have served both. */
static void long_beside_short(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++) {
        striped = ranks_shards == 2;
        make("simple", 1);
        long_bytes = 20000;
        short_bytes = 5000;
        struct outcome out = run_ranks(4, &platform, long_and_short, lmpi_behind_report);
        if (out.code || strstr(out.err, "behind longer ones"))
            fail_msg("exit code %d: %s", out.code, out.err);
        long_bytes = 5000;
        assert_runs(4, &platform, long_and_short);
        bsim_platform_free(&platform);
    }
    ranks_shards = 1;
    striped = false;
}

/* An exchange among the even ranks of all nodes, which is computed as a whole: rounds, each of which has the cards for
 * 80000, and then nobody for a latency. 10 after it begins rank 1 sends to rank 3. Of four nodes its message comes
 * while the three rounds have the cards, so that it takes no more than four times as long as alone. */
static void behind_collective(int rank) {
    enum { EACH = 40000, BEGIN = 1000000 };
    static char in[70 * EACH], out[70 * EACH];
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    *bsim_clock(rank) = BEGIN;
    if (rank % 2 == 0)
        MPI_Alltoall(out, EACH, MPI_BYTE, in, EACH, MPI_BYTE, half);
    calculate(10);
    if (rank == 1)
        send(3, 5000);
    if (rank == 3) {
        receive(1);
        if (bsim_context.np == 8)
            CHECK_TIME(BEGIN + 10 + 100 + 4 * 10000);
    }
    MPI_Comm_free(&half);
}

/* More than 64 messages are not remembered one by one: then it may wait for all of them, as the run tells. */
static void waits_behind_longer_ones_are_told(void **state) {
    (void)state;
    bsim_context.whole_collectives = true;
    make_cards("simple", 1);
    struct outcome out = run_ranks(8, &platform, behind_collective, lmpi_behind_report);
    if (out.code || strstr(out.err, "behind longer ones"))
        fail_msg("exit code %d: %s", out.code, out.err);
    platform.inter.latency_s[0] = 0;
    out = run_ranks(140, &platform, behind_collective, lmpi_behind_report);
    if (out.code || !strstr(out.err, "messages to rank 3 wait ") || !strstr(out.err, "such as one of 5.000 kB for "))
        fail_msg("exit code %d: %s", out.code, out.err);
    bsim_platform_free(&platform);
    bsim_context.whole_collectives = false;
}

static double ends[2][4100]; /* by whether collectives are computed as a whole */

static void note_end(int rank) {
    ends[bsim_context.whole_collectives][rank] = *bsim_clock(rank);
}

static void makes_communicators(int rank) {
    MPI_Comm copy, half;
    calculate(rank * 379 % 1000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(copy, rank % 2, rank, &half);
    note_end(rank);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
}

static void barrier_without_one(int rank) {
    if (rank == 1)
        receive(0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void gathers_from_many(int rank) {
    enum { EACH = 10000 };
    LMPI_Allgather(NULL, EACH, MPI_BYTE, NULL, EACH, MPI_BYTE, MPI_COMM_WORLD);
    note_end(rank);
}

/* Each member of the communicator sends 10 kB to so many next ones, the second of two later than the first. */
static int reach;
static void exchanges_with_next(int rank) {
    static int counts[2][8200]; /* for, and from, the members: those of rank r begin at np - r */
    int np = bsim_context.np;
    for (int i = 1; rank == 0 && i <= reach; i++) {
        counts[0][i] = counts[0][np + i] = 10000;
        counts[1][np - i] = counts[1][2 * np - i] = 10000;
    }
    calculate(rank % 2 ? 1e4 : 0);
    const int *to = &counts[0][np - rank], *from = &counts[1][np - rank];
    LMPI_Alltoallv(NULL, to, to, MPI_BYTE, NULL, from, from, MPI_BYTE, MPI_COMM_WORLD);
    note_end(rank);
}

/* What it warns of when collectives may be messages. */
static struct outcome run_both(int ranks, void (*body)(int rank)) {
    struct outcome out = {0};
    for (int whole = 1; whole >= 0; whole--) {
        bsim_context.whole_collectives = whole;
        out = run_ranks(ranks, &platform, body, NULL);
        if (out.code)
            fail_msg("exit code %d: %s", out.code, out.err);
    }
    assert_memory_equal(ends[0], ends[1], (size_t)ranks * sizeof ends[0][0]);
    return out;
}

/* Barriers and what makes communicators have no long messages. A ring among 4100 members has 4100 x 4099 messages, too
 * many for a list of all; among 4096 it has 2^24 - 4096. */
static void some_are_computed_as_a_whole(void **state) {
    (void)state;
    make_cards("loggpo", 1);
    platform.cores_per_node = 8;
    run_both(64, makes_communicators);
    platform.cores_per_node = 2;
    struct outcome out = run_ranks(4, &platform, barrier_without_one, NULL);
    if (!strstr(out.err, "MPI_Barrier, communicator MPI_COMM_WORLD with 3 of its 4 ranks there; rank 1 is not"))
        fail_msg("exit code %d: %s", out.code, out.err);
    out = run_both(4100, gathers_from_many);
    if (!strstr(out.err, "collectives of more than 16777216 messages share network cards as with --whole-collectives"))
        fail_msg("no warning: %s", out.err);
    bsim_platform_free(&platform);
}

/* Among more than 4096 members it is known how many messages there are when all have called. */
static void those_of_own_counts_are_counted(void **state) {
    (void)state;
    double few[4];
    struct outcome out;
    make_cards("loggpo", 1);
    for (int ranks = 4096; ranks <= 4100; ranks += 4) {
        reach = 3;
        out = run_ranks(ranks, &platform, exchanges_with_next, NULL);
        if (out.code || strstr(out.err, "whole-collectives"))
            fail_msg("exit code %d: %s", out.code, out.err);
        for (int i = 0; ranks == 4096 && i < 4; i++)
            few[i] = ends[0][i];
    }
    assert_memory_equal(few, ends[0], sizeof few);
    platform.cores_per_node = 4100;
    reach = 4099;
    out = run_ranks(4100, &platform, exchanges_with_next, NULL);
    if (out.code || !strstr(out.err, "collectives of more than 16777216 messages share network cards"))
        fail_msg("exit code %d: %s", out.code, out.err);
    bsim_platform_free(&platform);
}

static int tag;

/* The groups {0, 1} and {2, 3}. Rank 2 waits for the broadcast's message of rank 0, and has not begun to make the
 * communicator between both, when rank 0 sends what leaders tell each other. */
static void leaders_beside_broadcast(int rank) {
    static char data[4][5000];
    MPI_Request request;
    MPI_Comm half, between;
    int others;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    if (rank % 2)
        send(rank - 1, rank == 1 ? 5000 : 20000);
    if (rank == 0)
        receive(1);
    memset(data[rank], rank ? 0 : 7, sizeof data[rank]);
    MPI_Ibcast(data[rank], 5000, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    if (rank == 2)
        receive(3);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, tag, &between);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_remote_size(between, &others);
    if (others != 2 || data[rank][4999] != 7)
        bsim_fatal(BSIM_EXIT_MISUSE, "tag %d: %d others, and data %d", tag, others, data[rank][4999]);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

/* The tags of a collective's steps are no tags of leaders' messages. */
static void leaders_are_apart_from_steps(void **state) {
    (void)state;
    make_cards("simple", 1);
    platform.cores_per_node = 1;
    for (tag = 0; tag < 6; tag++)
        assert_runs(4, &platform, leaders_beside_broadcast);
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(calendar_random),
                                       cmocka_unit_test(calendar_long),
                                       cmocka_unit_test(hand_cases),
                                       cmocka_unit_test(several_cards),
                                       cmocka_unit_test(slow_cards),
                                       cmocka_unit_test(fast_cards),
                                       cmocka_unit_test(slow_piece),
                                       cmocka_unit_test(star),
                                       cmocka_unit_test(order_differs),
                                       cmocka_unit_test(long_beside_short),
                                       cmocka_unit_test(waits_behind_longer_ones_are_told),
                                       cmocka_unit_test(some_are_computed_as_a_whole),
                                       cmocka_unit_test(those_of_own_counts_are_counted),
                                       cmocka_unit_test(leaders_are_apart_from_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
