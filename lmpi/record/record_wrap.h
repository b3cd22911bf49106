/* record_wrap.h - the functions that record calls: RECORD_ENTRY(Send) and so on, with the parameters of MPI_Send.
 * Included behind record_calls.h, also several times. Define before
 *
 *   RECORD_ENTRY(name), RECORD_REAL(name)  the function that records, and the one that it calls
 *   RECORD_SITE                            the place of the call
 *   begin(call)                            sets call->in, call->gap and call->entry_ns, if the call is recorded
 * RECORD_TWINS: only those functions that have an LMPI_ twin, which RECORD_REAL then names. */
#ifndef LMPI_RECORD_WRAP
#define LMPI_RECORD_WRAP
#include "lmpi/record/record_numbers.h"

#define BEGIN(called, arguments, letters)                                                                              \
    struct record_call call = {.function = RECORD_##called,                                                            \
                               .name = #called,                                                                        \
                               .roles = letters,                                                                       \
                               .site = RECORD_SITE,                                                                    \
                               .arg = {NUMBERS arguments}};                                                            \
    begin(&call);

#define WITH_STATUS                                                                                                    \
    MPI_Status own;                                                                                                    \
    status = call.in && status == MPI_STATUS_IGNORE ? &own : status;
#define STATUS_Recv WITH_STATUS
#define STATUS_Irecv const MPI_Status *const status = NULL;

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
#ifndef RECORD_TWINS
/* The parent is the first argument of each constructor, the new communicator the last one. */
#define MPI_CALL_COMM(ret, name, params, args, roles)                                                                  \
    int RECORD_ENTRY(name) params {                                                                                    \
        BEGIN(name, args, roles)                                                                                       \
        int code = RECORD_REAL(name) args;                                                                             \
        derived(&call, code, (MPI_Comm)call.arg[0], (const MPI_Comm *)(uintptr_t)call.arg[sizeof(roles) - 2]);         \
        return code;                                                                                                   \
    }
#endif
#include "lmpi/mpi_calls.def"

int RECORD_ENTRY(Mrecv)(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
    BEGIN(Mrecv, (buf, count, datatype, message, status), "rntRS")
    WITH_STATUS
    MPI_Message handle = *message;
    int code = RECORD_REAL(Mrecv)(buf, count, datatype, message, status);
    received(&call, code, count, datatype, handle, NULL);
    return code;
}

int RECORD_ENTRY(Imrecv)(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
    BEGIN(Imrecv, (buf, count, datatype, message, request), "rntRR")
    MPI_Message handle = *message;
    int code = RECORD_REAL(Imrecv)(buf, count, datatype, message, request);
    received(&call, code, count, datatype, handle, request);
    return code;
}

#ifndef RECORD_TWINS

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
    waited(&call, code, &handle, code == MPI_SUCCESS && *flag, NULL, status);
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
    waited(&call, code, requests, code == MPI_SUCCESS && *flag ? count : 0, NULL, array_of_statuses);
    return code;
}

int RECORD_ENTRY(Waitany)(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status) {
    BEGIN(Waitany, (count, array_of_requests, indx, status), "nAOS")
    WITH_STATUS
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, count);
    int code = RECORD_REAL(Waitany)(count, array_of_requests, indx, status);
    waited(&call, code, requests, code == MPI_SUCCESS && *indx != MPI_UNDEFINED, indx, status);
    return code;
}

int RECORD_ENTRY(Testany)(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status) {
    BEGIN(Testany, (count, array_of_requests, indx, flag, status), "nAOOS")
    WITH_STATUS
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, count);
    int code = RECORD_REAL(Testany)(count, array_of_requests, indx, flag, status);
    waited(&call, code, requests, code == MPI_SUCCESS && *flag && *indx != MPI_UNDEFINED, indx, status);
    return code;
}

int RECORD_ENTRY(Waitsome)(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                           MPI_Status array_of_statuses[]) {
    BEGIN(Waitsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), "nAOOZ")
    WITH_STATUSES(incount)
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, incount);
    int code = RECORD_REAL(Waitsome)(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    waited(&call, code, requests, code == MPI_SUCCESS && *outcount > 0 ? *outcount : 0, array_of_indices,
           array_of_statuses);
    return code;
}

int RECORD_ENTRY(Testsome)(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                           MPI_Status array_of_statuses[]) {
    BEGIN(Testsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), "nAOOZ")
    WITH_STATUSES(incount)
    const MPI_Request *requests = keep_requests(call.in, array_of_requests, incount);
    int code = RECORD_REAL(Testsome)(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    waited(&call, code, requests, code == MPI_SUCCESS && *outcount > 0 ? *outcount : 0, array_of_indices,
           array_of_statuses);
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
#endif
