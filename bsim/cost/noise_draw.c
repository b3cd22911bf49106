/* noise_draw.c - draws of noise: see noise.h. Apart from the distributions, since the bsim command has no engine. */
#include <math.h>

#include "bsim/cost/hint.h"
#include "bsim/cost/noise.h"

static double normal_of(int stream, long seed, uint64_t who, uint64_t count) {
    uint64_t first = bsim_hint_bits(seed, stream, who, count, 0);
    return bsim_hint_normal(first, bsim_hint_bits(seed, stream, who, count, 1), 0, 1);
}

double bsim_noise_of_execution(const struct bsim_noise_law *law, long seed, int rank, uint64_t count) {
    struct bsim_noise_draw draw;
    if (law->kind == BSIM_NOISE_TWO_SPEEDS || law->kind == BSIM_NOISE_HISTOGRAM) {
        draw.unit = bsim_hint_unit(bsim_hint_bits(seed, BSIM_DRAW_NOISE, (uint64_t)rank, count, 0));
        return bsim_noise_factor(law, &draw);
    }
    double z = normal_of(BSIM_DRAW_NOISE, seed, (uint64_t)rank, count);
    if (law->kind == BSIM_NOISE_LOGNORMAL)
        return exp(law->shape * z - 0.5 * law->shape * law->shape);
    draw.half = fabs(z);
    return bsim_noise_factor(law, &draw);
}

/* The h whose probability to be exceeded by |z| is that of the normal number to be exceeded by z: Newton's method for
 * erfc(h / sqrt 2) = erfc(normal / sqrt 2) / 2. It starts at 0, below the root of a falling convex function, so that it
 * rises towards the root. */
static double half_of(double normal) {
    double tail = 0.5 * erfc(normal / M_SQRT2), h = 0;
    for (int i = 0; i < 200; i++) {
        double step = (erfc(h / M_SQRT2) - tail) * sqrt(M_PI / 2) * exp(0.5 * h * h);
        h += step;
        if (step < 1e-14)
            break;
    }
    return h;
}

struct bsim_noise_draw bsim_noise_of_level(int level, long seed, int node) {
    double z = normal_of(level == BSIM_NOISE_RUN ? BSIM_DRAW_NOISE_RUN : BSIM_DRAW_NOISE_NODE, seed, (uint64_t)node, 0);
    return (struct bsim_noise_draw){.normal = z, .half = half_of(z), .unit = 0.5 * erfc(-z / M_SQRT2)};
}
