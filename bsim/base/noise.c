/* noise.c - distributions of noise, and draws: see noise.h. Ranks that synchronise wait for the slowest, so noise costs
 * more time the more ranks there are (Petrini, Kerbyson, Pakin, SC 2003; Hoefler, Schneider, Lumsdaine, SC 2010). */
#include "bsim/base/noise.h"

#include <math.h>

#include "bsim/base/random.h"

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

/* ---- draws ---- */

static double normal_of(int stream, long seed, uint64_t who, uint64_t count, unsigned turn) {
    uint64_t first = bsim_random_bits(seed, stream, who, count, turn);
    return bsim_random_normal(first, bsim_random_bits(seed, stream, who, count, turn + 1), 0, 1);
}

bool bsim_noise_reads_unit(const struct bsim_noise_law *law) {
    return law->kind == BSIM_NOISE_TWO_SPEEDS || law->kind == BSIM_NOISE_HISTOGRAM;
}

double bsim_noise_at(const struct bsim_noise_law *law, long seed, int stream, uint64_t who, uint64_t count,
                     unsigned turn) {
    struct bsim_noise_draw draw;
    if (bsim_noise_reads_unit(law)) {
        draw.unit = bsim_random_unit(bsim_random_bits(seed, stream, who, count, turn));
        return bsim_noise_factor(law, &draw);
    }
    double z = normal_of(stream, seed, who, count, turn);
    if (law->kind == BSIM_NOISE_LOGNORMAL)
        return exp(law->shape * z - 0.5 * law->shape * law->shape);
    draw.half = fabs(z);
    return bsim_noise_factor(law, &draw);
}

double bsim_noise_of_execution(const struct bsim_noise_law *law, long seed, int rank, uint64_t count) {
    return bsim_noise_at(law, seed, BSIM_DRAW_NOISE, (uint64_t)rank, count, 0);
}

double bsim_noise_of_together(const struct bsim_noise_law *law, long seed, int node, int block, uint64_t count) {
    uint64_t who = (uint64_t)(uint32_t)block << 32 | (uint32_t)node;
    return bsim_noise_at(law, seed, BSIM_DRAW_NOISE_TOGETHER, who, count, 0);
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
    double z =
        normal_of(level == BSIM_NOISE_RUN ? BSIM_DRAW_NOISE_RUN : BSIM_DRAW_NOISE_NODE, seed, (uint64_t)node, 0, 0);
    return (struct bsim_noise_draw){.normal = z, .half = half_of(z), .unit = 0.5 * erfc(-z / M_SQRT2)};
}
