/* coll_inter_all.c - collectives of inter-communicators without a root, and reductions: what a group gives reaches the
 * other one. As in MPICH. */
#include "lmpi/coll/coll_fold.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_program.h"
#include "lmpi/core/checker.h"

/* Of a call whose member has gone on (lmpi_coll_keep) there are no displacements, and `at` is of no use. */
static lmpi_inter_block block_of(void *buffer, int64_t count, MPI_Datatype type, const int *counts, const int *displs,
                                 const MPI_Datatype *types, int i, bool same) {
    if (types)
        return (lmpi_inter_block){lmpi_displaced(buffer, counts[i] && displs ? displs[i] : 0), counts[i], types[i]};
    int64_t extent = lmpi_type_of(type)->extent;
    if (counts)
        return (lmpi_inter_block){lmpi_displaced(buffer, counts[i] && displs ? displs[i] * extent : 0), counts[i],
                                  type};
    return (lmpi_inter_block){lmpi_displaced(buffer, same || !count ? 0 : i * count * extent), count, type};
}

lmpi_inter_block lmpi_inter_sent(const lmpi_coll_call *c, int i, bool same) {
    return block_of((void *)(uintptr_t)c->send, c->send_count, c->send_type, c->send_counts, c->send_displs,
                    c->send_types, i, same);
}

lmpi_inter_block lmpi_inter_received(const lmpi_coll_call *c, int i, bool same) {
    return block_of(c->recv, c->recv_count, c->recv_type, c->recv_counts, c->recv_displs, c->recv_types, i, same);
}

static bool gathers(const lmpi_coll_call *c);

static lmpi_inter_block block_for(const lmpi_coll_call *c, int i) {
    return lmpi_inter_sent(c, i, gathers(c));
}

static lmpi_inter_block block_from(const lmpi_coll_call *c, int i) {
    return lmpi_inter_received(c, i, false);
}

/* Calls fn for each block that a member sends to one of the other group. */
static void each_block(lmpi_coll_run *run,
                       void (*fn)(lmpi_coll_run *run, int from, int to, lmpi_inter_block out, lmpi_inter_block in)) {
    for (int side = 0; side < 2; side++) {
        int first = lmpi_inter_first(run, side), other = lmpi_inter_first(run, !side);
        for (int i = 0; i < lmpi_inter_size(run, side); i++)
            for (int j = 0; j < lmpi_inter_size(run, !side); j++)
                fn(run, first + i, other + j, block_for(run->call[first + i], j), block_from(run->call[other + j], i));
    }
}

static void compare(lmpi_coll_run *run, int from, int to, lmpi_inter_block out, lmpi_inter_block in) {
    if (LMPI_CHECKED)
        lmpi_checker->pair(run->call[from], (lmpi_coll_data){out.at, out.count, out.type}, run->call[to],
                           (lmpi_coll_data){in.at, in.count, in.type});
    if (lmpi_inter_bytes(out) != lmpi_inter_bytes(in))
        lmpi_coll_mismatch(run->comm, run->call[from], run->call[to],
                           "the one sends %lld bytes, the other expects %lld of it", (long long)lmpi_inter_bytes(out),
                           (long long)lmpi_inter_bytes(in));
}

static void copy(lmpi_coll_run *run, int from, int to, lmpi_inter_block out, lmpi_inter_block in) {
    (void)run, (void)from, (void)to;
    if (lmpi_inter_bytes(out))
        lmpi_type_copy(out.at, out.count, out.type, in.at, in.count, in.type);
}

static void blocks_check(lmpi_coll_run *run) {
    each_block(run, compare);
}

static void blocks_data(lmpi_coll_run *run) {
    each_block(run, copy);
}

/* ---- time ---- */

/* Each group gathers to its first member, which broadcasts to the other group; the first group begins. */
static void allgather_time(lmpi_coll_run *run) {
    int64_t bytes[2];
    for (int side = 0; side < 2; side++) {
        const lmpi_coll_call *c = run->call[lmpi_inter_first(run, side)];
        bytes[side] = lmpi_inter_bytes(lmpi_inter_is_asked(run, side) ? block_for(c, 0) : block_from(c, 0));
        lmpi_inter_local(run, side, BSIM_COLLECTIVE_gather, bytes[side], 0, 0);
    }
    for (int side = 0; side < 2; side++)
        lmpi_inter_bcast(run, lmpi_inter_first(run, side), bytes[side] * lmpi_inter_size(run, side));
}

/* What a member sends to the first one of the other group; 0 if it does not matter for the steps that are asked for. */
static int64_t sent_to_first(const lmpi_coll_run *run, int member) {
    int side = lmpi_inter_side(run, member);
    if (!lmpi_inter_is_asked(run, side))
        return lmpi_inter_bytes(block_from(run->call[run->one], member - lmpi_inter_first(run, side)));
    if (run->of_one && member != run->one)
        return 0;
    return lmpi_inter_bytes(block_for(run->call[member], 0));
}

/* The first member of each group gets the blocks of the other one, and broadcasts them in its group. */
static void allgatherv_time(lmpi_coll_run *run) {
    int64_t total[2] = {0, 0}, *bytes = lmpi_coll_scratch((size_t)run->n * sizeof *bytes);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < run->n; i++) {
            int64_t own = lmpi_inter_side(run, i) == side ? 0 : sent_to_first(run, i);
            total[side] += own;
            bytes[i] = own ? own : -1;
        }
        lmpi_coll_fan_in(run, lmpi_inter_first(run, side), bytes, false);
    }
    for (int side = 0; side < 2; side++)
        lmpi_inter_local(run, side, BSIM_COLLECTIVE_bcast, total[side], 0, 0);
}

/* In step s of max(n, m) each member sends to the one s ahead of it in the other group and receives from the one s
 * behind, where they exist; the groups count as equally long. */
static lmpi_step exchange(const void *what, int member, int64_t i) {
    const lmpi_coll_run *run = what;
    int side = lmpi_inter_side(run, member), rank = member - lmpi_inter_first(run, side);
    int n = lmpi_inter_size(run, !side), other = lmpi_inter_first(run, !side);
    int longest = n > run->n - n ? n : run->n - n, s = (int)(i / 3);
    if (s == longest)
        return (lmpi_step){LMPI_STEP_END, 0, 0};
    int to = (rank + s) % longest, from = (rank - s + longest) % longest;
    switch (i % 3) {
    case 0:
        return (lmpi_step){from < n ? LMPI_STEP_RECEIVE : LMPI_STEP_NONE, other + from, 0};
    case 1:
        if (to >= n)
            return (lmpi_step){LMPI_STEP_NONE, 0, 0};
        return (lmpi_step){LMPI_STEP_SEND, other + to, lmpi_inter_bytes(block_for(run->call[member], to))};
    default:
        if ((from < n) + (to < n) == 0)
            return (lmpi_step){LMPI_STEP_NONE, 0, 0};
        return (lmpi_step){LMPI_STEP_WAIT_OLDEST, 0, (from < n) + (to < n)};
    }
}

static void alltoall_time(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    if (c->send_counts || lmpi_inter_bytes(block_for(c, 0)) || lmpi_inter_bytes(block_from(c, 0)))
        lmpi_coll_perform(run, exchange, run);
}

#define KIND(function, timing)                                                                                         \
    {.name = "MPI_" #function,                                                                                         \
     .by_own = lmpi_inter_by_own,                                                                                      \
     .most_messages = lmpi_coll_all_pairs,                                                                             \
     .check = blocks_check,                                                                                            \
     .time = timing,                                                                                                   \
     .data = blocks_data}
static const lmpi_coll_kind allgather = KIND(Allgather, allgather_time), allgatherv = KIND(Allgatherv, allgatherv_time),
                            alltoall = KIND(Alltoall, alltoall_time), alltoallv = KIND(Alltoallv, alltoall_time),
                            alltoallw = KIND(Alltoallw, alltoall_time);

static bool gathers(const lmpi_coll_call *c) {
    return c->kind == &allgather || c->kind == &allgatherv;
}

static int check_side(lmpi_coll_call *call, MPI_Comm comm, const void *buffer, int64_t count, MPI_Datatype type,
                      const int *counts, const MPI_Datatype *types, int n) {
    if (buffer == MPI_IN_PLACE)
        return lmpi_coll_error(call, comm, MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed on an inter-communicator");
    if (!counts)
        return lmpi_coll_check_data(call, comm, buffer, count, type);
    for (int i = 0; i < n; i++)
        if (counts[i])
            LMPI_COLL_TRY(lmpi_coll_check_data(call, comm, buffer, counts[i], types ? types[i] : type));
    return MPI_SUCCESS;
}

int lmpi_inter_check_sent(lmpi_coll_call *call, MPI_Comm comm, int n) {
    return check_side(call, comm, call->send, call->send_count, call->send_type, call->send_counts, call->send_types,
                      n);
}

int lmpi_inter_check_received(lmpi_coll_call *call, MPI_Comm comm, int n) {
    return check_side(call, comm, call->recv, call->recv_count, call->recv_type, call->recv_counts, call->recv_types,
                      n);
}

static int join(const lmpi_coll_place *place, const lmpi_coll_kind *kind, lmpi_coll_call *call, MPI_Comm comm) {
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(call, place, kind, comm, &object));
    int n = call->send_parts = call->recv_parts = object->peers->size;
    LMPI_COLL_TRY(lmpi_inter_check_sent(call, comm, n));
    LMPI_COLL_TRY(lmpi_inter_check_received(call, comm, n));
    call->bytes = 1; /* it has data, as the timing-only form has not */
    return lmpi_coll_join(object, call);
}

LMPI_INTER(Allgather) {
    return join(place, &allgather, call, comm);
}

LMPI_INTER(Allgatherv) {
    return join(place, &allgatherv, call, comm);
}

LMPI_INTER(Alltoall) {
    return join(place, &alltoall, call, comm);
}

LMPI_INTER(Alltoallv) {
    return join(place, &alltoallv, call, comm);
}

LMPI_INTER(Alltoallw) {
    return join(place, &alltoallw, call, comm);
}

/* ---- reductions ---- */

/* Combines the vectors of a group in the order of its ranks. Returns a new vector, for lmpi_fold_drop. */
static char *fold_side(lmpi_fold *fold, lmpi_coll_run *run, int side) {
    int first = lmpi_inter_first(run, side), n = lmpi_inter_size(run, side);
    const lmpi_coll_call *c = run->call[first];
    int *leaf = lmpi_coll_scratch((size_t)n * sizeof *leaf);
    lmpi_fold_init(fold, run, c->recv_count, c->recv_type, c->op);
    for (int i = 0; i < n; i++)
        leaf[i] = first + i;
    fold->nleaves = n;
    fold->leaf = leaf;
    return lmpi_fold_tree(fold);
}

static int64_t vector_of(const lmpi_coll_run *run, int side) {
    return run->call[lmpi_inter_first(run, side)]->bytes;
}

static void reduce_side(lmpi_coll_run *run, int side) {
    const lmpi_coll_call *c = run->call[lmpi_inter_first(run, side)];
    lmpi_inter_local(run, side, BSIM_COLLECTIVE_reduce, c->bytes, c->recv_count, lmpi_coll_size_of(c->recv_type));
}

static void reduce_time(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run);
    if (root < 0)
        return;
    int side = !lmpi_inter_side(run, root);
    if (!vector_of(run, side))
        return;
    reduce_side(run, side);
    lmpi_coll_message(run, lmpi_inter_first(run, side), root, vector_of(run, side));
}

static void reduce_data(lmpi_coll_run *run) {
    int root = lmpi_inter_root(run), side = !lmpi_inter_side(run, root);
    lmpi_fold fold;
    if (!vector_of(run, side))
        return;
    char *result = fold_side(&fold, run, side);
    lmpi_fold_give(&fold, result, run->call[root]);
    lmpi_fold_drop(&fold, result);
}

/* Each group reduces to its first member; these exchange the results, and broadcast them. */
static void allreduce_time(lmpi_coll_run *run) {
    if (!vector_of(run, 0) && !vector_of(run, 1))
        return;
    for (int side = 0; side < 2; side++)
        reduce_side(run, side);
    lmpi_coll_exchange(run, 0, run->comm->left, vector_of(run, 0), vector_of(run, 1));
    for (int side = 0; side < 2; side++)
        lmpi_inter_local(run, side, BSIM_COLLECTIVE_bcast, vector_of(run, !side), 0, 0);
}

static void allreduce_data(lmpi_coll_run *run) {
    for (int side = 0; side < 2; side++) {
        lmpi_fold fold;
        if (!vector_of(run, side))
            continue;
        char *result = fold_side(&fold, run, side);
        for (int i = 0; i < lmpi_inter_size(run, !side); i++)
            lmpi_fold_give(&fold, result, run->call[lmpi_inter_first(run, !side) + i]);
        lmpi_fold_drop(&fold, result);
    }
}

/* Each group's vectors are reduced to the first member of the other one, which scatters the result. */
static void reduce_scatter_time(lmpi_coll_run *run) {
    if (!vector_of(run, 0) && !vector_of(run, 1))
        return;
    for (int side = 1; side >= 0; side--) {
        reduce_side(run, side);
        lmpi_coll_message(run, lmpi_inter_first(run, side), lmpi_inter_first(run, !side), vector_of(run, side));
    }
    for (int side = 0; side < 2; side++) {
        if (!lmpi_inter_is_asked(run, side))
            continue;
        int first = lmpi_inter_first(run, side);
        const lmpi_coll_call *c = run->call[first];
        int64_t *bytes = lmpi_coll_scratch((size_t)run->n * sizeof *bytes);
        if (!c->recv_counts) {
            lmpi_inter_local(run, side, BSIM_COLLECTIVE_scatter, c->bytes / lmpi_inter_size(run, side), 0, 0);
            continue;
        }
        for (int i = 0; i < run->n; i++) {
            bytes[i] = -1;
            if (i != first && lmpi_inter_side(run, i) == side && c->recv_counts[i - first])
                bytes[i] = c->recv_counts[i - first] * lmpi_coll_size_of(c->recv_type);
        }
        lmpi_coll_fan_out(run, first, bytes);
    }
}

static void reduce_scatter_data(lmpi_coll_run *run) {
    for (int side = 0; side < 2; side++) {
        lmpi_fold fold;
        if (!vector_of(run, side))
            continue;
        char *result = fold_side(&fold, run, side);
        const char *at = result;
        int n = lmpi_inter_size(run, !side);
        for (int i = 0; i < n; i++) {
            const lmpi_coll_call *c = run->call[lmpi_inter_first(run, !side) + i];
            int64_t count = c->recv_counts ? c->recv_counts[i] : c->recv_count / n;
            if (count)
                lmpi_type_copy(at, count, fold.type, c->recv, count, c->recv_type);
            at = lmpi_displaced(at, count * lmpi_type_of(fold.type)->extent);
        }
        lmpi_fold_drop(&fold, result);
    }
}

/* Both give a vector of the same elements to a reduction. */
static void compare_vectors(const lmpi_coll_run *run, const lmpi_coll_call *a, const lmpi_coll_call *b) {
    if (LMPI_CHECKED)
        lmpi_checker->pair(a, (lmpi_coll_data){NULL, a->recv_count, a->recv_type}, b,
                           (lmpi_coll_data){NULL, b->recv_count, b->recv_type});
    if (a->bytes != b->bytes)
        lmpi_coll_mismatch(run->comm, a, b, "they give %lld and %lld bytes", (long long)a->bytes, (long long)b->bytes);
}

static void vectors_check(lmpi_coll_run *run) {
    for (int i = 1; i < run->n; i++)
        compare_vectors(run, run->call[0], run->call[i]);
}

static void reduce_check(lmpi_coll_run *run) {
    lmpi_inter_check_root(run);
    int root = lmpi_inter_root(run), first = lmpi_inter_first(run, !lmpi_inter_side(run, root));
    for (int i = 0; i < lmpi_inter_size(run, !lmpi_inter_side(run, root)); i++)
        compare_vectors(run, run->call[root], run->call[first + i]);
    for (int i = 0; i < lmpi_inter_size(run, !lmpi_inter_side(run, root)); i++)
        if (run->call[first + i]->op != run->call[root]->op)
            lmpi_coll_mismatch(run->comm, run->call[root], run->call[first + i], "the reduction operators differ");
}

static const lmpi_coll_kind reduce = {.name = "MPI_Reduce",
                                      .by_own = lmpi_inter_by_own,
                                      .check = reduce_check,
                                      .time = reduce_time,
                                      .data = reduce_data},
                            allreduce = {.name = "MPI_Allreduce",
                                         .reduces = true,
                                         .one_type = true,
                                         .by_own = lmpi_inter_by_own,
                                         .check = vectors_check,
                                         .time = allreduce_time,
                                         .data = allreduce_data},
                            reduce_scatter = {.name = "MPI_Reduce_scatter",
                                              .reduces = true,
                                              .one_type = true,
                                              .by_own = lmpi_inter_by_own,
                                              .most_messages = lmpi_coll_all_pairs,
                                              .check = vectors_check,
                                              .time = reduce_scatter_time,
                                              .data = reduce_scatter_data},
                            reduce_scatter_block = {.name = "MPI_Reduce_scatter_block",
                                                    .reduces = true,
                                                    .one_type = true,
                                                    .by_own = lmpi_inter_by_own,
                                                    .most_messages = lmpi_coll_all_pairs,
                                                    .check = vectors_check,
                                                    .time = reduce_scatter_time,
                                                    .data = reduce_scatter_data};

/* object and the vector's count are set. */
static int join_reduction(lmpi_coll_call *call, MPI_Comm comm, lmpi_comm *object) {
    if (call->send == MPI_IN_PLACE || call->recv == MPI_IN_PLACE)
        return lmpi_coll_error(call, comm, MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed on an inter-communicator");
    LMPI_COLL_TRY(lmpi_coll_check_data(call, comm, call->send, call->recv_count, call->recv_type));
    LMPI_COLL_TRY(lmpi_coll_check_op(call, comm, call->op, call->recv_type));
    call->bytes = call->recv_count * lmpi_coll_size_of(call->recv_type);
    return lmpi_coll_join(object, call);
}

LMPI_INTER(Reduce) {
    lmpi_comm *object;
    int root = call->root;
    LMPI_COLL_TRY(lmpi_coll_prepare(call, place, &reduce, comm, &object));
    LMPI_COLL_TRY(lmpi_inter_check_root_argument(call, comm, object));
    if (root == MPI_PROC_NULL) {
        call->recv_type = 0;
        call->op = 0;
        return lmpi_coll_join(object, call);
    }
    if (root == MPI_ROOT) /* its send buffer is not significant */
        call->send = call->recv;
    return join_reduction(call, comm, object);
}

LMPI_INTER(Allreduce) {
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(call, place, &allreduce, comm, &object));
    return join_reduction(call, comm, object);
}

LMPI_INTER(Reduce_scatter) {
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(call, place, &reduce_scatter, comm, &object));
    for (int i = 0; i < object->size; i++)
        call->recv_count += call->recv_counts[i];
    return join_reduction(call, comm, object);
}

LMPI_INTER(Reduce_scatter_block) {
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(call, place, &reduce_scatter_block, comm, &object));
    call->recv_count *= object->size;
    return join_reduction(call, comm, object);
}
