/* quantile.c - see quantile.h. */
#include "bsim/base/quantile.h"

/* Sums of weights within this of each other are equal. */
static const double EQUAL = 1e-12;

/* The place in the order where the part is reached. over: what of the weight up to there is more than the part. */
static size_t reach(double part, const double *weight, const size_t *order, size_t n, double *over) {
    double all = 0, sum = weight[order[0]];
    size_t i = 0;
    for (size_t k = 0; k < n; k++)
        all += weight[k];
    while (i + 1 < n && sum < part * all * (1 - EQUAL))
        sum += weight[order[++i]];
    *over = sum > part * all * (1 + EQUAL) ? sum - part * all : 0;
    return i;
}

double bsim_weighted_quantile(double part, const double *value, const double *weight, const size_t *order, size_t n) {
    double over;
    return value[order[reach(part, weight, order, n, &over)]];
}

double bsim_weighted_median(const double *value, const double *weight, const size_t *order, size_t n) {
    double over;
    size_t i = reach(0.5, weight, order, n, &over);
    return over == 0 && i + 1 < n ? 0.5 * (value[order[i]] + value[order[i + 1]]) : value[order[i]];
}
