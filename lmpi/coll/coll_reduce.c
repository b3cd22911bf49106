/* coll_reduce.c - MPI_Reduce and MPI_Allreduce.
 *
 * Reduce: binomial tree, or Rabenseifner's reduce-scatter and gather. Allreduce: recursive doubling, or Rabenseifner's
 * reduce-scatter and allgather. Rabenseifner's algorithms are for long vectors and predefined operators. */
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_fold.h"
#include "lmpi/coll/coll_time.h"
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
    for (int i = 0; i < rem; i++)
        lmpi_coll_message(run, 2 * i + !keep_odd, 2 * i + keep_odd, bytes);
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
            lmpi_coll_exchange(h->run, real_rank(h, r), real_rank(h, other), bytes_between(h, middle, h->high[r]),
                               bytes_between(h, h->low[r], middle));
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
        for (int64_t r = mask; r < run->n; r += 2 * mask)
            lmpi_coll_message(run, (int)((r + root) % run->n), (int)((r - mask + root) % run->n), bytes);
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

static bool is_long(const lmpi_coll_run *run, int64_t short_bytes) {
    const lmpi_coll_call *c = run->call[0];
    return c->bytes > short_bytes && !lmpi_op_is_user(c->op) && c->recv_count >= lmpi_pof2_below(run->n);
}

static void reduce_time(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    if (c->bytes == 0)
        return;
    if (is_long(run, REDUCE_SHORT_BYTES)) {
        halving h = halving_of(run, false, c->recv_count, lmpi_coll_size_of(c->recv_type));
        fold_in(run, h.rem, false, c->bytes);
        reduce_scatter(&h);
        gather(&h, c->root);
    } else if (lmpi_op_commutes(c->op)) {
        binomial(run, c->root, c->bytes);
    } else {
        binomial(run, 0, c->bytes);
        if (c->root)
            lmpi_coll_message(run, 0, c->root, c->bytes);
    }
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
    if (is_long(run, REDUCE_SHORT_BYTES)) {
        folded_leaves(&fold, false);
    } else {
        int *leaf = lmpi_coll_scratch((size_t)run->n * sizeof *leaf);
        for (int i = 0; i < run->n; i++)
            leaf[i] = fold.commutes ? (i + c->root) % run->n : i;
        fold.nleaves = run->n;
        fold.leaf = leaf;
    }
    char *result = lmpi_fold_tree(&fold);
    lmpi_fold_copy(&fold, result, root->recv);
    lmpi_fold_drop(&fold, result);
}

static const lmpi_coll_kind reduce = {.name = "MPI_Reduce",
                                      .one_type = true,
                                      .rooted = true,
                                      .reduces = true,
                                      .same_bytes = true,
                                      .time = reduce_time,
                                      .data = reduce_data};

/* ---- Allreduce ---- */

static void recursive_doubling(lmpi_coll_run *run, int64_t bytes) {
    halving h = {.pof2 = lmpi_pof2_below(run->n), .keep_odd = true};
    h.rem = run->n - h.pof2;
    for (int mask = 1; mask < h.pof2; mask *= 2)
        for (int r = 0; r < h.pof2; r += 2 * mask)
            for (int i = r; i < r + mask; i++)
                lmpi_coll_exchange(run, real_rank(&h, i), real_rank(&h, i + mask), bytes, bytes);
}

void lmpi_coll_allreduce_short(lmpi_coll_run *run, int64_t bytes) {
    int rem = run->n - lmpi_pof2_below(run->n);
    fold_in(run, rem, true, bytes);
    recursive_doubling(run, bytes);
    fold_in(run, rem, false, bytes); /* the result goes back */
}

static void allreduce_time(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    int rem = run->n - lmpi_pof2_below(run->n);
    if (c->bytes == 0)
        return;
    if (!is_long(run, ALLREDUCE_SHORT_BYTES)) {
        lmpi_coll_allreduce_short(run, c->bytes);
        return;
    }
    halving h = halving_of(run, true, c->recv_count, lmpi_coll_size_of(c->recv_type));
    fold_in(run, rem, true, c->bytes);
    reduce_scatter(&h);
    allgather(&h);
    fold_in(run, rem, false, c->bytes);
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
        lmpi_fold_copy(&fold, result, run->call[i]->recv);
    lmpi_fold_drop(&fold, result);
}

static const lmpi_coll_kind allreduce = {.name = "MPI_Allreduce",
                                         .one_type = true,
                                         .reduces = true,
                                         .same_bytes = true,
                                         .time = allreduce_time,
                                         .data = allreduce_data};

int lmpi_coll_Reduce(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, int root, MPI_Comm comm) {
    lmpi_coll_call call = {
        .root = root, .op = op, .send = sendbuf, .recv = recvbuf, .recv_count = count, .recv_type = datatype};
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &reduce, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_root(&call, comm, object, root));
    LMPI_COLL_TRY(lmpi_coll_check_vectors(&call, comm, count, call.local == root));
    LMPI_COLL_TRY(lmpi_coll_check_op(&call, comm, op, datatype));
    call.bytes = count * lmpi_coll_size_of(datatype);
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Allreduce(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count,
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    lmpi_coll_call call = {.op = op, .send = sendbuf, .recv = recvbuf, .recv_count = count, .recv_type = datatype};
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &allreduce, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_vectors(&call, comm, count, true));
    LMPI_COLL_TRY(lmpi_coll_check_op(&call, comm, op, datatype));
    call.bytes = count * lmpi_coll_size_of(datatype);
    return lmpi_coll_join(object, &call);
}
