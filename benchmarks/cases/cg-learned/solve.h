/* solve.h - the conjugate gradient method until the residual is small. */
#ifndef CG_LEARNED_SOLVE_H
#define CG_LEARNED_SOLVE_H

#include "config.h"
#include "vector.h"

/* Solves A x = b from x = 0 until the 2-norm of the residual is 1e-8 of that of b, in at most c->iterations steps;
 * returns their number. Collective over l->comm. */
int cg_solve(const cg_config *c, const csr *a, const layout *l, const vector *b, vector *x);

#endif
