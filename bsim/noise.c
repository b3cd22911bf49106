/* noise.c - see noise.h. Ranks that wait for each other wait for the slowest, so that chance costs more time the more
 * of them there are (Petrini, Kerbyson, Pakin, SC 2003; Hoefler, Schneider, Lumsdaine, SC 2010). */
#include "bsim/noise.h"

#include <math.h>

#include "bsim/hint.h"

double bsim_noise_shape(double deviation) {
    return sqrt(log1p(deviation * deviation));
}

double bsim_noise_factor(double shape, long seed, int rank, uint64_t count) {
    double u = 1 - bsim_hint_unit(bsim_hint_bits(seed, BSIM_DRAW_NOISE, (uint64_t)rank, count, 0));
    double v = bsim_hint_unit(bsim_hint_bits(seed, BSIM_DRAW_NOISE, (uint64_t)rank, count, 1));
    double normal = sqrt(-2 * log(u)) * cos(2 * M_PI * v); /* Box and Muller, 1958 */
    return exp(shape * normal - 0.5 * shape * shape);
}
