/* cost.h - calculation time: cost models and BSIM_Add_time with its accounting; inside of the engine. */
#ifndef BSIM_COST_H
#define BSIM_COST_H

#include "bsim/base/config.h"
#include "bsim/base/error.h"
#include "bsim/platform/platform.h"

/* Of config: models, which may be NULL, and noise. The platform must outlive the run. */
bool bsim_cost_init(const struct bsim_platform *platform, const struct bsim_config *config, struct bsim_error *err);
void bsim_cost_fini(void);
/* The costs of blocks that ran before there were ranks, in constructors: for each rank at its start. */
void bsim_cost_rank_begin(void);
/* What a further shard remembers of costs: at the start of its thread and at its end. */
void bsim_cost_shard_begin(void);
void bsim_cost_shard_end(void);

#endif
