/* packed_moves.c - packed data (packed.h) that go through the memory of windows, by puts and gets of bytes, and through
 * files, by accesses of bytes. */
#include "bsim/base/alloc.h"
#include "lmpi/check/packed.h"
#include "lmpi/rma/rma.h"

/* ---- one-sided communication ---- */

static int world_of(const lmpi_rma_op *op, int member) {
    return lmpi_comm_world(op->win->comm, member);
}

static const void *shared(int rank, const void *address) {
    return (const void *)lmpi_check_shared_address_of(rank, (intptr_t)address);
}

void lmpi_check_operation_begins(lmpi_rma_op *op, const lmpi_rma_args *args) {
    bool may_be_packed = lmpi_check_may_be_packed(args->origin_type) && lmpi_check_may_be_packed(op->target_type);
    if (op->kind != LMPI_RMA_PUT || !op->data || !may_be_packed)
        return;
    int origin = world_of(op, op->origin);
    check_packed taken = lmpi_check_packed_taken(origin, shared(origin, args->origin), op->bytes);
    if (!taken.count)
        return;
    check_packed *known = bsim_alloc(sizeof *known);
    *known = taken;
    op->known = known;
}

static void get(const lmpi_rma_op *op) {
    int origin = world_of(op, op->origin), target = world_of(op, op->target);
    if (!op->result || !lmpi_check_may_be_packed(op->target_type) || !lmpi_check_may_be_packed(op->result_type))
        return;
    check_packed taken = lmpi_check_packed_taken(target, shared(target, op->at), op->reply_bytes);
    lmpi_check_packed_given(origin, shared(origin, op->result), op->reply_bytes, &taken);
    lmpi_check_packed_free(&taken);
}

void lmpi_check_operation_moves(lmpi_rma_op *op) {
    int target = world_of(op, op->target);
    int64_t low, high;
    if (op->kind == LMPI_RMA_GET) {
        get(op);
        return;
    }
    lmpi_rma_extent(op->target_type, op->target_count, &low, &high);
    uintptr_t at = (uintptr_t)shared(target, op->at);
    lmpi_check_packed_forget(target, at + (uintptr_t)low, at + (uintptr_t)high);
    if (!op->known)
        return;
    lmpi_check_packed_given(target, (const void *)at, op->bytes, op->known);
    lmpi_check_packed_free(op->known);
    bsim_free(op->known);
    op->known = NULL;
}

/* ---- files ---- */

void lmpi_check_packed_to_file(check_packed *file, uintptr_t at, const void *memory, int64_t bytes, MPI_Datatype type) {
    check_packed taken = {0};
    if (lmpi_check_may_be_packed(type))
        taken = lmpi_check_packed_taken(bsim_self->id, shared(bsim_self->id, memory), bytes);
    lmpi_check_packed_put(file, at, bytes, &taken);
    lmpi_check_packed_free(&taken);
}

void lmpi_check_packed_from_file(const check_packed *file, uintptr_t at, const void *memory, int64_t bytes,
                                 MPI_Datatype type) {
    if (!file->count || !lmpi_check_may_be_packed(type))
        return;
    check_packed part = lmpi_check_packed_part(file, at, bytes);
    lmpi_check_packed_given(bsim_self->id, shared(bsim_self->id, memory), bytes, &part);
    lmpi_check_packed_free(&part);
}
