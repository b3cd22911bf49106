/* connection.c - the connections between ranks (connection.h), in a table with open addressing.
 *
 * A connection that is free stays in the table until the table is full, since a message may come later at a time at
 * which the connection was not free. When the table is full it is made anew without those that no message can need. */
#include "bsim/network/connection.h"

#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/pair_hash.h"

enum { UNUSED = -1, LEAST_SIZE = 64 };

struct connection {
    int32_t source, dest;   /* source UNUSED: the entry is */
    double free_s;          /* from when on it is free; HUGE_VAL: it carries a message */
    struct bsim_turn *last; /* of those that wait, a ring: its next is the first; NULL: none waits */
};

struct bsim_connections {
    struct connection *table;
    uint64_t mask; /* size - 1, a power of two */
    int64_t known, least;
    double (*earliest)(void);
};

/* The entry of a connection, or the unused one in which it would be. */
static struct connection *entry_of(const struct bsim_connections *c, int32_t source, int32_t dest) {
    uint64_t at = bsim_pair_hash(source, dest) & c->mask;
    while (c->table[at].source != UNUSED && (c->table[at].source != source || c->table[at].dest != dest))
        at = (at + 1) & c->mask;
    return &c->table[at];
}

static void make_table(struct bsim_connections *c, uint64_t size) {
    c->table = bsim_alloc(size * sizeof *c->table);
    c->mask = size - 1;
    for (uint64_t i = 0; i < size; i++)
        c->table[i].source = UNUSED;
}

/* Forgets what was free by the earliest time, and makes a table of which a quarter is used at most. */
static void make_room(struct bsim_connections *c) {
    struct connection *old = c->table;
    uint64_t old_size = c->mask + 1, size = (uint64_t)c->least;
    double earliest_s = c->earliest();
    c->known = 0;
    for (uint64_t i = 0; i < old_size; i++) {
        if (old[i].source != UNUSED && old[i].free_s <= earliest_s)
            old[i].source = UNUSED;
        c->known += old[i].source != UNUSED;
    }
    while (size < 4 * (uint64_t)c->known)
        size *= 2;
    make_table(c, size);
    for (uint64_t i = 0; i < old_size; i++)
        if (old[i].source != UNUSED)
            *entry_of(c, old[i].source, old[i].dest) = old[i];
    bsim_free(old);
}

struct bsim_connections *bsim_connections_new(int np, double (*earliest)(void)) {
    struct bsim_connections *c = bsim_alloc(sizeof *c);
    c->earliest = earliest;
    for (c->least = LEAST_SIZE; c->least < 4 * (int64_t)np;)
        c->least *= 2;
    make_table(c, (uint64_t)c->least);
    return c;
}

void bsim_connections_free(struct bsim_connections *c) {
    if (!c)
        return;
    bsim_free(c->table);
    bsim_free(c);
}

bool bsim_connection_come(struct bsim_connections *c, int32_t source, int32_t dest, struct bsim_turn *turn) {
    struct connection *here = entry_of(c, source, dest);
    if (here->source == UNUSED) {
        if (2 * (uint64_t)c->known > c->mask) {
            make_room(c);
            here = entry_of(c, source, dest);
        }
        c->known++;
        *here = (struct connection){.source = source, .dest = dest, .free_s = HUGE_VAL};
        return true;
    }
    if (here->free_s < HUGE_VAL) {
        turn->time_s = fmax(turn->time_s, here->free_s);
        here->free_s = HUGE_VAL;
        return true;
    }
    turn->next = here->last ? here->last->next : turn;
    if (here->last)
        here->last->next = turn;
    here->last = turn;
    return false;
}

struct bsim_turn *bsim_connection_leave(struct bsim_connections *c, int32_t source, int32_t dest, double end_s) {
    struct connection *here = entry_of(c, source, dest);
    if (!here->last) {
        here->free_s = end_s;
        return NULL;
    }
    struct bsim_turn *first = here->last->next;
    if (first == here->last)
        here->last = NULL;
    else
        here->last->next = first->next;
    first->time_s = fmax(first->time_s, end_s);
    return first;
}

int64_t bsim_connections_known(const struct bsim_connections *c) {
    return c->known;
}
