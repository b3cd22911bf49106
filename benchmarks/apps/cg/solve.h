/* solve.h - the conjugate gradient method with a fixed number of iterations. */
#ifndef CG_SOLVE_H
#define CG_SOLVE_H

#include "vector.h"

/* Solves A x = b from x = 0; returns the 2-norm of the last residual. */
double cg_solve(const csr *a, const layout *l, const vector *b, vector *x, int iterations);

#endif
