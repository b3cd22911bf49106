/* card.h - the network cards of the nodes as resources that messages share.
 *
 * A card has two sides, which work at the same time: messages leave through one and come in through the other. On each
 * side a message of b bytes takes card_gap + b / card_bandwidth (LogGP's g and G at the card; Alexandrov et al., SPAA
 * 1995). It is done with n messages when it would be serving one after the other, but sends the packets of all that are
 * there in turn: they share it fairly (fair_share.h), and those from one rank to another, which have one connection,
 * follow each other. So a card never carries more than its bandwidth. A message of at most a packet is told its end
 * when it comes; a longer one can ask again how long it waits, when it would have ended.
 *
 * Some messages need their end at once, those of collectives that are computed as a whole, and some come in an order
 * that is not that of time. A message that begins before one that is placed is served in the first time that is free,
 * and waits for no more than its share of those that are remembered; a packet only waits for packets. Its time, and
 * that of messages whose end was too early since others have come, is taken from messages that come later.
 *
 * A message comes when its receiver's card has served it, but no sooner than its connection carries it. Both cards
 * serve it from the times that they give it, which is latency + b / card_bandwidth after it leaves if they serve it at
 * once; and it takes no less than the card takes in all. card_gap is else part of the latency of a message alone, as in
 * LogGP. Where the card is faster than the connection, by d = b / bandwidth - b / card_bandwidth for this message, what
 * it waits at both cards counts only as far as it is longer than d: max(0, waited - d). So of equal messages that come
 * to a card together the last ends as if they shared the card fairly, each with no more than its connection's
 * bandwidth.
 *
 * Each scenario has its own times. Must not know matching or when messages are placed. */
#ifndef BSIM_CARD_H
#define BSIM_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/platform/platform.h"

enum { BSIM_PACKET_BYTES = 4096 };

enum bsim_card_side { BSIM_CARD_OUT, BSIM_CARD_IN };

/* ---- one side, one class of messages, one scenario ---- */

/* The times at which it is busy, as disjoint intervals in ascending order. Intervals that touch are one. Of more than
 * BSIM_CALENDAR_MOST the earliest are forgotten, and that time counts as free again. */
enum { BSIM_CALENDAR_MOST = 64 };
struct bsim_calendar {
    struct bsim_busy {
        double begin_s, end_s;
    } *busy;
    int count, room;
};

/* Takes `busy_s` seconds of free time from start_s on, in pieces where other work lies between. Returns the end of the
 * last piece less busy_s, which is start_s if all was free: the time at which an undisturbed transfer would have had to
 * start to end as late. start_s and busy_s must not be negative. */
double bsim_calendar_take(struct bsim_calendar *c, double start_s, double busy_s);
void bsim_calendar_free(struct bsim_calendar *c);

/* ---- the cards of a platform ---- */

/* Makes the cards of nodes 0..nodes-1 if the platform gives card_bandwidth or card_gap. True if it does. The platform
 * must outlive them. */
bool bsim_cards_init(const struct bsim_platform *platform, int nodes);
void bsim_cards_fini(void);

/* Places a message on one side of a node's card of this number; where messages are striped (card_choice.h), an equal
 * part of it on each card of the node, of which the last one counts. bytes: what it carries. start: K times from which
 * on it can be served. before: the places of the message before it from the same rank to the same one, which it
 * follows, if that has not left the card; else NULL. Writes for how long, K times, it waits there. places: it will ask
 * again (bsim_card_waits), and leave; K for each part. NULL: it keeps what it is told. It may begin before one that was
 * placed earlier. Then it is served in the first time that is free, and keeps what it is told, too. Returns how much of
 * that is too long in scenario 0: a card that sends the packets of several messages in turn keeps a message no longer
 * than n times its own service, where n messages are there when it comes. */
double bsim_card_place(int32_t node, int card, enum bsim_card_side side, double bytes, const double *start,
                       const int32_t *before, double *waits, int32_t *places);
/* Raises `waits`, K times, to how long the message waits, with those that have come since. */
void bsim_card_waits(int32_t node, int card, enum bsim_card_side side, double bytes, const int32_t *places,
                     double *waits);
void bsim_card_leave(int32_t node, int card, enum bsim_card_side side, double bytes, const int32_t *places);
/* How much longer the connection, or the piece of it, takes for a message between nodes than cards that serve it at
 * once do; negative if the cards take longer. K times. */
void bsim_card_spare(const struct bsim_link *path, double bytes, double *spare);
/* How much longer a message takes since it waits at one side. To be called for the sender's side and then for what it
 * waits longer until it is through the receiver's, with what bsim_card_spare has written: the time to spare is used up
 * by waiting, and what cards are slower is added at the receiver's side. K times each. */
void bsim_card_lengthen(enum bsim_card_side side, const double *waits, double *spare, double *longer);

#endif
