/* cursor.h - ranks that take turns on one stack.
 *
 * A program that only makes calls which it has read from somewhere (lmpi/player/) keeps all that a rank needs in memory
 * of its own, a cursor. Where a rank waits between two steps of its cursor, nothing of it is on the stack, and the next
 * rank goes on there. A rank that blocks in the middle of a function (bsim_block) keeps the stack until it goes on, and
 * others take a free one. So there are as many stacks as ranks that are in such functions at once. */
#ifndef BSIM_CURSOR_H
#define BSIM_CURSOR_H

#include "bsim/kernel/engine.h"

enum bsim_pause {
    BSIM_PAUSE_WAITS,  /* bsim_ready will be called for it */
    BSIM_PAUSE_YIELDS, /* as bsim_yield_wanted says */
    BSIM_PAUSE_ENDS
};
struct bsim_cursors {
    enum bsim_pause (*play)(void); /* plays the running rank until it pauses */
    int (*end)(void);              /* what is left to do for the running rank at its end; returns its exit code */
    struct bsim_wait (*wait)(const bsim_rank *rank); /* why a rank waits that has paused; for signal handlers, too */
    char *states;                                    /* the cursors: that of rank r at states + r * stride. Even */
    size_t stride;
};
/* NULL: each rank has a stack of its own. A program sets it before the run begins (in a constructor). */
extern const struct bsim_cursors *bsim_cursors;

/* For main of such a program: plays ranks. Returns when the running one, which may be another than the one that called
 * it, is at its end. Then bsim_cursors->end() is to be called. */
void bsim_cursors_run(void);

/* As bsim_yield, for ranks with cursors: the running rank is to pause soon with BSIM_PAUSE_YIELDS. */
extern BSIM_OF_SHARD struct bsim_yield bsim_yield_wanted; /* to NULL: it is not */
static inline void bsim_yield_soon(struct bsim_yield yield) {
    if (__builtin_expect(bsim_cursors != NULL, 0))
        bsim_yield_wanted = yield;
    else
        bsim_yield(yield);
}

/* Why a blocked rank waits. */
static inline struct bsim_wait bsim_wait_of(const bsim_rank *rank) {
    struct bsim_wait whole;
    if (bsim_layer.waits_in && bsim_layer.waits_in(rank, &whole))
        return whole;
    return rank->wait || !bsim_cursors ? *rank->wait : bsim_cursors->wait(rank);
}

#endif
