/* cache_limit.h - how much longer an execution takes whose data outgrow a cache
 * (docs/reference/models.md#data-that-outgrow-a-cache).
 *
 * Of data of n units the part 1 - size / n is not in the cache, as for lines that are replaced at random. */
#ifndef BSIM_CACHE_LIMIT_H
#define BSIM_CACHE_LIMIT_H

struct bsim_cache_limit {
    double size;   /* what the cache holds, in units of the data; 0: there is none */
    double slower; /* how much longer the block takes where nothing is in the cache, relative */
};

/* How many times as long an execution on data of n units takes as if all were in the cache. */
static inline double bsim_cache_factor(const struct bsim_cache_limit *cache, double n) {
    return cache->size > 0 && n > cache->size ? 1 + cache->slower * (1 - cache->size / n) : 1;
}

#endif
