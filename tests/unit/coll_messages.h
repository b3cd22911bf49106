/* coll_messages.h - for unit tests that write collectives as sends and receives: the messages, random entry times, and
 * pieces of message sizes. */
#ifndef TESTS_UNIT_COLL_MESSAGES_H
#define TESTS_UNIT_COLL_MESSAGES_H

#include "ranks.h"

static struct bsim_platform platform;
enum { BUFFER = 1 << 20 };
static char *buffer;

#define WORLD MPI_COMM_WORLD
#define NO MPI_STATUS_IGNORE

static void send_to(int to, int n) {
    MPI_Send(buffer, n, MPI_BYTE, to, 7, WORLD);
}
static void receive_from(int from) {
    MPI_Recv(buffer, BUFFER, MPI_BYTE, from, 7, WORLD, NO);
}
static void exchange(int to, int n, int from) {
    MPI_Sendrecv(buffer, n, MPI_BYTE, to, 7, buffer + BUFFER / 2, BUFFER / 2, MPI_BYTE, from, 7, WORLD, NO);
}

/* Pieces of message sizes with all protocols; overheads that grow with the size. */
static void set_pieces(struct bsim_link *link) {
    static const struct bsim_link_piece pieces[] = {
        {100, -1, 1.5, -1, 2, 0.4e-6, -1, 0, 0, BSIM_PIECE_BY_LIMIT, NULL, {0}},
        {1500, -1, 2, 0.2e-9, 1, -1, 0.3e-6, 0.05e-9, 0.02e-9, BSIM_PIECE_EAGER, NULL, {0}},
        {10000, 3e-6, 1, -1, 1.5, -1, -1, 0.01e-9, 0, BSIM_PIECE_DETACHED, NULL, {0}},
        {HUGE_VAL, -1, 2.5, -1, 1, 0.5e-6, 0.1e-6, 0, 0.03e-9, BSIM_PIECE_RENDEZVOUS, NULL, {0}}};
    bool overheads = strcmp(platform.network_model, "loggpo") == 0;
    link->npiece = 4;
    link->piece = bsim_alloc(sizeof pieces);
    memcpy(link->piece, pieces, sizeof pieces);
    for (int i = 0; i < 4 && !overheads; i++) {
        link->piece[i].send_overhead_s = link->piece[i].recv_overhead_s = -1;
        link->piece[i].send_s_per_byte = link->piece[i].recv_s_per_byte = 0;
        if (link->piece[i].protocol == BSIM_PIECE_DETACHED)
            link->piece[i].protocol = BSIM_PIECE_EAGER;
    }
}

static double entry_time(int rank, int turn, int k) {
    unsigned x = (unsigned)(rank * 7919 + turn * 104729 + k * 31 + 17) * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    return turn % 3 == 0 ? 1e-3 : 1e-3 + (x >> 8) * 1e-11;
}

#endif
