/* message_number.h - numbers of messages, which the noise of messages draws by (bsim/network/message_noise.h).
 *
 * A rank's messages are numbered in the order of its calls, and those of collectives in the order of their algorithms,
 * so that no number depends on the schedule. What is sent without the rank's processor, while the rank may send other
 * messages, has numbers apart: a non-blocking collective, and what the target of a one-sided operation sends back. Only
 * messages that vary have numbers. */
#ifndef LMPI_MESSAGE_NUMBER_H
#define LMPI_MESSAGE_NUMBER_H

#include "bsim/network/message_noise.h"
#include "lmpi/core/pool.h"

void lmpi_message_numbers_init(void);

/* The next message of a rank, as it is sent. */
struct bsim_message_id lmpi_message_next(int rank);
/* The message of a rank that was numbered last. */
struct bsim_message_id lmpi_message_last(int rank);
/* The answer to a one-sided operation of a rank; operation: different for all of its operations. */
struct bsim_message_id lmpi_message_answer(int rank, uint64_t operation);

/* The last numbers of the messages of a collective, as they are sent and as they are matched. The collective counts
 * them on, and no other collective has these numbers. */
struct lmpi_message_counts {
    uint64_t sent, matched;
};
/* For a blocking collective, whose first member is the rank: those of the rank, which sends nothing else meanwhile. The
 * rank takes them back when it leaves. */
void lmpi_message_counts_lend(int rank, struct lmpi_message_counts *counts);
void lmpi_message_counts_take_back(int rank, const struct lmpi_message_counts *counts);
/* For a non-blocking collective that the rank starts: numbers apart. */
void lmpi_message_counts_begin(int rank, struct lmpi_message_counts *counts);
/* Exchanges the number of the rank's last message for that of the collective: between two calls, what the rank sends
 * are messages of the collective. */
void lmpi_message_counts_swap(int rank, struct lmpi_message_counts *counts);

/* That of a message in a queue. */
static inline struct bsim_message_id lmpi_message_id(lmpi_message *m) {
    return (struct bsim_message_id){m->source, *lmpi_message_number(m)};
}

#endif
