/* whole_scale.h - how many times as long blocks take as their models say: "scale" of models.json. */
#ifndef BSIM_WHOLE_SCALE_H
#define BSIM_WHOLE_SCALE_H

#include <jansson.h>
#include <stdbool.h>

#include "bsim/base/json_read.h"
#include "bsim/stat/whole_runs.h"

/* The factor of an execution goes with the time that the model gives it: its logarithm is linear in that of the time
 * between two times in seconds, and constant beyond. factor[0] == factor[1]: it is the same for all. */
struct bsim_scale {
    double time_s[2], factor[2];
};

/* All factors are 1. */
struct bsim_scale bsim_scale_none(void);
bool bsim_scale_is_none(const struct bsim_scale *scale);
/* The factor of an execution that takes time_s by its model. */
double bsim_scale_at(const struct bsim_scale *scale, double time_s);

/* The bins of bsim_whole_run.part: bin i stands for executions of 10^(-10 + i/4) s. */
double bsim_scale_bin_s(int bin);
/* Adds executions of time_s each, part of the calculation together, to two bins, so that the mean logarithm holds. */
void bsim_scale_add(double part[BSIM_SCALE_BINS], double time_s, double weight);

/* That with which the blocks of n runs come out as measured. Those that mostly calculate weigh by the root of that;
 * there must be five of them. If the logarithms of measured over predicted calculation rise or fall with the time of
 * the executions, by a slope that is two standard errors from 0 (Theil's and Sen's, the weighted median of the slopes
 * of all pairs), the factor goes with it, between the shortest and the longest of the runs' executions. Else it is the
 * median of all, if that is two standard errors and 1 % away from 1. What is below 1/2 or above 2 blocks as such do not
 * explain: there is none then. The runs get the predictions that go with it. */
struct bsim_scale bsim_whole_runs_scale(struct bsim_whole_run *run, int n);

/* A number, or two pairs of a time and its factor. Absent: none. False with the document's error if it is bad. */
bool bsim_scale_read(struct bsim_scale *scale, struct bsim_jval v);
/* A new reference. */
json_t *bsim_whole_scale_json(const struct bsim_scale *scale);

#endif
