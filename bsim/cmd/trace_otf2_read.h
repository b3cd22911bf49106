/* trace_otf2_read.h - inside of bsim trace import: an archive of OTF2 as the events of each rank that tell of MPI. */
#ifndef BSIM_CMD_TRACE_OTF2_READ_H
#define BSIM_CMD_TRACE_OTF2_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/base/error.h"

struct bsim_otf2_event {
    enum bsim_otf2_kind {
        BSIM_OTF2_ENTER, /* and leave: of regions of MPI */
        BSIM_OTF2_LEAVE,
        BSIM_OTF2_SEND,
        BSIM_OTF2_ISEND,
        BSIM_OTF2_RECEIVE,
        BSIM_OTF2_IRECEIVE, /* started */
        BSIM_OTF2_SENT,     /* a non-blocking send is complete */
        BSIM_OTF2_RECEIVED, /* a non-blocking receive is complete */
        BSIM_OTF2_CANCELLED,
        BSIM_OTF2_COLLECTIVE,
        BSIM_OTF2_ICOLLECTIVE,      /* started */
        BSIM_OTF2_COLLECTIVE_ENDED, /* a non-blocking one */
        BSIM_OTF2_COMM_CREATED,
        BSIM_OTF2_COMM_DESTROYED
    } kind;
    uint32_t region;     /* of enter and leave */
    uint32_t peer, comm; /* peer: in the communicator; of collectives the root */
    uint32_t tag;
    int operation;     /* of collectives: OTF2_CollectiveOp */
    uint64_t bytes[2]; /* of messages: the first one; of collectives: sent and received */
    uint64_t id;       /* of the request */
    uint64_t time;     /* ticks */
};
struct bsim_otf2_rank {
    struct bsim_otf2_event *event;
    size_t n, room;
};
struct bsim_otf2_comm {
    bool is_known, is_self, is_made; /* made: a call makes it, which has an event */
    uint32_t n;
    const uint64_t *member; /* ranks of MPI_COMM_WORLD */
};
struct bsim_otf2 {
    const char *path;
    bool is_own; /* bsim wrote it */
    int nrank;
    struct bsim_otf2_rank *rank;
    uint32_t nregion, ncomm;
    char **region;               /* names of regions of MPI; NULL: of others */
    struct bsim_otf2_comm *comm; /* by OTF2's number; world: its number */
    uint32_t world;
    uint64_t ticks_per_s, begin;
    struct bsim_otf2_read *inside;
};
bool bsim_otf2_read(struct bsim_otf2 *otf2, const char *path, struct bsim_error *err);
void bsim_otf2_end(struct bsim_otf2 *otf2);

#endif
