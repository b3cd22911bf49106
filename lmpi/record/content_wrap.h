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
/* Of what the trace has and the log does not. */
#define CONTENT_NOT_LOGGED(called, params, args)                                                                       \
    int content_##called params {                                                                                      \
        content_other(#called);                                                                                        \
        return PMPI_##called args;                                                                                     \
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
#define MPI_CALL_RMA(ret, name, params, args, roles) CONTENT_NOT_LOGGED(name, params, args)
#define MPI_CALL_RMA_DATA MPI_CALL_RMA
#include "lmpi/mpi_calls.def"

#define MPI_CALL_P2P_SEND(ret, called, params, args, letters)                                                          \
    int content_##called##_c params {                                                                                  \
        struct record_call call = {                                                                                    \
            .function = RECORD_##called, .name = #called, .roles = letters, .is_large = true, .arg = {NUMBERS args}};  \
        CONTENT_ANSWER(called##_c, args)                                                                               \
    }
#define MPI_CALL_P2P_RECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_SENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_MRECV MPI_CALL_P2P_SEND
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_IO_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_RMA_DATA(ret, name, params, args, roles) CONTENT_NOT_LOGGED(name##_c, params, args)
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
CONTENT_NOT_LOGGED(Win_create_c,
                   (void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
                   (base, size, disp_unit, info, comm, win))
CONTENT_NOT_LOGGED(Win_allocate_c,
                   (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
                   (size, disp_unit, info, comm, baseptr, win))
CONTENT_NOT_LOGGED(Win_allocate_shared_c,
                   (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
                   (size, disp_unit, info, comm, baseptr, win))
CONTENT_FUNCTION(Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request), (comm, newcomm, request), "cOR")
CONTENT_FUNCTION(Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request),
                 (comm, info, newcomm, request), "ciOR")
CONTENT_FUNCTION(Comm_free, (MPI_Comm * comm), (comm), "X")
CONTENT_FUNCTION(Comm_disconnect, (MPI_Comm * comm), (comm), "X")

int content_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
    struct record_call call = {.function = RECORD_File_get_type_extent,
                               .name = "File_get_type_extent",
                               .roles = "itO",
                               .is_large = true,
                               .arg = {NUMBERS(fh, datatype, extent)}};
    CONTENT_ANSWER(File_get_type_extent_c, (fh, datatype, extent))
}

#include "lmpi/record/content_local.h"

#endif
