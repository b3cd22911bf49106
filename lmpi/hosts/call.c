/* call.c - calls of collectives, as they travel. Each host of a communicator gets the calls of all its members, with
 * the data that they give, and evaluates the operation for itself: so all find the same times and results. What the
 * members that are away receive is moved to memory that nobody reads. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_operation.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/pool.h"
#include "lmpi/datatype/op.h"
#include "lmpi/core/hosts.h"
#include "lmpi/hosts/letters.h"

/* What is in a buffer: nothing, a vector of recv_count elements of recv_type, a block, a block or a list of blocks for
 * each member, or the vector that is the sum of all members' blocks. */
enum content { NOTHING, VECTOR, BLOCK, BLOCKS, SUM };

static const struct shape {
    const char *name;
    enum content send, recv;
    bool root_sends, root_receives; /* no other member does */
} shapes[] = {{"MPI_Barrier", NOTHING, NOTHING, false, false},
              {"MPI_Bcast", NOTHING, VECTOR, false, false},
              {"MPI_Reduce", VECTOR, VECTOR, false, true},
              {"MPI_Allreduce", VECTOR, VECTOR, false, false},
              {"MPI_Scan", VECTOR, VECTOR, false, false},
              {"MPI_Exscan", VECTOR, VECTOR, false, false},
              {"MPI_Gather", BLOCK, BLOCKS, false, true},
              {"MPI_Gatherv", BLOCK, BLOCKS, false, true},
              {"MPI_Scatter", BLOCKS, BLOCK, true, false},
              {"MPI_Scatterv", BLOCKS, BLOCK, true, false},
              {"MPI_Allgather", BLOCK, BLOCKS, false, false},
              {"MPI_Allgatherv", BLOCK, BLOCKS, false, false},
              {"MPI_Alltoall", BLOCKS, BLOCKS, false, false},
              {"MPI_Alltoallv", BLOCKS, BLOCKS, false, false},
              {"MPI_Reduce_scatter", SUM, SUM, false, false},
              {"MPI_Reduce_scatter_block", SUM, SUM, false, false},
              {"MPI_Comm_dup", NOTHING, NOTHING, false, false},
              {"MPI_Comm_split", NOTHING, NOTHING, false, false},
              {"MPI_Comm_split_type", NOTHING, NOTHING, false, false},
              {"MPI_Comm_create", NOTHING, NOTHING, false, false},
              {"MPI_Cart_create", NOTHING, NOTHING, false, false},
              {"MPI_Cart_sub", NOTHING, NOTHING, false, false}};

static const struct shape *shape_of(const char *name) {
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (strcmp(shapes[i].name, name) == 0)
            return &shapes[i];
    return NULL;
}

/* One side of a call: its buffer, and what is in it. */
struct buffer {
    const void *at;
    enum content content;
    int64_t count;
    MPI_Datatype type;
    const int *counts, *displs;
    int n;
};

static struct buffer sent(const lmpi_coll_call *c, const struct shape *shape, int n) {
    bool none = c->send == MPI_IN_PLACE || (shape->root_sends && c->local != c->root);
    bool own = shape->send == BLOCK || shape->send == BLOCKS;
    return (struct buffer){c->send,
                           none ? NOTHING : shape->send,
                           own ? c->send_count : c->recv_count,
                           own ? c->send_type : c->recv_type,
                           own ? c->send_counts : c->recv_counts,
                           own ? c->send_displs : NULL,
                           n};
}

static struct buffer received(const lmpi_coll_call *c, const struct shape *shape, int n) {
    bool none = c->recv == MPI_IN_PLACE || (shape->root_receives && c->local != c->root);
    return (struct buffer){
        c->recv, none ? NOTHING : shape->recv, c->recv_count, c->recv_type, c->recv_counts, c->recv_displs, n};
}

/* Elements from the beginning of the buffer to the end of the last one; -1: some are before it. */
static int64_t elements(const struct buffer *b) {
    int64_t most = 0;
    if (b->content == NOTHING)
        return 0;
    if (b->content == VECTOR || b->content == BLOCK)
        return b->count;
    if (!b->counts)
        return b->n * b->count;
    for (int i = 0; i < b->n; i++) {
        int64_t first = b->displs ? b->displs[i] : most, end = first + b->counts[i];
        if (b->counts[i] > 0 && first < 0)
            return -1;
        most = b->counts[i] > 0 && end > most ? end : most;
    }
    return most;
}

static bool is_basic(MPI_Datatype type) {
    return LMPI_TYPE_IS_BUILTIN(type) || (lmpi_type_of(type) && !lmpi_type_of(type)->key);
}

static size_t span(const struct buffer *b) {
    int64_t n = elements(b);
    return n > 0 ? (size_t)(n * (lmpi_type_of(b->type)->extent)) : 0;
}

static void refuse(const lmpi_coll_call *c, const char *what) {
    char text[128];
    snprintf(text, sizeof text, "%s%s", c->site->call, what);
    lmpi_hosts_refuse(text, c->site->address);
}

static void check(const lmpi_coll_call *c, const struct buffer *b) {
    int64_t n = elements(b);
    if (n < 0)
        refuse(c, " with negative displacements");
    if (n > 0 && !is_basic(b->type))
        refuse(c, " with a derived datatype");
}

static void put_list(lmpi_letter *l, const int *list, int n) {
    const bool there = list != NULL;
    LMPI_PUT(l, there);
    if (there)
        lmpi_put(l, list, (size_t)n * sizeof *list);
}

/* The bytes that the buffer has room for, and those of them that travel. */
static void put_data(lmpi_letter *l, const lmpi_coll_call *c, const struct buffer *b, bool travels) {
    size_t room = c->real && lmpi_type_has_memory(b->at, b->type) ? span(b) : 0, bytes = travels ? room : 0;
    if (c->leading > 0 && (size_t)c->leading < bytes)
        bytes = (size_t)c->leading;
    LMPI_PUT(l, room);
    LMPI_PUT(l, bytes);
    lmpi_put(l, b->at, bytes);
}

static void put_call(lmpi_letter *l, const lmpi_comm *comm, const lmpi_coll_call *c, const struct shape *shape,
                     const double *entry) {
    const struct buffer send = sent(c, shape, comm->size), recv = received(c, shape, comm->size);
    const int32_t kind = LMPI_LETTER_CALL;
    const uint64_t key = lmpi_hosts_key(comm);
    bool own_data = c->send == MPI_IN_PLACE || (shape->send == NOTHING && c->local == c->root);
    check(c, &send);
    check(c, &recv);
    LMPI_PUT(l, kind);
    LMPI_PUT(l, key);
    lmpi_put(l, c, sizeof *c);
    LMPI_PUT(l, bsim_self->clock[0]);
    lmpi_put_times(l, entry);
    lmpi_put_place(l, c->kind);
    lmpi_put_site(l, c->site);
    put_list(l, shape->root_sends && c->local != c->root ? NULL : c->send_counts, comm->size);
    put_list(l, send.content == BLOCKS ? c->send_displs : NULL, comm->size);
    put_list(l, shape->root_receives && c->local != c->root ? NULL : c->recv_counts, comm->size);
    put_list(l, recv.content == BLOCKS ? c->recv_displs : NULL, comm->size);
    put_data(l, c, &send, true);
    put_data(l, c, &recv, own_data);
    lmpi_hosts_put_arguments(l, comm, c);
}

void lmpi_hosts_join(const lmpi_comm *comm, const lmpi_coll_call *call, const double *entry) {
    const struct shape *shape = shape_of(call->kind->name);
    if (!shape || call->persists)
        lmpi_hosts_refuse(call->site->call, call->site->address);
    if (call->kind->reduces && lmpi_op_is_user(call->op))
        refuse(call, " with an operator of the program");
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

static const int *take_list(lmpi_letter *l, lmpi_coll_call *c, int n) {
    bool there;
    LMPI_TAKE(l, there);
    if (!there)
        return NULL;
    int *list = lmpi_hosts_keep(c, (size_t)n * sizeof *list);
    lmpi_take(l, list, (size_t)n * sizeof *list);
    return list;
}

/* NULL: it has none. */
static void *take_data(lmpi_letter *l, lmpi_coll_call *c) {
    size_t room, bytes;
    LMPI_TAKE(l, room);
    LMPI_TAKE(l, bytes);
    if (room == 0)
        return NULL;
    void *data = lmpi_hosts_keep(c, room);
    lmpi_take(l, data, bytes);
    return data;
}

void lmpi_hosts_take_call(lmpi_letter *l, int comm) {
    static MPI_Request handle; /* of all calls that do not block */
    lmpi_comm *c = lmpi_comms[comm];
    lmpi_coll_call call;
    bool send_in_place, recv_in_place;
    double entry[BSIM_MAX_SCENARIOS], entry_s;
    bsim_check(c != NULL);
    LMPI_TAKE(l, call);
    LMPI_TAKE(l, entry_s);
    lmpi_take_times(l, entry);
    call.kept = NULL;
    call.kind = lmpi_take_place(l);
    call.site = lmpi_take_site(l);
    call.line = NULL;
    call.init = NULL;
    call.channel = NULL;
    call.made_at = NULL;
    call.made = NULL;
    call.handle = call.handle ? &handle : NULL;
    call.send_types = call.recv_types = NULL;
    call.send_offsets = call.recv_offsets = NULL;
    send_in_place = call.send == MPI_IN_PLACE;
    recv_in_place = call.recv == MPI_IN_PLACE;
    call.send_counts = take_list(l, &call, c->size);
    call.send_displs = take_list(l, &call, c->size);
    call.recv_counts = take_list(l, &call, c->size);
    call.recv_displs = take_list(l, &call, c->size);
    call.send = take_data(l, &call);
    call.recv = take_data(l, &call);
    if (send_in_place)
        call.send = MPI_IN_PLACE;
    if (recv_in_place)
        call.recv = MPI_IN_PLACE;
    lmpi_hosts_take_arguments(l, &call);
    call.entry_s = entry_s;
    call.request = lmpi_request_new();
    bsim_clock_copy(call.request->times, entry);
    if (call.handle)
        lmpi_coll_start_away(c, &call);
    else
        lmpi_coll_join_away(c, &call);
}
