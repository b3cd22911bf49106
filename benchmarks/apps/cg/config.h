/* config.h - parameters of a run. Process 0 reads the command line, the others get it from there. */
#ifndef CG_CONFIG_H
#define CG_CONFIG_H

#include <mpi.h>

typedef struct cg_config {
    int nx, ny;     /* grid points of the model problem; the matrix has nx * ny rows */
    int iterations; /* conjugate gradient iterations, always all of them */
    int repeat;     /* solves, one after the other */
    double shift;   /* added to the diagonal */
} cg_config;

/* Collective over comm. Returns 0, or -1 everywhere if process 0 could not read its arguments. */
int config_get(cg_config *c, int argc, char **argv, MPI_Comm comm);

#endif
