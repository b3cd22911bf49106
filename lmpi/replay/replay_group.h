/* replay_group.h - inside of libbsim-replay.so: ranks that are replayed beside each other send each other real messages. */
#ifndef LMPI_REPLAY_GROUP_H
#define LMPI_REPLAY_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "lmpi/record/content_blocks.h"
#include "lmpi/replay/replay.h"

/* The rank that this process replays. Behind MPI_Init. */
int replay_group_start(void);
/* Whether a rank of MPI_COMM_WORLD is replayed by another process of this run. */
bool replay_group_has(int world);

/* Sends the contents of blocks to a rank of the communicator, if that one is in the group. Returns at once. */
void replay_group_send(const struct replay_comm *comm, int dest, int tag, const struct content_blocks *blocks);
/* Receives n bytes of the oldest message with this tag. */
void replay_group_receive(const struct replay_comm *comm, int source, int tag, const struct content_blocks *blocks,
                          int64_t n);
/* Waits for the members of a communicator that are in the group: none of them leaves a collective before all are there. */
void replay_group_meet(struct replay_comm *comm);
/* Ends the messages that this process has sent. */
void replay_group_end(void);

#endif
