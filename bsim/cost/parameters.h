/* parameters.h - with which parameters the blocks of a run were executed: bsim run --parameters. For cost.c only. */
#ifndef BSIM_PARAMETERS_H
#define BSIM_PARAMETERS_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/bsim.h"

struct bsim_models;

/* At most so many vectors of parameters of each block stand in the file. */
enum { BSIM_PARAMETERS_KEPT = 1024 };

/* path: where to write them, or NULL. Sets bsim_context.records_parameters. blocks must outlive the run. */
void bsim_parameters_init(const char *path, const bsim_block_info *blocks, int nblock);
/* Make and leave a shard's table. */
void bsim_parameters_shard_begin(void);
void bsim_parameters_shard_end(void);
/* Counts one execution of a block. On the host stack. */
void bsim_parameters_add(int block, int nparam, const double *param);
/* An execution of a block takes so long by its model. */
void bsim_parameters_longest(int block, double seconds);
/* Joins the tables of all shards and writes the file. The result does not depend on the number of shards. models give
 * the time of each vector; NULL: there are none. */
bool bsim_parameters_write(struct bsim_models *models, const char *exe, char **arguments, int np,
                           struct bsim_error *err);
void bsim_parameters_fini(void);

#endif
