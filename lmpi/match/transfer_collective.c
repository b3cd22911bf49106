/* transfer_collective.c - the messages of a collective that is computed as a whole pass both cards at once
 * (transfer.h). It owns nothing. Must not know algorithms of collectives. */
#include <math.h>
#include <stddef.h>

#include "lmpi/match/behind.h"
#include "lmpi/match/transfer.h"
#include "lmpi/match/transfer_private.h"

void lmpi_transfer_now(const struct lmpi_carried *what, const struct bsim_path *path, const double *start,
                       double *leave, double *all) {
    double out[BSIM_MAX_SCENARIOS], waits[BSIM_MAX_SCENARIOS], came[BSIM_MAX_SCENARIOS], spare[BSIM_MAX_SCENARIOS];
    /* A collective is evaluated as a decision of its member 0, behind events of the same time. */
    uint64_t order = UINT64_C(1) << 63 | (uint32_t)what->first;
    lmpi_transfer_compare_protocol(path, what->size, what->site);
    lmpi_transfer_compare_order(what->from, BSIM_CARD_OUT, what->key, order, what->site);
    lmpi_transfer_compare_order(what->to, BSIM_CARD_IN, what->key, order, what->site);
    int card = lmpi_transfer_card(what->from, what->source, what->dest, what->bytes);
    double too_long_s = bsim_card_place(what->from, card, BSIM_CARD_OUT, what->bytes, start, NULL, waits, NULL);
    bsim_card_spare(&path->link, what->bytes, spare);
    bsim_card_lengthen(BSIM_CARD_OUT, waits, spare, out);
    for (int k = 0; k < bsim_context.nscen; k++)
        leave[k] = out[k] + bsim_max(0, -spare[k]); /* what the card is slower than the connection */
    for (int k = 0; k < bsim_context.nscen; k++)
        came[k] = start[k] + waits[k] + path->link.latency_s[k] + (what->late ? what->late[k] : 0);
    too_long_s += bsim_card_place(what->to, card, BSIM_CARD_IN, what->bytes, came, NULL, waits, NULL);
    bsim_card_lengthen(BSIM_CARD_IN, waits, spare, all);
    for (int k = 0; k < bsim_context.nscen; k++) {
        double left_s = start[k] + what->bytes * path->link.gap_s_per_byte[k] + leave[k];
        all[k] = out[k] + all[k];
        if (what->bytes > BSIM_PACKET_BYTES && left_s >= came[k]) /* the receiver's card has begun with it */
            leave[k] = bsim_max(leave[k], all[k]);
    }
    if (too_long_s > 0 && all[0] > 0)
        lmpi_behind_note(what->receiver, what->bytes, fmin(too_long_s, all[0]), what->site);
}
