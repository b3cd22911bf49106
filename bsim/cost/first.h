/* first.h - which blocks each rank has executed, of those whose first execution takes another time. For cost.c only.
 *
 * A bit for each rank and such block, in whole bytes of the rank, since shards write them at the same time. */
#ifndef BSIM_FIRST_H
#define BSIM_FIRST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/cost/model.h"

struct bsim_firsts {
    int *bit; /* by block: its number among such blocks; -1: it is none. NULL: there are none */
    size_t rank_bytes;
    unsigned char *executed; /* rank_bytes for each rank */
};

extern struct bsim_firsts bsim_firsts;

/* Before any rank runs. */
void bsim_firsts_init(const struct bsim_models *models, int nblock, int np);
void bsim_firsts_fini(void);

/* Whether this execution of the block by the rank is its first one, and such a one takes another time. Counts it. */
static inline bool bsim_firsts_take(int block, int rank) {
    int bit = bsim_firsts.bit[block];
    if (bit < 0)
        return false;
    unsigned char *byte = &bsim_firsts.executed[(size_t)rank * bsim_firsts.rank_bytes + (size_t)bit / 8];
    unsigned char mask = (unsigned char)(1u << bit % 8), before = *byte;
    *byte = before | mask;
    return !(before & mask);
}

#endif
