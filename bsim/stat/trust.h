/* trust.h - how far a prediction can be trusted: an interval from the errors of the blocks' models, and the blocks on
 * whose doubtful models most of the time rests. */
#ifndef BSIM_TRUST_H
#define BSIM_TRUST_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>

#include "bsim/base/vars.h"

struct bsim_run;

/* Of normal errors, in standard deviations: nine tenths stay within the first, half within the second. */
#define BSIM_WITHIN_NINETY 1.645
#define BSIM_WITHIN_HALF 0.6745

/* An extrapolated time is doubted by this, at least, for each factor of two beyond the range. */
#define BSIM_ERROR_BEYOND 0.05

/* The error that nine tenths of normal errors stay within, by their median and greatest. fmin ignores one NAN. */
static inline double bsim_trust_within(double median, double max) {
    return fmin(BSIM_WITHIN_NINETY / BSIM_WITHIN_HALF * median, max);
}

/* What is known of the model of a block. */
struct bsim_trust {
    bool fitted;                      /* it comes from samples; false: a person gave it, or there is none */
    int samples;                      /* different parameter vectors that were measured; 0: not told */
    double error_median, error_max;   /* relative, of samples that were left out of the fit; NAN: not told */
    double spread_median, spread_max; /* relative, of samples with equal parameters; NAN: not told */
    const char *count;   /* of what its executions count, that which makes the time vary most; NULL: none */
    double count_spread; /* its relative standard deviation at equal parameters */
    double count_effect; /* the relative change of the time by that */
    bool uneven_known;   /* executions draw their own part of it, or all ranks have the same */
    const char *place;   /* a parameter that only says where the work is, and decides what they draw; NULL: none does */
    double uneven;       /* where they draw it: the relative standard deviation of executions, as told */
    double drawn;        /* that of the block's time, by what its executions drew in a run with an interval */
    /* Something that no parameter stands for decides the rounds of this loop, which were the same in all samples; NULL:
     * there is none. */
    const char *steady;
    double steady_low, steady_high;
    /* With equal parameters its times were the shorter the more ranks there were, up to so many, and the run has more;
     * 0: not so. */
    int up_to_ranks;
    /* Parameters whose values in the run went out of the fitted range, the farthest first. */
    const char *parameter[BSIM_MOST_FAR];
    struct bsim_far far[BSIM_MOST_FAR];
    int nfar;
    struct bsim_hidden hidden; /* with which its times may go; doubt 0: there is none */
    const char *stepped; /* a parameter that was a multiple of step in all samples, and odd here; NULL: there is none */
    double step, odd;
    const char *zero;      /* values of the parameters at which the fit gave 0 s; NULL: it did not */
    const char *related;   /* values for which a relation that all samples had does not hold, or of a parameter that had
                            * another one in all samples; a clause for people. NULL: there are none */
    double related_factor; /* the factor by which they are away from it, 1 or more */
    bool related_bounded;  /* the time is off by that at most; else that is a guess */
    bool memory_known;     /* the model says how much of the time goes with the node's memory */
    int busy;              /* the most busy cores in the measurement; 0: not told */
    double memory_change;  /* otherwise: the relative change of the time if all of it did, where nodes are
                            * fullest; 0: the platform does not tell its memory */
    double longest_s;      /* about the longest time of the measured sizes; 0: not told */
    double timer_s;        /* what a reading of the clock took in the measurement; 0: not told */
    double left_out;       /* the part of the measured time that the model does not count, 0 to 1 */
    bool io;               /* it reads or writes files */
    bool files_known;      /* the platform tells its file system */
    double io_share;       /* the part of the measured time that this took; NAN: not told */
    double io_part;        /* the same, guessed if it is not told */
    double first_error;    /* relative, of the first executions on a rank; NAN: not known; 0: they are as the others */
    int first_executions;  /* that take another time; 0: none */
    bool missing;          /* the time depends on what no parameter stands for */
    double error;          /* bsim_trust_error of the above; NAN: not known. In a run with an interval, if it differs by
                            * time: the mean over the predicted time */
    double of_all;         /* the first of these */
    const char
        *transition;   /* between two formulas, in which some times were: "n between 100 and 200"; NULL: none was */
    const char *apart; /* a clause for people: where another formula that follows the samples as well gives other times;
                        * NULL: nowhere */
};

/* A loop that the run has reached and whose rounds a fitted formula gives. */
struct bsim_learned_doubt {
    const char *name, *file; /* of the hint: "solve:loop" */
    int line;
    int samples;                    /* different parameter vectors that were measured; 0: not told */
    double error_median, error_max; /* relative, of samples that were left out; NAN: not told */
    struct bsim_far far[BSIM_MOST_FAR];
    const char *parameter[BSIM_MOST_FAR]; /* what these stand for */
    int nfar;                             /* parameters that went out of their range, the farthest first */
};

/* The relative error that nine tenths of a block's times stay within. Errors are taken as normal, so this is 1.645 /
 * 0.6745 of their median, but at most the greatest error that was seen; or so much of the spread of equal parameters,
 * if that is more. If something is missing, the greatest error, if it is 100 % or more: such a sample shows that this
 * matters. NAN: the samples do not tell. 0 for a model that was not fitted. */
double bsim_trust_error(const struct bsim_trust *trust);

/* Whether that is the greatest error that was seen, whatever the time. */
bool bsim_trust_is_greatest(const struct bsim_trust *trust);

/* The member "interval" of the result: within which the predicted time stays in nine cases of ten, as far as the errors
 * of the models tell. Null if no model tells any, and if the run has no interval. Scenario run->interval and the next
 * have each block longer and shorter by its error. Their difference, made smaller by as much as independent errors
 * cancel (the root of the sum of squares, instead of the sum), gives the interval. The error of measured runs as a
 * whole (whole_runs.h) comes to that as independent, and so does that of learned rounds of loops: as if all of the time
 * were in them. */
json_t *bsim_trust_interval(const struct bsim_run *run);
/* The member "trust": up to five blocks on whose doubtful models most of the time rests. */
json_t *bsim_trust_list(const struct bsim_run *run);

#endif
