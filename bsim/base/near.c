/* near.c - see near.h. */
#include "bsim/base/near.h"

#include <math.h>

double bsim_near_at(const struct bsim_near *e, int n, double time_s) {
    int i = 0;
    if (n == 0)
        return NAN;
    while (i + 1 < n && e[i + 1].time_s <= time_s)
        i++;
    if (time_s <= e[0].time_s || i + 1 == n)
        return e[i].error;
    double part = log(time_s / e[i].time_s) / log(e[i + 1].time_s / e[i].time_s);
    return e[i].error + part * (e[i + 1].error - e[i].error);
}
