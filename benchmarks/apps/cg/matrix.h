/* matrix.h - a sparse matrix distributed by blocks of rows, in compressed rows. */
#ifndef CG_MATRIX_H
#define CG_MATRIX_H

#include "config.h"

typedef struct csr {
    int rows;    /* local rows */
    long nnz;    /* local non-zeros */
    long *start; /* rows + 1 */
    int *column; /* local index into a vector with halo */
    double *value;
} csr;

/* Who holds what: lines of the grid, and the neighbours that hold the lines next to ours. */
typedef struct layout {
    MPI_Comm comm;
    int rank, size;
    int line;         /* points of a grid line, nx */
    int first, lines; /* our lines */
    int rows;         /* lines * line */
    int lower, upper; /* neighbours, or MPI_PROC_NULL */
} layout;

void layout_create(layout *l, const cg_config *c, MPI_Comm comm);

/* The 5-point Laplacian plus shift on the diagonal. Aborts when memory is short. */
csr *matrix_create(const layout *l, const cg_config *c);
void matrix_destroy(csr *a);

/* y = A x; x has a line of halo before and after its rows (x[0] is the first of our rows). */
void matrix_multiply(const csr *a, const double *x, double *y);

#endif
