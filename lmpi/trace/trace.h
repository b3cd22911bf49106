/* trace.h - the communication trace as the entry functions write it. Written by trace.c.
 *
 * PEER is a rank of MPI_COMM_WORLD or one of TRACE_PEER_*, TAG a tag or one of TRACE_TAG_* (trace_bytes.h); the line
 * belongs to the running rank. Call only if lmpi_trace_on. */
#ifndef LMPI_TRACE_H
#define LMPI_TRACE_H

#include <mpi.h>
#include <stdint.h>

extern int lmpi_trace_on;

/* FUNCTION as written to the file: "MPI_Send". */
void lmpi_trace_p2p(const char *function, int peer, int tag, int64_t bytes, MPI_Comm comm);

/* Opens what BSIM_COMM_TRACE names, if set, before the first rank runs; writes all out after the last. */
void lmpi_trace_start(void);
void lmpi_trace_finish(void);

#endif
