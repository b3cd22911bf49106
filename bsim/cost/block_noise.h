/* block_noise.h - the noise of a run: the laws of each block, and the factors of an execution. For cost.c only.
 *
 * An execution takes its mean time, multiplied by up to four factors: its own, that which executions of the block with
 * its number have on all ranks of the node, that of the run, and that of the node. The draws of run and node are common
 * to all blocks. */
#ifndef BSIM_BLOCK_NOISE_H
#define BSIM_BLOCK_NOISE_H

#include "bsim/base/config.h"
#include "bsim/base/error.h"
#include "bsim/cost/model.h"

/* By block; NULL: the run has no noise. */
extern bool *bsim_noisy;

/* False and *err if the laws of a block are not possible. */
bool bsim_block_noise_init(const struct bsim_config *config, struct bsim_models *models, int nblock,
                           struct bsim_error *err);
/* Whether a block has noise. */
bool bsim_block_noise_any(void);
/* node_of: of np ranks; it must outlive the run. Draws for the run and for the nodes. */
void bsim_block_noise_place(const int32_t *node_of, int np);
/* Whether the laws of the block must be set anew for each execution, since they are formulas. */
bool bsim_block_noise_by_formula(int block);
/* Sets the laws of the next execution of the rank, of a block for which they are formulas. Not thread-safe. */
void bsim_block_noise_set(struct bsim_models *models, int block, int rank, const double *param,
                          const struct bsim_spot *spot, struct bsim_error *err);

/* The laws of an execution of a noisy block by a rank. Counts it; *count: the draws of the rank before. (A struct of
 * these would cost time: its parts are written apart and read together.) */
const struct bsim_noise_law *bsim_block_noise_begin(int block, int rank, uint64_t *count);
/* The product of the factors of this execution with seed number i of the run: 0 to runs - 1. */
double bsim_block_noise_of(const struct bsim_noise_law *laws, int block, int rank, uint64_t count, int i);

#endif
