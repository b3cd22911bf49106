/* transfer.h - messages on their way through the network cards of two nodes (bsim/network/card.h), or over links that
 * they share with others (bsim/network/links.h).
 *
 * Ranks run ahead of each other, but a card serves messages in the order of virtual time. So a message that passes
 * cards becomes an event (bsim/kernel/engine.h) at the time at which it comes to the sender's card, and another at the
 * time at which it comes to the receiver's. What it takes longer since it waits there is added to its times. Over links
 * it is an event when its data leave; they are a flow, and what this takes longer than it would alone is added. If a
 * pair of ranks has one flow at a time, messages wait for their connection first (bsim/network/connection.h). Used
 * where path->through_cards. */
#ifndef LMPI_TRANSFER_H
#define LMPI_TRANSFER_H

#include "lmpi/core/lmpi_internal.h"

void lmpi_transfers_init(void);

/* A number for the next message of a rank, in the order of its calls: bsim_event.order. */
uint64_t lmpi_transfer_order(int rank);

/* A message without a posted receive goes on its way: an eager one, an acknowledged one, or the envelope of a
 * rendezvous or of a detached message; the latter takes no time. Messages of two ranks come in the order of sending. It
 * leaves its sender at the K times `release` and comes to dest through bsim_layer.deliver. m->arrive is
 * later by what it takes longer. late: what the noise of messages adds to its latency; NULL: nothing. */
void lmpi_transfer_message(lmpi_message *m, int dest, const struct bsim_path *path, const double *release,
                           const double *late);

/* The data of a matched message go on their way. send: NULL for an eager message. start: when they leave the sender.
 * sready, rready: the times of both sides as the network model gives them (sready NULL: no send). When they are known
 * with what the data wait, lmpi_deliver_data gets them. late: as above. */
void lmpi_transfer_data(uint64_t order, lmpi_request *send, lmpi_request *recv, int source,
                        const struct bsim_path *path, const double *start, const double *sready, const double *rready,
                        const double *late);

/* With cards: a message of a collective between two nodes, which is computed as a whole: its places on both cards at
 * once. key: K times that order the collective among other users of the cards, and first at equal times; site: where
 * the program calls it. start: K times at which the message begins to leave its sender. leave and all: what it
 * takes longer until it has left, and until it is there. */
struct lmpi_carried {
    int32_t from, to; /* nodes */
    int source, dest; /* members, by which a card may be chosen */
    int first;        /* rank of member 0 */
    int receiver;     /* rank of dest */
    double bytes;     /* on the card; size: of the message, which decides its protocol */
    double size;
    const double *key;
    const double *late; /* as above */
    const void *site;
};
void lmpi_transfer_now(const struct lmpi_carried *what, const struct bsim_path *path, const double *start,
                       double *leave, double *all);

#endif
