/* fit_between.c - times that differ from run to run with equal parameters, more than disturbances explain: of something
 * that no parameter tells, such as the length of a list, the runs had different ones. */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* Of three runs or more, each must be so many times as long as the one before; of more
 * than three this holds for the second shortest and the second longest, of two for both. */
static const double STEP = 1.5, INNER = 2, TWO = 3;

static const double FEW = 1e-3; /* of what is counted, none is as good as this */

/* The ratio of the greatest and the least of the means of n runs, which it sorts; 1 if they may be alike. Differences
 * far below `small` do not count. */
static double ratio_of(double *mean, int n, double small) {
    gsl_sort(mean, 1, (size_t)n);
    if (n < 2)
        return 1;
    double ratio = (mean[n - 1] + small) / (mean[0] + small);
    if (n == 2)
        return ratio >= TWO ? ratio : 1;
    if (n == 3)
        return mean[1] >= STEP * mean[0] && mean[2] >= STEP * mean[1] ? ratio : 1;
    return mean[n - 2] >= INNER * mean[1] ? ratio : 1;
}

static bool equal_params(const struct fit_point *p, const struct fit_point *q, int nparam) {
    return bsim_fit_compare_given(p, q, nparam) == 0;
}

/* The means of n samples, sorted by their runs, in each run; how many. count: of the time, if it is below 0. */
static int means_of(struct fit_point *const *p, int n, int count, double *mean) {
    int runs = 0;
    for (int i = 0, j; i < n; i = j) {
        double sum = 0, executions = 0;
        for (j = i; j < n && p[j]->run == p[i]->run; j++) {
            sum += (count < 0 ? p[j]->time_s : p[j]->counted[count]) * (double)p[j]->count;
            executions += (double)p[j]->count;
        }
        mean[runs++] = sum / executions;
    }
    return runs;
}

/* How far the runs of n samples with equal parameters are apart. The clock tells nothing of short times, unless
 * something that is counted differs as well. */
static double apart(struct fit_point *const *p, int n, int ncount, double *mean) {
    double times = ratio_of(mean, means_of(p, n, -1, mean), FIT_FLOOR_S), counts = 1;
    if (mean[0] >= FIT_STEADY_S)
        return times;
    for (int k = 0; k < ncount; k++)
        counts = fmax(counts, ratio_of(mean, means_of(p, n, k, mean), FEW));
    return fmin(times, counts);
}

void bsim_fit_between_runs(struct fit_block *b) {
    int n;
    struct fit_point **sorted = bsim_fit_by_run(b, &n);
    double *mean = bsim_alloc(((size_t)b->npoint + 1) * sizeof *mean), logs = 0, all_s = 0;
    for (int i = 0, j; i < n; i = j) {
        double group_s = 0;
        for (j = i; j < n && equal_params(sorted[i], sorted[j], b->nparam); j++)
            group_s += sorted[j]->time_s * (double)sorted[j]->count;
        all_s += group_s;
        logs += group_s * log(apart(sorted + i, j - i, b->ncount, mean));
    }
    b->between_runs = all_s > 0 ? exp(logs / all_s) : 1;
    bsim_free(sorted);
    bsim_free(mean);
}
