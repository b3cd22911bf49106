/* coll_inter.c - what the collectives of inter-communicators share; barrier, broadcast, gathers and scatters. As in
 * MPICH: a part within one group by the algorithm of its size, and messages between the groups. */
#include "lmpi/coll/coll_inter.h"
#include "lmpi/core/checker.h"

enum { INTER_SHORT_BYTES = 2048 /* MPIR_CVAR_GATHER_INTER_SHORT_MSG_SIZE, SCATTER */, BARRIER_BYTES = 4 };

bool lmpi_inter_by_own(void) {
    return !lmpi_coll_has_tables(); /* members of a meeting have one step in common */
}

int lmpi_inter_root(const lmpi_coll_run *run) {
    if (run->of_one) {
        int root = run->call[run->one]->root;
        if (root == MPI_ROOT || root == MPI_PROC_NULL)
            return root == MPI_ROOT ? run->one : -1;
        return lmpi_inter_first(run, !lmpi_inter_side(run, run->one)) + root;
    }
    for (int i = 0; i < run->n; i++)
        if (run->call[i]->root == MPI_ROOT)
            return i;
    return -1;
}

void lmpi_inter_check_root(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run);
    if (root < 0)
        lmpi_coll_mismatch(run->comm, run->call[0], run->call[run->n - 1], "nobody gives MPI_ROOT");
    int side = lmpi_inter_side(run, root), rank = root - lmpi_inter_first(run, side);
    for (int i = 0; i < run->n; i++) {
        const lmpi_coll_call *c = run->call[i];
        bool is_of_root = lmpi_inter_side(run, i) == side;
        if (is_of_root ? i != root && c->root != MPI_PROC_NULL : c->root != rank)
            lmpi_coll_mismatch(run->comm, run->call[root], c, "the one is the root, and the other gives %d as root",
                               c->root);
    }
}

int lmpi_inter_check_root_argument(const lmpi_coll_call *call, MPI_Comm comm, const lmpi_comm *object) {
    int root = call->root;
    if (root == MPI_ROOT || root == MPI_PROC_NULL || (root >= 0 && root < object->peers->size))
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_ROOT, "root %d is not in the remote group of %d", root,
                           object->peers->size);
}

void lmpi_inter_within(lmpi_coll_run *run, int side, enum bsim_collective collective, const lmpi_task *task,
                       bool composes) {
    int first = lmpi_inter_first(run, side), n = lmpi_inter_size(run, side);
    if (n < 2 || !lmpi_inter_is_asked(run, side) || (!task->bytes && collective != BSIM_COLLECTIVE_barrier))
        return;
    int *member = lmpi_coll_scratch((size_t)n * sizeof *member);
    for (int i = 0; i < n; i++)
        member[i] = first + i;
    lmpi_coll_run part = lmpi_coll_part(run, member, n);
    part.is_part = !composes;
    lmpi_coll_choose(&part, collective, task);
    lmpi_coll_join_part(run, &part, member);
}

void lmpi_inter_local(lmpi_coll_run *run, int side, enum bsim_collective collective, int64_t bytes, int64_t count,
                      int64_t each) {
    lmpi_task task = {.bytes = bytes, .count = count, .each = each, .commutes = true, .predefined = true};
    lmpi_inter_within(run, side, collective, &task, false);
}

void lmpi_inter_bcast(lmpi_coll_run *run, int root, int64_t bytes) {
    int side = !lmpi_inter_side(run, root);
    if (!bytes)
        return;
    lmpi_coll_message(run, root, lmpi_inter_first(run, side), bytes);
    lmpi_inter_local(run, side, BSIM_COLLECTIVE_bcast, bytes, 0, 0);
}

/* ---- Barrier ---- */

static void barrier_time(lmpi_coll_run *run) {
    lmpi_inter_local(run, 0, BSIM_COLLECTIVE_barrier, 0, 0, 0);
    lmpi_inter_local(run, 1, BSIM_COLLECTIVE_barrier, 0, 0, 0);
    lmpi_inter_bcast(run, 0, BARRIER_BYTES);
    lmpi_inter_bcast(run, run->comm->left, BARRIER_BYTES);
}

static const lmpi_coll_kind barrier = {.name = "MPI_Barrier", .by_one = true, .time = barrier_time};

int lmpi_inter_Barrier(const lmpi_coll_place *place, MPI_Comm comm) {
    lmpi_coll_call call = {0};
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &barrier, comm, &object));
    return lmpi_coll_join(object, &call);
}

/* ---- rooted collectives: blocks between the root and the members of the other group ---- */

/* The root's block for, or from, member i of the other group. */
static lmpi_inter_block at_root(const lmpi_coll_call *c, bool sends, int i, bool same) {
    return sends ? lmpi_inter_sent(c, i, same) : lmpi_inter_received(c, i, same);
}

static lmpi_inter_block at_member(const lmpi_coll_call *c, bool sends) {
    if (sends)
        return (lmpi_inter_block){(char *)(uintptr_t)c->send, c->send_count, c->send_type};
    return (lmpi_inter_block){c->recv, c->recv_count, c->recv_type};
}

static const lmpi_coll_kind bcast, gather, gatherv, scatter, scatterv;

static bool is_sender(const lmpi_coll_kind *kind) {
    return kind == &bcast || kind == &scatter || kind == &scatterv;
}

static bool root_sends(const lmpi_coll_run *run) {
    return is_sender(run->call[0]->kind);
}

static void tell_pair(const lmpi_coll_call *root, lmpi_inter_block a, const lmpi_coll_call *member, lmpi_inter_block b,
                      bool sends) {
    lmpi_coll_data here = {a.at, a.count, a.type}, there = {b.at, b.count, b.type};
    if (sends)
        lmpi_checker->pair(root, here, member, there);
    else
        lmpi_checker->pair(member, there, root, here);
}

static void rooted_check(lmpi_coll_run *run) {
    lmpi_inter_check_root(run);
    int root = lmpi_inter_root(run), first = lmpi_inter_first(run, !lmpi_inter_side(run, root));
    int n = lmpi_inter_size(run, !lmpi_inter_side(run, root));
    bool sends = root_sends(run), same = run->call[0]->kind == &bcast;
    for (int i = 0; i < n; i++) {
        lmpi_inter_block a = at_root(run->call[root], sends, i, same), b = at_member(run->call[first + i], !sends);
        int64_t there = lmpi_inter_bytes(a), here = lmpi_inter_bytes(b);
        if (LMPI_CHECKED)
            tell_pair(run->call[root], a, run->call[first + i], b, sends);
        if (there != here)
            lmpi_coll_mismatch(run->comm, run->call[root], run->call[first + i], "they give %lld and %lld bytes",
                               (long long)there, (long long)here);
    }
}

static void rooted_data(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run), first = lmpi_inter_first(run, !lmpi_inter_side(run, root));
    int n = lmpi_inter_size(run, !lmpi_inter_side(run, root));
    bool sends = root_sends(run), same = run->call[0]->kind == &bcast;
    for (int i = 0; i < n; i++) {
        lmpi_inter_block a = at_root(run->call[root], sends, i, same), b = at_member(run->call[first + i], !sends);
        lmpi_inter_block from = sends ? a : b, to = sends ? b : a;
        bool has_it = sends && run->call[first + i]->has_left;
        if (lmpi_inter_bytes(from) && !has_it)
            lmpi_type_copy(from.at, from.count, from.type, to.at, to.count, to.type);
    }
}

/* A root that receives stays. */
static bool rooted_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    bool sends = is_sender(call->kind), is_root = call->root == MPI_ROOT, same = call->kind == &bcast;
    int side = lmpi_inter_side(run, call->local);
    if (call->root == MPI_PROC_NULL)
        return true;
    if (is_root && !sends)
        return false;
    if (call->send_counts)
        return lmpi_coll_keep_blocks(kept);
    if (is_root || !sends)
        return lmpi_coll_keep_data(kept, &kept->send,
                                   (is_root && !same ? lmpi_inter_size(run, !side) : 1) * call->send_count,
                                   call->send_type);
    const lmpi_coll_call *root = run->call[lmpi_inter_first(run, !side) + call->root];
    if (!root)
        return false;
    lmpi_inter_block from = at_root(root, true, call->local - lmpi_inter_first(run, side), same);
    if (lmpi_inter_bytes(from))
        lmpi_type_copy(from.at, from.count, from.type, call->recv, call->recv_count, call->recv_type);
    return true;
}

/* Whether only the root's call is known, or only one of the other group. */
static bool knows_member(const lmpi_coll_run *run, int root) {
    return run->of_one && run->one != root;
}

/* The bytes of each member's block, where all are equal. */
static int64_t equal_bytes(const lmpi_coll_run *run, int root) {
    bool sends = root_sends(run), same = run->call[0]->kind == &bcast;
    if (knows_member(run, root))
        return lmpi_inter_bytes(at_member(run->call[run->one], !sends));
    return lmpi_inter_bytes(at_root(run->call[root], sends, 0, same));
}

static void bcast_time(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run);
    if (root >= 0)
        lmpi_inter_bcast(run, root, equal_bytes(run, root));
}

/* Short blocks are gathered in the group and sent as one message; long ones are sent one after the other. */
static void gather_time(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run);
    if (root < 0)
        return;
    int side = !lmpi_inter_side(run, root), first = lmpi_inter_first(run, side), n = lmpi_inter_size(run, side);
    int64_t bytes = equal_bytes(run, root);
    if (!bytes)
        return;
    if (bytes * n < INTER_SHORT_BYTES) {
        lmpi_inter_local(run, side, BSIM_COLLECTIVE_gather, bytes, 0, 0);
        lmpi_coll_message(run, first, root, bytes * n);
        return;
    }
    for (int i = 0; i < n; i++)
        lmpi_coll_message(run, first + i, root, bytes);
}

static void scatter_time(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run);
    if (root < 0)
        return;
    int side = !lmpi_inter_side(run, root), first = lmpi_inter_first(run, side), n = lmpi_inter_size(run, side);
    int64_t bytes = equal_bytes(run, root);
    if (!bytes)
        return;
    if (bytes * n < INTER_SHORT_BYTES) {
        lmpi_coll_message(run, root, first, bytes * n);
        lmpi_inter_local(run, side, BSIM_COLLECTIVE_scatter, bytes, 0, 0);
        return;
    }
    for (int i = 0; i < n; i++)
        lmpi_coll_message(run, root, first + i, bytes);
}

/* All blocks at once; an empty one is no message. */
static void counted_time(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run);
    if (root < 0)
        return;
    int side = !lmpi_inter_side(run, root), first = lmpi_inter_first(run, side);
    bool sends = root_sends(run);
    int64_t *bytes = lmpi_coll_scratch((size_t)run->n * sizeof *bytes);
    for (int i = 0; i < run->n; i++) {
        bytes[i] = 0;
        if (knows_member(run, root))
            bytes[i] = i == run->one ? lmpi_inter_bytes(at_member(run->call[i], !sends)) : 0;
        else if (lmpi_inter_side(run, i) == side)
            bytes[i] = lmpi_inter_bytes(at_root(run->call[root], sends, i - first, false));
        bytes[i] = bytes[i] ? bytes[i] : -1;
    }
    if (sends)
        lmpi_coll_fan_out(run, root, bytes);
    else
        lmpi_coll_fan_in(run, root, bytes, false);
}

#define KIND(function, timing)                                                                                         \
    {.name = "MPI_" #function,                                                                                         \
     .by_own = lmpi_inter_by_own,                                                                                      \
     .check = rooted_check,                                                                                            \
     .time = timing,                                                                                                   \
     .data = rooted_data,                                                                                              \
     .leave = rooted_leave}
static const lmpi_coll_kind bcast = KIND(Bcast, bcast_time), gather = KIND(Gather, gather_time),
                            gatherv = KIND(Gatherv, counted_time), scatter = KIND(Scatter, scatter_time),
                            scatterv = KIND(Scatterv, counted_time);

/* The root's data are on one side of the call, those of the other group's members on the other one. */
static int join_rooted(const lmpi_coll_place *place, const lmpi_coll_kind *kind, lmpi_coll_call *call,
                       bool root_is_sender, MPI_Comm comm) {
    lmpi_comm *object;
    int root = call->root;
    LMPI_COLL_TRY(lmpi_coll_prepare(call, place, kind, comm, &object));
    LMPI_COLL_TRY(lmpi_inter_check_root_argument(call, comm, object));
    call->send_parts = call->recv_parts = object->peers->size;
    if (root == MPI_PROC_NULL) {
        call->send_type = call->recv_type = 0;
        call->send_counts = call->recv_counts = NULL;
        return lmpi_coll_join(object, call);
    }
    bool sends = root_is_sender == (root == MPI_ROOT);
    *(sends ? &call->recv_counts : &call->send_counts) = NULL; /* not significant */
    if (sends)
        LMPI_COLL_TRY(lmpi_inter_check_sent(call, comm, object->peers->size));
    else
        LMPI_COLL_TRY(lmpi_inter_check_received(call, comm, object->peers->size));
    call->bytes = 1; /* it has data, as the timing-only form has not */
    return lmpi_coll_join(object, call);
}

int lmpi_inter_Bcast(const lmpi_coll_place *place, void *buffer, int count, MPI_Datatype datatype, int root,
                     MPI_Comm comm) {
    lmpi_coll_call call = {.root = root,
                           .send = buffer,
                           .send_count = count,
                           .send_type = datatype,
                           .recv = buffer,
                           .recv_count = count,
                           .recv_type = datatype};
    return join_rooted(place, &bcast, &call, true, comm);
}

LMPI_INTER(Gather) {
    return join_rooted(place, &gather, call, false, comm);
}

LMPI_INTER(Gatherv) {
    return join_rooted(place, &gatherv, call, false, comm);
}

LMPI_INTER(Scatter) {
    return join_rooted(place, &scatter, call, true, comm);
}

LMPI_INTER(Scatterv) {
    return join_rooted(place, &scatterv, call, true, comm);
}
