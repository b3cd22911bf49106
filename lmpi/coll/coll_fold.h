/* coll_fold.h - the data of reductions: combines the members' vectors in the order of MPICH's trees. */
#ifndef LMPI_COLL_FOLD_H
#define LMPI_COLL_FOLD_H

#include "lmpi/coll/coll.h"

/* The operator, and the common description of the vectors. */
typedef struct lmpi_fold {
    const lmpi_coll_run *run;
    int64_t count;
    MPI_Datatype type;
    MPI_Op op;
    bool commutes;
    int64_t size;  /* bytes of memory of one vector */
    int64_t shift; /* bytes from the start of this memory to the vector's origin (the lower bound may be negative) */
    /* The leaves of the tree. Leaf i is the vector of member leaf[i], or the pair fold_in[i] op leaf[i]. */
    int nleaves;
    const int *leaf;
    const int *fold_in; /* -1: none; may be null */
} lmpi_fold;

/* Sets up all but the leaves. Each member has count elements of type. */
void lmpi_fold_init(lmpi_fold *fold, const lmpi_coll_run *run, int64_t count, MPI_Datatype type, MPI_Op op);
/* Allocates a vector and returns its origin. Its contents are undefined. Freed by lmpi_fold_drop. */
char *lmpi_fold_new(const lmpi_fold *fold);
void lmpi_fold_drop(const lmpi_fold *fold, char *vector);
/* The input of a member: its send buffer, or with MPI_IN_PLACE its receive buffer. */
const void *lmpi_fold_input(const lmpi_coll_call *call);
/* Copy a member's input to a vector, and a vector to its receive buffer. Its own type says where its data lie: of equal
 * basic types, but maybe at other places, such as absolute addresses. */
void lmpi_fold_take(const lmpi_fold *fold, const lmpi_coll_call *call, void *vector);
void lmpi_fold_give(const lmpi_fold *fold, const void *vector, const lmpi_coll_call *call);
/* inout = count elements of a member's input, from `element` on, op inout. */
void lmpi_fold_left_input(const lmpi_fold *fold, const lmpi_coll_call *call, int64_t element, int64_t count,
                          void *inout);
/* Copies a vector. */
void lmpi_fold_copy(const lmpi_fold *fold, const void *from, void *to);
/* inout = low op inout. */
void lmpi_fold_left(const lmpi_fold *fold, const void *low, void *inout);
/* Combines all leaves in a balanced binary tree, cut off at nleaves. Returns a new vector, freed by lmpi_fold_drop. */
char *lmpi_fold_tree(const lmpi_fold *fold);

#endif
