/* record_args.h - the arguments of calls as numbers of the trace (bsim/trace/trace_calls.h). Included by what records:
 * record.c and lmpi/capture/capture_calls.c, which define before
 *
 *   record_lacks(in, name, why)   tells what the trace lacks: MPI_NAME, and the rest of the clause
 *   record_type(in, handle, n)    the number of a datatype, or of one with n elements of it
 *   record_neighbours(in, comm, of_sources, list)  how many neighbours this process has, and which; the list is good
 * until the next call */
#ifndef LMPI_RECORD_ARGS_H
#define LMPI_RECORD_ARGS_H

#include <string.h>

#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/record/record.h"

static void record_number(struct record_state *in, int64_t value) {
    in->numbers = lmpi_record_grow(in->numbers, in->nnumbers, &in->numbers_room, sizeof *in->numbers);
    in->numbers[in->nnumbers++] = value;
}

static int64_t operator_number(MPI_Op op) {
    int commutes = 1;
    if (((unsigned)op >> 24) == 0x58u) /* predefined */
        return op;
    RECORD_REAL(Op_commutative)(op, &commutes);
    return commutes ? TRACE_USER_OP : TRACE_ORDERED_OP;
}

/* Whether MPI looks at an argument of a collective between two groups. */
static bool is_significant_between(const struct record_call *call, int i, int root) {
    const char *receive = strchr(call->roles, 'r');
    bool of_receive = receive && i > receive - call->roles;
    if (strchr(call->roles, 'k') == NULL)
        return true;
    if (root == MPI_PROC_NULL)
        return false;
    if (trace_receives_at_root_only(call->name))
        return of_receive == (root == MPI_ROOT);
    if (trace_sends_at_root_only(call->name))
        return of_receive == (root != MPI_ROOT);
    return true;
}

/* The receive part of a call begins with the role r. */
static bool is_significant(const struct record_call *call, int i, const void *first, const void *second, int root,
                           int rank) {
    const char *receive = strchr(call->roles, 'r');
    bool of_receive = receive && i > receive - call->roles;
    bool sends = strchr(call->roles, 'b') != NULL, both = sends && receive && strpbrk(receive, "tw");
    if (!both)
        return true;
    if ((of_receive ? second : first) == MPI_IN_PLACE)
        return false;
    if (of_receive && trace_receives_at_root_only(call->name))
        return root == rank;
    if (!of_receive && trace_sends_at_root_only(call->name))
        return root == rank;
    return true;
}

static void add_list(const struct record_call *call, int64_t list, int n, bool are_types) {
    const int *values = (const int *)(uintptr_t)list;
    const MPI_Count *large = (const MPI_Count *)(uintptr_t)list;
    record_number(call->in, n);
    for (int i = 0; i < n; i++)
        record_number(call->in, are_types        ? record_type(call->in, values[i], 1)
                                : call->is_large ? large[i]
                                                 : values[i]);
}

/* More elements than an int counts are one element of a datatype that has as many, as they are for the runtime
 * (lmpi/large/). Elements that are combined stay as they are. */
static int64_t elements_in_one(const struct record_call *call, int64_t count) {
    return count > INT32_MAX && strchr(call->roles, 'o') == NULL ? count : 1;
}

/* The length of a list of counts or datatypes, argument i. */
static int listed(const struct record_call *call, const struct record_comm *comm, int i) {
    const int *unused;
    const char *receive = strchr(call->roles, 'r');
    if (!trace_is_of_neighbours(call->name)) /* the results of Reduce_scatter stay in each group */
        return comm->remote > 0 && !strstr(call->name, "educe_scatter") ? comm->remote : comm->size;
    return record_neighbours(call->in, comm->handle, receive && i > receive - call->roles, &unused);
}

/* Puts the numbers of a call's arguments, without requests, into the list of numbers. *source_at, *tag_at: where the
 * list says that any source or tag will do; else -1. */
static void record_encode(const struct record_call *call, int *source_at, int *tag_at) {
    struct record_state *in = call->in;
    const char *roles = call->roles;
    const char *at_comm = strchr(roles, 'c'), *at_root = strchr(roles, 'k'), *buffer = strchr(roles, 'b');
    const struct record_comm *comm =
        at_comm ? lmpi_record_comm_find(&in->handles, (MPI_Comm)call->arg[at_comm - roles]) : NULL;
    int root = at_root ? (int)call->arg[at_root - roles] : -1, rank = comm ? comm->rank : 0;
    bool is_coll = strpbrk(roles, "gp") == NULL;
    const void *first = buffer ? (const void *)(uintptr_t)call->arg[buffer - roles] : NULL;
    const char *receive = strchr(roles, 'r');
    const void *second = receive ? (const void *)(uintptr_t)call->arg[receive - roles] : NULL;
    int64_t in_one = 1;
    in->nnumbers = 0;
    *source_at = *tag_at = -1;
    if (at_comm && !comm)
        record_lacks(in, call->name, " in a communicator that was made by a call that is not recorded");
    for (int i = 0; roles[i]; i++) {
        int64_t value = call->arg[i];
        bool counts = !is_coll || (comm && comm->remote > 0 ? is_significant_between(call, i, root)
                                                            : is_significant(call, i, first, second, root, rank));
        bool is_source = strchr("pg", roles[i]) && strchr(roles, 'r') ? i > strchr(roles, 'r') - roles : false;
        if (strstr(call->name, "endrecv_replace"))
            is_source = i >= 5;
        switch (roles[i]) {
        case 'n':
            in_one = elements_in_one(call, value);
            record_number(in, !counts ? TRACE_NONE : in_one > 1 ? 1 : value);
            break;
        case 'k':
            record_number(in, value);
            break;
        case 'g':
            if (value == MPI_ANY_TAG && is_source)
                *tag_at = (int)in->nnumbers;
            record_number(in, value == MPI_ANY_TAG ? TRACE_ANY : value);
            break;
        case 'p':
            if (value == MPI_ANY_SOURCE && is_source)
                *source_at = (int)in->nnumbers;
            record_number(in, value == MPI_ANY_SOURCE  ? TRACE_ANY
                              : value == MPI_PROC_NULL ? TRACE_PROC_NULL
                                                       : value - rank);
            break;
        case 't':
            record_number(in, counts ? record_type(in, (MPI_Datatype)value, in_one) : TRACE_NONE);
            in_one = 1;
            break;
        case 'c':
            record_number(in, comm ? comm->number : TRACE_NONE);
            break;
        case 'o':
            record_number(in, operator_number((MPI_Op)value));
            break;
        case 'v':
        case 'w':
            add_list(call, value, counts && comm ? listed(call, comm, i) : 0, roles[i] == 'w');
            break;
        case 'b':
        case 'r':
        case 'x':
            if (is_coll)
                record_number(in, (const void *)(uintptr_t)value == MPI_IN_PLACE ? TRACE_IN_PLACE : 0);
            break;
        default:
            break;
        }
    }
}

#endif
