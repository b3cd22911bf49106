/* trace.h - the communication trace of a run, written by the entry functions. */
#ifndef LMPI_TRACE_H
#define LMPI_TRACE_H

#include <mpi.h>
#include <stdint.h>

extern int lmpi_trace_on;

/* Writes a line for the running rank. function: "MPI_Send"; peer: a rank of MPI_COMM_WORLD or TRACE_PEER_*; tag: a tag
 * or TRACE_TAG_* (trace_bytes.h). Call it only if lmpi_trace_on. */
void lmpi_trace_p2p(const char *function, int peer, int tag, int64_t bytes, MPI_Comm comm);

/* The same of a call on a file. comm_name: of the communicator with which it was opened, as lmpi_trace_name gives it.
 */
void lmpi_trace_file(const char *function, int64_t bytes, const char *comm_name);
/* The name that the running rank's trace has for a communicator; until that goes. */
const char *lmpi_trace_name(MPI_Comm comm);

/* Start the trace before the first rank runs, if BSIM_COMM_TRACE names a folder, and write the rest at the end. */
void lmpi_trace_start(void);
void lmpi_trace_finish(void);

#endif
