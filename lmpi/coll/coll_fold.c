/* coll_fold.c - combines vectors in a fixed order. Results do not depend on the host. Where MPICH uses this algorithm
 * they are bit-identical to MPICH's. */
#include "lmpi/coll/coll_fold.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/coll/coll_time.h"
#include "lmpi/datatype/op.h"

void lmpi_fold_init(lmpi_fold *fold, const lmpi_coll_run *run, int64_t count, MPI_Datatype type, MPI_Op op) {
    const lmpi_type *t = lmpi_type_of(type);
    int64_t span = count > 0 ? (count - 1) * t->extent : 0;
    *fold = (lmpi_fold){.run = run, .count = count, .type = type, .op = op, .commutes = lmpi_op_commutes(op)};
    fold->size = t->true_extent + (span < 0 ? -span : span);
    fold->shift = -t->true_lb - (span < 0 ? span : 0);
}

char *lmpi_fold_new(const lmpi_fold *fold) {
    return lmpi_displaced(bsim_alloc((size_t)fold->size + 1), fold->shift);
}

void lmpi_fold_drop(const lmpi_fold *fold, char *vector) {
    bsim_free(lmpi_displaced(vector, -fold->shift));
}

const void *lmpi_fold_input(const lmpi_coll_call *call) {
    return call->send == MPI_IN_PLACE ? call->recv : call->send;
}

void lmpi_fold_copy(const lmpi_fold *fold, const void *from, void *to) {
    if (from != to)
        lmpi_type_copy(from, fold->count, fold->type, to, fold->count, fold->type);
}

void lmpi_fold_take(const lmpi_fold *fold, const lmpi_coll_call *call, void *vector) {
    lmpi_type_copy(lmpi_fold_input(call), fold->count, call->recv_type, vector, fold->count, fold->type);
}

void lmpi_fold_give(const lmpi_fold *fold, const void *vector, const lmpi_coll_call *call) {
    lmpi_type_copy(vector, fold->count, fold->type, call->recv, fold->count, call->recv_type);
}

void lmpi_fold_left(const lmpi_fold *fold, const void *low, void *inout) {
    if (lmpi_type_has_memory(low, fold->type))
        lmpi_op_combine(fold->op, low, inout, fold->count, fold->type);
}

/* Returns low op high in one of the two vectors and frees the other. */
static char *combine(const lmpi_fold *fold, char *low, char *high) {
    if (fold->commutes) { /* as MPICH: the lower member receives and computes received op own */
        lmpi_op_combine(fold->op, high, low, fold->count, fold->type);
        lmpi_fold_drop(fold, high);
        return low;
    }
    lmpi_op_combine(fold->op, low, high, fold->count, fold->type);
    lmpi_fold_drop(fold, low);
    return high;
}

void lmpi_fold_left_input(const lmpi_fold *fold, const lmpi_coll_call *call, int64_t element, int64_t count,
                          void *inout) {
    const void *input = lmpi_displaced(lmpi_fold_input(call), element * lmpi_type_of(call->recv_type)->extent);
    if (!lmpi_type_has_memory(input, call->recv_type))
        return;
    char *copy = call->recv_type != fold->type ? lmpi_fold_new(fold) : NULL;
    if (copy)
        lmpi_type_copy(input, count, call->recv_type, copy, count, fold->type);
    lmpi_op_combine(fold->op, copy ? copy : input, inout, count, fold->type);
    if (copy)
        lmpi_fold_drop(fold, copy);
}

static char *leaf(const lmpi_fold *fold, int i) {
    char *vector = lmpi_fold_new(fold);
    lmpi_fold_take(fold, fold->run->call[fold->leaf[i]], vector);
    if (fold->fold_in && fold->fold_in[i] >= 0)
        lmpi_fold_left_input(fold, fold->run->call[fold->fold_in[i]], 0, fold->count, vector);
    return vector;
}

static char *subtree(const lmpi_fold *fold, int first, int size) {
    if (size == 1)
        return leaf(fold, first);
    char *low = subtree(fold, first, size / 2);
    if (first + size / 2 >= fold->nleaves)
        return low;
    return combine(fold, low, subtree(fold, first + size / 2, size / 2));
}

char *lmpi_fold_tree(const lmpi_fold *fold) {
    int size = lmpi_pof2_below(fold->nleaves);
    return subtree(fold, 0, size < fold->nleaves ? 2 * size : size);
}
