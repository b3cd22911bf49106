/* uneven.h - executions of a block that differ at equal parameters, since what they count does: each rank draws its own
 * in each execution, so that ranks which wait for each other wait for the longest. For cost.c only.
 *
 * The draws are the same in all scenarios, and the same for any schedule. A run with one rank has none: it waits for
 * nobody, and takes the mean. */
#ifndef BSIM_UNEVEN_H
#define BSIM_UNEVEN_H

#include "bsim/base/error.h"
#include "bsim/cost/model.h"

/* By block; NULL: no block has such executions. */
extern bool *bsim_uneven;

/* False and *err if the distribution of a block is not possible. */
bool bsim_uneven_init(struct bsim_models *models, int nblock, int np, struct bsim_error *err);
/* Whether something must be set for each execution: the distribution, since it is a formula, or the place of its work.
 */
bool bsim_uneven_each(int block);
/* Sets these for the next execution of the rank, of such a block. Not thread-safe. */
void bsim_uneven_set(struct bsim_models *models, int block, int rank, const double *param, const struct bsim_spot *spot,
                     struct bsim_error *err);
/* The factor of the rank's next execution, of an uneven block, which takes time_s without it. */
double bsim_uneven_factor(int block, int rank, double time_s);
/* Counts from now on what bsim_draws_deviation tells. */
void bsim_uneven_count(void);

#endif
