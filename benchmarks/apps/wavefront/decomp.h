/* decomp.h - the 2-D process grid: x and y are distributed, z is not. */
#ifndef WAVEFRONT_DECOMP_H
#define WAVEFRONT_DECOMP_H

#include "params.h"
#include <mpi.h>

struct decomp {
    MPI_Comm comm;
    int me, np;
    int px, py; /* processes along x and y */
    int ix, iy; /* this one */
    int nx, ny; /* local cells */
};

void decomp_init(struct decomp *d, const struct params *p, MPI_Comm comm);

/* The process at an offset, or MPI_PROC_NULL outside of the grid. */
int decomp_at(const struct decomp *d, int dx, int dy);

#endif
