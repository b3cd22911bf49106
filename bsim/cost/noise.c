/* noise.c - see noise.h. Ranks that synchronise wait for the slowest, so noise costs more time the more ranks there are
 * (Petrini, Kerbyson, Pakin, SC 2003; Hoefler, Schneider, Lumsdaine, SC 2010). */
#include "bsim/cost/noise.h"

#include <math.h>

#include "bsim/cost/hint.h"

double bsim_noise_shape(double deviation) {
    return sqrt(log1p(deviation * deviation));
}

double bsim_noise_factor(double shape, long seed, int rank, uint64_t count) {
    uint64_t first = bsim_hint_bits(seed, BSIM_DRAW_NOISE, (uint64_t)rank, count, 0);
    uint64_t second = bsim_hint_bits(seed, BSIM_DRAW_NOISE, (uint64_t)rank, count, 1);
    return exp(shape * bsim_hint_normal(first, second, 0, 1) - 0.5 * shape * shape);
}
