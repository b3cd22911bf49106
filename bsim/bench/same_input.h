/* same_input.h - whether a measured run had the input that the skeleton has now: a file that the program reads may have
 * been another one then. */
#ifndef BSIM_BENCH_SAME_INPUT_H
#define BSIM_BENCH_SAME_INPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "bsim/fit/fit.h"

/* Whether a parameter of a block had other values in the run than in the skeleton's run with the same arguments: all
 * are smaller, or all are greater, by more than 5 %. Parameters that follow from random numbers, or from who comes
 * first, overlap. parameters: what bsim run --parameters wrote. text gets the difference, for people. */
bool bsim_bench_other_input(const struct fit_data *data, int run, const json_t *parameters, char *text, size_t size);

#endif
