/* capture.h - records the calls of a program on simulated ranks (bsim run --record): what libbsim-record.so does for
 * real processes, with virtual times.
 *
 * Each entry function that communicates begins with LMPI_CAPTURE, which has LMPI_ENTER. While a run is recorded, it
 * passes the call to a function of capture_calls.c, which calls the entry function again and writes down what it did.
 */
#ifndef LMPI_CAPTURE_H
#define LMPI_CAPTURE_H

#include <mpi.h>
#include <stdbool.h>

#include "lmpi/core/lmpi_internal.h"

/* Bits: calls are recorded; they have delays; the run is on several hosts, which do not have all functions. */
enum { LMPI_CAPTURE_RECORDS = 1, LMPI_CAPTURE_DELAYS = 2, LMPI_CAPTURE_HOSTS = 4 };
extern int lmpi_capture_on;

/* Takes the delay that a call of the running rank has. Whether it is to be recorded, and is not one that is under way.
 * Keeps the place of the call. */
bool lmpi_capture_begins(const char *function, const void *site);

/* function: MPI_Send or LMPI_Send; args: its arguments, in parentheses. Stands first in the function. */
#define LMPI_CAPTURE(function, args)                                                                                   \
    LMPI_ENTER;                                                                                                        \
    if (__builtin_expect(lmpi_capture_on, 0) && lmpi_capture_begins(#function, LMPI_SITE))                             \
    return lmpi_capture_##function args

/* The running rank calls MPI_Finalize. */
void lmpi_capture_finalize(const void *site);

/* What the trace lacks: a function is called that communicates and is not recorded. */
#define LMPI_CAPTURE_LACKS(function)                                                                                   \
    if (__builtin_expect(lmpi_capture_on, 0))                                                                          \
    lmpi_capture_lacks(#function, LMPI_SITE)
void lmpi_capture_lacks(const char *function, const void *site);

/* Start before the first rank runs, if BSIM_RECORD names a folder or calls have delays, and write the rest at the end.
 */
void lmpi_capture_start(void);
void lmpi_capture_finish(void);

#define MPI_CALL_P2P_SEND(ret, name, params, args, roles)                                                              \
    ret lmpi_capture_MPI_##name params;                                                                                \
    ret lmpi_capture_LMPI_##name params;
#define MPI_CALL_P2P_RECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_SENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_MRECV MPI_CALL_P2P_SEND
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_IO_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_PART_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_RMA_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_COMM(ret, name, params, args, roles) ret lmpi_capture_MPI_##name params;
#define MPI_CALL_P2P_START MPI_CALL_COMM
#define MPI_CALL_PROBE MPI_CALL_COMM
#define MPI_CALL_COMPLETE MPI_CALL_COMM
#define MPI_CALL_IO MPI_CALL_COMM
#define MPI_CALL_PART MPI_CALL_COMM
#define MPI_CALL_RMA MPI_CALL_COMM
#include "lmpi/mpi_calls.def"
int lmpi_capture_MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                                      int tag, MPI_Comm *newintercomm);
int lmpi_capture_MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm);
int lmpi_capture_MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int lmpi_capture_MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request);
int lmpi_capture_MPI_Comm_free(MPI_Comm *comm);
int lmpi_capture_MPI_Comm_disconnect(MPI_Comm *comm);
int lmpi_capture_MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);

#endif
