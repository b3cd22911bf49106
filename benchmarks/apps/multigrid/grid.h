/* grid.h - the hierarchy of grids: each level's cells of this rank, and the exchange of a level's ghost layer. */
#ifndef MULTIGRID_GRID_H
#define MULTIGRID_GRID_H

#include <mpi.h>
#include <stddef.h>

enum { MOST_LEVELS = 16 };

/* The two faces of an axis, as many cells as their ghost layers: those of the other axes are included. */
typedef struct {
    int rows, columns;
    size_t row, column, layer; /* steps in memory to the next row, column, and layer of cells along the axis */
    double *sent[2], *received[2];
    MPI_Request send[2], receive[2]; /* persistent; of the low and the high side, where there is a neighbour */
} faces;

/* A level has half of the cells of the one above along each axis. Arrays have one ghost layer around the own cells. */
typedef struct {
    int n[3];   /* own cells along each axis */
    int parity; /* of the sum of the first own cell's global indices */
    double h2;  /* square of a cell's width */
    double *u;  /* solution; below the finest level a correction */
    double *f;  /* right side */
    double *r;  /* residual */
    faces face[3];
} level;

typedef struct {
    MPI_Comm comm;
    int dims[3], coords[3], neighbour[3][2];
    int levels;
    int coarsest;             /* most cells of the coarsest level along an axis, of all ranks */
    level level[MOST_LEVELS]; /* the finest first */
} hierarchy;

/* Collective. Halves the cells for as long as each rank has an even number of them, at least 4, along each axis.
 * Returns 0 if the cells cannot be divided evenly among the ranks. */
int hierarchy_create(hierarchy *h, MPI_Comm comm, const int cells[3]);
void hierarchy_destroy(hierarchy *h);

/* Fills the ghost layer of u: from the neighbours, corners included, and at the walls such that u is 0 there. */
void ghosts(const hierarchy *h, level *l);

static inline size_t at(const level *l, int i, int j, int k) {
    return ((size_t)i * (size_t)(l->n[1] + 2) + (size_t)j) * (size_t)(l->n[2] + 2) + (size_t)k;
}

#endif
