/* message_number.c - counts messages for their noise (message_number.h). */
#include "lmpi/match/message_number.h"

#include "bsim/base/alloc.h"

/* Numbers of messages that are matched in collectives; the others are below. */
static const uint64_t MATCHED = UINT64_C(1) << 63;

static uint64_t *sent, *matched; /* by rank */

void lmpi_message_numbers_init(void) {
    if (!bsim_message_noise_any())
        return;
    sent = bsim_alloc((size_t)bsim_context.np * sizeof *sent);
    matched = bsim_alloc((size_t)bsim_context.np * sizeof *matched);
}

struct bsim_message_id lmpi_message_next(int rank) {
    return (struct bsim_message_id){rank, ++sent[rank]};
}

struct bsim_message_id lmpi_message_last(int rank) {
    return (struct bsim_message_id){rank, sent[rank]};
}

struct bsim_message_id lmpi_message_next_matched(int rank) {
    return (struct bsim_message_id){rank, MATCHED | ++matched[rank]};
}
