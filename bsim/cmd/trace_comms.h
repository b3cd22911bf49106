/* trace_comms.h - inside of bsim trace: the communicators of a rank of a trace, and their members as ranks of
 * MPI_COMM_WORLD. */
#ifndef BSIM_CMD_TRACE_COMMS_H
#define BSIM_CMD_TRACE_COMMS_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/cmd/trace_remotes.h"

struct bsim_trace;
struct bsim_trace_event;

struct bsim_trace_comm {
    int n, own;    /* members, of an inter-communicator those of its own group; this rank's place among them */
    int *world;    /* NULL: not known */
    bool is_inter; /* it has a remote group */
    struct bsim_trace_group remote;
};
struct bsim_trace_comms {
    struct bsim_trace_comm *comm; /* by number; owned */
    int n, rank;
    int njoined; /* calls of MPI_Intercomm_create so far */
    const struct bsim_trace_remotes *remotes;
};
/* remotes: which stay; NULL: inter-communicators, and what is merged of them, have no members. */
void bsim_trace_comms_start(struct bsim_trace_comms *comms, const struct bsim_trace *trace, int rank,
                            const struct bsim_trace_remotes *remotes);
/* What a call of the rank does to its communicators. */
void bsim_trace_comms_visit(struct bsim_trace_comms *comms, const struct bsim_trace *trace,
                            const struct bsim_trace_event *event);
/* No members if there is no such communicator, or the trace does not tell them. */
const struct bsim_trace_comm *bsim_trace_comms_find(const struct bsim_trace_comms *comms, int64_t number);
/* The rank of MPI_COMM_WORLD of a peer, which calls store relative to the calling rank; -1: not known. */
int bsim_trace_comms_world(const struct bsim_trace_comms *comms, int64_t number, int64_t peer);
void bsim_trace_comms_end(struct bsim_trace_comms *comms);

#endif
