/* coll_kept.c - what a collective needs of a call and the program may free meanwhile: datatypes, operator, lists. */
#include <limits.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_operation.h"
#include "lmpi/coll/coll_time.h"
#include "lmpi/datatype/op.h"

static void each_type(const lmpi_coll_call *call, void (*fn)(MPI_Datatype)) {
    const MPI_Datatype one[] = {call->send_type, call->recv_type};
    for (int i = 0; i < 2; i++)
        if (one[i])
            fn(one[i]);
    for (int i = 0; call->send_types && call->send != MPI_IN_PLACE && i < call->send_parts; i++)
        if (call->send_counts[i])
            fn(call->send_types[i]);
    for (int i = 0; call->recv_types && i < call->recv_parts; i++)
        if (call->recv_counts[i])
            fn(call->recv_types[i]);
}

static void hold(MPI_Datatype type) {
    if (!LMPI_TYPE_IS_BUILTIN(type))
        lmpi_type_hold(type);
}

static void release(MPI_Datatype type) {
    if (!LMPI_TYPE_IS_BUILTIN(type))
        lmpi_type_release(type);
}

/* A type that is not significant at this member may be anything. 0 stands for it if it is none. */
static MPI_Datatype known_or_none(MPI_Datatype type) {
    return LMPI_TYPE_IS_BUILTIN(type) || lmpi_type_of(type) ? type : 0;
}

void lmpi_coll_hold(lmpi_coll_call *call) {
    call->send_type = known_or_none(call->send_type);
    call->recv_type = known_or_none(call->recv_type);
    each_type(call, hold);
    lmpi_op_hold(call->op);
}

void lmpi_coll_release_types(const lmpi_coll_call *call) {
    each_type(call, release);
}

/* A copy of a list of n values; NULL of NULL. Where the first call has an equal list that one. */
static const void *copy_of(const void *list, const void *firsts, int n, size_t size) {
    if (!list || (firsts && memcmp(list, firsts, (size_t)n * size) == 0))
        return list ? firsts : NULL;
    return memcpy(bsim_alloc((size_t)n * size), list, (size_t)n * size);
}

void lmpi_coll_keep(lmpi_coll_call *copy, const lmpi_coll_call *first) {
    static const lmpi_coll_call none;
    bool has_lists = !copy->kind->rooted || copy->local == copy->root;
    bool sends = has_lists && copy->send != MPI_IN_PLACE;
    if (first == copy || !first->has_left || first->send_parts != copy->send_parts ||
        first->recv_parts != copy->recv_parts)
        first = &none;
    copy->has_left = true;
    if (!copy->kept)
        copy->send_displs = NULL;
    copy->recv_displs = NULL;
    copy->send_offsets = copy->recv_offsets = NULL;
    lmpi_coll_hold(copy);
    if (!sends) {
        copy->send_counts = NULL;
        copy->send_types = NULL;
    }
    if (!has_lists)
        copy->recv_counts = NULL;
    int out = copy->send_parts, in = copy->recv_parts;
    copy->send_counts = copy_of(copy->send_counts, first->send_counts, out, sizeof *copy->send_counts);
    copy->send_types = copy_of(copy->send_types, first->send_types, out, sizeof *copy->send_types);
    copy->recv_counts = copy_of(copy->recv_counts, first->recv_counts, in, sizeof *copy->recv_counts);
    copy->recv_types = copy_of(copy->recv_types, first->recv_types, in, sizeof *copy->recv_types);
}

bool lmpi_coll_keep_data(lmpi_coll_call *kept, const void **buffer, int64_t count, MPI_Datatype type) {
    int64_t offset, bytes = count * lmpi_type_size(type);
    if (bytes == 0 || !lmpi_type_has_memory(*buffer, type))
        return true;
    if (!lmpi_type_is_flat(type, count, &offset))
        return false;
    kept->kept = memcpy(bsim_alloc((size_t)bytes), (const char *)*buffer + offset, (size_t)bytes);
    *buffer = (const char *)kept->kept - offset;
    return true;
}

/* The blocks are one behind the other, with the list of their places in front. */
bool lmpi_coll_keep_blocks(lmpi_coll_call *kept) {
    int64_t size = lmpi_type_size(kept->send_type), offset, total = 0;
    int n = kept->send_parts;
    for (int i = 0; i < n; i++)
        total += kept->send_counts[i];
    if (!lmpi_type_is_flat(kept->send_type, 2, &offset) || total > INT_MAX)
        return false;
    bool has_memory = lmpi_type_has_memory(kept->send, kept->send_type);
    size_t list = (size_t)(n + n % 2) * sizeof(int);
    int *displs = bsim_alloc(list + (has_memory ? (size_t)(total * size) : 0));
    char *to = (char *)displs + list;
    for (int i = 0, at = 0; i < n; at += kept->send_counts[i++]) {
        displs[i] = at;
        if (has_memory)
            memcpy(to + at * size, (const char *)kept->send + offset + kept->send_displs[i] * size,
                   (size_t)(kept->send_counts[i] * size));
    }
    kept->kept = displs;
    kept->send_displs = displs;
    if (has_memory)
        kept->send = to - offset;
    return true;
}

struct leaving {
    lmpi_coll_run run;
    const lmpi_coll_call *call;
    lmpi_coll_call *kept;
    bool leaves;
};

static void run_leave(void *argument) {
    struct leaving *l = argument;
    l->leaves = l->call->kind->leave(&l->run, l->call, l->kept);
    lmpi_coll_scratch_free(NULL);
}

bool lmpi_coll_leave(lmpi_coll_operation *operation, const lmpi_coll_call *call) {
    bool has_data = call->real && call->kind->data;
    if (has_data && !call->kind->leave)
        return false;
    lmpi_coll_call *copy = bsim_alloc(sizeof *copy);
    *copy = *call;
    copy->request = NULL;
    struct leaving leaving = {.run = {.comm = operation->comm, .n = operation->comm->size, .call = operation->call},
                              .call = call,
                              .kept = copy};
    if (has_data)
        bsim_on_host_stack(run_leave, &leaving);
    if (has_data && !leaving.leaves) {
        bsim_free(copy->kept);
        bsim_free(copy);
        return false;
    }
    if (operation->first == call)
        operation->first = copy;
    if (operation->typed == call)
        operation->typed = copy;
    operation->call[call->local] = copy;
    lmpi_coll_keep(copy, operation->first);
    return true;
}

static void free_list(const void *list, const void *firsts) {
    if (list != firsts)
        bsim_free((void *)(uintptr_t)list);
}

void lmpi_coll_unkeep(lmpi_coll_call *copy, const lmpi_coll_call *first) {
    static const lmpi_coll_call none;
    first = first == copy ? &none : first;
    lmpi_coll_release_types(copy);
    lmpi_op_release(copy->op);
    free_list(copy->send_counts, first->send_counts);
    free_list(copy->send_types, first->send_types);
    free_list(copy->recv_counts, first->recv_counts);
    free_list(copy->recv_types, first->recv_types);
    bsim_free(copy->kept);
    bsim_free(copy);
}
