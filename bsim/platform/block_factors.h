/* block_factors.h - factors on the times of blocks, which scenarios may set: "block.NAME". */
#ifndef BSIM_BLOCK_FACTORS_H
#define BSIM_BLOCK_FACTORS_H

#include <stdbool.h>

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* The NAME of "block.NAME"; NULL: it is no such key. */
const char *bsim_block_factor_name(const char *full_name);
/* Sets the factor of scenario k, at least 0. */
void bsim_block_factor_set(struct bsim_platform *platform, int k, const char *full_name, struct bsim_jval v);
void bsim_block_factors_free(struct bsim_platform *platform);

/* Whether the name is that of a block: it is its name or label, in which * stands for any characters. */
bool bsim_block_factor_is_for(const char *name, const char *block, const char *label);

#endif
