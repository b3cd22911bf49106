/* noise.c - distributions of noise: see noise.h. Ranks that synchronise wait for the slowest, so noise costs more time
 * the more ranks there are (Petrini, Kerbyson, Pakin, SC 2003; Hoefler, Schneider, Lumsdaine, SC 2010). */
#include "bsim/cost/noise.h"

#include <math.h>

struct bsim_noise_law bsim_noise_lognormal(double deviation, double strength) {
    double d = deviation * strength;
    return (struct bsim_noise_law){.kind = d > 0 ? BSIM_NOISE_LOGNORMAL : BSIM_NOISE_NONE, .shape = sqrt(log1p(d * d))};
}

struct bsim_noise_law bsim_noise_halfnormal(double deviation, double strength) {
    double d = deviation * strength;
    return (struct bsim_noise_law){.kind = d > 0 ? BSIM_NOISE_HALFNORMAL : BSIM_NOISE_NONE,
                                   .shape = d / sqrt(1 - 2 / M_PI)};
}

struct bsim_noise_law bsim_noise_two_speeds(double p, double f, double strength) {
    double mean = 1 - p + p * f, usual = 1 + strength * (1 / mean - 1), other = 1 + strength * (f / mean - 1);
    bool varies = p > 0 && p < 1 && f != 1 && strength > 0;
    return (struct bsim_noise_law){.kind = varies ? BSIM_NOISE_TWO_SPEEDS : BSIM_NOISE_NONE,
                                   .low = f > 1 ? usual : other,
                                   .high = f > 1 ? other : usual,
                                   .low_share = f > 1 ? 1 - p : p};
}

struct bsim_noise_law bsim_noise_from(const struct bsim_noise_histogram *histogram, double strength) {
    bool varies = strength > 0 && histogram->n > 1;
    return (struct bsim_noise_law){
        .kind = varies ? BSIM_NOISE_HISTOGRAM : BSIM_NOISE_NONE, .shape = strength, .histogram = histogram};
}

double bsim_noise_least(const struct bsim_noise_law *law) {
    if (law->kind == BSIM_NOISE_TWO_SPEEDS)
        return law->low;
    return law->kind == BSIM_NOISE_HISTOGRAM ? 1 + law->shape * (law->histogram->value[0] - 1) : 0;
}

static double value_at(const struct bsim_noise_histogram *h, double unit) {
    int i = 0;
    while (i < h->n - 1 && unit >= h->upto[i])
        i++;
    return h->value[i];
}

double bsim_noise_factor(const struct bsim_noise_law *law, const struct bsim_noise_draw *draw) {
    switch (law->kind) {
    case BSIM_NOISE_LOGNORMAL:
        return exp(law->shape * draw->normal - 0.5 * law->shape * law->shape);
    case BSIM_NOISE_HALFNORMAL:
        return 1 + law->shape * draw->half;
    case BSIM_NOISE_TWO_SPEEDS:
        return draw->unit < law->low_share ? law->low : law->high;
    case BSIM_NOISE_HISTOGRAM:
        return 1 + law->shape * (value_at(law->histogram, draw->unit) - 1);
    default:
        return 1;
    }
}
