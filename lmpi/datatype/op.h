/* op.h - reduction operators: predefined ones and the program's own. */
#ifndef LMPI_OP_H
#define LMPI_OP_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* MPI_SUCCESS, or the error class if the handle is none of an operator, or a predefined one that MPI does not define
 * for the datatype; *why is then a constant text. */
int lmpi_op_check(MPI_Op op, MPI_Datatype datatype, const char **why);
bool lmpi_op_is_user(MPI_Op op);
bool lmpi_op_commutes(MPI_Op op);

/* inout = in op inout, for COUNT elements. A user's function runs on the calling stack, so it must be a rank's. */
void lmpi_op_apply(MPI_Op op, const void *in, void *inout, int64_t count, MPI_Datatype datatype);

#endif
