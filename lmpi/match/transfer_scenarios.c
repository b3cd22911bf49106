/* transfer_scenarios.c - several scenarios must use the cards in the order of scenario 0, by the same protocol. It owns
 * the last message of each card. Must not know where a message is on its way. */
#include "bsim/base/alloc.h"
#include "lmpi/match/transfer_private.h"

static struct bsim_user *last; /* by node and side: of the card */

void lmpi_transfer_scenarios_init(void) {
    last = bsim_alloc(2 * (size_t)bsim_context.nodes * sizeof *last);
}

void lmpi_transfer_compare_order(int32_t node, enum bsim_card_side side, const double *key, uint64_t order,
                                 const void *site) {
    bsim_user_comes(&last[(size_t)node * 2 + side], key, order, site);
}

void lmpi_transfer_compare_protocol(const struct bsim_path *path, double size, const void *site) {
    const double *limit = path->link.eager_limit_bytes;
    for (int k = 1; k < bsim_context.nscen; k++)
        if ((size <= limit[k]) != (size <= limit[0]))
            bsim_diverge(k, site);
}
