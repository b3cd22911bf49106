/* cells.h - linked cells: the rank's part cut into cells of at least the cutoff, with one layer of halo cells around
 * it, and the atoms in them. */
#ifndef MD_CELLS_H
#define MD_CELLS_H

#include "domain.h"

/* Most atoms of a cell. Atom i of cell c is number c * CELL_SLOTS + i in the arrays. */
#define CELL_SLOTS 64
#define CELL_NEIGHBOURS 27

typedef double vec3[3];

typedef struct cells {
    int n[3];                          /* own cells along each axis */
    int own;                           /* number of own cells */
    int total;                         /* with the halo */
    double lower[3];                   /* corner of own cell (0, 0, 0) */
    double size[3];                    /* of a cell */
    int *own_cell;                     /* numbers of the own cells */
    int (*neighbour)[CELL_NEIGHBOURS]; /* of each own cell, itself among them */

    int *count; /* atoms in each cell */
    int *id;    /* from here on for each atom */
    vec3 *r;    /* positions */
    vec3 *v;    /* velocities */
    vec3 *f;    /* forces */
    double *energy;

    int global_atoms; /* of all ranks, as created */
} cells;

cells *cells_create(const domain *d, double cutoff);
void cells_destroy(cells **c);

/* Number of the cell at this place; -1 and n are halo cells. */
int cells_index(const cells *c, int x, int y, int z);

/* The cell, halo included, that the position lies in; -1 if in none. */
int cells_find(const cells *c, const double r[3]);

/* Adds an atom to a cell. */
void cells_put(cells *c, int cell, int id, const double r[3], const double v[3]);

/* Atoms in own cells. */
int cells_own_atoms(const cells *c);

/* Moves each atom of an own cell to the cell of its position, which may be a halo cell. Atoms beyond are dropped. */
void cells_rebin(cells *c);

/* Empties the halo cells. */
void cells_clear_halo(cells *c);

#endif
