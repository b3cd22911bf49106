/* context.c - the messages of constructors of communicators (context.h). Facts: the messages that MPICH 4.0.2 gives to
 * its network layer (tests/mpich/messages.py). Must not know what the constructors make. */
#include "lmpi/comm/context.h"

enum {
    SPLIT_BYTES = 8,   /* color and key */
    SPLIT_MOST = 8192, /* from here on in log n steps: a ring has n * (n - 1) messages */
    TOLD_BYTES = 4
};

lmpi_task lmpi_context_task(enum lmpi_purpose purpose) {
    return (lmpi_task){.bytes = LMPI_CONTEXT_COUNT * LMPI_CONTEXT_EACH,
                       .count = LMPI_CONTEXT_COUNT,
                       .each = LMPI_CONTEXT_EACH,
                       .commutes = true,
                       .predefined = true,
                       .purpose = purpose};
}

static void agree(lmpi_coll_run *run, enum lmpi_purpose purpose) {
    lmpi_task task = lmpi_context_task(purpose);
    lmpi_coll_choose(run, BSIM_COLLECTIVE_allreduce, &task);
}

static void tell(lmpi_coll_run *run) {
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = TOLD_BYTES, .purpose = LMPI_FOR_CONTEXT});
}

void lmpi_context_time(lmpi_coll_run *run) {
    agree(run, LMPI_FOR_CONTEXT);
}

void lmpi_context_split_time(lmpi_coll_run *run) {
    lmpi_task gather = {.bytes = SPLIT_BYTES, .purpose = LMPI_FOR_CONTEXT};
    if (run->n < SPLIT_MOST)
        lmpi_coll_choose(run, BSIM_COLLECTIVE_allgather, &gather);
    else
        lmpi_coll_allgather_equal(run, SPLIT_BYTES);
    agree(run, LMPI_FOR_CONTEXT);
}

void lmpi_context_topology_time(lmpi_coll_run *run, bool is_empty, bool reorders) {
    if (is_empty)
        return;
    if (reorders)
        lmpi_context_split_time(run);
    else
        lmpi_context_time(run);
}

void lmpi_context_dup_time(lmpi_coll_run *run) {
    agree(run, LMPI_FOR_CONTEXT);
    tell(run);
}

void lmpi_context_group_time(lmpi_coll_run *run) {
    agree(run, LMPI_FOR_GROUP);
    tell(run);
}

/* Three allreduces of an int, and before the last one an empty reduction. */
static void tell_type(lmpi_coll_run *run) {
    const lmpi_task one = {.bytes = TOLD_BYTES,
                           .count = 1,
                           .each = TOLD_BYTES,
                           .commutes = true,
                           .predefined = true,
                           .purpose = LMPI_FOR_CONTEXT};
    lmpi_coll_choose(run, BSIM_COLLECTIVE_allreduce, &one);
    lmpi_coll_choose(run, BSIM_COLLECTIVE_allreduce, &one);
    lmpi_reduce_binomial(run, &(lmpi_task){.commutes = true, .segment = -1});
    lmpi_coll_choose(run, BSIM_COLLECTIVE_allreduce, &one);
}

#define TOLD .name = "a new communicator", .continues = true, .by_one = true
static const lmpi_coll_kind told = {TOLD, .time = tell}, type_told = {TOLD, .time = tell_type};

static int join_in(lmpi_comm *made, const lmpi_coll_kind *kind, const lmpi_coll_call *first) {
    if (made->size < 2)
        return MPI_SUCCESS;
    lmpi_coll_call call = {.kind = kind,
                           .site = bsim_site_here(first->site),
                           .world = first->world,
                           .local = lmpi_comm_rank(made, first->world),
                           .real = first->real};
    return lmpi_coll_join(made, &call);
}

int lmpi_context_tell(lmpi_comm *made, const lmpi_coll_call *first) {
    return join_in(made, &told, first);
}

int lmpi_context_tell_type(lmpi_comm *made, const lmpi_coll_call *first) {
    return join_in(made, &type_told, first);
}
