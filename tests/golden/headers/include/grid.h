#ifndef GRID_H
#define GRID_H

#include <mpi.h>

/* A one-dimensional grid. */
struct grid {
    int n, steps;
    double *u;
};

/* What is done to each point. */
typedef void (*grid_fn)(struct grid *g, int i);

static inline int last(const struct grid *g)
{
    return g->n;
}

/* Only the computation calls it. */
static inline double weight(int i)
{
    return 1.0 / (i + 1);
}

static inline void grid_set(struct grid *g, int i)
{
    g->u[i] = i;
}

static inline void grid_each(struct grid *g, grid_fn f)
{
    for (int i = 0; i < g->n; i++)
        f(g, i);
}

void grid_setup(struct grid *g, int n);
void grid_exchange(struct grid *g);
void grid_smooth(struct grid *g);
void grid_free(struct grid *g);

#endif
