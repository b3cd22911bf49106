#include "random.h"

#include <math.h>

/* Linear congruential generator with Knuth's constants; the upper bits count. */
static uint64_t next(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 11;
}

uint64_t random_start(unsigned seed, unsigned number) {
    uint64_t state = ((uint64_t)seed << 32) ^ number;

    for (int i = 0; i < 8; i++) {
        next(&state);
        state ^= state >> 29;
    }
    return state;
}

double random_uniform(uint64_t *state) {
    return (double)next(state) / 9007199254740992.0; /* 2^53 */
}

double random_normal(uint64_t *state) {
    double radius = sqrt(-2.0 * log(1.0 - random_uniform(state)));

    return radius * cos(6.283185307179586 * random_uniform(state));
}
