/* context.h - the present run as every part of the engine reads it: its ranks, scenarios and shards.
 *
 * One object at a fixed address, so reading a member costs what reading a variable costs. It is set before the ranks
 * run, and constant while they run. What one part of the engine alone knows is in variables of its source. */
#ifndef BSIM_CONTEXT_H
#define BSIM_CONTEXT_H

struct bsim_context {
    int np;                  /* ranks */
    int nscen;               /* scenarios: K */
    int nshards;             /* threads that run the ranks */
    struct bsim_rank *ranks; /* engine.h: bsim_rank_of */
    double *clocks;          /* np * nscen; clock.h: bsim_clock */
};

extern struct bsim_context bsim_context;

#endif
