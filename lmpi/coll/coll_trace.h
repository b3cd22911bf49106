/* coll_trace.h - the line that an entry function of a collective writes to the communication trace. */
#ifndef LMPI_COLL_TRACE_H
#define LMPI_COLL_TRACE_H

#include "lmpi/coll/coll.h"
#include "lmpi/trace/trace.h"

static inline int size_of_comm(MPI_Comm comm) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    return c ? c->peers->size : 0;
}

static inline int size_of_group(MPI_Comm comm) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    return c ? c->size : 0;
}

static inline int rank_in_comm(MPI_Comm comm) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    return c && c->all ? MPI_ROOT : c ? lmpi_comm_rank(c, bsim_self->id) : 0;
}

#define TRACE_TYPE_SIZE(datatype) lmpi_type_size(datatype)
#define TRACE_COMM_SIZE(comm) size_of_comm(comm)
#define TRACE_COMM_LOCAL(comm) size_of_group(comm)
#define TRACE_COMM_RANK(comm) rank_in_comm(comm)
#include "lmpi/trace/trace_bytes.h"

static inline int world_root(MPI_Comm comm, int root) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    if (c && c->all && root == MPI_ROOT)
        return bsim_self->id;
    if (c && c->all && root == MPI_PROC_NULL)
        return TRACE_PEER_NULL;
    return c && root >= 0 && root < c->peers->size ? lmpi_comm_world(c->peers, root) : TRACE_PEER_NONE;
}

/* Members of the root's group give MPI_PROC_NULL, and no data. */
#define LINE_BYTES(twin, args) (TRACE_ROOT_##twin == MPI_PROC_NULL ? 0 : trace_bytes_##twin args)

/* Writes the line of a call of `function`. twin: the blocking function without MPI_; args: its arguments, under its
 * own parameter names. */
#define TRACE_LINE(function, twin, args)                                                                               \
    if (__builtin_expect(lmpi_trace_on, 0))                                                                            \
    lmpi_trace_p2p(#function, world_root(comm, TRACE_ROOT_##twin), TRACE_TAG_NONE, LINE_BYTES(twin, args), comm)

/* What a persistent collective writes at each start; NULL without a trace. */
#define LINE_AT_START(twin, args)                                                                                      \
    (lmpi_trace_on ? &(const lmpi_coll_line){world_root(comm, TRACE_ROOT_##twin), LINE_BYTES(twin, args), comm} : NULL)

#endif
