/* packing.c - see packing.h. */
#include "lmpi/datatype/packing.h"

#include "bsim/base/clock.h"
#include "bsim/platform/platform.h"

/* The number of separate blocks in memory of so many bytes of a type; 0: they are contiguous. */
static int64_t blocks_of(MPI_Datatype datatype, int64_t bytes) {
    const lmpi_type *type = lmpi_type_of(datatype);
    if (!type || type->size == 0 || bytes == 0)
        return 0;
    int64_t count = (bytes + type->size - 1) / type->size;
    if (type->contiguous && (count == 1 || type->extent == type->size))
        return type->blocks > 1 ? count * type->blocks : 0; /* of a skeleton's type the layout is not known */
    return count * type->blocks;
}

double lmpi_packing_s(MPI_Datatype type, int64_t bytes, int k) {
    const struct bsim_local_work *work = bsim_context.work;
    int64_t blocks = work->packs && !LMPI_TYPE_IS_BUILTIN(type) ? blocks_of(type, bytes) : 0;
    return blocks ? (double)blocks * work->packing_block_s[k] + (double)bytes * work->packing_s_per_byte[k] : 0;
}

void lmpi_packing_add(MPI_Datatype type, int64_t bytes, double *clock) {
    for (int k = 0; bsim_context.work->packs && k < bsim_times(); k++)
        clock[k] += lmpi_packing_s(type, bytes, k);
}
