/* fit_mean.c - means over points, such as those of one vector of parameters. Knows nothing of models or files. */
#include <math.h>
#include <string.h>

#include "bsim/fit/fit.h"

int bsim_fit_equal_points(const struct fit_block *b, int i) {
    int n = 1;
    while (i + n < b->npoint &&
           memcmp(b->point[i].x, b->point[i + n].x, (size_t)b->nparam * sizeof *b->point[i].x) == 0)
        n++;
    return n;
}

static double value_of(const struct fit_point *p, int which) {
    if (which == FIT_TIME)
        return p->time_s;
    return which >= FIT_MAX_COUNTS ? p->io[which - FIT_MAX_COUNTS] : p->counted[which];
}

struct fit_mean bsim_fit_mean(const struct fit_point *p, int n, int which) {
    double sum = 0, squares = 0, executions = 0;
    for (int i = 0; i < n; i++) {
        double value = value_of(&p[i], which), w = (double)p[i].count;
        sum += value * w;
        squares += value * value * w;
        executions += w;
    }
    double mean = sum / executions;
    return (struct fit_mean){mean, fmax(squares / executions - mean * mean, 0), executions};
}
