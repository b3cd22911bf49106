/* coll_entry.h - the functions behind MPI_X and LMPI_X of each collective (coll_entry.c), and their common checks. */
#ifndef LMPI_COLL_ENTRY_H
#define LMPI_COLL_ENTRY_H

#include "lmpi/coll/coll.h"

#define LMPI_COLL_AT_PLACE(...) (const lmpi_coll_place *place, __VA_ARGS__)
#define MPI_CALL_COLL(ret, name, params, args, roles) ret lmpi_coll_##name LMPI_COLL_AT_PLACE params;
#include "lmpi/mpi_calls.def"
#undef LMPI_COLL_AT_PLACE

/* The place of a call, for these functions: of one that blocks; of one that starts the operation, or makes a persistent
 * request that writes `line` (LINE_AT_START) at each start, and has a parameter "request". */
#define LMPI_COLL_BLOCKS(function, moves)                                                                              \
    (&(const lmpi_coll_place){.name = #function, .address = LMPI_SITE, .real = moves})
#define LMPI_COLL_STARTS(function, moves)                                                                              \
    (&(const lmpi_coll_place){#function, LMPI_SITE, moves, true, request, NULL, false})
#define LMPI_COLL_INITS(function, moves, line)                                                                         \
    (&(const lmpi_coll_place){#function, LMPI_SITE, moves, true, request, line, true})

/* Common argument checks. Each returns MPI_SUCCESS or the code of the error that it has reported. lmpi_coll_check_data
 * also enters the type in the call. It is for a buffer that may not be MPI_IN_PLACE. */
int lmpi_coll_check_data(lmpi_coll_call *call, MPI_Comm comm, const void *buffer, int64_t count, MPI_Datatype type);
/* Checks the input of a reduction, and the output if this member receives the result. */
int lmpi_coll_check_vectors(lmpi_coll_call *call, MPI_Comm comm, int64_t count, bool receives);
int lmpi_coll_check_root(const lmpi_coll_call *call, MPI_Comm comm, const lmpi_comm *object, int root);
int lmpi_coll_check_op(const lmpi_coll_call *call, MPI_Comm comm, MPI_Op op, MPI_Datatype type);

/* Returns from the function if the expression is an error code. */
#define LMPI_COLL_TRY(expression)                                                                                      \
    do {                                                                                                               \
        int code_ = (expression);                                                                                      \
        if (code_ != MPI_SUCCESS)                                                                                      \
            return code_;                                                                                              \
    } while (0)

/* For lmpi_coll_kind.leave: *buffer becomes a copy of count elements, owned by `kept`. False: they have holes. */
bool lmpi_coll_keep_data(lmpi_coll_call *kept, const void **buffer, int64_t count, MPI_Datatype type);
/* The same for the blocks of send_counts. */
bool lmpi_coll_keep_blocks(lmpi_coll_call *kept);

#endif
