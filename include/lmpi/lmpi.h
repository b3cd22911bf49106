/* lmpi.h - LMPI_*: the timing-only twins of the MPI functions that have buffers.
 *
 * The same arguments as their MPI twin; nothing is moved, so buffers may be null. An LMPI send matches an LMPI receive
 * only (a message of 0 bytes matches either). The prototypes come from mpi_calls.def. */
#ifndef LMPI_H
#define LMPI_H

#include <bsim/bsim.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LMPI_DECLARE(ret, name, params) ret LMPI_##name params;
#define LMPI_DECLARE_ENV(ret, name, params)
#define LMPI_DECLARE_P2P_SEND LMPI_DECLARE
#define LMPI_DECLARE_P2P_RECV LMPI_DECLARE
#define LMPI_DECLARE_P2P_SENDRECV LMPI_DECLARE
#define LMPI_DECLARE_P2P_INIT LMPI_DECLARE
#define LMPI_DECLARE_P2P_START(ret, name, params)
#define LMPI_DECLARE_PROBE(ret, name, params)
#define LMPI_DECLARE_COMPLETE(ret, name, params)
#define LMPI_DECLARE_COLL LMPI_DECLARE
#define LMPI_DECLARE_COMM(ret, name, params)
#define LMPI_DECLARE_LOCAL(ret, name, params)
#define MPI_CALL(ret, name, params, args, family, roles) LMPI_DECLARE_##family(ret, name, params)
#include "mpi_calls.def"
#undef LMPI_DECLARE
#undef LMPI_DECLARE_ENV
#undef LMPI_DECLARE_P2P_SEND
#undef LMPI_DECLARE_P2P_RECV
#undef LMPI_DECLARE_P2P_SENDRECV
#undef LMPI_DECLARE_P2P_INIT
#undef LMPI_DECLARE_P2P_START
#undef LMPI_DECLARE_PROBE
#undef LMPI_DECLARE_COMPLETE
#undef LMPI_DECLARE_COLL
#undef LMPI_DECLARE_COMM
#undef LMPI_DECLARE_LOCAL

#ifdef __cplusplus
}
#endif
#endif
