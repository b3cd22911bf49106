/* solver.h - explicit time steps of the heat equation. */
#ifndef HEAT2D_SOLVER_H
#define HEAT2D_SOLVER_H

#include "grid.h"

/* One step over the points whose neighbours are all local; the rim waits for the halo. */
void solver_step_inner(grid *g, double diffusion);
void solver_step_rim(grid *g, double diffusion);
void solver_swap(grid *g);

/* The largest change of the last step over all processes. */
double solver_residual(const grid *g);
/* Sum of the field over all processes. */
double solver_total(const grid *g);

#endif
