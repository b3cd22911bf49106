/* record_windows.h - what is recorded of one-sided communication. Included once by what records, behind record_calls.h.
 *
 * Places in windows are not part of the trace: the time of an operation depends on its target and its bytes. */
#ifndef LMPI_RECORD_WINDOWS_H
#define LMPI_RECORD_WINDOWS_H

#include "lmpi/record/record_calls.h"

static struct record_object *window_of(const struct record_call *call, MPI_Win win) {
    struct record_object *w = lmpi_record_object_find(&call->in->handles.windows, (uint64_t)(unsigned)win);
    if (w == NULL)
        record_lacks(call->in, call->name, " of a window that was made by a call that is not recorded");
    return w;
}

static void made_window(struct record_call *call, int code, MPI_Comm comm, const MPI_Win *win) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_comm *of = lmpi_record_comm_find(&in->handles, comm);
        if (of == NULL)
            record_lacks(in, call->name, of_unknown);
        in->nnumbers = 0;
        record_number(in, of ? of->number : TRACE_NONE);
        record_number(
            in, lmpi_record_object_add(&in->handles.windows, (uint64_t)(unsigned)*win, of ? of->rank : 0)->number);
        write_call(call, took, 0);
    }
    end(call);
}

/* A target as a number of the trace. */
static int64_t target_of(const struct record_object *w, int64_t rank) {
    return rank == MPI_PROC_NULL ? TRACE_PROC_NULL : rank - (w ? w->rank : 0);
}

/* Begins the list of numbers. */
static struct record_object *begin_window(const struct record_call *call, MPI_Win win) {
    struct record_object *w = window_of(call, win);
    call->in->nnumbers = 0;
    record_number(call->in, w ? w->number : TRACE_NONE);
    return w;
}

static void freed_window(struct record_call *call, int code, MPI_Win win) {
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        begin_window(call, win);
        lmpi_record_object_remove(&call->in->handles.windows, (uint64_t)(unsigned)win);
        write_call(call, took, 0);
    }
    end(call);
}

/* A synchronization. target: NULL of those that have none; more: NULL of those that have no such number. */
static void synchronized(struct record_call *call, int code, MPI_Win win, const int *target, const int *more) {
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_object *w = begin_window(call, win);
        if (target)
            record_number(call->in, target_of(w, *target));
        if (more)
            record_number(call->in, *more);
        if (call->function == RECORD_Win_sync)
            record_lacks(call->in, call->name, ": what it waits for in the memory of a window is not in the trace");
        if (call->function == RECORD_Win_lock)
            record_number(call->in, call->arg[2]);
        write_call(call, took, 0);
    }
    end(call);
}

/* MPI_Win_post and MPI_Win_start: the ranks of the group. */
static void exposed(struct record_call *call, int code, MPI_Group group, MPI_Win win) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        MPI_Group all;
        int n = 0, rank = 0;
        const struct record_object *w = begin_window(call, win);
        RECORD_REAL(Group_size)(group, &n);
        RECORD_REAL(Win_get_group)(win, &all);
        record_number(in, n);
        for (int i = 0; i < n; i++) {
            RECORD_REAL(Group_translate_ranks)(group, 1, &i, all, &rank);
            record_number(in, target_of(w, rank));
        }
        RECORD_REAL(Group_free)(&all);
        write_call(call, took, 0);
    }
    end(call);
}

/* A one-sided operation: the last count and datatype are those at the target. */
static void moved(struct record_call *call, int code) {
    struct record_state *in = call->in;
    const char *roles = call->roles, *count = strrchr(roles, 'n'), *op = strchr(roles, 'o');
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_object *w = begin_window(call, (MPI_Win)call->arg[strrchr(roles, 'i') - roles]);
        MPI_Count size = 0;
        RECORD_REAL(Type_size_x)((MPI_Datatype)call->arg[strrchr(roles, 't') - roles], &size);
        record_number(in, target_of(w, call->arg[strchr(roles, 'p') - roles]));
        record_number(in, size * (count ? call->arg[count - roles] : 1));
        if (op) {
            record_number(in, call->arg[op - roles]);
            record_number(in, record_element_size((MPI_Datatype)call->arg[strrchr(roles, 't') - roles]));
        }
        if (roles[strlen(roles) - 1] == 'R')
            record_number(
                in,
                lmpi_record_request_add(&in->handles, *(MPI_Request *)(uintptr_t)call->arg[strlen(roles) - 1])->number);
        write_call(call, took, 0);
    }
    end(call);
}

#endif
