/* small_queues.c - how much of a connection of TCP is in the queue of its host's link (small_queues.h). */
#include "bsim/network/small_queues.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/pair_hash.h"

enum { NONE = -1, FIRST_SIZE = 64, LEAST_PACKETS = 2 };

/* Of Linux: the memory of a packet beyond its data (sizes of struct sk_buff, of struct skb_shared_info and of the
 * headers), the most that a connection has in the queue (net.ipv4.tcp_limit_output_bytes), and which part of a second
 * of its pace (sk_pacing_shift). */
static const double PACKET_MEMORY = 960, MOST_MEMORY = 4194304, OF_SECOND = 1.0 / 1024;

struct connection {
    int32_t source, dest;
    int32_t next; /* in the chain of its hash */
    struct bsim_small_queues_turn turn;
    double memory, packets; /* in the queue */
    double round_trip_s;    /* 0: none is known */
};

struct bsim_small_queues {
    double window;
    struct connection *connection;
    int32_t count, room;
    int32_t *first; /* of the chains */
    uint64_t mask;
};

struct bsim_small_queues *bsim_small_queues_new(double window) {
    struct bsim_small_queues *q = bsim_alloc(sizeof *q);
    *q = (struct bsim_small_queues){.window = window};
    return q;
}

void bsim_small_queues_free(struct bsim_small_queues *q) {
    if (!q)
        return;
    bsim_free(q->connection);
    bsim_free(q->first);
    bsim_free(q);
}

static void chain(struct bsim_small_queues *q, int32_t number) {
    struct connection *c = &q->connection[number];
    int32_t *first = &q->first[bsim_pair_hash(c->source, c->dest) & q->mask];
    c->next = *first;
    *first = number;
}

static void grow(struct bsim_small_queues *q) {
    q->room = q->room ? 2 * q->room : FIRST_SIZE;
    q->mask = (uint64_t)q->room - 1;
    q->connection = bsim_realloc(q->connection, (size_t)q->room * sizeof *q->connection);
    q->first = bsim_realloc(q->first, (size_t)q->room * sizeof *q->first);
    memset(q->first, -1, (size_t)q->room * sizeof *q->first);
    for (int32_t i = 0; i < q->count; i++)
        chain(q, i);
}

int32_t bsim_small_queues_of(struct bsim_small_queues *q, int32_t source, int32_t dest) {
    int32_t at = q->count ? q->first[bsim_pair_hash(source, dest) & q->mask] : NONE;
    while (at != NONE && (q->connection[at].source != source || q->connection[at].dest != dest))
        at = q->connection[at].next;
    if (at != NONE)
        return at;
    if (q->count == q->room)
        grow(q);
    q->connection[q->count] = (struct connection){.source = source, .dest = dest, .turn = {NONE, NONE, NONE, 0, 0}};
    chain(q, q->count);
    return q->count++;
}

bool bsim_small_queues_has_room(const struct bsim_small_queues *q, int32_t connection) {
    const struct connection *c = &q->connection[connection];
    double pace = c->round_trip_s > 0 ? 2 * q->window / c->round_trip_s : HUGE_VAL;
    return c->packets <= LEAST_PACKETS || c->memory <= fmin(pace * OF_SECOND, MOST_MEMORY);
}

bool bsim_small_queues_has_some(const struct bsim_small_queues *q, int32_t connection) {
    return q->connection[connection].packets > 0;
}

void bsim_small_queues_put(struct bsim_small_queues *q, int32_t connection, double bytes) {
    q->connection[connection].memory += bytes + PACKET_MEMORY;
    q->connection[connection].packets++;
}

void bsim_small_queues_took(struct bsim_small_queues *q, int32_t connection, double bytes) {
    struct connection *c = &q->connection[connection];
    c->packets--;
    c->memory = c->packets > 0 ? c->memory - (bytes + PACKET_MEMORY) : 0;
}

void bsim_small_queues_acknowledge(struct bsim_small_queues *q, int32_t connection, double round_trip_s) {
    struct connection *c = &q->connection[connection];
    c->round_trip_s += (round_trip_s - c->round_trip_s) / (c->round_trip_s > 0 ? 8 : 1);
}

struct bsim_small_queues_turn *bsim_small_queues_turn(struct bsim_small_queues *q, int32_t connection) {
    return &q->connection[connection].turn;
}
