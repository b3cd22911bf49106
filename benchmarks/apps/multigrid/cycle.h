/* cycle.h - multigrid for Poisson's equation: the smoother, the transfers between levels, and the V-cycle. */
#ifndef MULTIGRID_CYCLE_H
#define MULTIGRID_CYCLE_H

#include "grid.h"

/* One V-cycle from level `from` down: `sweeps` smoothing sweeps before and behind the coarser levels. */
void v_cycle(hierarchy *h, int from, int sweeps);

/* Collective: the root of the mean square of the finest level's residual. */
double residual_norm(hierarchy *h);

#endif
