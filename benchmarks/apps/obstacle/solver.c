/* solver.c - the projected Richardson method for the obstacle problem: a step for -u'' = f that is then lifted to the
 * obstacle. With the step 1/4 on the unit grid it is Jacobi's method with a projection. */
#include <math.h>

#include "obstacle.h"

double solver_step(strip *s) {
    long width = strip_width(s);
    double most = 0, f = -50.0 / ((double)s->n * s->n); /* the load, times the square of the mesh width */

    for (int i = 1; i <= s->rows; i++) {
        const double *here = s->u + i * width, *below = s->obstacle + i * width;
        double *there = s->next + i * width;
        for (int j = 1; j <= s->n; j++) {
            double v =
                here[j] + 0.25 * (here[j - 1] + here[j + 1] + here[j - width] + here[j + width] - 4 * here[j] + f);
            there[j] = v > below[j] ? v : below[j];
            if (fabs(there[j] - here[j]) > most)
                most = fabs(there[j] - here[j]);
        }
    }
    double *old = s->u;
    s->u = s->next;
    s->next = old;
    return most;
}
