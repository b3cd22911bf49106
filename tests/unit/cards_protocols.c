/* Detached and acknowledged messages through network cards and over shared links (lmpi/match/transfer.h).
 *
 * In seconds and bytes: L = 100, G = 2, overheads are 0; a card, or the links of a node, take 2 a byte. Ranks 0 and 1
 * are on one node, 2 and 3 on another one. */
#include "card_messages.h"

enum { BYTES = 5000, ALONE = 2 * (BYTES - 1) + 100, CARD = 2 * BYTES, BEGIN = 100000 };

static bool contention;

static void make(enum bsim_piece_protocol protocol) {
    make_cards("loggpo", 1);
    make_piece(protocol, 1);
    platform.contention = contention;
}

static void run(enum bsim_piece_protocol protocol, void (*body)(int rank)) {
    make(protocol);
    for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++)
        assert_runs(4, &platform, body);
    bsim_platform_free(&platform);
}

/* The sender is free at once; the data leave when the receive is posted. */
static void late_receive(int rank) {
    if (rank == 0) {
        send(2, BYTES);
        CHECK_TIME(0);
    }
    if (rank == 2) {
        calculate(7000);
        receive(0);
        CHECK_TIME(7000 + ALONE);
    }
}

/* The message of rank 1 leaves at 0, that of rank 0 at 3000. They share cards or links from 3000 on: the first one's
 * last 3500 bytes take 14000; then the other one's last 1500 take 3000. */
static void two_receives(int rank) {
    if (rank < 2) {
        send(rank + 2, BYTES);
        CHECK_TIME(0);
        return;
    }
    if (rank == 2)
        calculate(3000);
    receive(rank - 2);
    CHECK_TIME(rank == 2 ? 3000 + ALONE + 7000 : ALONE + 7000);
}

/* A non-blocking receive, and a broadcast among two ranks on two nodes. */
static void others(int rank) {
    MPI_Comm pair;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &pair);
    *bsim_clock(rank) = BEGIN;
    if (rank == 2) {
        MPI_Request r;
        MPI_Irecv(buffer, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r);
        calculate(20000);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(BEGIN + 20000);
        calculate(5000);
    }
    if (rank == 0)
        send(2, BYTES);
    if (rank % 2 == 0)
        MPI_Bcast(buffer, BYTES, MPI_BYTE, 0, pair);
    if (rank % 2 == 0)
        CHECK_TIME(rank == 0 ? BEGIN : BEGIN + 25000 + ALONE);
    MPI_Comm_free(&pair);
}

/* MPI_Ssend is a rendezvous, whose request and clearance take no time at a card. */
static void synchronous(int rank) {
    if (rank == 0) {
        MPI_Ssend(buffer, BYTES, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
        CHECK_TIME(7000 + ALONE);
    }
    if (rank == 2) {
        calculate(7000);
        receive(0);
        CHECK_TIME(7000 + 100 + ALONE);
    }
}

static void detached(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        contention = i;
        run(BSIM_PIECE_DETACHED, late_receive);
        run(BSIM_PIECE_DETACHED, two_receives);
        run(BSIM_PIECE_DETACHED, others);
        run(BSIM_PIECE_DETACHED, synchronous);
    }
}

/* The data come with the request: they pass the card, or share the link, when they are sent. The sender goes on L after
 * the receive. */
static void acknowledge(int rank) {
    if (rank < 2) {
        send(rank + 2, BYTES);
        CHECK_TIME(ALONE + CARD + 100);
    } else {
        receive(rank - 2);
        CHECK_TIME(ALONE + CARD);
    }
}

static void acknowledge_late(int rank) {
    if (rank < 2) {
        send(rank + 2, BYTES);
        CHECK_TIME(rank == 0 ? 50000 + 100 : ALONE + CARD + 100);
        return;
    }
    if (rank == 2)
        calculate(50000);
    receive(rank - 2);
    CHECK_TIME(rank == 2 ? 50000 : ALONE + CARD);
}

static void acknowledge_all(int rank) {
    MPI_Comm pair;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &pair);
    *bsim_clock(rank) = BEGIN;
    if (rank % 2 == 0) {
        MPI_Bcast(buffer, BYTES, MPI_BYTE, 0, pair);
        CHECK_TIME(BEGIN + ALONE + (rank == 0 ? 100 : 0));
    }
    MPI_Comm_free(&pair);
}

static void acknowledged(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        contention = i;
        run(BSIM_PIECE_ACKNOWLEDGED, acknowledge);
        run(BSIM_PIECE_ACKNOWLEDGED, acknowledge_late);
        run(BSIM_PIECE_ACKNOWLEDGED, acknowledge_all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(detached), cmocka_unit_test(acknowledged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
