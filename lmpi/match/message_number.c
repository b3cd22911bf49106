/* message_number.c - counts messages for their noise (message_number.h). */
#include "lmpi/match/message_number.h"

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"

/* The highest two bits of a number tell its kind; a rank's own messages have none of them. */
static const uint64_t OF_OPERATION = UINT64_C(1) << 62, ANSWER = UINT64_C(2) << 62, MATCHED = UINT64_C(3) << 62;

static uint64_t *sent, *matched; /* by rank */
static uint64_t *operations;     /* by rank: non-blocking collectives that it has started */

void lmpi_message_numbers_init(void) {
    if (!bsim_message_noise_any())
        return;
    sent = bsim_alloc((size_t)bsim_context.np * sizeof *sent);
    matched = bsim_alloc((size_t)bsim_context.np * sizeof *matched);
    operations = bsim_alloc((size_t)bsim_context.np * sizeof *operations);
}

struct bsim_message_id lmpi_message_next(int rank) {
    return (struct bsim_message_id){rank, ++sent[rank]};
}

struct bsim_message_id lmpi_message_last(int rank) {
    return (struct bsim_message_id){rank, sent[rank]};
}

struct bsim_message_id lmpi_message_answer(int rank, uint64_t operation) {
    return (struct bsim_message_id){rank, ANSWER | (operation & ~MATCHED)};
}

void lmpi_message_counts_lend(int rank, struct lmpi_message_counts *counts) {
    if (sent)
        *counts = (struct lmpi_message_counts){sent[rank], MATCHED | matched[rank]};
}

void lmpi_message_counts_take_back(int rank, const struct lmpi_message_counts *counts) {
    if (!sent)
        return;
    sent[rank] = counts->sent;
    matched[rank] = counts->matched & ~MATCHED;
}

/* Each collective has its messages behind a number of its own that is drawn from 2^61, so that those of two overlap as
 * good as never. */
void lmpi_message_counts_begin(int rank, struct lmpi_message_counts *counts) {
    enum { BEGIN = 64 }; /* a turn that no noise has (message_noise.c) */
    if (!sent)
        return;
    uint64_t first = bsim_random_bits(0, BSIM_DRAW_NOISE_MESSAGE, (uint64_t)rank, ++operations[rank], BEGIN) >> 3;
    *counts = (struct lmpi_message_counts){OF_OPERATION | first, MATCHED | first};
}

void lmpi_message_counts_swap(int rank, struct lmpi_message_counts *counts) {
    if (!sent)
        return;
    uint64_t last = sent[rank];
    sent[rank] = counts->sent;
    counts->sent = last;
}
