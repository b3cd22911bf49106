/* model_private.h - the models of a run in memory, for model.c, which reads and evaluates them, model_counts.c,
 * model_first.c, model_formula.c, model_errors.c, model_related.c, model_ranks.c, model_kinds.c, model_io.c,
 * model_rivals.c, model_where.c, model_arguments.c and model_check.c. */
#ifndef BSIM_MODEL_PRIVATE_H
#define BSIM_MODEL_PRIVATE_H

#include "bsim/base/expr.h"
#include "bsim/base/json_read.h"
#include "bsim/base/near.h"
#include "bsim/base/vars.h"
#include "bsim/cost/model.h"
#include "bsim/base/cache_limit.h"
#include "bsim/cost/operators.h"
#include "bsim/cost/rest.h"
#include "bsim/cost/receives.h"
#include "bsim/base/noise_model.h"

enum { MAX_PARAMS = BSIM_MAX_VARS, MAX_COUNTS = BSIM_MAX_COMPUTED, MAX_COUNT_PIECES = 8 };

struct piece {
    struct bsim_expr *when; /* NULL: always */
    char *when_text;        /* NULL: always, or a number */
    struct bsim_expr *time; /* NULL: empty, or bad */
    bool empty;             /* the file has null, a time that is not filled in yet */
    char *text;
    char *where; /* JSON path of the formula */
    int line;
    /* For values of `of` between the two, the time passes from this piece's to the next one's. NULL: it does not. */
    struct bsim_expr *of;
    char *of_text; /* NULL: a number */
    double from, to;
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

/* The first piece whose condition holds gives the time. */
struct formula {
    char *where; /* JSON path of the model */
    int line;
    struct piece *piece;
    int npiece;
};

/* The first execution of the block on a rank: factor times as long as the model says, or extra seconds longer, or a
 * time of its own. */
struct first {
    int executions;
    double from_s;                    /* shorter ones take as long as later ones */
    int from_ranks;                   /* in runs of fewer ranks all do */
    struct bsim_expr *factor, *extra; /* both NULL: the formula */
    char *text, *where;               /* of these */
    int line;
    struct formula formula;
    double error;       /* relative, that nine tenths stay within; NAN: not known; 0: a person gave it */
    double least, most; /* the ratios to later executions that samples had; 0: not told */
};

/* The time on nodes of a kind: by a formula of its own, or by the speed there. */
struct kind_model {
    int kind;     /* its number */
    double speed; /* 0: the formula */
    struct formula formula;
    struct bsim_memory_share memory; /* with the formula */
};

/* What the block reads and writes of files, by its parameters. */
struct io_model {
    struct bsim_expr *bytes, *calls; /* of one execution; NULL: none is told */
    double share;                    /* the part of the measured time that it took; NAN: not known */
    char *where;
    int line;
};

/* In all samples the variable var had the value of the expression. */
struct related {
    int var;
    struct bsim_expr *is;
    char *text;
};

/* A formula that follows the samples of a piece as well as the piece's own. */
struct rival {
    int piece; /* -1: none of them */
    struct bsim_expr *time;
};

/* The block's times may go with a parameter of another one, by so much for each factor of two that it is out of its
 * range; clear: the samples show that they do. */
struct hidden {
    char *block, *param;
    double beyond;
    bool clear;
};

/* The variable var had these values in the samples, each with a time of its own. */
struct measured_values {
    int var;
    double *value;
    size_t n;
};

/* The variable var only says where the work is: as it grows, times pass through all of their distribution and back
 * within a period; 0: each value has a time of its own. */
struct where {
    int var;
    double period;
};

/* The values farthest from a relation, or from those of a parameter in the samples. */
struct broken {
    int relation; /* its index; or of the variable, behind all relations; or of measured values, behind these */
    double value, expected, factor;
    char *text;   /* for people; NULL: all relations have held */
    bool bounded; /* the time is off by the factor at most, which is no guess */
};

enum { MAX_NEAR = 16 };

struct model {
    char *name;
    struct bsim_vars vars;
    struct bsim_vars given; /* vars without the counts, for the formulas of these; empty if there are none */
    struct count count[MAX_COUNTS];
    int ncount;
    struct formula formula;
    struct kind_model *kind;
    int nkind;
    struct io_model io;
    struct first *first; /* NULL: as all others */
    char *elsewhere; /* where another block of this name was measured: "main.2 (isort (a.c:11)) was measured as sweep
                        (b.c:9)"; NULL */
    bool warned, zero_told;
    double *zero;    /* the least values, in order of the variables, at which a fit gave 0 s; NULL: none did */
    char *zero_text; /* of these */
    struct related *related;
    int nrelated;
    struct rival *rival;
    int nrival;
    struct hidden *hidden;
    int nhidden;
    int last_piece;      /* that gave the last time of the formula */
    double last_apart;   /* of the last bsim_models_time_at: see bsim_model_rivals_apart */
    double most_apart_s; /* the greatest distance of a rival's time */
    char *apart_text;    /* of that, for people; NULL: none was away */
    struct measured_values *measured;
    int nmeasured;
    bool related_told, measured_told; /* the warnings */
    double drift_low, drift_high;     /* executions on a rank, of which later ones take another time; 0: they do not */
    double drift_later;               /* beside earlier ones */
    double between_runs;              /* how far measured runs were apart with equal parameters; 0: not told */
    double *rank_part; /* of the nrank ranks of measured runs: the part of the time that each takes; NULL: all alike */
    int nrank;
    double most_of_rank; /* the greatest part */
    int up_to_ranks;     /* its times went with the number of ranks, up to so many, and no parameter tells it; 0: no */
    struct broken broken;
    struct bsim_noise_model noise;
    struct bsim_noise_source uneven; /* where: NULL if the model has none */
    struct where *where;
    int nwhere;
    bool time_reads_spot;
    struct bsim_memory_share memory;
    struct bsim_cache_limit cache;
    struct bsim_expr *cache_of;      /* the size of its data; NULL: the model has no such cache */
    int base_busy;                   /* busy cores of the node for which the formula gives the time */
    struct bsim_model_errors errors; /* far to nfar are set when they are asked for */
    struct bsim_near near[MAX_NEAR];
    int nnear;
    double passing; /* of the last formula: the error by a transition; 0: it was in none */
    /* Of the last bsim_models_time_at: the error by the time, NAN: not told; and as passing. */
    double near_error, last_passing;
    char *transition;     /* that an evaluation was in, for people: "n between 100 and 200"; NULL: none was */
    int transition_piece; /* its piece */
    bool constant;        /* see bsim_models_constant */
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
    struct bsim_whole_runs runs;
    struct bsim_scale scale; /* by which all times of blocks are multiplied */
    char *machine;           /* on which the blocks were measured; NULL: not told */
    double processors;       /* that a rank used on average in the measured runs; 1: it has no threads */
    bool has_arguments; /* the file tells the arguments of the measured runs: nargument words, NULL where they differed
                         */
    char **argument;
    int nargument;
    char *changed; /* of bsim_models_changed */
    struct bsim_receive_models receives;
    struct bsim_operator_models operators;
    struct bsim_rest_model rest;
    char **unused; /* names in the file that no block of the program has; NULL-terminated */
    bool warned;
    bsim_models_tell *tell; /* of bsim_models_check; NULL: the first error ends the reading */
    void *tell_arg;
};

/* model_first.c: reads the member "first" of v, which may be absent. what: for messages, "block smooth.1". */
bool bsim_model_first_read(struct model *m, struct bsim_jval v, const char *what);
void bsim_model_first_free(struct model *m);
/* The error that a fit tells: nine tenths of its times stay within, as for a block (bsim/stat/trust.h). NAN: it tells
 * none. */
double bsim_model_error_read(struct bsim_jval fit);

/* model_counts.c: reads the member "counts" of v, which may be absent; vars then has a variable for each. The other
 * arguments are those of bsim_vars_read. */
bool bsim_model_counts_read(struct model *m, struct bsim_jval v, const char *what, int nparam,
                            const char *const *names);
void bsim_model_counts_free(struct model *m);
/* Sets the variables of m from a block's parameters, and the counts from them. */
void bsim_model_counts_set(struct model *m, const double *param, const struct bsim_spot *spot);

/* model_errors.c: reads the member "fit", which may be absent, but for ranges and relations. */
bool bsim_model_errors_read(struct model *m, struct bsim_jval fit);

/* model_hidden.c: reads the member "hidden" of fit, which may be absent. */
bool bsim_model_hidden_read(struct model *m, struct bsim_jval fit);
void bsim_model_hidden_free(struct model *m);

/* model_formula.c: reads the member "time" or "pieces" of v. False after an error. */
bool bsim_model_formula_read(struct model *m, struct formula *formula, struct bsim_jval v);
void bsim_model_formula_free(struct formula *formula);
/* The time of the present values by a formula; NAN and *err if there is none. fitted: the fit's range is that of this
 * formula. */
double bsim_model_evaluate(struct bsim_models *models, struct model *m, const struct formula *formula, bool fitted,
                           const bsim_block_info *block, struct bsim_error *err);

/* The same without an error; NAN: there is none. */
double bsim_model_formula_of(const struct formula *formula);
/* Whether the time of 0 s comes of parameters that are 0: with others it is more, also if one truth value is another
 * one. A formula with (rows-1) gives 0 s for one row, whatever the truth values are. */
bool bsim_model_has_no_work(struct model *m);

/* model_related.c: the variable of that name; vars.n after an error. */
int bsim_model_find_var(const struct model *m, struct bsim_jval at, const char *alias);
/* Reads the members "related", "values", "drift" and "between_runs" of "fit", which may be absent. */
bool bsim_model_related_read(struct model *m, struct bsim_jval fit);
void bsim_model_related_free(struct model *m);
/* Notes if the present values break a relation, or are none of those that a parameter had. Warns once of relations,
 * and once of values. */
void bsim_model_related_check(struct bsim_models *models, struct model *m, const bsim_block_info *block);

/* model_rivals.c: reads the member "rivals" of "fit", which may be absent, after the formula. */
bool bsim_model_rivals_read(struct model *m, struct bsim_jval fit);
void bsim_model_rivals_free(struct model *m);
/* How far, relative, the rivals are at most from the formula's time of the present values. */
double bsim_model_rivals_apart(struct model *m, const bsim_block_info *block, double time_s);

/* Notes that the ranks of this run are not those of the measured ones, which differ, and that the measured runs did. */
void bsim_model_related_runs(struct model *m, const struct bsim_spot *spot);

/* model_arguments.c: reads the member "arguments" of the file, which may be absent. */
bool bsim_model_arguments_read(struct bsim_models *models, struct bsim_jval list);
void bsim_model_arguments_free(struct bsim_models *models);

/* model_where.c: reads the member "where" of v, which may be absent. */
bool bsim_model_where_read(struct model *m, struct bsim_jval v);

/* model_ranks.c: reads the members "by_rank" and "up_to_ranks" of v, which may be absent. */
bool bsim_model_ranks_read(struct model *m, struct bsim_jval v);
void bsim_model_ranks_free(struct model *m);
/* The factor on the time of a rank; 1 if the spot is not known. */
double bsim_model_rank_part(const struct model *m, const struct bsim_spot *spot);

/* model_kinds.c: reads the member "by_kind" of v, which may be absent. */
bool bsim_model_kinds_read(struct model *m, struct bsim_jval v);
void bsim_model_kinds_free(struct model *m);
/* What the model says of a kind of node (its number); NULL: nothing. */
const struct kind_model *bsim_model_kind(const struct model *m, int kind);

/* model_io.c: reads the member "io" of v, which may be absent. */
bool bsim_model_io_read(struct model *m, struct bsim_jval v);
void bsim_model_io_free(struct model *m);
/* A guess, for the present values, of the part of time_s that is input and output, if the model does not tell it. */
double bsim_model_io_part(const struct model *m, double time_s);

/* model.c: the names of the other blocks that "wanted" holds for, for messages: "; also TEXT: a.1, a.2". Returns buf.
 */
char *bsim_model_list_others(const struct bsim_models *models, int block, bool (*wanted)(const struct model *m),
                             const char *text, char *buf, size_t size);
/* Whether a time or count of it is not filled in. */
bool bsim_model_is_empty(const struct model *m);

/* Names of the blocks that the file gives no model; NULL-terminated, to be freed. */
const char **bsim_models_unmodelled(const struct bsim_models *models);
/* Tells what is wrong with the models as a whole: names that nothing uses, blocks without a model, times that are not
 * filled in, pieces that never apply. blocks: the file's member; others: the file has other_blocks. */
void bsim_models_tell_all(const struct bsim_models *models, struct bsim_jval blocks, bool others);
/* What the model was measured as, if that is another block than the one that has its name here; allocated. NULL: it is
 * this one, or the model does not tell (a person wrote it, or it is a kernel, which has several places). */
char *bsim_model_elsewhere(struct bsim_jval model, const bsim_block_info *block);

/* ---- data that outgrow a cache (model_cache.c) ---- */

/* The member "cache", which may be absent. False with the document's error if it is bad. */
bool bsim_model_cache_read(struct model *m, struct bsim_jval v);
/* How many times as long as the formula says the block takes for the values of the variables. */
double bsim_model_cache_factor(const struct model *m);

#endif
