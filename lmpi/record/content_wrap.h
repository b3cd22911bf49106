/* content_wrap.h - defines the functions that content.h declares. Included once, with CONTENT_ANSWER(name, arguments)
 * defined: the body behind `struct record_call call`, which describes the call. */
#ifndef LMPI_RECORD_CONTENT_WRAP_H
#define LMPI_RECORD_CONTENT_WRAP_H

#include "lmpi/record/content.h"
#include "lmpi/record/record.h"
#include "lmpi/record/record_numbers.h"

#define CONTENT_FUNCTION(called, params, args, letters)                                                                \
    int content_##called params {                                                                                      \
        struct record_call call = {                                                                                    \
            .function = RECORD_##called, .name = #called, .roles = letters, .arg = {NUMBERS args}};                    \
        CONTENT_ANSWER(called, args)                                                                                   \
    }
#define MPI_CALL_P2P_SEND(ret, name, params, args, roles) CONTENT_FUNCTION(name, params, args, roles)
#define MPI_CALL_P2P_RECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_SENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_MRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_START MPI_CALL_P2P_SEND
#define MPI_CALL_COMPLETE MPI_CALL_P2P_SEND
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_COMM MPI_CALL_P2P_SEND
#define MPI_CALL_IO MPI_CALL_P2P_SEND
#define MPI_CALL_IO_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_PART_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_PART MPI_CALL_P2P_SEND
#define MPI_CALL_RMA MPI_CALL_P2P_SEND
#define MPI_CALL_RMA_DATA MPI_CALL_P2P_SEND
#include "lmpi/mpi_calls.def"

#define CONTENT_LARGE_FUNCTION(called, params, args, letters)                                                          \
    int content_##called##_c params {                                                                                  \
        struct record_call call = {                                                                                    \
            .function = RECORD_##called, .name = #called, .roles = letters, .is_large = true, .arg = {NUMBERS args}};  \
        CONTENT_ANSWER(called##_c, args)                                                                               \
    }
#define MPI_CALL_P2P_SEND(ret, name, params, args, roles) CONTENT_LARGE_FUNCTION(name, params, args, roles)
#define MPI_CALL_P2P_RECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_SENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_MRECV MPI_CALL_P2P_SEND
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_IO_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_RMA_DATA MPI_CALL_P2P_SEND
#include "mpi_calls_large.def"

CONTENT_FUNCTION(Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status), (source, tag, comm, status), "pgcS")
CONTENT_FUNCTION(Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status),
                 (source, tag, comm, flag, status), "pgcOS")
CONTENT_FUNCTION(Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status),
                 (source, tag, comm, message, status), "pgcRS")
CONTENT_FUNCTION(Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status),
                 (source, tag, comm, flag, message, status), "pgcORS")
CONTENT_FUNCTION(Intercomm_create,
                 (MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                  MPI_Comm *newintercomm),
                 (local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm), "ciciiO")
CONTENT_FUNCTION(Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm *newintracomm),
                 (intercomm, high, newintracomm), "ciO")
CONTENT_LARGE_FUNCTION(Win_create,
                       (void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
                       (base, size, disp_unit, info, comm, win), "aiiicO")
CONTENT_LARGE_FUNCTION(Win_allocate,
                       (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
                       (size, disp_unit, info, comm, baseptr, win), "iiicOO")
CONTENT_LARGE_FUNCTION(Win_allocate_shared,
                       (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
                       (size, disp_unit, info, comm, baseptr, win), "iiicOO")
CONTENT_FUNCTION(Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request), (comm, newcomm, request), "cOR")
CONTENT_FUNCTION(Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request),
                 (comm, info, newcomm, request), "ciOR")
CONTENT_FUNCTION(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status), (request, flag, status),
                 "iOS")
CONTENT_FUNCTION(Comm_free, (MPI_Comm * comm), (comm), "X")
CONTENT_FUNCTION(Comm_disconnect, (MPI_Comm * comm), (comm), "X")

CONTENT_LARGE_FUNCTION(File_get_type_extent, (MPI_File fh, MPI_Datatype datatype, MPI_Count *extent),
                       (fh, datatype, extent), "itO")

#include "lmpi/record/content_local.h"

#endif
