/* record_partitions.h - what is recorded of partitioned communication. Included once by what records, behind
 * record_calls.h. */
#ifndef LMPI_RECORD_PARTITIONS_H
#define LMPI_RECORD_PARTITIONS_H

#include "lmpi/record/record_calls.h"

/* MPI_Psend_init and MPI_Precv_init, whose roles are bintpgciR. */
static void made_partitions(struct record_call *call, int code) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_comm *comm = lmpi_record_comm_find(&in->handles, (MPI_Comm)call->arg[6]);
        int rank = comm ? comm->rank : 0;
        MPI_Count size = 0;
        if (comm == NULL)
            record_lacks(in, call->name, of_unknown);
        RECORD_REAL(Type_size_x)((MPI_Datatype)call->arg[3], &size);
        struct record_request *r = lmpi_record_request_add(&in->handles, *(MPI_Request *)(uintptr_t)call->arg[8]);
        r->rank = rank;
        r->is_persistent = true;
        in->nnumbers = 0;
        record_number(in, comm ? comm->number : TRACE_NONE);
        record_number(in, call->arg[4] == MPI_PROC_NULL ? TRACE_PROC_NULL : call->arg[4] - rank);
        record_number(in, call->arg[5]);
        record_number(in, call->arg[1]);
        record_number(in, size * call->arg[2]);
        record_number(in, r->number);
        write_call(call, took, 0);
    }
    end(call);
}

/* What concerns some partitions of a request. */
static void used_partitions(struct record_call *call, int code, MPI_Request request, int n, const int *values) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_request *r = lmpi_record_request_find(&in->handles, request);
        if (r == NULL)
            record_lacks(in, call->name, " of a request whose call is not recorded");
        in->nnumbers = 0;
        record_number(in, r ? r->number : TRACE_NONE);
        for (int i = 0; i < n; i++)
            record_number(in, values[i]);
        write_call(call, took, 0);
    }
    end(call);
}

#endif
