/* cost.h - calculation time: cost models, and BSIM_Add_time with its accounting. For the engine only. */
#ifndef BSIM_COST_H
#define BSIM_COST_H

#include <stdint.h>

#include "bsim/base/config.h"
#include "bsim/base/error.h"
#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"

/* Reads config->models (may be NULL) and the noise settings. False and *err if the models are bad. */
bool bsim_cost_init(const struct bsim_config *config, struct bsim_error *err);
/* Whether the models tell errors, so that scenarios with longer and shorter blocks would differ. */
bool bsim_cost_has_errors(void);
/* Whether --noise varies the time of a block. */
bool bsim_cost_has_noise(void);
/* Before any rank runs. The platform must outlive the run. runs: scenarios with different noise; interval: two more
 * follow them, with the noise of the first; in one of them each block is longer by the error of its model, in the next
 * shorter. */
void bsim_cost_begin(const struct bsim_platform *platform, int runs, bool interval);
/* node_of: of each of np ranks; it must outlive the run. Formulas then know where they are evaluated. Blocks slow down
 * by the memory that busy cores of a node share, if the platform tells it; warns where this cannot be known. */
void bsim_cost_place(const struct bsim_platform *platform, const int32_t *node_of, int np);
/* Sets the factors on the times of blocks that the platform has (block_factors.h), after bsim_cost_place. False and
 * *err if the program has no such block. */
bool bsim_cost_scale(const struct bsim_platform *platform, struct bsim_error *err);
/* Advances a rank's clock by the time of some calculation that is charged to nothing: seconds as on the measured node.
 * Returns how long it takes here, in scenario 0. */
double bsim_cost_advance(bsim_rank *rank, double seconds);
/* The speed of a rank's node in a scenario, relative to the measured one. After bsim_cost_place. */
double bsim_cost_speed(int rank, int scenario);
/* When a run on several hosts is over: host 0 evaluates what the others have, so that models tell what they do in one
 * process. bsim_cost_again: whether it does so now, and when a rank has. */
void bsim_cost_gather_hosts(void);
bool bsim_cost_again(double *time_s, int *rank);
/* When the run is over: sets what bsim_run tells of the models' errors. */
void bsim_cost_gather(void);
/* Writes the parameters of blocks, if the configuration has a file for them. After the run. */
bool bsim_cost_write(struct bsim_error *err);
/* Charges the running rank for blocks that constructors ran before there were ranks. Called at the start of each rank.
 */
void bsim_cost_rank_begin(void);
/* Make and free a shard's caches of computed times. Called at the start and the end of each further shard's thread. */
void bsim_cost_shard_begin(void);
void bsim_cost_shard_end(void);

#endif
