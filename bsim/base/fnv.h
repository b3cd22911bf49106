/* fnv.h - FNV-1a, the hash of 64 bits by Fowler, Noll and Vo, over bytes or over words. Equal data have equal hashes in
 * all processes; different data may have equal ones. */
#ifndef BSIM_FNV_H
#define BSIM_FNV_H

#include <stddef.h>
#include <stdint.h>

/* The hash of nothing. */
#define BSIM_FNV_START UINT64_C(0xcbf29ce484222325)

/* Adds a word as one unit. Its upper bits do not change the lower ones of the hash. */
static inline uint64_t bsim_fnv_word(uint64_t hash, uint64_t word) {
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

static inline uint64_t bsim_fnv_bytes(uint64_t hash, const void *bytes, size_t n) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < n; i++)
        hash = bsim_fnv_word(hash, byte[i]);
    return hash;
}

#endif
