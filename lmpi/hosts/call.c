/* call.c - calls of collectives, as they travel. Each host of a communicator gets the calls of all its members, with
 * the data that they give, and evaluates the operation for itself: so all find the same times and results. What
 * members that are away receive is moved nowhere. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_operation.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/pool.h"
#include "lmpi/core/hosts.h"
#include "lmpi/hosts/letters.h"

static const struct lmpi_shape shapes[] = {{"MPI_Barrier", LMPI_NOTHING, LMPI_NOTHING, false, false},
                                           {"MPI_Bcast", LMPI_NOTHING, LMPI_VECTOR, false, false},
                                           {"MPI_Reduce", LMPI_VECTOR, LMPI_VECTOR, false, true},
                                           {"MPI_Allreduce", LMPI_VECTOR, LMPI_VECTOR, false, false},
                                           {"MPI_Scan", LMPI_VECTOR, LMPI_VECTOR, false, false},
                                           {"MPI_Exscan", LMPI_VECTOR, LMPI_VECTOR, false, false},
                                           {"MPI_Gather", LMPI_BLOCK, LMPI_BLOCKS, false, true},
                                           {"MPI_Gatherv", LMPI_BLOCK, LMPI_BLOCKS, false, true},
                                           {"MPI_Scatter", LMPI_BLOCKS, LMPI_BLOCK, true, false},
                                           {"MPI_Scatterv", LMPI_BLOCKS, LMPI_BLOCK, true, false},
                                           {"MPI_Allgather", LMPI_BLOCK, LMPI_BLOCKS, false, false},
                                           {"MPI_Allgatherv", LMPI_BLOCK, LMPI_BLOCKS, false, false},
                                           {"MPI_Alltoall", LMPI_BLOCKS, LMPI_BLOCKS, false, false},
                                           {"MPI_Alltoallv", LMPI_BLOCKS, LMPI_BLOCKS, false, false},
                                           {"MPI_Alltoallw", LMPI_BLOCKS, LMPI_BLOCKS, false, false},
                                           {"MPI_Reduce_scatter", LMPI_SUM, LMPI_SUM, false, false},
                                           {"MPI_Reduce_scatter_block", LMPI_SUM, LMPI_SUM, false, false},
                                           {"MPI_Comm_dup", LMPI_NOTHING, LMPI_NOTHING, false, false},
                                           {"MPI_Comm_split", LMPI_NOTHING, LMPI_NOTHING, false, false},
                                           {"MPI_Comm_split_type", LMPI_NOTHING, LMPI_NOTHING, false, false},
                                           {"MPI_Comm_create", LMPI_NOTHING, LMPI_NOTHING, false, false},
                                           {"MPI_Cart_create", LMPI_NOTHING, LMPI_NOTHING, false, false},
                                           {"MPI_Cart_sub", LMPI_NOTHING, LMPI_NOTHING, false, false},
                                           {"a new communicator", LMPI_NOTHING, LMPI_NOTHING, false, false}};

static const struct lmpi_shape *shape_of(const char *name) {
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (strcmp(shapes[i].name, name) == 0)
            return &shapes[i];
    return NULL;
}

/* Of a start of a persistent request: where it was made, and its channel. */
static void put_channel(lmpi_letter *l, const lmpi_coll_call *c) {
    if (!c->persists)
        return;
    const uint32_t number = lmpi_coll_channel_number(c->channel);
    lmpi_put_site(l, c->init);
    LMPI_PUT(l, number);
}

static void put_call(lmpi_letter *l, const lmpi_comm *comm, const lmpi_coll_call *c, const struct lmpi_shape *shape,
                     const double *entry) {
    const int32_t kind = LMPI_LETTER_CALL;
    const uint64_t key = lmpi_hosts_key(comm);
    LMPI_PUT(l, kind);
    LMPI_PUT(l, key);
    lmpi_put(l, c, sizeof *c);
    LMPI_PUT(l, bsim_self->clock[0]);
    lmpi_put_times(l, entry);
    lmpi_put_place(l, c->kind);
    lmpi_put_site(l, c->site);
    put_channel(l, c);
    lmpi_hosts_put_reduction(l, c);
    lmpi_hosts_put_buffers(l, c, shape, comm->size);
    lmpi_hosts_put_arguments(l, comm, c);
}

void lmpi_hosts_join(const lmpi_comm *comm, const lmpi_coll_call *call, const double *entry) {
    const struct lmpi_shape *shape = shape_of(call->kind->name);
    if (!shape)
        lmpi_hosts_refuse(call->site->call, call->site->address);
    lmpi_letter l = {0};
    put_call(&l, comm, call, shape, entry);
    uint64_t hosts = lmpi_hosts_of(comm) & ~((uint64_t)1 << bsim_context.host);
    for (int host = 0; hosts; host++, hosts >>= 1) {
        if (!(hosts & 1))
            continue;
        char *copy = hosts == 1 ? l.bytes : memcpy(bsim_alloc(l.n), l.bytes, l.n);
        bsim_hosts_send(host, copy, l.n);
    }
}

/* ---- there ---- */

static void take_channel(lmpi_letter *l, lmpi_comm *comm, lmpi_coll_call *c) {
    uint32_t number;
    c->init = NULL;
    c->channel = NULL;
    if (!c->persists)
        return;
    c->init = lmpi_take_site(l);
    LMPI_TAKE(l, number);
    c->channel = lmpi_coll_channel_at(comm, number);
}

void lmpi_hosts_take_call(lmpi_letter *l, int comm) {
    static MPI_Request handle; /* of all calls that do not block */
    lmpi_comm *c = lmpi_comms[comm];
    lmpi_coll_call call;
    double entry[BSIM_MAX_SCENARIOS], entry_s;
    bsim_check(c != NULL);
    LMPI_TAKE(l, call);
    LMPI_TAKE(l, entry_s);
    lmpi_take_times(l, entry);
    call.kept = NULL;
    call.kind = lmpi_take_place(l);
    call.site = lmpi_take_site(l);
    call.line = NULL;
    take_channel(l, c, &call);
    call.made_at = NULL;
    call.made = NULL;
    call.handle = call.handle ? &handle : NULL;
    call.send_offsets = call.recv_offsets = NULL;
    lmpi_hosts_take_reduction(l, &call);
    lmpi_hosts_take_buffers(l, &call, c->size);
    lmpi_hosts_take_arguments(l, &call);
    call.entry_s = entry_s;
    call.request = lmpi_request_new();
    bsim_clock_copy(call.request->times, entry);
    if (call.handle)
        lmpi_coll_start_away(c, &call);
    else
        lmpi_coll_join_away(c, &call);
}
