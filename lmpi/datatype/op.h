/* op.h - reduction operators: predefined ones and the program's own. */
#ifndef LMPI_OP_H
#define LMPI_OP_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* For reductions: MPI_SUCCESS, or an error class if the handle is not an operator, the operator is for one-sided
 * communication alone, or MPI does not define it for the datatype. *why is then a constant text. */
int lmpi_op_check(MPI_Op op, MPI_Datatype datatype, const char **why);
bool lmpi_op_is_user(MPI_Op op);
/* A function that stands for those of a program whose times nobody knows, so that no model is looked for. The player of
 * traces defines it; elsewhere it is NULL. */
#pragma weak lmpi_op_stand_in
void lmpi_op_stand_in(void *in, void *inout, int *n, MPI_Datatype *type);
bool lmpi_op_commutes(MPI_Op op);
/* Take and give up a reference to an operator of the program, which the program may free meanwhile. Predefined
 * operators need none. The caller has the lock of BSIM_LOCKED, or is alone. */
void lmpi_op_hold(MPI_Op op);
void lmpi_op_release(MPI_Op op);

/* What makes an operator of the program the one that it is. */
typedef struct lmpi_own_op {
    const void *function;
    bool is_large, commutes; /* is_large: it takes large counts */
} lmpi_own_op;
/* False: it is none of the program. */
bool lmpi_op_own(MPI_Op op, lmpi_own_op *own);
/* The operator of such a function, made if no rank has one now, with a reference for the caller. The caller has the
 * lock of BSIM_LOCKED, or is alone. */
MPI_Op lmpi_op_again(const lmpi_own_op *own);

/* Adds to the times of a rank's clock how long combining two operands takes, of so many bytes in elements of `each`
 * bytes: by the program's operator if the models tell its time (bsim/cost/operators.h), else by the platform's
 * "reduction". The slopes of the latter stay: none is by these parameters. Nothing if neither is known. Returns the
 * seconds of the program's operator in scenario 0. */
double lmpi_op_add_time(MPI_Op op, int64_t bytes, int64_t each, int rank, double *clock);
/* Whether lmpi_op_add_time may add anything. */
bool lmpi_op_takes_time(MPI_Op op);
/* A collective takes the platform's measured time as a whole: warns if this cannot have the operator's. */
void lmpi_op_in_table(MPI_Op op, const char *collective);

/* inout = in op inout, for count elements. Call it on a rank's stack if the operator is a function of the program. */
void lmpi_op_apply(MPI_Op op, const void *in, void *inout, int64_t count, MPI_Datatype datatype);
/* The same inside of a collective: the rank on whose stack it is need not be the one that combines. */
void lmpi_op_combine(MPI_Op op, const void *in, void *inout, int64_t count, MPI_Datatype datatype);

#endif
