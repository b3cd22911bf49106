/* message_number.h - numbers of messages, which the noise of messages draws by (bsim/network/message_noise.h).
 *
 * A rank's messages are numbered in the order of its calls, and those of collectives in the order of their algorithms,
 * so that no number depends on the schedule. Only messages that vary have numbers. */
#ifndef LMPI_MESSAGE_NUMBER_H
#define LMPI_MESSAGE_NUMBER_H

#include "bsim/network/message_noise.h"
#include "lmpi/core/pool.h"

void lmpi_message_numbers_init(void);

/* The next message of a rank, as it is sent. */
struct bsim_message_id lmpi_message_next(int rank);
/* The message of a rank that was numbered last. */
struct bsim_message_id lmpi_message_last(int rank);
/* The next message that is matched in a collective whose member 0 is the rank. All members are in the call, so that
 * this rank sends nothing else. */
struct bsim_message_id lmpi_message_next_matched(int rank);

/* That of a message in a queue. */
static inline struct bsim_message_id lmpi_message_id(lmpi_message *m) {
    return (struct bsim_message_id){m->source, *lmpi_message_number(m)};
}

#endif
