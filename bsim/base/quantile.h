/* quantile.h - medians and other quantiles of values with weights. */
#ifndef BSIM_QUANTILE_H
#define BSIM_QUANTILE_H

#include <stddef.h>

/* Of n values, at least 1: that which this part of the weight does not exceed. order: their indices, sorted by value.
 */
double bsim_weighted_quantile(double part, const double *value, const double *weight, const size_t *order, size_t n);
/* The median: where half of the weight lies below and half above, the mean of the two values there. */
double bsim_weighted_median(const double *value, const double *weight, const size_t *order, size_t n);

#endif
