/* record_files.h - what is recorded of functions of files. Included once by what records, behind record_calls.h.
 *
 * Names, places in files and views are not part of the trace: the time of an access depends on its bytes. Of a read
 * these are known when it is complete. */
#ifndef LMPI_RECORD_FILES_H
#define LMPI_RECORD_FILES_H

#include "lmpi/record/record_calls.h"

static struct record_object *file_of(const struct record_call *call, MPI_File file) {
    struct record_object *f = lmpi_record_object_find(&call->in->handles.files, (uint64_t)(uintptr_t)file);
    if (f == NULL)
        record_lacks(call->in, call->name, " of a file whose opening is not recorded");
    return f;
}

/* Whether ranks have met to open a file, though they could not. */
static bool has_met(int code) {
    int class = class_of(code);
    return class != MPI_ERR_AMODE && class != MPI_ERR_COMM && class != MPI_ERR_ARG;
}

static void opened(struct record_call *call, int code, MPI_Comm comm, const MPI_File *file) {
    struct record_state *in = call->in;
    if (in && has_met(code)) {
        int64_t took = inside(call);
        const struct record_comm *of = lmpi_record_comm_find(&in->handles, comm);
        if (of == NULL)
            record_lacks(in, call->name, of_unknown);
        in->nnumbers = 0;
        record_number(in, of ? of->number : TRACE_NONE);
        record_number(in, code != MPI_SUCCESS
                              ? TRACE_NONE
                              : lmpi_record_object_add(&in->handles.files, (uint64_t)(uintptr_t)*file, 0)->number);
        write_call(call, took, 0);
    }
    end(call);
}

/* A function that moves no data. status: of the end of a split access, or NULL. */
static void used_file(struct record_call *call, int code, MPI_File file, const MPI_Status *status) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        struct record_object *f = file_of(call, file);
        in->nnumbers = 0;
        record_number(in, f ? f->number : TRACE_NONE);
        if (status && f && f->event >= 0) {
            lmpi_record_queue_fix(&in->queue, f->event, 1, bytes_of(status), 1);
            f->event = -1;
        }
        write_call(call, took, 0);
    }
    end(call);
}

static void closed(struct record_call *call, int code, MPI_File file) {
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        file_of(call, file);
        int number = lmpi_record_object_remove(&call->in->handles.files, (uint64_t)(uintptr_t)file);
        call->in->nnumbers = 0;
        record_number(call->in, number < 0 ? TRACE_NONE : number);
        write_call(call, took, 0);
    }
    end(call);
}

/* Also of a file that is not there, which takes as long. */
static void deleted(struct record_call *call) {
    if (call->in) {
        call->in->nnumbers = 0;
        write_call(call, inside(call), 0);
    }
    end(call);
}

/* The bytes for which an access has room. */
static int64_t bytes_of_access(const struct record_call *call) {
    const char *count = strchr(call->roles, 'n');
    MPI_Count size = 0;
    RECORD_REAL(Type_size_x)((MPI_Datatype)call->arg[count + 1 - call->roles], &size);
    return call->arg[count - call->roles] * size;
}

static void accessed(struct record_call *call, int code) {
    struct record_state *in = call->in;
    const char *roles = call->roles;
    size_t last = strlen(roles) - 1;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        struct record_object *f = file_of(call, (MPI_File)(uintptr_t)call->arg[0]);
        bool reads = strchr(roles, 'r') != NULL, begins = roles[last] == 't';
        struct record_request *r = NULL;
        in->nnumbers = 0;
        record_number(in, f ? f->number : TRACE_NONE);
        record_number(in, reads && roles[last] == 'S' ? bytes_of((const MPI_Status *)(uintptr_t)call->arg[last])
                                                      : bytes_of_access(call));
        if (roles[last] == 'R') {
            r = lmpi_record_request_add(&in->handles, *(MPI_Request *)(uintptr_t)call->arg[last]);
            record_number(in, r->number);
        }
        bool is_open = reads && (r || (begins && f));
        int64_t event = write_call(call, took, is_open);
        if (r && is_open) {
            r->event = event;
            r->bytes_at = 1;
        } else if (is_open) {
            f->event = event;
        }
    }
    end(call);
}

#endif
