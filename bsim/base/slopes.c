/* slopes.c - see slopes.h. Knows nothing of what the parameters are. */
#include "bsim/base/slopes.h"

#include <math.h>

#include "bsim/base/clock.h"

/* Relative difference of times that count as equal: the rounding of some thousand operations. */
static const double ROUNDING = 1e-12;

int bsim_slopes_count(int nblocks) {
    return BSIM_SLOPE_BLOCKS + (nblocks < BSIM_SLOPE_BLOCKS_MOST ? nblocks : BSIM_SLOPE_BLOCKS_MOST);
}

int bsim_slope_of_block(int block) {
    return BSIM_SLOPE_BLOCKS + (block < BSIM_SLOPE_BLOCKS_MOST ? block : BSIM_SLOPE_BLOCKS_MOST - 1);
}

void bsim_slopes_max(double *to, const double *a, const double *b) {
    double x = a[0], y = b[0];
    if (fabs(x - y) <= ROUNDING * fmax(fabs(x), fabs(y))) {
        to[0] = bsim_max(x, y);
        for (int k = 1; k < bsim_context.nscen; k++)
            to[k] = bsim_max(a[k], b[k]);
        return;
    }
    const double *later = x > y ? a : b;
    for (int k = 0; k < bsim_context.nscen && to != later; k++)
        to[k] = later[k];
}
