/* transfer_private.h - what the files of transfers share: a message on its way, and what each file does with it.
 *
 * transfer.c begins a transfer and owns the memory of all. It is then an event of transfer_cards.c or of
 * transfer_links.c. transfer_arrival.c delivers it, and frees it. */
#ifndef LMPI_TRANSFER_PRIVATE_H
#define LMPI_TRANSFER_PRIVATE_H

#include "bsim/kernel/users.h"
#include "bsim/network/card.h"
#include "bsim/network/card_choice.h"
#include "bsim/network/connection.h"
#include "lmpi/core/lmpi_internal.h"

/* Arrays of K times, or durations, of a transfer. LMPI_AT_CARD: at the card, and then its end; over links: when it
 * leaves. For data: LMPI_SENDER_READY, LMPI_RECEIVER_READY. LMPI_LATE: what the noise of messages adds to its latency.
 * For messages: LMPI_LEAST: they do not come before this, the arrival of the message before them. At cards: LMPI_SPARE:
 * what it has before it takes longer than its connection says (bsim_card_spare); LMPI_WAITS: for how long it waits at
 * the sender's, as was known when it came; LMPI_LEAVES: when its data have left, as far as is known. */
enum lmpi_transfer_time {
    LMPI_AT_CARD,
    LMPI_SENDER_READY,
    LMPI_RECEIVER_READY,
    LMPI_LATE,
    LMPI_LEAST,
    LMPI_SPARE,
    LMPI_WAITS,
    LMPI_LEAVES,
    LMPI_TRANSFER_TIMES
};

/* Kinds of transfers whose last one under way is known for each pair of ranks: messages, which come in order, and
 * those that have places at cards. */
enum lmpi_pair_kind { LMPI_PAIR_MESSAGES, LMPI_PAIR_SHARING, LMPI_PAIR_KINDS };

typedef struct lmpi_transfer {
    struct bsim_event event;
    struct lmpi_transfer *next; /* in the free list */
    const struct bsim_path *path;
    int32_t source, dest; /* ranks */
    int card;             /* its number on both nodes */
    double bytes;         /* on the card */
    lmpi_message *m;      /* or: */
    lmpi_request *send, *recv;
    struct lmpi_transfer *next_pair[LMPI_PAIR_KINDS]; /* in the chain of the last ones of two ranks */

    /* Arrival. */
    struct lmpi_transfer *follower; /* the next message of these ranks, if it is under way */
    bool is_behind, is_over;        /* an earlier message of these ranks has not come yet; its own data have */

    /* At cards. */
    bool at_dest;                         /* it is past the sender's card */
    struct lmpi_transfer *before, *after; /* of these ranks, whose data its own follow; NULL: none is under way */
    double too_long_s;                    /* what it waits since it is served behind longer ones, */
    double longer_s;                      /* and how much longer it takes, in scenario 0 */

    /* Over links. */
    bool is_past;          /* it is known later than it begins */
    struct bsim_turn turn; /* at the connection of its ranks */
    int open, leaving;     /* flows that have not ended, and that have not left their first link */
    double last_s, left_s; /* of those that have: the last end, and when the last one left */

    double times[]; /* K for each lmpi_transfer_time; then its flows or its places (lmpi_transfer_tail) */
} lmpi_transfer;

static inline double *lmpi_transfer_times(lmpi_transfer *t, enum lmpi_transfer_time which) {
    return t->times + (size_t)which * (size_t)bsim_context.nscen;
}

/* Behind its times: its flows over links, or its places at cards. */
static inline void *lmpi_transfer_tail(lmpi_transfer *t) {
    return lmpi_transfer_times(t, LMPI_TRANSFER_TIMES);
}

/* When the receiver has it. */
static inline double *lmpi_transfer_end(lmpi_transfer *t) {
    return t->m ? t->m->arrive : lmpi_transfer_times(t, LMPI_RECEIVER_READY);
}

static inline const struct bsim_site *lmpi_transfer_call(const lmpi_transfer *t) {
    return t->m ? t->m->site : t->recv->site;
}

static inline const void *lmpi_transfer_site(const lmpi_transfer *t) {
    return lmpi_transfer_call(t)->address;
}

static inline int32_t lmpi_transfer_node(const lmpi_transfer *t, enum bsim_card_side side) {
    return bsim_context.node[side == BSIM_CARD_IN ? t->dest : t->source];
}

/* Whether it is a detached message without a receive, whose data stay with the sender. */
static inline bool lmpi_transfer_is_envelope(const lmpi_transfer *t) {
    return t->m && t->path->detached && t->m->protocol == BSIM_EAGER && t->m->comm != LMPI_COMM_ID_RMA;
}

/* The card of a message, as it leaves its sender. */
static inline int lmpi_transfer_card(int32_t node, int source, int dest, double bytes) {
    return bytes > 0 ? bsim_card_choose(node, source, dest) : bsim_card_of_turn(node);
}

/* ---- transfer.c ---- */

void lmpi_transfer_free(lmpi_transfer *t);

/* ---- transfer_scenarios.c ---- */

void lmpi_transfer_scenarios_init(void);
/* A message comes to a card at the K times `key`; `order` is its place among those of equal times. */
void lmpi_transfer_compare_order(int32_t node, enum bsim_card_side side, const double *key, uint64_t order,
                                 const void *site);
/* size: of the message. */
void lmpi_transfer_compare_protocol(const struct bsim_path *path, double size, const void *site);

/* ---- transfer_pairs.c ---- */

void lmpi_pairs_init(void);
/* Makes t the last one of its ranks. Returns that before it, or NULL. */
lmpi_transfer *lmpi_pair_add(enum lmpi_pair_kind kind, lmpi_transfer *t);
/* t is over: none is under way, if t was the last one. */
void lmpi_pair_leave(enum lmpi_pair_kind kind, lmpi_transfer *t);

/* ---- transfer_arrival.c ---- */

/* A message leaves its sender. */
void lmpi_transfer_keep_behind(lmpi_transfer *t);
/* All data of t have come. Frees t, now or when the messages before it have come. */
void lmpi_transfer_over(lmpi_transfer *t);

/* ---- transfer_cards.c ---- */

/* The bytes of lmpi_transfer_tail at cards. */
size_t lmpi_transfer_cards_tail(void);
/* The event in which a transfer comes to the sender's card. */
void lmpi_transfer_at_sender(struct bsim_event *event);

/* ---- transfer_links.c ---- */

void lmpi_transfer_links_init(void);
/* The bytes of lmpi_transfer_tail over links. */
size_t lmpi_transfer_links_tail(void);
/* The event in which a transfer leaves its sender. */
void lmpi_transfer_over_links(struct bsim_event *event);

#endif
