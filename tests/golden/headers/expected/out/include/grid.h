#ifndef GRID_H
#define GRID_H

#include <mpi.h>

/* A one-dimensional grid. */
struct grid {
    int n, steps;
    double *u;
};

static inline int last(const struct grid *g)
{
    return g->n;
}

void grid_setup(struct grid *g, int n);
void grid_exchange(struct grid *g);

#endif
