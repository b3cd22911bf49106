/* cost.h - calculation time: cost models, and BSIM_Add_time with its accounting. For the engine only. */
#ifndef BSIM_COST_H
#define BSIM_COST_H

#include "bsim/base/config.h"
#include "bsim/base/error.h"
#include "bsim/platform/platform.h"

/* Reads config->models (may be NULL) and the noise settings. The platform must outlive the run. False and *err if the
 * models are bad. */
bool bsim_cost_init(const struct bsim_platform *platform, const struct bsim_config *config, struct bsim_error *err);
void bsim_cost_fini(void);
/* Charges the running rank for blocks that constructors ran before there were ranks. Called at the start of each rank.
 */
void bsim_cost_rank_begin(void);
/* Make and free a shard's caches of computed times. Called at the start and the end of each further shard's thread. */
void bsim_cost_shard_begin(void);
void bsim_cost_shard_end(void);

#endif
