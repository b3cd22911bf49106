/* whole_rest.h - the time of measured runs that is in no block and no message: "rest" of models.json. */
#ifndef BSIM_WHOLE_REST_H
#define BSIM_WHOLE_REST_H

#include <jansson.h>
#include <stdbool.h>

/* A measured run. */
struct bsim_rest_run {
    double measured_s;
    double rest_s;           /* of it, what is in no block and no message; may be below 0, since it is a difference */
    const double *longest_s; /* by block: its longest execution; 0: it is not executed */
};

/* A rank takes constant_s, and longest times the longest of its executions of a block. */
struct bsim_rest {
    double constant_s, longest;
    int block;              /* -1: it is a constant */
    double error;           /* of runs that were left out of the fit, relative to the rest */
    double least_s, most_s; /* of the block's longest executions in the runs */
    int runs;               /* 0: there is no such time, or nothing follows it */
};

/* The constant, or the constant and the block among nblock ones, that follow the rest of n runs best, by the errors of
 * runs that were left out, which count relative to the runs' times. Memory that is given back took time to fill, so the
 * longest execution of a block that fills it tells how much there is. It takes three runs for a constant and five for a
 * block. There is none if it does not explain half of the rest, or if the rest is less than 0.5 % of the runs' time. */
struct bsim_rest bsim_whole_rest(const struct bsim_rest_run *run, int n, int nblock);

/* name: of the block. A new reference. */
json_t *bsim_whole_rest_json(const struct bsim_rest *rest, const char *name);

#endif
