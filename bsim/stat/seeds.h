/* seeds.h - the predicted times of several seeds of the noise (bsim run --noise-runs), as the result tells them. */
#ifndef BSIM_SEEDS_H
#define BSIM_SEEDS_H

#include <jansson.h>

struct bsim_seeds {
    int seeds;    /* of the run */
    int left_out; /* that decided something otherwise than the first, and have no valid time */
    int rerun;    /* that did so, and were run apart */
};

/* The member noise.runs of the result. time_s: of the seeds that are not left out. */
json_t *bsim_seeds_json(const struct bsim_seeds *seeds, const double *time_s);

#endif
