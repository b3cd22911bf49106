/* fit.h - fits cost models to measurements: samples of each block, candidate terms, least squares, and a choice of
 * terms by cross-validation. Used by bsim fit and its tests.
 *
 *   fit_read.c     reads sample files
 *   fit_files.c    which files were read, and what is missing of them
 *   fit_samples.c  joins samples to points
 *   fit_joining.c  which samples with equal parameters count
 *   fit_once.c     counts of work that each process does once
 *   fit_first.c    the first execution of a block in each process, beside the later ones
 *   fit_between.c  times that differ from run to run
 *   fit_drift.c    executions that become longer or shorter as the program goes on
 *   fit_ranks.c    ranks that always take more or less time than others
 *   fit_node.c     the measured node
 *   fit_memory.c   how much of the time goes with the node's memory
 *   fit_terms.c    the candidate terms and their text
 *   fit_solve.c    robust, weighted, non-negative least squares for a given set of terms
 *   fit_select.c   chooses terms and shifts
 *   fit_related.c  parameters that the samples do not tell apart
 *   fit_fewer.c    formulas without one of the parameters, and with higher products
 *   fit_exponential.c  parameters with which times grow exponentially
 *   fit_offsets.c  work that begins behind a number of rounds, and whole logarithms
 *   fit_kinds.c    parameters whose values have times of their own
 *   fit_where.c    parameters that only say where the work is
 *   fit_reach.c    whether the mean over a parameter goes with how far it reaches
 *   fit_pieces.c   chooses breaks, estimates errors, makes the whole model of a block
 *   fit_io.c       what a block reads and writes of files, from the parameters
 *   fit_mean.c     means over points
 *   fit_outliers.c samples that took much longer than the formula gives
 *   fit_groups.c   values of parameters at which no formula is near the times
 *   fit_steps.c    parameters that are multiples of a number in all samples
 *   fit_beyond.c   how far a model may be off beyond its samples
 *   fit_hidden.c   sizes of other blocks with which times go
 *   fit_counts.c   what a block's executions count, from the parameters
 *   fit_again.c    errors of formulas that are chosen again without each sample
 *   fit_bound.c    how often a branch can be taken at most
 *   fit_learned.c  models of learned hints
 *   fit_receives.c calls that receive into untouched memory
 *   fit_operators.c  functions that combine data for MPI_Op_create
 *   fit_power.c    power laws for learned hints
 *   fit_write.c    models.json */
#ifndef BSIM_FIT_H
#define BSIM_FIT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <jansson.h>

#include "bsim/base/error.h"
#include "bsim/base/near.h"
#include "bsim/base/cache_limit.h"
#include "bsim/platform/platform.h"
#include "bsim/stat/trust.h"

/* FIT_MAX_GIVEN: parameters of a block. FIT_MAX_PARAMS: with its counts. */
enum {
    FIT_MAX_GIVEN = 32,
    FIT_MAX_COUNTS = 6,
    FIT_MAX_PARAMS = FIT_MAX_GIVEN + FIT_MAX_COUNTS,
    FIT_MAX_VARS = 32,
    FIT_MAX_RANKS = 256, /* of runs whose ranks are compared */
    FIT_MAX_TERMS = 5,
    FIT_MAX_PIECES = 4
};

/* The noise of a timer. Relative errors refer to the time plus this, so that short times count little. */
#define FIT_FLOOR_S 50e-9

/* Of normal errors: the error that nine tenths stay within, for a median of 1. */
#define FIT_TO_NINETY (BSIM_WITHIN_NINETY / BSIM_WITHIN_HALF)

/* Shorter executions vary by the noise of the timer, and tell nothing of how times vary. */
#define FIT_STEADY_S (40 * FIT_FLOOR_S)

/* How far a modelled time is from a measured one, as a logarithm: differences far below FIT_FLOOR_S do not count. */
static inline double bsim_fit_log_error(double modelled_s, double measured_s) {
    return fabs(log((modelled_s + FIT_FLOOR_S) / (measured_s + FIT_FLOOR_S)));
}

/* A process that waited for a processor during such a part of its run was not alone on its node. */
#define FIT_MUCH_WAITED 0.02

/* A process that used so many processors, and so much time of the others, has threads that compute. MPI has some that
 * do next to nothing. */
#define FIT_THREADS 1.05
#define FIT_THREADS_S 0.02

/* Runs that are so many times apart with equal parameters differ in what no parameter tells. */
#define FIT_BETWEEN 2.0

/* ---- samples ---- */

/* What a sample tells of the block's first executions in its process, as far as they are of the sample's. */
struct fit_told {
    double first_s;              /* mean; 0: none of the sample's executions is a first one, or it is not told */
    uint64_t first_count;        /* how many of them */
    double later_s, later_noise; /* of the others, as time_s and noise of a point; 0 if there are none */
    double left_out_s, later_left_out_s; /* as for bsim_fit_data_left_out: with the first ones, and without them */
};

struct fit_point {
    double x[FIT_MAX_PARAMS]; /* parameters, then counts (mean); in samples before they are joined: buckets of counts */
    double time_s;
    double weight;  /* trust, at most 1: grows with the number of executions */
    uint64_t count; /* executions */
    /* The following are set in samples, not in joined points. */
    double noise;                   /* relative standard deviation of the executions; NAN: not known */
    int file;                       /* number of the file, which holds the samples of one rank of one run */
    int busy;                       /* cores of the node that were busy at the same time; 0: not known */
    int run, rank, ranks;           /* the number of the run, the rank in it, and its ranks; ranks 0: not known */
    bool waited;                    /* its process waited for processors that others had */
    double counted[FIT_MAX_COUNTS]; /* mean counts */
    double io[2];                   /* means of bytes that were read and written, and of system calls that did */
    struct fit_told told;
};

/* The first executions of a block, if they differ clearly from the later ones. */
struct fit_first {
    bool known; /* it has been decided whether they differ */
    int npoint; /* samples with first executions; 0: they do not differ, or the samples do not tell them apart */
    struct fit_point *point;
    int npair;                      /* of these, with later executions with the same parameters in the same process */
    int executions, least, most;    /* of a process: the median of all, the fewest and the most */
    double from_s;                  /* of this time of later executions on; 0: always */
    int from_ranks;                 /* in runs of so many ranks and more; 0: in all */
    double low, factor, high;       /* least, median and greatest ratio of the first execution to the later ones */
    double error_median, error_max; /* relative, of factor times the later time */
    double seen_from_s, seen_to_s;  /* later times of the samples that gave it */
};

/* How much longer first executions take, whatever they work on: in the place of fit_first.factor. */
struct fit_extra {
    double time_s;                  /* seconds, the median; 0: the factor counts */
    double error_median, error_max; /* relative, of the later time and this */
};

/* Sets what a platform file tells of the measured node: how its busy cores slow each other down, and its file system.
 * False and *err if it is bad, or tells nothing of that. */
struct fit_data;
bool bsim_fit_node_read(struct fit_data *data, const char *path, struct bsim_error *err);
/* The member "node" of models.json; a new reference. NULL if nothing is known. */
json_t *bsim_fit_node_json(const struct bsim_node_sharing *node);

/* How much of a block's time, as it is on one busy core, goes with the memory: small for times below below_s, else
 * large. */
struct fit_memory {
    bool known;
    bool less; /* it is none, and times grow by less than the node's busy_speed says: their own ratios count */
    double below_s, small, large;
};

/* Data that outgrow a cache. */
struct fit_cache {
    struct bsim_cache_limit limit; /* size 0: there is none */
    unsigned params;               /* whose product is the size of the data, by bit */
    unsigned squared;              /* of these, one that is squared */
    int sharing;                   /* so many cores, at most, have it together if they are busy; 1: each has its own */
};

enum { FIT_MAX_BUSY = 16 };

struct fit_range {
    double low, high;
};

/* What a rank's first executions of a block took one after the other, beside their means at equal parameters. */
struct fit_sequence {
    int run, n;
    double *part;
};

/* Some executions of a block on a rank: their number there, and their time beside the typical one at equal parameters.
 */
struct fit_execution {
    double number, part;
};
struct fit_together {
    int run, n;
    struct fit_execution *execution;
};

/* Parameters, by bit, that only say where the work is. */
struct fit_where {
    bool known; /* it has been decided */
    unsigned params;
    unsigned anywhere; /* of these, those whose mean was seen not to go with how far they reach */
    /* As a parameter grows, times pass through all of their distribution and back within such a period; 0: each value
     * has a time of its own. */
    double period[FIT_MAX_GIVEN];
};

/* Executions that become longer or shorter as the program goes on. */
struct fit_drift {
    int low, high; /* how many the rank with most of the time has in a run, of all runs; high 0: they do not */
    double later;  /* how long one of the later half takes, beside one of the earlier half */
};
#define FIT_DRIFT_MOST 1000.0

struct fit_block {
    char *name;
    char *place, *label; /* as the samples tell; NULL: they do not */
    char *kind;          /* what a hint says that the time goes with; NULL: none does */
    int nparam, ncount;
    char *param[FIT_MAX_PARAMS]; /* C expressions; then what is counted: "rounds solve.c:27" */
    char *alias[FIT_MAX_PARAMS]; /* names in formulas, set by bsim_fit_aliases */
    struct fit_point *point;
    int npoint, room;
    double noise; /* relative standard deviation of executions with equal parameters; NAN: not known */
    /* How far samples with equal parameters, of several ranks or runs, are from their mean: relative, the median, the
     * greatest, and that which a tenth exceeds; NAN: there are none. And the shortest and longest of those parameters
     * where they differ most. */
    double spread_median, spread_max, spread_upper, spread_low_s, spread_high_s;
    /* The same of a block that counts: of the means of processes (ranks of runs) with equal parameters, or, if none are
     * equal, of executions in one process; NAN: the block counts nothing. */
    double varied_median, varied_max;
    bool varies;                   /* counts differ at equal parameters */
    int busy[FIT_MAX_BUSY], nbusy; /* the numbers of busy cores in the samples, rising; times are those with busy[0] */
    struct fit_memory memory;
    struct fit_cache cache;        /* if it is known, times are those with all data in it */
    struct fit_first first;        /* if it has points: all others are of later executions alone */
    double unsampled, unsampled_s; /* executions that are in no sample, since there were too many vectors; their time */
    double all_s, left_out_s;      /* of all executions; of this in a few long ones that the times leave out */
    int up_to_ranks;     /* with equal parameters its times fall with the number of ranks, up to so many; 0: no */
    int nrank;           /* of runs whose ranks differ with equal parameters; 0: they do not */
    double timer_s;      /* the longest that a reading of the clock took in its samples; 0: not told */
    double between_runs; /* how far the longest and the shortest run are apart with equal parameters; 1: may be alike */
    double rank_part[FIT_MAX_RANKS]; /* the part of their mean that each takes */
    double rank_error;               /* nine tenths of them, of one run and size each, are within it, relative */
    struct fit_range *sizes;         /* fit_sizes.c: of nsizes runs, the nparam parameters of each; NULL: not known */
    int nsizes;
    struct fit_point *of_run; /* fit_hidden.c: its nof_run samples, those of a run with equal parameters as one */
    int nof_run;
    bool io;                       /* it reads or writes files */
    double io_share;               /* the part of its time that this took; NAN: not known */
    struct fit_sequence *sequence; /* nsequence; those of a run follow each other */
    int nsequence;
    struct fit_together *together; /* ntogether, of ranks of runs */
    int ntogether;
    double noise_together;  /* the part of the variance of the noise that the ranks of a node have in common; NAN: not
                               known */
    struct fit_where where; /* if it is known, models keep to it */
    struct fit_drift drift;
    double slower[FIT_MAX_BUSY]; /* median ratio of times with busy[i] and with busy[0]; NAN: no equal parameters */
};

/* A run that was measured, as a whole. */
struct fit_run {
    char *name; /* the path of its samples, without the rank */
    char *call; /* JSON: {"args": [...], "folder": "..."}; NULL: not told */
    int ranks, busy;
    double ran_s;      /* from MPI_Init to MPI_Finalize, the longest of its ranks; 0: not told */
    double timers_s;   /* of this for the measurement itself, on the rank that has most of it */
    double waited_s;   /* for a processor that others had, the longest of its ranks; 0: not told */
    double blocks_s;   /* in blocks, all of its ranks together; NAN: not told */
    double executions; /* of blocks, likewise */
    double threads_s;  /* processor time of other threads than those that call MPI, of the rank that has most */
    bool partial;      /* it left loops before their end */
    bool untimed;      /* of the program without its timers; it has no samples of blocks */
    bool disturbed;    /* something else is known to have disturbed it */
    int size;          /* ranks, where the names of the files tell theirs */
    bool *seen;        /* by rank: its file was read; NULL: it has no such names */
};

/* A file of samples. */
struct fit_file {
    char *path;
    uint64_t hash; /* of what it holds */
    uint64_t bytes;
    bool cut; /* it lacks its end */
};
struct fit_data {
    struct fit_block *block;
    int nblock;
    struct fit_run *run;
    int nrun, run_room;
    struct fit_file *read;
    int nread, read_room;
    char *machine; /* from the first file that names one; NULL if none does */
    bool machines_differ;
    int not_optimised; /* files of programs that were compiled without optimisation */
    char *program;     /* as the samples call it; NULL: they do not */
    int nfile;
    int run_number, rank, ranks; /* of the file that is read; ranks 0: not known */
    double timer_s;              /* likewise: of one reading of the clock, which is subtracted; 0: not told */
    bool waited;                 /* its process waited for processors that others had */
    struct bsim_node_sharing node;
    double file_bandwidth, file_latency_s; /* of the measured node's file system; 0, 0: not known */
    struct fit_receives *receives;         /* into untouched memory (fit_receives.h); NULL: none is known */
    struct fit_operators *operators;       /* fit_operators.h; NULL: the samples have none */
    struct fit_hints *hints;               /* learned hints (fit_learned.h); NULL: the samples have none */
};

/* Data without samples, of the same measured node. */
struct fit_data bsim_fit_data_of(const struct fit_data *known);

/* The column of the samples that gives the time. */
enum fit_statistic { FIT_TYPICAL, FIT_MEDIAN, FIT_MEAN, FIT_MIN };

/* Reads one file and adds its samples. False and *err with the line if it is bad; data then holds part of it. */
bool bsim_fit_data_read(struct fit_data *data, const char *path, enum fit_statistic statistic, struct bsim_error *err);
/* The next block of that name after one, the first if `after` is NULL; NULL: none. Kinds of nodes have blocks of one
 * name. */
struct fit_block *bsim_fit_block_named(const struct fit_data *data, const char *name, const struct fit_block *after);
/* Adds one sample of block name: count executions that took time_s each, with noise and busy as in fit_point. Its file
 * number is data->nfile. param and x have nparam entries. False if the block has other parameters in earlier samples.
 */
bool bsim_fit_data_add(struct fit_data *data, const char *name, int nparam, const char *const *param, const double *x,
                       double time_s, double noise, uint64_t count, int busy);
/* The same with ncount counts: param and x have them behind the nparam parameters. x has their means over the
 * executions, which are alike (bsim/instrument/buckets.h). */
bool bsim_fit_data_add_counted(struct fit_data *data, const char *name, int nparam, int ncount,
                               const char *const *param, const double *x, double time_s, double noise, uint64_t count,
                               int busy);
/* Tells that the process of the file that is read waited for processors: for the samples that were added from it, and
 * those that follow. */
void bsim_fit_data_waited(struct fit_data *data);
/* Finds how much of each block's time goes with the memory (data->node), and brings times with more busy cores to those
 * with the fewest. Then joins all samples with equal parameters, from all ranks and files, to one point: the mean
 * weighted by executions, without those that were disturbed (fit_joining.c). The variation at equal parameters (the
 * pure error of a regression: Draper and Smith 1998, chapter 2) gives the block's noise, averaged over the parameters
 * with times as weights. Their differences give its spread. */
void bsim_fit_data_join(struct fit_data *data);
void bsim_fit_data_free(struct fit_data *data);
/* Tells what people know a block by. For a block without samples it is forgotten. Returns the label that it has if that
 * is another block's; else NULL. */
const char *bsim_fit_data_label(struct fit_data *data, const char *name, const char *place, const char *label);
/* Tells of executions of a block that are in none of its samples, and of their time. */
void bsim_fit_data_unsampled(struct fit_data *data, const char *name, double executions, double time_s);
/* Tells what a hint says that a block's time goes with; likewise. */
void bsim_fit_data_kind(struct fit_data *data, const char *name, const char *kind);

/* The run to which the file of samples belongs: files of a run differ in the ending .rankR. Valid until the next call.
 */
struct fit_run *bsim_fit_data_run(struct fit_data *data, const char *path);
/* Tells that the file is that of a rank of a run with size ranks. Nothing comes of it if its name does not say so. */
void bsim_fit_data_rank(struct fit_data *data, const char *path, int rank, int size);
/* The member "processors" of models.json: how many the ranks of a run used on average, the greatest of all runs; a new
 * reference. NULL: they have no threads. */
json_t *bsim_fit_processors_json(const struct fit_data *data);
/* The program's arguments that were the same in all measured runs: n words, and NULL where they differed; to be freed
 * with bsim_fit_arguments_free. NULL: the runs had different numbers of them, or they are not told of all. */
char **bsim_fit_arguments(const struct fit_data *data, int *n);
void bsim_fit_arguments_free(char **argument, int n);
/* The member "arguments" of models.json, a new reference; NULL: as above. */
json_t *bsim_fit_arguments_json(const struct fit_data *data);
void bsim_fit_runs_free(struct fit_data *data);

/* ---- fit_files.c ---- */

/* Keeps a file that was read; a copy of the path. False and *err if one with the same content was read before. */
bool bsim_fit_file_add(struct fit_data *data, const struct fit_file *file, struct bsim_error *err);
/* Warns of files that are cut off, and of ranks of which there is no file. */
void bsim_fit_tell_files(const struct fit_data *data, FILE *out);
void bsim_fit_files_free(struct fit_data *data);

/* Tells what the executions of the block's last sample have read and written, on average. */
void bsim_fit_data_io(struct fit_data *data, const char *name, double bytes, double calls);
/* The order of points by the nparam given parameters alone, and by their parameters and counts: below, above or equal
 * to 0. */
int bsim_fit_compare_given(const struct fit_point *p, const struct fit_point *q, int nparam);
int bsim_fit_compare_params(const struct fit_point *p, const struct fit_point *q);
/* Warns if the measured program was compiled without optimisation. */
void bsim_fit_tell_compiled(const struct fit_data *data, FILE *out);
/* Tells how much of the time of a sample's executions its time leaves out. */
void bsim_fit_data_left_out(struct fit_data *data, const char *name, double left_out_s);
/* The part of the time of all executions that is left out; 0 if nothing is known. */
double bsim_fit_left_out(const struct fit_block *block);

/* Times with equal parameters and few and many busy cores. */
struct fit_pair {
    int few, many;
    double few_s, many_s;
};
/* What n pairs tell of a block's memory share. Not known if there are fewer than three, if the node's memory is not
 * known or is not slower with many busy cores, or if all sizes slow down alike, by less than the memory would make
 * them: then the clock may be slower. */
struct fit_memory bsim_fit_memory(const struct fit_pair *pair, int n, const struct bsim_node_sharing *node);
/* The time with block->busy[0] busy cores, and all data in a cache that cores share, of an execution that took time_s
 * with busy ones: by the block's memory share; if that is not known, or if times grow by less than it says, by the
 * ratio of equal parameters, or else by the node's busy_speed. */
double bsim_fit_base_time(const struct fit_block *block, const struct bsim_node_sharing *node, double time_s, int busy,
                          const double *x);
/* Sets the cache of each block whose joined samples follow a formula much better with the limit of one, and brings
 * their times to those with all data in it. */
void bsim_fit_caches_find(struct fit_data *data);
/* Before that: sets a cache that cores share, if n points, of which those with equal parameters and busy cores are one,
 * follow the limit of such a one better than that of others. The points are sorted by parameters, then busy cores. */
void bsim_fit_cache_shared(struct fit_block *block, const struct fit_point *point, int n);
/* How many times as long as with all data in the cache an execution takes with parameters x and so many busy cores, 0:
 * one. */
double bsim_fit_cache_factor(const struct fit_block *block, const double *x, int busy);
/* The member "cache" of a model; a new reference. NULL: there is none. */
json_t *bsim_fit_cache_json(const struct fit_block *block);

/* ---- fit_joining.c ---- */

/* How samples of one block with equal parameters are joined. */
struct fit_joining {
    bool strict; /* single executions that are far longer than others are disturbances */
};
/* Looks at all samples of a block. They are sorted by parameters and time. */
struct fit_joining bsim_fit_joining_of(const struct fit_block *block);
/* Joins n sorted samples with equal parameters. */
struct fit_point bsim_fit_join(struct fit_joining how, const struct fit_point *point, int n);
/* Whether sample i of n sorted ones with equal parameters is within a factor 3 of their median. */
bool bsim_fit_is_near(const struct fit_point *point, int n, int i);

/* ---- fit_each.c ---- */

/* Calls work(arg, i) for i from 0 to n - 1, on several processors at once: in any order, and for several i at a time.
 */
void bsim_fit_each(int n, void (*work)(void *arg, int i), void *arg);

/* ---- fit_sizes.c ---- */

/* Sets block->sizes from samples that are not joined. Nothing if executions are in no sample, or if they are set. */
void bsim_fit_sizes_set(struct fit_block *block, int nrun);
/* The ranges of the block's parameters in a run; NULL: it did not reach the block, or they are not known. */
const struct fit_range *bsim_fit_sizes(const struct fit_block *block, int run);

/* ---- fit_hidden.c ---- */

/* Sets block->of_run. From samples that are sorted by their parameters, and not joined. */
void bsim_fit_hidden_keep(struct fit_block *block);
/* Sets what is hidden of the model of a block of data. */
struct fit_model;
void bsim_fit_hidden_make(struct fit_model *model, const struct fit_data *data, int block);
/* The member "hidden" of "fit"; a new reference. NULL: there is nothing. All blocks have their aliases. */
json_t *bsim_fit_hidden_json(const struct fit_model *model, const struct fit_data *data);

/* ---- fit_once.c ---- */

/* Makes first executions of those in which a count is above 0 in each process, and of none else. From samples that are
 * not joined. */
void bsim_fit_once(struct fit_block *block);

/* ---- fit_between.c ---- */

/* Sets block->between_runs. From samples that are not joined, of the mean rank. */
void bsim_fit_between_runs(struct fit_block *block);

/* ---- fit_drift.c ---- */

/* Sets block->drift. */
void bsim_fit_drift_find(const struct fit_data *data, struct fit_block *block);
json_t *bsim_fit_drift_json(const struct fit_block *block); /* NULL: there is none */

/* ---- fit_ranks.c ---- */

/* The samples whose run is known: those of equal parameters stand together, of these those of a run, by rank. *n gets
 * their number; the caller frees the array. */
struct fit_point **bsim_fit_by_run(struct fit_block *block, int *n);
/* Finds ranks that differ from others with equal parameters in all runs, and sets block->nrank, or block->up_to_ranks.
 * If the block counts nothing, its times become those of the mean rank. From samples that are not joined. */
void bsim_fit_ranks_find(struct fit_block *block);
/* The member "by_rank" of a model; a new reference. NULL: ranks do not differ. */
json_t *bsim_fit_ranks_json(const struct fit_block *block);
/* One sentence for people; empty if ranks do not differ. */
void bsim_fit_ranks_note(const struct fit_block *block, char *buf, size_t size);

/* ---- fit_first.c ---- */

/* Tells of the first execution in the sample that was added last, which is of this block. */
void bsim_fit_data_told(struct fit_data *data, const char *name, const struct fit_told *told);
/* Decides whether the first execution differs, from samples that are not joined, and sets block->first. If it does, the
 * samples are those of later executions from then on. Samples of one execution alone, a first one, are brought to a
 * later time by the factor, or dropped if the factor is not equal for all. bsim_fit_data_join calls it. */
void bsim_fit_first_split(struct fit_block *block);
/* Brings the times of first executions to those with the fewest busy cores, once it is known how these slow down. */
void bsim_fit_first_base(struct fit_block *block, const struct bsim_node_sharing *node);
/* Sets model->first, a formula of its own, or model->extra, if that is clearly better than the factor. The model of
 * later executions is made before. */
struct fit_model;
void bsim_fit_first_make(struct fit_model *model, const struct fit_block *block);
void bsim_fit_first_free(struct fit_model *model);
/* The member "first" of a model; a new reference. NULL: there is none. */
json_t *bsim_fit_first_json(const struct fit_model *model, const struct fit_block *block);

/* Sets the short names for formulas: g->nx becomes nx if this name is free; other expressions become p1, p2, ... */
void bsim_fit_aliases(struct fit_block *block);

/* ---- terms ---- */

/* A variable of terms: a parameter minus a shift, the difference, the smaller or the larger of two parameters, 1 minus
 * a flag (shift: what is only seen to be one, with 0 for larger values), a parameter up to 1, 1 by a parameter, a
 * parameter minus a shift where that is above 0 and else 0, the same from the number b on and in proportion to the
 * parameter below it, its whole logarithm, 1 where a parameter has the value
 * `shift` and 0 elsewhere, e to the power of shift / 1000 times a parameter, the remainder of a parameter by the number
 * b, 1 where that is `shift`, is not, is at least that or less, and 0 elsewhere, 1 where one of two parameters is above
 * 0 and 0 elsewhere, or a parameter minus the larger one of two others, of which `shift` is the second. */
struct fit_var {
    enum {
        FIT_PARAM,
        FIT_DIFFERENCE,
        FIT_LEAST,
        FIT_MOST,
        FIT_NOT,
        FIT_ONCE,
        FIT_INVERSE,
        FIT_OVER,
        FIT_FROM,
        FIT_LEVELS,
        FIT_IS,
        FIT_EXPONENTIAL,
        FIT_REST,
        FIT_REST_IS,
        FIT_REST_NOT,
        FIT_REST_FROM,
        FIT_REST_BELOW,
        FIT_EITHER,
        FIT_BESIDE
    } kind;
    int a, b;
    int shift;
};

/* Whether a C expression is 0 or 1 whatever it is made of. A number of neighbours may only have been so in the samples,
 * and one of rounds, too: "rounds of n with i > k", "rounds with 2^i < n". */
bool bsim_fit_is_comparison(const char *param);
/* Whether a parameter is a truth value: 0 or 1 in all samples. */
bool bsim_fit_is_flag(const struct fit_block *block, int param);
/* Whether it is 0 or 1 in all samples, and may be more elsewhere. */
bool bsim_fit_is_number_to_one(const struct fit_block *block, int param);

enum { FIT_WHOLE = 12 }; /* powers are counted in twelfths */

/* A product of powers of variables, and of log2(1 + v) to the power log_power for at most one v. */
struct fit_term {
    int8_t power[FIT_MAX_VARS];
    int8_t log_var, log_power; /* -1, 0: none */
};

struct fit_basis {
    int nvar;
    struct fit_var var[FIT_MAX_VARS];
    /* Variables, by bit, in which the time is linear: counts that vary at equal parameters. Then the time of the mean
     * count is the mean time. */
    unsigned linear;
    unsigned flags; /* variables, by bit, that are truth values, or 1 less one, or 0 and 1 as FIT_IS */
    unsigned few;   /* variables, by bit, that had two values, which are small numbers: their powers mean nothing */
    bool loose;     /* pairs and triples of terms are taken at once also where they do not follow the samples closely */
    double noise;   /* of the points, relative, as runs with equal parameters tell: nearer than that is no gain */
    int nterm, room;
    struct fit_term *term; /* simple terms first; owned */
};

void bsim_fit_basis_make(struct fit_basis *basis, const struct fit_block *block);
/* The same without a parameter; -1: with all. high: also products of degree 4 and 5 with squares and cubes. */
void bsim_fit_basis_for(struct fit_basis *basis, const struct fit_block *block, int without, bool high);
/* Adds n variables of the kinds from FIT_IS on, and products of each with the simple terms of the basis. */
void bsim_fit_basis_kinds(struct fit_basis *basis, const struct fit_block *block, const struct fit_var *var, int n);
void bsim_fit_basis_free(struct fit_basis *basis);
/* Whether it is made of the parameters a and b. */
bool bsim_fit_var_has_two(const struct fit_var *var);
/* The parameters, by bit, that a term reads. */
unsigned bsim_fit_term_reads(const struct fit_basis *basis, const struct fit_term *term);
double bsim_fit_var_value(const struct fit_var *var, const double *x);
double bsim_fit_term_value(const struct fit_basis *basis, const struct fit_term *term, const double *x);
/* 0 for a product of whole powers of parameters and differences; grows with logarithms, roots, and factors that are the
 * smaller or larger of two parameters. */
int bsim_fit_term_oddity(const struct fit_basis *basis, const struct fit_term *term);
/* "nx*ny^2*log2(1+nx)"; "1" for the constant. Returns buf. */
char *bsim_fit_term_text(const struct fit_basis *basis, const struct fit_term *term, char *const *alias, char *buf,
                         size_t size);

/* ---- least squares ---- */

struct fit_linear {
    int n;                      /* terms */
    double coef[FIT_MAX_TERMS]; /* at least 0 */
};

/* Fits time_s[i] by sum_j coef[j] column[j][i] over the points i with use[i] (NULL: all). Minimises the weighted
 * relative error with coefficients of at least 0 (Lawson and Hanson 1974, chapter 23) and a Huber loss, by iterative
 * reweighting. FIT_QUICK makes fewer iterations. FIT_PRECISE then fits the mean of the times without outliers, where
 * the Huber loss fits about their median, and solves for the non-zero coefficients by GSL's SVD. */
enum fit_effort { FIT_QUICK, FIT_NORMAL, FIT_PRECISE };
void bsim_fit_solve(struct fit_linear *out, int nterm, double *const *column, int npoint, const double *time_s,
                    const double *weight, const bool *use, enum fit_effort effort);
/* A FIT_QUICK fit to all points. Returns their mean error: the logarithm, 1 at most, by weight. */
double bsim_fit_quick(struct fit_linear *out, int nterm, double *const *column, int npoint, const double *time_s,
                      const double *weight);
/* A FIT_NORMAL fit to all points, from which fits without some of them start. */
struct fit_robust {
    struct fit_linear fit;
    double *base, *weight; /* of each point: by its time; and less than that if it is an outlier */
    double outlying_from;  /* residuals, as logarithms, that are greater are outliers; 0: too few points tell */
    /* There are many points, and hardly any are outliers. Else there may be two groups, and without some points of one
     * the other is what counts. */
    bool is_clear;
};
/* out has room for the weights. */
void bsim_fit_solve_all(struct fit_robust *out, int nterm, double *const *column, int npoint, const double *time_s,
                        const double *weight);
/* The fit to the points with use[i]. all must be clear. */
void bsim_fit_solve_without(struct fit_linear *out, const struct fit_robust *all, double *const *column, int npoint,
                            const double *time_s, const bool *use);

/* ---- choice ---- */

struct fit_piece {
    int nterm;
    struct fit_term term[FIT_MAX_TERMS];
    double coef[FIT_MAX_TERMS];
    struct fit_var var[FIT_MAX_VARS]; /* with the shifts of this piece */
    /* The piece applies where the value of break_term is at most break_value. The last piece has no break. */
    bool has_break;
    double break_value;
    double from, to; /* the values in the samples that are next to the break; no sample lies between them */
};

/* Whether the time passes from the piece's formula to the next one's between the samples that are next to the break, in
 * proportion to the logarithm of the break term: caches do not end at one size, and where between the two they do is
 * not known. */
static inline bool bsim_fit_has_transition(const struct fit_piece *p) {
    return p->has_break && p->from > 0 && p->to > 1.1 * p->from;
}

enum { FIT_MAX_BOUNDS = 4 };

/* The most that a count can be: the sum of some products of whole powers of parameters, each at least 1, and of the
 * formulas of counted loops; and what was seen, if that is more. */
struct fit_bound {
    int n;
    signed char power[FIT_MAX_BOUNDS][FIT_MAX_GIVEN];
    unsigned rounds; /* counts, by bit */
    double seen;
};

/* How much an execution of a block counts, from the block's parameters. */
struct fit_count {
    struct fit_model *sum; /* NULL: a power law */
    double factor;         /* power law: factor * product of parameters to the powers power2/2 */
    int power2[FIT_MAX_PARAMS];
    struct fit_bound *bound;        /* owned; NULL: the formula keeps to it, or none is known */
    double spread;                  /* relative standard deviation at equal parameters */
    double error_median, error_max; /* as those of a block */
    double ninety;                  /* nine tenths of left-out means are within it */
    char note[256];
};

/* In all samples, parameter `of` was this formula of x, parameter `by`, and y, parameter `by2` (-1: of x alone). */
enum fit_relation {
    FIT_IS_LINEAR,   /* a*x + b */
    FIT_IS_INVERSE,  /* a/x */
    FIT_IS_PRODUCT,  /* a*x*y */
    FIT_IS_QUOTIENT, /* a*x/y */
    FIT_IS_SUM       /* a*x + c*y + b */
};
struct fit_related {
    enum fit_relation is;
    int of, by, by2;
    double a, b, c;
    bool rounded; /* to whole numbers */
};

/* A parameter of another block that the times may go with: how far, relative, for each factor of two, at most; and
 * whether the samples show that they do. */
enum { FIT_MAX_HIDDEN = 3 };
struct fit_hidden {
    int block, param;
    double by;
    bool clear;
};

enum { FIT_MAX_NEAR = 8, FIT_UNEVEN_VALUES = 32 };

/* Executions with equal parameters that differ since their counts do. All are relative to their mean. */
struct fit_uneven {
    double deviation;                /* how far; 0: they do not */
    double own;                      /* the part of the variance that is each rank's own; NAN: not known */
    bool drawn;                      /* there are values */
    double value[FIT_UNEVEN_VALUES]; /* equally probable, of what is each rank's own */
    struct fit_count *formula; /* of the deviation of that, where it goes with the parameters; owned; NULL: none */
    double most;               /* that any sample had */
};
/* Less does not matter. */
#define FIT_UNEVEN 0.1

struct fit_model {
    int nparam, ncount;
    struct fit_count *count; /* ncount; owned */
    struct fit_count *io;    /* bytes and calls; owned; NULL: the block does not read or write files */
    struct fit_basis basis;
    struct fit_term break_term;
    bool higher; /* of two pieces that has the time which is higher, in place of a break (fit_higher.c) */
    int npiece;
    struct fit_piece piece[FIT_MAX_PIECES];
    double score; /* of the pieces: the mean capped error of left-out points */
    double low[FIT_MAX_PARAMS], high[FIT_MAX_PARAMS];
    int npoint, noutlier; /* npoint: different vectors of parameters */
    uint64_t executions;
    /* Relative, by cross-validation, with the effect of the counts' errors; NAN if there are too few points. The spread
     * of equal parameters counts if there is one point only. The first is bsim_fit_typical_error. */
    double error_median, error_max;
    struct bsim_near near[FIT_MAX_NEAR]; /* the errors by modelled time, rising */
    int nnear;                           /* 0: there are too few points */
    /* Relative, for each factor of two beyond the largest value of a parameter (fit_beyond.c); 0: nothing tells it. */
    double beyond[FIT_MAX_PARAMS];
    bool loose; /* its terms are a pair or triple that was taken at once (fit_fewer.c): others may follow as well */
    int nhidden;
    struct fit_hidden hidden[FIT_MAX_HIDDEN];
    int nrelated;
    struct fit_related related[FIT_MAX_GIVEN]; /* at most one for each `of` */
    struct fit_uneven uneven;
    struct fit_where where;
    char note[512];    /* what the samples cannot decide; empty if nothing */
    unsigned away;     /* those, by bit, with values at which all samples are away from the formula (fit_groups.c) */
    unsigned by_value; /* parameters, by bit, of whose values only those of the samples are known */
    struct fit_model *
        first; /* of the first execution in a process; NULL: extra, or the factor of block->first, if that has points */
    struct fit_extra extra;
};

void bsim_fit_model_make(struct fit_model *model, const struct fit_block *block);
/* The same where each parameter counts (fit_where.c). */
void bsim_fit_model_plain(struct fit_model *model, const struct fit_block *block);
/* x: the parameters. Counts are what their models say. */
double bsim_fit_model_time(const struct fit_model *model, const double *x);
/* x: the parameters and the counts. */
double bsim_fit_model_counted_time(const struct fit_model *model, const double *x);
void bsim_fit_model_free(struct fit_model *model);
/* The formula of a piece whose variables are those of a basis; of a piece of a model, and its condition ("" for the
 * last). Return buf. */
char *bsim_fit_formula_text(const struct fit_basis *basis, const struct fit_piece *formula, char *const *alias,
                            char *buf, size_t size);
char *bsim_fit_piece_text(const struct fit_model *model, int piece, char *const *alias, char *buf, size_t size);
char *bsim_fit_piece_when(const struct fit_model *model, int piece, char *const *alias, char *buf, size_t size);

/* The error that half of the samples do not exceed, or, if that is more, half of their time: many short samples say
 * nothing of a few long ones, which most predictions are made of. Sorts the errors. n: at least 1. */
double bsim_fit_typical_error(double *error, const double *time_s, int n);
/* Sets the errors by time of a model, from the modelled times of n left-out points and their relative errors. */
void bsim_fit_near_set(struct fit_model *model, const double *modelled_s, const double *error, int n);
/* How much a point whose time is time_s counts for the errors near at_s: 1 if they are equal, else less. */
double bsim_fit_near_weight(double time_s, double at_s);
/* Of all pieces. */
int bsim_fit_model_terms(const struct fit_model *model);
/* How much further than nine tenths of normal errors those of another sample may be, since so many points tell the
 * width of their distribution no better: Student's t. Of points whose median tells it, and of which the formula has
 * taken some. */
double bsim_fit_further(double points);
double bsim_fit_further_by_median(int points, int terms);
/* The member "errors" of "fit"; a new reference. NULL: they are not known by time. */
json_t *bsim_fit_near_json(const struct fit_model *model);
/* The errors that are told are those of samples that were left out. What was fitted to all samples must not be worse
 * than that: if it is, for whatever reason, its own errors are told. */
void bsim_fit_own_errors(struct fit_model *model, const struct fit_block *block);

/* ---- fit_uneven.c ---- */

/* Adds what the samples tell of n executions, one after the other, of a block on the rank of the file that is read. */
void bsim_fit_data_sequence(struct fit_data *data, const char *name, const double *part, int n);
void bsim_fit_sequences_free(struct fit_block *block);

/* Adds n executions of a block on the rank of the file that is read. Nothing if no sample of it has been read. */
void bsim_fit_data_together(struct fit_data *data, const char *name, const struct fit_execution *execution, int n);
void bsim_fit_together_free(struct fit_block *block);
/* Sets noise_together of all blocks: of a block with few such executions, that of all blocks together. */
void bsim_fit_together_find(struct fit_data *data);
/* The member "noise" of the block's model; NULL: it has none. */
json_t *bsim_fit_noise_json(const struct fit_block *block);
/* Sets how executions differ, from the joined samples of a block that counts. */
void bsim_fit_uneven_make(struct fit_model *model, const struct fit_block *block);
void bsim_fit_uneven_free(struct fit_uneven *uneven);
/* The same of points that are equal but for parameters which only say where the work is: all of how they differ is each
 * rank's own. */
void bsim_fit_uneven_where(struct fit_model *model, const struct fit_block *block);
/* The member "uneven" of a model; a new reference. NULL: nothing is known of ranks beside each other. */
json_t *bsim_fit_uneven_json(const struct fit_model *model, const struct fit_block *block);

/* ---- fit_where.c ---- */

/* Makes a model of the mean over parameters that only say where the work is, if that has a small error, and one with
 * all parameters a large one; or as the block has it. Or the one with all parameters, if that was made to see its
 * error. False: no model is made. */
bool bsim_fit_where_make(struct fit_model *model, const struct fit_block *block);
/* The points that such a model is made of: the block with one value of these parameters (by bit), and means. */
struct fit_block bsim_fit_where_means(const struct fit_block *block, unsigned params);
void bsim_fit_where_means_free(struct fit_block *means);
/* The member "where" of a model; a new reference. NULL: there are no such parameters. */
json_t *bsim_fit_where_json(const struct fit_model *model, const struct fit_block *block);

/* ---- fit_reach.c ---- */

/* A point by the value of one parameter, and with 0 for this one and others that are left out. */
struct fit_place {
    struct fit_point others;
    double at;
};
/* The points by parameter k, without the parameters, by bit, of which it is one: those with equal others stand
 * together, sorted by k. The caller frees the array. */
struct fit_place *bsim_fit_places(const struct fit_block *block, unsigned params, int k);
/* How many of n places have the first one's others. */
int bsim_fit_places_alike(const struct fit_place *place, int n);

struct fit_reach {
    double power, off; /* of the reach, with which the mean goes; and what it may be off by. HUGE_VAL: not known */
    bool goes, stays;  /* the mean goes with the reach, or does not; neither: nothing tells it */
};

/* Of the mean over parameter k, without the parameters, by bit, of which it is one. */
struct fit_reach bsim_fit_reach(const struct fit_block *block, unsigned params, int k);

/* ---- fit_kinds.c ---- */

/* Whether a parameter, by its name, chooses between code (BSIM_CASE): none of its values tells anything of others.
 * NULL: a name that is not known. */
bool bsim_fit_is_case(const char *param);
/* The member "values" of "fit": the measured values of parameters that are kinds; a new reference. NULL: none is. */
json_t *bsim_fit_kinds_json(const struct fit_model *model, const struct fit_block *block);
/* The values of a parameter of which alone the times are known, rising: *n of them, owned. NULL: it is no kind. */
double *bsim_fit_kinds_known(const struct fit_model *model, const struct fit_block *block, int param, int *n);
/* Whether a value is one of these; known NULL: any is. */
bool bsim_fit_kinds_has(const double *known, int n, double value);
/* The different values of a parameter in the samples, rising: *n of them, owned. */
double *bsim_fit_values(const struct fit_block *block, int param, int *n);

/* ---- fit_outliers.c ---- */

/* Samples that took much longer than the formula gives: their number, how many times as long at most, and the part of
 * the measured time that the formula lacks with them. */
struct fit_outlying {
    int n;
    double times, part;
};
struct fit_outlying bsim_fit_outlying(const struct fit_model *model, const struct fit_block *block);
/* One sentence for people; empty if that is little. */
void bsim_fit_outlying_note(const struct fit_model *model, const struct fit_block *block, char *buf, size_t size);

/* ---- fit_steps.c ---- */

/* The greatest number of which all values of a parameter are multiples, from 2 on; 0: there is none, or the samples
 * have less than three different values. */
double bsim_fit_step(const struct fit_block *block, int param);
/* The member "steps" of "fit"; a new reference. NULL: no parameter has one. */
json_t *bsim_fit_steps_json(const struct fit_model *model, const struct fit_block *block);

/* ---- fit_beyond.c ---- */

/* Sets model->beyond. All else of the model is set. */
void bsim_fit_beyond_make(struct fit_model *model, const struct fit_block *block);
/* The member "beyond" of "fit"; a new reference. NULL: nothing is off by more than each extrapolation may be. */
json_t *bsim_fit_beyond_json(const struct fit_model *model, const struct fit_block *block);

/* ---- fit_aside.c ---- */

/* A formula that follows the samples of a piece as well as the piece's own, and differs where the parameters have
 * values that no sample had together. */
struct fit_rival {
    int piece;
    struct fit_piece formula;
};

/* All of a model, which the caller frees. */
struct fit_rival *bsim_fit_aside(const struct fit_model *model, const struct fit_block *block, int *n);
/* The model with a rival, which may have more variables, in the place of its formula. Shares what the model owns. */
struct fit_model bsim_fit_aside_model(const struct fit_model *model, const struct fit_rival *rival);
/* The member "rivals" of "fit"; a new reference. NULL: there are none. */
json_t *bsim_fit_aside_json(const struct fit_model *model, const struct fit_block *block);

/* ---- fit_mean.c ---- */

/* The number of joined points from the i-th on that have its parameters: they are sorted by these. */
int bsim_fit_equal_points(const struct fit_block *block, int i);

/* What a mean is of: the time, one of the counts (by number), or what is read and written. */
enum { FIT_TIME = -1, FIT_IO_BYTES = FIT_MAX_COUNTS, FIT_IO_CALLS };
/* Over the executions of n points. NAN if there are none. */
struct fit_mean {
    double mean, variance, executions;
};
struct fit_mean bsim_fit_mean(const struct fit_point *point, int n, int which);

/* ---- fit_counts.c ---- */

/* The samples before they are joined: executions with alike counts count as equal. Then what tells how much processes
 * vary. And behind it: counts are their means again, and what tells of executions is set. */
void bsim_fit_counts_bucket(struct fit_block *block);
void bsim_fit_counts_between(struct fit_block *block);
void bsim_fit_counts_joined(struct fit_block *block);
/* Makes the models of the counts, and adds the effect of their errors to those of the model, whose other members are
 * set. */
void bsim_fit_counts_make(struct fit_model *model, const struct fit_block *block);
void bsim_fit_counts_free(struct fit_model *model);
/* Sets the counts behind the parameters in x. */
void bsim_fit_counts_set(const struct fit_model *model, double *x);
/* What the formula of a count gives, without its bound. */
double bsim_fit_count_value(const struct fit_model *model, const struct fit_count *count, const double *x);
/* The formula of a count's only piece, or of one of several. */
char *bsim_fit_count_text(const struct fit_model *model, int count, int piece, char *const *alias, char *buf,
                          size_t size);
/* Formulas that follow a count as well as its own, which has one piece, does; the caller frees them. NULL: none. */
struct fit_rival *bsim_fit_count_rivals(const struct fit_model *model, const struct fit_block *block, int count,
                                        int *n);
/* The same formula of a count with that of a rival in its place. */
char *bsim_fit_count_rival_text(const struct fit_model *model, int count, const struct fit_rival *rival,
                                char *const *alias, char *buf, size_t size);
/* The member "counts" of a block; a new reference. NULL: it counts nothing. */
json_t *bsim_fit_counts_json(const struct fit_model *model, const struct fit_block *block);

/* The model of a count, or of one of the others: its means over the executions with equal parameters. */
void bsim_fit_count_make(struct fit_count *c, const struct fit_block *block, int which);
/* The same as bsim_fit_count_make of values: those of the points are their times. */
void bsim_fit_values_make(struct fit_count *c, const struct fit_block *values);
void bsim_fit_count_free(struct fit_count *c);
/* The formula of a piece. Returns buf. */
char *bsim_fit_count_formula(const struct fit_count *c, int nparam, int piece, char *const *alias, char *buf,
                             size_t size);

/* ---- fit_ranks.c ---- */

/* Adds how far the ranks of a block that counts are from their parts to the errors of its model. */
void bsim_fit_ranks_errors(struct fit_model *model, const struct fit_block *block);

/* ---- fit_count_errors.c ---- */

/* The error that nine tenths of so many left-out means are within, from the median and the greatest of their errors. */
double bsim_fit_count_ninety(const struct fit_count *c, int points);
/* Adds what the errors of the counts mean for the time to those of a model whose other members are set. */
void bsim_fit_count_errors(struct fit_model *model, const struct fit_block *block);

/* ---- fit_again.c ---- */

/* Adds to the errors of a model those of times by counts whose formulas are chosen again without each vector. */
void bsim_fit_again(struct fit_model *model, const struct fit_block *block);

/* ---- fit_bound.c ---- */

/* Sets the bound of a count, if it is a branch whose formula exceeds it somewhere beyond the samples. The models of all
 * counts are made. */
void bsim_fit_bound_make(struct fit_model *model, const struct fit_block *block, int count);
double bsim_fit_bound_value(const struct fit_model *model, const struct fit_bound *bound, const double *x);
/* The sum, without what was seen. Returns buf. */
char *bsim_fit_bound_text(const struct fit_model *model, const struct fit_bound *bound, char *const *alias, char *buf,
                          size_t size);
/* Where a count has a bound, the time is to follow it. Makes a model of the time without terms of parameters alone that
 * cannot be rounds of loops, as the square that the count follows so far; its basis is the caller's, and all else is
 * that of model. False if no count has a bound. */
bool bsim_fit_bound_time(struct fit_model *out, const struct fit_model *model, const struct fit_block *block);

/* ---- fit_io.c ---- */

/* Finds how much of each block's time goes with files, as far as data tells the file system. Of joined points. */
void bsim_fit_io_joined(struct fit_data *data);
void bsim_fit_io_make(struct fit_model *model, const struct fit_block *block);
void bsim_fit_io_free(struct fit_model *model);
/* The member "io" of a block; a new reference. NULL: it does not read or write files. */
json_t *bsim_fit_io_json(const struct fit_model *model, const struct fit_block *block);

/* The list "pieces" of a model; a new reference. */
json_t *bsim_fit_pieces_json(const struct fit_model *model, char *const *alias);
/* A JSON number; an integer if value is one, null if it is not finite. */
json_t *bsim_fit_number(double value);
/* The member of "blocks" in models.json; a new reference. */
json_t *bsim_fit_model_json(const struct fit_model *model, const struct fit_block *block);
/* The same of a block of data, with what it tells of the other blocks. */
json_t *bsim_fit_block_json(const struct fit_model *model, const struct fit_data *data, int block);

/* ---- fit_related.c ---- */

/* Finds the relations between two or three parameters that hold in all points. low and high and the formula of the
 * model are set. */
void bsim_fit_related_make(struct fit_model *model, const struct fit_block *block);
/* The value of parameter `of` by the others. */
double bsim_fit_related_value(const struct fit_related *related, const double *x);
/* Whether the parameters x are farther from the relation than rounding explains. */
bool bsim_fit_related_broken(const struct fit_related *related, const double *x);
/* "2*n + 10": the value of parameter `of`. name: of each parameter. Returns buf. */
char *bsim_fit_related_text(const struct fit_related *related, char *const *name, char *buf, size_t size);
/* One sentence on all relations between two parameters for people; empty if there are none. (Three are most often
 * related by the program itself, as cells = rows * columns, and no size shows otherwise.) */
void bsim_fit_related_note(const struct fit_model *model, const struct fit_block *block, char *buf, size_t size);
/* The member "related" of "fit"; a new reference. NULL: there are none. */
json_t *bsim_fit_related_json(const struct fit_model *model, char *const *alias);

#endif
