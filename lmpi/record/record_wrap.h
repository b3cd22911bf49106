/* record_wrap.h - the functions that record calls: RECORD_ENTRY(Send) and so on, with the parameters of MPI_Send.
 * Included behind record_calls.h, also several times. Define before
 *
 *   RECORD_ENTRY(name), RECORD_REAL(name)  the function that records, and the one that it calls
 *   RECORD_SITE                            the place of the call
 *   begin(call)                            sets call->in, call->gap and call->entry_ns, if the call is recorded
 * RECORD_TWINS: only those functions that have an LMPI_ twin, which RECORD_REAL then names.
 * RECORD_LARGE: only the functions with large counts: RECORD_ENTRY(Send) and RECORD_REAL(Send) are MPI_Send_c. */
#ifndef LMPI_RECORD_WRAP
#define LMPI_RECORD_WRAP
#include "lmpi/record/record_numbers.h"

#define BEGIN(called, arguments, letters)                                                                              \
    struct record_call call = {.function = RECORD_##called,                                                            \
                               .name = #called,                                                                        \
                               .roles = letters,                                                                       \
                               .site = RECORD_SITE,                                                                    \
                               .is_large = sizeof(RECORD_COUNT) > sizeof(int),                                         \
                               .arg = {NUMBERS arguments}};                                                            \
    begin(&call);

#define WITH_STATUS                                                                                                    \
    MPI_Status own = {0};                                                                                              \
    status = call.in && status == MPI_STATUS_IGNORE ? &own : status;
#define STATUS_Recv WITH_STATUS
#define STATUS_Irecv const MPI_Status *const status = NULL;

/* Accesses to files that are complete behind the call: the status of a read tells how much there was, and the log of
 * contents has each one. Other names have no such macro: nothing is done for them. */
#define OWN_STATUS                                                                                                     \
    WITH_STATUS                                                                                                        \
    call.arg[strlen(call.roles) - 1] = (int64_t)(intptr_t)status;
#define ENDS_File_read , OWN_STATUS
#define ENDS_File_read_all , OWN_STATUS
#define ENDS_File_read_at , OWN_STATUS
#define ENDS_File_read_at_all , OWN_STATUS
#define ENDS_File_read_ordered , OWN_STATUS
#define ENDS_File_read_shared , OWN_STATUS
#define ENDS_File_write , OWN_STATUS
#define ENDS_File_write_all , OWN_STATUS
#define ENDS_File_write_at , OWN_STATUS
#define ENDS_File_write_at_all , OWN_STATUS
#define ENDS_File_write_ordered , OWN_STATUS
#define ENDS_File_write_shared , OWN_STATUS
#define SECOND(first, second, ...) second
#define SECOND_OF(...) SECOND(__VA_ARGS__, , )

#define WRAP(called, params, args, roles, before, result, is_persistent)                                               \
    int RECORD_ENTRY(called) params {                                                                                  \
        BEGIN(called, args, roles) before int code = RECORD_REAL(called) args;                                         \
        communicated(&call, code, result, is_persistent);                                                              \
        return code;                                                                                                   \
    }
#endif

#define MPI_CALL_P2P_SEND(ret, name, params, args, roles) WRAP(name, params, args, roles, , NULL, false)
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_RECV(ret, name, params, args, roles) WRAP(name, params, args, roles, STATUS_##name, status, false)
#define MPI_CALL_P2P_SENDRECV(ret, name, params, args, roles)                                                          \
    WRAP(name, params, args, roles, WITH_STATUS, status, false)
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT(ret, name, params, args, roles) WRAP(name, params, args, roles, , NULL, true)
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_INIT
#define MPI_CALL_IO_DATA(ret, called, params, args, roles)                                                             \
    int RECORD_ENTRY(called) params {                                                                                  \
        BEGIN(called, args, roles) SECOND_OF(ENDS_##called) int code = RECORD_REAL(called) args;                       \
        accessed(&call, code);                                                                                         \
        return code;                                                                                                   \
    }
#define MPI_CALL_RMA_DATA(ret, called, params, args, roles)                                                            \
    int RECORD_ENTRY(called) params {                                                                                  \
        BEGIN(called, args, roles) int code = RECORD_REAL(called) args;                                                \
        moved(&call, code);                                                                                            \
        return code;                                                                                                   \
    }
#define MPI_CALL_PART_INIT(ret, called, params, args, roles)                                                           \
    int RECORD_ENTRY(called) params {                                                                                  \
        BEGIN(called, args, roles) int code = RECORD_REAL(called) args;                                                \
        made_partitions(&call, code);                                                                                  \
        return code;                                                                                                   \
    }
#if !defined RECORD_TWINS && !defined RECORD_LARGE
/* The parent is the first argument of each constructor, the new communicator the last one. */
#define MPI_CALL_COMM(ret, name, params, args, roles)                                                                  \
    int RECORD_ENTRY(name) params {                                                                                    \
        BEGIN(name, args, roles)                                                                                       \
        int code = RECORD_REAL(name) args;                                                                             \
        derived(&call, code, (MPI_Comm)call.arg[0], (const MPI_Comm *)(uintptr_t)call.arg[sizeof(roles) - 2]);         \
        return code;                                                                                                   \
    }
#endif
#undef RECORD_COUNT
#undef RECORD_UNIT
#ifdef RECORD_LARGE
#define RECORD_COUNT MPI_Count
#define RECORD_UNIT MPI_Aint
#include "mpi_calls_large.def"
#else
#define RECORD_COUNT int
#define RECORD_UNIT int
#include "lmpi/mpi_calls.def"
#endif

int RECORD_ENTRY(Mrecv)(void *buf, RECORD_COUNT count, MPI_Datatype datatype, MPI_Message *message,
                        MPI_Status *status) {
    BEGIN(Mrecv, (buf, count, datatype, message, status), "rntRS")
    WITH_STATUS
    MPI_Message handle = *message;
    int code = RECORD_REAL(Mrecv)(buf, count, datatype, message, status);
    received(&call, code, count, datatype, handle, NULL);
    return code;
}

int RECORD_ENTRY(Imrecv)(void *buf, RECORD_COUNT count, MPI_Datatype datatype, MPI_Message *message,
                         MPI_Request *request) {
    BEGIN(Imrecv, (buf, count, datatype, message, request), "rntRR")
    MPI_Message handle = *message;
    int code = RECORD_REAL(Imrecv)(buf, count, datatype, message, request);
    received(&call, code, count, datatype, handle, request);
    return code;
}

#ifndef RECORD_TWINS

int RECORD_ENTRY(Win_create)(void *base, MPI_Aint size, RECORD_UNIT disp_unit, MPI_Info info, MPI_Comm comm,
                             MPI_Win *win) {
    BEGIN(Win_create, (base, size, disp_unit, info, comm, win), "aiiicO")
    int code = RECORD_REAL(Win_create)(base, size, disp_unit, info, comm, win);
    made_window(&call, code, comm, win);
    return code;
}

int RECORD_ENTRY(Win_allocate)(MPI_Aint size, RECORD_UNIT disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                               MPI_Win *win) {
    BEGIN(Win_allocate, (size, disp_unit, info, comm, baseptr, win), "iiicOO")
    int code = RECORD_REAL(Win_allocate)(size, disp_unit, info, comm, baseptr, win);
    made_window(&call, code, comm, win);
    return code;
}

int RECORD_ENTRY(Win_allocate_shared)(MPI_Aint size, RECORD_UNIT disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                                      MPI_Win *win) {
    BEGIN(Win_allocate_shared, (size, disp_unit, info, comm, baseptr, win), "iiicOO")
    int code = RECORD_REAL(Win_allocate_shared)(size, disp_unit, info, comm, baseptr, win);
    made_window(&call, code, comm, win);
    return code;
}

#endif
#if !defined RECORD_TWINS && !defined RECORD_LARGE

int RECORD_ENTRY(Start)(MPI_Request *request) {
    BEGIN(Start, (request), "R")
    int code = RECORD_REAL(Start)(request);
    started(&call, code, request, 1);
    return code;
}

int RECORD_ENTRY(Startall)(int count, MPI_Request array_of_requests[]) {
    BEGIN(Start, (count, array_of_requests), "nA")
    int code = RECORD_REAL(Startall)(count, array_of_requests);
    started(&call, code, array_of_requests, count);
    return code;
}

int RECORD_ENTRY(Probe)(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    BEGIN(Probe, (source, tag, comm, status), "pgcS")
    WITH_STATUS
    int code = RECORD_REAL(Probe)(source, tag, comm, status);
    probed(&call, code, true, NULL, status);
    return code;
}

int RECORD_ENTRY(Iprobe)(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    BEGIN(Iprobe, (source, tag, comm, flag, status), "pgcOS")
    WITH_STATUS
    int code = RECORD_REAL(Iprobe)(source, tag, comm, flag, status);
    probed(&call, code, code == MPI_SUCCESS && *flag, NULL, status);
    return code;
}

int RECORD_ENTRY(Mprobe)(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    BEGIN(Mprobe, (source, tag, comm, message, status), "pgcRS")
    WITH_STATUS
    int code = RECORD_REAL(Mprobe)(source, tag, comm, message, status);
    probed(&call, code, true, message, status);
    return code;
}

int RECORD_ENTRY(Improbe)(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
    BEGIN(Improbe, (source, tag, comm, flag, message, status), "pgcORS")
    WITH_STATUS
    int code = RECORD_REAL(Improbe)(source, tag, comm, flag, message, status);
    probed(&call, code, code == MPI_SUCCESS && *flag, message, status);
    return code;
}

int RECORD_ENTRY(Wait)(MPI_Request *request, MPI_Status *status) {
    BEGIN(Wait, (request, status), "RS")
    WITH_STATUS
    MPI_Request handle = *request;
    int code = RECORD_REAL(Wait)(request, status);
    waited(&call, code, &handle, 1, NULL, status);
    return code;
}

int RECORD_ENTRY(Test)(MPI_Request *request, int *flag, MPI_Status *status) {
    BEGIN(Test, (request, flag, status), "ROS")
    WITH_STATUS
    MPI_Request handle = *request;
    int code = RECORD_REAL(Test)(request, flag, status);
    waited(&call, code, &handle, answered(code) && *flag, NULL, status);
    return code;
}

#define WITH_STATUSES(n)                                                                                               \
    if (array_of_statuses == MPI_STATUSES_IGNORE)                                                                      \
        array_of_statuses = own_statuses(call.in, n);

int RECORD_ENTRY(Waitall)(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
    BEGIN(Waitall, (count, array_of_requests, array_of_statuses), "nAZ")
    WITH_STATUSES(count)
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, count);
    int code = RECORD_REAL(Waitall)(count, array_of_requests, array_of_statuses);
    waited(&call, code, requests, count, NULL, array_of_statuses);
    return code;
}

int RECORD_ENTRY(Testall)(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]) {
    BEGIN(Testall, (count, array_of_requests, flag, array_of_statuses), "nAOZ")
    WITH_STATUSES(count)
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, count);
    int code = RECORD_REAL(Testall)(count, array_of_requests, flag, array_of_statuses);
    waited(&call, code, requests, code != MPI_SUCCESS || *flag ? count : 0, NULL, array_of_statuses);
    return code;
}

int RECORD_ENTRY(Waitany)(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status) {
    BEGIN(Waitany, (count, array_of_requests, indx, status), "nAOS")
    WITH_STATUS
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, count);
    int code = RECORD_REAL(Waitany)(count, array_of_requests, indx, status);
    waited(&call, code, requests, answered(code) && *indx != MPI_UNDEFINED, indx, status);
    return code;
}

int RECORD_ENTRY(Testany)(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status) {
    BEGIN(Testany, (count, array_of_requests, indx, flag, status), "nAOOS")
    WITH_STATUS
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, count);
    int code = RECORD_REAL(Testany)(count, array_of_requests, indx, flag, status);
    waited(&call, code, requests, answered(code) && *flag && *indx != MPI_UNDEFINED, indx, status);
    return code;
}

int RECORD_ENTRY(Waitsome)(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                           MPI_Status array_of_statuses[]) {
    BEGIN(Waitsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), "nAOOZ")
    WITH_STATUSES(incount)
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, incount);
    int code = RECORD_REAL(Waitsome)(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    waited(&call, code, requests, answered(code) && *outcount > 0 ? *outcount : 0, array_of_indices, array_of_statuses);
    return code;
}

int RECORD_ENTRY(Testsome)(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                           MPI_Status array_of_statuses[]) {
    BEGIN(Testsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), "nAOOZ")
    WITH_STATUSES(incount)
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, incount);
    int code = RECORD_REAL(Testsome)(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    waited(&call, code, requests, answered(code) && *outcount > 0 ? *outcount : 0, array_of_indices, array_of_statuses);
    return code;
}

int RECORD_ENTRY(Request_get_status)(MPI_Request request, int *flag, MPI_Status *status) {
    BEGIN(Request_get_status, (request, flag, status), "iOS")
    WITH_STATUS
    int code = RECORD_REAL(Request_get_status)(request, flag, status);
    looked(&call, code, request, answered(code) && *flag);
    return code;
}

int RECORD_ENTRY(Request_free)(MPI_Request *request) {
    BEGIN(Request_free, (request), "R")
    MPI_Request handle = *request;
    int code = RECORD_REAL(Request_free)(request);
    freed(&call, code, handle);
    return code;
}

int RECORD_ENTRY(Cancel)(MPI_Request *request) {
    BEGIN(Cancel, (request), "R")
    struct record_request *r = call.in ? lmpi_record_request_find(&call.in->handles, *request) : NULL;
    int code = RECORD_REAL(Cancel)(request);
    if (r && code == MPI_SUCCESS) {
        call.in->nnumbers = 0;
        record_number(call.in, r->number);
        write_call(&call, inside(&call), 0);
    }
    end(&call);
    return code;
}

int RECORD_ENTRY(Comm_idup)(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    BEGIN(Comm_idup, (comm, newcomm, request), "cOR")
    int code = RECORD_REAL(Comm_idup)(comm, newcomm, request);
    duplicates(&call, code, newcomm, request);
    return code;
}

int RECORD_ENTRY(Comm_idup_with_info)(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
    BEGIN(Comm_idup_with_info, (comm, info, newcomm, request), "ciOR")
    int code = RECORD_REAL(Comm_idup_with_info)(comm, info, newcomm, request);
    duplicates(&call, code, newcomm, request);
    return code;
}

int RECORD_ENTRY(Intercomm_create)(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                                   int tag, MPI_Comm *newintercomm) {
    BEGIN(Intercomm_create, (local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm), "ciciiO")
    int code = RECORD_REAL(Intercomm_create)(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
    joined(&call, code, newintercomm);
    return code;
}

int RECORD_ENTRY(Intercomm_merge)(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
    BEGIN(Intercomm_merge, (intercomm, high, newintracomm), "ciO")
    int code = RECORD_REAL(Intercomm_merge)(intercomm, high, newintracomm);
    merged(&call, code, newintracomm);
    return code;
}

int RECORD_ENTRY(Comm_free)(MPI_Comm *comm) {
    BEGIN(Comm_free, (comm), "X")
    MPI_Comm handle = *comm;
    int code = RECORD_REAL(Comm_free)(comm);
    comm_freed(&call, code, handle);
    return code;
}

int RECORD_ENTRY(Comm_disconnect)(MPI_Comm *comm) {
    BEGIN(Comm_free, (comm), "X")
    MPI_Comm handle = *comm;
    int code = RECORD_REAL(Comm_disconnect)(comm);
    comm_freed(&call, code, handle);
    return code;
}

/* ---- partitions ---- */

int RECORD_ENTRY(Pready)(int partition, MPI_Request request) {
    BEGIN(Pready, (partition, request), "ii")
    int code = RECORD_REAL(Pready)(partition, request);
    used_partitions(&call, code, request, 1, &partition);
    return code;
}

int RECORD_ENTRY(Pready_range)(int partition_low, int partition_high, MPI_Request request) {
    BEGIN(Pready_range, (partition_low, partition_high, request), "iii")
    int code = RECORD_REAL(Pready_range)(partition_low, partition_high, request);
    used_partitions(&call, code, request, 2, (int[]){partition_low, partition_high});
    return code;
}

int RECORD_ENTRY(Pready_list)(int length, int array_of_partitions[], MPI_Request request) {
    BEGIN(Pready_list, (length, array_of_partitions, request), "nii")
    int code = RECORD_REAL(Pready_list)(length, array_of_partitions, request);
    used_partitions(&call, code, request, length, array_of_partitions);
    return code;
}

int RECORD_ENTRY(Parrived)(MPI_Request request, int partition, int *flag) {
    BEGIN(Parrived, (request, partition, flag), "iiO")
    int code = RECORD_REAL(Parrived)(request, partition, flag);
    used_partitions(&call, code, request, 2, (int[]){partition, code == MPI_SUCCESS && *flag});
    return code;
}

/* ---- files ---- */

int RECORD_ENTRY(File_open)(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    BEGIN(File_open, (comm, filename, amode, info, fh), "ciiiO")
    int code = RECORD_REAL(File_open)(comm, filename, amode, info, fh);
    opened(&call, code, comm, fh);
    return code;
}

int RECORD_ENTRY(File_close)(MPI_File *fh) {
    BEGIN(File_close, (fh), "X")
    MPI_File handle = *fh;
    int code = RECORD_REAL(File_close)(fh);
    closed(&call, code, handle);
    return code;
}

int RECORD_ENTRY(File_delete)(const char *filename, MPI_Info info) {
    BEGIN(File_delete, (filename, info), "ii")
    int code = RECORD_REAL(File_delete)(filename, info);
    deleted(&call);
    return code;
}

#define USES_FILE(called, params, args, letters)                                                                       \
    int RECORD_ENTRY(called) params {                                                                                  \
        BEGIN(called, args, letters)                                                                                   \
        int code = RECORD_REAL(called) args;                                                                           \
        used_file(&call, code, fh, NULL);                                                                              \
        return code;                                                                                                   \
    }
USES_FILE(File_preallocate, (MPI_File fh, MPI_Offset size), (fh, size), "ii")
USES_FILE(File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset, whence), "iii")
USES_FILE(File_set_atomicity, (MPI_File fh, int flag), (fh, flag), "ii")
USES_FILE(File_set_info, (MPI_File fh, MPI_Info info), (fh, info), "ii")
USES_FILE(File_set_size, (MPI_File fh, MPI_Offset size), (fh, size), "ii")
USES_FILE(File_set_view,
          (MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info),
          (fh, disp, etype, filetype, datarep, info), "iittii")
USES_FILE(File_sync, (MPI_File fh), (fh), "i")

#define ENDS_ACCESS(called, buffer, end_status)                                                                        \
    int RECORD_ENTRY(called)(MPI_File fh, buffer buf, MPI_Status * status) {                                           \
        BEGIN(called, (fh, buf, status), "iaS")                                                                        \
        WITH_STATUS                                                                                                    \
        int code = RECORD_REAL(called)(fh, buf, status);                                                               \
        used_file(&call, code, fh, end_status);                                                                        \
        return code;                                                                                                   \
    }
ENDS_ACCESS(File_read_all_end, void *, status)
ENDS_ACCESS(File_read_at_all_end, void *, status)
ENDS_ACCESS(File_read_ordered_end, void *, status)
ENDS_ACCESS(File_write_all_end, const void *, NULL)
ENDS_ACCESS(File_write_at_all_end, const void *, NULL)
ENDS_ACCESS(File_write_ordered_end, const void *, NULL)

/* ---- windows ---- */

int RECORD_ENTRY(Win_create_dynamic)(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    BEGIN(Win_create_dynamic, (info, comm, win), "icO")
    int code = RECORD_REAL(Win_create_dynamic)(info, comm, win);
    made_window(&call, code, comm, win);
    return code;
}

int RECORD_ENTRY(Win_free)(MPI_Win *win) {
    BEGIN(Win_free, (win), "X")
    MPI_Win handle = *win;
    int code = RECORD_REAL(Win_free)(win);
    freed_window(&call, code, handle);
    return code;
}

int RECORD_ENTRY(Win_post)(MPI_Group group, int assert, MPI_Win win) {
    BEGIN(Win_post, (group, assert, win), "iii")
    int code = RECORD_REAL(Win_post)(group, assert, win);
    exposed(&call, code, group, win);
    return code;
}

int RECORD_ENTRY(Win_start)(MPI_Group group, int assert, MPI_Win win) {
    BEGIN(Win_start, (group, assert, win), "iii")
    int code = RECORD_REAL(Win_start)(group, assert, win);
    exposed(&call, code, group, win);
    return code;
}

#define SYNCHRONIZES(called, params, args, letters, target, more)                                                      \
    int RECORD_ENTRY(called) params {                                                                                  \
        BEGIN(called, args, letters)                                                                                   \
        int code = RECORD_REAL(called) args;                                                                           \
        synchronized(&call, code, win, target, more);                                                                  \
        return code;                                                                                                   \
    }
SYNCHRONIZES(Win_complete, (MPI_Win win), (win), "i", NULL, NULL)
SYNCHRONIZES(Win_fence, (int assert, MPI_Win win), (assert, win), "ii", NULL, &assert)
SYNCHRONIZES(Win_flush, (int rank, MPI_Win win), (rank, win), "pi", &rank, NULL)
SYNCHRONIZES(Win_flush_all, (MPI_Win win), (win), "i", NULL, NULL)
SYNCHRONIZES(Win_flush_local, (int rank, MPI_Win win), (rank, win), "pi", &rank, NULL)
SYNCHRONIZES(Win_flush_local_all, (MPI_Win win), (win), "i", NULL, NULL)
SYNCHRONIZES(Win_lock, (int lock_type, int rank, int assert, MPI_Win win), (lock_type, rank, assert, win), "ipii",
             &rank, &lock_type)
SYNCHRONIZES(Win_lock_all, (int assert, MPI_Win win), (assert, win), "ii", NULL, NULL)
SYNCHRONIZES(Win_sync, (MPI_Win win), (win), "i", NULL, NULL)
SYNCHRONIZES(Win_test, (MPI_Win win, int *flag), (win, flag), "iO", NULL, flag)
SYNCHRONIZES(Win_unlock, (int rank, MPI_Win win), (rank, win), "pi", &rank, NULL)
SYNCHRONIZES(Win_unlock_all, (MPI_Win win), (win), "i", NULL, NULL)
SYNCHRONIZES(Win_wait, (MPI_Win win), (win), "i", NULL, NULL)
#endif
