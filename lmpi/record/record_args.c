/* record_args.c - the arguments of calls as numbers of the trace. */
#include "bsim/trace/trace_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_stream.h"
#include "lmpi/record/record.h"
#include "lmpi/record/record_out.h"

static int64_t *numbers;
static size_t nnumbers, numbers_room;

void record_numbers_clear(void) {
    nnumbers = 0;
}

void record_number(int64_t value) {
    numbers = record_grow(numbers, nnumbers, &numbers_room, sizeof *numbers);
    numbers[nnumbers++] = value;
}

int64_t *record_numbers(int *n) {
    *n = (int)nnumbers;
    return numbers;
}

void record_lacks(const char *name, const char *why) {
    char text[256];
    snprintf(text, sizeof text, "MPI_%s%s", name, why);
    record_out_note(text);
}

static int64_t type_number(MPI_Datatype type) {
    int size = 0, n_int, n_address, n_type, combiner;
    MPI_Aint lb = 0, extent = 0, true_lb = 0, true_extent = 0;
    if (type == MPI_DATATYPE_NULL)
        return TRACE_NONE;
    if (((unsigned)type >> 24) == 0x4cu) /* MPICH's handle tells the size */
        return record_out_type(type, (unsigned)type >> 8 & 0xff, (unsigned)type >> 8 & 0xff, 1);
    PMPI_Type_size(type, &size);
    PMPI_Type_get_extent(type, &lb, &extent);
    PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
    PMPI_Type_get_envelope(type, &n_int, &n_address, &n_type, &combiner);
    return record_out_type(combiner == MPI_COMBINER_NAMED ? (unsigned)type : 0, size, extent,
                           true_extent == size && extent == size);
}

static int64_t operator_number(MPI_Op op) {
    int commutes = 1;
    if (((unsigned)op >> 24) == 0x58u) /* predefined */
        return op;
    PMPI_Op_commutative(op, &commutes);
    return commutes ? TRACE_USER_OP : TRACE_ORDERED_OP;
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

static void add_list(const int64_t list, int n, bool are_types) {
    const int *values = (const int *)(uintptr_t)list;
    record_number(n);
    for (int i = 0; i < n; i++)
        record_number(are_types ? type_number(values[i]) : values[i]);
}

void record_encode(const struct record_call *call, int *source_at, int *tag_at) {
    const char *roles = call->roles;
    const char *at_comm = strchr(roles, 'c'), *at_root = strchr(roles, 'k'), *buffer = strchr(roles, 'b');
    const struct record_comm *comm = at_comm ? record_comm_find((MPI_Comm)call->arg[at_comm - roles]) : NULL;
    int root = at_root ? (int)call->arg[at_root - roles] : -1, rank = comm ? comm->rank : 0;
    bool is_coll = strpbrk(roles, "gp") == NULL;
    const void *first = buffer ? (const void *)(uintptr_t)call->arg[buffer - roles] : NULL;
    const char *receive = strchr(roles, 'r');
    const void *second = receive ? (const void *)(uintptr_t)call->arg[receive - roles] : NULL;
    nnumbers = 0;
    *source_at = *tag_at = -1;
    if (at_comm && !comm)
        record_lacks(call->name, " in a communicator that was made by a call that is not recorded");
    for (int i = 0; roles[i]; i++) {
        int64_t value = call->arg[i];
        bool counts = !is_coll || is_significant(call, i, first, second, root, rank);
        bool is_source = strchr("pg", roles[i]) && strchr(roles, 'r') ? i > strchr(roles, 'r') - roles : false;
        if (strcmp(call->name, "Sendrecv_replace") == 0)
            is_source = i >= 5;
        switch (roles[i]) {
        case 'n':
            record_number(counts ? value : TRACE_NONE);
            break;
        case 'k':
            record_number(value);
            break;
        case 'g':
            if (value == MPI_ANY_TAG && is_source)
                *tag_at = (int)nnumbers;
            record_number(value == MPI_ANY_TAG ? TRACE_ANY : value);
            break;
        case 'p':
            if (value == MPI_ANY_SOURCE && is_source)
                *source_at = (int)nnumbers;
            record_number(value == MPI_ANY_SOURCE  ? TRACE_ANY
                          : value == MPI_PROC_NULL ? TRACE_PROC_NULL
                                                   : value - rank);
            break;
        case 't':
            record_number(counts ? type_number((MPI_Datatype)value) : TRACE_NONE);
            break;
        case 'c':
            record_number(comm ? comm->number : TRACE_NONE);
            break;
        case 'o':
            record_number(operator_number((MPI_Op)value));
            break;
        case 'v':
        case 'w':
            add_list(value, counts && comm ? comm->size : 0, roles[i] == 'w');
            break;
        case 'b':
        case 'r':
        case 'x':
            if (is_coll)
                record_number((const void *)(uintptr_t)value == MPI_IN_PLACE ? TRACE_IN_PLACE : 0);
            break;
        default:
            break;
        }
    }
}
