/* dims.h - MPI_Dims_create as arithmetic (dims.c). */
#ifndef LMPI_DIMS_H
#define LMPI_DIMS_H

enum { LMPI_MOST_DIMS = 5 };

/* Fills the zeros of dims[0..ndims) so that the product is nnodes, as MPICH does. 0: not a plain case (bad arguments,
 * more than LMPI_MOST_DIMS zeros, none), which is left to MPICH, with its errors. */
int lmpi_dims_create(int nnodes, int ndims, int *dims);

#endif
