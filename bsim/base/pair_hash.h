/* pair_hash.h - a hash of two ranks, for tables by connection. */
#ifndef BSIM_PAIR_HASH_H
#define BSIM_PAIR_HASH_H

#include <stdint.h>

static inline uint64_t bsim_pair_hash(int32_t source, int32_t dest) {
    uint64_t key = ((uint64_t)(uint32_t)source << 32 | (uint32_t)dest) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 32;
}

#endif
