/* sensitivities.h - how the predicted time of a run with slopes changes with the parameters, as the result tells it. */
#ifndef BSIM_SENSITIVITIES_H
#define BSIM_SENSITIVITIES_H

#include <jansson.h>

#include "bsim/stat/stat.h"

/* The member "sensitivities" of the result (docs/reference/result.md). */
json_t *bsim_sensitivities_json(const struct bsim_run *run);

#endif
