/* coll_reduce_scatter.c - MPI_Reduce_scatter and MPI_Reduce_scatter_block: recursive halving, pairwise exchange and a
 * ring for commutative operators; for others a butterfly (equal blocks, power-of-two members), recursive doubling, or a
 * reduction and a scatter. The data are combined in the order of what MPICH chooses. */
#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_fold.h"
#include "lmpi/coll/coll_tuning.h"
#include "lmpi/datatype/op.h"

static int64_t count_of(const lmpi_coll_call *c, int member) {
    return c->recv_counts ? c->recv_counts[member] : c->recv_count;
}

/* The offset of each member's block in bytes; n + 1 entries. */
static int64_t *starts(const lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    int64_t *start = lmpi_coll_scratch(((size_t)run->n + 1) * sizeof *start), size = lmpi_coll_size_of(c->recv_type);
    for (int i = 0; i < run->n; i++)
        start[i + 1] = start[i] + count_of(c, i) * size;
    return start;
}

/* Recursive halving. Of the first 2 * rem members, the odd one of each pair takes part with both blocks. */
void lmpi_reduce_scatter_halving(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *start = task->start;
    int pof2 = lmpi_pof2_below(run->n), rem = run->n - pof2;
    int *low = lmpi_coll_scratch((size_t)pof2 * sizeof *low);
    int64_t *at = lmpi_coll_scratch(((size_t)pof2 + 1) * sizeof *at);
    for (int i = 0; i < pof2; i++)
        at[i + 1] = start[i < rem ? 2 * i + 2 : i + rem + 1];
    for (int i = 0; i < rem; i++) {
        lmpi_coll_message(run, 2 * i, 2 * i + 1, start[run->n]);
        lmpi_coll_combine(run, 2 * i + 1, start[run->n]);
    }
    for (int mask = pof2 / 2; mask; mask /= 2)
        for (int r = 0; r < pof2; r++) {
            int other = r ^ mask;
            if (r > other)
                continue;
            int middle = low[r] + mask, a = r < rem ? 2 * r + 1 : r + rem,
                b = other < rem ? 2 * other + 1 : other + rem;
            int64_t up = at[middle + mask] - at[middle], down = at[middle] - at[low[r]];
            if (up && down)
                lmpi_coll_exchange(run, a, b, up, down);
            else if (up)
                lmpi_coll_message(run, a, b, up);
            else if (down)
                lmpi_coll_message(run, b, a, down);
            lmpi_coll_combine(run, a, down);
            lmpi_coll_combine(run, b, up);
            low[other] = middle;
        }
    for (int i = 0; i < rem; i++)
        if (start[2 * i + 1] > start[2 * i])
            lmpi_coll_message(run, 2 * i + 1, 2 * i, start[2 * i + 1] - start[2 * i]);
}

void lmpi_reduce_scatter_pairwise(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    for (int step = 1; step < run->n; step++) {
        for (int i = 0; i < run->n; i++) {
            int to = (i + step) % run->n;
            size[i] = task->start[to + 1] - task->start[to];
        }
        lmpi_coll_shift(run, step, size, 0);
        for (int i = 0; i < run->n; i++)
            lmpi_coll_combine(run, (i + step) % run->n, size[i]);
    }
}

/* In step s = 1, 2, ... member i sends what it has of block i - s to i + 1, and combines what comes. */
void lmpi_reduce_scatter_ring(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    for (int step = 1; step < run->n; step++) {
        for (int i = 0; i < run->n; i++) {
            int block = (i - step + run->n) % run->n;
            size[i] = task->start[block + 1] - task->start[block];
        }
        lmpi_coll_shift(run, 1, size, 0);
        for (int i = 0; i < run->n; i++)
            lmpi_coll_combine(run, (i + 1) % run->n, size[i]);
    }
}

void lmpi_reduce_scatter_butterfly(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t size = task->start[run->n];
    for (int mask = 1; mask < run->n; mask *= 2) {
        size /= 2;
        for (int i = 0; i < run->n; i++)
            if (!(i & mask)) {
                lmpi_coll_exchange(run, i, i | mask, size, size);
                lmpi_coll_combine(run, i, size);
                lmpi_coll_combine(run, i | mask, size);
            }
    }
}

/* In step j the partners of two groups of 2^j members exchange all but the blocks of the sender's group. If the upper
 * group is incomplete, the members without a partner get its data from the others by a tree. Each member combines what
 * comes with the vectors that it has. */
void lmpi_reduce_scatter_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *start = task->start;
    int n = run->n;
    for (int mask = 1; mask < n; mask *= 2) {
        for (int i = 0; i < n; i++) {
            int other = i | mask, own = i & -mask, theirs = other & -mask;
            int own_end = own + mask, their_end = theirs + mask < n ? theirs + mask : n;
            if ((i & mask) || other >= n)
                continue;
            int64_t up = start[n] - (start[own_end] - start[own]), down = start[n] - (start[their_end] - start[theirs]);
            lmpi_coll_exchange(run, i, other, up, down);
            lmpi_coll_combine(run, i, down);
            lmpi_coll_combine(run, other, up);
        }
        for (int base = 0; base < n; base += 2 * mask) {
            int have = n - base - mask; /* members of the group whose partner exists */
            for (int distance = mask / 2; have > 0 && have < mask && distance; distance /= 2)
                for (int i = base; i < base + have; i++)
                    if ((i ^ distance) > i && (i ^ distance) >= base + have && (i ^ distance) < base + mask) {
                        lmpi_coll_message(run, i, i ^ distance, start[n]);
                        lmpi_coll_combine(run, i ^ distance, start[n]);
                    }
        }
    }
}

/* A reduction to member 0 and a scatter, each as the platform chooses. */
void lmpi_reduce_scatter_reduce_scatterv(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_task whole = *task;
    whole.root = 0;
    whole.bytes = task->start[run->n];
    whole.start = NULL;
    lmpi_coll_choose(run, BSIM_COLLECTIVE_reduce, &whole);
    lmpi_task blocks = *task;
    blocks.root = 0;
    lmpi_coll_choose(run, BSIM_COLLECTIVE_scatterv, &blocks);
}

static bool regular(const lmpi_coll_run *run, const lmpi_task *task) {
    for (int i = 1; i < run->n; i++)
        if (task->start[i + 1] - task->start[i] != task->start[1] - task->start[0])
            return false;
    return true;
}

void lmpi_mpich_reduce_scatter(lmpi_coll_run *run, const lmpi_task *task) {
    if (task->commutes) {
        if (task->start[run->n] < REDUCE_SCATTER_COMMUTATIVE_LONG_BYTES)
            lmpi_reduce_scatter_halving(run, task);
        else
            lmpi_reduce_scatter_pairwise(run, task);
    } else if (lmpi_is_pof2(run->n) && regular(run, task)) {
        lmpi_reduce_scatter_butterfly(run, task);
    } else {
        lmpi_reduce_scatter_doubling(run, task);
    }
}

void lmpi_mpich_reduce_scatter_block(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_mpich_reduce_scatter(run, task);
}

static void choose(lmpi_coll_run *run, enum bsim_collective collective) {
    const lmpi_coll_call *c = run->call[0];
    lmpi_task task = {.start = starts(run), .each = lmpi_coll_size_of(c->recv_type)};
    int64_t total = task.start[run->n];
    if (total == 0)
        return;
    task.bytes = total / run->n;
    task.count = task.each ? total / task.each : 0;
    task.commutes = lmpi_op_commutes(c->op);
    task.predefined = !lmpi_op_is_user(c->op);
    lmpi_coll_choose(run, collective, &task);
}

static void reduce_scatter_time(lmpi_coll_run *run) {
    choose(run, BSIM_COLLECTIVE_reduce_scatter);
}

static void reduce_scatter_block_time(lmpi_coll_run *run) {
    choose(run, BSIM_COLLECTIVE_reduce_scatter_block);
}

/* ---- data ---- */

static int bit_reversed(int value, int bits) {
    int result = 0;
    for (int i = 0; i < bits; i++)
        result |= (value >> i & 1) << (bits - 1 - i);
    return result;
}

/* Sets the leaves in the order of recursive halving, which combines the most distant members first. */
static void halving_leaves(lmpi_fold *fold) {
    int n = fold->run->n, pof2 = lmpi_pof2_below(n), rem = n - pof2, bits = __builtin_ctz((unsigned)pof2);
    int *leaf = lmpi_coll_scratch((size_t)pof2 * sizeof *leaf), *in = lmpi_coll_scratch((size_t)pof2 * sizeof *in);
    for (int i = 0; i < pof2; i++) {
        int r = bit_reversed(i, bits);
        leaf[i] = r < rem ? 2 * r + 1 : r + rem;
        in[i] = r < rem ? 2 * r : -1;
    }
    fold->nleaves = pof2;
    fold->leaf = leaf;
    fold->fold_in = in;
}

static char *vector_at(MPI_Datatype type, const void *vector, int64_t element) {
    return lmpi_displaced(vector, element * lmpi_type_of(type)->extent);
}

/* Gives each member its part of the result. */
static void give_parts(const lmpi_coll_run *run, const lmpi_fold *fold, const char *result) {
    int64_t element = 0;
    for (int i = 0; i < run->n; i++) {
        int64_t count = count_of(run->call[0], i);
        lmpi_type_copy(vector_at(fold->type, result, element), count, fold->type, run->call[i]->recv, count,
                       run->call[i]->recv_type);
        element += count;
    }
}

/* Pairwise exchange: member i combines its own part with those of i - 1, i - 2, ... in this order. */
static void pairwise_data(lmpi_coll_run *run, const lmpi_fold *fold) {
    const lmpi_coll_call *first = run->call[0];
    int64_t element = 0;
    char *results = lmpi_fold_new(fold);
    for (int i = 0; i < run->n; i++) {
        int64_t count = count_of(first, i);
        const lmpi_coll_call *own = run->call[i];
        char *part = vector_at(fold->type, results, element);
        lmpi_type_copy(vector_at(own->recv_type, lmpi_fold_input(own), element), count, own->recv_type, part, count,
                       fold->type);
        for (int step = 1; step < run->n; step++)
            lmpi_fold_left_input(fold, run->call[(i - step + run->n) % run->n], element, count, part);
        element += count;
    }
    give_parts(run, fold, results);
    lmpi_fold_drop(fold, results);
}

static void reduce_scatter_data(lmpi_coll_run *run) {
    const lmpi_coll_call *first = run->call[0];
    int64_t total = 0;
    lmpi_fold fold;
    for (int i = 0; i < run->n; i++)
        total += count_of(first, i);
    if (total == 0)
        return;
    lmpi_fold_init(&fold, run, total, first->recv_type, first->op);
    if (!fold.commutes) {
        int *leaf = lmpi_coll_scratch((size_t)run->n * sizeof *leaf);
        for (int i = 0; i < run->n; i++)
            leaf[i] = i;
        fold.nleaves = run->n;
        fold.leaf = leaf;
    } else if (total * lmpi_coll_size_of(first->recv_type) < REDUCE_SCATTER_COMMUTATIVE_LONG_BYTES) {
        halving_leaves(&fold);
    } else {
        pairwise_data(run, &fold);
        return;
    }
    char *result = lmpi_fold_tree(&fold);
    give_parts(run, &fold, result);
    lmpi_fold_drop(&fold, result);
}

static void reduce_scatter_check(lmpi_coll_run *run) {
    for (int i = 1; i < run->n; i++)
        for (int j = 0; run->call[i]->recv_counts != run->call[0]->recv_counts && j < run->n; j++)
            if (run->call[i]->recv_counts[j] != run->call[0]->recv_counts[j])
                lmpi_coll_mismatch(run->comm, run->call[0], run->call[i], "recvcounts[%d] is %d and %d", j,
                                   run->call[0]->recv_counts[j], run->call[i]->recv_counts[j]);
}

static const lmpi_coll_kind reduce_scatter = {.name = "MPI_Reduce_scatter",
                                              .copies = LMPI_COLL_COPIES_OPERAND,
                                              .receives = LMPI_COLL_RECEIVES_OWN_PART,
                                              .one_type = true,
                                              .reduces = true,
                                              .same_bytes = true,
                                              .by_one = true,
                                              .check = reduce_scatter_check,
                                              .time = reduce_scatter_time,
                                              .data = reduce_scatter_data};
static const lmpi_coll_kind reduce_scatter_block = {.name = "MPI_Reduce_scatter_block",
                                                    .copies = LMPI_COLL_COPIES_OPERAND,
                                                    .receives = LMPI_COLL_RECEIVES,
                                                    .one_type = true,
                                                    .reduces = true,
                                                    .same_bytes = true,
                                                    .by_one = true,
                                                    .time = reduce_scatter_block_time,
                                                    .data = reduce_scatter_data};

int lmpi_coll_Reduce_scatter(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    lmpi_coll_call call = {
        .op = op, .send = sendbuf, .recv = recvbuf, .recv_counts = recvcounts, .recv_type = datatype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Reduce_scatter(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &reduce_scatter, comm, &object));
    for (int i = 0; i < object->size; i++) {
        LMPI_COLL_TRY(lmpi_coll_check_vectors(&call, comm, recvcounts[i], i == call.local));
        call.bytes += recvcounts[i] * lmpi_coll_size_of(datatype);
    }
    LMPI_COLL_TRY(lmpi_coll_check_op(&call, comm, op, datatype));
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Reduce_scatter_block(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    lmpi_coll_call call = {.op = op, .send = sendbuf, .recv = recvbuf, .recv_count = recvcount, .recv_type = datatype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Reduce_scatter_block(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &reduce_scatter_block, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_vectors(&call, comm, recvcount, true));
    LMPI_COLL_TRY(lmpi_coll_check_op(&call, comm, op, datatype));
    call.bytes = recvcount * lmpi_coll_size_of(datatype) * object->size;
    return lmpi_coll_join(object, &call);
}
