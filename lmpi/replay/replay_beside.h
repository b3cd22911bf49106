/* replay_beside.h - inside of libbsim-replay.so: ranks that are replayed beside each other send each other real
 * messages. */
#ifndef LMPI_REPLAY_BESIDE_H
#define LMPI_REPLAY_BESIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "lmpi/record/content_blocks.h"
#include "lmpi/replay/replay.h"

/* The rank that this process replays. Behind MPI_Init. parts: the folder of the command. */
int replay_beside_start(const char *parts);
/* Whether there are other ranks at all. */
bool replay_beside_is_group(void);
/* Whether a rank of MPI_COMM_WORLD is replayed by another process of this run. */
bool replay_beside_has(int world);

/* Sends the contents of blocks to a rank of the communicator, if that one is in the group. Returns at once. */
void replay_beside_send(const struct replay_comm *comm, int dest, int tag, const struct content_blocks *blocks);
/* The message that a receive takes: messages of a sender with equal communicator and tag go to the receives in the
 * order in which these were posted. */
struct replay_ticket {
    bool is_real; /* the sender is replayed beside this rank */
    uint64_t comm;
    int source, tag; /* source: a rank of MPI_COMM_WORLD */
    int64_t number;
};
/* Posts a receive that takes a message from a rank of the communicator. */
struct replay_ticket replay_beside_post(const struct replay_comm *comm, int source, int tag);
/* The same for a receive without waiting: the trace tells which message it will have taken (TRACE_MATCHED_FILE).
 * source, tag: as they are given. comm: NULL if it turns out to be no receive. */
struct replay_ticket replay_beside_post_next(const struct replay_comm *comm, int source, int tag);
/* Receives n bytes. */
void replay_beside_receive(const struct replay_ticket *ticket, const struct content_blocks *blocks, int64_t n);
/* Waits for the members of a communicator that are in the group: none of them leaves a collective before all are there.
 */
void replay_beside_meet(struct replay_comm *comm);
/* Ends the messages that this process has sent. */
void replay_beside_end(void);

#endif
