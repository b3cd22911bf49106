/* Messages whose packets wait for links ("contention": "queues"; bsim/network/packets.h): times that are derived by
 * hand in each test.
 *
 * Two ranks on each node, no topology: a node has one link up and one down. In seconds and bytes: L = 100; a message
 * takes G = 2 a byte on its way, and so does a link; a packet has 1000 bytes, and takes 2000 on a link. All sends and
 * receives of a test are posted at 0, and of equal times that of the lower rank comes first. */
#include "card_messages.h"

enum { RANKS = 6, MOST = 4, LONG = 5000 };
static MPI_Request requests[RANKS][MOST];

static MPI_Request *request(int which) {
    return &requests[bsim_self->id][which];
}

static void isend(int which, int to, int bytes) {
    MPI_Isend(buffer, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, request(which));
}

static void ireceive(int which, int from) {
    static char in[RANKS][MOST][LONG];
    MPI_Irecv(in[bsim_self->id][which], LONG, MPI_BYTE, from, 0, MPI_COMM_WORLD, request(which));
}

static void wait_until(int which, double time_s) {
    MPI_Wait(request(which), MPI_STATUS_IGNORE);
    CHECK_TIME(time_s);
}

/* One message alone: as long as without contention. */
static void alone(int rank) {
    if (rank == 0)
        send(2, 4500);
    else if (rank == 2)
        receive(0);
    CHECK_TIME(rank == 2 ? 9100 : 0);
}

/* From two nodes to one, 2 -> 0 and 4 -> 1: their packets take turns at the link down, which serves ten. */
static void incast(int rank) {
    if (rank == 2 || rank == 4)
        send(rank / 2 - 1, LONG);
    else if (rank < 2)
        receive(2 * rank + 2);
    CHECK_TIME(rank == 0 ? 18100 : rank == 1 ? 20100 : 0);
}

/* Short messages of node 1: that of 2 is behind the first packet of 0 -> 4 at the link down of node 2, from 2000 to
 * 4000, and the second packet of that one behind it. That of 3 is behind that of 2 at the link up of node 1. */
static void short_ones(int rank) {
    if (rank == 0)
        isend(0, 4, LONG);
    if (rank == 2)
        isend(0, 5, 1000);
    if (rank == 3)
        isend(0, 0, 1000);
    if (rank == 4) {
        ireceive(0, 0);
        wait_until(0, 12100);
    }
    if (rank == 5) {
        ireceive(0, 2);
        wait_until(0, 4100);
    }
    if (rank == 0) {
        ireceive(1, 3);
        wait_until(1, 4100);
    }
}

/* Twice 0 -> 2, and 4 -> 3. By pair the first one and that of rank 4 have ten packets at the link down by 8000, in
 * turn: they end at 18000 and 20000. The second one of rank 0 leaves from 10000 on, and waits behind them: until 30000.
 * By message the two of rank 0 take turns at its link, and their packets come down at 0, 4000, ... and 2000, 6000, ...
 * That of rank 4 has its last packet there at 8000, behind nine, and ends at 20000; the two end as 14th and 15th. */
static void next_of_pair(int rank) {
    bool pair = platform.flows_by_pair;
    for (int i = 0; i < 2; i++)
        if (rank == 0)
            isend(i, 2, LONG);
        else if (rank == 2)
            ireceive(i, 0);
    if (rank == 4)
        isend(0, 3, LONG);
    if (rank == 3) {
        ireceive(0, 4);
        wait_until(0, 20100);
    }
    if (rank == 2) {
        wait_until(0, pair ? 18100 : 28100);
        wait_until(1, 30100);
    }
}

/* A piece has half of the bandwidth: 0 -> 2 is no faster alone. Its packets leave each 4000, and two such messages of
 * the node pass its link together: the second one's last packet is behind that of the first one. */
static void slow_piece(int rank) {
    if (rank < 2)
        isend(0, rank + 2, LONG);
    else if (rank < 4) {
        ireceive(0, rank - 2);
        wait_until(0, 20100);
    }
}

/* Three messages to one rank: they leave one after the other, and the packets that they do not fill are filled by the
 * next ones. 1500, 1500 and 1000 bytes are four packets, which come at 2000, 4000, ...; the first message ends in the
 * second one, the second one in the third. In turns each ends by itself. */
static void ends_go_on(int rank) {
    bool tcp = platform.tcp_window > 0;
    for (int i = 0; i < 3; i++)
        if (rank == 0)
            isend(i, 2, i < 2 ? 1500 : 1000);
        else if (rank == 2)
            ireceive(i, 0);
    if (rank != 2)
        return;
    wait_until(0, tcp ? 4100 : 3100);
    wait_until(1, 6100);
    wait_until(2, 8100);
}

/* In loggpo a sender that waits for its data goes on before their last byte has left: rank 2 at 11998, since its two
 * packets take turns with those of two messages of rank 3, from 200 on, when it may send. Its next byte is behind the
 * packets of rank 3 that wait by then, one of each message, and leaves at 16000. By pair the two messages of rank 3
 * follow each other: the data of rank 2 have left at 8000, and the byte leaves at 10000. */
static void before_the_last_byte(int rank) {
    bool pair = platform.flows_by_pair;
    for (int i = 0; i < 2; i++)
        if (rank == 3)
            isend(i, 5, LONG);
        else if (rank == 5)
            ireceive(i, 3);
    if (rank == 2) {
        MPI_Ssend(buffer, 2000, MPI_BYTE, 4, 0, MPI_COMM_WORLD);
        CHECK_TIME(pair ? 7998 : 11998);
        isend(0, 4, 1);
    } else if (rank == 4) {
        receive(2);
        receive(2);
        CHECK_TIME(pair ? 10100 : 16100);
    }
}

static double window;
static bool striped;

static void run(const char *model, void (*body)(int rank), bool pair, bool piece) {
    make_cards(model, 1);
    platform.tcp_window = window;
    if (striped)
        stripe();
    platform.contention = true;
    platform.packet = 1000;
    platform.flows_by_pair = pair;
    if (piece) {
        make_piece(BSIM_PIECE_BY_LIMIT, 1);
        platform.inter.piece->gap_s_per_byte = 4;
    }
    struct outcome out = run_ranks(RANKS, &platform, body, NULL);
    if (out.code)
        fail_msg("exit code %d: %s", out.code, out.err);
    bsim_platform_free(&platform);
}

static void hand_cases(void **state) {
    (void)state;
    for (int pair = 0; pair < 2; pair++) {
        run("simple", alone, pair, false);
        run("simple", incast, pair, false);
        run("simple", short_ones, pair, false);
        run("simple", next_of_pair, pair, false);
        run("simple", slow_piece, pair, true);
        run("loggpo", before_the_last_byte, pair, false);
    }
}

/* A window of TCP: one message alone takes as long, also over two cards of half the bandwidth. */
static void small_queues(void **state) {
    (void)state;
    run("simple", ends_go_on, true, false);
    window = 1e6;
    run("simple", ends_go_on, true, false);
    run("simple", alone, true, false);
    run("simple", slow_piece, true, true);
    striped = true;
    run("simple", alone, true, false);
    striped = false;
    window = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hand_cases), cmocka_unit_test(small_queues)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
