/* model_private.h - the models of a run in memory, for model.c, which reads and evaluates them, model_counts.c and
 * model_check.c. */
#ifndef BSIM_MODEL_PRIVATE_H
#define BSIM_MODEL_PRIVATE_H

#include "bsim/base/expr.h"
#include "bsim/base/json_read.h"
#include "bsim/base/vars.h"
#include "bsim/cost/model.h"
#include "bsim/cost/noise_model.h"

enum { MAX_PARAMS = BSIM_MAX_VARS, MAX_COUNTS = BSIM_MAX_COMPUTED, MAX_COUNT_PIECES = 8 };

struct piece {
    struct bsim_expr *when; /* NULL: always */
    char *when_text;        /* NULL: always, or a number */
    struct bsim_expr *time; /* NULL: empty, or bad */
    bool empty;             /* the file has null, a time that is not filled in yet */
    char *text;
    char *where; /* JSON path of the formula */
    int line;
};

/* What an execution of the block counts, computed from the block's parameters. */
struct count {
    char *of;                                                           /* what is counted, for people */
    int var;                                                            /* index into vars */
    struct bsim_expr *when[MAX_COUNT_PIECES], *value[MAX_COUNT_PIECES]; /* when: NULL: always */
    int npiece;
    bool empty;  /* the file has null, a value that is not filled in yet */
    char *where; /* JSON path */
    int line;
    double spread; /* relative standard deviation at equal parameters; 0: not told */
};

struct model {
    char *name;
    char *where; /* JSON path of the model */
    int line;
    struct bsim_vars vars;
    struct bsim_vars given; /* vars without the counts, for the formulas of these; empty if there are none */
    struct count count[MAX_COUNTS];
    int ncount;
    struct piece *piece;
    int npiece;
    bool warned;
    struct bsim_noise_model noise;
    bool time_reads_spot;
    struct bsim_memory_share memory;
    int base_busy;                   /* busy cores of the node for which the formula gives the time */
    struct bsim_model_errors errors; /* variable to high are set when they are asked for */
    bool constant;                   /* see bsim_models_constant */
    bool cached;
    double last_time;
    double last[MAX_PARAMS];    /* the block's parameters of the last evaluation */
    struct bsim_spot last_spot; /* zero unless the time reads it */
};

struct bsim_models {
    char *path; /* NULL: no models */
    const bsim_block_info *block;
    int nblock;
    struct model *model; /* one for each block; name == NULL: the file has none */
    struct bsim_node_sharing node;
    char **unused; /* names in the file that no block of the program has; NULL-terminated */
    bool warned;
    bsim_models_tell *tell; /* of bsim_models_check; NULL: the first error ends the reading */
    void *tell_arg;
};

/* model_counts.c: reads the member "counts" of v, which may be absent; vars then has a variable for each. The other
 * arguments are those of bsim_vars_read. */
bool bsim_model_counts_read(struct model *m, struct bsim_jval v, const char *what, int nparam,
                            const char *const *names);
void bsim_model_counts_free(struct model *m);
/* Sets the variables of m from a block's parameters, and the counts from them. */
void bsim_model_counts_set(struct model *m, const double *param, const struct bsim_spot *spot);

/* Names of the blocks that the file gives no model; NULL-terminated, to be freed. */
const char **bsim_models_unmodelled(const struct bsim_models *models);
/* Tells what is wrong with the models as a whole: names that nothing uses, blocks without a model, times that are not
 * filled in, pieces that never apply. blocks: the file's member; others: the file has other_blocks. */
void bsim_models_tell_all(const struct bsim_models *models, struct bsim_jval blocks, bool others);

#endif
