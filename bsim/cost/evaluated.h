/* evaluated.h - with which parameters a host has evaluated models. What models remember of their evaluations, such as
 * values outside of a fitted range, follows from the set of them. Host 0 of a run on several hosts evaluates those of
 * the others too when the run is over (bsim/kernel/hosts.h). */
#ifndef BSIM_EVALUATED_H
#define BSIM_EVALUATED_H

#include <stdbool.h>
#include <stddef.h>

struct bsim_evaluated {
    double time_s; /* of the rank, when it executed the block */
    int rank, block, nparam;
    bool first;
    const double *param;
};

/* Keeps an evaluation, unless there is one with equal parameters. */
void bsim_evaluated_add(const struct bsim_evaluated *e);
/* On host 0 again() gets those of all other hosts, in their order. */
void bsim_evaluated_gather(void (*again)(const struct bsim_evaluated *e));

#endif
