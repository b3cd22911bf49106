/* checker.c - the checker of this run, which bsim check sets (lmpi/check/start.c). */
#include "lmpi/core/checker.h"

const struct lmpi_checker *lmpi_checker;
