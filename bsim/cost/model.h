/* model.h - cost models: the time of each block as a function of its parameters, read from models.json.
 *
 * The format is described in docs/reference/models.md. Formulas are compiled once, when the file is read. */
#ifndef BSIM_MODEL_H
#define BSIM_MODEL_H

#include <stdbool.h>

#include "bsim/bsim.h"
#include "bsim/base/error.h"

struct bsim_models;

/* Reads path for the blocks of a program. The blocks must outlive the models. A block without a model is no error
 * here: it may never be reached. NULL and *err if the file is bad. */
struct bsim_models *bsim_models_load(const char *path, const bsim_block_info *blocks, int nblocks,
                                     struct bsim_error *err);
/* No models at all: each block costs nothing, and the first one that is reached says so once. */
struct bsim_models *bsim_models_none(const bsim_block_info *blocks, int nblocks);
void bsim_models_free(struct bsim_models *models);

/* Seconds that a block takes for its parameters (as bsim_block_info lists them), at least 0 and finite. On failure NAN
 * and *err: no model, no piece applies, the formula gives a negative or non-finite time. Parameters outside of the
 * fit's range warn once for each block. Fast where the parameters are those of the last call for that block; needs
 * about 4 KB of stack, and more on failure. */
double bsim_models_time(struct bsim_models *models, int block, int nparam, const double *param, struct bsim_error *err);

/* What executions with equal parameters differ by: relative standard deviation; 0 where the file does not say. */
double bsim_models_noise(const struct bsim_models *models, int block);

/* Whether the time of a block is the same for all parameters, and no parameter would be warned of. */
bool bsim_models_constant(const struct bsim_models *models, int block);

#endif
