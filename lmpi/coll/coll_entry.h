/* coll_entry.h - the functions behind MPI_X and LMPI_X of each collective (coll_entry.c), and their common checks. */
#ifndef LMPI_COLL_ENTRY_H
#define LMPI_COLL_ENTRY_H

#include "lmpi/coll/coll.h"

#define LMPI_COLL_AT_PLACE(...) (const lmpi_coll_place *place, __VA_ARGS__)
#define MPI_CALL_COLL(ret, name, params, args, roles) ret lmpi_coll_##name LMPI_COLL_AT_PLACE params;
#include "lmpi/mpi_calls.def"
#undef LMPI_COLL_AT_PLACE

/* Common argument checks; each gives MPI_SUCCESS or the code of the error that it reported. The first one enters the
 * type into the call. */
int lmpi_coll_check_data(lmpi_coll_call *call, MPI_Comm comm, const void *buffer, int64_t count, MPI_Datatype type);
/* Of a reduction: what the call gives, and where the result goes if it RECEIVES one. */
int lmpi_coll_check_vectors(lmpi_coll_call *call, MPI_Comm comm, int64_t count, bool receives);
int lmpi_coll_check_root(const lmpi_coll_call *call, MPI_Comm comm, const lmpi_comm *object, int root);
int lmpi_coll_check_op(const lmpi_coll_call *call, MPI_Comm comm, MPI_Op op, MPI_Datatype type);

/* Evaluates to nothing or leaves the function with the code. */
#define LMPI_COLL_TRY(expression)                                                                                      \
    do {                                                                                                               \
        int code_ = (expression);                                                                                      \
        if (code_ != MPI_SUCCESS)                                                                                      \
            return code_;                                                                                              \
    } while (0)

#endif
