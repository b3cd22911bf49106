/* buckets.h - which counts of a block's executions are alike: such executions with equal parameters make one sample. */
#ifndef BSIM_BUCKETS_H
#define BSIM_BUCKETS_H

#include <math.h>

/* The number of a count's bucket: counts up to 16 have one each, larger ones share it with those within 4.4 % (a
 * sixteenth of an octave). The mean of counts of a bucket lies in it, too. */
static inline double bsim_count_bucket(double count) {
    double size = fabs(count);
    double bucket = size < 16 ? floor(size) : floor(16 * log2(size)) - 48;
    return count < 0 ? -bucket : bucket;
}

#endif
