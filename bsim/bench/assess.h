/* assess.h - what the samples tell so far: the model of each block, how far off it is where it was not fitted, and
 * which blocks are known well enough for a prediction. Knows no processes. */
#ifndef BSIM_BENCH_ASSESS_H
#define BSIM_BENCH_ASSESS_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/bench/needs.h"
#include "bsim/fit/fit.h"

/* Blocks are sorted by time; those that make up so much of it matter. */
#define BENCH_MATTERS 0.95
/* Fewer inputs tell nothing of a block's error. */
enum { BENCH_LEAST_INPUTS = 4 };

struct bench_file {
    char *path;
    int input; /* index of the input with which it was measured */
};

struct bench_block {
    const char *name;
    char place[200];         /* "main.c:16"; empty: not known */
    struct fit_block *block; /* joined samples; NULL: no run has reached the block */
    struct fit_model model;
    double share; /* of the predicted time; without a prediction of the measured time. NAN: not known */
    bool matters, known;
    bool beyond;  /* the prediction has parameters that no run has reached, or no run has reached the block */
    bool settled; /* known, or not to be known better by runs within the ranges */
    /* Relative. leave_out: the median over inputs, each predicted by a model that was fitted without it; far_out: what
     * a fifth of them exceeds; farthest: the greatest. Inputs near the sizes of the prediction count more in the first
     * two. doubt: the standard error of the block's time in the prediction, by the jackknife over groups of inputs.
     * spread: the median over inputs of the deviation of samples with equal parameters. NAN: not known. The test puts
     * them into the errors of the model, as far as it tells less. */
    double leave_out, far_out, farthest, doubt, spread;
    /* Relative: what another formula, which follows the samples as well, gives for the block's time in the prediction.
     * 0: none differs. */
    double aside;
    double error;          /* the greater of leave_out and doubt */
    double make_s;         /* what its fit took */
    bool untested;         /* there was no time to fit it without parts of the inputs */
    double test_s, room_s; /* how long that takes, as expected, and the time that there was */
    const char *changed;   /* arguments of the prediction that are others than in all runs, and choose; NULL: none */
    char why[2000];        /* if not known: why not */
};

struct bench_assessment {
    struct fit_data data; /* joined */
    int n;
    struct bench_block *block; /* the largest share first */
    int ninput;
    /* By input, averages over the blocks that matter, weighted by share. error also by how near the input is to the
     * sizes of the prediction. 0: nothing is known. */
    double *error, *spread;
    bool all_known;
    bool all_settled; /* what is not known is beyond all runs */
    /* What the fits of all blocks took, with the reading of samples; and those without parts of the inputs, or what
     * they would have taken as far as there was no time for them. */
    double make_s, test_s;
    char *changed; /* of the blocks */
};

/* Fits all blocks to the samples of the files. known: what is known of the measured node; no samples. needs
 * may be empty: there is no prediction. limit: the error that a
 * known block may have. deadline_s: the fits without parts of the inputs, which tell the error, are made for blocks for
 * which they end before it (bsim_bench_now), longest first; HUGE_VAL: for all that matter. The models are made
 * in any case. Called often: progress(text), may be NULL. False and *err if a file is bad. */
bool bsim_bench_assess(struct bench_assessment *a, const struct bench_file *file, int nfile, int ninput,
                       const struct fit_data *known, const struct bench_needs *needs, double limit, double deadline_s,
                       void (*progress)(const char *fmt, ...), struct bsim_error *err);
/* Tests models for which there was no time before. The arguments are those of the assessment, and the deadline later.
 */
bool bsim_bench_test(struct bench_assessment *a, const struct bench_file *file, int nfile, const struct fit_data *known,
                     const struct bench_needs *needs, double limit, double deadline_s,
                     void (*progress)(const char *fmt, ...), struct bsim_error *err);
/* verdict.c: sets known, beyond, settled and why. need: NULL if the prediction does not execute the block. */
void bsim_bench_judge(struct bench_block *b, const struct bench_need *need, double limit);
void bsim_bench_assessment_free(struct bench_assessment *a);

#endif
