/* card_choice.h - which of a node's network cards a message takes. It has the same number on the sender's and on the
 * receiver's node. Used by cards (card.h) and links (links.h). */
#ifndef BSIM_CARD_CHOICE_H
#define BSIM_CARD_CHOICE_H

#include <stdint.h>

#include "bsim/platform/platform.h"

void bsim_card_choice_init(const struct bsim_platform *platform, int nodes);
void bsim_card_choice_fini(void);

/* The card of the next message from a node, which has data: by a hash of source and dest, or the node's cards in turn.
 * 0 where messages are striped. To be called by an event. */
int bsim_card_choose(int32_t node, int source, int dest);
/* The card whose turn comes next, which does not change it: for a message without data. */
int bsim_card_of_turn(int32_t node);
/* In how many parts the data of a message between nodes go: one over each card where they are striped, else 1. */
int bsim_card_parts(void);

#endif
