/* cache_limit.h - how much longer an execution takes whose data outgrow a cache
 * (docs/reference/models.md#data-that-outgrow-a-cache).
 *
 * Of data of n units the part 1 - size / n is not in the cache, as for lines that are replaced at random. Or there is
 * no edge: with a power k it is 1 / (1 + (size / n)^k), a half at the size. */
#ifndef BSIM_CACHE_LIMIT_H
#define BSIM_CACHE_LIMIT_H

#include <math.h>

struct bsim_cache_limit {
    double size;   /* what the cache holds, in units of the data; 0: there is none */
    double slower; /* how much longer the block takes where nothing is in the cache, relative */
    double power;  /* k; 0: there is an edge */
};

/* The part of data of n units that is not in the cache. */
static inline double bsim_cache_outside(const struct bsim_cache_limit *cache, double n) {
    if (cache->power > 0)
        return n > 0 ? 1 / (1 + pow(cache->size / n, cache->power)) : 0;
    return n > cache->size ? 1 - cache->size / n : 0;
}

/* How many times as long an execution on data of n units takes as if all were in the cache. */
static inline double bsim_cache_factor(const struct bsim_cache_limit *cache, double n) {
    return cache->size > 0 ? 1 + cache->slower * bsim_cache_outside(cache, n) : 1;
}

#endif
