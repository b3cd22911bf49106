/* model.h - cost models: the time of each block as a function of its parameters, read from models.json.
 *
 * The format is described in docs/reference/models.md. Formulas are compiled once, when the file is read. */
#ifndef BSIM_MODEL_H
#define BSIM_MODEL_H

#include <stdbool.h>

#include "bsim/bsim.h"
#include "bsim/base/error.h"
#include "bsim/base/vars.h"
#include "bsim/cost/memory.h"
#include "bsim/base/noise.h"
#include "bsim/stat/whole_scale.h"

struct bsim_models;
struct bsim_operator_models;
struct bsim_rest_model;
struct bsim_receive_models;

/* Reads the models of a program's blocks from the file path. The blocks must outlive the models. A block without a
 * model is accepted here, since it may never run. NULL and *err if the file is bad. */
struct bsim_models *bsim_models_load(const char *path, const bsim_block_info *blocks, int nblocks,
                                     struct bsim_error *err);
/* Takes one thing that is wrong with a file of models, with its place there. */
typedef void bsim_models_tell(void *arg, const struct bsim_error *problem);
/* Reads a file as bsim_models_load does, and tells all that is wrong with it as models of these blocks: bad entries,
 * names that no block has, blocks without a model, times that are not filled in, pieces that never apply. Does not look
 * at learned values (learned_model.h). False and *err if it is no file of models; nothing is told then. */
bool bsim_models_check(const char *path, const bsim_block_info *blocks, int nblocks, bsim_models_tell *tell, void *arg,
                       struct bsim_error *err);
/* Models for a run without a models file: each block costs 0 s, and the first block that runs warns of it. */
struct bsim_models *bsim_models_none(const bsim_block_info *blocks, int nblocks);
void bsim_models_free(struct bsim_models *models);

/* The seconds that a block takes for its parameters (in the order of bsim_block_info), finite and at least 0, with one
 * busy core of the node on which it was measured. On
 * failure NAN and *err: no model, no piece applies, the formula gives a negative or non-finite time. Parameters outside
 * of the fit's range warn once for each block, and a negative time counts as 0 there. Fast if the parameters are those
 * of the last call for the block. Needs about 4 KB of stack, and more on failure. */
double bsim_models_time(struct bsim_models *models, int block, int nparam, const double *param, struct bsim_error *err);
/* The same for an execution at a spot; bsim_models_time is for rank 0, alone on node 0. spot may be NULL if the time
 * does not read it (bsim_models_reads_spot). */
double bsim_models_time_at(struct bsim_models *models, int block, const struct bsim_spot *spot, int nparam,
                           const double *param, struct bsim_error *err);
/* Whether the block's time depends on rank, node, ranks_per_node or the node's kind. */
bool bsim_models_reads_spot(const struct bsim_models *models, int block);

/* How many executions of the block on a rank of a run of so many ranks, from the first one on, take another time than
 * the later ones; and their time then, as bsim_models_time_at gives that of the others. *differs: it is another one
 * than theirs. */
enum { BSIM_MOST_FIRST_EXECUTIONS = 65535 };
int bsim_models_first_executions(const struct bsim_models *models, int block, int ranks);
double bsim_models_first_at(struct bsim_models *models, int block, const struct bsim_spot *spot, int nparam,
                            const double *param, bool *differs, struct bsim_error *err);

/* The time that the formulas give, without warnings, errors and caching: NAN if there is none, since no piece applies
 * or the time is not filled in, or if it is negative or not finite. spot as for bsim_vars_set. */
double bsim_models_formula(struct bsim_models *models, int block, const double *param, const struct bsim_spot *spot);

/* What is known of the errors of a block's model, and where the run has used it. */
struct bsim_model_errors {
    bool fitted;                      /* the file says where the formula comes from ("fit") */
    int samples;                      /* different parameter vectors that were measured; 0: not told */
    double error_median, error_max;   /* relative, of samples that were left out; NAN: not told */
    double spread_median, spread_max; /* relative, of samples with equal parameters; NAN: not told */
    /* Variables whose values went out of the fitted range, the farthest first; none: nfar is 0. */
    struct bsim_far far[BSIM_MOST_FAR];
    const char *parameter[BSIM_MOST_FAR]; /* what these stand for */
    int nfar;
    /* A parameter whose values were multiples of a number in all samples, and one that is none; NULL: there is none. */
    const char *stepped;
    double step, odd;
    const char
        *transition;   /* in which some times were between those of two pieces: "n between 100 and 200"; NULL: none */
    const char *apart; /* where another formula that follows the samples as well gives other times; NULL: nowhere */
    const char *zero;  /* values at which the fit gave 0 s, though none of them is 0; NULL: it did not */
    /* Values for which a relation that all samples had does not hold, or of a parameter that had another one in all
     * samples: a clause for people. NULL: there are none. */
    const char *related;
    double related_factor; /* how far they are from it, 1 or more */
    bool related_bounded;  /* the time is off by that at most */
    const char *count;     /* of what its executions count, that which makes the time vary most; NULL: none */
    double count_spread;   /* its relative standard deviation at equal parameters */
    double count_effect;   /* the relative change of the time by that, for the last parameters */
    const char *place;     /* a parameter that only says where the work is; NULL: none does */
    double uneven;         /* how far executions with equal parameters differ by their counts; 0: not told */
    bool uneven_known;     /* the run draws that for each execution, or knows that all ranks have the same ones */
    const char *steady;    /* a count of rounds that was nearly the same in all samples, two or more; NULL: none */
    double steady_low, steady_high;
    int up_to_ranks;    /* its times went with the number of ranks, up to so many, and no parameter tells it; 0: no */
    double longest_s;   /* about the longest time of its sizes; 0: not told */
    double timer_s;     /* what a reading of the clock took in the measurement; 0: not told */
    double left_out;    /* the part of the measured time that the formula does not count; 0: not told */
    double first_error; /* relative, of the first executions; NAN: not known; 0: there are none, or a person gave it */
    bool memory_known;  /* the model has a memory share */
    int busy;           /* the most cores of the node that were busy in the measurement; 0: not told */
    int base_busy;      /* so many for the formula's time */
    bool io;            /* the block reads or writes files */
    double io_share;    /* the part of its measured time that this took; NAN: not told */
    double io_part;     /* the same, guessed for the last parameters if it is not told */
    double slower;      /* how much longer the block took with busy than with base_busy; 0: not told */
};
/* Notes how often the rank that has most of the block executed it, before the errors are asked for. */
void bsim_models_executed(struct bsim_models *models, int block, double executions);
void bsim_models_errors(const struct bsim_models *models, int block, struct bsim_model_errors *errors);
/* A size of another block with which the times of this one may go, where the run has it farthest outside of the samples
 * by what that may do to them; doubt 0: there is none. */
struct bsim_hidden bsim_models_hidden(const struct bsim_models *models, int block);
/* Whether the error differs between the block's times. If so, the relative error that nine tenths of the times near
 * that of the last bsim_models_time_at stay within. of_all: the block's own; it counts where the file does not tell
 * more. */
bool bsim_models_has_errors_near(const struct bsim_models *models, int block);
double bsim_models_error_near(const struct bsim_models *models, int block, double of_all);

/* What an execution of a block reads and writes of files. */
struct bsim_io {
    double bytes, calls;
    double share; /* the part of the measured time that it took; 0: not known, and the time counts besides */
};
/* Whether the model tells it. */
bool bsim_models_has_io(const struct bsim_models *models, int block);
/* For the parameters of the last bsim_models_time_at; only if the model tells it. False and *err if a formula gives no
 * number of bytes or calls. */
bool bsim_models_io(const struct bsim_models *models, int block, struct bsim_io *io, struct bsim_error *err);

/* Whether the model gives the block's time on nodes of the kind with this number: the kind's speed is in it. */
bool bsim_models_has_kind(const struct bsim_models *models, int block, int kind);

/* The memory share (bsim/cost/memory.h) of the block on a node of this kind (its number; 0: of none), where it takes
 * time_s on one busy core; 0 if it is not known. */
double bsim_models_memory_share(const struct bsim_models *models, int block, int kind, double time_s);
/* By which the time of an execution of time_s is multiplied (docs/reference/models.md, whole runs); 1 if the file does
 * not tell it. */
double bsim_models_scale(const struct bsim_models *models, double time_s);
/* On which the blocks were measured, "node7 (AMD EPYC 7402)"; NULL: the file does not tell it. */
const char *bsim_models_machine(const struct bsim_models *models);
/* Which of the program's arguments are others than those that all measured runs had, and whether one chooses what it
 * does (bsim/base/arguments.h). NULL: none is, or the file does not tell them. Valid until the next call. */
const char *bsim_models_changed(struct bsim_models *models, char *const *argument, bool *chooses);
/* How many processors a rank used in the measured runs, on average; 1: it has no threads of its own, or the file does
 * not tell it. */
double bsim_models_processors(const struct bsim_models *models);
/* How far predictions were from whole runs that were measured, as far as the file tells. */
const struct bsim_whole_runs *bsim_models_runs(const struct bsim_models *models);
/* The node on which the models were measured, as far as the file tells. */
const struct bsim_node_sharing *bsim_models_node(const struct bsim_models *models);

/* Calls that receive into untouched memory, as far as the file tells. */
const struct bsim_receive_models *bsim_models_receives(const struct bsim_models *models);

/* Functions of the program that combine data in reductions, as far as the file tells. */
const struct bsim_operator_models *bsim_models_operators(const struct bsim_models *models);

/* What is in no block and no message. */
const struct bsim_rest_model *bsim_models_rest(const struct bsim_models *models);

/* Whether the file gives noise of the block's time on this level (BSIM_NOISE_*), and whether some is by formulas. */
bool bsim_models_has_noise(const struct bsim_models *models, int block, int level);
bool bsim_models_has_noise_formulas(const struct bsim_models *models, int block);
/* The BSIM_NOISE_LEVELS laws of the block's noise for bsim run --noise strength. param and spot may be NULL without
 * formulas. False and *err as bsim_noise_model_laws. */
bool bsim_models_noise(struct bsim_models *models, int block, const double *param, const struct bsim_spot *spot,
                       double strength, struct bsim_noise_law *laws, struct bsim_error *err);

/* Whether its executions differ by parameters that only say where the work is ("where"). */
bool bsim_models_has_where(const struct bsim_models *models, int block);
/* Where an execution's work is, by these parameters. Works at places of one number are alike. */
struct bsim_work_place {
    uint64_t number;
    double unit; /* which part of the distribution it draws, 0 to 1; NAN: any */
};
struct bsim_work_place bsim_models_place(struct bsim_models *models, int block, const double *param,
                                         const struct bsim_spot *spot);
/* How executions with equal parameters differ, since what they count does; no noise if they do not, or nothing tells
 * it. param and spot may be NULL without formulas. A law without noise and *err if a formula gives what is no
 * deviation. */
struct bsim_noise_law bsim_models_uneven(struct bsim_models *models, int block, const double *param,
                                         const struct bsim_spot *spot, struct bsim_error *err);
bool bsim_models_has_uneven_formulas(const struct bsim_models *models, int block);

/* Whether the block takes one time for all parameters, and no parameter can be outside of the fit's range. */
bool bsim_models_constant(const struct bsim_models *models, int block);

#endif
