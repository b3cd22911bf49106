/* random.c - random numbers from a hash (random.h): the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
#include "bsim/base/random.h"

#include <math.h>

static uint64_t mix(uint64_t z) {
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t bsim_random_bits(long seed, int stream, uint64_t who, uint64_t count, unsigned turn) {
    uint64_t h = mix((uint64_t)seed * 0x2545f4914f6cdd1du + (unsigned)stream);
    return mix(mix(mix(h ^ who) ^ count) ^ turn);
}

double bsim_random_unit(uint64_t bits) {
    return (double)(bits >> 11) * 0x1p-53;
}

double bsim_random_normal(uint64_t first, uint64_t second, double mean, double deviation) {
    double u = 1 - bsim_random_unit(first), v = bsim_random_unit(second);
    return mean + deviation * sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}
