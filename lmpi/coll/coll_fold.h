/* coll_fold.h - the data of reductions: combining the members' vectors in the order of MPICH's trees. */
#ifndef LMPI_COLL_FOLD_H
#define LMPI_COLL_FOLD_H

#include "lmpi/coll/coll.h"

/* The vectors' common description, from member 0's call, and the operator. */
typedef struct lmpi_fold {
    const lmpi_coll_run *run;
    int64_t count;
    MPI_Datatype type;
    MPI_Op op;
    bool commutes;
    int64_t size;  /* bytes of memory for one vector */
    int64_t shift; /* from the start of such memory to the vector's origin (a negative lower bound) */
    /* Leaves of the tree: leaf i is member leaf[i], or the pair fold_in[i] op leaf[i]. */
    int nleaves;
    const int *leaf;
    const int *fold_in; /* -1: none; may be null */
} lmpi_fold;

/* Sets up all but the leaves. COUNT elements of TYPE a member. */
void lmpi_fold_init(lmpi_fold *fold, const lmpi_coll_run *run, int64_t count, MPI_Datatype type, MPI_Op op);
/* A vector's memory, uninitialised to the caller; its origin. Given back by lmpi_fold_drop. */
char *lmpi_fold_new(const lmpi_fold *fold);
void lmpi_fold_drop(const lmpi_fold *fold, char *vector);
/* What a member contributes: its send buffer, or with MPI_IN_PLACE its receive buffer. */
const void *lmpi_fold_input(const lmpi_coll_call *call);
/* to = a copy of a vector. */
void lmpi_fold_copy(const lmpi_fold *fold, const void *from, void *to);
/* inout = low op inout and inout = inout op high, as the operator's commutativity lets MPICH order the arguments. */
void lmpi_fold_left(const lmpi_fold *fold, const void *low, void *inout);
/* The whole tree over all leaves: a balanced binary tree, cut off at nleaves. A new vector, given back by
 * lmpi_fold_drop. */
char *lmpi_fold_tree(const lmpi_fold *fold);

#endif
