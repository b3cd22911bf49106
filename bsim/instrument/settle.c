/* settle.c - when a mean has settled: dPerf's threshold rule without knowing the values to come. Knows no clocks. */
#include "bsim/instrument/instrument.h"

/* Of fewer values no mean is taken as settled. */
enum { LEAST = 4 };

int bsim_settle_add(struct bsim_settle *s, double mean, double share) {
    s->count++;
    if (mean < s->low)
        s->low = mean;
    if (mean > s->high)
        s->high = mean;
    if (s->count == 1 || s->high - mean > share * mean || mean - s->low > share * mean) {
        s->since = s->count;
        s->low = s->high = mean;
    }
    return mean > 0 && s->count >= LEAST && s->count >= 2 * s->since;
}
