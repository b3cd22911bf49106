/* card_choice.c - the turns of the nodes' cards (card_choice.h). */
#include "bsim/network/card_choice.h"

#include "bsim/base/alloc.h"

static int cards = 1;
static enum bsim_card_choice choice;
static int32_t *turns; /* by node: its next card; NULL: there are no turns */

void bsim_card_choice_init(const struct bsim_platform *platform, int nodes) {
    cards = platform->cards;
    choice = platform->card_choice;
    bsim_card_choice_fini();
    if (cards > 1 && choice == BSIM_CARDS_IN_TURN)
        turns = bsim_alloc((size_t)nodes * sizeof *turns);
}

void bsim_card_choice_fini(void) {
    bsim_free(turns);
    turns = NULL;
}

int bsim_card_choose(int32_t node, int source, int dest) {
    if (turns) {
        int32_t card = turns[node];
        turns[node] = (card + 1) % cards;
        return card;
    }
    if (cards < 2 || choice != BSIM_CARDS_BY_HASH)
        return 0;
    uint64_t key = ((uint64_t)(uint32_t)source << 32 | (uint32_t)dest) * UINT64_C(0x9e3779b97f4a7c15);
    return (int)(((key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 33) % (uint64_t)cards);
}

int bsim_card_of_turn(int32_t node) {
    return turns ? turns[node] : 0;
}

int bsim_card_parts(void) {
    return choice == BSIM_CARDS_STRIPED ? cards : 1;
}
