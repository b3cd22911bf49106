/* coll_reduce.c - MPI_Reduce and MPI_Allreduce.
 *
 * Reduce: trees, or Rabenseifner's reduce-scatter and gather. Allreduce: recursive doubling, Rabenseifner's
 * reduce-scatter and allgather, a ring, or a reduction and a broadcast. The data are combined in the order of what
 * MPICH chooses, whatever algorithm the platform has: results do not depend on the platform. */
#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_fold.h"
#include "lmpi/coll/coll_program.h"
#include "lmpi/coll/coll_tree.h"
#include "lmpi/coll/coll_tuning.h"
#include "lmpi/datatype/op.h"

#include <stdlib.h>

/* Recursive halving and doubling over pof2 members, the largest power of two. The first 2 * rem members form pairs, of
 * which one member folds its vector into the other's. keep_odd: the odd member of a pair takes part. */
typedef struct halving {
    int pof2, rem;
    bool keep_odd;
    int *low, *high; /* each of the pof2 members holds blocks low .. high - 1 */
    int64_t *start;  /* offset of each block in bytes; pof2 + 1 entries */
    lmpi_coll_run *run;
} halving;

static int real_rank(const halving *h, int newrank) {
    return newrank < h->rem ? 2 * newrank + h->keep_odd : newrank + h->rem;
}

static void fold_in(lmpi_coll_run *run, int rem, bool keep_odd, int64_t bytes) {
    for (int i = 0; i < rem; i++) {
        lmpi_coll_message(run, 2 * i + !keep_odd, 2 * i + keep_odd, bytes);
        lmpi_coll_combine(run, 2 * i + keep_odd, bytes);
    }
}

/* The result goes back to the members that were folded in. */
static void fold_out(lmpi_coll_run *run, int rem, int64_t bytes) {
    for (int i = 0; i < rem; i++)
        lmpi_coll_message(run, 2 * i + 1, 2 * i, bytes);
}

static halving halving_of(lmpi_coll_run *run, bool keep_odd, int64_t count, int64_t each) {
    int pof2 = lmpi_pof2_below(run->n);
    halving h = {pof2, run->n - pof2, keep_odd, NULL, NULL, NULL, run};
    h.low = lmpi_coll_scratch((size_t)pof2 * sizeof *h.low);
    h.high = lmpi_coll_scratch((size_t)pof2 * sizeof *h.high);
    h.start = lmpi_coll_scratch((size_t)(pof2 + 1) * sizeof *h.start);
    for (int i = 0; i < pof2; i++) {
        h.start[i + 1] = h.start[i] + (count / pof2 + (i < count % pof2)) * each;
        h.high[i] = pof2;
    }
    return h;
}

static int64_t bytes_between(const halving *h, int low, int high) {
    return h->start[high] - h->start[low];
}

/* Distance 1 first. Of the blocks that both members of a pair hold, the lower member keeps the lower half. */
static void reduce_scatter(halving *h) {
    for (int mask = 1; mask < h->pof2; mask *= 2)
        for (int r = 0; r < h->pof2; r++) {
            int other = r ^ mask, middle = (h->low[r] + h->high[r]) / 2;
            if (r > other)
                continue;
            int64_t up = bytes_between(h, middle, h->high[r]), down = bytes_between(h, h->low[r], middle);
            lmpi_coll_exchange(h->run, real_rank(h, r), real_rank(h, other), up, down);
            lmpi_coll_combine(h->run, real_rank(h, r), down);
            lmpi_coll_combine(h->run, real_rank(h, other), up);
            h->high[r] = middle;
            h->low[other] = middle;
        }
}

static void allgather(halving *h) {
    for (int mask = h->pof2 / 2; mask; mask /= 2)
        for (int r = 0; r < h->pof2; r++) {
            int other = r ^ mask;
            if (r > other)
                continue;
            lmpi_coll_exchange(h->run, real_rank(h, r), real_rank(h, other), bytes_between(h, h->low[r], h->high[r]),
                               bytes_between(h, h->low[other], h->high[other]));
            h->low[other] = h->low[r];
            h->high[r] = h->high[other];
        }
}

/* ---- Reduce ---- */

static void binomial(lmpi_coll_run *run, int root, int64_t bytes) {
    for (int64_t mask = 1; mask < run->n; mask *= 2)
        for (int64_t r = mask; r < run->n; r += 2 * mask) {
            int to = (int)((r - mask + root) % run->n);
            lmpi_coll_message(run, (int)((r + root) % run->n), to, bytes);
            lmpi_coll_combine(run, to, bytes);
        }
}

/* Gathers the blocks to the root by a binomial tree. A root that was folded in first gets the block of member 0 and
 * takes its place. */
static void gather(halving *h, int root) {
    int newroot = root - h->rem, zero = 0;
    if (root < 2 * h->rem) {
        newroot = root / 2;
        if (root % 2) {
            lmpi_coll_message(h->run, 0, root, bytes_between(h, 0, 1));
            newroot = 0;
            zero = root;
        }
    }
    int bit = 0;
    while (2 << bit < h->pof2)
        bit++;
    for (int mask = h->pof2 / 2; mask; mask /= 2, bit--)
        for (int r = 0; r < h->pof2; r++) {
            int to = r ^ mask;
            /* r sends in this step if it is still in the tree and on the side away from the root. */
            if (r >> (bit + 1) != newroot >> (bit + 1) || to >> bit != newroot >> bit)
                continue;
            lmpi_coll_message(h->run, r ? real_rank(h, r) : zero, to ? real_rank(h, to) : zero,
                              bytes_between(h, h->low[r], h->high[r]));
            h->low[to] = h->low[r] < h->low[to] ? h->low[r] : h->low[to];
            h->high[to] = h->high[r] > h->high[to] ? h->high[r] : h->high[to];
        }
}

void lmpi_reduce_rabenseifner(lmpi_coll_run *run, const lmpi_task *task) {
    halving h = halving_of(run, false, task->count, task->each);
    fold_in(run, h.rem, false, task->bytes);
    reduce_scatter(&h);
    gather(&h, task->root);
}

/* Sends the result of a tree whose root is another member to the root. */
static void forward(lmpi_coll_run *run, int from, const lmpi_task *task) {
    if (from != task->root)
        lmpi_coll_message(run, from, task->root, task->bytes);
}

void lmpi_reduce_binomial(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t segment = lmpi_segment(task, 0);
    int root = task->commutes ? task->root : 0;
    if (segment < task->bytes) {
        lmpi_tree tree = lmpi_tree_knomial(run, root, 2, true);
        lmpi_tree_reduce(run, &tree, task->bytes, segment);
    } else {
        binomial(run, root, task->bytes);
    }
    forward(run, root, task);
}

void lmpi_reduce_knomial(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_knomial(run, task->root, lmpi_radix(task), true);
    lmpi_tree_reduce(run, &tree, task->bytes, lmpi_segment(task, 0));
}

void lmpi_reduce_binary(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_binary(run, task->root);
    lmpi_tree_reduce(run, &tree, task->bytes, lmpi_segment(task, 0));
}

void lmpi_reduce_in_order_binary(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_in_order(run);
    lmpi_tree_reduce(run, &tree, task->bytes, lmpi_segment(task, 0));
    forward(run, tree.root, task);
}

void lmpi_reduce_chain(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_chain(run, task->root, lmpi_fanout(task));
    lmpi_tree_reduce(run, &tree, task->bytes, lmpi_segment(task, LMPI_CHAIN_SEGMENT));
}

void lmpi_reduce_pipeline(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_tree tree = lmpi_tree_chain(run, task->root, 1);
    lmpi_tree_reduce(run, &tree, task->bytes, lmpi_segment(task, LMPI_CHAIN_SEGMENT));
}

/* The root receives the vectors one after the other, that of the last member first, and combines each. */
void lmpi_reduce_linear(lmpi_coll_run *run, const lmpi_task *task) {
    for (int i = run->n - 1; i >= 0; i--) {
        if (i == task->root)
            continue;
        lmpi_coll_message(run, i, task->root, task->bytes);
        lmpi_coll_combine(run, task->root, task->bytes);
    }
}

static lmpi_task task_of(const lmpi_coll_call *c) {
    return (lmpi_task){.root = c->root,
                       .bytes = c->bytes,
                       .count = c->recv_count,
                       .each = lmpi_coll_size_of(c->recv_type),
                       .commutes = lmpi_op_commutes(c->op),
                       .predefined = !lmpi_op_is_user(c->op),
                       .segment = -1};
}

static bool suits_rabenseifner(const lmpi_coll_run *run, const lmpi_task *task, int64_t short_bytes) {
    return task->bytes > short_bytes && task->predefined && task->count >= lmpi_pof2_below(run->n);
}

void lmpi_mpich_reduce(lmpi_coll_run *run, const lmpi_task *task) {
    if (suits_rabenseifner(run, task, REDUCE_SHORT_BYTES))
        lmpi_reduce_rabenseifner(run, task);
    else
        lmpi_reduce_binomial(run, task);
}

static void reduce_time(lmpi_coll_run *run) {
    lmpi_task task = task_of(run->call[0]);
    if (task.bytes)
        lmpi_coll_choose(run, BSIM_COLLECTIVE_reduce, &task);
}

/* Sets the leaves for algorithms that fold to a power of two. */
static void folded_leaves(lmpi_fold *fold, bool keep_odd) {
    int n = fold->run->n, pof2 = lmpi_pof2_below(n), rem = n - pof2;
    int *leaf = lmpi_coll_scratch((size_t)pof2 * sizeof *leaf), *in = lmpi_coll_scratch((size_t)pof2 * sizeof *in);
    for (int i = 0; i < pof2; i++) {
        leaf[i] = i < rem ? 2 * i + keep_odd : i + rem;
        in[i] = i < rem ? 2 * i + !keep_odd : -1;
    }
    fold->nleaves = pof2;
    fold->leaf = leaf;
    fold->fold_in = in;
}

static void reduce_data(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    lmpi_coll_call *root = run->call[c->root];
    lmpi_fold fold;
    if (c->bytes == 0)
        return;
    lmpi_fold_init(&fold, run, c->recv_count, c->recv_type, c->op);
    lmpi_task task = task_of(c);
    if (suits_rabenseifner(run, &task, REDUCE_SHORT_BYTES)) {
        folded_leaves(&fold, false);
    } else {
        int *leaf = lmpi_coll_scratch((size_t)run->n * sizeof *leaf);
        for (int i = 0; i < run->n; i++)
            leaf[i] = fold.commutes ? (i + c->root) % run->n : i;
        fold.nleaves = run->n;
        fold.leaf = leaf;
    }
    char *result = lmpi_fold_tree(&fold);
    lmpi_fold_give(&fold, result, root);
    lmpi_fold_drop(&fold, result);
}

static bool reduce_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    (void)run;
    kept->recv = NULL;
    return call->bytes == 0 ||
           (call->local != call->root && lmpi_coll_keep_data(kept, &kept->send, call->recv_count, call->recv_type));
}

static const lmpi_coll_kind reduce = {.name = "MPI_Reduce",
                                      .copies = LMPI_COLL_COPIES_OPERAND,
                                      .receives = LMPI_COLL_RECEIVES_IF_ROOT,
                                      .one_type = true,
                                      .rooted = true,
                                      .reduces = true,
                                      .same_bytes = true,
                                      .by_one = true,
                                      .time = reduce_time,
                                      .data = reduce_data,
                                      .leave = reduce_leave};

/* ---- Allreduce ---- */

static void recursive_doubling(lmpi_coll_run *run, int64_t bytes) {
    halving h = {.pof2 = lmpi_pof2_below(run->n), .keep_odd = true};
    h.rem = run->n - h.pof2;
    for (int mask = 1; mask < h.pof2; mask *= 2)
        for (int r = 0; r < h.pof2; r += 2 * mask)
            for (int i = r; i < r + mask; i++) {
                int a = real_rank(&h, i), b = real_rank(&h, i + mask);
                lmpi_coll_exchange(run, a, b, bytes, bytes);
                lmpi_coll_combine(run, a, bytes);
                lmpi_coll_combine(run, b, bytes);
            }
}

void lmpi_allreduce_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    int rem = run->n - lmpi_pof2_below(run->n);
    fold_in(run, rem, true, task->bytes);
    recursive_doubling(run, task->bytes);
    fold_out(run, rem, task->bytes);
}

void lmpi_allreduce_rabenseifner(lmpi_coll_run *run, const lmpi_task *task) {
    halving h = halving_of(run, true, task->count, task->each);
    fold_in(run, h.rem, true, task->bytes);
    reduce_scatter(&h);
    allgather(&h);
    fold_out(run, h.rem, task->bytes);
}

/* n blocks of about equally many elements, the longer ones first. In step s of the reduce-scatter member i sends what
 * it has of block i - s to i + 1 and combines what comes; in the allgather it sends block i + 1 - s. A reduce-scatter
 * whose blocks are longer than a segment goes round once for each segment of the blocks. */
void lmpi_allreduce_ring(lmpi_coll_run *run, const lmpi_task *task) {
    int n = run->n;
    int64_t *size = lmpi_coll_scratch((size_t)n * sizeof *size), longest = (task->count + n - 1) / n * task->each;
    int64_t segment = task->segment > 0 ? task->segment : longest;
    segment = segment / task->each * task->each;
    segment = segment > 0 ? segment : task->each;
    for (int64_t at = 0; at < longest; at += segment)
        for (int step = 0; step < n - 1; step++) {
            for (int i = 0; i < n; i++) {
                int block = (i - step + n) % n;
                int64_t left = (task->count / n + (block < task->count % n)) * task->each - at;
                size[i] = left <= 0 ? -1 : left < segment ? left : segment;
            }
            lmpi_coll_shift(run, 1, size, 0);
            for (int i = 0; i < n; i++)
                lmpi_coll_combine(run, (i + 1) % n, size[i]);
        }
    for (int step = 0; step < n - 1; step++) {
        for (int i = 0; i < n; i++) {
            int block = (i + 1 - step + n) % n;
            int64_t bytes = (task->count / n + (block < task->count % n)) * task->each;
            size[i] = bytes ? bytes : -1;
        }
        lmpi_coll_shift(run, 1, size, 0);
    }
}

/* A reduction to member 0 and a broadcast, each as the platform chooses. */
void lmpi_allreduce_reduce_bcast(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_task part = *task;
    part.root = 0;
    lmpi_coll_choose(run, BSIM_COLLECTIVE_reduce, &part);
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &part);
}

void lmpi_allreduce_linear(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_task part = *task;
    part.root = 0;
    lmpi_reduce_linear(run, &part);
    lmpi_bcast_linear(run, &part);
}

void lmpi_mpich_allreduce(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t short_bytes = lmpi_coll_is_started(run) ? IALLREDUCE_SHORT_BYTES : ALLREDUCE_SHORT_BYTES;
    if (task->purpose != LMPI_FOR_GROUP && suits_rabenseifner(run, task, short_bytes))
        lmpi_allreduce_rabenseifner(run, task);
    else
        lmpi_allreduce_doubling(run, task);
}

static void allreduce_time(lmpi_coll_run *run) {
    lmpi_task task = task_of(run->call[0]);
    if (task.bytes)
        lmpi_coll_choose(run, BSIM_COLLECTIVE_allreduce, &task);
}

static void allreduce_data(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    lmpi_fold fold;
    if (c->bytes == 0)
        return;
    lmpi_fold_init(&fold, run, c->recv_count, c->recv_type, c->op);
    folded_leaves(&fold, true);
    char *result = lmpi_fold_tree(&fold);
    for (int i = 0; i < run->n; i++)
        lmpi_fold_give(&fold, result, run->call[i]);
    lmpi_fold_drop(&fold, result);
}

static const lmpi_coll_kind allreduce = {.name = "MPI_Allreduce",
                                         .copies = LMPI_COLL_COPIES_OPERAND,
                                         .receives = LMPI_COLL_RECEIVES,
                                         .one_type = true,
                                         .reduces = true,
                                         .same_bytes = true,
                                         .by_one = true,
                                         .time = allreduce_time,
                                         .data = allreduce_data};

int lmpi_coll_Reduce(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, int root, MPI_Comm comm) {
    lmpi_coll_call call = {
        .root = root, .op = op, .send = sendbuf, .recv = recvbuf, .recv_count = count, .recv_type = datatype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Reduce(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &reduce, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_root(&call, comm, object, root));
    if (call.local != root)
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, count, datatype));
    else
        LMPI_COLL_TRY(lmpi_coll_check_vectors(&call, comm, count, true));
    LMPI_COLL_TRY(lmpi_coll_check_op(&call, comm, op, datatype));
    call.bytes = count * lmpi_coll_size_of(datatype);
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Allreduce(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count,
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    lmpi_coll_call call = {.op = op, .send = sendbuf, .recv = recvbuf, .recv_count = count, .recv_type = datatype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Allreduce(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &allreduce, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_vectors(&call, comm, count, true));
    LMPI_COLL_TRY(lmpi_coll_check_op(&call, comm, op, datatype));
    call.bytes = count * lmpi_coll_size_of(datatype);
    return lmpi_coll_join(object, &call);
}
