/* grid.h - the process grid and the local part of the temperature field. */
#ifndef HEAT2D_GRID_H
#define HEAT2D_GRID_H

#include <mpi.h>
#include <stddef.h>

enum side { NORTH, SOUTH, WEST, EAST, SIDES };

typedef struct grid {
    MPI_Comm comm;  /* Cartesian, 2-D, not periodic */
    int rank, size; /* in comm */
    int dims[2];    /* processes along y and x */
    int coords[2];  /* this process along y and x */
    int neighbour[SIDES];
    int nx, ny;          /* local interior points */
    int x0, y0;          /* global index of the first one */
    int pitch;           /* nx + 2: doubles from one row to the next */
    double *now, *next;  /* (ny + 2) x (nx + 2), with one line of halo */
    MPI_Datatype row;    /* nx contiguous doubles */
    MPI_Datatype column; /* ny doubles, pitch apart */
} grid;

/* Address of point (j, i) of a field with halo; j and i run from 0 to ny + 1 and nx + 1. */
#define AT(g, field, j, i) ((field)[(size_t)(j) * (g)->pitch + (i)])

void grid_create(grid *g, MPI_Comm world, int global_nx, int global_ny);
void grid_initialise(grid *g, int global_nx, int global_ny);
void grid_destroy(grid *g);

#endif
