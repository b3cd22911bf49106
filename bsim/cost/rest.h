/* rest.h - the time of a rank that is in no block and no message: memory that is given back, code that stays in the
 * skeleton, files that are opened. From the member "rest" of models.json (docs/reference/models.md#rest). */
#ifndef BSIM_REST_H
#define BSIM_REST_H

#include <stdbool.h>

#include "bsim/base/json_read.h"
#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/stat/stat.h"

/* Each rank takes constant_s, and longest times the longest of its executions of a block. */
struct bsim_rest_model {
    double constant_s;
    char *block; /* NULL: it is a constant */
    double longest;
    bool fitted;            /* it comes from measured runs; false: a person gave it, or there is none */
    double error;           /* relative; NAN: not told */
    double least_s, most_s; /* the longest executions in the measured runs; 0, 0: not told */
};

/* The member "rest", which may be absent. False with the document's error if it is bad. */
bool bsim_rest_model_read(struct bsim_rest_model *rest, struct bsim_jval v);
void bsim_rest_model_free(struct bsim_rest_model *rest);

/* By block: its executions are followed. NULL: no block is. */
extern bool *bsim_rest_follows;
/* By rank: seconds in scenario 0, of those that have called MPI_Finalize. NULL: the models have no rest. */
extern double *bsim_rest_s;

/* Before any rank runs. rest must outlive the run. Warns if the program does not have the block. */
void bsim_rest_init(const struct bsim_rest_model *rest, const bsim_block_info *blocks, int nblock, int np);

/* A rank executes a block that is followed: seconds by its model, on the measured node. */
void bsim_rest_follow(const bsim_rank *rank, double seconds);
/* The running rank calls MPI_Finalize: advances its clock. */
void bsim_rest_add(void);
/* When the run is over: sets what bsim_run tells of it. */
void bsim_rest_gather(void);

#endif
