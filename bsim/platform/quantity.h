/* quantity.h - times and rates of a platform file, and those among them whose units are probably wrong. */
#ifndef BSIM_QUANTITY_H
#define BSIM_QUANTITY_H

#include "bsim/base/json_read.h"

/* Reads a quantity as bsim_jval_quantity does. One that no machine has is a note of the document. */
double bsim_platform_quantity(struct bsim_jval v, enum bsim_unit unit, bool positive);

#endif
