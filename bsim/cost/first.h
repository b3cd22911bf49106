/* first.h - how often each rank has executed the blocks whose first executions take another time. For cost.c only. */
#ifndef BSIM_FIRST_H
#define BSIM_FIRST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/cost/model.h"

struct bsim_firsts {
    struct bsim_firsts_of {
        int number;          /* among such blocks; -1: it is none */
        uint16_t executions; /* so many of a rank are first ones */
    } *of;                   /* by block. NULL: there are none */
    size_t n;
    uint16_t *executed; /* n for each rank; counted up to the number of first ones */
};

extern struct bsim_firsts bsim_firsts;

/* Before any rank runs. */
void bsim_firsts_init(const struct bsim_models *models, int nblock, int np);
void bsim_firsts_fini(void);

/* Whether this execution of the block by the rank is one of its first ones, and these take another time. Counts it. */
static inline bool bsim_firsts_take(int block, int rank) {
    const struct bsim_firsts_of *of = &bsim_firsts.of[block];
    if (of->number < 0)
        return false;
    uint16_t *executed = &bsim_firsts.executed[(size_t)rank * bsim_firsts.n + (size_t)of->number];
    bool first = *executed < of->executions;
    *executed += first;
    return first;
}

#endif
