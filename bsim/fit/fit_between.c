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

struct run_sum {
    double time_s, count;
};

/* The ratio of the longest and the shortest of n mean times of runs, which it sorts; 1 if they may be alike. */
static double ratio_of(double *mean_s, int n) {
    gsl_sort(mean_s, 1, (size_t)n);
    double ratio = n > 1 ? mean_s[n - 1] / mean_s[0] : 1;
    if (n < 2 || mean_s[0] < FIT_STEADY_S)
        return 1;
    if (n == 2)
        return ratio >= TWO ? ratio : 1;
    if (n == 3)
        return mean_s[1] >= STEP * mean_s[0] && mean_s[2] >= STEP * mean_s[1] ? ratio : 1;
    return mean_s[n - 2] >= INNER * mean_s[1] ? ratio : 1;
}

static bool equal_params(const struct fit_point *p, const struct fit_point *q, int nparam) {
    return bsim_fit_compare_given(p, q, nparam) == 0;
}

void bsim_fit_between_runs(struct fit_block *b) {
    int n;
    struct fit_point **sorted = bsim_fit_by_run(b, &n);
    double *mean_s = bsim_alloc(((size_t)b->npoint + 1) * sizeof *mean_s), logs = 0, all_s = 0;
    for (int i = 0, j; i < n; i = j) {
        struct run_sum sum = {0};
        double group_s = 0;
        int runs = 0;
        for (j = i; j < n && equal_params(sorted[i], sorted[j], b->nparam); j++) {
            sum.time_s += sorted[j]->time_s * (double)sorted[j]->count;
            sum.count += (double)sorted[j]->count;
            if (j + 1 < n && sorted[j + 1]->run == sorted[j]->run && equal_params(sorted[i], sorted[j + 1], b->nparam))
                continue;
            group_s += sum.time_s;
            mean_s[runs++] = sum.time_s / sum.count;
            sum = (struct run_sum){0};
        }
        all_s += group_s;
        logs += group_s * log(ratio_of(mean_s, runs));
    }
    b->between_runs = all_s > 0 ? exp(logs / all_s) : 1;
    bsim_free(sorted);
    bsim_free(mean_s);
}
