/* whole_runs.h - how far predictions were from measured runs as a whole: the list "runs" of models.json. */
#ifndef BSIM_WHOLE_RUNS_H
#define BSIM_WHOLE_RUNS_H

#include <stdbool.h>

#include "bsim/base/json_read.h"

enum { BSIM_SCALE_BINS = 57 };

/* A measured run and its prediction: seconds, with the relative standard errors that are known of both. */
struct bsim_whole_run {
    double measured_s, measured_error, predicted_s, predicted_error;
    double rest_s;                /* of the measured time, what is in no block and no message; 0: not known */
    double calc_s;                /* of the predicted time, the calculation of the mean rank; 0: not known */
    double part[BSIM_SCALE_BINS]; /* of that, by the time of an execution (whole_scale.h); in any unit */
};

struct bsim_whole_runs {
    int n;
    /* Of the logarithms of measured / predicted time, weighted by the measured times: the standard deviation from 0,
     * and the mean. The deviation is the smaller one of the root of the mean square and of what the median of the sizes
     * tells for normal errors, so that single disturbed runs do not make it. 0 without runs. */
    double error, mean;
    double low, high; /* least and greatest predicted / measured - 1 */
    /* The part of error beyond what is known of both times (the root of the mean square of those, subtracted as
     * squares). */
    double more;
};

/* What n runs tell, whose times are above 0. */
struct bsim_whole_runs bsim_whole_runs_of(const struct bsim_whole_run *run, int n);
/* Reads the member "runs"; absent: none. False with the document's error if it is bad. */
bool bsim_whole_runs_read(struct bsim_whole_runs *runs, struct bsim_jval list);

#endif
