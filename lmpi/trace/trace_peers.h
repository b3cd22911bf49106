/* trace_peers.h - translates peers and tags to their codes in the communication trace (trace_bytes.h). */
#ifndef LMPI_TRACE_PEERS_H
#define LMPI_TRACE_PEERS_H

#include <mpi.h>

enum { LMPI_TRACE_NONE = -1000000001, LMPI_TRACE_ANY = -1000000002, LMPI_TRACE_NULL = -1000000003 };

static inline int lmpi_trace_peer(int world) {
    return world == MPI_ANY_SOURCE ? LMPI_TRACE_ANY : world == MPI_PROC_NULL ? LMPI_TRACE_NULL : world;
}
static inline int lmpi_trace_tag(int tag) {
    return tag == MPI_ANY_TAG ? LMPI_TRACE_ANY : tag;
}

#endif
