/* weighted.h - values with weights, and their order. */
#ifndef BSIM_WEIGHTED_H
#define BSIM_WEIGHTED_H

struct fit_weighted {
    double value, weight;
};

/* For qsort: the smallest value first. */
static inline int bsim_fit_by_value(const void *a, const void *b) {
    const struct fit_weighted *p = a, *q = b;
    return (p->value > q->value) - (p->value < q->value);
}

#endif
