/* rma_data.c - the data of one-sided operations: moved and combined in the memory of the target, when an operation
 * comes there. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/datatype/op.h"
#include "lmpi/datatype/type_class.h"
#include "lmpi/rma/rma.h"

/* Large blocks, whose pages the system would have to make anew for each operation: free ones by their sizes, which are
 * powers of two from LARGE on, 128 MiB of them at most. */
enum { LARGE = 256 << 10, SIZES = 6, MOST_SPARE = 128 << 20 };
struct spare {
    struct spare *next;
};
static BSIM_OF_SHARD struct spare *spare[SIZES];
static BSIM_OF_SHARD size_t spare_bytes;

/* The number of a block's size; -1: it is none of these. */
static int number_of(size_t size) {
    int i = 0;
    while (i < SIZES && size > (size_t)LARGE << i)
        i++;
    return size < LARGE || i == SIZES ? -1 : i;
}

void *lmpi_rma_data_new(size_t size) {
    int i = number_of(size);
    if (i < 0)
        return bsim_alloc(size);
    struct spare *s = spare[i];
    if (!s)
        return bsim_alloc((size_t)LARGE << i);
    spare[i] = s->next;
    spare_bytes -= (size_t)LARGE << i;
    return s;
}

void lmpi_rma_data_free(void *data, size_t size) {
    int i = data ? number_of(size) : -1;
    if (i < 0 || spare_bytes + ((size_t)LARGE << i) > MOST_SPARE) {
        bsim_free(data);
        return;
    }
    struct spare *s = data;
    s->next = spare[i];
    spare[i] = s;
    spare_bytes += (size_t)LARGE << i;
}

void lmpi_rma_extent(MPI_Datatype type, int64_t count, int64_t *low, int64_t *high) {
    const lmpi_type *t = lmpi_type_of(type);
    int64_t last = (count - 1) * t->extent;
    *low = *high = 0;
    if (count <= 0 || t->size == 0)
        return;
    *low = t->true_lb + (last < 0 ? last : 0);
    *high = t->true_lb + t->true_extent + (last > 0 ? last : 0);
}

/* Brings the target's data to the origin. */
static void fetch(const lmpi_rma_op *op) {
    lmpi_type_copy(op->at, op->target_count, op->target_type, op->result, op->result_count, op->result_type);
}

/* target = data op target, for elements of one basic type. The packed data of a pair type lie closer than its elements
 * in memory. */
static void combine(const lmpi_rma_op *op) {
    MPI_Datatype basic = lmpi_type_basic(op->target_type);
    int64_t gap, n = op->bytes / lmpi_type_size(basic);
    const lmpi_type *element = lmpi_type_of(basic);
    if (element->contiguous && lmpi_type_is_flat(op->target_type, op->target_count, &gap)) {
        lmpi_op_apply(op->op, op->data, op->at + gap, n, basic);
        return;
    }
    size_t room = (size_t)(n * element->extent);
    char *in = bsim_alloc(room), *inout = bsim_alloc(room), *packed = bsim_alloc((size_t)op->bytes);
    lmpi_type_unpack(op->data, op->bytes, in, n, basic);
    lmpi_type_pack(op->at, op->target_count, op->target_type, packed);
    lmpi_type_unpack(packed, op->bytes, inout, n, basic);
    lmpi_op_apply(op->op, in, inout, n, basic);
    lmpi_type_pack(inout, n, basic, packed);
    lmpi_type_unpack(packed, op->bytes, op->at, op->target_count, op->target_type);
    bsim_free(in);
    bsim_free(inout);
    bsim_free(packed);
}

static void change(const lmpi_rma_op *op) {
    if (op->kind == LMPI_RMA_PUT || op->op == MPI_REPLACE)
        lmpi_type_unpack(op->data, op->bytes, op->at, op->target_count, op->target_type);
    else if (op->op != MPI_NO_OP)
        combine(op);
}

/* MPI_Compare_and_swap: data has the value, then what the target's is compared with. */
static void swap(const lmpi_rma_op *op) {
    size_t size = (size_t)lmpi_type_size(op->target_type);
    const char *value = op->data;
    if (op->result)
        memcpy(op->result, op->at, size);
    if (value && memcmp(op->at, value + size, size) == 0)
        memcpy(op->at, value, size);
}

static void move(lmpi_rma_op *op) {
    if (op->kind == LMPI_RMA_SWAP) {
        swap(op);
        return;
    }
    if (op->kind == LMPI_RMA_GET || op->kind == LMPI_RMA_FETCH)
        fetch(op);
    if (op->kind != LMPI_RMA_GET && op->data)
        change(op);
}

void lmpi_rma_move(lmpi_rma_op *op) {
    if (!op->real || !op->at)
        return;
    /* The window's memory may be none. */
    bsim_work = (struct bsim_work){bsim_rank_of(lmpi_comm_world(op->win->comm, op->origin)),
                                   op->site ? op->site->address : NULL};
    move(op);
    bsim_work = (struct bsim_work){0};
    if (LMPI_CHECKED)
        lmpi_checker->operation_moves(op);
}
