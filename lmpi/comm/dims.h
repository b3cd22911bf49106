/* dims.h - MPI_Dims_create as arithmetic (dims.c). */
#ifndef LMPI_DIMS_H
#define LMPI_DIMS_H

enum { LMPI_MOST_DIMS = 5 };

/* Replaces the zeros of dims[0..ndims) so that the product is nnodes, as MPICH does. Returns 0, and leaves the case and
 * its errors to MPICH, for bad arguments, for no zeros, and for more than LMPI_MOST_DIMS zeros. */
int lmpi_dims_create(int nnodes, int ndims, int *dims);

#endif
