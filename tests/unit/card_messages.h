/* card_messages.h - for unit tests of messages that share cards or links: the machine, and sends and receives. */
#ifndef TESTS_UNIT_CARD_MESSAGES_H
#define TESTS_UNIT_CARD_MESSAGES_H

#include "ranks.h"

static struct bsim_platform platform;

/* L = 100; a message takes G = 2 a byte on its way, and 2 a byte at each card. Two ranks on each node. */
static void make_cards(const char *model, int k) {
    bsim_platform_blank(&platform, k, model);
    platform.cores_per_node = 2;
    for (int i = 0; i < k; i++) {
        platform.inter.latency_s[i] = 100;
        platform.inter.gap_s_per_byte[i] = platform.inter.card_gap_s_per_byte[i] = 2;
    }
}

/* Two cards of half the bandwidth on each node, with half of each message on either: all times stay. */
__attribute__((unused)) static void stripe(void) {
    platform.cards = 2;
    platform.card_choice = BSIM_CARDS_STRIPED;
    for (int k = 0; k < platform.nscen; k++)
        platform.inter.card_gap_s_per_byte[k] = 4;
}

/* Gives messages of all sizes a piece: its protocol, and its bandwidth as a part of the network's. */
__attribute__((unused)) static void make_piece(enum bsim_piece_protocol protocol, double gap_factor) {
    struct bsim_link *link = &platform.inter;
    link->npiece = 1;
    link->piece = bsim_alloc(sizeof *link->piece);
    *link->piece = (struct bsim_link_piece){.up_to_bytes = HUGE_VAL,
                                            .latency_s = -1,
                                            .latency_factor = 1,
                                            .gap_s_per_byte = -1,
                                            .gap_factor = gap_factor,
                                            .send_overhead_s = -1,
                                            .recv_overhead_s = -1,
                                            .protocol = protocol};
}

static char buffer[20000];

static void send(int to, int bytes) {
    MPI_Send(buffer, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static void receive(int from) {
    MPI_Recv(buffer, sizeof buffer, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 0 sends two messages to rank 2 at once. */
__attribute__((unused)) static void two_at_once(int rank) {
    MPI_Request r[2];
    for (int i = 0; i < 2; i++)
        if (rank == 0)
            MPI_Isend(buffer, 5000, MPI_BYTE, 2, 0, MPI_COMM_WORLD, &r[i]);
        else if (rank == 2)
            MPI_Irecv(buffer, 5000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r[i]);
    if (rank == 0 || rank == 2)
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

#endif
